/* Poses from the shipped pose prior on the default body. docs/images/ik-example.png shows them; the picture
 * was checked by eye. To print the numbers again: UPDATE_GOLDEN=1 build/tests/golden/test_pose_prior */
#include "core/retarget/skeleton.h"
#include "core/ik/search/solve.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CLOSE 0.02 /* metres: libm and vector units differ in last bits, and a last step gains 0.1 nat */

static pd_ik_prior *prior;
static pd_anim_skeleton skeleton;

static int load(void **state)
{
    (void)state;
    pd_smpl_model *model;
    if (pd_smpl_model_load(&model, "models/default.safetensors", NULL)) return 1;
    pd_status status = pd_retarget_skeleton_of(&skeleton, model, NULL, 0, NULL);
    pd_smpl_model_release(model);
    return status || pd_ik_prior_load(&prior, "models/pose-prior.safetensors", NULL);
}

static int release(void **state)
{
    (void)state;
    pd_ik_prior_release(prior);
    return 0;
}

typedef struct golden {
    const char *style;
    double left_knee[3], right_elbow[3], pelvis[3], log_p;
} golden;

/* A hand to the ground before the right foot. */
static const golden picks_up[] = {
    {NULL, {0.065, -0.864, 0.429}, {-0.178, -0.274, 0.435}, {-0.028, -0.450, 0.418}, 131.0},
    {"crouch", {0.190, -0.582, 0.352}, {-0.221, -0.287, 0.392}, {-0.013, -0.282, 0.141}, 110.5},
    {"run", {0.209, -0.611, 0.369}, {-0.235, -0.261, 0.510}, {-0.087, -0.330, 0.259}, 134.9},
    {"reach", {0.087, -0.632, 0.384}, {-0.256, -0.299, 0.376}, {-0.012, -0.364, 0.088}, 107.4},
};

static void solve(pd_vec3 *at, double *log_p, const char *style)
{
    const pd_vec3 places[3] = {{-0.22, -0.5, 0.5}, {0.14, -0.83, 0.02}, {-0.14, -0.83, 0.02}};
    static const char *const names[3] = {"right_wrist", "left_ankle", "right_ankle"};
    pd_ik_target targets[3];
    pd_ik_result results[3];
    pd_ik_limit limits[24];
    pd_quat q[24];
    pd_vec3 moved;
    pd_arena arena;
    double x[PD_IK_PRIOR_MAX_DIM];
    for (int j = 0; j < 24; j++) pd_ik_limit_of(&limits[j], skeleton.names[j]);
    for (int t = 0; t < 3; t++)
        targets[t] = (pd_ik_target){.joint = pd_anim_skeleton_find(&skeleton, names[t]),
                                    .chain_root = -1,
                                    .has_position = 1,
                                    .position = places[t]};
    pd_ik_job job = {
        .rotations = q, .positions = at, .results = results, .skeleton = &skeleton, .targets = targets};
    job.target_count = 3;
    job.solver = PD_IK_EXAMPLE;
    job.limits = limits;
    job.moved = &moved;
    job.move_root = 1;
    job.example.prior = prior;
    job.example.style = style ? 1 + pd_ik_prior_style(prior, style) : 0;
    assert_true(!style || job.example.style > 0);
    assert_int_equal(pd_ik_job_check(&job, NULL), PD_OK);
    assert_true(pd_arena_init(&arena, pd_ik_job_scratch_bytes(&job)));
    pd_ik_job_run(&job, &arena);
    pd_arena_deinit(&arena);
    assert_int_equal(job.status, PD_IK_REACHED);
    for (int j = 1; j < 24; j++) assert_true(pd_ik_limit_excess(&limits[j], q[j]) < 1e-4);
    pd_ik_prior_features(x, prior, q);
    *log_p = pd_ik_prior_log(prior, x, -1);
}

static void expect_near(pd_vec3 is, const double *wanted, const char *what)
{
    double away = pd_vec3_distance(is, pd_vec3_make(wanted[0], wanted[1], wanted[2]));
    if (away > CLOSE) fail_msg("%s: %g %g %g, %g m off", what, is.x, is.y, is.z, away);
}

static void a_hand_at_the_ground_is_a_pose_that_people_take(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof picks_up / sizeof *picks_up; i++) {
        const golden *g = &picks_up[i];
        pd_vec3 at[24];
        double log_p;
        solve(at, &log_p, g->style);
        if (getenv("UPDATE_GOLDEN")) {
            printf("    {%s%s%s, {%.3f, %.3f, %.3f}, {%.3f, %.3f, %.3f}, {%.3f, %.3f, %.3f}, %.1f},\n",
                   g->style ? "\"" : "", g->style ? g->style : "NULL", g->style ? "\"" : "", at[4].x, at[4].y,
                   at[4].z, at[19].x, at[19].y, at[19].z, at[0].x, at[0].y, at[0].z, log_p);
            continue;
        }
        expect_near(at[4], g->left_knee, "left knee");
        expect_near(at[19], g->right_elbow, "right elbow");
        expect_near(at[0], g->pelvis, "pelvis");
        assert_true(fabs(log_p - g->log_p) < 3);
    }
}

static void the_shipped_prior_has_the_styles_that_the_docs_name(void **state)
{
    (void)state;
    static const char *const styles[] = {"skip", "dribble", "sad",  "jump", "crouch", "reach",
                                         "run",  "back",    "side", "walk", "stand"};
    assert_int_equal(prior->style_count, 11);
    for (int s = 0; s < 11; s++) assert_int_equal(pd_ik_prior_style(prior, styles[s]), s);
    assert_true(prior->text.credits && strstr(prior->text.credits, "mocap.cs.cmu.edu"));
    assert_true(prior->resident_bytes < 3u << 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_at_the_ground_is_a_pose_that_people_take),
        cmocka_unit_test(the_shipped_prior_has_the_styles_that_the_docs_name),
    };
    return cmocka_run_group_tests(tests, load, release);
}
