#include "core/observe/take/walk.h"

#include "core/base/assert.h"
#include "core/observe/problem.h"

#include <math.h>
#include <string.h>

#define NEAR 0.01 /* height above the lowest point at which the weight has fallen by a factor e, metres */

/* Returns a job without observations, for the points of the feet. */
static pd_observe_job feet_of(void)
{
    return (pd_observe_job){.has_floor = true, .keep_betas = true};
}

size_t pd_observe_walk_bytes(const pd_smpl_model *model)
{
    const pd_observe_job job = feet_of();
    return pd_observe_problem_bytes(&job, model);
}

void pd_observe_walk_step(pd_observe_walk *walk, double out[3], const double (*x)[3], int count, double floor)
{
    double low = INFINITY;
    double sum[2] = {0, 0};
    double weight = 0;

    for (int i = 0; i < count; i++) low = fmin(low, x[i][1]);
    for (int i = 0; i < count && walk->is_there; i++) {
        const double w = exp(-(x[i][1] - low + walk->before[i][1] - walk->low_before) / NEAR);
        weight += w;
        for (int c = 0; c < 2; c++) sum[c] += w * (x[i][2 * c] - walk->before[i][2 * c]);
    }

    for (int c = 0; c < 2 && weight > 0; c++) walk->place[c] -= sum[c] / weight;
    out[0] = walk->place[0];
    out[1] = floor - low;
    out[2] = walk->place[1];

    memcpy(walk->before, x, (size_t)count * sizeof *x);
    walk->low_before = low;
    walk->is_there = true;
}

void pd_observe_walk_run(pd_observe_take *t, const pd_smpl_model *model, pd_arena *scratch)
{
    const pd_observe_job job = feet_of();
    const size_t k = (size_t)model->joint_count;
    pd_observe_problem p;
    double now[PD_OBSERVE_FLOOR_POINTS][3];
    pd_observe_walk walk = {.is_there = false};

    const bool room = pd_observe_problem_init(&p, &job, model, scratch);
    PD_ASSERT(room);
    if (!room || !p.floor_count) return;
    for (int b = 0; b < model->beta_count; b++) p.state.betas[b] = (double)t->betas[b];
    p.state.log_scale = t->scale > 0 ? log(t->scale) : 0;

    for (int f = 0; f < t->frame_count; f++) {
        const float *r = t->rotations + 9 * k * (size_t)f;
        double to[3];

        /* Heels and toes of the frame without its translation. */
        for (size_t i = 0; i < 9 * k; i++) p.state.rotations[i / 9][i % 9] = (double)r[i];
        pd_observe_body_pose(&p.body, &p.state);
        for (int i = 0; i < p.floor_count; i++)
            pd_observe_point(now[i], &p.body, &p.state, &p.floor_places[i]);

        pd_observe_walk_step(&walk, to, (const double(*)[3])now, p.floor_count, t->has_floor ? t->floor : 0);
        for (int c = 0; c < 3; c++) t->translations[3 * (size_t)f + (size_t)c] = (float)to[c];
    }
}
