#ifndef PD_SRV_STAGE_PAST_H
#define PD_SRV_STAGE_PAST_H
/* Poses of a character of a room in its last ticks, for rays at a moment that a client drew (cast.h).
 *
 *     a tick      root, facing, first joint and rotations as frames have them, in the frame of the root:
 *                 rotations in 4 x 16 bits, weights and soft tissue in 16 bits, with the frames' steps
 *     between     interpolated as clients do: places and weights linearly, rotations on the shorter arc, in
 *                 the frame of the root, whose facing is interpolated, too
 *
 * A character with a body has the joints of the body, another those of the motion skeleton.
 *
 * Memory   pd_srv_past_new / _free; about 0.25 kB a tick, 0.5 kB with fingers and face.
 * Threads  under the stage's lock.
 * Errors   none but lack of memory.
 */
#include "core/anim/capsules.h"
#include "core/retarget/live_body.h"
#include "server/stage/stage_parts.h"

/* Spheres of a body (core/smpl/hit.h), shared by the rays that are under way. */
typedef struct pd_srv_spheres {
    int references;
    float (*bounds)[4];
} pd_srv_spheres;
pd_srv_spheres *pd_srv_spheres_retain(pd_srv_spheres *spheres); /* NULL is allowed */
void pd_srv_spheres_release(pd_srv_spheres *spheres);           /* NULL is allowed */

typedef struct pd_srv_past {
    int capacity, joint_count, weight_count, soft_count;
    size_t stride, bytes;      /* of a tick; of all memory */
    uint32_t newest;           /* tick noted last; valid if count > 0 */
    int count;                 /* ticks that are kept, without gaps */
    pd_anim_capsules capsules; /* of a character without body */
    pd_srv_spheres *spheres;   /* of the body; NULL: nobody has cast a ray at it */
    unsigned char *ticks;      /* (capacity,stride) */
} pd_srv_past;

/* Makes an empty past of the last `capacity` ticks of a character. NULL: out of memory. */
pd_srv_past *pd_srv_past_new(const pd_srv_character *a, int capacity);
void pd_srv_past_free(pd_srv_past *past); /* NULL is allowed */
/* Notes the pose that the frames of this tick show. */
void pd_srv_past_note(pd_srv_past *past, const pd_srv_character *a, uint32_t tick);

/* Pose of a character at a moment. */
typedef struct pd_srv_moment {
    pd_vec3 root;  /* on the ground, world */
    pd_vec3 first; /* position of the first joint, world; without body: translation of the skeleton */
    pd_quat rotations[PD_ANIM_MAX_JOINTS]; /* local, the first in the world */
    float weights[PD_RETARGET_FACE_SHAPES], soft[64];
    int joint_count, weight_count, soft_count;
} pd_srv_moment;

/* Returns a box about the character between two ticks: fraction 0 is the first, 1 the second. False: one of
 * them is not kept. */
bool pd_srv_past_box(pd_vec3 *low, pd_vec3 *high, const pd_srv_past *past, uint32_t tick, int span,
                     double fraction);
/* Computes the pose there. */
bool pd_srv_past_between(pd_srv_moment *out, const pd_srv_past *past, uint32_t tick, int span,
                         double fraction);

#endif
