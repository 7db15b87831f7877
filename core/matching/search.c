#include "core/matching/search.h"

#include "core/base/assert.h"
#include <math.h>
#include <stdbool.h>

#define LANES  4
#define GROUPS (PD_MATCHING_ROW / LANES)

/* A register of SSE or NEON. Two independent sums use it better.
 * The result has the same bits on all machines. */
typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t mask __attribute__((vector_size(LANES * sizeof(int32_t))));

static inline float sum_search(lanes a, lanes b)
{
    lanes v = a + b;
    return (v[0] + v[2]) + (v[1] + v[3]);
}

static inline lanes larger(lanes a, lanes b)
{
    mask m = a > b;
    return (lanes)(((mask)a & m) | ((mask)b & ~m));
}

/* Returns the squared distance, as two sums of independent lanes. */
static inline float search_cost_of(const lanes *query, const float *row)
{
    const lanes *r = (const lanes *)row;
    lanes even = {0}, odd = {0};

    for (int i = 0; i < GROUPS; i += 2) {
        lanes d = query[i] - r[i];
        lanes e = query[i + 1] - r[i + 1];
        even += d * d;
        odd += e * e;
    }

    return sum_search(even, odd);
}

/* Returns the query's distance from the interval [least, most], 0 inside it. */
static inline lanes outside(lanes query, lanes least, lanes most)
{
    const lanes zero = {0};
    return larger(larger(least - query, query - most), zero);
}

/* Returns a lower bound of the cost of the box's rows. */
static inline float bound_of(const lanes *query, const pd_matching_box *box)
{
    const lanes *least = (const lanes *)box->least;
    const lanes *most = (const lanes *)box->most;
    lanes even = {0}, odd = {0};

    for (int i = 0; i < GROUPS; i += 2) {
        lanes d = outside(query[i], least[i], most[i]);
        lanes e = outside(query[i + 1], least[i + 1], most[i + 1]);
        even += d * d;
        odd += e * e;
    }

    return sum_search(even, odd);
}

float pd_matching_cost(const float *query, const float *row)
{
    return search_cost_of((const lanes *)query, row);
}

pd_matching_found pd_matching_search_ref(const float *query, int gate, float limit,
                                         const pd_matching_index *index)
{
    pd_matching_found best = {-1, limit};

    for (int e = 0; e < index->entry_count; e++) {
        if (!(index->gates[e] & gate)) continue;
        float cost = pd_matching_cost(query, index->rows + (size_t)e * PD_MATCHING_ROW);
        if (cost < best.cost) best = (pd_matching_found){e, cost};
    }

    return best;
}

/* Searches the rows of a large box. Skips small boxes that cannot have a better row. */
static void scan_large(pd_matching_found *best, const lanes *query, int gate, int box,
                       const pd_matching_index *index)
{
    PD_DEBUG_ASSERT(box >= 0 && box * PD_MATCHING_LARGE < index->entry_count);
    const int each = PD_MATCHING_LARGE / PD_MATCHING_SMALL;
    int smalls = (index->entry_count + PD_MATCHING_SMALL - 1) / PD_MATCHING_SMALL;
    for (int s = box * each; s < (box + 1) * each && s < smalls; s++) {
        if (!(index->small_gates[s] & gate) || bound_of(query, &index->small[s]) > best->cost) continue;
        int first = s * PD_MATCHING_SMALL;
        int last = first + PD_MATCHING_SMALL;
        if (last > index->entry_count) last = index->entry_count;
        for (int e = first; e < last; e++) {
            if (!(index->gates[e] & gate)) continue;
            float cost = search_cost_of(query, index->rows + (size_t)e * PD_MATCHING_ROW);

            /* Of rows with equal cost, the first is taken. */
            if (cost < best->cost || (cost == best->cost && e < best->entry))
                *best = (pd_matching_found){e, cost};
        }
    }
}

pd_matching_found pd_matching_search(const float *query, int gate, float limit,
                                     const pd_matching_index *index)
{
    PD_ASSERT((uintptr_t)query % sizeof(lanes) == 0);
    const lanes *q = (const lanes *)query;
    pd_matching_found best = {-1, limit};
    int larges = (index->entry_count + PD_MATCHING_LARGE - 1) / PD_MATCHING_LARGE;
    int nearest = -1;
    float least = limit;

    /* Search the box with the least bound first: an early good result excludes most other boxes. */
    for (int b = 0; b < larges; b++) {
        if (!(index->large_gates[b] & gate)) continue;
        float bound = bound_of(q, &index->large[b]);
        if (bound < least) {
            least = bound;
            nearest = b;
        }
    }

    if (nearest < 0) return best;
    scan_large(&best, q, gate, nearest, index);

    for (int b = 0; b < larges; b++)
        if (b != nearest && index->large_gates[b] & gate && bound_of(q, &index->large[b]) <= best.cost)
            scan_large(&best, q, gate, b, index);

    return best;
}
