#include "train/network/train_internal.h"

#include "train/network/experts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An evaluation runs the network from 48 places for 120 frames (2 s) and over 4096 held-out rows. Chosen by
 * hand. */
#define STARTS      48
#define RUN_FRAMES  120
#define HELD_ROWS   4096
#define SPEED_SHARE 0.1 /* in an evaluation's score: weight of metres a second against metres */

/* ---- options */

pd_train_network_options pd_train_network_defaults(void)
{
    return (pd_train_network_options){
        .hidden = 256,
        .batch_groups = 8,
        .group_rows = PD_TRAIN_GROUP_ROWS,
        .rows = 3500000,
        .seed = 1,
        .cost = {.loss = PD_TRAIN_L1, .dropout = 0.02, .gamma = 0},
        .emphasis = {.root = 1, .feet = 4},
        .noise = {.joints = 0.02, .trajectory = 0.12, .gait = 0.06, .terrain = 0.02, .style = 0.25},
        .rate = 2e-3,
        .rate_last = 0.005,
        .warm_up = 200};
}

pd_status pd_train_network_check(const pd_train_network_options *o, pd_error *err)
{
    /* Ranges of the options. Most upper ends are only so far out that nobody meant what lies beyond. */
    const struct {
        const char *name;
        double value, least, most;
    } list[] = {{"hidden", o->hidden, 1, 4096},
                {"experts", o->experts, 0, PD_PFNN_MAX_CONTROLS},
                {"batch", o->batch_groups, 1, PD_TRAIN_BLOCK_GROUPS},
                {"rows", (double)o->rows, 1, 1e12},
                {"loss", (double)o->cost.loss, 0, PD_TRAIN_LOSS_COUNT - 1},
                {"dropout", o->cost.dropout, 0, 0.9},
                {"dropout-input", o->noise.dropout, 0, 0.9},
                {"group-rows", o->group_rows, 1, PD_TRAIN_GROUP_ROWS},
                {"rate-last", o->rate_last, 0, 1},
                {"gamma", o->cost.gamma, 0, 1000},
                {"emphasis-root", o->emphasis.root, 0, 1000},
                {"emphasis-feet", o->emphasis.feet, 0, 1000},
                {"emphasis-reach", o->emphasis.reach, 0, 1000},
                {"noise-joints", o->noise.joints, 0, 10},
                {"noise-trajectory", o->noise.trajectory, 0, 10},
                {"noise-gait", o->noise.gait, 0, 10},
                {"noise-terrain", o->noise.terrain, 0, 10},
                {"style-drop", o->noise.style, 0, 1},
                {"rate", o->rate, 1e-9, 1},
                {"warm-up", (double)o->warm_up, 0, 1e9}};

    pd_status status = PD_OK;
    for (size_t i = 0; !status && i < sizeof list / sizeof *list; i++)
        if (!(list[i].value >= list[i].least && list[i].value <= list[i].most))
            status = pd_fail(err, PD_ERR_RANGE, list[i].name, "%g; %.10g to %.10g allowed", list[i].value,
                             list[i].least, list[i].most);

    /* Combinations that the ranges above do not exclude. */
    if (!status && o->experts == 1)
        status = pd_fail(err, PD_ERR_RANGE, "experts", "1; 0 (a phase function) or 2 to %d allowed",
                         PD_PFNN_MAX_CONTROLS);

    /* n & (n - 1) is 0 for powers of two. */
    if (!status && (o->group_rows & (o->group_rows - 1)))
        status =
            pd_fail(err, PD_ERR_RANGE, "group-rows", "%d; 1, 2, 4, 8, 16, 32 and 64 allowed", o->group_rows);

    return status;
}

/* ---- making and freeing */

