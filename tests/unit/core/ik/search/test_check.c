/* Invalid jobs: each row changes one thing of a valid job. Every bound is tested with the numbers on both
 * sides of it. */
#include "core/ik/search/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"

#include <math.h>

typedef struct given {
    pd_ik_job job;
    pd_ik_target targets[PD_IK_MAX_TARGETS];
    pd_quat start[24], rotations[24];
    pd_vec3 moved;
    pd_ik_limit limits[24];
    pd_ik_result results[PD_IK_MAX_TARGETS];
    pd_ik_coupling couplings[2];
    double gains[24], twists[24];
} given;

static pd_anim_skeleton sk;

static int joint(const char *name)
{
    return pd_anim_skeleton_find(&sk, name);
}

/* Makes a valid job: position targets of two hands, solver dls. */
static void make(given *g)
{
    *g = (given){0};
    g->targets[0] = (pd_ik_target){
        .joint = joint("left_wrist"), .chain_root = -1, .has_position = 1, .position = {0.4, 1.2, 0.3}};
    g->targets[1] = (pd_ik_target){
        .joint = joint("right_wrist"), .chain_root = -1, .has_position = 1, .position = {-0.4, 1.2, 0.3}};
    for (int j = 0; j < 24; j++) g->start[j] = pd_q_identity(), g->gains[j] = 1;
    g->couplings[0] = (pd_ik_coupling){
        .count = 2, .joint = {joint("left_elbow"), joint("right_elbow")}, .angle = {1, 1}, .factor = {1, -1}};
    g->couplings[1] = g->couplings[0];
    g->job = (pd_ik_job){.rotations = g->rotations,
                         .results = g->results,
                         .skeleton = &sk,
                         .start = g->start,
                         .targets = g->targets,
                         .target_count = 2,
                         .solver = PD_IK_DLS,
                         .moved = &g->moved,
                         .rest_gains = g->gains};
    g->job.optimize.couplings = g->couplings;
}

static void judge(const given *g, pd_status status, const char *where, int line)
{
    pd_error err = {0};
    pd_status got = pd_ik_job_check(&g->job, &err);
    if (got != status || (status != PD_OK && strcmp(err.where, where)))
        fail_msg("line %d: %d at \"%s\" (%s); %d at \"%s\" expected", line, (int)got, err.where, err.detail,
                 (int)status, where);
    assert_int_equal(pd_ik_job_check(&g->job, NULL), status); /* nobody has to listen */
}

#define GOOD(...)               (make(&g), (void)(__VA_ARGS__), judge(&g, PD_OK, "", __LINE__))
#define BAD(status, where, ...) (make(&g), (void)(__VA_ARGS__), judge(&g, PD_ERR_##status, where, __LINE__))

