#ifndef PD_TRAIN_LEARN_STATE_H
#define PD_TRAIN_LEARN_STATE_H
/* State of the training: everything that it changes, and skinning with it (Loper et al. 2015, section 4.1).
 * For registration j of subject s:
 *
 *     A_k  = A_parent R_k,   g_k = g_parent + A_parent (J_k - J_parent),   g_0 = J_0       the chain
 *     c_k  = g_k - A_k J_k
 *     x_i  = T_i + P_i f(theta), f = vec(R_k - I), k = 1 .. K-1 207 features for 24 joints
 *     v_i  = M_i x_i + sum_k w_ik c_k + tau,   M_i = sum_k w_ik A_k
 *
 * Shapes   V vertices, K joints, S subjects, N registrations, F = 9(K-1) features.
 * Spaces   templates and joints: rest pose of each subject, metres. Rotations local to the parent. tau in the
 *          mesh's space.
 * Memory   owned by the struct; about 4 F 3V bytes for P.
 */
#include "core/base/executor.h"
#include "train/registration/set.h"

#include <stdbool.h>

typedef struct pd_learn_state {
    int vertex_count, joint_count, subject_count, count, feature_count;
    double *templates;    /* (S,V,3) T of each subject */
    double *joints;       /* (S,K,3) J of each subject */
    double *rotations;    /* (N,K,9) theta, as rotation matrices */
    double *translations; /* (N,3)   tau                                                      */
    double *weights;      /* (V,PD_LEARN_SLOTS) W, in the template's slots; rows sum to 1 */
    float *blend;         /* (V,3,F) P                                                        */
    float *holds;         /* (V) h_i, the factor of lambda_P at a vertex: 1, or chosen (blend_step.h) */
    /* false: P is zero, and products with it are skipped, because 33 MB of zeros cost as much as numbers */
    bool is_blended;
} pd_learn_state;

/* Allocates the variables of a training and sets their start. On failure *state is empty. */
pd_status pd_learn_state_init(pd_learn_state *state, const pd_learn_template *tpl, const pd_learn_set *set,
                              pd_error *err);
void pd_learn_state_deinit(pd_learn_state *state);

/* Checks the counts of the state. ERR_RANGE names the count that differs from the template's or the set's.
 * Every step calls this first, because a state from elsewhere (a checkpoint,
 * another caller) may belong to other meshes. */
pd_status pd_learn_state_check(const pd_learn_state *state, const pd_learn_template *tpl,
                               const pd_learn_set *set, pd_error *err);

/* Chain of one registration. */
typedef struct pd_learn_pose {
    double world[PD_LEARN_JOINTS_MAX][9]; /* A_k */
    double place[PD_LEARN_JOINTS_MAX][3]; /* g_k, without tau; metres */
    double shift[PD_LEARN_JOINTS_MAX][3]; /* c_k; metres */
} pd_learn_pose;

/* Computes the chain from joints (K,3) and rotations (K,9). */
void pd_learn_pose_set(pd_learn_pose *pose, const pd_learn_template *tpl, const double *joints,
                       const double *rotations);
/* Computes the features f (F) of rotations (K,9). */
void pd_learn_features(float *features, const double *rotations, int joint_count);
/* Computes [M_i | sum_k w_ik c_k]: 9 and 3 numbers. */
void pd_learn_vertex_matrix(double m[9], double c[3], const pd_learn_template *tpl, const double *weights,
                            const pd_learn_pose *pose, int vertex);
/* Computes offsets (V,3) = P f; zeros when is_blended is false. */
void pd_learn_offsets(float *offsets, const pd_learn_state *state, const float *features);
/* Computes vertices (V,3) of a body from its rest shape (V,3), offsets (V,3), the chain of one registration
 * and the translation tau. */
void pd_learn_skin(double *vertices, const pd_learn_template *tpl, const double *weights, const double *rest,
                   const float *offsets, const pd_learn_pose *pose, const double translation[3]);

#endif
