#include "core/observe/take/take_parts.h"

#include "core/base/assert.h"
#include "core/math/rotation.h"
#include "core/observe/problem.h"

#include <math.h>
#include <string.h>

#define LOOSE       0.03 /* noise of places before their offsets are known, metres */
#define LOOSE_REACH 0.15 /* r of the robust function meanwhile, metres */
#define CALIBRATE   30   /* iterations for shape and offsets */

/* ---- the first step: some frames, each by itself */

/* Fits one frame by itself. */
static void first_task(void *arg, int index, int worker)
{
    pd_observe_take_fitting *f = arg;
    const pd_observe_take *t = f->take;
    pd_observe_take_candidate *c = &f->candidates[f->task_first + index];
    pd_arena *arena = &f->arenas[worker];
    const size_t places = (size_t)t->place_count;
    const size_t first = (size_t)c->frame * places;

    pd_arena_reset(arena);
    pd_observe_seen *seen = pd_arena_take(arena, places, sizeof *seen);
    PD_ASSERT(seen);
    pd_observe_take_see(seen, f, t->at + 3 * first, t->confidence ? t->confidence + first : NULL, LOOSE);
    pd_observe_job job = pd_observe_take_frame_job(t);
    job.seen = seen;
    job.betas = c->betas;
    job.rotations = c->rotations;
    if (f->offsets && job.robust_space > 0) job.robust_space = fmax(job.robust_space, LOOSE_REACH);
    if (t->keep_betas) memcpy(c->betas, t->betas, (size_t)f->model->beta_count * sizeof *c->betas);

    pd_error err;
    c->good = !pd_observe_check(&job, f->model, &err);
    if (!c->good) return;
    pd_observe_run(&job, f->model, arena);
    c->good = job.status != PD_OBSERVE_BEHIND;
    c->misfit = job.rms_space > 0 ? job.rms_space : job.rms_picture > 0 ? job.rms_picture : job.rms_turn;
    c->mirrored = job.mirrored;
    c->scale = job.scale;
    memcpy(c->translation, job.translation, sizeof c->translation);
}

/* ---- the second: shape and offsets from frames unlike one another */

static double unlike(const pd_observe_take_candidate *a, const pd_observe_take_candidate *b, int joints)
{
    double sum = 0;

    for (int k = 1; k < joints; k++) {
        double back[9], to[9], by[9], r[3];
        for (int i = 0; i < 9; i++) {
            back[i] = (double)a->rotations[9 * k + 3 * (i % 3) + i / 3];
            to[i] = (double)b->rotations[9 * k + i];
        }

        pd_rot_mul(by, back, to);
        pd_rot_to_axis_angle(r, by);
        sum += r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    }

    return sum;
}

/* Chooses candidates that differ: starts with the best fit, and adds the one farthest from those chosen.
 * Leaves out candidates with more than 1.5 times the median misfit. */
static int choose_varied(int chosen[PD_OBSERVE_TAKE_CHOSEN], const pd_observe_take_fitting *f)
{
    double far[PD_OBSERVE_TAKE_FIRST];
    double median = INFINITY;
    int count = 0, best = -1;

    /* Median of the misfits. */
    for (int i = 0; i < f->candidate_count; i++) { /* find the candidate with equally many below and above */
        int below = 0, good = 0;
        for (int k = 0; k < f->candidate_count; k++) {
            if (!f->candidates[k].good) continue;
            good++;
            below += f->candidates[k].misfit <= f->candidates[i].misfit;
        }

        if (f->candidates[i].good && 2 * below >= good) median = fmin(median, f->candidates[i].misfit);
    }

    const double most = 1.5 * median;

    /* Begin with the best. */
    for (int i = 0; i < f->candidate_count; i++) {
        const pd_observe_take_candidate *c = &f->candidates[i];
        far[i] = c->good && c->misfit <= most ? INFINITY : -1;
        if (far[i] > 0 && (best < 0 || c->misfit < f->candidates[best].misfit)) best = i;
    }

    /* Add the candidate whose least difference from the chosen ones is largest. */
    while (best >= 0 && count < PD_OBSERVE_TAKE_CHOSEN) {
        chosen[count++] = best;
        far[best] = -1;
        const pd_observe_take_candidate *now = &f->candidates[best];
        best = -1;
        for (int i = 0; i < f->candidate_count; i++) {
            if (!(far[i] > 0)) continue;
            far[i] = fmin(far[i], unlike(now, &f->candidates[i], f->model->joint_count));
            if (far[i] > 0 && (best < 0 || far[i] > far[best])) best = i;
        }
    }

    return count;
}

