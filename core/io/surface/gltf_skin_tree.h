#ifndef PD_IO_SURFACE_GLTF_SKIN_TREE_H
#define PD_IO_SURFACE_GLTF_SKIN_TREE_H
/* Shared by the two halves of the skin reader: gltf_skin.c reads nodes and marks those that are joints, gltf_skin_tree.c makes their tree. */
#include "core/io/surface/gltf_skin.h"

typedef struct pd_io_skin_node {
    int parent, first, next; /* child, sibling; -1                                                */
    int is_joint, joint;     /* marked; its number among the joints or -1                         */
    int above_joint;         /* a joint is below it                                               */
    pd_vec3 at;              /* local, then in the world once the tree is made                    */
    pd_quat turn, turn_world;
    double scale[3]; /* the first one negative where its matrix mirrors                  */
    double scale_world;
    double matrix[9]; /* rows: with scale, of a matrix also with shear; local, then in the world */
    pd_vec3 own;      /* local translation                                                 */
    int is_matrix;    /* it has one, and no scale of its own                               */
    int sheared;      /* its matrix is no rotation and scale                               */
    int uneven;       /* the nearest node above it whose scale differs by axis, mirrors or shears; -1: none */
    char name[PD_IO_SKIN_NAME_BYTES], bone[PD_IO_SKIN_BONE_BYTES];
    pd_quat bind;
    int has_bind;
} pd_io_skin_node;

typedef struct pd_io_skin_tree {
    pd_io_skin_node *nodes; /* (count) */
    int *order;             /* (count) parents first */
    int count;
} pd_io_skin_tree;

/* Parents from children's lists. A node of two parents, or below itself, is refused. */
pd_status pd_io_skin_tree_link(pd_io_skin_tree *tree, pd_error *err);
/* The joints of the nodes that are marked; out->joints is allocated. which: of several skeletons, as in pd_io_skin_options. */
pd_status pd_io_skin_tree_joints(pd_io_skin *out, pd_io_skin_tree *tree, int which, pd_error *err);

#endif
