#include "core/observe/take/walk.h"

#include "core/observe/problem.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define NEAR 0.01 /* metres above the lowest at which a point counts e times less */

/* No observation: a body with its feet. */
static pd_observe_job feet_of(void)
{
    return (pd_observe_job){.has_floor = true, .keep_betas = true};
}

size_t pd_observe_walk_bytes(const pd_smpl_model *model)
{
    const pd_observe_job job = feet_of();
    return pd_observe_problem_bytes(&job, model);
}

/* Heels and toes of a frame without its translation; the height of the lowest. */
static double look(double (*at)[3], pd_observe_problem *p, const pd_observe_take *t, int frame)
{
    const size_t k = (size_t)p->model->joint_count;
    const float *r = t->rotations + 9 * k * (size_t)frame;
    double lowest = INFINITY;

    for (size_t i = 0; i < 9 * k; i++) p->state.rotations[i / 9][i % 9] = (double)r[i];
    pd_observe_body_pose(&p->body, &p->state);
    for (int i = 0; i < p->floor_count; i++) {
        pd_observe_point(at[i], &p->body, &p->state, &p->floor_places[i]);
        lowest = fmin(lowest, at[i][1]);
    }
    return lowest;
}

void pd_observe_walk_run(pd_observe_take *t, const pd_smpl_model *model, pd_arena *scratch)
{
    const pd_observe_job job = feet_of();
    pd_observe_problem p;
    double now[PD_OBSERVE_FLOOR_POINTS][3], before[PD_OBSERVE_FLOOR_POINTS][3], low_before = 0;
    double place[2] = {0, 0};

    const bool room = pd_observe_problem_init(&p, &job, model, scratch);
    assert(room);
    if (!room || !p.floor_count) return;
    for (int b = 0; b < model->beta_count; b++) p.state.betas[b] = (double)t->betas[b];
    p.state.log_scale = t->scale > 0 ? log(t->scale) : 0;

    for (int f = 0; f < t->frame_count; f++) {
        double sum[2] = {0, 0}, weight = 0;
        const double low = look(now, &p, t, f);
        for (int i = 0; i < p.floor_count && f; i++) {
            const double w = exp(-(now[i][1] - low + before[i][1] - low_before) / NEAR);
            weight += w;
            for (int c = 0; c < 2; c++) sum[c] += w * (now[i][2 * c] - before[i][2 * c]);
        }
        for (int c = 0; c < 2 && weight > 0; c++) place[c] -= sum[c] / weight;
        float *out = t->translations + 3 * (size_t)f;
        out[0] = (float)place[0], out[2] = (float)place[1];
        out[1] = (float)((t->has_floor ? t->floor : 0) - low);
        memcpy(before, now, sizeof now);
        low_before = low;
    }
}
