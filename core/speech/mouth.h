#ifndef PD_SPEECH_MOUTH_H
#define PD_SPEECH_MOUTH_H
/* Weights of the mouth shapes at a time of an utterance: coarticulation by dominance, after Cohen and
 * Massaro, Modeling Coarticulation in Synthetic Visual Speech (1993).
 *
 *     w_v(t) = sum_s D_s(t) a_s [viseme of s is v] / sum_s D_s(t)
 *     D_s(t) = alpha / (1 + (x / reach)^4),   x: seconds from t to the middle 60 % of the segment s
 *
 * The lips must shut at p, b and m, and touch the teeth at f and v: around the middle 60 % of such a
 * segment the weight of PP or FF is 1 whatever the neighbours say, with slopes of 60 ms. Silence is the mouth
 * at rest, where all weights are 0.
 *
 * Weights are 0 to 1 and their sum is at most 1. Only sums, products and quotients: the bits are the same on
 * every machine.
 *
 * Threads  any.
 */
#include "core/speech/track.h"

#define PD_SPEECH_REACH     0.5  /* seconds from t beyond which a segment has no effect */
#define PD_SPEECH_STOP_TIME 0.12 /* seconds in which a mouth shuts that is stopped */

/* Writes the weights of PP to U: out[v - 1] of viseme v. track NULL: silence. */
void pd_speech_mouth(float out[PD_SPEECH_SHAPES], const pd_speech_track *track, double time);
/* Closes the mouth of speech that was cut off `since` seconds ago, when it had the weights `before`: raises
 * `weights` to what is left of them, which is nothing after PD_SPEECH_STOP_TIME. */
void pd_speech_mouth_close(float weights[PD_SPEECH_SHAPES], const float before[PD_SPEECH_SHAPES],
                           double since);

#endif
