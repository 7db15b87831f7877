#include "factory/corrective/pose_learn.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/math/rotation.h"
#include "factory/body/shape/joints.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE        0.017453292519943295
#define BODY_STEP     6 /* bodies besides the mean use every sixth training pose */
#define TRIAL_STEP    8 /* trial bodies use every eighth held-out pose */
#define BODY_COUNT    8
#define BODY_BETAS    8
#define MOST_BETAS    PD_TRAIN_FIT_BETAS
#define LEAST_ENTRY_M 0.0015
#define LAMBDA_SLACK  1.01

/* Training bodies besides the mean, as betas: extremes of stature and mass,
 * and combinations with other proportions. */
static const float bodies[BODY_COUNT][BODY_BETAS] = {
    {0, -2},
    {0, 2.5f},
    {2, 0},
    {-2, 0},
    {1.5f, 1.5f, 0.8f, -0.5f, 0.4f, 0.9f, -0.7f, 0.3f},
    {-1.5f, 1.5f, -0.6f, 0.9f, -0.8f, -0.3f, 0.5f, -0.9f},
    {1.5f, -1.5f, -0.9f, -0.4f, 0.6f, -0.8f, 0.2f, 0.7f},
    {-1.5f, -1.5f, 0.5f, 0.6f, -0.3f, 0.4f, 0.9f, -0.5f},
};

/* Betas of the bodies on which the result is measured. */
static const float trials[PD_FACTORY_TRIAL_COUNT][BODY_BETAS] = {
    {0},
    {0.2f, -2, 0.3f, -0.6f, 0.4f},
    {0.3f, 3, -0.5f, 0.8f, 0.3f, -0.7f},
    {-0.4f, 3, 0.7f, -0.6f, -0.5f, 0.4f},
    {2.2f, 0.3f, -0.4f, 0.5f, 0.2f},
    {1.1f, -0.7f, 1.3f, 0.4f, -1.2f, 0.8f, -0.3f, 1.1f},
    {-0.8f, 1.2f, -0.9f, -1.4f, 0.6f, -0.5f, 1.2f, -0.2f},
};
const char *const pd_factory_trial_names[PD_FACTORY_TRIAL_COUNT] = {
    "mean", "thin", "obese", "obese, other", "tall", "random 1", "random 2"};

/* Bends, at angles between those of the training sweeps. */
static const struct bend {
    int joint[2];
    double degrees[2][3];
} bends[PD_FACTORY_BEND_COUNT] = {
    {{PD_FACTORY_L_ELBOW}, {{0, -90, 0}}},
    {{PD_FACTORY_L_ELBOW}, {{0, -120, 0}}},
    {{PD_FACTORY_L_KNEE}, {{90, 0, 0}}},
    {{PD_FACTORY_L_KNEE}, {{120, 0, 0}}},
    {{PD_FACTORY_L_HIP}, {{-90, 0, 0}}},
    {{PD_FACTORY_L_HIP}, {{-110, 0, 0}}},
    {{PD_FACTORY_L_SHOULDER}, {{0, 0, -75}}},
    {{PD_FACTORY_L_SHOULDER}, {{0, -90, 0}}},
    {{PD_FACTORY_L_ELBOW, PD_FACTORY_L_WRIST}, {{45, 0, 0}, {35, 0, 0}}},
};
const char *const pd_factory_bend_names[PD_FACTORY_BEND_COUNT] = {
    "elbow 90", "elbow 120",   "knee 90",        "knee 120",        "hip 90",
    "hip 110",  "arm down 75", "arm forward 90", "forearm twist 80"};

