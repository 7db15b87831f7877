#ifndef PD_API_STREAM_MESSAGE_H
#define PD_API_STREAM_MESSAGE_H
/* Decodes the JSON messages of clients of the stream into checked structs, and encodes the messages of the
 * server. docs/reference/stream.md describes all messages.
 *
 * The decoder, its errors and the docs are made from one table of the messages of clients (type, fields,
 * description).
 * Errors   An unknown type, an unknown field or a value out of range is noted with the place, the value and
 *          what is allowed.
 */
#include "api/http/fields.h"
#include "api/motion/clips.h"
#include "api/motion/mover.h"
#include "api/stream/cast.h"
#include "api/stream/frame.h"
#include "core/retarget/face.h"
#include "api/speech/talk.h"
#include "core/speech/track.h"
#include "core/character/control/person.h"
#include "core/motion/write.h"
#include "core/observe/face/face.h"
#include "core/observe/live/sight.h"
#include "core/character/character.h"
#include "core/character/action/follow.h"
#include "core/character/control/input.h"
#include "core/character/action/sit.h"

#include <stdbool.h>

/* Messages of clients: X(id, type, description) */
#define PD_API_MESSAGE_TABLE(X)                                                                              \
    X(JOIN, "join",                                                                                          \
      "Opens a new session, resumes the one of a token, watches the session of another client, or "          \
      "joins a room.")                                                                                       \
    X(SPAWN, "spawn", "Creates a new character in the session.")                                             \
    X(INPUT, "input", "Controls a character until the next input.")                                          \
    X(PREDICT, "predict",                                                                                    \
      "Asks for the state of a character that the client computes itself, and for hashes from "              \
      "then on; inputs of this character may then name their tick.")                                         \
    X(FOLLOW, "follow", "Makes a character walk along a path.")                                              \
    X(LOOK, "look",                                                                                          \
      "Sets the direction that a character faces (`at`) and the point to which its head turns (`point`). "   \
      "Without `at` or `point` the earlier one ends.")                                                       \
    X(FACE, "face",                                                                                          \
      "Sets the expression (`blend_shapes`) and the named hand poses of a character's body. Fields that "    \
      "are absent end their earlier values.")                                                                \
    X(SPEAK, "speak",                                                                                        \
      "Makes a character speak an utterance, at once or after the one that it speaks (`queue`); `stop` "     \
      "ends its speech.")                                                                                    \
    X(HEAR, "hear",                                                                                          \
      "Begins a sound whose speech moves a character's mouth; its samples come in messages `sound`. `end` "  \
      "ends it when what came is shown.")                                                                    \
    X(SOUND, "sound",                                                                                        \
      "Sends the next samples, 1 ms to 1 s of them, of the sound that `hear` began; 10 to 40 ms are usual.") \
    X(FEEL, "feel",                                                                                          \
      "Sets the emotions of a character, its part in a conversation and its partner. Fields that are "       \
      "absent end their earlier values.")                                                                    \
    X(REACH, "reach", "Moves a hand to a target and keeps it there while the character moves.")              \
    X(PLAY, "play",                                                                                          \
      "Plays a clip on a character, on the whole body or on the joints of `mask`, at once or after the "     \
      "clips before it (`queue`); `stop` ends what plays.")                                                  \
    X(SIT, "sit", "Makes a character walk to a seat, turn and sit down; without `seat` it stands up.")       \
    X(OBSERVE, "observe",                                                                                    \
      "Sends the keypoints that a detector has found of a person. The character follows this person's "      \
      "motion.")                                                                                             \
    X(DESPAWN, "despawn", "Removes a character from the session.")                                           \
    X(PROFILE, "profile",                                                                                    \
      "Sets which data the frames of this connection contain, and how often they are sent.")                 \
    X(SEND, "send", "Sends a text of the application to the other members of the room, or to one of them.")  \
    X(TAKE, "take",                                                                                          \
      "Takes an object of the room, which then nobody else can take, or gives it back (`release`).")         \
    X(CAST, "cast",                                                                                          \
      "Asks which characters of the room rays meet, at a moment that the client drew; the server answers "   \
      "with hits.")                                                                                          \
    X(PING, "ping", "Asks for the message pong.")                                                            \
    X(LEAVE, "leave",                                                                                        \
      "Ends the session, or the place in the room, permanently; the server answers with bye. With `member` " \
      "the host of a room removes another member.")

