#ifndef PD_SERVER_STAGE_STAGE_PARTS_H
#define PD_SERVER_STAGE_STAGE_PARTS_H
/* Data structures inside the stage: sessions, subscribers, characters and what the tick keeps. For the
 * sources of server/stage alone.
 *
 * Threads  stage->lock protects every field, except fields marked "tick": only the tick's thread touches
 *          those, without the lock. An object that the tick may point to is marked dead by other threads; the
 *          tick removes and frees it (pd_srv_stage_sweep).
 */
#include "api/motion/scenes.h"
#include "api/motion/characters.h"
#include "api/motion/mover.h"
#include "core/io/fields/fields.h"
#include "core/retarget/character/drive.h"
#include "core/retarget/live_body.h"
#include "core/character/action/overlay.h"
#include "core/character/character.h"
#include "core/character/rollout/stamped.h"
#include "core/character/rollout/state.h"
#include "server/base/digest.h"
#include "server/stage/plan.h"
#include "server/stage/stage.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>

struct pd_observe_face_shapes;
struct pd_srv_mimic;    /* mimic.h */
struct pd_srv_observed; /* observer.h */
struct pd_srv_player;   /* player.h */
struct pd_srv_past;     /* past.h */
struct pd_srv_interest; /* interest.h */
struct pd_srv_casting;  /* cast.c */
struct pd_srv_queued;
struct pd_srv_fit;

#define PD_SRV_SLOTS 6 /* largest number of slots into which a tick is divided */
/* Characters that are moved together, and whose frames are then sent. The network takes 18.3 us a character
 * in batches of 16, 16.7 in 24 and 14 in 64 (256 hidden units). Another slot is opened for each so many
 * sessions or characters. */
#define PD_SRV_BATCH 24

/* Processor time and the number of units of work that it paid for. Older measurements fade (share.h). */
typedef struct pd_srv_unit_cost {
    double us, count;
} pd_srv_unit_cost;

/* Characters that are moved in one batch: they share a network or a matching database, and the constants of
 * the controller. */
typedef struct pd_srv_model_group {
    struct pd_srv_model_group *next;
    pd_pfnn_model *model;    /* network or database, retained                             */
    pd_character_rig figure; /* skeleton and controller of the characters                 */
    int characters;          /* number of characters in the group                         */
    pd_srv_unit_cost cost;   /* cost of moving one character for one tick                 */
} pd_srv_model_group;

/* Input that moves a character in one tick: the client's, that of a path, or that of the walk to a chair. */
typedef struct pd_srv_steering {
    pd_character_input *input;
    /* state of the avoidance of others */
    pd_character_space *kept;
    double space; /* distance that the character keeps from others, metres; 0: it does not avoid them */
    bool evades;  /* true: others were there, so they may have moved it                                */
} pd_srv_steering;

/* Arguments with which a character was created. A snapshot (snapshot.h) contains them, so that the same
 * character can be created again. */
typedef struct pd_srv_recipe {
    pd_api_motion motion;       /* network, matching or auto                     */
    bool has_body;              /* the character has a body mesh                 */
    char body[PD_API_ID_BYTES]; /* id of the body's model; "": no body           */
    bool is_soft;               /* soft tissue of the body follows its motion    */
    double breathing;           /* breaths per minute; 0: none                   */
    bool takes_orders;          /* other programs may order it (pd_srv_stage_order) */
} pd_srv_recipe;

/* Weights and fingers of a face, as frames hold them. */
typedef struct pd_srv_shown_face {
    float weights[PD_IO_GLTF_FACE_SHAPES];
    pd_quat fingers[PD_ANIM_ALIVE_FINGERS];
    int weight_count, finger_count;
} pd_srv_shown_face;
_Static_assert((int)PD_RETARGET_FACE_NAMES <= (int)PD_IO_GLTF_FACE_SHAPES, "room for both kinds of faces");

/* The face of a client's own character. */
typedef struct pd_srv_own_face {
    pd_retarget_own_live live;
    pd_retarget_own_goal asked; /* mailbox: valid if has_face and the body has no face */
} pd_srv_own_face;

/* A character of another size than the motion's own skeleton (core/character/size.h). */
typedef struct pd_srv_sized {
    pd_anim_scene scene;       /* the session's scene in the unit of the character */
    pd_anim_skeleton skeleton; /* the motion's skeleton in that size */
    pd_character_pose pose;    /* pose of the last tick in the world, metres */
} pd_srv_sized;

