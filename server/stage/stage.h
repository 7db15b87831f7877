#ifndef PD_SERVER_STAGE_STAGE_H
#define PD_SERVER_STAGE_STAGE_H
/* The stage: sessions, their characters, and the fixed tick that moves them.
 *
 *     tick   inputs from the mailboxes -> all characters of a network in one batch -> events and frames into outboxes -> wake
 *
 * The tick runs on a thread of its own on an absolute clock: tick n is due at start + n/rate, whatever the ticks before it took. A stage
 * that is late by more than a tick skips ticks (counted) instead of catching up. Where there are many sessions they are
 * spread over slots of the tick, so that frames do not leave in one burst.
 * A tick's frames depend only on the inputs that it found, not on threads, neighbours, batches or load.
 *
 * Mailboxes  an input stays until the next one; an older one than stream.input_timeout stands still.
 * Sheds load before ticks are late: frames are shared out (share.h), and spawning is refused (ERR_BUSY) when the characters alone take
 *            more than 90 % of the ticks' time; those that are there stay.
 * Threads    every function but _start, _halt and _free may be called from any thread; they hold one lock for moments, never while a network
 *            runs. A subscriber belongs to the caller of _join until _leave.
 * Errors     ERR_NOT_FOUND, ERR_LIMIT, ERR_BUSY, ERR_INVALID, with the field as `where`.
 */
#include "api/http/api.h"
#include "api/stream/message.h"
#include "core/pfnn/rollout/follow.h"
#include "core/pfnn/input.h"
#include "core/pfnn/rollout/sit.h"
#include "server/base/clock.h"
#include "server/base/settings.h"
#include "server/stage/frame.h"

#include <stdbool.h>

#define PD_SRV_SESSION_ID 17 /* 16 hexadecimal digits and the zero */
#define PD_SRV_TOKEN      33

typedef struct pd_srv_stage pd_srv_stage;
typedef struct pd_srv_subscriber pd_srv_subscriber; /* one connection to a session: its owner, or a watcher */

/* Where messages go. `to` is that of pd_srv_stage_join. None of them may block, or call the stage. */
typedef struct pd_srv_stage_sink {
    /* text NULL: there was no memory for it; as no text may be missing, the connection has to end */
    void (*text)(void *to, const void *text, size_t size);
    void (*frame)(void *to, pd_srv_frame *frame); /* takes over a reference */
    void (*wake)(void *ctx);                      /* after characters moved: there is something to send */
    void *ctx;
} pd_srv_stage_sink;

/* What a stage needs of its surroundings; all of it outlives the stage. */
typedef struct pd_srv_stage_deps {
    const pd_srv_config *config;
    const pd_api_host *host; /* models and scenes by id: acquire, scene; and lists of them for hints */
    pd_srv_clock clock;
    pd_srv_stage_sink sink;
} pd_srv_stage_deps;

/* Nothing moves yet. The tick's rate is stream.tick_rate of now. */
pd_status pd_srv_stage_new(pd_srv_stage **out, const pd_srv_stage_deps *deps, pd_error *err);
/* The tick on a thread of its own. */
pd_status pd_srv_stage_start(pd_srv_stage *stage, pd_error *err);
/* One tick on the caller's thread, in place of _start: sleeps on the stage's clock until it is due. The first is due one
 * period after the first call. */
void pd_srv_stage_step(pd_srv_stage *stage);
/* When the last tick ended, by the stage's clock; before the first, when the stage was made. Any thread. */
int64_t pd_srv_stage_stepped_us(const pd_srv_stage *stage);
/* Ends the tick: nothing moves any more, nothing is woken. NULL is fine. */
void pd_srv_stage_halt(pd_srv_stage *stage);
void pd_srv_stage_free(pd_srv_stage *stage); /* halts; NULL is fine; nobody may be joined any more */

#define PD_SRV_VMC_TEXT 80 /* "[::1]:39539", with the zero */

/* Where a session's character is to be sent as datagrams (server/stage/vmc.h). */
typedef struct pd_srv_vmc_request {
    const char *destination; /* "127.0.0.1:39539"; NULL: nowhere      */
    int divisor;             /* every n-th tick                       */
    int upper_chest;         /* 0: for avatars that have no such bone */
} pd_srv_vmc_request;

/* One client may have stream.owner_sessions; beyond that, and when there are stream.sessions altogether, a session that waits to be resumed ends for the
 * new one: the client's own that has waited longest, else the one of the client that has most of them.
 *
 * A new session, in that scene or on flat ground (NULL); or the one of a resume token, taking it over from a connection that still has
 * it; or another's, to watch. At most one of resume, watch and scene is given; none: new. vmc: of new ones only. */
