#include "core/train/augment/terrain_fit.h"

#include "core/base/rng.h"
#include "core/train/augment/copy.h"

#include <stdlib.h>
#include <string.h>

/* Weights and lengths of E and T. From process_heights of Holden's generate_database.py, there in centimetres: */
#define DOWN_WEIGHT 0.1  /* of E_down                                       */
#define OVER        0.05 /* l, metres: what a jump at least has under it    */
#define BEAM_SPREAD 0.5  /* of o about r, metres                            */
#define BEAM_FAR    0.15 /* metres that o is away from the whole path       */
#define BEAM_DROP   0.40 /* b, metres                                       */
#define SMOOTH      0.1  /* of the radial basis functions (scipy's Rbf)     */
/* Ours: sizes that are quick; terrain_fit.h says how merged points give the T of all of them. */
#define MERGE       0.01 /* metres: planted points that are one             */
#define POINTS_MOST 160  /* planted points of a fit                         */
#define PATCH_CHUNK 64   /* patches of one task                             */
#define MARGIN      1.0  /* metres of ground around the path: job's default */
#define CELL        0.05 /* metres: job's default                           */

/* A foot's joint over or on the ground; y less the joint's planted height. count: of the frames it stands for. */
typedef struct point {
    double x, z, y;
    int count;
} point;

/* What the feet and the root do in the frames of the job. */
typedef struct feet_points {
    point *down, *up; /* planted ones merged                                                         */
    pd_vec3 *root;
    pd_vec3 *off; /* o of E_beam, only those far enough; y is the number of the frame that it is beside */
    int down_count, up_count, root_count, off_count;
    double x, z, y; /* means over planted points, by their counts                                    */
} feet_points;

static const int joints[4] = {PD_BIPED_L_FOOT, PD_BIPED_L_TOE, PD_BIPED_R_FOOT, PD_BIPED_R_TOE};
static const double rests[4] = {PD_ANIM_BIPED_ANKLE, PD_ANIM_BIPED_TOE, PD_ANIM_BIPED_ANKLE,
                                PD_ANIM_BIPED_TOE};

/* ---- what the feet do ---- */

static void add_down(feet_points *feet, point p, double merge)
{
    for (int n = feet->down_count - 1; n >= 0; n--) {
        point *q = &feet->down[n];
        if (hypot(p.x - q->x, p.z - q->z) >= merge) continue;
        double part = (double)p.count / (q->count + p.count);
        q->x += part * (p.x - q->x), q->z += part * (p.z - q->z), q->y += part * (p.y - q->y);
        q->count += p.count;
        return;
    }
    feet->down[feet->down_count++] = p;
}

static int is_far(const feet_points *feet, pd_vec3 o)
{
    for (int t = 0; t < feet->root_count; t++)
        if (hypot(o.x - feet->root[t].x, o.z - feet->root[t].z) <= BEAM_FAR) return 0;
    return 1;
}

static pd_status read_feet(feet_points *feet, const pd_train_fit_job *job, pd_error *err)
{
    size_t frames = (size_t)job->count;
    memset(feet, 0, sizeof *feet);
    feet->down = malloc(4 * frames * sizeof *feet->down), feet->up = malloc(4 * frames * sizeof *feet->up);
    feet->root = malloc(frames * sizeof *feet->root), feet->off = malloc(frames * sizeof *feet->off);
    if (!feet->down || !feet->up || !feet->root || !feet->off)
        return pd_fail(err, PD_ERR_MEMORY, job->motion->name, "out of memory to fit %d frames", job->count);

    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    for (int t = job->first; t < job->first + job->count; t++) {
        pd_anim_clip_pose(p, NULL, &job->motion->clip, t);
        feet->root[feet->root_count++] = p[0];
        for (int j = 0; j < 4; j++) {
            point foot = {p[joints[j]].x, p[joints[j]].z, p[joints[j]].y - rests[j], 1};
            if (job->motion->contacts[t][j])
                add_down(feet, foot, MERGE);
            else
                feet->up[feet->up_count++] = foot;
        }
    }

    /* Coarser until there are no more than POINTS_MOST. */
    for (double merge = 2 * MERGE; feet->down_count > POINTS_MOST; merge *= 2) {
        int count = feet->down_count;
        feet->down_count = 0;
        for (int n = 0; n < count; n++) add_down(feet, feet->down[n], merge);
    }

    double total = 0;
    for (int n = 0; n < feet->down_count; n++) {
        const point *q = &feet->down[n];
        feet->x += q->count * q->x, feet->z += q->count * q->z, feet->y += q->count * q->y;
        total += q->count;
    }

    if (total > 0) feet->x /= total, feet->z /= total, feet->y /= total;

    if (job->kind == PD_TRAIN_FIT_BEAM) {
        /* o of E_beam; its y keeps the number of the frame that it is beside. */
        pd_rng rng;
        pd_rng_init(&rng, job->seed);
        for (int t = 0; t < feet->root_count; t++) {
            pd_vec3 o = {feet->root[t].x + BEAM_SPREAD * pd_rng_normal(&rng), t,
                         feet->root[t].z + BEAM_SPREAD * pd_rng_normal(&rng)};
            if (is_far(feet, o)) feet->off[feet->off_count++] = o;
        }
    }

    return PD_OK;
}

