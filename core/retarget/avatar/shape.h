#ifndef PD_RETARGET_AVATAR_SHAPE_H
#define PD_RETARGET_AVATAR_SHAPE_H
/* Finds head, arms and legs in a skeleton by its tree and its rest pose alone; see match.h for what is looked for.
 *
 * Up is +Y, or the axis along which the skeleton is longest when nothing is found that way.
 * Spaces  positions at rest, any unit.   Threads  pure.
 */
#include "core/anim/humanoid.h"

#include <stdbool.h>

/* joints (PD_ANIM_HUMAN_COUNT): what was found, -1 for the rest; unsure: 0 certain to 1 between two joints. false: no person; *why says what was seen. */
bool pd_retarget_shape_find(int *joints, double *unsure, char why[160], const pd_anim_skeleton *skeleton,
                            const pd_vec3 *rest);

#endif
