#ifndef PD_CHARACTER_ACTION_CLIP_H
#define PD_CHARACTER_ACTION_CLIP_H
/* A clip that characters play (play.h): captured or keyed motion on the biped, packed at 30 frames a second.
 *
 *     hips in the world   at + R(yaw) h            at, yaw: root of the frame;  h: hips in the root's frame
 *     root                at: the hips' path on the ground, yaw: the direction across hips and shoulders,
 *                         both smoothed with a Gaussian of ROOT_SIGMA seconds; frame 0 has at = 0, yaw = 0
 *     between frames      Catmull-Rom splines of each number; quaternions are normalised afterwards
 *     contact             heel or toe within CONTACT_HEIGHT of its planted height, slower than
 *                         CONTACT_SPEED along the ground, while the hips are above CONTACT_HIPS
 *
 * A rotation is packed into 48 bits: the index of the largest component and the other three in 15 bits each,
 * which leaves errors of .003 degrees. A second of a clip takes 6.4 kB.
 *
 * Shapes   T frames, J = 31 joints of core/anim/biped.h.
 * Spaces   rotations: local to the parent, that of joint 0 in the root's frame; metres, +Y up, floor y = 0.
 * Memory   reference-counted (atomic): _make and _from_arrays give one reference, _release drops one.
 * Threads  const after it is made; _sample is pure and has the same bits on every machine.
 * Errors   ERR_INVALID: another skeleton or rate; ERR_LIMIT: too long; ERR_RANGE: a number that is not
 *          allowed, with its place; ERR_MEMORY.
 */
#include "core/anim/biped.h"
#include "core/anim/clip.h"
#include "core/pfnn/layout.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_CHARACTER_CLIP_RATE    30.0
#define PD_CHARACTER_CLIP_SECONDS 600.0 /* longest clip */
#define PD_CHARACTER_CLIP_REACH   1e4   /* largest distance of root or hips, metres */

typedef struct pd_character_clip_root {
    float at[2], yaw; /* x, z and yaw relative to frame 0; yaw is unwrapped */
    float hips[3];    /* position of the hips in the root's frame */
} pd_character_clip_root;

typedef struct pd_character_clip {
    int references; /* atomic */
    int frame_count;
    uint64_t hash;                                  /* of all arrays */
    pd_character_clip_root *roots;                  /* (T) */
    uint16_t (*rotations)[PD_ANIM_BIPED_JOINTS][3]; /* (T,J) packed */
    uint8_t *contacts;                              /* (T) bit i: contact i of core/pfnn/layout.h */
} pd_character_clip;

/* One moment of a clip. */
typedef struct pd_character_clip_moment {
    double at[2], yaw;
    pd_vec3 hips;
    pd_quat rotations[PD_ANIM_BIPED_JOINTS];
    float contacts[PD_PFNN_CONTACTS]; /* 0 to 1 */
} pd_character_clip_moment;

/* Packs a clip on the biped at 60 frames a second, floor y = 0 (core/character/capture/capture.h). */
pd_status pd_character_clip_make(pd_character_clip **out, const pd_anim_clip *clip, pd_error *err);
/* Makes a clip of arrays with the layout of the struct, which are copied and checked.
 * where: prefix of places in errors. */
pd_status pd_character_clip_from_arrays(pd_character_clip **out, const pd_character_clip *arrays,
                                        const char *where, pd_error *err);
pd_character_clip *pd_character_clip_retain(const pd_character_clip *clip);
void pd_character_clip_release(const pd_character_clip *clip); /* NULL is allowed */
/* Returns the bytes that a clip of so many frames takes. */
size_t pd_character_clip_bytes(int frame_count);
/* Returns the duration in seconds, (T - 1)/30. */
double pd_character_clip_seconds(const pd_character_clip *clip);
/* Computes the moment at `time` seconds, which is clamped to the clip. */
void pd_character_clip_sample(pd_character_clip_moment *out, const pd_character_clip *clip, double time);

/* Packs a unit quaternion and unpacks it again. */
void pd_character_clip_pack(uint16_t out[3], pd_quat q);
pd_quat pd_character_clip_unpack(const uint16_t packed[3]);

#endif
