#ifndef PD_FACTORY_PEOPLE_PEOPLE_PARTS_H
#define PD_FACTORY_PEOPLE_PEOPLE_PARTS_H
/* Parts of learning people. Only people*.c include this header; people.h has the method.
 *
 *     people          the rounds, the face, the curves, and the priors
 *     people_start    the people from whom learning starts, and how far each beta may be moved
 *     people_measure  measures bodies as the survey's people were measured
 *     people_breadths the survey's breadths, as far as the betas can
 *     people_matrix   small dense matrices
 *
 * Spaces   bodies in the T-pose; lengths in metres, row-major matrices without a unit.
 */
#include "factory/people/breadth.h"
#include "factory/people/head.h"
#include "factory/people/people.h"

#include <stdbool.h>

/* M: measures that requests may ask for. MOST: those and the fitted measures of the head, as far as model
 * and survey have them. ALL: the arcs, too. */
enum {
    M = PD_SMPL_PEOPLE_MEASURES,
    MOST = M + PD_FACTORY_HEAD_FITTED,
    ALL = M + PD_FACTORY_HEAD_MEASURES,
    AGE = PD_FACTORY_SURVEY_AGE,
    LOGS = PD_FACTORY_SURVEY_LOGS
};

/* -- people_measure.c -- */

/* Returns the index of measure i in the survey's numbers, where years stand between body and head. */
int pd_factory_people_survey_index(int i);
/* Returns the name of measure i. */
const char *pd_factory_people_measure_name(int i);
/* Measures bodies (count,B) into values (count,measures), in parallel. */
pd_status pd_factory_people_measure_bodies(double *values, int measures, const pd_smpl_model *model,
                                           const double *betas, int count, const pd_executor *executor,
                                           pd_error *err);
/* Measures bodies and returns the logarithms (count,measures). ERR_RANGE: a body has no such measure. */
pd_status pd_factory_people_measure_logs(double *logs, int measures, const pd_smpl_model *model,
                                         const double *betas, int count, const pd_executor *executor,
                                         pd_error *err);

/* -- people_breadths.c -- */

/* Prepares the tape. Its model stays NULL where breadths are not fitted: for version 1, on another mesh than
 * the base mesh, and with a survey that has none. ERR_MEMORY. */
pd_status pd_factory_people_start_breadths(pd_factory_breadth_tape *out, const pd_factory_people_job *job,
                                           pd_error *err);

/* The people that a round changes: outputs and inputs of a step. */
typedef struct pd_factory_people_betas {
    double *mean;   /* (B) */
    double *cov;    /* (B,B) */
    double *by_age; /* (B) per standard deviation of log years */
    double *shift;  /* (B) what earlier steps added to the mean; 0 at first */
} pd_factory_people_betas;

/* Moves mean, spread and effect of age so that breadths are nearer to the survey's, where the measures that
 * requests may ask for stay as they are. slopes (M,B): of these; start (B,B): covariance of the people that
 * the model was trained on. */
pd_status pd_factory_people_fit_breadths(pd_factory_people_betas *p, pd_factory_breadth_tape *tape,
                                         const double *slopes, const double *start,
                                         const pd_factory_moments *t, pd_error *err);

/* -- people_start.c -- */

/* Checks the number of betas of the body. */
pd_status pd_factory_people_check_betas(const pd_smpl_model *model, const pd_factory_people_options *o,
                                        pd_error *err);
/* Returns how far learning may move a beta to give the bodies the survey's measures: 1 freely, 0 not. Age,
 * sex, ancestry and asymmetry of faces keep what they have; features that say what a face looks like move
 * less than those that say how large its parts are. */
double pd_factory_people_freedom(const pd_smpl_data *data, int beta);

/* -- people_matrix.c -- */

/* A matrix in a product. */
typedef struct pd_factory_matrix {
    const double *values; /* (rows,columns) as it is stored */
    int rows;
    int columns;
    bool transposed; /* true: read the other way */
} pd_factory_matrix;

/* Return a stored matrix for a product, as it is or transposed. */
pd_factory_matrix pd_factory_matrix_plain(const double *values, int rows, int columns);
pd_factory_matrix pd_factory_matrix_transposed(const double *values, int rows, int columns);
/* Computes out = A B. */
void pd_factory_matrix_multiply(double *out, pd_factory_matrix a, pd_factory_matrix b);
/* Replaces a (n,n) by its Cholesky factor, with zeros above the diagonal. Returns false if it has none. */
bool pd_factory_matrix_factor(double *a, int n);
/* Computes out (n,n) = L^-1. */
void pd_factory_matrix_invert_lower(double *out, const double *l, int n);

#endif
