#ifndef POSED_H
#define POSED_H
/* posed.h: reads the frames of posed's stream, writes its inputs, keeps its sessions. One header, one source, no dependency; C99, C++.
 * Copy both, or after posed's `make install`: cc program.c $(pkg-config --cflags --libs posed)
 *
 *     posed_frame frame;
 *     posed_character who;
 *     if (posed_frame_open(&frame, bytes, size))
 *         while (posed_frame_next(&frame, &who, counts)) draw(who.id, who.root, who.yaw, ...);
 *
 * Metres, radians, seconds; right-handed, +Y up. A character's joints are in its root's frame: turn by yaw about +Y, add root,
 * and they are in the world (posed_joint does it). Rotations are x, y, z, w, local to the parent; joint 0's is in the root's frame.
 * Quaternions come with either sign: when you interpolate, take the sign that is nearer (posed_nearer).
 *
 * Nothing is allocated or kept: a frame is a view of the bytes, which are the caller's. Messages that are cut short, of another version
 * or with counts that do not fit are refused; no byte beyond size is ever read.
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
    POSED_CHARACTER = 128 /* nodes of the user's own character */
};
enum { POSED_LEFT_HEEL = 1, POSED_LEFT_TOE = 2, POSED_RIGHT_HEEL = 4, POSED_RIGHT_TOE = 8 };

/* Of a model, from `welcome`: the counts of its channels. Fill it in before reading frames. */
typedef struct posed_counts {
    int joints, samples;
} posed_counts;

typedef struct posed_frame {
    uint32_t tick;
    double time;         /* seconds of the server's clock */
    int character_count; /* in the message                */
    int rotation_bits;   /* 48 or 32                      */
    /* private */
    const uint8_t *next, *end, *translations;
    int left, translations_left;
} posed_frame;

typedef struct posed_character {
    uint32_t id;
    uint64_t seq; /* of the last input that this frame has taken in; at most 2^53 */
    unsigned channels, contacts;
    int gait;
    float phase, root[3], yaw;
    int vertex_count, rotation_bits;
    int node_count;     /* of the channel character                                */
    float node_root[3]; /* translation of its root's node in the node above it     */
    int translation_count; /* of the channel character: nodes that are moved too, as posed_text's `translated` has them */
    /* private: where its channels begin; NULL when it has none */
    const uint8_t *joints, *rotations, *trajectory, *smpl, *vertices, *nodes, *translations;
} posed_character;

/* 1, or 0 when the bytes are no frame of version 1. */
int posed_frame_open(posed_frame *frame, const void *bytes, size_t size);
/* The id of the next character, so that its counts can be chosen in sessions of several models. 0 at the end. */
uint32_t posed_frame_peek(const posed_frame *frame);
/* 1 and the next character; 0 at the end, or when the message is cut short: then frame->left is not 0. */
int posed_frame_next(posed_frame *frame, posed_character *out, posed_counts counts);

/* Joint in the world. Only with the channel. */
void posed_joint(float out[3], const posed_character *who, int joint);
void posed_rotation(float out[4], const posed_character *who, int joint);
/* A sample of the trajectory in the world, and its facing. */
void posed_sample(float out[3], float *facing, const posed_character *who, int sample);
void posed_smpl_pelvis(float out[3], const posed_character *who); /* in the world */
void posed_smpl_rotation(float out[4], const posed_character *who, int joint);
void posed_vertex(float out[3], const posed_character *who, int vertex); /* in the world */
/* Rotation of a node of the user's own file, to be set as it is; posed_text_node has its name. */
void posed_node_rotation(float out[4], const posed_character *who, int node);
/* Translation, local to the node above, of the node translated[index] of posed_text; index below translation_count. */
void posed_node_translation(float out[3], const posed_character *who, int index);

/* Changes q's sign when that brings it nearer to before. */
void posed_nearer(float q[4], const float before[4]);
/* The shortest way from a (t = 0) to b (t = 1). */
void posed_slerp(float out[4], const float a[4], const float b[4], float t);

