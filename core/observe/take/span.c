#include "core/observe/take/span.h"

#include "core/kernel/linalg.h"
#include "core/math/rotation.h"
#include "core/observe/problem.h"
#include "core/observe/take/smooth.h"

#include <math.h>
#include <string.h>

#define LAMBDA_FIRST    1e-3 /* damping of Levenberg and Marquardt at the start */
#define LAMBDA_LEAST    1e-9 /* least damping after good steps */
#define NEAR            5e-2 /* STILL for a single frame, which is solved again with its neighbours */
/* STILL for a frame of a picture, where large steps in depth change the cost little. */
#define NEAR_PICTURE    5e-3
#define ATTEMPTS        8    /* trials of a step, with growing damping */
#define COMPONENT_STAYS 4    /* iterations until the prior's components are chosen anew */
#define ENOUGH          1e-5 /* relative decrease of the cost that ends the iterations */
#define STILL           2e-4 /* largest step, in radians and metres, that ends them */

/* ---- a worker's desk */

pd_observe_job pd_observe_take_moment(const pd_observe_take *take, const pd_observe_seen *seen)
{
    pd_observe_job job = {.seen = seen,
                          .seen_count = take->place_count,
                          .prior = take->prior,
                          .camera = take->camera,
                          .views = take->views,
                          .view_count = take->view_count,
                          .robust_space = take->robust_space,
                          .robust_picture = take->robust_picture,
                          .floor = take->floor,
                          .has_floor = take->has_floor,
                          .keep_betas = take->keep_betas,
                          .fit_scale = take->fit_scale,
                          .beta_count = take->beta_count};

    memcpy(job.weights, take->weights, sizeof job.weights);

    return job;
}

static int most_rows(const pd_observe_take *take, const pd_smpl_model *m)
{
    return 3 * take->place_count + 4 * m->joint_count + PD_OBSERVE_BENDS + PD_SMPL_CAPSULE_PAIRS +
           m->beta_count + 3;
}

static int most_unknowns(const pd_observe_take *take, const pd_smpl_model *m)
{
    return 3 * m->joint_count + 3 + m->beta_count + 2 + (take->mounts ? 3 * take->place_count : 0);
}

size_t pd_observe_desk_bytes(const pd_observe_take *take, const pd_smpl_model *m)
{
    const pd_observe_job job = pd_observe_take_moment(take, take->places);
    return pd_arena_bytes((size_t)take->place_count, sizeof(pd_observe_seen)) +
           pd_observe_problem_bytes(&job, m) +
           pd_arena_bytes((size_t)most_unknowns(take, m), 3 * sizeof(double)) +
           pd_observe_equations_bytes(most_unknowns(take, m), most_rows(take, m), take->prior);
}

bool pd_observe_desk_init(pd_observe_desk *desk, const pd_observe_take *take, const pd_smpl_model *m,
                          double (*offsets)[3], pd_arena *arena)
{
    desk->seen = pd_arena_take(arena, (size_t)take->place_count, sizeof *desk->seen);
    if (!desk->seen) return false;
    for (int i = 0; i < take->place_count; i++) {
        desk->seen[i] = take->places[i];
        desk->seen[i].confidence = 0;
        desk->seen[i].offset = offsets && take->mounts[i].along > 0 ? offsets[i] : NULL;
    }

    const pd_observe_job job = pd_observe_take_moment(take, desk->seen);
    if (!pd_observe_problem_init(&desk->problem, &job, m, arena)) return false;
    desk->problem.columns =
        pd_arena_take(arena, (size_t)most_unknowns(take, m), sizeof *desk->problem.columns);

    return desk->problem.columns && pd_observe_equations_init(&desk->normal, most_unknowns(take, m),
                                                              most_rows(take, m), take->prior, arena);
}

/* ---- memory */

static int shared_count(const pd_observe_layout *l)
{
    return l->count - l->translation - 3;
}

size_t pd_observe_span_bytes(const pd_observe_take *take, const pd_smpl_model *m, int count,
                             const pd_observe_layout *l, bool smooth)
{
    const size_t f = (size_t)count;
    const size_t k = (size_t)m->joint_count;
    const size_t p = (size_t)take->place_count;
    const size_t shared = (size_t)shared_count(l);
    const size_t real = sizeof(double);

    return 2 * pd_arena_bytes(f * k, 9 * real) + 2 * pd_arena_bytes(f, 3 * real) +
           pd_arena_bytes(f * p, 3 * sizeof(float)) + pd_arena_bytes(f * p, sizeof(float)) +
           pd_arena_bytes(f, real) + pd_arena_bytes(f, sizeof(int)) +
           pd_arena_bytes((size_t)m->beta_count + 1, real) + pd_arena_bytes(p, 3 * real) +
           pd_arena_bytes(f * (shared * shared + shared) + 1, real) +
           pd_observe_arrow_bytes(count, l->translation + 3, (int)shared, smooth);
}

