#ifndef PD_ANIM_SKELETON_H
#define PD_ANIM_SKELETON_H
/* A tree of named joints with bones of fixed length, and forward kinematics on it.
 *
 *     R_k = R_parent(k) r_k          p_k = p_parent(k) + R_parent(k) o_k
 *     R_0 = r_0                      p_0 = o_0 + translation
 *
 * r_k is the local rotation of joint k, o_k its rest offset. In the rest pose all r are the identity and
 * every joint's frame is parallel to the model's. Turning joint k moves the joints below it, not k itself.
 *
 * Spaces   offsets: in the parent's frame, metres; the root's is its rest position in model space.
 *          r: local to the parent. R, p: model space, right-handed, +Y up, +Z forward.
 * Memory   a plain struct of fixed size in the caller's storage; nothing is allocated.
 * Threads  const after init.
 */
#include "core/base/error.h"
#include "core/math/quat.h"

#define PD_ANIM_MAX_JOINTS 256
#define PD_ANIM_NAME_BYTES 32 /* Size of a name, with its terminating zero. */

typedef struct pd_anim_skeleton {
    int joint_count;
    int root; /* Number of the only joint without a parent. */
    /* Parent of each joint, -1 for the root. Parents may come after their children. */
    int parents[PD_ANIM_MAX_JOINTS];
    int order[PD_ANIM_MAX_JOINTS]; /* All joints, each after its parent. */
    int depth[PD_ANIM_MAX_JOINTS]; /* Number of joints above each joint: 0 for the root. */
    pd_vec3 offsets[PD_ANIM_MAX_JOINTS];
    char names[PD_ANIM_MAX_JOINTS][PD_ANIM_NAME_BYTES];
} pd_anim_skeleton;

/* Description of a joint by names; joints may be in any order. In requests: {"name","parent","offset"}. */
typedef struct pd_anim_joint {
    const char *name;   /* 1 to 31 bytes, unique                 */
    const char *parent; /* NULL for the root                     */
    pd_vec3 offset;     /* finite; zero length is allowed        */
} pd_anim_joint;

/* Builds a skeleton. Refuses: no joints, more than PD_ANIM_MAX_JOINTS, empty, long and duplicate names,
 * unknown parents, cycles, no or several roots, and numbers that are not finite. The error's place is
 * "/joints/3/parent" and the like. */
pd_status pd_anim_skeleton_init(pd_anim_skeleton *skeleton, const pd_anim_joint *joints, int count,
                                pd_error *err);
/* Builds a skeleton from arrays: names (K,32), parents (K),
 * rest positions of the joints in model space (K,3). */
pd_status pd_anim_skeleton_from_rest(pd_anim_skeleton *skeleton, const char (*names)[PD_ANIM_NAME_BYTES],
                                     const int *parents, const double *rest_model, int count, pd_error *err);

/* Returns the number of the joint of that name, or -1. */
int pd_anim_skeleton_find(const pd_anim_skeleton *skeleton, const char *name);
/* Returns the deepest joint that is an ancestor of both joints or one of them. */
int pd_anim_skeleton_common(const pd_anim_skeleton *skeleton, int a, int b);

/* Forward kinematics: writes positions (K) and rotations (K) in model space for local rotations (K) of unit
 * length. Either output may be NULL; rotations_local NULL is the rest pose. */
void pd_anim_skeleton_forward(pd_vec3 *positions_model, pd_quat *rotations_model,
                              const pd_anim_skeleton *skeleton, const pd_quat *rotations_local,
                              pd_vec3 translation);

/* A path from an ancestor down to a joint, including both. */
typedef struct pd_anim_chain {
    int count;
    int joints[PD_ANIM_MAX_JOINTS]; /* root first, tip last */
} pd_anim_chain;

/* Finds the path from root to tip. ERR_INVALID at `where` when root is not an ancestor of tip. */
pd_status pd_anim_chain_between(pd_anim_chain *chain, const pd_anim_skeleton *skeleton, int root, int tip,
                                const char *where, pd_error *err);

#endif