/* Allocates everything that training needs, after the check of the options. */
static pd_status prepare_train(pd_train_network *t, const pd_train_reducer *reducer, pd_error *err)
{
    const pd_pfnn_layout *l = &t->rows->layout;
    const pd_train_network_options *o = &t->options;
    pd_status status = pd_train_network_check(o, err);

    /* Create the parameters of mixed experts with a gate, or of a phase function. */
    if (!status && o->experts) {
        pd_pfnn_gate gate = {.hidden = PD_TRAIN_GATE_HIDDEN, .experts = o->experts};
        pd_train_experts_inputs(&gate, l, t->rows->joint_weights);
        status = pd_train_params_init_gated(&t->params, l->in_count, o->hidden, l->out_count, &gate, err);
    } else if (!status) {
        status = pd_train_params_init(&t->params, l->in_count, o->hidden, l->out_count, err);
    }

    if (status) return status;

    /* Divide the groups of every batch among the processes as evenly as possible. */
    int all = o->batch_groups;
    t->group_count = all;
    if (reducer && reducer->size >= 1) {
        if (reducer->size > all)
            return pd_fail(err, PD_ERR_RANGE, "batch", "%d groups for %d processes; one each at least", all,
                           reducer->size);
        t->reducer = *reducer;
        t->first_group = (int)((long)all * reducer->rank / reducer->size);
        t->group_count = (int)((long)all * (reducer->rank + 1) / reducer->size) - t->first_group;
        t->gradient = pd_train_params_like(&t->params);
        if (!t->gradient) return pd_fail(err, PD_ERR_MEMORY, "network", "out of memory for the gradient");
    }

    /* Allocate the moments of Adam, the best parameters, and one batch. */
    size_t rows = (size_t)t->group_count * (size_t)o->group_rows;
    t->m = pd_train_params_like(&t->params);
    t->v = pd_train_params_like(&t->params);
    t->best = pd_train_params_like(&t->params);
    t->x = malloc(rows * (size_t)t->params.x_dim * sizeof *t->x);
    t->t = malloc(rows * (size_t)t->params.y_dim * sizeof *t->t);
    t->cycle = malloc((size_t)t->group_count * sizeof *t->cycle);
    t->emphasis = malloc((size_t)t->params.y_dim * sizeof *t->emphasis);
    if (!t->m || !t->v || !t->best || !t->x || !t->t || !t->cycle || !t->emphasis)
        return pd_fail(err, PD_ERR_MEMORY, "network", "out of memory for %zu parameters", t->params.count);

    /* Prepare the sources of rows, the measurements and the step itself. */
    status = pd_train_row_sampler_init(&t->sampler, t->rows, &o->noise, o->seed, o->group_rows, err);
    if (!status) status = pd_train_free_runs_init(&t->runs, t->rows, STARTS, RUN_FRAMES, HELD_ROWS, err);
    if (!status)
        status = pd_train_step_create(&t->scratch, &t->params, t->group_count, o->group_rows,
                                      t->executor->worker_count, err);

    return status;
}

pd_status pd_train_network_create(pd_train_network **out, const pd_train_rows *rows,
                                  const pd_train_network_options *options, const pd_train_reducer *reducer,
                                  const pd_executor *executor, pd_error *err)
{
    pd_train_network *t = *out = calloc(1, sizeof *t);

    if (!t) return pd_fail(err, PD_ERR_MEMORY, "network", "out of memory");

    t->rows = rows;
    t->executor = executor;
    t->options = *options;
    t->best_evaluation = -1;
    pd_status status = prepare_train(t, reducer, err);
    if (status) {
        pd_train_network_release(t);
        *out = NULL;
        return status;
    }

    /* Set the emphasis in the loss: root motion, phase and feet. */
    static const int feet[] = {PD_BIPED_L_FOOT, PD_BIPED_L_TOE, PD_BIPED_R_FOOT, PD_BIPED_R_TOE};
    const pd_pfnn_layout *l = &t->rows->layout;
    const pd_train_emphasis *e = &t->options.emphasis;
    for (int o = 0; o < l->out_count; o++) t->emphasis[o] = 1;
    t->emphasis[l->out_velocity] = t->emphasis[l->out_velocity + 1] = (float)e->root;
    t->emphasis[l->out_yaw_rate] = t->emphasis[l->out_phase] = (float)e->root;
    for (int f = 0; f < 4 && feet[f] < l->joints; f++)
        for (int c = 0; c < 3; c++) {
            t->emphasis[l->out_positions + 3 * feet[f] + c] = (float)e->feet;
            t->emphasis[l->out_velocities + 3 * feet[f] + c] = (float)e->feet;
        }

    /* Spans from thigh to foot. The offset undoes the normalisation of the outputs,
     * so that lengths are in one unit. */
    static const int legs[2][2] = {{PD_BIPED_L_THIGH, PD_BIPED_L_FOOT}, {PD_BIPED_R_THIGH, PD_BIPED_R_FOOT}};
    for (int f = 0; f < 2 && legs[1][1] < l->joints; f++) {
        int a = l->out_positions + 3 * legs[f][0];
        int b = l->out_positions + 3 * legs[f][1];
        t->spans[f] = (pd_train_span){.a = a, .b = b, .weight = e->reach};
        for (int c = 0; c < 3; c++)
            t->spans[f].offset[c] = (rows->y_mean[b + c] - rows->y_mean[a + c]) / rows->y_std[a];
    }

    pd_train_params_random(&t->params, options->seed);
    return PD_OK;
}