static void numbers_are_held_to_their_bounds(void **state)
{
    (void)state;
    static given g;
    pd_ik_job *j = &g.job;
    pd_ik_target *t = &g.targets[1];
    GOOD(0);
    GOOD(j->iterations = 10000), BAD(RANGE, "/iterations", j->iterations = 10001),
        BAD(RANGE, "/iterations", j->iterations = -1);
    GOOD(j->tolerance = 1e-9), GOOD(j->tolerance = 1), BAD(RANGE, "/tolerance", j->tolerance = 0.99e-9),
        BAD(RANGE, "/tolerance", j->tolerance = 1.01), BAD(RANGE, "/tolerance", j->tolerance = NAN),
        BAD(RANGE, "/tolerance", j->tolerance = -1);
    BAD(RANGE, "/targets", j->target_count = 0), BAD(RANGE, "/targets", j->target_count = 65),
        GOOD(j->target_count = 1);
    BAD(UNSUPPORTED, "/solver", j->solver = PD_IK_SOLVER_COUNT),
        BAD(UNSUPPORTED, "/solver", j->solver = (pd_ik_solver)-1);
    GOOD(j->restarts = -1), GOOD(j->restarts = 1000), BAD(RANGE, "/restarts", j->restarts = 1001),
        BAD(RANGE, "/restarts", j->restarts = -2);
    GOOD(j->move_root = 1), BAD(INVALID, "/move_root", j->move_root = 1, j->moved = NULL),
        GOOD(j->moved = NULL);
    GOOD(j->dls.lambda = 1e-6), GOOD(j->dls.lambda = 10), BAD(RANGE, "/lambda", j->dls.lambda = 0.9e-6),
        BAD(RANGE, "/lambda", j->dls.lambda = 10.1);
    GOOD(j->max_rotation = 7), BAD(RANGE, "/continuity", j->max_rotation = 7.1),
        BAD(RANGE, "/continuity", j->max_rotation = -0.1), BAD(RANGE, "/continuity", j->max_rotation = NAN);
    GOOD(j->rest_gain = 100), BAD(RANGE, "/rest_gain", j->rest_gain = 101),
        BAD(RANGE, "/rest_gain", j->rest_gain = -1);
    GOOD(j->smoothness = 100), BAD(RANGE, "/smoothness", j->smoothness = 101),
        BAD(RANGE, "/smoothness", j->smoothness = -1);
    GOOD(g.gains[23] = 100), BAD(RANGE, "/rest_gains", g.gains[23] = 101),
        BAD(RANGE, "/rest_gains", g.gains[0] = -1), GOOD(g.gains[0] = -1, j->rest_gains = NULL);
    BAD(RANGE, "/pose/quaternions/23", g.start[23] = (pd_quat){0, 0, 0, 0}),
        BAD(RANGE, "/pose/quaternions/0", g.start[0].x = NAN),
        BAD(RANGE, "/pose/quaternions/5", g.start[5].w = INFINITY);
    BAD(RANGE, "/pose/quaternions/5", g.start[5].w = 1e200), GOOD(g.start[5].w = 1e-11),
        BAD(RANGE, "/pose/quaternions/5", g.start[5].w = 1e-12), GOOD(g.start[5].w = 0, j->start = NULL);
    GOOD(j->translation.y = 1e6), BAD(RANGE, "/translation", j->translation.y = 1.1e6),
        BAD(RANGE, "/translation", j->translation.z = NAN);
    BAD(RANGE, "/targets/1/joint", t->joint = 24), BAD(RANGE, "/targets/1/joint", t->joint = -1);
    GOOD(t->joint = -1, t->has_position = 0, t->has_centre = 1),
        BAD(RANGE, "/targets/1/joint", t->joint = -2, t->has_position = 0, t->has_centre = 1);
    BAD(RANGE, "/targets/1/position", t->position.x = INFINITY),
        GOOD(t->position.x = 1e9, t->has_position = 0, t->has_look = 1);
    GOOD(t->has_orientation = 1, t->orientation.w = 2),
        BAD(RANGE, "/targets/1/orientation", t->has_orientation = 1);
    BAD(RANGE, "/targets/1/pole", t->has_pole = 1, t->pole.y = NAN),
        BAD(RANGE, "/targets/1/look_at", t->has_look = 1, t->look_at.y = -2e6);
    BAD(RANGE, "/targets/1/look_axis", t->has_look = 1, t->look_axis.y = NAN),
        BAD(RANGE, "/targets/1/centre", t->has_centre = 1, t->centre.x = NAN);
    GOOD(t->has_distance = 1, t->distance_to = -1, t->distance = 1e6),
        BAD(RANGE, "/targets/1/distance", t->has_distance = 1, t->distance = -0.1, t->distance_to = -1),
        BAD(RANGE, "/targets/1/distance", t->has_distance = 1, t->distance = 2e6, t->distance_to = -1);
    BAD(RANGE, "/targets/1/distance_from", t->has_distance = 1, t->distance_to = -1,
        t->distance_point.x = NAN),
        GOOD(t->has_distance = 1, t->distance_to = 0, t->distance_point.x = NAN);
    GOOD(t->has_distance = 1, t->distance_to = 23),
        BAD(RANGE, "/targets/1/distance_from", t->has_distance = 1, t->distance_to = 24);
    GOOD(t->balance = 0.01), BAD(RANGE, "/targets/1/balance", t->balance = 1),
        BAD(RANGE, "/targets/1/balance", t->balance = -0.1);
    GOOD(t->weight = 1e-6), GOOD(t->weight = 1e6), BAD(RANGE, "/targets/1/weight", t->weight = 0.9e-6),
        BAD(RANGE, "/targets/1/weight", t->weight = 1.1e6), BAD(RANGE, "/targets/1/weight", t->weight = -1);
    GOOD(t->priority = 1), GOOD(t->priority = 2), BAD(RANGE, "/targets/1/priority", t->priority = 3),
        BAD(RANGE, "/targets/1/priority", t->priority = -1);
    GOOD(t->has_frame = 1, t->frame = 0), BAD(RANGE, "/targets/1/frame", t->has_frame = 1, t->frame = 24),
        BAD(RANGE, "/targets/1/frame", t->has_frame = 1, t->frame = -1);
    BAD(RANGE, "/targets/1/chain", t->chain_root = 24), BAD(RANGE, "/targets/1/chain", t->chain_root = -2);
}

