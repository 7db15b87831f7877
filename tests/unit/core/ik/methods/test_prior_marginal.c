/* Marginals of the prior are computed at the first request and kept. tests/unit/core/observe/test_prior.c
 * compares their numbers with elimination. */
#include "core/ik/methods/prior_marginal.h"

#include "tests/support/cmocka.h"
#include "tests/support/priors.h"

#include <pthread.h>

enum { THREADS = 8 };

static void the_marginal_of_the_same_joints_is_computed_once(void **state)
{
    const int joints[] = {1, 4, 18}, others[] = {1, 4, 19};
    pd_ik_prior *prior = priors_built(6, 4, 3);
    pd_error err;

    (void)state;
    const size_t before = pd_ik_prior_bytes(prior);
    const pd_ik_prior_marginal *first = pd_ik_prior_marginal_of(prior, joints, 3, &err);
    assert_non_null(first);
    assert_int_equal(first->dim, 9);
    assert_int_equal(pd_ik_prior_bytes(prior), before + first->bytes);
    const pd_ik_prior_marginal *other = pd_ik_prior_marginal_of(prior, others, 3, &err);
    assert_ptr_not_equal(other, first);
    const pd_ik_prior_marginal *fewer = pd_ik_prior_marginal_of(prior, joints, 2, &err);
    assert_ptr_not_equal(fewer, first);
    assert_ptr_equal(pd_ik_prior_marginal_of(prior, joints, 3, &err), first);
    assert_ptr_equal(pd_ik_prior_marginal_of(prior, others, 3, &err), other);
    assert_ptr_equal(pd_ik_prior_marginal_of(prior, joints, 2, &err), fewer);
    assert_int_equal(pd_ik_prior_bytes(prior), before + first->bytes + other->bytes + fewer->bytes);
    pd_ik_prior_release(prior);
}

typedef struct asking {
    const pd_ik_prior *prior;
    const pd_ik_prior_marginal *got[2];
} asking;

static void *ask(void *arg)
{
    const int joints[] = {2, 5, 7, 9}, others[] = {3};
    asking *a = arg;

    a->got[0] = pd_ik_prior_marginal_of(a->prior, joints, 4, NULL);
    a->got[1] = pd_ik_prior_marginal_of(a->prior, others, 1, NULL);
    return NULL;
}

static void threads_that_ask_at_once_get_the_same(void **state)
{
    pthread_t threads[THREADS];
    asking asked[THREADS];
    pd_ik_prior *prior = priors_built(24, 8, 5);

    (void)state;
    for (int i = 0; i < THREADS; i++) {
        asked[i] = (asking){.prior = prior};
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &asked[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        for (int k = 0; k < 2; k++) {
            assert_non_null(asked[i].got[k]);
            assert_ptr_equal(asked[i].got[k], asked[0].got[k]);
        }
    pd_ik_prior_release(prior);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_marginal_of_the_same_joints_is_computed_once),
                                       cmocka_unit_test(threads_that_ask_at_once_get_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
