/* Live hearing: the same for chunks of any size, rates become 16 kHz as those of files do, a batch gives the
 * bits of one, lips shut where a voice shuts them, and the mouth is shut in silence and without news. */
#include "core/speech/listener.h"
#include "core/speech/mouth.h"
#include "core/speech/voice.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { V = PD_SPEECH_VISEMES };

#define DT (1.0 / 60)

static pd_speech_net *net;
static pd_speech_sound voice;
static pd_speech_track *said;

static int set_up(void **state)
{
    pd_error err;
    (void)state;
    static const char text[] = "Bob Palmer may be the best of people. Maybe he gave him a map, a pump "
                               "and a lamp, and a paper boat.";
    return pd_speech_net_load(&net, "models/speech.safetensors", &err) != PD_OK ||
           pd_speech_voice_say(&voice, &said, text, PD_SPEECH_VOICE_KAL, 1, &err) != PD_OK;
}

static int tear_down(void **state)
{
    (void)state;
    pd_speech_net_release(net);
    pd_speech_sound_deinit(&voice);
    pd_speech_track_release(said);
    return 0;
}

static void a_sound_in_parts_is_resampled_as_a_whole_one(void **state)
{
    (void)state;
    static const int rates[] = PD_SPEECH_RATES;
    for (int r = 0; r < PD_SPEECH_RATE_COUNT; r++) {
        pd_speech_sound in = {.samples = voice.samples, .count = 20000, .rate = rates[r]}, whole;
        pd_speech_taps taps;
        pd_speech_feed feed = {.count = 0};
        assert_int_equal(pd_speech_sound_resample(&whole, &in, 16000, NULL), PD_OK);
        assert_int_equal(pd_speech_taps_make(&taps, rates[r], 16000, NULL), PD_OK);
        float *parts = calloc((size_t)whole.count + 300, sizeof *parts);
        int made = 0;
        for (int i = 0, k = 0; i < in.count; k++) {
            const int size = 1 + 7 * k % PD_SPEECH_FEED;
            const int count = in.count - i < size ? in.count - i : size;
            made += pd_speech_feed_take(parts + made, &feed, &taps, in.samples + i, count);
            i += count;
        }
        assert_true(made <= whole.count && made > whole.count - 200);
        assert_memory_equal(parts, whole.samples, (size_t)made * sizeof *parts);
        free(parts);
        pd_speech_taps_deinit(&taps);
        pd_speech_sound_deinit(&whole);
    }
}

static void a_batch_gives_the_bits_of_one(void **state)
{
    (void)state;
    enum { MANY = PD_SPEECH_BATCH + 5 };
    static pd_speech_ear ears[MANY], alone[MANY];
    pd_speech_ear *all[MANY];
    float out[MANY * V], one[V];
    memset(ears, 0, sizeof ears);
    memset(alone, 0, sizeof alone);

    /* Each of them hears another part of the voice. */
    for (int frame = 0; frame < 20; frame++) {
        bool is_due = false;
        for (int i = 0; i < MANY; i++) {
            const float *samples = voice.samples + 1000 * i + 160 * frame;
            pd_speech_ear_take(&is_due, &ears[i], net, samples, 160);
            pd_speech_ear_take(&is_due, &alone[i], net, samples, 160);
            all[i] = &ears[i];
        }
        if (!is_due) continue;
        pd_speech_ears_step(out, all, MANY, net);
        for (int i = 0; i < MANY; i++) {
            pd_speech_ear *ear = &alone[i];
            pd_speech_ears_step(one, &ear, 1, net);
            assert_memory_equal(one, out + i * V, sizeof one);
        }
    }
}

/* Hears a sound in chunks that come as they are spoken, and notes the mouth of each tick, out (ticks,14). */
static int hear_live(float *out, int ticks, pd_speech_listener *l, const pd_speech_sound *sound, double chunk)
{
    pd_speech_taps taps;
    int heard = 0;
    assert_int_equal(pd_speech_taps_make(&taps, sound->rate, 16000, NULL), PD_OK);
    for (int t = 0; t < ticks; t++) {
        int due = (int)(floor(t * DT / chunk) * chunk * sound->rate);
        if (due > sound->count) due = sound->count;
        while (heard < due) {
            bool is_due;
            float p[V];
            pd_speech_ear *ear = &l->ear;
            heard += pd_speech_listener_take(&is_due, l, net, &taps, sound->samples + heard, due - heard);
            if (!is_due) continue;
            pd_speech_ears_step(p, &ear, 1, net);
            pd_speech_listener_add(l, p);
        }
        pd_speech_listener_show(out + t * PD_SPEECH_SHAPES, l, DT);
        float sum = 0;
        for (int v = 0; v < PD_SPEECH_SHAPES; v++) sum += out[t * PD_SPEECH_SHAPES + v];
        assert_true(sum >= 0 && sum < 1.001f);
    }
    pd_speech_taps_deinit(&taps);
    return heard;
}

