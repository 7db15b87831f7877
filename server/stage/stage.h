#ifndef PD_SERVER_STAGE_STAGE_H
#define PD_SERVER_STAGE_STAGE_H
/* Runs the characters of the stream: keeps sessions and their characters, moves them at a fixed rate and
 * sends frames to the subscribers.
 *
 * A session is a group of characters in one scene. One connection owns it and sends inputs, or each member of
 * a room those of its own characters (room.h); other connections may watch it. Each tick
 *   1. reads the newest input of every character from its mailbox;
 *   2. evaluates each motion network once, for all characters that use it;
 *   3. puts events and frames into the outboxes of the subscribers and wakes the thread that writes them.
 *
 *     tick n is due at   start + n / stream.tick_rate      on the stage's clock, however long earlier ticks
 *                                                          took
 *
 * A stage that is late by more than a tick skips ticks, and counts them, instead of catching up. When there
 * are many sessions, they are divided among up to PD_SRV_SLOTS slots of the tick, so that frames do not leave
 * in one burst. The content of a frame depends only on the inputs that the tick found, never on threads, on
 * other sessions, on the size of a batch or on load.
 *
 * Spaces   the scene's world: metres, +Y up; positions on the ground are (x, z); angles in radians.
 * Inputs   an input holds until the next one arrives; when it is older than stream.input_timeout, the
 *          character stands still.
 * Load     the stage sheds load before ticks become late: it sends fewer frames to the subscribers that cost
 *          most (share.h), and refuses to spawn (ERR_BUSY) when the characters alone take more than 90 % of
 *          the tick. Characters that exist are never removed.
 * Threads  every function may be called from any thread, except _start, _step, _halt and _free, which belong
 *          to the stage's creator. They hold one lock for short moments, never while a network runs. A
 *          subscriber belongs to the caller of _join until _leave.
 * Errors   ERR_NOT_FOUND, ERR_LIMIT, ERR_BUSY, ERR_INVALID and others as the functions say; `where` names the
 *          field of the message.
 */
#include "api/http/api.h"
#include "api/stream/message.h"
#include "api/stream/rooms.h"
#include "core/speech/track.h"
#include "core/character/action/follow.h"
#include "core/character/control/input.h"
#include "core/character/rollout/stamped.h"
#include "core/character/action/sit.h"
#include "server/base/clock.h"
#include "server/base/settings.h"
#include "server/base/trace.h"
#include "server/queue/frame.h"

#include <stdbool.h>

#define PD_SRV_SESSION_ID 17 /* 16 hexadecimal digits and the zero */
#define PD_SRV_TOKEN      33 /* 32 hexadecimal digits and the zero */

typedef struct pd_srv_stage pd_srv_stage;
typedef struct pd_srv_subscriber pd_srv_subscriber; /* one connection to a session: the owner or a watcher */

/* Callbacks through which the stage sends. `to` is the pointer passed to pd_srv_stage_join. A callback must
 * not block and must not call back into the stage. */
typedef struct pd_srv_stage_sink {
    /* Sends a text message. `text` is NULL when allocation failed; the receiver must then close the
     * connection, because text messages may not be dropped. */
    void (*text)(void *to, const void *text, size_t size);
    /* Sends a frame. The callback takes over one reference to it. Returns false if the receiver will not have
     * it: then frames that follow it (pd_srv_frame.follows) are of no use
     * to the receiver, until one that does not. */
    bool (*frame)(void *to, pd_srv_frame *frame);
    /* Called after a slot of the tick: messages wait to be written. */
    void (*wake)(void *ctx);
    void *ctx; /* passed to wake */
} pd_srv_stage_sink;

/* Objects that the stage uses. All of them must outlive the stage. */
typedef struct pd_srv_stage_deps {
    const pd_srv_config *config;
    const pd_api_host *host; /* finds models, scenes and skeletons by id; keeps the memory account */
    pd_srv_clock clock;
    pd_srv_tracer *tracer; /* records spans of ticks; NULL: no tracing */
    pd_srv_stage_sink sink;
} pd_srv_stage_deps;

/* Creates a stopped stage. Reads `stream.tick_rate` once, here. */
pd_status pd_srv_stage_new(pd_srv_stage **out, const pd_srv_stage_deps *deps, pd_error *err);
/* Lets snapshots (snapshot.h) be taken while the ticks run; without it they cost a tick nothing. Call it
 * before the stage starts. */
