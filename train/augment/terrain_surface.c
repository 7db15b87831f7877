#include "train/augment/terrain_surface.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Weights and lengths of E and T. From process_heights of Holden's generate_database.py,
 * there in centimetres: */
#define DOWN_WEIGHT 0.1  /* of E_down                                       */
#define OVER        0.05 /* l, metres: what a jump at least has under it    */
#define BEAM_FAR    0.15 /* metres that o is away from the whole path       */
#define BEAM_DROP   0.40 /* b, metres                                       */
#define SMOOTH      0.1  /* of the radial basis functions (scipy's Rbf)     */
/* Size of the work of one task, without effect on the result: */
#define PATCH_CHUNK 64 /* patches of one task */

/* ---- the feet ---- */

pd_status pd_train_surface_feet_init(pd_train_surface_feet *feet, int frame_count, const char *name,
                                     pd_error *err)
{
    PD_ASSERT(frame_count > 0);
    size_t frames = (size_t)frame_count;
    memset(feet, 0, sizeof *feet);
    feet->down = malloc(4 * frames * sizeof *feet->down);
    feet->up = malloc(4 * frames * sizeof *feet->up);
    feet->root = malloc(frames * sizeof *feet->root);
    feet->off = malloc(frames * sizeof *feet->off);
    feet->off_frame = malloc(frames * sizeof *feet->off_frame);
    if (feet->down && feet->up && feet->root && feet->off && feet->off_frame) return PD_OK;

    pd_train_surface_feet_deinit(feet);
    return pd_fail(err, PD_ERR_MEMORY, name, "out of memory to fit %d frames", frame_count);
}

void pd_train_surface_feet_deinit(pd_train_surface_feet *feet)
{
    free(feet->down);
    free(feet->up);
    free(feet->root);
    free(feet->off);
    free(feet->off_frame);
    memset(feet, 0, sizeof *feet);
}

void pd_train_surface_feet_centre(pd_train_surface_feet *feet)
{
    double total = 0;

    feet->x = feet->z = feet->y = 0;
    for (int n = 0; n < feet->down_count; n++) {
        const pd_train_surface_point *q = &feet->down[n];
        feet->x += q->count * q->x;
        feet->z += q->count * q->z;
        feet->y += q->count * q->y;
        total += q->count;
    }

    if (total > 0) {
        feet->x /= total;
        feet->z /= total;
        feet->y /= total;
    }
}

void pd_train_surface_feet_beside(pd_train_surface_feet *feet, int frame, double dx, double dz)
{
    /* A point on the path is not beside it. */
    pd_vec3 o = pd_vec3_add(feet->root[frame], pd_vec3_make(dx, 0, dz));

    for (int t = 0; t < feet->root_count; t++)
        if (pd_vec3_distance(o, feet->root[t]) <= BEAM_FAR) return;

    feet->off_frame[feet->off_count] = frame;
    feet->off[feet->off_count++] = o;
}

/* ---- E ---- */

/* Returns the mean height of a patch under the planted points. */
static double patch_mean(const pd_train_surface_feet *feet, const pd_train_patches *patches, int patch)
{
    PD_ASSERT(patch >= 0 && patch < patches->count);
    double sum = 0, total = 0;
    for (int n = 0; n < feet->down_count; n++) {
        const pd_train_surface_point *q = &feet->down[n];
        sum += q->count * pd_train_patch_height(patches, patch, q->x - feet->x, q->z - feet->z);
        total += q->count;
    }

    return sum / total;
}

static double square(double x)
{
    return x * x;
}

/* Return E_down, E_up with E_over, and E_beam as the header defines them. mean: height of the patch under the
 * planted points. */
static double error_down(const pd_train_surface_feet *feet, const pd_train_patches *patches, int patch,
                         double mean)
{
    double sum = 0, total = 0;

    for (int n = 0; n < feet->down_count; n++) {
        const pd_train_surface_point *q = &feet->down[n];
        double h = pd_train_patch_height(patches, patch, q->x - feet->x, q->z - feet->z) - mean;
        sum += q->count * square(h - (q->y - feet->y));
        total += q->count;
    }

    return DOWN_WEIGHT * sum / total;
}

/* Returns E_over: the mean square by which points in the air are below the ground; with `jumps` also by which
 * they are more than OVER above it. */
static double error_up(const pd_train_surface_feet *feet, const pd_train_patches *patches, int patch,
                       double mean, int jumps)
{
    double sum = 0;

    for (int n = 0; n < feet->up_count; n++) {
        const pd_train_surface_point *q = &feet->up[n];
        double h = pd_train_patch_height(patches, patch, q->x - feet->x, q->z - feet->z) - mean;
        double f = q->y - feet->y;
        sum += square(fmax(h - f, 0));
        if (jumps) sum += square(fmax(f - OVER - h, 0));
    }

    return feet->up_count ? sum / feet->up_count : 0;
}

