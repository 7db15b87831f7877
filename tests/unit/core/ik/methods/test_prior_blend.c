/* Tests blended styles of the pose prior: the density is the product
 * of powers of the two, up to a constant. */
#include "core/ik/methods/prior.h"

#include "core/base/rng.h"
#include "tests/support/cmocka.h"
#include "tests/support/priors.h"

#include <math.h>

static void draw(double *x, const pd_ik_prior *prior, pd_rng *rng)
{
    for (int i = 0; i < prior->dim; i++) x[i] = 0.6 * pd_rng_normal(rng);
}

/* Returns the log of the sum over pairs of (w_1 N_1)^a (w_2 N_2)^b. */
static double pooled(const pd_ik_prior *prior, double share, const double *x)
{
    double most = -INFINITY, sum = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < prior->component_count; k++)
            for (int l = 0; l < prior->component_count; l++) {
                if (prior->styles[k] != 0 || prior->styles[l] != 1) continue;
                const double log_p = share * pd_ik_prior_component_log(prior, k, x) +
                                     (1 - share) * pd_ik_prior_component_log(prior, l, x);
                if (pass)
                    sum += exp(log_p - most);
                else
                    most = fmax(most, log_p);
            }
    return most + log(sum);
}

static void the_density_is_the_product_of_powers_up_to_a_constant(void **state)
{
    (void)state;
    static const int sizes[] = {2, 6}, ranks[] = {0, 3};
    const double shares[] = {0.1, 0.5, 0.8};
    pd_rng draws;
    pd_rng_init(&draws, 4);
    for (int n = 0; n < 12; n++) {
        pd_ik_prior *prior = priors_built(sizes[n % 2], ranks[n / 2 % 2], 7), *blend;
        const double share = shares[n / 4];
        double x[PD_IK_PRIOR_MAX_DIM], before = 0;
        assert_int_equal(pd_ik_prior_blend(&blend, prior, (int[2]){0, 1}, share, NULL), PD_OK);
        assert_int_equal(blend->rank, 2 * prior->rank);
        assert_string_equal(blend->style_names[0], "blend");
        for (int i = 0; i < 20; i++) {
            draw(x, prior, &draws);
            const double constant = pd_ik_prior_log(blend, x, -1) - pooled(prior, share, x);
            if (i) assert_near(constant, before, 2e-3); /* of some hundred nats, in float */
            before = constant;
        }
        pd_ik_prior_release(blend);
        pd_ik_prior_release(prior);
    }
}

/* Elbows are straight in one style and bent by 1.2 rad in the other. Blended poses lie between, nearer to the
 * style of larger weight. */
static void poses_of_a_blend_lie_between_the_styles(void **state)
{
    (void)state;
    pd_ik_prior *prior = priors_built(2, 0, 7), *blend;
    double before = 0;
    for (double share = 0.1; share < 0.95; share += 0.2) {
        assert_int_equal(pd_ik_prior_blend(&blend, prior, (int[2]){1, 0}, share, NULL), PD_OK);
        const double bent = pd_q_angle(pd_q_identity(), blend->poses[4]); /* left_knee */
        assert_true(bent > before && bent < 1.4);
        before = bent;
        pd_ik_prior_release(blend);
    }
    assert_true(before > 0.9);
    pd_ik_prior_release(prior);
}

static void shares_outside_of_0_to_1_and_both_ends_are_refused(void **state)
{
    (void)state;
    pd_ik_prior *prior = priors_built(2, 1, 7), *blend;
    pd_error err;
    const double shares[] = {0, 1, -0.5, NAN};
    for (int i = 0; i < 4; i++)
        assert_int_equal(pd_ik_prior_blend(&blend, prior, (int[2]){0, 1}, shares[i], &err), PD_ERR_RANGE);
    pd_ik_prior_release(prior);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_density_is_the_product_of_powers_up_to_a_constant),
        cmocka_unit_test(poses_of_a_blend_lie_between_the_styles),
        cmocka_unit_test(shares_outside_of_0_to_1_and_both_ends_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