/* Least ticks from one state to the next that the client has not asked for, and to one that it has. */
#define PD_SRV_PREDICTED_PAUSE 15
#define PD_SRV_PREDICTED_LEAST 6
/* An input may name a tick that is so many ticks to come, or over. */
#define PD_SRV_PREDICTED_AHEAD 120
#define PD_SRV_PREDICTED_LATE  600

/* A character that its own client computes ahead (predicted.c): inputs wait for the tick that they name, and
 * the client is told hashes and states of the character.
 *
 *     hash     in every tick whose number is a multiple of `every`
 *     state    when the client asks, and when something else than its inputs moved the character: an order, a
 *              distance kept from others, an input that came late or was too old; not sooner than
 *              PD_SRV_PREDICTED_PAUSE ticks after the last one
 *     reason   when the client cannot compute the character now: the state comes when it can again */
typedef struct pd_srv_predicted {
    uint32_t every;                    /* ticks from one hash to the next */
    pd_character_stamped_list waiting; /* inputs that name a tick */
    int early;                         /* least ticks by which inputs came before their tick; if has_early */
    bool has_early;                    /* true: inputs have come since the last message */
    uint64_t newest, followed;         /* largest seq of all inputs, and of those before the last path */
    bool is_asked;                     /* true: the client asks for a state */
    bool has_stopped;                  /* true: the client no longer predicts the character */
    bool jumps;                        /* tick: true: an input of this tick jumps */
    bool is_moved;           /* tick: true: something else moved the character since the last state */
    bool is_still;           /* tick: true: its input is too old, so it stands */
    pd_character_input held; /* tick: the input that holds, world, metres */
    bool has_told;           /* tick: true: a state was sent in tick `told` */
    uint32_t told;
    const char *reason; /* tick: reason that the client was told last; NULL: none */
} pd_srv_predicted;

typedef struct pd_srv_character {
    struct pd_srv_character *next; /* next character of the session            */
    uint32_t id;                   /* number, unique within the stage          */
    int dead;                      /* 1: removed; the tick frees it            */
    uint32_t member;               /* member of the room that spawned it; 0: it is in no room */
    char model[72];                /* id of the motion model                   */
    pd_srv_recipe recipe;          /* arguments of its creation */
    pd_srv_model_group *group;     /* batch to which the character belongs     */
    /* scene of the session, in the unit of the character; NULL: flat ground */
    const pd_anim_scene *scene;

    /* The mailbox: requests since the last tick. */
    pd_character_input input;    /* newest input                                        */
    uint64_t seq;                /* the client's number of that input                   */
    int64_t input_us;            /* arrival time of the input                           */
    pd_character_follow *coming; /* path to follow from the next tick on; NULL: none    */
    int stop_following;          /* 1: an input ended the path                          */
    /* valid where has_reach */
    pd_character_reach_request reaches[PD_CHARACTER_HANDS];
    pd_character_gaze_request gaze; /* valid if has_gaze                                   */
    pd_character_sit_request sit;   /* valid if has_sit                                    */
    pd_retarget_face_goal face;     /* valid if has_face and the body has the face         */
    int has_reach[PD_CHARACTER_HANDS], has_gaze, has_sit,
        has_face; /* 1: requested since the last tick        */

    /* Tick. */
    /* State of the motion: pose, trajectory, phase, in the character's own unit. */
    pd_character motion;
    struct pd_srv_sized *sized;  /* of a size other than 1; NULL: motion is in metres             */
    pd_character_follow *follow; /* path that is followed; NULL: none                             */
    bool has_arrived;            /* true: the end of the path was reached in this tick            */
    int company;                 /* number of the session in the slot, set by the plan            */
    pd_character_input now;      /* input used in this tick                                       */
    pd_srv_steering steering;
    uint64_t now_seq;             /* client's number of the input or observation that is shown */
    pd_character_overlay overlay; /* reaching, looking and sitting on top of the motion        */
    pd_retarget_live_body *body;  /* body mesh that follows the motion; NULL: none             */
    int vertex_count;             /* vertices of the body; 0: none                             */
    pd_api_skeleton *own; /* rigged character of the client that copies the motion, retained; NULL: none */
    pd_retarget_drive *drive;         /* state of the copying; NULL without `own`                  */
    struct pd_srv_own_face *own_face; /* face of `own`; NULL without one                           */
    struct pd_srv_speaker *speaker;   /* speech; NULL: it has never spoken                       */
    struct pd_srv_manner *manner;     /* part in a conversation; NULL: none was set */
    struct pd_srv_player *player;     /* clips; NULL: it has never played one */
    struct pd_srv_observed *observed; /* observer that moves the character; NULL: inputs move it */
    struct pd_srv_mimic *mimic;       /* observed face that the character follows; NULL: none    */
    struct pd_srv_past *past;         /* poses of the last ticks; NULL: none are kept */
    pd_srv_predicted *predicted;      /* what its client computes ahead; NULL: it does not */
    size_t held;                      /* bytes taken from the host's memory account (STREAMS)      */
    unsigned wanted;                  /* channels that some subscriber receives in this tick       */
    const float *vertices;            /* (vertex_count,3) skin of this tick; NULL: not computed    */
} pd_srv_character;

