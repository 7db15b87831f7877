#ifndef PD_TRAIN_NETWORK_ADAM_H
#define PD_TRAIN_NETWORK_ADAM_H
/* Adam (Kingma, Ba 2015) and the rate it has at each step.
 *
 *     m = b1 m + (1 - b1) g          v = b2 v + (1 - b2) g^2          b1 = .9, b2 = .999, eps = 1e-8
 *     w -= rate (m/(1 - b1^t)) / (sqrt(v/(1 - b2^t)) + eps)           t = 1 at the first step
 *
 *     rate(s) = top (s + 1)/warm_up                                   s < warm_up: gradients are wild at first
 *             = top (last + (1 - last)(1 + cos(pi part))/2)           part of the way from warm_up to `steps`
 *
 * Units    parameters and gradients as params.h has them; steps count from 0.
 * Memory   the moments are the caller's, zero before the first step.
 * Threads  ranges may be updated by different threads.
 */
#include <stddef.h>

typedef struct pd_train_rate {
    double top;   /* 2e-3                                     */
    double last;  /* part of top that is left at the end: .005 */
    long warm_up; /* steps: 200                               */
    long steps;   /* of the whole training                    */
} pd_train_rate;

double pd_train_rate_at(const pd_train_rate *rate, long step);

/* w, m, v, g (count), on 64-byte boundaries, count a multiple of 64; step counts from 0. */
void pd_train_adam(float *w, float *m, float *v, const float *g, size_t count, double rate, long step);

#endif
