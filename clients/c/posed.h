#ifndef POSED_H
#define POSED_H
/* posed.h: client library for posed's stream: reads frames, writes inputs, keeps a session alive. One header, one source, no dependency; C99 and C++.
 * Copy both files into a program, or, after posed's `make install`, compile with cc program.c $(pkg-config --cflags --libs posed)
 *
 *     posed_frame frame;
 *     posed_character who;
 *     if (posed_frame_open(&frame, bytes, size))
 *         while (posed_frame_next(&frame, &who, counts)) draw(who.id, who.root, who.yaw, ...);
 *
 * Spaces   right-handed, +Y up; metres, radians, seconds. Frames store joints in the frame of the character's root: rotate by yaw about +Y and add root to get world
 *          positions (posed_joint does so). Rotations are quaternions x, y, z, w, local to the parent joint; joint 0 is relative to the root. A
 *          quaternion may have either sign: before interpolating, choose the nearer sign (posed_nearer).
 * Memory   nothing is allocated. A frame is a view of the caller's bytes, which must stay valid while it is used.
 * Errors   a message that is truncated, of another version, or whose counts do not fit is refused; no byte beyond `size` is read.
 */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    POSED_ROOT = 1,
    POSED_JOINTS = 2,
    POSED_ROTATIONS = 4,
    POSED_CONTACTS = 8,
    POSED_TRAJECTORY = 16,
    POSED_SMPL = 32,
    POSED_VERTICES = 64,
    POSED_CHARACTER = 128, /* nodes of the client's own rigged character */
    POSED_FACE = 512       /* weights of the face and rotations of the fingers */
};
enum { POSED_LEFT_HEEL = 1, POSED_LEFT_TOE = 2, POSED_RIGHT_HEEL = 4, POSED_RIGHT_TOE = 8 };

/* Sizes of the channels of a motion model, from `welcome`. Fill it in before reading frames. */
typedef struct posed_counts {
    int joints, samples; /* joints of the skeleton; samples of the trajectory */
} posed_counts;

typedef struct posed_frame {
    uint32_t tick;
    double time;         /* time of the frame, seconds of the server's clock */
    int character_count; /* characters in the frame                          */
    int rotation_bits;   /* bits of a rotation, 48 or 32                     */
    /* private */
    const uint8_t *next, *end, *translations;
    int left, translations_left;
} posed_frame;

typedef struct posed_character {
    uint32_t id;
    uint64_t seq; /* number of the newest input that the frame includes; at most 2^53 */
    /* bits POSED_ROOT ... of the channels present; bits POSED_LEFT_HEEL ... of the parts of the feet that touch the ground */
    unsigned channels, contacts;
    int gait; /* strongest gait: 0 stand, 1 walk, 2 jog and run, 3 crouch, 4 jump, 5 bump */
    /* phase: 0 to 2 pi; root: position on the ground, world, metres; yaw: facing, radians about +Y, 0 is +Z */
    float phase, root[3], yaw;
    int vertex_count, rotation_bits;
    int node_count;        /* number of nodes in the channel `character`              */
    float node_root[3];    /* translation of its root node, relative to the node above */
    int translation_count; /* number of nodes with a translation; posed_text's `translated` lists them */
    int weight_count, finger_count; /* numbers of the channel `face` */
    /* private: of a compact frame, its reader and the beginnings of the channels' quantities; NULL: of another frame */
    const struct posed_wire *wire;
    int wire_chains[2], wire_turns[2], wire_face, wire_fingers;
    /* private: beginnings of the channels; NULL: the channel is absent */
    const uint8_t *joints, *rotations, *trajectory, *smpl, *vertices, *nodes, *translations, *weights,
        *fingers;
} posed_character;