void pd_train_network_release(pd_train_network *t)
{
    if (!t) return;
    pd_train_params_deinit(&t->params);
    pd_train_row_sampler_deinit(&t->sampler);
    pd_train_free_runs_deinit(&t->runs);
    pd_train_step_release(t->scratch);
    free(t->m);
    free(t->v);
    free(t->best);
    free(t->gradient);
    free(t->x);
    free(t->t);
    free(t->cycle);
    free(t->emphasis);
    free(t->evaluations);
    free(t);
}

/* ---- steps */

int pd_train_network_step_rows(const pd_train_network *t)
{
    return t->options.batch_groups * t->options.group_rows;
}

long pd_train_network_steps(const pd_train_network *t)
{
    int rows = pd_train_network_step_rows(t);
    return (t->options.rows + rows - 1) / rows;
}

long pd_train_network_steps_done(const pd_train_network *t)
{
    return t->step;
}

void pd_train_network_set_rows(pd_train_network *t, long rows)
{
    t->options.rows = rows;
}

static long group_of(const pd_train_network *t, int index)
{
    return t->step * t->options.batch_groups + t->first_group + index;
}

/* A batch may reach over the end of a block: its groups are filled block by block. */
typedef struct fill_part {
    pd_train_network *training;
    int first;
} fill_part;

/* Samples group `index` of this process's share of the batch: inputs, targets and phase. */
static void fill_group(void *arg, int index, int worker)
{
    (void)worker;
    const fill_part *part = arg;
    pd_train_network *t = part->training;
    int group = part->first + index;
    size_t row = (size_t)group * (size_t)t->options.group_rows;

    t->cycle[group] =
        pd_train_row_sampler_fill(t->x + row * (size_t)t->params.x_dim, t->t + row * (size_t)t->params.y_dim,
                                  &t->sampler, group_of(t, group));
}

/* Sink of a single process: updates the parameters at once. */
static void update(void *ctx, const float *gradient, size_t first, size_t count)
{
    pd_train_network *t = ctx;
    const pd_train_rate rate = {.top = t->options.rate,
                                .last = t->options.rate_last,
                                .warm_up = t->options.warm_up,
                                .steps = pd_train_network_steps(t)};

    pd_train_adam(t->params.values + first, t->m + first, t->v + first, gradient, count,
                  pd_train_rate_at(&rate, t->step), t->step);
}

/* Sink of several processes: stores the gradient for the sum over all of them. */
static void collect_train(void *ctx, const float *gradient, size_t first, size_t count)
{
    pd_train_network *t = ctx;
    memcpy(t->gradient + first, gradient, count * sizeof *gradient);
}

/* Updates the parameters of panel `index`, counted over all layers;
 * the index after the last is the gate. */
static void update_panel(void *arg, int index, int worker)
{
    (void)worker;
    pd_train_network *t = arg;

    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        const pd_train_params_layer *layer = &t->params.layers[l];
        size_t count = (size_t)t->params.controls * layer->block;
        size_t first = layer->first + (size_t)index * count;
        if (index < layer->panel_count) {
            update(t, t->gradient + first, first, count);
            return;
        }

        index -= layer->panel_count;
    }

    if (t->params.gate_floats)
        update(t, t->gradient + t->params.gate_first, t->params.gate_first, t->params.gate_floats);
}

