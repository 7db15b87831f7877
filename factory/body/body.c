#include "factory/body/body.h"

#include "core/kernel/linalg.h"
#include "core/smpl/part/hand.h"
#include "factory/body/assemble.h"
#include "factory/body/part/expression.h"
#include "factory/body/part/feature.h"
#include "factory/body/part/lips.h"
#include "factory/body/part/proportion.h"
#include "factory/body/shape/tpose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define A_POSE_BODIES 400 /* to fit skin to cubes       */
#define T_POSE_BODIES 600 /* to fit the joint regressor */
#define SMOOTH_ROUNDS 4
#define HELD_OUT_SEED 1
#define PEOPLE_SEED   2000 /* added for the people that garments are bound to */
#define DRAW_SEED     1000 /* added for the bodies that the T-pose is learned from */

/* Intermediate results of learning, from the data to the models. */
typedef struct work {
    const pd_factory_options *options;
    const pd_executor *executor;
    pd_progress progress;
    pd_factory_asset asset;
    pd_factory_mesh mesh;
    pd_factory_points points;
    pd_factory_sample train, held_out;
    pd_factory_regressor from_cubes, joints;
    pd_factory_tposer tposer;
    double *areas; /* (V) of the mean T-posed body */
    const pd_factory_skeleton *skeleton;
    double *weights; /* (V,joint_count)              */
    int *chosen;     /* room for every subject's number */
    bool with_helpers;
    double *a_centers;     /* of the sample, before it is turned to the T-pose; with_helpers only */
    float *proportions[2]; /* of men, of women, or NULL */
    pd_factory_report *report;
} work;

static void tell_body(const work *w, const char *step, int done, int total)
{
    pd_progress_report(&w->progress, step, done, total);
}

static pd_status check_range(pd_error *err, const char *name, int value, int min, int max)
{
    if (value >= min && value <= max) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, name, "%d; %d to %d allowed", value, min, max);
}

static pd_status check_options(const pd_factory_options *o, pd_error *err)
{
    pd_status status = check_range(err, "subjects", o->subject_count, 100, 10000);
    if (status == PD_OK) status = check_range(err, "held-out", o->held_out_count, 20, 10000);
    if (status == PD_OK) status = check_range(err, "betas", o->beta_count, 1, PD_FACTORY_COMPONENTS);
    return status;
}

/* ---- data and bodies ---- */

/* Reads data, mesh and points, and allocates the arrays of the skeleton. */
static pd_status load_data(work *w, pd_error *err)
{
    tell_body(w, "reading the data", 0, 1);
    pd_status status = (w->with_helpers ? pd_factory_asset_load_whole : pd_factory_asset_load)(
        &w->asset, w->options->data_folder, w->executor, err);
    if (status == PD_OK)
        status = pd_factory_mesh_init(&w->mesh, w->asset.obj.vertices, w->asset.vertex_count,
                                      (const int(*)[4])w->asset.quads, w->asset.quad_count, err);

    if (status == PD_OK) status = pd_factory_points_init(&w->points, &w->asset, err);
    size_t n = (size_t)w->mesh.vertex_count;
    size_t most = 10000;
    if (status != PD_OK) return status;

    w->areas = malloc(n * sizeof *w->areas);
    w->weights = malloc(n * (size_t)w->skeleton->joint_count * sizeof *w->weights);
    w->chosen = malloc(most * sizeof *w->chosen);
    tell_body(w, "reading the data", 1, 1);

    return w->areas && w->weights && w->chosen
               ? PD_OK
               : pd_fail(err, PD_ERR_MEMORY, "body", "out of memory for the weights");
}

/* Composes the bodies that are learned from, and those held out with another seed. */
static pd_status sample_bodies(work *w, pd_error *err)
{
    pd_factory_sampler sampler = {.asset = &w->asset,
                                  .mesh = &w->mesh,
                                  .points = &w->points,
                                  .executor = w->executor,
                                  .progress = w->progress,
                                  .step = "sampling bodies",
                                  .with_face = w->options->person,
                                  .keeps_composed = w->with_helpers};
    pd_status status =
        pd_factory_sample_init(&w->train, &sampler, w->options->seed, w->options->subject_count, err);

    if (status == PD_OK) {
        sampler.step = "sampling held-out bodies";
        sampler.keeps_composed = false;
        status = pd_factory_sample_init(&w->held_out, &sampler, w->options->seed + HELD_OUT_SEED,
                                        w->options->held_out_count, err);
    }

    return status == PD_OK ? pd_factory_report_sample(w->report, &w->train, err) : status;
}

