#ifndef PD_KERNEL_BODY_BODY_H
#define PD_KERNEL_BODY_BODY_H
/* Inner loops of a body model's forward pass: blend shapes, skinning and normals. core/smpl calls them.
 *
 * A tile holds 16 vertices as x[16] y[16] z[16]: each coordinate fills one register of AVX-512, two of AVX2,
 * four of NEON. A group is up to 8 bodies that are computed together, so that a row of blend shapes is loaded
 * once for all of them; 3 x 8 accumulators leave 8 of the 32 registers of AVX-512 for everything else.
 *
 *     blend   rest_b = start + sum_r coef_rb row_r                          b = 1 .. bodies
 *     skin    m_i = sum_e w_ei table_e, then t' from m_i and t by method    i = 1 .. 16
 *
 * LBS  linear blend skinning. Table rows of 12: the joint's 3x4 matrix G'_k.        t' = m t
 * DQS  dual quaternion skinning (Kavan et al. 2007, "Skinning with dual quaternions"), normalised by |m|^2
 *      instead of two square roots. Table rows of 8, one for each pair of joint and pivot: the joint's dual
 *      quaternion (x y z w, then its dual part), with the sign that puts it in the pivot's hemisphere. A
 *      vertex's pivot is its joint of largest weight, so that its quaternions are blended within one
 *      hemisphere.
 * SBS  spherical blend skinning (Kavan, Zara 2005). t' = Q (t - r) + sum_k w_k C_k r
 *      Table rows of 10, one for each pair of joint and set of joints: signed quaternion, C_k r, r, where r
 *      is the rotation centre of the set.
 *
 * Order    each body's sums run over rows and entries from first to last with one fused multiply-add each, so
 *          a body has the same bits alone and in a group. avx2 and avx512 give the same bits. ref rounds
 *          products and sums separately. neon fuses too and differs from avx2 only in the division.
 * Spaces   model space, metres. Table rows map rest positions to posed ones; `translation` is added to posed
 *          ones.
 * Memory   rows, start, weights and tiles lie on 64-byte boundaries; nothing is allocated.
 * Threads  pure functions.
 */
#include "core/kernel/cpu.h"

#include <stdint.h>

#define PD_K_LANES   16               /* vertices of a tile                  */
#define PD_K_TILE    (3 * PD_K_LANES) /* floats of a tile                    */
#define PD_K_GROUP   8                /* bodies that are computed together   */
#define PD_K_LBS_ROW 12               /* floats of a table row               */
#define PD_K_DQS_ROW 8
#define PD_K_SBS_ROW 10

/* Consecutive rows of a tile's blend shapes that belong to consecutive features. Rows are float32, half
 * precision (IEEE 754 binary16), or 16-bit integers with a scale: row r is narrow[r] * scales[r]. Scales are
 * powers of two, so the products are exact, and a float32 row of the same numbers gives the same bits. A
 * single body, which is bound by memory, reads the rows of 16 bits; a batch, which is bound by arithmetic,
 * reads the float32 rows. */
typedef struct pd_k_run {
    const float *rows;     /* (count,3,16), or NULL: use half or narrow     */
    const uint16_t *half;  /* (count,3,16), or NULL: use narrow and scales  */
    const int16_t *narrow; /* (count,3,16)                                  */
    const float *scales;   /* (count) powers of two                         */
    int feature;           /* number of the first row's feature             */
    int count;             /* rows                                          */
} pd_k_run;

/* Skin entries of a tile: entry e adds the table row index[e] with 16 weights, one for each vertex, 0 where
 * it does not move the vertex. */
typedef struct pd_k_skin {
    const int32_t *index; /* (count) numbers of table rows */
    const float *weights; /* (count,16)                    */
    int count;            /* entries                       */
} pd_k_skin;

/* Adds blend shapes to a tile: out (bodies,3,16) = start (3,16) + the runs' rows times coefs (features,8),
 * body fastest. `ahead` points at memory that is needed soon: one cache line of it is fetched into the
 * second-level cache for each row. */
typedef void pd_k_blend(float *out, const float *start, const pd_k_run *runs, int run_count,
                        const float *coefs, int bodies, const char *ahead);
/* Skins `bodies` tiles in place. The table of body b starts at table + b * stride floats. */
typedef void pd_k_skin_run(float *tiles, const pd_k_skin *skin, const float *table, long stride, int bodies);
/* Writes the first `count` (at most 16) vertices of a tile plus the translation to out (count,3). */
typedef void pd_k_store(float *out, const float *tile, const float translation[3], int count);
/* Writes the normals of triangles first .. last - 1 to out (F,4): length twice the area, fourth number 0.
 * vertices (V,3), faces (F,3). */
typedef void pd_k_face_normals(float *out, const float *vertices, const uint32_t *faces, int first, int last);
/* Writes the normals of vertices first .. last - 1 to out (V,3): the unit vector of the sum over the faces
 * around[start[v]] .. around[start[v + 1] - 1], or (0,1,0) where the sum is zero. face_normals (F,4). */
typedef void pd_k_vertex_normals(float *out, const float *face_normals, const uint32_t *start,
                                 const uint32_t *around, int first, int last);

/* Writes the vertex normals of one body, with the bits of the two functions above, in one pass over the
 * triangles: out (V,3) from vertices (V,3). scratch holds 4 (V + 7) floats on a 64-byte boundary. */
typedef void pd_k_body_normals(float *out, const float *vertices, const uint32_t *faces, int face_count,
                               int vertex_count, float *scratch);
/* Writes the vertex normals of 8 bodies, each in a lane of a register, with the bits of the two functions
 * above: out[b] (V,3) from vertices[b] (V,3). scratch holds 48 V floats on a 64-byte boundary. */
typedef void pd_k_group_normals(float *const out[PD_K_GROUP], const float *const vertices[PD_K_GROUP],
                                const uint32_t *faces, int face_count, int vertex_count, float *scratch);

/* The functions of one processor version. */
typedef struct pd_k_body {
    pd_k_blend *blend;
    pd_k_skin_run *lbs, *dqs, *sbs;
    pd_k_store *store;
    pd_k_face_normals *face_normals;
    pd_k_vertex_normals *vertex_normals;
    pd_k_body_normals *body_normals;   /* NULL: the two above together are as fast */
    pd_k_group_normals *group_normals; /* NULL: one body after another is as fast */
} pd_k_body;

extern const pd_k_body pd_k_body_ref, pd_k_body_avx2, pd_k_body_avx512, pd_k_body_neon;

/* Returns the version that pd_k_cpu_init chose. */
const pd_k_body *pd_k_body_get(void);

#endif
