#ifndef PD_IO_SURFACE_GLTF_SKIN_H
#define PD_IO_SURFACE_GLTF_SKIN_H
/* The skeleton in a glTF 2.0 binary file (.glb, .vrm): the joints of its skins, and what VRM says of them.
 *
 * A node turns by q_n about its own origin, seen from its parent. Between a joint k and the joint j above it there may be nodes that
 * are none; they do not move, and their rotation is folded into above_k. With Q the rotation of a node in the world,
 *
 *     Q_k = Q_j above_k q_k          p_k = p_j + Q_j offset_k          the root: j is the world
 *
 * The joints of all skins and VRM's humanoid bones are one tree; where they are several, the node that is above all of them is its root.
 * Joints without a common node are several skeletons (a sword beside its bearer): `skeleton` chooses one, the first is that with VRM's bones
 * or else the one with most joints.
 * VRM  0.x (VRM) and 1.0 (VRMC_vrm) name the bones that every person has; 0.x looks along -Z, 1.0 and glTF along +Z.
 * Bind  bind_k is the rotation of the joint for which the mesh was made (inverse bind matrix, in the mesh's space). A file that stands
 *       as it was bound has Q_k bind_k^-1 the same for all joints; any other is `posed`.
 * Scale of nodes is taken into the offsets. Where it is not the same on all axes (to .5 %), or mirrors or shears, the joints below it stand
 *       where the file has them at rest, but rotations of theirs are not what they would be without it: such a joint is `uneven`, and
 *       callers refuse to move it (pd_io_skin_uneven).
 *
 * Units    metres.   Spaces  glTF's: right-handed, +Y up.
 * Limits   1 to 256 joints, 65536 nodes, 64 skins; JSON nested 64 deep.
 * Memory   one owner: pd_io_skin_deinit. On failure *out is empty.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT, ERR_UNSUPPORTED at "byte 12" or a pointer into the file's JSON: "/nodes/3/scale".
 */
#include "core/base/error.h"
#include "core/base/size.h"
#include "core/math/quat.h"

#define PD_IO_SKIN_JOINTS     256
#define PD_IO_SKIN_NODES      65536
#define PD_IO_SKIN_SKINS      64
#define PD_IO_SKIN_NAME_BYTES 64 /* with the zero; longer names are cut */
#define PD_IO_SKIN_BONE_BYTES 32

typedef struct pd_io_skin_joint {
    char name[PD_IO_SKIN_NAME_BYTES]; /* the node's, "" when it has none                          */
    char bone[PD_IO_SKIN_BONE_BYTES]; /* VRM's: "leftUpperArm"; "" for none                       */
    int node, parent;                 /* number of the node in the file; joint above or -1        */
    pd_vec3 offset;                   /* in the frame of the joint above; the root's in the world */
    pd_quat above, rotation;          /* unit                                                     */
    pd_quat bind;                     /* unit; the mesh's space                                   */
    int has_bind;
    int uneven; /* the node above it whose scale is not the same positive one on all axes; -1: none */
    char uneven_name[PD_IO_SKIN_NAME_BYTES]; /* of that node, "" */
    double uneven_scale[3];
    int uneven_matrix; /* it has a matrix, which may also shear */
    pd_vec3 own;       /* the node's translation, as the file has it                               */
    double scale;      /* of the node above it in the world: what a unit of that translation is    */
    int sheared;       /* its own matrix is no rotation and scale: only the file's own bytes keep it */
} pd_io_skin_joint;

typedef struct pd_io_skin {
    pd_io_skin_joint *joints; /* (joint_count) parents first */
    int joint_count;
    int vrm;                           /* 0 none, 1 for 0.x, 2 for 1.0                                     */
    int posed;                         /* it does not stand as it was bound                                */
    int humanoid;                      /* bones that VRM names                                             */
    int skeleton_count;                /* of which this is one                                            */
    int other_joints;                  /* of the others together                                          */
    char other[PD_IO_SKIN_NAME_BYTES]; /* name of the first joint of the largest other one                */
    pd_vec3 root_at;
    double root_scale; /* the place and scale of the root's parent in the world: above is its turn */
} pd_io_skin;

typedef struct pd_io_skin_options {
    int skin;           /* its number, -1: all of them            */
    int humanoid_only;  /* only the bones that VRM names          */
    size_t json_memory; /* what the file's JSON may become, as core/base/json_scan.h counts it; 0: anything */
    int skeleton;       /* which of several, the one with most joints first                       */
} pd_io_skin_options;

/* Refuses a joint that is `uneven`; err says which node's scale it is. */
pd_status pd_io_skin_uneven(int node, const char *name, const double scale[3], int is_matrix, pd_error *err);
/* options NULL: all. */
pd_status pd_io_skin_read(pd_io_skin *out, pd_bytes file, const pd_io_skin_options *options, pd_error *err);
void pd_io_skin_deinit(pd_io_skin *skin);

#endif
