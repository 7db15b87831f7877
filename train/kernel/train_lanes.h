/* The kernels of training over one vector type; included by train_avx2.c, train_avx512.c and train_neon.c,
 * which define
 *
 *     vec, VL         the type and its float32 lanes (VL divides 64)
 *     v_load v_store  aligned; v_set one float to all lanes
 *     v_add v_sub v_mul v_div v_sqrt v_min v_max; v_fma(a,b,c) = a b + c
 *
 * before they include it. The versions share this text so that their operations have the same order and give
 * the same bits.
 */
#include "train/kernel/train.h"

#include "core/base/assert.h"

/* Adds rows times c_k to each of four blocks, which lie `stride` floats apart: the gradient of four control
 * points. */
static void scatter_add(float *blocks, long stride, const float *rows, const float c[4], long count)
{
    PD_DEBUG_ASSERT(count % 64 == 0);
    const vec c0 = v_set(c[0]), c1 = v_set(c[1]), c2 = v_set(c[2]), c3 = v_set(c[3]);
    float *b0 = blocks, *b1 = b0 + stride, *b2 = b1 + stride, *b3 = b2 + stride;
    for (long i = 0; i < count; i += VL) {
        vec r = v_load(rows + i);
        v_store(b0 + i, v_fma(c0, r, v_load(b0 + i)));
        v_store(b1 + i, v_fma(c1, r, v_load(b1 + i)));
        v_store(b2 + i, v_fma(c2, r, v_load(b2 + i)));
        v_store(b3 + i, v_fma(c3, r, v_load(b3 + i)));
    }
}

/* h = s ELU(z) and slope = s ELU'(z). On entry e has ELU(z), on return h. ELU'(z) = min(ELU(z), 0) + 1. */
static void activate(float *h, float *slope, float *e, const float *s, long count)
{
    PD_DEBUG_ASSERT(count % 64 == 0);
    const vec zero = v_set(0), one = v_set(1);
    for (long i = 0; i < count; i += VL) {
        vec a = v_load(e + i), b = v_load(s + i), c = v_mul(a, b);
        v_store(slope + i, v_mul(b, v_add(v_min(a, zero), one)));
        v_store(h + i, c);
        v_store(e + i, c);
    }
}

static void multiply(float *a, const float *b, long count)
{
    PD_DEBUG_ASSERT(count % 64 == 0);
    for (long i = 0; i < count; i += VL) v_store(a + i, v_mul(v_load(a + i), v_load(b + i)));
}

/* sign(w) without branches: w * 1e30 limited to -1 ..
 * 1, so that magnitudes under 1e-30 get a fraction of the step. */
static void l1_subgradient(float *g, const float *w, float size, long count)
{
    PD_DEBUG_ASSERT(count % 64 == 0);
    const vec huge = v_set(1e30F), one = v_set(1), minus = v_set(-1), by = v_set(size);
    for (long i = 0; i < count; i += VL) {
        vec sign = v_min(v_max(v_mul(v_load(w + i), huge), minus), one);
        v_store(g + i, v_fma(by, sign, v_load(g + i)));
    }
}

/* One step of Adam (Kingma and Ba 2015, algorithm 1); the corrections of the bias are in rate and eps
 * already. */
static void adam(const pd_k_train_adam_job *j)
{
    PD_DEBUG_ASSERT(j->count % 64 == 0);
    const vec b1 = v_set(j->b1), b2 = v_set(j->b2), a1 = v_set(1 - j->b1), a2 = v_set(1 - j->b2);
    const vec rate = v_set(j->rate), eps = v_set(j->eps);
    for (long i = 0; i < j->count; i += VL) {
        vec g = v_load(j->g + i);
        vec m = v_fma(b1, v_load(j->m + i), v_mul(a1, g));
        vec v = v_fma(b2, v_load(j->v + i), v_mul(v_mul(a2, g), g));
        v_store(j->m + i, m);
        v_store(j->v + i, v);
        vec step = v_div(v_mul(rate, m), v_add(v_sqrt(v), eps));
        v_store(j->w + i, v_sub(v_load(j->w + i), step));
    }
}
