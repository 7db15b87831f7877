#ifndef PD_MATH_SPRING_H
#define PD_MATH_SPRING_H
/* A critically damped spring that takes an offset to zero, solved exactly over any time:
 *
 *     x'' + 2 w x' + w^2 x = 0        x(t) = (x + (v + w x) t) e^(-w t)        v(t) = (v - w (v + w x) t) e^(-w t)
 *
 * Half of an offset at rest is left after 1.678 / w seconds.
 * Units    w 1/s, t seconds; x whatever the caller's is, v that a second. What has a goal other than zero gives x less the goal.
 */
#include "core/math/vec3.h"

#include <math.h>

static inline void pd_spring(double *x, double *v, double w, double t)
{
    const double c = *v + w * *x, e = exp(-w * t);
    *x = (*x + t * c) * e;
    *v = (*v - w * t * c) * e;
}

static inline void pd_spring3(pd_vec3 *x, pd_vec3 *v, double w, double t)
{
    const pd_vec3 c = pd_vec3_fma(*v, w, *x);
    const double e = exp(-w * t);
    *x = pd_vec3_scale(pd_vec3_fma(*x, t, c), e);
    *v = pd_vec3_scale(pd_vec3_fma(*v, -w * t, c), e);
}

#endif
