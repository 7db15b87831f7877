#ifndef PD_PORTRAIT_STANCE_H
#define PD_PORTRAIT_STANCE_H
/* Stances of a person in a picture, by name.
 *
 *     R_k = Rz(z) Ry(y) Rx(x)     rotation of joint k, local to its parent, from the T-pose; degrees
 *
 * Joints that a model lacks are left out. The angles were set by eye on rendered people.
 *
 * Spaces   model space: +Y up, +Z forward, +X to the figure's left.   Memory  none.   Threads  pure.
 */
#include "core/anim/source.h"
#include "core/retarget/own_hand.h"
#include "core/smpl/model.h"

#include <stdint.h>

/* X(id, name, description) */
#define PD_PORTRAIT_STANCE_TABLE(X)                                                                          \
    X(STANDING, "standing", "at ease, arms hang beside the body")                                            \
    X(RELAXED, "relaxed", "weight on the right leg, arms hang loosely")                                      \
    X(POWER, "power-stance", "feet apart, fists on the hips")                                                \
    X(THUMBS_UP, "thumbs-up", "right hand raised with the thumb up")
typedef enum pd_portrait_stance {
#define PD_PORTRAIT_STANCE_ENUM(id, name, text) PD_PORTRAIT_STANCE_##id,
    PD_PORTRAIT_STANCE_TABLE(PD_PORTRAIT_STANCE_ENUM)
#undef PD_PORTRAIT_STANCE_ENUM
        PD_PORTRAIT_STANCE_COUNT
} pd_portrait_stance;

/* Number of ways of standing: PD_PORTRAIT_STANCE_STANDING differs by them, the other stances do not. Every
 * odd way is the mirror image of the one before it. */
#define PD_PORTRAIT_WAYS 6
/* Returns the way in which the person of a seed stands. */
int pd_portrait_stance_way(uint64_t seed);

/* Sets the rotations (K,3,3) of the joints that the stance turns; the others stay. way: below
 * PD_PORTRAIT_WAYS. */
void pd_portrait_stance_run(float *rotations, const pd_smpl_model *model, pd_portrait_stance stance, int way);
/* Sets the rotations (PD_ANIM_SMPL_JOINTS), by SMPL's joints; all others get the identity. */
void pd_portrait_stance_smpl(pd_quat *rotations, pd_portrait_stance stance, int way);
/* Returns the pose of the stance's left (side 0) or right hand, by the names of core/smpl/part/hand.h. */
const char *pd_portrait_stance_hand(pd_portrait_stance stance, int way, int side);
/* Does the same for fingers (PD_RETARGET_OWN_FINGERS) of a user's own character, by its own hands. */
void pd_portrait_stance_curl_own(pd_quat *fingers, const pd_retarget_own_hands *hands,
                                 pd_portrait_stance stance, int way, int side);
/* Curls the fingers of the left (side 0) or right hand, which has the stance's pose, by the stance's multiple
 * of their angles: hands that hang differ from each other and from person to person. */
void pd_portrait_stance_curl(float *rotations, const pd_smpl_model *model, pd_portrait_stance stance, int way,
                             int side);

#endif
