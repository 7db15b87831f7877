#include "core/train/augment/terrain_fit.h"

#include "core/base/rng.h"
#include "core/train/augment/copy.h"

#include <stdlib.h>
#include <string.h>

#define DOWN_WEIGHT 0.1
#define OVER        0.05 /* l, metres                             */
#define BEAM_SPREAD 0.5  /* of o about r, metres                  */
#define BEAM_FAR    0.15 /* metres                                */
#define BEAM_DROP   0.40 /* b, metres                             */
#define SMOOTH      0.1
#define MERGE       0.01 /* metres: planted points that are one   */
#define KNOTS_MOST  160
#define CHUNK       64 /* patches of one task                   */
#define MARGIN      1.0
#define CELL        0.05

/* A foot's joint over or on the ground; y less the joint's planted height. count: of the frames it stands for. */
typedef struct point {
    double x, z, y;
    int count;
} point;

typedef struct way {
    point *down, *up;    /* planted ones merged                           */
    pd_vec3 *root, *off; /* off: beam's o, y unused; only those far enough */
    int down_count, up_count, root_count, off_count;
    double x, z, y; /* means over planted points, by their counts    */
} way;

static const int joints[4] = {PD_BIPED_L_FOOT, PD_BIPED_L_TOE, PD_BIPED_R_FOOT, PD_BIPED_R_TOE};
static const double rests[4] = {PD_ANIM_BIPED_ANKLE, PD_ANIM_BIPED_TOE, PD_ANIM_BIPED_ANKLE,
                                PD_ANIM_BIPED_TOE};

/* ---- what the feet do ---- */

static void add_down(way *w, point p, double merge)
{
    for (int n = w->down_count - 1; n >= 0; n--) {
        point *q = &w->down[n];
        if (hypot(p.x - q->x, p.z - q->z) >= merge) continue;
        double part = (double)p.count / (q->count + p.count);
        q->x += part * (p.x - q->x), q->z += part * (p.z - q->z), q->y += part * (p.y - q->y);
        q->count += p.count;
        return;
    }
    w->down[w->down_count++] = p;
}

static void read_feet(way *w, const pd_train_fit_job *job)
{
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    for (int t = job->first; t < job->first + job->count; t++) {
        pd_anim_clip_pose(p, NULL, &job->motion->clip, t);
        w->root[w->root_count++] = p[0];
        for (int j = 0; j < 4; j++) {
            point foot = {p[joints[j]].x, p[joints[j]].z, p[joints[j]].y - rests[j], 1};
            if (job->motion->contacts[t][j])
                add_down(w, foot, MERGE);
            else
                w->up[w->up_count++] = foot;
        }
    }

    /* Coarser until there are no more than KNOTS_MOST. */
    for (double merge = 2 * MERGE; w->down_count > KNOTS_MOST; merge *= 2) {
        int count = w->down_count;
        w->down_count = 0;
        for (int n = 0; n < count; n++) add_down(w, w->down[n], merge);
    }

    double total = 0;
    for (int n = 0; n < w->down_count; n++) {
        const point *q = &w->down[n];
        w->x += q->count * q->x, w->z += q->count * q->z, w->y += q->count * q->y;
        total += q->count;
    }

    if (total > 0) w->x /= total, w->z /= total, w->y /= total;
}

static int is_far(const way *w, pd_vec3 o)
{
    for (int t = 0; t < w->root_count; t++)
        if (hypot(o.x - w->root[t].x, o.z - w->root[t].z) <= BEAM_FAR) return 0;
    return 1;
}

static pd_status way_init(way *w, const pd_train_fit_job *job, pd_error *err)
{
    size_t frames = (size_t)job->count;
    memset(w, 0, sizeof *w);
    w->down = malloc(4 * frames * sizeof *w->down), w->up = malloc(4 * frames * sizeof *w->up);
    w->root = malloc(frames * sizeof *w->root), w->off = malloc(frames * sizeof *w->off);
    if (!w->down || !w->up || !w->root || !w->off)
        return pd_fail(err, PD_ERR_MEMORY, job->motion->name, "out of memory to fit %d frames", job->count);

    read_feet(w, job);
    if (job->kind == PD_TRAIN_FIT_BEAM) {
        /* o of E_beam; its y keeps the number of the frame that it is beside. */
        pd_rng rng;
        pd_rng_init(&rng, job->seed);
        for (int t = 0; t < w->root_count; t++) {
            pd_vec3 o = {w->root[t].x + BEAM_SPREAD * pd_rng_normal(&rng), t,
                         w->root[t].z + BEAM_SPREAD * pd_rng_normal(&rng)};
            if (is_far(w, o)) w->off[w->off_count++] = o;
        }
    }

    return PD_OK;
}

