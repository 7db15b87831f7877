#ifndef PD_SRV_STAGE_CAST_H
#define PD_SRV_STAGE_CAST_H
/* Finds what rays meet in a room at a moment of the last second.
 *
 *     1. Under the lock, the poses of the characters near a ray are copied (past.h).
 *     2. Without it, they are skinned where a ray meets them (core/smpl/hit.h), or have capsules
 *        (core/anim/capsules.h).
 *
 * Requests of the stream wait in a queue for a thread of their own, which has a lower priority than the
 * tick's, and are answered by `hits`. A member has a rate of rays (stream.room_rays).
 *
 * Moment   at most the room's `rewind` ago, and for a member at most the round trip of its line and
 *          PD_SRV_CAST_BUFFER ago: the time for which a client buffers frames
 *
 * Threads  any, but _step and _halt as those of the stage. The lock is held for about 2 us a character.
 * Errors   ERR_RANGE at "/tick" for a moment that is too old or to come; ERR_INVALID at "/type": no member of
 *          a room; ERR_LIMIT: more rays than stream.room_rays, or the queue is full.
 */
#include "server/stage/stage.h"

#define PD_SRV_CAST_BUFFER 0.2 /* seconds */
#define PD_SRV_CAST_QUEUE  256 /* most requests that wait */

struct pd_srv_session;

/* Runs one request that waits, on the caller's thread. Returns false if there is none. */
bool pd_srv_caster_step(pd_srv_stage *stage);
/* Begins and ends the thread. */
pd_status pd_srv_caster_start(pd_srv_stage *stage, pd_error *err);
void pd_srv_caster_halt(pd_srv_stage *stage);
/* Drops the requests of a subscriber that leaves. Under the lock. */
void pd_srv_caster_forget(pd_srv_stage *stage, const pd_srv_subscriber *subscriber);
/* Notes the poses of a room's characters after its tick. Under the lock. */
void pd_srv_caster_note(pd_srv_stage *stage, struct pd_srv_session *s);

#endif
