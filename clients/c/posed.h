#ifndef POSED_H
#define POSED_H
/* posed.h: client library for posed's stream. It reads frames, writes inputs and texts, and keeps a session
 * alive. It consists of this header and posed.c, has no dependency, and compiles as C99 and C++. Copy both
 * files into a program, or, after posed's `make install`, compile with cc program.c $(pkg-config --cflags
 * --libs posed)
 *
 *     posed_frame frame;
 *     posed_character who;
 *     if (posed_frame_open(&frame, bytes, size))
 *         while (posed_frame_next(&frame, &who, counts)) draw(who.id, who.root, who.yaw, ...);
 *
 * Spaces   right-handed, +Y up; metres, radians, seconds; a yaw of 0 faces +Z. Frames store positions in the
 *          frame of the character's root: rotate by yaw about +Y and add root to get world positions
 *          (posed_joint does so). Rotations are quaternions x, y, z, w, relative to the parent joint; joint 0
 *          is relative to the root. A quaternion may have either sign: before interpolating, choose the
 *          nearer sign (posed_nearer).
 * Memory   allocates nothing. A frame is a view of the caller's bytes, which must stay valid while the frame
 *          is used.
 * Errors   a message that is truncated, of another version, or whose counts do not fit is refused; no byte
 *          beyond `size` is read.
 */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Channels: parts of a character's state that a profile requests. */
enum {
    POSED_ROOT = 1,
    POSED_JOINTS = 2,
    POSED_ROTATIONS = 4,
    POSED_CONTACTS = 8,
    POSED_TRAJECTORY = 16,
    POSED_SMPL = 32,
    POSED_VERTICES = 64,
    POSED_CHARACTER = 128, /* nodes of the client's own rigged character */
    POSED_FACE = 512,      /* weights of the face and rotations of the fingers */
    POSED_SOFT = 1024      /* soft-tissue coefficients of the body */
};
/* Parts of the feet, for contacts with the ground. */
enum { POSED_LEFT_HEEL = 1, POSED_LEFT_TOE = 2, POSED_RIGHT_HEEL = 4, POSED_RIGHT_TOE = 8 };

/* Sizes of the channels of a motion model, from `welcome`. Fill it in before reading frames. */
typedef struct posed_counts {
    int joints, samples; /* joints of the skeleton; samples of the trajectory */
} posed_counts;

/* A frame: the state of all characters at one time. */
typedef struct posed_frame {
    uint32_t tick;
    double time;         /* time of the frame, seconds of the server's clock */
    int character_count; /* characters in the frame                          */
    int rotation_bits;   /* bits of a rotation, 48 or 32                     */
    int is_partial;      /* 1: characters that it lacks are there, too (profile `budget`) */
    /* private */
    const uint8_t *next, *end, *translations;
    int left, translations_left;
} posed_frame;

/* The state of one character in a frame. */
typedef struct posed_character {
    uint32_t id;
    uint64_t seq; /* number of the newest input that the frame includes; at most 2^53 */
    /* bits POSED_ROOT ... of the channels present; bits POSED_LEFT_HEEL ... of the parts of the feet that
     * touch the ground */
    unsigned channels, contacts;
    int gait; /* strongest gait: 0 stand, 1 walk, 2 jog and run, 3 crouch, 4 jump, 5 bump */
    /* phase of the gait: 0 to 2 pi, 0 is the right foot's contact, pi the left one's; root: point of the
     * ground under the hips, world, metres; yaw: facing, radians about +Y, 0 is +Z */
    float phase, root[3], yaw;
    int joint_count,
        smpl_count; /* number of joints in the channels `joints` and `rotations`, and in `smpl` */
    int vertex_count, rotation_bits;
    int node_count;        /* number of nodes in the channel `character`              */
    float node_root[3];    /* translation of its root node, relative to the parent node */
    int translation_count; /* number of nodes with a translation; posed_text's `translated` lists them */
    int weight_count, finger_count; /* channel `face`: numbers of weights and of finger joints */
    int soft_count;                 /* channel `soft`: number of coefficients                  */
    /* private: reader of the compact frame, and offsets of the channels in its arrays;
     * NULL: the frame is not compact */
    const struct posed_wire *wire;
    int wire_chains[2], wire_turns[2], wire_face, wire_fingers;
    /* private: first byte of each channel; NULL: the channel is absent */
    const uint8_t *joints, *rotations, *trajectory, *smpl, *vertices, *nodes, *translations, *weights,
        *fingers, *soft;
} posed_character;

