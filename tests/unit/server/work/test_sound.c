/* Sound of a client: what is refused and what is clipped, its memory, its end, and that one who sends much
 * keeps no other waiting. */
#include "server/queue/speaker.h"

#include "core/speech/voice.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DT (1.0 / 60)

static pd_speech_net *net;
static size_t taken, room;
static pd_error err;

static pd_status acquire(void *ctx, const char *id, bool may_wait, pd_api_model *out, pd_error *e)
{
    (void)ctx, (void)may_wait;
    if (!net || strcmp(id, PD_API_DEFAULT_SPEECH) != 0) return pd_fail(e, PD_ERR_NOT_FOUND, "", "none");
    *out = (pd_api_model){
        .id = "speech", .kind = &pd_api_kinds[PD_API_KIND_SPEECH], .resident = pd_speech_net_retain(net)};
    return PD_OK;
}

static int take(void *ctx, pd_api_memory_use use, size_t bytes)
{
    (void)ctx, (void)use;
    if (taken + bytes > room) return 0;
    taken += bytes;
    return 1;
}

static void give(void *ctx, pd_api_memory_use use, size_t bytes)
{
    (void)ctx, (void)use;
    taken -= bytes;
}

static const pd_api_host host = {.memory_take = take, .memory_give = give, .acquire = acquire};

static int set_up(void **state)
{
    (void)state;
    taken = 0;
    room = 1 << 22;
    return pd_speech_net_load(&net, "models/speech.safetensors", &err) != PD_OK;
}

static int tear_down(void **state)
{
    (void)state;
    pd_speech_net_release(net);
    net = NULL;
    return taken != 0;
}

static pd_srv_sound *begin(int rate, pd_speech_format format)
{
    const pd_api_hear hear = {.rate = rate, .format = format};
    pd_srv_sound *sound;
    assert_int_equal(pd_srv_sound_new(&sound, &host, NULL, &hear, &err), PD_OK);
    return sound;
}

static pd_status put(pd_srv_sound *sound, const void *bytes, size_t size, int64_t at)
{
    const pd_api_sound chunk = {{bytes, size}, at >= 0, (uint64_t)at};
    return pd_srv_sound_put(sound, &chunk, &err);
}

/* One tick of some sounds. Returns the frames that were heard. */
static int hear(pd_srv_sound **sounds, int count, int most)
{
    pd_speech_ear *ears[8];
    float out[8 * PD_SPEECH_VISEMES];
    for (int i = 0; i < count; i++) pd_srv_sound_gather(sounds[i], DT);
    return pd_srv_sounds_hear(sounds, count, most, ears, out);
}

static void chunks_of_a_wrong_size_place_or_content_are_refused(void **state)
{
    (void)state;
    pd_srv_sound *sound = begin(16000, PD_SPEECH_F32);
    float samples[32000] = {0};
    assert_int_equal(put(sound, samples, 641, -1), PD_ERR_INVALID);
    assert_string_equal(err.where, "/data");
    assert_int_equal(put(sound, samples, 15 * 4, -1), PD_ERR_RANGE);
    assert_int_equal(put(sound, samples, 16001 * 4, -1), PD_ERR_RANGE);
    assert_int_equal(put(sound, samples, 160 * 4, -1), PD_OK);
    assert_int_equal(put(sound, samples, 160 * 4, 159), PD_ERR_RANGE);
    assert_string_equal(err.where, "/at");
    assert_int_equal(put(sound, samples, 160 * 4, 160 + 16001), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "begin a new sound"));
    samples[100] = NAN;
    assert_int_equal(put(sound, samples, 160 * 4, -1), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "sample 100"));
    samples[100] = INFINITY;
    assert_int_equal(put(sound, samples, 160 * 4, -1), PD_ERR_INVALID);

    /* A gap of half a second is silence, and what is too loud is clipped. */
    samples[100] = 3;
    assert_int_equal(put(sound, samples, 160 * 4, 8000), PD_OK);
    assert_int_equal(sound->waiting_count, 8160);
    assert_int_equal(sound->waits[8100], 32767);
    pd_srv_sound_free(sound);
}

static void a_flood_is_refused_and_keeps_no_other_waiting(void **state)
{
    (void)state;
    pd_srv_sound *sounds[2] = {begin(48000, PD_SPEECH_S16), begin(8000, PD_SPEECH_MU_LAW)};
    static int16_t second[48000];
    unsigned char tick[160];
    memset(tick, 0xFF, sizeof tick);
    const size_t before = taken;
    for (int i = 0; i < 2; i++) assert_int_equal(put(sounds[0], second, sizeof second, -1), PD_OK);
    for (int i = 0; i < 100; i++) assert_int_equal(put(sounds[0], second, 960, -1), PD_ERR_LIMIT);
    assert_true(taken == before);

    /* With time for a few frames only, each gets one in turn. */
    for (int t = 0; t < 12; t++) {
        assert_int_equal(put(sounds[1], tick, sizeof tick, -1), PD_OK);
        assert_true(hear(sounds, 2, 4) <= 5);
    }
    assert_true(sounds[1]->listener.made >= 12 * 2 - 6);
    assert_true(sounds[0]->waiting_count > 48000);
    for (int i = 0; i < 2; i++) pd_srv_sound_free(sounds[i]);
}

