/* The kinds of motion network: which one a network is, and that its weights are those of its kind. */
#include "core/pfnn/blend.h"

#include "tests/support/cmocka.h"
#include "tests/support/networks.h"

static void a_network_without_a_gate_is_blended_by_its_phase(void **state)
{
    (void)state;
    pd_pfnn_network n;
    double c[PD_PFNN_MAX_CONTROLS], expected[PD_PFNN_CONTROLS];
    networks_make(&n, 5, 3, 2, 1);
    const pd_pfnn_blend *kind = pd_pfnn_blend_of(&n);
    assert_string_equal(kind->name, "phase");
    assert_string_equal(kind->version, "1.1");
    assert_true(kind->has_slices);
    kind->weights(c, &n, NULL, 0.3);
    pd_pfnn_phase_weights(expected, 0.3);
    assert_memory_equal(c, expected, sizeof expected);
    pd_pfnn_network_deinit(&n);
}

static void a_network_with_a_gate_is_blended_by_its_gate(void **state)
{
    (void)state;
    const float x[5] = {1, 0, -2, 0, 0.5F};
    pd_pfnn_network n;
    pd_pfnn_gate_run run;
    double c[PD_PFNN_MAX_CONTROLS], later[PD_PFNN_MAX_CONTROLS];
    networks_make_gated(&n, (int[]){5, 3, 2}, 6, 1);
    const pd_pfnn_blend *kind = pd_pfnn_blend_of(&n);
    assert_string_equal(kind->name, "gate");
    assert_string_equal(kind->version, "2.0");
    assert_false(kind->has_slices);
    kind->weights(c, &n, x, 0.3);
    kind->weights(later, &n, x, 0.9);
    pd_pfnn_gate_weights(&run, &n.gate, x);
    assert_memory_equal(c, run.c, 6 * sizeof *c);
    assert_memory_equal(c, later, 6 * sizeof *c);
    pd_pfnn_network_deinit(&n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_network_without_a_gate_is_blended_by_its_phase),
        cmocka_unit_test(a_network_with_a_gate_is_blended_by_its_gate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
