#include "api/motion/speech.h"

#include "core/speech/mouth.h"
#include "core/speech/stress.h"

#include <stdlib.h>
#include <string.h>

void pd_api_speech_cues_release(pd_api_speech_cues *cues)
{
    for (int i = 0; i < cues->count; i++) pd_speech_track_release(cues->cues[i].track);
    cues->count = 0;
}

void pd_api_talk_deinit(pd_api_talk *talk)
{
    free(talk->visemes);
    free(talk->shown);
    free(talk->talks);
    *talk = (pd_api_talk){.visemes = NULL};
}

/* The speech that is heard in a frame. */
typedef struct heard {
    const pd_api_speech_cue *now; /* NULL: nothing was said yet */
    double time;                  /* of its utterance, seconds */
    bool is_new;                  /* it begins in this frame */
} heard;

/* Writes the mouth shapes of a frame. first: the first entry of the script. */
static void show_mouth(float weights[PD_SPEECH_SHAPES], const heard *h, const pd_api_speech_cue *first)
{
    float before[PD_SPEECH_SHAPES];

    memset(weights, 0, PD_SPEECH_SHAPES * sizeof *weights);
    if (!h->now) return;
    pd_speech_mouth(weights, h->now->track, h->time);
    if (h->now == first) return;

    /* The mouth of the utterance before, which this one has cut off, closes. */
    pd_speech_mouth(before, h->now[-1].track, h->now->time - h->now[-1].time);
    pd_speech_mouth_close(weights, before, h->time);
}

/* State of the conversation between frames. */
typedef struct course {
    pd_anim_manner manner;
    pd_speech_stress stress;
    int felt; /* entries of `feel` that have begun */
} course;

/* Finds what is stressed, and what begins, in a frame. */
static pd_anim_manner_input listen_to(course *c, pd_character_bearing_input *talk, const heard *h,
                                      const float *weights)
{
    pd_anim_manner_input in = {.part = PD_ANIM_TALK_NONE};

    if (h->is_new) c->stress = (pd_speech_stress){.next = 0};
    if (!h->now || h->time >= h->now->track->seconds) return in;

    /* How far the mouth is open, and whether the lips are shut. */
    in.part = PD_ANIM_TALK_SPEAKING;
    in.lips = (double)weights[PD_SPEECH_PP - 1];
    for (int v = 0; v < PD_SPEECH_SHAPES; v++) in.mouth += (double)weights[v];

    /* Stresses, phrases and the end that come. */
    const pd_speech_found found =
        pd_speech_stress_step(&c->stress, h->now->track, h->time, PD_ANIM_STRESS_LEAD);
    in.is_stressed = found.is_due;
    in.is_ending = found.is_ending;
    *talk = (pd_character_bearing_input){.is_speaking = true,
                                         .has_stress = found.has_stress,
                                         .has_phrase = found.has_phrase,
                                         .stress_in = found.stress_in,
                                         .phrase_in = found.phrase_in};

    return in;
}

/* Computes the manner of a frame, and the input of the bearing. */
static void behave(pd_anim_manner_shown *shown, pd_character_bearing_input *talk, course *c,
                   const pd_api_feel_cues *feel, const heard *h, const float *weights, double time, double dt)
{
    *talk = (pd_character_bearing_input){.is_speaking = false};
    for (; c->felt < feel->count && feel->cues[c->felt].time <= time + 1e-9; c->felt++)
        pd_anim_manner_set(&c->manner, &feel->cues[c->felt].request);

    const pd_anim_manner_input in = listen_to(c, talk, h, weights);
    pd_anim_manner_step(shown, &c->manner, &in, dt);
    shown->blinks = false;
    talk->liveliness = c->felt ? c->manner.request.liveliness : 0;
    memcpy(talk->emotions, shown->emotions, sizeof talk->emotions);
}

pd_status pd_api_talk_follow(pd_api_talk *out, const pd_api_speech_cues *speech, const pd_api_feel_cues *feel,
                             uint32_t seed, int frame_count, double rate, pd_error *err)
{
    const size_t frames = (size_t)frame_count;
    course c = {.manner = {.seed = seed}};
    int next = 0; /* the first utterance that has not begun */

    /* Allocate the arrays of what the script has. */
    *out = (pd_api_talk){.visemes = NULL};
    if (speech->count) out->visemes = malloc(frames * PD_SPEECH_SHAPES * sizeof *out->visemes);
    if (feel->count) out->shown = malloc(frames * sizeof *out->shown);
    if (feel->count) out->talks = malloc(frames * sizeof *out->talks);
    if ((speech->count && !out->visemes) || (feel->count && (!out->shown || !out->talks))) {
        pd_api_talk_deinit(out);
        return pd_fail(err, PD_ERR_MEMORY, speech->count ? "/speech" : "/feel", "out of memory");
    }

    for (int t = 0; t < frame_count; t++) {
        const double time = t / rate;
        float silence[PD_SPEECH_SHAPES];
        float *weights = out->visemes ? out->visemes + (size_t)t * PD_SPEECH_SHAPES : silence;
        heard h = {.is_new = false};

        /* The utterance that is heard. */
        for (; next < speech->count && speech->cues[next].time <= time + 1e-9; next++) h.is_new = true;
        if (next) h.now = &speech->cues[next - 1];
        if (next) h.time = time - h.now->time;

        show_mouth(weights, &h, speech->cues);
        if (out->shown) behave(&out->shown[t], &out->talks[t], &c, feel, &h, weights, time, 1 / rate);
    }

    return PD_OK;
}

void pd_api_talk_turn_head(pd_anim_clip *clip, const pd_api_talk *talk)
{
    const int head = pd_anim_skeleton_find(&clip->skeleton, "Head");
    const int neck = head < 0 ? -1 : clip->skeleton.parents[head];

    if (neck < 0 || !talk->shown) return;
    for (int t = 0; t < clip->frame_count; t++) {
        pd_quat *rotations = pd_anim_clip_frame(clip, t);
        pd_anim_manner_turn_head(&rotations[neck], &rotations[head], talk->shown[t].head);
        talk->shown[t].head = pd_q_identity();
    }
}