static void an_end_brings_the_last_frames_and_silence_on_the_line_ends_a_sound(void **state)
{
    (void)state;
    pd_srv_sound *sound = begin(44100, PD_SPEECH_S16);
    int16_t samples[4410] = {0};
    float out[PD_SPEECH_SHAPES];
    bool is_cut;
    assert_int_equal(put(sound, samples, sizeof samples, -1), PD_OK);
    pd_srv_sound_close(sound);
    for (int t = 0; t < 20 && !pd_srv_sound_ended(sound, &is_cut); t++) {
        hear(&sound, 1, 100);
        pd_speech_listener_show(out, &sound->listener, DT);
    }
    assert_true(pd_srv_sound_ended(sound, &is_cut) && !is_cut);
    assert_true(sound->listener.shown >= 10);
    pd_srv_sound_free(sound);

    sound = begin(16000, PD_SPEECH_S16);
    for (int t = 0; t < 299; t++) hear(&sound, 1, 100);
    assert_false(pd_srv_sound_ended(sound, &is_cut));
    for (int t = 0; t < 3; t++) hear(&sound, 1, 100);
    assert_true(pd_srv_sound_ended(sound, &is_cut) && is_cut);
    pd_srv_sound_free(sound);
}

static void an_hour_of_silence_takes_no_memory(void **state)
{
    (void)state;
    pd_srv_sound *sound = begin(16000, PD_SPEECH_S16);
    static int16_t part[1920];
    float out[PD_SPEECH_SHAPES];
    const size_t before = taken;

    /* A minute of it is heard; its counters are those of an hour then. */
    for (int k = 0; k < 2; k++) {
        for (int t = 0; t < 500; t++) {
            assert_int_equal(put(sound, part, sizeof part, -1), PD_OK);
            hear(&sound, 1, 100);
            pd_speech_listener_show(out, &sound->listener, DT);
            for (int v = 0; v < PD_SPEECH_SHAPES; v++) assert_true(out[v] < 0.15f);
        }
        sound->next += 3600u * 16000;
        sound->listener.ear.heard += 360000;
        sound->listener.feed.first += 3600 * 16000;
        sound->listener.feed.made += 3600 * 16000;
        sound->listener.made += 360000;
        sound->listener.shown += 360000;
    }
    assert_true(taken == before);
    pd_srv_sound_free(sound);
}

