#ifndef PD_TRAIN_BODY_HAND_H
#define PD_TRAIN_BODY_HAND_H
/* Principal components of hands: poses of MakeHuman's default rig and the hands that have a name, as few directions.
 *
 *     angles = mean + sum_i c_i components_i          MANO (Romero et al. 2017, sec. 4)
 *
 * The mean is the model's own, the relaxed hand, so that rest stays what it is; the components are the eigenvectors of
 * sum (a - mean)(a - mean)^T over the samples, of unit length, the one of most variance first. Right hands are mirrored to left ones,
 * (x, y, z) to (x, -y, -z), and the right hand's components are the left one's mirrored, to the bit.
 *
 * A finger of the rig is turned about the axes of the world in its A-pose. With F the frame of a palm (middle finger, normal and
 * their product, from places of joints at rest), of the rig and of the model,
 *
 *     R = Q R_rig Q^T,   Q = F F_rig^T
 *
 * Rotations of the rig's metacarpals are added to the first joint of their finger, as SMPL-X's hands have none.
 *
 * Units    angles are axis-angle, radians, in SMPL-X's order: index, middle, pinky, ring, thumb.
 * Memory   samples are the caller's; the components belong to the model.
 */
#include "core/io/mocap/bvh.h"
#include "core/smpl/data/data.h"

typedef struct pd_train_hands {
    int count;
    double (*angles)[PD_SMPL_HAND_ANGLES]; /* (count) of left hands */
} pd_train_hands;

typedef struct pd_train_hands_report {
    int samples;
    double variance
        [PD_SMPL_HAND_ANGLES]; /* the share of all that the first i + 1 components have              */
    double left_out_deg
        [PD_SMPL_HAND_ANGLES]; /* root mean square over the joints of samples that were left out, degrees */
} pd_train_hands_report;

/* Adds both hands of frame 0 of a pose of MakeHuman's default rig. joints (K,3): the model's at rest. ERR_FORMAT with the name of a bone
 * that is not there, ERR_INVALID when the model has no such hands, ERR_MEMORY. */
pd_status pd_train_hands_add_pose(pd_train_hands *hands, const pd_bvh *bvh, const char *name,
                                  const pd_smpl_data *model, const double *joints, pd_error *err);
/* Adds the hands that have a name (core/smpl/hand.h). */
pd_status pd_train_hands_add_named(pd_train_hands *hands, const pd_smpl_data *model, const double *joints,
                                   pd_error *err);
void pd_train_hands_deinit(pd_train_hands *hands);

/* Gives both hands of the model `count` components, in place of those it had. count 1 .. the number of samples and 45: ERR_RANGE.
 * ERR_INVALID for a model without hands or without their means. report may be NULL. */
pd_status pd_train_hands_learn(pd_smpl_data *model, pd_train_hands_report *report,
                               const pd_train_hands *hands, int count, pd_error *err);

#endif
