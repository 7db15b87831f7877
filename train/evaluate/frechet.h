#ifndef PD_TRAIN_EVALUATE_FRECHET_H
#define PD_TRAIN_EVALUATE_FRECHET_H
/* Frechet distance of a generator's poses and velocities from captured ones, as two clouds of points.
 *
 *     x  = (u_1 ... u_B, du_1/dt ... du_B/dt)       u_b: unit direction of bone b in the facing frame
 *                                                   (curves.h)
 *     d  = |m - m'|^2 + tr(C + C' - 2 (C^1/2 C' C^1/2)^1/2)
 *         Frechet distance of two Gaussians (Dowson, Landau 1982)
 *
 * m and C are mean and covariance over frames. Nothing is normalised: directions have no unit, velocities are
 * in 1/s by central differences. d grows when there are few frames (C is singular with fewer frames than
 * dimensions): compare clouds of hundreds of frames. Between two halves of the same people d is small,
 * between one person and the others large. d measures the distance, and tr(C)/tr(C') whether a motion is
 * smaller than people's; kinematics.h shows in which joints they differ.
 *
 * Shapes   B = 21 bones of core/anim/biped.h (without fingers and joints that copy their parent), 126 numbers
 *          a frame.
 * Memory   a plain struct of 127 kB that the caller owns; the distance mallocs scratch.
 */
#include "train/evaluate/curves.h"

#define PD_TRAIN_FRECHET_BONES 21
#define PD_TRAIN_FRECHET_SIZE  (6 * PD_TRAIN_FRECHET_BONES)

/* Holds sums until pd_train_cloud_finish, mean and covariance afterwards. */
typedef struct pd_train_cloud {
    long count;
    double mean[PD_TRAIN_FRECHET_SIZE];
    double covariance[PD_TRAIN_FRECHET_SIZE * PD_TRAIN_FRECHET_SIZE]; /* row-major, symmetric */
} pd_train_cloud;

/* Adds the frames with counts[t] == value (NULL: all) whose neighbours qualify too. The cloud begins zeroed;
 * curves are those of a biped. */
void pd_train_cloud_add(pd_train_cloud *cloud, const pd_train_curves *curves, const unsigned char *counts,
                        int value);
void pd_train_cloud_merge(pd_train_cloud *cloud, const pd_train_cloud *more);
void pd_train_cloud_finish(pd_train_cloud *cloud);
/* Computes *out = d and *spread = tr(C)/tr(C');
 * both are NaN when a cloud has fewer than 2 frames. ERR_MEMORY. */
pd_status pd_train_frechet(double *out, double *spread, const pd_train_cloud *cloud,
                           const pd_train_cloud *reference, pd_error *err);

#endif