void pd_srv_stage_take_snapshots(pd_srv_stage *stage, bool takes);
/* Starts a thread that runs the ticks, and the threads that fit observed characters (observer.h). */
pd_status pd_srv_stage_start(pd_srv_stage *stage, pd_error *err);
/* Runs one tick on the caller's thread; for callers that do not use _start. Sleeps on the stage's clock until
 * the tick is due. The first tick is due one period after the first call. */
void pd_srv_stage_step(pd_srv_stage *stage);
/* Returns the time on the stage's clock, in microseconds, at which the last tick ended. Before the first
 * tick: the time at which the stage was created. Any thread. */
int64_t pd_srv_stage_stepped_us(const pd_srv_stage *stage);
/* Stops the ticks and ends the threads. No callback is called afterwards. NULL is allowed. */
void pd_srv_stage_halt(pd_srv_stage *stage);
/* Halts and frees the stage. Every subscriber must have left before. NULL is allowed. */
void pd_srv_stage_free(pd_srv_stage *stage);

/* Bytes of a destination as text, such as "[::1]:39539", with the terminating zero. */
#define PD_SRV_VMC_TEXT 80

/* Asks for a session's first character to be sent to a VRM application as datagrams (vmc.h). */
typedef struct pd_srv_vmc_request {
    const char *destination; /* numeric address and port, such as "127.0.0.1:39539"; NULL: nothing is sent */
    int divisor;             /* a datagram is sent every divisor-th tick; at least 1                      */
    int upper_chest;         /* 1: the avatar has the bone UpperChest; 0: it does not                     */
} pd_srv_vmc_request;

/* Request to join a session. At most one of resume, watch and room is given, and scene without resume and
 * watch; with none of them a new session on flat ground is created. */
typedef struct pd_srv_join {
    /* Token of a session, or of a place in a room, to take over, also from a connection that still has it. */
    const char *resume;
    const char *watch;      /* id of a session to watch                                                   */
    const char *scene;      /* id of the scene of a new session                                           */
    const char *room;       /* name of a room to join, or to begin when there is none (room.h)            */
    const char *secret;     /* secret of the room; NULL: none                                             */
    const char *name;       /* name under which the client is a member of the room; NULL: none            */
    pd_api_role role;       /* role in the room                                                           */
    int capacity;           /* largest number of members of the room; 0: stream.room_members              */
    bool has_rewind;        /* false: the room has the rewind of stream.room_rewind                       */
    double rewind;          /* rewind of the room, seconds                                                */
    pd_srv_vmc_request vmc; /* VMC settings; only for a new session */
    uint64_t client;        /* client that owns a new session (pd_srv_identity_client)                    */
    /* true: `client` is an API key, which may resume its own sessions, and watch its own and shared ones */
    bool has_key;
    bool is_admin;  /* true: the client may watch every session                                   */
    bool is_shared; /* true: other keys may watch the new session                                 */
    /* name of the API key; "" or NULL without a key. `sessions=` in the keys file holds such names */
    const char *key;
    const pd_api_access *access; /* objects that the key may reach; NULL: all */
    /* largest number of sessions of this client, from its token; 0: stream.owner_sessions alone decides */
    int sessions_most;
    /* Profile of a watcher from its first frame on; NULL: the default profile. */
    const pd_api_profile *profile;
} pd_srv_join;

/* Clients that may watch a session. */
typedef struct pd_srv_watchable {
    uint64_t client; /* client that owns the session                    */
    char key[64];    /* name of that client's API key; "": none         */
    bool is_shared;  /* true: other keys may watch it                   */
} pd_srv_watchable;
/* Checks whether the client of `wanted` may watch a session. session: NULL: there is none. ERR_NOT_FOUND;
 * ERR_FORBIDDEN when the keys file forbids it. */
pd_status pd_srv_join_may_watch(const pd_srv_join *wanted, const pd_srv_watchable *session, pd_error *err);

typedef struct pd_srv_join_result {
    char session[PD_SRV_SESSION_ID]; /* id of the session                                                */
    char token[PD_SRV_TOKEN];        /* token with which the session can be resumed; "" for watchers     */
    char vmc[PD_SRV_VMC_TEXT]; /* address to which datagrams are sent; "": none; always "" for watchers */
    int resumed;               /* 1: an existing session was taken over                            */
    uint32_t tick;             /* number of the last tick                                          */
    pd_api_who *there;         /* (there_count) characters that the session already has            */
    int there_count;
    char room[PD_API_REF_BYTES]; /* name of the room; "": the session is none                       */
    uint32_t member;             /* number of the client in the room; 0: a watcher                   */
    uint32_t host;               /* number of the room's host; 0: none                               */
    pd_api_member *members;      /* (member_count) members of the room, this client included         */
    pd_api_member *objects;      /* (object_count) objects that members hold: name and holder        */
    int member_count, object_count;
    double rewind; /* of the room, seconds */
} pd_srv_join_result;

