#ifndef PD_FACTORY_BODY_DRAWN_H
#define PD_FACTORY_BODY_DRAWN_H
/* Makes meshes of people that no model was learned from: held-out subjects of the sampler
 * (factory/body/sample/sample.h), half of them men, posed by the deformer (train/corrective/deform.h), each
 * in all poses.
 *
 * Shapes   V vertices, K joints, P poses.
 * Spaces   model space, metres, +Y up, +Z forward.
 * Memory   the caller owns the result: pd_factory_drawn_deinit. On failure it is empty.
 * Threads  subjects are posed by the executor's workers; the result is the same for any number of them.
 * Errors   name the file of MakeHuman's folder; ERR_RANGE at "model" for a model with another topology than
 *          the data; ERR_MEMORY.
 */
#include "core/smpl/model.h"
#include "tools/train/meshes.h"

typedef struct pd_factory_drawn {
    pd_tool_meshes meshes; /* (subject_count * pose_count) meshes, ordered by subject, then by pose */
    float *rests;          /* (rest_count,V,3) T-posed subjects */
} pd_factory_drawn;

typedef struct pd_factory_drawn_job {
    const char *data_folder;    /* MakeHuman's folder */
    const pd_smpl_model *model; /* gives topology, skin weights and joint regressor; its shape is not used */
    const float *poses;         /* (pose_count,K,3,3) */
    int pose_count, subject_count;
    int rest_count; /* number of subjects in rests; the first subject_count of them are posed */
    uint64_t seed;
} pd_factory_drawn_job;

pd_status pd_factory_drawn_make(pd_factory_drawn *out, const pd_factory_drawn_job *job,
                                const pd_executor *executor, pd_progress progress, pd_error *err);
void pd_factory_drawn_deinit(pd_factory_drawn *held_out);

/* Builds a model whose template is the skin `rest` (V,3) of a subject, without shape directions. The rest is
 * that of `model`. */
pd_status pd_factory_subject_model(pd_smpl_model **out, const pd_smpl_model *model, const float *rest,
                                   pd_error *err);

#endif
