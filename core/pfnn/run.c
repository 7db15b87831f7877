#include "core/pfnn/run.h"

#include "core/base/assert.h"
#include "core/kernel/motion/pfnn.h"
#include "core/pfnn/blend.h"

#include <stdbool.h>
#include <string.h>

#define PANEL        PD_K_PFNN_PANEL
#define CHUNK        96   /* characters in a task of mode cubic; their rows fit into the second-level cache */
#define CHUNK_MIN    12   /* least number of characters, because loading the weights takes time */
#define CROWD        1024 /* characters in a task of other modes, whose slices are blended once in a task */
#define CROWD_MIN    64
#define SLICE_ROWS   32 /* rows of a blended slice that are computed and used at a time */
#define SLICE_FLOATS ((size_t)PANEL * (1 + SLICE_ROWS))
#define SLICES_MAX   PD_PFNN_MAX_SLICES

/* ---- scratch */

/* One worker's memory, for `chunk` characters. */
typedef struct desk {
    float *a, *b; /* (chunk,row) activations: inputs and outputs of a layer */
    float *coefs; /* exact: (K,chunk), by control point or expert. Otherwise (2 chunk), in the order of who */
    int *who;     /* (2 chunk) characters; exact: all, otherwise slice after slice */
    float *slice; /* (SLICE_FLOATS) rows of a blended block */
} desk;

typedef struct stepping {
    const pd_pfnn_job *job;
    const pd_pfnn_model *model;
    const pd_k_pfnn *kernel;
    const pd_pfnn_blend *blend;
    bool exact; /* without slices: mode cubic, and kinds without slices */
    int *order; /* (N) characters sorted by slice, so that neighbours share slices */
    unsigned char *desks;
    size_t desk_bytes;
    int chunk;
} stepping;

static bool is_exact(const pd_pfnn_job *job, const pd_pfnn_model *model)
{
    return job->mode == PD_PFNN_CUBIC || !pd_pfnn_blend_of(&model->network)->has_slices;
}

static int chunk_of(int count, int workers, bool exact)
{
    int most = exact ? CHUNK : CROWD;
    int least = exact ? CHUNK_MIN : CROWD_MIN;
    int each = (count + workers - 1) / workers;

    each = (each + PD_K_PFNN_GROUP - 1) / PD_K_PFNN_GROUP * PD_K_PFNN_GROUP;
    if (each > most) each = most;
    if (each < least) each = least;

    return each < count ? each : count;
}

/* Returns the bytes of a desk; with d it also takes them from the arena. */
static size_t set_desk(desk *d, pd_arena *arena, const pd_pfnn_model *m, int chunk)
{
    size_t n = (size_t)chunk;
    size_t row = (size_t)m->row;
    size_t sets = (size_t)m->network.controls;

    if (d) {
        d->a = pd_arena_take(arena, n * row, sizeof(float));
        d->b = pd_arena_take(arena, n * row, sizeof(float));
        d->coefs = pd_arena_take(arena, sets * n, sizeof(float));
        d->who = pd_arena_take(arena, 2 * n, sizeof(int));
        d->slice = pd_arena_take(arena, SLICE_FLOATS, sizeof(float));
    }

    return 2 * pd_arena_bytes(n * row, sizeof(float)) + pd_arena_bytes(sets * n, sizeof(float)) +
           pd_arena_bytes(2 * n, sizeof(int)) + pd_arena_bytes(SLICE_FLOATS, sizeof(float));
}

size_t pd_pfnn_job_scratch_bytes(const pd_pfnn_job *job, const pd_pfnn_model *model,
                                 const pd_executor *executor)
{
    int chunk = chunk_of(job->count, executor->worker_count, is_exact(job, model));
    return pd_arena_bytes((size_t)job->count, sizeof(int)) +
           (size_t)executor->worker_count * set_desk(NULL, NULL, model, chunk);
}

/* ---- phases */

/* Slices of the phase. */
typedef struct slices {
    int count, start[SLICES_MAX + 1];      /* slice b is used by who[start[b]] .. who[start[b + 1] - 1] */
    float c[SLICES_MAX][PD_PFNN_CONTROLS]; /* weights of the control points */
} slices;

static double cycle_of(const stepping *s, int index)
{
    return pd_pfnn_phase_cycle((double)s->job->phase[s->order[index]]);
}

