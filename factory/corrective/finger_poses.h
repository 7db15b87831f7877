#ifndef PD_FACTORY_CORRECTIVE_FINGER_POSES_H
#define PD_FACTORY_CORRECTIVE_FINGER_POSES_H
/* Poses of the left hand for training and evaluating pose blend shapes of fingers. Training adds the mirror
 * images for the right hand (pose_sums.h).
 *
 * sweep       one joint at a time about the bending axis of its finger (core/smpl/part/hand.h), and the first
 *             joint of each finger also about the palm's normal, in steps to each end of a range
 * named       the poses of core/smpl/part/hand.h at a third, two thirds, all and 1.15 of their angles
 * composite   random poses of all fingers: each closes more or less as the whole hand does; held-out poses
 *             use another seed
 *
 * Ranges, degrees from the rest pose of nearly straight fingers: knuckle -25 to 90, middle joint 0 to 110,
 * last -10 to 80; of the thumb -20 to 45, -10 to 60, -20 to 80; aside 20 and 25 either way. These are
 * estimates of what hands do, wider than the named poses.
 *
 * Shapes   N poses, K joints of the model (15 of them the left hand's). Rotations are local to the parent;
 *          the identity except in the left fingers.
 */
#include "core/smpl/model.h"

#include <stdint.h>

typedef struct pd_factory_finger_poses {
    int count;
    float *rotations;        /* (N,K,3,3)                                 */
    unsigned char *held_out; /* (N)                                       */
    int first;               /* index of the model's first joint of the left hand */
} pd_factory_finger_poses;

/* Makes the poses. ERR_UNSUPPORTED: the model has no left_index1 ..
 * left_thumb3. The same seed gives the same bits. */
pd_status pd_factory_finger_poses_init(pd_factory_finger_poses *poses, const pd_smpl_model *model,
                                       uint64_t seed, pd_error *err);
void pd_factory_finger_poses_deinit(pd_factory_finger_poses *poses);

#endif
