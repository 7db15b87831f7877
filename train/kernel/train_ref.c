/* Plain C in double: what every other version is compared against, and what runs where there is no other. */
#include "train/kernel/train.h"

#include <math.h>

static void scatter_add(float *blocks, long stride, const float *rows, const float c[4], long count)
{
    for (int k = 0; k < 4; k++)
        for (long i = 0; i < count; i++)
            blocks[k * stride + i] = (float)(blocks[k * stride + i] + (double)c[k] * rows[i]);
}

static void activate(float *h, float *slope, float *e, const float *s, long count)
{
    for (long i = 0; i < count; i++) {
        slope[i] = (float)(s[i] * (fmin(e[i], 0) + 1));
        h[i] = e[i] = (float)((double)s[i] * e[i]);
    }
}

static void multiply_train_ref(float *a, const float *b, long count)
{
    for (long i = 0; i < count; i++) a[i] *= b[i];
}

static void l1_subgradient(float *g, const float *w, float size, long count)
{
    for (long i = 0; i < count; i++) g[i] += size * (float)((w[i] > 0) - (w[i] < 0));
}

/* One step of Adam (Kingma and Ba 2015, algorithm 1); the corrections of the bias are in rate and eps
 * already. */
static void adam(const pd_k_train_adam_job *j)
{
    for (long i = 0; i < j->count; i++) {
        double g = j->g[i];
        double m = j->b1 * (double)j->m[i] + (1 - (double)j->b1) * g;
        double v = j->b2 * (double)j->v[i] + (1 - (double)j->b2) * g * g;
        j->m[i] = (float)m;
        j->v[i] = (float)v;
        j->w[i] = (float)(j->w[i] - j->rate * m / (sqrt(v) + j->eps));
    }
}

const pd_k_train pd_k_train_ref = {scatter_add,    activate, multiply_train_ref, pd_k_train_transpose_plain,
                                   l1_subgradient, adam};
