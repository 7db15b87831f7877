#ifndef PD_SERVER_STAGE_FIGURE_H
#define PD_SERVER_STAGE_FIGURE_H
/* The parts of a character of the stage that clients see: its size, the motion in that size, its body and the
 * client's own rigged character that copies the motion.
 *
 * Memory   all parts belong to the character; pd_srv_character_free frees them.
 * Threads  _build: under the stage's lock. The others: the thread of the tick.
 */
#include "server/stage/stage_parts.h"

/* Makes the motion of a character that has its group, and its body and copy. Errors name the field of the
 * spawn; ERR_NOT_FOUND, ERR_FORBIDDEN, ERR_INVALID, ERR_UNSUPPORTED, ERR_RANGE, ERR_MEMORY. */
pd_status pd_srv_figure_build(pd_srv_character *a, pd_srv_stage *stage, const pd_srv_session *s,
                              const pd_srv_arrival *coming, pd_error *err);
/* Updates the pose in the world after a tick has changed the motion. */
void pd_srv_figure_show(pd_srv_character *a);
/* Moves a character's body and rigged character. The body moves in every tick, because the state of its legs
 * depends on earlier ticks; the skin is computed only when a subscriber receives vertices. is_posed: an
 * observation has already posed the body. */
void pd_srv_figure_move(pd_srv_character *a, bool is_posed);

/* Acquires the client's character and the model that moves it: an animal's is another one than a person's.
 * coming->own: NULL if there is no such character, which is refused later. */
pd_status pd_srv_figure_take(pd_srv_arrival *coming, pd_srv_stage *stage, const pd_srv_spawn *spawn,
                             pd_error *err);

#endif
