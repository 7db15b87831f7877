#ifndef PD_SERVER_STAGE_OBSERVER_H
#define PD_SERVER_STAGE_OBSERVER_H
/* Moves characters by observations of a person (message `observe` of the stream) in place of inputs.
 *
 *     observe -> mailbox (newest only) -> one bounded fit of the body -> pose -> the tick interpolates
 *     between the last two poses
 *
 * A fit takes between a fraction of a millisecond and a few milliseconds (core/observe/live/live.h), the
 * first fit of a character up to some tens. Therefore neither the thread that reads sockets nor the tick
 * computes fits. The stage has two threads for all its observed characters: the observer chooses the next fit
 * under the stage's lock, and the fitter, which has a lower priority and never takes the lock, computes it.
 * (When one thread of low priority did both, it kept others waiting for the lock while it was not scheduled:
 * the tick up to 17 ms and the sockets 43 ms, with five observed characters on a busy machine.) A stage that
 * is stepped by its caller (pd_srv_stage_step) computes fits at the beginning of a tick.
 *
 * Clients share the time of fits by start-time fair queueing: the next fit belongs to the client whose fits
 * have used least time, and a client that returns after a pause gains nothing over one that stayed; among the
 * characters of a client, the one that has waited longest is next. An observation that is replaced before it
 * was fitted is counted as missed. One that calibrates is not replaced by others. Before its first
 * observation a character stands as its network makes it stand.
 *
 * Memory   an observer is counted with its character.
 * Threads  three groups of fields: under stage->lock, the fitter's, the tick's. If a character is removed
 *          during a fit, the observer frees the data.
 */
#include "core/observe/live/stand.h"
#include "server/stage/stage.h"

struct pd_srv_character;
typedef struct pd_srv_fit pd_srv_fit; /* one fit that the observer hands over to the fitter */
typedef struct pd_srv_queued pd_srv_queued;

/* What a kind of observation does for a fit: of a body (observer.c) or of a face (mimic.c). */
typedef struct pd_srv_queued_kind {
    void (*begin)(pd_srv_queued *queued); /* copies the waiting observation for the fitter; under the lock */
    void (*run)(pd_srv_queued *queued);   /* computes the fit; without the lock */
    void (*end)(pd_srv_queued *queued);   /* stores the result; under the lock */
    void (*free)(pd_srv_queued *queued);
} pd_srv_queued_kind;

/* Place of one source of observations in the queue of the stage:
 * the first member of its struct. Under the lock. */
struct pd_srv_queued {
    pd_srv_queued *next; /* next one of the stage */
    const pd_srv_queued_kind *kind;
    uint64_t client; /* client that owns the character                                     */
    double turn;     /* processor seconds used by the client's fits; equal for all its characters */
    int64_t seen_us; /* arrival of the oldest observation since the last fit               */
    bool has_sight;  /* true: an observation waits for a fit                               */
    bool is_busy;    /* true: a fit is being computed                                      */
    bool is_gone;    /* true: the character was removed; the data are freed after the fit  */
    double solve_ms; /* processor time of the last fit                                     */
};

/* Adds a source to the stage's queue on behalf of a client. Under the lock. */
void pd_srv_queued_add(pd_srv_stage *stage, pd_srv_queued *queued, uint64_t client);
/* Removes a source, if it was added, and frees it now or after the fit that is being computed. NULL is
 * allowed. Under the lock. */
void pd_srv_queued_drop(pd_srv_stage *stage, pd_srv_queued *queued);
/* Returns whether the observation that waits stays and the next one is left out, which counts it as missed:
 * one that calibrates is fitted before others follow. Under the lock. */
bool pd_srv_queued_keeps(pd_srv_stage *stage, const pd_srv_queued *queued, bool calibrates,
                         bool next_calibrates);
/* Counts an observation that was stored, and wakes the observer. Under the lock. */
void pd_srv_queued_see(pd_srv_stage *stage, pd_srv_queued *queued);

