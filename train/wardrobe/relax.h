#ifndef PD_TRAIN_WARDROBE_RELAX_H
#define PD_TRAIN_WARDROBE_RELAX_H
/* Smooths offsets, directions or rows of weights over a garment, by the means of neighbours.
 *
 * Vertices are neighbours that an edge of a triangle joins; an edge of two triangles counts twice, so that a border weighs less.
 * Memory   pd_train_neighbors owns its lists.
 */
#include "core/wardrobe/wardrobe.h"

typedef struct pd_train_neighbors {
    int *start, *list; /* of vertex i: list[start[i]] to before list[start[i + 1]] */
} pd_train_neighbors;

/* false: out of memory; deinit all the same. */
bool pd_train_neighbors_init(pd_train_neighbors *out, const pd_wardrobe_item *item);
void pd_train_neighbors_deinit(pd_train_neighbors *near);

/* rounds of half oneself, half the mean of the neighbours over rows of width; of those marked in `among` (count), or NULL: of all. false: out
 * of memory. */
bool pd_train_relax(float *rows, size_t width, const pd_train_neighbors *near, int count, int rounds,
                    const unsigned char *among);

#endif
