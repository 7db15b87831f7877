#include "train/motion/gaussian.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdlib.h>

static int gaussian_clamp(int i, int count)
{
    return i < 0 ? 0 : i >= count ? count - 1 : i;
}

bool pd_train_gaussian_curve(double *curve, int count, int stride, double sigma_frames)
{
    PD_ASSERT(stride > 0);

    /* Weights up to three sigma. */
    int reach = (int)ceil(3 * sigma_frames);
    if (count < 1 || sigma_frames <= 0) return true;

    double *memory = malloc(((size_t)count + (size_t)reach + 1) * sizeof *memory);
    if (!memory) return false;

    double *in = memory;
    double *w = memory + count;
    double sum = 0;
    for (int k = 0; k <= reach; k++) {
        w[k] = exp(-0.5 * k * k / (sigma_frames * sigma_frames));
        sum += k ? 2 * w[k] : w[k];
    }

    /* Filter a copy; beyond the ends the first and last value are repeated. */
    for (int t = 0; t < count; t++) in[t] = curve[(size_t)t * (size_t)stride];
    for (int t = 0; t < count; t++) {
        double y = w[0] * in[t];
        for (int k = 1; k <= reach; k++)
            y += w[k] * (in[gaussian_clamp(t - k, count)] + in[gaussian_clamp(t + k, count)]);
        curve[(size_t)t * (size_t)stride] = y / sum;
    }

    free(memory);
    return true;
}