/* ---- E ---- */

static double patch_mean(const way *w, const pd_train_patches *patches, int patch)
{
    double sum = 0, total = 0;
    for (int n = 0; n < w->down_count; n++) {
        const point *q = &w->down[n];
        sum += q->count * pd_train_patch_height(patches, patch, q->x - w->x, q->z - w->z);
        total += q->count;
    }
    return sum / total;
}

static double square(double x)
{
    return x * x;
}

static double error_down(const way *w, const pd_train_patches *patches, int patch, double mean)
{
    double sum = 0, total = 0;
    for (int n = 0; n < w->down_count; n++) {
        const point *q = &w->down[n];
        double h = pd_train_patch_height(patches, patch, q->x - w->x, q->z - w->z) - mean;
        sum += q->count * square(h - (q->y - w->y));
        total += q->count;
    }
    return DOWN_WEIGHT * sum / total;
}

static double error_up(const way *w, const pd_train_patches *patches, int patch, double mean, int jumps)
{
    double sum = 0;
    for (int n = 0; n < w->up_count; n++) {
        const point *q = &w->up[n];
        double h = pd_train_patch_height(patches, patch, q->x - w->x, q->z - w->z) - mean, f = q->y - w->y;
        sum += square(fmax(h - f, 0));
        if (jumps) sum += square(fmax(f - OVER - h, 0));
    }
    return w->up_count ? sum / w->up_count : 0;
}

static double error_beam(const way *w, const pd_train_patches *patches, int patch)
{
    double sum = 0;
    for (int n = 0; n < w->off_count; n++) {
        pd_vec3 o = w->off[n], r = w->root[(int)o.y];
        double beside = pd_train_patch_height(patches, patch, o.x - w->x, o.z - w->z);
        double on = pd_train_patch_height(patches, patch, r.x - w->x, r.z - w->z);
        sum += square(fmax(beside - (on - BEAM_DROP), 0));
    }
    return w->off_count ? sum / w->off_count : 0;
}

typedef struct scoring {
    const way *way;
    const pd_train_patches *patches;
    pd_train_fit_kind kind;
    double *error; /* (patches) */
} scoring;

static void score(void *arg, int index, int worker)
{
    scoring *s = arg;
    (void)worker;
    for (int n = index * CHUNK; n < s->patches->count && n < (index + 1) * CHUNK; n++) {
        double mean = patch_mean(s->way, s->patches, n);
        s->error[n] = error_down(s->way, s->patches, n, mean) +
                      error_up(s->way, s->patches, n, mean, s->kind == PD_TRAIN_FIT_JUMP);
        if (s->kind == PD_TRAIN_FIT_BEAM) s->error[n] += error_beam(s->way, s->patches, n);
    }
}

/* Insertion into the list of the best; of equal ones the first stays ahead. */
static void keep_best(pd_train_fit *fit, int patch, double error)
{
    int at = fit->count;
    while (at > 0 && fit->error[at - 1] > error) at--;
    if (at == PD_TRAIN_FIT_BEST) return;
    if (fit->count < PD_TRAIN_FIT_BEST) fit->count++;
    for (int n = fit->count - 1; n > at; n--) {
        fit->error[n] = fit->error[n - 1];
        fit->patch[n] = fit->patch[n - 1];
    }
    fit->error[at] = error, fit->patch[at] = patch;
}

static pd_status choose(pd_train_fit *fit, const way *w, const pd_train_fit_job *job,
                        const pd_train_patches *patches, const pd_executor *executor, pd_error *err)
{
    if (job->kind == PD_TRAIN_FIT_FLAT || !w->down_count) {
        fit->count = 1, fit->patch[0] = -1;
        return PD_OK;
    }
    scoring s = {w, patches, job->kind, malloc((size_t)patches->count * sizeof(double))};
    if (!s.error)
        return pd_fail(err, PD_ERR_MEMORY, "patches", "out of memory for %d errors", patches->count);
    pd_execute(executor, score, &s, (patches->count + CHUNK - 1) / CHUNK);
    for (int n = 0; n < patches->count; n++) keep_best(fit, n, s.error[n]);
    free(s.error);
    return PD_OK;
}

/* ---- refinement ---- */

