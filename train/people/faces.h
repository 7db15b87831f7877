#ifndef PD_TRAIN_PEOPLE_FACES_H
#define PD_TRAIN_PEOPLE_FACES_H
/* Makes the faces of women and men differ, and narrows the features whose ends are caricatures, in the priors of a model that has learned its people (people.h).
 *
 * The rounds of people.h give faces the measures of the survey; the sampled people's sexes differ in what these leave open by the feature `masculinity` alone.
 * Two tables of faces.c say what is wanted: the mean of features by sex, and the largest deviation of some. The measures keep the moments that they have:
 *
 *     mean' = mean + e + K (y(mean) - y(mean + e))        e: to the means of the table
 *     root' = A root,   A = S + K H (I - S)               S: diagonal, at most 1; x' = A x has H x' = H x
 *
 * where y are the logarithms of head girth and of the measures of head.h, H their slopes by beta, and K = W H^T (H W H^T + ridge)^-1 with W = 1 for the sizes
 * of the face's parts, which carry what the others leave, and 0 otherwise. The measures that requests may ask for are brought back by the betas of the body and
 * its proportions, as the prior moves them together. `level` follows the new mean; slope and curve stay.
 *
 * A seed keeps its latents and so its body and what distinguishes its face. The tables are absolute: a model with these faces stays as it is.
 *
 * Memory   allocates its scratch.   Threads  the executor's; the same bytes for any number of workers.
 */
#include "core/base/executor.h"
#include "core/smpl/model.h"

/* Changes data->people, the priors of the model that measures them. ERR_UNSUPPORTED: the model has no people, or another mesh or other features.
 * ERR_MEMORY. ERR_RANGE: a mean body that cannot be measured. */
pd_status pd_train_faces(pd_smpl_data *data, const pd_smpl_model *model, const pd_executor *executor,
                         pd_error *err);

#endif
