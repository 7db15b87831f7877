#ifndef PD_SERVER_STAGE_STAGE_PARTS_H
#define PD_SERVER_STAGE_STAGE_PARTS_H
/* Inside the stage: sessions, subscribers and characters. Everything here is under stage->lock, but for what is said to be the tick's: that is touched by the
 * tick's thread alone, without the lock. What the tick may hold a pointer to is marked dead and freed by the tick. */
#include "api/motion/scenes.h"
#include "api/motion/characters.h"
#include "api/motion/mover.h"
#include "core/retarget/avatar/drive.h"
#include "core/retarget/live_body.h"
#include "core/pfnn/character.h"
#include "server/stage/observer.h"
#include "server/stage/stage.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>

#define PD_SRV_SLOTS         6 /* of a tick, at most */
/* Then another slot is opened: a batch of 16 is nearly as fast as one of 64. */
#define PD_SRV_SLOT_SESSIONS 16

/* Processor time and the units of work that it was for; older ones fade (share.h). */
typedef struct pd_srv_unit_cost {
    double us, count;
} pd_srv_unit_cost;

/* A network, a matching database, or both, with the characters that they move: one batch a tick. */
typedef struct pd_srv_model_group {
    struct pd_srv_model_group *next;
    pd_pfnn_model *model;    /* retained */
    pd_pfnn_model *database; /* retained; NULL: none beside the model */
    pd_pfnn_rig figure;
    int characters;
    pd_srv_unit_cost cost; /* of a character's tick */
} pd_srv_model_group;

/* What moves a character in a tick: its stick or path, or the chair that it goes to. */
typedef struct pd_srv_steering {
    pd_pfnn_input *input;
    pd_pfnn_space *kept; /* of space                                    */
    double space;        /* m that it keeps from others by it; 0: none */
} pd_srv_steering;

typedef struct pd_srv_character {
    struct pd_srv_character *next; /* of its session */
    uint32_t id;
    int dead;
    char model[72]; /* id of the network */
    pd_srv_model_group *group;
    const pd_anim_scene *scene; /* of its session, or NULL */
    /* the mailbox */
    pd_pfnn_input input;
    uint64_t seq;
    int64_t input_us;
    pd_pfnn_follow *coming; /* a path to follow from the next tick on */
    int stop_following;
    pd_pfnn_reach_request reaches[PD_PFNN_HANDS];
    pd_pfnn_gaze_request gaze;
    pd_pfnn_sit_request sit;
    pd_retarget_face_goal face;
    int has_reach[PD_PFNN_HANDS], has_gaze, has_sit, has_face; /* since the last tick */
    /* the tick's */
    pd_pfnn_character motion;
    pd_pfnn_follow *follow;
    bool has_arrived; /* at the end of it, in this tick */
    int company;      /* its session among all of this tick */
    pd_pfnn_input now;
    pd_srv_steering steering;
    uint64_t now_seq;
    pd_pfnn_overlay overlay;
    pd_retarget_live_body *body; /* NULL: none */
    int vertex_count;            /* of its body */
    pd_api_skeleton *own;        /* a user's own character that moves as it does, retained; NULL: none */
    pd_retarget_drive *drive;    /* of own */
    pd_srv_observed *observed;   /* what it does is seen; NULL: inputs move it */
    size_t held;                 /* of the host's account: STREAMS */
    unsigned wanted;             /* channels that a subscriber gets in this tick */
    const float *vertices;       /* of this tick; NULL: not made */
} pd_srv_character;

typedef struct pd_srv_session {
    struct pd_srv_session *next;
    char id[PD_SRV_SESSION_ID], token[PD_SRV_TOKEN];
    int slot, dead;
    uint64_t client;        /* whose it is */
    char key[64];           /* and that key's name; "": none */
    bool is_shared;         /* other keys may watch it */
    struct pd_srv_vmc *vmc; /* NULL: none */
    pd_api_scene *scene;    /* retained; NULL: flat and empty. The same as long as the session lives */
    pd_srv_subscriber *owner, *subscribers; /* owner: NULL while it waits to be resumed */
    pd_srv_character *characters;
    int character_count;
    uint32_t spawned;       /* characters so far, those included that have gone */
    int64_t left_us;        /* since when nobody owns it */
    pd_api_profile profile; /* its owner's; who resumes goes on with it */
    /* its part of a tick (share.h) */
    bool is_dear;                          /* it moves, and its frames come, after the others in this tick */
    double work_us;                        /* motion and what is due */
    double due_us, credit_us;              /* what is due takes; what is left of the parts before */
    unsigned next_frame, next_vertices;    /* whose turn it is, of the profiles and of the bodies */
    unsigned vertices_due, vertices_given; /* since the last window */
    struct pd_srv_session *next_of_client; /* valid within pd_srv_stage_share */
} pd_srv_session;

