/* Speech and mood of a script: mouth shapes follow the utterances, the manner begins with the first entry of
 * `feel`, and the head of the clip is turned once. */
#include "api/motion/speech.h"

#include "core/anim/biped.h"
#include "tests/support/cmocka.h"

#include <math.h>

#define RATE 60.0

static pd_speech_track *say(const char *text)
{
    const pd_speech_source source = {.kind = PD_SPEECH_TEXT_ALONE, .text = text, .speed = 1};
    pd_speech_track *track;
    assert_int_equal(pd_speech_track_make(&track, &source, NULL), PD_OK);
    return track;
}

/* Two utterances, the second of which cuts off the first. */
static pd_api_speech_cue said[2];
static const pd_api_speech_cues speech = {said, 2};

static int say_two(void **state)
{
    (void)state;
    said[0] =
        (pd_api_speech_cue){1, say("Maybe the big hall on the left was built long ago by somebody else.")};
    said[1] = (pd_api_speech_cue){4, say("Nobody knows who paid for all of it.")};
    return 0;
}

static int forget(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) pd_speech_track_release(said[i].track);
    return 0;
}

static void without_feel_speech_moves_the_mouth_alone(void **state)
{
    (void)state;
    const pd_api_feel_cues none = {NULL, 0};
    pd_api_talk talk;
    assert_int_equal(pd_api_talk_follow(&talk, &speech, &none, 1, 480, RATE, NULL), PD_OK);
    assert_true(!talk.shown && !talk.talks);
    for (int v = 0; v < PD_SPEECH_SHAPES; v++) assert_true(talk.visemes[30 * PD_SPEECH_SHAPES + v] == 0);
    float closed = 0; /* the lips shut at the m of "Maybe" */
    for (int t = 60; t < 80; t++)
        closed = fmaxf(closed, talk.visemes[t * PD_SPEECH_SHAPES + PD_SPEECH_PP - 1]);
    assert_true(closed > 0.9f);
    pd_api_talk_deinit(&talk);
}

static void feel_adds_stresses_emotions_and_the_head(void **state)
{
    (void)state;
    pd_api_feel_cue felt[] = {{.time = 2, .request = {.seconds = 0.5, .liveliness = 0.5}}};
    const pd_api_feel_cues feel = {felt, 1};
    pd_api_talk talk;
    int stresses = 0, phrases = 0, nods = 0;
    felt[0].request.emotions[PD_ANIM_EMOTION_SAD] = 1;
    assert_int_equal(pd_api_talk_follow(&talk, &speech, &feel, 1, 480, RATE, NULL), PD_OK);
    for (int t = 0; t < 480; t++) {
        const double time = t / RATE;
        const pd_character_bearing_input *in = &talk.talks[t];
        const double end = 4 + said[1].track->seconds;

        /* Speech is known throughout, the mood from 2 s on, and it takes half a second. */
        assert_int_equal(in->is_speaking, time > 1 - 1e-6 && time < end - 1e-6);
        assert_true(time < 2 ? in->liveliness == 0 : in->liveliness == 0.5);
        if (time < 2) assert_true(in->emotions[PD_ANIM_EMOTION_SAD] == 0);
        if (time > 2.55) assert_true(in->emotions[PD_ANIM_EMOTION_SAD] == 1);
        stresses += in->has_stress;
        phrases += in->has_phrase;
        nods += talk.shown[t].shapes[PD_ANIM_MANNER_BROW_OUTER] > 0.2f;
        assert_false(talk.shown[t].blinks);
    }
    assert_true(stresses > 5 && stresses < 24);
    assert_int_equal(phrases, 2);
    assert_true(nods > 5);

    /* The head of a sad person is lower; the clip is turned once. */
    pd_anim_skeleton biped;
    pd_anim_clip clip;
    pd_anim_biped_skeleton(&biped);
    assert_int_equal(pd_anim_clip_init(&clip, &biped, 480, RATE, NULL), PD_OK);
    for (int t = 0; t < 480; t++)
        for (int j = 0; j < biped.joint_count; j++) pd_anim_clip_frame(&clip, t)[j] = pd_q_identity();
    const int head = pd_anim_skeleton_find(&biped, "Head");
    const int neck = biped.parents[head];
    for (int pass = 0; pass < 2; pass++) {
        pd_api_talk_turn_head(&clip, &talk);
        const pd_quat *last = pd_anim_clip_frame(&clip, 470);
        const pd_vec3 front = pd_q_rotate(pd_q_mul(last[neck], last[head]), pd_vec3_make(0, 0, 1));
        assert_true(front.y < -0.1 && front.y > -0.25);
    }
    pd_anim_clip_deinit(&clip);
    pd_api_talk_deinit(&talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_feel_speech_moves_the_mouth_alone),
        cmocka_unit_test(feel_adds_stresses_emotions_and_the_head),
    };
    return cmocka_run_group_tests(tests, say_two, forget);
}