/* ---- joint centres from skin ---- */

/* Replaces the cubes' centres by the regressor's and reports how far apart they were. */
static void recenter(work *w, pd_factory_sample *sample, double *apart_mm)
{
    for (int s = 0; s < sample->count; s++) {
        double found[3 * PD_FACTORY_POINT_COUNT];
        double *centers = sample->centers + 3 * PD_FACTORY_POINT_COUNT * (size_t)s;
        pd_factory_regressor_apply(found, &w->from_cubes, PD_FACTORY_POINT_COUNT,
                                   pd_factory_sample_body(sample, s));
        pd_factory_points_symmetrise(found);

        /* Measure the mean distance from the cubes' centres for the report. */
        for (int p = 0; p < PD_FACTORY_POINT_COUNT; p++) {
            double d2 = 0;
            for (int c = 0; c < 3; c++) d2 += pow(found[3 * p + c] - centers[3 * p + c], 2);
            apart_mm[p] += 1000 * sqrt(d2) / sample->count;
        }

        memcpy(centers, found, sizeof found);
    }
}

/* Fits a regressor from skin to the cubes' centres, and replaces the centres by its own. */
static pd_status center_joints(work *w, pd_error *err)
{
    tell_body(w, "joint centres from skin", 0, 1);
    int count = w->train.count < A_POSE_BODIES ? w->train.count : A_POSE_BODIES;
    pd_factory_regressor_data data = {.mesh = &w->mesh,
                                      .executor = w->executor,
                                      .bodies = w->train.bodies,
                                      .centers = w->train.centers,
                                      .count = count,
                                      .point_count = PD_FACTORY_POINT_COUNT};
    pd_status status = pd_factory_regressor_fit(&w->from_cubes, &data, err);
    if (status != PD_OK) return status;
    double unused[PD_FACTORY_POINT_COUNT] = {0};
    recenter(w, &w->train, unused);
    recenter(w, &w->held_out, w->report->cube_mm);
    tell_body(w, "joint centres from skin", 1, 1);

    return PD_OK;
}

/* ---- T-pose ---- */

typedef struct unpose_job {
    work *w;
    pd_factory_sample *sample;
    float *scratch;  /* one per worker */
    double *volumes; /* (count) T-pose over A-pose, or NULL */
} unpose_job;

/* Turns one body from the A-pose to the T-pose. */
static void unpose_one(void *arg, int index, int worker)
{
    const unpose_job *job = arg;
    float *body = pd_factory_sample_body(job->sample, index);
    double *centers = job->sample->centers + 3 * PD_FACTORY_POINT_COUNT * (size_t)index;

    pd_factory_tpose_run(body, centers, &job->w->tposer,
                         job->scratch + pd_factory_tpose_scratch(&job->w->tposer) * (size_t)worker);
    if (!job->volumes) return;
    job->volumes[index] = pd_factory_volume(body, &job->w->mesh) / job->sample->subjects[index].volume_got;
}

/* Turns all bodies, and reports how much their volume changes. */
static pd_status unpose_bodies(work *w, pd_error *err)
{
    pd_status status = pd_factory_tposer_init(&w->tposer, &w->asset, &w->mesh, err);

    if (status != PD_OK) return status;

    size_t scratch = pd_factory_tpose_scratch(&w->tposer) * (size_t)w->executor->worker_count;
    unpose_job job = {
        .w = w, .sample = &w->train, .scratch = malloc(scratch * sizeof *job.scratch), .volumes = NULL};
    double *ratios = malloc((size_t)w->held_out.count * sizeof *ratios);
    if (job.scratch && ratios) {
        pd_factory_execute(w->executor, &w->progress, "turning to T-pose", unpose_one, &job, w->train.count);
        job.sample = &w->held_out;
        job.volumes = ratios;
        pd_factory_execute(w->executor, &w->progress, "turning held-out bodies", unpose_one, &job,
                           w->held_out.count);

        /* Measure the change of volume over the held-out bodies. */
        w->report->volume_change_mean = w->report->volume_change_worst = 0;
        for (int i = 0; i < w->held_out.count; i++) {
            double change = 100 * (ratios[i] - 1);
            w->report->volume_change_mean += change / w->held_out.count;
            if (fabs(change) > fabs(w->report->volume_change_worst)) w->report->volume_change_worst = change;
        }

        pd_factory_report_axes(w->report, w->held_out.centers, w->held_out.count);
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, "body", "out of memory for the T-pose");
    }

    free(job.scratch);
    free(ratios);
    return status;
}

