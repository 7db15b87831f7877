#ifndef PD_TRAIN_BODY_SAMPLE_H
#define PD_TRAIN_BODY_SAMPLE_H
/* Adults to learn from: measures are sampled, then two sliders are solved so that the body has them.
 *
 *     stature   N(1.76, 0.07) m men, N(1.63, 0.065) women, cut at 2.8 sd, less 0.6 mm a year beyond 42
 *     BMI       25 exp(z s) exp(0.002 (years - 42)), s = 0.18 below and 0.235 above, cut at 17.2 .. 44
 *
 * The height slider follows from the stature (piecewise linear), corpulence f in -1..4 from the BMI by regula
 * falsi on log(volume * density / mass): f fills the weight control and takes muscle away at both ends, and
 * beyond 1 it fills fat depots. Sampling the sliders themselves would not give these statistics.
 *
 * Every subject has a random stream of its own, so the bodies do not depend on the number of threads.
 * Even subjects are men, odd ones women.
 */
#include "core/base/executor.h"
#include "train/makehuman/asset.h"
#include "train/body/joints.h"
#include "train/body/mesh.h"
#include "core/base/progress.h"

#include <stdbool.h>

#define PD_TRAIN_SLIDERS_MAX 192
#define PD_TRAIN_DENSITY     1000.0 /* kg/m3 */

typedef struct pd_train_subject {
    int male;
    double stature, bmi; /* asked for */
    double muscle;       /* before corpulence takes of it */
    double sliders[PD_TRAIN_SLIDERS_MAX];
    double depots[PD_TRAIN_SLIDERS_MAX]; /* slider per unit of f beyond 1, before it is cut */
    int shape;                           /* -1: none */
    double shape_weight;
    pd_train_macro macro; /* with height, weight and muscle as solved */
    double corpulence;
    double stature_got, volume_got; /* of the body: m, m3 */
} pd_train_subject;

typedef struct pd_train_sample {
    int count, vertex_count;
    pd_train_subject *subjects; /* (count)                                         */
    float *bodies;              /* (count,V,3) metres, A-pose, exactly symmetric   */
    double *centers;            /* (count,PD_TRAIN_POINT_COUNT,3) from the cubes   */
    float *
        composed; /* (count,composed_count,3) the same bodies with what is behind them, as composed; NULL: not kept */
} pd_train_sample;

typedef struct pd_train_sampler {
    const pd_train_asset *asset;
    const pd_train_mesh *mesh;
    const pd_train_points *points;
    const pd_executor *executor;
    pd_train_progress progress;
    const char *step; /* what to call it in reports */
    bool with_face;   /* faces of their own         */
    bool keeps_composed;
    const double
        *shift; /* (PD_TRAIN_SLIDERS_MAX) added to every subject's sliders before it is solved, or NULL */
} pd_train_sampler;

pd_status pd_train_sample_init(pd_train_sample *sample, const pd_train_sampler *sampler, uint64_t seed,
                               int count, pd_error *err);
void pd_train_sample_deinit(pd_train_sample *sample);
float *pd_train_sample_body(const pd_train_sample *sample, int subject);

/* Runs task over count items in chunks, reporting between them. */
void pd_train_run(const pd_executor *executor, const pd_train_progress *progress, const char *step,
                  pd_task *task, void *arg, int count);

#endif
