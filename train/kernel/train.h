#ifndef PD_TRAIN_KERNEL_TRAIN_H
#define PD_TRAIN_KERNEL_TRAIN_H
/* Inner loops for training a phase-functioned network, in addition to those for running it (pfnn.h).
 *
 *     scatter_add      block_k += c_k rows
 *         k = 0 .. 3, the adjoint of blend in pfnn.h
 *     activate         slope = s (min(e, 0) + 1),   h = e = s e
 *         on entry e = ELU(z); slope becomes s ELU'(z)
 *     multiply         a *= b
 *     transpose        out[o][r] = in[r][o]                             rows of 64
 *     l1_subgradient   g += size sign(w)                               gradient of the cost size |w|
 *     adam             m = b1 m + (1 - b1) g,   v = b2 v + (1 - b2) g^2
 *                      w -= rate_t m / (sqrt(v) + eps_t)
 *                          Kingma and Ba 2015, section 2, second form
 *
 * with rate_t = rate sqrt(1 - b2^t)/(1 - b1^t) and eps_t = eps sqrt(1 - b2^t).
 *
 * Order    avx2, avx512 and neon do the same operations in the same order and give the same bits; ref
 *          computes in double.
 * Memory   every pointer lies on a 64-byte boundary, except in transpose; counts are multiples of 64; outputs
 *          may not overlap inputs.
 * Threads  pure functions.
 */
#include "core/kernel/cpu.h"

typedef struct pd_k_train_adam_job {
    float *w, *m, *v;        /* in, out (count) weights; first and second moments        */
    const float *g;          /* in (count) gradient                                      */
    long count;              /* weights                                                  */
    float b1, b2, rate, eps; /* decay of the moments; rate_t and eps_t of this step      */
} pd_k_train_adam_job;

/* The four blocks lie `stride` floats apart. */
typedef void pd_k_train_scatter_add(float *blocks, long stride, const float *rows, const float c[4],
                                    long count);
typedef void pd_k_train_activate(float *h, float *slope, float *e, const float *s, long count);
typedef void pd_k_train_multiply(float *a, const float *b, long count);
/* Reads `rows` rows (1 to 64) of 64 floats, in_stride floats apart; writes 64 rows of `rows` floats,
 * out_stride floats apart. Any address. */
typedef void pd_k_train_transpose(float *out, long out_stride, const float *in, long in_stride, int rows);
typedef void pd_k_train_l1_subgradient(float *g, const float *w, float size, long count);
typedef void pd_k_train_adam(const pd_k_train_adam_job *job);

/* The functions of one processor version. */
typedef struct pd_k_train {
    pd_k_train_scatter_add *scatter_add;
    pd_k_train_activate *activate;
    pd_k_train_multiply *multiply;
    pd_k_train_transpose *transpose;
    pd_k_train_l1_subgradient *l1_subgradient;
    pd_k_train_adam *adam;
} pd_k_train;

extern const pd_k_train pd_k_train_ref, pd_k_train_avx2, pd_k_train_avx512, pd_k_train_neon;

/* Returns the version that pd_k_cpu_init chose. */
const pd_k_train *pd_k_train_get(void);

/* transpose in plain C, for versions that have no faster one. */
void pd_k_train_transpose_plain(float *out, long out_stride, const float *in, long in_stride, int rows);

#endif
