/* Plain C in double: what every other version is compared against, and what runs where there is no other. */
#include "core/kernel/motion/pfnn.h"
#include "core/math/elementary.h"

#include <math.h>

#define PANEL PD_K_PFNN_PANEL

/* Adds products in double precision: the plain version of the kernel. */
static void add_pfnn_ref(const pd_k_pfnn_term *t)
{
    for (int c = 0; c < t->count; c++) {
        const float *in = t->in + t->who[c] * t->in_stride;
        const float *rows = t->rows;
        float *out = t->out + t->who[c] * t->out_stride;
        double sum[PANEL];
        int lanes = t->lanes ? t->lanes : PANEL;

        /* Bias, then the sum over the inputs. */
        for (int o = 0; o < PANEL; o++) sum[o] = t->start[o];
        for (int i = 0; i < t->in_count; i++, rows += PANEL) {
            const double x = in[i];
            for (int o = 0; o < PANEL; o++) sum[o] += rows[o] * x;
        }

        for (int o = 0; o < lanes; o++) out[o] = (float)(out[o] + (double)t->coefs[c] * sum[o]);
    }
}

static void blend_pfnn_ref(float *rows, const float *blocks, long stride, const float c[4], long count)
{
    for (long i = 0; i < count; i++) {
        double sum = 0;
        for (int k = 0; k < 4; k++) sum += (double)c[k] * blocks[k * stride + i];
        rows[i] = (float)sum;
    }
}

static void elu(float *values, long count)
{
    for (long i = 0; i < count; i++) {
        double v = values[i];
        values[i] = (float)(v > 0 ? v : pd_expm1(v));
    }
}

static void narrow(float *values, long count)
{
    for (long i = 0; i < count; i++) values[i] = pd_k_pfnn_narrowed(values[i]);
}

const pd_k_pfnn pd_k_pfnn_ref = {add_pfnn_ref, blend_pfnn_ref, elu, narrow};
