#ifndef PD_SPEECH_SOUND_H
#define PD_SPEECH_SOUND_H
/* Sound: reads and writes WAV files, and brings samples to 16 kHz.
 *
 * Read     RIFF WAVE, 1 to 8 channels (their mean is taken), 8000 to 48000 samples a second; PCM of 8, 16,
 *          24 and 32 bits, float of 32 bits, mu-law and a-law. A file that was cut off, as streams write, is
 *          read as far as it goes.
 * Resample by a windowed sinc of 32 zero crossings, cut off below half of the lower of the two rates.
 *
 * Units    samples from -1 to 1.
 * Memory   pd_speech_sound owns its samples until _deinit.
 * Threads  any.
 * Errors   ERR_INVALID, ERR_UNSUPPORTED, ERR_LIMIT; ERR_MEMORY.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#define PD_SPEECH_SOUND_SECONDS 3600 /* longest sound */

typedef struct pd_speech_sound {
    float *samples; /* (count) */
    int count;
    int rate; /* samples a second */
} pd_speech_sound;

pd_status pd_speech_sound_read(pd_speech_sound *out, pd_bytes file, pd_error *err);
/* Brings a sound to another rate. `out` may be `in`. */
pd_status pd_speech_sound_resample(pd_speech_sound *out, const pd_speech_sound *in, int rate, pd_error *err);
/* Appends a WAV file of 16 bits and one channel. */
void pd_speech_sound_write(pd_buffer *out, const pd_speech_sound *sound);
void pd_speech_sound_deinit(pd_speech_sound *sound);

#endif
