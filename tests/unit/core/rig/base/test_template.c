/* The template at rest equals the model; its parts rotate, stretch and thicken. */
#include "tests/support/rig_person.h"

static pd_rig_shape rest(void)
{
    pd_rig_shape shape = {0};
    for (int j = 0; j < PD_RIG_JOINTS; j++) shape.rotations[j] = pd_q_identity();
    const double *at = rig_template.joints[0];
    shape.root = pd_vec3_make(at[0], at[1], at[2]);
    return shape;
}

static void a_template_at_rest_is_its_model(void **state)
{
    const pd_rig_shape shape = rest();
    pd_rig_stance stance;
    (void)state;
    pd_rig_stance_of(&stance, &rig_template, &shape);
    for (int j = 0; j < PD_RIG_JOINTS; j++)
        for (int c = 0; c < 3; c++) assert_near(stance.at[j][c], rig_template.joints[j][c], 1e-12);
    for (int i = 0; i < rig_template.vertex_count; i += 97) {
        double p[3], n[3];
        pd_rig_template_point(p, n, &rig_template, &stance, i);
        for (int c = 0; c < 3; c++) assert_near(p[c], rig_template.vertices[i][c], 1e-9);
        assert_near(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-9);
    }
}

static void a_length_moves_the_parts_below_it_and_a_girth_does_not(void **state)
{
    pd_rig_shape shape = rest();
    pd_rig_stance stance;
    (void)state;
    shape.lengths[PD_RIG_L_ELBOW] = log(1.5);
    shape.girths[PD_RIG_L_KNEE] = log(2);
    pd_rig_stance_of(&stance, &rig_template, &shape);
    const double *elbow = stance.at[PD_RIG_L_ELBOW], *wrist = stance.at[PD_RIG_L_WRIST];
    double length = 0, was = 0;
    for (int c = 0; c < 3; c++) {
        length += (wrist[c] - elbow[c]) * (wrist[c] - elbow[c]);
        was += rig_template.offsets[PD_RIG_L_WRIST][c] * rig_template.offsets[PD_RIG_L_WRIST][c];
    }
    assert_near(sqrt(length), 1.5 * sqrt(was), 1e-9);
    for (int c = 0; c < 3; c++)
        assert_near(stance.at[PD_RIG_L_ANKLE][c], rig_template.joints[PD_RIG_L_ANKLE][c], 1e-9);
}

static void landmarks_lie_where_their_names_say(void **state)
{
    const double *chin = rig_template.vertices[rig_template.chin],
                 *crotch = rig_template.vertices[rig_template.crotch];
    (void)state;
    assert_near(chin[0], 0, 0.012);
    assert_true(chin[1] > rig_template.joints[PD_RIG_NECK][1] &&
                chin[1] < rig_template.joints[PD_RIG_HEAD][1] + 0.05);
    assert_true(chin[2] > rig_template.joints[PD_RIG_HEAD][2] + 0.05);
    assert_true(crotch[1] < rig_template.joints[PD_RIG_L_HIP][1] &&
                crotch[1] > rig_template.joints[PD_RIG_L_HIP][1] - 0.2);
}

static void a_model_without_the_joints_is_refused(void **state)
{
    pd_smpl_data *data = (pd_smpl_data *)&rig_model->data;
    char hold[PD_SMPL_NAME_BYTES];
    pd_rig_template none;
    pd_error err;
    (void)state;
    memcpy(hold, data->joint_names[18], sizeof hold);
    strcpy(data->joint_names[18], "paw");
    assert_int_equal(pd_rig_template_init(&none, rig_model, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "left_elbow"));
    memcpy(data->joint_names[18], hold, sizeof hold);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_template_at_rest_is_its_model),
        cmocka_unit_test(a_length_moves_the_parts_below_it_and_a_girth_does_not),
        cmocka_unit_test(landmarks_lie_where_their_names_say),
        cmocka_unit_test(a_model_without_the_joints_is_refused),
    };
    return cmocka_run_group_tests(tests, rig_setup, rig_teardown);
}
