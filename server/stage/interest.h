#ifndef PD_SRV_STAGE_INTEREST_H
#define PD_SRV_STAGE_INTEREST_H
/* Frames within a budget of bytes (profile `budget`): which characters of a session a subscriber receives in
 * this tick.
 *
 *     place     the profile's `view`, or the subscriber's first character, or the origin
 *     period    ticks from one pose of a character to the next: 1 up to 5 m from the place, 2 up to 10 m,
 *               4 up to 20 m, 10 beyond, none beyond the profile's `radius`. The subscriber's own have 1
 *     order     characters whose period has passed, by ticks since their last pose divided by the period,
 *               the nearer first, until the bytes that have been saved are spent
 *
 * So a budget that is too small lowers the rate of all by the same factor, except that of the own characters,
 * which come first. Each character is encoded once for all subscribers with the same channels and precision;
 * a frame copies those that it has (pd_api_frame_append).
 *
 * Memory   16 bytes for each character that a subscriber has received; new / free.
 * Threads  the tick's, under the stage's lock.
 */
#include "core/base/buffer.h"
#include "server/stage/stage_parts.h"

/* What a subscriber has received. */
typedef struct pd_srv_interest pd_srv_interest;
void pd_srv_interest_free(pd_srv_interest *interest); /* NULL is allowed */

/* Single characters that were encoded in this tick for one profile. */
typedef struct pd_srv_encoded {
    unsigned channels;
    int rotation_bits;
    pd_buffer bytes; /* frames of one character each, one after the other */
    size_t *ends;    /* (count) */
    int capacity, count;
} pd_srv_encoded;
#define PD_SRV_ENCODED 4 /* profiles that are kept side by side */

/* Memory of the tick for all sessions. Zero to begin. */
typedef struct pd_srv_interest_scratch {
    pd_srv_encoded encoded[PD_SRV_ENCODED];
    int next;                      /* place that the next profile takes */
    float (*places)[2];            /* (capacity) x, z of the characters of the session */
    struct pd_srv_choice *choices; /* (capacity) */
    int capacity;
} pd_srv_interest_scratch;
void pd_srv_interest_scratch_deinit(pd_srv_interest_scratch *scratch);

/* Encodes a character into a frame. */
typedef void pd_srv_encode(pd_buffer *out, size_t frame, const pd_srv_character *a,
                           const pd_api_profile *profile);

/* Sends the granted frames of the subscribers of a session with a budget, each its own; stage->shown (count)
 * are its characters. Returns the number of bytes. Under the lock, for some microseconds a subscriber. */
size_t pd_srv_interest_send(pd_srv_stage *stage, pd_srv_session *s, int count, uint32_t tick, double time,
                            pd_srv_encode *encode);

#endif
