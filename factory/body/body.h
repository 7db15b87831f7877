#ifndef PD_FACTORY_BODY_BODY_H
#define PD_FACTORY_BODY_BODY_H
/* Learns the default body from MakeHuman's CC0 data, from the raw data to the models.
 *
 *     data -> bodies (sample.h) -> joint centres from skin (regressor.h) -> T-pose (tpose.h) -> alignment ->
 *     weights (weights.h), joint regressor, components for all, women and men (pca.h) -> models (assemble.h)
 *
 * A person has the 55 joints of SMPL-X, and further betas behind those of the body: first of single parts of
 * the body at the same stature and mass (proportion.h), then of features of the face (feature.h). A person's
 * lips are closed at rest (lips.h).
 *
 * Equal options give equal bytes for any number of threads: each subject has its own random stream, sums have
 * a fixed order, and OpenBLAS runs on one thread.
 *
 * Memory   about 160 KB a subject, and 8 n^2 bytes for the Gram matrix of n subjects.
 */
#include "core/base/executor.h"
#include "core/smpl/data/data.h"
#include "factory/body/report.h"
#include "factory/body/shape/tpose.h"

#include <stdbool.h>

typedef struct pd_factory_options {
    const char *data_folder; /* folder that contains 3dobjs/, rigs/, targets/ */
    uint64_t seed;           /* training subjects use seed, held-out subjects seed + 1 */
    int subject_count;       /* 100 .. 10000 subjects, half of them men */
    int held_out_count;      /* 20 .. 10000 subjects */
    int beta_count;          /* 1 .. 20 */
    /* true: joints of SMPL-X, sampled faces, PD_FACTORY_FEATURE_COUNT betas of the face as the last ones */
    bool person;
    bool proportions; /* adds PD_FACTORY_PROPORTION_COUNT betas behind those of the body; only for a person */
} pd_factory_options;

enum { PD_FACTORY_NEUTRAL, PD_FACTORY_WOMEN, PD_FACTORY_MEN, PD_FACTORY_MODEL_COUNT };

typedef struct pd_factory_result {
    pd_smpl_data models[PD_FACTORY_MODEL_COUNT]; /* models named default, female, male */
    pd_factory_report report;
} pd_factory_result;

/* Trains the models. ERR_RANGE for options, the readers' errors for data. *out is empty on failure. */
pd_status pd_factory_body(pd_factory_result *out, const pd_factory_options *options,
                          const pd_executor *executor, pd_progress progress, pd_error *err);
void pd_factory_result_deinit(pd_factory_result *result);

/* Samples bodies for evaluating a model: held_out_count bodies (seed + 1001) in T-pose, with their joint
 * centres. The transformation to the T-pose is learned afresh from subject_count bodies (seed + 1000), so no
 * model is needed. The bodies are not aligned: each stands where sampling put it. */
pd_status pd_factory_body_sample(pd_factory_sample *out, const pd_factory_options *options,
                                 const pd_executor *executor, pd_progress progress, pd_error *err);

/* Bodies for the fitting of garments: subject_count bodies (seed + 2000), composed with all helpers of the
 * base mesh in the A-pose (sample.composed), the bodies themselves in T-pose (sample.bodies), and the
 * transformation from A-pose to T-pose. */
typedef struct pd_factory_people {
    pd_factory_asset asset;
    pd_factory_mesh mesh;
    pd_factory_tposer tposer; /* transformation of `mesh` to the T-pose */
    pd_factory_sample sample;
    double *a_centers; /* (count,PD_FACTORY_POINT_COUNT,3) joint centres in the A-pose */
} pd_factory_people;

/* Samples the bodies. *out must not be moved, because its tposer points into it. Empty on failure. */
pd_status pd_factory_people_init(pd_factory_people *out, const pd_factory_options *options,
                                 const pd_executor *executor, pd_progress progress, pd_error *err);
void pd_factory_people_deinit(pd_factory_people *people);

#endif