typedef enum pd_api_message_type {
#define PD_API_MESSAGE_ENUM(id, type, doc) PD_API_MESSAGE_##id,
    PD_API_MESSAGE_TABLE(PD_API_MESSAGE_ENUM)
#undef PD_API_MESSAGE_ENUM
        PD_API_MESSAGE_COUNT
} pd_api_message_type;

/* Source of a character's motion: its inputs, or observations of a person (messages `observe`). */
typedef enum pd_api_drive { PD_API_DRIVE_MOTION, PD_API_DRIVE_OBSERVE } pd_api_drive;

#define PD_API_REF_BYTES 65 /* size of ref and of ids, with the zero */

/* Role in a room: names of the field `role` of `join`, in this order. */
typedef enum pd_api_role { PD_API_ROLE_PLAYER, PD_API_ROLE_WATCHER, PD_API_ROLE_HOST } pd_api_role;

_Static_assert(PD_API_TALK_NAME == PD_API_REF_BYTES, "names of utterances");

#define PD_API_SEND_BYTES 1024 /* largest text of a message `send` */

/* Fields of a message `join`. */
typedef struct pd_api_join {
    char resume[PD_API_REF_BYTES], watch[PD_API_REF_BYTES], scene[PD_API_REF_BYTES], vmc[PD_API_REF_BYTES],
        room[PD_API_REF_BYTES], secret[PD_API_REF_BYTES], name[PD_API_REF_BYTES]; /* "": absent */
    int capacity;                                                                 /* of a room; 0: absent */
    double rewind;                                                                /* of a room; < 0: absent */
    pd_api_role role;                                                             /* in a room */
    int vmc_divisor, vmc_upper_chest, is_shared;
} pd_api_join;

/* A decoded message of a client. The member with the name of the type holds the values of that type. */
typedef struct pd_api_message {
    pd_api_message_type type;
    char ref[PD_API_REF_BYTES]; /* reference that the answer repeats; "": none */
    uint32_t id;                /* character that the message is about; 0 for messages without one */
    uint64_t seq;               /* input and observe: number of the input */
    pd_api_join join;
    struct {
        char model[PD_API_REF_BYTES]; /* "": the default network */
        pd_api_motion motion;
        pd_api_drive drive;
        double position[2], facing; /* x, z in metres; radians */
        pd_character_person person;
        int has_variation;
        int has_body;
        char body[PD_API_REF_BYTES];      /* id of the body model; "": the default one */
        char character[PD_API_REF_BYTES]; /* id of a character that a client put; "": none */
        float betas[PD_RETARGET_MOTION_BETAS];
        int beta_count;
        int is_soft;       /* 1: soft tissue follows the motion */
        double breathing;  /* breaths per minute; 0: none */
        bool takes_orders; /* true: requests from outside the session may order it */
        int has_control;
        pd_character_control control; /* constants of the controller */
    } spawn;
    pd_character_input input;
    bool has_tick; /* input: it names the tick in which it is applied */
    uint32_t tick;
    struct {
        int every; /* ticks from one hash to the next */
        bool stops;
    } predict;
    pd_character_follow follow;
    struct {
        int has_at;
        double at[2];                   /* facing direction x, z, in the axes of the input that holds */
        pd_character_gaze_request gaze; /* checked; weight 0 ends the gaze */
    } look;
    pd_retarget_face_request face; /* the names of expressions are checked later, with the body model */
    struct {
        pd_speech_track *track; /* one reference; NULL: stop */
        char utterance[PD_API_REF_BYTES];
        double delay;
        int is_queued;
    } speak;
    pd_api_hear hear;
    pd_api_feel feel;
    struct {
        unsigned char *bytes; /* owned; the message decodes base64 */
        pd_api_sound chunk;
    } sound;
    struct {
        pd_character_hand hand;
        pd_character_reach_request request; /* checked */
    } reach;
    pd_api_play play;             /* checked, without its clip */
    pd_character_sit_request sit; /* checked */
    pd_observe_sight sight;       /* message observe; checked; valid if face_sight.count is 0 */
    /* message observe with the landmarks of a face; checked; count 0: none */
    pd_observe_face_sight face_sight;
    pd_api_profile profile;
    struct {
        char text[PD_API_SEND_BYTES + 1];
        uint32_t to; /* member that receives it; 0: all other members */
    } send;
    struct {
        char object[PD_API_REF_BYTES];
        bool releases; /* true: the object is given back */
    } take;
    pd_api_cast cast;
    uint32_t member; /* leave: member that the host removes; 0: the client itself leaves */
    double time;     /* message ping: the number that pong returns */
} pd_api_message;

