#ifndef PD_RETARGET_VRM_ANIMATION_H
#define PD_RETARGET_VRM_ANIMATION_H
/* A motion as a VRM animation (.vrma): a glTF binary without a mesh, whose nodes stand in a T-pose and are named as VRM's bones
 * (VRMC_vrm_animation 1.0). It fits every VRM: rotations are relative to the T-pose (core/anim/humanoid.h), and the player scales the
 * hips' translation by the hip height of its avatar.
 *
 * Bones    those of the humanoid that the skeleton has: hips to head, arms to hands, legs to toes; no fingers, eyes, expressions. UpperChest
 *          is left out, since avatars without one would lose its rotation: the chest has it.
 * Spaces   glTF's: right-handed, +Y up, the T-pose looks along +Z; metres.
 * Memory   appended to out, whose size must be a multiple of 4.
 * Errors   ERR_UNSUPPORTED: the skeleton is no humanoid; ERR_MEMORY.
 */
#include "core/anim/clip.h"
#include "core/base/buffer.h"

pd_status pd_retarget_vrm_animation(pd_buffer *out, const pd_anim_clip *clip, const char *name,
                                    pd_error *err);

#endif