/* Joins a session and creates a subscriber that receives its messages through the sink, with `to` as the
 * address.
 *
 * A new session beyond stream.owner_sessions of its client, or beyond stream.sessions in all, ends one
 * session that waits to be resumed: the client's own that has waited longest, otherwise the longest-waiting
 * session of the client with most of them. ERR_LIMIT or ERR_BUSY when no session can be ended. On success the
 * caller calls _join_result_deinit and, at the end, _leave. */
pd_status pd_srv_stage_join(pd_srv_stage *stage, pd_srv_subscriber **out, pd_srv_join_result *result,
                            void *to, const pd_srv_join *wanted, pd_error *err);
/* Describes the session of a watcher as it is now, as _join has described it.
 * ERR_NOT_FOUND when the session has ended. */
pd_status pd_srv_stage_describe(pd_srv_stage *stage, const pd_srv_subscriber *subscriber,
                                pd_srv_join_result *result, pd_error *err);
/* Releases what a successful join stored in `result`. */
void pd_srv_stage_join_result_deinit(pd_srv_join_result *result);
/* Ends the subscription and frees the subscriber. When the owner leaves, for_good != 0 ends the session and
 * its characters; with 0 the session waits for stream.resume_window seconds to be resumed. */
void pd_srv_stage_leave(pd_srv_stage *stage, pd_srv_subscriber *subscriber, int for_good);
typedef enum pd_srv_taken {
    PD_SRV_TAKEN_NOT,    /* the subscriber has its session                         */
    PD_SRV_TAKEN,        /* another connection resumed the session, or it has ended */
    PD_SRV_TAKEN_MOVED,  /* the session goes on on another daemon                  */
    PD_SRV_TAKEN_REMOVED /* the host of the room has removed the member            */
} pd_srv_taken;
/* Returns whether the subscriber has lost its session: this connection must then close. */
pd_srv_taken pd_srv_stage_is_taken(pd_srv_stage *stage, const pd_srv_subscriber *subscriber);

/* A session that goes on on another daemon, for one of its subscribers. */
typedef struct pd_srv_moved {
    char session[PD_SRV_SESSION_ID];
    bool is_watcher;        /* true: the subscriber only watched it                               */
    uint32_t last_id;       /* id of the newest character that the subscriber was told of; 0: none */
    pd_api_profile profile; /* frame profile of the subscriber */
} pd_srv_moved;
/* Returns true, and what moved, when the subscriber's session is on another daemon. */
bool pd_srv_stage_moved(pd_srv_moved *out, pd_srv_stage *stage, const pd_srv_subscriber *subscriber);

typedef struct pd_srv_spawn {
    /* the client's reference for this message, repeated in the `spawned` reply; NULL: none */
    const char *ref;
    /* id of the motion model; NULL: the default model for `motion` */
    const char *model;
    /* auto, network or matching (api/motion/mover.h) */
    pd_api_motion motion;
    /* starting position on the ground, world x and z, metres */
    double position[2];
    /* starting direction, radians about +Y */
    double facing;
    /* build and manner of walking; NULL: the network's default */
    const pd_character_person *person;
    /* 1: person->variation is used; 0: the variation follows the character's number in the session */
    int has_variation;
    /* 1: the character has a body mesh, so that the channels smpl and vertices can be streamed   */
    int has_body;
    /* id of the body model; NULL: the default body */
    const char *body;
    /* (beta_count) shape of the body */
    const float *betas;
    /* number of betas                                                                            */
    int beta_count;
    /* true: soft tissue of the body follows its motion */
    bool is_soft;
    /* breaths per minute; 0: none */
    double breathing;
    /* true: other programs may order the character (pd_srv_stage_order) */
    bool takes_orders;
    /* id of a rigged character of the client that copies the motion; NULL: none */
    const char *character;
    /* constants of the motion controller, checked; NULL: the defaults */
    const pd_character_control *control;
    /* source of the motion: inputs or observations */
    pd_api_drive drive;
    /* objects that the client's key may reach; NULL: all */
    const pd_api_access *access;
    /* largest number of characters in the session, from the client's token;
     * 0: stream.characters alone decides */
    int characters_most;
} pd_srv_spawn;
/* Creates a character. Only the owner of a session may do so (ERR_INVALID). Every subscriber receives
 * `spawned` before the first frame and the first event of the character. */
