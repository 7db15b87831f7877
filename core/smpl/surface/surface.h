#ifndef PD_SMPL_SURFACE_H
#define PD_SMPL_SURFACE_H
/* A body's rest surface as the deformer sees it: weighted edges, what is soft, and bones.
 *
 * Edges    both diagonals of every quad (two consecutive triangles that share an edge), so that nothing leans the
 *          way quads were cut; cotangent weights averaged over the two cuts, clamped to 0.02 .. 3 (Pinkall,
 *          Polthier 1993). Symmetric, in CSR.
 * Soft     vertices within three rings of one that has no weight above .995. The rest moves with its
 *          joint and takes no part in the solve.
 * Bones    from a joint to each of its children; a joint without children: to the middle of what it holds.
 *          anchor_i is the point nearest to vertex i on the bones of the joints that hold it by a tenth or more.
 *
 * Shapes   V vertices, K joints, S soft vertices. Space: model space, rest pose, metres.
 */
#include "core/base/error.h"
#include "core/smpl/data/data.h"

typedef struct pd_smpl_surface {
    int vertex_count, soft_count;
    int *start, *other;  /* (V+1), (start[V])                  */
    double *weight;      /* (start[V])                         */
    double *degree;      /* (V) sum of its edges' weights      */
    int *soft;           /* (S) vertices, ascending            */
    int *soft_index;     /* (V) place in soft, or -1           */
    int *holder;         /* (V) joint of the largest weight    */
    double (*anchor)[3]; /* (S)                                */
} pd_smpl_surface;

/* rest (V,3), joints (K,3): of the body. */
pd_status pd_smpl_surface_init(pd_smpl_surface *surface, const pd_smpl_data *data, const double *rest,
                               const double *joints, pd_error *err);
void pd_smpl_surface_deinit(pd_smpl_surface *surface);

#endif
