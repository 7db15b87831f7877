#ifndef PD_TRAIN_NETWORK_ADAM_H
#define PD_TRAIN_NETWORK_ADAM_H
/* Adam optimiser (Kingma, Ba 2015) and its learning rate schedule.
 *
 *     m = b1 m + (1 - b1) g          v = b2 v + (1 - b2) g^2          b1 = .9, b2 = .999, eps = 1e-8
 *     w -= rate (m/(1 - b1^t)) / (sqrt(v/(1 - b2^t)) + eps)           t = 1 at the first step
 *
 *     rate(s) = top (s + 1)/warm_up
 *         s < warm_up: linear, because the first gradients are large and erratic
 *             = top (last + (1 - last)(1 + cos(pi u))/2)
 *                 u runs from 0 at warm_up to 1 at `steps`
 *
 * Units    parameters and gradients are laid out as in params.h; steps count from 0.
 * Memory   the caller owns the moments m and v and sets them to zero before the first step.
 * Threads  different threads may update different ranges.
 */
#include <stddef.h>

typedef struct pd_train_rate {
    double top;   /* highest learning rate: 2e-3 */
    double last;  /* fraction of `top` at the last step: .005 */
    long warm_up; /* steps of the linear rise: 200 */
    long steps;   /* steps of the whole training */
} pd_train_rate;

/* Returns the learning rate at a step, by the formula above. */
double pd_train_rate_at(const pd_train_rate *rate, long step);

/* Updates w, m and v (count) in place from the gradient g (count). All four start on 64-byte boundaries;
 * count is a multiple of 64. `step` counts from 0. */
void pd_train_adam(float *w, float *m, float *v, const float *g, size_t count, double rate, long step);

#endif
