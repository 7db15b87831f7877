/* Tests the rows of the pose prior: their squares are the Gaussian,
 * computed by elimination of its whole covariance. */
#include "core/observe/prior.h"
#include "tests/support/priors.h"
#include "tests/support/sight.h"

static pd_smpl_model *model;
static pd_ik_prior *source;
static pd_observe_prior prior;

static int setup(void **state)
{
    (void)state;
    model = sight_model();
    source = priors_built(6, 4, 3);
    return pd_observe_prior_init(&prior, source, model, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_ik_prior_release(source);
    pd_smpl_model_release(model);
    return 0;
}

static void draw(double *x, uint64_t seed)
{
    pd_rng rng;
    pd_rng_init(&rng, seed);
    for (int i = 0; i < prior.dim; i++) x[i] = pd_rng_normal(&rng);
}

/* The covariance of the kept numbers inverted the long way, by eliminating W W^T + s^2 I. */
static double mahalanobis(int k, const double *x, double *log_det)
{
    const int d = prior.dim, q = prior.rank;
    static double c[PD_IK_PRIOR_MAX_DIM][PD_IK_PRIOR_MAX_DIM + 1];
    double sum = 0;

    for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
            c[i][j] = i == j ? prior.noise[k] * prior.noise[k] : 0;
            for (int a = 0; a < q; a++)
                c[i][j] += prior.bases[(k * q + a) * d + i] * prior.bases[(k * q + a) * d + j];
        }
        c[i][d] = x[i] - prior.means[k * d + i];
    }
    *log_det = 0;
    for (int i = 0; i < d; i++) {
        *log_det += log(c[i][i]);
        for (int r = i + 1; r < d; r++) {
            const double f = c[r][i] / c[i][i];
            for (int j = i; j <= d; j++) c[r][j] -= f * c[i][j];
        }
    }
    for (int i = d - 1; i >= 0; i--) {
        for (int j = i + 1; j < d; j++) c[i][d] -= c[i][j] * c[j][d];
        c[i][d] /= c[i][i];
    }
    for (int i = 0; i < d; i++) sum += c[i][d] * (x[i] - prior.means[k * d + i]);
    return sum;
}

static void the_squares_of_the_rows_are_the_gaussian_without_the_root(void **state)
{
    double x[PD_IK_PRIOR_MAX_DIM], r[2 * PD_IK_PRIOR_MAX_DIM], log_det, first = 0;

    (void)state;
    assert_int_equal(prior.dim, 69);
    draw(x, 1);
    for (int k = 0; k < prior.component_count; k++) {
        const double square = mahalanobis(k, x, &log_det), value = pd_observe_prior_residual(r, &prior, k, x);
        double sum = 0;
        for (int i = 0; i < prior.dim + prior.rank; i++) sum += r[i] * r[i];
        assert_near(sum, square, 1e-6 * square);
        assert_near(pd_observe_prior_nats(&prior, k, x), value, 1e-6 * value);

        /* but for one number that all components share,
         * the constants are the determinant's and the weight's */
        const double weight = (double)source->weights[k] * (double)source->style_weights[source->styles[k]];
        const double left = value - 0.5 * square - 0.5 * log_det + log(weight);
        if (!k) first = left;
        assert_near(left, first, 1e-6 * fabs(first));
    }
}

static void the_best_component_is_the_least_of_all(void **state)
{
    double x[PD_IK_PRIOR_MAX_DIM], r[2 * PD_IK_PRIOR_MAX_DIM];

    (void)state;
    for (uint64_t seed = 1; seed < 6; seed++) {
        draw(x, seed);
        const int best = pd_observe_prior_component(&prior, x);
        const double least = pd_observe_prior_residual(r, &prior, best, x);
        for (int k = 0; k < prior.component_count; k++)
            assert_true(pd_observe_prior_residual(r, &prior, k, x) >= least - 1e-9);
    }
}

static void columns_of_the_jacobian_are_the_derivatives_of_the_rows(void **state)
{
    double x[PD_IK_PRIOR_MAX_DIM], before[2 * PD_IK_PRIOR_MAX_DIM], after[2 * PD_IK_PRIOR_MAX_DIM];
    double column[2 * PD_IK_PRIOR_MAX_DIM];
    const double d[3] = {0.3, -0.2, 0.7};

    (void)state;
    draw(x, 2);
    pd_observe_prior_residual(before, &prior, 3, x);
    for (int j = 0; j < prior.joint_count; j += 7) {
        double moved[PD_IK_PRIOR_MAX_DIM];
        memcpy(moved, x, sizeof moved);
        for (int c = 0; c < 3; c++) moved[3 * j + c] += d[c];
        pd_observe_prior_residual(after, &prior, 3, moved);
        pd_observe_prior_column(column, &prior, 3, j, d);
        for (int i = 0; i < prior.dim + prior.rank; i++) assert_near(column[i], after[i] - before[i], 1e-9);
    }
}

static void numbers_are_scaled_logs_of_rotations(void **state)
{
    double rotations[SIGHT_JOINTS][9], x[PD_IK_PRIOR_MAX_DIM];
    const double turn[3] = {0.1, 0.4, -0.2};

    (void)state;
    for (int k = 0; k < SIGHT_JOINTS; k++) pd_rot_from_axis_angle(rotations[k], turn);
    pd_observe_prior_features(x, &prior, (const double(*)[9])rotations);
    for (int i = 0; i < prior.dim; i++)
        assert_near(prior.centre[i] + prior.scale[i] * x[i], turn[i % 3], 1e-9);
}

static void a_model_without_the_priors_joints_is_refused(void **state)
{
    pd_error err = {0};
    pd_observe_prior none;
    pd_smpl_model *other = sight_model();

    (void)state;
    for (int k = 0; k < other->joint_count; k++)
        snprintf(other->data.joint_names[k], PD_SMPL_NAME_BYTES, "bone_%d", k);
    assert_int_equal(pd_observe_prior_init(&none, source, other, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "/model");
    pd_smpl_model_release(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_squares_of_the_rows_are_the_gaussian_without_the_root),
        cmocka_unit_test(the_best_component_is_the_least_of_all),
        cmocka_unit_test(columns_of_the_jacobian_are_the_derivatives_of_the_rows),
        cmocka_unit_test(numbers_are_scaled_logs_of_rotations),
        cmocka_unit_test(a_model_without_the_priors_joints_is_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
