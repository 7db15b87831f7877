#ifndef PD_FACTORY_BODY_ASSEMBLE_H
#define PD_FACTORY_BODY_ASSEMBLE_H
/* Assembles learned parts into a body model as it is stored (core/smpl/data/data.h).
 *
 * Space    model space: the pelvis joint of the mean body is the origin, +Y up, +Z forward, metres, T-pose.
 *          With other betas the pelvis stays near the origin: bodies were aligned by the centroid of their
 *          skin. */
#include "core/smpl/data/data.h"
#include "factory/body/shape/pca.h"
#include "factory/body/shape/regressor.h"

typedef struct pd_factory_parts {
    const pd_factory_mesh *mesh;
    const pd_factory_pca *pca;
    const pd_factory_regressor *regressor;
    const pd_factory_skeleton *skeleton;
    const double *weights; /* (V,joint_count) skin weights */
    int beta_count;        /* number of leading components that the model gets */
    const char *name, *gender, *provenance;
} pd_factory_parts;

/* Builds *out and checks it with pd_smpl_data_check.
 * The caller frees it with pd_smpl_data_deinit. Empty on failure. */
pd_status pd_factory_assemble(pd_smpl_data *out, const pd_factory_parts *parts, pd_error *err);

/* Returns the largest difference between the model and its own mirror image, over template, shape directions,
 * weights and regressor: 0 when it is exactly symmetric. */
double pd_factory_mirror_error(const pd_smpl_data *data, const pd_factory_skeleton *skeleton);

#endif
