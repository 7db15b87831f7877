#ifndef PD_IO_SURFACE_GLTF_SKIN_TREE_H
#define PD_IO_SURFACE_GLTF_SKIN_TREE_H
/* Tree of nodes that the two halves of the skin reader share: gltf_skin.c reads the nodes and marks the
 * joints, gltf_skin_tree.c builds the skeleton. Used by these two files only. */
#include "core/io/surface/gltf_skin.h"

#define PD_IO_SKIN_AS_BOUND 1e-2 /* Rotations that differ by less count as equal; radians. */

typedef struct pd_io_skin_node {
    int parent, first, next;  /* number of the parent, of the first child, of the next sibling; -1: none   */
    int is_joint, joint;      /* 1: marked as a joint; its number among the joints, or -1                  */
    int above_joint;          /* 1: a joint is below this node                                             */
    pd_vec3 at;               /* position: local, in the world once pd_io_skin_tree_joints has run         */
    pd_quat turn, turn_world; /* rotation, local and in the world                                          */
    double scale[3];          /* local scale; the first is negative when the node's matrix mirrors         */
    pd_quat half_turn;        /* part of `turn` that a scale like (-1 -1 1) makes; else the identity       */
    double scale_world;       /* product of |scale[0]| from the root to this node                          */
    double matrix[9];         /* rows of rotation with scale (and shear): local, then in the world as `at` */
    pd_vec3 own;              /* local translation, as the file has it                                     */
    int is_matrix;            /* 1: the file gives a matrix instead of translation, rotation and scale     */
    int sheared;              /* 1: that matrix is not a rotation with a scale                             */
    /* number of the nearest node above whose scale differs by axis, mirrors or shears; -1: none */
    int uneven;
    /* Name of the node, and VRM's name of the bone. */
    char name[PD_IO_SKIN_NAME_BYTES], bone[PD_IO_SKIN_BONE_BYTES];
    pd_quat bind; /* see pd_io_skin_joint */
    int has_bind;
    int bind_group; /* The skins whose binds are known to be in one space: number of the first of them. */
} pd_io_skin_node;

typedef struct pd_io_skin_tree {
    pd_io_skin_node *nodes; /* (count) */
    int *order;             /* (count) parents first */
    int count;
} pd_io_skin_tree;

/* Fills `order` with the nodes, parents first. ERR_FORMAT when nodes are below themselves. */
pd_status pd_io_skin_tree_link(pd_io_skin_tree *tree, pd_error *err);
/* Builds the joints of the skeleton number `which` from the marked nodes; allocates out->joints. */
pd_status pd_io_skin_tree_joints(pd_io_skin *out, pd_io_skin_tree *tree, int which, pd_error *err);

#endif
