#include "core/observe/take/bodies.h"

#include "core/observe/take/span.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Allocates what posing the bodies of a take needs, with the take's betas and scale. Returns false when out
 * of memory; the caller frees. */
static bool take_memory_bodies(pd_observe_bodies *b, const pd_smpl_model *model)
{
    const pd_observe_take *t = b->take;
    const size_t places = (size_t)t->place_count;
    double betas[PD_SMPL_MAX_BETAS];

    b->seen = malloc(places * sizeof *b->seen);
    if (!b->seen) return false;
    for (size_t p = 0; p < places; p++) {
        b->seen[p] = t->places[p];
        b->seen[p].offset = t->mounts && t->mounts[p].along > 0 ? t->offsets[p] : NULL;
    }

    pd_observe_job job = pd_observe_take_moment(t, b->seen);
    job.keep_betas = true;
    job.fit_scale = false;
    if (!pd_arena_init(&b->arena, pd_observe_problem_bytes(&job, model)) ||
        !pd_observe_problem_init(&b->problem, &job, model, &b->arena))
        return false;
    for (int i = 0; i < model->beta_count; i++) betas[i] = b->problem.state.betas[i] = (double)t->betas[i];
    b->problem.state.log_scale = log(t->scale > 0 ? t->scale : 1);
    pd_observe_problem_bake(&b->problem, betas);

    return true;
}

pd_status pd_observe_bodies_init(pd_observe_bodies *b, const pd_observe_take *take,
                                 const pd_smpl_model *model, const char *name, pd_error *err)
{
    *b = (pd_observe_bodies){.take = take};
    if (take_memory_bodies(b, model)) return PD_OK;
    pd_observe_bodies_deinit(b);
    return pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %d places", take->place_count);
}

void pd_observe_bodies_places(double (*x)[3], pd_observe_bodies *b, int frame)
{
    pd_observe_problem *p = &b->problem;
    const size_t numbers = 9 * (size_t)p->layout.joints;
    const float *rotations = b->take->rotations + (size_t)frame * numbers;
    const float *translation = b->take->translations + 3 * (size_t)frame;

    for (size_t i = 0; i < numbers; i++) p->state.rotations[i / 9][i % 9] = (double)rotations[i];
    for (int c = 0; c < 3; c++) p->state.translation[c] = (double)translation[c];
    pd_observe_body_pose(&p->body, &p->state);
    for (int i = 0; i < b->take->place_count; i++) pd_observe_point(x[i], &p->body, &p->state, &p->places[i]);
}

void pd_observe_bodies_deinit(pd_observe_bodies *b)
{
    free(b->seen);
    pd_arena_deinit(&b->arena);
    b->seen = NULL;
}
