#ifndef PD_OBSERVE_TAKE_MOTION_H
#define PD_OBSERVE_TAKE_MOTION_H
/* Converts a fitted take to a motion of its body, which core/retarget/motion.h writes as npz and GLB and
 * core/motion/capture.h as BVH.
 *
 * The scale is dropped: a take with fit_scale becomes a body of the model's own size.
 */
#include "core/retarget/motion.h"
#include "core/observe/take/take.h"

/* Builds the motion. The caller then owns out->clip. ERR_MEMORY, ERR_LIMIT. */
pd_status pd_observe_take_motion(pd_retarget_motion *out, const pd_observe_take *take,
                                 const pd_smpl_model *model, pd_error *err);

#endif
