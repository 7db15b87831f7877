/* Tests the capsules of the shipped body. tests/unit/core/observe/test_term.c
 * tests the Jacobian of their term. */
#include "core/smpl/capsule.h"

#include "core/base/rng.h"
#include "core/math/mat3.h"
#include "tests/support/sight_model.h"

#include <pthread.h>

static void capsules_lie_within_the_skin(void **state)
{
    const pd_smpl_capsules *all = pd_smpl_model_capsules(model);

    (void)state;
    assert_non_null(all);
    assert_int_equal(all->count, PD_SMPL_CAPSULES);
    for (int i = 0; i < all->count; i++) {
        const pd_smpl_capsule *c = &all->each[i];
        print_message("%s to %s: %.1f cm\n", model->data.joint_names[c->from], model->data.joint_names[c->to],
                      100 * c->radius);
        assert_true(c->radius > 0.003 && c->radius < 0.12);
    }
    print_message("%d pairs\n", all->pair_count);
    assert_true(all->pair_count > 30);
}

/* Searches a thousand points of each axis. */
static void the_nearest_points_of_two_capsules_equal_those_of_a_search(void **state)
{
    enum { STEPS = 1000 };
    pd_rng rng;

    (void)state;
    pd_rng_init(&rng, 3);
    for (int trial = 0; trial < 40; trial++) {
        const pd_smpl_capsule a = {0, 1, trial % 2 ? 1 : 1.5, 0.05}, b = {2, 3, 1, 0.05};
        double joints[4][3], s[2], between[3], least = INFINITY;
        for (int k = 0; k < 12; k++) joints[k / 3][k % 3] = pd_rng_normal(&rng);
        if (trial == 5) /* along one another */
            for (int c = 0; c < 3; c++) joints[3][c] = joints[2][c] + joints[1][c] - joints[0][c];
        const double apart = pd_smpl_capsules_nearest(s, between, &a, &b, (const double(*)[3])joints);
        for (int i = 0; i <= STEPS; i++)
            for (int k = 0; k <= STEPS; k++) {
                double x[3], y[3];
                for (int c = 0; c < 3; c++) {
                    x[c] = joints[0][c] + a.reach * i / STEPS * (joints[1][c] - joints[0][c]);
                    y[c] = joints[2][c] + (double)k / STEPS * (joints[3][c] - joints[2][c]);
                }
                least = fmin(least, pd_distance3(x, y));
            }
        assert_near(apart, least, 5e-3);
        assert_true(apart <= least + 1e-12);
        assert_true(s[0] >= 0 && s[0] <= a.reach && s[1] >= 0 && s[1] <= b.reach);
        assert_near(pd_length3(between), apart, 1e-12);
    }
}

static void *ask(void *arg)
{
    *(const pd_smpl_capsules **)arg = pd_smpl_model_capsules(model);
    return NULL;
}

static void concurrent_threads_get_the_same_capsules(void **state)
{
    const pd_smpl_capsules *got[4];
    pthread_t threads[4];

    (void)state;
    for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&threads[i], NULL, ask, &got[i]), 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++) assert_ptr_equal(got[i], got[0]);
}

static void a_model_with_other_joint_names_has_no_capsules(void **state)
{
    pd_smpl_model *other = sight_model();

    (void)state;
    for (int k = 0; k < other->joint_count; k++)
        snprintf(other->data.joint_names[k], PD_SMPL_NAME_BYTES, "bone_%d", k);
    const pd_smpl_capsules *all = pd_smpl_model_capsules(other);
    assert_int_equal(all->count, 0);
    assert_int_equal(all->pair_count, 0);
    pd_smpl_model_release(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(concurrent_threads_get_the_same_capsules),
        cmocka_unit_test(capsules_lie_within_the_skin),
        cmocka_unit_test(the_nearest_points_of_two_capsules_equal_those_of_a_search),
        cmocka_unit_test(a_model_with_other_joint_names_has_no_capsules)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
