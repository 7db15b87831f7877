#include "train/corrective/pose_fit.h"

#include "core/base/assert.h"
#include "train/corrective/unpose.h"

#include <stdlib.h>
#include <string.h>

/* Returns options without contact. Contact begins abruptly at an angle, which P,
 * linear in sines and cosines, cannot learn. */
static pd_train_deform_options learnable(double most_volume_m)
{
    return (pd_train_deform_options){.no_contact = 1, .most_volume_m = most_volume_m};
}

#define BATCH 32 /* poses of a batch; fixed, because it determines the order of sums */

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

/* Frees the workers' arenas. */
static void deforming_deinit(deforming *d)
{
    for (int w = 0; d->scratch && w < d->worker_count; w++) pd_arena_deinit(&d->scratch[w]);
    free(d->scratch);
}

/* Allocates an arena for each worker. ERR_MEMORY. */
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

    return pd_fail(err, PD_ERR_MEMORY, "pose shapes", "out of memory for %d workers", d->worker_count);
}

/* Makes goals of the poses in which LBS does not collapse. */
static pd_status make_targets(pd_train_goals *goals, const pd_train_deformer *deformer,
                              const pd_train_goals_job *job, const pd_executor *executor, pd_error *err)
{
    const pd_train_pose_list *poses = job->poses;
    const size_t pose_floats = 9 * (size_t)job->model->joint_count;
    const size_t vertex_count = (size_t)job->model->vertex_count;

    goals->rotations = malloc(((size_t)poses->count * pose_floats + 1) * sizeof *goals->rotations);
    if (!goals->rotations)
        return pd_fail(err, PD_ERR_MEMORY, "pose shapes", "out of memory for %d poses", poses->count);

    /* Leave out poses in which LBS collapses. */
    for (int i = 0; i < poses->count; i++)
        if (pd_train_deformer_least_det(deformer, poses->rotations[i]) >= job->least_det)
            memcpy(goals->rotations + pose_floats * (size_t)goals->count++, poses->rotations[i],
                   pose_floats * sizeof *goals->rotations);

    size_t count = (size_t)goals->count;
    PD_ASSERT(count <= (size_t)poses->count);
    const float **pointers = malloc((count + 1) * sizeof *pointers);
    deforming d = {0};

    goals->targets = malloc((count * 3 * vertex_count + 1) * sizeof *goals->targets);
    pd_status status = pointers && goals->targets ? deforming_init(&d, deformer, vertex_count, executor, err)
                                                  : pd_fail(err, PD_ERR_MEMORY, "pose shapes",
                                                            "out of memory for %zu targets", count);

    /* Deform all poses in parallel, each to its own place. */
    if (!status) {
        for (size_t i = 0; i < count; i++) pointers[i] = goals->rotations + pose_floats * i;
        d.rotations = pointers;
        d.targets = goals->targets;
        pd_execute(executor, deform_one, &d, goals->count);
        deforming_deinit(&d);
    }

    free(pointers);
    return status;
}

pd_status pd_train_goals_init(pd_train_goals *goals, const pd_train_goals_job *job,
                              const pd_executor *executor, pd_error *err)
{
    const pd_smpl_model *model = job->model;
    const int beta_count = job->beta_count;
    pd_train_deformer *deformer = NULL;

    *goals = (pd_train_goals){.beta_count = beta_count};
    if (beta_count > PD_TRAIN_FIT_BETAS)
        return pd_fail(err, PD_ERR_RANGE, "betas", "%d numbers; 0 to %d allowed", beta_count,
                       PD_TRAIN_FIT_BETAS);

    PD_ASSERT(beta_count >= 0);
    for (int b = 0; b < beta_count; b++) goals->betas[b] = job->betas[b];

    /* Use the same deformer as learning. */
    const pd_train_deform_options deform = learnable(job->most_volume_m);
    pd_status status = pd_train_deformer_build(&deformer, model, job->betas, beta_count, &deform, err);
    if (!status) status = make_targets(goals, deformer, job, executor, err);
    pd_train_deformer_free(deformer);
    if (status) pd_train_goals_deinit(goals);

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
    pd_train_deformer *deformer;
    const float *betas;
    int beta_count;
    deforming deforming;
    const float *rotations[BATCH];
    float *corrections[PD_TRAIN_FIT_COUNT]; /* (BATCH,V,3) each */
} adding;

/* Makes target and corrections of one pose of the batch (task `index`). */
static void make_one(void *arg, int index, int worker)
{
    adding *a = arg;
    const pd_train_pose_fit *fit = a->fit;
    const double *rest = pd_train_deformer_rest(a->deformer);

    PD_ASSERT(index >= 0);
    const size_t numbers = a->deforming.numbers;
    const float *target = a->deforming.targets + numbers * (size_t)index;

    /* Compute the target, then the correction of the rest shape for each kind of skinning. */
    deform_one(&a->deforming, index, worker);
    for (int kind = 0; kind < PD_TRAIN_FIT_COUNT; kind++) {
        float *out = a->corrections[kind] + numbers * (size_t)index;
        pd_train_skin skin;
        pd_train_skin_set(&skin, fit->model, skinnings[kind], a->betas, a->beta_count, a->rotations[index]);
        for (int v = 0; v < fit->model->vertex_count; v++) {
            pd_xform x;
            double d[3];
            pd_train_skin_vertex(&x, &skin, v);
            pd_train_unpose(d, &x, rest + 3 * (size_t)v, target + 3 * (size_t)v,
                            kind == PD_TRAIN_FIT_LBS ? fit->options.damping : 0);
            for (int c = 0; c < 3; c++) out[3 * (size_t)v + (size_t)c] = (float)d[c];
        }
    }
}

