#ifndef PD_FACTORY_TISSUE_LAYER_H
#define PD_FACTORY_TISSUE_LAYER_H
/* Builds the flesh of a body as tetrahedra: the layer between its skin and a rigid core of bone and tensed
 * muscle.
 *
 * Every vertex v of the skin has an axis point b_v: the nearest points of the bones that carry it, blended by
 * its skin weights. On the line from b_v to the skin, the core ends at the distance
 *
 *     c_v = min( share_v |v - b_v| of the mean body,  0.9 |v - b_v| of this body )
 *
 * so that the additional volume of a stout body is flesh, and a thin body has little of it. share_v blends
 * the table below by skin weights; hands, feet, neck and head have none. The vectors from skin to core are
 * smoothed over the mesh.
 *
 * The skin of the mean body is simplified to triangles of about 4 cm (quadric error: meshoptimizer; the same
 * for every body of a model). Prisms reach from it to the core. Each is cut into two sheets (muscle inside,
 * fat outside) and each prism into three tetrahedra. Nodes of the core move with the bones; flesh thinner
 * than 12 mm is entirely rigid. A node has the skin weights of its vertex. Mass is density times volume, a
 * quarter of each tetrahedron to each of its nodes. The skin's own vertices take their displacement from the
 * nearest triangle of nodes, smoothed over their neighbours.
 *
 * Shapes   V vertices, S of them over flesh, N free nodes, T tetrahedra, F triangles of nodes.
 * Space    rest pose of the body, metres, kilograms.
 * Memory   owned by the struct: _deinit. On failure it is empty.
 * Errors   ERR_UNSUPPORTED: a body without SMPL's limbs, or without any flesh; ERR_MEMORY.
 */
#include "core/smpl/model.h"

typedef struct pd_factory_tissue_tet {
    int nodes[4];          /* free nodes; -1: a node of the core */
    int face;              /* triangle of nodes above it */
    int sheet;             /* 0 muscle, 1 fat                             */
    float volume;          /* m3                                          */
    float gradients[4][3]; /* gradients of the four shape functions, 1/m, rest pose */
} pd_factory_tissue_tet;

/* A vertex of the skin over flesh. */
typedef struct pd_factory_tissue_skin {
    int vertex;
    int nodes[3]; /* nodes; -1: a node of the core */
    float weights[3];
    float mass; /* mass of the flesh below the vertex's share of the skin, kg */
} pd_factory_tissue_skin;

typedef struct pd_factory_tissue_layer {
    const pd_smpl_model *model; /* borrowed */
    int node_count, tet_count, face_count, skin_count;
    int *vertex;                  /* (N) vertex whose skin weights carry the node */
    double (*rest)[3];            /* (N) positions */
    float *mass;                  /* (N) kg                                                */
    uint32_t *faces;              /* (F,3) vertices                                        */
    pd_factory_tissue_tet *tets;  /* (T)                                                   */
    pd_factory_tissue_skin *skin; /* (S) rows in the order of the vertices */
    int *neighbours;              /* (S+1) offsets, then indices into skin; -1: a rigid vertex */
    int left_out;                 /* number of tetrahedra left out because they were flat or inverted */
    double flesh_kg;
} pd_factory_tissue_layer;

/* Builds the layer of the body with these betas. */
pd_status pd_factory_tissue_layer_build(pd_factory_tissue_layer *out, const pd_smpl_model *model,
                                        const float *betas, int beta_count, pd_error *err);
void pd_factory_tissue_layer_deinit(pd_factory_tissue_layer *layer);
/* Interpolates vectors of the nodes, of `stride` floats each, to the skin's vertices:
 * out (S,3). scratch (S,3). */
void pd_factory_tissue_layer_skin(float *out, const pd_factory_tissue_layer *layer, const float *nodes,
                                  int stride, float *scratch);

#endif
