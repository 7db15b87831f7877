#ifndef PD_TRAIN_BODY_ASSEMBLE_H
#define PD_TRAIN_BODY_ASSEMBLE_H
/* Assembles learned parts into a body model as it is stored (core/smpl/data/data.h).
 *
 * Space    model space: the pelvis joint of the mean body is the origin, +Y up, +Z forward, metres, T-pose. With other betas the pelvis stays near
 *          the origin: bodies were aligned by the centroid of their skin. */
#include "core/smpl/data/data.h"
#include "train/body/pca.h"
#include "train/body/regressor.h"

typedef struct pd_train_parts {
    const pd_train_mesh *mesh;
    const pd_train_pca *pca;
    const pd_train_regressor *regressor;
    const pd_train_skeleton *skeleton;
    const double *weights; /* (V,joint_count) skin weights */
    int beta_count;        /* number of leading components that the model gets */
    const char *name, *gender, *provenance;
} pd_train_parts;

/* Builds *out and checks it with pd_smpl_data_check. The caller frees it with pd_smpl_data_deinit. Empty on failure. */
pd_status pd_train_assemble(pd_smpl_data *out, const pd_train_parts *parts, pd_error *err);

/* Returns the largest difference between the model and its own mirror image, over template, shape directions, weights and regressor: 0 when it is
 * exactly symmetric. */
double pd_train_mirror_error(const pd_smpl_data *data, const pd_train_skeleton *skeleton);

#endif