/* Returns E_beam: the mean square by which the ground beside the path is less than BEAM_DROP lower than the
 * path. */
static double error_beam(const pd_train_surface_feet *feet, const pd_train_patches *patches, int patch)
{
    double sum = 0;

    for (int n = 0; n < feet->off_count; n++) {
        pd_vec3 o = feet->off[n];
        pd_vec3 r = feet->root[feet->off_frame[n]];
        double beside = pd_train_patch_height(patches, patch, o.x - feet->x, o.z - feet->z);
        double on = pd_train_patch_height(patches, patch, r.x - feet->x, r.z - feet->z);
        sum += square(fmax(beside - (on - BEAM_DROP), 0));
    }

    return feet->off_count ? sum / feet->off_count : 0;
}

typedef struct scoring {
    const pd_train_surface_feet *feet;
    const pd_train_patches *patches;
    pd_train_fit_kind kind;
    double *error; /* (patches) */
} scoring;

/* Computes the errors E of PATCH_CHUNK patches (task `index`). */
static void score(void *arg, int index, int worker)
{
    scoring *s = arg;
    (void)worker;

    /* Compute the errors of a chunk of patches. */
    for (int n = index * PATCH_CHUNK; n < s->patches->count && n < (index + 1) * PATCH_CHUNK; n++) {
        double mean = patch_mean(s->feet, s->patches, n);
        s->error[n] = error_down(s->feet, s->patches, n, mean) +
                      error_up(s->feet, s->patches, n, mean, s->kind == PD_TRAIN_FIT_JUMP);
        if (s->kind == PD_TRAIN_FIT_BEAM) s->error[n] += error_beam(s->feet, s->patches, n);
    }
}

/* Chooses the patches with the least error E, in the order of E. `name` is for errors. */
static pd_status choose_terrain_surface(pd_train_surface *s, pd_train_fit_kind kind, const char *name,
                                        const pd_executor *executor, pd_error *err)
{
    /* Without planted points, or for flat motion, level ground is the only candidate. */
    if (kind == PD_TRAIN_FIT_FLAT || !s->feet->down_count) {
        s->count = 1;
        s->patch[0] = -1;
        return PD_OK;
    }

    int count = s->patches ? s->patches->count : 0;
    if (!count)
        return pd_fail(err, PD_ERR_INVALID, name, "has contacts on uneven ground, and no patches to fit");
    scoring job = {.feet = s->feet,
                   .patches = s->patches,
                   .kind = kind,
                   .error = malloc((size_t)count * sizeof(double))};
    if (!job.error) return pd_fail(err, PD_ERR_MEMORY, "patches", "out of memory for %d errors", count);

    /* Score all patches in parallel. */
    pd_execute(executor, score, &job, (count + PATCH_CHUNK - 1) / PATCH_CHUNK);

    /* Insert each patch into the list of the best ones. Patches with equal errors keep their order. */
    for (int patch = 0; patch < count; patch++) {
        int at = s->count;
        while (at > 0 && s->error[at - 1] > job.error[patch]) at--;
        if (at == PD_TRAIN_FIT_BEST) continue;
        if (s->count < PD_TRAIN_FIT_BEST) s->count++;
        for (int n = s->count - 1; n > at; n--) {
            s->error[n] = s->error[n - 1];
            s->patch[n] = s->patch[n - 1];
        }

        s->error[at] = job.error[patch];
        s->patch[at] = patch;
    }

    free(job.error);

    return PD_OK;
}

/* ---- T ---- */

/* Solves a x = b with partial pivoting: a (n,n) becomes L U and b (n,m) the solution.
 * Returns false when a is singular. */
static bool solve_terrain_surface(double *a, double *b, int n, int m)
{
    PD_ASSERT(n >= 0 && m > 0);
    for (int k = 0; k < n; k++) {
        int pivot = k;

        /* Choose the row with the largest entry as pivot (partial pivoting). */
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[pivot * n + k])) pivot = i;
        if (fabs(a[pivot * n + k]) < 1e-12) return false;

        for (int j = 0; pivot != k && j < n; j++) {
            double keep = a[k * n + j];
            a[k * n + j] = a[pivot * n + j];
            a[pivot * n + j] = keep;
        }

        for (int j = 0; pivot != k && j < m; j++) {
            double keep = b[k * m + j];
            b[k * m + j] = b[pivot * m + j];
            b[pivot * m + j] = keep;
        }

        /* Eliminate the column below the pivot. */
        for (int i = k + 1; i < n; i++) {
            double f = a[i * n + k] / a[k * n + k];
            for (int j = k; j < n; j++) a[i * n + j] -= f * a[k * n + j];
            for (int j = 0; j < m; j++) b[i * m + j] -= f * b[k * m + j];
        }
    }

    /* Substitute back. */
    for (int k = n - 1; k >= 0; k--)
        for (int j = 0; j < m; j++) {
            for (int i = k + 1; i < n; i++) b[k * m + j] -= a[k * n + i] * b[i * m + j];
            b[k * m + j] /= a[k * n + k];
        }

    return true;
}

