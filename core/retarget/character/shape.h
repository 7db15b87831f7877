#ifndef PD_RETARGET_CHARACTER_SHAPE_H
#define PD_RETARGET_CHARACTER_SHAPE_H
/* Finds head, arms and legs in a skeleton by its tree and its rest pose alone; match.h lists the rules.
 *
 * Up is the first of +Y, +Z, -Y, -Z, +X and -X for which a person is found.
 * Spaces   positions at rest, any unit.
 * Threads  pure functions.
 */
#include "core/anim/humanoid.h"

#include <stdbool.h>

/* Finds the joint of each bone: joints (PD_ANIM_HUMAN_COUNT), -1: none. unsure: 0 for proportions of a person
 * to 1 for a guess. Returns false when there is no person; `why` then describes what was found with +Y up. */
bool pd_retarget_shape_find(int *joints, double *unsure, char why[160], const pd_anim_skeleton *skeleton,
                            const pd_vec3 *rest);

#endif