bool pd_observe_span_init(pd_observe_span *s, int count, pd_arena *arena)
{
    const pd_smpl_model *m = s->model;
    const size_t f = (size_t)count;
    const size_t k = (size_t)m->joint_count;
    const size_t p = (size_t)s->take->place_count;
    const size_t shared = (size_t)shared_count(&s->layout);

    s->count = count;
    s->blur = 1;
    s->rotations = pd_arena_take(arena, f * k, sizeof *s->rotations);
    s->kept_rotations = pd_arena_take(arena, f * k, sizeof *s->rotations);
    s->translations = pd_arena_take(arena, f, sizeof *s->translations);
    s->kept_translations = pd_arena_take(arena, f, sizeof *s->translations);
    s->at = pd_arena_take(arena, f * p, 3 * sizeof *s->at);
    s->confidence = pd_arena_take(arena, f * p, sizeof *s->confidence);
    s->costs = pd_arena_take(arena, f, sizeof *s->costs);
    s->components = pd_arena_take(arena, f, sizeof *s->components);
    if (s->components) memset(s->components, 0, f * sizeof *s->components);
    s->kept_betas = pd_arena_take(arena, (size_t)m->beta_count + 1, sizeof *s->kept_betas);
    s->kept_offsets = pd_arena_take(arena, p, sizeof *s->kept_offsets);
    s->sums = pd_arena_take(arena, f * (shared * shared + shared) + 1, sizeof *s->sums);

    return s->rotations && s->kept_rotations && s->translations && s->kept_translations && s->at &&
           s->confidence && s->costs && s->components && s->kept_betas && s->kept_offsets && s->sums &&
           pd_observe_arrow_init(&s->arrow, count, s->layout.translation + 3, (int)shared, s->smooth, arena);
}

/* ---- one frame */

void pd_observe_span_load(pd_observe_desk *desk, const pd_observe_span *s, int frame, bool keep_component)
{
    pd_observe_problem *p = &desk->problem;
    const size_t k = (size_t)s->model->joint_count;
    const size_t places = (size_t)s->take->place_count;
    const float *at = s->at + 3 * places * (size_t)frame;
    const float *confidence = s->confidence + places * (size_t)frame;

    /* Observations of the frame. */
    for (size_t i = 0; i < places; i++) {
        const bool seen = !isnan(at[3 * i]) && confidence[i] > 0;
        const bool turn = desk->seen[i].is_turn; /* its confidence in the take applies to its heading */
        desk->seen[i].confidence = !seen ? 0 : turn ? 1 : (double)confidence[i];
        desk->seen[i].heading = turn ? (double)confidence[i] : 0;
        for (size_t c = 0; c < 3; c++) desk->seen[i].at[c] = seen ? (double)at[3 * i + c] : 0;
    }

    /* Pose of the frame, and the shared unknowns. */
    memcpy(p->state.rotations, s->rotations + k * (size_t)frame, k * sizeof *s->rotations);
    memcpy(p->state.translation, s->translations[frame], sizeof p->state.translation);
    memcpy(p->state.betas, s->betas, (size_t)s->model->beta_count * sizeof *s->betas);
    p->state.log_scale = s->log_scale;
    p->layout = s->layout;
    p->blur = s->blur;
    if (keep_component) p->component = s->components[frame];
    pd_observe_problem_update(p, keep_component);
    s->components[frame] = p->component;
}

/* Solves x = -(H + lambda diag H)^-1 g. factor receives the Cholesky factor. Returns false if the matrix is
 * not positive definite. */
static bool find_step_span(double *x, double *factor, const pd_observe_equations *normal, int n,
                           double lambda)
{
    const size_t count = (size_t)n;

    memcpy(factor, normal->h, count * count * sizeof *factor);
    for (size_t i = 0; i < count; i++) {
        factor[i * count + i] = factor[i * count + i] * (1 + lambda) + 1e-9;
        x[i] = -normal->g[i];
    }

    if (!pd_k_cholesky(factor, n)) return false;
    pd_k_cholesky_solve(x, factor, n);
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i])) return false;

    return true;
}

