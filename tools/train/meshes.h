#ifndef PD_TOOLS_TRAIN_MESHES_H
#define PD_TOOLS_TRAIN_MESHES_H
/* Registered meshes with which a model is evaluated, read from a folder.
 *
 * In a folder every subject has several meshes of the model's topology (metres, +Y up, +Z forward; where they
 * stand and how they are turned does not matter):
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
} pd_tool_meshes;

/* Reads all meshes of a folder, each of vertex_count vertices. On failure *out is empty. */
pd_status pd_tool_meshes_read(pd_tool_meshes *out, const char *folder, int vertex_count, pd_error *err);
void pd_tool_meshes_deinit(pd_tool_meshes *meshes);

/* Appends uninitialised room for `count` meshes. Returns the first of them, or NULL after an error. */
float *pd_tool_meshes_grow(pd_tool_meshes *meshes, int count, pd_error *err);
/* Renumbers the subjects from 0 in the order in which they appear, and counts them. */
void pd_tool_meshes_number(pd_tool_meshes *meshes);

#endif