double pd_train_network_step(pd_train_network *t)
{
    const long block_groups = PD_TRAIN_BLOCK_ROWS / t->options.group_rows;

    /* Fill the batch. Groups of one block of rows are filled at once. */
    for (int done = 0; done < t->group_count;) {
        long group = group_of(t, done);
        long left = block_groups - group % block_groups;
        int count = t->group_count - done < left ? t->group_count - done : (int)left;
        fill_part part = {t, done};
        pd_train_row_sampler_block(&t->sampler, group);
        pd_execute(t->executor, fill_group, &part, count);
        done += count;
    }

    /* Every process contributes its share of the term on the weights. */
    pd_train_cost cost = t->options.cost;
    cost.emphasis = t->emphasis;
    cost.spans = t->spans;
    cost.span_count = t->options.emphasis.reach > 0 ? 2 : 0;
    cost.gamma *= (double)t->group_count / t->options.batch_groups;

    /* Compute loss and gradient. The seed of the dropout differs in each step. */
    const pd_train_batch batch = {.group_count = t->group_count,
                                  .group_rows = t->options.group_rows,
                                  .x = t->x,
                                  .t = t->t,
                                  .cycle = t->cycle,
                                  .seed = t->options.seed * 0x9e3779b97f4a7c15U + (uint64_t)t->step,
                                  .first_group = t->first_group,
                                  .total_rows = pd_train_network_step_rows(t)};
    const pd_train_grad_sink sink = {t->gradient ? collect_train : update, t};
    double loss = pd_train_step_run(t->scratch, &t->params, &batch, &cost, sink, t->executor);

    /* With several processes, sum gradients and losses over them, then update. */
    if (t->gradient) {
        int panels = 0;
        float sum = (float)loss;
        for (int l = 0; l < PD_PFNN_LAYERS; l++) panels += t->params.layers[l].panel_count;
        t->reducer.sum(t->reducer.ctx, t->gradient, t->params.count);
        t->reducer.sum(t->reducer.ctx, &sum, 1);
        pd_execute(t->executor, update_panel, t, panels + (t->params.gate_floats > 0));
        loss = (double)sum;
    }

    /* Sums for the next evaluation. */
    t->loss_sum += loss;
    t->loss_count++;
    t->step++;

    return loss;
}

/* ---- evaluations */

/* Returns the score of an evaluation; lower is better. */
static double score(const pd_train_evaluation *evaluation)
{
    return evaluation->free.joints + SPEED_SHARE * evaluation->free.support;
}

pd_status pd_train_network_keep(pd_train_network *t, const pd_train_evaluation *evaluation, pd_error *err)
{
    if (t->evaluation_count == t->evaluation_capacity) {
        int capacity = 2 * t->evaluation_capacity + 16;
        pd_train_evaluation *evaluations = realloc(t->evaluations, (size_t)capacity * sizeof *evaluations);
        if (!evaluations) return pd_fail(err, PD_ERR_MEMORY, "evaluations", "out of memory for %d", capacity);
        t->evaluations = evaluations;
        t->evaluation_capacity = capacity;
    }

    /* The best parameters are kept beside the current ones. */
    t->evaluations[t->evaluation_count++] = *evaluation;
    if (t->best_evaluation >= 0 && !(score(evaluation) <= score(&t->evaluations[t->best_evaluation])))
        return PD_OK;
    t->best_evaluation = t->evaluation_count - 1;
    memcpy(t->best, t->params.values, t->params.count * sizeof *t->best);

    return PD_OK;
}

pd_status pd_train_network_evaluate(pd_train_evaluation *out, pd_train_network *t, pd_error *err)
{
    pd_pfnn_network network;
    pd_pfnn_model *model;

    *out = (pd_train_evaluation){.step = t->step,
                                 .loss = t->loss_count ? t->loss_sum / (double)t->loss_count : 0};

    /* Measure the network as it would be exported. */
    pd_status status = pd_train_network_export(&network, t, 0, err);
    if (!status) status = pd_pfnn_model_build(&model, &network, err);
    if (status) return status;
    status = pd_train_free_runs_measure(&out->free, &t->runs, model, t->executor, err);
    pd_pfnn_model_release(model);
    if (!status) status = pd_train_network_keep(t, out, err);

    /* The mean loss starts anew after each evaluation. */
    if (!status) {
        t->loss_sum = 0;
        t->loss_count = 0;
    }

    return status;
}

const pd_train_evaluation *pd_train_network_evaluations(int *count, const pd_train_network *t)
{
    *count = t->evaluation_count;
    return t->evaluations;
}