bool pd_observe_take_shape_find(pd_observe_take_fitting *f, pd_arena *scratch)
{
    pd_observe_take *t = f->take;
    const pd_smpl_model *m = f->model;
    int chosen[PD_OBSERVE_TAKE_CHOSEN];
    const int count = choose_varied(chosen, f);
    const size_t k = (size_t)m->joint_count;
    double scale = 0;

    /* Begin with the means of the candidates. */
    t->calibration_count = count;
    for (int b = 0; b < m->beta_count; b++) {
        f->betas[b] = 0;
        for (int i = 0; i < count; i++) f->betas[b] += (double)f->candidates[chosen[i]].betas[b] / count;
    }

    for (int i = 0; i < count; i++) scale += log(f->candidates[chosen[i]].scale) / count;
    f->log_scale = scale;
    pd_observe_span span = {.take = t,
                            .model = m,
                            .desks = f->desks,
                            .executor = t->executor,
                            .betas = f->betas,
                            .offsets = f->offsets,
                            .log_scale = scale,
                            .layout = pd_observe_take_shared_layout(t, m),
                            .asks_from = PD_OBSERVE_TAKE_FIRST_SHARE / 2,
                            .asks_to = PD_OBSERVE_TAKE_FIRST_SHARE};
    if (span.layout.count == pd_observe_take_frame_layout(m).count || !count) return true;

    /* Take the span's memory, and load the chosen frames. */
    const bool room = pd_observe_span_init(&span, count, scratch);
    PD_ASSERT(room);
    if (!room) return true;
    for (int i = 0; i < count; i++) {
        const pd_observe_take_candidate *c = &f->candidates[chosen[i]];
        const size_t places = (size_t)t->place_count * (size_t)i;
        for (size_t j = 0; j < 9 * k; j++)
            span.rotations[k * (size_t)i + j / 9][j % 9] = (double)c->rotations[j];
        memcpy(span.translations[i], c->translation, sizeof c->translation);
        pd_observe_take_load(f, span.at + 3 * places, span.confidence + places, c->frame, 1);
    }

    /* Count the prior of the betas once for each frame: the errors of the model are equal in all frames, so
     * several frames determine the shape no better than one. */
    for (int w = 0; w < f->workers; w++) f->desks[w].problem.weights[PD_OBSERVE_TERM_SHAPE] *= count;

    /* Fit all frames together. */
    pd_observe_span_solve(&span, CALIBRATE);
    if (span.stopped) t->status = PD_OBSERVE_TAKE_STOPPED;
    if (span.stopped) return false;

    /* Take the result, and its uncertainty. */
    f->log_scale = span.log_scale;
    if (t->betas_sd && !t->keep_betas) {
        double sd[PD_SMPL_MAX_BETAS + 1 + 3 * PD_OBSERVE_TAKE_MOST_PLACES];
        if (pd_observe_arrow_solve(&span.arrow, 0, t->executor)) {
            pd_observe_arrow_shared_sd(sd, &span.arrow);
            for (int b = 0; b < span.layout.betas; b++) t->betas_sd[b] = sd[b];
        }
    }

    return true;
}

bool pd_observe_take_shape_try(pd_observe_take_fitting *f)
{
    const pd_observe_take *t = f->take;
    const int parts = t->frame_count < PD_OBSERVE_TAKE_FIRST ? t->frame_count : PD_OBSERVE_TAKE_FIRST;
    const int batch = pd_observe_take_batch(f);

    for (int i = 0; i < parts; i++) {
        const int from = (int)((long long)i * t->frame_count / parts);
        const int to = (int)((long long)(i + 1) * t->frame_count / parts);
        int best = from;
        int most = -1;
        for (int frame = from; frame < to; frame++) {
            const int seen = pd_observe_take_seen_count(t, frame);
            if (seen > most) {
                most = seen;
                best = frame;
            }
        }

        if (most < pd_observe_take_least_seen(t)) continue;
        f->candidates[f->candidate_count] = (pd_observe_take_candidate){.frame = best};
        f->candidate_count++;
    }

    const int all = f->candidate_count;
    for (int i = 0; i < all; i += batch) {
        if (!pd_observe_take_goes_on(f, PD_OBSERVE_TAKE_FIRST_SHARE / 2 * i / all)) return false;
        f->task_first = i;
        pd_execute(t->executor, first_task, f, all - i < batch ? all - i : batch);
    }

    return true;
}
