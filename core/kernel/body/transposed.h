#ifndef PD_KERNEL_BODY_TRANSPOSED_H
#define PD_KERNEL_BODY_TRANSPOSED_H
/* Transposed inner loops of the forward pass (body.h): they carry the gradient of a tile back to features and
 * to the skinning table.
 *
 *     blend   sums_f += sum over the 48 numbers of row f times the tile
 *     skin    sums_e[4 r + c] += sum_i w_ei g_ri t_ci,   t_3i = 1       by entry e's row of the table
 *             g'_ci = sum_e w_ei sum_r table_e[4 r + c] g_ri             by the rest positions t
 *
 * Sums have PD_K_TRANSPOSED_LANES parts: number l of a row is added to part l modulo the lanes. The caller
 * adds the parts at the end, so that no sum runs across a register.
 *
 * Order    tiles are added in the order of the calls; ref rounds products and sums separately, avx2 fuses
 *          them.
 * Spaces   model space, metres.
 * Memory   rows, tiles, weights and sums lie on 64-byte boundaries; nothing is allocated.
 * Threads  pure functions; each thread has sums of its own.
 */
#include "core/kernel/body/body.h"

#define PD_K_TRANSPOSED_LANES 8

/* sums (features,lanes): gradient by the features; tile (3,16). */
typedef void pd_k_blend_transposed(float *sums, const float *tile, const pd_k_run *runs, int run_count);
/* sums (table rows,12,lanes): gradient by the rows of LBS. tile (3,16): gradient of the skinned positions,
 * replaced by that of the rest positions. rest (3,16): rest positions. table (table rows,12). */
typedef void pd_k_skin_transposed(float *sums, float *tile, const float *rest, const pd_k_skin *skin,
                                  const float *table);

typedef struct pd_k_transposed {
    pd_k_blend_transposed *blend;
    pd_k_skin_transposed *lbs;
} pd_k_transposed;

extern const pd_k_transposed pd_k_transposed_ref, pd_k_transposed_avx2;

/* Returns the version for the processor that pd_k_cpu_init chose. */
const pd_k_transposed *pd_k_transposed_get(void);

#endif
