#ifndef PD_FACTORY_BODY_PART_PROPORTION_H
#define PD_FACTORY_BODY_PART_PROPORTION_H
/* Adds betas of proportion: each makes one part of the body larger or smaller at constant stature and mass.
 *
 *     D_k = 1/n sum_s (x_s(+u_k) - x_s(-u_k)) / 2
 *
 * x_s(u) is subject s, solved for its stature and BMI (sample.h), turned to the T-pose and aligned, with u
 * added to the sliders of row k of the table. u_k is about one standard deviation of these sliders over
 * people.
 *
 * Area-weighted components separate stature from mass and trunk from legs, but not a foot, a head or a wrist,
 * which vary together with the rest: a space of 16 of them contains no body with the average woman's stature
 * and the average woman's feet (docs/lab/people.md). The directions of proportion are not orthogonal to the
 * components; each moves the part that its name says.
 *
 * Shapes and spaces are those of pca.h. Exactly mirror symmetric.
 */
#include "core/smpl/data/data.h"
#include "factory/body/shape/pca.h"
#include "factory/body/shape/regressor.h"
#include "factory/body/sample/sample.h"
#include "factory/body/shape/tpose.h"

#define PD_FACTORY_PROPORTION_COUNT    11
#define PD_FACTORY_PROPORTION_SUBJECTS 24 /* n of the equation, half of them men */

extern const char *const pd_factory_proportion_names[PD_FACTORY_PROPORTION_COUNT]; /* "head", "neck" ... */

typedef struct pd_factory_proportion_data {
    const pd_factory_sampler *sampler;
    const pd_factory_regressor *from_cubes; /* computes joint centres from skin, the same for all subjects */
    const pd_factory_tposer *tposer;
    const double *areas; /* (V) area of each vertex */
    uint64_t seed;
} pd_factory_proportion_data;

/* Computes the directions of men, directions[0], and of women, directions[1], each
 * (V,3,PD_FACTORY_PROPORTION_COUNT); the caller frees them. ERR_MEMORY. */
pd_status pd_factory_proportions(float *directions[2], const pd_factory_proportion_data *data, pd_error *err);

/* Adds directions behind those of the model: the mean of men's and women's, or the one selected by `men` and
 * `women`. Also adds the largest useful value of each as beta_limits: for example, thighs above 1 show
 * bulging bands. ERR_MEMORY. */
pd_status pd_factory_proportions_add(pd_smpl_data *model, float *const directions[2], bool men, bool women,
                                     pd_error *err);

#endif
