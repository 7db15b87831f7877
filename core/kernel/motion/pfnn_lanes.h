/* The panel kernels over one vector type; included by pfnn_avx2.c, pfnn_avx512.c, pfnn_neon.c and
 * pfnn_simd128.c, which define
 *
 *     vec, VL         the type and its float32 lanes (VL divides 64)
 *     PARTS(n)        vectors of a row that n characters hold in registers together: n * PARTS(n) sums
 *     v_load v_store  aligned; v_load_half the same from half precision; v_set one float to all lanes
 *     v_add v_sub v_mul v_min v_max; v_fma(a,b,c) = a b + c; v_fnma(a,b,c) = c - a b
 *     v_exp2i(n)      2^n for whole n from -126 to 127
 *
 * before they include it. A version without a fused multiply-add also defines v_sum(a,b,c) = a b + c for
 * products that are exact. The versions share this text so that their operations have the same order and give
 * the same bits.
 */
#include "core/base/assert.h"
#include "core/kernel/motion/pfnn.h"
#include "core/kernel/unrolled.h"

#include <stddef.h>

#define PANEL PD_K_PFNN_PANEL
#define GROUP PD_K_PFNN_GROUP

#ifndef v_sum
#define v_sum(a, b, c) v_fma(a, b, c)
#endif

#define LINE           16             /* floats of a cache line                              */
#define ROW_LINES      (PANEL / LINE) /* cache lines of a row */
#define AHEAD          (24 * PANEL)   /* floats from the row in use to the row prefetched: 24 rows */
#define PASS_LINES(n)  (PARTS(n) * VL / LINE)
#define PASS_FLOATS(n) (PARTS(n) * VL)

/* Adds the product of the panel's rows with the inputs of characters c to c + n - 1, for `parts` vectors
 * from lane `lane` on. With each row, fetches `lines` cache lines
 * from `ahead` on into cache 1 (near) or 2. */
INLINE void add_block(const pd_k_pfnn_term *t, int c, const int n, int lane, const int parts,
                      const char *ahead, const int lines, const int near, const int half)
{
    const long row_bytes = PANEL * (half ? 2 : 4);
    const uint16_t *halves = half ? t->halves + lane : NULL;
    const float *row = t->rows + lane, *start = t->start + lane, *x[GROUP];
    vec acc[GROUP * 16], w[16];

    /* Every character starts with the bias. */
    UNROLLED for (int j = 0; j < n; j++) x[j] = t->in + t->who[c + j] * t->in_stride;
    UNROLLED for (int j = 0; j < n; j++) UNROLLED for (int p = 0; p < parts; p++) acc[j * parts + p] =
        v_load(start + p * VL);

    /* Each row is loaded once and used by all characters, while the next block is fetched. */
    for (long i = 0; i < t->in_count; i++, row += PANEL, ahead += row_bytes) {
        UNROLLED for (int l = 0; l < lines; l++)
        {
            if (near)
                __builtin_prefetch(ahead + l * 64, 0, 3);
            else
                __builtin_prefetch(ahead + l * 64, 0, 2);
        }
        UNROLLED for (int p = 0; p < parts; p++) w[p] =
            half ? v_load_half(halves + i * PANEL + p * VL) : v_load(row + p * VL);
        UNROLLED for (int j = 0; j < n; j++)
        {
            vec b = v_set(x[j][i]);
            UNROLLED for (int p = 0; p < parts; p++) acc[j * parts + p] = v_sum(w[p], b, acc[j * parts + p]);
        }
    }

    /* Add the sums to the outputs, with the weight of each character. */
    UNROLLED for (int j = 0; j < n; j++)
    {
        float *out = t->out + t->who[c + j] * t->out_stride + lane;
        vec coef = v_set(t->coefs[c + j]);
        UNROLLED for (int p = 0; p < parts; p++)
            v_store(out + p * VL, v_fma(coef, acc[j * parts + p], v_load(out + p * VL)));
    }
}

/* Sums a whole panel for n characters when they are the only group,
 * and prefetches later rows of the same block. */
INLINE void add_alone(const pd_k_pfnn_term *t, const int n)
{
    for (int lane = 0; lane < PANEL; lane += PASS_FLOATS(n))
        if (t->halves)
            add_block(t, 0, n, lane, PARTS(n), (const char *)(t->halves + 2 * AHEAD + lane),
                      (PASS_LINES(n) + 1) / 2, 1, 1);
        else
            add_block(t, 0, n, lane, PARTS(n), (const char *)(t->rows + AHEAD + lane), PASS_LINES(n), 1, 0);
}

/* Sums a whole panel for n characters when they are one of several groups. The passes of all groups over the
 * block prefetch the next block together: pass t of T takes lines 4 t/T to 4 (t + 1)/T of every row. Returns
 * the number of the next pass. */
INLINE int add_among(const pd_k_pfnn_term *t, int c, const int n, int pass, int passes)
{
    for (int lane = 0; lane < PANEL; lane += PASS_FLOATS(n), pass++) {
        /* Lines of the next block that this pass fetches. */
        int first = ROW_LINES * pass / passes, lines = ROW_LINES * (pass + 1) / passes - first;
        const char *ahead = (const char *)(t->next ? t->next + first * LINE : t->rows);
        if (!t->next || !lines)
            add_block(t, c, n, lane, PARTS(n), ahead, 0, 0, 0);
        else if (lines == 1)
            add_block(t, c, n, lane, PARTS(n), ahead, 1, 0, 0);
        else
            add_block(t, c, n, lane, PARTS(n), ahead, 2, 0, 0);
    }
    return pass;
}

