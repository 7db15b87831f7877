#ifndef PD_SERVER_QUEUE_SPEAKER_H
#define PD_SERVER_QUEUE_SPEAKER_H
/* The speech of a character: its queue of utterances, the mouth shapes of a tick, and the events that
 * subscribers receive.
 *
 * A client's requests wait in a mailbox until the tick takes them, as all requests do. An utterance replaces
 * the one that is spoken, unless it waits for it (`queue`). What is cut off closes its mouth in
 * PD_SPEECH_STOP_TIME. A sound (sound.h) takes the place of an utterance. Speech is no part of snapshots: it
 * ends with the daemon.
 *
 * Memory   pd_srv_speaker_new / _free; tracks are counted in the host's account (STREAMS).
 * Threads  _ask, _put, _close, _take and _write under the lock of the stage; _step on the thread of the tick.
 */
#include "api/http/api.h"
#include "api/stream/message.h"
#include "core/base/buffer.h"
#include "core/anim/manner.h"
#include "core/speech/mouth.h"
#include "core/speech/stress.h"
#include "server/work/sound.h"

#include <stdbool.h>

#define PD_SRV_UTTERANCES 16 /* most utterances that wait, and most requests in one tick */
#define PD_SRV_SPOKEN     16 /* most events of a tick */

/* A request of the message `speak` or `hear`. */
typedef struct pd_srv_utterance {
    pd_speech_track *track; /* NULL: stop speaking, or a sound */
    pd_srv_sound *sound;    /* sound that the mouth follows; NULL: a track; owned by the speaker once asked */
    char name[PD_API_REF_BYTES];
    double delay; /* seconds until its time 0: from now, or from the end of the one before it */
    bool waits;   /* true: it follows the utterance that is spoken */
    size_t held;  /* bytes taken from the host's account */
} pd_srv_utterance;

typedef struct pd_srv_speaker {
    const pd_api_host *host;
    pd_srv_utterance asked[PD_SRV_UTTERANCES], queue[PD_SRV_UTTERANCES];
    int asked_count, count; /* queue[0] is being spoken */
    pd_srv_sound *open;     /* takes chunks; NULL: none, or it has ended */
    bool has_heard;         /* a sound was begun */
    pd_srv_sound *gone;     /* sound that the tick has ended, until _take frees it */
    double time;            /* seconds of queue[0]; negative: it has not begun */
    bool has_started;       /* its event was sent */
    int next_word;
    pd_speech_stress stress; /* of queue[0] */
    double stressed_at;      /* of a sound: time of the last stress */
    pd_speech_found found;   /* of this tick */
    double active, quiet;    /* seconds of speech since the last pause; of silence */
    bool has_paused;         /* in this tick (core/anim/manner.h) */
    float shown[PD_SPEECH_SHAPES], before[PD_SPEECH_SHAPES]; /* shown now; shown when speech was cut off */
    double since;                                            /* seconds since it was cut off */
    pd_api_spoken events[PD_SRV_SPOKEN];
    /* texts of the events, which may outlive their tracks */
    char names[PD_SRV_SPOKEN][PD_API_REF_BYTES], words[PD_SRV_SPOKEN][128];
    int event_count;
} pd_srv_speaker;

/* Returns a speaker, or NULL without memory. */
pd_srv_speaker *pd_srv_speaker_new(const pd_api_host *host);
void pd_srv_speaker_free(pd_srv_speaker *speaker); /* NULL is fine */
/* Adds a request, which retains its track. ERR_LIMIT at "/queue": too many wait; ERR_BUSY: no memory free. */
pd_status pd_srv_speaker_ask(pd_srv_speaker *speaker, const pd_srv_utterance *utterance, pd_error *err);
/* Adds a chunk to the sound that was asked last. One for a sound that has ended is dropped. ERR_INVALID at
 * "/id": no sound was begun. */
pd_status pd_srv_speaker_put(pd_srv_speaker *speaker, const pd_api_sound *chunk, pd_error *err);
/* Ends the sound that was asked last. ERR_INVALID as above. */
pd_status pd_srv_speaker_close(pd_srv_speaker *speaker, pd_error *err);
/* Returns whether an utterance or a sound is spoken now. */
bool pd_srv_speaker_speaks(const pd_srv_speaker *speaker);
/* Returns the sound that is heard now; NULL: none. */
pd_srv_sound *pd_srv_speaker_sound(const pd_srv_speaker *speaker);
/* Takes the requests into the queue. */
void pd_srv_speaker_take(pd_srv_speaker *speaker);
/* Advances by dt seconds and sets `shown`. */
void pd_srv_speaker_step(pd_srv_speaker *speaker, double dt);
/* Appends the events of the tick, one message each; ends[i] is the end of message i. Empties the list. */
int pd_srv_speaker_write(pd_buffer *out, size_t ends[PD_SRV_SPOKEN], pd_srv_speaker *speaker, uint32_t id,
                         uint32_t tick, double time);

#endif
