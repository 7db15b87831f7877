#ifndef PD_SERVER_STAGE_COMPACT_H
#define PD_SERVER_STAGE_COMPACT_H
/* Compact frames of a session: one encoder for all subscribers with the same profile whose frames are due in
 * the same ticks.
 *
 * A frame stores differences to the frame before it, so a subscriber needs all frames since the last key
 * frame. One that lacks some (it has just joined, or its outbox dropped frames) waits for the next key frame,
 * which all subscribers get. Key frames are sent
 *   - as soon as a subscriber needs one, but at least PD_SRV_COMPACT_APART frames after the last, so that
 *     slow lines cost the others little;
 *   - every PD_SRV_COMPACT_EVERY seconds, so that recordings can be read from there.
 *
 * Threads  the thread of the tick. The list of a session is read and changed under the stage's lock; an
 *          encoder is used without it. */
#include "api/stream/frame.h"
#include "core/wire/wire.h"

#define PD_SRV_COMPACT_APART 15  /* frames between two key frames at least: a quarter of a second */
#define PD_SRV_COMPACT_EVERY 5.0 /* seconds between two key frames at most */

typedef struct pd_srv_compact {
    struct pd_srv_compact *next;
    pd_api_profile profile;
    uint32_t phase;    /* ticks in which frames are due: phase + n profile.divisor */
    pd_wire *wire;     /* NULL: out of memory */
    uint64_t serial;   /* serial of the last frame, unique in the stage; 0: none */
    uint32_t key_tick; /* tick of the last key frame */
} pd_srv_compact;

struct pd_srv_character;
typedef struct pd_srv_compact_scratch pd_srv_compact_scratch; /* memory for the characters of a frame */

/* Writes the next frame of an encoder to `out`. It is a key frame if needs_key is set and
 * PD_SRV_COMPACT_APART allows one, if PD_SRV_COMPACT_EVERY has passed, or if the last frame cannot be
 * continued. Returns true if the frame follows the one before. scratch:
 * memory that grows as needed; starts as NULL. */
bool pd_srv_compact_encode(pd_srv_compact *compact, pd_buffer *out, pd_srv_compact_scratch **scratch,
                           struct pd_srv_character *const *characters, int count, uint32_t tick, double time,
                           double rate, bool needs_key);
void pd_srv_compact_scratch_free(pd_srv_compact_scratch *scratch); /* NULL is fine */

/* Finds the encoder of a profile and phase in a list, or adds it. NULL: out of memory. */
pd_srv_compact *pd_srv_compact_for(pd_srv_compact **list, const pd_api_profile *profile, uint32_t offset);
/* Frees an encoder that is in no list, or a whole list. */
void pd_srv_compact_free(pd_srv_compact *list);

#endif