/* ---- alignment ---- */

/* Moves the sample so that the centre of each skin is at 0 in y and z. */
static void align(work *w, pd_factory_sample *sample)
{
    for (int s = 0; s < sample->count; s++) {
        double center[3];
        double *centers = sample->centers + 3 * PD_FACTORY_POINT_COUNT * (size_t)s;
        float *body = pd_factory_sample_body(sample, s);
        pd_factory_centroid(center, body, w->areas, w->mesh.vertex_count);
        center[0] = 0;
        for (size_t i = 0; i < 3 * (size_t)w->mesh.vertex_count; i++) body[i] -= (float)center[i % 3];
        for (int i = 0; i < 3 * PD_FACTORY_POINT_COUNT; i++) centers[i] -= (double)(float)center[i % 3];
    }
}

/* Areas of the mean body, then every body so that the centre of its skin, by these areas, is the origin. */
static pd_status align_bodies(work *w, pd_error *err)
{
    size_t numbers = 3 * (size_t)w->mesh.vertex_count;
    float *mean = malloc(numbers * sizeof *mean);

    if (!mean) return pd_fail(err, PD_ERR_MEMORY, "body", "out of memory for the mean");

    /* Compute the mean body. */
    for (size_t i = 0; i < numbers; i++) {
        double sum = 0;
        for (int s = 0; s < w->train.count; s++) sum += w->train.bodies[numbers * (size_t)s + i];
        mean[i] = (float)(sum / w->train.count);
    }

    /* Areas of its vertices weigh all centres alike. */
    pd_factory_areas(w->areas, mean, &w->mesh);
    free(mean);
    align(w, &w->train);
    align(w, &w->held_out);

    return PD_OK;
}

/* ---- weights and regressor ---- */

/* Makes skinning weights and the regressor of the joints. */
static pd_status regress_joints(work *w, pd_error *err)
{
    tell_body(w, "weights and joint regressor", 0, 1);
    int count = w->train.count < T_POSE_BODIES ? w->train.count : T_POSE_BODIES;
    pd_factory_regressor_data data = {
        .mesh = &w->mesh,
        .executor = w->executor,
        .bodies = w->train.bodies,
        .centers = w->train.centers,
        .count = count,
        .point_count = w->skeleton == &pd_factory_smplx ? PD_FACTORY_POINT_COUNT : PD_FACTORY_JOINT_COUNT};

    /* Sum up the weights of the rig's bones by joint, smooth them, and cut them to the allowed number. */
    const int joints = w->skeleton->joint_count;
    pd_factory_part parts[PD_FACTORY_JOINT_MOST];
    for (int j = 0; j < joints; j++)
        parts[j] = (pd_factory_part){pd_factory_joints[w->skeleton->points[j]].bones,
                                     pd_factory_skeleton_mirror(w->skeleton, j)};
    pd_status status = pd_factory_weights_gather(w->weights, &w->mesh, &w->asset.rig, parts, joints, err);
    if (status == PD_OK)
        status = pd_factory_weights_smooth(w->weights, &w->mesh, parts, joints, SMOOTH_ROUNDS, err);
    if (status == PD_OK) {
        pd_factory_weights_cut(w->weights, &w->mesh, parts, joints);
        status = pd_factory_report_weights(w->report, w->weights, joints, &w->mesh, err);
    }

    /* Fit the regressor, and measure it on held-out bodies. */
    if (status == PD_OK) status = pd_factory_regressor_fit(&w->joints, &data, err);
    if (status == PD_OK)
        status = pd_factory_report_regressor(w->report, &w->joints, w->held_out.bodies, w->held_out.centers,
                                             w->held_out.count, w->mesh.vertex_count, err);
    tell_body(w, "weights and joint regressor", 1, 1);

    return status;
}

