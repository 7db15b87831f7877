#ifndef PD_FACTORY_WARDROBE_BIND_RELAX_H
#define PD_FACTORY_WARDROBE_BIND_RELAX_H
/* Smooths offsets, directions or rows of weights over a garment, by averaging with neighbours.
 *
 * Vertices joined by an edge of a triangle are neighbours. An edge of two triangles counts twice, so that a
 * border weighs less.
 * Memory   pd_factory_neighbors owns its lists. */
#include "core/wardrobe/wardrobe.h"

typedef struct pd_factory_neighbors {
    int *start, *list; /* neighbours of vertex i: list[start[i]] to before list[start[i + 1]] */
} pd_factory_neighbors;

/* Builds the lists. Returns false when memory is short; call deinit all the same. */
bool pd_factory_neighbors_init(pd_factory_neighbors *out, const pd_wardrobe_item *item);
void pd_factory_neighbors_deinit(pd_factory_neighbors *near);

/* Smooths rows of `width` numbers in `rounds` rounds: half the row, half the mean of its neighbours. Only
 * vertices marked in `among` (count) change; NULL: all. Returns false when memory is short. */
bool pd_factory_relax(float *rows, size_t width, const pd_factory_neighbors *near, int count, int rounds,
                      const unsigned char *among);

#endif
