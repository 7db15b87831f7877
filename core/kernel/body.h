#ifndef PD_KERNEL_BODY_H
#define PD_KERNEL_BODY_H
/* The inner loops of the forward pass, on tiles of 16 vertices.
 *
 * A tile is x[16] y[16] z[16]: one AVX-512 register a coordinate, two of AVX2, four of NEON. A group is up to
 * 8 bodies that go through a tile together, so that a row of blend shapes is loaded once for all of them:
 * 3 x 8 accumulators fill the 32 registers of AVX-512.
 *
 *     blend   rest_b = start + sum_r coef_rb row_r                          b = 1 .. bodies
 *     skin    m_i = sum_e w_ei table_e, then t' from m_i and t by method    i = 1 .. 16
 *
 * LBS  table rows of 12: G'_k, a 3x4 matrix.                 t' = m t
 * DQS  rows of 8: dual quaternion of (joint, pivot), x y z w then its dual part, with the sign that puts it
 *      on the pivot's side: the pivot is the joint of largest weight, so every vertex blends within one
 *      hemisphere and nothing is gathered.                   t' by Kavan et al. 2007, "Skinning with dual
 *      quaternions", normalised by |m|^2 in place of two square roots
 * SBS  rows of 10: of (joint, set): signed quaternion, C_k r, r; r is the rotation centre of the set.
 *                                        t' = Q (t - r) + sum_k w_k C_k r   Kavan, Zara 2005
 *
 * Order    each body's sums run over rows and entries from first to last, one fused multiply-add each, so a
 *          body comes out the same alone or in a group. avx2 and avx512 give the same bits; ref multiplies and
 *          adds with two roundings; neon fuses, and differs from the first two in nothing but the division.
 * Spaces   model space, metres; table rows carry rest positions to posed ones, translation moves the posed ones.
 * Memory   rows, start, weights and tiles on 64-byte boundaries; nothing is allocated.
 */
#include "core/kernel/cpu.h"

#include <stdint.h>

#define PD_K_LANES   16
#define PD_K_TILE    (3 * PD_K_LANES) /* floats of one tile */
#define PD_K_GROUP   8
#define PD_K_LBS_ROW 12
#define PD_K_DQS_ROW 8
#define PD_K_SBS_ROW 10

/* count rows of blend shapes that lie one after the other and belong to features that do, too. Rows are
 * float32, or 16-bit integers with a power of two each: row r is narrow[r] * scales[r]. Powers of two make the
 * products exact, so a wide row that holds the same numbers gives the same bits: one body, which waits for
 * memory, reads the narrow ones, and a batch, which waits for the multipliers, the wide ones. */
typedef struct pd_k_run {
    const float *rows;     /* (count,3,16), or NULL: narrow */
    const int16_t *narrow; /* (count,3,16)                  */
    const float *scales;   /* (count)                       */
    int feature;           /* of the first row              */
    int count;
} pd_k_run;

/* What moves a tile: entry e has the table row index[e] and 16 weights, zero where it does not act. */
typedef struct pd_k_skin {
    const int32_t *index; /* (count)    */
    const float *weights; /* (count,16) */
    int count;
} pd_k_skin;

/* coefs (features,8), body fastest.
 * ahead: memory that will be needed soon; a line of 64 bytes is fetched into the second cache for each row. */
typedef void pd_k_blend(float *out, const float *start, const pd_k_run *runs, int run_count,
                        const float *coefs, int bodies, const char *ahead);
/* bodies tiles in place; the table of body b starts at table + b * stride. */
typedef void pd_k_skin_run(float *tiles, const pd_k_skin *skin, const float *table, long stride, int bodies);
/* Vertices (count,3) from a tile, + translation; count <= 16. */
typedef void pd_k_store(float *out, const float *tile, const float translation[3], int count);
/* Normals of triangles [first, last), length twice the area: out (F,4), the fourth is 0. */
typedef void pd_k_face_normals(float *out, const float *vertices, const uint32_t *faces, int first, int last);
/* Unit sums over the faces around vertices [first, last): out (V,3). (0,1,0) where the sum is zero. */
typedef void pd_k_vertex_normals(float *out, const float *face_normals, const uint32_t *start,
                                 const uint32_t *around, int first, int last);

/* Both for 8 bodies at once, one a lane, to the same bits: out[b] (V,3) from vertices[b] (V,3). scratch holds
 * 48 V floats on a 64-byte boundary. */
typedef void pd_k_group_normals(float *const out[PD_K_GROUP], const float *const vertices[PD_K_GROUP],
                                const uint32_t *faces, int face_count, int vertex_count, float *scratch);

typedef struct pd_k_body {
    pd_k_blend *blend;
    pd_k_skin_run *lbs, *dqs, *sbs;
    pd_k_store *store;
    pd_k_face_normals *face_normals;
    pd_k_vertex_normals *vertex_normals;
    pd_k_group_normals *group_normals; /* NULL: body after body is as good */
} pd_k_body;

extern const pd_k_body pd_k_body_ref, pd_k_body_avx2, pd_k_body_avx512, pd_k_body_neon;

/* The version that pd_k_cpu_init chose. */
const pd_k_body *pd_k_body_get(void);

#endif
