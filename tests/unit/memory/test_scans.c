/* @heavy: takes over five seconds under ASan. */
/* The view of a scan of one side and the alignment of a body with it, with allocations failing: each failure
 * gives ERR_MEMORY and leaves no block. */
#include "train/scan/align.h"
#include "train/scan/view.h"
#include "tests/support/failing_memory.h"
#include "tests/support/scans.h"

enum { POINTS = 2500 };

static pd_smpl_model *model;
static double points[POINTS][3], normals[POINTS][3];
static int point_count;

static void draw(void)
{
    const double camera[3] = {0, 0.2, 2.5};
    float *vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices);
    sight_person person = {0};
    assert_non_null(vertices);

    for (int i = 0; i < 9 * SIGHT_JOINTS; i++) person.rotations[i] = i % 9 % 4 == 0;
    sight_pose(vertices, NULL, model, &person);
    point_count = scans_draw_side(points, POINTS, model, vertices, camera, -9, 0.001, 3);
    for (int i = 0; i < point_count; i++) {
        double to[3];
        for (int c = 0; c < 3; c++) to[c] = camera[c] - points[i][c];
        for (int c = 0; c < 3; c++) {
            normals[i][c] = to[c] / pd_length3(to);
        }
    }
    free(vertices);
}

static pd_status see(pd_error *err)
{
    static const double nowhere[3] = {0, 0, 0};
    pd_train_view view;
    const bool good = pd_train_view_init(&view, (const double(*)[3])points, (const double(*)[3])normals,
                                         point_count, nowhere);
    pd_train_view_deinit(&view);
    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "scan", "out of memory for the view");
}

/* Fails one allocation a run: the first few one after the other, then ever fewer, each `growth` times as far
 * on. Returns how many there are. */
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

/* Fails each allocation of an alignment before its first start, one a run: those of its tables, and those
 * that look for the direction of up. A failure that is passed over would show
 * as a status that is not ERR_MEMORY. */
static void an_alignment_says_when_memory_is_out_before_its_first_start(void **state)
{
    static const double nowhere[3] = {0, 0, 0};
    float betas[SIGHT_BETAS], rotations[9 * SIGHT_JOINTS];
    pd_train_view view;
    (void)state;
    failing_memory_begin(false);
    assert_true(pd_train_view_init(&view, (const double(*)[3])points, (const double(*)[3])normals,
                                   point_count, nowhere));
    assert_false(view.has_floor);

    long n = 1;
    for (;; n++) {
        pd_error err = {0};
        pd_train_align align = {.betas = betas,
                                .rotations = rotations,
                                .points = (const double(*)[3])view.points,
                                .point_count = view.point_count,
                                .view = &view,
                                .up = -1,
                                .executor = &pd_executor_serial};
        const long blocks = failing_memory_blocks();
        pd_smpl_model *fresh = sight_model(); /* has no capsules yet: they are made once and kept */
        failing_memory_now = (failing_memory){.is_on = true, .fails_at = n};
        const pd_status status = pd_train_align_run(&align, fresh, &err);
        failing_memory_now.is_on = false;
        pd_smpl_model_release(fresh);
        assert_int_equal(failing_memory_blocks(), blocks);
        if (status != PD_ERR_MEMORY) fail_msg("allocation %ld failed: status %d", n, (int)status);
        if (align.starts > 0) break;
    }
    assert_true(n > 20); /* tables and directions take dozens */
    pd_train_view_deinit(&view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_says_when_memory_is_out_and_keeps_none),
        cmocka_unit_test(an_alignment_says_when_memory_is_out_before_its_first_start),
    };
    model = sight_model();
    draw();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    pd_smpl_model_release(model);
    return failed;
}
