#ifndef PD_RETARGET_LEGS_H
#define PD_RETARGET_LEGS_H
/* Lengths of legs, from which the size of a moving character follows (core/character/size.h).
 *
 * Units    metres.
 * Memory   nothing is kept.
 * Threads  pure functions.
 */
#include "core/retarget/character/drive.h"
#include "core/smpl/model.h"

/* Writes the mean length of a body's legs from hip over knee to ankle. ERR_RANGE and ERR_INVALID at "/betas";
 * ERR_UNSUPPORTED: the model has no joint named as SMPL's legs. */
pd_status pd_retarget_legs_of_body(double *leg, const pd_smpl_model *model, const float *betas,
                                   int beta_count, pd_error *err);
/* Writes the size of a client's rigged character relative to a source that moves it: the ratio of the heights
 * of their hips, 1 for a character that takes the source's size (drive.h, Size). Errors as for
 * pd_retarget_drive_init; ERR_MEMORY. */
pd_status pd_retarget_legs_ratio(double *ratio, const pd_anim_skeleton *skeleton,
                                 const pd_retarget_match *match, const pd_anim_skeleton *source,
                                 double toe_rest, pd_error *err);

#endif
