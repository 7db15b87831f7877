#include "train/augment/terrain_fit.h"

#include "core/base/rng.h"
#include "train/augment/copy.h"

#include <stdlib.h>
#include <string.h>

#define BEAM_SPREAD 0.5 /* of o about r, metres: Holden's generate_database.py */
/* Limits that the paper does not have, for speed.
 * terrain_surface.h says why merged points give the same T. */
#define MERGE       0.01 /* metres: planted points that are one             */
#define POINTS_MOST 160  /* planted points of a fit                         */
#define MARGIN      1.0  /* metres of ground around the path: job's default */
#define CELL        0.05 /* metres: job's default                           */

static const int joints[4] = {PD_BIPED_L_FOOT, PD_BIPED_L_TOE, PD_BIPED_R_FOOT, PD_BIPED_R_TOE};
static const double rests[4] = {PD_ANIM_BIPED_ANKLE, PD_ANIM_BIPED_TOE, PD_ANIM_BIPED_ANKLE,
                                PD_ANIM_BIPED_TOE};

/* ---- what the feet do ---- */

/* Adds a planted point, or merges it with one that is nearer than `merge` metres. */
static void add_down(pd_train_surface_feet *feet, pd_train_surface_point p, double merge)
{
    /* Merge points that are nearer than `merge` to one point at their mean. */
    for (int n = feet->down_count - 1; n >= 0; n--) {
        pd_train_surface_point *q = &feet->down[n];
        if (hypot(p.x - q->x, p.z - q->z) >= merge) continue;
        double part = (double)p.count / (q->count + p.count);
        q->x += part * (p.x - q->x);
        q->z += part * (p.z - q->z);
        q->y += part * (p.y - q->y);
        q->count += p.count;
        return;
    }

    feet->down[feet->down_count++] = p;
}

/* Collects the points of the feet over the frames of the job, metres: planted, in the air, and beside a
 * beam. */