/* ---- proportions ---- */

/* Learns the betas of proportion, which only the person model has. */
static pd_status learn_proportions(work *w, pd_error *err)
{
    if (!w->options->person || !w->options->proportions) return PD_OK;
    const pd_factory_sampler sampler = {.asset = &w->asset,
                                        .mesh = &w->mesh,
                                        .points = &w->points,
                                        .executor = w->executor,
                                        .progress = w->progress,
                                        .with_face = true};
    const pd_factory_proportion_data data = {.sampler = &sampler,
                                             .from_cubes = &w->from_cubes,
                                             .tposer = &w->tposer,
                                             .areas = w->areas,
                                             .seed = w->options->seed};

    return pd_factory_proportions(w->proportions, &data, err);
}

/* ---- models ---- */

static const struct kind {
    const char *name, *person_name, *gender, *step;
    int men, women;
} kinds[PD_FACTORY_MODEL_COUNT] = {
    [PD_FACTORY_NEUTRAL] = {"default", "person", "neutral", "shapes of all", 1, 1},
    [PD_FACTORY_WOMEN] = {"female", "person-female", "female", "shapes of women", 0, 1},
    [PD_FACTORY_MEN] = {"male", "person-male", "male", "shapes of men", 1, 0},
};

/* Lists the bodies of a kind; returns their number. */
static int choose_body(int *chosen, const pd_factory_sample *sample, const struct kind *kind)
{
    int count = 0;
    for (int s = 0; s < sample->count; s++)
        if (sample->subjects[s].male ? kind->men : kind->women) chosen[count++] = s;
    return count;
}

/* The mean of a person's hands is the relaxed hand. */
static pd_status relax_hands(pd_smpl_data *model, pd_error *err)
{
    static const char *const fingers[2] = {"left_index1", "right_index1"};
    double rest[3 * PD_FACTORY_JOINT_MOST] = {0};

    /* Compute the rest position of the joints in the mean body. */
    for (int j = 0; j < model->joint_count; j++)
        for (int i = model->regressor_start[j]; i < model->regressor_start[j + 1]; i++)
            for (int c = 0; c < 3; c++)
                rest[3 * j + c] += model->regressor_weight[i] *
                                   (double)model->v_template[3 * model->regressor_vertex[i] + c];

    /* Compute the angles that relax each hand. */
    for (int h = 0; h < 2; h++) {
        const int first = pd_smpl_joint_find(model, fingers[h]);
        model->hands[h].mean = malloc(PD_SMPL_HAND_ANGLES * sizeof(float));
        if (!model->hands[h].mean) return pd_fail(err, PD_ERR_MEMORY, "hands", "out of memory");
        pd_smpl_hand_pose_angles(model->hands[h].mean, rest, model->parents, first, PD_SMPL_HAND_RELAXED);
    }

    return PD_OK;
}

