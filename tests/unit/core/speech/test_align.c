/* Text with sound: lips shut where the voice shuts them, words begin in their time, a text that is not said
 * is doubted, and what is too long or no text is refused. */
#include "core/speech/hearing.h"
#include "core/speech/voice.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char text[] = "Bob Palmer may be the best of people. Maybe he gave him a map, a pump "
                           "and a lamp, and a paper boat.";
static pd_speech_net *net;
static pd_speech_sound voice;
static pd_speech_track *said;
static pd_error err;

static int set_up(void **state)
{
    (void)state;
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

static pd_speech_track *align(double *doubt, const pd_speech_align_job *job)
{
    pd_speech_track *track;
    if (pd_speech_hear_text(&track, doubt, net, &voice, job, &err) != PD_OK) fail_msg("%s", err.detail);
    return track;
}

/* Returns the share of the voice's closures that a track has within 40 ms; *right: the share of its own that
 * the voice has. */
static double closures(double *right, const pd_speech_track *track)
{
    int counts[2] = {0}, near[2] = {0};
    const pd_speech_track *tracks[2] = {said, track};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < tracks[k]->count; i++) {
            const pd_speech_segment *s = &tracks[k]->segments[i];
            bool is_near = false;
            if (s->viseme != PD_SPEECH_PP) continue;
            for (int j = 0; j < tracks[!k]->count; j++) {
                const pd_speech_segment *o = &tracks[!k]->segments[j];
                is_near |=
                    o->viseme == PD_SPEECH_PP && o->start < s->end + 0.04f && o->end > s->start - 0.04f;
            }
            counts[k]++;
            near[k] += is_near;
        }
    *right = near[1] / (double)counts[1];
    return near[0] / (double)counts[0];
}

static void the_text_shuts_the_lips_and_starts_the_words_in_their_time(void **state)
{
    (void)state;
    double doubt, right;
    pd_speech_track *track = align(&doubt, &(pd_speech_align_job){.text = text});
    assert_true(closures(&right, track) > 0.95 && right > 0.95);
    assert_true(doubt < PD_SPEECH_ALIGN_DOUBT);
    assert_int_equal(track->word_count, said->word_count);
    int near = 0;
    for (int i = 0; i < said->word_count; i++) {
        assert_int_equal(strcasecmp(track->words[i].text, said->words[i].text), 0);
        near += fabsf(track->words[i].start - said->words[i].start) < 0.08f;
        assert_true(track->words[i].end > track->words[i].start);
        assert_true(!i || track->words[i].start >= track->words[i - 1].end - 1e-4f);
    }
    assert_true(near > 0.85 * said->word_count);
    pd_speech_track_release(track);
}

static void words_with_times_stay_within_them(void **state)
{
    (void)state;
    double doubt, right;
    pd_speech_timed words[64];
    for (int i = 0; i < said->word_count; i++)
        words[i] = (pd_speech_timed){.name = said->words[i].text,
                                     .start = (double)said->words[i].start,
                                     .end = (double)said->words[i].end,
                                     .weight = 1};
    pd_speech_track *track =
        align(&doubt, &(pd_speech_align_job){.words = words, .word_count = said->word_count});
    assert_true(closures(&right, track) > 0.95 && right > 0.95);
    for (int i = 0; i < said->word_count; i++) {
        assert_true(track->words[i].start > said->words[i].start - 0.045f);
        assert_true(track->words[i].end < said->words[i].end + 0.045f);
    }
    pd_speech_track_release(track);
}