/* a (n,n) and b (n,m) become L U and the solution; partial pivoting. 0 when singular. */
static int solve(double *a, double *b, int n, int m)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[pivot * n + k])) pivot = i;
        if (fabs(a[pivot * n + k]) < 1e-12) return 0;

        for (int j = 0; pivot != k && j < n; j++) {
            double keep = a[k * n + j];
            a[k * n + j] = a[pivot * n + j], a[pivot * n + j] = keep;
        }

        for (int j = 0; pivot != k && j < m; j++) {
            double keep = b[k * m + j];
            b[k * m + j] = b[pivot * m + j], b[pivot * m + j] = keep;
        }

        for (int i = k + 1; i < n; i++) {
            double f = a[i * n + k] / a[k * n + k];
            for (int j = k; j < n; j++) a[i * n + j] -= f * a[k * n + j];
            for (int j = 0; j < m; j++) b[i * m + j] -= f * b[k * m + j];
        }
    }

    for (int k = n - 1; k >= 0; k--)
        for (int j = 0; j < m; j++) {
            for (int i = k + 1; i < n; i++) b[k * m + j] -= a[k * n + i] * b[i * m + j];
            b[k * m + j] /= a[k * n + k];
        }

    return 1;
}

typedef struct refined {
    const way *way;
    const pd_train_patches *patches;
    const pd_train_fit *fit;
    double mean[PD_TRAIN_FIT_BEST]; /* of each patch under the plants */
    double *matrix, *weights;       /* (n,n); (n,best)                */
    double distance;                /* d, mean of D                   */
} refined;

static double basic(const refined *r, int best, double x, double z)
{
    if (r->fit->patch[best] < 0) return r->way->y;
    double h = pd_train_patch_height(r->patches, r->fit->patch[best], x - r->way->x, z - r->way->z);
    return h - r->mean[best] + r->way->y;
}

static void residuals(double *e, double *rms, const refined *r)
{
    const way *w = r->way;
    int m = r->fit->count;
    for (int b = 0; b < m; b++) {
        double sum = 0, total = 0;
        for (int k = 0; k < w->down_count; k++) {
            const point *q = &w->down[k];
            e[k * m + b] = q->y - basic(r, b, q->x, q->z);
            sum += q->count * square(e[k * m + b]);
            total += q->count;
        }
        rms[b] = total > 0 ? sqrt(sum / total) : 0;
    }
}

/* As if every merged point were there `count` times: the same solution, from a smaller system. */
static void distances(refined *r)
{
    const way *w = r->way;
    int n = w->down_count;
    double sum = 0, pairs = 0;
    for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++) {
            double both = (double)w->down[k].count * w->down[l].count;
            r->matrix[k * n + l] = hypot(w->down[k].x - w->down[l].x, w->down[k].z - w->down[l].z);
            sum += both * r->matrix[k * n + l], pairs += both;
        }
    r->distance = sum > 0 ? sum / pairs : 1;
    for (int k = 0; k < n * n; k++) r->matrix[k] /= r->distance;
    for (int k = 0; k < n; k++) r->matrix[k * n + k] -= SMOOTH / w->down[k].count;
}

/* ---- the grounds ---- */

static pd_status lay_out(pd_train_fit *fit, const way *w, const pd_train_fit_job *job, pd_error *err)
{
    double margin = job->margin > 0 ? job->margin : MARGIN, cell = job->cell > 0 ? job->cell : CELL;
    double low[2] = {w->root[0].x, w->root[0].z}, high[2] = {w->root[0].x, w->root[0].z};
    for (int t = 1; t < w->root_count; t++) {
        low[0] = fmin(low[0], w->root[t].x), high[0] = fmax(high[0], w->root[t].x);
        low[1] = fmin(low[1], w->root[t].z), high[1] = fmax(high[1], w->root[t].z);
    }

    int columns = (int)fmin(ceil((high[0] - low[0] + 2 * margin) / cell) + 1, 1e6);
    int rows = (int)fmin(ceil((high[1] - low[1] + 2 * margin) / cell) + 1, 1e6);
    pd_status status = PD_OK;
    for (int b = 0; status == PD_OK && b < fit->count; b++)
        status = pd_anim_ground_init(&fit->grounds[b], rows, columns, low[0] - margin, low[1] - margin, cell,
                                     job->motion->name, err);

    return status;
}

typedef struct raster {
    const refined *refined;
    pd_train_fit *fit;
} raster;

