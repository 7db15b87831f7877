#ifndef PD_FACTORY_PEOPLE_FACES_H
#define PD_FACTORY_PEOPLE_FACES_H
/* Makes the faces of women and men differ, narrows the features whose ends are caricatures, and gives the
 * arcs of the jaw (head.h) the deviations of the survey, in the priors of a model that has learned its people
 * (people.h).
 *
 * The rounds of people.h give faces the measures of the survey; the sampled people's sexes differ in what
 * these leave open by the feature `masculinity` alone. Two tables of faces.c say what is wanted: the mean of
 * features by sex, and the largest deviation of some. The measures keep the moments that they have:
 *
 *     mean' = mean + e + K (y(mean) - y(mean + e))        e: to the means of the table
 *     root' = A root,   A = S + K H (I - S)               S: diagonal, at most 1; x' = A x has H x' = H x
 *
 * where y are the logarithms of head girth and of the measures of head.h, H their slopes by beta, and K = W
 * H^T (H W H^T + ridge)^-1 with W = 1 for the sizes of the face's parts, which carry what the others leave,
 * and 0 otherwise. The measures that requests may ask for are brought back by the betas of the body and its
 * proportions, as the prior moves them together. `level` follows the new mean; slope and curve stay.
 *
 * Spread of the arcs. With a (2,B) their slopes by beta, g = a - a K H their slopes when the sizes keep the
 * measures, T the covariance of their logarithms that has the survey's deviations in metres, and S = chol(T)
 * chol(a root (a root)^T)^-1:
 *
 *     root'' = root' + (I - K H) G (S - I) a root',   G = W g^T (g W g^T)^-1
 *         the least change of features of the jaw
 *
 * so the arcs keep their correlations with everything else. The means of the arcs stay: those of women are 9
 * % and 6 % below the survey's.
 *
 * A seed keeps its latents and so its body and what distinguishes its face. The tables are absolute: a model
 * with these faces stays as it is.
 *
 * Memory   allocates its scratch.   Threads  the executor's; the same bytes for any number of workers.
 */
#include "core/base/executor.h"
#include "core/smpl/model.h"
#include "factory/people/survey.h"

/* Moments of the survey by population and gender: female and male, as far as the model has them. */
typedef const pd_factory_moments *pd_factory_faces_moments[PD_SMPL_POPULATION_COUNT][PD_SMPL_GENDER_COUNT];

/* Changes data->people, the priors of the model that measures them.
 * version: of the people, 0 the latest. ERR_UNSUPPORTED: the model has no people,
 * or another mesh or other features. ERR_INVALID: moments without arcs. ERR_MEMORY. ERR_RANGE: a mean body
 * that cannot be measured. */
pd_status pd_factory_faces(pd_smpl_data *data, const pd_smpl_model *model, int version,
                           pd_factory_faces_moments moments, const pd_executor *executor, pd_error *err);

#endif
