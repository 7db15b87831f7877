#include "train/network/free_run.h"

#include "core/base/assert.h"
#include "core/pfnn/run.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MASKED  1e-3F /* joint weights below it are of joints that repeat others */
/* A predicted contact above this counts: labels are 0 and 1. */
#define CONTACT 0.5F

/* ---- where to start */

/* Returns whether row r and the frames after it are of one motion as captured (not its mirror image). list
 * (frames), or NULL: their rows. */
static bool is_start(long *list, const pd_train_rows *rows, long r, int frames, int held_out)
{
    PD_ASSERT(frames > 0);
    if (rows->held_out[r] != held_out || pd_train_rows_place(rows, r).mirrored) return false;
    for (int f = 0; f < frames; f++) {
        if (r < 0) return false;
        if (list) list[f] = r;
        if (f + 1 < frames) r = pd_train_rows_next(rows, r);
    }

    return true;
}

/* Keeps `most` of them, evenly spread. */
static int thin(long *list, int count, int most)
{
    PD_ASSERT(count >= 0 && most >= 0);
    if (count <= most) return count;
    for (int i = 0; i < most; i++) list[i] = list[(long)i * count / most];
    return most;
}

pd_status pd_train_free_runs_init(pd_train_free_runs *runs, const pd_train_rows *rows, int start_count,
                                  int frame_count, int held_count, pd_error *err)
{
    size_t capacity = (size_t)rows->count + 1;
    int held_out = rows->count > 0 && memchr(rows->held_out, 1, (size_t)rows->count) != NULL;

    *runs = (pd_train_free_runs){.rows = rows, .frame_count = frame_count};
    runs->starts = malloc(capacity * sizeof *runs->starts);
    runs->held = malloc(capacity * sizeof *runs->held);
    if (!runs->starts || !runs->held) {
        pd_train_free_runs_deinit(runs);
        return pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory for starts of free runs");
    }

    /* Candidate starts: rows of every motion, in steps of half a run. */
    int starts = 0;
    for (long r = 0; r < rows->count; r++)
        if (is_start(NULL, rows, r, frame_count, held_out)) {
            runs->starts[starts++] = r;
            r += frame_count / 2;
        }

    /* Keep an even selection of the starts, and list the rows of each run. */
    runs->start_count = thin(runs->starts, starts, start_count);
    runs->rows_of = malloc(((size_t)runs->start_count * (size_t)frame_count + 1) * sizeof *runs->rows_of);
    if (!runs->rows_of) {
        pd_train_free_runs_deinit(runs);
        return pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory for %d free runs", start_count);
    }

    for (int s = 0; s < runs->start_count; s++)
        is_start(runs->rows_of + (long)s * frame_count, rows, runs->starts[s], frame_count, held_out);

    /* List the rows for the error on single frames. */
    int held = 0;
    for (long r = 0; r < rows->count; r++)
        if (rows->held_out[r] == held_out && rows->weight[r] > 0) runs->held[held++] = r;
    runs->held_count = thin(runs->held, held, held_count);

    return PD_OK;
}

void pd_train_free_runs_deinit(pd_train_free_runs *runs)
{
    free(runs->starts);
    free(runs->held);
    free(runs->rows_of);
    *runs = (pd_train_free_runs){0};
}

/* ---- running */

/* One run's root in the world, as its own output moves it. */
typedef struct walker {
    double x, z, yaw;
    double toes[2][2]; /* world x, z of the frame before */
    int contacts[2];   /* in the frame before            */
} walker;

/* Metres that toes slid, over frames with contact, and that the slower toe went, over all frames. */
typedef struct ground_sums {
    double slide, support;
    long contacts, frames;
} ground_sums;

typedef struct free_run {
    const pd_train_free_runs *runs;
    const pd_pfnn_model *model;
    const pd_executor *executor;
    float *x, *y, *recorded_x, *recorded; /* (starts, ...) */
    float *phase;                         /* (starts) radians */
    walker *walkers, *recorded_walkers;   /* (starts) */
    double *errors;                       /* (starts) sums over frames */
    ground_sums own, captured;
    int joint_count;
    pd_arena arena;
} free_run;

