#ifndef PD_IO_SURFACE_GLTF_BOUND_H
#define PD_IO_SURFACE_GLTF_BOUND_H
/* The two halves of a skin's equation, as a glTF file has them: matrices of the joints, and weights of the
 * vertices.
 *
 *     x = sum_k w_k M_k v          M_k = W_k B_k
 *
 * W_k is the world matrix of joint k's node, B_k its inverse bind matrix. A skin without inverse bind
 * matrices has B_k = 1: its vertices are in the frames of their joints.
 *
 * Used by the readers of this folder.   Errors  those of gltf_file.h; ERR_FORMAT, ERR_RANGE at the skin or
 *                                               the primitive.
 */
#include "core/io/surface/gltf_nodes.h"

#define PD_IO_GLTF_WEIGHT_SETS 4 /* largest number of sets JOINTS_n and WEIGHTS_n that are read */

/* Weights of the vertices of a primitive. sets 0: it has none. */
typedef struct pd_io_gltf_weights {
    pd_io_gltf_view joints[PD_IO_GLTF_WEIGHT_SETS], weights[PD_IO_GLTF_WEIGHT_SETS];
    int sets;
} pd_io_gltf_weights;

/* Opens the sets of a primitive with that many vertices. where: the primitive, for errors. */
pd_status pd_io_gltf_weights_of(pd_io_gltf_weights *out, const pd_io_gltf_file *file,
                                const struct json_t *attributes, size_t vertices, const char *where);
/* Computes M_k and the number of the node for each joint of a skin: matrices (count), nodes (count); count is
 * the length of the skin's list of joints. number: that of the skin, for errors. */
pd_status pd_io_gltf_skin_matrices(pd_io_gltf_matrix *matrices, int *nodes, const pd_io_gltf_file *file,
                                   const pd_io_gltf_nodes *all, const struct json_t *skin, long number);
/* Makes the error for a vertex whose joint the skin does not have. Returns its status. */
pd_status pd_io_gltf_weights_fail(const pd_io_gltf_file *file, const char *where, long joint, size_t vertex,
                                  size_t joints);

#endif
