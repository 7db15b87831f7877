/* Tracks of utterances: words and phones keep their times, numbers and signs are read, names of other systems
 * are known, and what cannot be spoken is refused with its place. */
#include "core/speech/spell.h"
#include "core/speech/track.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pd_error err;

static pd_status make(pd_speech_track **out, pd_speech_kind kind, const pd_speech_timed *items, int count)
{
    const pd_speech_source source = {.kind = kind, .items = items, .count = count, .set = PD_SPEECH_OCULUS};
    err = (pd_error){0};
    return pd_speech_track_make(out, &source, &err);
}

static pd_status say(pd_speech_track **out, const char *text)
{
    const pd_speech_source source = {.kind = PD_SPEECH_TEXT_ALONE, .text = text, .speed = 1};
    err = (pd_error){0};
    return pd_speech_track_make(out, &source, &err);
}

/* Writes the visemes of a text as names: "PP aa PP". */
static void shapes_of(char out[512], const char *text)
{
    pd_speech_track *track;
    *out = 0;
    assert_int_equal(say(&track, text), PD_OK);
    for (int i = 0; i < track->count; i++)
        snprintf(out + strlen(out), 512 - strlen(out), "%s%s", i ? " " : "",
                 pd_speech_viseme_name(track->segments[i].viseme));
    pd_speech_track_release(track);
}

static void words_fill_their_times_without_gaps(void **state)
{
    (void)state;
    const pd_speech_timed words[] = {{.name = "Maybe", .start = 0.2, .end = 0.6, .weight = 1},
                                     {.name = "five", .start = 0.63, .end = 1, .weight = 1},
                                     {.name = "beeps", .start = 2, .end = -1, .weight = 1}};
    pd_speech_track *track;
    assert_int_equal(make(&track, PD_SPEECH_WORDS, words, 3), PD_OK);
    assert_int_equal(track->word_count, 3);
    assert_string_equal(track->words[1].text, "five");
    for (int i = 0; i + 1 < track->count; i++)
        assert_true(track->segments[i].end == track->segments[i + 1].start);

    /* Silence, then m at the start of the first word; silence between the second and the third. */
    assert_int_equal(track->segments[0].viseme, PD_SPEECH_SIL);
    assert_int_equal(track->segments[1].viseme, PD_SPEECH_PP);
    assert_true(fabs((double)track->segments[1].start - 0.2) < 1e-6);
    bool rests = false;
    for (int i = 2; i < track->count; i++)
        rests |= track->segments[i].viseme == PD_SPEECH_SIL && (double)track->segments[i].start > 0.99 &&
                 (double)track->segments[i].end < 2.01;
    assert_true(rests && track->seconds > 2.2 && track->seconds < 3);
    pd_speech_track_release(track);
}

static void numbers_signs_and_letters_are_read_as_words(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"21", "twenty one"},        {"1,234", "one thousand two hundred thirty four"},
        {"3.5", "three point five"}, {"R & D", "R and D"},
        {"50%", "fifty percent"},    {"M\xC3\xBCller", "Muller"},
        {"007", "zero zero seven"}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char a[512], b[512];
        shapes_of(a, same[i][0]);
        shapes_of(b, same[i][1]);
        assert_string_equal(a, b);
    }
    char shapes[512];
    shapes_of(shapes, "Bob");
    assert_string_equal(shapes, "sil PP aa PP");
}

static void punctuation_makes_pauses_and_pictures_are_left_out(void **state)
{
    (void)state;
    pd_speech_track *with, *without;
    assert_int_equal(say(&with, "Yes, no. \xF0\x9F\x98\x80 Well \xE2\x80\x94 fine!"), PD_OK);
    assert_int_equal(say(&without, "Yes no Well fine"), PD_OK);
    assert_int_equal(with->word_count, 4);
    assert_true(with->seconds > without->seconds + 0.5);
    pd_speech_track_release(with);
    pd_speech_track_release(without);
}

static void a_text_without_rules_is_refused_with_its_letter(void **state)
{
    (void)state;
    pd_speech_track *track;
    assert_int_equal(say(&track, "Hi \xD0\x9F\xD1\x80"), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "U+041F at byte 3"));
    assert_int_equal(say(&track, "..."), PD_ERR_INVALID);
    assert_int_equal(say(&track, "\xFF"), PD_ERR_INVALID);
    assert_null(track);
}

static void phones_of_arpabet_and_ipa_are_known(void **state)
{
    (void)state;
    pd_speech_phone phones[PD_SPEECH_NAME_PHONES];
    assert_int_equal(pd_speech_phone_find(phones, "AH0", false), 1);
    assert_true(phones->id == PD_SPEECH_PHONE_AH && phones->stress == 0);
    assert_int_equal(pd_speech_phone_find(phones, "pau", false), 1);
    assert_true(phones->id == PD_SPEECH_PHONE_SIL);
    assert_int_equal(pd_speech_phone_find(phones, "AH3", false), 0);
    assert_int_equal(pd_speech_phone_find(phones, "QX", false), 0);
    assert_int_equal(pd_speech_phone_find(phones, "t\xCA\x83", true), 1);
    assert_true(phones->id == PD_SPEECH_PHONE_CH);
    assert_int_equal(pd_speech_phone_find(phones, "\xCB\x88o\xCA\x8A", true), 1);
    assert_true(phones->id == PD_SPEECH_PHONE_OW && phones->stress == 1);
    assert_int_equal(pd_speech_phone_find(phones, "ma", true), 2);
    assert_int_equal(pd_speech_phone_find(phones, "mamama", true), 0);
}