typedef struct pd_srv_join {
    const char *resume, *watch, *scene;
    pd_srv_vmc_request vmc;
    uint64_t client; /* whose a new session is (pd_srv_identity_client)                     */
    bool has_key;    /* client is a key: it resumes only its own, and watches its own and shared ones */
    bool is_admin;   /* watches all                                                         */
    bool is_shared;  /* of a new session: other keys may watch it                           */
    const char *key; /* its name, "" or NULL without one; lists of sessions go by it        */
    const pd_api_access *access; /* what its key may reach; NULL: everything */
} pd_srv_join;

typedef struct pd_srv_join_result {
    char session[PD_SRV_SESSION_ID], token[PD_SRV_TOKEN]; /* token "" for watchers */
    char vmc[PD_SRV_VMC_TEXT];                            /* where it goes; "": nowhere */
    int resumed;
    uint32_t tick;
    pd_api_who
        *there; /* all characters of the session, or the join fails; the caller's: _join_result_deinit */
    int there_count;
} pd_srv_join_result;

pd_status pd_srv_stage_join(pd_srv_stage *stage, pd_srv_subscriber **out, pd_srv_join_result *result,
                            void *to, const pd_srv_join *wanted, pd_error *err);
/* Gives back what a join that succeeded has in result. */
void pd_srv_stage_join_result_deinit(pd_srv_join_result *result);
/* for_good ends the session with its characters; else it waits stream.resume_window for its token. */
void pd_srv_stage_leave(pd_srv_stage *stage, pd_srv_subscriber *subscriber, int for_good);
/* 1 when the session has gone to another connection: this one has to end. */
int pd_srv_stage_is_taken(pd_srv_stage *stage, const pd_srv_subscriber *subscriber);

typedef struct pd_srv_spawn {
    const char *ref;   /* of the message that asks; the `spawned` that answers it has it too. NULL: none */
    const char *model; /* NULL: the default one of its motion */
    pd_api_motion motion;
    double position[2], facing;
    const pd_pfnn_person *person; /* NULL: the network's default */
    int has_variation;            /* person's; else that of its number in the session */
    int has_body;                 /* then smpl and vertices can be streamed */
    const char *body;             /* NULL: the default body    */
    const float *betas;
    int beta_count;
    bool is_soft;                   /* the body's flesh follows its motion */
    double breathing;               /* breaths a minute                    */
    const char *character;          /* id of a user's own; NULL: none */
    const pd_pfnn_control *control; /* the controller's constants, checked; NULL: the defaults */
    pd_api_drive drive;
    const pd_api_access *access; /* as of pd_srv_join */
} pd_srv_spawn;
/* Watchers may not: ERR_INVALID. Everybody in the session gets `spawned` before the character's first frame and event. */
pd_status pd_srv_stage_spawn(pd_srv_stage *stage, uint32_t *id, pd_srv_subscriber *subscriber,
                             const pd_srv_spawn *spawn, pd_error *err);
pd_status pd_srv_stage_despawn(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                               pd_error *err);
/* Checked inputs only. Ends a path that is followed. */
pd_status pd_srv_stage_input(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id, uint64_t seq,
                             const pd_pfnn_input *input, pd_error *err);
/* look: where the input that holds looks, world x, z; NULL: nowhere. gaze: what the head is to do, checked. */
pd_status pd_srv_stage_look(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                            const double look[2], const pd_pfnn_gaze_request *gaze, pd_error *err);
/* The face and hands of its body from now on; names are looked for in the body's model. */
pd_status pd_srv_stage_face(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                            const pd_retarget_face_request *request, pd_error *err);
pd_status pd_srv_stage_follow(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                              const pd_pfnn_follow *follow, pd_error *err);
/* request: checked. A character that follows or is steered goes to its chair first. */
pd_status pd_srv_stage_sit(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                           const pd_pfnn_sit_request *request, pd_error *err);
/* request: checked; one of weight 0 keeps the last target. */
pd_status pd_srv_stage_reach(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                             pd_pfnn_hand hand, const pd_pfnn_reach_request *request, pd_error *err);
/* What is seen, checked: of a character that was spawned to be observed. */
pd_status pd_srv_stage_observe(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id, uint64_t seq,
                               const pd_observe_sight *sight, pd_error *err);
void pd_srv_stage_profile(pd_srv_stage *stage, pd_srv_subscriber *subscriber, const pd_api_profile *profile);

/* Frees what sessions that are over have left: large scenes. About once a second, from a thread that nobody waits for. */
void pd_srv_stage_tidy(pd_srv_stage *stage);

typedef struct pd_srv_stage_state {
    uint32_t tick;
    double time; /* of the tick, seconds of the monotonic clock */
    int sessions, characters;
    double load;    /* part of a tick's time that it takes, smoothed */
    double late_ms; /* smoothed                                     */
    uint64_t skipped_ticks;
} pd_srv_stage_state;
pd_srv_stage_state pd_srv_stage_now(pd_srv_stage *stage);
void pd_srv_stage_metrics(pd_srv_stage *stage, pd_buffer *out); /* Prometheus text */

#endif