/* Learns one of the models: shapes, report, and what the person model adds. */
static pd_status make_model(work *w, pd_smpl_data *out, int which, pd_error *err)
{
    const struct kind *kind = &kinds[which];
    const pd_factory_options *o = w->options;
    pd_factory_model_report *report = &w->report->models[which];
    char provenance[600];

    snprintf(provenance, sizeof provenance,
             "Learned from MakeHuman's CC0 data (github.com/makehumancommunity/makehuman, commit a8bc2d54, "
             "makehuman/data: "
             "3dobjs/base.obj, rigs/default.mhskel, rigs/default_weights.mhw, targets) by: posedctl "
             "%s --data DIR "
             "--seed %llu --subjects %d --held-out %d --betas %d",
             o->person ? "train-person" : "train-body", (unsigned long long)o->seed, o->subject_count,
             o->held_out_count, o->beta_count);
    if (o->person)
        snprintf(provenance + strlen(provenance), sizeof provenance - strlen(provenance),
                 ", betas of proportion and of the face behind them");

    /* Compute the principal components of the bodies of this kind. */
    pd_factory_pca pca;
    const int trained = choose_body(w->chosen, &w->train, kind);
    pd_factory_pca_data data = {.mesh = &w->mesh,
                                .areas = w->areas,
                                .bodies = w->train.bodies,
                                .chosen = w->chosen,
                                .count = trained,
                                .progress = w->progress,
                                .step = kind->step};
    tell_body(w, kind->step, 0, 100);
    report->trained = trained;
    pd_status status = pd_factory_pca_fit(&pca, &data, PD_FACTORY_COMPONENTS, err);
    if (status != PD_OK) return status;

    /* Report on held-out bodies, then make the model's arrays. */
    pd_factory_parts parts = {.mesh = &w->mesh,
                              .pca = &pca,
                              .regressor = &w->joints,
                              .skeleton = w->skeleton,
                              .weights = w->weights,
                              .beta_count = o->beta_count,
                              .name = o->person ? kind->person_name : kind->name,
                              .gender = kind->gender,
                              .provenance = provenance};
    pd_factory_held_out held_out = {.mesh = &w->mesh,
                                    .executor = w->executor,
                                    .areas = w->areas,
                                    .bodies = w->held_out.bodies,
                                    .centers = w->held_out.centers,
                                    .regressor = &w->joints,
                                    .chosen = w->chosen,
                                    .count = choose_body(w->chosen, &w->held_out, kind)};
    status = pd_factory_report_model(report, &pca, &held_out, err);

    if (status == PD_OK) status = pd_factory_assemble(out, &parts, err);

    /* Add proportions, features of the face, closed lips, expressions and hands to the person model. */
    const double gender = kind->men / (double)(kind->men + kind->women);
    if (status == PD_OK && w->proportions[0])
        status = pd_factory_proportions_add(out, w->proportions, kind->men, kind->women, err);
    if (status == PD_OK && o->person) {
        const pd_factory_feature_data face = {.asset = &w->asset,
                                              .mesh = &w->mesh,
                                              .skeleton = w->skeleton,
                                              .weights = w->weights,
                                              .gender = gender};
        status = pd_factory_features_add(out, &face, err);
    }

    if (status == PD_OK && o->person) status = pd_factory_lips_close(out, &w->mesh, err);
    if (status == PD_OK && o->person)
        status = pd_factory_expressions_add(out, &w->asset, &w->mesh, o->data_folder, gender, err);
    if (status == PD_OK && o->person) status = relax_hands(out, err);
    if (status == PD_OK)
        w->report->mirror_worst = fmax(w->report->mirror_worst, pd_factory_mirror_error(out, w->skeleton));

    pd_factory_pca_deinit(&pca);
    tell_body(w, kind->step, 100, 100);
    return status;
}

static void work_deinit(work *w)
{
    pd_factory_sample_deinit(&w->train);
    pd_factory_sample_deinit(&w->held_out);
    pd_factory_regressor_deinit(&w->from_cubes);
    pd_factory_regressor_deinit(&w->joints);
    pd_factory_tposer_deinit(&w->tposer);
    pd_factory_mesh_deinit(&w->mesh);
    pd_factory_asset_deinit(&w->asset);
    free(w->areas);
    free(w->weights);
    free(w->chosen);
    free(w->a_centers);
    free(w->proportions[0]);
    free(w->proportions[1]);
}

pd_status pd_factory_body(pd_factory_result *out, const pd_factory_options *options,
                          const pd_executor *executor, pd_progress progress, pd_error *err)
{
    static pd_status (*const steps[])(work *, pd_error *) = {load_data,        sample_bodies, center_joints,
                                                             unpose_bodies,    align_bodies,  regress_joints,
                                                             learn_proportions};

    memset(out, 0, sizeof *out);
    work w = {.options = options,
              .executor = executor,
              .progress = progress,
              .skeleton = options->person ? &pd_factory_smplx : &pd_factory_smpl,
              .report = &out->report};

    /* Compute each matrix product on one thread, because the executor already uses all cores. */
    pd_k_blas_serial();
    pd_status status = check_options(options, err);
    for (size_t s = 0; status == PD_OK && s < sizeof steps / sizeof *steps; s++) status = steps[s](&w, err);
    for (int m = 0; status == PD_OK && m < PD_FACTORY_MODEL_COUNT; m++)
        status = make_model(&w, &out->models[m], m, err);
    work_deinit(&w);
    if (status != PD_OK) pd_factory_result_deinit(out);

    return status;
}

