/* The panel kernels over one vector type; included by pfnn_avx2.c, pfnn_avx512.c and pfnn_neon.c, which define
 *
 *     vec, VL         the type and its float32 lanes (VL divides 64)
 *     PARTS(n)        vectors of a row that n characters hold in registers together: n * PARTS(n) sums
 *     v_load v_store  aligned; v_set one float to all lanes
 *     v_add v_sub v_mul v_min v_max; v_fma(a,b,c) = a b + c; v_fnma(a,b,c) = c - a b
 *     v_exp2i(n)      2^n for whole n from -126 to 127
 *
 * before. One text for all of them keeps the order of operations, and with it the bits, the same.
 */
#include "core/kernel/pfnn.h"

#define PANEL  PD_K_PFNN_PANEL
#define GROUP  PD_K_PFNN_GROUP
#define INLINE static inline __attribute__((always_inline))
#if defined(__clang__)
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 32")
#endif

/* Rows ahead of the one that is multiplied, for few characters: they wait for memory. */
#define AHEAD (24 * PANEL)

typedef enum fetch { FETCH_NONE, FETCH_ROWS, FETCH_NEXT } fetch;

/* Characters c .. c + n - 1, `parts` vectors from lane `lane` of the panel on. */
INLINE void add_block(const pd_k_pfnn_term *t, int c, const int n, int lane, const int parts,
                      const fetch what)
{
    const float *row = t->rows + lane, *x[GROUP];
    vec acc[GROUP * 16], w[16];
    UNROLLED for (int j = 0; j < n; j++) x[j] = t->in + t->who[c + j] * t->in_stride;
    UNROLLED for (int j = 0; j < n; j++) UNROLLED for (int p = 0; p < parts; p++) acc[j * parts + p] =
        v_load(row + p * VL);
    long ahead = what == FETCH_NEXT ? t->next - t->rows : AHEAD;
    for (long i = 0; i < t->in_count; i++) {
        row += PANEL;
        if (what) {
            UNROLLED for (int p = 0; p < parts * VL / 16; p++)
                __builtin_prefetch(row + ahead + p * 16, 0, what == FETCH_NEXT ? 2 : 3);
        }
        UNROLLED for (int p = 0; p < parts; p++) w[p] = v_load(row + p * VL);
        UNROLLED for (int j = 0; j < n; j++)
        {
            vec b = v_set(x[j][i]);
            UNROLLED for (int p = 0; p < parts; p++) acc[j * parts + p] = v_fma(w[p], b, acc[j * parts + p]);
        }
    }
    UNROLLED for (int j = 0; j < n; j++)
    {
        float *out = t->out + t->who[c + j] * t->out_stride + lane;
        vec coef = v_set(t->coefs[c + j]);
        UNROLLED for (int p = 0; p < parts; p++)
            v_store(out + p * VL, v_fma(coef, acc[j * parts + p], v_load(out + p * VL)));
    }
}

#define TAIL_OF(n, what)                                                                                     \
    case n:                                                                                                  \
        for (int lane = 0; lane < PANEL; lane += PARTS(n) * VL) add_block(t, c, n, lane, PARTS(n), what);    \
        break;
#define TAIL(what)                                                                                           \
    switch (t->count - c) {                                                                                  \
        TAIL_OF(1, what)                                                                                     \
        TAIL_OF(2, what)                                                                                     \
        TAIL_OF(3, what) TAIL_OF(4, what) TAIL_OF(5, what) TAIL_OF(6, what) default : break;                 \
    }

/* The groups before the last find the block in the cache; the last one fetches what comes next, the only one its
 * own rows. */
static void add(const pd_k_pfnn_term *t)
{
    int c = 0;
    for (; c + GROUP < t->count; c += GROUP)
        for (int lane = 0; lane < PANEL; lane += PARTS(GROUP) * VL)
            add_block(t, c, GROUP, lane, PARTS(GROUP), FETCH_NONE);
    if (c == 0) {
        TAIL(FETCH_ROWS)
    } else if (t->next) {
        TAIL(FETCH_NEXT)
    } else {
        TAIL(FETCH_NONE)
    }
}

static void blend(float *rows, const float *blocks, long stride, const float c[4], long count)
{
    vec k[4];
    UNROLLED for (int j = 0; j < 4; j++) k[j] = v_set(c[j]);
    for (long i = 0; i < count; i += 2 * VL, rows += 2 * VL, blocks += 2 * VL)
        UNROLLED for (int p = 0; p < 2 * VL; p += VL)
        {
            vec sum = v_mul(k[0], v_load(blocks + p));
            UNROLLED for (int j = 1; j < 4; j++) sum = v_fma(k[j], v_load(blocks + j * stride + p), sum);
            v_store(rows + p, sum);
        }
}

/* exp(v) - 1 = 2^n (exp(r) - 1) + (2^n - 1) with v = n ln 2 + r, |r| <= ln 2 / 2, and the polynomial of Cephes'
 * expf (Moshier): exact at 0 and to a few units in the last place below. Under -87 it is -1 to float32. */
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
    const vec zero = v_set(0), least = v_set(-87);
    for (long i = 0; i < count; i += VL) {
        vec v = v_load(values + i);
        v_store(values + i, v_add(v_max(v, zero), exp_less_one(v_max(v_min(v, zero), least))));
    }
}
