#ifndef PD_MATH_SPRING_H
#define PD_MATH_SPRING_H
/* A critically damped spring that pulls an offset to zero, solved exactly for any time step:
 *
 *     x'' + 2 w x' + w^2 x = 0        x(t) = (x + (v + w x) t) e^(-w t)
 *         v(t) = (v - w (v + w x) t) e^(-w t)
 *
 * An offset without velocity has halved after 1.678 / w seconds. To follow a goal other than zero, pass x
 * minus the goal.
 * Units    w in 1/s, t in seconds, x in any unit, v in that unit per second.
 * Threads  pure functions.
 * Errors   none: w and t must not be negative.
 */
#include "core/math/elementary.h"
#include "core/math/vec3.h"

#include <math.h>

/* Advances the offset *x and its velocity *v by t seconds. */
static inline void pd_spring(double *x, double *v, double w, double t)
{
    const double c = *v + w * *x, e = pd_exp(-w * t);
    *x = (*x + t * c) * e;
    *v = (*v - w * t * c) * e;
}

/* Advances an offset vector and its velocity: pd_spring for each component. */
static inline void pd_spring3(pd_vec3 *x, pd_vec3 *v, double w, double t)
{
    const pd_vec3 c = pd_vec3_fma(*v, w, *x);
    const double e = pd_exp(-w * t);
    *x = pd_vec3_scale(pd_vec3_fma(*x, t, c), e);
    *v = pd_vec3_scale(pd_vec3_fma(*v, -w * t, c), e);
}

#endif
