#ifndef PD_ANIM_CAPSULES_H
#define PD_ANIM_CAPSULES_H
/* Capsules about the bones of the skeleton of motion networks (biped.h), or of a body, for rays at characters
 * without skin.
 *
 *     axis    from one joint towards another: x(s) = (1 - s) p_from + s p_to, 0 <= s <= reach
 *     radius  about that of an adult's limb, times the length of the thigh divided by the biped's
 *
 * A skeleton with other names of joints has a capsule about every bone.
 *
 * Spaces   joints and results in one space, metres.   Memory  plain structs, nothing is allocated.
 * Threads  pure functions.   Errors  none.
 */
#include "core/anim/skeleton.h"
#include "core/math/ray.h"

#define PD_ANIM_CAPSULES 64 /* most capsules of a skeleton */

typedef struct pd_anim_capsule {
    int from, to; /* joints */
    double reach, radius;
} pd_anim_capsule;

typedef struct pd_anim_capsules {
    int count;
    pd_anim_capsule each[PD_ANIM_CAPSULES];
} pd_anim_capsules;

/* Makes the capsules of a skeleton. */
void pd_anim_capsules_init(pd_anim_capsules *out, const pd_anim_skeleton *skeleton);

typedef struct pd_anim_capsule_hit {
    double distance; /* from the start of the ray to the first contact */
    int joint;       /* where the capsule begins */
    pd_vec3 point;   /* on the capsule */
    pd_vec3 normal;  /* unit length, outwards */
} pd_anim_capsule_hit;

/* Finds the first capsule that the ray meets, for joints at `joints` (K). Returns false if there is none. */
bool pd_anim_capsules_meet(pd_anim_capsule_hit *out, const pd_anim_capsules *capsules, const pd_vec3 *joints,
                           const pd_ray *ray);

#endif
