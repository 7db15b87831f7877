#ifndef PD_SPEECH_LISTENER_H
#define PD_SPEECH_LISTENER_H
/* Hears a sound while it comes: from chunks of samples to the weights of the mouth in each tick.
 *
 *     y_v    probability of viseme v (net.h), low-passed with a time constant of 8 ms for PP and FF, 25 ms
 *            for the others; PP and FF times 1.3, at most 1, and the others take what is left
 *
 * A frame of 10 ms is complete 47.5 ms of sound after its beginning. A tick shows the newest complete frame
 * of a live sound: all that came since the last tick, or a third of them where more than four wait, as after
 * a large chunk. A timed sound has a clock: each frame is shown in its time, and what comes later than that
 * is left out. Closures of the frames that a tick passes over are shown in it. Without new frames for 0.15 s
 * the mouth closes in PD_SPEECH_STOP_TIME. No weight goes from 0 to 1 in less than 40 ms.
 *
 * Measured on 60 s of the voices slt and kal in chunks of 20 ms: see docs/guide/speech.md.
 *
 * Units    samples from -1 to 1; seconds of the sound.
 * Memory   a plain struct of 45 KB; all zero: nothing came yet, live.
 * Threads  one at a time; the network and the taps are const.
 */
#include "core/speech/net.h"
#include "core/speech/sound.h"

#define PD_SPEECH_FRAME        0.01 /* seconds of a frame */
#define PD_SPEECH_AHEAD_FRAMES 3000 /* most frames that wait until their time */

typedef struct pd_speech_listener {
    pd_speech_ear ear;
    pd_speech_feed feed;
    float ready[2 * PD_SPEECH_FEED + 2]; /* samples at 16 kHz from ready_at to ready_count */
    int ready_at, ready_count;
    float smooth[PD_SPEECH_SHAPES]; /* low-passed */
    float held[PD_SPEECH_SHAPES];   /* of the last frame that was shown */
    float mouth[PD_SPEECH_SHAPES];  /* as it is */
    unsigned char frames[PD_SPEECH_AHEAD_FRAMES]
                        [PD_SPEECH_SHAPES]; /* weights in 1/255; frame t at t modulo */
    long made, shown;                       /* frames complete; the first that was not shown */
    bool is_timed;
    double time;  /* seconds of the sound; of a timed one: negative until it begins */
    double quiet; /* seconds without a new frame */
} pd_speech_listener;

/* Takes samples of the rate of `taps` until they are used up or a frame of the ear is due
 * (pd_speech_ears_step). Returns how many it has taken. */
int pd_speech_listener_take(bool *is_due, pd_speech_listener *listener, const pd_speech_net *net,
                            const pd_speech_taps *taps, const float *samples, int count);
/* Returns the frames that fit until some are shown. */
int pd_speech_listener_room(const pd_speech_listener *listener);
/* Adds the frame of these probabilities (15). There is room for it. */
void pd_speech_listener_add(pd_speech_listener *listener, const float *probabilities);
/* Advances by dt seconds and writes the weights of PP to U, whose sum is at most 1. */
void pd_speech_listener_show(float out[PD_SPEECH_SHAPES], pd_speech_listener *listener, double dt);

#endif
