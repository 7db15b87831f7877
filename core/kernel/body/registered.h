#ifndef PD_KERNEL_BODY_REGISTERED_H
#define PD_KERNEL_BODY_REGISTERED_H
/* Inner loops of fitting a body to registered vertices: points y_v that are known to be vertex v of the body.
 *
 * core/observe/registered.h has the equations of the fit; they alternate between joint rotations and the
 * linear system for betas (and pose).
 *
 *     moments   m_k = sum_v c_v w_kv^2 (x_v, 1) (y_v, 1)^T from which joint k's rotation is found
 *     chain     C_k = dX_k - G_k dJ_k, dX_k = dX_p + G_p (dJ_k - dJ_p) derivatives by the betas; p is the
 *               parent of k
 *     rows      u_v = T_v + S_v beta + P_v f,  M_v = sum w G,  x_v = M_v (u_v, 1),  A_v = M_v S_v + sum w C
 *               with pose (D > B) also the derivative of x_v by a world rotation of joint k and all joints
 *               below it: [ -(sum_below w x - w X_k) ]_x
 *     normal    A^T c A,  A^T c (y - x),  sums of c A
 *     move      advances T + S beta and x by a step of beta and a translation; pose does not change
 *
 * Shapes   N vertices, K joints, W skin entries a vertex, B betas, padded with zeros to a multiple of 16; D
 *          columns of A: B, or with pose B + 3K padded to a multiple of 16.
 * Spaces   G and X in the world, T, S and P in model space; metres.
 * Order    sums run from first to last. The lanes of a register are added last, so versions differ in their
 *          last bits.
 * Memory   every table lies on a 64-byte boundary; nothing is allocated.
 * Threads  pure functions of the job.
 */
#include "core/kernel/cpu.h"

#include <stdint.h>

#define PD_K_REGISTERED_LANES 16

typedef struct pd_k_registered_job {
    int count, joints, entries, betas; /* N K W B */
    int columns;                       /* D       */
    /* the model, for the vertices of the fit */
    const float *shape;  /* (N,3,B) S: shape blend shapes                            */
    const int32_t *skin; /* (N,W) numbers of joints                                  */
    const float *weight; /* (N,W) skin weights, falling; the first zero ends a row   */
    /* (N + 1) vertex v has the entries blend_start[v] .. blend_start[v + 1] - 1 of the next two */
    const int32_t *blend_start;
    const int32_t *blend_feature; /* numbers of pose features                                 */
    const float *blend;           /* (.,4) P: pose blend shapes, the fourth number 0          */
    const int32_t *parents;       /* (K) parents first; -1 for the root                       */
    const float *joint_shape;     /* (K,3,B) dJ: joint positions by the betas                 */
    /* the observation */
    const float *seen;       /* (N,4) y, the fourth number 1 */
    const float *confidence; /* (N) c                        */
    /* the state of the fit */
    const float *world;         /* (K,3,4) [G_k | X_k - G_k J_k]                     */
    const float *place;         /* (K,4) X_k, the fourth number 1; used with pose    */
    const float *feature;       /* f: pose features                                  */
    float *shaped;              /* (N,4) T + S beta, the fourth number 0             */
    float *at;                  /* (N,4) x, the fourth number 1                      */
    float *rows;                /* (N,3,D) A                                         */
    float *slopes, *lever;      /* (K,3,B) dX; C                                     */
    float *moments;             /* (K,4,4) m                                         */
    float *hung;                /* (K,4) scratch, used with pose                     */
    float *gram, *right, *sums; /* (D,D) lower triangle of A^T c A; (D) A^T c (y - x); (3,D) sums of c A */
} pd_k_registered_job;

/* The functions of one processor version, in the order of the equations above.
 * step (B) in betas, shift in metres. */
typedef struct pd_k_registered {
    void (*moments)(const pd_k_registered_job *job);
    void (*chain)(const pd_k_registered_job *job);
    void (*rows)(const pd_k_registered_job *job);
    void (*normal)(const pd_k_registered_job *job);
    void (*move)(const pd_k_registered_job *job, const float *step, const float shift[3]);
} pd_k_registered;

extern const pd_k_registered pd_k_registered_ref, pd_k_registered_avx2, pd_k_registered_avx512,
    pd_k_registered_neon;

/* Returns the version that pd_k_cpu_init chose. */
const pd_k_registered *pd_k_registered_get(void);

#endif
