#ifndef PD_TRAIN_MODEL_SPARSIFY_H
#define PD_TRAIN_MODEL_SPARSIFY_H
/* Makes pose blend shapes sparse: joints that hardly move a vertex are removed from its pattern.
 *
 *     b_vk = 2 sqrt(2) |P_vk|_F      the most that joint k can move vertex v: |R - I|_F <= 2 sqrt(2)
 *
 * Entries with b_vk < threshold are removed, and of the rest all but the most_joints largest of each vertex
 * (Loper et al. 2015 allow four in their sparse SMPL). The remaining numbers are unchanged. Works on dense
 * and on sparse models.
 *
 * Units    metres.
 * Memory   the model's old pose directions are freed.
 */
#include "core/smpl/data/data.h"

typedef struct pd_train_sparsify_options {
    double threshold_m; /* Threshold, metres; 0: only zeros are removed. */
    int most_joints;    /* Most joints per vertex; 0: no limit. */
} pd_train_sparsify_options;

typedef struct pd_train_sparsify_report {
    size_t blocks_before, blocks_after; /* Pairs of vertex and joint. */
    int pattern_count, most_joints;     /* most_joints: the largest number of joints of a vertex. */
    double bound_m; /* Bound of the change: no vertex moves by more than this in any pose (betas 0). */
} pd_train_sparsify_report;

/* ERR_INVALID without pose directions, ERR_LIMIT beyond 65,536 patterns. On failure *data is unchanged. */
pd_status pd_train_sparsify(pd_smpl_data *data, pd_train_sparsify_report *report,
                            const pd_train_sparsify_options *options, pd_error *err);

#endif
