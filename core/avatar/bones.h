#ifndef PD_AVATAR_BONES_H
#define PD_AVATAR_BONES_H
/* Makes the skeleton of an avatar's file from a body's joints: names and axes of a profile, rest pose, end
 * joints, feet on the floor.
 *
 *     world_k = W_k A_k           W_k: turn of joint k from the T-pose to the rest pose; A_k: axes of the
 *                                 bone in the T-pose (rest_axes.h)
 *     node_k  = A_p^T R_k A_k     p: parent; R_k: the local turn of the requested pose, or of the rest pose
 *     v'      = sum_s w_s (W_j(s) (v - j_j(s)) + j'_j(s))
 *         surface in the rest pose; j, j': joints in the T-pose and in the rest pose
 *
 * The figure's vertices, normals and morph targets are moved to the rest pose, and up so that the lowest
 * vertex is on the floor.
 *
 * Shapes   rotations (3,3) row-major.   Spaces  model space, metres, +Y up, facing +Z.
 * Memory   none.   Threads  one thread.   Errors  ERR_LIMIT: more bones than PD_AVATAR_BONES_MOST.
 */
#include "core/avatar/figure.h"
#include "core/avatar/profile.h"

#define PD_AVATAR_BONES_MOST 160

typedef struct pd_avatar_bone {
    char name[PD_ANIM_NAME_BYTES];
    char own_name[PD_ANIM_NAME_BYTES]; /* name in the body model; "" for an added bone */
    int parent;                        /* -1: none; parents come first */
    bool is_joint;                     /* moves vertices; false for end joints */
    float place[3];                    /* in the rest pose, model space */
    float axes[9];                     /* world rotation in the rest pose */
    float offset[3], turn[9];          /* transform of the node: translation, rotation */
} pd_avatar_bone;

typedef struct pd_avatar_skeleton {
    pd_avatar_bone bones[PD_AVATAR_BONES_MOST];
    int count;
} pd_avatar_skeleton;

typedef struct pd_avatar_rest {
    pd_retarget_names names;
    bool is_bare;    /* Mixamo's names without their prefix */
    bool has_ends;   /* adds Mixamo's end joints */
    bool is_a_pose;  /* otherwise the T-pose */
    bool no_fingers; /* fingers follow the hand and have no bones */
} pd_avatar_rest;

/* Makes the skeleton of body 0 of the glb, whose rig must have the model's own joint names, and moves the
 * figure to the rest pose. Afterwards the joints of the figure's vertices are bones of `out`. */
pd_status pd_avatar_skeleton_init(pd_avatar_skeleton *out, pd_avatar_figure *figure, const pd_io_glb *glb,
                                  const pd_avatar_rest *rest, pd_error *err);
/* Turns figure and skeleton about Y to face -Z, as VRM 0.x has it. The axes must be the identity. */
void pd_avatar_skeleton_turn(pd_avatar_skeleton *skeleton, pd_avatar_figure *figure);
/* Adds a bone with the axes of its parent at a place of model space. Returns its number; -1: too many. */
int pd_avatar_skeleton_add(pd_avatar_skeleton *skeleton, const char *name, int parent, const float place[3]);
/* Returns the bone with this name in the body model ("left_wrist"); -1: none. */
int pd_avatar_skeleton_find(const pd_avatar_skeleton *skeleton, const char *own_name);

#endif
