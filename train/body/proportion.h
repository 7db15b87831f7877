#ifndef PD_TRAIN_BODY_PROPORTION_H
#define PD_TRAIN_BODY_PROPORTION_H
/* Betas of proportion: one part of the body larger or smaller at the same stature and mass.
 *
 *     D_k = 1/n sum_s (x_s(+u_k) - x_s(-u_k)) / 2
 *
 * x_s(u) is subject s, solved for its stature and BMI (sample.h), turned to T-pose and aligned, with u added to the sliders of row k
 * of the table; u_k is about a standard deviation of them over people.
 *
 * Components by area tell stature from mass and trunk from legs, and nothing of a foot, a head or a wrist, which go along with the
 * rest: a space of 16 of them has no body with the average woman's stature and the average woman's feet
 * (docs/lab/people.md). These directions are not orthogonal to the components, each moves what its name says.
 *
 * Shapes and spaces as in pca.h. Exactly mirror symmetric.
 */
#include "core/smpl/data/data.h"
#include "train/body/pca.h"
#include "train/body/regressor.h"
#include "train/body/sample.h"
#include "train/body/tpose.h"

#define PD_TRAIN_PROPORTION_COUNT    11
#define PD_TRAIN_PROPORTION_SUBJECTS 24 /* half of them men */

extern const char *const pd_train_proportion_names[PD_TRAIN_PROPORTION_COUNT]; /* "head", "neck" ... */

typedef struct pd_train_proportion_data {
    const pd_train_sampler *sampler;
    const pd_train_regressor *from_cubes; /* joint centres from skin, as for all subjects */
    const pd_train_tposer *tposer;
    const double *areas; /* (V) */
    uint64_t seed;
} pd_train_proportion_data;

/* directions[0] (V,3,PD_TRAIN_PROPORTION_COUNT) of men, directions[1] of women; the caller frees them. ERR_MEMORY. */
pd_status pd_train_proportions(float *directions[2], const pd_train_proportion_data *data, pd_error *err);

/* The mean of men's and women's, as far as they count, behind the model's directions, and how far each may go as beta_limits: more thigh than 1 bulges in
 * bands. ERR_MEMORY. */
pd_status pd_train_proportions_add(pd_smpl_data *model, float *const directions[2], bool men, bool women,
                                   pd_error *err);

#endif
