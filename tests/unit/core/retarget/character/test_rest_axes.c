/* Axes of Mixamo's bones in the T-pose. Right values: the files of Mixamo and of Ready Player Me, whose arms
 * have Y along the bone and X backward (left) or forward (right), and whose legs have Y down the leg and X to
 * the person's right. */
#include "core/retarget/character/rest_axes.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

enum { COUNT = 19 };
static const char names[COUNT][PD_ANIM_NAME_BYTES] = {
    "pelvis",      "spine1",     "left_hip",     "left_knee",    "left_ankle",
    "left_foot",   "right_hip",  "right_knee",   "left_collar",  "left_shoulder",
    "left_elbow",  "left_wrist", "left_middle1", "right_collar", "right_shoulder",
    "right_elbow", "spine3",     "neck",         "head"};
static const int parents[COUNT] = {-1, 0, 0, 2, 3, 4, 0, 6, 1, 8, 9, 10, 11, 1, 13, 14, 1, 16, 17};
static const float joints[COUNT * 3] = {
    0,     1,    0,    0,    1.2f, 0,     .1f,  .95f, 0,    .1f,   .5f,  0,   .1f,   .08f, 0,
    .1f,   .02f, .12f, -.1f, .95f, 0,     -.1f, .5f,  0,    .05f,  1.4f, 0,   .18f,  1.4f, 0,
    .45f,  1.4f, 0,    .7f,  1.4f, 0,     .8f,  1.4f, .01f, -.05f, 1.4f, 0,   -.18f, 1.4f, 0,
    -.45f, 1.4f, 0,    0,    1.3f, -.02f, 0,    1.5f, 0,    0,     1.6f, .04f};

/* Returns the angle between a bone's axes and those of the X Bot of Mixamo:
 * its rest pose, rotations by rows. Degrees. */
static double off(const float *axes, const char *name, const double xbot[9])
{
    for (int k = 0; k < COUNT; k++) {
        if (strcmp(names[k], name) != 0) continue;
        double trace = 0;
        for (int i = 0; i < 9; i++) trace += (double)axes[9 * k + i] * xbot[i];
        return acos(fmin(1, (trace - 1) / 2)) * 180 / 3.14159265358979;
    }
    return 180;
}

static void check_axis(const float *axes, int joint, int column, double x, double y, double z)
{
    const double want[3] = {x, y, z};
    for (int r = 0; r < 3; r++) assert_near((double)axes[9 * joint + 3 * r + column], want[r], 0.11);
}

static void bones_have_the_axes_of_mixamo(void **state)
{
    (void)state;
    float axes[9 * COUNT];
    assert_true(pd_retarget_rest_axes(axes, names, parents, joints, COUNT, PD_NAMES_MIXAMO));
    check_axis(axes, 0, 0, 1, 0, 0), check_axis(axes, 0, 1, 0, 1, 0);         /* Hips */
    check_axis(axes, 2, 0, -1, 0, 0), check_axis(axes, 2, 1, 0, -1, 0);       /* LeftUpLeg */
    check_axis(axes, 7, 0, -1, 0, 0);                                         /* RightLeg, without a foot */
    check_axis(axes, 4, 0, -1, 0, 0), check_axis(axes, 4, 1, 0, -.632, .775); /* LeftFoot */
    check_axis(axes, 5, 1, 0, 0, 1);                                          /* LeftToeBase */
    check_axis(axes, 9, 0, 0, 0, -1), check_axis(axes, 9, 1, 1, 0, 0);        /* LeftArm */
    check_axis(axes, 10, 2, 0, -1, 0);                                        /* LeftForeArm */
    check_axis(axes, 14, 0, 0, 0, 1), check_axis(axes, 14, 1, -1, 0, 0);      /* RightArm */
    check_axis(axes, 15, 1, -1, 0, 0); /* RightForeArm, without a hand */
    check_axis(axes, 12, 0, 0, 0, -1); /* LeftHandMiddle1 goes on as its hand does */
}

static void parts_whose_joints_stand_elsewhere_have_the_axes_of_the_x_bot(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double axes[9];
    } rows[] = {
        {"spine1", {1, 0, 0, 0, .98913, .14703, 0, -.14703, .98913}},
        {"spine3", {1, 0, 0, 0, .99259, .12149, 0, -.12149, .99259}},
        {"neck", {1, 0, 0, 0, .99259, .12149, 0, -.12149, .99259}},
        {"head", {1, 0, 0, 0, .99259, .12149, 0, -.12149, .99259}},
        {"left_collar", {-.20571, .97736, -.04946, .01019, -.0484, -.99878, -.97856, -.20596, 0}},
        {"right_collar", {-.20570, -.97736, .04948, -.01019, -.04842, -.99877, .97856, -.20595, 0}},
        {"left_ankle", {-1, 0, 0, 0, -.63174, .77518, 0, .77518, .63174}},
    };
    float axes[9 * COUNT];
    assert_true(pd_retarget_rest_axes(axes, names, parents, joints, COUNT, PD_NAMES_MIXAMO));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_true(off(axes, rows[i].name, rows[i].axes) < 4);
}

static void rest_axes_are_rotations(void **state)
{
    (void)state;
    float axes[9 * COUNT];
    assert_true(pd_retarget_rest_axes(axes, names, parents, joints, COUNT, PD_NAMES_MIXAMO));
    for (int k = 0; k < COUNT; k++) {
        const float *m = axes + 9 * k;
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++) {
                double dot = 0;
                for (int r = 0; r < 3; r++) dot += (double)m[3 * r + a] * (double)m[3 * r + b];
                assert_near(dot, a == b, 1e-5);
            }
        const double det = (double)m[0] * (double)(m[4] * m[8] - m[5] * m[7]) -
                           (double)m[1] * (double)(m[3] * m[8] - m[5] * m[6]) +
                           (double)m[2] * (double)(m[3] * m[7] - m[4] * m[6]);
        assert_near(det, 1, 1e-5);
    }
}

static void only_names_of_mixamo_have_rest_axes(void **state)
{
    (void)state;
    float axes[9 * COUNT];
    for (int set = 0; set < PD_NAMES_COUNT; set++)
        assert_int_equal(pd_retarget_rest_axes(axes, names, parents, joints, COUNT, (pd_retarget_names)set),
                         set == PD_NAMES_MIXAMO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_have_the_axes_of_mixamo),
        cmocka_unit_test(parts_whose_joints_stand_elsewhere_have_the_axes_of_the_x_bot),
        cmocka_unit_test(rest_axes_are_rotations),
        cmocka_unit_test(only_names_of_mixamo_have_rest_axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