typedef struct pd_srv_session {
    struct pd_srv_session *next;
    char id[PD_SRV_SESSION_ID];
    unsigned char token_hash[PD_SRV_SHA256_BYTES]; /* SHA-256 of the resume token */
    /* Added to the stage's tick numbers and times for a session that began on another stage, so that its own
     * continue; 0 otherwise. */
    uint32_t tick_ahead;
    double time_ahead; /* seconds */
    /* Own number and time, seconds, of the last tick that has moved the session. While the stage computes a
     * tick, they tell in which tick the session is: stage->state.tick changes at the end of the tick, for the
     * sessions of all slots at once. */
    uint32_t tick;
    double time;
    bool is_restored;         /* true: it comes from another stage, and no tick has moved it here */
    int slot;                 /* slot of the tick in which the session is computed, 0 to PD_SRV_SLOTS - 1 */
    int dead;                 /* 1: ended; the tick frees it                                     */
    int has_moved;            /* 1: another daemon has the session, or will have it; it is dead here */
    uint64_t client;          /* client that owns the session                                    */
    char key[64];             /* name of the client's API key; "": none                          */
    bool is_shared;           /* true: other keys may watch the session                          */
    struct pd_srv_room *room; /* room that the session is (room.h); NULL: none                   */
    struct pd_srv_vmc *vmc;   /* sender to a VRM application; NULL: none                         */
    pd_api_scene *scene;      /* retained, constant for the session's life; NULL: flat and empty */
    /* Connection that sends inputs; NULL: the session waits to be resumed. Of a room: any of its members. */
    pd_srv_subscriber *owner;
    pd_srv_subscriber *subscribers; /* owner and watchers                                              */
    pd_srv_character *characters;
    int character_count;    /* characters in the list, dead ones included                       */
    uint32_t spawned;       /* characters spawned so far, removed ones included                 */
    int64_t left_us;        /* time at which the owner left; valid while owner is NULL          */
    pd_api_profile profile; /* the owner's frame profile, which a resuming connection inherits  */

    /* Share of a tick's time (share.h). */
    bool is_expensive; /* true: expensive, so moved and encoded after the others in this tick */
    double motion_us;  /* estimated time of motion, microseconds                              */
    double work_us;    /* estimated time of motion and due frames, microseconds           */
    double due_us;     /* estimated time of the due frames, microseconds                  */
    double credit_us;  /* unused time that was saved from earlier ticks, microseconds     */
    unsigned next_frame, next_vertices; /* turn at which granting begins, among profiles and among bodies  */
    unsigned vertices_due,
        vertices_given;           /* bodies with vertices, due and granted, in this reporting window */
    struct pd_srv_compact *codes; /* encoders of compact frames; a list */
    /* next session of the client; valid within pd_srv_stage_share */
    struct pd_srv_session *next_of_client;
} pd_srv_session;

/* Sums over the sessions of one client that have their slot now. */
typedef struct pd_srv_client_share {
    pd_srv_session *sessions; /* the client's sessions; NULL: this place of the table is free            */
    int count;                /* number of sessions                                                      */
    double due_us;            /* estimated time of their due frames, microseconds                        */
    double small_us;          /* motion and due frames of the sessions that are not expensive on their own */
} pd_srv_client_share;

