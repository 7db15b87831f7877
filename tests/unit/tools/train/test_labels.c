/* Tests the pictures and the report of labelled clips: contacts of both feet are drawn, and the rate of a
 * walk of known rate is reported. */
#include "tests/support/walk.h"
#include "tools/draw/label_picture.h"
#include "train/motion/label_report.h"

#include <stdint.h>

static const walk walking = {
    .frames = 300, .speed = 1.0, .period = 60, .duty = 0.6, .lift = 0.12, .skate = 0.004};
static const walk long_one = {.frames = 1500, .speed = 1.0, .period = 60, .duty = 0.6, .lift = 0.12};

static void label(pd_character_motion *m, pd_train_footsteps *steps, pd_train_stillness *before,
                  const walk *w)
{
    walk_make(m, w);
    assert_int_equal(pd_train_motion_label_steps(m, steps, before, NULL), PD_OK);
}

static long count_of(const pd_io_image *picture, const uint8_t rgb[3])
{
    const uint8_t *p = picture->samples;
    long count = 0;
    for (long i = 0; i < (long)picture->width * picture->height; i++) count += !memcmp(p + 3 * i, rgb, 3);
    return count;
}

static void a_picture_shows_contacts_of_both_feet(void **state)
{
    (void)state;
    static const uint8_t left[3] = {205, 30, 30}, right[3] = {30, 50, 210};
    pd_character_motion m;
    pd_io_image picture;
    label(&m, NULL, NULL, &walking);
    assert_int_equal(pd_tool_label_picture(&picture, &m, NULL), PD_OK);
    long l = count_of(&picture, left), r = count_of(&picture, right);
    assert_true(l > 3000 && r > 3000);
    pd_io_image_deinit(&picture);
    memset(m.contacts, 0, sizeof *m.contacts * (size_t)walking.frames);
    assert_int_equal(pd_tool_label_picture(&picture, &m, NULL), PD_OK);
    assert_true(count_of(&picture, left) < l / 2 && count_of(&picture, right) < r / 2);
    pd_io_image_deinit(&picture);
    pd_character_motion_deinit(&m);
}

static void long_clips_go_on_in_further_strips(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_io_image one, three;
    label(&m, NULL, NULL, &walking);
    assert_int_equal(pd_tool_label_picture(&one, &m, NULL), PD_OK);
    pd_character_motion_deinit(&m);
    label(&m, NULL, NULL, &long_one);
    assert_int_equal(pd_tool_label_picture(&three, &m, NULL), PD_OK);
    pd_character_motion_deinit(&m);
    assert_int_equal(one.width, three.width);
    assert_true(three.height > 2 * one.height && three.height < 3 * one.height);
    pd_io_image_deinit(&one);
    pd_io_image_deinit(&three);
}

static void a_report_has_the_rate_of_the_walk(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_train_footsteps steps;
    pd_train_stillness before;
    pd_train_label_report report = {0};
    pd_buffer text = {0};
    label(&m, &steps, &before, &walking);
    assert_int_equal(pd_train_label_report_add(&report, &m, &steps, &before, NULL), PD_OK);
    pd_train_label_report_write(&text, &report);
    pd_buffer_add(&text, "", 1);
    const char *words = (const char *)text.data, *row = strstr(words, "walk ");
    assert_non_null(strstr(words, "1 clips, 300 frames, 5 s"));
    assert_non_null(row);
    double seconds, low, middle, high;
    assert_int_equal(sscanf(row, "walk %lf %lf %lf %lf", &seconds, &low, &middle, &high), 4);
    assert_near(middle, 1, 0.011);
    assert_true(low > 0.9 && high < 1.1 && seconds > 4.5);
    pd_buffer_deinit(&text);
    pd_train_label_report_deinit(&report);
    pd_train_footsteps_deinit(&steps);
    pd_character_motion_deinit(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_shows_contacts_of_both_feet),
        cmocka_unit_test(long_clips_go_on_in_further_strips),
        cmocka_unit_test(a_report_has_the_rate_of_the_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
