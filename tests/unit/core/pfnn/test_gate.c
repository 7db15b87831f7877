/* The gate of a mixture of experts: sizes, softmax, and its gradient compared with finite differences. */
#include "core/pfnn/gate.h"

#include "core/base/rng.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#define INPUTS  4
#define HIDDEN  5
#define EXPERTS 3
#define COUNT   (HIDDEN * (INPUTS + 1) + HIDDEN * (HIDDEN + 1) + EXPERTS * (HIDDEN + 1))

static float values[COUNT];

static pd_pfnn_gate make(void)
{
    pd_rng rng;
    pd_rng_init(&rng, 5);
    pd_fixture_normals(values, COUNT, 0.7, &rng);
    return (pd_pfnn_gate){.input_count = INPUTS,
                          .hidden = HIDDEN,
                          .experts = EXPERTS,
                          .inputs = {6, 0, 3, 3},
                          .scales = {1, 2, 0.5F, 10},
                          .values = values};
}

static const float x[7] = {0.3F, 9, 9, -0.4F, 9, 9, 1.1F};

static void layers_are_stored_in_order_without_gaps(void **state)
{
    (void)state;
    pd_pfnn_gate g = make();
    assert_int_equal(pd_pfnn_gate_count(&g), COUNT);
    assert_int_equal(pd_pfnn_gate_layer_at(&g, 0).bias, HIDDEN * INPUTS);
    assert_int_equal(pd_pfnn_gate_layer_at(&g, 1).weights, HIDDEN * (INPUTS + 1));
    assert_int_equal(pd_pfnn_gate_layer_at(&g, 2).bias + EXPERTS, COUNT);
    assert_int_equal(pd_pfnn_gate_layer_at(&g, 2).out, EXPERTS);
    assert_int_equal(pd_pfnn_gate_count(&(pd_pfnn_gate){0}), 0);
}

static void weights_are_over_zero_and_sum_to_one_however_large_the_inputs(void **state)
{
    (void)state;
    pd_pfnn_gate g = make();
    for (int i = 0; i < 3; i++) {
        const float sizes[] = {1, 1e6F, 1e20F};
        float large[7];
        double sum = 0;
        pd_pfnn_gate_run run;
        for (int j = 0; j < 7; j++) large[j] = sizes[i] * x[j];
        pd_pfnn_gate_weights(&run, &g, large);
        for (int k = 0; k < EXPERTS; k++) {
            assert_true(run.c[k] >= 0);
            sum += run.c[k];
        }
        assert_near(sum, 1, 1e-12);
    }
}

static void a_gate_of_zeros_mixes_all_experts_alike(void **state)
{
    (void)state;
    pd_pfnn_gate g = make();
    pd_pfnn_gate_run run;
    memset(values, 0, sizeof values);
    pd_pfnn_gate_weights(&run, &g, x);
    for (int k = 0; k < EXPERTS; k++) assert_near(run.c[k], 1.0 / EXPERTS, 1e-15);
}

static void only_visible_points_count(void **state)
{
    (void)state;
    pd_pfnn_gate g = make();
    pd_pfnn_gate_run a, b;
    float other[7];
    memcpy(other, x, sizeof other);
    other[1] = other[5] = -70;
    pd_pfnn_gate_weights(&a, &g, x);
    pd_pfnn_gate_weights(&b, &g, other);
    assert_memory_equal(a.c, b.c, EXPERTS * sizeof *a.c);
    assert_near(a.in[1], 0.6, 1e-6);
    assert_near(a.in[3], -4, 1e-5);
    other[3] = 2;
    pd_pfnn_gate_weights(&b, &g, other);
    assert_true(fabs(a.c[0] - b.c[0]) > 1e-3);
}

/* Cost: sum_k slope_k c_k, so that slope is its slope by c everywhere. */
static double cost(const pd_pfnn_gate *g, const double *slope)
{
    pd_pfnn_gate_run run;
    double sum = 0;
    pd_pfnn_gate_weights(&run, g, x);
    for (int k = 0; k < EXPERTS; k++) sum += slope[k] * run.c[k];
    return sum;
}

static void the_gradient_is_that_of_finite_differences_and_is_added(void **state)
{
    (void)state;
    const double slope[EXPERTS] = {1.5, -2, 0.25};
    const float h = 1.0F / 1024;
    pd_pfnn_gate g = make();
    pd_pfnn_gate_run run;
    double gradient[COUNT];
    for (int i = 0; i < COUNT; i++) gradient[i] = 7;
    pd_pfnn_gate_weights(&run, &g, x);
    pd_pfnn_gate_back(gradient, &g, &run, slope);
    for (int i = 0; i < COUNT; i++) {
        float is = values[i], up = is + h, down = is - h;
        values[i] = up;
        double above = cost(&g, slope);
        values[i] = down;
        double below = cost(&g, slope);
        values[i] = is;
        assert_near(gradient[i] - 7, (above - below) / ((double)up - (double)down), 3e-6);
    }
}

static void limits_are_named_with_their_range(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_pfnn_gate g = make();
    assert_int_equal(pd_pfnn_gate_check(&g, 7, &err), PD_OK);
    assert_int_equal(pd_pfnn_gate_check(&g, 6, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "gate_inputs[0]");
    assert_non_null(strstr(err.detail, "6; 0 to 5 allowed"));
    g.input_count = PD_PFNN_GATE_INPUTS + 1;
    assert_int_equal(pd_pfnn_gate_check(&g, 7, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "gate_inputs");
    g = make();
    g.experts = 1;
    assert_int_equal(pd_pfnn_gate_check(&g, 7, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "experts");
    g = make();
    g.scales[3] = NAN;
    assert_int_equal(pd_pfnn_gate_check_sizes(&g, 7, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "gate_scales[3]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_are_stored_in_order_without_gaps),
        cmocka_unit_test(weights_are_over_zero_and_sum_to_one_however_large_the_inputs),
        cmocka_unit_test(a_gate_of_zeros_mixes_all_experts_alike),
        cmocka_unit_test(only_visible_points_count),
        cmocka_unit_test(the_gradient_is_that_of_finite_differences_and_is_added),
        cmocka_unit_test(limits_are_named_with_their_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
