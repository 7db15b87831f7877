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

/* Formats of a sample in the chunks of a stream: X(id, name). Little-endian, one channel. */
#define PD_SPEECH_FORMAT_TABLE(X)                                                                            \
    X(S16, "s16")                                                                                            \
    X(F32, "f32")                                                                                            \
    X(MU_LAW, "mulaw")                                                                                       \
    X(A_LAW, "alaw")

typedef enum pd_speech_format {
#define PD_SPEECH_FORMAT_ENUM(id, name) PD_SPEECH_##id,
    PD_SPEECH_FORMAT_TABLE(PD_SPEECH_FORMAT_ENUM)
#undef PD_SPEECH_FORMAT_ENUM
        PD_SPEECH_FORMATS
} pd_speech_format;

/* Samples a second of streams, a list in braces and as text. */
#define PD_SPEECH_RATES                                                                                      \
    {                                                                                                        \
        8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000                                         \
    }
#define PD_SPEECH_RATE_COUNT 9
#define PD_SPEECH_RATES_TEXT "8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100 or 48000"

/* Returns the bytes of a sample. */
int pd_speech_format_bytes(pd_speech_format format);
/* Returns a sample; a float of the format f32 may be beyond -1 to 1, or no number. */
float pd_speech_format_sample(const unsigned char *bytes, pd_speech_format format);

pd_status pd_speech_sound_read(pd_speech_sound *out, pd_bytes file, pd_error *err);
/* Weights by which one rate becomes another. */
typedef struct pd_speech_taps {
    float *rows; /* (phases,width); owned */
    int from;    /* samples a second of the input */
    double step; /* input samples for one of the output */
    int reach, width;
} pd_speech_taps;

pd_status pd_speech_taps_make(pd_speech_taps *out, int from, int to, pd_error *err);
void pd_speech_taps_deinit(pd_speech_taps *taps);

#define PD_SPEECH_TAPS 128 /* largest width of taps, of 8000 to 48000 samples a second to 16000 */
#define PD_SPEECH_FEED 64  /* most samples of one call */

/* Resamples a sound that comes in parts: the samples of pd_speech_sound_resample, in any parts. All zero:
 * nothing came yet. */
typedef struct pd_speech_feed {
    float kept[PD_SPEECH_TAPS + PD_SPEECH_FEED + 8]; /* (count) input samples that later outputs need */
    int count;
    long first, made; /* number of kept[0]; output samples so far */
} pd_speech_feed;

/* Takes `count` samples and writes those of the other rate that are complete, at most count / step + 1.
 * Returns their number. */
int pd_speech_feed_take(float *out, pd_speech_feed *feed, const pd_speech_taps *taps, const float *in,
                        int count);
/* Brings a sound to another rate. `out` may be `in`. */
pd_status pd_speech_sound_resample(pd_speech_sound *out, const pd_speech_sound *in, int rate, pd_error *err);
/* Appends a WAV file of 16 bits and one channel. */
void pd_speech_sound_write(pd_buffer *out, const pd_speech_sound *sound);
void pd_speech_sound_deinit(pd_speech_sound *sound);

#endif