#define PASSES(n) (PANEL / PASS_FLOATS(n))

/* Sums any number of characters in groups of GROUP (6), then the remaining 1 to 5. */
static void add_many(const pd_k_pfnn_term *t)
{
    static const int rest_passes[GROUP] = {0, PASSES(1), PASSES(2), PASSES(3), PASSES(4), PASSES(5)};
    int c = 0, pass = 0, passes = t->count / GROUP * PASSES(GROUP) + rest_passes[t->count % GROUP];

    /* Whole groups, then the rest. The counts are constants, so that the compiler unrolls each case. */
    for (; c + GROUP <= t->count; c += GROUP) pass = add_among(t, c, GROUP, pass, passes);
    switch (t->count - c) {
    case 1: add_among(t, c, 1, pass, passes); break;
    case 2: add_among(t, c, 2, pass, passes); break;
    case 3: add_among(t, c, 3, pass, passes); break;
    case 4: add_among(t, c, 4, pass, passes); break;
    case 5: add_among(t, c, 5, pass, passes); break;
    default: break;
    }
}

/* Sums rows whose outputs fit one vector. Several characters are summed at once, so that their additions
 * overlap in the pipeline. */
static void add_narrow(const pd_k_pfnn_term *t)
{
    const char *none = (const char *)t->rows;
    int c = 0;
    for (; c + GROUP <= t->count; c += GROUP) add_block(t, c, GROUP, 0, 1, none, 0, 0, 0);
    switch (t->count - c) {
    case 1: add_block(t, c, 1, 0, 1, none, 0, 0, 0); break;
    case 2: add_block(t, c, 2, 0, 1, none, 0, 0, 0); break;
    case 3: add_block(t, c, 3, 0, 1, none, 0, 0, 0); break;
    case 4: add_block(t, c, 4, 0, 1, none, 0, 0, 0); break;
    case 5: add_block(t, c, 5, 0, 1, none, 0, 0, 0); break;
    default: break;
    }
}

static void add(const pd_k_pfnn_term *t)
{
    /* A last panel with few outputs needs one vector only. Otherwise choose by the number of characters. */
    PD_DEBUG_ASSERT(t->count >= 0 && t->in_count >= 0 && t->lanes >= 0 && t->lanes <= PANEL);
    if (t->lanes && t->lanes <= VL) {
        add_narrow(t);
        return;
    }
    switch (t->count) {
    case 0: break;
    case 1: add_alone(t, 1); break;
    case 2: add_alone(t, 2); break;
    case 3: add_alone(t, 3); break;
    case 4: add_alone(t, 4); break;
    case 5: add_alone(t, 5); break;
    case 6: add_alone(t, 6); break;
    default: add_many(t);
    }
}

/* Blends four control points of a block of weights with the coefficients c. */
static void blend(float *rows, const float *blocks, long stride, const float c[4], long count)
{
    vec k[4];
    PD_DEBUG_ASSERT(count % PANEL == 0);

    /* Coefficients in registers, then two vectors at a time. */
    UNROLLED for (int j = 0; j < 4; j++) k[j] = v_set(c[j]);
    for (long i = 0; i < count; i += 2 * VL, rows += 2 * VL, blocks += 2 * VL)
        UNROLLED for (int p = 0; p < 2 * VL; p += VL)
        {
            vec sum = v_mul(k[0], v_load(blocks + p));
            UNROLLED for (int j = 1; j < 4; j++) sum = v_fma(k[j], v_load(blocks + j * stride + p), sum);
            v_store(rows + p, sum);
        }
}

/* exp(v) - 1 = 2^n (exp(r) - 1) + (2^n - 1) with v = n ln 2 + r, |r| <= ln 2 / 2, and the polynomial of
 * Cephes' expf (Moshier): exact at 0 and to a few units in the last place below.
 * Under -87 it is -1 to float32. */
INLINE vec exp_less_one(vec v)
{
    const vec shift = v_set(12582912.0f); /* 1.5 * 2^23: adding it rounds to whole numbers */
    vec n = v_sub(v_fma(v, v_set(1.44269504f), shift), shift);
    vec r = v_fnma(n, v_set(-2.12194440e-4f), v_fnma(n, v_set(0.693359375f), v));
    vec p = v_set(1.9875691500e-4f);
    p = v_fma(p, r, v_set(1.3981999507e-3f));
    p = v_fma(p, r, v_set(8.3334519073e-3f));
    p = v_fma(p, r, v_set(4.1665795894e-2f));
    p = v_fma(p, r, v_set(1.6666665459e-1f));
    p = v_fma(p, r, v_set(5.0000001201e-1f));
    p = v_fma(v_mul(r, r), p, r);
    vec s = v_exp2i(n);
    return v_fma(s, p, v_sub(s, v_set(1)));
}

static void elu(float *values, long count)
{
    PD_DEBUG_ASSERT(count % PANEL == 0);
    const vec zero = v_set(0), least = v_set(-87);
    for (long i = 0; i < count; i += VL) {
        vec v = v_load(values + i);
        v_store(values + i, v_add(v_max(v, zero), exp_less_one(v_max(v_min(v, zero), least))));
    }
}

/* 2^11 + 1: Veltkamp's splitting of 24 bits leaves 13. */
#define SPLITS 2049.0f

static void narrow(float *values, long count)
{
    PD_DEBUG_ASSERT(count % PANEL == 0);
    for (long i = 0; i < count; i += VL) {
        const vec v = v_load(values + i);
        const vec much = v_mul(v, v_set(SPLITS));
        v_store(values + i, v_sub(much, v_sub(much, v)));
    }
}
