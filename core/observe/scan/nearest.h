#ifndef PD_OBSERVE_SCAN_NEAREST_H
#define PD_OBSERVE_SCAN_NEAREST_H
/* The nearest place of a surface to points of a scan.
 *
 *     x = w_0 a + w_1 b + w_2 c          on the triangle a b c
 *     n                                  unit: the corners' normals, by the same weights
 *     off = n . (p - x)                  outside is positive
 *
 * Looked for among the triangles around the three nearest vertices, which on a body's even mesh is the nearest place but where two sheets lie
 * within an edge of one another.
 *
 * Shapes   V vertices, F triangles. Space: the scan's, metres.
 * Memory   one owner: _deinit.   Threads  const after _update; _find hands its points to the executor, and each is by itself: the same bits
 *          for any number of threads.
 */
#include "core/base/executor.h"
#include "core/math/tree.h"
#include "core/smpl/data/data.h"

#include <stdbool.h>

typedef struct pd_observe_surface {
    const pd_smpl_data *data;      /* its faces */
    double *vertices, *normals;    /* (V,3) as _update was given them; normals unit, by area */
    int *face_start, *face_around; /* (V+1), (3F) triangles around each vertex */
    pd_tree tree;
    double
        facing; /* metres that normals at a right angle count for when the nearest vertices are looked for; 0: places alone. Set after _init */
} pd_observe_surface;

typedef struct pd_observe_match {
    int face; /* -1: nothing within reach */
    double weights[3], at[3], normal[3];
    double off, distance; /* metres: along the normal; from p to x */
} pd_observe_match;

/* false: out of memory. */
bool pd_observe_surface_init(pd_observe_surface *surface, const pd_smpl_data *data);
void pd_observe_surface_deinit(pd_observe_surface *surface);
/* Where its vertices (V,3) are now; they are copied. false: out of memory. */
bool pd_observe_surface_update(pd_observe_surface *surface, const double *vertices);
/* matches (count) of points (count,3) with normals (count,3) or NULL; farther than reach metres from every vertex: none. */
void pd_observe_surface_find(pd_observe_match *matches, const pd_observe_surface *surface,
                             const double (*points)[3], const double (*normals)[3], int count, double reach,
                             const pd_executor *executor);

#endif
