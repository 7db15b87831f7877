#ifndef PD_OBSERVE_SIZE_H
#define PD_OBSERVE_SIZE_H
/* How large what is seen in space is beside the model's body: 1 for points in metres, 100 for points in centimetres.
 *
 *     ratio = median over pairs (i, j) of |y_i - y_j| / |X_i - X_j|        y: seen, X: the model's body at rest with betas 0
 *
 * over pairs whose distance does not depend on the pose: two places that one bone carries. A joint is carried by its own bone and by its
 * parent's. Where there are fewer than three such pairs, all pairs count: X_i - X_j is then measured along the skeleton, which no pose can
 * exceed, and the upper quartile replaces the median. Both are robust: a few wrong points do not change the ratio. Both are equivariant:
 * points that are 100 times as large have 100 times the ratio, to rounding.
 *
 * Points that several cameras see in pictures are triangulated first; their unit is that of the cameras' translations.
 *
 * Shapes   up to PD_OBSERVE_SIZE_POINTS points are used, evenly spread over what is seen.
 * Memory   none but the stack.   Threads  pure functions.
 */
#include "core/observe/observe.h"

#define PD_OBSERVE_SIZE_POINTS 96

/* Outside these ratios points are not in metres, and a fit refuses them. The upper bound is where feet become likelier than metres,
 * sqrt(1 / 0.3048): a person of 3 m. The lower one is half of a new-born child's 0.5 m beside the model's 1.7 m. */
#define PD_OBSERVE_SIZE_LARGEST     1.81
#define PD_OBSERVE_SIZE_SMALLEST    0.15
/* Outside these a result deserves a warning: a person of 1.2 m, one of 2.3 m. */
#define PD_OBSERVE_SIZE_USUAL_LEAST 0.7
#define PD_OBSERVE_SIZE_USUAL_MOST  1.35

/* The ratio of one moment. NAN: fewer than three places are seen in space, or they lie on one another. */
double pd_observe_size_of(const pd_observe_job *job, const pd_smpl_model *model);

/* ERR_RANGE when points of that ratio are not in metres; the message names the unit that fits and what to do. can_scale: the caller has the
 * option fit_scale. A ratio of NAN is no error. */
pd_status pd_observe_size_check(double ratio, bool can_scale, const char *where, pd_error *err);

/* ": they look like centimetres; multiply them by 0.01 or set fit_scale"; without a unit that fits only what to do. */
#define PD_OBSERVE_SIZE_HINT_BYTES 128
void pd_observe_size_hint(char out[PD_OBSERVE_SIZE_HINT_BYTES], double ratio, bool can_scale);

#endif
