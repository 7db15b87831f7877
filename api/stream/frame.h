#ifndef PD_API_STREAM_FRAME_H
#define PD_API_STREAM_FRAME_H
/* Binary messages of the stream: frames out, inputs in. docs/reference/stream.md gives every byte; clients/c decodes them.
 *
 *     frame      24 bytes: "PSD1", version, kind, flags, tick, time, character count, translation count; then the characters; then the
 *                translations
 *     character  32 bytes: id, last input, channel mask, contacts, gait, phase, root, yaw; then its channels by the mask's bits:
 *       joints      i16 x,y,z each, in 1/4096 m, in the root's frame
 *       rotations   smallest three, 48 or 32 bits each, local to the parent; joint 0's in the root's frame
 *       trajectory  i16 x,y,z, facing each: 1/4096 m, pi/32768 rad, in the root's frame
 *       smpl        i16 x,y,z of the pelvis, then its 24 rotations as above
 *       vertices    u32 count, then as joints
 *       character   u16 count N, u16 count M, f32 x,y,z of the root's node in the node above it, then the N nodes' own rotations: of a
 *                   user's own character, in its file's frames and units, joint by joint as `spawned` names them
 *       seq         u32: the upper half of the last input's number. Not asked for: it is there when that is 2^32 or more
 *     translations  f32 x,y,z each, in the node above it, in the file's units: of nodes that are moved as well as turned (`translated` of
 *                `spawned`). They stand at the end of the message, behind all characters: M of the first character that has some, then those
 *                of the next. A decoder that does not know them stops behind the last character and reads everything else as before.
 *
 * Root's frame   origin on the ground under the hips, +Z where the figure faces: turn by yaw about +Y, add root, and it is world.
 * Smallest three The component of largest magnitude is left out (its index is in the two highest bits) and its sign made positive; the
 *                others, within +-1/sqrt(2), take n = 15 or 10 bits each: u = round((c sqrt(2) + 1)/2 (2^n - 1)).
 * Saturation     what does not fit an i16 (8 m from the root) is cut there; nothing wraps round.
 */
#include "core/base/buffer.h"
#include "core/math/quat.h"

#include <stdint.h>

#define PD_API_FRAME_HEADER    24
#define PD_API_FRAME_CHARACTER 32
#define PD_API_FRAME_VERSION   1
#define PD_API_FRAME_KIND      0 /* the only kind: a frame of characters */
#define PD_API_FRAME_SCALE     4096.0
#define PD_API_SEQ_MAX         9007199254740992.0 /* of inputs: 2^53, below which every integer is a double */

/* The names of `channels`, by bit of the mask. root and contacts stand in the fixed part. */
#define PD_API_FRAME_CHANNELS "root|joints|rotations|contacts|trajectory|smpl|vertices|character"
enum {
    PD_API_CHANNEL_ROOT = 1 << 0,
    PD_API_CHANNEL_JOINTS = 1 << 1,
    PD_API_CHANNEL_ROTATIONS = 1 << 2,
    PD_API_CHANNEL_CONTACTS = 1 << 3,
    PD_API_CHANNEL_TRAJECTORY = 1 << 4,
    PD_API_CHANNEL_SMPL = 1 << 5,
    PD_API_CHANNEL_VERTICES = 1 << 6,
    PD_API_CHANNEL_CHARACTER = 1 << 7,
    PD_API_CHANNEL_SEQ = 1 << 8 /* set by the frame itself */
};
enum { PD_API_FRAME_ROTATIONS_32 = 1 << 0 }; /* flags */

/* What one connection wants of its characters. */
typedef struct pd_api_profile {
    unsigned channels;
    int divisor;       /* every n-th tick    */
    int rotation_bits; /* 48 or 32 a joint   */
} pd_api_profile;

/* One character's state, borrowed; an array that is NULL makes its channel empty and clears its bit. */
typedef struct pd_api_frame_character {
    uint32_t id;
    uint64_t seq;
    unsigned contacts; /* bit 0 left heel, 1 left toe, 2 right heel, 3 right toe */
    int gait;          /* index of the strongest                                 */
    double phase;      /* radians, [0, 2 pi)                                     */
    pd_vec3 root;      /* on the ground, world                                   */
    double yaw;        /* about +Y, 0 faces +Z                                   */
    int joint_count;
    const pd_vec3 *joints;    /* (J) world                          */
    const pd_quat *rotations; /* (J) local, joint 0's in the world  */
    int sample_count;
    const pd_vec3 *samples; /* (w) world, on the ground */
    const double *facings;  /* (w) yaw in the world     */
    const pd_quat *smpl;    /* (24) local, pelvis's in the world */
    pd_vec3 pelvis;         /* world */
    int vertex_count;
    const float *vertices; /* (V,3) world */
    int node_count;        /* of a user's own character */
    const pd_quat *nodes;  /* (N) rotations of its nodes; NULL: none */
    pd_vec3 node_root;     /* translation of its root's node */
    int moved_count;
    const pd_vec3 *moved; /* (M) translations of nodes that are moved too; NULL: none */
} pd_api_frame_character;

/* begin, then add each character: one whole message is appended to out, which has to end with the message. */
size_t pd_api_frame_begin(pd_buffer *out, const pd_api_profile *profile, uint32_t tick, double time);
void pd_api_frame_add(pd_buffer *out, size_t frame, const pd_api_frame_character *character,
                      const pd_api_profile *profile);
/* Bytes that the channel `character` takes, with its translations. */
size_t pd_api_frame_node_bytes(const pd_api_profile *profile, int nodes, int moved);
/* Bytes of all other channels of a character of these counts; at most 4 more with a large seq. */
size_t pd_api_frame_bytes(const pd_api_profile *profile, int joints, int samples, int vertices);

/* The input of 32 bytes, or of 36 when its number is 2^32 or more: the last four are the upper half of that. */
#define PD_API_INPUT_BYTES      32
#define PD_API_INPUT_BYTES_MOST 36
enum { PD_API_INPUT_JUMP = 1, PD_API_INPUT_RESPONSIVE = 2, PD_API_INPUT_LOOK = 4 };
typedef struct pd_api_binary_input {
    uint32_t id;
    uint64_t seq;
    unsigned flags;
    int gait, axes; /* indices of the JSON message's choices */
    double move[2], look[2], camera_yaw, strafe, speed;
} pd_api_binary_input;

/* ERR_FORMAT, ERR_RANGE: where is "byte 12", detail names value and range. */
pd_status pd_api_input_decode(pd_api_binary_input *out, const unsigned char *bytes, size_t size,
                              pd_error *err);
/* Returns the size: PD_API_INPUT_BYTES or PD_API_INPUT_BYTES_MOST. */
size_t pd_api_input_encode(unsigned char out[PD_API_INPUT_BYTES_MOST], const pd_api_binary_input *input);

#endif
