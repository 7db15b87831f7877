#ifndef PD_TRAIN_SPEECH_H
#define PD_TRAIN_SPEECH_H
/* Trains the network that hears speech (core/speech/net.h), and measures one.
 *
 * Data     folders with NAME.wav and NAME.lab: a line "PHONE END" a phone, ARPAbet and seconds; "-" stands
 *          for the shape of the sound after it. A sound that is no speech has one phone, SIL. NAME.txt, if
 *          there is one, has the text that is said, for the measures of text with sound.
 * Copies   each crop of 1.5 s is new: resampled by 0.8 to 1.25, which moves pitch and formants, a room, a
 *          tilt, a band, a level from -36 to -14 dB, noise at 5 to 40 dB, sounds without speech behind it.
 * Loss     cross-entropy with labels smoothed by 0.05, classes weighed by (total / count)^0.2; Adam; crops
 *          begin with the state zero.
 *
 *     measures, on frames of 10 ms: share of frames whose shape is right, of 9 that eyes can tell apart
 *     (PP FF CH RR aa; E I; O U; TH DD kk SS nn; silence) and of 15; of PP the share of labels that are found
 *     within 40 ms, and the share of those shown that are right
 *
 * Memory   a set is ended by _deinit.
 */
#include "core/speech/align.h"
#include "core/speech/net.h"
#include "core/base/rng.h"

#include <stdbool.h>

typedef struct pd_train_speech_clip {
    float *samples;        /* (count) 16 kHz */
    unsigned char *labels; /* (frames) viseme of every 10 ms */
    int count, frames;
    bool is_noise; /* no speech */
    char *text;    /* what is said; NULL: not known */
} pd_train_speech_clip;

typedef struct pd_train_speech_set {
    pd_train_speech_clip *clips;
    int count;
} pd_train_speech_set;

/* Reads a folder. ERR_IO, ERR_INVALID at the file. */
pd_status pd_train_speech_read(pd_train_speech_set *out, const char *folder, pd_error *err);
void pd_train_speech_deinit(pd_train_speech_set *set);

typedef struct pd_train_speech_options {
    double seconds; /* processor time */
    uint64_t seed;
    double (*clock)(void); /* processor time in seconds */
    /* Told about every 100 steps; weights: the present ones. */
    void (*tell)(void *ctx, int step, double loss, double seconds, const pd_speech_weights *weights);
    void *ctx;
} pd_train_speech_options;

/* Trains `weights`, which begin at random or, with `goes_on`, as they are. */
pd_status pd_train_speech_run(pd_speech_weights *weights, bool goes_on, const pd_train_speech_set *set,
                              const pd_train_speech_options *options, pd_error *err);

/* Counts of frames and of closures (PP). */
typedef struct pd_train_speech_counts {
    long frames, right9, right15;
    long closures, found, shown, shown_right;
} pd_train_speech_counts;

typedef struct pd_train_speech_score {
    pd_train_speech_counts sound;   /* the sound alone */
    pd_train_speech_counts text;    /* sound and text (core/speech/align.h), of clips with a text */
    double doubt;                   /* mean of the clips with a text, as in pd_speech_align */
    long texts, doubted;            /* clips with a text; those whose doubt is above PD_SPEECH_ALIGN_DOUBT */
    long noise_frames, noise_moved; /* frames of sounds that are no speech, with another shape than silence */
} pd_train_speech_score;

/* Measures a network on a set. */
pd_status pd_train_speech_measure(pd_train_speech_score *out, const pd_speech_net *net,
                                  const pd_train_speech_set *set, pd_error *err);

#endif
