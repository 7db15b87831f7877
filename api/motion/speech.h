#ifndef PD_API_MOTION_SPEECH_H
#define PD_API_MOTION_SPEECH_H
/* Speech and mood of a roll-out: the entries of a script's lists `speech` and `feel`, and what they move in
 * every frame.
 *
 *     "speech":[{"t":1,"text":"Hello."},{"t":4,"words":[{"word":"Bye","start":0,"end":0.4}]}]
 *     "feel":[{"t":0,"emotions":{"happy":0.6}}]
 *
 * An utterance ends where the next one begins; the mouth then closes in PD_SPEECH_STOP_TIME. With a list
 * `feel` the character behaves as on the stream after the message `feel`, from the time of its first entry:
 * brows, head, posture, breath and beats of the hands. It has no partner, and its lids close as without
 * `feel`.
 *
 * Memory   the tracks are retained by the script, whose _deinit releases them. A _talk is freed by _deinit.
 */
#include "api/speech/talk.h"
#include "api/speech/utterance.h"
#include "core/anim/clip.h"
#include "core/anim/manner.h"
#include "core/character/action/bearing.h"

#define PD_API_SPEECH_CUES 1000 /* most entries of `speech` */

typedef struct pd_api_speech_cue {
    double time;
    pd_speech_track *track;
} pd_api_speech_cue;

typedef struct pd_api_speech_cues {
    pd_api_speech_cue *cues; /* (count) in the pool */
    int count;
} pd_api_speech_cues;

typedef struct pd_api_feel_cue {
    double time;
    bool has_liveliness; /* the entry names it */
    pd_anim_manner_request request;
} pd_api_feel_cue;

typedef struct pd_api_feel_cues {
    pd_api_feel_cue *cues; /* (count) in the pool */
    int count;
} pd_api_feel_cues;

/* What speech and mood move in each frame. */
typedef struct pd_api_talk {
    float *visemes;                    /* (T,PD_SPEECH_SHAPES) mouth shapes; NULL: nothing is said */
    pd_anim_manner_shown *shown;       /* (T) NULL, as the next one: there is no list `feel` */
    pd_character_bearing_input *talks; /* (T) for the roll-out */
} pd_api_talk;

/* Releases the tracks. */
void pd_api_speech_cues_release(pd_api_speech_cues *cues);
/* Computes all frames (frame_count). seed: of the person. ERR_MEMORY. */
pd_status pd_api_talk_follow(pd_api_talk *out, const pd_api_speech_cues *speech, const pd_api_feel_cues *feel,
                             uint32_t seed, int frame_count, double rate, pd_error *err);
/* Turns the head of a clip of the biped as the manner does. Afterwards shown[].head is the identity. */
void pd_api_talk_turn_head(pd_anim_clip *clip, const pd_api_talk *talk);
void pd_api_talk_deinit(pd_api_talk *talk); /* a zeroed one is fine */

#endif