void pd_factory_result_deinit(pd_factory_result *result)
{
    for (int m = 0; m < PD_FACTORY_MODEL_COUNT; m++) pd_smpl_data_deinit(&result->models[m]);
    memset(result, 0, sizeof *result);
}

pd_status pd_factory_body_sample(pd_factory_sample *out, const pd_factory_options *options,
                                 const pd_executor *executor, pd_progress progress, pd_error *err)
{
    static pd_status (*const steps[])(work *, pd_error *) = {load_data, sample_bodies, center_joints,
                                                             unpose_bodies};
    pd_factory_options other = *options;
    pd_factory_report report = {0};

    memset(out, 0, sizeof *out);
    other.seed += DRAW_SEED;

    work w = {.options = &other,
              .executor = executor,
              .progress = progress,
              .skeleton = &pd_factory_smpl,
              .report = &report};
    pd_k_blas_serial();
    pd_status status = check_options(&other, err);
    for (size_t s = 0; status == PD_OK && s < sizeof steps / sizeof *steps; s++) status = steps[s](&w, err);

    /* Only the held-out bodies are returned; their seed differs from those of the models. */
    if (status == PD_OK) {
        *out = w.held_out;
        memset(&w.held_out, 0, sizeof w.held_out);
    }

    work_deinit(&w);
    return status;
}

/* ---- people to dress ---- */

/* Keeps the joint centres of the A-pose. */
static pd_status keep_centers(work *w, pd_error *err)
{
    const size_t count = 3 * PD_FACTORY_POINT_COUNT * (size_t)w->train.count;
    w->a_centers = malloc(count * sizeof *w->a_centers);
    if (!w->a_centers) return pd_fail(err, PD_ERR_MEMORY, "body", "out of memory for joint centres");
    memcpy(w->a_centers, w->train.centers, count * sizeof *w->a_centers);
    return PD_OK;
}

pd_status pd_factory_people_init(pd_factory_people *out, const pd_factory_options *options,
                                 const pd_executor *executor, pd_progress progress, pd_error *err)
{
    static pd_status (*const steps[])(work *, pd_error *) = {load_data, sample_bodies, center_joints,
                                                             keep_centers, unpose_bodies};
    pd_factory_options other = *options;
    pd_factory_report report = {0};

    memset(out, 0, sizeof *out);
    other.seed += PEOPLE_SEED;

    work w = {.options = &other,
              .executor = executor,
              .progress = progress,
              .skeleton = &pd_factory_smplx,
              .with_helpers = true,
              .report = &report};
    pd_k_blas_serial();
    pd_status status = check_options(&other, err);
    for (size_t s = 0; status == PD_OK && s < sizeof steps / sizeof *steps; s++) status = steps[s](&w, err);

    /* Hand over what the caller needs; the rest is freed. */
    if (status == PD_OK) {
        *out = (pd_factory_people){.asset = w.asset,
                                   .mesh = w.mesh,
                                   .tposer = w.tposer,
                                   .sample = w.train,
                                   .a_centers = w.a_centers};
        out->tposer.mesh = &out->mesh;
        memset(&w.asset, 0, sizeof w.asset);
        memset(&w.mesh, 0, sizeof w.mesh);
        memset(&w.tposer, 0, sizeof w.tposer);
        memset(&w.train, 0, sizeof w.train);
        w.a_centers = NULL;
    }

    work_deinit(&w);

    return status;
}

void pd_factory_people_deinit(pd_factory_people *people)
{
    pd_factory_sample_deinit(&people->sample);
    pd_factory_tposer_deinit(&people->tposer);
    pd_factory_mesh_deinit(&people->mesh);
    pd_factory_asset_deinit(&people->asset);
    free(people->a_centers);
    memset(people, 0, sizeof *people);
}
