/* Poses drawn from the prior have its mean and spread. */
#include "core/ik/methods/prior.h"

#include "tests/support/cmocka.h"
#include "tests/support/human.h"
#include "tests/support/priors.h"

#include <math.h>

enum { K = 24, DRAWS = 4000 };

static void draws_have_the_mean_and_the_spread_of_the_density(void **state)
{
    (void)state;
    pd_ik_prior *prior = priors_built(4, 2, 5);
    pd_anim_skeleton human;
    pd_rng rng;
    double sum[PD_IK_PRIOR_MAX_DIM] = {0}, squares[PD_IK_PRIOR_MAX_DIM] = {0};
    human_init(&human);
    pd_rng_init(&rng, 9);
    for (int n = 0; n < DRAWS; n++) {
        pd_quat q[K];
        double x[PD_IK_PRIOR_MAX_DIM];
        pd_ik_prior_draw(q, prior, &human, 0.2, &rng);
        pd_ik_prior_features(x, prior, q);
        for (int i = 2; i < prior->dim; i++) sum[i] += x[i], squares[i] += x[i] * x[i];
    }

    for (int i = 2; i < prior->dim;
         i++) { /* the first two lie within the unit circle: not as the density's */
        double mean = 0, square = 0;
        for (int k = 0; k < prior->component_count; k++) {
            const double w = (double)prior->style_weights[prior->styles[k]] * (double)prior->weights[k],
                         m = (double)prior->means[k * prior->dim + i];
            double own = (double)prior->noise[k];
            for (int a = 0; a < prior->rank; a++) {
                const double b = (double)prior->bases[(k * prior->rank + a) * prior->dim + i];
                own += b * b;
            }
            mean += w * m, square += w * (m * m + own);
        }
        const double variance = square - mean * mean;
        assert_near(sum[i] / DRAWS, mean, 5 * sqrt(variance / DRAWS));
        assert_near(squares[i] / DRAWS - sum[i] / DRAWS * sum[i] / DRAWS, variance, 0.25 * variance);
    }
    pd_ik_prior_release(prior);
}

static void joints_that_it_does_not_know_turn_by_the_deviation_given(void **state)
{
    (void)state;
    pd_ik_prior *prior = priors_built(2, 1, 5);
    pd_anim_skeleton arm;
    pd_rng rng;
    double square = 0, root = 0;
    pd_anim_skeleton_init(&arm, (pd_anim_joint[]){{"base", NULL, {0, 0, 0}}, {"claw", "base", {0, 1, 0}}}, 2,
                          NULL);
    pd_rng_init(&rng, 2);
    for (int n = 0; n < 1000; n++) {
        pd_quat q[2];
        pd_ik_prior_draw(q, prior, &arm, 0.2, &rng);
        const pd_vec3 r = pd_q_to_rotvec(q[1]);
        square += pd_vec3_dot(r, r) / 3;
        root = fmax(root, fabs(pd_q_rotate(q[0], pd_vec3_make(0, 1, 0)).y));
    }
    assert_near(sqrt(square / 1000), 0.2, 0.01);
    assert_true(root <= 1); /* it leans as the prior's first joint does */
    pd_ik_prior_release(prior);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_have_the_mean_and_the_spread_of_the_density),
        cmocka_unit_test(joints_that_it_does_not_know_turn_by_the_deviation_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
