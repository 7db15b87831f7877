#ifndef PD_SPEECH_ALIGN_H
#define PD_SPEECH_ALIGN_H
/* Text with sound: the text says which shapes come, the sound says when. A Viterbi search over the shapes of
 * the text's phones, from left to right, on the probabilities of the network (net.h).
 *
 *     states     each phone's shape, two for a diphthong, h that of the sound after it; between words, and at
 *                both ends, a silence that may be left out
 *     score      sum over frames of max(log p, -6), + log 0.87 to stay in a state, log 0.13 to leave it
 *     words      with times: a phone scores -30 a frame outside of its word by more than 20 ms
 *
 * The floor keeps words that are said otherwise, or left out, from moving those around them far.
 *
 * Memory   scratch of one quarter of a byte a frame and state, at most PD_SPEECH_ALIGN_BYTES.
 * Threads  any.
 * Errors   as pd_speech_track_make; ERR_LIMIT: too long for the memory; ERR_INVALID: more sounds in the text
 *          than frames.
 */
#include "core/speech/track.h"

#define PD_SPEECH_ALIGN_BYTES ((size_t)64 << 20)

/* Text, or words with their times, whose sound was heard. */
typedef struct pd_speech_align_job {
    const char *text;             /* NULL: words */
    const pd_speech_timed *words; /* (word_count) with starts and ends */
    int word_count;
    const float *probabilities; /* (frame_count,15) of pd_speech_ear_hear */
    int frame_count;
} pd_speech_align_job;

/* Makes the track of the text in the times of the sound. *doubt: mean by which the log-probability of a frame
 * of the text is below that of the likeliest shapes; above PD_SPEECH_ALIGN_DOUBT something else is said. */
pd_status pd_speech_align(pd_speech_track **out, double *doubt, const pd_speech_align_job *job,
                          pd_error *err);

#define PD_SPEECH_ALIGN_DOUBT 0.9

/* Alignment of a text with a sound that arrives frame by frame. Each frame is decided PD_SPEECH_FOLLOW_LAG
 * frames later. Where the speaker says something else for half a second, the visemes are those of the sound
 * alone until the text fits again. */
#define PD_SPEECH_FOLLOW_LAG 5 /* frames */

typedef struct pd_speech_follow pd_speech_follow;

/* Makes *out, which pd_speech_follow_free frees. */
pd_status pd_speech_follow_new(pd_speech_follow **out, const char *text, pd_error *err);
/* Frees a follow; NULL is allowed. */
void pd_speech_follow_free(pd_speech_follow *follow);
/* Returns the most bytes that a text takes. */
size_t pd_speech_follow_bytes(const char *text);
/* Takes the probabilities (15) of the next frame, and writes those, out (15), of the frame
 * PD_SPEECH_FOLLOW_LAG before it: 1 for the shape of the text. Returns false while there is none yet. */
bool pd_speech_follow_step(float *out, pd_speech_follow *follow, const float *probabilities);

#endif