/* Sorts the characters by slice with a counting sort. Without slices they keep their order. */
static void sort_characters(int *order, const pd_pfnn_job *job, bool exact)
{
    int start[SLICES_MAX + 1] = {0};

    if (exact) {
        for (int i = 0; i < job->count; i++) order[i] = i;
        return;
    }

    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < job->count; i++) {
            int slice = pd_pfnn_phase_place(pd_pfnn_phase_cycle((double)job->phase[i]), job->mode).slice;
            if (pass)
                order[start[slice]++] = i;
            else
                start[slice + 1]++;
        }

        for (int b = 0; !pass && b < SLICES_MAX; b++) start[b + 1] += start[b];
    }
}

/* Computes the exact weights of experts or control points. The standardized inputs are in d->a. */
static void set_exact(desk *d, const stepping *s, int first, int count)
{
    const pd_pfnn_network *n = &s->model->network;

    for (int i = 0; i < count; i++) {
        double c[PD_PFNN_MAX_CONTROLS];
        s->blend->weights(c, n, d->a + (size_t)i * (size_t)s->model->row, cycle_of(s, first + i));
        d->who[i] = i;
        for (int k = 0; k < n->controls; k++) d->coefs[k * count + i] = (float)c[k];
    }
}

/* Groups characters by the slices of the phase that they use, with the weight of each slice. */
static void set_slices(desk *d, slices *to, const stepping *s, int first, int count)
{
    int end[SLICES_MAX];
    int *start = to->start;
    int both = s->job->mode != PD_PFNN_CONSTANT;

    /* Blend weights of the control points for each slice. */
    memset(start, 0, sizeof to->start);
    to->count = pd_pfnn_mode_slices(s->job->mode);
    for (int b = 0; b < to->count; b++) {
        double c[PD_PFNN_CONTROLS];
        pd_pfnn_phase_weights(c, (double)b / to->count);
        for (int k = 0; k < PD_PFNN_CONTROLS; k++) to->c[b][k] = (float)c[k];
    }

    /* Count the characters of each slice, then compute the start of each list. */
    for (int i = 0; i < count; i++) {
        pd_pfnn_place at = pd_pfnn_phase_place(cycle_of(s, first + i), s->job->mode);
        start[at.slice + 1]++;
        if (both) start[at.next + 1]++;
    }

    for (int b = 0; b < SLICES_MAX; b++) start[b + 1] += start[b];

    /* Fill the lists. Each character is in that of its slice and,
     * except in mode constant, in that of the next. */
    memcpy(end, start, sizeof end);
    for (int i = 0; i < count; i++) {
        pd_pfnn_place at = pd_pfnn_phase_place(cycle_of(s, first + i), s->job->mode);
        int one = end[at.slice]++;
        d->who[one] = i;
        d->coefs[one] = (float)(1 - at.part);
        if (!both) continue;
        int two = end[at.next]++;
        d->who[two] = i;
        d->coefs[two] = (float)at.part;
    }
}

/* ---- layers */

/* Runs a layer with exact blending of the control points, for kinds without slices. */
static void exact_layer(const stepping *s, const desk *d, const pd_pfnn_packed_layer *layer, int count)
{
    const float *rows = layer->rows;
    const uint16_t *halves = layer->halves;

    /* Each panel of outputs is the sum over the control points; all characters share the weights while
     * they are in the cache. */
    for (int p = 0; p < layer->panel_count; p++) {
        const int left = layer->out - p * PANEL;
        for (int k = 0; k < s->model->network.controls; k++, rows += layer->block) {
            s->kernel->add(&(pd_k_pfnn_term){
                .out = d->b + p * PANEL,
                .in = d->a,
                .start = rows,
                .rows = rows + PANEL,
                .halves = halves,
                .next = rows + layer->block,
                .who = d->who,
                .coefs = d->coefs + k * count,
                .out_stride = s->model->row,
                .in_stride = s->model->row,
                .in_count = layer->in,
                .count = count,
                .lanes = left < PANEL ? left : PANEL,
            });
            if (halves) halves += layer->block - PANEL;
        }
    }
}

/* Runs a layer with blended slices. A block of inputs at a time is processed, so that the four control
 * points and their blend stay in the first cache while all slices are made and used. d->slice receives the
 * weights of inputs [input, input + inputs) of a panel; those of the first inputs come after the bias. */
