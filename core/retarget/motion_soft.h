#ifndef PD_RETARGET_MOTION_SOFT_H
#define PD_RETARGET_MOTION_SOFT_H
/* Computes the soft tissue of a whole motion: the coefficients of every frame (core/smpl/soft/soft.h), from
 * rest in the first one; and the displacement of the skin at rest by each of them, as morph targets.
 *
 * Shapes   T frames, D coefficients, V vertices.
 * Units    metres, breaths a minute.
 * Errors   ERR_UNSUPPORTED at "/soft": a model without soft-tissue directions; at "/breathing": a model
 *          without a breathing direction; ERR_MEMORY.
 */
#include "core/retarget/motion.h"
#include "core/smpl/body.h"
#include "core/smpl/soft/soft.h"

#include <stdbool.h>

/* Checks that the model has what is requested: moving soft tissue, breathing, or both. */
pd_status pd_retarget_soft_check(const pd_smpl_model *model, bool moves, double breaths_a_minute,
                                 pd_error *err);
/* Checks likewise, then starts soft tissue at rest, for `rate` frames per second.
 * moves: false for breathing alone. */
pd_status pd_retarget_soft_start(pd_smpl_soft *soft, const pd_smpl_model *model, const float *betas,
                                 int beta_count, double rate, bool moves, double breaths_a_minute,
                                 pd_error *err);
/* Computes motion->clip.soft and replaces what is there. */
pd_status pd_retarget_motion_soft(pd_retarget_motion *motion, const pd_smpl_model *model, bool moves,
                                  double breaths_a_minute, pd_error *err);

/* Largest number of bytes of the name of a coefficient, with its 0. */
#define PD_RETARGET_SOFT_NAME 16

/* Writes the displacement of the skin at rest for a unit weight of each of the first `count` coefficients,
 * (V,3,count) metres, and their names: dmpl_0 .., breathing. ERR_MEMORY. */
pd_status pd_retarget_soft_directions(float *out, char (*names)[PD_RETARGET_SOFT_NAME],
                                      const pd_smpl_model *model, int count, pd_error *err);

/* Soft tissue as morphs of a GLB (motion.h), named dmpl_0 .., breathing.
 * The morphs point to arrays of this struct. */
typedef struct pd_retarget_soft_morphs {
    pd_retarget_morphs morphs; /* morphs.weights is motion->clip.soft, borrowed. */
    float *directions, *limits;
    char (*names)[PD_RETARGET_SOFT_NAME];
    const char **list;
} pd_retarget_soft_morphs;

/* Makes morphs from motion->clip.soft. ERR_MEMORY; on failure *out is empty. */
pd_status pd_retarget_soft_morphs_init(pd_retarget_soft_morphs *out, const pd_retarget_motion *motion,
                                       const pd_smpl_model *model, pd_error *err);
void pd_retarget_soft_morphs_deinit(pd_retarget_soft_morphs *morphs);

#endif