/* Adds the poses to the sums of each kind of skinning, BATCH at a time. */
static pd_status add_poses(adding *a, const pd_train_pose_list *poses, const pd_executor *executor,
                           const pd_progress *progress, pd_error *err)
{
    static const char step[] = "targets of the poses";
    size_t v = (size_t)a->fit->model->vertex_count;
    size_t numbers = BATCH * 3 * v;
    pd_status status = deforming_init(&a->deforming, a->deformer, v, executor, err);

    if (status) return status;

    /* Allocate one batch: targets, and corrections for each kind. */
    float *memory = malloc((1 + PD_TRAIN_FIT_COUNT) * numbers * sizeof *memory);
    a->deforming.targets = memory;
    a->deforming.rotations = a->rotations;
    for (int kind = 0; memory && kind < PD_TRAIN_FIT_COUNT; kind++)
        a->corrections[kind] = memory + numbers * (size_t)(1 + kind);
    if (!memory)
        status = pd_fail(err, PD_ERR_MEMORY, "pose shapes", "out of memory for %d poses at a time", BATCH);

    if (progress->report && !status) progress->report(progress->ctx, step, 0, poses->count);

    /* Add batches in the order of the poses, so that the sums are the same with any number of threads. */
    for (int done = 0; !status && done < poses->count; done += BATCH) {
        int n = poses->count - done < BATCH ? poses->count - done : BATCH;
        PD_ASSERT(n > 0 && n <= BATCH);
        memcpy(a->rotations, poses->rotations + done, (size_t)n * sizeof *poses->rotations);
        pd_execute(executor, make_one, a, n);
        for (int kind = 0; !status && kind < PD_TRAIN_FIT_COUNT; kind++) {
            const pd_train_pose_batch batch = {.rotations = a->rotations,
                                               .corrections = a->corrections[kind],
                                               .count = n,
                                               .betas = a->betas,
                                               .beta_count = a->beta_count};
            status = pd_train_pose_sums_add(&a->fit->sums[kind], &batch, executor, err);
        }

        if (progress->report && !status) progress->report(progress->ctx, step, done + n, poses->count);
    }

    free(memory);
    deforming_deinit(&a->deforming);
    return status;
}

/* --- choosing --- */

pd_status pd_train_pose_list_init(pd_train_pose_list *list, const pd_train_poses *poses, int held_out,
                                  int first, int step, pd_error *err)
{
    int seen = 0;

    *list = (pd_train_pose_list){malloc(((size_t)poses->count + 1) * sizeof *list->rotations), 0};
    if (!list->rotations)
        return pd_fail(err, PD_ERR_MEMORY, "poses", "out of memory for %d poses", poses->count);
    for (int i = 0; i < poses->count; i++)
        if (!poses->held_out[i] == !held_out && seen++ % step == first)
            list->rotations[list->count++] = poses->rotations + 9 * PD_TRAIN_POSE_JOINTS * (size_t)i;

    return PD_OK;
}

void pd_train_pose_list_deinit(pd_train_pose_list *list)
{
    free(list->rotations);
    *list = (pd_train_pose_list){0};
}

/* --- all of it --- */

pd_status pd_train_pose_fit_add(pd_train_pose_fit *fit, const pd_train_pose_list *poses, const float *betas,
                                int beta_count, const pd_executor *executor, const pd_progress *progress,
                                pd_error *err)
{
    static const pd_progress quiet = {0};
    adding a = {.fit = fit, .betas = betas, .beta_count = beta_count};
    pd_train_pose_list chosen = {0};
    const pd_train_deform_options deform = learnable(fit->options.most_volume_m);
    pd_status status = pd_train_deformer_build(&a.deformer, fit->model, betas, beta_count, &deform, err);

    if (!status) {
        chosen.rotations = malloc(((size_t)poses->count + 1) * sizeof *chosen.rotations);
        if (!chosen.rotations)
            status = pd_fail(err, PD_ERR_MEMORY, "poses", "out of memory for %d poses", poses->count);
    }

    if (!status) { /* leave out poses in which LBS collapses */
        for (int i = 0; i < poses->count; i++)
            if (pd_train_deformer_least_det(a.deformer, poses->rotations[i]) >= fit->options.least_det)
                chosen.rotations[chosen.count++] = poses->rotations[i];
        fit->trained += chosen.count;
        fit->left_out += poses->count - chosen.count;
    }

    if (!status) status = add_poses(&a, &chosen, executor, progress ? progress : &quiet, err);
    pd_train_pose_list_deinit(&chosen);
    pd_train_deformer_free(a.deformer);

    return status;
}

pd_status pd_train_pose_fit_init(pd_train_pose_fit *fit, const pd_smpl_model *model,
                                 const pd_train_pose_fit_options *options, pd_error *err)
{
    *fit = (pd_train_pose_fit){0};
    if (options) fit->options = *options;
    if (!(fit->options.damping > 0)) fit->options.damping = PD_TRAIN_DAMPING;
    if (!(fit->options.least_det > 0)) fit->options.least_det = 0.1;
    fit->model = pd_smpl_model_retain((pd_smpl_model *)model);
    pd_status status = PD_OK;
    for (int kind = 0; !status && kind < PD_TRAIN_FIT_COUNT; kind++)
        status = pd_train_pose_sums_init(&fit->sums[kind], &model->data, fit->options.beta_terms, err);
    if (status) pd_train_pose_fit_deinit(fit);

    return status;
}

void pd_train_pose_fit_deinit(pd_train_pose_fit *fit)
{
    for (int kind = 0; kind < PD_TRAIN_FIT_COUNT; kind++) pd_train_pose_sums_deinit(&fit->sums[kind]);
    pd_smpl_model_release(fit->model);
    *fit = (pd_train_pose_fit){0};
}
