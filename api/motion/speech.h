#ifndef PD_API_MOTION_SPEECH_H
#define PD_API_MOTION_SPEECH_H
/* Speech of a roll-out: the entries of a script's list `speech`, and the mouth shapes of every frame.
 *
 *     "speech":[{"t":1,"text":"Hello."},{"t":4,"words":[{"word":"Bye","start":0,"end":0.4}]}]
 *
 * An utterance ends where the next one begins; the mouth then closes in PD_SPEECH_STOP_TIME.
 *
 * Memory   the tracks are retained by the script, whose _deinit releases them.
 */
#include "api/speech/utterance.h"

#define PD_API_SPEECH_CUES 1000 /* most entries of `speech` */

typedef struct pd_api_speech_cue {
    double time;
    pd_speech_track *track;
} pd_api_speech_cue;

typedef struct pd_api_speech_cues {
    pd_api_speech_cue *cues; /* (count) in the pool */
    int count;
} pd_api_speech_cues;

/* Releases the tracks. */
void pd_api_speech_cues_release(pd_api_speech_cues *cues);
/* Writes the mouth shapes of all frames, out (frame_count,PD_SPEECH_SHAPES). */
void pd_api_speech_follow(float *out, const pd_api_speech_cues *cues, int frame_count, double rate);

#endif
