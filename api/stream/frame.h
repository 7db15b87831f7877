#ifndef PD_API_STREAM_FRAME_H
#define PD_API_STREAM_FRAME_H
/* Encodes the binary frames that the stream sends, and decodes the binary inputs that clients send.
 * docs/reference/stream.md describes every byte; clients/c decodes frames.
 *
 *     frame      24 bytes: "PSD1", version, kind, flags, tick, time, character count, translation count; then
 *                the characters; then the translations
 *     character  32 bytes: id, last input, channel mask, contacts, gait, phase, root, yaw; then its channels
 *                by the mask's bits:
 *       joints      i16 x,y,z for each joint, in 1/4096 m, in the root's frame
 *       rotations   one rotation for each joint, encoded as smallest three in 48 or 32 bits, relative to the
 *                   parent; of joint 0 in the root's frame
 *       trajectory  i16 x,y,z and facing for each sample: 1/4096 m and pi/32768 rad, in the root's frame
 *       smpl        i16 x,y,z of the pelvis, then 24 rotations, all encoded as above
 *       vertices    u32 count, then i16 x,y,z for each vertex, encoded as joints
 *       character   character that a client put: u16 count N, u16 count M, f32 x,y,z of the root's node
 *                   relative to its parent node, then N rotations of nodes relative to their parents, in the
 *                   file's axes and units, in the order of the joints in the message `spawned`
 *       seq         u32: upper half of the number of the last input. The channel is present if that number is
 *                   2^32 or more; clients do not select it
 *       face        u8 count W, u8 count F, then an i16 for each of W weights of the face in 1/8192, then F
 *                   rotations of finger joints relative to their parents. Weights are in the order of
 *                   pd_retarget_face_names, fingers in that of core/anim/alive.h.
 *       soft        u8 count S, then an i16 for each of S soft-tissue coefficients of the body in 1/1024, in
 *                   the order of `soft` in the message `spawned`
 *     translations  f32 x,y,z for each node that is translated as well as rotated (`translated` in
 *                   `spawned`), relative to its parent node, in the
 *                file's units. They are at the end of the message, after all characters: M of the first
 *                character that has some, then those of the next. A decoder without support for them stops
 *                after the last character and decodes everything else correctly.
 *
 * Root's frame   Origin on the ground under the hips, +Z in the facing direction. To convert to world: rotate
 *                by yaw about +Y, then add root.
 * Smallest three Leaves out the quaternion component of largest magnitude (two highest bits: its index) after
 * making it positive. The other three
 *                components c, within +-1/sqrt(2), take n = 15 or 10 bits each: u = round((c sqrt(2) + 1)/2
 *                (2^n - 1)).
 * Saturation     A value beyond the range of i16 (8 m from the root) is clamped; it never wraps around.
 */
#include "core/base/buffer.h"
#include "core/base/size.h"
#include "core/math/quat.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_API_FRAME_HEADER    24
#define PD_API_FRAME_CHARACTER 32
#define PD_API_FRAME_VERSION   1
#define PD_API_FRAME_KIND      0 /* the only kind: a frame of characters */
#define PD_API_FRAME_SCALE     4096.0
#define PD_API_FRAME_WEIGHT    8192.0 /* weights of the face: -4 to 4 */
#define PD_API_FRAME_SOFT      1024.0 /* soft-tissue coefficients: -32 to 32 */
/* largest number of an input: 2^53, up to which a double holds each integer exactly */
#define PD_API_SEQ_MAX         9007199254740992.0

/* Names of the channels that clients select, in the order of the bits of the mask, without `seq`. root and
 * contacts are in the fixed part of a character. */