void pd_factory_bend(float *rotations, int bend)
{
    PD_ASSERT(bend >= 0 && bend < PD_FACTORY_BEND_COUNT);
    memset(rotations, 0, 9 * PD_TRAIN_POSE_JOINTS * sizeof *rotations);
    for (int i = 0; i < 3 * PD_TRAIN_POSE_JOINTS; i++) rotations[9 * (i / 3) + 4 * (i % 3)] = 1;
    for (int j = 0; j < 2 && bends[bend].joint[j]; j++) {
        double r[3], m[9];
        for (int c = 0; c < 3; c++) r[c] = bends[bend].degrees[j][c] * DEGREE;
        pd_rot_from_axis_angle(m, r);
        for (int c = 0; c < 9; c++) rotations[9 * bends[bend].joint[j] + c] = (float)m[c];
    }
}

/* Intermediate results of the training. */
typedef struct learning {
    const pd_smpl_model *model;
    const pd_train_poses *poses;
    const pd_executor *executor;
    const pd_progress *progress;
    pd_factory_learn_options options;
    pd_train_pose_fit fit;
    pd_train_goals trials[PD_FACTORY_TRIAL_COUNT];
    pd_smpl_sparse_dirs dirs;
    pd_factory_learn_report *report;
    pd_error *err;
} learning;

static const pd_smpl_skinning skinnings[PD_TRAIN_FIT_COUNT] = {PD_SMPL_LBS, PD_SMPL_DQS};

static void tell_pose_learn(const learning *l, const char *step, int done, int total)
{
    if (l->progress->report) l->progress->report(l->progress->ctx, step, done, total);
}

static int betas_of(float out[MOST_BETAS], const learning *l, const float body[BODY_BETAS])
{
    PD_ASSERT(BODY_BETAS <= MOST_BETAS);
    int count = l->model->beta_count < BODY_BETAS ? l->model->beta_count : BODY_BETAS;
    memcpy(out, body, (size_t)count * sizeof *out);
    return count;
}

/* --- targets --- */

static pd_status add_body_pose_learn(learning *l, const float body[BODY_BETAS], int first, int step)
{
    PD_ASSERT(step > 0 && first >= 0 && first < step);
    float betas[MOST_BETAS];
    pd_train_pose_list list;
    if (pd_train_pose_list_init(&list, l->poses, 0, first, step, l->err)) return l->err->status;
    pd_status status = pd_train_pose_fit_add(&l->fit, &list, betas, betas_of(betas, l, body), l->executor,
                                             l->progress, l->err);
    pd_train_pose_list_deinit(&list);

    return status;
}

static pd_status add_bodies(learning *l)
{
    static const float mean[BODY_BETAS] = {0};
    pd_status status = add_body_pose_learn(l, mean, 0, 1);

    for (int b = 0; !status && l->options.beta_terms && b < BODY_COUNT; b++, l->report->bodies++)
        status = add_body_pose_learn(l, bodies[b], b % BODY_STEP, BODY_STEP);
    l->report->trained = l->fit.trained;
    l->report->left_out = l->fit.left_out;

    return status;
}

static pd_status make_trials(learning *l)
{
    pd_status status = PD_OK;

    for (int t = 0; !status && t < PD_FACTORY_TRIAL_COUNT; t++) {
        float betas[MOST_BETAS];
        pd_train_pose_list list;
        tell_pose_learn(l, "targets of held-out poses", t, PD_FACTORY_TRIAL_COUNT);
        if (pd_train_pose_list_init(&list, l->poses, 1, 0, t ? TRIAL_STEP : 1, l->err)) return l->err->status;
        const pd_train_goals_job job = {.model = l->model,
                                        .poses = &list,
                                        .betas = betas,
                                        .beta_count = betas_of(betas, l, trials[t]),
                                        .least_det = l->fit.options.least_det,
                                        .most_volume_m = 0};
        status = pd_train_goals_init(&l->trials[t], &job, l->executor, l->err);
        pd_train_pose_list_deinit(&list);
    }

    tell_pose_learn(l, "targets of held-out poses", PD_FACTORY_TRIAL_COUNT, PD_FACTORY_TRIAL_COUNT);
    l->report->held_out = l->trials[0].count;
    return status;
}

