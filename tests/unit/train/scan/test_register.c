/* @heavy: takes over five seconds under ASan. */
/* What registration refuses, by its place; and a scan that stands
 * anywhere becomes a mesh that stands there. */
#include "train/scan/register.h"
#include "tests/support/scans.h"

enum { POINTS = 6000, KEYS = 4 };

static pd_error refuse(pd_train_register job, pd_status status)
{
    pd_error err;
    assert_int_equal(pd_train_register_check(&job, NULL, &err), status);
    return err;
}

static void sizes_of_no_person_are_refused(void **state)
{
    static float points[3 * 1000];
    pd_train_register job = {.points = points, .point_count = 1000, .up = -1};
    (void)state;

    for (int i = 0; i < 3000; i++) points[i] = (float)(i % 100) * 0.017f;
    assert_int_equal(pd_train_register_check(&job, NULL, NULL), PD_OK);
    job.point_count = 499;
    assert_non_null(strstr(refuse(job, PD_ERR_LIMIT).detail, "499 points; 500 to 2000000 allowed"));
    job.point_count = 100000000;
    assert_non_null(strstr(refuse(job, PD_ERR_LIMIT).detail, "100000000 points"));
    job.point_count = 1000, job.up = 6;
    assert_string_equal(refuse(job, PD_ERR_RANGE).where, "up");
    job.up = -1, job.keypoint_count = 257;
    assert_string_equal(refuse(job, PD_ERR_LIMIT).where, "keypoints");
    job.keypoint_count = 0;
    for (int i = 0; i < 3000; i++) points[i] *= 1000;
    assert_non_null(strstr(refuse(job, PD_ERR_RANGE).detail, "it looks like millimetres (unit mm)"));

    /* 1.65 metres in another unit, or what is in no unit a person. */
    static const struct {
        double times;
        const char *words;
    } sizes[] = {{1, "it looks like millimetres (unit mm), which makes it 1.65 metres"},
                 {0.1, "it looks like centimetres (unit cm)"},
                 {1 / 25.4, "it looks like inches (unit in)"},
                 {1 / 304.8, "it looks like feet (unit ft), which makes it 1.65 metres"},
                 {0.0022, "more than one person in it, or a room"},
                 {0.0055, "more than one person in it, or a room"},
                 {0.01, "it looks like decimetres (unit dm)"},
                 {0.0001, "is it the scan of a part"}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        static float scaled[3000];
        for (int i = 0; i < 3000; i++) scaled[i] = (float)(sizes[k].times * (double)points[i]);
        job.points = scaled;
        const pd_error e = refuse(job, PD_ERR_RANGE);
        if (!strstr(e.detail, sizes[k].words)) fail_msg("%g: %s", sizes[k].times, e.detail);
    }
    job.points = points;
    points[7] = NAN;
    assert_non_null(strstr(refuse(job, PD_ERR_RANGE).detail, "point 2"));
}

static void the_registered_mesh_lies_on_the_scan(void **state)
{
    static const int joints[KEYS] = {0, 12, 20, 7};
    static double drawn[POINTS][3];
    static float points[3 * POINTS];
    sight_person person;
    float at[3 * SIGHT_JOINTS], betas[SIGHT_BETAS], rotations[9 * SIGHT_JOINTS];
    pd_observe_seen keys[KEYS];
    pd_observe_part parts[KEYS];
    pd_smpl_model *m = sight_model();
    const size_t n = 3 * (size_t)m->vertex_count;
    float *truth = malloc(n * sizeof *truth), *found = malloc(n * sizeof *found);
    unsigned char *seen = malloc(n);
    (void)state;
    assert_true(truth && found && seen);

    sight_draw(&person, 0.5, 1, 3);
    person.translation[0] = 40, person.translation[2] = -7;
    sight_pose(truth, at, m, &person);
    scans_draw(drawn, POINTS, m, truth, 0.002, NULL, 0, 9);
    for (int i = 0; i < 3 * POINTS; i++) points[i] = (float)drawn[i / 3][i % 3];
    for (int i = 0; i < KEYS; i++) {
        parts[i] = (pd_observe_part){false, joints[i], 1};
        keys[i] = (pd_observe_seen){
            .parts = &parts[i], .part_count = 1, .mirror = i, .confidence = 1, .sigma = 0.02};
        for (int c = 0; c < 3; c++) keys[i].at[c] = (double)at[3 * joints[i] + c];
    }

    pd_train_register job = {.vertices = found,
                             .seen = seen,
                             .betas = betas,
                             .rotations = rotations,
                             .points = points,
                             .point_count = POINTS,
                             .up = -1,
                             .keypoints = keys,
                             .keypoint_count = KEYS,
                             .executor = &pd_executor_serial};
    assert_int_equal(pd_train_register_check(&job, m, NULL), PD_OK);
    assert_int_equal(pd_train_register_run(&job, m, NULL), PD_OK);
    double sum = 0;
    for (int i = 0; i < m->vertex_count; i++) {
        double off[3];
        for (int c = 0; c < 3; c++) off[c] = (double)found[3 * i + c] - (double)truth[3 * i + c];
        sum += pd_length3(off) / m->vertex_count;
    }
    assert_true(sum < 0.012); /* of each vertex from its own place; along the skin nothing holds it */
    assert_near(job.translation[0], 40, 0.1);
    assert_int_equal(job.used, POINTS);
    assert_true(job.seen_count > m->vertex_count / 2 && job.kept > POINTS * 9 / 10);
    free(truth), free(found), free(seen);
    pd_smpl_model_release(m);
}

/* Two people 1.5 m apart: refused before a body is fitted, in scans of few points too. */
static void two_people_are_refused(void **state)
{
    static double drawn[POINTS][3];
    static float points[3 * POINTS];
    float at[3 * SIGHT_JOINTS], betas[SIGHT_BETAS], rotations[9 * SIGHT_JOINTS];
    sight_person person;
    pd_smpl_model *m = sight_model();
    const size_t n = 3 * (size_t)m->vertex_count;
    float *truth = malloc(n * sizeof *truth), *found = malloc(n * sizeof *found);
    unsigned char *seen = malloc(n);
    pd_error err;
    (void)state;
    assert_true(truth && found && seen);

    sight_draw(&person, 0.2, 1, 3);
    sight_pose(truth, at, m, &person);
    scans_draw(drawn, POINTS, m, truth, 0.002, NULL, 0, 9);
    for (int i = 0; i < 3 * POINTS; i++)
        points[i] = (float)drawn[i / 3][i % 3] + (i % 3 == 0 && i / 3 % 2 ? 1.5f : 0);
    pd_train_register job = {.points = points,
                             .point_count = POINTS,
                             .up = -1,
                             .betas = betas,
                             .rotations = rotations,
                             .vertices = found,
                             .seen = seen};
    static const int counts[] = {POINTS, 3000, 600};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        job.point_count = counts[k];
        assert_int_equal(pd_train_register_run(&job, m, &err), PD_ERR_INVALID);
        if (!strstr(err.detail, "two bodies beside each other, 1."))
            fail_msg("%d: %s", counts[k], err.detail);
    }
    free(truth), free(found), free(seen);
    pd_smpl_model_release(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_of_no_person_are_refused),
        cmocka_unit_test(the_registered_mesh_lies_on_the_scan),
        cmocka_unit_test(two_people_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