static double longest(const double *step, int count)
{
    double most = 0;
    for (int i = 0; i < count; i++) most = fmax(most, fabs(step[i]));
    return most;
}

double pd_observe_span_solve_frame(pd_observe_span *s, int frame, int iterations)
{
    pd_observe_desk *desk = &s->desks[0];
    pd_observe_problem *p = &desk->problem;
    const pd_observe_layout whole = s->layout;
    const double near = s->take->places[0].in_picture ? NEAR_PICTURE : NEAR;
    double lambda = LAMBDA_FIRST;

    /* Unknowns of one frame; the shape stays. */
    s->layout = pd_observe_layout_of(whole.joints, 0, false, false);
    pd_observe_span_load(desk, s, frame, false);
    double cost = pd_observe_equations_cost(p, false, NULL);
    for (int i = 0; i < iterations && isfinite(cost); i++) {
        const int n = s->layout.count;
        double *x = s->arrow.x;
        double *factor = s->arrow.factor;
        double now = INFINITY;
        pd_observe_equations_make(&desk->normal, p, false);

        /* Try steps with growing damping until one does not cost more. */
        for (int attempt = 0; attempt < ATTEMPTS && !(now <= cost); attempt++) {
            if (attempt) lambda = fmax(10 * lambda, LAMBDA_FIRST);
            if (!find_step_span(x, factor, &desk->normal, n, lambda)) continue;
            memcpy(p->state.rotations, s->rotations + (size_t)whole.joints * (size_t)frame,
                   (size_t)whole.joints * sizeof *s->rotations);
            memcpy(p->state.translation, s->translations[frame], sizeof p->state.translation);
            pd_observe_state_move(&p->state, &p->layout, x);
            pd_observe_problem_update(p, true);
            now = pd_observe_equations_cost(p, false, NULL);
        }

        if (!(now <= cost)) break;

        /* Accept the step, and stop if the gain or the step is small. */
        memcpy(s->rotations + (size_t)whole.joints * (size_t)frame, p->state.rotations,
               (size_t)whole.joints * sizeof *s->rotations);
        memcpy(s->translations[frame], p->state.translation, sizeof p->state.translation);
        lambda = fmax(lambda / 10, LAMBDA_LEAST);
        const bool done = cost - now <= ENOUGH * now || longest(x, n) < near;
        cost = now;
        if (done) break;
    }

    /* Restore the layout of the span. */
    s->layout = whole;
    return cost;
}

/* ---- all of them */

/* Returns the value of the offsets' prior. Adds its derivatives to h (3P,3P) and g (3P) if they are not
 * NULL; `stride` is the distance between rows of h. */
static double mounts_value(const pd_observe_mount *mounts, int count, const double (*offsets)[3], double *h,
                           double *g, int stride)
{
    double value = 0;

    for (int i = 0; i < count; i++) {
        const pd_observe_mount *m = &mounts[i];
        double d[3];
        double out = 0, square = 0;
        if (!(m->along > 0)) {
            /* The offset stays 0. */
            for (int c = 0; c < 3 && h; c++) h[(3 * i + c) * stride + 3 * i + c] += 1;
            continue;
        }

        /* Deviation from the guess, along the normal and across it. */
        for (int c = 0; c < 3; c++) {
            d[c] = offsets[i][c] - m->guess[c];
            out += d[c] * m->normal[c];
        }

        for (int c = 0; c < 3; c++) square += pow(d[c] - out * m->normal[c], 2);
        const double along = 1 / (m->along * m->along);
        const double across = 1 / (m->across * m->across);
        value += 0.5 * (along * out * out + across * square);

        /* Gradient and Hessian. */
        for (int c = 0; c < 3 && h; c++) {
            g[3 * i + c] += along * out * m->normal[c] + across * (d[c] - out * m->normal[c]);
            for (int e = 0; e <= c; e++)
                h[(3 * i + c) * stride + 3 * i + e] +=
                    (along - across) * m->normal[c] * m->normal[e] + (c == e ? across : 0);
        }
    }

    return value;
}

static double seconds_of(const pd_observe_span *s)
{
    return 1 / s->take->rate;
}

static pd_observe_pose pose_of(const pd_observe_span *s, int frame)
{
    return (pd_observe_pose){s->rotations + (size_t)s->model->joint_count * (size_t)frame,
                             s->translations[frame]};
}

