#ifndef PD_RETARGET_MOTION_SOFT_H
#define PD_RETARGET_MOTION_SOFT_H
/* Soft tissue of a whole motion: the coefficients of every frame (core/smpl/soft/soft.h), from rest in the first; and what each of them does
 * to the skin at rest, as morph targets have it.
 *
 * Shapes   T frames, D coefficients, V vertices.   Units   metres, breaths a minute.
 * Errors   ERR_UNSUPPORTED at "/soft": a model without soft-tissue directions; at "/breathing": a model without a direction of breathing;
 *          ERR_MEMORY.
 */
#include "core/retarget/motion.h"
#include "core/smpl/soft/soft.h"

#include <stdbool.h>

/* Whether the model has what is asked for: soft tissue that moves, breathing, or both. */
pd_status pd_retarget_soft_check(const pd_smpl_model *model, bool moves, double breaths_a_minute,
                                 pd_error *err);
/* The same, and soft tissue at rest, `rate` frames a second. moves: false to breathe alone. */
pd_status pd_retarget_soft_start(pd_smpl_soft *soft, const pd_smpl_model *model, const float *betas,
                                 int beta_count, double rate, bool moves, double breaths_a_minute,
                                 pd_error *err);
/* Fills motion->clip.soft, in place of what is there. */
pd_status pd_retarget_motion_soft(pd_retarget_motion *motion, const pd_smpl_model *model, bool moves,
                                  double breaths_a_minute, pd_error *err);

/* As morphs of a GLB (motion.h): dmpl_0 .., breathing. What they point to is this struct's own. */
typedef struct pd_retarget_soft_morphs {
    pd_retarget_morphs morphs; /* its weights are motion->clip.soft, borrowed */
    float *directions, *limits;
    char (*names)[16];
    const char **list;
} pd_retarget_soft_morphs;

/* Of motion->clip.soft. ERR_MEMORY; on failure *out is empty. */
pd_status pd_retarget_soft_morphs_init(pd_retarget_soft_morphs *out, const pd_retarget_motion *motion,
                                       const pd_smpl_model *model, pd_error *err);
void pd_retarget_soft_morphs_deinit(pd_retarget_soft_morphs *morphs);

#endif
