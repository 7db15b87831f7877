#ifndef PD_RETARGET_CORRECTIVE_H
#define PD_RETARGET_CORRECTIVE_H
/* Corrective morphs of a body for the glTF writer: which poses the directions of core/smpl/skin/corrective.h are best for, and what they miss.
 *
 * natural    poses drawn from a pose prior: 512 to choose the directions, 128 others to measure them. Joints that the prior does not know
 *            (fingers, jaw, eyes) are rotated by .25 rad (standard deviation of each component).
 * of_motion  the frames of the motion, at most 512 of them, evenly spread.
 *
 * Memory   the struct owns its arrays; own.joints, dirs, map and weights are what glb points at.
 * Errors   as pd_smpl_correctives_make; the place is "/correctives".
 */
#include "core/retarget/motion.h"
#include "core/ik/solver/prior.h"
#include "core/smpl/skin/corrective.h"

typedef struct pd_retarget_correctives {
    pd_smpl_correctives own;
    pd_io_glb_correctives glb;
    float *weights; /* (frames,N) of a motion; (N) of a pose */
    char poses[96]; /* what was measured on, in words         */
} pd_retarget_correctives;

/* The weights are those of the body's pose. */
pd_status pd_retarget_correctives_natural(pd_retarget_correctives *out, const pd_smpl_model *model,
                                          const pd_smpl_body *body, const pd_ik_prior *prior, int count,
                                          pd_error *err);
/* motion->clip is on the model's skeleton, its joints in the model's order. */
pd_status pd_retarget_correctives_of_motion(pd_retarget_correctives *out, const pd_smpl_model *model,
                                            const pd_retarget_motion *motion, int count, pd_error *err);
void pd_retarget_correctives_deinit(pd_retarget_correctives *c);
/* What one of _natural takes at most, its result included. */
size_t pd_retarget_correctives_bytes(const pd_smpl_model *model, int count);

#endif