/* --- errors --- */

static pd_status measure_pose_learn(pd_train_pose_error *out, const learning *l,
                                    const pd_smpl_sparse_dirs *dirs, int kind, int trial)
{
    PD_ASSERT(kind >= 0 && kind < PD_TRAIN_FIT_COUNT && trial >= 0 && trial < PD_FACTORY_TRIAL_COUNT);
    pd_smpl_model *model;
    if (pd_train_pose_model(&model, l->model, dirs, l->err)) return l->err->status;
    pd_status status =
        pd_train_pose_measure(out, model, skinnings[kind], &l->trials[trial], l->executor, l->err);
    pd_smpl_model_release(model);

    return status;
}

static pd_status choose_lambda(learning *l)
{
    static const double lambdas[PD_FACTORY_LAMBDA_COUNT] = {0.01, 0.03, 0.1, 0.3, 1};
    pd_factory_learn_report *r = l->report;
    double best = INFINITY;

    /* Try each lambda with linear skinning. */
    r->lambda = l->options.lambda;
    for (int i = 0; i < PD_FACTORY_LAMBDA_COUNT; i++) {
        pd_train_pose_error e;
        tell_pose_learn(l, "choosing lambda", i, PD_FACTORY_LAMBDA_COUNT);
        if (pd_train_pose_solve(&l->dirs.values, &l->dirs, &l->fit.sums[PD_TRAIN_FIT_LBS],
                                &(pd_train_pose_ridge){lambdas[i], l->options.most_m}, l->executor, l->err) ||
            measure_pose_learn(&e, l, &l->dirs, PD_TRAIN_FIT_LBS, 0))
            return l->err->status;
        r->lambdas[i] = lambdas[i];
        r->lambda_mm[i] = e.area_mm;
        best = fmin(best, e.area_mm);
    }

    /* Choose the largest lambda within the slack of the best: smaller entries of P generalize better. */
    for (int i = 0; i < PD_FACTORY_LAMBDA_COUNT && !(l->options.lambda > 0); i++)
        if (r->lambda_mm[i] <= LAMBDA_SLACK * best) r->lambda = lambdas[i];
    tell_pose_learn(l, "choosing lambda", PD_FACTORY_LAMBDA_COUNT, PD_FACTORY_LAMBDA_COUNT);

    return PD_OK;
}

static pd_status solve_pose_learn(learning *l)
{
    float **values[PD_TRAIN_FIT_COUNT] = {&l->dirs.values, &l->dirs.values_dqs};
    const pd_train_pose_ridge ridge = {l->report->lambda, l->options.most_m};

    for (int kind = 0; kind < PD_TRAIN_FIT_COUNT; kind++) {
        size_t count = pd_train_pose_numbers(&l->dirs);
        if (pd_train_pose_solve(values[kind], &l->dirs, &l->fit.sums[kind], &ridge, l->executor, l->err))
            return l->err->status;
        pd_train_pose_prune(*values[kind], count, LEAST_ENTRY_M);
        l->report->kinds[kind].largest_m = (double)pd_train_pose_largest(*values[kind], count);
        l->report->kinds[kind].step_m = (double)pd_train_pose_round(*values[kind], count);
    }

    return PD_OK;
}

/* --- volumes --- */

static pd_status pose_bend(float *vertices, const learning *l, const pd_smpl_model *model, int kind, int bend)
{
    PD_ASSERT(kind >= 0 && kind < PD_TRAIN_FIT_COUNT);
    float rotations[9 * PD_TRAIN_POSE_JOINTS];
    pd_smpl_body body = {.rotations = rotations, .vertices = vertices};
    pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = skinnings[kind]};
    pd_arena scratch;
    if (!pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)))
        return pd_fail(l->err, PD_ERR_MEMORY, "bends", "out of memory");
    pd_factory_bend(rotations, bend);
    pd_smpl_job_run(&job, model, &scratch, l->executor);
    pd_arena_deinit(&scratch);

    return PD_OK;
}

