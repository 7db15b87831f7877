/* A scan of one side with keypoints, with allocations failing: an error that says so, and nothing is left over. */
#include "core/observe/scan/register.h"
#include "tests/support/failing_memory.h"
#include "tests/support/scans.h"

enum { POINTS = 2500, KEYS = 6 };

static pd_smpl_model *model;
static double points[POINTS][3], normals[POINTS][3];
static float flat[3 * POINTS], flat_normals[3 * POINTS];
static int point_count;
static pd_observe_seen keys[KEYS];
static pd_observe_part parts[KEYS];

static void draw(void)
{
    static const int joints[KEYS] = {0, 12, 20, 21, 7, 8};
    const double camera[3] = {0, 0.2, 2.5};
    float *vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices), at[3 * SIGHT_JOINTS];
    sight_person person = {0};
    assert_non_null(vertices);

    for (int i = 0; i < 9 * SIGHT_JOINTS; i++) person.rotations[i] = i % 9 % 4 == 0;
    sight_pose(vertices, at, model, &person);
    point_count = scans_draw_side(points, POINTS, model, vertices, camera, -9, 0.001, 3);
    for (int i = 0; i < point_count; i++) {
        double to[3];
        for (int c = 0; c < 3; c++) to[c] = camera[c] - points[i][c];
        for (int c = 0; c < 3; c++) {
            normals[i][c] = to[c] / pd_length3(to);
            flat[3 * i + c] = (float)points[i][c], flat_normals[3 * i + c] = (float)normals[i][c];
        }
    }
    for (int k = 0; k < KEYS; k++) {
        parts[k] = (pd_observe_part){false, joints[k], 1};
        keys[k] = (pd_observe_seen){
            .parts = &parts[k], .part_count = 1, .mirror = k, .confidence = 1, .sigma = 0.01};
        for (int c = 0; c < 3; c++) keys[k].at[c] = (double)at[3 * joints[k] + c];
    }
    free(vertices);
}

static pd_status see(pd_error *err)
{
    static const double nowhere[3] = {0, 0, 0};
    pd_observe_view view;
    const bool good = pd_observe_view_init(&view, (const double(*)[3])points, (const double(*)[3])normals,
                                           point_count, nowhere);
    pd_observe_view_deinit(&view);
    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "scan", "out of memory for the view");
}

static pd_status fit(pd_error *err)
{
    static float vertices[3 * 20000], betas[64], rotations[9 * SIGHT_JOINTS];
    static unsigned char seen[20000];
    assert_true(model->vertex_count <= 20000 && model->beta_count <= 64);
    pd_observe_register job = {.vertices = vertices,
                               .seen = seen,
                               .betas = betas,
                               .rotations = rotations,
                               .points = flat,
                               .normals = flat_normals,
                               .point_count = point_count,
                               .up = 1,
                               .keypoints = keys,
                               .keypoint_count = KEYS,
                               .executor = &pd_executor_serial};
    return pd_observe_register_run(&job, model, err);
}

/* Fails one allocation a run: the first few one after the other, then ever fewer, each `growth` times as far on. Returns how many there are. */
static long try_all(pd_status (*run)(pd_error *err), double growth, bool goes_on)
{
    for (long n = 1;; n = (long)(growth * (double)n) + 1) {
        pd_error err = {0};
        const long blocks = failing_memory_blocks();
        failing_memory_now = (failing_memory){.is_on = true, .goes_on = goes_on, .fails_at = n};
        const pd_status status = run(&err);
        failing_memory_now.is_on = false;
        assert_int_equal(failing_memory_blocks(), blocks);
        if (!failing_memory_now.failed) {
            if (status) fail_msg("%s: %s", err.where, err.detail);
            return failing_memory_now.count;
        }
        assert_int_equal(status, PD_ERR_MEMORY);
        assert_non_null(strstr(err.detail, "out of memory"));
    }
}

static void a_view_says_when_memory_is_out_and_keeps_none(void **state)
{
    (void)state;
    failing_memory_begin(false);
    /* eigenvectors of every point's surroundings allocate: there are thousands */
    assert_true(try_all(see, 1.3, false) >= 8);
    assert_true(try_all(see, 1.3, true) >= 8);
}

static void a_fit_says_when_memory_is_out_and_keeps_none(void **state)
{
    (void)state;
    failing_memory_begin(false);
    assert_true(try_all(fit, 1.7, false) >= 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_says_when_memory_is_out_and_keeps_none),
        cmocka_unit_test(a_fit_says_when_memory_is_out_and_keeps_none),
    };
    model = sight_model();
    draw();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    pd_smpl_model_release(model);
    return failed;
}
