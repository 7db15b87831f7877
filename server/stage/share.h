#ifndef PD_SERVER_STAGE_SHARE_H
#define PD_SERVER_STAGE_SHARE_H
/* Who gets how much of a tick: frames cost processor time, vertices most of it, and no client's may make another's late.
 *
 *     motion   networks, overlays, bodies: every character in every tick. Nobody is lowered there; spawn is refused instead
 *     frames   encodings, and the skins that they show: within what motion leaves of PD_SRV_FRAMES_PART of the tick
 *
 * Before a slot of a tick is computed, the cost of each session's due frames is estimated from what such work has taken until now
 * (processor time of the stage's thread, per character, body, vertex and byte). When they do not all fit, no client (a key, or an address where there
 * are none) gets more than a cap for its sessions together: the largest with which the sum fits (max-min fairness); and of a client's cap its sessions
 * get theirs in the same way. So the dearest client is lowered first and alone, however many sessions it has, and what is asked for by somebody small
 * is never touched. A lowered session gets, of its cap and in turns, first its frames (those left out come in a later tick: a larger
 * divisor), then the vertices of single characters (the channel is missing in the other characters of that frame).
 * What is dear, its motion included, lowered or not, is also computed last, when the others' frames are on their way.
 * Nothing is remembered but the turns: who leaves or asks for less gives back with the next tick.
 *
 * The part shrinks while ticks run late all the same (other threads want the cores too), and grows again over five seconds.
 */
#include "server/stage/stage_parts.h"

#define PD_SRV_FRAMES_PART  0.6
/* Of the tick: a session whose motion and frames take more comes last, or all small ones of a client that take more together. */
#define PD_SRV_DEAR_PART    0.05
/* Of the tick, however much motion takes: frames go on, though fewer, until characters are despawned. */
#define PD_SRV_FRAMES_LEAST 0.1

/* The largest cap such that the sum of min(cost, cap) is at most the budget; budget when all costs fit. */
double pd_srv_share_cap(const double *costs, int count, double budget);

/* count units took us. */
void pd_srv_unit_cost_learn(pd_srv_unit_cost *cost, double us, double count);
/* Estimate of one unit, in microseconds. */
double pd_srv_unit_cost_us(const pd_srv_unit_cost *cost);

/* Under the lock, before the characters of a slot are gathered: sets `granted` of its subscribers, `wanted` of its characters and `is_dear` of
 * its sessions: true when one is. */
bool pd_srv_stage_share(pd_srv_stage *stage, int slot, uint32_t tick);
/* After a tick that began late_us after it was due (its latest slot), or was over behind ticks too late. */
void pd_srv_stage_adapt(pd_srv_stage *stage, double late_us, int64_t behind);
/* Once in a window of ticks: tells every subscriber whose frames come more rarely than asked, or as asked again. Under the lock. */
void pd_srv_stage_tell(pd_srv_stage *stage, uint32_t tick);
/* What all characters take a tick, with one more of that group (NULL: of a network that is not played yet): part of the tick's time. */
double pd_srv_stage_motion_load(const pd_srv_stage *stage, const pd_srv_model_group *group, bool has_body);

#endif