/* Begins reading a frame. Returns 1, or 0 when the bytes are not a frame of version 1. */
int posed_frame_open(posed_frame *frame, const void *bytes, size_t size);
/* Returns the id of the next character, or 0 at the end. In a session with several models, it selects the
 * counts for posed_frame_next. */
uint32_t posed_frame_peek(const posed_frame *frame);
/* Reads the next character. Returns 1, or 0 at the end and when the message is truncated. In the latter case
 * frame->left is not 0. */
int posed_frame_next(posed_frame *frame, posed_character *out, posed_counts counts);

/* Each of the functions from here to posed_finger_rotation may be called only when the character has the
 * channel that it reads. Positions are in metres. */
/* Writes the position of a joint in the world. */
void posed_joint(float out[3], const posed_character *who, int joint);
/* Writes the rotation of a joint relative to its parent joint. */
void posed_rotation(float out[4], const posed_character *who, int joint);
/* Writes the position of a sample of the trajectory in the world,
 * and the facing there in radians about +Y. */
void posed_sample(float out[3], float *facing, const posed_character *who, int sample);
/* Writes the position of the body's pelvis in the world. */
void posed_smpl_pelvis(float out[3], const posed_character *who);
/* Writes the rotation of a joint of the body, 0 to 23, relative to its parent joint. */
void posed_smpl_rotation(float out[4], const posed_character *who, int joint);
/* Writes the position of a vertex of the body in the world; vertex < vertex_count. */
void posed_vertex(float out[3], const posed_character *who, int vertex);
/* Writes the rotation of a node of the client's own character relative to its parent node, as the program has
 * to set it. posed_text_node gives the name. */
void posed_node_rotation(float out[4], const posed_character *who, int node);
/* Writes the translation of the node translated[index] of posed_text, relative to its parent node, in units
 * of the file; index < translation_count. */
void posed_node_translation(float out[3], const posed_character *who, int index);

/* Returns the weight of the blend shape posed_face_name(index):
 * 0 at rest, 1 the whole shape; index < weight_count. */
float posed_weight(const posed_character *who, int index);
/* Writes the rotation of a finger joint relative to its parent joint; index < finger_count. The order is
 * SMPL-X's: left hand, right hand; in each hand index, middle, pinky, ring and thumb; in each finger three
 * joints from the palm outwards. */
void posed_finger_rotation(float out[4], const posed_character *who, int index);
/* Returns the name of a weight: ARKit's 52 blend shapes, eyes first ("eyeBlinkLeft"), then 14 visemes. NULL
 * when index is out of range. */
const char *posed_face_name(int index);

/* Returns a soft-tissue coefficient: the weight of the morph target of that place in the list `soft` of
 * `spawned` (dmpl_0, dmpl_1, ..., breathing); index < soft_count. */
float posed_soft(const posed_character *who, int index);

/* Private parts of posed_wire. docs/reference/wire.md of posed defines the terms. */
/* A quantity: its last two values, and the mean that selects its probability table. */
struct posed_wire_track {
    int32_t now, before;
    uint32_t mean;
};
/* The reference rotation of a joint, and the step of its parameters in radians. */
struct posed_wire_turn {
    float reference[4], step;
};
/* A character: numbers of joints of the chains `rotations` and `smpl`, of weights and of finger joints;
 * indices of its first track and its first turn. */
struct posed_wire_member {
    uint32_t id;
    unsigned channels;
    uint64_t seq;
    int counts[2], weights, fingers, tracks, turns;
};

