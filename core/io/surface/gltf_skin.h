#ifndef PD_IO_SURFACE_GLTF_SKIN_H
#define PD_IO_SURFACE_GLTF_SKIN_H
/* Reads the skeleton of a glTF 2.0 binary file (.glb, .vrm): the joints of its skins, and the names that VRM
 * gives to its bones.
 *
 * A node rotates by q_n about its own origin, relative to its parent. Between a joint k and the next joint j
 * above it, the file may have nodes that are not joints; they do not move, and their rotation is part of
 * above_k. With Q the world rotation and p the world position of a joint,
 *
 *     Q_k = Q_j above_k q_k          p_k = p_j + Q_j offset_k          for the root, j is the world
 *
 * Skeletons  the joints of all skins and VRM's bones form one tree; if they have several roots, their lowest
 *            common ancestor becomes the root. Joints without a common ancestor form separate skeletons (a
 *            sword beside its bearer): `skeleton` in the options chooses one. Skeleton 0 is the one with
 *            VRM's bones, or else the one with most joints.
 * VRM        versions 0.x (extension VRM) and 1.0 (VRMC_vrm) name the bones that every person has. A 0.x
 *            figure faces -Z, a 1.0 figure faces +Z as in glTF.
 * Bind       bind_k is the rotation of joint k in the bind pose, for which the mesh was modelled, from its
 *            inverse bind matrix, in the mesh's space. When the file's nodes are in the bind pose, Q_k
 *            bind_k^-1 is the same rotation for all joints, which takes axes to axes (Z up to Y up);
 *            otherwise the skeleton is `posed`. Skins may have different spaces. They are brought into that
 *            of the first one by a joint that both have, or else by the nodes, if the joints of both are
 *            posed as they were bound.
 * Scale      scales of nodes are multiplied into the offsets. A scale that is negative on two axes is a half
 *            turn, and part of the rotation above the root. Below a node whose scale differs by axis (by more
 *            than 0.5 %), mirrors or shears, joints are where the file has them at rest, but a rotation of
 *            such a joint would deform its bone. The joint is marked `uneven`, and callers refuse to move it
 *            (pd_io_skin_uneven).
 *
 * Units    metres.   Spaces  glTF's: right-handed, +Y up.
 * Limits   1 to 256 joints, 65536 nodes, 64 skins; JSON nested 64 deep.
 * Memory   one owner: pd_io_skin_deinit. On failure *out is empty.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT, ERR_UNSUPPORTED at "byte 12" or a pointer into the file's JSON:
 *          "/nodes/3/scale".
 */
#include "core/base/error.h"
#include "core/base/size.h"
#include "core/math/quat.h"

#include <stdbool.h>

#define PD_IO_SKIN_JOINTS     256   /* most joints of a skeleton                                */
#define PD_IO_SKIN_NODES      65536 /* most nodes of a file                                     */
#define PD_IO_SKIN_SKINS      64    /* most skins of a file                                     */
#define PD_IO_SKIN_ABOVE      16    /* most nodes above the root that are kept                   */
#define PD_IO_SKIN_NAME_BYTES 64    /* room for a name with its zero; longer names are cut      */
#define PD_IO_SKIN_BONE_BYTES 32    /* room for the name of a VRM bone with its zero            */

typedef struct pd_io_skin_joint {
    char name[PD_IO_SKIN_NAME_BYTES]; /* name of the node; "" when it has none                          */
    char bone[PD_IO_SKIN_BONE_BYTES]; /* VRM's name of the bone, "leftUpperArm"; "" for none            */
    int node, parent; /* number of the node in the file; number of the joint above, -1 for the root */
    pd_vec3 offset;   /* translation from the parent joint, in the parent's frame; world position of a root */
    pd_quat above, rotation; /* above_k and q_k; unit quaternions                              */
    pd_quat bind;            /* bind_k, a unit quaternion in the mesh's space; valid with has_bind */
    int has_bind;            /* 1: a skin has an inverse bind matrix for this joint            */
    /* number of the nearest node above whose scale differs by axis, mirrors or shears; -1: none */
    int uneven;
    char uneven_name[PD_IO_SKIN_NAME_BYTES]; /* name of that node; ""                                   */
    double uneven_scale[3];                  /* scale of that node                                      */
    int uneven_matrix;                       /* 1: that node has a matrix, which may also shear         */
    pd_vec3 own;                             /* translation of the joint's node, as the file has it     */
    double scale;                            /* world scale of the node above: metres in a unit of `own` */
    /* 1: the node's own matrix is not a rotation with a scale, so writers must keep the matrix of the file */
    int sheared;
} pd_io_skin_joint;

/* A node above the root, which an animation may move. */
typedef struct pd_io_skin_above {
    int node;
    pd_quat turn;      /* local rotation, with half_turn */
    pd_quat half_turn; /* what a scale like (-1 -1 1) adds behind the node's rotation; else the identity */
    pd_vec3 at;
    double scale;
} pd_io_skin_above;

typedef struct pd_io_skin {
    pd_io_skin_joint *joints; /* (joint_count) parents first */
    int joint_count;
    int vrm;            /* version of VRM: 0 none, 1 for 0.x, 2 for 1.0                     */
    int posed;          /* 1: the file's nodes are not in the bind pose                     */
    int humanoid;       /* number of bones that VRM names                                   */
    int skeleton_count; /* skeletons in the file, this one included                         */
    int skin_count;     /* skins of the file                                                */
    int moved_beside;   /* nodes that animations turn or move and that are joints of no skin, nor above one */
    int other_joints;   /* number of joints in the other skeletons together                 */
    char other[PD_IO_SKIN_NAME_BYTES]; /* name of the first joint of the largest other skeleton            */
    pd_vec3 root_at;                   /* world position of the root's parent node                         */
    double root_scale; /* world scale of the root's parent node; its rotation is the root's `above` */
    /* (above_count) nodes above the root, from the file's root down, local */
    pd_io_skin_above above[PD_IO_SKIN_ABOVE];
    /* 0 also when there are more than PD_IO_SKIN_ABOVE, or one whose scale differs by axis */
    int above_count;
} pd_io_skin;

/* Which nodes of a file are joints. */
typedef enum pd_io_skin_take {
    PD_IO_TAKE_BOUND, /* the joints of its skins, and VRM's bones */
    /* these, the nodes that its animations turn or move, and the other nodes of their trees except meshes,
     * cameras and lights */
    PD_IO_TAKE_MOVED,
    /* these, and all nodes of the trees that have a mesh, except cameras, lights and meshes at the place of
     * the node above them: figures of rigid parts */
    PD_IO_TAKE_NODES
} pd_io_skin_take;

typedef struct pd_io_skin_options {
    int skin;          /* number of the only skin to read; -1: all skins                                    */
    int humanoid_only; /* 1: read only the bones that VRM names                                             */
    /* largest number of bytes for the tree of the file's JSON (core/io/json/json.h); 0: no limit */
    size_t json_memory;
    int skeleton; /* number of the skeleton to read when the file has several                         */
    pd_io_skin_take take;
} pd_io_skin_options;

/* Makes the error for a joint that is `uneven`; it names the node and its scale.
 * Returns the error's status. */
pd_status pd_io_skin_uneven(int node, const char *name, const double scale[3], int is_matrix, pd_error *err);
/* Reads a skeleton. `options` NULL: skeleton 0 of all skins, no limit of memory. */
pd_status pd_io_skin_read(pd_io_skin *out, pd_bytes file, const pd_io_skin_options *options, pd_error *err);
/* Frees the joints and zeroes the struct. */
void pd_io_skin_deinit(pd_io_skin *skin);

#endif
