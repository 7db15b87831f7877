#ifndef PD_MATCHING_SEARCH_H
#define PD_MATCHING_SEARCH_H
/* Finds the exact nearest row that passes a gate.
 *
 *     cost(e) = sum over 32 numbers of (query - row_e)^2, summed in eight lanes, then these in pairs
 *
 * The distance to a box (index.h) is a lower bound of the cost of its rows. This is also true in float
 * arithmetic: rounding is monotone, and the bound is summed in the same order. So boxes farther than the best
 * row so far are skipped, and the result equals the reference's bit for bit. The large box with the least
 * bound is searched first, then the others in their order.
 *
 * Shapes   query (32), aligned to 16 bytes, zeros after the 27th.
 * Units    scaled numbers (pd_matching_index_scale).
 * Memory   allocates nothing.   Threads  const index: any number.
 * Errors   none; entry -1 if no row is below the limit.
 */
#include "core/matching/index.h"

typedef struct pd_matching_found {
    int entry; /* -1: no row is nearer than the limit; of equal rows, the first */
    float cost;
} pd_matching_found;

/* Return the nearest row with cost < limit. _ref is the plain reference for tests. */
pd_matching_found pd_matching_search_ref(const float *query, int gate, float limit,
                                         const pd_matching_index *index);
pd_matching_found pd_matching_search(const float *query, int gate, float limit,
                                     const pd_matching_index *index);
/* Returns the cost of one row (32) for a query (32). */
float pd_matching_cost(const float *query, const float *row);

#endif
