#ifndef PD_RETARGET_MOTION_RETARGET_H
#define PD_RETARGET_MOTION_RETARGET_H
/* From the network's joints to a body of SMPL's 24, with feet that stay planted: core/retarget/figure/retarget.h brings the pose over,
 * core/retarget/figure/replant.h puts the feet where the source's are. The body walks the same way through the same scene, whatever its size.
 *
 * Spaces   world, metres. track NULL: retargeted alone, the way scaled by the ratio of leg lengths.
 * Memory   motion->clip is the caller's. On failure it is empty. ERR_UNSUPPORTED: a skeleton that is not known, a body without
 *          SMPL's joints.
 */
#include "core/anim/alive.h"
#include "core/retarget/figure/replant.h"
#include "core/anim/track.h"
#include "core/retarget/motion.h"

pd_status pd_retarget_motion_retarget(pd_retarget_motion *motion, const pd_anim_clip *clip,
                                      const pd_anim_track *track, const pd_smpl_model *model,
                                      const float *betas, int beta_count, pd_error *err);

/* Eyes and hands of a body that has them (core/anim/alive.h): each seed moves them differently; looks (T): what they look at in each frame, or NULL.
 * lids (T) out: 0 open to 1 closed; or NULL. */
void pd_retarget_motion_enliven(pd_retarget_motion *motion, float *lids, const pd_smpl_model *model,
                                uint32_t seed, const pd_anim_alive_look *looks);
/* out (V,3): what the surface moves by when both lids close, the model's expressions eyeBlinkLeft and eyeBlinkRight; false: it has none. */
bool pd_retarget_motion_blink(float *out, const pd_smpl_model *model);

/* The legs of a body that has been found to have SMPL's joints, with how high its planted toes are. ERR_MEMORY. */
pd_status pd_retarget_replant_legs(pd_retarget_replant_leg legs[2], const pd_anim_skeleton *skeleton,
                                   const pd_smpl_model *model, const float *betas, int beta_count,
                                   pd_error *err);

#endif
