#ifndef PD_TRAIN_BODY_BODY_H
#define PD_TRAIN_BODY_BODY_H
/* Learns the default body from MakeHuman's CC0 data: the whole way, in its order.
 *
 *     data -> bodies (sample.h) -> joint centres from skin (regressor.h) -> T-pose (tpose.h) -> alignment ->
 *     weights (weights.h), joint regressor, components for all, women and men (pca.h) -> models (assemble.h)
 *
 * A person has SMPL-X's 55 joints, and a face of its own: further betas are components of what the body's betas do not explain
 * of head and neck (face.h), then of single parts of the body at the same stature and mass (proportion.h).
 *
 * The same options give the same bytes, whatever the number of threads: subjects have a random stream each, sums
 * go in a fixed order, and OpenBLAS is set to one thread.
 *
 * Memory   about 160 KB a subject, and 8 n^2 bytes for the Gram matrix of n subjects.
 */
#include "core/base/executor.h"
#include "core/smpl/data/data.h"
#include "train/body/report.h"
#include "train/body/tpose.h"

#include <stdbool.h>

typedef struct pd_train_options {
    const char *data_folder; /* 3dobjs/, rigs/, targets/ below it                    */
    uint64_t seed;           /* held-out subjects are sampled with seed + 1             */
    int subject_count;       /* 100 .. 10000, half of them men                        */
    int held_out_count;      /* 20 .. 10000                                           */
    int beta_count;          /* 1 .. 20                                               */
    bool person;             /* SMPL-X's joints, faces of their own (face_beta_count)     */
    int face_beta_count;     /* of a person: 0 .. 20, behind those of the body        */
    bool proportions; /* of a person: PD_TRAIN_PROPORTION_COUNT further betas, behind those of the face */
} pd_train_options;

enum { PD_TRAIN_NEUTRAL, PD_TRAIN_WOMEN, PD_TRAIN_MEN, PD_TRAIN_MODEL_COUNT };

typedef struct pd_train_result {
    pd_smpl_data models[PD_TRAIN_MODEL_COUNT]; /* named default, female, male */
    pd_train_report report;
} pd_train_result;

/* ERR_RANGE for options, the readers' errors for data. *out is empty on failure. */
pd_status pd_train_body(pd_train_result *out, const pd_train_options *options, const pd_executor *executor,
                        pd_train_progress progress, pd_error *err);
void pd_train_result_deinit(pd_train_result *result);

/* Bodies to judge a model by: held_out_count of a sample of their own (seed + 1001), in T-pose, with their joint centres.
 * What turns them to the T-pose is learned afresh from subject_count bodies of seed + 1000, so no model is needed. They
 * are not aligned: each stands where sampling put it. */
pd_status pd_train_body_sample(pd_train_sample *out, const pd_train_options *options,
                               const pd_executor *executor, pd_train_progress progress, pd_error *err);

/* People as garments are bound to them: subject_count bodies of a sample (seed + 2000), composed with all helpers of the base mesh in the
 * A-pose (sample.composed), the same in T-pose (sample.bodies), and what led from one to the other. */
typedef struct pd_train_people {
    pd_train_asset asset;
    pd_train_mesh mesh;
    pd_train_tposer tposer; /* of that mesh */
    pd_train_sample sample;
    double *a_centers; /* (count,PD_TRAIN_POINT_COUNT,3) joint centres in the A-pose */
} pd_train_people;

/* *out must not move: its tposer points into it. Empty on failure. */
pd_status pd_train_people_init(pd_train_people *out, const pd_train_options *options,
                               const pd_executor *executor, pd_train_progress progress, pd_error *err);
void pd_train_people_deinit(pd_train_people *people);

#endif