/* Begins reading a frame. Returns 1, or 0 when the bytes are not a frame of version 1. */
int posed_frame_open(posed_frame *frame, const void *bytes, size_t size);
/* Returns the id of the next character, so that its counts can be chosen in sessions with several models; 0 at the end. */
uint32_t posed_frame_peek(const posed_frame *frame);
/* Reads the next character. Returns 1; or 0 at the end, or when the message is truncated: frame->left is then not 0. */
int posed_frame_next(posed_frame *frame, posed_character *out, posed_counts counts);

/* Each of the following functions may be called only when the character has its channel. posed_joint writes the position of a joint in the world,
 * posed_rotation the rotation of a joint relative to its parent. */
void posed_joint(float out[3], const posed_character *who, int joint);
void posed_rotation(float out[4], const posed_character *who, int joint);
/* Writes the position of a sample of the trajectory in the world, and the facing there in radians about +Y. */
void posed_sample(float out[3], float *facing, const posed_character *who, int sample);
void posed_smpl_pelvis(float out[3], const posed_character *who); /* in the world */
void posed_smpl_rotation(float out[4], const posed_character *who, int joint);
void posed_vertex(float out[3], const posed_character *who, int vertex); /* in the world */
/* Writes the local rotation of a node of the client's own character, which the program sets unchanged; posed_text_node gives the node's name. */
void posed_node_rotation(float out[4], const posed_character *who, int node);
/* Writes the translation, relative to the node above, of the node translated[index] of posed_text; index < translation_count. */
void posed_node_translation(float out[3], const posed_character *who, int index);

/* Returns a weight of the face, of the blend shape posed_face_name(index); index < weight_count. */
float posed_weight(const posed_character *who, int index);
/* Writes the local rotation of a finger joint: of each hand, left first, index, middle, pinky, ring and thumb, each from the palm outwards (SMPL-X's order);
 * index < finger_count. */
void posed_finger_rotation(float out[4], const posed_character *who, int index);
/* Returns the name of a weight: ARKit's 52 blend shapes, eyes first ("eyeBlinkLeft"), then 14 visemes. NULL: there is none. */
const char *posed_face_name(int index);

/* Parts of posed_wire, which only posed.c reads. */
struct posed_wire_track {
    int32_t now, before;
    uint32_t mean;
};
struct posed_wire_turn {
    float reference[4], step;
};
struct posed_wire_member {
    uint32_t id;
    unsigned channels;
    uint64_t seq;
    int counts[2], weights, fingers, tracks, turns;
};

/* -- compact frames ------------------------------------------------------------
 *
 * Frames of a profile with `compact` (posed_write_profile_compact) have a third of the bytes, and can only be read one after another:
 *
 *     posed_wire_init(&w, memory, sizeof memory)            once for each connection
 *     if (posed_wire_read(&w, bytes, size))                  each binary message
 *         while (posed_wire_next(&w, &who)) draw(...);       posed_rotation, posed_smpl_rotation, posed_weight ... as of other frames
 *
 * Their characters have no joints, but posed_hips. docs/reference/wire.md of posed gives every byte.
 */
typedef struct posed_wire {
    uint32_t tick;
    double time;         /* time of the frame, seconds of the server's clock */
    int character_count; /* characters in the frame */
    /* private */
    void *memory;
    size_t bytes;
    int has_key, age, place_bits, next, member_count;
    uint32_t key_tick;
    double key_time, period;
    struct posed_wire_track ticks[2], *tracks;
    struct posed_wire_turn *turns;
    struct posed_wire_member *members;
} posed_wire;

#define POSED_WIRE_CHARACTER_BYTES                                                                           \
    8192 /* memory that is enough for a character with all channels of the shipped models */
/* Prepares a reader. memory: aligned for doubles, POSED_WIRE_CHARACTER_BYTES for each character of the session; it must stay valid. */
void posed_wire_init(posed_wire *w, void *memory, size_t bytes);
/* Reads a binary message. Returns 1; or 0 when it is no compact frame, is broken, does not follow the one that was read before, or needs more memory:
 * then all are refused until the next key frame, which comes at the latest after some seconds. */
