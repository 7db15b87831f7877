#ifndef PD_KERNEL_REGISTERED_H
#define PD_KERNEL_REGISTERED_H
/* The inner loops of a body from registered vertices (core/observe/registered.h has the equations).
 *
 *     moments   m_k += c_v w_kv^2 (x_v, 1) (y_v, 1)^T                                   (4,4) a joint
 *     chain     C_k = dX_k - G_k dJ_k,  dX_k = dX_p + G_p (dJ_k - dJ_p)                 by the betas
 *     rows      u_v = T_v + S_v beta + P_v f,  M_v = sum w G,  x_v = M_v (u_v, 1),  A_v = M_v S_v + sum w C
 *               and beside A, with pose, how x moves when all below a joint is rotated in the world: [ -(sum_below w x - w X_k) ]_x
 *     normal    A^T c A,  A^T c (y - x),  sums of c A
 *     move      T + S beta and x by a step of beta and translation, without pose
 *
 * Shapes   N vertices, K joints, W skin entries a vertex, B betas padded with zeros to a multiple of 16; D columns of A: B, or with pose B + 3K padded likewise.
 * Spaces   G and X in the world, the rest as the model has it; metres.
 * Order    from first to last; sums of a vector's lanes are summed in the order of the version.
 * Memory   every table on a 64-byte boundary, rows of B floats, points of 4; nothing is allocated.
 */
#include "core/kernel/cpu.h"

#include <stdint.h>

#define PD_K_REGISTERED_LANES 16

typedef struct pd_k_registered_job {
    int count, joints, entries, betas; /* N K W B */
    int columns;                       /* D       */
    /* the set of vertices */
    const float *shape;           /* (N,3,B) S                                  */
    const int32_t *skin;          /* (N,W) joints                               */
    const float *weight;          /* (N,W)                                      */
    const int32_t *blend_start;   /* (N + 1) into blend_feature, blend           */
    const int32_t *blend_feature; /* of features                               */
    const float *blend;           /* (.,4) P                                    */
    const int32_t *parents;       /* (K)                                        */
    const float *joint_shape;     /* (K,3,B) dJ                                 */
    /* what was seen */
    const float *seen;       /* (N,4) y, the fourth 1 */
    const float *confidence; /* (N) c                 */
    /* the state */
    const float *world;         /* (K,3,4) [G_k | X_k - G_k J_k] */
    const float *place;         /* (K,4) X_k, the fourth 1: with pose */
    const float *feature;       /* f */
    float *shaped;              /* (N,4) T + S beta, the fourth 0 */
    float *at;                  /* (N,4) x, the fourth 1 */
    float *rows;                /* (N,3,D) A */
    float *slopes, *lever;      /* (K,3,B) dX, C */
    float *moments;             /* (K,4,4) */
    float *hung;                /* (K,4) scratch, with pose */
    float *gram, *right, *sums; /* (D,D) its lower triangle, (D), (3,D) */
} pd_k_registered_job;

typedef struct pd_k_registered {
    void (*moments)(const pd_k_registered_job *job);
    void (*chain)(const pd_k_registered_job *job);
    void (*rows)(const pd_k_registered_job *job);
    void (*normal)(const pd_k_registered_job *job);
    void (*move)(const pd_k_registered_job *job, const float *step, const float shift[3]);
} pd_k_registered;

extern const pd_k_registered pd_k_registered_ref, pd_k_registered_avx2, pd_k_registered_avx512,
    pd_k_registered_neon;

/* The version that pd_k_cpu_init chose. */
const pd_k_registered *pd_k_registered_get(void);

#endif