/* What is due in a tick for the sessions of one client. */
typedef struct pd_srv_client_share {
    pd_srv_session *sessions; /* NULL: a free place in the table */
    int count;
    double due_us;
    double small_us; /* motion and what is due of those sessions that are not dear by themselves */
} pd_srv_client_share;

struct pd_srv_subscriber {
    struct pd_srv_subscriber *next; /* of its session */
    pd_srv_session *session;        /* NULL: taken over, or ended */
    atomic_int taken;               /* the same, to be asked without the lock */
    void *to;                       /* the sink's */
    pd_api_profile profile;
    uint32_t offset; /* ticks: a every divisor-th tick is counted from this one */
    int shown;       /* characters in its last frame: one empty frame tells that the last has gone */
    /* its part of a tick (share.h) */
    bool is_due, is_owed, granted; /* owed: was due and not granted; it comes as soon as it fits */
    pd_srv_subscriber
        *leader; /* of those due, the first with the same profile; valid within pd_srv_stage_share */
    double frame_us;
    unsigned frames_due, frames_given; /* since the last window */
    bool is_lowered;                   /* as it was told: */
    double told_frames, told_vertices; /* divisors */
};

#define PD_SRV_LATE_BUCKETS 8

struct pd_srv_stage {
    pd_srv_stage_deps deps;
    double rate;
    pthread_mutex_t lock;
    pd_srv_session *sessions;
    pd_srv_model_group *groups;
    int session_count, character_count, body_count, slot_sessions[PD_SRV_SLOTS];
    uint32_t next_id;
    pd_api_scene **left_scenes; /* of sessions that are over: freeing one takes milliseconds, not here */
    int left_count, left_capacity;
    pd_srv_stage_state state;
    uint64_t ticks, frames, postponed_frames, missed_vertices, refused, datagrams, datagrams_dropped,
        late[PD_SRV_LATE_BUCKETS + 1];
    double late_sum;
    /* the tick's */
    int64_t start_us, due_number; /* ticks are due at start_us + due_number periods; 0: no tick yet */
    uint32_t tick;                /* the last one's number: skipped ticks have none */
    pthread_t thread;
    atomic_int stopping;
    _Atomic int64_t stepped_us; /* when the last tick ended, or the stage was made */
    int started;
    pd_srv_observed *observed; /* all that there are, under the lock */
    pthread_cond_t observe_asked;
    pthread_t observer, fitter;
    pd_srv_fit *
        fit; /* that the fitter makes, between the two: the observer's before and after; NULL: it shall end */
    sem_t fit_asked, fit_done;
    bool is_observing; /* there is such a thread */
    uint64_t observations, missed_observations;
    double observe_seconds; /* of processor time */
    double observe_turn;    /* of whom was fitted last */
    pd_arena scratch;
    pd_srv_character **playing, **shown;              /* of this slot, by group; of a session's frame */
    int playing_count, playing_capacity, input_count; /* input_count: the first of them, whom networks move */
    double *costs; /* of the clients of a slot, or of a client's sessions */
    pd_srv_client_share
        *clients;       /* of a slot: a table by client, of share_capacity places, half of them free */
    int share_capacity; /* of both; a power of two */
    /* ways that are found */
    double way_us; /* what they have taken, until their part of the time has passed     */
    int way_slot;  /* where the last one was, and whose                                 */
    uint64_t way_client;
    bool awaits_way[PD_SRV_SLOTS]; /* somebody of the slot needs one */
    pd_srv_unit_cost body_cost, vertex_cost,
        byte_cost;   /* of a body's tick, of a vertex's skin, of a frame's byte */
    double pressure; /* part of the frames' time that is given out, (0, 1] */
    double played_us,
        motion_load;  /* time that this tick's characters took without frames; part of ticks, smoothed */
    double latest_us; /* of this tick's slots */
    pd_buffer frame;
};

/* What holds for this tick is copied: the mailbox may change while the network runs. An input older than timeout_us (0: never) stands
 * still. Under the lock. */
void pd_srv_character_read_mailbox(pd_srv_character *a, int64_t now_us, int64_t timeout_us);
/* 1 in every divisor-th tick, counted from the offset; ticks wrap around at 2^32. */
bool pd_srv_subscriber_is_due(const pd_srv_subscriber *v, uint32_t tick);
/* Under the lock: drops what is dead, sessions nobody came back to, groups without characters. */
void pd_srv_stage_sweep(pd_srv_stage *stage, int64_t now_us);

#endif