/* Decodes a message. The caller ends *out with pd_api_message_deinit. Returns false if an error was noted;
 * type (-1: unknown) and ref are set even then, if they could be read, for the answer. */
bool pd_api_message_decode(pd_api_message *out, pd_bytes text, const pd_api_limits *limits,
                           pd_api_problems *problems);

void pd_api_message_deinit(pd_api_message *message);

/* For the docs: type and description of a message, and the tables
 * of its fields besides type and ref, ending in NULL. */
const char *pd_api_message_name(pd_api_message_type type);
const char *pd_api_message_doc(pd_api_message_type type);
const pd_api_field *const *pd_api_message_fields(pd_api_message_type type);

/* Each of the following functions pd_api_write_* appends one whole message of the server. */

/* A character of a session, for `welcome` and `spawned`. */
typedef struct pd_api_who {
    uint32_t id;
    uint32_t member;            /* member of the room that owns it; 0: it is in no room */
    char model[72];             /* id of the network that moves the character */
    pd_api_skeleton *character; /* character that a client put and that moves with it; NULL: none */
    bool has_body_face;         /* true: its body has a face, of which frames hold the weights */
    int soft_count;             /* soft-tissue coefficients of its body; 0: none               */
    bool breathes;              /* true: the last of them is that of breathing                 */
    double scale;               /* scale of that character in the world */
    double size;                /* leg length, relative to the skeleton of the motion in `welcome`; 0: 1 */
    const char *warning;        /* warning about the field `motion`; NULL: none */
    double facing; /* `spawned`: the field `facing`, of which more than a full turn is warned of */
} pd_api_who;
/* A member of a room. */
typedef struct pd_api_member {
    uint32_t member;             /* number in the room */
    char name[PD_API_REF_BYTES]; /* "": it gave none */
} pd_api_member;
typedef struct pd_api_welcome {
    const char *ref, *session, *token; /* token "": the connection only watches the session */
    const char *vmc;                   /* address to which the session is sent by VMC; NULL or "": none */
    int resumed;                       /* 1: the session existed before */
    uint32_t tick;
    double tick_rate, resume_window, input_timeout; /* values of the options stream.* */
    int characters;                                 /* largest number of characters in a session */
    size_t message_bytes;                           /* largest size of a message of a client */
    const pd_api_who *there;                        /* (there_count) characters of the session */
    int there_count;
    const char *room;             /* name of the room; "" or NULL: none */
    uint32_t member, host;        /* numbers of the client (0: a watcher) and of the host (0: none) */
    const pd_api_member *members; /* (member_count) members of the room, the client included */
    const pd_api_member *objects; /* (object_count) objects that members have taken: name and holder */
    int member_count, object_count;
    double rewind;               /* of the room, seconds */
    const pd_api_access *access; /* models to list; NULL: all, as for a watcher */
} pd_api_welcome;
/* Has the models loaded that `welcome` describes. PD_ERR_WAIT: one is being loaded; ask again later. Those
 * that cannot be loaded are left out. */
pd_status pd_api_welcome_models(const pd_api_host *host, pd_error *err);
void pd_api_write_welcome(pd_buffer *out, const pd_api_welcome *welcome, const pd_api_host *host);
void pd_api_write_spawned(pd_buffer *out, const char *ref, const pd_api_who *who);
/* Tell the members of a room that another one has come, has gone, or has sent a text. name "": none. host:
 * the room's host from now on; 0: none. */
void pd_api_write_entered(pd_buffer *out, uint32_t member, const char *name, uint32_t host);
void pd_api_write_left(pd_buffer *out, uint32_t member, uint32_t host);
/* Tells who has an object of the room; member 0: nobody. */
void pd_api_write_taken(pd_buffer *out, const char *object, uint32_t member);
void pd_api_write_message(pd_buffer *out, uint32_t member, const char *name, const char *text);
/* What the client of a predicted character is told of its state after a tick: a reason, a state, or the hash
 * of a state. */
typedef struct pd_api_predicted {
    uint32_t id, tick;
    uint64_t seq; /* number of the last input that the state contains */
    /* least number of ticks by which inputs came before their tick; valid if has_early */
    int early;
    bool has_early;
    const char *reason; /* why the client cannot compute it; NULL: it can */
    pd_bytes snapshot;  /* the state; size 0: the hash alone */
    uint64_t network;   /* content hash of the model that moves it; with a state */
    const char *scene;  /* id of the session's scene; NULL: flat and empty; with a state */
    uint64_t hash;
} pd_api_predicted;
void pd_api_write_predicted(pd_buffer *out, const pd_api_predicted *predicted);
/* Answers a message `cast`. */
void pd_api_write_hits(pd_buffer *out, const char *ref, const pd_api_hits *hits);
/* {"type":"done","of":what,"ref":...} */
void pd_api_write_done(pd_buffer *out, const char *ref, const char *what);
/* Answers a message `face`: {"type":"done","of":"face","ref":...,"unknown":[...]}. "unknown" lists the names
 * of the request that the body or character does not have; it is left out if there are none. */
