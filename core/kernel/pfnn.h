#ifndef PD_KERNEL_PFNN_H
#define PD_KERNEL_PFNN_H
/* The inner loops of a phase-functioned network (core/pfnn), on panels of 64 outputs.
 *
 *     add    out_n += coef_n (start + sum_i row_i in_n[i])      n = 1 .. count, one block of a panel or a part of it
 *     blend  rows = sum_k c_k block_k                               a slice of the phase function
 *     elu    v = max(v, 0) + (exp(min(v, 0)) - 1)
 *
 * A row is 64 outputs: one stream of four cache lines a step. One character waits for memory, so it walks the rows with
 * whole panels in registers and asks for rows ahead; from 6 on the block stays in the second cache and 6 characters
 * share every load of it: 4 registers of weights x 6 characters are 24 sums in AVX-512.
 *
 * Halves   where every weight is a half-precision number there are two copies: up to 6 characters, which wait for memory,
 *          read the narrow one, more the wide one. Converting is exact, so the bits are the same.
 * Narrow   a small network's rows are mostly padding: where the outputs fit one vector, only that is summed.
 * Order    a character's sums run over the inputs from first to last, one fused multiply-add each, so it comes out the same
 *          alone or among others. avx2, avx512 and neon give the same bits; ref sums in double.
 * Memory   start, rows, blocks, out and its stride on 64-byte boundaries; in at any address. Nothing is allocated.
 */
#include "core/kernel/cpu.h"

#include <stdint.h>

#define PD_K_PFNN_PANEL 64
#define PD_K_PFNN_GROUP 6

typedef struct pd_k_pfnn_term {
    float *out;      /* character c's 64 sums are at out + c * out_stride, its inputs at in + c * in_stride */
    const float *in; /* (in_count) each                                                            */
    const float *start;     /* (64) biases                                                        */
    const float *rows;      /* (in_count, 64) weights of each input                               */
    const uint16_t *halves; /* the same rows in half precision, where that holds the same numbers; or NULL  */
    const float *next;      /* what comes after these rows, which may be fetched; or NULL        */
    const int *who;         /* (count) numbers of the characters                                          */
    const float *coefs;     /* (count)                                                                    */
    long out_stride, in_stride; /* floats */
    int in_count, count;
    int lanes; /* of a row that hold outputs, the others' sums are left alone; 0: all 64 */
} pd_k_pfnn_term;

typedef void pd_k_pfnn_add(const pd_k_pfnn_term *term);
/* rows (count) from 4 blocks that lie `stride` floats apart; count is a multiple of 64. */
typedef void pd_k_pfnn_blend(float *rows, const float *blocks, long stride, const float c[4], long count);
/* In place; count is a multiple of 64. */
typedef void pd_k_pfnn_elu(float *values, long count);

typedef struct pd_k_pfnn {
    pd_k_pfnn_add *add;
    pd_k_pfnn_blend *blend;
    pd_k_pfnn_elu *elu;
} pd_k_pfnn;

extern const pd_k_pfnn pd_k_pfnn_ref, pd_k_pfnn_avx2, pd_k_pfnn_avx512, pd_k_pfnn_neon;

/* The version that pd_k_cpu_init chose. */
const pd_k_pfnn *pd_k_pfnn_get(void);

#endif