static double basic(const pd_train_surface *s, int best, double x, double z)
{
    if (s->patch[best] < 0) return s->feet->y;
    double h = pd_train_patch_height(s->patches, s->patch[best], x - s->feet->x, z - s->feet->z);
    return h - s->mean[best] + s->feet->y;
}

/* Returns K of a distance in units of the mean distance. */
static double kernel_of(const pd_train_surface *s, double distance)
{
    double r = distance / s->distance;
    return s->kernel == PD_TRAIN_FIT_MULTIQUADRIC ? sqrt(r * r + 1) : r;
}

void pd_train_surface_heights(double *heights, const pd_train_surface *s, double x, double z)
{
    int m = s->count;

    /* Evaluate the patch, then add the corrections of the planted points. */
    for (int b = 0; b < m; b++) heights[b] = basic(s, b, x, z);
    for (int k = 0; k < s->feet->down_count; k++) {
        double dx = x - s->feet->down[k].x;
        double dz = z - s->feet->down[k].z;
        double phi = kernel_of(s, sqrt(dx * dx + dz * dz));
        for (int b = 0; b < m; b++) heights[b] += phi * s->weights[k * m + b];
    }
}

/* Bends each chosen patch to the planted points by radial basis functions (equations in terrain_surface.h).
 * ERR_MEMORY. */
static pd_status refine(pd_train_surface *s, const char *name, pd_error *err)
{
    const pd_train_surface_feet *feet = s->feet;
    size_t n = (size_t)feet->down_count;
    size_t m = (size_t)s->count;
    double *matrix = malloc((n * n + 1) * sizeof *matrix);

    s->weights = malloc((n * m + 1) * sizeof *s->weights);
    s->distance = 1;
    if (!matrix || !s->weights) {
        free(matrix);
        return pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %zu planted points", n);
    }

    /* Set the right-hand side e: the distances of the planted points from the patch. */
    for (int b = 0; b < s->count; b++) {
        s->mean[b] = s->patch[b] < 0 ? 0 : patch_mean(feet, s->patches, s->patch[b]);
        double sum = 0, total = 0;
        for (size_t k = 0; k < n; k++) {
            const pd_train_surface_point *q = &feet->down[k];
            double e = q->y - basic(s, b, q->x, q->z);
            s->weights[k * m + (size_t)b] = e;
            sum += q->count * square(e);
            total += q->count;
        }

        s->before[b] = total > 0 ? sqrt(sum / total) : 0;
    }

    /* Flat ground stays level: it is not bent to the feet. */
    if (s->patch[0] < 0 && s->is_level) {
        memset(s->weights, 0, n * m * sizeof *s->weights);
        free(matrix);
        return PD_OK;
    }

    /* K(D/d) - smooth I, as if every merged point were there `count` times:
     * the same solution, from a smaller system */
    double distances = 0, pairs = 0;
    for (size_t k = 0; k < n; k++)
        for (size_t l = 0; l < n; l++) {
            const pd_train_surface_point *p = &feet->down[k];
            const pd_train_surface_point *q = &feet->down[l];
            double both = (double)p->count * q->count;
            matrix[k * n + l] = hypot(p->x - q->x, p->z - q->z);
            distances += both * matrix[k * n + l];
            pairs += both;
        }
    s->distance = distances > 0 ? distances / pairs : 1;
    for (size_t k = 0; k < n * n; k++) matrix[k] = kernel_of(s, matrix[k]);
    for (size_t k = 0; k < n; k++) matrix[k * n + k] -= SMOOTH / feet->down[k].count;

    /* A singular system leaves the patch as it is. */
    if (!solve_terrain_surface(matrix, s->weights, feet->down_count, s->count))
        memset(s->weights, 0, n * m * sizeof(double));
    free(matrix);

    return PD_OK;
}

/* ---- the whole ---- */

pd_status pd_train_surface_fit(pd_train_surface *s, const pd_train_surface_feet *feet,
                               const pd_train_surface_how *how, const pd_train_patches *patches,
                               const char *name, const pd_executor *executor, pd_error *err)
{
    *s = (pd_train_surface){
        .feet = feet, .patches = patches, .kernel = how->kernel, .is_level = how->is_level};
    pd_status status = choose_terrain_surface(s, how->kind, name, executor, err);
    if (status == PD_OK) status = refine(s, name, err);
    if (status != PD_OK) pd_train_surface_deinit(s);

    return status;
}

void pd_train_surface_deinit(pd_train_surface *s)
{
    free(s->weights);
    memset(s, 0, sizeof *s);
}
