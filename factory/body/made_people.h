#ifndef PD_FACTORY_BODY_MADE_PEOPLE_H
#define PD_FACTORY_BODY_MADE_PEOPLE_H
/* Makes meshes of people that were not made by an SMPL model, for training and evaluation: bodies of the
 * sampler (factory/body/sample/sample.h) posed by the deformer with contact (train/corrective/deform.h),
 * written as the folder that `posedctl learn` reads.
 *
 * Alternatively makes bodies by the model itself from random betas, with its own joints and pose blend
 * shapes: training should recover the model.
 *
 * Training meshes get noise and missing vertices. Held-out meshes do not, so that the distance to them
 * measures the model only.
 *
 * Space    metres, +Y up; each mesh stands somewhere and is turned about the vertical. joints (K,3) beside
 *          them are the deformer's or the model's.
 */
#include "core/base/executor.h"
#include "core/base/progress.h"
#include "core/smpl/model.h"
#include "train/corrective/poses.h"

#define PD_TOOL_NEW_POSES 4

typedef struct pd_tool_people {
    const char *data_folder; /* folder of MakeHuman's data                                        */
    /* model whose topology, skinning weights and joint regressor are used, but not its shapes */
    const pd_smpl_model *model;
    const pd_train_poses *poses; /* held-out poses are written to held-out/                           */
    const char *folder;          /* folder to create                                                  */
    int person_count, poses_each, held_out_each, shape_count;
    /* number of further people, written to new-people/ in PD_TOOL_NEW_POSES of the held-out poses */
    int new_count;
    int by_model;    /* 1: bodies are made by the model instead of sampler and deformer */
    double noise_mm; /* standard deviation along each axis */
    double missing;  /* fraction of vertices that are missing */
    uint64_t seed;
} pd_tool_people;

/* Makes the people and writes their folder. Errors are those of the file that failed,
 * of the sampler or of the deformer. */
pd_status pd_tool_people_write(const pd_tool_people *people, const pd_executor *executor,
                               pd_progress progress, pd_error *err);

#endif