int posed_wire_read(posed_wire *w, const void *bytes, size_t size);
/* Gives the next character of the frame. It is valid until the next posed_wire_read. Returns 0 at the end. */
int posed_wire_next(posed_wire *w, posed_character *out);
/* Writes the place of the joint of the hips in the world; of a character with the channel `rotations` in a compact frame. */
void posed_hips(float out[3], const posed_character *who);

/* Negates q when that brings it nearer to `before`. */
void posed_nearer(float q[4], const float before[4]);
/* Interpolates along the shortest arc from a (t = 0) to b (t = 1). */
void posed_slerp(float out[4], const float a[4], const float b[4], float t);

/* One input of a character, as the JSON message `input`. */
typedef struct posed_input {
    uint32_t id;
    uint64_t seq;                   /* at most 2^53 */
    int jump, responsive, has_look; /* 1: jump order; follow the stick sooner; `look` is set */
    int gait;                       /* 0 auto, 1 walk, 2 jog, 3 run, 4 crouch */
    int axes;                       /* axes of move and look: 0 world, 1 character, 2 camera */
    /* move: stick x, z; look: direction x, z that a strafing character faces; camera_yaw: radians about +Y */
    float move[2], look[2], camera_yaw;
    float strafe; /* 0 to 1: 0 faces the direction of motion, 1 faces `look` */
    float speed;  /* m/s at full stick; 0: the gait's own speed */
} posed_input;

#define POSED_INPUT_BYTES 36 /* largest size of an input message */
/* Writes an input as a binary message. Returns its size: 32 bytes, or 36 when seq is 2^32 or more. */
size_t posed_input_write(uint8_t out[POSED_INPUT_BYTES], const posed_input *input);

/* -- sessions ----------------------------------------------------------------
 *
 * Keeps a session: makes texts to send, reads received texts, and decides when to reconnect. The caller provides socket and clock (clients/c/example_lws.c uses
 * libwebsockets):
 *
 *     connect                    open ws://HOST/v1/stream, subprotocol posed.v1
 *     the socket is open         posed_session_opened
 *     a text arrived             posed_session_text: welcome, spawned, event, error, bye...
 *     bytes arrived              posed_frame_open, then posed_session_next for each character
 *     after each of these        while ((n = posed_session_say(&s, out, sizeof out)) > 0) send the text
 *     once a second              posed_session_beat; when it returns 1, the connection is dead: drop it, call posed_session_closed
 *     it closed, or did not open posed_session_closed: seconds to wait before connecting again, or the end
 *
 * A session whose connection was lost is resumed with its token: `welcome` has `resumed`, and the characters are the same. When the session no longer exists (the server was
 * restarted), a new one is begun automatically: `welcome` has `is_new`, and the characters must be spawned again. Send profile and inputs again after each
 * `welcome`; the server discards inputs older than 5 s.
 */
#define POSED_TEXT_MAX   128 /* bytes of names and details; longer ones are cut */
#define POSED_MODELS_MAX 8
#define POSED_OWN_MAX    64 /* characters whose model is stored    */
#define POSED_LOGGED_MAX 16 /* kinds of errors that are logged     */

typedef enum posed_state {
    POSED_CLOSED,  /* not begun, or ended for good  */
    POSED_JOINING, /* socket open, no `welcome` yet */
    POSED_JOINED,
    POSED_WAITING /* waits before it reconnects    */
} posed_state;

typedef enum posed_text_type {
    POSED_TEXT_BAD, /* invalid JSON, or a required member is missing */
    POSED_TEXT_WELCOME,
    POSED_TEXT_SPAWNED,
    POSED_TEXT_DONE,
    POSED_TEXT_EVENT,
    POSED_TEXT_STATS,
    POSED_TEXT_ERROR,
    POSED_TEXT_PONG,
    POSED_TEXT_BYE,
    POSED_TEXT_LOWERED, /* frames come less often than requested, or as requested again */
    POSED_TEXT_OTHER    /* a type of a later version */
} posed_text_type;

