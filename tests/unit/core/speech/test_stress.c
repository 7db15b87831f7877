/* Stresses and phrases are found ahead of their time: each once, in order, and phrases after pauses alone. */
#include "core/speech/stress.h"

#include "tests/support/cmocka.h"

#include <math.h>

static pd_speech_track *say(const char *text)
{
    const pd_speech_source source = {.kind = PD_SPEECH_TEXT_ALONE, .text = text, .speed = 1};
    pd_speech_track *track;
    assert_int_equal(pd_speech_track_make(&track, &source, NULL), PD_OK);
    return track;
}

static void each_stress_is_a_long_vowel_found_before_its_time(void **state)
{
    (void)state;
    pd_speech_track *track =
        say("Good morning, and welcome to the museum. The big hall on the left was built in "
            "nineteen hundred, and nobody knows who paid for all of it.");
    pd_speech_stress stress = {.next = 0};
    double last = -1;
    int count = 0, due = 0;
    for (double time = -1; time < track->seconds; time += 1 / 60.0) {
        const pd_speech_found found = pd_speech_stress_step(&stress, track, time, 0.1);
        due += found.is_due;
        assert_int_equal(found.is_ending, time > track->seconds - PD_SPEECH_ENDING);
        if (!found.has_stress) continue;

        /* Ahead by 0.6 s, but for a tick. */
        const double middle = time + found.stress_in;
        assert_true(found.stress_in <= PD_SPEECH_STRESS_AHEAD + 1e-9);
        assert_true(found.stress_in > PD_SPEECH_STRESS_AHEAD - 0.02);
        assert_true(last < 0 || middle - last >= 0.25);
        last = middle;
        count++;

        /* The middle of a vowel of the track. */
        bool is_vowel = false;
        for (int i = 0; i < track->count; i++) {
            const pd_speech_segment *s = &track->segments[i];
            is_vowel |=
                s->viseme >= PD_SPEECH_AA && fabs(0.5 * ((double)s->start + (double)s->end) - middle) < 1e-6;
        }
        assert_true(is_vowel);
    }

    /* English has about one stressed syllable in 0.4 to 0.8 s. */
    assert_int_equal(due, count); /* each is due once, 0.1 s before it */
    assert_true(count > track->seconds / 1.2 && count < track->seconds / 0.3);
    pd_speech_track_release(track);
}

static void phrases_begin_at_the_start_and_after_pauses(void **state)
{
    (void)state;
    const pd_speech_timed words[] = {{.name = "one", .start = 0.5, .end = 0.8, .weight = 1},
                                     {.name = "two", .start = 0.9, .end = 1.2, .weight = 1},
                                     {.name = "three", .start = 2, .end = 2.4, .weight = 1}};
    const pd_speech_source source = {.kind = PD_SPEECH_WORDS, .items = words, .count = 3};
    const double wanted[] = {0.5, 2};
    pd_speech_stress stress = {.next = 0};
    pd_speech_track *track;
    int count = 0;
    assert_int_equal(pd_speech_track_make(&track, &source, NULL), PD_OK);
    for (double time = -1; time < track->seconds; time += 1 / 60.0) {
        const pd_speech_found found = pd_speech_stress_step(&stress, track, time, 0.1);
        if (!found.has_phrase) continue;
        assert_true(count < 2);
        assert_true(fabs(time + found.phrase_in - wanted[count++]) < 1e-6);
        assert_true(found.phrase_in > 0);
    }
    assert_int_equal(count, 2);
    pd_speech_track_release(track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_stress_is_a_long_vowel_found_before_its_time),
        cmocka_unit_test(phrases_begin_at_the_start_and_after_pauses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
