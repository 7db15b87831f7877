#ifndef PD_SRV_WORK_SOUND_H
#define PD_SRV_WORK_SOUND_H
/* A sound that a character's client sends in chunks and that its mouth follows (messages `hear` and `sound`).
 *
 *     chunk -> samples that wait, 2 s at most -> listener (core/speech/listener.h) -> mouth of the tick
 *
 * The thread of the sockets puts chunks; the tick gathers up to 0.12 s of each sound and hears all sounds of
 * its slot in one batch, one frame of each in turn, so that one that sends much keeps no other waiting. Sound
 * beyond what the tick can hear waits, and chunks that find no room are refused. A sound without chunks for 5
 * s ends.
 *
 * Memory   a sound is made by _new, counted in the host's account (STREAMS): 200 KB and 4 bytes a sample of
 *          the rate. It has a reference to its network.
 * Threads  _put, _close and _gather under the lock of the stage; _hear, _show and _ended on the thread of the
 *          tick. _new takes no lock.
 */
#include "api/http/api.h"
#include "api/speech/talk.h"
#include "core/speech/align.h"
#include "core/speech/listener.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_SRV_SOUND_WAITS    2   /* most seconds of sound that wait for the tick */
#define PD_SRV_SOUND_PATIENCE 5.0 /* seconds without a chunk after which a sound ends */
#define PD_SRV_SOUND_TAKES    12  /* most frames of one sound that a tick hears */

typedef struct pd_srv_sound {
    const pd_api_host *host;
    size_t held; /* bytes taken from the host's account */
    pd_api_model model;
    pd_speech_taps taps;
    pd_speech_follow *follow; /* its text; NULL: not known */
    pd_speech_format format;
    int rate;

    /* Under the lock. */
    int16_t *waits; /* ring of `room` samples; waiting_count from waiting_first on */
    int room, waiting_first, waiting_count;
    uint64_t next; /* number of the sample that comes next */
    bool is_closed;

    /* Tick. */
    pd_speech_listener listener;
    float taken[PD_SRV_SOUND_TAKES * 480]; /* samples of the rate, from taken_at to taken_count */
    int taken_at, taken_count;
    bool was_closed, has_more; /* as the last _gather found it: closed; samples were left */
    double idle;               /* seconds without samples */
} pd_srv_sound;

/* Makes a sound. ERR_WAIT: the network is being loaded; ERR_UNSUPPORTED: there is none; ERR_BUSY,
 * ERR_MEMORY. */
pd_status pd_srv_sound_new(pd_srv_sound **out, const pd_api_host *host, const pd_api_access *access,
                           const pd_api_hear *hear, pd_error *err);
void pd_srv_sound_free(pd_srv_sound *sound); /* NULL is fine */

/* Adds a chunk. ERR_INVALID, ERR_RANGE at "/data" or "/at"; ERR_LIMIT: too much waits. */
pd_status pd_srv_sound_put(pd_srv_sound *sound, const pd_api_sound *chunk, pd_error *err);
/* Ends the sound after what came. */
void pd_srv_sound_close(pd_srv_sound *sound);

/* Takes what waits into the tick. */
void pd_srv_sound_gather(pd_srv_sound *sound, double dt);
/* Hears what the sounds (count) have taken, at most `most` frames. Returns how many it has heard.
 * ears: room for `count`, and out for (count,15). */
int pd_srv_sounds_hear(pd_srv_sound *const *sounds, int count, int most, pd_speech_ear **ears, float *out);
/* Returns whether all of the sound is shown; *is_cut: because no chunk came for long. */
bool pd_srv_sound_ended(const pd_srv_sound *sound, bool *is_cut);

#endif
