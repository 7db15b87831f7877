#ifndef PD_MATCHING_SEARCH_H
#define PD_MATCHING_SEARCH_H
/* The nearest row behind a gate, exactly.
 *
 *     cost(e) = sum over 32 numbers of (query - row_e)^2, summed in eight lanes, then these in pairs
 *
 * Boxes (index.h): a row is no nearer than its box, number by number, in float too: rounding is monotone, and the bound is summed in the same
 * order. So boxes that are farther than the best so far are passed over, and the answer is the reference's, bit for bit. Large boxes are taken
 * nearest first until one is found, then in their order.
 *
 * Shapes   query (32), on a 16-byte boundary, zeros behind the 27th.
 * Units    scaled numbers (pd_matching_index_scale).
 * Threads  const index: any number.
 */
#include "core/matching/index.h"

typedef struct pd_matching_found {
    int entry; /* -1: none is nearer than the limit; of equals the first */
    float cost;
} pd_matching_found;

/* cost < limit. The test holds the second against the first. */
pd_matching_found pd_matching_search_ref(const float *query, int gate, float limit,
                                         const pd_matching_index *index);
pd_matching_found pd_matching_search(const float *query, int gate, float limit,
                                     const pd_matching_index *index);
float pd_matching_cost(const float *query, const float *row);

#endif