void pd_api_write_faced(pd_buffer *out, const char *ref, const pd_retarget_face_request *request,
                        const pd_retarget_face_unknown *unknown);
/* Reports values of a message of type `of` that were accepted but look like mistakes:
 * {"type":"warned","of":of,"id":...,"warnings":[...]}. There is at least one warning. id 0: the message is
 * about no character. */
void pd_api_write_warned(pd_buffer *out, const char *of, uint32_t id, const pd_api_problems *problems);
void pd_api_write_pong(pd_buffer *out, const char *ref, double time, double server_time, uint32_t tick);
void pd_api_write_error(pd_buffer *out, const char *ref, const char *code, const pd_api_problems *problems);
void pd_api_write_bye(pd_buffer *out, const char *reason, double come_back, const char *detail);
/* Appends one message for each bit of pose->events; ends[i] is the end of message i in `out`, and *count the
 * number of messages. */
void pd_api_write_events(pd_buffer *out, size_t ends[8], int *count, uint32_t id,
                         const pd_character_pose *pose, uint32_t tick, double time);

/* Rate at which a connection receives frames when that is lower than the rate of its profile. */
typedef struct pd_api_lowered {
    int asked;         /* divisor of the profile */
    bool is_whole;     /* true: frames come at the rate of the profile again */
    bool has_vertices; /* true: the profile has the channel vertices */
    double frames;     /* average number of ticks from one frame to the next; 0: no frames */
    /* average number of ticks from one update of the vertices of a character to the next; 0: none */
    double vertices;
} pd_api_lowered;
void pd_api_write_lowered(pd_buffer *out, const pd_api_lowered *lowered);

/* Quality of the fit of a character to the last observation of a person. */
typedef struct pd_api_observed {
    uint32_t id;
    bool is_face;    /* the observation is of a face, not of a body */
    double time;     /* time of the observation, as the client gave it */
    double rms;      /* root mean square residual: metres; pixels with in_picture; radians with in_turns */
    double solve_ms; /* processor time of the fit, milliseconds */
    bool in_picture, in_turns; /* the observation consists of pixels; of orientations */
    /* true: left and right are probably exchanged in the observations; they are used as they are */
    bool mirrored;
    const char *const *unseen; /* (unseen_count) names of joints that the observation does not determine */
    int unseen_count;
    const char *trouble; /* reason why the observation was not used; NULL: it was used */
} pd_api_observed;
void pd_api_write_observed(pd_buffer *out, const pd_api_observed *observed);

/* An event of a character's speech. */
typedef enum pd_api_spoken_kind {
    PD_API_SPOKEN_STARTED,
    PD_API_SPOKEN_WORD,
    PD_API_SPOKEN_ENDED
} pd_api_spoken_kind;
typedef struct pd_api_spoken {
    pd_api_spoken_kind kind;
    const char *utterance;   /* "": the client gave no name */
    double at, end, seconds; /* of the utterance: time of the event, end of a word, duration */
    const char *word;        /* WORD */
    bool is_cut;             /* ENDED: before its end */
} pd_api_spoken;
void pd_api_write_spoken(pd_buffer *out, const pd_api_spoken *spoken, uint32_t id, uint32_t tick,
                         double time);

/* Writes that a clip has begun or ended. */
void pd_api_write_played(pd_buffer *out, const pd_character_play_event *played, uint32_t id, uint32_t tick,
                         double time);

/* Statistics of a connection and of the daemon. */
typedef struct pd_api_stats {
    uint32_t tick;
    uint64_t sent, dropped, bytes; /* frames sent and dropped, bytes sent, of the connection */
    uint64_t ticks_left_out;       /* ticks that the daemon skipped because it was late */
    double round_trip;             /* seconds from a ping to its answer */
    double late_ms,
        load; /* delay of the last tick in milliseconds; share of a tick's time that its computation takes */
    int characters, sessions;
} pd_api_stats;
void pd_api_write_stats(pd_buffer *out, const pd_api_stats *stats);

#endif
