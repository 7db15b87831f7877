/* Tests bodies from joints and twists: those of a known pose and shape must give the pose and shape back. */
#include "core/observe/hybrik.h"

#include "core/retarget/skeleton.h"
#include "core/ik/methods/hybrik.h"
#include "tests/support/sight_model.h"

/* Twists of a pose about its bones. */
static void twists_of(double *twists, const sight_person *p)
{
    pd_anim_skeleton skeleton;
    pd_quat q[SIGHT_JOINTS];
    pd_error err;

    assert_int_equal(pd_retarget_skeleton_of(&skeleton, model, p->betas, SIGHT_BETAS, &err), PD_OK);
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        double r[9];
        for (int i = 0; i < 9; i++) r[i] = (double)p->rotations[9 * k + i];
        q[k] = pd_q_from_matrix(r);
    }
    pd_ik_hybrik_twists(twists, &skeleton, q);
}

/* Joints and twists of somebody whose shape is known give the pose back,
 * but for leaves, whom nothing tells. */
static void joints_and_twists_give_the_pose_back(void **state)
{
    sight_person truth, found;
    sight s;
    double twists[SIGHT_JOINTS];
    pd_error err;

    (void)state;
    for (uint64_t seed = 1; seed < 6; seed++) {
        sight_draw(&truth, 1, 1, seed);
        sight_joints(&s, model, &truth);
        twists_of(twists, &truth);
        memset(&found, 0, sizeof found);
        memcpy(found.betas, truth.betas, sizeof found.betas);
        pd_observe_job job = {.hybrik = true, .twists = twists, .keep_betas = true};
        assert_int_equal(sight_fit(&job, model, &found, &s, &err), PD_OK);
        assert_int_equal(job.status, PD_OBSERVE_CONVERGED);
        assert_true(job.rms_space < 1e-5);
        for (int k = 0; k < SIGHT_JOINTS; k++) {
            const bool leaf = k == 10 || k == 11 || k == 15 || k == 22 || k == 23;
            for (int i = 0; i < 9 && !leaf; i++)
                assert_near(found.rotations[9 * k + i], truth.rotations[9 * k + i], 2e-4);
        }
    }
}

/* Bones of the body that is found are as long as they were seen to a millimetre or two, and so joints are
 * where they were. */
static void betas_come_from_the_lengths_of_bones(void **state)
{
    sight_person truth, found = {.betas = {0}};
    sight s;
    double sd[SIGHT_BETAS], twists[SIGHT_JOINTS];
    pd_error err;

    (void)state;
    sight_draw(&truth, 1, 1, 2);
    truth.betas[0] = 1.5F, truth.betas[1] = -1.2F;
    sight_joints(&s, model, &truth);
    twists_of(twists, &truth);
    pd_observe_job job = {.hybrik = true, .twists = twists, .betas_sd = sd};
    assert_int_equal(sight_fit(&job, model, &found, &s, &err), PD_OK);
    assert_true(job.rms_space < 0.003);
    assert_near(found.betas[0], 1.5, 0.3);
    assert_true(sd[0] < 0.5);
    pd_observe_job mean = {.hybrik = true, .twists = twists, .keep_betas = true};
    sight_person other = {.betas = {0}};
    assert_int_equal(sight_fit(&mean, model, &other, &s, &err), PD_OK);
    assert_true(mean.rms_space > 4 * job.rms_space);
}

/* A vertex of the head turns it, which no joint does: the five points more of the paper's 29. */
static void end_joints_are_rotated_towards_the_points_seen_on_them(void **state)
{
    sight_person truth, found = {.betas = {0}};
    float *vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices), joints[3 * SIGHT_JOINTS];
    sight s;
    pd_error err;

    (void)state;
    memset(&truth, 0, sizeof truth);
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        const double v[3] = {0, k == 15 ? 0.6 : 0, 0};
        double r[9];
        pd_rot_from_axis_angle(r, v);
        for (int i = 0; i < 9; i++) truth.rotations[9 * k + i] = (float)r[i];
    }
    sight_joints(&s, model, &truth);
    sight_pose(vertices, joints, model, &truth);
    assert_int_equal(pd_observe_place(s.parts[24], model, "@nose"), 1);
    s.seen[24] = (pd_observe_seen){
        .parts = s.parts[24], .part_count = 1, .mirror = 24, .confidence = 1, .sigma = 0.001};
    for (int c = 0; c < 3; c++) s.seen[24].at[c] = (double)vertices[3 * s.parts[24][0].index + c];
    s.count = 25;
    pd_observe_job job = {.hybrik = true, .keep_betas = true};
    assert_int_equal(sight_fit(&job, model, &found, &s, &err), PD_OK);
    assert_near(found.rotations[9 * 15 + 2], sin(0.6), 0.05);
    free(vertices);
}

static void a_missing_joint_is_reported(void **state)
{
    sight_person truth, found = {.betas = {0}};
    double twists[SIGHT_JOINTS] = {0};
    sight s;
    pd_error err;

    (void)state;
    sight_draw(&truth, 1, 0, 1);
    sight_joints(&s, model, &truth);
    pd_observe_job job = {.hybrik = true, .twists = twists};
    twists[3] = NAN;
    assert_int_equal(sight_fit(&job, model, &found, &s, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/twists");
    twists[3] = 0, s.seen[4].confidence = 0;
    assert_int_equal(sight_fit(&job, model, &found, &s, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "no position of left_knee"));
    s.seen[4].confidence = 1, job.fit_scale = true;
    assert_int_equal(sight_fit(&job, model, &found, &s, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/fit_scale");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_and_twists_give_the_pose_back),
        cmocka_unit_test(betas_come_from_the_lengths_of_bones),
        cmocka_unit_test(end_joints_are_rotated_towards_the_points_seen_on_them),
        cmocka_unit_test(a_missing_joint_is_reported),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
