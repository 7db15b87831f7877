#ifndef PD_FIT_MEASUREMENTS_H
#define PD_FIT_MEASUREMENTS_H
/* Betas from measurements: the most likely body that measures what is asked.
 *
 *     minimise  sum_i ((m_i(beta) - wanted_i) / s_i)^2 + lambda |beta|^2
 *
 * by Levenberg-Marquardt with Broyden's updates of a numerical Jacobian, |beta_i| <= 5. betas have unit variance, so |beta| is the Mahalanobis distance from the mean body:
 * with few measurements the body is the most ordinary one that has them, with contradicting ones it is the
 * least-squares compromise. s_i is 1 mm for lengths and 0.1 kg for the mass (in proportion for the others):
 * consistent targets are met within 2 mm and 0.2 kg. lambda is 0.1.
 *
 * Memory   _run allocates nothing; scratch comes from the arena.   Threads  the model is const.
 * Errors   all of them in _check: a value outside its row's range in PD_SMPL_MEASURE_TABLE names the range.
 */
#include "core/smpl/measure.h"

#define PD_FIT_BETA_LIMIT 5.0 /* standard deviations: beyond, shapes are no longer human */

#define PD_FIT_STATUS_TABLE(X)                                                                               \
    X(MATCHED, "matched", "every residual is within 2 mm, 0.2 kg, 0.0002 m3, 0.1 kg/m2")                     \
    X(COMPROMISE, "compromise", "as near as it gets; the residuals are what is left")                        \
    X(BUDGET, "budget", "iterations or time ran out first")                                                  \
    X(UNMEASURABLE, "unmeasurable", "the model lacks joints that a measurement needs; betas are 0")

typedef enum pd_fit_status {
#define PD_FIT_STATUS_ENUM(name, text, doc) PD_FIT_##name,
    PD_FIT_STATUS_TABLE(PD_FIT_STATUS_ENUM)
#undef PD_FIT_STATUS_ENUM
        PD_FIT_STATUS_COUNT
} pd_fit_status;

const char *pd_fit_status_name(pd_fit_status status); /* "matched" */

typedef struct pd_fit_measurement {
    pd_smpl_measure measure;
    double value; /* in the row's unit; one row at most once */
} pd_fit_measurement;

typedef struct pd_fit_measurements_job {
    float *betas;         /* out (beta_count)                                                          */
    double *residuals;    /* out (target_count) reached minus wanted, in the row's unit; or NULL       */
    double *values;       /* out (PD_SMPL_MEASURE_COUNT) all measurements of the found body, or NULL   */
    pd_fit_status status; /* out */
    int iterations_used;  /* out */
    const pd_fit_measurement *targets; /* in (target_count)                                         */
    int target_count; /* 1 .. PD_SMPL_MEASURE_COUNT                                                */
    int beta_count;   /* 1 .. the model's; zero is all of them                                     */
    double density;   /* as in pd_smpl_measure_job                                                 */
    int iterations;   /* 1 .. 1000; zero is 30                                                     */
    int (*keep_going)(void *ctx); /* asked before every iteration; 0 ends it; may be NULL           */
    void *ctx;
} pd_fit_measurements_job;

pd_status pd_fit_measurements_check(const pd_fit_measurements_job *job, const pd_smpl_model *model,
                                    pd_error *err);
size_t pd_fit_measurements_scratch_bytes(const pd_fit_measurements_job *job, const pd_smpl_model *model);
void pd_fit_measurements_run(pd_fit_measurements_job *job, const pd_smpl_model *model, pd_arena *scratch);

#endif
