#ifndef PD_API_STREAM_MESSAGE_H
#define PD_API_STREAM_MESSAGE_H
/* Text messages of the stream: JSON in, checked structs out; structs in, JSON out. docs/reference/stream.md has them all.
 *
 * Clients' messages are one table (type, fields, doc): the decoder, its errors and the docs are made from it. A message of an
 * unknown type, with an unknown field, or a value out of range is an error that names the place, the value and what is allowed.
 */
#include "api/http/fields.h"
#include "api/motion/mover.h"
#include "api/stream/frame.h"
#include "core/retarget/face.h"
#include "core/pfnn/person.h"
#include "core/retarget/motion.h"
#include "core/observe/live/sight.h"
#include "core/pfnn/character.h"
#include "core/pfnn/rollout/follow.h"
#include "core/pfnn/input.h"
#include "core/pfnn/rollout/sit.h"

#include <stdbool.h>

/* X(id, type, doc) */
#define PD_API_MESSAGE_TABLE(X)                                                                              \
    X(JOIN, "join",                                                                                          \
      "Opens a new session, resumes the one of a token, or watches the session of another client.")          \
    X(SPAWN, "spawn", "Creates a new character in the session.")                                             \
    X(INPUT, "input", "Controls a character until the next input.")                                          \
    X(FOLLOW, "follow", "Makes a character walk along a path.")                                              \
    X(LOOK, "look",                                                                                          \
      "Sets the direction that a character faces (`at`) and the point to which its head turns (`point`); "   \
      "what is left out ends.")                                                                              \
    X(FACE, "face",                                                                                          \
      "Sets the expression (`blend_shapes`) and the named hand poses of a character's body; what is left "   \
      "out ends.")                                                                                           \
    X(REACH, "reach", "Moves a hand to a target and keeps it there while the character moves.")              \
    X(SIT, "sit", "Makes a character walk to a seat, turn and sit down; without `seat` it stands up.")       \
    X(OBSERVE, "observe",                                                                                    \
      "Sends what a detector of keypoints sees of a person, whose motion the character follows.")            \
    X(DESPAWN, "despawn", "Removes a character from the session.")                                           \
    X(PROFILE, "profile", "Sets which data the frames of this connection hold, and how often they come.")    \
    X(PING, "ping", "Asks for the message pong.")                                                            \
    X(LEAVE, "leave", "Ends the session permanently; the server answers with bye.")

typedef enum pd_api_message_type {
#define PD_API_MESSAGE_ENUM(id, type, doc) PD_API_MESSAGE_##id,
    PD_API_MESSAGE_TABLE(PD_API_MESSAGE_ENUM)
#undef PD_API_MESSAGE_ENUM
        PD_API_MESSAGE_COUNT
} pd_api_message_type;

/* What moves a character: inputs, or somebody who is seen. */
typedef enum pd_api_drive { PD_API_DRIVE_MOTION, PD_API_DRIVE_OBSERVE } pd_api_drive;

#define PD_API_REF_BYTES 65 /* with the zero */

typedef struct pd_api_message {
    pd_api_message_type type;
    char ref[PD_API_REF_BYTES]; /* "" when there is none */
    uint32_t id;                /* spawn has none        */
    uint64_t seq;               /* of input and observe  */
    struct {
        char resume[PD_API_REF_BYTES], watch[PD_API_REF_BYTES], scene[PD_API_REF_BYTES],
            vmc[PD_API_REF_BYTES]; /* "" when absent */
        int vmc_divisor, vmc_upper_chest, is_shared;
    } join;
    struct {
        char model[PD_API_REF_BYTES]; /* "" when absent: the default network */
        pd_api_motion motion;
        pd_api_drive drive;
        double position[2], facing; /* x, z in metres; radians */
        pd_pfnn_person person;
        int has_variation;
        int has_body;
        char body[PD_API_REF_BYTES];      /* "": the default one */
        char character[PD_API_REF_BYTES]; /* "": none */
        float betas[PD_RETARGET_MOTION_BETAS];
        int beta_count;
        int is_soft;
        double breathing; /* breaths a minute */
        int has_control;
        pd_pfnn_control control; /* the controller's constants */
    } spawn;
    pd_pfnn_input input;
    pd_pfnn_follow follow;
    struct {
        int has_at;
        double at[2];              /* a direction in the world, x and z */
        pd_pfnn_gaze_request gaze; /* checked; weight 0 ends it */
    } look;
    pd_retarget_face_request face; /* names are not checked yet: the body knows them */
    struct {
        pd_pfnn_hand hand;
        pd_pfnn_reach_request request; /* checked */
    } reach;
    pd_pfnn_sit_request sit; /* checked */
    pd_observe_sight sight;  /* checked */
    pd_api_profile profile;
    double time; /* of ping, given back */
} pd_api_message;

