#ifndef PD_TRAIN_TISSUE_LAYER_H
#define PD_TRAIN_TISSUE_LAYER_H
/* The flesh of a body as tetrahedra: what lies between its skin and a rigid core of bone and braced muscle.
 *
 * Every vertex v of the skin has an axis point b_v, the nearest points of the bones that carry it, blended by its skin weights. The core
 * ends on the way from b_v to the skin at the distance
 *
 *     c_v = min( share_v |v - b_v| of the mean body,  0.9 |v - b_v| of this body )
 *
 * so that what a stout body has more than the mean one is flesh, and of a thin one little is left. share_v blends the table below by skin
 * weights; hands, feet, neck and head have none. The vectors from skin to core are smoothed over the mesh.
 *
 * Below the skin of the mean body, thinned out to triangles of some 4 cm (quadric error: meshoptimizer; the same for every body of a
 * model), prisms reach to the core. They are cut into two sheets (muscle inside, fat outside) and each prism into three tetrahedra.
 * Nodes of the core move with the bones; what is thinner than 12 mm is rigid as a whole. A node has the skin weights of its vertex.
 * Mass is density times volume, a quarter of a tetrahedron to each of its nodes. The skin's own vertices take their displacement from the
 * nearest triangle of nodes, evened out over their neighbours.
 *
 * Shapes   V vertices, S of them over flesh, N free nodes, T tetrahedra, F triangles of nodes.
 * Space    rest pose of the body, metres, kilograms.
 * Memory   owned by the struct: _deinit. On failure it is empty.
 * Errors   ERR_UNSUPPORTED: a body without SMPL's limbs, or without any flesh; ERR_MEMORY.
 */
#include "core/smpl/model.h"

typedef struct pd_tissue_tet {
    int nodes[4];          /* free nodes; -1: on the core                 */
    int face;              /* triangle of nodes above it                  */
    int sheet;             /* 0 muscle, 1 fat                             */
    float volume;          /* m3                                          */
    float gradients[4][3]; /* of the four shape functions, 1/m, rest pose */
} pd_tissue_tet;

/* A vertex of the skin over flesh. */
typedef struct pd_tissue_skin {
    int vertex;
    int nodes[3]; /* -1: on the core */
    float weights[3];
    float mass; /* of the flesh below its share of the skin, kg */
} pd_tissue_skin;

typedef struct pd_tissue_layer {
    const pd_smpl_model *model; /* borrowed */
    int node_count, tet_count, face_count, skin_count;
    int *vertex;          /* (N) the vertex whose weights carry the node           */
    double (*rest)[3];    /* (N)                                                   */
    float *mass;          /* (N) kg                                                */
    uint32_t *faces;      /* (F,3) vertices                                        */
    pd_tissue_tet *tets;  /* (T)                                                   */
    pd_tissue_skin *skin; /* (S) by rising vertex                                  */
    int *neighbours;      /* (S+1) starts, then numbers of skin; -1: a rigid vertex */
    int left_out;         /* tetrahedra that were flat or inside out               */
    double flesh_kg;
} pd_tissue_layer;

pd_status pd_tissue_layer_build(pd_tissue_layer *out, const pd_smpl_model *model, const float *betas,
                                int beta_count, pd_error *err);
void pd_tissue_layer_deinit(pd_tissue_layer *layer);
/* out (S,3): what the nodes' vectors, of `stride` floats each, are at the skin's vertices. scratch (S,3). */
void pd_tissue_layer_skin(float *out, const pd_tissue_layer *layer, const float *nodes, int stride,
                          float *scratch);

#endif