struct pd_srv_subscriber {
    struct pd_srv_subscriber *next; /* next subscriber of the session                                   */
    pd_srv_session *session;        /* NULL: taken over by another connection, or ended                 */
    atomic_int taken;               /* pd_srv_taken; readable without the lock                          */
    pd_srv_moved moved;             /* valid when `taken` is PD_SRV_TAKEN_MOVED; set before it          */
    void *to;                       /* first argument of the sink's callbacks                           */
    struct pd_srv_member *place;    /* place in the room (room.h); NULL: a watcher, or there is no room  */
    pd_api_profile profile;         /* channels, divisor and precision of the frames                    */
    uint32_t offset;                /* tick from which every divisor-th tick is counted                 */
    /* Serial of the last compact frame that the subscriber has (pd_srv_compact.serial); 0: none. */
    uint64_t serial;
    struct pd_srv_interest *interest; /* what it has received (interest.h); NULL: it has had no budget */
    int shown; /* 1: the last frame had characters, so one empty frame must follow the last of them */

    /* Share of a tick's time (share.h). */
    bool is_due;  /* true: a frame is due in this tick                                  */
    bool is_owed; /* true: a due frame was not granted; it is due again in the next tick */
    bool granted; /* true: the frame is sent in this tick                               */
    /* first due subscriber with the same profile; valid within pd_srv_stage_share */
    pd_srv_subscriber *leader;
    double frame_us; /* a leader's estimated cost of the frame, without vertices           */
    unsigned frames_due,
        frames_given; /* frames due and sent in this reporting window                       */
    bool is_lowered;  /* true: the subscriber was told that it receives less than it asked for */
    double told_frames,
        told_vertices; /* frames and vertices of the last `lowered` that it received (pd_api_lowered) */
};

#define PD_SRV_LATE_BUCKETS 8 /* buckets of the histogram of delays, without the last, open one */

struct pd_srv_stage {
    pd_srv_stage_deps deps;
    double rate; /* ticks per second */
    pthread_mutex_t lock;
    /* Held while a slot is computed and while a snapshot is taken, if takes_snapshots: the fields marked
     * "tick" do not change meanwhile. Taken before `lock`. */
    pthread_mutex_t moving;
    bool takes_snapshots;    /* set before the stage starts */
    _Atomic int64_t next_us; /* time at which the next slot is due */
    pd_srv_session *sessions;
    pd_srv_model_group *groups;
    int session_count, character_count;
    uint64_t departures;             /* sessions that have been freed so far           */
    int body_count;                  /* characters with a body mesh or a rigged character */
    int slot_sessions[PD_SRV_SLOTS]; /* sessions in each slot                             */
    double slot_us[PD_SRV_SLOTS];    /* estimated time of each slot in a tick (share.h), microseconds */
    uint32_t next_id;                /* id of the character spawned last                  */
    /* Scenes of ended sessions that pd_srv_stage_tidy frees,
     * because freeing a large scene takes milliseconds. */
    pd_api_scene **left_scenes;
    int left_count, left_capacity;
    pd_srv_stage_state state;
    /* Counters of the metrics. */
    uint64_t ticks, frames, postponed_frames, missed_vertices, refused, datagrams, datagrams_dropped;
    uint64_t late[PD_SRV_LATE_BUCKETS + 1]; /* histogram of the delays of slots */
    double late_sum;                        /* sum of the delays, seconds       */

    /* Tick. */
    int64_t start_us,
        /* the next tick is due at start_us + (due_number + 1) periods; due_number 0: no tick yet */
        due_number;
    uint32_t tick; /* number of the last tick; skipped ticks have no number                              */
    pthread_t thread;
    atomic_int stopping;
    _Atomic int64_t stepped_us; /* end of the last tick; before the first tick, creation of the stage */
    int started;                /* 1: the tick has a thread of its own */

    /* Observed characters (observer.h), under the lock. */
    struct pd_srv_queued *observed;             /* list of all sources of observations */
    struct pd_observe_face_shapes *face_shapes; /* of all observed faces; NULL: none yet */
    pthread_cond_t observe_asked;               /* signalled when an observation waits */
    pthread_t observer, fitter;
    /* Fit that is handed to the fitter; NULL tells the fitter to end. The observer owns it before fit_asked
     * and after fit_done, the fitter between. */
    struct pd_srv_fit *fit;
    sem_t fit_asked, fit_done;
    bool is_observing; /* true: the observer has a thread of its own */
    uint64_t observations, missed_observations;
    double observe_seconds; /* processor time of all fits                                */
    double observe_turn;    /* largest turn of any observed character that was fitted    */