/* 0 after errors were noted; type and ref are set as far as they could be read (type -1: unknown). */
int pd_api_message_decode(pd_api_message *out, pd_bytes text, const pd_api_limits *limits,
                          pd_api_problems *problems);

/* For docs: what a message is for, and the tables of its fields beside type and ref, up to a NULL. */
const char *pd_api_message_name(pd_api_message_type type);
const char *pd_api_message_doc(pd_api_message_type type);
const pd_api_field *const *pd_api_message_fields(pd_api_message_type type);

/* Answers; each appends one whole message. */
typedef struct pd_api_who {
    uint32_t id;
    char model[72];             /* of the network that moves it */
    pd_api_skeleton *character; /* a user's own that moves as it does; NULL: none */
    double scale;               /* of it, in the world */
    const char *warning;        /* about `motion`; NULL: none */
} pd_api_who;
typedef struct pd_api_welcome {
    const char *ref, *session, *token; /* token "": a watcher   */
    const char *vmc;                   /* where it is sent; NULL, "": nowhere */
    int resumed;
    uint32_t tick;
    double tick_rate, resume_window, input_timeout;
    int characters; /* most in a session */
    size_t message_bytes;
    const pd_api_who *there; /* the session's characters */
    int there_count;
    const pd_api_access *access; /* NULL: all models are listed, as for a watcher */
} pd_api_welcome;
/* figures: of the resident networks in reach, with their ids. */
void pd_api_write_welcome(pd_buffer *out, const pd_api_welcome *welcome, const pd_api_host *host);
void pd_api_write_spawned(pd_buffer *out, const char *ref, const pd_api_who *who);
void pd_api_write_done(pd_buffer *out, const char *ref,
                       const char *what); /* {"type":"done","of":what,"ref":...} */
void pd_api_write_pong(pd_buffer *out, const char *ref, double time, double server_time, uint32_t tick);
void pd_api_write_error(pd_buffer *out, const char *ref, const char *code, const pd_api_problems *problems);
void pd_api_write_bye(pd_buffer *out, const char *reason, double come_back, const char *detail);
/* One message per bit of pose->events. */
void pd_api_write_events(pd_buffer *out, size_t ends[8], int *count, uint32_t id, const pd_pfnn_pose *pose,
                         uint32_t tick, double time);

/* What a subscriber gets of its profile: on average every n-th tick; 0: nothing. */
typedef struct pd_api_lowered {
    int asked;     /* the profile's divisor        */
    bool is_whole; /* everything comes as asked, again */
    bool has_vertices;
    double frames, vertices; /* divisors; vertices: of one character */
} pd_api_lowered;
void pd_api_write_lowered(pd_buffer *out, const pd_api_lowered *lowered);

/* How well an observed character is seen. */
typedef struct pd_api_observed {
    uint32_t id;
    double time;     /* of the observation                     */
    double rms;      /* metres, pixels with in_picture, radians with in_turns */
    double solve_ms; /* of processor time                      */
    bool in_picture, in_turns, mirrored;
    const char *const *unseen; /* (unseen_count) names of joints that nothing seen moves */
    int unseen_count;
    const char *trouble; /* why the observation was not used; NULL: it was */
} pd_api_observed;
void pd_api_write_observed(pd_buffer *out, const pd_api_observed *observed);

typedef struct pd_api_stats {
    uint32_t tick;
    uint64_t sent, dropped, bytes, ticks_left_out;
    double round_trip, late_ms, load;
    int characters, sessions;
} pd_api_stats;
void pd_api_write_stats(pd_buffer *out, const pd_api_stats *stats);

#endif
