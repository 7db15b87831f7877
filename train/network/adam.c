#include "train/network/adam.h"

#include "core/base/assert.h"
#include "train/kernel/train.h"

#include <math.h>

#define B1  0.9   /* decay of the first moment: Kingma and Ba 2015, as the two below */
#define B2  0.999 /* decay of the second moment */
#define EPS 1e-8  /* against division by 0 */

double pd_train_rate_at(const pd_train_rate *rate, long step)
{
    PD_ASSERT(step >= 0);
    if (step < rate->warm_up) return rate->top * (double)(step + 1) / (double)rate->warm_up;
    long rest = rate->steps - rate->warm_up;
    double part = rest > 0 ? (double)(step - rate->warm_up) / (double)rest : 1;
    double wave = 0.5 + 0.5 * cos(M_PI * fmin(part, 1));

    return rate->top * (rate->last + (1 - rate->last) * wave);
}

void pd_train_adam(float *w, float *m, float *v, const float *g, size_t count, double rate, long step)
{
    PD_ASSERT(count > 0 && step >= 0);
    double t = (double)step + 1;
    double root = sqrt(1 - pow(B2, t));
    const pd_k_train_adam_job job = {.w = w,
                                     .m = m,
                                     .v = v,
                                     .g = g,
                                     .count = (long)count,
                                     .b1 = (float)B1,
                                     .b2 = (float)B2,
                                     .rate = (float)(rate * root / (1 - pow(B1, t))),
                                     .eps = (float)(EPS * root)};
    pd_k_train_get()->adam(&job);
}
