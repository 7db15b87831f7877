#ifndef PD_FACTORY_BODY_BORROW_H
#define PD_FACTORY_BODY_BORROW_H
/* Copies pose blend shapes and soft tissue to a body with SMPL's joints from a body on the same mesh with
 * more joints.
 *
 *     P'(k) = P(j)   where joint k of the model has the name of joint j of the source; joints without a
 *                    namesake get none
 *
 * Both bodies are learned from people of the same sampler in the same T-pose, so a knee does the same to the
 * skin. P may depend on the first betas only where these mean the same in both models: the directions of each
 * of them must agree, |cos| > PD_FACTORY_BORROW_AGREE over all vertices, or the source is refused. Soft
 * tissue consists of directions of the skin at rest, driven by joints that are found by name
 * (core/smpl/soft/soft.h), so it can be copied between models of one mesh.
 */
#include "core/smpl/data/data.h"

#define PD_FACTORY_BORROW_AGREE 0.98

/* Fills model->sparse and adds the source's provenance and credits to the model's. ERR_INVALID when the
 * meshes or the first betas differ or the source has no sparse pose blend shapes; ERR_MEMORY. */
pd_status pd_factory_borrow_pose_shapes(pd_smpl_data *model, const pd_smpl_data *source, pd_error *err);

/* Replaces the model's soft tissue by breathing and the first `modes` moving directions of the source, sorted
 * by variance; all of them when `modes` is 0 or larger than their number. ERR_INVALID as above, when the
 * source has no soft tissue that moves, or when the model lacks a joint that drives it. */
pd_status pd_factory_borrow_soft_tissue(pd_smpl_data *model, const pd_smpl_data *source, int modes,
                                        pd_error *err);

#endif