/* Moves the root by this frame's output, then measures the toes. */
static void move_free_run(walker *w, ground_sums *sums, const float *y, const pd_pfnn_layout *l, int first)
{
    static const int toes[2] = {PD_BIPED_L_TOE, PD_BIPED_R_TOE};
    static const int labels[2] = {PD_PFNN_LEFT_TOE, PD_PFNN_RIGHT_TOE};

    double went[2];

    /* Velocity and yaw rate are relative to the root, so they are rotated into the world. */
    if (!first) {
        double vx = y[l->out_velocity];
        double vz = y[l->out_velocity + 1];
        w->x += vx * cos(w->yaw) + vz * sin(w->yaw);
        w->z += vz * cos(w->yaw) - vx * sin(w->yaw);
        w->yaw -= y[l->out_yaw_rate];
    }

    /* Positions of the toes in the world, and how far each went since the last frame. Slide counts while a
     * toe stays in contact. */
    for (int f = 0; f < 2; f++) {
        const float *p = y + l->out_positions + 3 * toes[f];
        double x = w->x + p[0] * cos(w->yaw) + p[2] * sin(w->yaw);
        double z = w->z + p[2] * cos(w->yaw) - p[0] * sin(w->yaw);
        int contact = y[l->out_contacts + labels[f]] > CONTACT;
        went[f] = hypot(x - w->toes[f][0], z - w->toes[f][1]) / PD_PFNN_UNITS;
        if (!first && contact && w->contacts[f]) {
            sums->slide += went[f];
            sums->contacts++;
        }

        w->toes[f][0] = x;
        w->toes[f][1] = z;
        w->contacts[f] = contact;
    }

    /* The slower toe should rest in each frame of walking. */
    if (!first) {
        sums->support += fmin(went[0], went[1]);
        sums->frames++;
    }
}

/* Returns the mean distance of the unmasked joints, metres. */
static double joint_error(const float *y, const float *recorded, const pd_train_rows *rows, int joints)
{
    double sum = 0;

    for (int j = 0; j < rows->layout.joints; j++) {
        if (rows->joint_weights[j] <= MASKED) continue;
        const float *p = y + rows->layout.out_positions + 3 * j;
        const float *q = recorded + rows->layout.out_positions + 3 * j;
        double dx = p[0] - q[0];
        double dy = p[1] - q[1];
        double dz = p[2] - q[2];
        sum += sqrt(dx * dx + dy * dy + dz * dz);
    }

    return sum / joints / PD_PFNN_UNITS;
}

/* Sets the inputs of a frame: the recorded trajectory and, from the second frame on,
 * the joints of the output before. */
static void set_input(free_run *f, int start, int frame)
{
    PD_ASSERT(start >= 0 && frame >= 0);
    const pd_pfnn_layout *l = &f->runs->rows->layout;
    float *x = f->x + (size_t)start * (size_t)l->in_count;
    const float *y = f->y + (size_t)start * (size_t)l->out_count;

    /* Recorded input; the first frame is used as it is. */
    pd_train_rows_raw(x, f->recorded + (size_t)start * (size_t)l->out_count, f->runs->rows,
                      f->runs->rows_of[(long)start * f->runs->frame_count + frame]);
    if (!frame) {
        f->phase[start] = (float)(2 * M_PI * f->runs->rows->phase[f->runs->starts[start]]);
        return;
    }

    /* From the second frame on, joints and phase come from the previous output. A phase that is not finite
     * is reset to 0. */
    memcpy(x + l->in_positions, y + l->out_positions, (size_t)(3 * l->joints) * sizeof *x);
    memcpy(x + l->in_velocities, y + l->out_velocities, (size_t)(3 * l->joints) * sizeof *x);
    double phase = f->phase[start] + 2 * M_PI * fmax(y[l->out_phase], 0);
    f->phase[start] = isfinite(phase) ? (float)fmod(phase, 2 * M_PI) : 0;
}

/* Returns the mean |y - t| of held-out rows in normalised units, capacity of them at a time. */
static double run_held(free_run *f, int capacity)
{
    const pd_train_rows *rows = f->runs->rows;
    size_t in = (size_t)rows->layout.in_count;
    size_t out = (size_t)rows->layout.out_count;
    double sum = 0;

    /* Run batches of at most `capacity` rows. */
    for (int first = 0; first < f->runs->held_count; first += capacity) {
        int count = f->runs->held_count - first < capacity ? f->runs->held_count - first : capacity;
        for (int i = 0; i < count; i++) {
            long row = f->runs->held[first + i];
            pd_train_rows_raw(f->x + (size_t)i * in, f->recorded + (size_t)i * out, rows, row);
            f->phase[i] = (float)(2 * M_PI * rows->phase[row]);
        }

        /* Compute the output of the network, and its distance to the recorded row. */
        const pd_pfnn_job job = {.y = f->y, .x = f->x, .phase = f->phase, .count = count};
        pd_pfnn_job_run(&job, f->model, &f->arena, f->executor);
        for (size_t i = 0; i < (size_t)count * out; i++) {
            double e = fabs((double)f->y[i] - (double)f->recorded[i]);
            sum += e / rows->y_std[i % out];
        }
    }

    return f->runs->held_count ? sum / ((double)f->runs->held_count * (double)out) : 0;
}