typedef struct pass {
    pd_observe_span *span;
    bool keep_component, linearise;
} pass;

/* Computes the cost of a frame, and with `linearise` its part of the normal equations. */
static void frame_task(void *arg, int frame, int worker)
{
    const pass *now = arg;
    pd_observe_span *s = now->span;
    pd_observe_desk *desk = &s->desks[worker];
    const size_t n = (size_t)s->arrow.n;
    const size_t m = (size_t)s->arrow.m;
    const size_t all = n + m;
    const size_t f = (size_t)frame;

    pd_observe_span_load(desk, s, frame, now->keep_component);
    if (!now->linearise) {
        s->costs[frame] = pd_observe_equations_cost(&desk->problem, false, NULL);
        return;
    }

    /* Split the frame's equations into its own part, the part that couples it to the shared unknowns, and
     * the shared part. */
    s->costs[frame] = pd_observe_equations_make(&desk->normal, &desk->problem, false);
    const double *h = desk->normal.h;
    const double *g = desk->normal.g;
    for (size_t i = 0; i < n; i++) memcpy(s->arrow.d + f * n * n + i * n, h + i * all, (i + 1) * sizeof *h);
    memcpy(s->arrow.g + f * n, g, n * sizeof *g);
    for (size_t i = 0; i < m; i++) {
        memcpy(s->arrow.c + (f * m + i) * n, h + (n + i) * all, n * sizeof *h);
        memcpy(s->sums + f * (m * m + m) + i * m, h + (n + i) * all + n, (i + 1) * sizeof *h);
    }

    memcpy(s->sums + f * (m * m + m) + m * m, g + n, m * sizeof *g);
}

/* Adds the terms of the shared unknowns, which count once. They are evaluated on the first desk. */
static double shared_terms(pd_observe_span *s, bool linearise)
{
    pd_observe_desk *desk = &s->desks[0];
    const size_t n = (size_t)s->arrow.n;
    const size_t m = (size_t)s->arrow.m;
    const size_t all = n + m;
    const pd_observe_layout *l = &s->layout;
    double cost = 0;

    if (!m) return 0;

    /* Terms of the problem. */
    pd_observe_span_load(desk, s, 0, true);
    cost += pd_observe_equations_cost(&desk->problem, true, NULL);
    if (linearise) {
        pd_observe_equations_make(&desk->normal, &desk->problem, true);
        for (size_t i = 0; i < m; i++) {
            for (size_t k = 0; k <= i; k++) s->arrow.s[i * m + k] += desk->normal.h[(n + i) * all + n + k];
            s->arrow.h[i] += desk->normal.g[n + i];
        }
    }

    /* Prior of the offsets. */
    if (l->offset >= 0) {
        const size_t first = (size_t)l->offset - n;
        cost += mounts_value(s->take->mounts, s->take->place_count, (const double(*)[3])s->offsets,
                             linearise ? s->arrow.s + first * m + first : NULL,
                             linearise ? s->arrow.h + first : NULL, (int)m);
    }

    return cost;
}

/* Computes the cost of the span, and its linear equations if `linearise`. */
static double evaluate(pd_observe_span *s, bool keep_component, bool linearise)
{
    const size_t m = (size_t)s->arrow.m;
    pass now = {s, keep_component, linearise};
    double cost = 0;

    /* Costs and equations of the frames, in parallel. */
    pd_execute(s->executor, frame_task, &now, s->count);

    /* Sum them in the order of frames, so that any number of workers gives the same bits. */
    if (linearise) {
        memset(s->arrow.s, 0, m * m * sizeof *s->arrow.s);
        memset(s->arrow.h, 0, m * sizeof *s->arrow.h);
    }

    for (size_t f = 0; f < (size_t)s->count; f++) {
        const double *sums = s->sums + f * (m * m + m);
        cost += s->costs[f];
        for (size_t i = 0; i < m && linearise; i++) {
            for (size_t k = 0; k <= i; k++) s->arrow.s[i * m + k] += sums[i * m + k];
            s->arrow.h[i] += sums[m * m + i];
        }
    }

    /* Terms of the shared unknowns. */
    cost += shared_terms(s, linearise);

    /* Smoothness between neighbouring frames. */
    const double weight = s->take->smooth == 0 ? 1 : fmax(s->take->smooth, 0);
    double smooth = 0;
    for (int f = 1; f < s->count && s->smooth; f++) {
        const pd_observe_pose a = pose_of(s, f - 1);
        const pd_observe_pose b = pose_of(s, f);
        smooth += pd_observe_smooth_value(&a, &b, s->layout.joints, seconds_of(s), weight);
        if (linearise) pd_observe_smooth_add(&s->arrow, f, &a, &b, s->layout.joints, seconds_of(s), weight);
    }

    return cost + smooth;
}

