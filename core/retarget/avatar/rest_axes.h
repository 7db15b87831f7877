#ifndef PD_RETARGET_AVATAR_REST_AXES_H
#define PD_RETARGET_AVATAR_REST_AXES_H
/* Axes of the bones at rest that programs expect with a naming.
 *
 * Clips and poses of Mixamo and Ready Player Me have local rotations about Mixamo's axes. They fit a skeleton whose bones have these axes in the
 * T-pose:
 *
 *     trunk, neck, head   Y up along the bone, X to the left, Z forward
 *     arms, hands         Y along the bone, X backward (left) or forward (right), Z down
 *     fingers             Y along the bone; by the smallest rotation from the parent's axes
 *     legs, feet, toes    Y along the bone, X to the right
 *     eyes                Y forward, X to the right, Z up
 *
 * Other namings have no axes of their own: their programs (VRM, Unity, Unreal's retargeter, WebXR) take any.
 *
 * Shapes   K joints; rotations (3,3) row-major, whose columns are the bone's axes in model space.
 * Spaces   model space, T-pose, +Y up, facing +Z, left at +X; metres.   Memory  none.   Threads  pure.
 */
#include "core/retarget/avatar/joint_names.h"

#include <stdbool.h>

/* Writes out (K,3,3) for joints with SMPL's names. Joints that the naming does not cover get the axes of their parent. Returns false, and
 * writes nothing, for a naming without axes. */
bool pd_retarget_rest_axes(float *out, const char (*names)[PD_ANIM_NAME_BYTES], const int *parents,
                           const float *rest_joints, int joint_count, pd_retarget_names set);

#endif
