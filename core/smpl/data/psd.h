#ifndef PD_SMPL_DATA_PSD_H
#define PD_SMPL_DATA_PSD_H
/* Pose-space deformation: interpolates sculpted shapes by the pose (Lewis, Cordner, Fong 2000, "Pose Space
 * Deformation").
 *
 *     T_P += sum_e c_e(theta) Q_e                     Q_e: displacement at rest of sculpt e, made in the pose
 *                                                     theta_e
 *     c_e(theta) = sum_f M_ef phi(d(theta, theta_f))  f: the sculpts of e's group, then the rest pose
 *     M = inverse(Phi),  Phi_fg = phi(d(theta_f, theta_g))
 *     phi(d) = exp(-d^2 / (2 width^2))
 *     d^2(a, b) = sum_j 4 (1 - (q_aj . q_bj)^2) = sum_j 4 sin^2(angle_j / 2)      j: the joints of the group
 *
 * In the pose theta_e the weight c_e is 1 and those of the group's other sculpts are 0; at rest all weights
 * are 0. The distance is that of the angle between two rotations for small angles, and smooth everywhere; the
 * rest pose is the identity of every joint. Groups are independent of each other. Sculpts do not move joints.
 *
 * width   The default is the mean distance of the group's poses (with the rest pose) to their nearest
 *         neighbour. For one sculpt at 90 degrees, the weight at 45 degrees is 0.54 and at 135 degrees 0.96;
 *         with half that width 0.49 and 0.56, with twice that width 0.55 and 1.10.
 *
 * Shapes   N sculpts, G groups; group g has n_g sculpts and m_g joints.
 * Spaces   rotations local, row-major; displacements in model space at rest, metres.
 * Memory   _solve allocates the maps; _weights allocates nothing.
 * Threads  pure functions.
 * Errors   ERR_RANGE and ERR_FORMAT with the tensor's name; ERR_INVALID: poses of a group that cannot be told
 *          apart.
 */
#include "core/smpl/data/data.h"

/* Returns the number of quaternions in psd->poses: sum over groups of n_g m_g. */
size_t pd_smpl_psd_pose_count(const pd_smpl_psd *psd);
/* Checks counts, ranges, names and numbers. Called by pd_smpl_data_check. */
pd_status pd_smpl_psd_check(const pd_smpl_psd *psd, int vertex_count, int joint_count, pd_error *err);
/* Returns the squared distance of two poses of m joints, quaternions (m,4). b NULL: the rest pose. */
double pd_smpl_psd_distance2(const float *a, const float *b, int joint_count);
/* Returns the default width of a group: poses (n,m,4). */
double pd_smpl_psd_width(const float *poses, int sculpt_count, int joint_count);
/* Computes M of each group: *map receives the blocks (n_g + 1, n_g + 1), one after the other. ERR_INVALID
 * when a matrix is singular to working precision or a weight could exceed PD_SMPL_PSD_GAIN_MOST. */
#define PD_SMPL_PSD_GAIN_MOST 1e5
pd_status pd_smpl_psd_solve(double **map, const pd_smpl_psd *psd, pd_error *err);
/* Computes the weights c (N) for local rotations (K,3,3). rotations NULL: the rest pose, all weights 0. */
void pd_smpl_psd_weights(float *weights, const pd_smpl_psd *psd, const double *map, const float *rotations);

/* Derivatives of the weights by rotation vectors that act from the left, R_j <- exp(turn_j) R_j. forward:
 * changes (N) of the weights along turns (K,3). reverse:
 * adds to turns (K,3) the gradient by them, from by_weight (N). */
void pd_smpl_psd_forward(double *changes, const pd_smpl_psd *psd, const double *map, const float *rotations,
                         double (*turns)[3]);
void pd_smpl_psd_reverse(double (*turns)[3], const pd_smpl_psd *psd, const double *map,
                         const float *rotations, const double *by_weight);

/* A sculpt to be added: its displacement at rest and the pose that it was made in. */
typedef struct pd_smpl_psd_sculpt {
    const char *name;
    const float *direction; /* (V,3) */
    const int *joints;      /* (joint_count) Joints that drive it, ascending. */
    int joint_count;
    const float *rotations; /* (K,3,3) Pose, local. */
    double width;           /* Width of its group's Gaussian; 0: the default, of all sculpts of the group. */
} pd_smpl_psd_sculpt;
/* Adds a sculpt. Groups that share one of its joints become one group with all of their joints; the sculpts
 * that it had are at rest in joints that are new to them. On failure *data is unchanged. ERR_INVALID: a name
 * that exists already, no joint; ERR_LIMIT; ERR_MEMORY. */
pd_status pd_smpl_psd_add(pd_smpl_data *data, const pd_smpl_psd_sculpt *sculpt, pd_error *err);

#endif