static void lips_shut_in_chunks_of_any_size(void **state)
{
    (void)state;
    static const double chunks[] = {0.01, 0.02, 0.04, 0.1};
    const int ticks = (int)(said->seconds * 60) + 30;
    float *out = calloc((size_t)ticks * PD_SPEECH_SHAPES, sizeof *out);
    pd_speech_listener *l = malloc(sizeof *l);
    for (size_t c = 0; c < sizeof chunks / sizeof *chunks; c++) {
        int closures = 0, found = 0;
        memset(l, 0, sizeof *l);
        hear_live(out, ticks, l, &voice, chunks[c]);
        for (int i = 0; i < said->count; i++) {
            const pd_speech_segment *s = &said->segments[i];
            if (s->viseme != PD_SPEECH_PP) continue;
            float most = 0;
            for (int t = 0; t < ticks; t++)
                if (t * DT > (double)s->start && t * DT < (double)s->end + 0.11 + chunks[c])
                    most = fmaxf(most, out[t * PD_SPEECH_SHAPES]);
            closures++;
            found += most > 0.5f;
        }
        if (found < 0.7 * closures) fail_msg("chunks of %g s: %d of %d closures", chunks[c], found, closures);
    }
    free(l);
    free(out);
}

static void silence_and_a_missing_chunk_shut_the_mouth(void **state)
{
    (void)state;
    enum { TICKS = 3 * 60 };
    static float out[TICKS * PD_SPEECH_SHAPES], samples[48000];
    const pd_speech_sound silence = {.samples = samples, .count = 48000, .rate = 16000};
    pd_speech_listener *l = calloc(1, sizeof *l);
    hear_live(out, TICKS, l, &silence, 0.02);
    for (int i = 0; i < TICKS * PD_SPEECH_SHAPES; i++) assert_true(out[i] < 0.15f);

    /* Speech that breaks off within a vowel. */
    const pd_speech_sound part = {.samples = voice.samples, .count = voice.rate, .rate = voice.rate};
    memset(l, 0, sizeof *l);
    hear_live(out, TICKS, l, &part, 0.02);
    const int end = (int)(60 * (1 + 0.05 + 0.15 + PD_SPEECH_STOP_TIME + 0.05));
    for (int i = end * PD_SPEECH_SHAPES; i < TICKS * PD_SPEECH_SHAPES; i++) assert_true(out[i] == 0);
    free(l);
}

static void a_timed_sound_is_shown_in_its_time_and_what_is_late_is_left_out(void **state)
{
    (void)state;
    pd_speech_listener *l = calloc(1, sizeof *l);
    float p[V] = {0}, out[PD_SPEECH_SHAPES];
    l->is_timed = true;
    l->time = -0.5;

    /* A second: half a second of I, half a second of U. */
    for (int i = 0; i < 100; i++) {
        memset(p, 0, sizeof p);
        p[i < 50 ? PD_SPEECH_I : PD_SPEECH_U] = 1;
        pd_speech_listener_add(l, p);
    }
    for (int t = 0; t < 29; t++) pd_speech_listener_show(out, l, DT);
    assert_true(l->shown == 0 && out[PD_SPEECH_I - 1] == 0);
    for (int t = 0; t < 15; t++) pd_speech_listener_show(out, l, DT);
    assert_true(out[PD_SPEECH_I - 1] > 0.9f);
    for (int t = 0; t < 25; t++) pd_speech_listener_show(out, l, DT);
    assert_true(out[PD_SPEECH_U - 1] > 0.9f);

    /* Two seconds without sound, then one that should have come a second ago. */
    for (int t = 0; t < 120; t++) pd_speech_listener_show(out, l, DT);
    assert_true(out[PD_SPEECH_U - 1] == 0);
    for (int i = 0; i < 100; i++) pd_speech_listener_add(l, p);
    pd_speech_listener_show(out, l, DT);
    assert_int_equal(l->shown, l->made);
    assert_true(pd_speech_listener_room(l) == PD_SPEECH_AHEAD_FRAMES);
    free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_in_parts_is_resampled_as_a_whole_one),
        cmocka_unit_test(a_batch_gives_the_bits_of_one),
        cmocka_unit_test(lips_shut_in_chunks_of_any_size),
        cmocka_unit_test(silence_and_a_missing_chunk_shut_the_mouth),
        cmocka_unit_test(a_timed_sound_is_shown_in_its_time_and_what_is_late_is_left_out),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
