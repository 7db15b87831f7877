#ifndef PD_OBSERVE_MEASUREMENTS_H
#define PD_OBSERVE_MEASUREMENTS_H
/* Betas from tape measurements: finds the most likely body that has the given measurements.
 *
 *     minimise  sum_i ((m_i(beta) - y_i) / s_i)^2 + tau^2 |beta|^2        |beta_k| <= 5
 *
 * y_i are the given values, s_i their tolerances: one standard deviation of the errors of the tape, of the
 * definition of the measurement, and of the model's shape space. Betas are N(0,1) over the people that the
 * model was learned from, so tau = 1 is the maximum a posteriori estimate. An ordinary body can usually match
 * a few measurements much better than their tolerances. So tau is the smallest in [1/20, 1] for which
 *
 *     |beta| <= min(sqrt(n), 4)
 *
 * which is the expected length of n betas of a random person (3.9 is the mean for 16; later betas contribute
 * little). If no tau satisfies this, tau is 1: measurements that contradict one another or the model then
 * keep residuals up to their tolerances instead of distorting the body.
 *
 * The method is Levenberg-Marquardt with Broyden's updates of a numerical Jacobian; tau follows from the
 * linearised problem (Morozov's choice of the weight, with the bound on the solution instead of the
 * residual).
 *
 * Memory   _run allocates nothing; scratch comes from the arena.   Threads  the model is const.
 * Errors   all of them in _check: a value outside the range of its row in PD_SMPL_MEASURE_TABLE is reported
 *          with that range.
 */
#include "core/smpl/measure/measure.h"

/* Largest |beta_k|, standard deviations: bodies beyond it do not look human */
#define PD_OBSERVE_MEASUREMENTS_BETA_LIMIT 5.0

/* A tolerance may be given from a hundredth to a hundred times the default. */
#define PD_OBSERVE_MEASUREMENTS_TOLERANCE_RANGE 100.0

#define PD_OBSERVE_MEASUREMENTS_STATUS_TABLE(X)                                                              \
    X(MATCHED, "matched", "every residual is within its tolerance")                                          \
    X(COMPROMISE, "compromise", "the nearest body; the residuals remain")                                    \
    X(BUDGET, "budget", "the iterations or the time ran out")                                                \
    X(UNMEASURABLE, "unmeasurable", "the model lacks joints that a measurement needs; betas are 0")

typedef enum pd_observe_measurements_status {
#define PD_OBSERVE_MEASUREMENTS_STATUS_ENUM(name, text, doc) PD_OBSERVE_MEASUREMENTS_##name,
    PD_OBSERVE_MEASUREMENTS_STATUS_TABLE(PD_OBSERVE_MEASUREMENTS_STATUS_ENUM)
#undef PD_OBSERVE_MEASUREMENTS_STATUS_ENUM
        PD_OBSERVE_MEASUREMENTS_STATUS_COUNT
} pd_observe_measurements_status;

const char *pd_observe_measurements_status_name(pd_observe_measurements_status status); /* "matched" */

typedef struct pd_observe_measurements_measurement {
    pd_smpl_measure measure;
    double value;     /* in the row's unit; each row may occur once */
    double tolerance; /* s_i > 0 in the row's unit; zero: the row's default */
} pd_observe_measurements_measurement;

typedef struct pd_observe_measurements_job {
    float *betas;      /* out (beta_count) */
    double *residuals; /* out (target_count) measured minus requested value, in the row's unit; or NULL */
    double *values;    /* out (PD_SMPL_MEASURE_COUNT) all measurements of the found body, or NULL */
    pd_observe_measurements_status status; /* out */
    int iterations_used;                   /* out */
    double distance;   /* out |beta|: distance from the mean body in standard deviations */
    double relaxation; /* out tau: 1 if the tolerances were needed, 0.05 if they were not */
    /* in (target_count)                                         */
    const pd_observe_measurements_measurement *targets;
    int target_count;             /* 1 .. PD_SMPL_MEASURE_COUNT */
    int beta_count;               /* 1 .. the model's number of betas; zero: all of them */
    double density;               /* kg per m^3, as in pd_smpl_measure_job */
    int iterations;               /* largest number of iterations, 1 .. 1000; zero is 100 */
    int (*keep_going)(void *ctx); /* called before every iteration; 0 ends the fit; may be NULL */
    void *ctx;
} pd_observe_measurements_job;

/* Checks the job against the model. */
pd_status pd_observe_measurements_check(const pd_observe_measurements_job *job, const pd_smpl_model *model,
                                        pd_error *err);
size_t pd_observe_measurements_scratch_bytes(const pd_observe_measurements_job *job,
                                             const pd_smpl_model *model);
/* Fits the betas of a job that was checked. scratch has room for _scratch_bytes. */
void pd_observe_measurements_run(pd_observe_measurements_job *job, const pd_smpl_model *model,
                                 pd_arena *scratch);

#endif