    /* Rays (cast.h), under the lock. */
    struct pd_srv_casting *castings; /* requests that wait, oldest first */
    struct pd_srv_casting *casting;  /* request that is under way; NULL: none */
    pthread_cond_t cast_asked;       /* signalled when a request waits */
    pthread_t caster;
    bool is_casting;       /* true: the caster has a thread of its own */
    pd_arena cast_scratch; /* of the caster alone */
    uint64_t rays;         /* rays that were cast */

    /* Tick. */
    pd_srv_plan plans[PD_SRV_SLOTS]; /* what each slot computes; under the lock */
    pd_arena scratch;
    /* (playing_count) characters that move in this slot, sorted by group; observed ones last */
    pd_srv_character **playing;
    pd_srv_character **shown;            /* characters of the frame that is being encoded              */
    int playing_count, playing_capacity; /* playing_capacity holds for `shown` too                     */
    int input_count;                     /* leading entries of `playing` that are moved by networks    */
    double *costs; /* (share_capacity) costs of the clients of a slot, or of a client's sessions */
    /* (share_capacity) hash table of the slot's clients, at least half of it free */
    pd_srv_client_share *clients;
    int share_capacity; /* a power of two                                             */

    /* Search for ways round obstacles, which is limited to a fraction of the time. */
    double way_us;       /* time of searches that has not been paid off yet: no search while it is positive */
    int way_slot;        /* slot of the last search                                    */
    uint64_t way_client; /* client of the last search                                  */
    bool awaits_way[PD_SRV_SLOTS]; /* true: a character of the slot waits for a search           */

    /* Costs and budget (share.h). */
    pd_srv_unit_cost body_cost, vertex_cost,
        byte_cost; /* cost of a body for one tick, of one skinned vertex, of one byte of a frame */
    pd_srv_unit_cost hear_cost;    /* cost of a frame of sound that is heard */
    double pressure;               /* fraction of the frames' budget that is given out, (0, 1]              */
    double played_us;              /* time of the characters in this tick, without frames, microseconds */
    double motion_load;            /* smoothed `played_us` as a fraction of the tick */
    double latest_us;              /* largest delay of a slot in this tick, microseconds                */
    pd_buffer frame;               /* message that is being encoded                                     */
    pd_fields_writer state_writer; /* of states that clients are told (predicted.c) */
    pd_buffer state_bytes;
    struct pd_srv_interest_scratch *interest; /* memory of frames within a budget; NULL: none yet */
    struct pd_srv_compact_scratch *compact;   /* memory of compact frames; NULL: none yet */
    uint64_t serial;                          /* serial of the last compact frame */
};

/* Returns the current configuration. */
static inline const pd_cfg *pd_srv_stage_cfg(const pd_srv_stage *stage)
{
    return &pd_srv_settings_now(stage->deps.config)->cfg;
}

/* Returns the time of the stage's clock. */
static inline int64_t pd_srv_stage_clock_us(const pd_srv_stage *stage)
{
    return stage->deps.clock.now_us(stage->deps.clock.ctx);
}

/* Returns the processor time that this thread has taken, in microseconds. */
double pd_srv_stage_worked_us(const pd_srv_stage *stage);

/* A character that is about to be added. */
typedef struct pd_srv_arrival {
    const pd_srv_spawn *spawn;
    pd_api_mover mover;               /* retained motion models                       */
    pd_character_control control;     /* constants of the motion controller           */
    struct pd_srv_observed *observed; /* observer that moves it; NULL: inputs move it */
    pd_api_skeleton *own; /* the client's character spawn->character; NULL: it is still to be found */
} pd_srv_arrival;

/* Adds a character to a session, which may be in no list yet. On failure coming->observed still belongs to
 * the caller. Under the lock. */
pd_status pd_srv_character_add(pd_srv_stage *stage, pd_srv_session *s, pd_srv_character **out,
                               const pd_srv_arrival *coming, pd_error *err);
/* Makes room for a session of a client and adds it to the stage. quota:
 * pd_srv_join.sessions_most. Under the lock. */
pd_status pd_srv_session_enter(pd_srv_stage *stage, pd_srv_session *s, int quota, pd_error *err);
/* Notes that a tick of the stage moves the session: its own number and time follow its last ones. time: of
 * its slot, seconds. Under the lock. */
