#ifndef PD_FACTORY_PEOPLE_PEOPLE_H
#define PD_FACTORY_PEOPLE_PEOPLE_H
/* Learns the distribution of betas over people (core/smpl/people/people.h) from a body model and the moments
 * of a survey.
 *
 * Learning starts from the people that the model was trained on, N(m0, C), and changes them no more than the
 * survey demands. With J the Jacobian of the measures by beta (regression over the bodies of the round), mu
 * and T the survey's mean and covariance of log measures:
 *
 *     K    = C J^T (J C J^T + 0.001 diag T)^-1
 *         the most likely change of betas for a change of measures
 *     mean = mean + K (mu - E log y)
 *     cov  = K A K^T + (I - K J) E C E (I - K J)^T
 *
 * The second term of cov is what the survey does not measure: faces keep all of it, the body keeps 0.7 of its
 * spread (E), proportions 0.35. A is T at first. The measured bodies of the round then have covariance T_y
 * instead, so A becomes F A F^T with F = chol(T) chol(T_y)^-1. After 7 rounds of 600 bodies, whose latents
 * are decorrelated exactly, the measures of the next round have the survey's moments to 1e-3.
 *
 * C in K is scaled by how far each beta may be moved (freedom): age, sex, ancestry and asymmetry of the face
 * not at all.
 *
 * Measures of the head and the face (head.h) take part where model and survey have them. The features of the
 * face are then fitted anew (refit_face), with less spread, and the mean of the head's measures is fitted to
 * 1,000 people by seed: core/smpl/people parts legs that would cross, which moves heads.
 *
 * Breadths, depths and girths that requests cannot ask for (breadth.h) are fitted softly in each round
 * (people_breadths.c), where the other measures stay as they are.
 *
 * Age takes part as a measure that the body does not have: its covariance with the others moves the betas.
 * The neutral prior is the mean and covariance of the mixture of half women, half men.
 *
 * The same input gives the same bytes for any number of threads.
 */
#include "core/base/executor.h"
#include "core/base/progress.h"
#include "core/smpl/model.h"
#include "factory/people/survey.h"

typedef struct pd_factory_people_options {
    /* leading betas of the model; the features of the face are its last,
     * those between are betas of proportion */
    int body_betas;
    int version; /* of the people (core/smpl/people/people.h): 1 has no breadths; 0: the latest */
    uint64_t seed;
} pd_factory_people_options;

/* Betas of the people of each gender that the model was trained on: mean (B), covariance (B,B). NULL: that
 * gender is not learned. */
typedef struct pd_factory_people_start {
    double *mean, *cov;
} pd_factory_people_start;

typedef struct pd_factory_people_job {
    const pd_smpl_model *model;
    const pd_factory_moments *moments[PD_SMPL_POPULATION_COUNT][PD_SMPL_GENDER_COUNT]; /* female, male */
    const pd_factory_people_start *start; /* (PD_SMPL_GENDER_COUNT) */
    pd_factory_people_options options;
    const pd_executor *executor;
    pd_progress progress;
} pd_factory_people_job;

/* Expresses a model of one gender in the betas of the neutral model: finds the betas nearest to its mean and
 * to its first directions, weighted by skin area, up to a translation. Both models must have the same mesh.
 * For betas of proportion, beta_limits are three standard deviations; the variance of face betas is 1. Writes
 * mean (B), cov (B,B). ERR_INVALID, ERR_MEMORY. */
pd_status pd_factory_people_start_from(pd_factory_people_start *out, const pd_smpl_model *model,
                                       const pd_smpl_data *of_gender,
                                       const pd_factory_people_options *options, pd_error *err);
/* Sets N(0,1), for a model that is of one gender itself. */
pd_status pd_factory_people_start_own(pd_factory_people_start *out, const pd_smpl_model *model,
                                      const pd_factory_people_options *options, pd_error *err);
void pd_factory_people_start_deinit(pd_factory_people_start *start);

/* Fills data->people and data->legs. ERR_MEMORY. ERR_RANGE when a body cannot be measured (of the bodies of a
 * curve: when over a hundredth of them cannot), or when a measure nearly follows from the others: in the
 * survey less than a thousandth of its variance is independent,
 * or in the bodies less than a thousandth of that. */
pd_status pd_factory_people(pd_smpl_data *data, const pd_factory_people_job *job, pd_error *err);

/* Measures bodies (count,B) as _measure does, with those of the head behind them (head.h): (count,
 * PD_SMPL_PEOPLE_MEASURES + PD_FACTORY_HEAD_MEASURES). ERR_MEMORY. */
pd_status pd_factory_people_measure_all(double *values, const pd_smpl_model *model, const double *betas,
                                        int count, const pd_executor *executor, pd_error *err);
/* Measures bodies (count,B) into values (count, PD_SMPL_PEOPLE_MEASURES), in parallel. ERR_MEMORY. */
pd_status pd_factory_people_measure(double *values, const pd_smpl_model *model, const double *betas,
                                    int count, const pd_executor *executor, pd_error *err);

#endif
