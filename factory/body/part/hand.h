#ifndef PD_FACTORY_BODY_PART_HAND_H
#define PD_FACTORY_BODY_PART_HAND_H
/* Learns principal components of hand poses, from poses of MakeHuman's default rig and the named hand poses
 * (core/smpl/part/hand.h).
 *
 *     angles = mean + sum_i c_i components_i          MANO (Romero et al. 2017, sec. 4)
 *
 * The mean is the model's own relaxed hand, so that the rest pose is unchanged. The components are the unit
 * eigenvectors of sum (a - mean)(a - mean)^T over the samples, largest variance first. Right hands are
 * mirrored to left ones, (x, y, z) to (x, -y, -z), and the components of the right hand are the exact mirror
 * image of the left hand's.
 *
 * The rig rotates a finger about world axes in its A-pose. F is the frame of a palm (direction of the middle
 * finger, normal, and their cross product, from joint positions at rest), of the rig and of the model:
 *
 *     R = Q R_rig Q^T,   Q = F F_rig^T
 *
 * Rotations of the rig's metacarpals are added to the first joint of their finger, because the hands of
 * SMPL-X have no metacarpals.
 *
 * Units    angles are axis-angle, radians, in SMPL-X's order: index, middle, pinky, ring, thumb.
 * Memory   the caller owns the samples; the model owns the components.
 */
#include "core/io/mocap/bvh.h"
#include "core/smpl/data/data.h"

typedef struct pd_factory_hands {
    int count;
    double (*angles)[PD_SMPL_HAND_ANGLES]; /* (count) samples, as left hands */
} pd_factory_hands;

typedef struct pd_factory_hands_report {
    int samples;
    /* cumulative share of the variance: entry i is that of the first i + 1 components */
    double variance[PD_SMPL_HAND_ANGLES];
    /* root mean square error over the joints of left-out samples, degrees, by number of components */
    double left_out_deg[PD_SMPL_HAND_ANGLES];
} pd_factory_hands_report;

/* Adds both hands of frame 0 of a pose of MakeHuman's default rig. joints (K,3): those of the model at rest.
 * ERR_FORMAT names a missing bone; ERR_INVALID when the model has no such hands; ERR_MEMORY. */
pd_status pd_factory_hands_add_pose(pd_factory_hands *hands, const pd_bvh *bvh, const char *name,
                                    const pd_smpl_data *model, const double *joints, pd_error *err);
/* Adds the named hand poses (core/smpl/part/hand.h). */
pd_status pd_factory_hands_add_named(pd_factory_hands *hands, const pd_smpl_data *model, const double *joints,
                                     pd_error *err);
void pd_factory_hands_deinit(pd_factory_hands *hands);

/* Gives both hands of the model `count` components, replacing those it had. ERR_RANGE unless count is 1 ..
 * the number of samples, and at most 45. ERR_INVALID for a model without hands or without their means. report
 * may be NULL. */
pd_status pd_factory_hands_learn(pd_smpl_data *model, pd_factory_hands_report *report,
                                 const pd_factory_hands *hands, int count, pd_error *err);

#endif