/* -- compact frames ------------------------------------------------------------
 *
 * Frames of a profile with `compact` (posed_write_profile_compact) have a fraction of the bytes of other
 * frames. Each one depends on the one before it:
 *
 *     posed_wire_init(&w, memory, sizeof memory)            once for each connection
 *     if (posed_wire_read(&w, bytes, size))                  each binary message
 *         while (posed_wire_next(&w, &who)) draw(...);
 *             posed_rotation, posed_smpl_rotation, posed_weight ... work as with other frames
 *
 * Their characters have no channel `joints`; posed_hips gives the position of the hips.
 * docs/reference/wire.md of posed gives every byte.
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

/* Memory that is enough for a character with all channels of the shipped models. */
#define POSED_WIRE_CHARACTER_BYTES 8192
/* Initializes a reader. memory: aligned for doubles, POSED_WIRE_CHARACTER_BYTES for each character of the
 * session; it must stay valid. */
void posed_wire_init(posed_wire *w, void *memory, size_t bytes);
/* Reads a binary message. Returns 1, or 0 when the message is not a compact frame, is invalid, does not
 * follow the last frame that was read, or needs more memory. After a 0 it refuses all messages until the next
 * key frame, which the server sends every 5 seconds. */
int posed_wire_read(posed_wire *w, const void *bytes, size_t size);
/* Writes the next character of the frame to out, which is valid until the next posed_wire_read. Returns 1, or
 * 0 at the end. */
int posed_wire_next(posed_wire *w, posed_character *out);
/* Writes the position of the hips in the world, metres.
 * Only for characters with the channel `rotations` in a compact frame. */
void posed_hips(float out[3], const posed_character *who);

/* Negates the quaternion q when that brings it nearer to `before`. q and -q are the same rotation. */
void posed_nearer(float q[4], const float before[4]);
/* Interpolates rotations along the shorter arc from a (t = 0) to b (t = 1). */
void posed_slerp(float out[4], const float a[4], const float b[4], float t);

/* An input of a character. The members are those of the JSON message `input`. */
typedef struct posed_input {
    uint32_t id;
    uint64_t seq;                   /* at most 2^53 */
    int jump, responsive, has_look; /* 1: jump; react to the stick sooner; `look` is set */
    int gait;                       /* 0 auto, 1 walk, 2 jog, 3 run, 4 crouch */
    int axes;                       /* axes of move and look: 0 world, 1 character, 2 camera */
    /* move: stick x, z; look: direction x, z that a strafing character faces; camera_yaw: radians about +Y */
    float move[2], look[2], camera_yaw;
    float strafe; /* 0 to 1: 0 faces the direction of motion, 1 faces `look` */
    float speed;  /* m/s at full stick; 0: the default speed of the gait */
    /* 1: the input is for tick number `tick`, of a character that is predicted (posed_predict.h) */
    int has_tick;
    uint32_t tick;
} posed_input;

#define POSED_INPUT_BYTES 40 /* largest size of an input message */
/* Writes an input as a binary message. Returns its size: 32 bytes, 36 when seq is 2^32 or more, or 40 with a
 * tick. */
size_t posed_input_write(uint8_t out[POSED_INPUT_BYTES], const posed_input *input);

/* -- sessions ----------------------------------------------------------------
 *
 * Keeps a session: writes texts to send, reads received texts, and decides when to reconnect. The caller
 * provides the socket and the clock (clients/c/example_lws.c uses libwebsockets):
 *
 *     connect                    open ws://HOST/v1/stream, subprotocol posed.v1
 *     the socket is open         posed_session_opened
 *     a text arrived             posed_session_text: welcome, spawned, event, error, bye...
 *     bytes arrived              posed_frame_open, then posed_session_next for each character
 *     after each of these        while ((n = posed_session_say(&s, out, sizeof out)) > 0) send the text
 *     once a second              posed_session_beat; when it returns 1, the connection is dead: drop it, call
 *                                posed_session_closed
 *     it closed, or did not open posed_session_closed: seconds to wait before connecting again, or the end
 *
 * A session whose connection was lost is resumed with its token: `welcome` has `resumed`, and the characters
 * are the same. When the session no longer exists, for example after a restart of the server, a new one
 * begins automatically: `welcome` has `is_new`, and the caller must spawn the characters again. Send profile
 * and inputs again after each `welcome`; the server discards inputs older than 5 s.
 */