/* Keeps the state of the span, or with `back` restores it. */
static void keep_span(pd_observe_span *s, bool back)
{
    const size_t f = (size_t)s->count;
    const size_t k = (size_t)s->model->joint_count;
    const size_t betas = (size_t)s->model->beta_count;
    const size_t p = (size_t)s->take->place_count;

    /* Poses of the frames. */
    memcpy(back ? s->rotations : s->kept_rotations, back ? s->kept_rotations : s->rotations,
           f * k * sizeof *s->rotations);
    memcpy(back ? s->translations : s->kept_translations, back ? s->kept_translations : s->translations,
           f * sizeof *s->translations);

    /* Shared unknowns, if there are any. */
    if (!s->arrow.m) return;
    memcpy(back ? s->betas : s->kept_betas, back ? s->kept_betas : s->betas, betas * sizeof *s->betas);
    if (s->offsets)
        memcpy(back ? s->offsets : s->kept_offsets, back ? s->kept_offsets : s->offsets,
               p * sizeof *s->offsets);
    if (back)
        s->log_scale = s->kept_scale;
    else
        s->kept_scale = s->log_scale;
}

/* Applies the step. */
static void move_span(pd_observe_span *s)
{
    const pd_observe_layout *l = &s->layout;
    const int n = s->arrow.n;
    const double *shared = s->arrow.y;

    /* Poses of the frames. */
    for (int f = 0; f < s->count; f++) {
        const double *x = s->arrow.x + (size_t)f * (size_t)n;
        double(*r)[9] = s->rotations + (size_t)l->joints * (size_t)f;
        for (int k = 0; k < l->joints; k++) {
            double by[9], now[9];
            pd_rot_from_axis_angle(by, x + 3 * k);
            pd_rot_mul(now, r[k], by);
            memcpy(r[k], now, sizeof now);
        }

        for (int c = 0; c < 3; c++) s->translations[f][c] += x[l->translation + c];
    }

    /* Shared unknowns. */
    for (int b = 0; b < l->betas; b++) s->betas[b] += shared[l->beta - n + b];
    if (l->scale >= 0) s->log_scale += shared[l->scale - n];
    for (int i = 0; l->offset >= 0 && i < 3 * s->take->place_count; i++)
        s->offsets[i / 3][i % 3] += shared[l->offset - n + i];
}

double pd_observe_span_solve(pd_observe_span *s, int iterations)
{
    const pd_observe_take *t = s->take;
    double lambda = LAMBDA_FIRST;
    double cost = INFINITY;

    for (int i = 0; i < iterations; i++) {
        /* Ask whether to go on. */
        s->stopped = false;
        if (t->keep_going && s->asks_to > 0) {
            const double share = (double)i / iterations;
            s->stopped = !t->keep_going(t->ctx, s->asks_from + share * (s->asks_to - s->asks_from));
        }

        if (s->stopped) return cost;

        /* Linearize. Keep the components of the prior for some rounds, so that costs can be compared. */
        cost = evaluate(s, i % COMPONENT_STAYS != 0, true);
        if (!isfinite(cost)) return cost;
        keep_span(s, false);

        /* Try steps with growing damping until one does not cost more. */
        double now = INFINITY;
        for (int attempt = 0; attempt < ATTEMPTS && !(now <= cost); attempt++) {
            if (attempt) lambda = fmax(10 * lambda, LAMBDA_FIRST);
            if (attempt) keep_span(s, true);
            if (!pd_observe_arrow_solve(&s->arrow, lambda, s->executor)) continue;
            move_span(s);
            now = evaluate(s, true, false);
        }

        if (!(now <= cost)) {
            keep_span(s, true);
            return cost;
        }

        /* Accept the step, and stop if the gain or the step is small. */
        lambda = fmax(lambda / 10, LAMBDA_LEAST);
        const bool done = cost - now <= ENOUGH * now || longest(s->arrow.x, s->count * s->arrow.n) < STILL;
        cost = now;
        if (done) break;
    }

    return cost;
}
