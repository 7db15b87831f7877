/* Inputs of the gate among a biped's inputs. test_grad.c and tests/golden/test_gate.c compare the gradients
 * with references. */
#include "train/network/experts.h"

#include "core/anim/biped.h"
#include "tests/support/cmocka.h"

static void a_gate_sees_ankles_toes_wrists_gaits_and_the_way_ahead(void **state)
{
    (void)state;
    const pd_pfnn_layout l = pd_pfnn_layout_of(12, 6, PD_ANIM_BIPED_JOINTS);
    pd_pfnn_gate gate = {.hidden = 32, .experts = 4};
    float weights[PD_ANIM_BIPED_JOINTS];
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) weights[j] = 1;

    pd_train_experts_inputs(&gate, &l, weights);
    assert_int_equal(gate.input_count, 6 * 3 + 6 + 2);
    assert_int_equal(gate.inputs[0], l.in_velocities + 3 * PD_BIPED_L_FOOT);
    assert_int_equal(gate.inputs[11], l.in_velocities + 3 * PD_BIPED_R_TOE + 2);
    assert_int_equal(gate.inputs[17], l.in_velocities + 3 * PD_BIPED_R_HAND + 2);
    assert_int_equal(gate.inputs[18 + PD_PFNN_JOG], l.in_gaits + PD_PFNN_JOG * 12 + 6);
    assert_int_equal(gate.inputs[24], l.in_x + 11);
    assert_int_equal(gate.inputs[25], l.in_z + 11);

    /* joints have a deviation of .1 among the inputs, all else 1 */
    assert_near(gate.scales[0], 10, 1e-5);
    assert_near(gate.scales[18], 1, 0);
    assert_int_equal(pd_pfnn_gate_check_sizes(&gate, l.in_count, NULL), PD_OK);
    assert_int_equal(gate.hidden, 32);
    assert_int_equal(gate.experts, 4);
}

static void a_joint_that_repeats_another_is_not_seen(void **state)
{
    (void)state;
    const pd_pfnn_layout l = pd_pfnn_layout_of(12, 6, PD_ANIM_BIPED_JOINTS);
    pd_pfnn_gate gate = {0};
    float weights[PD_ANIM_BIPED_JOINTS];
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) weights[j] = 0.5F;
    weights[PD_BIPED_L_HAND] = 1e-10F;

    pd_train_experts_inputs(&gate, &l, weights);
    assert_int_equal(gate.input_count, 5 * 3 + 6 + 2);
    assert_int_equal(gate.inputs[12], l.in_velocities + 3 * PD_BIPED_R_HAND);
    assert_near(gate.scales[12], 20, 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gate_sees_ankles_toes_wrists_gaits_and_the_way_ahead),
        cmocka_unit_test(a_joint_that_repeats_another_is_not_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