#define POSED_TEXT_MAX   128 /* bytes of names and details; longer ones are cut */
#define POSED_MODELS_MAX 8
#define POSED_OWN_MAX    64 /* characters whose model is remembered */
#define POSED_LOGGED_MAX 16 /* kinds of errors that are logged     */

/* State of a session. */
typedef enum posed_state {
    POSED_CLOSED,  /* not started, or ended for good */
    POSED_JOINING, /* socket open, no `welcome` yet */
    POSED_JOINED,
    POSED_WAITING /* waits before it reconnects */
} posed_state;

/* Type of a received text. */
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
    POSED_TEXT_LOWERED, /* the server sends frames less often than requested, or as requested again */
    POSED_TEXT_WARNED,  /* values of a message look like mistakes; the session logs each of them */
    POSED_TEXT_ENTERED, /* a client has joined the room */
    POSED_TEXT_LEFT,    /* a member has left the room */
    POSED_TEXT_MESSAGE, /* another member of the room has sent a text (posed_text_said) */
    POSED_TEXT_TAKEN,   /* a member of the room has taken an object, or given it back */
    POSED_TEXT_CLIP,    /* a clip began or ended on a character */
    POSED_TEXT_HITS,    /* what the rays of a cast meet (posed_text_hit) */
    POSED_TEXT_OTHER    /* a type that this version does not know */
} posed_text_type;

/* Kind of an `event` of a character. */
typedef enum posed_event {
    POSED_EVENT_OTHER,
    POSED_FOOTSTEP,
    POSED_JUMP,
    POSED_LAND,
    POSED_BLOCKED,
    POSED_ARRIVED,
    POSED_UNREACHABLE /* no way leads to the requested seat or destination */
} posed_event;

enum { POSED_TRANSLATED_MAX = 8 }; /* a server translates at most four nodes: two feet and two hands */

/* Content of a text. A comment begins with the types that have the member;
 * for other types the member is zero. */
typedef struct posed_text {
    posed_text_type type;
    uint32_t ref;                   /* all: ref of the message to which this is the reply; 0: none */
    uint32_t id, tick;              /* spawned, event, warned, clip: id        */
    char model[POSED_TEXT_MAX];     /* spawned                                 */
    char character[POSED_TEXT_MAX]; /* spawned: the client's own character; "": none */
    int node_count,
        root_node; /* spawned: nodes of that character; node to which node_root of posed_character applies */
    /* spawned: number of nodes, besides the root, that frames translate as well as rotate */
    int translated_count;
    int translated[POSED_TRANSLATED_MAX]; /* spawned: these nodes, 0 to node_count - 1 */
    double scale;                         /* spawned: scale of the character in the world */
    posed_event event;                    /* event                                   */
    int is_right;                         /* footstep: 0 left, 1 right               */
    float position[3];                    /* event, world                            */
    double time;                          /* event: seconds of the server's clock; pong: time from the ping */
    char clip[POSED_TEXT_MAX];            /* clip: its id                             */
    int has_ended;                        /* clip: 1: it ended, 0: it began           */
    double server_time;                   /* pong                                    */
    /* welcome; is_new: the characters of before are gone, because it is another session,
     * or another place in the room */
    int resumed, is_new;
    /* entered, left, message: the member; taken: the member that has the object, 0: nobody. spawned: the
     * member that owns the character, 0: in no room. welcome: this client's own number, 0: a watcher */
    uint32_t member;
    uint32_t host;             /* welcome, entered, left: number of the room's host; 0: none */
    char name[POSED_TEXT_MAX]; /* entered, message: name of the member; taken: name of the object */
    /* error: code; bye: reason; warned: type of the message; clip: reason of its end */
    char code[POSED_TEXT_MAX];
    char pointer[POSED_TEXT_MAX]; /* error; warned, spawned: of the last warning */
    char detail[POSED_TEXT_MAX];  /* error, bye, lowered; warned, spawned: of the last warning, "": none */
    int come_back;                /* bye: 1 when the client may reconnect    */
    double after;                 /* bye: seconds to wait before reconnecting */
    int asked;                    /* lowered: divisor of the profile         */
    double divisor; /* lowered: average number of ticks between two frames; 0: no frame arrived */
    /* lowered: the same for the vertices of one character; equals asked without vertices */
    double vertices_divisor;
} posed_text;