void pd_srv_session_count(pd_srv_session *s, uint32_t tick, double time, double rate);
/* Frees a session that is in no list, with its characters. Under the lock. */
void pd_srv_session_discard(pd_srv_stage *stage, pd_srv_session *s);
/* Returns the living session with this id, or NULL. Under the lock. */
pd_srv_session *pd_srv_session_find(const pd_srv_stage *stage, const char *id);

/* Write and read the profile of frames in a snapshot. */
void pd_srv_profile_put(pd_fields_writer *w, const pd_api_profile *profile);
void pd_srv_profile_get(pd_api_profile *out, pd_fields_reader *r);

/* Returns a character that the subscriber may move; NULL with an error. In a room that is one that it has
 * spawned. Under the lock. */
pd_srv_character *pd_srv_character_owned(const pd_srv_subscriber *subscriber, uint32_t id, pd_error *err);
/* Checks that observations (is_observed) or inputs move the character: ERR_INVALID at "/id". */
pd_status pd_srv_character_check_drive(const pd_srv_character *character, bool is_observed, pd_error *err);
/* Returns a character of the subscriber's session that is moved by observations (is_observed) or by inputs,
 * and that the subscriber may move; NULL with an error. Under the lock. */
pd_srv_character *pd_srv_character_driven(const pd_srv_subscriber *subscriber, uint32_t id, bool is_observed,
                                          pd_error *err);
/* Takes the inputs of a tick out of their list into the mailbox of the character. now_us: of the stage's
 * clock. Under the lock. */
void pd_srv_predicted_take(pd_srv_character *a, uint32_t tick, int64_t now_us);
/* Notes the input with which a tick begins, before it is converted to the character's unit, and whether
 * orders wait in the mailbox. is_old: it is older than stream.input_timeout. Under the lock. */
void pd_srv_predicted_hold(pd_srv_character *a, bool is_old);
/* Tells the clients of a session's predicted characters what is due after a tick. Under the lock. */
void pd_srv_predicted_tell(pd_srv_stage *stage, const pd_srv_session *s);
/* Copies the mailbox into the tick's fields, because the mailbox may change while the network runs. When the
 * input is older than timeout_us (0: no limit), the character stands still. Under the lock. */
void pd_srv_character_read_mailbox(pd_srv_character *a, int64_t now_us, int64_t timeout_us);
/* Describes a character for `welcome` and `spawned`. The description borrows the character's own rig. */
/* Return the pose of a character in the world, metres, and its skeleton. */
const pd_character_pose *pd_srv_character_pose(const pd_srv_character *a);
const pd_anim_skeleton *pd_srv_character_skeleton(const pd_srv_character *a);
/* Returns whether the face of a character is that of its body, or that of the client's own character. */
bool pd_srv_character_has_body_face(const pd_srv_character *a);
bool pd_srv_character_has_own_face(const pd_srv_character *a);
/* Returns whether requests of face and hands are for the file of the client's own character. */
bool pd_srv_character_asks_own(const pd_srv_character *a);
/* Takes the face of a character for a frame. Returns false if it has none. */
bool pd_srv_character_face(pd_srv_shown_face *out, const pd_srv_character *a);
void pd_srv_character_describe(pd_api_who *who, const pd_srv_character *a);
/* Loads the body models that a spawn needs and that are still on disk. PD_ERR_WAIT: they are being loaded,
 * and may_wait is false. Models that do not exist are not reported here. Called without the lock. */
pd_status pd_srv_character_models(const pd_srv_stage *stage, const pd_srv_spawn *spawn, bool may_wait,
                                  pd_error *err);
/* Frees a character that is in no list and in no group any more, and gives its memory back to the host's
 * account. NULL members are allowed. Under the lock. */
void pd_srv_character_free(pd_srv_stage *stage, pd_srv_character *a);
/* Returns true in every divisor-th tick, counted from the subscriber's offset.
 * Tick numbers wrap around at 2^32. */
bool pd_srv_subscriber_is_due(const pd_srv_subscriber *v, uint32_t tick);
/* Frees dead characters and sessions, sessions whose resume window has passed, and groups without characters.
 * On the tick's thread, under the lock. */
void pd_srv_stage_sweep(pd_srv_stage *stage, int64_t now_us);

#endif
