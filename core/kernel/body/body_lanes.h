/* The tile kernels over one vector type; included by body_avx2.c, body_avx512.c and body_neon.c, which define
 *
 *     vec, VL         the type and its float32 lanes (VL divides 16)
 *     NB              bodies that one pass of blend holds in registers beside a VL-wide part of the tile
 *     v_load v_store  aligned; v_load16 and v_load_half the same from int16 and binary16; v_set one float to
 *                     all lanes; v_zero
 *     v_add v_sub v_mul v_div; v_fma(a,b,c) = a b + c; v_fnma(a,b,c) = c - a b
 *
 * before they include it. The versions share this text so that their operations have the same order and give
 * the same bits. Functions are inlined with constant counts, so that the accumulators are registers; the
 * loops over accumulators must unroll.
 */
#include "core/kernel/body/body.h"
#include "core/base/assert.h"
#include "core/kernel/unrolled.h"

#include <string.h>

#define PARTS (PD_K_LANES / VL)

/* acc (bodies, parts, 3) += rows of one run; a row is read once for all bodies. */
INLINE void add_wide(vec *acc, const pd_k_run *run, const float *coefs, const int bodies, int part,
                     const int parts, const char *ahead)
{
    PD_DEBUG_ASSERT(run->count >= 0 && run->feature >= 0);
    const float *row = run->rows + part * VL;
    coefs += (long)run->feature * PD_K_GROUP;

    /* Each row is loaded once and added to all bodies. */
    for (int n = run->count; n > 0; n--, row += PD_K_TILE, coefs += PD_K_GROUP, ahead += 64) {
        vec x[3 * 4];
        __builtin_prefetch(ahead, 0, 2);
        UNROLLED for (int i = 0; i < 3 * parts; i++) x[i] = v_load(row + (i % 3) * PD_K_LANES + (i / 3) * VL);
        UNROLLED for (int b = 0; b < bodies; b++)
        {
            vec c = v_set(coefs[b]);
            UNROLLED for (int i = 0; i < 3 * parts; i++) acc[b * 3 * parts + i] =
                v_fma(c, x[i], acc[b * 3 * parts + i]);
        }
    }
}

INLINE void add_narrow(vec *acc, const pd_k_run *run, const float *coefs, const int bodies, int part,
                       const int parts)
{
    PD_DEBUG_ASSERT(run->narrow && run->scales && run->count >= 0 && run->feature >= 0);

    /* Rows are 16-bit integers with a scale each; the scale goes into the coefficient. */
    const int16_t *row = run->narrow + part * VL;
    const float *scale = run->scales;
    coefs += (long)run->feature * PD_K_GROUP;
    for (int n = run->count; n > 0; n--, row += PD_K_TILE, coefs += PD_K_GROUP, scale++) {
        vec x[3 * 4];
        UNROLLED for (int i = 0; i < 3 * parts; i++) x[i] =
            v_load16(row + (i % 3) * PD_K_LANES + (i / 3) * VL);
        UNROLLED for (int b = 0; b < bodies; b++)
        {
            vec c = v_set(coefs[b] * *scale);
            UNROLLED for (int i = 0; i < 3 * parts; i++) acc[b * 3 * parts + i] =
                v_fma(c, x[i], acc[b * 3 * parts + i]);
        }
    }
}

INLINE void add_half(vec *acc, const pd_k_run *run, const float *coefs, const int bodies, int part,
                     const int parts)
{
    PD_DEBUG_ASSERT(run->half && run->count >= 0 && run->feature >= 0);

    /* Every half-precision number is a float32, so the sums have the bits of float32 rows. */
    const uint16_t *row = run->half + part * VL;
    coefs += (long)run->feature * PD_K_GROUP;
    for (int n = run->count; n > 0; n--, row += PD_K_TILE, coefs += PD_K_GROUP) {
        vec x[3 * 4];
        UNROLLED for (int i = 0; i < 3 * parts; i++) x[i] =
            v_load_half(row + (i % 3) * PD_K_LANES + (i / 3) * VL);
        UNROLLED for (int b = 0; b < bodies; b++)
        {
            vec c = v_set(coefs[b]);
            UNROLLED for (int i = 0; i < 3 * parts; i++) acc[b * 3 * parts + i] =
                v_fma(c, x[i], acc[b * 3 * parts + i]);
        }
    }
}

