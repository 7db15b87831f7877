#ifndef PD_MOTION_VRM_ANIMATION_H
#define PD_MOTION_VRM_ANIMATION_H
/* Writes a motion as a VRM animation (.vrma): a glTF binary without a mesh, whose nodes are in a T-pose and
 * have the names of VRM's bones (VRMC_vrm_animation 1.0). It plays on every VRM: rotations are relative to
 * the T-pose (core/anim/humanoid.h), and the player scales the hips' translation by the hip height of its
 * avatar.
 *
 * Bones    the bones of the humanoid that the skeleton has: hips to head, arms to hands, legs to toes; no
 *          eyes. UpperChest is omitted, because avatars without that bone would lose
 *          its rotation; it is in Chest instead.
 * Hands    with requests of hands the 30 bones of fingers, straight at rest, in the poses of
 *          core/smpl/part/hand.h. Each request moves both hands within its seconds; a hand that it omits
 *          returns to rest.
 * Face     one node for each expression. The x of its animated translation is the weight, 0 to 1.
 *          eyeBlinkLeft, eyeBlinkRight and the visemes aa, E, I, O and U are the presets blinkLeft,
 *          blinkRight, aa, ee, ih, oh and ou of VRM. VRM's presets are themselves, apart from the four that
 *          look, which VRM animations may not have. Every other name is a custom expression, which avatars
 *          with ARKit's shapes have under these names.
 * Spaces   glTF's: right-handed, +Y up, the T-pose looks along +Z; metres.
 * Memory   appended to out, whose size must be a multiple of 4.
 * Errors   ERR_UNSUPPORTED: the skeleton is not a humanoid; ERR_MEMORY.
 */
#include "core/anim/clip.h"
#include "core/base/buffer.h"

#define PD_MOTION_VRM_SHAPES 128 /* most shapes of a face */

/* Weights of blend shapes by name. */
typedef struct pd_motion_vrm_face {
    int count; /* 1 to PD_MOTION_VRM_SHAPES */
    const char *const *names;
    const float *weights; /* (T,count) */
} pd_motion_vrm_face;

/* Poses of hands. Each request begins in a frame; frames rise. */
typedef struct pd_motion_vrm_hands {
    int count;
    const int (*poses)[2]; /* (count) left, right: a pd_smpl_hand_pose; -1: at rest */
    const int *frames;     /* (count) */
    const double *seconds; /* (count) duration of each transition */
} pd_motion_vrm_hands;

#define PD_MOTION_VRM_PRESETS 14 /* VRM's expressions that an animation may have */
extern const char *const pd_motion_vrm_presets[PD_MOTION_VRM_PRESETS];

/* Appends the VRM animation of a clip; `name` is that of the animation. face, hands NULL: none. */
pd_status pd_motion_vrm_animation(pd_buffer *out, const pd_anim_clip *clip, const char *name,
                                  const pd_motion_vrm_face *face, const pd_motion_vrm_hands *hands,
                                  pd_error *err);

#endif
