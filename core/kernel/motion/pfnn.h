#ifndef PD_KERNEL_MOTION_PFNN_H
#define PD_KERNEL_MOTION_PFNN_H
/* Inner loops for running a phase-functioned network (core/pfnn), on panels of 64 outputs.
 *
 *     add    out_n += coef_n (start + sum_i row_i in_n[i])
 *         n = 1 .. count, one block of a panel or a part of it
 *     blend  rows = sum_k c_k block_k                               weights at one phase
 *     elu    v = max(v, 0) + (exp(min(v, 0)) - 1)
 *
 * A row holds the weights of one input for 64 outputs, four cache lines. A single character is bound by
 * memory: it reads the rows with all 64 sums in registers and prefetches rows ahead. From 6 characters on,
 * the block stays in the second-level cache and 6 characters share every load of it: 4 registers of weights x
 * 6 characters are 24 sums in AVX-512.
 *
 * Halves   when half precision represents every weight exactly, there are two copies: up to 6 characters,
 *          which are bound by memory, read the half-precision copy, more read the float32 copy. Both give the
 *          same bits.
 * Narrow   inputs of rows that have halves are rounded to 13 bits. Products of 11 and 13 bits are exact in
 *          float32, so a machine without a fused multiply-add (WebAssembly) gives the same bits by a
 *          multiplication and an addition. The error of an input is at most 2^-14, a quarter of that of a
 *          weight.
 * Lanes    rows of a small network are mostly padding: when its outputs fit one register, only that part of a
 *          row is summed.
 * Order    a character's sums run over the inputs from first to last with one fused multiply-add each, so a
 *          character has the same bits alone and among others. avx2, avx512, neon and simd128 give the same
 *          bits; ref sums in double.
 * Memory   start, rows, blocks, out and its stride lie on 64-byte boundaries, `in` at any address. Nothing is
 *          allocated.
 * Threads  pure functions.
 */
#include "core/kernel/cpu.h"

#include <stdint.h>

#define PD_K_PFNN_PANEL 64
#define PD_K_PFNN_GROUP 6

typedef struct pd_k_pfnn_term {
    float *out;                 /* in, out: the 64 sums of character c are at out + c * out_stride    */
    const float *in;            /* the in_count inputs of character c are at in + c * in_stride       */
    const float *start;         /* (64) biases                                                        */
    const float *rows;          /* (in_count,64) weights of each input                                */
    const uint16_t *halves;     /* (in_count,64) the weights in half precision, exactly; or NULL      */
    const float *next;          /* rows that are read after these, for prefetching; or NULL           */
    const int *who;             /* (count) the numbers c of the characters                            */
    const float *coefs;         /* (count) coef_n                                                     */
    long out_stride, in_stride; /* floats from one character to the next                              */
    int in_count, count;        /* inputs; characters                                                 */
    int lanes;                  /* outputs in a row, from the first; only their sums change. 0: all 64 */
} pd_k_pfnn_term;

/* Adds a term to the sums of its characters. */
typedef void pd_k_pfnn_add(const pd_k_pfnn_term *term);
/* Blends rows (count) from 4 blocks that lie `stride` floats apart; count is a multiple of 64. */
typedef void pd_k_pfnn_blend(float *rows, const float *blocks, long stride, const float c[4], long count);
/* Applies elu to values (count) in place; count is a multiple of 64. */
typedef void pd_k_pfnn_elu(float *values, long count);
/* Rounds values (count) to 13 bits in place; count is a multiple of 64. */
typedef void pd_k_pfnn_narrow(float *values, long count);

/* Rounds a number to 13 bits: Veltkamp's splitting. */
static inline float pd_k_pfnn_narrowed(float value)
{
    const float much = value * 2049.0f;
    return much - (much - value);
}

/* The functions of one processor version. */
typedef struct pd_k_pfnn {
    pd_k_pfnn_add *add;
    pd_k_pfnn_blend *blend;
    pd_k_pfnn_elu *elu;
    pd_k_pfnn_narrow *narrow;
} pd_k_pfnn;

extern const pd_k_pfnn pd_k_pfnn_ref, pd_k_pfnn_avx2, pd_k_pfnn_avx512, pd_k_pfnn_neon, pd_k_pfnn_simd128;

/* Returns the version that pd_k_cpu_init chose. */
const pd_k_pfnn *pd_k_pfnn_get(void);

#endif
