#ifndef PD_RETARGET_SKIN_H
#define PD_RETARGET_SKIN_H
/* The skeleton of a glTF or VRM file as core/anim and core/ik want it, and the way back to the file's own rotations.
 *
 * Joints of core/anim have frames that are parallel to the model's at rest; nodes of a file have any. With W_k the rotation of node k at
 * rest, as of a character that faces +Z, and W'_k that of the node above it,
 *
 *     Q_k = R_k W_k          q_k = W'_k^-1 r_k W_k          r_k = W'_k q_k W_k^-1          (of the root W' is what is above it in the world)
 *
 * The rest pose is the one that the mesh was bound in: the file's own unless it is posed (core/io/surface/gltf_skin.h). A VRM 0.x looks along -Z: its
 * root's r at rest is half a turn about y, so that elbows, knees and anatomical ranges are on the right side.
 *
 * Names   of joints are the nodes', made unique ("#7" is appended); those without one are "node_7". The skeleton has them cut to 31 bytes,
 *         but VRM's bones by SMPL's names ("left_elbow" for leftLowerArm), which is how ranges and limbs are found.
 * Units   metres.   Spaces  the file's world, which is model space.
 * Memory  one owner: pd_retarget_skin_deinit.   Threads  const after it was read.
 * Errors  those of pd_io_skin_read.
 */
#include "core/anim/skeleton.h"
#include "core/io/surface/gltf_skin.h"
#include "core/io/surface/gltf_clip.h"

typedef struct pd_retarget_skin_joint {
    char name[PD_IO_SKIN_NAME_BYTES]; /* unique */
    char bone[PD_IO_SKIN_BONE_BYTES]; /* VRM's, or "" */
    int node;
    pd_quat rest, above; /* W_k, W'_k                                       */
    pd_quat start;       /* r_k of the file as it stands                    */
    int uneven;          /* as in pd_io_skin_joint: such a joint is not moved  */
    char uneven_name[PD_IO_SKIN_NAME_BYTES];
    double uneven_scale[3];
    int uneven_matrix;
    int sheared;
    pd_vec3 own; /* as in pd_io_skin_joint                          */
    double scale;
} pd_retarget_skin_joint;

typedef struct pd_retarget_skin {
    pd_anim_skeleton skeleton;
    pd_retarget_skin_joint *joints; /* (skeleton.joint_count) */
    int vrm, posed;
    int skeleton_count, other_joints; /* as in pd_io_skin                       */
    char other[PD_IO_SKIN_NAME_BYTES];
    pd_quat root_turn; /* r of the root at rest: half a turn for VRM 0.x  */
    pd_vec3 root_at;   /* what is above the root: place, turn and scale   */
    pd_quat root_above;
    double root_scale;
} pd_retarget_skin;

pd_status pd_retarget_skin_read(pd_retarget_skin *out, pd_bytes file, const pd_io_skin_options *options,
                                pd_error *err);
void pd_retarget_skin_deinit(pd_retarget_skin *skin);

/* Refuses a joint that is below a scale with which it cannot be moved. */
pd_status pd_retarget_skin_movable(const pd_retarget_skin *skin, int joint, pd_error *err);
/* The joint of that node's name, VRM bone ("leftHand") or name in the skeleton; -1. */
int pd_retarget_skin_find(const pd_retarget_skin *skin, const char *name);
/* Rotations of nodes from local ones and back; in place too. (joint_count) */
void pd_retarget_skin_to_nodes(pd_quat *nodes, const pd_retarget_skin *skin, const pd_quat *locals);
void pd_retarget_skin_from_nodes(pd_quat *locals, const pd_retarget_skin *skin, const pd_quat *nodes);
/* The root node's own translation when the root is moved by that much in model space. */
pd_vec3 pd_retarget_skin_root_translation(const pd_retarget_skin *skin, pd_vec3 moved);
/* The translation of the node of a joint that stands so in the frame of the joint above it, where it is not at rest. */
pd_vec3 pd_retarget_skin_translation(const pd_retarget_skin *skin, int joint, pd_vec3 place);
/* World rotations (K), the identity at rest, and joints' places of frame t of an animation of the file, whose nodes were those of the joints in
 * order; what it does not drive is as the file stands. */
void pd_retarget_skin_pose(pd_quat *world, pd_vec3 *at, const pd_retarget_skin *skin,
                           const pd_io_gltf_clip *keys, int t);

#endif