typedef enum posed_event {
    POSED_EVENT_OTHER,
    POSED_FOOTSTEP,
    POSED_JUMP,
    POSED_LAND,
    POSED_BLOCKED,
    POSED_ARRIVED,
    POSED_UNREACHABLE /* there is no way to the seat or place to which it was sent */
} posed_event;

enum { POSED_TRANSLATED_MAX = 8 }; /* a server moves two feet and two hands at most */

/* Content of a text. Members that its type does not have are zero. */
typedef struct posed_text {
    posed_text_type type;
    uint32_t ref;                   /* ref of the message that it answers; 0: none */
    uint32_t id, tick;              /* spawned, event                          */
    char model[POSED_TEXT_MAX];     /* spawned                                 */
    char character[POSED_TEXT_MAX]; /* spawned: the client's own character; "": none */
    int node_count,
        root_node; /* spawned: nodes of that character; node to which node_root of posed_character applies */
    int translated_count; /* spawned: number of nodes, besides the root, that frames translate as well as rotate */
    int translated[POSED_TRANSLATED_MAX]; /* spawned: these nodes, 0 to node_count - 1 */
    double scale;                         /* spawned: scale of the character in the world */
    posed_event event;                    /* event                                   */
    int is_right;                         /* footstep: 0 left, 1 right               */
    float position[3];                    /* event, world                            */
    double time;                          /* event: its time; pong: the time that the ping had */
    double server_time;                   /* pong                                    */
    int resumed, is_new;                  /* welcome; is_new: it is a different session than before */
    char code[POSED_TEXT_MAX];            /* error: code; bye: reason                 */
    char pointer[POSED_TEXT_MAX];         /* error                                   */
    char detail[POSED_TEXT_MAX];          /* error, bye, lowered                     */
    int come_back;                        /* bye: 1 when the client may reconnect    */
    double after;                         /* bye: seconds to wait before reconnecting */
    int asked;                            /* lowered: the profile's divisor          */
    double divisor; /* lowered: average number of ticks between two frames; 0: no frame arrived */
    double
        vertices_divisor; /* lowered: the same for the vertices of one character; equals asked without vertices */
} posed_text;

typedef struct posed_session {
    posed_state state;
    char session[POSED_TEXT_MAX],
        token[POSED_TEXT_MAX]; /* token: set it before the first connection to resume */
    char scene[POSED_TEXT_MAX],
        watch[POSED_TEXT_MAX]; /* set one before the first connection, or none       */
    double tick_rate;
    /* connections tried since the last welcome; their largest number, 0: no limit */
    int attempts, attempts_max;
    double
        silence; /* seconds without a text after which posed_session_beat gives the connection up; init: 10; 0: never */
    double
        lowered; /* average number of ticks between two frames while the server sends fewer than requested; HUGE_VAL: no frames; 0: as requested */
    /* Called once for each kind (code and pointer) of error, and for a bye that ends the session: "posed: range: /move/0: 5000; -1000 to 1000
     * allowed". posed_session_init sets one that writes to stderr; NULL for programs that look at every posed_text themselves. */
    void (*log)(void *arg, const char *line);
    void *log_arg;
    /* private */
    uint32_t logged[POSED_LOGGED_MAX];
    int logged_count;
    int join_due, ping_due, is_final;
    double quiet,
        beat_at; /* seconds without a text, summed over beats; time of the last beat, below 0: none */
    double after;
    uint32_t chance;
    struct {
        char name[POSED_TEXT_MAX];
        posed_counts counts;
    } models[POSED_MODELS_MAX];
    int model_count, default_model;
    struct {
        uint32_t id;
        int model;
    } own[POSED_OWN_MAX];
    int own_count;
} posed_session;

