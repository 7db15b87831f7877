#ifndef PD_SERVER_STAGE_OBSERVER_H
#define PD_SERVER_STAGE_OBSERVER_H
/* Characters that copy the movements of somebody who is observed: the stream's `observe`.
 *
 *     observe -> mailbox (the newest alone) -> the observer's thread: one bounded fit -> result -> the tick shows it, between the last two
 *
 * A fit takes a part of a millisecond to a few (core/observe/live/live.h), the first one of a character up to some tens: neither the thread that reads
 * sockets nor the tick waits for it. One thread serves all observed characters of a stage, and has another of lower priority make the fits, which
 * never takes the stage's lock. (A thread of low priority that holds the lock keeps the tick waiting while others use its core: 17 ms for the
 * tick and 43 for the sockets were seen beside five observed characters on a busy machine.) Clients share the fits' time: the client whose fits have
 * taken least is next (start-time fair queueing: one that comes back is owed no more than one that stayed), and of its characters the one that waited
 * longest. An observation that was not fitted is replaced by the next one, and counted. Without that thread (_step in place of _start) fits are made
 * at the beginning of a tick.
 *
 * Until the first observation the character stands as its network does.
 *
 * Memory   counted with its character.
 * Threads  what is under stage->lock, the fit's and the tick's are apart below. An observed one that is being fitted when its character goes is
 *          freed by the observer.
 */
#include "core/observe/live/stand.h"
#include "server/stage/stage.h"

struct pd_srv_character;
typedef struct pd_srv_fit pd_srv_fit; /* one fit and what came of it */

typedef struct pd_srv_observed {
    struct pd_srv_observed *next; /* of the stage's */
    /* under the lock */
    pd_observe_sight sight;
    uint64_t seq;
    int64_t seen_us;
    uint64_t client; /* whose it is */
    double turn;     /* seconds of its client's fits: all of a client have the same */
    bool has_sight, is_busy, is_gone;
    pd_observe_live_pose pose;
    uint64_t pose_seq;
    bool has_pose; /* since the last tick */
    pd_error trouble;
    double solve_ms;
    /* of who fits */
    pd_observe_live *live;
    /* the tick's */
    pd_smpl_model *model; /* retained */
    pd_observe_stand stand;
    bool is_news;
    int64_t told_us;
    bool told_mirrored;
    unsigned char told_unseen[PD_OBSERVE_LIVE_JOINTS];
} pd_srv_observed;

/* Without the lock: model and prior by the spawn's body; floor under its position. *out is in no list yet. */
pd_status pd_srv_observed_new(pd_srv_observed **out, const pd_srv_stage *stage, const pd_srv_spawn *spawn,
                              double floor, pd_error *err);
/* Bytes of one. */
size_t pd_srv_observed_bytes(const pd_smpl_model *model);
/* Under the lock: into the stage's list, as that client's, in the joints of that figure. */
pd_status pd_srv_observed_add(pd_srv_stage *stage, pd_srv_observed *observed, uint64_t client,
                              const pd_srv_spawn *spawn, const pd_pfnn_rig *figure, pd_error *err);
/* Under the lock, or before _add: gone, now or after its fit. NULL is fine. */
void pd_srv_observed_drop(pd_srv_stage *stage, pd_srv_observed *observed);

/* Under the lock: what was seen, checked. */
void pd_srv_observed_see(pd_srv_stage *stage, pd_srv_observed *observed, const pd_observe_sight *sight,
                         uint64_t seq);
/* Under the lock, in a tick: a pose that has come. */
void pd_srv_observed_take(pd_srv_observed *observed, struct pd_srv_character *character, int64_t now_us);
/* In a tick, without the lock: figure and body at now. */
void pd_srv_observed_move(pd_srv_observed *observed, struct pd_srv_character *character, int64_t now_us,
                          double seconds);
/* Under the lock: appends `observed` to out once a second, and when what is seen or the sides change. false: nothing to say. */
bool pd_srv_observed_tell(pd_buffer *out, pd_srv_observed *observed, uint32_t id, int64_t now_us);

/* One fit of the one that has waited longest. false: nobody waits. */
bool pd_srv_observer_step(pd_srv_stage *stage);
pd_status pd_srv_observer_start(pd_srv_stage *stage, pd_error *err);
void pd_srv_observer_halt(pd_srv_stage *stage);

#endif
