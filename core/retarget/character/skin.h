#ifndef PD_RETARGET_CHARACTER_SKIN_H
#define PD_RETARGET_CHARACTER_SKIN_H
/* Converts the skeleton of a glTF or VRM file to the form of core/anim and core/ik, and rotations back to
 * those of the file's nodes.
 *
 * Joints of core/anim have frames parallel to the model's at rest; nodes of a file have any. With W_k the
 * rotation of node k at rest, for a character that faces +Z, and W'_k that of the node above it,
 *
 *     Q_k = R_k W_k          q_k = W'_k^-1 r_k W_k r_k = W'_k q_k W_k^-1 R, r: rotations of core/anim, world
 *                            and local;
 *
 *    Q, q: those of the file's nodes
 *
 * For the root, W' is the rotation of all nodes above it.
 *
 * The rest pose is the one in which the mesh was bound: the file's own unless that is posed
 * (core/io/surface/gltf_skin.h). A VRM 0.x looks along -Z: its root's r at rest is half a turn about y, so
 * that elbows, knees and anatomical ranges are on the right side.
 *
 * Names   joints have the names of the nodes, made unique ("#7" is appended); nodes without a name are
 *         "node_7". In the skeleton they are cut to 31 bytes, except that VRM's bones have SMPL's names
 *         ("left_elbow" for leftLowerArm), by which ranges and limbs are found.
 * Units   metres.
 * Spaces  the file's world, which is model space.
 * Memory  one owner: pd_retarget_skin_deinit.
 * Threads const after it was read.
 * Errors  those of pd_io_skin_read.
 */
#include "core/anim/skeleton.h"
#include "core/io/surface/gltf_skin.h"
#include "core/io/surface/gltf_clip.h"

typedef struct pd_retarget_skin_joint {
    char name[PD_IO_SKIN_NAME_BYTES]; /* unique */
    char bone[PD_IO_SKIN_BONE_BYTES]; /* VRM's bone, or "". */
    int node;
    pd_quat rest, above; /* W_k, W'_k                                       */
    pd_quat start;       /* r_k of the file's own pose. */
    int uneven;          /* Like pd_io_skin_joint.uneven: the joint cannot be moved. */
    char uneven_name[PD_IO_SKIN_NAME_BYTES];
    double uneven_scale[3];
    int uneven_matrix;
    int sheared;
    pd_vec3 own; /* own, scale: as in pd_io_skin_joint. */
    double scale;
} pd_retarget_skin_joint;

typedef struct pd_retarget_skin {
    pd_anim_skeleton skeleton;
    pd_retarget_skin_joint *joints; /* (skeleton.joint_count) */
    int vrm, posed;
    int skeleton_count, other_joints; /* Same meaning as in pd_io_skin, */
    int skin_count, moved_beside;     /* and so these. */
    char other[PD_IO_SKIN_NAME_BYTES];
    pd_quat root_turn; /* r of the root at rest: half a turn for VRM 0.x. */
    pd_vec3 root_at;   /* Position, rotation and scale of all nodes above the root. */
    pd_quat root_above;
    double root_scale;
    pd_io_skin_above above[PD_IO_SKIN_ABOVE]; /* (above_count) nodes above the skeleton, as in pd_io_skin */
    int above_count;
} pd_retarget_skin;

pd_status pd_retarget_skin_read(pd_retarget_skin *out, pd_bytes file, const pd_io_skin_options *options,
                                pd_error *err);
void pd_retarget_skin_deinit(pd_retarget_skin *skin);

/* Refuses a joint that is below a scale that makes moving it impossible. */
pd_status pd_retarget_skin_movable(const pd_retarget_skin *skin, int joint, pd_error *err);
/* Returns the joint by its node's name, its VRM bone ("leftHand") or its name in the skeleton; -1: none. */
int pd_retarget_skin_find(const pd_retarget_skin *skin, const char *name);
/* Convert local rotations (joint_count) to those of nodes, and back; also in place. */
void pd_retarget_skin_to_nodes(pd_quat *nodes, const pd_retarget_skin *skin, const pd_quat *locals);
void pd_retarget_skin_from_nodes(pd_quat *locals, const pd_retarget_skin *skin, const pd_quat *nodes);
/* Returns the root node's own translation when the root is moved by `moved` in model space. */
pd_vec3 pd_retarget_skin_root_translation(const pd_retarget_skin *skin, pd_vec3 moved);
/* Returns the translation of a joint's node for a joint at `place` in the frame of the joint above it, when
 * that is not its rest position. */
pd_vec3 pd_retarget_skin_translation(const pd_retarget_skin *skin, int joint, pd_vec3 place);
/* Reads an animation of the file for pd_retarget_skin_pose:
 * of the joints' nodes and of those above the root. */
pd_status pd_retarget_skin_keys(pd_io_gltf_clip *out, const pd_retarget_skin *skin, pd_bytes file,
                                const pd_io_gltf_clip_options *options, pd_error *err);
/* Computes world rotations (K; the identity at rest) and positions of the joints in frame t of an animation
 * of the file. keys must have been read for the nodes of the joints, in order, or by pd_retarget_skin_keys.
 * Nodes that the animation does not drive keep the file's pose. Of the nodes above the root rotations and
 * translations count, and scales stay. */
void pd_retarget_skin_pose(pd_quat *world, pd_vec3 *at, const pd_retarget_skin *skin,
                           const pd_io_gltf_clip *keys, int t);

#endif