typedef struct posed_input {
    uint32_t id;
    uint64_t seq; /* at most 2^53 */
    int jump, responsive, has_look;
    int gait; /* 0 auto, 1 walk, 2 jog, 3 run, 4 crouch */
    int axes; /* 0 world, 1 character, 2 camera         */
    float move[2], look[2], camera_yaw;
    float strafe; /* 0 to 1            */
    float speed;  /* m/s; 0: the gait's */
} posed_input;

#define POSED_INPUT_BYTES 36 /* at most */
/* The binary message to send; returns its size: 32 bytes, or 36 with a seq of 2^32 or more. */
size_t posed_input_write(uint8_t out[POSED_INPUT_BYTES], const posed_input *input);

/* -- sessions ----------------------------------------------------------------
 *
 * Texts to send, texts that came, and when to connect again. The socket and the clock are the caller's (clients/c/example_lws.c uses
 * libwebsockets):
 *
 *     connect                    open ws://HOST/v1/stream, subprotocol posed.v1
 *     it is open                 posed_session_opened
 *     a text came                posed_session_text: welcome, spawned, event, error, bye...
 *     bytes came                 posed_frame_open, then posed_session_next for each character
 *     after each of these        while ((n = posed_session_say(&s, out, sizeof out)) > 0) send the text
 *     once a second              posed_session_beat: 1: the connection fell silent; drop it, then posed_session_closed
 *     it closed, or did not open posed_session_closed: seconds to wait, then connect again; or it is over
 *
 * A session whose connection was lost is resumed by the token: `welcome` says resumed, the characters are the same. When the server has forgotten the
 * session (it was restarted) a new one begins by itself: `welcome` comes with is_new, and the characters must be spawned again.
 * Profile and inputs have to be sent again after each welcome; the server forgets inputs that are older than 5 s.
 */
#define POSED_TEXT_MAX   128 /* bytes of names and details that are kept; the rest is cut */
#define POSED_MODELS_MAX 8
#define POSED_OWN_MAX    64 /* characters whose model is remembered */
#define POSED_LOGGED_MAX 16 /* kinds of errors that are logged      */

typedef enum posed_state {
    POSED_CLOSED,  /* not begun, or over for good */
    POSED_JOINING, /* the socket is open     */
    POSED_JOINED,
    POSED_WAITING /* to connect again       */
} posed_state;

typedef enum posed_text_type {
    POSED_TEXT_BAD, /* no JSON, or without what it must have */
    POSED_TEXT_WELCOME,
    POSED_TEXT_SPAWNED,
    POSED_TEXT_DONE,
    POSED_TEXT_EVENT,
    POSED_TEXT_STATS,
    POSED_TEXT_ERROR,
    POSED_TEXT_PONG,
    POSED_TEXT_BYE,
    POSED_TEXT_LOWERED, /* frames come more rarely than asked, or as asked again */
    POSED_TEXT_OTHER    /* a later version's */
} posed_text_type;

typedef enum posed_event {
    POSED_EVENT_OTHER,
    POSED_FOOTSTEP,
    POSED_JUMP,
    POSED_LAND,
    POSED_BLOCKED,
    POSED_ARRIVED,
    POSED_UNREACHABLE /* no way to the seat, or the place, that it was sent to */
} posed_event;

enum { POSED_TRANSLATED_MAX = 8 }; /* a server moves two feet and two hands at most */