/* ---- E ---- */

static double patch_mean(const feet_points *feet, const pd_train_patches *patches, int patch)
{
    double sum = 0, total = 0;
    for (int n = 0; n < feet->down_count; n++) {
        const point *q = &feet->down[n];
        sum += q->count * pd_train_patch_height(patches, patch, q->x - feet->x, q->z - feet->z);
        total += q->count;
    }
    return sum / total;
}

static double square(double x)
{
    return x * x;
}

/* E_down and E_up with E_over and E_beam: the header has them. mean: of the patch under the planted points. */
static double error_down(const feet_points *feet, const pd_train_patches *patches, int patch, double mean)
{
    double sum = 0, total = 0;
    for (int n = 0; n < feet->down_count; n++) {
        const point *q = &feet->down[n];
        double h = pd_train_patch_height(patches, patch, q->x - feet->x, q->z - feet->z) - mean;
        sum += q->count * square(h - (q->y - feet->y));
        total += q->count;
    }
    return DOWN_WEIGHT * sum / total;
}

static double error_up(const feet_points *feet, const pd_train_patches *patches, int patch, double mean,
                       int jumps)
{
    double sum = 0;
    for (int n = 0; n < feet->up_count; n++) {
        const point *q = &feet->up[n];
        double h = pd_train_patch_height(patches, patch, q->x - feet->x, q->z - feet->z) - mean,
               f = q->y - feet->y;
        sum += square(fmax(h - f, 0));
        if (jumps) sum += square(fmax(f - OVER - h, 0));
    }
    return feet->up_count ? sum / feet->up_count : 0;
}

static double error_beam(const feet_points *feet, const pd_train_patches *patches, int patch)
{
    double sum = 0;
    for (int n = 0; n < feet->off_count; n++) {
        pd_vec3 o = feet->off[n], r = feet->root[(int)o.y];
        double beside = pd_train_patch_height(patches, patch, o.x - feet->x, o.z - feet->z);
        double on = pd_train_patch_height(patches, patch, r.x - feet->x, r.z - feet->z);
        sum += square(fmax(beside - (on - BEAM_DROP), 0));
    }
    return feet->off_count ? sum / feet->off_count : 0;
}

typedef struct scoring {
    const feet_points *feet;
    const pd_train_patches *patches;
    pd_train_fit_kind kind;
    double *error; /* (patches) */
} scoring;

