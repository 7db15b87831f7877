#ifndef PD_SMPL_SPARSIFY_H
#define PD_SMPL_SPARSIFY_H
/* Dense pose blend shapes made sparse: a joint that hardly moves a vertex is left out of its pattern.
 *
 *     b_vk = 2 sqrt(2) |P_vk|_F      what joint k can move vertex v by, at most: |R - I|_F <= 2 sqrt(2)
 *
 * Entries with b_vk < threshold go, and of the rest all but the most_joints largest of each vertex (Loper et al. 2015
 * allow four in their sparse SMPL). Numbers that stay are not changed. Works on dense and on sparse models.
 *
 * Units    metres. Memory: the model's old pose directions are freed.
 */
#include "core/smpl/data/data.h"

typedef struct pd_smpl_sparsify_options {
    double threshold_m; /* 0: all that are not 0 */
    int most_joints;    /* 0: any number         */
} pd_smpl_sparsify_options;

typedef struct pd_smpl_sparsify_report {
    size_t blocks_before, blocks_after; /* pairs of vertex and joint                                */
    int pattern_count, most_joints;     /* of any vertex                                            */
    double bound_m;                     /* no vertex moves by more than this, whatever the pose (betas 0) */
} pd_smpl_sparsify_report;

/* ERR_INVALID without pose directions, ERR_LIMIT beyond 65,536 patterns; *data is then as before. */
pd_status pd_smpl_sparsify(pd_smpl_data *data, pd_smpl_sparsify_report *report,
                           const pd_smpl_sparsify_options *options, pd_error *err);

#endif