static void goals_that_do_not_go_together_are_refused(void **state)
{
    (void)state;
    static given g;
    pd_ik_target *t = &g.targets[1];
    BAD(INVALID, "/targets/1", t->has_position = 0);
    GOOD(t->has_position = 0, t->has_orientation = 1, t->orientation.w = 1),
        GOOD(t->has_position = 0, t->has_look = 1), GOOD(t->has_position = 0, t->has_distance = 1),
        GOOD(t->has_position = 0, t->has_centre = 1), GOOD(t->has_position = 0, t->keep = 1);
    BAD(INVALID, "/targets/1/pole", t->has_position = 0, t->has_look = 1, t->has_pole = 1),
        GOOD(t->has_pole = 1);
    BAD(INVALID, "/targets/1/keep", t->keep = 1),
        BAD(INVALID, "/targets/1/keep", t->keep = 1, t->has_position = 0, t->has_orientation = 1,
            t->orientation.w = 1),
        BAD(INVALID, "/targets/1/keep", t->keep = 1, t->has_position = 0, t->has_frame = 1);
    GOOD(t->keep = 1, t->has_position = 0, t->has_look = 1);
    BAD(INVALID, "/targets/1/frame", t->has_position = 0, t->has_look = 1, t->has_frame = 1),
        GOOD(t->has_position = 0, t->has_orientation = 1, t->orientation.w = 1, t->has_frame = 1);
    BAD(INVALID, "/targets/1/frame", t->has_frame = 1, t->has_distance = 1),
        BAD(INVALID, "/targets/1/frame", t->has_frame = 1, t->frame = t->joint), GOOD(t->frame = t->joint);
    BAD(INVALID, "/targets/1/distance_from", t->has_distance = 1, t->distance_to = t->joint),
        GOOD(t->distance_to = t->joint);
    /* chains: from a joint above, to one below; a joint is not moved by itself */
    GOOD(t->chain_root = joint("spine3")),
        BAD(INVALID, "/targets/1/chain", t->chain_root = joint("left_elbow")),
        BAD(INVALID, "/targets/1/chain", t->chain_root = t->joint);
    BAD(INVALID, "/targets/1/joint", t->joint = joint("pelvis")),
        GOOD(t->joint = joint("pelvis"), g.job.move_root = 1),
        BAD(INVALID, "/targets/1/chain", t->chain_root = t->joint, g.job.move_root = 1);
    GOOD(t->has_position = 0, t->has_look = 1, t->chain_root = joint("spine3")),
        BAD(INVALID, "/targets/1/chain", t->has_position = 0, t->has_look = 1,
            t->chain_root = joint("left_elbow"));
}

static void a_solver_says_which_goals_it_lacks(void **state)
{
    (void)state;
    static given g;
    pd_ik_target *t = &g.targets[1];
    static const pd_ik_solver lacking[] = {PD_IK_TWO_BONE, PD_IK_FABRIK, PD_IK_CCD};
    for (int s = 0; s < 3; s++) {
        const pd_ik_solver solver = lacking[s];
        GOOD(g.job.solver = solver);
        BAD(INVALID, "/targets/1/look_at", g.job.solver = solver, t->has_look = 1);
        BAD(INVALID, "/targets/1/distance", g.job.solver = solver, t->has_distance = 1);
        BAD(INVALID, "/targets/1/centre", g.job.solver = solver, t->has_centre = 1);
        BAD(INVALID, "/targets/1/frame", g.job.solver = solver, t->has_frame = 1);
        BAD(INVALID, "/targets/1/priority", g.job.solver = solver, t->priority = 2);
        GOOD(g.job.solver = solver, t->priority = 1);
        BAD(INVALID, "/move_root", g.job.solver = solver, g.job.move_root = 1);
    }
    BAD(INVALID, "/targets/1/chain", g.job.solver = PD_IK_TWO_BONE, t->joint = joint("right_elbow"));
    GOOD(g.job.solver = PD_IK_FABRIK, t->joint = joint("right_elbow"));
    /* 40 positions are 120 rows: as many as singular values are found for */
    for (int count = 40; count <= 41; count++) {
        for (int solver = 0; solver < 3; solver++) {
            make(&g);
            for (int i = 0; i < count; i++) g.targets[i] = g.targets[i % 2];
            g.job.target_count = count;
            g.job.solver = solver == 2 ? PD_IK_PINV : PD_IK_DLS;
            g.job.dls.damping = solver == 1 ? PD_IK_SELECTIVE : PD_IK_ADAPTIVE;
            judge(&g, count == 41 && solver ? PD_ERR_RANGE : PD_OK, solver == 2 ? "/solver" : "/damping",
                  __LINE__);
        }
    }
}