static void score(void *arg, int index, int worker)
{
    scoring *s = arg;
    (void)worker;
    for (int n = index * PATCH_CHUNK; n < s->patches->count && n < (index + 1) * PATCH_CHUNK; n++) {
        double mean = patch_mean(s->feet, s->patches, n);
        s->error[n] = error_down(s->feet, s->patches, n, mean) +
                      error_up(s->feet, s->patches, n, mean, s->kind == PD_TRAIN_FIT_JUMP);
        if (s->kind == PD_TRAIN_FIT_BEAM) s->error[n] += error_beam(s->feet, s->patches, n);
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

static pd_status choose(pd_train_fit *fit, const feet_points *feet, const pd_train_fit_job *job,
                        const pd_train_patches *patches, const pd_executor *executor, pd_error *err)
{
    if (job->kind == PD_TRAIN_FIT_FLAT || !feet->down_count) {
        fit->count = 1, fit->patch[0] = -1;
        return PD_OK;
    }
    scoring s = {feet, patches, job->kind, malloc((size_t)patches->count * sizeof(double))};
    if (!s.error)
        return pd_fail(err, PD_ERR_MEMORY, "patches", "out of memory for %d errors", patches->count);
    pd_execute(executor, score, &s, (patches->count + PATCH_CHUNK - 1) / PATCH_CHUNK);
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
    const feet_points *feet;
    const pd_train_patches *patches;
    const pd_train_fit *fit;
    double mean[PD_TRAIN_FIT_BEST]; /* of each patch under the plants */
    double *matrix, *weights;       /* (n,n); (n,best)                */
    double distance;                /* d, mean of D                   */
} refined;

static double basic(const refined *r, int best, double x, double z)
{
    if (r->fit->patch[best] < 0) return r->feet->y;
    double h = pd_train_patch_height(r->patches, r->fit->patch[best], x - r->feet->x, z - r->feet->z);
    return h - r->mean[best] + r->feet->y;
}

/* ---- the grounds ---- */

static pd_status lay_out(pd_train_fit *fit, const feet_points *feet, const pd_train_fit_job *job,
                         pd_error *err)
{
    double margin = job->margin > 0 ? job->margin : MARGIN, cell = job->cell > 0 ? job->cell : CELL;
    double low[2] = {feet->root[0].x, feet->root[0].z}, high[2] = {feet->root[0].x, feet->root[0].z};
    for (int t = 1; t < feet->root_count; t++) {
        low[0] = fmin(low[0], feet->root[t].x), high[0] = fmax(high[0], feet->root[t].x);
        low[1] = fmin(low[1], feet->root[t].z), high[1] = fmax(high[1], feet->root[t].z);
    }

    int columns = (int)fmin(ceil((high[0] - low[0] + 2 * margin) / cell) + 1, 1e6);
    int rows = (int)fmin(ceil((high[1] - low[1] + 2 * margin) / cell) + 1, 1e6);
    pd_status status = PD_OK;
    for (int b = 0; status == PD_OK && b < fit->count; b++)
        status = pd_anim_ground_init(
            &fit->grounds[b], (pd_anim_ground_grid){rows, columns, low[0] - margin, low[1] - margin, cell},
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
        for (int k = 0; k < r->refined->feet->down_count; k++) {
            double dx = x - r->refined->feet->down[k].x, dz = z - r->refined->feet->down[k].z;
            double phi = sqrt(dx * dx + dz * dz) / r->refined->distance;
            for (int b = 0; b < m; b++) h[b] += phi * r->refined->weights[k * m + b];
        }

        for (int b = 0; b < r->fit->count; b++)
            r->fit->grounds[b].heights[(size_t)row * (size_t)g->columns + (size_t)j] = (float)h[b];
    }
}

static pd_status refine(pd_train_fit *fit, const feet_points *feet, const pd_train_fit_job *job,
                        const pd_train_patches *patches, const pd_executor *executor, pd_error *err)
{
    size_t n = (size_t)feet->down_count, m = (size_t)fit->count;
    refined r = {.feet = feet, .patches = patches, .fit = fit, .distance = 1};
    r.matrix = malloc((n * n + 1) * sizeof *r.matrix), r.weights = malloc((n * m + 1) * sizeof *r.weights);

    pd_status status = lay_out(fit, feet, job, err);
    if (status == PD_OK && (!r.matrix || !r.weights))
        status = pd_fail(err, PD_ERR_MEMORY, job->motion->name, "out of memory for %zu planted points", n);
    if (status == PD_OK) {
        for (int b = 0; b < fit->count; b++)
            r.mean[b] = fit->patch[b] < 0 ? 0 : patch_mean(feet, patches, fit->patch[b]);

        /* e, the right-hand side */
        for (size_t b = 0; b < m; b++) {
            double sum = 0, total = 0;
            for (size_t k = 0; k < n; k++) {
                const point *q = &feet->down[k];
                double e = q->y - basic(&r, (int)b, q->x, q->z);
                r.weights[k * m + b] = e;
                sum += q->count * square(e);
                total += q->count;
            }
            fit->before[b] = total > 0 ? sqrt(sum / total) : 0;
        }

        /* D/d - smooth I, as if every merged point were there `count` times: the same solution, from a smaller system */
        double distances = 0, pairs = 0;
        for (size_t k = 0; k < n; k++)
            for (size_t l = 0; l < n; l++) {
                const point *p = &feet->down[k], *q = &feet->down[l];
                double both = (double)p->count * q->count;
                r.matrix[k * n + l] = hypot(p->x - q->x, p->z - q->z);
                distances += both * r.matrix[k * n + l], pairs += both;
            }
        r.distance = distances > 0 ? distances / pairs : 1;
        for (size_t k = 0; k < n * n; k++) r.matrix[k] /= r.distance;
        for (size_t k = 0; k < n; k++) r.matrix[k * n + k] -= SMOOTH / feet->down[k].count;

        if (!solve(r.matrix, r.weights, feet->down_count, fit->count))
            memset(r.weights, 0, n * m * sizeof(double));
        raster task = {&r, fit};
        pd_execute(executor, raster_row, &task, fit->grounds[0].rows);

        for (int b = 0; b < fit->count; b++) {
            double sum = 0, total = 0;
            for (int k = 0; k < feet->down_count; k++) {
                const point *q = &feet->down[k];
                sum += q->count * square(q->y - pd_anim_ground_height(&fit->grounds[b], q->x, q->z));
                total += q->count;
            }
            fit->after[b] = total > 0 ? sqrt(sum / total) : 0;
        }
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
    feet_points feet;
    memset(fit, 0, sizeof *fit);
    pd_status status = check(job, err);
    if (status != PD_OK) return status;

    status = read_feet(&feet, job, err);
    if (status == PD_OK) status = choose(fit, &feet, job, patches, executor, err);
    if (status == PD_OK) status = refine(fit, &feet, job, patches, executor, err);
    free(feet.down), free(feet.up), free(feet.root), free(feet.off);
    if (status != PD_OK) pd_train_fit_deinit(fit);
    return status;
}

void pd_train_fit_deinit(pd_train_fit *fit)
{
    for (int b = 0; b < PD_TRAIN_FIT_BEST; b++) pd_anim_ground_deinit(&fit->grounds[b]);
    memset(fit, 0, sizeof *fit);
}

int pd_train_fit_cycles(int *starts, int capacity, const pd_train_motion *motion)
{
    int count = 0;
    for (int t = 1; motion->phase && t < motion->clip.frame_count; t++)
        if (floor(motion->phase[t] + 1e-9) > floor(motion->phase[t - 1] + 1e-9) && count < capacity)
            starts[count++] = t;
    return count;
}