#define PD_API_FRAME_CHANNELS "root|joints|rotations|contacts|trajectory|smpl|vertices|character|face|soft"
enum {
    PD_API_CHANNEL_ROOT = 1 << 0,
    PD_API_CHANNEL_JOINTS = 1 << 1,
    PD_API_CHANNEL_ROTATIONS = 1 << 2,
    PD_API_CHANNEL_CONTACTS = 1 << 3,
    PD_API_CHANNEL_TRAJECTORY = 1 << 4,
    PD_API_CHANNEL_SMPL = 1 << 5,
    PD_API_CHANNEL_VERTICES = 1 << 6,
    PD_API_CHANNEL_CHARACTER = 1 << 7,
    PD_API_CHANNEL_SEQ = 1 << 8, /* set by pd_api_frame_add, not by clients */
    PD_API_CHANNEL_FACE = 1 << 9,
    PD_API_CHANNEL_SOFT = 1 << 10
};
/* Flags of a frame: rotations have 32 bits; characters that it lacks are there, too (profile `budget`). */
enum { PD_API_FRAME_ROTATIONS_32 = 1 << 0, PD_API_FRAME_PARTIAL = 1 << 1 };

/* Content and rate of the frames of one connection (message `profile`). */
typedef struct pd_api_profile {
    unsigned channels; /* PD_API_CHANNEL_* */
    int divisor;       /* a frame every n-th tick */
    int rotation_bits; /* bits of one rotation: 48 or 32 */
    /* largest error of a joint in compact frames (core/wire/wire.h),
     * 1 to 10 mm; 0: frames as described above */
    int compact;
    int budget;     /* bytes of frames a second; 0: all characters are in every frame */
    bool has_view;  /* with a budget: the client sees from `view`, else from its own character */
    double view[2]; /* x, z in metres */
    double radius;  /* with a budget: metres beyond which characters are left out */
} pd_api_profile;

/* Channels that compact frames may hold. */
#define PD_API_FRAME_COMPACT                                                                                 \
    (PD_API_CHANNEL_ROOT | PD_API_CHANNEL_ROTATIONS | PD_API_CHANNEL_CONTACTS | PD_API_CHANNEL_SMPL |        \
     PD_API_CHANNEL_FACE)
#define PD_API_BUDGET_LEAST 1000 /* bytes a second */
#define PD_API_RADIUS       60.0 /* metres, where a profile with a budget names none */
/* Returns true if two profiles give the same frames, in the ticks in which both are due. With a budget each
 * client has frames of its own. */
bool pd_api_profile_same(const pd_api_profile *a, const pd_api_profile *b);

/* State of one character for a frame. Arrays are borrowed; if an array is NULL, its channel is left out and
 * its bit is 0. */
typedef struct pd_api_frame_character {
    uint32_t id;
    uint64_t seq;      /* number of the last input that the state takes into account */
    unsigned contacts; /* bit 0 left heel, 1 left toe, 2 right heel, 3 right toe */
    int gait;          /* index of the strongest gait */
    double phase;      /* radians, [0, 2 pi) */
    pd_vec3 root;      /* position on the ground, world, metres */
    double yaw;        /* facing about +Y in radians; 0 faces +Z */
    int joint_count;
    const pd_vec3 *joints;    /* (J) positions, world, metres */
    const pd_quat *rotations; /* (J) relative to the parent; of joint 0 in the world */
    int sample_count;
    const pd_vec3 *samples; /* (w) trajectory on the ground, world, metres */
    const double *facings;  /* (w) facing at each sample, radians in the world */
    const pd_quat *smpl;    /* (24) rotations relative to the parent; of the pelvis in the world */
    pd_vec3 pelvis;         /* position of the SMPL pelvis, world, metres */
    int vertex_count;
    const float *vertices; /* (V,3) world, metres */
    int node_count;        /* character that a client put: number of nodes */
    const pd_quat *nodes;  /* (N) rotations of its nodes; NULL: no such character */
    pd_vec3 node_root;     /* translation of the node of its root */
    int moved_count;
    const pd_vec3 *moved; /* (M) translations of nodes that are translated as well as rotated; NULL: none */
    int weight_count, finger_count; /* at most 255 each */
    const float *weights;           /* (W) weights of the face; NULL: no such body */
    const pd_quat *fingers;         /* (F) rotations of finger joints relative to their parents */
    int soft_count;                 /* at most 255                                              */
    const float *soft;              /* (S) soft-tissue coefficients; NULL: no such body         */
} pd_api_frame_character;

