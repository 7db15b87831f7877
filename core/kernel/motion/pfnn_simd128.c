/* WebAssembly's vectors of 128 bits, which have no fused multiply-add. Gives the bits of the other versions:
 *
 *     fma(a, b, c) = round(a b + c), rounded once to float32
 *
 * In double a b is exact, and only the sum is rounded, to 53 bits, before it is rounded to 24. These two
 * roundings differ from one only if the double lies exactly halfway between two floats and is not exact. The
 * loop over the inputs finds sums that lie halfway (about one of 5,000, nearly all of them exact) and then
 * moves those that are not exact by one bit towards the exact sum. (Sums below 1e-38 in size, which a
 * network never has, are not found.)
 */
#include <wasm_simd128.h>

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define HALFWAY 0x10000000u /* the lower 29 bits of a double halfway between two floats */

/* The fused multiply-add of one number. */
static float fused(float a, float b, float c)
{
    const double product = (double)a * b;
    double sum = product + c;
    uint64_t bits;

    /* Halfway: step towards the exact sum, whose difference
     * from the rounded one is `lost` (Knuth's two-sum). */
    memcpy(&bits, &sum, sizeof bits);
    if ((bits & (2 * HALFWAY - 1)) == HALFWAY) {
        const double part = sum - product;
        const double lost = (product - (sum - part)) + (c - part);
        if (lost != 0) bits += (lost > 0) == (sum > 0) ? 1u : -1u;
        memcpy(&sum, &bits, sizeof sum);
    }
    return (float)sum;
}

/* Rounds two sums = product + before to floats in double. Lanes that lie halfway step towards the exact sum
 * first, as in `fused`. */
static v128_t rounded(v128_t sum, v128_t product, v128_t before)
{
    const v128_t zero = wasm_f64x2_splat(0);
    const v128_t part = wasm_f64x2_sub(sum, product);
    const v128_t lost =
        wasm_f64x2_add(wasm_f64x2_sub(product, wasm_f64x2_sub(sum, part)), wasm_f64x2_sub(before, part));
    const v128_t halfway =
        wasm_i64x2_eq(wasm_v128_and(sum, wasm_i64x2_splat(2 * HALFWAY - 1)), wasm_i64x2_splat(HALFWAY));
    const v128_t inwards = wasm_v128_xor(wasm_f64x2_gt(lost, zero), wasm_f64x2_gt(sum, zero));
    const v128_t step = wasm_v128_or(inwards, wasm_i64x2_splat(1)); /* -1 or 1 */
    const v128_t used = wasm_v128_and(halfway, wasm_f64x2_ne(lost, zero));

    return wasm_f32x4_demote_f64x2_zero(wasm_i64x2_add(sum, wasm_v128_and(step, used)));
}

static v128_t fused4(v128_t a, v128_t b, v128_t c)
{
    v128_t half[2];

    for (int k = 0; k < 2; k++) {
        const v128_t product =
            wasm_f64x2_mul(wasm_f64x2_promote_low_f32x4(a), wasm_f64x2_promote_low_f32x4(b));
        const v128_t before = wasm_f64x2_promote_low_f32x4(c);
        half[k] = rounded(wasm_f64x2_add(product, before), product, before);
        a = wasm_i32x4_shuffle(a, a, 2, 3, 2, 3);
        b = wasm_i32x4_shuffle(b, b, 2, 3, 2, 3);
        c = wasm_i32x4_shuffle(c, c, 2, 3, 2, 3);
    }
    return wasm_i32x4_shuffle(half[0], half[1], 0, 1, 4, 5);
}

/* Four floats from halves: the exponent is moved, and 2^112 corrects it, for subnormal halves too. */
static v128_t load_half4(const uint16_t *p)
{
    const v128_t h = wasm_u32x4_load16x4(p);
    const v128_t size = wasm_i32x4_shl(wasm_v128_and(h, wasm_i32x4_splat(0x7fff)), 13);
    const v128_t sign = wasm_i32x4_shl(wasm_v128_and(h, wasm_i32x4_splat(0x8000)), 16);

    return wasm_v128_or(wasm_f32x4_mul(size, wasm_f32x4_splat(0x1p112f)), sign);
}