static double gain_ml(const pd_train_deformer *deformer, const float *vertices)
{
    return 1e6 * (pd_train_deformer_volume(deformer, vertices) - pd_train_deformer_rest_volume(deformer));
}

/* Measures the change of volume in every bend: that of the deformer,
 * and of both skinning methods without and with P. */
static pd_status measure_each_bend(learning *l, const pd_smpl_model *with, const pd_train_deformer *deformer,
                                   float *vertices, pd_arena *scratch)
{
    for (int b = 0; b < PD_FACTORY_BEND_COUNT; b++) {
        /* Measure the target, the skin of the deformer. */
        float rotations[9 * PD_TRAIN_POSE_JOINTS];
        pd_factory_bend(rotations, b);
        pd_train_deform_run(vertices, NULL, deformer, rotations, scratch);
        l->report->bends_target_ml[b] = gain_ml(deformer, vertices);

        for (int kind = 0; kind < PD_TRAIN_FIT_COUNT; kind++) {
            pd_factory_kind_report *r = &l->report->kinds[kind];
            if (pose_bend(vertices, l, l->model, kind, b)) return l->err->status;
            r->bends_plain_ml[b] = gain_ml(deformer, vertices);
            if (pose_bend(vertices, l, with, kind, b)) return l->err->status;
            r->bends_ml[b] = gain_ml(deformer, vertices);
        }
    }

    return PD_OK;
}

static pd_status measure_bends(learning *l)
{
    pd_train_deformer *deformer = NULL;
    pd_smpl_model *with = NULL;
    pd_arena scratch = {0};
    float *vertices = malloc(3 * (size_t)l->model->vertex_count * sizeof *vertices);

    /* Build the deformer and the model with the learned P, and allocate memory. */
    pd_status status = pd_train_deformer_build(&deformer, l->model, NULL, 0,
                                               &(pd_train_deform_options){.no_contact = 1}, l->err);
    if (!status) status = pd_train_pose_model(&with, l->model, &l->dirs, l->err);
    if (!status && (!vertices || !pd_arena_init(&scratch, pd_train_deform_scratch_bytes(deformer))))
        status = pd_fail(l->err, PD_ERR_MEMORY, "bends", "out of memory");

    if (!status) {
        l->report->rest_ml = 1e6 * pd_train_deformer_rest_volume(deformer);
        status = measure_each_bend(l, with, deformer, vertices, &scratch);
    }

    pd_arena_deinit(&scratch);
    pd_train_deformer_free(deformer);
    pd_smpl_model_release(with);
    free(vertices);

    return status;
}

/* --- all of it --- */

static pd_status find_patterns(learning *l)
{
    pd_status status = pd_train_pose_patterns(&l->dirs, l->model, NULL, l->err);

    if (status) return status;
    l->dirs.beta_terms = l->options.beta_terms;
    l->report->pattern_count = l->dirs.pattern_count;
    l->report->joints_per_vertex = (double)l->dirs.value_count / 27 / l->model->vertex_count;

    return PD_OK;
}

static pd_status start_pose_learn(learning *l)
{
    pd_factory_learn_options *o = &l->options;

    if (l->model->joint_count != PD_TRAIN_POSE_JOINTS)
        return pd_fail(l->err, PD_ERR_UNSUPPORTED, "pose shapes", "the model has %d joints; %d allowed",
                       l->model->joint_count, PD_TRAIN_POSE_JOINTS);
    if (o->beta_terms < 0) o->beta_terms = l->model->beta_count < 2 ? l->model->beta_count : 2;
    if (o->beta_terms > l->model->beta_count || o->beta_terms > PD_SMPL_MAX_BETA_TERMS)
        return pd_fail(l->err, PD_ERR_RANGE, "beta-terms", "%d; the model has %d betas", o->beta_terms,
                       l->model->beta_count);
    const pd_train_pose_fit_options fit = {.beta_terms = o->beta_terms, .damping = o->damping};

    return pd_train_pose_fit_init(&l->fit, l->model, &fit, l->err);
}