static void names_of_other_systems_stand_for_visemes(void **state)
{
    (void)state;
    static const struct {
        pd_speech_set set;
        const char *name;
        int first, second;
    } rows[] = {{PD_SPEECH_AZURE, "21", PD_SPEECH_PP, PD_SPEECH_PP},
                {PD_SPEECH_AZURE, "11", PD_SPEECH_AA, PD_SPEECH_I},
                {PD_SPEECH_AZURE, "0", PD_SPEECH_SIL, PD_SPEECH_SIL},
                {PD_SPEECH_POLLY, "p", PD_SPEECH_PP, PD_SPEECH_PP},
                {PD_SPEECH_POLLY, "S", PD_SPEECH_CH, PD_SPEECH_CH},
                {PD_SPEECH_POLLY, "s", PD_SPEECH_SS, PD_SPEECH_SS},
                {PD_SPEECH_RHUBARB, "A", PD_SPEECH_PP, PD_SPEECH_PP},
                {PD_SPEECH_RHUBARB, "G", PD_SPEECH_FF, PD_SPEECH_FF},
                {PD_SPEECH_OPENXR, "OU", PD_SPEECH_U, PD_SPEECH_U},
                {PD_SPEECH_OCULUS, "viseme_kk", PD_SPEECH_KK, PD_SPEECH_KK},
                {PD_SPEECH_VRM, "ee", PD_SPEECH_E, PD_SPEECH_E}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_speech_named *named = pd_speech_set_find(rows[i].set, rows[i].name);
        assert_non_null(named);
        assert_true((int)named->first == rows[i].first && (int)named->second == rows[i].second);
    }
    assert_null(pd_speech_set_find(PD_SPEECH_AZURE, "22"));
    assert_null(pd_speech_set_find(PD_SPEECH_RHUBARB, "a"));

    /* Azure has 22 visemes, each with a row. */
    for (int i = 0; i < 22; i++) {
        char name[4];
        snprintf(name, sizeof name, "%d", i);
        assert_non_null(pd_speech_set_find(PD_SPEECH_AZURE, name));
    }
}

static void times_out_of_order_are_refused_with_their_place(void **state)
{
    (void)state;
    pd_speech_timed items[] = {{.name = "aa", .start = 1, .end = -1, .weight = 1},
                               {.name = "PP", .start = 0.5, .end = -1, .weight = 1}};
    pd_speech_track *track;
    assert_int_equal(make(&track, PD_SPEECH_SHAPES_NAMED, items, 2), PD_ERR_RANGE);
    assert_string_equal(err.where, "/1/start");
    items[1] = (pd_speech_timed){.name = "PP", .start = 2, .end = 1, .weight = 1};
    assert_int_equal(make(&track, PD_SPEECH_SHAPES_NAMED, items, 2), PD_ERR_RANGE);
    assert_string_equal(err.where, "/1/end");
    items[1].name = "pp2";
    items[1].end = -1;
    assert_int_equal(make(&track, PD_SPEECH_SHAPES_NAMED, items, 2), PD_ERR_INVALID);
    assert_string_equal(err.where, "/1/viseme");
    items[1].start = NAN;
    assert_int_equal(make(&track, PD_SPEECH_SHAPES_NAMED, items, 2), PD_ERR_RANGE);
}

static void ten_thousand_words_are_spoken(void **state)
{
    (void)state;
    const int count = 10000;
    char *text = malloc((size_t)count * 4 + 1);
    for (int i = 0; i < count; i++) memcpy(text + 4 * i, i % 10 ? "may " : "go, ", 4);
    text[4 * count] = 0;
    pd_speech_track *track;
    assert_int_equal(say(&track, text), PD_OK);
    assert_int_equal(track->word_count, count);
    assert_true(track->seconds < PD_SPEECH_SECONDS && pd_speech_track_bytes(track) < 2000000);
    pd_speech_track_release(track);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_fill_their_times_without_gaps),
        cmocka_unit_test(numbers_signs_and_letters_are_read_as_words),
        cmocka_unit_test(punctuation_makes_pauses_and_pictures_are_left_out),
        cmocka_unit_test(a_text_without_rules_is_refused_with_its_letter),
        cmocka_unit_test(phones_of_arpabet_and_ipa_are_known),
        cmocka_unit_test(names_of_other_systems_stand_for_visemes),
        cmocka_unit_test(times_out_of_order_are_refused_with_their_place),
        cmocka_unit_test(ten_thousand_words_are_spoken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