/* Frees the memory of free_run_init; members may be NULL. */
static void free_run_deinit(free_run *f)
{
    free(f->x);
    free(f->y);
    free(f->recorded);
    free(f->phase);
    free(f->walkers);
    free(f->recorded_walkers);
    free(f->errors);
    pd_arena_deinit(&f->arena);
}

/* Allocates inputs, outputs and state of `capacity` runs side by side. Returns false when out of memory. */
static bool free_run_init(free_run *f, int capacity)
{
    const pd_pfnn_layout *l = &f->runs->rows->layout;
    size_t n = (size_t)capacity;
    const pd_pfnn_job job = {.count = capacity};

    f->x = malloc(n * (size_t)l->in_count * sizeof *f->x);
    f->y = malloc(n * (size_t)l->out_count * sizeof *f->y);
    f->recorded = malloc(n * (size_t)l->out_count * sizeof *f->y);
    f->phase = malloc(n * sizeof *f->phase);
    f->walkers = calloc(n, sizeof *f->walkers);
    f->recorded_walkers = calloc(n, sizeof *f->walkers);
    f->errors = calloc(n, sizeof *f->errors);

    /* Number of joints that are measured. */
    for (int j = 0; j < l->joints; j++) f->joint_count += f->runs->rows->joint_weights[j] > MASKED;
    if (!f->joint_count) f->joint_count = 1;

    return f->x && f->y && f->recorded && f->phase && f->walkers && f->recorded_walkers && f->errors &&
           pd_arena_init(&f->arena, pd_pfnn_job_scratch_bytes(&job, f->model, f->executor));
}

static double finite_or_infinite(double value)
{
    return isfinite(value) ? value : INFINITY;
}

/* Returns the mean speed, metres a second; 0 without frames. */
static double speed(double metres, long frames)
{
    return frames ? finite_or_infinite(metres / (double)frames * PD_CHARACTER_MOTION_RATE) : 0;
}

pd_status pd_train_free_runs_measure(pd_train_free_result *out, const pd_train_free_runs *runs,
                                     const pd_pfnn_model *model, const pd_executor *executor, pd_error *err)
{
    free_run f = {.runs = runs, .model = model, .executor = executor};

    /* Held-out rows go through the network in batches of `capacity`, at least 256 (chosen by hand, for
     * speed). */
    int capacity = runs->start_count > 256 ? runs->start_count : 256;

    *out = (pd_train_free_result){0};
    if (!free_run_init(&f, capacity)) {
        free_run_deinit(&f);
        return pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory for %d free runs", capacity);
    }

    /* Measure the error on single frames, then run all runs side by side, frame by frame. */
    out->held = run_held(&f, capacity);
    if (runs->start_count) {
        int count = f.runs->start_count;
        const pd_pfnn_job job = {.y = f.y, .x = f.x, .phase = f.phase, .count = count};
        for (int frame = 0; frame < f.runs->frame_count; frame++) {
            for (int s = 0; s < count; s++) set_input(&f, s, frame);
            pd_pfnn_job_run(&job, f.model, &f.arena, f.executor);
            for (int s = 0; s < count; s++) {
                const pd_train_rows *rows = f.runs->rows;
                const pd_pfnn_layout *l = &rows->layout;
                const float *y = f.y + (size_t)s * (size_t)l->out_count;
                const float *recorded = f.recorded + (size_t)s * (size_t)l->out_count;
                f.errors[s] += joint_error(y, recorded, rows, f.joint_count);
                move_free_run(&f.walkers[s], &f.own, y, l, !frame);
                move_free_run(&f.recorded_walkers[s], &f.captured, recorded, l, !frame);
            }
        }
    }

    /* Compute mean and worst error of the joints. */
    int starts = f.runs->start_count;
    int frames = f.runs->frame_count;
    for (int s = 0; s < starts; s++) {
        double error = f.errors[s] / frames;
        out->joints += error / starts;
        if (!(error <= out->worst)) out->worst = error;
    }

    /* Compute the speeds of the toes, for the network and for the recorded motion. */
    out->slide = speed(f.own.slide, f.own.contacts);
    out->support = speed(f.own.support, f.own.frames);
    out->recorded_slide = speed(f.captured.slide, f.captured.contacts);
    out->recorded_support = speed(f.captured.support, f.captured.frames);

    /* A network that diverges has infinite errors. */
    out->joints = finite_or_infinite(out->joints);
    out->worst = finite_or_infinite(out->worst);
    out->held = finite_or_infinite(out->held);

    free_run_deinit(&f);
    return PD_OK;
}
