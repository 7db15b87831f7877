#ifndef PD_SERVER_STAGE_SHARE_H
#define PD_SERVER_STAGE_SHARE_H
/* Divides the processor time of a tick fairly between clients, so that the frames of one client cannot make
 * those of another late.
 *
 *     motion   networks, overlays and bodies. Every character is moved in every tick; when that takes too
 *              long, spawning is refused
 *     frames   encoding, and skinning of the vertices that frames contain. Budget of a slot:
 *              PD_SRV_FRAMES_PART of its time minus the motion's
 *
 * Before a slot is computed, the cost of each session's due frames is estimated from earlier measurements:
 * processor time of the stage's thread per character, body, vertex and byte. If the sum exceeds the budget,
 * each client (an API key, or an address when there are no keys) is limited to a cap: the largest cap for
 * which the sum fits (max-min fairness). The cap of a client is divided between its sessions in the same way.
 * So the most expensive client loses frames first, however many sessions it has, and a client below the cap
 * loses nothing.
 *
 * A limited session receives within its cap, in turns, first its frames (those left out come in a later tick,
 * as with a larger divisor), then the vertices of single characters (the channel is absent from the other
 * characters of that frame). Expensive sessions, limited or not, are also computed last in the slot, after
 * the frames of the others have been sent. Only the turns and unused time are remembered between ticks.
 *
 * Slots hold sessions whose estimated times add up to about the same: a new session goes to the slot with
 * least, and after a tick one session may move from the fullest slot to the emptiest one.
 *
 * The budget shrinks while ticks are late nevertheless, because other threads use the cores, and grows back
 * within five seconds.
 *
 * Threads  functions that take a stage are called under stage->lock; the others are pure.
 */
#include "server/stage/stage_parts.h"

#define PD_SRV_FRAMES_PART  0.6 /* largest fraction of a slot's time for motion and frames together */
/* Fraction of a slot's time above which a session is expensive and comes last: its motion and frames, or
 * those of all cheaper sessions of its client together. */
#define PD_SRV_DEAR_PART    0.05
/* Smallest fraction of a slot's time that remains for frames, however long motion takes: frames become fewer
 * but do not stop. */
#define PD_SRV_FRAMES_LEAST 0.1

/* Returns the largest cap for which the sum of min(cost, cap) does not exceed the budget, or the budget
 * itself when all costs fit. costs: (count). */
double pd_srv_share_cap(const double *costs, int count, double budget);

/* Adds a measurement: `count` units of work took `us` microseconds. Older measurements fade. Without effect
 * when count <= 0. */
void pd_srv_unit_cost_learn(pd_srv_unit_cost *cost, double us, double count);
/* Adds a measurement as pd_srv_unit_cost_learn does, under the lock of the stage: threads that spawn
 * characters read the costs. */
void pd_srv_stage_learn(pd_srv_stage *stage, pd_srv_unit_cost *cost, double us, int count);
/* Returns the estimated cost of one unit of work, in microseconds. */
double pd_srv_unit_cost_us(const pd_srv_unit_cost *cost);

/* Divides the time of a slot: sets `granted` of the slot's subscribers, `wanted` of its characters and
 * `is_expensive` of its sessions. Returns true when at least one session is expensive. Call it under the
 * lock, before the characters of the slot are gathered. */
bool pd_srv_stage_share(pd_srv_stage *stage, int slot, uint32_t tick);
/* Puts a new session into the slot with the smallest estimated time. Under the lock. */
void pd_srv_stage_place(pd_srv_stage *stage, pd_srv_session *s);
/* Moves at most one session from the slot with the largest estimated time to the one with the smallest, if
 * that evens them out. Call it after every tick, under the lock:
 * a session is never computed twice in a tick. */
void pd_srv_stage_balance(pd_srv_stage *stage);
/* Adapts the budget after a tick. late_us: largest delay of the start of a slot. behind: whole ticks that the
 * stage was behind at the end. Under the lock. */
void pd_srv_stage_adapt(pd_srv_stage *stage, double late_us, int64_t behind);
/* Twice a second: sends `lowered` to each subscriber that receives fewer frames or vertices than it asked
 * for, or the full number again. Call it after every tick, under the lock. */
void pd_srv_stage_tell(pd_srv_stage *stage, uint32_t tick);
/* Returns the estimated fraction of a tick that the motion of all characters would take with one more
 * character of `group` (NULL: of a network that has not been measured yet). Under the lock. */
double pd_srv_stage_motion_load(const pd_srv_stage *stage, const pd_srv_model_group *group, bool has_body);

#endif