/* `bodies` bodies from `body` on, `parts` parts of the tile from `part` on. */
INLINE void blend_block(float *out, const float *start, const pd_k_run *runs, int run_count,
                        const float *coefs, int body, const int bodies, int part, const int parts,
                        const char *ahead)
{
    vec acc[8 * 3 * 4]; /* registers */
    UNROLLED for (int b = 0; b < bodies; b++) UNROLLED for (int i = 0; i < 3 * parts; i++)
        acc[b * 3 * parts + i] = v_load(start + (i % 3) * PD_K_LANES + (part + i / 3) * VL);
    for (int r = 0; r < run_count; r++) {
        if (runs[r].rows)
            add_wide(acc, &runs[r], coefs + body, bodies, part, parts, ahead);
        else if (runs[r].half)
            add_half(acc, &runs[r], coefs + body, bodies, part, parts);
        else
            add_narrow(acc, &runs[r], coefs + body, bodies, part, parts);
        ahead += 64L * runs[r].count;
    }
    UNROLLED for (int b = 0; b < bodies; b++) UNROLLED for (int i = 0; i < 3 * parts; i++) v_store(
        out + (body + b) * PD_K_TILE + (i % 3) * PD_K_LANES + (part + i / 3) * VL, acc[b * 3 * parts + i]);
}

#define BLEND_BLOCKS(bodies, parts)                                                                          \
    for (int part = 0; part < PARTS; part += (parts))                                                        \
    blend_block(out, start, runs, run_count, coefs, body, bodies, part, parts, ahead)
#define FEWER(wanted) ((wanted) < PARTS ? (wanted) : PARTS)

/* Computes the bodies in blocks of NB (if that is 8), 4, 2 or 1. A block may extend beyond the last body:
 * coefs and out have room for 8. */
static void blend(float *out, const float *start, const pd_k_run *runs, int run_count, const float *coefs,
                  int bodies, const char *ahead)
{
    PD_DEBUG_ASSERT(bodies >= 0 && bodies <= PD_K_GROUP && run_count >= 0);

    /* The largest block that still has bodies. More bodies in a block mean fewer loads of the rows. */
    for (int body = 0; body < bodies;) {
        int left = bodies - body;
        if (left > 4 && NB >= 8) {
            BLEND_BLOCKS(NB, 1);
            body += NB;
        } else if (left > 2) {
            BLEND_BLOCKS(4, FEWER(NB / 4));
            body += 4;
        } else if (left > 1) {
            BLEND_BLOCKS(2, FEWER(NB / 2));
            body += 2;
        } else {
            BLEND_BLOCKS(1, FEWER(NB / 2));
            body += 1;
        }
    }
}

/* m[c] = sum over the entries of weight times table column c */
INLINE void gather(vec *m, const pd_k_skin *skin, const float *table, const int columns, int part)
{
    PD_DEBUG_ASSERT(skin->count >= 1 && skin->index[0] >= 0);
    const float *weights = skin->weights + part * VL;

    /* The first entry initializes the sums, the others add to them. */
    vec w = v_load(weights);
    const float *row = table + (long)skin->index[0] * columns;
    UNROLLED for (int c = 0; c < columns; c++) m[c] = v_mul(w, v_set(row[c]));
    for (int e = 1; e < skin->count; e++) {
        w = v_load(weights + (long)e * PD_K_LANES);
        PD_DEBUG_ASSERT(skin->index[e] >= 0);
        row = table + (long)skin->index[e] * columns;
        UNROLLED for (int c = 0; c < columns; c++) m[c] = v_fma(w, v_set(row[c]), m[c]);
    }
}

INLINE void load_point(vec p[3], const float *tile, int part)
{
    for (int c = 0; c < 3; c++) p[c] = v_load(tile + c * PD_K_LANES + part * VL);
}

INLINE void store_point(float *tile, int part, const vec p[3])
{
    for (int c = 0; c < 3; c++) v_store(tile + c * PD_K_LANES + part * VL, p[c]);
}

