#include "train/learn/extrapolate.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"
#include "core/math/rotation.h"

#include <math.h>
#include <string.h>

typedef struct sizes {
    size_t templates, joints, rotations, translations, weights, blend;
} sizes;

/* Returns the number of values of each array of a state. */
static sizes sizes_of(const pd_learn_state *s)
{
    const size_t v = (size_t)s->vertex_count;
    const size_t k = (size_t)s->joint_count;
    const size_t people = (size_t)s->subject_count;
    const size_t n = (size_t)s->count;

    return (sizes){.templates = 3 * people * v,
                   .joints = 3 * people * k,
                   .rotations = n * k,
                   .translations = 3 * n,
                   .weights = PD_LEARN_SLOTS * v,
                   .blend = 3 * v * (size_t)s->feature_count};
}

pd_status pd_learn_extrapolation_init(pd_learn_extrapolation *x, const pd_learn_problem *problem,
                                      pd_error *err)
{
    *x = (pd_learn_extrapolation){0};
    if (pd_learn_state_init(&x->before, problem->tpl, problem->set, err)) return err->status;
    return pd_learn_state_init(&x->trial, problem->tpl, problem->set, err);
}

void pd_learn_extrapolation_deinit(pd_learn_extrapolation *x)
{
    pd_learn_state_deinit(&x->before);
    pd_learn_state_deinit(&x->trial);
}

void pd_learn_extrapolation_begin(pd_learn_extrapolation *x, const pd_learn_state *state)
{
    PD_ASSERT(x->before.count == state->count && x->before.vertex_count == state->vertex_count);
    const sizes n = sizes_of(state);
    pd_learn_state *b = &x->before;

    memcpy(b->templates, state->templates, n.templates * sizeof *b->templates);
    memcpy(b->joints, state->joints, n.joints * sizeof *b->joints);
    memcpy(b->rotations, state->rotations, 9 * n.rotations * sizeof *b->rotations);
    memcpy(b->translations, state->translations, n.translations * sizeof *b->translations);
    memcpy(b->weights, state->weights, n.weights * sizeof *b->weights);
    memcpy(b->blend, state->blend, n.blend * sizeof *b->blend);
    b->is_blended = state->is_blended;
}

static void go_on_extrapolate(double *out, const double *before, const double *now, double more, size_t count)
{
    for (size_t i = 0; i < count; i++) out[i] = now[i] + more * (now[i] - before[i]);
}

/* Goes on with rotations (count): out = now exp(more log(before^T now)). */
static void turn_on(double *out, const double *before, const double *now, double more, size_t count)
{
    for (size_t i = 0; i < 9 * count; i += 9) {
        double back[9], between[9], log[3], turn[9];
        for (size_t c = 0; c < 9; c++) back[c] = before[i + c % 3 * 3 + c / 3];
        pd_mat3_mul(between, back, now + i);
        pd_rot_to_axis_angle(log, between);
        for (size_t c = 0; c < 3; c++) log[c] *= more;
        pd_rot_from_axis_angle(turn, log);
        pd_mat3_mul(out + i, now + i, turn);
    }
}

/* Goes on with weights; they stay at least 0, 0 stays 0, and their sum stays 1. */
static void weigh_on(double *out, const double *before, const double *now, double more, size_t vertices)
{
    for (size_t i = 0; i < vertices; i++) {
        const size_t at = PD_LEARN_SLOTS * i;
        double sum = 0;
        for (size_t s = at; s < at + PD_LEARN_SLOTS; s++) {
            out[s] = now[s] > 0 ? fmax(0, now[s] + more * (now[s] - before[s])) : 0;
            sum += out[s];
        }

        for (size_t s = at; s < at + PD_LEARN_SLOTS; s++) out[s] = sum > 0 ? out[s] / sum : now[s];
    }
}

/* Sets the trial state x(1 + more). */
static void set_trial(pd_learn_extrapolation *x, const pd_learn_state *now, double more)
{
    PD_ASSERT(x->trial.count == now->count && x->trial.vertex_count == now->vertex_count && more > 0);
    const sizes n = sizes_of(now);
    const pd_learn_state *b = &x->before;
    pd_learn_state *t = &x->trial;

    go_on_extrapolate(t->templates, b->templates, now->templates, more, n.templates);
    go_on_extrapolate(t->joints, b->joints, now->joints, more, n.joints);
    go_on_extrapolate(t->translations, b->translations, now->translations, more, n.translations);
    turn_on(t->rotations, b->rotations, now->rotations, more, n.rotations);
    weigh_on(t->weights, b->weights, now->weights, more, (size_t)now->vertex_count);
    memcpy(t->holds, now->holds, (size_t)now->vertex_count * sizeof *t->holds);
    t->is_blended = now->is_blended;
    for (size_t i = 0; t->is_blended && i < n.blend; i++)
        t->blend[i] = now->blend[i] + (float)more * (now->blend[i] - b->blend[i]);
}

pd_status pd_learn_extrapolate(pd_learn_state *state, pd_learn_energy *energy, double *reached,
                               pd_learn_extrapolation *x, const pd_learn_problem *problem, pd_error *err)
{
    pd_learn_energy best = *energy;
    pd_learn_energy tried;
    double kept = 1;

    /* Go on twice, four times ... as far, while the energy falls. */
    for (int s = 2; s <= PD_LEARN_FARTHEST; s *= 2) {
        set_trial(x, state, s - 1);
        if (pd_learn_energy_of(&tried, problem, &x->trial, err)) return err->status;
        if (!(tried.total < best.total)) break;
        best = tried;
        kept = s;
    }

    *reached = kept;
    if (kept == 1) return PD_OK;
    set_trial(x, state, kept - 1);
    const pd_learn_state last = *state;
    *state = x->trial;
    x->trial = last;
    *energy = best;

    return PD_OK;
}
