#ifndef PD_SPEECH_HEARING_H
#define PD_SPEECH_HEARING_H
/* From sound to a track: the likeliest viseme of every 10 ms, by the network of net.h.
 *
 * Probabilities are averaged over 3 frames. A closure (PP, FF) of less than 30 ms, and any other shape of one
 * frame, take the shape before them. The weight of a segment is the mean probability of its shape, at least
 * 0.6 for closures.
 *
 * Threads  any.
 * Errors   ERR_MEMORY, ERR_LIMIT.
 */
#include "core/speech/align.h"
#include "core/speech/net.h"
#include "core/speech/sound.h"
#include "core/speech/track.h"

/* Writes the shape of each frame, shapes (count), from probabilities (count,15). */
void pd_speech_hear_shapes(unsigned char *shapes, const float *probabilities, int count);
/* Makes the track of a sound of any rate. */
pd_status pd_speech_hear(pd_speech_track **out, const pd_speech_net *net, const pd_speech_sound *sound,
                         pd_error *err);
/* Makes the track of a sound of which it is known what is said: the text or the words of `said`, whose other
 * fields are ignored. doubt: as in pd_speech_align. */
pd_status pd_speech_hear_text(pd_speech_track **out, double *doubt, const pd_speech_net *net,
                              const pd_speech_sound *sound, const pd_speech_align_job *said, pd_error *err);

#endif