/* Initializes a session. seed: randomizes waiting times; use a different one for each client. */
void posed_session_init(posed_session *s, uint32_t seed);
/* Reports that the socket is open: the next text to send is `join`. */
void posed_session_opened(posed_session *s);
/* Reads one complete text. out->type is its type. */
posed_text_type posed_session_text(posed_session *s, posed_text *out, const char *text, size_t size);
/* -- the client's own character ------------------------------------------------
 *
 * `spawned` lists the nodes of the character's file that frames rotate, in order. Each frame then has the values to set, in the file's own coordinates and units:
 *
 *     posed_session_text(&s, &said, text, size)            said.node_count, said.root_node, said.scale
 *     for k: posed_text_node(name, text, size, said.id, k) node[k] = the program's node of that name
 *     in each frame, with who.node_count == said.node_count:
 *         for k: posed_node_rotation(q, &who, k)           node[k].rotation = q
 *         for i < who.translation_count: posed_node_translation(p, &who, i)   node[said.translated[i]].translation = p
 *         node[said.root_node].translation = who.node_root; the file's scene stands at the world's origin, scaled by said.scale
 */
/* Copies the name of a character's node from a `spawned`, or a `welcome` that lists the character, cut to POSED_TEXT_MAX. Returns 0 when there is none. */
int posed_text_node(char out[POSED_TEXT_MAX], const char *text, size_t size, uint32_t id, int node);
/* Reads a character that a `welcome` lists, in the form of its `spawned`. Returns 0 when it is not listed. */
int posed_text_character(posed_text *out, const char *text, size_t size, uint32_t id);

/* Writes the next text to send, without a terminating zero. Returns its bytes, or 0 when there is nothing to send or capacity (256 suffices) is too small. */
size_t posed_session_say(posed_session *s, char *out, size_t capacity);
/* Call it about once a second while the socket is open, with the seconds of a monotonic clock. It requests a `ping`, which
 * posed_session_say writes, and measures how long no text has arrived. Returns 1 when none arrived for s->silence seconds: the connection is dead, because the computer
 * slept, left a Wi-Fi network, or a NAT dropped the connection. Then drop the socket without waiting for its close, and call posed_session_closed. A beat
 * counts for two seconds at most, so that a program that was paused does not mistake the pause for silence. */
int posed_session_beat(posed_session *s, double now);
/* Reports that the connection closed or could not be opened. Returns 1 and the seconds to wait before connecting again, or 0 when the session has ended (POSED_CLOSED). */
int posed_session_closed(posed_session *s, double *wait);
/* Calls posed_frame_next with the counts of each character's own model. */
int posed_session_next(const posed_session *s, posed_frame *frame, posed_character *out);

/* Write texts to send. Return the bytes, or 0 when capacity is too small. ref: number that the reply repeats; 0: none. */
size_t posed_write_spawn(char *out, size_t capacity, uint32_t ref, const char *model, const float position[2],
                         float facing); /* model NULL: the default one */
/* Writes a spawn of a character that was uploaded before with PUT /v1/characters/NAME. */
size_t posed_write_spawn_character(char *out, size_t capacity, uint32_t ref, const char *character,
                                   const float position[2], float facing);
/* Writes a profile. channels: bits POSED_ROOT ...; divisor: a frame every divisor-th tick; rotation_bits: 48 or 32. */
size_t posed_write_profile(char *out, size_t capacity, uint32_t ref, unsigned channels, int divisor,
                           int rotation_bits);
/* The same for compact frames: millimetres is the largest error of a joint, 1 to 10. Channels: of root, rotations, contacts, smpl and face. */
size_t posed_write_profile_compact(char *out, size_t capacity, uint32_t ref, unsigned channels, int divisor,
                                   int millimetres);
/* Writes a follow along a path (count,2) of world x, z in metres. closed 1: the path is a loop without end. */
size_t posed_write_follow(char *out, size_t capacity, uint32_t ref, uint32_t id, const float (*path)[2],
                          int count, int closed);