/* The contents of a text; what its type does not have is zero. */
typedef struct posed_text {
    posed_text_type type;
    uint32_t ref;                   /* of the message that it answers; 0: none */
    uint32_t id, tick;              /* spawned, event                          */
    char model[POSED_TEXT_MAX];     /* spawned                                 */
    char character[POSED_TEXT_MAX]; /* spawned: the user's own, "" for none  */
    int node_count, root_node;      /* spawned: of it; the node that posed_character's node_root is of */
    int translated_count; /* spawned: how many of its nodes frames move as well as turn, besides the root's */
    int translated[POSED_TRANSLATED_MAX]; /* spawned: which, from 0 to node_count - 1 */
    double scale;                         /* spawned: of the whole of it in the world */
    posed_event event;                    /* event                                   */
    int is_right;                         /* footstep: 0 left, 1 right               */
    float position[3];                    /* event, world                            */
    double time;                          /* event; pong: what ping had              */
    double server_time;                   /* pong                                    */
    int resumed, is_new;                  /* welcome; is_new: another session than before */
    char code[POSED_TEXT_MAX];            /* error; bye: its reason                  */
    char pointer[POSED_TEXT_MAX];         /* error                                   */
    char detail[POSED_TEXT_MAX];          /* error, bye, lowered                     */
    int come_back;                        /* bye                                     */
    double after;                         /* bye: seconds                            */
    int asked;                            /* lowered: the profile's divisor          */
    double divisor;                       /* lowered: ticks between two frames, on average; 0: none came */
    double vertices_divisor; /* lowered: of one character's vertices; asked, where there are none */
} posed_text;

