#ifndef PD_KERNEL_TRAIN_H
#define PD_KERNEL_TRAIN_H
/* The inner loops of training a phase-functioned network, beside those that running it has already (pfnn.h).
 *
 *     scatter_add      block_k += c_k rows                             k = 0 .. 3, the transpose of pfnn.h's blend
 *     activate         slope = s (min(e, 0) + 1),   h = e = s e           e is ELU(z) in; slope is s ELU'(z)
 *     multiply         a *= b
 *     transpose        out[o][r] = in[r][o]                             rows of 64
 *     l1_subgradient   g += size sign(w)                              of the cost size |w|
 *     adam             m = b1 m + (1 - b1) g,   v = b2 v + (1 - b2) g^2
 *                      w -= rate_t m / (sqrt(v) + eps_t)               Kingma and Ba 2015, section 2, second form
 *
 * with rate_t = rate sqrt(1 - b2^t)/(1 - b1^t) and eps_t = eps sqrt(1 - b2^t).
 *
 * Order    avx2, avx512 and neon do the same operations in the same order and give the same bits; ref is in double.
 * Memory   every pointer on a 64-byte boundary, counts multiples of 64; outputs may not overlap inputs.
 */
#include "core/kernel/cpu.h"

typedef struct pd_k_train_adam_job {
    float *w, *m, *v; /* (count) in and out */
    const float *g;   /* (count)            */
    long count;
    float b1, b2, rate, eps; /* of this step: rate_t, eps_t */
} pd_k_train_adam_job;

/* blocks lie `stride` floats apart. */
typedef void pd_k_train_scatter_add(float *blocks, long stride, const float *rows, const float c[4],
                                    long count);
typedef void pd_k_train_activate(float *h, float *slope, float *e, const float *s, long count);
typedef void pd_k_train_multiply(float *a, const float *b, long count);
/* out: 64 rows, `out_stride` apart, in: `rows` rows (1 to 64), `in_stride` apart; any address. */
typedef void pd_k_train_transpose(float *out, long out_stride, const float *in, long in_stride, int rows);
typedef void pd_k_train_l1_subgradient(float *g, const float *w, float size, long count);
typedef void pd_k_train_adam(const pd_k_train_adam_job *job);

typedef struct pd_k_train {
    pd_k_train_scatter_add *scatter_add;
    pd_k_train_activate *activate;
    pd_k_train_multiply *multiply;
    pd_k_train_transpose *transpose;
    pd_k_train_l1_subgradient *l1_subgradient;
    pd_k_train_adam *adam;
} pd_k_train;

extern const pd_k_train pd_k_train_ref, pd_k_train_avx2, pd_k_train_avx512, pd_k_train_neon;

/* The version that pd_k_cpu_init chose. */
const pd_k_train *pd_k_train_get(void);

/* transpose in plain C, for versions without a faster one. */
void pd_k_train_transpose_plain(float *out, long out_stride, const float *in, long in_stride, int rows);

#endif