/* Measures both skinning methods without and with P on every trial body. */
static pd_status judge_trials(learning *l)
{
    for (int kind = 0; kind < PD_TRAIN_FIT_COUNT; kind++) {
        pd_factory_kind_report *r = &l->report->kinds[kind];
        tell_pose_learn(l, "measuring", kind, PD_TRAIN_FIT_COUNT + 1);
        for (int t = 0; t < PD_FACTORY_TRIAL_COUNT; t++) {
            pd_train_pose_error plain, with;
            if (measure_pose_learn(&plain, l, NULL, kind, t) ||
                measure_pose_learn(&with, l, &l->dirs, kind, t))
                return l->err->status;
            r->trial_plain_mm[t] = plain.area_mm;
            r->trial_mm[t] = with.area_mm;
            if (!t) {
                r->plain = plain;
                r->sparse = with;
            }
        }
    }

    return PD_OK;
}

/* Measures the dense P, in which every joint acts on every vertex, to compare the sparse P with it. */
static pd_status judge_dense(learning *l)
{
    const pd_train_pose_ridge ridge = {l->report->lambda, l->options.most_m};
    pd_smpl_sparse_dirs dense;
    pd_status status =
        pd_train_pose_patterns(&dense, l->model, &(pd_train_pattern_options){.dense = 1}, l->err);

    if (status) return status;

    dense.beta_terms = l->dirs.beta_terms;
    for (int kind = 0; !status && kind < PD_TRAIN_FIT_COUNT; kind++) {
        status = pd_train_pose_solve(&dense.values, &dense, &l->fit.sums[kind], &ridge, l->executor, l->err);
        if (!status) status = measure_pose_learn(&l->report->kinds[kind].dense, l, &dense, kind, 0);
    }

    pd_train_pose_dirs_deinit(&dense);

    return status;
}

static pd_status judge_pose_learn(learning *l)
{
    if (judge_trials(l) || measure_bends(l)) return l->err->status;
    if (l->options.dense && judge_dense(l)) return l->err->status;
    tell_pose_learn(l, "measuring", PD_TRAIN_FIT_COUNT + 1, PD_TRAIN_FIT_COUNT + 1);
    return PD_OK;
}

pd_status pd_factory_pose_learn(pd_smpl_data *out, pd_factory_learn_report *report,
                                const pd_factory_learn_job *job, pd_error *err)
{
    static pd_status (*const steps[])(learning *) = {start_pose_learn, find_patterns, make_trials,
                                                     add_bodies,       choose_lambda, solve_pose_learn,
                                                     judge_pose_learn};
    static const pd_progress quiet = {0};
    learning l = {.poses = job->poses,
                  .executor = job->executor,
                  .progress = job->progress ? job->progress : &quiet,
                  .options = job->options ? *job->options : (pd_factory_learn_options){.beta_terms = -1},
                  .report = report,
                  .err = err};

    memset(out, 0, sizeof *out);
    memset(report, 0, sizeof *report);
    pd_k_blas_serial();

    pd_smpl_model *bare; /* model without P, on which plain skinning is measured */
    pd_status status = pd_train_pose_model(&bare, job->model, NULL, err);
    l.model = bare;

    /* Do the steps in order, up to the first failure. */
    for (size_t s = 0; !status && s < sizeof steps / sizeof *steps; s++) status = steps[s](&l);
    if (!status) status = pd_train_pose_data(out, bare, &l.dirs, err);

    for (int t = 0; t < PD_FACTORY_TRIAL_COUNT; t++) pd_train_goals_deinit(&l.trials[t]);
    pd_train_pose_dirs_deinit(&l.dirs);
    pd_train_pose_fit_deinit(&l.fit);
    pd_smpl_model_release(bare);

    return status;
}
