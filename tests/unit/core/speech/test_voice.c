/* Voices: sound with the track of its phones and words, the same on several threads at once. */
#include "core/speech/voice.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "Hello, my name is Bob. I have 42 apples, and M\xC3\xBCller is a friend!";

static void words_and_phones_lie_inside_the_sound_in_order(void **state)
{
    (void)state;
    for (int v = 0; v < PD_SPEECH_VOICES; v++) {
        pd_speech_sound sound;
        pd_speech_track *track;
        assert_int_equal(pd_speech_voice_say(&sound, &track, text, (pd_speech_voice)v, 1, NULL), PD_OK);
        const double seconds = sound.count / 16000.0;
        assert_true(sound.rate == 16000 && seconds > 3 && seconds < 12);
        assert_int_equal(track->word_count, 15);
        assert_string_equal(track->words[4].text, "bob");
        for (int i = 0; i < track->word_count; i++) {
            assert_true(track->words[i].end > track->words[i].start &&
                        (double)track->words[i].end <= seconds);
            assert_true(!i || track->words[i].start >= track->words[i - 1].end - 1e-3f);
        }

        /* Bob begins and ends with closed lips. */
        const pd_speech_word *bob = &track->words[4];
        int closures = 0;
        for (int i = 0; i < track->count; i++)
            closures += track->segments[i].viseme == PD_SPEECH_PP &&
                        track->segments[i].start > bob->start - 0.02f &&
                        track->segments[i].end < bob->end + 0.02f;
        assert_int_equal(closures, 2);

        /* It is louder in its words than in front of them. */
        double loud = 0, quiet = 0;
        const int from = (int)(track->words[0].start * 16000);
        for (int i = 0; i < from; i++) quiet = fmax(quiet, fabs((double)sound.samples[i]));
        for (int i = 0; i < sound.count; i++) loud = fmax(loud, fabs((double)sound.samples[i]));
        assert_true(loud > 0.1 && quiet < 0.5 * loud);
        pd_speech_sound_deinit(&sound);
        pd_speech_track_release(track);
    }
}

static void speed_shortens_speech(void **state)
{
    (void)state;
    pd_speech_sound slow, fast;
    pd_speech_track *a, *b;
    assert_int_equal(pd_speech_voice_say(&slow, &a, text, PD_SPEECH_VOICE_KAL, 1, NULL), PD_OK);
    assert_int_equal(pd_speech_voice_say(&fast, &b, text, PD_SPEECH_VOICE_KAL, 2, NULL), PD_OK);
    assert_true(fast.count < 0.7 * slow.count);
    pd_speech_sound_deinit(&slow);
    pd_speech_sound_deinit(&fast);
    pd_speech_track_release(a);
    pd_speech_track_release(b);
}

static void nothing_to_say_and_too_much_are_refused(void **state)
{
    (void)state;
    pd_speech_sound sound;
    pd_speech_track *track;
    pd_error err;
    char *longer = malloc(PD_SPEECH_VOICE_TEXT + 2);
    assert_int_equal(pd_speech_voice_say(&sound, &track, "...", PD_SPEECH_VOICE_KAL, 1, &err),
                     PD_ERR_INVALID);
    memset(longer, 'a', PD_SPEECH_VOICE_TEXT + 1);
    longer[PD_SPEECH_VOICE_TEXT + 1] = 0;
    assert_int_equal(pd_speech_voice_say(&sound, &track, longer, PD_SPEECH_VOICE_KAL, 1, &err), PD_ERR_LIMIT);
    assert_true(!track && !sound.samples);
    free(longer);
}

static void *speak(void *out)
{
    pd_speech_sound *sound = out;
    for (int i = 0; i < 8; i++) {
        pd_speech_track *track;
        pd_speech_sound_deinit(sound);
        if (pd_speech_voice_say(sound, &track, text,
                                (pd_speech_voice)(i % 2 ? PD_SPEECH_VOICE_KAL : PD_SPEECH_VOICE_SLT), 1,
                                NULL) != PD_OK)
            return NULL;
        pd_speech_track_release(track);
    }
    return out;
}

static void voices_speak_the_same_on_several_threads(void **state)
{
    (void)state;
    pd_speech_sound sounds[4] = {{0}};
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&threads[i], NULL, speak, &sounds[i]), 0);
    for (int i = 0; i < 4; i++) {
        void *done;
        pthread_join(threads[i], &done);
        assert_non_null(done);
    }
    for (int i = 1; i < 4; i++) {
        assert_int_equal(sounds[i].count, sounds[0].count);
        assert_memory_equal(sounds[i].samples, sounds[0].samples, (size_t)sounds[0].count * sizeof(float));
    }
    for (int i = 0; i < 4; i++) pd_speech_sound_deinit(&sounds[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_phones_lie_inside_the_sound_in_order),
        cmocka_unit_test(speed_shortens_speech),
        cmocka_unit_test(nothing_to_say_and_too_much_are_refused),
        cmocka_unit_test(voices_speak_the_same_on_several_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