pd_status pd_srv_stage_spawn(pd_srv_stage *stage, uint32_t *id, pd_srv_subscriber *subscriber,
                             const pd_srv_spawn *spawn, pd_error *err);
/* Removes a character. The memory is freed by the next tick. */
pd_status pd_srv_stage_despawn(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                               pd_error *err);
/* Stores an input, which must have been checked. Ends the path that the character follows. `seq` is repeated
 * in the frames made from it. */
pd_status pd_srv_stage_input(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id, uint64_t seq,
                             const pd_character_input *input, pd_error *err);
/* Stores an input for a tick of a character that its client predicts. ERR_INVALID at "/tick" if the client
 * does not; ERR_RANGE for a tick that is too far away; ERR_LIMIT when too many inputs wait. */
pd_status pd_srv_stage_input_at(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                                const pd_character_stamped *input, pd_error *err);
/* Tells the client hashes and states of a character that it predicts, from now on, and a state soon. every:
 * ticks from one hash to the next. stops: no longer. Observed characters cannot be predicted (ERR_INVALID).
 * */
pd_status pd_srv_stage_predict(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id, int every,
                               bool stops, pd_error *err);
/* Sets where a character looks. look: direction (x, z) that the body faces, in the axes of the input that
 * holds; NULL: none. gaze: target of head and eyes, which must have been checked. */
pd_status pd_srv_stage_look(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                            const double look[2], const pd_character_gaze_request *gaze, pd_error *err);
/* Sets the pose of face and hands of the character's body until the next call, or the face of the client's
 * own character. The names in `request` are resolved in the body's model or in the character's file;
 * `unknown` receives those that are not there. ERR_UNSUPPORTED when there is neither; ERR_INVALID when no
 * name is known. */
pd_status pd_srv_stage_face(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                            const pd_retarget_face_request *request, pd_retarget_face_unknown *unknown,
                            pd_error *err);
/* Lets a character speak; track NULL ends its speech. The stage retains the track. ERR_UNSUPPORTED at "/id":
 * it has no shapes of a mouth; ERR_LIMIT, ERR_BUSY: too many utterances wait. */
pd_status pd_srv_stage_speak(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                             pd_speech_track *track, const char *name, double delay, bool waits,
                             pd_error *err);
/* Begins a sound that the character's mouth follows, in place of what it speaks; or ends it (hear->ends).
 * ERR_WAIT: the network is being loaded; ask again later. ERR_UNSUPPORTED: there is none, or at "/id" as
 * above. */
pd_status pd_srv_stage_hear(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                            const pd_api_hear *hear, const pd_api_access *access, pd_error *err);
/* Sets the part of a character in a conversation, its partner and its emotions (manner.h), until the next
 * call. ERR_UNSUPPORTED at "/id": its face has none; ERR_INVALID at "/partner". */
pd_status pd_srv_stage_feel(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                            const pd_api_feel *feel, pd_error *err);
/* Adds samples to that sound (sound.h). ERR_INVALID at "/id": there is none. */
pd_status pd_srv_stage_sound(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                             const pd_api_sound *chunk, pd_error *err);
/* Lets the character follow a path or wander, from the next tick on. */
pd_status pd_srv_stage_follow(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                              const pd_character_follow *follow, pd_error *err);
/* Lets the character walk to a chair and sit down, or stand up. `request` must have been checked. While it
 * walks to the chair, paths and inputs are ignored. */
pd_status pd_srv_stage_sit(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                           const pd_character_sit_request *request, pd_error *err);
/* Lets the character play a clip, or ends what plays. `play` must have been read (api/motion/clips.h); its
 * clip is found here. ERR_WAIT: the clip is being loaded; ask again later. ERR_LIMIT at "/queue". */
pd_status pd_srv_stage_play(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                            const pd_api_play *play, const pd_api_access *access, pd_error *err);
/* Carries out an order of another program to a character of a room, with the errors of the functions above at
 * "/character" in place of "/id". The clip of `play` has been found. ERR_NOT_FOUND: no such room, or at
 * "/character"; ERR_FORBIDDEN at "/secret" or "/room": the room does not admit the program; at "/character":
 * it takes no orders. */
pd_status pd_srv_stage_order(pd_srv_stage *stage, const pd_api_order *wanted, pd_error *err);
/* Lets a hand reach for a target. `request` must have been checked; a request of weight 0 lowers the hand and
 * keeps the last target. */