/* Follows a text in the voice, and returns the shape of each frame, (*count). */
static unsigned char *follow(int *count, const char *said_text)
{
    pd_speech_follow *f;
    pd_speech_ear ear = {.heard = 0};
    const int room = voice.count / 160 + 2;
    float *p = malloc((size_t)room * PD_SPEECH_VISEMES * sizeof *p), out[PD_SPEECH_VISEMES];
    unsigned char *shapes = malloc((size_t)room);
    const int made = pd_speech_ear_hear(p, room, &ear, net, voice.samples, voice.count);
    assert_int_equal(pd_speech_follow_new(&f, said_text, &err), PD_OK);
    *count = 0;
    for (int t = 0; t < made; t++) {
        if (!pd_speech_follow_step(out, f, p + t * PD_SPEECH_VISEMES)) continue;
        int best = 0;
        for (int v = 1; v < PD_SPEECH_VISEMES; v++)
            if (out[v] > out[best]) best = v;
        shapes[(*count)++] = (unsigned char)best;
    }
    assert_int_equal(*count, made - PD_SPEECH_FOLLOW_LAG);
    pd_speech_follow_free(f);
    free(p);
    return shapes;
}

static void a_sound_that_comes_follows_its_text_a_little_later(void **state)
{
    (void)state;
    int count, closures_of_voice = 0, found = 0, others = 0;
    unsigned char *shapes = follow(&count, text);
    for (int i = 0; i < said->count; i++) {
        const pd_speech_segment *s = &said->segments[i];
        bool is_near = false;
        if (s->viseme != PD_SPEECH_PP) continue;
        for (int t = (int)(s->start * 100) - 4; t < (int)(s->end * 100) + 4; t++)
            is_near |= t >= 0 && t < count && shapes[t] == PD_SPEECH_PP;
        closures_of_voice++;
        found += is_near;
    }
    assert_true(found > 0.9 * closures_of_voice);
    free(shapes);

    /* With a text that is not said, the sound alone counts soon: lips shut again. */
    shapes = follow(&count, "Six thirsty sisters sew quite strange clothes.");
    for (int t = count / 2; t < count; t++) others += shapes[t] == PD_SPEECH_PP;
    assert_true(others > 10);
    free(shapes);
    pd_speech_follow *f;
    assert_int_equal(pd_speech_follow_new(&f, "...", &err), PD_ERR_INVALID);
    assert_null(f);
}

static void another_text_is_doubted(void **state)
{
    (void)state;
    static const char other[] =
        "Six thirsty sisters sew quite strange clothes. Which churches choose such an hour?";
    double doubt;
    pd_speech_track *track = align(&doubt, &(pd_speech_align_job){.text = other});
    assert_true(doubt > PD_SPEECH_ALIGN_DOUBT);
    pd_speech_track_release(track);
}

static void what_cannot_be_aligned_is_refused(void **state)
{
    (void)state;
    double doubt;
    pd_speech_track *track;
    char *long_text = malloc(60001);
    for (int i = 0; i < 60000; i++) long_text[i] = "no "[i % 3];
    long_text[60000] = 0;
    const pd_speech_sound part = {.samples = voice.samples, .count = 1600, .rate = 16000};
    assert_int_equal(
        pd_speech_hear_text(&track, &doubt, net, &part, &(pd_speech_align_job){.text = text}, &err),
        PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "sounds of the text in"));
    assert_int_equal(
        pd_speech_hear_text(&track, &doubt, net, &voice, &(pd_speech_align_job){.text = "-- !"}, &err),
        PD_ERR_INVALID);
    assert_int_equal(pd_speech_hear_text(&track, &doubt, net, &voice,
                                         &(pd_speech_align_job){.text = "здравствуйте"}, &err),
                     PD_ERR_UNSUPPORTED);
    assert_int_not_equal(
        pd_speech_hear_text(&track, &doubt, net, &voice, &(pd_speech_align_job){.text = long_text}, &err),
        PD_OK);
    assert_null(track);
    free(long_text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_text_shuts_the_lips_and_starts_the_words_in_their_time),
        cmocka_unit_test(words_with_times_stay_within_them),
        cmocka_unit_test(a_sound_that_comes_follows_its_text_a_little_later),
        cmocka_unit_test(another_text_is_doubted),
        cmocka_unit_test(what_cannot_be_aligned_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
