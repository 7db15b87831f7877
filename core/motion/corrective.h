#ifndef PD_MOTION_CORRECTIVE_H
#define PD_MOTION_CORRECTIVE_H
/* Corrective morphs of a body for the glTF writer: chooses the poses for which core/smpl/skin/corrective.h
 * optimizes the directions, and measures the remaining error.
 *
 * natural    poses sampled from a pose prior: 512 to choose the directions, 128 others to measure them.
 *            Joints that the prior does not contain (fingers, jaw, eyes) are rotated by 0.25 rad (standard
 *            deviation of each component).
 * of_motion  the frames of the motion, at most 512 of them, evenly spaced.
 *
 * sculpts    shapes that the pose drives (core/smpl/data/psd.h) follow the correctives as further morph
 *            targets; `drivers` describes them.
 *
 * Memory   the struct owns its arrays; glb points at own.joints, own.map, and at own.dirs and weights, or,
 *          with sculpts, at dirs and all_weights. drivers points into the model.
 * Errors   as from pd_smpl_correctives_make; the place is "/correctives".
 */
#include "core/motion/write.h"
#include "core/ik/methods/prior.h"
#include "core/smpl/skin/corrective.h"

typedef struct pd_motion_correctives {
    pd_smpl_correctives own;
    pd_io_glb_correctives glb;
    float *weights; /* (frames,N) weights of a motion, or (N) of a pose. */
    char poses[96]; /* The poses of the measurement, in words. */
    /* With sculpts: (N + sculpts,V,3) and (frames,N + sculpts) for correctives
     * and sculpts together; else NULL. */
    float *dirs, *all_weights;
    pd_io_glb_drivers drivers;
} pd_motion_correctives;

/* Makes correctives for natural poses; weights are those of the body's pose. */
pd_status pd_motion_correctives_natural(pd_motion_correctives *out, const pd_smpl_model *model,
                                        const pd_smpl_body *body, const pd_ik_prior *prior, int count,
                                        pd_error *err);
/* Makes correctives for the frames of a motion. motion->clip is on the model's skeleton,
 * its joints in the model's order. */
pd_status pd_motion_correctives_of_motion(pd_motion_correctives *out, const pd_smpl_model *model,
                                          const pd_retarget_motion *motion, int count, pd_error *err);
/* Adds the model's sculpts, which it must have, to correctives that were made or to an empty struct.
 * rotations (frames,K,3,3): poses that weights are computed for, local. ERR_MEMORY. */
pd_status pd_motion_correctives_add_sculpts(pd_motion_correctives *c, const pd_smpl_model *model,
                                            const float *rotations, int frames, pd_error *err);
/* Adds sculpts for the frames of a motion. */
pd_status pd_motion_correctives_add_sculpts_of_motion(pd_motion_correctives *c, const pd_smpl_model *model,
                                                      const pd_retarget_motion *motion, pd_error *err);
void pd_motion_correctives_deinit(pd_motion_correctives *c);
/* Returns the largest memory of _natural with its result, bytes. */
size_t pd_motion_correctives_bytes(const pd_smpl_model *model, int count);
/* Returns the memory of _add_sculpts, bytes. correctives: those that were made before. */
size_t pd_motion_correctives_sculpt_bytes(const pd_smpl_model *model, int correctives, int frames);

#endif
