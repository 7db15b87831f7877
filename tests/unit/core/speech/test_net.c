/* The network that hears: the same in chunks of any size, shut in silence, tones and noise, and right about
 * the lips of a voice; files of another kind are refused. */
#include "core/speech/hearing.h"
#include "core/speech/voice.h"

#include "core/base/rng.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { V = PD_SPEECH_VISEMES };

static pd_speech_net *net;

static int set_up(void **state)
{
    pd_error err;
    (void)state;
    return pd_speech_net_load(&net, "models/speech.safetensors", &err) != PD_OK;
}

static int tear_down(void **state)
{
    (void)state;
    pd_speech_net_release(net);
    return 0;
}

static void chunks_of_any_size_give_the_same_bits(void **state)
{
    (void)state;
    pd_speech_sound sound;
    pd_speech_track *track;
    assert_int_equal(pd_speech_voice_say(&sound, &track, "Maybe five more.", PD_SPEECH_VOICE_KAL, 1, NULL),
                     PD_OK);
    pd_speech_track_release(track);
    const int room = sound.count / 160 + 2;
    float *whole = calloc((size_t)room * V, sizeof *whole), *parts = calloc((size_t)room * V, sizeof *parts);
    pd_speech_ear ear = {.heard = 0};
    const int made = pd_speech_ear_hear(whole, room, &ear, net, sound.samples, sound.count);
    assert_true(made >= sound.count / 160 - 5);
    static const int sizes[] = {1, 160, 161, 480, 1600};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int again = 0;
        ear = (pd_speech_ear){.heard = 0};
        for (int i = 0; i < sound.count; i += sizes[s]) {
            const int count = sound.count - i < sizes[s] ? sound.count - i : sizes[s];
            again += pd_speech_ear_hear(parts + (size_t)again * V, room - again, &ear, net, sound.samples + i,
                                        count);
        }
        assert_int_equal(again, made);
        assert_memory_equal(parts, whole, (size_t)made * V * sizeof *whole);
    }
    for (int t = 0; t < made; t++) {
        float sum = 0;
        for (int v = 0; v < V; v++) sum += whole[t * V + v];
        assert_true(fabsf(sum - 1) < 1e-4f);
    }
    free(whole);
    free(parts);
    pd_speech_sound_deinit(&sound);
}

/* Returns the share of frames in which the mouth moves. */
static double moved(const pd_speech_sound *sound)
{
    pd_speech_track *track;
    double open = 0;
    assert_int_equal(pd_speech_hear(&track, net, sound, NULL), PD_OK);
    for (int i = 0; i < track->count; i++)
        if (track->segments[i].viseme != PD_SPEECH_SIL)
            open += (double)track->segments[i].end - (double)track->segments[i].start;
    pd_speech_track_release(track);
    return open * sound->rate / sound->count;
}

static void silence_chords_beeps_noise_and_coughs_leave_the_mouth_shut(void **state)
{
    (void)state;
    static const char *const kinds[] = {"silence", "noise", "chord", "organ", "beeps", "coughs"};
    pd_rng rng;
    pd_rng_init(&rng, 5);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        pd_speech_sound s = {.samples = calloc(64000, sizeof(float)), .count = 64000, .rate = 16000};
        for (int i = 0; i < s.count; i++) {
            const double t = i / 16000.0, noise = pd_rng_normal(&rng);
            const double chord = sin(2 * M_PI * 262 * t) + sin(2 * M_PI * 330 * t) + sin(2 * M_PI * 392 * t);
            double organ = 0;
            for (int h = 1; h < 9; h++)
                organ += sin(2 * M_PI * 196 * h * t) / h + sin(2 * M_PI * 247 * h * t) / h;
            const double cough = fmod(t, 0.9);
            const double values[] = {0,
                                     0.05 * noise,
                                     0.1 * chord,
                                     0.06 * organ,
                                     fmod(t, 1) < 0.5 ? 0.2 * sin(2 * M_PI * 950 * t) : 0,
                                     0.3 * noise * exp(-12 * cough)};
            s.samples[i] = (float)values[k];
        }
        const double share = moved(&s);
        if (share > 0.1) fail_msg("%s: the mouth moves in %.0f %% of the time", kinds[k], 100 * share);
        pd_speech_sound_deinit(&s);
    }
}

static void lips_shut_where_a_voice_shuts_them(void **state)
{
    (void)state;
    pd_speech_sound sound;
    pd_speech_track *said, *heard;
    int closures = 0, found = 0;
    assert_int_equal(
        pd_speech_voice_say(&sound, &said,
                            "Bob Palmer may be the best of people. Maybe he gave him a map, a pump "
                            "and a lamp, and a paper boat.",
                            PD_SPEECH_VOICE_KAL, 1, NULL),
        PD_OK);
    assert_int_equal(pd_speech_hear(&heard, net, &sound, NULL), PD_OK);
    for (int i = 0; i < said->count; i++) {
        const pd_speech_segment *s = &said->segments[i];
        bool is_found = false;
        if (s->viseme != PD_SPEECH_PP) continue;
        for (int k = 0; k < heard->count; k++)
            is_found |= heard->segments[k].viseme == PD_SPEECH_PP &&
                        heard->segments[k].start < s->end + 0.04f &&
                        heard->segments[k].end > s->start - 0.04f;
        closures++;
        found += is_found;
    }
    assert_true(closures > 15 && found > 0.7 * closures);

    /* The same at another rate. */
    pd_speech_sound other;
    pd_speech_track *again;
    assert_int_equal(pd_speech_sound_resample(&other, &sound, 44100, NULL), PD_OK);
    assert_int_equal(pd_speech_hear(&again, net, &other, NULL), PD_OK);
    assert_true(fabs(again->seconds - heard->seconds) < 0.05 &&
                abs(again->count - heard->count) < heard->count / 3);
    pd_speech_sound_deinit(&other);
    pd_speech_sound_deinit(&sound);
    pd_speech_track_release(again);
    pd_speech_track_release(heard);
    pd_speech_track_release(said);
}

static void files_of_another_kind_are_refused(void **state)
{
    pd_speech_net *other = NULL;
    pd_error err;
    (void)state;
    assert_int_not_equal(pd_speech_net_load(&other, "models/rig-weights.safetensors", &err), PD_OK);
    assert_int_not_equal(pd_speech_net_load(&other, "models/none.safetensors", &err), PD_OK);
    assert_null(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_of_any_size_give_the_same_bits),
        cmocka_unit_test(silence_chords_beeps_noise_and_coughs_leave_the_mouth_shut),
        cmocka_unit_test(lips_shut_where_a_voice_shuts_them),
        cmocka_unit_test(files_of_another_kind_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
