#ifndef PD_OBSERVE_SIZE_H
#define PD_OBSERVE_SIZE_H
/* Estimates the size of observed points relative to the model's body: 1 for points in metres, 100 for points
 * in centimetres.
 *
 *     ratio = median over pairs (i, j) of |y_i - y_j| / |X_i - X_j|
 *         y: observed, X: the model's body at rest with betas 0
 *
 * over pairs whose distance does not depend on the pose: two places on one bone. A joint belongs to its own
 * bone and to its parent's. With fewer than three such pairs, all pairs count: |X_i - X_j| is then measured
 * along the skeleton, the largest distance that any pose can have, and the upper quartile replaces the
 * median. Both are robust: a few wrong points do not change the ratio. Both are equivariant: points that are
 * 100 times as large have 100 times the ratio, to rounding.
 *
 * Points that several cameras see in pictures are triangulated first; their unit is that of the cameras'
 * translations.
 *
 * Shapes   uses up to PD_OBSERVE_SIZE_POINTS points, evenly spread over the observations.
 * Memory   only the stack.   Threads  pure functions.   Errors  in _check alone.
 */
#include "core/observe/observe.h"

#define PD_OBSERVE_SIZE_POINTS 96

/* Ratios outside these bounds cannot be metres, and a fit refuses them. The upper bound is where feet become
 * more likely than metres, sqrt(1 / 0.3048): a person of 3 m. The lower bound is half of a new-born child's
 * 0.5 m relative to the model's 1.7 m. */
#define PD_OBSERVE_SIZE_LARGEST     1.81
#define PD_OBSERVE_SIZE_SMALLEST    0.15
/* A result outside these bounds deserves a warning: a person shorter than 1.2 m or taller than 2.3 m. */
#define PD_OBSERVE_SIZE_USUAL_LEAST 0.7
#define PD_OBSERVE_SIZE_USUAL_MOST  1.35

/* Returns the ratio of one moment. NAN if fewer than three places are seen
 * in space or all of them coincide. */
double pd_observe_size_of(const pd_observe_job *job, const pd_smpl_model *model);

/* Returns ERR_RANGE if points with this ratio are not in metres; the message names the unit that fits and
 * what to do. can_scale: the caller offers the option fit_scale. A ratio of NAN is no error. */
pd_status pd_observe_size_check(double ratio, bool can_scale, const char *where, pd_error *err);

/* Writes a hint such as ": they look like centimetres; multiply them by 0.01 or set fit_scale". If no unit
 * fits, the hint only says what to do. */
#define PD_OBSERVE_SIZE_HINT_BYTES 128
void pd_observe_size_hint(char out[PD_OBSERVE_SIZE_HINT_BYTES], double ratio, bool can_scale);

#endif
