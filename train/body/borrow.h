#ifndef PD_TRAIN_BODY_BORROW_H
#define PD_TRAIN_BODY_BORROW_H
/* Pose blend shapes and soft tissue of a body with SMPL's joints for one of the same mesh with more of them.
 *
 *     P'(k) = P(j)   where joint k of the model has the name of joint j of the source; joints of other names have none
 *
 * Both are learned from people of the same sampler in the same T-pose, so that what a knee does to the skin is the same; P keeps
 * its dependence on the first betas only where they mean the same: the directions of each of them have to agree,
 * |cos| > PD_TRAIN_BORROW_AGREE over all vertices, else the source is refused. Soft tissue is directions of the skin at rest and how they
 * follow from joints that are known by name (core/smpl/soft/soft.h): of the same mesh they are the same.
 */
#include "core/smpl/data/data.h"

#define PD_TRAIN_BORROW_AGREE 0.98

/* Fills model->sparse, and adds the source's provenance and credits to the model's. ERR_INVALID when the meshes or the first betas differ or the source has no sparse pose blend shapes; ERR_MEMORY. */
pd_status pd_train_borrow_pose_shapes(pd_smpl_data *model, const pd_smpl_data *source, pd_error *err);

/* The first `modes` directions that move (0, or more than there are: all of them; sorted by variance) and breathing, in place of
 * what the model has. ERR_INVALID as above, when the source has no soft tissue that moves, or the model lacks a joint that drives it. */
pd_status pd_train_borrow_soft_tissue(pd_smpl_data *model, const pd_smpl_data *source, int modes,
                                      pd_error *err);

#endif
