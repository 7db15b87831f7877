#ifndef PD_TESTS_SOFT_BOUND_H
#define PD_TESTS_SOFT_BOUND_H
/* The largest size that soft tissue's coefficient m can have, whatever moves: sum |W| x_max times the sum of
 * |impulse response| (core/smpl/soft/soft.h). features: 12 Q. */
#include "core/smpl/soft/soft.h"

#include <math.h>

static inline double soft_bound(const pd_smpl_soft *soft, int m, int features)
{
    static const double most[PD_SMPL_SOFT_FEATURES] = {8, 8, 8, 8, 8, 8, 16, 16, 16, 8, 8, 8};
    const double *a = soft->a[m];
    double input = 0, response = 0, now = 0, was = 0;

    for (int i = 0; i < features; i++)
        input += fabs((double)soft->gains[m][i]) * most[i % PD_SMPL_SOFT_FEATURES];
    for (int t = 0; t < 2000; t++) {
        const double next = a[0] * now + a[1] * was + (t ? 0 : 1 - a[0] - a[1]);
        was = now, now = next;
        response += fabs(now);
    }
    return input * response;
}

#endif
