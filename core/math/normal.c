#include "core/math/normal.h"

#include "core/math/elementary.h"

#include <math.h>

/* Newton's steps on erfc from a rough start (Abramowitz and Stegun 26.2.22). */
double pd_normal_quantile(double share)
{
    double tail = share < 0.5 ? share : 1 - share;
    double t = sqrt(-2 * pd_log(pd_fmax(tail, 1e-300)));
    double z = t - (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t);

    for (int round = 0; round < 4; round++)
        z += (0.5 * erfc(z * M_SQRT1_2) - tail) * sqrt(2 * M_PI) * pd_exp(0.5 * z * z);

    return share < 0.5 ? -z : z;
}
