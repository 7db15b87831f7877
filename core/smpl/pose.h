#ifndef PD_SMPL_POSE_H
#define PD_SMPL_POSE_H
/* Computes joints from parameters, and the tables that skinning reads from joints. No vertex is touched.
 *
 *     J    = J_template + J_shapedirs beta + J_expressiondirs psi            rest joints
 *     G_k  = G_parent(k) [ R_k | J_k - J_parent(k) ],   G_0 = [ R_0 | J_0 ]    posed joints
 *     C_k  = G_k inverse(G*_k) = [ rot(G_k) | trans(G_k) - rot(G_k) J_k ]      rest pose removed
 *
 * All of it is in double precision: chains are short, and tables are rounded to float32 once, at the end.
 *
 * Shapes   K joints.
 * Spaces   model space, metres; the caller adds the body's translation.
 */
#include "core/math/quat.h"
#include "core/math/xform.h"
#include "core/smpl/body.h"
#include "core/smpl/skin/tiles.h"

typedef struct pd_smpl_pose {
    double rest[PD_SMPL_MAX_JOINTS][3]; /* J_k */
    pd_xform world[PD_SMPL_MAX_JOINTS]; /* G_k */
    pd_xform skin[PD_SMPL_MAX_JOINTS];  /* C_k */
    pd_quat quat[PD_SMPL_MAX_JOINTS];   /* Rotation of C_k as a quaternion; filled for DQS and SBS. */
} pd_smpl_pose;

/* Computes rest joints J, posed joints G and the transforms C of a body. */
void pd_smpl_pose_chain(pd_smpl_pose *out, const pd_smpl_model *model, const pd_smpl_body *body);

/* Returns true if no joint but the root is rotated. */
bool pd_smpl_pose_is_rest(const pd_smpl_body *body, int joint_count);

/* Writes the table of LBS that core/kernel/body/body.h reads: (K,12), the rows of C_k. */
void pd_smpl_pose_lbs(float *table, const pd_smpl_pose *pose, int joint_count);
/* Writes the table of DQS: (pairs,8), dual quaternions of the joints. Fills pose->quat. */
void pd_smpl_pose_dqs(float *table, pd_smpl_pose *pose, const pd_smpl_tiles *tiles);
/* Writes the table of SBS: (members,10). centres: scratch, (centre_count,3). The centre r of a set of joints
 * is the point on which they agree best:
 *     r = argmin sum_{a<b} |C_a r - C_b r|^2 + lambda |r - r0|^2        Kavan, Zara 2005, eq. 2
 * r0 is the mean of the set's rest joints. The paper takes the pseudo-inverse, which is the limit lambda -> 0
 * and jumps when two rotations become equal; lambda = 1e-10 is smooth
 * and moves no vertex by more than about 2e-6 m. */
void pd_smpl_pose_sbs(float *table, double (*centres)[3], pd_smpl_pose *pose, const pd_smpl_tiles *tiles);

/* Writes the features of the blend shapes for body number `lane` of a group: coefs (feature_count,8). */
void pd_smpl_pose_features(float *coefs, int lane, const pd_smpl_tiles *tiles, const pd_smpl_model *model,
                           const pd_smpl_body *body);
/* Writes to use (block_count) how many features of each block any of the group's 8 bodies uses. */
void pd_smpl_pose_used(int *use, const float *coefs, const pd_smpl_tiles *tiles);

#endif
