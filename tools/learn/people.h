#ifndef PD_TOOLS_LEARN_PEOPLE_H
#define PD_TOOLS_LEARN_PEOPLE_H
/* Meshes of people that nobody modelled by SMPL, to learn from and to measure by: bodies of our sampler (train/body/sample.h) posed
 * by the deformer with contact (train/corrective/deform.h), written as the folder that `posedctl learn` reads.
 *
 * Or bodies that the model itself makes of drawn betas, with its own joints and pose blend shapes: training should find it again.
 *
 * Meshes to learn from get noise and lose vertices; those held out do not, so that the distance to them is the model's alone.
 *
 * Space    metres, +Y up; each mesh stands somewhere and is turned about the vertical. joints (K,3) beside them are the deformer's or the model's.
 */
#include "core/base/executor.h"
#include "core/base/progress.h"
#include "core/smpl/model.h"
#include "train/corrective/poses.h"

#define PD_TOOL_NEW_POSES 4

typedef struct pd_tool_people {
    const char *data_folder;     /* MakeHuman's                                                       */
    const pd_smpl_model *model;  /* gives topology, weights for the deformer, joint regressor: no shape */
    const pd_train_poses *poses; /* held_out ones go into held-out/                                   */
    const char *folder;          /* made                                                              */
    int person_count, poses_each, held_out_each, shape_count;
    int new_count;   /* people of new-people/, nobody else's, in PD_TOOL_NEW_POSES of the poses held out */
    int by_model;    /* not the sampler and the deformer: the model */
    double noise_mm; /* standard deviation along each axis */
    double missing;  /* share of vertices                  */
    uint64_t seed;
} pd_tool_people;

pd_status pd_tool_people_write(const pd_tool_people *people, const pd_executor *executor,
                               pd_train_progress progress, pd_error *err);

#endif