static pd_status read_feet(pd_train_surface_feet *feet, const pd_train_fit_job *job, pd_error *err)
{
    pd_status status = pd_train_surface_feet_init(feet, job->count, job->motion->name, err);

    if (status != PD_OK) return status;

    /* Heels and toes of every frame: planted points, and points that swing over the ground. */
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    for (int t = job->first; t < job->first + job->count; t++) {
        pd_anim_clip_pose(p, NULL, &job->motion->clip, t);
        feet->root[feet->root_count++] = p[0];
        for (int j = 0; j < 4; j++) {
            pd_train_surface_point foot = {
                .x = p[joints[j]].x, .z = p[joints[j]].z, .y = p[joints[j]].y - rests[j], .count = 1};
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

    pd_train_surface_feet_centre(feet);

    /* A beam needs points beside the path, where the ground has to be lower. */
    if (job->kind == PD_TRAIN_FIT_BEAM) {
        pd_rng rng;
        pd_rng_init(&rng, job->seed);
        for (int t = 0; t < feet->root_count; t++) {
            double dx = BEAM_SPREAD * pd_rng_normal(&rng);
            double dz = BEAM_SPREAD * pd_rng_normal(&rng);
            pd_train_surface_feet_beside(feet, t, dx, dz);
        }
    }

    return PD_OK;
}

/* ---- the grounds ---- */

typedef struct raster {
    const pd_train_surface *surface;
    pd_train_fit *fit;
} raster;

/* Samples all surfaces along one row of the grid (task `row`). */
static void raster_row(void *arg, int row, int worker)
{
    raster *r = arg;
    const pd_anim_ground *g = &r->fit->grounds[0];
    double h[PD_TRAIN_FIT_BEST];

    (void)worker;
    for (int j = 0; j < g->columns; j++) {
        pd_train_surface_heights(h, r->surface, g->x + j * g->cell, g->z + row * g->cell);
        for (int b = 0; b < r->fit->count; b++)
            r->fit->grounds[b].heights[(size_t)row * (size_t)g->columns + (size_t)j] = (float)h[b];
    }
}

/* Makes a grid of heights of each surface, and measures how far the planted points are from it. */
static pd_status make_grounds(pd_train_fit *fit, const pd_train_surface *surface, const pd_train_fit_job *job,
                              const pd_executor *executor, pd_error *err)
{
    const pd_train_surface_feet *feet = surface->feet;

    fit->count = surface->count;
    memcpy(fit->patch, surface->patch, sizeof fit->patch);
    memcpy(fit->error, surface->error, sizeof fit->error);
    memcpy(fit->before, surface->before, sizeof fit->before);

    /* Make a grid that covers the path with a margin. */
    double margin = job->margin > 0 ? job->margin : MARGIN;
    double cell = job->cell > 0 ? job->cell : CELL;
    double low[2] = {feet->root[0].x, feet->root[0].z};
    double high[2] = {feet->root[0].x, feet->root[0].z};
    for (int t = 1; t < feet->root_count; t++) {
        low[0] = fmin(low[0], feet->root[t].x);
        high[0] = fmax(high[0], feet->root[t].x);
        low[1] = fmin(low[1], feet->root[t].z);
        high[1] = fmax(high[1], feet->root[t].z);
    }

    /* At most a million rows and columns, so that the casts cannot overflow; pd_anim_ground_init refuses too
     * many. */
    int columns = (int)fmin(ceil((high[0] - low[0] + 2 * margin) / cell) + 1, 1e6);
    int rows = (int)fmin(ceil((high[1] - low[1] + 2 * margin) / cell) + 1, 1e6);
    pd_status status = PD_OK;
    for (int b = 0; status == PD_OK && b < fit->count; b++)
        status = pd_anim_ground_init(
            &fit->grounds[b],
            (pd_anim_ground_grid){
                .rows = rows, .columns = columns, .x = low[0] - margin, .z = low[1] - margin, .cell = cell},
            job->motion->name, err);

    if (status != PD_OK) return status;

    /* Sample the surfaces on the grid. */
    raster task = {surface, fit};
    pd_execute(executor, raster_row, &task, fit->grounds[0].rows);

    /* Measure the root mean square distance of the planted points from the generated ground, metres. */
    for (int b = 0; b < fit->count; b++) {
        double sum = 0, total = 0;
        for (int k = 0; k < feet->down_count; k++) {
            const pd_train_surface_point *q = &feet->down[k];
            double off = q->y - pd_anim_ground_height(&fit->grounds[b], q->x, q->z);
            sum += q->count * off * off;
            total += q->count;
        }

        fit->after[b] = total > 0 ? sqrt(sum / total) : 0;
    }

    return PD_OK;
}

/* ---- the whole ---- */

pd_status pd_train_fit_cycle(pd_train_fit *fit, const pd_train_fit_job *job, const pd_train_patches *patches,
                             const pd_executor *executor, pd_error *err)
{
    pd_train_surface_feet feet;
    pd_train_surface surface = {0};
    const pd_train_surface_how how = {job->kind, job->kernel, 0};

    memset(fit, 0, sizeof *fit);

    int frames = job->motion->clip.frame_count;
    pd_status status = pd_train_motion_labelled(job->motion, 0, err);
    if (status != PD_OK) return status;
    if (job->count < 1 || job->first < 0 || job->count > frames - job->first)
        return pd_fail(err, PD_ERR_RANGE, job->motion->name, "%d frames from %d on; frames 0 to %d allowed",
                       job->count, job->first, frames - 1);
    status = pd_train_motion_within(job->motion, "margin", job->margin, 0, 100, err);
    if (status == PD_OK) status = pd_train_motion_within(job->motion, "cell", job->cell, 0, 1, err);
    if (status != PD_OK) return status;

    /* Read the feet, fit surfaces to their planted points, and make grounds of the surfaces. */
    status = read_feet(&feet, job, err);
    if (status == PD_OK)
        status = pd_train_surface_fit(&surface, &feet, &how, patches, job->motion->name, executor, err);
    if (status == PD_OK) status = make_grounds(fit, &surface, job, executor, err);
    pd_train_surface_deinit(&surface);
    pd_train_surface_feet_deinit(&feet);
    if (status != PD_OK) pd_train_fit_deinit(fit);

    return status;
}

void pd_train_fit_deinit(pd_train_fit *fit)
{
    for (int b = 0; b < PD_TRAIN_FIT_BEST; b++) pd_anim_ground_deinit(&fit->grounds[b]);
    memset(fit, 0, sizeof *fit);
}

int pd_train_fit_cycles(int *starts, int capacity, const pd_character_motion *motion)
{
    int count = 0;

    /* A cycle begins where the phase passes a whole number; 1e-9 is against rounding just below it. */
    for (int t = 1; motion->phase && t < motion->clip.frame_count; t++)
        if (floor(motion->phase[t] + 1e-9) > floor(motion->phase[t - 1] + 1e-9) && count < capacity)
            starts[count++] = t;
    return count;
}
