#ifndef PD_CHARACTER_POSE_JUMP_PARTS_H
#define PD_CHARACTER_POSE_JUMP_PARTS_H
/* Parts of a jump. Only jump*.c include this header; jump.h describes the jump.
 *
 *     jump        phases of the jump, heights of the hips, positions of the feet
 *     jump_shape  pose of the body: curves of trunk, arms and feet in a jump from standing; bend of the knees
 *
 * Spaces   world, metres, +Y up; angles in degrees for the curves, in radians for the knees.
 * Memory   plain; the state is in pd_character_jump.   Threads  pure.   Errors  none.
 */
#include "core/character/pose/jump.h"

/* -- jump_shape.c -- */

/* Returns the pitch of the feet in a jump from standing, degrees. shows: time along the curves. */
double pd_character_jump_shape_foot(double shows);
/* Applies the curves to trunk, arms and feet, raises each foot by `ups` metres, and smooths the bend of the
 * knees. The hips must already be at their height. rotations, joints: in and out (J) world. dir: facing. */
void pd_character_jump_shape(pd_quat *rotations, pd_vec3 *joints, pd_character_jump *jump,
                             const double ups[PD_CHARACTER_RIG_FEET], const double dir[2],
                             const pd_character_rig *rig);

#endif