/* A path and how the character walks along it. A member that is zero leaves the choice to the server. */
typedef struct posed_follow {
    const float (*path)[2]; /* (count,2) world x, z, metres */
    int count, closed;
    int round; /* 1: the path's only point is a destination, and the way there avoids walls, seats and steps */
    float space;     /* distance kept from the session's other characters, metres; 0: none */
    float wander;    /* radius, metres: walk without end between places around the only point */
    float lookahead; /* metres along the path to the point at which the character aims */
    float speed;     /* m/s    */
    int gait;        /* as an input's */
} posed_follow;
size_t posed_write_follow_as(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_follow *how);
/* Writes a look: the direction x, z that the character faces, in the axes of its last input. */
size_t posed_write_look(char *out, size_t capacity, uint32_t ref, uint32_t id,
                        const float at[2]); /* NULL: no direction */
/* An expression of a body by its name, such as ARKit's "mouthSmileLeft", and its weight. */
typedef struct posed_shape {
    const char *name;
    float weight; /* -2 to 2 */
} posed_shape;
/* Expressions and hand poses of a character's body. All zero: face and hands are at rest. */
typedef struct posed_face {
    const posed_shape *shapes; /* (count) */
    int count;
    const char *left_hand, *right_hand; /* "fist", "point", ...; NULL: at rest */
    float seconds;                      /* duration of the transition; 0: the server's choice */
} posed_face;
size_t posed_write_face(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_face *face);
/* Writes a reach: moves the hand `joint`, "left_hand" or "right_hand", to a target in the world, metres. weight: share of the way to the target, 0 to
 * 1; 0 lets go. seconds: duration of the movement to the target, and of the movement back. */
size_t posed_write_reach(char *out, size_t capacity, uint32_t ref, uint32_t id, const char *joint,
                         const float target[3], float weight, float seconds);
/* Writes a sit: the character walks to a chair and sits down. seat: world x, z of the seat, metres; NULL: the character stands up. facing: direction
 * in which the chair faces, radians about +Y. height: height of the seat over the ground, 0.3 to 0.65 m. */
size_t posed_write_sit(char *out, size_t capacity, uint32_t ref, uint32_t id, const float seat[2],
                       float facing, float height);
/* A chair, and how the character walks there and sits down. */
typedef struct posed_seat {
    float at[2], facing, height; /* as in posed_write_sit */
    float seconds;               /* duration of sitting down; 0: the server's choice */
    float space; /* distance kept from the session's other characters on the way, metres; 0: none */
} posed_seat;
size_t posed_write_sit_as(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_seat *seat);
size_t posed_write_despawn(char *out, size_t capacity, uint32_t ref, uint32_t id);
size_t posed_write_ping(char *out, size_t capacity, uint32_t ref, double time);
size_t posed_write_leave(char *out, size_t capacity);
/* Writes a message of any type. members: JSON text of its members besides type and ref, such as
 * "\"body\":{\"model\":\"person\"},\"style\":\"proud\""; "" or NULL: none. */
size_t posed_write_message(char *out, size_t capacity, uint32_t ref, const char *type, const char *members);

/* -- HTTP ---------------------------------------------------------------------------
 *
 * The path of a request, which any HTTP library sends: /v1/KIND/ID/MORE?NAME=VALUE&... . A POST takes all fields in its JSON body, so that only a GET, and a body
 * that is a file, have a query:
 *
 *     posed_field fields[] = {{"rig", "true"}, {"morphs", "false"}, {"random", "7"}, {"format", "glb"}};
 *     posed_write_path(path, sizeof path, "models", "person", "mesh", fields, 4);     GET: a person as a GLB
 *     posed_write_path(path, sizeof path, "characters", "my hero", NULL, NULL, 0);    PUT of a .glb: a character
 */
typedef struct posed_field {
    const char *name, *value;
} posed_field;
/* Writes a path with a terminating zero. Returns its bytes without that zero, or 0 when capacity is too small. id, names and values are escaped
 * and may contain any character. id and more may be NULL. fields (count) become the query. */
size_t posed_write_path(char *out, size_t capacity, const char *kind, const char *id, const char *more,
                        const posed_field *fields, int count);

#ifdef __cplusplus
}
#endif

#endif
