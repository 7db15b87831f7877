#ifndef PD_SPEECH_NET_H
#define PD_SPEECH_NET_H
/* The network that hears speech: from sound to the probabilities of the visemes, every 10 ms.
 *
 *     x_t    logarithm of the power in 40 mel bands, 60 to 7600 Hz, of 25 ms (Hann), standardised
 *     a_t    = max(0, W x_{t-1..t+3} + b)                          96 units
 *     h_t    two gated recurrent units of 96, one above the other (Cho et al. 2014), with
 *              r = s(A_r), z = s(A_z), n = tanh(A_n + r (U_n h_{t-1} + c)), h_t = (1 - z) n + z h_{t-1}
 *     p_t    = softmax(V h_t + d)
 *
 * Frame t begins at 10 t ms and needs the sound up to 10 t + 47.5 ms: 3 frames and half a window ahead.
 *
 * Shapes   weights are row-major, inputs first: conv (5*40,96), input and state of a unit (96,3*96) in the
 *          order r, z, n; out (96,15).
 * Units    samples from -1 to 1 at 16 kHz.
 * Memory   networks are counted (_retain, _release); pd_speech_ear is a plain struct.
 * Threads  a network is const; an ear belongs to one thread at a time.
 * Errors   as core/io/tensor/model_file.h; ERR_RANGE: a number of a file beyond 1000; ERR_MEMORY.
 */
#include "core/base/error.h"
#include "core/base/size.h"
#include "core/io/tensor/model_file.h"
#include "core/speech/viseme.h"

#include <stdbool.h>
#include <stddef.h>

#define PD_SPEECH_RATE    16000 /* samples a second */
#define PD_SPEECH_HOP     160   /* samples of a frame */
#define PD_SPEECH_WINDOW  400   /* samples of a window; it begins 120 samples before its frame */
#define PD_SPEECH_BEFORE  120
#define PD_SPEECH_BANDS   40
#define PD_SPEECH_CONTEXT 5 /* frames that the first layer sees: one before, this one, three ahead */
#define PD_SPEECH_AHEAD   3
#define PD_SPEECH_UNITS   96
#define PD_SPEECH_LAYERS  2
#define PD_SPEECH_BATCH   16 /* speakers whose products are computed together */

/* Numbers of the network, one block of floats in this order; also the layout of training. */
typedef struct pd_speech_weights {
    float mean[PD_SPEECH_BANDS], scale[PD_SPEECH_BANDS]; /* x = (log power - mean) scale */
    float conv[PD_SPEECH_CONTEXT * PD_SPEECH_BANDS * PD_SPEECH_UNITS], conv_bias[PD_SPEECH_UNITS];
    struct {
        float input[PD_SPEECH_UNITS * 3 * PD_SPEECH_UNITS], state[PD_SPEECH_UNITS * 3 * PD_SPEECH_UNITS];
        float bias[3 * PD_SPEECH_UNITS], state_bias[PD_SPEECH_UNITS];
    } units[PD_SPEECH_LAYERS];
    float out[PD_SPEECH_UNITS * PD_SPEECH_VISEMES], out_bias[PD_SPEECH_VISEMES];
} pd_speech_weights;

typedef struct pd_speech_net {
    pd_speech_weights w;
    pd_model_text text;
    size_t resident_bytes;
    uint64_t content_hash;
    int references; /* reference count, atomic */
} pd_speech_net;

#define PD_SPEECH_NET_KIND "speech" /* metadata `kind` of the files */

pd_status pd_speech_net_load(pd_speech_net **out, const char *path, pd_error *err);
pd_status pd_speech_net_parse(pd_speech_net **out, pd_bytes file, const char *name, pd_error *err);
pd_speech_net *pd_speech_net_retain(pd_speech_net *net);
void pd_speech_net_release(pd_speech_net *net); /* NULL is fine */
/* Makes a network of weights, which are copied. Returns NULL without memory. */
pd_speech_net *pd_speech_net_of(const pd_speech_weights *weights);
/* Writes a file. */
pd_status pd_speech_net_save(const char *path, const pd_speech_weights *weights, const pd_model_text *text,
                             pd_error *err);

/* Writes the features of a frame, out (40), not standardised. samples (400): its window. */
void pd_speech_net_features(float *out, const float *samples);

/* A listener: state of one speaker. All zero: nothing was heard yet. */
typedef struct pd_speech_ear {
    float window[PD_SPEECH_WINDOW];                   /* (filled) samples that the next frame needs */
    float frames[PD_SPEECH_CONTEXT][PD_SPEECH_BANDS]; /* features of the last frames */
    float states[PD_SPEECH_LAYERS][PD_SPEECH_UNITS];
    int filled;
    long heard; /* frames of features so far */
} pd_speech_ear;

/* Hears samples and writes the probabilities, out (most,15), of the frames that are complete. Returns their
 * number; count samples give at most count / 160 + 1. The frames that wait for sound ahead come with more
 * samples: 640 zeros bring the last ones. */
int pd_speech_ear_hear(float *out, int most, pd_speech_ear *ear, const pd_speech_net *net,
                       const float *samples, int count);

/* The two steps of pd_speech_ear_hear, for several listeners at once. _take takes samples until they are used
 * up or a frame is due, and returns how many it has taken. _step writes the probabilities, out (count,15), of
 * the due frames of all ears; the bits are the same for any count. */
int pd_speech_ear_take(bool *is_due, pd_speech_ear *ear, const pd_speech_net *net, const float *samples,
                       int count);
void pd_speech_ears_step(float *out, pd_speech_ear *const *ears, int count, const pd_speech_net *net);

#endif
