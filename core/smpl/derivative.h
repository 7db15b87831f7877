#ifndef PD_SMPL_DERIVATIVE_H
#define PD_SMPL_DERIVATIVE_H
/* Derivatives of the forward pass (body.h) with linear blend skinning, by betas, expression, pose and
 * translation. With x the parameters, y the vertices and joints, and J = dy/dx:
 *
 *     forward   dy = J dx      how the body changes along a direction of its parameters
 *     reverse   gx = J^T gy    gradient of a number by the parameters, from its gradient by vertices and
 *                              joints
 *
 * The pose is changed by rotation vectors that act from the left, R_k <- exp(turn_k) R_k, in the axes of the
 * parent joint. pd_rot_left_jacobian (core/math/rotation.h) relates them to axis-angle vectors.
 *
 *     t   = template + sum_n f_n row_n                   rest positions; f: features of the blend shapes
 *     y_i = sum_k w_ik (W_k (t_i - J_k) + p_k)           W_k, p_k: world rotation and place of joint k
 *     W_k = W_a R_k,   p_k = p_a + W_a (J_k - J_a)       a: parent of k
 *
 *     forward   dt = sum_n df_n row_n,  dy_i = sum_k w_ik (W_k dt_i + dC_k [t_i 1])
 *               dC_k: change of the joint's 3x4 transform
 *     reverse   gt_i = sum_k w_ik W_k^T gy_i,  gf_n = sum_i row_n,i . gt_i,  gC_k = sum_i w_ik gy_i [t_i 1]^T
 *               then back along the chains of joints, from the last joint to the first
 *
 * Sculpts that the pose drives are included; self-contact and `ground` are not. One direction costs about as
 * much as two forward passes. With all parameters at rest the features are 0 and their derivatives are not.
 *
 * Shapes   V vertices, K joints, B betas, E expressions.
 * Spaces   model space, metres, +Y up; rotations local to the parent joint, radians.
 * Memory   scratch from the caller, _bytes says how much.   Threads  the model is const; tiles go to the
 *                                                                    executor.
 *          The results have the same bits for any number of workers.
 * Errors   none: the body has passed pd_smpl_job_check.
 */
#include "core/smpl/body.h"

/* A change of a body's parameters, or the gradient of a number by them. The arrays are the caller's. */
typedef struct pd_smpl_direction {
    double *betas;      /* (B) of the model */
    double *expression; /* (E) of the model; NULL where E is 0 */
    double (*turns)[3]; /* (K,3) rotation vectors, radians */
    double translation[3];
} pd_smpl_direction;

/* Returns the bytes of scratch that one call of the functions below takes. */
size_t pd_smpl_derivative_bytes(const pd_smpl_model *model);

/* Writes dy: vertices (V,3), joints (K,3); either may be NULL. The outputs in *body are ignored. */
void pd_smpl_derivative_forward(float *vertices, float *joints, const pd_smpl_body *body,
                                const pd_smpl_model *model, const pd_smpl_direction *along, pd_arena *scratch,
                                const pd_executor *executor);
/* Writes gx from gy: vertices (V,3), joints (K,3); NULL: zero. */
void pd_smpl_derivative_reverse(pd_smpl_direction *out, const pd_smpl_body *body, const pd_smpl_model *model,
                                const float *vertices, const float *joints, pd_arena *scratch,
                                const pd_executor *executor);

#endif
