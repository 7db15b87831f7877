#ifndef PD_TRAIN_CORRECTIVE_PART_LEARN_H
#define PD_TRAIN_CORRECTIVE_PART_LEARN_H
/* Pose blend shapes of the joints that a body's P leaves out: fingers, jaw and eyes, whose lids go along. Those of the other joints stay,
 * bit for bit.
 *
 *     fingers   targets are the deformer's, as of the body (deform.h, pose_fit.h), in poses of one hand (finger_poses.h), of the mean
 *               body and of others in some of them, so that P depends on as many betas as the body's
 *     jaw       targets are what MakeHuman's whole rig of the face does (train/body/expression.h) when its jaw turns: corners of the
 *               mouth, lips and cheeks have bones of their own there. Units JawDrop and ChinLeft, in parts and together
 *     eyes      the same as an eye turns: units EyeDown, EyeUp and Eyeturn, whose lids follow the eye by a third to a half
 *
 * Each is solved by itself by ridge regression (pose_shapes.h), mirrored, cleared of entries that hardly move a vertex, put on the grid
 * of 16 bits of the body's numbers and added to the patterns of its vertices.
 *
 * Units    metres. Shapes: V vertices, K joints.
 * Threads  the same bits whatever the executor.
 */
#include "train/body/expression.h"
#include "train/corrective/pose_fit.h"

typedef struct pd_train_part_job {
    const pd_smpl_model *model; /* of the same file as the data: SMPL-X's joints, sparse P                */
    pd_train_face_source face;
    uint64_t seed; /* of the fingers' poses */
    const pd_executor *executor;
    const pd_train_progress *progress; /* may be NULL */
} pd_train_part_job;

typedef struct pd_train_part_report {
    int finger_poses, face_poses, left_out; /* learned from; left out where LBS collapses */
    size_t finger_entries, face_entries;    /* pairs of vertex and joint that were added   */
    double largest_m;                       /* of their numbers                            */
    pd_train_pose_error plain[PD_TRAIN_FIT_COUNT],
        with[PD_TRAIN_FIT_COUNT]; /* on finger poses that were held out, over the whole body */
} pd_train_part_report;

/* data: whose P is added to. ERR_INVALID: it has P of these joints, or none at all; ERR_UNSUPPORTED: joints of that name are not there. */
pd_status pd_train_part_learn(pd_smpl_data *data, pd_train_part_report *report, const pd_train_part_job *job,
                              pd_error *err);

/* Removes P of these joints from all vertices, so that it can be learned afresh. */
pd_status pd_train_part_remove(pd_smpl_data *data, pd_error *err);

#endif