/* Two chains that share a joint: two_bone would solve one and then change it with the other. */
static void two_bone_needs_chains_that_share_no_joint(void **state)
{
    (void)state;
    static given g;
    BAD(INVALID, "/targets/1", g.job.solver = PD_IK_TWO_BONE, g.targets[1].joint = g.targets[0].joint);
    GOOD(g.job.solver = PD_IK_DLS, g.targets[1].joint = g.targets[0].joint);
    /* the wrist turns where its orientation is asked for: the hand's chain may not end below it */
    make(&g);
    pd_error err;
    g.job.solver = PD_IK_TWO_BONE;
    g.targets[1] =
        (pd_ik_target){.joint = joint("left_hip"), .chain_root = joint("pelvis"), .has_position = 1};
    assert_int_equal(pd_ik_job_check(&g.job, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/targets/1/chain");
    assert_non_null(strstr(err.detail, "2 joints from \"pelvis\""));
}

static void couplings_are_of_joints_and_angles_that_there_are(void **state)
{
    (void)state;
    static given g;
    pd_ik_coupling *c = &g.couplings[1];
#define WITH g.job.solver = PD_IK_OPTIMIZE, g.job.optimize.coupling_count = 2
    GOOD(WITH);
    BAD(INVALID, "/couplings", g.job.optimize.coupling_count = 1),
        BAD(RANGE, "/couplings", WITH, g.job.optimize.coupling_count = -1),
        BAD(RANGE, "/couplings", WITH, g.job.optimize.coupling_count = 65);
    BAD(RANGE, "/couplings/1", WITH, c->count = 0), BAD(RANGE, "/couplings/1", WITH, c->count = 9),
        GOOD(WITH, c->count = 8), GOOD(WITH, c->count = 1);
    GOOD(WITH, c->equals = -100), GOOD(WITH, c->equals = 100),
        BAD(RANGE, "/couplings/1", WITH, c->equals = 101), BAD(RANGE, "/couplings/1", WITH, c->equals = NAN);
    GOOD(WITH, c->factor[1] = 1000), BAD(RANGE, "/couplings/1", WITH, c->factor[1] = 1001),
        BAD(RANGE, "/couplings/1", WITH, c->factor[0] = -1001), GOOD(WITH, c->factor[2] = 1001);
    GOOD(WITH, c->joint[1] = 23), BAD(RANGE, "/couplings/1", WITH, c->joint[1] = 24),
        BAD(RANGE, "/couplings/1", WITH, c->joint[0] = -1);
    GOOD(WITH, c->angle[1] = 2), BAD(RANGE, "/couplings/1", WITH, c->angle[1] = 3),
        BAD(RANGE, "/couplings/1", WITH, c->angle[1] = -1);
#undef WITH
}

static void hybrik_needs_every_joint_once(void **state)
{
    (void)state;
    static given g;
    pd_error err;
#define EVERY                                                                                                \
    for (int k = 0; (k ? (void)0 : make(&g), k < 24); k++)                                                   \
    g.targets[k] = (pd_ik_target){.joint = 23 - k, .chain_root = -1, .has_position = 1},                     \
    g.job.target_count = 24, g.job.solver = PD_IK_HYBRIK, g.job.hybrik.twists = g.twists
#define REFUSED(at, change)                                                                                  \
    do {                                                                                                     \
        EVERY;                                                                                               \
        change;                                                                                              \
        assert_int_not_equal(pd_ik_job_check(&g.job, &err), PD_OK);                                          \
        assert_string_equal(err.where, at);                                                                  \
        assert_int_not_equal(pd_ik_job_check(&g.job, NULL), PD_OK);                                          \
    } while (0)
    EVERY;
    judge(&g, PD_OK, "", __LINE__);
    REFUSED("/targets/7", g.targets[7].joint = 23);
    REFUSED("/targets/7", g.targets[7].joint = 24);
    REFUSED("/targets/7", g.targets[7].joint = -1);
    REFUSED("/targets/7", g.targets[7].has_position = 0);
    REFUSED("/targets/7", g.targets[7].has_orientation = 1);
    REFUSED("/targets/7", g.targets[7].has_look = 1);
    REFUSED("/targets/7/position", g.targets[7].position.z = NAN);
    REFUSED("/targets", g.job.target_count = 23);
    REFUSED("/twists", g.twists[23] = 7.1);
    REFUSED("/twists", g.twists[0] = NAN);
    EVERY;
    g.twists[23] = -7, g.twists[0] = 7;
    judge(&g, PD_OK, "", __LINE__);
}

static void solver_example_is_refused_without_a_pose_prior(void **state)
{
    (void)state;
    static given g;
    BAD(INVALID, "/solver", g.job.solver = PD_IK_EXAMPLE);
}

static int setup(void **state)
{
    (void)state;
    human_init(&sk);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_held_to_their_bounds),
        cmocka_unit_test(goals_that_do_not_go_together_are_refused),
        cmocka_unit_test(a_solver_says_which_goals_it_lacks),
        cmocka_unit_test(two_bone_needs_chains_that_share_no_joint),
        cmocka_unit_test(couplings_are_of_joints_and_angles_that_there_are),
        cmocka_unit_test(hybrik_needs_every_joint_once),
        cmocka_unit_test(solver_example_is_refused_without_a_pose_prior),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
