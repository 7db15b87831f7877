#ifndef PD_OBSERVE_TAKE_MOTION_H
#define PD_OBSERVE_TAKE_MOTION_H
/* A take that was fitted, as a motion of its body: what core/retarget/motion.h writes to npz and GLB and core/retarget/capture.h to BVH.
 *
 * The scale is left out: a take with fit_scale is the body in its own size.
 */
#include "core/retarget/motion.h"
#include "core/observe/take/take.h"

/* On success the caller owns out->clip. ERR_MEMORY, ERR_LIMIT. */
pd_status pd_observe_take_motion(pd_retarget_motion *out, const pd_observe_take *take,
                                 const pd_smpl_model *model, pd_error *err);

#endif
