#ifndef PD_TOOLS_TRAIN_MESHES_H
#define PD_TOOLS_TRAIN_MESHES_H
/* Registered meshes with which a model is evaluated: read from a folder, or made from held-out subjects.
 *
 * In a folder every subject has several meshes of the model's topology (metres, +Y up, +Z forward; where they stand and
 * how they are turned does not matter):
 *
 *     SUBJECT/anything.obj or .ply      a folder for each subject
 *     SUBJECT_anything.obj or .ply      or the name up to its first _ (without one: to the ending)
 *     SUBJECT.npz                       vertices (N,V,3), all of one subject; or with `subjects` (N) numbers
 *
 * Order is that of the names, so the first mesh of a subject is the first by name.
 */
#include "train/evaluate/evaluate.h"
#include "core/base/progress.h"

typedef struct pd_tool_meshes {
    pd_train_body_meshes set; /* vertices and subjects are owned here */
    float *vertices;          /* (count,V,3)    */
    int *subjects;            /* (count)        */
    float *rests;             /* (subject_count,V,3) T-posed, or NULL when not known */
} pd_tool_meshes;

/* Reads all meshes of a folder, each of vertex_count vertices. On failure *out is empty. */
pd_status pd_tool_meshes_read(pd_tool_meshes *out, const char *folder, int vertex_count, pd_error *err);
void pd_tool_meshes_deinit(pd_tool_meshes *meshes);

/* Held-out subjects of the sampler, half of them men, posed by the deformer (train/corrective/deform.h): each in all poses
 * (pose_count,K,3,3). The model gives topology, skin weights and joint regressor, no shape. */
typedef struct pd_tool_subjects {
    const char *data_folder; /* MakeHuman's */
    const pd_smpl_model *model;
    const float *poses;
    int pose_count, subject_count;
    int rest_count; /* bodies in rests, of which the first subject_count are posed */
    uint64_t seed;
} pd_tool_subjects;
pd_status pd_tool_meshes_make(pd_tool_meshes *out, const pd_tool_subjects *subjects,
                              const pd_executor *executor, pd_progress progress, pd_error *err);

/* The model with a subject's skin (V,3), model space, metres, for its template and no shape. */
pd_status pd_tool_subject_model(pd_smpl_model **out, const pd_smpl_model *model, const float *rest,
                                pd_error *err);

#endif
