#ifndef PD_SERVER_STAGE_PLAN_H
#define PD_SERVER_STAGE_PLAN_H
/* The plan of a slot: the sessions and characters that a tick computes there, in which order and in which
 * batches. A plan is kept from tick to tick. It is made anew only when a session or a character comes or
 * goes, moves to another slot, or becomes expensive.
 *
 *     sessions    of the slot, newest first; those that are expensive (share.h) after all others
 *     batches     runs of at least PD_SRV_BATCH characters; the last one of a class includes a smaller
 *                 rest. Expensive sessions get batches of their own, so that they do not delay the frames
 *                 of the others
 *     characters  of each batch by group, because a network runs once for the characters of its group;
 *                 within a group by session, newest first
 *
 * Memory   what is allocated stays until _deinit. Without memory the plan is empty, and nothing of the
 *          slot moves in that tick; the next tick tries again.
 * Threads  under the stage's lock. The tick reads its plan without the lock: only _update, which the tick
 *          calls, changes the arrays, and only the tick frees sessions and characters.
 */
#include "core/base/arena.h"

#include <stdbool.h>

struct pd_srv_stage;
struct pd_srv_session;
struct pd_srv_character;

/* A run of sessions that are computed together. Ends are exclusive. */
typedef struct pd_srv_batch {
    int session_begin; /* in pd_srv_plan.sessions */
    int session_end;
    int begin; /* in pd_srv_plan.characters */
    int end;
    int observed_begin; /* in pd_srv_plan.observed */
    int observed_end;
} pd_srv_batch;

typedef struct pd_srv_plan {
    bool is_current;                      /* false: made anew by the next _update */
    pd_arena memory;                      /* of the arrays */
    struct pd_srv_session **sessions;     /* (session_count) */
    struct pd_srv_character **characters; /* (character_count) all characters, dead ones included */
    struct pd_srv_character **observed;   /* (observed_count) those that an observer may move, by session */
    pd_srv_batch *batches;                /* (batch_count) */
    int session_count;
    int cheap_count; /* leading sessions that are not expensive */
    int character_count;
    int observed_count;
    int batch_count;
} pd_srv_plan;

/* Returns the plan of a slot for this tick, made anew if it is out of date. Sets pd_srv_character.company. */
const pd_srv_plan *pd_srv_plan_update(struct pd_srv_stage *stage, int slot);
/* Notes that a session or a character of the slot has come or gone. */
void pd_srv_plan_outdate(struct pd_srv_stage *stage, int slot);
/* Moves a session of the stage to another slot. */
void pd_srv_plan_move(struct pd_srv_stage *stage, struct pd_srv_session *s, int slot);
/* Frees the memory of a plan. */
void pd_srv_plan_deinit(pd_srv_plan *plan);

#endif
