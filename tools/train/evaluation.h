#ifndef PD_TOOLS_TRAIN_EVALUATION_H
#define PD_TOOLS_TRAIN_EVALUATION_H
/* Results of `posedctl evaluate` and their output: Markdown, CSV, JSON and charts. A part that was not
 * requested has a count of 0 and is left out. */
#include "core/base/buffer.h"
#include "train/evaluate/evaluate.h"
#include "train/evaluate/quality.h"

#define PD_TOOL_EVALUATION_LABEL 64

/* One variant over all bodies and poses of the quality check. */
typedef struct pd_tool_quality_row {
    char variant[PD_TOOL_EVALUATION_LABEL];
    int bodies, poses;         /* numbers of bodies and of poses checked                    */
    int inverted_most;         /* triangles, in one body and pose                           */
    long inverted;             /* triangles, in all                                         */
    int inverted_poses;        /* bodies and poses that have any                            */
    int fold_poses, hit_poses; /* poses with folds or hits deeper than the limit */
    double fold_mm, hit_mm;    /* the deepest              */
    char inverted_at[PD_TOOL_EVALUATION_LABEL]; /* "obese, left_knee +x 145" */
    char fold_at[PD_TOOL_EVALUATION_LABEL], hit_at[PD_TOOL_EVALUATION_LABEL];
} pd_tool_quality_row;

/* One end of a range, for every row of the quality check: how far those bodies get that fall short of it. */
#define PD_TOOL_REACH_MAX 128
typedef struct pd_tool_reach_row {
    char end[32]; /* "left_knee x +145" */
    struct {
        int bodies; /* number of bodies that do not reach it */
        double mean_deg, least_deg;
    } rows[PD_TRAIN_BODY_VARIANTS_MAX + 1];
} pd_tool_reach_row;

typedef struct pd_tool_evaluation {
    char model[256], meshes[256]; /* paths of the model and of the meshes               */
    int variant_count;
    const char *variants[PD_TRAIN_BODY_VARIANTS_MAX];
    int mesh_count, subject_count;
    pd_train_body_evaluation figures; /* model and pose; meaningful with mesh_count            */
    pd_train_body_parts parts[PD_TRAIN_BODY_VARIANTS_MAX]; /* parts of the variants with LBS, if requested */
    int time_count; /* steps of figures.ladder that were timed, 0: none */
    double one_ms[PD_TRAIN_BODY_VARIANTS_MAX][PD_TRAIN_BODY_LADDER_MAX];   /* a body alone, one thread     */
    double batch_ms[PD_TRAIN_BODY_VARIANTS_MAX][PD_TRAIN_BODY_LADDER_MAX]; /* a body of a batch of 64      */
    int quality_count;
    pd_tool_quality_row quality[PD_TRAIN_BODY_VARIANTS_MAX + 1];
    int reach_count; /* ends that some body does not get to */
    pd_tool_reach_row reach[PD_TOOL_REACH_MAX];
} pd_tool_evaluation;

/* Append the results as Markdown or as JSON. A failed allocation is recorded in the buffer. */
void pd_tool_evaluation_markdown(pd_buffer *out, const pd_tool_evaluation *evaluation);
void pd_tool_evaluation_json(pd_buffer *out, const pd_tool_evaluation *evaluation);
/* Creates the folder and writes evaluation.{md,csv,json} and the charts (NAME.svg, NAME.png) to it. */
pd_status pd_tool_evaluation_write(const pd_tool_evaluation *evaluation, const char *folder, pd_error *err);

#endif
