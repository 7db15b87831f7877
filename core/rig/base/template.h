#ifndef PD_RIG_TEMPLATE_H
#define PD_RIG_TEMPLATE_H
/* The articulated template that is fitted to a mesh: the mean body of a body model, with parts that rotate,
 * stretch and thicken.
 *
 *     v = sum_k w_k (p_k + R_k S_k (u - J_k))         p_c = p_k + R_k S_k (J_c - J_k) for the joints c below
 *                                                     k
 *     S_k = g_k (I - a_k a_k^T) + l_k a_k a_k^T       a_k: from joint k to the next one
 *
 * A length l_k moves the joints below. A girth g_k does not change the girths below. Only the 22 joints of
 * the body are used (core/anim/humanoid.h's bones without jaw, eyes and fingers). The weights of any other
 * joint are added to the joint above it.
 *
 * Shapes   V vertices, K = PD_RIG_JOINTS, S sampled vertices (random by area, always the same).
 * Spaces   the model's: metres, +Y up, +Z forward, T-pose.
 * Memory   _init allocates; the owner calls pd_rig_template_deinit; the model is borrowed for its faces.
 *          Threads const after _init.
 * Errors   ERR_UNSUPPORTED: the model lacks one of the joints; ERR_MEMORY.
 */
#include "core/anim/humanoid.h"
#include "core/smpl/model.h"

#define PD_RIG_JOINTS 22

/* The body's joints in SMPL's order, parents first. */
typedef enum pd_rig_joint {
    PD_RIG_PELVIS,
    PD_RIG_L_HIP,
    PD_RIG_R_HIP,
    PD_RIG_SPINE1,
    PD_RIG_L_KNEE,
    PD_RIG_R_KNEE,
    PD_RIG_SPINE2,
    PD_RIG_L_ANKLE,
    PD_RIG_R_ANKLE,
    PD_RIG_SPINE3,
    PD_RIG_L_FOOT,
    PD_RIG_R_FOOT,
    PD_RIG_NECK,
    PD_RIG_L_COLLAR,
    PD_RIG_R_COLLAR,
    PD_RIG_HEAD,
    PD_RIG_L_SHOULDER,
    PD_RIG_R_SHOULDER,
    PD_RIG_L_ELBOW,
    PD_RIG_R_ELBOW,
    PD_RIG_L_WRIST,
    PD_RIG_R_WRIST
} pd_rig_joint;

/* One row for each joint: SMPL's name, VRM's bone, parent, joint of the other side. */
typedef struct pd_rig_joint_row {
    const char *name, *bone;
    int parent, mirror;
} pd_rig_joint_row;
extern const pd_rig_joint_row pd_rig_joints[PD_RIG_JOINTS];

#define PD_RIG_INFLUENCES 4

typedef struct pd_rig_template {
    const pd_smpl_model *model;
    int vertex_count, sample_count;
    double joints[PD_RIG_JOINTS][3];      /* J, rest positions */
    double axes[PD_RIG_JOINTS][3];        /* a, unit */
    double offsets[PD_RIG_JOINTS][3];     /* J_k - J_parent */
    double (*vertices)[3];                /* (V) u, rest positions */
    double (*normals)[3];                 /* (V) unit */
    int (*influences)[PD_RIG_INFLUENCES]; /* (V) joints that move the vertex */
    double (*weights)[PD_RIG_INFLUENCES]; /* (V) weights, sum 1 */
    int *sample;                          /* (S) sampled vertices */
    double height, lowest;                /* metres: height of the body, and y of its lowest vertex */
    int chin, crotch;                     /* vertices */
} pd_rig_template;

/* Builds the template of a body model. */
pd_status pd_rig_template_init(pd_rig_template *out, const pd_smpl_model *model, pd_error *err);
void pd_rig_template_deinit(pd_rig_template *template);

/* Shape of the template: local rotations, lengths, girths and the position of the root joint. */
typedef struct pd_rig_shape {
    pd_quat rotations[PD_RIG_JOINTS];                     /* local; the identity is the T-pose */
    double lengths[PD_RIG_JOINTS], girths[PD_RIG_JOINTS]; /* logarithms of l and g */
    pd_vec3 root;
} pd_rig_shape;

/* Joints in the world: positions p_k, rotations R_k, and R_k S_k. */
typedef struct pd_rig_stance {
    double at[PD_RIG_JOINTS][3], turn[PD_RIG_JOINTS][9], part[PD_RIG_JOINTS][9];
} pd_rig_stance;

/* Computes the stance of a shape. */
void pd_rig_stance_of(pd_rig_stance *out, const pd_rig_template *template, const pd_rig_shape *shape);
/* Computes one vertex and its normal; normal may be NULL. */
void pd_rig_template_point(double point[3], double normal[3], const pd_rig_template *template,
                           const pd_rig_stance *stance, int vertex);

#endif
