#ifndef PD_MOTION_VRM_ANIMATION_H
#define PD_MOTION_VRM_ANIMATION_H
/* Writes a motion as a VRM animation (.vrma): a glTF binary without a mesh, whose nodes are in a T-pose and
 * have the names of VRM's bones (VRMC_vrm_animation 1.0). It plays on every VRM: rotations are relative to
 * the T-pose (core/anim/humanoid.h), and the player scales the hips' translation by the hip height of its
 * avatar.
 *
 * Bones    the bones of the humanoid that the skeleton has: hips to head, arms to hands, legs to toes; no
 *          fingers, eyes or expressions. UpperChest is omitted, because avatars without that bone would lose
 *          its rotation; it is in Chest instead.
 * Spaces   glTF's: right-handed, +Y up, the T-pose looks along +Z; metres.
 * Memory   appended to out, whose size must be a multiple of 4.
 * Errors   ERR_UNSUPPORTED: the skeleton is not a humanoid; ERR_MEMORY.
 */
#include "core/anim/clip.h"
#include "core/base/buffer.h"

/* Appends the VRM animation of a clip; `name` is that of the animation. */
pd_status pd_motion_vrm_animation(pd_buffer *out, const pd_anim_clip *clip, const char *name, pd_error *err);

#endif