typedef v128_t vec;
#define VL              4
#define PARTS(n)        ((n) == 1 ? 8 : (n) <= 3 ? 4 : 2)
#define v_load(p)       wasm_v128_load(p)
#define v_load_half(p)  load_half4(p)
#define v_store(p, a)   wasm_v128_store(p, a)
#define v_set(x)        wasm_f32x4_splat(x)
#define v_add(a, b)     wasm_f32x4_add(a, b)
#define v_sub(a, b)     wasm_f32x4_sub(a, b)
#define v_mul(a, b)     wasm_f32x4_mul(a, b)
#define v_min(a, b)     wasm_f32x4_pmin(b, a) /* as minps: the second one unless the first is smaller */
#define v_max(a, b)     wasm_f32x4_pmax(b, a)
#define v_fma(a, b, c)  fused4(a, b, c)
#define v_fnma(a, b, c) fused4(wasm_f32x4_neg(a), b, c)
#define v_whole(n)      wasm_i32x4_trunc_sat_f32x4(n)
#define v_exp2i(n)      wasm_i32x4_shl(wasm_i32x4_add(v_whole(n), wasm_i32x4_splat(127)), 23)
#define v_sum(a, b, c)  wasm_f32x4_add(wasm_f32x4_mul(a, b), c)
#include "core/kernel/motion/pfnn_lanes.h"

#define STRIP 8 /* outputs whose sums are in registers, each a double that a float represents */
#define PAIRS (STRIP / 2)

static v128_t widened(const float *p)
{
    return wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(p));
}

/* Returns a vector whose lanes are not zero where one of four sums lies halfway. */
static v128_t halfway_of(v128_t a, v128_t b)
{
    const v128_t low = wasm_i32x4_shl(wasm_i32x4_shuffle(a, b, 0, 2, 4, 6), 3);
    return wasm_i32x4_eq(low, wasm_i32x4_splat((int32_t)(HALFWAY << 3)));
}

/* Sums STRIP outputs of a character, from `lane` on. */
static void add_strip(const pd_k_pfnn_term *t, int c, int lane)
{
    const float *x = t->in + t->who[c] * t->in_stride;
    const float *row = t->rows + lane;
    float *out = t->out + t->who[c] * t->out_stride + lane;
    v128_t sums[PAIRS];
    float narrow[STRIP];

    /* The bias, then the inputs from first to last. */
    UNROLLED for (int p = 0; p < PAIRS; p++) sums[p] = widened(t->start + lane + 2 * p);
    for (int i = 0; i < t->in_count; i++, row += PANEL) {
        const v128_t b = wasm_f64x2_splat((double)x[i]);
        v128_t next[PAIRS];
        UNROLLED for (int p = 0; p < PAIRS; p++) next[p] =
            wasm_f64x2_add(wasm_f64x2_mul(widened(row + 2 * p), b), sums[p]);
        const v128_t halfway = wasm_v128_or(halfway_of(next[0], next[1]), halfway_of(next[2], next[3]));
        const bool rare = __builtin_expect(wasm_v128_any_true(halfway), 0);
        UNROLLED for (int p = 0; p < PAIRS; p++) sums[p] = wasm_f64x2_promote_low_f32x4(
            rare ? rounded(next[p], wasm_f64x2_mul(widened(row + 2 * p), b), sums[p])
                 : wasm_f32x4_demote_f64x2_zero(next[p]));
    }
    UNROLLED for (int p = 0; p < PAIRS; p++)
        wasm_v128_store64_lane(narrow + 2 * p, wasm_f32x4_demote_f64x2_zero(sums[p]), 0);

    for (int o = 0; o < STRIP; o++) out[o] = fused(t->coefs[c], narrow[o], out[o]);
}

/* Weights that are not halves: the products are not exact. */
static void add_exactly(const pd_k_pfnn_term *t)
{
    const int lanes = t->lanes ? (t->lanes + STRIP - 1) / STRIP * STRIP : PANEL;

    for (int c = 0; c < t->count; c++)
        for (int lane = 0; lane < lanes; lane += STRIP) add_strip(t, c, lane);
}

static void add_simd128(const pd_k_pfnn_term *t)
{
    if (!t->halves) {
        add_exactly(t);
        return;
    }

    pd_k_pfnn_term floats = *t;
    floats.halves = NULL; /* the conversion of halves takes longer than to read floats */
    add(&floats);
}

const pd_k_pfnn pd_k_pfnn_simd128 = {add_simd128, blend, elu, narrow};
