#ifndef PD_KERNEL_BODY_STRIP_H
#define PD_KERNEL_BODY_STRIP_H
/* Shapes of a body in strips of 32 coordinates, and their extent. core/smpl/measure/tape.h calls them
 * hundreds of times for one fit.
 *
 *     shape    out = start + sum_i b_i direction_i
 *         direction i of strip s at directions + 32 (s n + i)
 *     change   out = kept + by direction                       direction of strip s at direction + 32 s n
 *     range    least and greatest y of points (x y z)
 *     largest  largest size of a number
 *
 * Order    each coordinate's sum runs from the first direction to the last, rounding each product and sum by
 *          itself: each version gives the same bits.
 * Shapes   C coordinates, not only whole strips; directions of whole strips, n in each, on a boundary of 64
 *          bytes.
 * Memory   nothing is allocated.   Threads  pure functions.
 */
#include "core/kernel/cpu.h"

#include <stddef.h>

#define PD_K_STRIP 32

typedef void pd_k_strip_shape(float *out, const float *start, const float *directions, size_t stride,
                              const float *b, int count, size_t coordinates);
typedef void pd_k_strip_change(float *out, const float *kept, const float *direction, size_t stride, float by,
                               size_t coordinates);
typedef void pd_k_strip_range(float *least, float *greatest, const float *points, size_t coordinates);

typedef float pd_k_strip_largest(const float *numbers,
                                 size_t count); /* count: a multiple of PD_K_STRIP; 64-byte boundary */

typedef struct pd_k_strip {
    pd_k_strip_shape *shape;
    pd_k_strip_change *change;
    pd_k_strip_range *range;
    pd_k_strip_largest *largest;
} pd_k_strip;

extern const pd_k_strip pd_k_strip_ref, pd_k_strip_avx2;

/* Returns the version for the processor that pd_k_cpu_init chose. */
const pd_k_strip *pd_k_strip_get(void);

#endif
