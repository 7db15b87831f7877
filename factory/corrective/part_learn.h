#ifndef PD_FACTORY_CORRECTIVE_PART_LEARN_H
#define PD_FACTORY_CORRECTIVE_PART_LEARN_H
/* Learns pose blend shapes P of the joints that the P of the body leaves out: fingers, jaw, and eyes with
 * their lids. The P of all other joints stays unchanged, bit for bit.
 *
 *     fingers   targets come from the deformer, as for the body (deform.h, pose_fit.h), in poses of one hand
 *               (finger_poses.h), of the mean body and, in some of them, of other bodies, so that P depends
 *               on as many betas as the body's
 *     jaw       targets are the displacements by MakeHuman's whole face rig
 *               (factory/body/part/expression.h) when the jaw turns: the rig has bones of their own for
 *               corners of the mouth, lips and cheeks. Units JawDrop and ChinLeft, in fractions and together
 *     eyes      targets are those displacements when an eye turns: units EyeDown, EyeUp and Eyeturn, whose
 *               lids follow the eye by a third to a half
 *
 * Each part is solved separately by ridge regression (pose_shapes.h), mirrored, cleared of entries that
 * hardly move a vertex, rounded to the 16-bit grid of the body's P and added to the patterns of its vertices.
 *
 * Units    metres. Shapes: V vertices, K joints.
 * Threads  the same bits for any executor.
 */
#include "factory/body/part/expression.h"
#include "train/corrective/pose_fit.h"

typedef struct pd_factory_part_job {
    const pd_smpl_model *model; /* model of the file that the data came from: SMPL-X's joints, sparse P */
    pd_factory_face_source face;
    uint64_t seed; /* seed of the finger poses */
    const pd_executor *executor;
    const pd_progress *progress; /* may be NULL */
} pd_factory_part_job;

typedef struct pd_factory_part_report {
    /* poses learned from; finger poses left out because LBS collapses in them */
    int finger_poses, face_poses, left_out;
    size_t finger_entries, face_entries; /* pairs of vertex and joint that were added */
    double largest_m;                    /* largest absolute value of the new P, metres */
    pd_train_pose_error plain[PD_TRAIN_FIT_COUNT],
        /* errors without and with the new P, on held-out finger poses, over the whole body */
        with[PD_TRAIN_FIT_COUNT];
} pd_factory_part_report;

/* Adds P of the parts to *data. ERR_INVALID: the data already has P of these joints, or has no P at all;
 * ERR_UNSUPPORTED: joints of these names are missing. */
pd_status pd_factory_part_learn(pd_smpl_data *data, pd_factory_part_report *report,
                                const pd_factory_part_job *job, pd_error *err);

/* Removes P of these joints from all vertices, so that it can be learned again. */
pd_status pd_factory_part_remove(pd_smpl_data *data, pd_error *err);

#endif
