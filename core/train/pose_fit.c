#include "core/train/pose_fit.h"

#include "core/train/unpose.h"

#include <stdlib.h>
#include <string.h>

#define BATCH 32 /* poses: fixed, because sums go batch by batch */

static const pd_smpl_skinning skinnings[PD_TRAIN_FIT_COUNT] = {
    [PD_TRAIN_FIT_LBS] = PD_SMPL_LBS, [PD_TRAIN_FIT_DQS] = PD_SMPL_DQS};

/* --- targets --- */

typedef struct deforming {
    const pd_train_deformer *deformer;
    const float *const *rotations; /* pointers to (K,3,3) */
    float *targets;                /* (count,V,3)          */
    size_t numbers;                /* 3V                   */
    pd_arena *scratch;             /* one per worker       */
    int worker_count;
} deforming;

static void deform_one(void *arg, int index, int worker)
{
    const deforming *d = arg;
    pd_train_deform_run(d->targets + d->numbers * (size_t)index, NULL, d->deformer, d->rotations[index],
                        &d->scratch[worker]);
}

static void deforming_deinit(deforming *d)
{
    for (int w = 0; d->scratch && w < d->worker_count; w++) pd_arena_deinit(&d->scratch[w]);
    free(d->scratch);
}

static pd_status deforming_init(deforming *d, const pd_train_deformer *deformer, size_t vertex_count,
                                const pd_executor *executor, pd_error *err)
{
    int good = 1;
    *d = (deforming){
        .deformer = deformer, .numbers = 3 * vertex_count, .worker_count = executor->worker_count};
    d->scratch = calloc((size_t)d->worker_count, sizeof *d->scratch);
    for (int w = 0; d->scratch && w < d->worker_count; w++)
        good &= pd_arena_init(&d->scratch[w], pd_train_deform_scratch_bytes(deformer));
    if (d->scratch && good) return PD_OK;
    deforming_deinit(d);
    return pd_fail(err, PD_ERR_MEMORY, "pose shapes", "no memory for %d workers", d->worker_count);
}

pd_status pd_train_goals_init(pd_train_goals *goals, const pd_train_deformer *deformer, int joint_count,
                              const float *rotations, int count, const pd_executor *executor, pd_error *err)
{
    size_t turns = 9 * (size_t)joint_count, v = (size_t)pd_train_deformer_vertex_count(deformer);
    const float **pointers = malloc(((size_t)count + 1) * sizeof *pointers);
    deforming d = {0};
    *goals = (pd_train_goals){.count = count};
    goals->rotations = malloc(((size_t)count * turns + 1) * sizeof *goals->rotations);
    goals->targets = malloc(((size_t)count * 3 * v + 1) * sizeof *goals->targets);
    pd_status status = pointers && goals->rotations && goals->targets
                           ? deforming_init(&d, deformer, v, executor, err)
                           : pd_fail(err, PD_ERR_MEMORY, "pose shapes", "no memory for %d targets", count);
    if (!status) {
        memcpy(goals->rotations, rotations, (size_t)count * turns * sizeof *rotations);
        for (int i = 0; i < count; i++) pointers[i] = goals->rotations + turns * (size_t)i;
        d.rotations = pointers;
        d.targets = goals->targets;
        pd_execute(executor, deform_one, &d, count);
        deforming_deinit(&d);
    } else {
        pd_train_goals_deinit(goals);
    }
    free(pointers);
    return status;
}

void pd_train_goals_deinit(pd_train_goals *goals)
{
    free(goals->rotations);
    free(goals->targets);
    *goals = (pd_train_goals){0};
}

/* --- sums --- */

typedef struct adding {
    pd_train_pose_fit *fit;
    deforming deforming;
    const float *rotations[BATCH];
    float *corrections[PD_TRAIN_FIT_COUNT]; /* (BATCH,V,3) each */
} adding;

static void correct_one(const adding *a, int index, int kind)
{
    const pd_train_pose_fit *fit = a->fit;
    const double *rest = pd_train_deformer_rest(fit->deformer);
    size_t numbers = a->deforming.numbers;
    const float *target = a->deforming.targets + numbers * (size_t)index;
    float *out = a->corrections[kind] + numbers * (size_t)index;
    pd_train_skin skin;
    pd_train_skin_set(&skin, fit->model, skinnings[kind], fit->options.betas, fit->options.beta_count,
                      a->rotations[index]);
    for (int v = 0; v < fit->model->vertex_count; v++) {
        pd_xform x;
        double d[3];
        pd_train_skin_vertex(&x, &skin, v);
        pd_train_unpose(d, &x, rest + 3 * (size_t)v, target + 3 * (size_t)v,
                        kind == PD_TRAIN_FIT_LBS ? fit->options.damping : 0);
        for (int c = 0; c < 3; c++) out[3 * (size_t)v + (size_t)c] = (float)d[c];
    }
}

static void make_one(void *arg, int index, int worker)
{
    adding *a = arg;
    deform_one(&a->deforming, index, worker);
    for (int kind = 0; kind < PD_TRAIN_FIT_COUNT; kind++) correct_one(a, index, kind);
}

static pd_status add_batch(adding *a, int count, const pd_executor *executor, pd_error *err)
{
    pd_status status = PD_OK;
    pd_execute(executor, make_one, a, count);
    for (int kind = 0; !status && kind < PD_TRAIN_FIT_COUNT; kind++)
        status = pd_train_pose_sums_add(&a->fit->sums[kind], a->rotations, a->corrections[kind], count,
                                        executor, err);
    return status;
}