static void sliced_layer(const stepping *s, const desk *d, const pd_pfnn_packed_layer *layer,
                         const slices *at)
{
    static const _Alignas(64) float zeros[PANEL];

    for (int p = 0; p < layer->panel_count; p++) {
        const float *blocks = layer->rows + (size_t)p * PD_PFNN_CONTROLS * layer->block;
        for (int input = 0; input < layer->in; input += SLICE_ROWS) {
            int inputs = layer->in - input < SLICE_ROWS ? layer->in - input : SLICE_ROWS;
            const float *from = blocks + (input ? PANEL * (1 + input) : 0);

            /* Blend the weights of a slice once, then use them for all of its characters. The bias is
             * added with the first inputs only. */
            for (int b = 0; b < at->count; b++) {
                if (at->start[b] == at->start[b + 1]) continue;
                s->kernel->blend(d->slice, from, (long)layer->block, at->c[b],
                                 PANEL * (long)(inputs + !input));
                s->kernel->add(&(pd_k_pfnn_term){
                    .out = d->b + p * PANEL,
                    .in = d->a + input,
                    .start = input ? zeros : d->slice,
                    .rows = input ? d->slice : d->slice + PANEL,
                    .who = d->who + at->start[b],
                    .coefs = d->coefs + at->start[b],
                    .out_stride = s->model->row,
                    .in_stride = s->model->row,
                    .in_count = inputs,
                    .count = at->start[b + 1] - at->start[b],
                });
            }
        }
    }
}

static void run_chunk(void *arg, int index, int worker)
{
    const stepping *s = arg;
    const pd_pfnn_model *m = s->model;
    slices at = {0};
    int first = index * s->chunk;
    int count = s->job->count - first;

    /* Each worker has scratch of its own. */
    pd_arena arena = {.base = s->desks + (size_t)worker * s->desk_bytes, .size = s->desk_bytes};
    desk d;
    if (count > s->chunk) count = s->chunk;
    set_desk(&d, &arena, m, s->chunk);

    /* Standardize the inputs. */
    for (int c = 0; c < count; c++) {
        const float *x = s->job->x + (size_t)s->order[first + c] * (size_t)m->x_dim;
        const float *mean = m->network.x_mean;
        const float *scale = m->x_scale;
        float *row = d.a + (size_t)c * (size_t)m->row;
        for (int i = 0; i < m->x_dim; i++) row[i] = (x[i] - mean[i]) * scale[i];
        if (m->halves)
            for (int i = 0; i < m->x_dim; i++) row[i] = pd_k_pfnn_narrowed(row[i]);
    }

    /* Find the weights of the control points or of the slices, then run the layers. The output of one is
     * the input of the next. */
    if (s->exact)
        set_exact(&d, s, first, count);
    else
        set_slices(&d, &at, s, first, count);
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        const pd_pfnn_packed_layer *layer = &s->model->layers[l];
        long width = (long)layer->panel_count * PANEL;
        long stride = s->model->row;

        for (int c = 0; c < count; c++) memset(d.b + c * stride, 0, (size_t)width * sizeof(float));
        if (s->exact)
            exact_layer(s, &d, layer, count);
        else
            sliced_layer(s, &d, layer, &at);
        for (int c = 0; l < PD_PFNN_LAYERS - 1 && c < count; c++) {
            s->kernel->elu(d.b + c * stride, width);
            if (m->halves) s->kernel->narrow(d.b + c * stride, width);
        }

        if (l == PD_PFNN_LAYERS - 1) break;
        float *was = d.a;
        d.a = d.b;
        d.b = was;
    }

    /* Convert the outputs to their units. */
    for (int c = 0; c < count; c++) {
        float *y = s->job->y + (size_t)s->order[first + c] * (size_t)m->y_dim;
        const float *mean = m->network.y_mean;
        const float *std = m->network.y_std;
        const float *row = d.b + (size_t)c * (size_t)m->row;
        for (int i = 0; i < m->y_dim; i++) y[i] = row[i] * std[i] + mean[i];
    }
}

void pd_pfnn_job_run(const pd_pfnn_job *job, const pd_pfnn_model *model, pd_arena *arena,
                     const pd_executor *executor)
{
    PD_ASSERT(job->count >= 1 && job->count <= PD_PFNN_MAX_BATCH && (unsigned)job->mode < PD_PFNN_MODE_COUNT);
    size_t used = arena->used;
    stepping s = {.job = job,
                  .model = model,
                  .kernel = pd_k_pfnn_get(),
                  .blend = pd_pfnn_blend_of(&model->network),
                  .exact = is_exact(job, model)};

    s.chunk = chunk_of(job->count, executor->worker_count, s.exact);
    s.order = pd_arena_take(arena, (size_t)job->count, sizeof(int));
    s.desk_bytes = set_desk(NULL, NULL, model, s.chunk);
    s.desks = pd_arena_take(arena, (size_t)executor->worker_count, s.desk_bytes);

    sort_characters(s.order, job, s.exact);
    pd_execute(executor, run_chunk, &s, (job->count + s.chunk - 1) / s.chunk);
    arena->used = used;
}