/* A session. The caller may read the members above `private`, and set token, scene, watch, room, name, role,
 * secret, capacity, attempts_max, silence, log and log_arg. */
typedef struct posed_session {
    posed_state state;
    char session[POSED_TEXT_MAX],
        token[POSED_TEXT_MAX]; /* token: set it before the first connection to resume */
    char scene[POSED_TEXT_MAX],
        watch[POSED_TEXT_MAX]; /* scene, or session to watch: set at most one, before the first connection */
    /* Room to join, or to begin; "": none. Set it before the first connection, and with it the name that
     * others see, the role ("player", "watcher" or "host"; "": player), the secret and, for a new room, its
     * capacity (0: the server's). */
    char room[POSED_TEXT_MAX], name[POSED_TEXT_MAX], role[POSED_TEXT_MAX], secret[POSED_TEXT_MAX];
    int capacity;
    double tick_rate; /* ticks a second */
    /* attempts to connect since the last welcome; largest number of attempts, 0: no limit */
    int attempts, attempts_max;
    /* seconds without a text after which posed_session_beat reports a dead connection; init: 10; 0: never */
    double silence;
    /* average number of ticks between two frames while the server sends fewer than requested; HUGE_VAL: no
     * frames; 0: as requested */
    double lowered;
    /* Called once for each kind (code and pointer) of error and of warning (a value that was accepted but
     * looks like a mistake), and for a bye that ends the session: "posed: range: /move/0: 5000; -1000 to 1000
     * allowed". posed_session_init sets one that writes to stderr; NULL for programs that look at every
     * posed_text themselves. */
    void (*log)(void *arg, const char *line);
    void *log_arg;
    /* 1 from a pause of the program (a computer that slept, a game in the background) until a ping of after
     * the pause is answered: frames that arrive are old. Decode them, because compact frames depend on those
     * before them, and do not show them. posed_session_beat sets it. */
    int stale;
    /* private */
    uint32_t logged[POSED_LOGGED_MAX];
    int logged_count;
    /* 1: `join` is to be sent; `ping` is to be sent; the session has ended for good */
    int join_due, ping_due, is_final;
    double quiet,
        beat_at;    /* seconds without a text, summed over beats; time of the last beat, below 0: none */
    double resumed; /* while stale is 1: time of the beat at which the pause was noticed */
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
/* Reads one complete text of `size` bytes. Fills in out and returns its type, which is also out->type. */
posed_text_type posed_session_text(posed_session *s, posed_text *out, const char *text, size_t size);
/* -- the client's own character ------------------------------------------------
 *
 * `spawned` lists the nodes of the character's file that frames rotate, in the order of frames. Each frame
 * has the values to set, in the axes and units of the file:
 *
 *     posed_session_text(&s, &said, text, size)            said.node_count, said.root_node, said.scale
 *     for k: posed_text_node(name, text, size, said.id, k) node[k] = the program's node of that name
 *     in each frame, with who.node_count == said.node_count:
 *         for k: posed_node_rotation(q, &who, k)           node[k].rotation = q
 *         for i < who.translation_count: posed_node_translation(p, &who, i)
 *             node[said.translated[i]].translation = p
 *         node[said.root_node].translation = who.node_root; the file's scene stands at the world's origin,
 *         scaled by said.scale
 */
/* Copies the name of node number `node` of a character from a `spawned`, or from a `welcome` that lists the
 * character. Longer names are cut to POSED_TEXT_MAX. Returns 1, or 0 when the text has no such node. */
int posed_text_node(char out[POSED_TEXT_MAX], const char *text, size_t size, uint32_t id, int node);
/* Reads a character that a `welcome` lists. Fills in out like a `spawned` of that character. Returns 1, or 0
 * when the character is not listed. */
int posed_text_character(posed_text *out, const char *text, size_t size, uint32_t id);

/* Writes the next text to send, without a terminating zero. Returns its size in bytes, or 0 when there is
 * nothing to send or capacity (256 suffices) is too small. */
size_t posed_session_say(posed_session *s, char *out, size_t capacity);
/* Checks for a dead connection. Call it about once a second while the socket is open. now: seconds of a
 * monotonic clock. It schedules a `ping`, which posed_session_say writes, and measures how long no text has
 * arrived. Returns 1 when none arrived for s->silence seconds, which happens when the computer slept, left a
 * Wi-Fi network, or a NAT dropped the connection. Then drop the socket without waiting for its close, and
 * call posed_session_closed. A beat counts for two seconds at most, so that a program that was paused does
 * not mistake the pause for silence. After a pause s->stale is 1 until a ping is answered. */
int posed_session_beat(posed_session *s, double now);
/* Reports that the connection closed or could not be opened. Returns 1 and writes the seconds to wait before
 * connecting again, or returns 0 when the session has ended (POSED_CLOSED). The wait is a random time from 0
 * to a limit: 1 s after the first failure, twice as long after each further one, at most 8 s. To this is
 * added what the server's bye asked for. So clients that lost the same server do not come back at once. */
int posed_session_closed(posed_session *s, double *wait);
/* Copies the text of a `message` of another member. A longer text is cut to capacity - 1 bytes; 1025 suffice.
 * Returns its size; 0 for other types. */
size_t posed_text_said(char *out, size_t capacity, const char *text, size_t size);
/* A place at which a ray of a `cast` meets a character, world, metres. */
typedef struct posed_hit {
    uint32_t id, member; /* the character, and the member that owns it */
    char joint[POSED_TEXT_MAX];
    float distance, point[3], normal[3];
    int triangle; /* of the body's mesh; -1: a capsule */
    uint32_t corners[3];
    float weights[3]; /* of the corners */
} posed_hit;
/* Reads hit number `index`, nearest first, of ray number `ray` of a text of POSED_TEXT_HITS. Returns 1,
 * or 0 if there is none. */
int posed_text_hit(posed_hit *out, const char *text, size_t size, int ray, int index);
/* Reads the next character like posed_frame_next, with the counts
 * of the character's own model from `welcome`. */
int posed_session_next(const posed_session *s, posed_frame *frame, posed_character *out);

/* The posed_write_ functions write texts to send, without a terminating zero. They return the size in bytes,
 * or 0 when capacity is too small. ref: number that the reply repeats; 0: none. */
/* Writes a spawn. position: world x, z, metres. facing: radians about +Y, 0 is +Z. */
size_t posed_write_spawn(char *out, size_t capacity, uint32_t ref, const char *model, const float position[2],
                         float facing); /* model NULL: the default one */
/* Writes a spawn of a character that was uploaded before with PUT /v1/characters/NAME. position, facing: as
 * in posed_write_spawn. */
size_t posed_write_spawn_character(char *out, size_t capacity, uint32_t ref, const char *character,
                                   const float position[2], float facing);
/* Writes a profile. channels: bits POSED_ROOT ...; divisor:
 * a frame every divisor-th tick; rotation_bits: 48 or 32. */
size_t posed_write_profile(char *out, size_t capacity, uint32_t ref, unsigned channels, int divisor,
                           int rotation_bits);
/* Writes a profile for compact frames. channels: some of root, rotations, contacts, smpl and face.
 * millimetres: largest error of a joint's position, 1 to
 * 10. */
size_t posed_write_profile_compact(char *out, size_t capacity, uint32_t ref, unsigned channels, int divisor,
                                   int millimetres);
/* Writes a follow along a path (count,2) of world x, z in metres.
 * closed 1: the path is a loop without end. */
size_t posed_write_follow(char *out, size_t capacity, uint32_t ref, uint32_t id, const float (*path)[2],
                          int count, int closed);
/* A path and how the character walks along it. A member that is zero leaves the choice to the server. */
typedef struct posed_follow {
    const float (*path)[2]; /* (count,2) world x, z, metres */
    int count, closed;
    /* 1: the path's only point is a destination, and the way there avoids walls, seats and steps */
    int round;
    float space;     /* distance kept from the session's other characters, metres; 0: none */
    float wander;    /* radius, metres: walk without end between places around the only point */
    float lookahead; /* metres along the path to the point at which the character aims */
    float speed;     /* m/s    */
    int gait;        /* gait, as in posed_input; 0: the server chooses */
} posed_follow;
/* Writes a follow with all options. */
size_t posed_write_follow_as(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_follow *how);
/* Writes a look: the direction x, z that the character faces, in the axes of its last input. */
size_t posed_write_look(char *out, size_t capacity, uint32_t ref, uint32_t id,
                        const float at[2]); /* NULL: no direction */
/* A blend shape of a body's face by its name, such as ARKit's "mouthSmileLeft", and its weight. */
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
/* Writes a face: the expression and the hand poses of a character's body. */
size_t posed_write_face(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_face *face);
/* Writes a speak: the character speaks a text (UTF-8). utterance: name of up to 64 bytes that the messages
 * `speech` repeat; NULL: none. queue: 1: after what it speaks. */
size_t posed_write_speak(char *out, size_t capacity, uint32_t ref, uint32_t id, const char *text,
                         const char *utterance, int queue);
/* Writes a speak that ends the character's speech. */
size_t posed_write_hush(char *out, size_t capacity, uint32_t ref, uint32_t id);
/* How a character is in a conversation. All zero: no emotion, no partner, the part follows its speech, and
 * the usual liveliness. */
typedef struct posed_manner {
    float calm, happy, sad, angry, surprised, afraid, disgusted; /* 0 to 1 */
    const char *part; /* "speaking", "listening" or "thinking"; NULL: as it speaks */
    uint32_t partner; /* id of the character to which it talks; 0: none */
    float liveliness; /* 0 to 1: 0.5 is usual; 0: the server's choice, negative: the head is still */
    float seconds;    /* duration of the change; 0: the server's choice */
} posed_manner;
/* Writes a feel. */
size_t posed_write_feel(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_manner *manner);
/* Writes a hear: begins a sound whose speech moves the character's mouth. rate: samples a second. format:
 * "s16", "f32", "mulaw" or "alaw"; NULL: "s16". utterance as above. delay: seconds until the first sample is
 * heard, for a sound that comes before it is heard; negative: the sound is live. */
size_t posed_write_hear(char *out, size_t capacity, uint32_t ref, uint32_t id, int rate, const char *format,
                        const char *utterance, float delay);
/* Writes a hear that ends the sound after what was sent. */
size_t posed_write_hear_end(char *out, size_t capacity, uint32_t ref, uint32_t id);
/* Writes the head of a binary sound; the samples, little-endian in the form that hear named, 1 ms to 1 s of
 * them, follow in the same message. at: number of the first one, counted from the beginning of the sound. */
#define POSED_SOUND_HEAD 16
void posed_sound_write(uint8_t out[POSED_SOUND_HEAD], uint32_t id, uint64_t at);
/* Writes a reach: the character moves the hand `joint`, "left_hand" or "right_hand", to a target of the wrist
 * in the world, metres. weight: fraction of the way to the target, 0 to 1; 0 ends the reach. seconds:
 * duration of the movement to the target, and of the movement back. */
size_t posed_write_reach(char *out, size_t capacity, uint32_t ref, uint32_t id, const char *joint,
                         const float target[3], float weight, float seconds);
/* Writes a sit: the character walks to a chair and sits down. seat: world x, z of the seat, metres; NULL: the
 * character stands up. facing: direction in which the chair faces, radians about +Y. height: height of the
 * seat over the ground, 0.3 to 0.65 m. */
size_t posed_write_sit(char *out, size_t capacity, uint32_t ref, uint32_t id, const float seat[2],
                       float facing, float height);
/* A chair, and how the character walks there and sits down. */
typedef struct posed_seat {
    float at[2], facing, height; /* place of the seat, as in posed_write_sit */
    float seconds;               /* duration of sitting down; 0: the server's choice */
    float space; /* distance kept from the session's other characters on the way, metres; 0: none */
} posed_seat;
/* Writes a sit with all options. */
size_t posed_write_sit_as(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_seat *seat);
/* A clip that a character plays: an emote of the server, or one put with PUT /v1/clips/NAME. Members of 0 or
 * NULL are left to the server. */
typedef struct posed_clip {
    const char *name;        /* id of the clip, such as "wave" */
    const char *const *mask; /* (mask_count) groups such as "upper" or "left_arm", or joints: what plays it */
    const float *weights;    /* (mask_count) share of the clip, 0 to 1; NULL: 1 */
    int mask_count;
    float fade, speed;    /* fade: seconds from one motion to the other. speed: factor, 0.1 to 4 */
    int loop, root, feet; /* 1: true, -1: false, 0: as the clip says. See `play` in the reference */
    int queue;            /* 1: after the clips that play or wait */
} posed_clip;
/* Writes a play: the character plays a clip. clip: NULL ends all clips. */
size_t posed_write_play(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_clip *clip);
/* Writes a despawn, which deletes a character. */
size_t posed_write_despawn(char *out, size_t capacity, uint32_t ref, uint32_t id);
/* Writes a ping. time: any number of the caller's clock; the pong repeats it. */
size_t posed_write_ping(char *out, size_t capacity, uint32_t ref, double time);
/* Writes a leave, which ends the session, or the place in a room, for good. */
size_t posed_write_leave(char *out, size_t capacity);
/* Writes a leave by which the host of a room removes a member. */
size_t posed_write_remove(char *out, size_t capacity, uint32_t ref, uint32_t member);
/* Writes a send: a text of at most 1024 bytes for the member `to` of the room; 0: for all others. */
size_t posed_write_send(char *out, size_t capacity, uint32_t ref, const char *text, uint32_t to);
/* Writes a take, which takes an object of the room or, with releases, gives it back. */
size_t posed_write_take(char *out, size_t capacity, uint32_t ref, const char *object, int releases);
/* Rays for posed_write_cast: world, metres; `along` of any length. */
typedef struct posed_ray {
    float from[3], along[3];
    float length; /* 0: 100 m */
    float radius; /* of a sphere that moves along the ray; 0: a line */
} posed_ray;
/* Writes a cast of 1 to 64 rays at what was drawn between the frame of `tick` and the next one, `ticks` ticks
 * later, at `fraction` 0 to 1 of the way. without: character that rays pass through; 0: none. */
size_t posed_write_cast(char *out, size_t capacity, uint32_t ref, uint32_t tick, int ticks, double fraction,
                        const posed_ray *rays, int count, uint32_t without);
/* Writes a message of any type. members: JSON text of its members other than type and ref, for example
 * "\"body\":{\"model\":\"person\"},\"style\":\"proud\""; "" or NULL: none. */
size_t posed_write_message(char *out, size_t capacity, uint32_t ref, const char *type, const char *members);

/* -- HTTP ---------------------------------------------------------------------------
 *
 * Writes the path of a request, /v1/KIND/ID/MORE?NAME=VALUE&..., which any HTTP library can send. A POST
 * takes all fields in its JSON body, so only a GET, and a request whose body is a file, have a query:
 *
 *     posed_field fields[] = {{"rig", "true"}, {"morphs", "false"}, {"random", "7"}, {"format", "glb"}};
 *     posed_write_path(path, sizeof path, "models", "person", "mesh", fields, 4);     GET: a person as a GLB
 *     posed_write_path(path, sizeof path, "characters", "my hero", NULL, NULL, 0);
 *         PUT of a .glb: a character
 */
/* A field of a query, as text. */
typedef struct posed_field {
    const char *name, *value;
} posed_field;
/* Writes a path with a terminating zero. Returns its size in bytes without that zero, or 0 when capacity is
 * too small. id, names and values are escaped and may contain any character. id and more may be NULL, which
 * leaves them out. fields (count): the query. */
size_t posed_write_path(char *out, size_t capacity, const char *kind, const char *id, const char *more,
                        const posed_field *fields, int count);

#ifdef __cplusplus
}
#endif

#endif
