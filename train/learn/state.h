#ifndef PD_TRAIN_LEARN_STATE_H
#define PD_TRAIN_LEARN_STATE_H
/* All that training changes, and skinning by it (Loper et al. 2015, section 4.1). Of registration j of subject s:
 *
 *     A_k  = A_parent R_k,   g_k = g_parent + A_parent (J_k - J_parent),   g_0 = J_0       the chain
 *     c_k  = g_k - A_k J_k
 *     x_i  = T_i + P_i f(theta),   f = vec(R_k - I), k = 1 .. K-1                          207 features for 24 joints
 *     v_i  = M_i x_i + sum_k w_ik c_k + tau,   M_i = sum_k w_ik A_k
 *
 * Shapes   V vertices, K joints, S subjects, N registrations, F = 9(K-1) features.
 * Spaces   templates and joints: rest pose of each subject, metres. Rotations local to the parent. tau in the mesh's space.
 * Memory   owned by the struct; about 4 F 3V bytes for P.
 */
#include "core/base/executor.h"
#include "train/registration/set.h"

#include <stdbool.h>

typedef struct pd_learn_state {
    int vertex_count, joint_count, subject_count, count, feature_count;
    double *templates;    /* (S,V,3) T, a subject each                                        */
    double *joints;       /* (S,K,3) J                                                        */
    double *rotations;    /* (N,K,9) theta, as matrices                                       */
    double *translations; /* (N,3)   tau                                                      */
    double *weights;      /* (V,PD_LEARN_SLOTS) W, in the template's slots; rows sum to 1     */
    float *blend;         /* (V,3,F) P                                                        */
    float *holds;         /* (V) lambda_P is so many times itself at a vertex: 1, or chosen (blend_step.h) */
    bool is_blended;      /* P is not zero: a product with 33 MB of zeros costs as much as one with numbers */
} pd_learn_state;

pd_status pd_learn_state_init(pd_learn_state *state, const pd_learn_template *tpl, const pd_learn_set *set,
                              pd_error *err);
void pd_learn_state_deinit(pd_learn_state *state);

/* ERR_RANGE with the count that is not the template's or the set's. Every step asks it first: a state from elsewhere (a checkpoint, a
 * caller of its own) may be of other meshes. */
pd_status pd_learn_state_check(const pd_learn_state *state, const pd_learn_template *tpl,
                               const pd_learn_set *set, pd_error *err);

/* The chain of one registration. */
typedef struct pd_learn_pose {
    double world[PD_LEARN_JOINTS_MAX][9]; /* A_k */
    double place[PD_LEARN_JOINTS_MAX][3]; /* g_k, without tau */
    double shift[PD_LEARN_JOINTS_MAX][3]; /* c_k */
} pd_learn_pose;

/* joints (K,3), rotations (K,9). */
void pd_learn_pose_set(pd_learn_pose *pose, const pd_learn_template *tpl, const double *joints,
                       const double *rotations);
/* f (F). */
void pd_learn_features(float *features, const double *rotations, int joint_count);
/* [M_i | sum_k w_ik c_k]: 9 and 3. */
void pd_learn_vertex_matrix(double m[9], double c[3], const pd_learn_template *tpl, const double *weights,
                            const pd_learn_pose *pose, int vertex);
/* offsets (V,3) = P f, or zeros where the state is not blended. */
void pd_learn_offsets(float *offsets, const pd_learn_state *state, const float *features);
/* vertices (V,3) of a body: templates and joints of one subject, the pose of one registration. offsets (V,3). */
void pd_learn_skin(double *vertices, const pd_learn_template *tpl, const double *weights, const double *rest,
                   const float *offsets, const pd_learn_pose *pose, const double translation[3]);

#endif
