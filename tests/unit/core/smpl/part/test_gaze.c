/* The eight shapes of gaze: where the pupil goes. ARKit names them by the person's own left and right. */
#include "core/smpl/part/gaze.h"

#include "tests/support/cmocka.h"

/* Direction of a pupil that looks ahead (+Z), after the turn. The person's left is +X, up is +Y. */
static void pupil(double out[3], const float turn[9])
{
    for (int c = 0; c < 3; c++) out[c] = (double)turn[3 * c + 2];
}

static void the_pupil_goes_where_the_name_says(void **state)
{
    (void)state;
    static const struct {
        const char *shape;
        bool is_left;
        int axis, sign;
    } rows[] = {{"eyeLookDownLeft", true, 1, -1}, {"eyeLookDownRight", false, 1, -1},
                {"eyeLookUpLeft", true, 1, 1},    {"eyeLookUpRight", false, 1, 1},
                {"eyeLookInLeft", true, 0, -1},   {"eyeLookInRight", false, 0, 1},
                {"eyeLookOutLeft", true, 0, 1},   {"eyeLookOutRight", false, 0, -1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        float turn[9];
        double at[3];
        bool is_left;
        assert_true(pd_smpl_gaze(turn, &is_left, rows[i].shape));
        assert_int_equal(is_left, rows[i].is_left);
        pupil(at, turn);
        assert_true(rows[i].sign * at[rows[i].axis] > 0.4);
        assert_near(at[1 - rows[i].axis], 0, 1e-6);
        assert_near(at[0] * at[0] + at[1] * at[1] + at[2] * at[2], 1, 1e-6);
    }
}

static void other_shapes_do_not_turn_the_eye(void **state)
{
    (void)state;
    float turn[9];
    bool is_left;
    assert_false(pd_smpl_gaze(turn, &is_left, "eyeBlinkLeft"));
    assert_false(pd_smpl_gaze(turn, &is_left, "eyeLookUp"));
    assert_false(pd_smpl_gaze(turn, &is_left, "eyeLookUpMiddle"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pupil_goes_where_the_name_says),
        cmocka_unit_test(other_shapes_do_not_turn_the_eye),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