typedef struct posed_session {
    posed_state state;
    char session[POSED_TEXT_MAX],
        token[POSED_TEXT_MAX]; /* token: set it before the first connection to resume */
    char scene[POSED_TEXT_MAX],
        watch[POSED_TEXT_MAX]; /* set one before the first connection, or none       */
    double tick_rate;
    int attempts, attempts_max; /* in a row without a welcome; 0: for ever */
    double
        silence; /* seconds without a text after which posed_session_beat gives the connection up; init: 10; 0: never */
    double
        lowered; /* ticks between two frames while the server is too busy for all that was asked; HUGE_VAL: none comes, 0: as asked */
    /* Called once for each kind (code and pointer) of error, and of bye that ends the session: "posed: range: /move/0: 5000; -1000 to 1000
     * allowed". posed_session_init sets one that writes to stderr; NULL for programs that look at every posed_text themselves. */
    void (*log)(void *arg, const char *line);
    void *log_arg;
    /* private */
    uint32_t logged[POSED_LOGGED_MAX];
    int logged_count;
    int join_due, ping_due, is_final;
    double quiet, beat_at; /* seconds without a text, summed beat by beat; of the last beat, below 0: none */
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

/* seed: randomises the waiting times; a different one for each client. */
void posed_session_init(posed_session *s, uint32_t seed);
void posed_session_opened(posed_session *s);
/* Reads one whole text; out->type says what it is. */
posed_text_type posed_session_text(posed_session *s, posed_text *out, const char *text, size_t size);
/* -- a character of the user's own ---------------------------------------------
 *
 * spawned says which nodes of its file frames rotate, and in which order; then each frame has what to set, in the file's own frames and units:
 *
 *     posed_session_text(&s, &said, text, size)            said.node_count, said.root_node, said.scale
 *     for k: posed_text_node(name, text, size, said.id, k) node[k] = the program's node of that name
 *     of each frame, who.node_count == said.node_count:
 *         for k: posed_node_rotation(q, &who, k)           node[k].rotation = q
 *         for i < who.translation_count: posed_node_translation(p, &who, i)   node[said.translated[i]].translation = p
 *         node[said.root_node].translation = who.node_root; the file's scene stands at the world's origin, scaled by said.scale
 */
/* The name of a character's node, from a spawned or a welcome that lists the character; cut to POSED_TEXT_MAX. 0: there is none. */
int posed_text_node(char out[POSED_TEXT_MAX], const char *text, size_t size, uint32_t id, int node);
/* From a welcome: a character that is there already, as its spawned would have it. 0: it is not there. */
int posed_text_character(posed_text *out, const char *text, size_t size, uint32_t id);

/* A text to be sent now, without a 0 at its end; its bytes, 0: nothing to send, or capacity (256 is enough) is too small. */
size_t posed_session_say(posed_session *s, char *out, size_t capacity);
/* Call it about once a second while the socket is open, with the seconds of a clock that only goes forwards. It asks for a pong, which
 * posed_session_say writes, and counts how long no text came. 1: nothing came for s->silence seconds, and nothing will: the computer slept, a Wi-Fi
 * network was left, a NAT forgot the connection. Then drop the socket without waiting for its close, and call posed_session_closed.
 * A beat counts for two seconds at most, so that a program that was stopped for a while does not take that for silence. */
int posed_session_beat(posed_session *s, double now);
/* 1 and the seconds to wait before connecting again, or 0: it is over (state POSED_CLOSED). */
int posed_session_closed(posed_session *s, double *wait);
/* As posed_frame_next, with the counts of each character's own model. */
int posed_session_next(const posed_session *s, posed_frame *frame, posed_character *out);

/* Texts to send; the bytes, or 0 when capacity is too small. ref: the answer repeats it; 0: none. */
size_t posed_write_spawn(char *out, size_t capacity, uint32_t ref, const char *model, const float position[2],
                         float facing); /* model NULL: the default one */
/* A character that was put before with PUT /v1/characters/NAME. */
size_t posed_write_spawn_character(char *out, size_t capacity, uint32_t ref, const char *character,
                                   const float position[2], float facing);
size_t posed_write_profile(char *out, size_t capacity, uint32_t ref, unsigned channels, int divisor,
                           int rotation_bits);
size_t posed_write_follow(char *out, size_t capacity, uint32_t ref, uint32_t id, const float (*path)[2],
                          int count, int closed);
/* How a path is walked: zero is the server's own choice of each. */
typedef struct posed_follow {
    const float (*path)[2]; /* (count,2) x, z */
    int count, closed;
    int round;       /* the only point is a place: the way there goes round walls, seats and steps */
    float space;     /* metres kept from the session's other characters; 0: none                   */
    float wander;    /* metres: for ever from one place to another about the only point            */
    float lookahead; /* metres */
    float speed;     /* m/s    */
    int gait;        /* as an input's */
} posed_follow;
size_t posed_write_follow_as(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_follow *how);
size_t posed_write_look(char *out, size_t capacity, uint32_t ref, uint32_t id,
                        const float at[2]); /* NULL: nowhere */
/* One of a body's expressions by its name, ARKit's "mouthSmileLeft" and the like. */
typedef struct posed_shape {
    const char *name;
    float weight; /* -2 to 2 */
} posed_shape;
/* The face and hands of a character's body; zero: all of it at rest. */
typedef struct posed_face {
    const posed_shape *shapes; /* (count) */
    int count;
    const char *left_hand, *right_hand; /* "fist", "point", ...; NULL: at ease          */
    float seconds;                      /* to get there; 0: the server's choice */
} posed_face;
size_t posed_write_face(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_face *face);
/* A hand, "left_hand" or "right_hand", to a place (metres, world); weight 0 to 1, 0 lets go; seconds to get there and back. */
size_t posed_write_reach(char *out, size_t capacity, uint32_t ref, uint32_t id, const char *joint,
                         const float target[3], float weight, float seconds);
/* To a chair: x, z of its seat, which way it faces (radians about +Y), metres of the seat over the ground (0.3 to 0.65). NULL: stands up. */
size_t posed_write_sit(char *out, size_t capacity, uint32_t ref, uint32_t id, const float seat[2],
                       float facing, float height);
/* How somebody goes to a chair. */
typedef struct posed_seat {
    float at[2], facing, height; /* as posed_write_sit has them */
    float seconds;               /* to sit down; 0: the server's choice */
    float space;                 /* metres kept from the session's other characters on the way; 0: none */
} posed_seat;
size_t posed_write_sit_as(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_seat *seat);
size_t posed_write_despawn(char *out, size_t capacity, uint32_t ref, uint32_t id);
size_t posed_write_ping(char *out, size_t capacity, uint32_t ref, double time);
size_t posed_write_leave(char *out, size_t capacity);
/* Any message with any field: members is JSON behind the type, as "\"body\":{\"model\":\"person\"},\"style\":\"proud\""; "" or NULL: none. */
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
/* Bytes without the 0 that ends it; 0 when capacity is too small. Id, names and values may have any character; id and more: NULL: none. */
size_t posed_write_path(char *out, size_t capacity, const char *kind, const char *id, const char *more,
                        const posed_field *fields, int count);

#ifdef __cplusplus
}
#endif

#endif
