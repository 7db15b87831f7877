#ifndef PD_TRAIN_SCAN_NEAREST_H
#define PD_TRAIN_SCAN_NEAREST_H
/* Finds the place of a surface that is nearest to each point of a scan.
 *
 *     x = w_0 a + w_1 b + w_2 c          on the triangle a b c
 *     n                                  unit: the corners' normals with the same weights
 *     off = n . (p - x)                  positive outside
 *
 * The search covers the triangles around the three nearest vertices. On the even mesh of a body this gives
 * the nearest place, except where two sheets lie within an edge length of each other.
 *
 * Shapes   V vertices, F triangles.   Spaces  the scan's, metres.   Errors  false: out of memory.
 * Memory   _init allocates; the owner calls _deinit.
 * Threads  const after _update; _find treats points as tasks of the executor: the same bits
 *          for any number of workers.
 */
#include "core/base/executor.h"
#include "core/math/tree.h"
#include "core/smpl/data/data.h"

#include <stdbool.h>

typedef struct pd_train_nearest {
    const pd_smpl_data *data;      /* provides the faces */
    double *vertices, *normals;    /* (V,3) vertices as given to _update; unit normals, weighted by area */
    int *face_start, *face_around; /* (V+1), (3F) triangles around each vertex */
    pd_tree tree;
    /* metres that are added for normals at a right angle when the nearest vertices are searched; 0: positions
     * alone. Set it after _init */
    double facing;
} pd_train_nearest;

typedef struct pd_train_match {
    int face; /* -1: nothing within reach */
    double weights[3], at[3], normal[3];
    double off, distance; /* metres: along the normal; from p to x */
} pd_train_match;

/* Builds the tables of a mesh. Returns false if out of memory. */
bool pd_train_nearest_init(pd_train_nearest *surface, const pd_smpl_data *data);
void pd_train_nearest_deinit(pd_train_nearest *surface);
/* Copies the present vertices (V,3) and rebuilds the search tree. Returns false if out of memory. */
bool pd_train_nearest_update(pd_train_nearest *surface, const double *vertices);
/* Fills matches (count) for points (count,3) with normals (count,3) or NULL. No match if a point is more than
 * `reach` metres from every vertex. */
void pd_train_nearest_find(pd_train_match *matches, const pd_train_nearest *surface,
                           const double (*points)[3], const double (*normals)[3], int count, double reach,
                           const pd_executor *executor);

#endif
