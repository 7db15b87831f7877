#ifndef PD_TRAIN_CORRECTIVE_FINGER_POSES_H
#define PD_TRAIN_CORRECTIVE_FINGER_POSES_H
/* Poses of the left hand that pose blend shapes of fingers are learned from, and those that they are judged by. The right hand's are their
 * mirror images, which learning adds (pose_sums.h).
 *
 * sweep       one joint at a time about the axis that its finger bends about (core/smpl/hand.h), and the first joint of each about the
 *             palm's normal, in steps to each end of a range
 * named       the poses of core/smpl/hand.h at a third, two thirds, all and 1.15 of their angles
 * composite   all fingers at random: one closes more or less as the hand does; the held-out ones from another seed
 *
 * Ranges, degrees from the rest pose of nearly straight fingers: knuckle -25 to 90, middle joint 0 to 110, last -10 to 80; of the thumb -20
 * to 45, -10 to 60, -20 to 80; aside 20 and 25 either way. A guess from what hands do, wider than the poses that have a name.
 *
 * Shapes   N poses, K joints of the model (15 of them the left hand's). Rotations local to the parent; all but the left fingers' the identity.
 */
#include "core/smpl/model.h"

#include <stdint.h>

typedef struct pd_train_finger_poses {
    int count;
    float *rotations;        /* (N,K,3,3)                                 */
    unsigned char *held_out; /* (N)                                       */
    int first;               /* the model's first joint of the left hand  */
} pd_train_finger_poses;

/* ERR_UNSUPPORTED: the model has no left_index1 .. left_thumb3. The same seed gives the same bits. */
pd_status pd_train_finger_poses_init(pd_train_finger_poses *poses, const pd_smpl_model *model, uint64_t seed,
                                     pd_error *err);
void pd_train_finger_poses_deinit(pd_train_finger_poses *poses);

#endif
