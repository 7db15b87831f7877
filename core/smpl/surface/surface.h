#ifndef PD_SMPL_SURFACE_H
#define PD_SMPL_SURFACE_H
/* The rest surface of a body in the form that deformation needs: weighted edges, soft vertices, and bones.
 *
 * Edges    both diagonals of every quad (two consecutive triangles that share an edge), so that results do
 *          not depend on how quads were cut; cotangent weights averaged over the two cuts, clamped to 0.02 ..
 *          3 (Pinkall, Polthier 1993). Symmetric, in CSR.
 * Soft     vertices within three rings of one that has no weight above 0.995. All others move with their
 *          joint and are not part of the solve.
 * Bones    from a joint to each of its children; from a joint without children to the centre of the skin that
 *          it holds. anchor_i is the point nearest to vertex i on the bones of the joints that have at least
 *          a tenth of its weight.
 *
 * Shapes   V vertices, K joints, S soft vertices.
 * Spaces   model space, rest pose, metres.
 */
#include "core/base/error.h"
#include "core/smpl/data/data.h"

typedef struct pd_smpl_surface {
    int vertex_count, soft_count;
    int *start, *other;  /* (V+1) ranges, (start[V]) neighbours. */
    double *weight;      /* (start[V]) Edge weights. */
    double *degree;      /* (V) Sum of the weights of the vertex's edges. */
    int *soft;           /* (S) Soft vertices, ascending. */
    int *soft_index;     /* (V) Position in `soft`, or -1. */
    int *holder;         /* (V) Joint with the largest weight. */
    double (*anchor)[3]; /* (S) Nearest point on the bones. */
} pd_smpl_surface;

/* Builds the surface of a body with rest (V,3) and joints (K,3). ERR_MEMORY. */
pd_status pd_smpl_surface_init(pd_smpl_surface *surface, const pd_smpl_data *data, const double *rest,
                               const double *joints, pd_error *err);
/* Frees the arrays of the surface. */
void pd_smpl_surface_deinit(pd_smpl_surface *surface);

#endif