static void raster_row(void *arg, int row, int worker)
{
    raster *r = arg;
    const pd_anim_ground *g = &r->fit->grounds[0];
    double h[PD_TRAIN_FIT_BEST];

    (void)worker;
    for (int j = 0; j < g->columns; j++) {
        double x = g->x + j * g->cell;
        double z = g->z + row * g->cell;
        int m = r->refined->fit->count;

        for (int b = 0; b < m; b++) h[b] = basic(r->refined, b, x, z);
        for (int k = 0; k < r->refined->way->down_count; k++) {
            double dx = x - r->refined->way->down[k].x, dz = z - r->refined->way->down[k].z;
            double phi = sqrt(dx * dx + dz * dz) / r->refined->distance;
            for (int b = 0; b < m; b++) h[b] += phi * r->refined->weights[k * m + b];
        }

        for (int b = 0; b < r->fit->count; b++)
            r->fit->grounds[b].heights[(size_t)row * (size_t)g->columns + (size_t)j] = (float)h[b];
    }
}

static void measure_after(pd_train_fit *fit, const way *w)
{
    for (int b = 0; b < fit->count; b++) {
        double sum = 0, total = 0;
        for (int k = 0; k < w->down_count; k++) {
            const point *q = &w->down[k];
            sum += q->count * square(q->y - pd_anim_ground_height(&fit->grounds[b], q->x, q->z));
            total += q->count;
        }
        fit->after[b] = total > 0 ? sqrt(sum / total) : 0;
    }
}

static pd_status refine(pd_train_fit *fit, const way *w, const pd_train_fit_job *job,
                        const pd_train_patches *patches, const pd_executor *executor, pd_error *err)
{
    size_t n = (size_t)w->down_count, m = (size_t)fit->count;
    refined r = {.way = w, .patches = patches, .fit = fit, .distance = 1};
    r.matrix = malloc((n * n + 1) * sizeof *r.matrix), r.weights = malloc((n * m + 1) * sizeof *r.weights);

    pd_status status = lay_out(fit, w, job, err);
    if (status == PD_OK && (!r.matrix || !r.weights))
        status = pd_fail(err, PD_ERR_MEMORY, job->motion->name, "out of memory for %zu planted points", n);
    if (status == PD_OK) {
        for (int b = 0; b < fit->count; b++)
            r.mean[b] = fit->patch[b] < 0 ? 0 : patch_mean(w, patches, fit->patch[b]);
        residuals(r.weights, fit->before, &r);
        distances(&r);
        if (!solve(r.matrix, r.weights, w->down_count, fit->count))
            memset(r.weights, 0, n * m * sizeof(double));
        raster task = {&r, fit};
        pd_execute(executor, raster_row, &task, fit->grounds[0].rows);
        measure_after(fit, w);
    }

    free(r.matrix), free(r.weights);
    return status;
}

/* ---- the whole ---- */

static pd_status check(const pd_train_fit_job *job, pd_error *err)
{
    int frames = job->motion->clip.frame_count;
    pd_status status = pd_train_motion_labelled(job->motion, 0, err);
    if (status != PD_OK) return status;
    if (job->count < 1 || job->first < 0 || job->count > frames - job->first)
        return pd_fail(err, PD_ERR_RANGE, job->motion->name, "%d frames from %d on; frames 0 to %d are there",
                       job->count, job->first, frames - 1);
    status = pd_train_motion_within(job->motion, "margin", job->margin, 0, 100, err);
    if (status == PD_OK) status = pd_train_motion_within(job->motion, "cell", job->cell, 0, 1, err);
    return status;
}

pd_status pd_train_fit_cycle(pd_train_fit *fit, const pd_train_fit_job *job, const pd_train_patches *patches,
                             const pd_executor *executor, pd_error *err)
{
    way w;
    memset(fit, 0, sizeof *fit);
    pd_status status = check(job, err);
    if (status != PD_OK) return status;
    status = way_init(&w, job, err);
    if (status == PD_OK) status = choose(fit, &w, job, patches, executor, err);
    if (status == PD_OK) status = refine(fit, &w, job, patches, executor, err);
    free(w.down), free(w.up), free(w.root), free(w.off);
    if (status != PD_OK) pd_train_fit_deinit(fit);
    return status;
}

void pd_train_fit_deinit(pd_train_fit *fit)
{
    for (int b = 0; b < PD_TRAIN_FIT_BEST; b++) pd_anim_ground_deinit(&fit->grounds[b]);
    memset(fit, 0, sizeof *fit);
}

int pd_train_fit_cycles(int *starts, int room, const pd_train_motion *motion)
{
    int count = 0;
    for (int t = 1; motion->phase && t < motion->clip.frame_count; t++)
        if (floor(motion->phase[t] + 1e-9) > floor(motion->phase[t - 1] + 1e-9) && count < room)
            starts[count++] = t;
    return count;
}
