/* Tests which points and frames of a fitted take are reported as faults, with residuals and translations that
 * the tests set. */
#include "core/observe/take/stray.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

enum { FRAMES = 5, PLACES = 3 };

static float residuals[FRAMES * PLACES], translations[3 * FRAMES], at[3 * FRAMES * PLACES];
static pd_observe_seen places[PLACES];
static pd_observe_take take;
static pd_observe_stray stray;
static char jump_text[PD_OBSERVE_STRAY_TEXT_BYTES], text[PD_OBSERVE_STRAY_TEXT_BYTES],
    loose_text[PD_OBSERVE_STRAY_TEXT_BYTES];

static int set_up(void **state)
{
    (void)state;
    memset(places, 0, sizeof places);
    for (int i = 0; i < FRAMES * PLACES; i++) residuals[i] = 0.01F;
    for (int f = 0; f < FRAMES; f++) translations[3 * f] = 0.02F * (float)f;
    take = (pd_observe_take){.residuals = residuals,
                             .translations = translations,
                             .at = at,
                             .places = places,
                             .place_count = PLACES,
                             .frame_count = FRAMES,
                             .rate = 60,
                             .rms = 0.01};
    return 0;
}

static void find(void)
{
    pd_observe_stray_find(&stray, &take);
    pd_observe_stray_text(text, &stray, "LFHD", 40);
    pd_observe_stray_jump_text(jump_text, &stray, 40);
    pd_observe_stray_loose_text(loose_text, &stray);
}

static void a_take_whose_points_are_on_the_body_has_no_stray(void **state)
{
    (void)state;
    residuals[4] = NAN, residuals[7] = 0.2F;
    find();
    assert_int_equal(stray.point_count, 0);
    assert_int_equal(stray.jump_count, 0);
    assert_string_equal(text, "");
    assert_string_equal(jump_text, "");
    assert_string_equal(loose_text, "");
}

/* 15 points; noise of 5 and of 20 mm. */
static void a_take_with_more_than_half_of_its_points_beyond_the_noise_is_reported(void **state)
{
    (void)state;
    for (int i = 0; i < FRAMES * PLACES; i++) residuals[i] = i < 7 ? 0.078F : 0.019F;
    for (int p = 0; p < PLACES; p++) places[p].sigma = 0.005;
    find();
    assert_string_equal(loose_text, "");
    residuals[7] = 0.078F;
    find();
    assert_string_equal(
        loose_text,
        "53 % of the points are more than 20 mm from the body, and a noise of 5 mm was assumed: "
        "the points are noisier, or they are not where their names say. Shape and poses are uncertain");
    for (int p = 0; p < PLACES; p++) places[p].sigma = 0.02; /* its caller has stated that noise */
    find();
    assert_string_equal(loose_text, "");
    for (int p = 0; p < PLACES; p++) places[p].is_turn = true, places[p].sigma = 0.005; /* radians */
    find();
    assert_string_equal(loose_text, "");
}

static void points_far_from_the_body_are_counted_and_the_first_is_named(void **state)
{
    (void)state;
    residuals[2 * PLACES + 1] = 173.2F, residuals[2 * PLACES + 2] = 0.3F, residuals[4 * PLACES] = 90;
    find();
    assert_int_equal(stray.point_count, 3);
    assert_int_equal(stray.frame_count, 2);
    assert_int_equal(stray.first_frame, 2);
    assert_int_equal(stray.first_place, 1);
    assert_string_equal(
        text, "3 points in 2 frames are too far from the body to be of the person, and have little weight. "
              "The first is LFHD in frame 42, 173 m from its place");
}

static void an_orientation_is_no_stray(void **state)
{
    (void)state;
    places[1].is_turn = true, residuals[PLACES + 1] = 3;
    find();
    assert_int_equal(stray.point_count, 0);
}

static void a_point_of_a_picture_is_a_stray_beyond_the_size_of_the_figure(void **state)
{
    (void)state;
    for (int p = 0; p < PLACES; p++) places[p].in_picture = true;
    for (int i = 0; i < FRAMES * PLACES; i++)
        at[3 * i + 1] = (float)(200 * (i % PLACES)); /* 400 pixels high */
    take.rms = 0, take.rms_picture = 3;
    residuals[PLACES] = 390;
    find();
    assert_int_equal(stray.point_count, 0);
    residuals[PLACES] = 410;
    translations[3 * 3] = 50; /* how far away the person is cannot be seen well */
    find();
    assert_int_equal(stray.point_count, 1);
    assert_int_equal(stray.jump_count, 0);
    assert_non_null(strstr(text, "1 point in 1 frame is too far from the body to be of the person, and has"));
    assert_non_null(strstr(text, "410 pixels from its place"));
}

static void a_jump_of_the_body_is_reported_with_both_its_frames(void **state)
{
    (void)state;
    translations[3 * 3 + 2] = 100;
    find();
    assert_int_equal(stray.jump_count, 2); /* there and back */
    assert_int_equal(stray.jump_frame, 3);
    assert_non_null(strstr(jump_text, "by 100 m from frame 42 to frame 43"));
}

static void a_person_in_a_film_of_few_pictures_may_move_far_between_two(void **state)
{
    (void)state;
    take.rate = 2;
    translations[3 * 3 + 2] = 6; /* 12 m/s */
    find();
    assert_int_equal(stray.jump_count, 0);
}

#define STRAY_TEST(name) cmocka_unit_test_setup(name, set_up)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STRAY_TEST(a_take_whose_points_are_on_the_body_has_no_stray),
        STRAY_TEST(a_take_with_more_than_half_of_its_points_beyond_the_noise_is_reported),
        STRAY_TEST(points_far_from_the_body_are_counted_and_the_first_is_named),
        STRAY_TEST(an_orientation_is_no_stray),
        STRAY_TEST(a_point_of_a_picture_is_a_stray_beyond_the_size_of_the_figure),
        STRAY_TEST(a_jump_of_the_body_is_reported_with_both_its_frames),
        STRAY_TEST(a_person_in_a_film_of_few_pictures_may_move_far_between_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
