#ifndef PD_IO_SURFACE_GLTF_MEANT_H
#define PD_IO_SURFACE_GLTF_MEANT_H
/* Finds out which inverse bind matrices of a skin are meant.
 *
 * Nothing reads the matrix of a joint that moves no vertex, so exporters leave there what they like: most the
 * identity, some zeros. Such a matrix is not meant unless the neighbours agree with it. With M the inverse of
 * a matrix and o the position of a joint in the frame of the joint above it,
 *
 *     M_child 0 = M_parent o          a pose changes M_parent by rotations, but not o
 *
 * An identity is meant if this holds for all neighbours whose matrices are meant, and if there is one. Any
 * other regular matrix is meant. A matrix that vertices read is always meant.
 *
 * Weights of primitives that Draco compressed are not read: their skin's identities and singular matrices
 * count as of joints without vertices. In a skin without a mesh all matrices are meant.
 *
 * Memory   the matrices of one skin, freed before return.
 * Errors   those of gltf_file.h; ERR_MEMORY.
 */
#include "core/io/surface/gltf_skin_tree.h"
#include "core/io/surface/gltf_file.h"

#include <stdbool.h>

/* A skin whose matrices are asked for. */
typedef struct pd_io_gltf_skin_binds {
    const pd_io_gltf_file *file;
    const pd_io_skin_tree *tree; /* nodes with local transforms */
    const pd_io_gltf_view *view; /* (count) the matrices */
    const int *nodes;            /* (count) nodes of the joints */
    size_t count;
    int skin; /* number of the skin in the file */
} pd_io_gltf_skin_binds;

/* Sets is_meant (count). */
pd_status pd_io_gltf_binds_meant(bool *is_meant, const pd_io_gltf_skin_binds *binds);

#endif
