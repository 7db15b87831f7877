#include "core/train/motion_label_text.h"
#include "tests/support/walk.h"

#include <stdlib.h>

static const walk walking = {
    .frames = 320, .speed = 1.0, .period = 64, .duty = 0.6, .lift = 0.12, .still = 120};

static void label(pd_train_motion *m, pd_train_footsteps *steps)
{
    walk_make(m, &walking);
    assert_int_equal(pd_train_motion_label_steps(m, steps, NULL, NULL), PD_OK);
}

/* Ends the text with a zero for strtod. */
static char *text_of(pd_buffer *buffer)
{
    pd_buffer_add(buffer, "", 1);
    assert_int_equal(buffer->failed, 0);
    return (char *)buffer->data;
}

static void the_phase_has_a_line_a_frame_below_one(void **state)
{
    (void)state;
    pd_train_motion m;
    pd_buffer out = {0};
    label(&m, NULL);
    m.phase[5] = 2.9999999; /* would be rounded to a whole cycle */
    pd_train_phase_text(&out, &m);
    char *at = text_of(&out);
    for (int t = 0; t < walking.frames; t++) {
        double part = strtod(at, &at);
        double d = m.phase[t] - part;
        assert_true(part >= 0 && part < 1);
        assert_near(d, round(d), 6e-6);
        assert_int_equal(*at++, '\n');
    }
    assert_int_equal(*at, 0);
    pd_buffer_deinit(&out);
    pd_train_motion_deinit(&m);
}

static void the_gait_has_the_eight_columns_of_the_original(void **state)
{
    (void)state;
    static const int column[PD_PFNN_GAITS] = {0, 1, 2, 4, 5, 7};
    pd_train_motion m;
    pd_buffer out = {0};
    label(&m, NULL);
    for (int g = 0; g < PD_PFNN_GAITS; g++) m.gaits[7][g] = 0.1F * (float)(g + 1);
    pd_train_gait_text(&out, &m);
    char *at = text_of(&out);
    for (int t = 0; t < walking.frames; t++) {
        double row[8];
        for (int c = 0; c < 8; c++) row[c] = strtod(at, &at);
        for (int g = 0; g < PD_PFNN_GAITS; g++) assert_near(row[column[g]], (double)m.gaits[t][g], 6e-6);
        assert_near(row[3] + row[6], 0, 0);
        assert_int_equal(*at++, '\n');
    }
    assert_int_equal(*at, 0);
    pd_buffer_deinit(&out);
    pd_train_motion_deinit(&m);
}

static void footsteps_have_a_line_a_cycle_and_a_star_where_nobody_steps(void **state)
{
    (void)state;
    pd_train_motion m;
    pd_train_footsteps steps;
    pd_buffer out = {0};
    label(&m, &steps);
    pd_train_footsteps_text(&out, &m, &steps);
    char *at = text_of(&out);
    int stars = 0, plain = 0;
    for (long before = -1; *at;) {
        long right = strtol(at, &at, 10), left = strtol(at, &at, 10);
        assert_true(right > before && left > right && left < walking.frames);
        double whole = m.phase[right] - round(m.phase[right]), half = m.phase[left] - floor(m.phase[left]);
        assert_near(whole, 0, 0.02);
        assert_near(half, 0.5, 0.02);
        int star = !strncmp(at, " *", 2);
        at += star ? 2 : 0;
        if (left < walking.still) assert_true(star);
        stars += star, plain += !star;
        before = left;
        assert_int_equal(*at++, '\n');
    }
    assert_true(stars >= 1 && plain >= 2);
    pd_train_footsteps_deinit(&steps);
    pd_buffer_deinit(&out);
    pd_train_motion_deinit(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_phase_has_a_line_a_frame_below_one),
        cmocka_unit_test(the_gait_has_the_eight_columns_of_the_original),
        cmocka_unit_test(footsteps_have_a_line_a_cycle_and_a_star_where_nobody_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
