/* Tests alternative solutions: each reaches the targets, and any two are as far apart as was asked. */
#include "tests/support/cmocka.h"

#include "core/ik/search/alternatives.h"
#include "tests/support/person_job.h"
#include "tests/support/priors.h"

enum { K = 24, N = 6 };

static pd_quat other_rotations[N * K];
static pd_vec3 other_positions[N * K], other_moved[N];
static double apart_by[N], likelihood[N];

static pd_ik_alternatives wanted(int count)
{
    return (pd_ik_alternatives){.rotations = other_rotations,
                                .positions = other_positions,
                                .moved = other_moved,
                                .apart_by = apart_by,
                                .log_likelihood = likelihood,
                                .wanted = count};
}

static void find(pd_ik_alternatives *a, pd_ik_job *job)
{
    pd_error err = {0};
    person_job_run(job);
    if (pd_ik_alternatives_check(a, job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_arena_reserve(&person.arena, pd_ik_alternatives_bytes(a, job));
    pd_ik_alternatives_run(a, job, &person.arena);
    assert_int_equal(person.arena.used, 0);
}

/* Returns the largest angle between the same bone of two poses, by dot products. */
static double apart(const pd_vec3 *a, const pd_vec3 *b)
{
    double most = 0;
    for (int j = 1; j < K; j++) {
        const pd_vec3 one = pd_vec3_sub(a[j], a[person.skeleton.parents[j]]),
                      two = pd_vec3_sub(b[j], b[person.skeleton.parents[j]]);
        const double cosine = pd_vec3_dot(one, two) / (pd_vec3_length(one) * pd_vec3_length(two));
        most = fmax(most, acos(fmin(1, fmax(-1, cosine))));
    }
    return most;
}

static pd_ik_target hand(void)
{
    return (pd_ik_target){.joint = person_joint("left_wrist"),
                          .chain_root = -1,
                          .has_position = 1,
                          .position = {0.3, 1.25, 0.3}};
}

static void each_reaches_within_limits_and_is_apart_from_all_others(void **state)
{
    (void)state;
    static const pd_ik_solver solvers[] = {PD_IK_AUTO, PD_IK_DLS, PD_IK_FABRIK, PD_IK_CCD, PD_IK_EXAMPLE};
    pd_ik_prior *prior = priors_built(12, 3, 5);

    for (int s = 0; s < 5; s++)
        for (int with_prior = solvers[s] == PD_IK_EXAMPLE; with_prior < 2; with_prior++) {
            const pd_ik_target t = hand();
            pd_ik_job job = person_job_of(&t, 1, solvers[s]);
            pd_ik_alternatives a = wanted(N);
            a.apart = 0.2;
            job.example.prior = a.prior = with_prior ? prior : NULL;
            find(&a, &job);
            printf("solver %d, prior %d: %d\n", (int)solvers[s], with_prior, a.count);
            assert_int_equal(job.status, PD_IK_REACHED);
            assert_true(a.count >= 2);

            for (int n = 0; n < a.count; n++) {
                pd_vec3 at[K];
                pd_quat frames[K];
                double nearest = apart(person.positions, other_positions + n * K),
                       worst = person_excess(&job);
                pd_anim_skeleton_forward(at, frames, &person.skeleton, other_rotations + n * K,
                                         other_moved[n]);
                assert_true(pd_vec3_distance(at[t.joint], t.position) <= PD_IK_DEFAULT_TOLERANCE);
                for (int j = 0; j < K; j++) {
                    assert_true(pd_vec3_distance(at[j], other_positions[n * K + j]) < 1e-9);
                    worst = fmax(worst, pd_ik_limit_excess(&person.limits[j], other_rotations[n * K + j]));
                }
                for (int m = 0; m < n; m++)
                    nearest = fmin(nearest, apart(other_positions + m * K, other_positions + n * K));
                assert_true(worst < 1e-6);
                assert_true(nearest >= 0.2 - 1e-9);
                assert_near(apart_by[n], nearest, 1e-6);
                if (with_prior && n) assert_true(likelihood[n] <= likelihood[n - 1]);
            }
        }
    pd_ik_prior_release(prior);
}

/* The reported likelihood is the prior's, and joints that no target moves keep their rotations. */
static void likelihood_is_that_of_the_prior(void **state)
{
    (void)state;
    pd_ik_prior *prior = priors_built(12, 3, 5);
    const pd_ik_target t = hand();
    pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
    pd_ik_alternatives a = wanted(3);
    double x[PD_IK_PRIOR_MAX_DIM];

    a.prior = prior;
    person.begin[person_joint("right_knee")] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 0.5);
    find(&a, &job);
    pd_ik_prior_features(x, prior, person.rotations);
    assert_near(a.own_log_likelihood, pd_ik_prior_log(prior, x, -1), 1e-9);
    assert_true(a.count > 0);
    for (int n = 0; n < a.count; n++) {
        pd_ik_prior_features(x, prior, other_rotations + n * K);
        assert_near(likelihood[n], pd_ik_prior_log(prior, x, -1), 1e-9);
        for (int j = 0; j < K; j++)
            if (person.skeleton.depth[j] < person.skeleton.depth[person_joint("left_collar")] ||
                person.skeleton.names[j][0] == 'r')
                assert_true(pd_q_angle(person.begin[j], other_rotations[n * K + j]) < 1e-9);
    }
    pd_ik_prior_release(prior);
}

static void an_unreachable_target_or_a_chain_without_freedom_has_no_alternatives(void **state)
{
    (void)state;
    pd_ik_target t = hand();
    pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
    pd_ik_alternatives a = wanted(N);
    t.position = pd_vec3_make(5, 5, 5);
    find(&a, &job);
    assert_int_equal(a.count, 0);

    /* an upper arm has one way to put the elbow where it is */
    pd_anim_skeleton_forward(person.positions, person.rotations, &person.skeleton, person.begin,
                             pd_vec3_make(0, 0, 0));
    t = (pd_ik_target){.joint = person_joint("left_elbow"),
                       .chain_root = person_joint("left_shoulder"),
                       .has_position = 1,
                       .position = person.positions[person_joint("left_elbow")]};
    job = person_job_of(&t, 1, PD_IK_AUTO);
    a = wanted(N);
    find(&a, &job);
    assert_int_equal(job.status, PD_IK_REACHED);
    assert_int_equal(a.count, 0);
}

static void impossible_alternatives_are_refused(void **state)
{
    (void)state;
    const pd_ik_target t = hand();
    pd_error err = {0};
    pd_ik_job job = person_job_of(&t, 1, PD_IK_NEURAL);
    pd_ik_alternatives a = wanted(2);
    assert_int_equal(pd_ik_alternatives_check(&a, &job, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/alternatives");
    job = person_job_of(&t, 1, PD_IK_HYBRIK);
    assert_int_equal(pd_ik_alternatives_check(&a, &job, &err), PD_ERR_INVALID);
    job = person_job_of(&t, 1, PD_IK_AUTO);
    job.max_rotation = 0.1;
    assert_int_equal(pd_ik_alternatives_check(&a, &job, &err), PD_ERR_INVALID);
    job.max_rotation = 0;
    a.apart = 4;
    assert_int_equal(pd_ik_alternatives_check(&a, &job, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/apart");
    a = wanted(PD_IK_MAX_ALTERNATIVES + 1);
    assert_int_equal(pd_ik_alternatives_check(&a, &job, &err), PD_ERR_RANGE);
}

static int stops(void *left)
{
    return --*(int *)left > 0;
}

static void time_that_runs_out_ends_the_search(void **state)
{
    (void)state;
    const pd_ik_target t = hand();
    pd_ik_job job = person_job_of(&t, 1, PD_IK_AUTO);
    pd_ik_alternatives a = wanted(N);
    int left = 200;
    job.keep_going = stops;
    job.ctx = &left;
    find(&a, &job);
    assert_int_equal(job.status, PD_IK_REACHED);
    left = 0;
    pd_ik_alternatives_run(&a, &job, &person.arena);
    assert_int_equal(a.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_reaches_within_limits_and_is_apart_from_all_others),
        cmocka_unit_test(likelihood_is_that_of_the_prior),
        cmocka_unit_test(an_unreachable_target_or_a_chain_without_freedom_has_no_alternatives),
        cmocka_unit_test(impossible_alternatives_are_refused),
        cmocka_unit_test(time_that_runs_out_ends_the_search),
    };
    return cmocka_run_group_tests(tests, person_job_set_up, person_job_tear_down);
}