pd_status pd_srv_stage_reach(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                             pd_character_hand hand, const pd_character_reach_request *request,
                             pd_error *err);
/* Passes an observation (keypoints or rotations) to a character that was spawned with drive `observe`.
 * `sight` must have been checked. */
pd_status pd_srv_stage_observe(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id, uint64_t seq,
                               const pd_observe_sight *sight, pd_error *err);
/* Passes the landmarks of a face to any character that has a face. `sight` must have been checked. access:
 * what the client may read. ERR_UNSUPPORTED: the character has no face, or no body model with a face is
 * served; ERR_WAIT: the body model is being loaded. */
pd_status pd_srv_stage_observe_face(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t id,
                                    const pd_observe_face_sight *sight, const pd_api_access *access,
                                    pd_error *err);
/* Sends a text to the member `to` of the subscriber's room; to 0: to all other members and the watchers.
 * ERR_INVALID: the subscriber is no member of a room; ERR_LIMIT: more messages than stream.room_messages;
 * ERR_NOT_FOUND, ERR_BUSY (its line is lost) at "/to". */
pd_status pd_srv_stage_send(pd_srv_stage *stage, pd_srv_subscriber *subscriber, const char *text, uint32_t to,
                            pd_error *err);
/* Takes an object of the application for a member of a room, or with `releases` gives it back. ERR_BUSY at
 * "/object": another member has it; ERR_INVALID, ERR_LIMIT as _send. */
pd_status pd_srv_stage_take(pd_srv_stage *stage, pd_srv_subscriber *subscriber, const char *object,
                            bool releases, pd_error *err);
/* Casts rays in the subscriber's room (cast.h). `hits` or `error`, which repeat `ref`, come later.
 * round_trip: of the subscriber's line, seconds; 0: not measured yet. ERR_INVALID, ERR_FORBIDDEN, ERR_RANGE,
 * ERR_LIMIT, ERR_BUSY. */
pd_status pd_srv_stage_cast(pd_srv_stage *stage, pd_srv_subscriber *subscriber, const pd_api_cast *cast,
                            const char *ref, double round_trip, pd_error *err);
/* Casts rays for a game's own server, on the caller's thread, which may take some milliseconds.
 * ERR_NOT_FOUND: no such room; ERR_FORBIDDEN: a wrong secret, or the key may not join the room. */
pd_status pd_srv_stage_room_cast(pd_srv_stage *stage, pd_api_hits *out, const pd_api_room_cast *wanted,
                                 pd_error *err);
/* Removes a member from the room at the request of its host. ERR_FORBIDDEN: the subscriber is not the host;
 * ERR_NOT_FOUND, ERR_INVALID at "/member". */
pd_status pd_srv_stage_remove(pd_srv_stage *stage, pd_srv_subscriber *subscriber, uint32_t member,
                              pd_error *err);
/* Returns whether the stage has a room with this name. */
bool pd_srv_stage_has_room(pd_srv_stage *stage, const char *name);
/* Lists the rooms. *out receives an array that the caller frees;
 * NULL when there is no memory. Returns their number. */
int pd_srv_stage_rooms(pd_api_room **out, pd_srv_stage *stage);
/* Sets the channels, the rate and the precision of the frames that a subscriber receives. ERR_UNSUPPORTED at
 * "/channels": the session has characters, but none that a channel could describe.
 * The old profile then stays. */
pd_status pd_srv_stage_profile(pd_srv_stage *stage, pd_srv_subscriber *subscriber,
                               const pd_api_profile *profile, pd_error *err);

/* Frees large scenes of sessions that have ended. Call it about once a second,
 * from a thread for which no client waits. */
void pd_srv_stage_tidy(pd_srv_stage *stage);

typedef struct pd_srv_stage_state {
    uint32_t tick;            /* number of the last tick                                        */
    double time;              /* time at which the last tick was due, seconds on the stage's clock */
    int sessions, characters; /* sessions and characters that exist                             */
    double load;              /* processing time of a tick divided by the tick's period, smoothed */
    double late_ms;           /* delay between the due time and the start of a slot, smoothed   */
    uint64_t skipped_ticks;   /* ticks skipped because the stage was late, since it was created */
} pd_srv_stage_state;
/* Returns a copy of the current state. */
pd_srv_stage_state pd_srv_stage_now(pd_srv_stage *stage);
/* Appends the metrics of the stage as Prometheus text. */
void pd_srv_stage_metrics(pd_srv_stage *stage, pd_buffer *out);

#endif