static pd_status add_all(adding *a, const float *const *training, int count, const pd_executor *executor,
                         const pd_train_progress *progress, pd_error *err)
{
    static const char step[] = "targets of the poses";
    pd_status status = PD_OK;
    if (progress->report) progress->report(progress->ctx, step, 0, count);
    for (int done = 0; !status && done < count; done += BATCH) {
        int n = count - done < BATCH ? count - done : BATCH;
        memcpy(a->rotations, training + done, (size_t)n * sizeof *training);
        status = add_batch(a, n, executor, err);
        if (progress->report && !status) progress->report(progress->ctx, step, done + n, count);
    }
    return status;
}

static pd_status add_training(pd_train_pose_fit *fit, const float *const *training, int count,
                              const pd_executor *executor, const pd_train_progress *progress, pd_error *err)
{
    adding a = {.fit = fit};
    size_t v = (size_t)fit->model->vertex_count, numbers = BATCH * 3 * v;
    pd_status status = deforming_init(&a.deforming, fit->deformer, v, executor, err);
    if (status) return status;
    float *room = malloc((1 + PD_TRAIN_FIT_COUNT) * numbers * sizeof *room);
    a.deforming.targets = room;
    a.deforming.rotations = a.rotations;
    for (int kind = 0; room && kind < PD_TRAIN_FIT_COUNT; kind++)
        a.corrections[kind] = room + numbers * (size_t)(1 + kind);
    status = room ? add_all(&a, training, count, executor, progress, err)
                  : pd_fail(err, PD_ERR_MEMORY, "pose shapes", "no memory for %d poses at a time", BATCH);
    free(room);
    deforming_deinit(&a.deforming);
    return status;
}

/* Divides the poses: pointers to those to learn from; copies of those to judge by, in *judged. */
static void divide(pd_train_pose_fit *fit, const float **training, float *judged, int *judged_count,
                   const pd_train_poses *poses)
{
    size_t turns = 9 * (size_t)fit->model->joint_count;
    *judged_count = 0;
    for (int i = 0; i < poses->count; i++) {
        const float *rotations = poses->rotations + turns * (size_t)i;
        if (pd_train_deformer_least_det(fit->deformer, rotations) < fit->options.least_det)
            fit->left_out++;
        else if (poses->held_out[i])
            memcpy(judged + turns * (size_t)(*judged_count)++, rotations, turns * sizeof *judged);
        else
            training[fit->trained++] = rotations;
    }
}

pd_status pd_train_pose_fit_add(pd_train_pose_fit *fit, const pd_train_poses *poses,
                                const pd_executor *executor, const pd_train_progress *progress, pd_error *err)
{
    static const pd_train_progress quiet = {0};
    size_t n = (size_t)poses->count, turns = 9 * (size_t)fit->model->joint_count;
    const float **training = malloc((n + 1) * sizeof *training);
    float *judged = malloc((n * turns + 1) * sizeof *judged);
    int judged_count = 0;
    pd_status status = PD_OK;
    if (fit->model->joint_count != PD_TRAIN_POSE_JOINTS)
        status = pd_fail(err, PD_ERR_UNSUPPORTED, "pose shapes", "the model has %d joints; the poses %d",
                         fit->model->joint_count, PD_TRAIN_POSE_JOINTS);
    else if (!training || !judged)
        status = pd_fail(err, PD_ERR_MEMORY, "pose shapes", "no memory for %zu poses", n);
    if (!status) divide(fit, training, judged, &judged_count, poses);
    if (!status)
        status = add_training(fit, training, fit->trained, executor, progress ? progress : &quiet, err);
    if (!status)
        status = pd_train_goals_init(&fit->held_out, fit->deformer, fit->model->joint_count, judged,
                                     judged_count, executor, err);
    free(training);
    free(judged);
    return status;
}

pd_status pd_train_pose_fit_init(pd_train_pose_fit *fit, const pd_smpl_model *model,
                                 const pd_train_pose_fit_options *options, pd_error *err)
{
    *fit = (pd_train_pose_fit){0};
    if (options) fit->options = *options;
    if (!(fit->options.damping > 0)) fit->options.damping = 0.02;
    if (!(fit->options.least_det > 0)) fit->options.least_det = 0.1;
    fit->model = pd_smpl_model_retain((pd_smpl_model *)model);
    pd_status status = pd_train_deformer_build(&fit->deformer, model, fit->options.betas,
                                               fit->options.beta_count, NULL, err);
    for (int kind = 0; !status && kind < PD_TRAIN_FIT_COUNT; kind++)
        status = pd_train_pose_sums_init(&fit->sums[kind], &model->data, err);
    if (status) pd_train_pose_fit_deinit(fit);
    return status;
}

void pd_train_pose_fit_deinit(pd_train_pose_fit *fit)
{
    for (int kind = 0; kind < PD_TRAIN_FIT_COUNT; kind++) pd_train_pose_sums_deinit(&fit->sums[kind]);
    pd_train_goals_deinit(&fit->held_out);
    pd_train_deformer_free(fit->deformer);
    pd_smpl_model_release(fit->model);
    *fit = (pd_train_pose_fit){0};
}