int pd_train_network_best(const pd_train_network *t)
{
    return t->best_evaluation;
}

/* ---- the network */

/* Writes the skeleton, the styles and the joint weights of the biped into the network. */
static pd_status describe_train(pd_pfnn_network *out, const pd_train_rows *rows, pd_error *err)
{
    int joints = rows->layout.joints;
    int parents[PD_ANIM_BIPED_JOINTS];
    pd_model_name names[PD_ANIM_BIPED_JOINTS] = {{0}};

    if (joints != PD_ANIM_BIPED_JOINTS || rows->layout.samples != 12 || rows->layout.gaits != PD_PFNN_GAITS)
        return PD_OK; /* rows of another layout: a network without skeleton */
    for (int j = 0; j < joints; j++) {
        strncpy(names[j], pd_anim_biped_joints[j].name, PD_MODEL_NAME_BYTES - 1);
        parents[j] = pd_anim_biped_joints[j].parent;
    }

    /* Copy names and parents. */
    pd_status status = pd_pfnn_network_describe(out, joints, names, parents, err);
    if (status) return status;

    out->offsets = malloc(3 * (size_t)joints * sizeof *out->offsets);
    out->joint_weights = malloc((size_t)joints * sizeof *out->joint_weights);
    if (!out->offsets || !out->joint_weights) return pd_fail(err, PD_ERR_MEMORY, "joints", "out of memory");

    /* Copy the styles, with the seconds of motion of each. */
    const pd_character_styles *styles = &rows->styles;
    float seconds[2 * PD_PFNN_MAX_STYLES];
    for (int s = 0; s < 2 * styles->count; s++)
        seconds[s] = styles->seconds[s / styles->count][s % styles->count];
    status = pd_pfnn_network_set_styles(out, styles->count, styles->names, seconds, err);
    if (status) return status;

    /* Copy joint offsets of the rows' own skeleton, or those of the default one. */
    for (int j = 0; j < joints; j++) {
        const pd_anim_biped_joint *row = &pd_anim_biped_joints[j];
        out->offsets[3 * j] = (float)row->x;
        out->offsets[3 * j + 1] = (float)row->y;
        out->offsets[3 * j + 2] = (float)row->z;
        if (rows->has_offsets)
            memcpy(out->offsets + 3 * (size_t)j, rows->offsets + 3 * (size_t)j, 3 * sizeof *out->offsets);
        out->joint_weights[j] = rows->joint_weights[j];
    }

    return PD_OK;
}

/* Copies control point 0, which alone was trained at phase 0, to the others, so that the network is the same
 * at every phase. */
static void share_control(pd_pfnn_network *out)
{
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        const pd_pfnn_layer *layer = &out->layers[l];
        const size_t units = (size_t)layer->out;
        const size_t weights = units * (size_t)layer->in;
        for (int k = 1; k < out->controls; k++) {
            memcpy(layer->weights + (size_t)k * weights, layer->weights, weights * sizeof *layer->weights);
            memcpy(layer->bias + (size_t)k * units, layer->bias, units * sizeof *layer->bias);
        }
    }
}

pd_status pd_train_network_export(pd_pfnn_network *out, const pd_train_network *t, int best, pd_error *err)
{
    const pd_train_rows *rows = t->rows;
    pd_train_params params = t->params;
    pd_status status =
        params.gate.input_count
            ? pd_pfnn_network_init_gated(out, params.x_dim, params.h_dim, params.y_dim, &params.gate, err)
            : pd_pfnn_network_init(out, params.x_dim, params.h_dim, params.y_dim, err);

    if (status) return status;

    /* Copy parameters and normalisation. */
    if (best && t->best_evaluation >= 0) params.values = t->best;
    pd_train_params_write(out, &params);
    if (rows->is_phaseless) share_control(out);
    memcpy(out->x_mean, rows->x_mean, (size_t)params.x_dim * sizeof(float));
    memcpy(out->x_std, rows->x_std, (size_t)params.x_dim * sizeof(float));
    memcpy(out->y_mean, rows->y_mean, (size_t)params.y_dim * sizeof(float));
    memcpy(out->y_std, rows->y_std, (size_t)params.y_dim * sizeof(float));
    status = describe_train(out, rows, err);
    if (status) pd_pfnn_network_deinit(out);

    return status;
}
