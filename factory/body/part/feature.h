#ifndef PD_FACTORY_BODY_PART_FEATURE_H
#define PD_FACTORY_BODY_PART_FEATURE_H
/* Adds betas of the face. Each is a feature with a name, such as jaw_width, and moves the skin of head and
 * neck only.
 *
 *     D_k = m (x_k - t_k),   x_k = sum_s by_ks (T_s+ - T_s-) / 2 + sum_w (w_k+ - w_k-) / 2 T_w
 *
 * T_s+ and T_s- are the targets at both ends of slider s, T_w the targets of sex, age and ancestry, and w_k+,
 * w_k- their weights when the control of row k is raised or lowered. by is about one standard deviation over
 * people. t_k is the mean displacement of the neck, so that head and body stay together. m (V) is the skin
 * weight of head, jaw and eyes, with half of the neck's; it falls to 0 along the neck.
 *
 * Features of the face take the place of principal components of sampled faces: components describe the
 * outline of the skull first and leave noses and lips nearly equal, and no component has a name. A direction
 * is exactly symmetric, or, for asymmetry_*, exactly antisymmetric.
 *
 * Spaces   metres, model space: the head has the same orientation in A-pose and T-pose. */
#include "core/smpl/data/data.h"
#include "factory/body/shape/joints.h"
#include "factory/body/shape/mesh.h"
#include "factory/makehuman/asset.h"

#define PD_FACTORY_FEATURE_COUNT 52

typedef struct pd_factory_feature_data {
    const pd_factory_asset *asset;
    const pd_factory_mesh *mesh;
    const pd_factory_skeleton *skeleton;
    const double *weights; /* (V,joint_count) skin weights of the model */
    /* of the average adult that the controls of sex, age and ancestry change: 0 a woman, 1 a man */
    double gender;
} pd_factory_feature_data;

/* Adds the directions, their limits and their names behind the betas of the model. ERR_MEMORY. */
pd_status pd_factory_features_add(pd_smpl_data *model, const pd_factory_feature_data *data, pd_error *err);

#endif