/* Skins by linear blending: blends the matrices, then transforms the point. */
static void lbs(float *tiles, const pd_k_skin *skin, const float *table, long stride, int bodies)
{
    for (int b = 0; b < bodies; b++, tiles += PD_K_TILE, table += stride)
        for (int part = 0; part < PARTS; part++) {
            /* Blend the matrices of the joints. */
            vec m[PD_K_LBS_ROW], p[3], out[3];
            gather(m, skin, table, PD_K_LBS_ROW, part);

            /* Transform the point by the result. */
            load_point(p, tiles, part);
            UNROLLED for (int r = 0; r < 3; r++) out[r] =
                v_fma(m[4 * r], p[0], v_fma(m[4 * r + 1], p[1], v_fma(m[4 * r + 2], p[2], m[4 * r + 3])));
            store_point(tiles, part, out);
        }
}

/* out = a x b + c */
INLINE void cross_add(vec out[3], const vec a[3], const vec b[3], const vec c[3])
{
    vec x = v_fnma(a[2], b[1], v_fma(a[1], b[2], c[0]));
    vec y = v_fnma(a[0], b[2], v_fma(a[2], b[0], c[1]));
    vec z = v_fnma(a[1], b[0], v_fma(a[0], b[1], c[2]));
    out[0] = x, out[1] = y, out[2] = z;
}

/* p + 2/|q|^2 (v x (v x p + w p) + extra), q = (v, w) of any length */
INLINE void rotate(vec out[3], const vec q[4], const vec p[3], const vec extra[3])
{
    vec n2 = v_fma(q[0], q[0], v_fma(q[1], q[1], v_fma(q[2], q[2], v_mul(q[3], q[3])))), u[3], s[3];
    vec scale = v_div(v_set(2), n2);
    for (int c = 0; c < 3; c++) u[c] = v_mul(q[3], p[c]);
    cross_add(u, q, p, u);
    cross_add(s, q, u, extra);
    for (int c = 0; c < 3; c++) out[c] = v_fma(scale, s[c], p[c]);
}

static void dqs(float *tiles, const pd_k_skin *skin, const float *table, long stride, int bodies)
{
    for (int b = 0; b < bodies; b++, tiles += PD_K_TILE, table += stride)
        for (int part = 0; part < PARTS; part++) {
            vec m[PD_K_DQS_ROW], p[3], t[3];
            gather(m, skin, table, PD_K_DQS_ROW, part);
            load_point(p, tiles, part);
            /* half the translation: w d - d_w v + v x d */
            for (int c = 0; c < 3; c++) t[c] = v_fnma(m[7], m[c], v_mul(m[3], m[4 + c]));
            cross_add(t, m, m + 4, t);
            rotate(p, m, p, t);
            store_point(tiles, part, p);
        }
}

/* Skins by spherical blending: blends quaternion, translation and centre of rotation. */
static void sbs(float *tiles, const pd_k_skin *skin, const float *table, long stride, int bodies)
{
    for (int b = 0; b < bodies; b++, tiles += PD_K_TILE, table += stride)
        for (int part = 0; part < PARTS; part++) {
            vec m[PD_K_SBS_ROW], p[3], none[3] = {v_zero(), v_zero(), v_zero()};
            gather(m, skin, table, PD_K_SBS_ROW, part);
            load_point(p, tiles, part);
            for (int c = 0; c < 3; c++) p[c] = v_sub(p[c], m[7 + c]);
            rotate(p, m, p, none);
            for (int c = 0; c < 3; c++) p[c] = v_add(p[c], m[4 + c]);
            store_point(tiles, part, p);
        }
}

/* out (16,3) from x, y, z of 16: each version interleaves in its own way. */
INLINE void interleave(float *out, const float *tile, const float translation[3]);

static void store(float *out, const float *tile, const float translation[3], int count)
{
    float whole[PD_K_TILE];
    PD_DEBUG_ASSERT(count >= 0 && count <= PD_K_LANES);
    if (count == PD_K_LANES) {
        interleave(out, tile, translation);
        return;
    }
    interleave(whole, tile, translation);
    memcpy(out, whole, (size_t)(3 * count) * sizeof *out);
}
