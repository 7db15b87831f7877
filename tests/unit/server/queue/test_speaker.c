/* Speech of a character: utterances replace or wait, a stop closes the mouth, events come in their ticks, and
 * memory is counted and given back. */
#include "server/queue/speaker.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DT (1.0 / 60)

static size_t taken;
static size_t room;

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

static const pd_api_host host = {.memory_take = take, .memory_give = give};
static pd_srv_speaker *speaker;
static char heard[4096]; /* events as "started:u1 word:Hi ended:u1!" */

static int set_up(void **state)
{
    (void)state;
    taken = 0;
    room = 1 << 20;
    *heard = 0;
    speaker = pd_srv_speaker_new(&host);
    return !speaker;
}

static int tear_down(void **state)
{
    (void)state;
    pd_srv_speaker_free(speaker);
    return taken != 0;
}

static pd_status ask(const char *text, const char *name, double delay, bool waits)
{
    pd_srv_utterance u = {.delay = delay, .waits = waits};
    pd_error err;
    if (text) {
        const pd_speech_source source = {.kind = PD_SPEECH_TEXT_ALONE, .text = text, .speed = 1};
        assert_int_equal(pd_speech_track_make(&u.track, &source, NULL), PD_OK);
    }
    strcpy(u.name, name);
    const pd_status status = pd_srv_speaker_ask(speaker, &u, &err);
    pd_speech_track_release(u.track);
    return status;
}

static float open_mouth(void)
{
    float sum = 0;
    for (int v = 0; v < PD_SPEECH_SHAPES; v++) sum += speaker->shown[v];
    return sum;
}

/* Runs ticks for some seconds and notes the events. Returns the most that the mouth was open. */
static float run(double seconds)
{
    float most = 0;
    for (int t = 0; t < (int)lround(seconds * 60); t++) {
        pd_buffer out = {0};
        size_t ends[PD_SRV_SPOKEN];
        pd_srv_speaker_take(speaker);
        pd_srv_speaker_step(speaker, DT);
        for (int i = 0; i < speaker->event_count; i++) {
            const pd_api_spoken *e = &speaker->events[i];
            const size_t size = strlen(heard);
            if (e->kind == PD_API_SPOKEN_WORD)
                snprintf(heard + size, sizeof heard - size, "%s ", e->word);
            else
                snprintf(heard + size, sizeof heard - size, "%s%s%s ",
                         e->kind == PD_API_SPOKEN_STARTED ? "+" : "-", e->utterance, e->is_cut ? "!" : "");
        }
        pd_srv_speaker_write(&out, ends, speaker, 1, 0, 0);
        pd_buffer_deinit(&out);
        most = fmaxf(most, open_mouth());
    }
    return most;
}

static void utterances_wait_for_each_other_and_tell_their_words(void **state)
{
    (void)state;
    assert_int_equal(ask("Hello Bob", "a", 0, false), PD_OK);
    assert_int_equal(ask("Bye", "b", 0.5, true), PD_OK);
    assert_true(run(4) > 0.5f);
    assert_string_equal(heard, "+a Hello Bob -a +b Bye -b ");
    assert_true(open_mouth() == 0 && !speaker->count);
}

static void an_utterance_without_queue_replaces_what_is_spoken_and_what_waits(void **state)
{
    (void)state;
    ask("Hello my good friend", "a", 0, false);
    ask("never heard", "b", 0, true);
    run(0.3);
    ask("Stop", "c", 0, false);
    run(3);
    assert_string_equal(heard, "+a Hello -a! +c Stop -c ");
}

static void a_stop_closes_the_mouth_in_its_time(void **state)
{
    (void)state;
    ask("Hello my good friend", "a", 0, false);
    ask("never heard", "b", 0, true);
    run(0.5);
    assert_true(open_mouth() > 0.1f);
    ask(NULL, "", 0, false);
    run(PD_SPEECH_STOP_TIME + DT);
    assert_true(open_mouth() == 0);
    assert_true(run(1) == 0);
    assert_string_equal(heard, "+a Hello my -a! ");
}

static void a_delay_holds_the_mouth_shut_until_its_end(void **state)
{
    (void)state;
    ask("Papa", "a", 1, false);
    assert_true(run(0.8) < 0.05f);
    assert_string_equal(heard, "");
    assert_true(run(1) > 0.5f);
}

static void too_many_and_too_large_utterances_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < PD_SRV_UTTERANCES; i++) assert_int_equal(ask("one", "", 0, true), PD_OK);
    assert_int_equal(ask("one", "", 0, true), PD_ERR_LIMIT);
    run(0.1);
    assert_int_equal(ask("one", "", 0, true), PD_ERR_LIMIT);
    room = taken;
    assert_int_equal(ask("one", "", 0, false), PD_ERR_BUSY);
    room = 1 << 20;
    assert_int_equal(ask("one", "", 0, false), PD_OK);
}

#define SPEAKER_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
int main(void)
{
    const struct CMUnitTest tests[] = {
        SPEAKER_TEST(utterances_wait_for_each_other_and_tell_their_words),
        SPEAKER_TEST(an_utterance_without_queue_replaces_what_is_spoken_and_what_waits),
        SPEAKER_TEST(a_stop_closes_the_mouth_in_its_time),
        SPEAKER_TEST(a_delay_holds_the_mouth_shut_until_its_end),
        SPEAKER_TEST(too_many_and_too_large_utterances_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
