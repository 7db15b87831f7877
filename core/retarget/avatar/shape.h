#ifndef PD_RETARGET_AVATAR_SHAPE_H
#define PD_RETARGET_AVATAR_SHAPE_H
/* Finds head, arms and legs in a skeleton by its tree and its rest pose alone; match.h lists the rules.
 *
 * Up is +Y, or the axis along which the skeleton is longest when +Y gives nothing.
 * Spaces   positions at rest, any unit.
 * Threads  pure functions.
 */
#include "core/anim/humanoid.h"

#include <stdbool.h>

/* Writes joints (PD_ANIM_HUMAN_COUNT): the joint found for each bone, or -1; unsure: 0 for certain to 1 for equal candidates. Returns false when
 * there is no person; *why says what was found. */
bool pd_retarget_shape_find(int *joints, double *unsure, char why[160], const pd_anim_skeleton *skeleton,
                            const pd_vec3 *rest);

#endif