/* Begins a frame: appends its head to `out` and returns its offset. Add characters with pd_api_frame_add.
 * Nothing else may be appended to `out` until all characters are added. */
size_t pd_api_frame_begin(pd_buffer *out, const pd_api_profile *profile, uint32_t tick, double time);
/* Adds a character to the frame at offset `frame` of `out`. */
void pd_api_frame_add(pd_buffer *out, size_t frame, const pd_api_frame_character *character,
                      const pd_api_profile *profile);
/* Notes that the frame at offset `frame` of `out` lacks characters. */
void pd_api_frame_set_partial(pd_buffer *out, size_t frame);
/* Adds the characters of a whole frame with the same profile to the frame at offset `frame`. */
void pd_api_frame_append(pd_buffer *out, size_t frame, pd_bytes other);
/* Returns the bytes of the channel `character` with its translations. */
size_t pd_api_frame_node_bytes(const pd_api_profile *profile, int nodes, int moved);
/* Returns the bytes of the channel `face`. */
size_t pd_api_frame_face_bytes(const pd_api_profile *profile, int weights, int fingers);
/* Returns the bytes of the channel `soft`. */
size_t pd_api_frame_soft_bytes(const pd_api_profile *profile, int coefficients);
/* Returns the channel of each name of PD_API_FRAME_CHANNELS whose bit,
 * counted from the first name, is set in `names`. */
unsigned pd_api_frame_channels(unsigned names);
/* Returns the bytes of a character with all other channels, for these counts.
 * The channel seq adds 4 bytes. */
size_t pd_api_frame_bytes(const pd_api_profile *profile, int joints, int samples, int vertices);

/* Binary inputs have 32 bytes, or 36 if their number is 2^32 or more; the last four bytes are then the upper
 * half of the number. With four more bytes they name the tick in which they are applied. */
#define PD_API_INPUT_BYTES      32
#define PD_API_INPUT_BYTES_SEQ  36
#define PD_API_INPUT_BYTES_MOST 40
enum { PD_API_INPUT_JUMP = 1, PD_API_INPUT_RESPONSIVE = 2, PD_API_INPUT_LOOK = 4 };
typedef struct pd_api_binary_input {
    uint32_t id;
    uint64_t seq;
    bool has_tick;
    uint32_t tick;  /* tick in which it is applied, if has_tick */
    unsigned flags; /* PD_API_INPUT_* */
    int gait, axes; /* indices of the choices in the JSON message `input` */
    /* input of the character, in the units of the JSON message `input` */
    double move[2], look[2], camera_yaw, strafe, speed;
} pd_api_binary_input;

/* Decodes an input. PD_ERR_FORMAT, PD_ERR_RANGE: err->where is "byte 12";
 * err->detail has the value and the allowed range. */
pd_status pd_api_input_decode(pd_api_binary_input *out, const unsigned char *bytes, size_t size,
                              pd_error *err);
/* Encodes an input. Returns its size, one of PD_API_INPUT_BYTES*. */
size_t pd_api_input_encode(unsigned char out[PD_API_INPUT_BYTES_MOST], const pd_api_binary_input *input);

/* Samples of a sound as a binary message: a head, then the samples. */
#define PD_API_SOUND_HEAD  16
#define PD_API_SOUND_KIND  2
#define PD_API_SOUND_BYTES (192 * 1024) /* most bytes of samples: a second of floats at 48 kHz */
typedef struct pd_api_binary_sound {
    uint32_t id;
    uint64_t at;      /* number of the first sample */
    pd_bytes samples; /* inside the message */
} pd_api_binary_sound;

/* Decodes a sound. PD_ERR_FORMAT, PD_ERR_RANGE as above. */
pd_status pd_api_sound_decode(pd_api_binary_sound *out, const unsigned char *bytes, size_t size,
                              pd_error *err);
/* Writes the head of a sound. */
void pd_api_sound_encode(unsigned char out[PD_API_SOUND_HEAD], uint32_t id, uint64_t at);

#endif