/* A character that follows an observed body. */
typedef struct pd_srv_observed {
    pd_srv_queued queue;

    /* Under the lock. */
    pd_observe_sight sight;    /* newest observation, valid if has_sight                             */
    uint64_t seq;              /* the client's number of that observation                            */
    pd_observe_live_pose pose; /* result of the last fit that succeeded                           */
    uint64_t pose_seq;         /* the client's number of the observation it was fitted to         */
    bool has_pose;             /* true: `pose` is newer than the last tick                        */
    pd_error trouble;          /* error of the last fit; status PD_OK: none                       */

    /* Fitter. */
    pd_observe_live *live;                /* state of the fits */
    pd_observe_sight fitted;              /* observation that is being fitted, */
    uint64_t fitted_seq;                  /* its number */
    const pd_observe_live_pose *solution; /* and the result; NULL: error `trouble_now` */
    pd_error trouble_now;

    /* Tick. */
    pd_smpl_model *model;   /* body model, retained                                    */
    pd_observe_stand stand; /* interpolation between poses, and feet on the ground     */
    bool has_hands[2];      /* true: the fingers of the left, of the right hand are observed */
    bool is_news;           /* true: a fit ended since the last `observed` message (under the lock) */
    int64_t told_us;        /* time of the last `observed` message; 0: none yet        */
    bool told_mirrored;     /* content of the last `observed` message                  */
    unsigned char told_unseen[PD_OBSERVE_LIVE_JOINTS];
} pd_srv_observed;

/* Creates the observer of a character that is about to be spawned, with the spawn's body and the default pose
 * prior. floor: height of the ground at its position, metres. The result is in no list yet. Takes
 * milliseconds: call it without the lock. */
pd_status pd_srv_observed_new(pd_srv_observed **out, const pd_srv_stage *stage, const pd_srv_spawn *spawn,
                              double floor, pd_error *err);
/* Returns the bytes that an observer with this body model takes. */
size_t pd_srv_observed_bytes(const pd_smpl_model *model);
/* Adds an observer to the stage's list on behalf of a client. figure: skeleton of the character that copies
 * the pose. Under the lock. */
pd_status pd_srv_observed_add(pd_srv_stage *stage, pd_srv_observed *observed, uint64_t client,
                              const pd_srv_spawn *spawn, const pd_character_rig *figure, pd_error *err);
/* Removes an observer (pd_srv_queued_drop). NULL is allowed. Under the lock. */
void pd_srv_observed_drop(pd_srv_stage *stage, pd_srv_observed *observed);

/* Stores an observation, which must have been checked, and wakes the observer. Under the lock. */
void pd_srv_observed_see(pd_srv_stage *stage, pd_srv_observed *observed, const pd_observe_sight *sight,
                         uint64_t seq);
/* Passes a new pose, if there is one, to the interpolation. In a tick, under the lock. */
void pd_srv_observed_take(pd_srv_observed *observed, struct pd_srv_character *character, int64_t now_us);
/* Poses the character's figure and body for the time now_us. seconds:
 * period of the tick. In a tick, without the lock. */
void pd_srv_observed_move(pd_srv_observed *observed, struct pd_srv_character *character, int64_t now_us,
                          double seconds);
/* Appends the message `observed` to out once a second, or four times a second while the unseen joints, the
 * mirroring or an error change. Returns false when no message is due. Under the lock. */
bool pd_srv_observed_tell(pd_buffer *out, pd_srv_observed *observed, uint32_t id, int64_t now_us);

/* Computes the next fit on the caller's thread. Returns false when no observation waits. */
bool pd_srv_observer_step(pd_srv_stage *stage);
/* Starts the observer's and the fitter's thread. */
pd_status pd_srv_observer_start(pd_srv_stage *stage, pd_error *err);
/* Ends both threads. stage->stopping must be set. */
void pd_srv_observer_halt(pd_srv_stage *stage);

#endif
