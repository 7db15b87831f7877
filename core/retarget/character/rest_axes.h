#ifndef PD_RETARGET_CHARACTER_REST_AXES_H
#define PD_RETARGET_CHARACTER_REST_AXES_H
/* Axes of the bones at rest that programs expect with a naming.
 *
 * Clips and poses of Mixamo and Ready Player Me have local rotations about Mixamo's axes. They fit a skeleton
 * whose bones have these axes in the T-pose:
 *
 *     hips                Y up, X to the left, Z forward
 *     trunk, neck, head   Y up and 7.7 (two lower bones of the spine) or 3.5 degrees backward, X to the left
 *     collar bones        Y outward, 11.9 degrees backward and 2.8 down, X backward (left) or forward (right)
 *     arms, hands         Y along the bone, X backward (left) or forward (right), Z down
 *     fingers             Y along the bone; by the smallest rotation from the parent's axes
 *     legs                Y along the bone, X to the right
 *     feet                Y forward and 39.2 degrees down, X to the right
 *     toes                Y forward, X to the right
 *     eyes                Y forward, X to the right, Z up
 *
 * Arms and legs should point where those of the clip's figure do, so their axes follow our bones. Our other
 * joints do not stand where Mixamo's do: our neck bone leans 20 degrees forward, our foot bone 21 degrees
 * down. Axes along these bones would turn the parts by the difference in every clip, so these parts have
 * Mixamo's directions, which are those of the X Bot at rest. The chest, neck and head of the X Bot have 7
 * degrees; in a pose of Ready Player Me that stands straight (TalkingHead's) they have 4 backward to 2
 * forward. 3.5 is half.
 *
 * Other namings have no axes of their own: their programs (VRM, Unity, Unreal's retargeter, WebXR) take any.
 *
 * Shapes   K joints; rotations (3,3) row-major, whose columns are the bone's axes in model space.
 * Spaces   model space, T-pose, +Y up, facing +Z, left at +X; metres.   Memory  none.   Threads  pure.
 */
#include "core/retarget/character/joint_names.h"

#include <stdbool.h>

/* Writes out (K,3,3) for joints with SMPL's names. Joints that the naming does not cover get the axes of
 * their parent. Returns false, and writes nothing, for a naming without axes. */
bool pd_retarget_rest_axes(float *out, const char (*names)[PD_ANIM_NAME_BYTES], const int *parents,
                           const float *rest_joints, int joint_count, pd_retarget_names set);

#endif