static void a_text_says_which_shapes_come(void **state)
{
    (void)state;
    pd_api_hear hear_text = {.rate = 16000, .text = (char *)(uintptr_t) "Mama"};
    pd_srv_sound *sound;
    pd_speech_sound said;
    pd_speech_track *track;
    float out[PD_SPEECH_SHAPES], most = 0;
    bool is_cut;
    assert_int_equal(pd_srv_sound_new(&sound, &host, NULL, &hear_text, &err), PD_OK);
    assert_int_equal(pd_speech_voice_say(&said, &track, "Mama.", PD_SPEECH_VOICE_KAL, 1, NULL), PD_OK);
    for (int i = 0; i + 267 <= said.count; i += 267) {
        int16_t part[267];
        for (int k = 0; k < 267; k++) part[k] = (int16_t)(32000 * said.samples[i + k]);
        assert_int_equal(put(sound, part, sizeof part, -1), PD_OK);
        hear(&sound, 1, 100);
        pd_speech_listener_show(out, &sound->listener, DT);
        most = fmaxf(most, out[PD_SPEECH_PP - 1]);
        assert_true(out[PD_SPEECH_SS - 1] < 0.05f && out[PD_SPEECH_U - 1] < 0.05f); /* not in the text */
    }
    assert_true(most > 0.8f);

    /* Its end brings the frames that the text holds back. */
    pd_srv_sound_close(sound);
    for (int t = 0; t < 20 && !pd_srv_sound_ended(sound, &is_cut); t++) {
        hear(&sound, 1, 100);
        pd_speech_listener_show(out, &sound->listener, DT);
    }
    assert_true(pd_srv_sound_ended(sound, &is_cut) && !is_cut);
    assert_true(sound->listener.shown >= said.count / 160 - 2);
    pd_srv_sound_free(sound);
    hear_text.text = (char *)(uintptr_t) "Привет";
    assert_int_equal(pd_srv_sound_new(&sound, &host, NULL, &hear_text, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "/text");
    pd_speech_track_release(track);
    pd_speech_sound_deinit(&said);
}

static void a_sound_needs_a_network_and_memory(void **state)
{
    (void)state;
    const pd_api_hear hear_48 = {.rate = 48000};
    pd_srv_sound *sound;
    room = 1000;
    assert_int_equal(pd_srv_sound_new(&sound, &host, NULL, &hear_48, &err), PD_ERR_BUSY);
    assert_null(sound);
    room = 1 << 22;
    pd_speech_net *kept = net;
    net = NULL;
    assert_int_equal(pd_srv_sound_new(&sound, &host, NULL, &hear_48, &err), PD_ERR_UNSUPPORTED);
    net = kept;
}

/* Runs ticks of a speaker that hears, and notes the kinds of its events: + started, - ended, ! cut. */
static void run(char *events, pd_srv_speaker *speaker, int ticks)
{
    for (int t = 0; t < ticks; t++) {
        pd_buffer out = {0};
        size_t ends[PD_SRV_SPOKEN];
        pd_srv_speaker_take(speaker);
        pd_srv_sound *sound = pd_srv_speaker_sound(speaker);
        if (sound) hear(&sound, 1, 100);
        pd_srv_speaker_step(speaker, DT);
        for (int i = 0; i < speaker->event_count; i++) {
            if (speaker->events[i].kind == PD_API_SPOKEN_WORD) continue;
            strcat(events, speaker->events[i].kind == PD_API_SPOKEN_STARTED ? "+" : "-");
            if (speaker->events[i].is_cut) strcat(events, "!");
        }
        pd_srv_speaker_write(&out, ends, speaker, 1, 0, 0);
        pd_buffer_deinit(&out);
    }
}

static void a_sound_replaces_speech_and_a_stop_ends_it(void **state)
{
    (void)state;
    pd_srv_speaker *speaker = pd_srv_speaker_new(&host);
    char events[64] = "";
    pd_speech_sound voice;
    pd_srv_utterance u = {.delay = 0}, stop = {.delay = 0};
    assert_int_equal(pd_speech_voice_say(&voice, &u.track, "Hello my friend.", PD_SPEECH_VOICE_KAL, 1, NULL),
                     PD_OK);

    /* Nothing was begun. */
    const pd_api_sound none = {{(const unsigned char *)"abcd", 4}, false, 0};
    assert_int_equal(pd_srv_speaker_put(speaker, &none, &err), PD_ERR_INVALID);
    assert_int_equal(pd_srv_speaker_close(speaker, &err), PD_ERR_INVALID);
    assert_int_equal(pd_srv_speaker_put(NULL, &none, &err), PD_ERR_INVALID);

    assert_int_equal(pd_srv_speaker_ask(speaker, &u, &err), PD_OK);
    run(events, speaker, 20);
    pd_speech_track_release(u.track);
    u = (pd_srv_utterance){.sound = begin(16000, PD_SPEECH_F32)};
    assert_int_equal(pd_srv_speaker_ask(speaker, &u, &err), PD_OK);
    float most = 0;
    for (int i = 0; i + 800 < voice.count; i += 800) {
        const pd_api_sound chunk = {{(const unsigned char *)(voice.samples + i), 3200}, false, 0};
        assert_int_equal(pd_srv_speaker_put(speaker, &chunk, &err), PD_OK);
        run(events, speaker, 3);
        for (int v = 0; v < PD_SPEECH_SHAPES; v++) most = fmaxf(most, speaker->shown[v]);
    }
    assert_true(most > 0.6f);
    assert_string_equal(events, "+-!+");

    /* A stop closes the mouth, and chunks that were on their way are dropped. */
    assert_int_equal(pd_srv_speaker_ask(speaker, &stop, &err), PD_OK);
    run(events, speaker, 9);
    assert_string_equal(events, "+-!+-!");
    for (int v = 0; v < PD_SPEECH_SHAPES; v++) assert_true(speaker->shown[v] == 0);
    const pd_api_sound late = {{(const unsigned char *)voice.samples, 3200}, false, 0};
    assert_int_equal(pd_srv_speaker_put(speaker, &late, &err), PD_OK);

    /* A text that waits begins when the sound has ended. */
    u = (pd_srv_utterance){.sound = begin(16000, PD_SPEECH_F32)};
    assert_int_equal(pd_srv_speaker_ask(speaker, &u, &err), PD_OK);
    assert_int_equal(pd_srv_speaker_put(speaker, &late, &err), PD_OK);
    assert_int_equal(pd_srv_speaker_close(speaker, &err), PD_OK);
    assert_int_equal(pd_srv_speaker_put(speaker, &late, &err), PD_ERR_INVALID);
    run(events, speaker, 30);
    assert_string_equal(events, "+-!+-!+-");
    pd_srv_speaker_free(speaker);
    pd_speech_sound_deinit(&voice);
}

#define SOUND_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
int main(void)
{
    const struct CMUnitTest tests[] = {
        SOUND_TEST(chunks_of_a_wrong_size_place_or_content_are_refused),
        SOUND_TEST(a_flood_is_refused_and_keeps_no_other_waiting),
        SOUND_TEST(an_end_brings_the_last_frames_and_silence_on_the_line_ends_a_sound),
        SOUND_TEST(an_hour_of_silence_takes_no_memory),
        SOUND_TEST(a_text_says_which_shapes_come),
        SOUND_TEST(a_sound_needs_a_network_and_memory),
        SOUND_TEST(a_sound_replaces_speech_and_a_stop_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
