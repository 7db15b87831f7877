#ifndef PD_KERNEL_BODY_PASSED_H
#define PD_KERNEL_BODY_PASSED_H
/* Rules out triangles that a vertex inside a body cannot have passed through (core/smpl/surface/inside.h has
 * the exact test), PD_K_PASSED_LANES triangles at a time. A triangle is kept when all of these hold:
 *
 *     behind    -tie < d - n . p < depth + tie              the vertex is behind the plane, and not deeper
 *                                                           than the best so far
 *     near      |m - p| < depth + r + tie                   m, r: the triangle's centre and the farthest
 *                                                           corner from there
 *     nearer    |m - p| - r < (|m' - p'| + r') / 2          it may be nearer than half of the distance at
 *                                                           rest (primes), or
 *               n . q < 0 and n' . p' >= d'                 the two face each other, and the vertex was in
 *                                                           front of it at rest
 *
 * The third is loosened by PD_K_PASSED_ROUNDING, more than rounding changes a length, so that no triangle is
 * lost.
 *
 * Order    each product and sum is rounded by itself: every version keeps the same triangles.
 * Shapes   F triangles, rows of `stride` >= F + PD_K_PASSED_LANES floats that can be read.
 * Memory   nothing is allocated.   Threads  pure functions.
 */
#include "core/kernel/cpu.h"

#include <stddef.h>

#define PD_K_PASSED_LANES    8
#define PD_K_PASSED_ROUNDING 1e-5f

/* Rows of the triangles' numbers: unit normal n and d, centre m and r, then the same at rest. */
enum {
    PD_K_PASSED_NORMAL = 0,
    PD_K_PASSED_CENTER = 4,
    PD_K_PASSED_REST_NORMAL = 8,
    PD_K_PASSED_REST_CENTER = 12,
    PD_K_PASSED_ROWS = 16
};

typedef struct pd_k_passed_vertex {
    float p[3], normal[3], rest[3]; /* p, q, p' */
    float depth, tie;
} pd_k_passed_vertex;

/* Returns a bit for each of the triangles at `first` and the next PD_K_PASSED_LANES - 1 that is kept. faces
 * (PD_K_PASSED_ROWS, stride). */
typedef unsigned pd_k_passed_find(const float *faces, size_t stride, size_t first,
                                  const pd_k_passed_vertex *vertex);
extern pd_k_passed_find pd_k_passed_find_ref, pd_k_passed_find_avx2;

/* Returns a bit for each of PD_K_PASSED_LANES boxes that comes within `far` of p, far >= 0. boxes (6,
 * PD_K_PASSED_LANES): least x, y, z, then largest; the box of an empty set is from infinity to -infinity, and
 * no bit is set for it. */
typedef unsigned pd_k_passed_reach(const float (*boxes)[PD_K_PASSED_LANES], const float p[3], float far);
extern pd_k_passed_reach pd_k_passed_reach_ref, pd_k_passed_reach_avx2;

/* Return the versions for the processor that pd_k_cpu_init chose. */
pd_k_passed_find *pd_k_passed_get(void);
pd_k_passed_reach *pd_k_passed_reach_get(void);

#endif
