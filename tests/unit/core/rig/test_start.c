/* A learned start of rigging: input of the maps, joints in the mesh's space, the template at given joints,
 * and the shipped file on a body. */
#include "core/rig/start.h"
#include "tests/support/rig_person.h"

#include <math.h>
#include <string.h>

enum { FRONT = PD_RIG_MAP_ROWS * PD_RIG_MAP_FRONT };

static void maps_have_the_nearest_and_the_farthest_of_a_cell(void **state)
{
    static float maps[PD_RIG_MAP_NUMBERS];
    static const double points[3][3] = {{0.3, 0.5, 0.1}, {0.301, 0.501, -0.2}, {0.3, 1.2, 9}};
    pd_rig_frame frame = {1, 0, 0};
    int seen = 0, at = -1, of_side = 0;
    (void)state;

    pd_rig_maps(maps, &frame, points, 3);
    assert_near(frame.depth, -0.05, 1e-12); /* what is above 1 does not count */
    for (int i = 0; i < FRONT; i++)
        if (maps[i] > 0) seen++, at = i;
    assert_int_equal(seen, 1);
    assert_int_equal(at / PD_RIG_MAP_FRONT, 22);                           /* .5 of 44 rows       */
    assert_int_equal(at % PD_RIG_MAP_FRONT, (int)((0.3 / 0.62 + 1) * 20)); /* left is at +x       */
    assert_near((double)maps[FRONT + at], 5 * 0.15, 1e-6);
    assert_near((double)maps[2 * FRONT + at], -5 * 0.15, 1e-6);
    for (int i = 3 * FRONT; i < PD_RIG_MAP_NUMBERS; i++) of_side += maps[i] > 0;
    assert_int_equal(of_side, 2);

    /* seen larger and from elsewhere: the same cell */
    const double moved[2][3] = {{0.5, 0.25, 0.05}, {0.5005, 0.2505, -0.1}};
    frame = (pd_rig_frame){2, 0.35, 0};
    pd_rig_maps(maps, &frame, moved, 2);
    assert_near((double)maps[at], 1, 0);
    assert_near((double)maps[FRONT + at], 5 * 0.15, 1e-6);
}

/* With zero matrices the prediction is the bias alone, transformed back from each pass's frame. */
static void joints_come_back_from_the_frame_of_the_last_pass(void **state)
{
    static float scratch[PD_RIG_MAP_NUMBERS];
    static const double points[2][3] = {{0, 0.1, 0.3}, {0, 0.2, 0.1}};
    double joints[PD_RIG_JOINTS][3];
    pd_rig_start start;
    (void)state;

    assert_int_equal(pd_rig_start_init(&start, NULL), PD_OK);
    start.bias[0][3 * PD_RIG_NECK + 1] = 0.5f;
    start.bias[0][3 * PD_RIG_PELVIS] = 0.1f;
    for (int k = 0; k < PD_RIG_MAP_JOINTS; k++) start.bias[1][k] = 0.25f;
    start.bias[1][3 * PD_RIG_NECK + 1] = (float)PD_RIG_MAP_NECK;
    start.bias[1][3 * PD_RIG_PELVIS] = 0;
    pd_rig_start_joints(joints, &start, points, 2, scratch);
    /* the neck that the first found stays, and so does the scale, 1 / (1.3 * .5) */
    assert_near(joints[PD_RIG_NECK][1], 0.5, 1e-6);
    assert_near(joints[PD_RIG_PELVIS][0], 0.1, 1e-6);
    assert_near(joints[PD_RIG_HEAD][0], 0.1 + 0.25 * 1.3 * 0.5, 1e-6);
    assert_near(joints[PD_RIG_HEAD][1], 0.25 * 1.3 * 0.5, 1e-6);
    assert_near(joints[PD_RIG_HEAD][2], 0.2 + 0.25 * 1.3 * 0.5, 1e-6);
    pd_rig_start_deinit(&start);
}

static void the_template_stands_at_joints_that_it_had(void **state)
{
    pd_rig_shape was = {.root = pd_vec3_make(0.02, 0.55, -0.01)}, is;
    pd_rig_stance before, after;
    (void)state;
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        was.rotations[j] = pd_q_identity();
        was.lengths[j] = was.girths[j] = log(1 / rig_template.height);
    }
    was.rotations[PD_RIG_PELVIS] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), 0.2);
    was.rotations[PD_RIG_L_SHOULDER] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), -1.1);
    was.rotations[PD_RIG_R_ELBOW] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), 0.8);
    was.rotations[PD_RIG_L_HIP] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), -0.5);
    was.lengths[PD_RIG_L_KNEE] += 0.1, was.lengths[PD_RIG_R_KNEE] += 0.1;
    pd_rig_stance_of(&before, &rig_template, &was);
    pd_rig_start_shape(&is, &rig_template, (const double(*)[3])before.at);
    pd_rig_stance_of(&after, &rig_template, &is);
    for (int j = 0; j < PD_RIG_JOINTS; j++)
        for (int c = 0; c < 3; c++) assert_near(after.at[j][c], before.at[j][c], 0.012);
    assert_near(is.lengths[PD_RIG_R_KNEE] - is.lengths[PD_RIG_R_HIP], 0.1, 1e-6);
    assert_near(is.lengths[PD_RIG_L_WRIST], is.lengths[PD_RIG_L_ELBOW], 0);
}

/* Whom no body of the training is: other shapes with their arms at other angles. */
static void the_shipped_start_is_near_and_fitting_it_nearer(void **state)
{
    static float scratch[PD_RIG_MAP_NUMBERS];
    pd_rig_start *start;
    pd_error err;
    (void)state;
    if (pd_rig_start_load(&start, "models/rig-start.safetensors", &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    for (int k = 0; k < 2; k++) {
        rig_person p = rig_person_make(k ? 1.2 : 0.1, k ? 1.0f : -1.0f);
        double joints[PD_RIG_JOINTS][3], mean = 0, fitted = 0;
        pd_rig_cloud cloud;
        pd_rig_result rig;
        pd_rig_job job = rig_person_job(&p);
        job.start = start;
        job.up = PD_RIG_Y, job.facing = PD_RIG_Z, job.no_fingers = true, job.weights = PD_RIG_BY_TEMPLATE;
        assert_int_equal(pd_rig_run(&rig, &job, &err), PD_OK);
        assert_int_equal(pd_rig_cloud_init(&cloud, &rig.mesh, &err), PD_OK);
        pd_rig_start_joints(joints, start, (const double(*)[3])cloud.points, cloud.count, scratch);
        for (int j = 0; j < PD_RIG_JOINTS; j++) {
            fitted += rig_error(&rig, &p, j) / PD_RIG_JOINTS;
            memcpy(rig.joints[j], joints[j], sizeof joints[j]);
            mean += rig_error(&rig, &p, j) / PD_RIG_JOINTS;
        }
        assert_true(mean < 0.025);
        assert_true(fitted < 0.015 && fitted < mean);
        pd_rig_cloud_deinit(&cloud);
        pd_rig_deinit(&rig);
        rig_person_free(&p);
    }
    pd_rig_start_release(start);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_have_the_nearest_and_the_farthest_of_a_cell),
        cmocka_unit_test(joints_come_back_from_the_frame_of_the_last_pass),
        cmocka_unit_test(the_template_stands_at_joints_that_it_had),
        cmocka_unit_test(the_shipped_start_is_near_and_fitting_it_nearer),
    };
    return cmocka_run_group_tests(tests, rig_setup, rig_teardown);
}
