#ifndef PD_FACTORY_BODY_SAMPLE_SAMPLE_H
#define PD_FACTORY_BODY_SAMPLE_SAMPLE_H
/* Samples the adults that the model is trained on: draws body measures, then solves two sliders of MakeHuman
 * so that the body has them.
 *
 *     stature   N(1.76, 0.07) m men, N(1.63, 0.065) women, cut at 2.8 sd, less 0.6 mm a year beyond 42
 *     BMI       25 exp(z s) exp(0.002 (years - 42)), s = 0.18 below and 0.235 above, cut at 17.2 .. 44
 *
 * The height slider follows from the stature (piecewise linear). Corpulence f in -1..4 follows from the BMI
 * by regula falsi on log(volume * density / mass): f fills the weight control and reduces muscle at both
 * ends, and beyond 1 it fills fat depots. Sampling the sliders directly would not give these statistics.
 *
 * Each subject has its own random stream, so the bodies do not depend on the number of threads. Even subjects
 * are men, odd ones women.
 */
#include "core/base/executor.h"
#include "factory/makehuman/asset.h"
#include "factory/body/shape/joints.h"
#include "factory/body/shape/mesh.h"
#include "core/base/progress.h"

#include <stdbool.h>

#define PD_FACTORY_SLIDERS_MAX 192
#define PD_FACTORY_DENSITY     1000.0 /* kg/m3 */

typedef struct pd_factory_subject {
    int male;
    double stature, bmi; /* wanted measures: metres, kg/m2 */
    double muscle;       /* muscle slider before corpulence reduces it */
    double sliders[PD_FACTORY_SLIDERS_MAX];
    double depots[PD_FACTORY_SLIDERS_MAX]; /* slider value per unit of f beyond 1, before clipping */
    int shape;                             /* index of a body shape target; -1: none */
    double shape_weight;
    pd_factory_macro macro; /* macro sliders, with height, weight and muscle as solved */
    double corpulence;
    double stature_got, volume_got; /* measures of the resulting body: m, m3 */
} pd_factory_subject;

typedef struct pd_factory_sample {
    int count, vertex_count;
    pd_factory_subject *subjects; /* (count)                                         */
    float *bodies;                /* (count,V,3) metres, A-pose, exactly symmetric */
    double *centers;              /* (count,PD_FACTORY_POINT_COUNT,3) joint centres from the cubes */
    /* (count,composed_count,3) the bodies as composed, with the helper vertices; NULL: not kept */
    float *composed;
} pd_factory_sample;

typedef struct pd_factory_sampler {
    const pd_factory_asset *asset;
    const pd_factory_mesh *mesh;
    const pd_factory_points *points;
    const pd_executor *executor;
    pd_progress progress;
    const char *step; /* name of this step in progress reports */
    bool with_face;   /* true: the sliders of the face are sampled too */
    bool keeps_composed;
    /* (PD_FACTORY_SLIDERS_MAX) added to the sliders of every subject before it is solved, or NULL */
    const double *shift;
} pd_factory_sampler;

/* Draws and composes `count` subjects. The seed alone determines them. On failure *sample is empty. */
pd_status pd_factory_sample_init(pd_factory_sample *sample, const pd_factory_sampler *sampler, uint64_t seed,
                                 int count, pd_error *err);
void pd_factory_sample_deinit(pd_factory_sample *sample);
/* Returns the vertices (V,3) of one subject's body. */
float *pd_factory_sample_body(const pd_factory_sample *sample, int subject);

/* Runs `task` over `count` items in chunks and reports progress between the chunks. */
void pd_factory_execute(const pd_executor *executor, const pd_progress *progress, const char *step,
                        pd_task *task, void *arg, int count);

#endif
