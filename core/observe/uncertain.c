#include "core/observe/uncertain.h"

#include "core/kernel/linalg.h"

#include <math.h>
#include <string.h>

#define STEADY      6.0  /* a: rows that speak for the stated noise */
#define NOISE_LEAST 0.04 /* least s^2, unless the caller says that its noise is true */
#define FLIPS       1.6  /* by how much other minima add to the error of the pose that one camera sees */

size_t pd_observe_uncertain_bytes(const pd_observe_layout *l)
{
    const size_t n = (size_t)l->count;
    return pd_arena_bytes(n * n, sizeof(double)) + pd_arena_bytes(n, 6 * sizeof(double)) +
           pd_arena_bytes(n, 3 * sizeof(double));
}

/* Returns whether a joint counts: hands, fingers and the face do not. */
static bool is_of_body(const char *name)
{
    static const char *const others[] = {"hand", "thumb", "index", "middle", "ring", "pinky", "jaw", "eye"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strstr(name, others[i])) return false;
    return true;
}

/* Returns whether one camera alone sees the body. */
static bool is_one_view(const pd_observe_problem *p)
{
    bool is_seen = false;
    for (int i = 0; i < p->seen_count; i++) {
        if (!(p->seen[i].confidence > 0)) continue;
        if (!p->seen[i].in_picture || p->view_count) return false;
        is_seen = true;
    }

    return is_seen;
}

/* Returns the rows of the observations that count. *is_placed: some of them tell where the body is. */
static int count_data(bool *is_placed, const pd_observe_problem *p)
{
    int rows = 0;

    *is_placed = false;
    for (int i = 0; i < p->seen_count; i++) {
        const pd_observe_seen *s = &p->seen[i];
        if (!(s->confidence > 0)) continue;
        rows += s->in_picture ? 2 : s->normal ? 1 : 3;
        *is_placed = *is_placed || !s->is_turn;
    }

    return rows;
}

/* Returns x^T D y of the lower triangle of D (n,n). */
static double product_with(const double *d, const double *x, const double *y, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) sum += d[i * n + k] * (x[i] * y[k] + x[k] * y[i]);
        sum += d[i * n + i] * x[i] * y[i];
    }

    return sum;
}

/* Returns the variance of the three coordinates of a derivative (n,3): tr(X C X^T). y: scratch (n). */
static double variance_of(pd_observe_solver *s, const double (*x)[3], const double *data, double noise,
                          double *y)
{
    const size_t n = (size_t)s->problem->layout.count;
    double sum = 0;

    for (int c = 0; c < 3; c++) {
        double own = 0;
        for (size_t i = 0; i < n; i++) y[i] = x[i][c];
        pd_k_cholesky_solve(y, s->factor, (int)n);
        for (size_t i = 0; i < n; i++) own += x[i][c] * y[i];
        sum += fmax(own + (noise - 1) * product_with(data, y, y, n), 0);
    }

    return sum;
}

pd_observe_uncertainty pd_observe_uncertain(pd_observe_solver *s, const double *betas_sd, bool is_noise_true,
                                            pd_arena *arena)
{
    const pd_observe_uncertainty unknown = {NAN, NAN};
    pd_observe_problem *p = s->problem;
    const pd_observe_layout *l = &p->layout;
    const size_t n = (size_t)l->count;
    double *data = pd_arena_take(arena, n * n, sizeof *data);
    double(*joint)[3] = pd_arena_take(arena, n, 2 * sizeof *joint);
    double *y = pd_arena_take(arena, n, 3 * sizeof *y);
    bool is_placed;
    const int rows = count_data(&is_placed, p);

    if (!data || !joint || !y || !rows) return unknown;
    double(*root)[3] = joint + n;

    /* D and chi^2, then H. */
    pd_observe_solver_linearise(s, PD_OBSERVE_TERM_POINTS, PD_OBSERVE_TERM_PICTURE + 1);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k <= i; k++) data[i * n + k] = s->gram[i * (n + 1) + k];
    const double square = s->gram[n * (n + 1) + n];
    pd_observe_solver_linearise(s, 0, PD_OBSERVE_TERM_COUNT);
    for (int b = 0; b < l->betas && betas_sd; b++) {
        const size_t i = (size_t)(l->beta + b);
        if (betas_sd[b] > 0) s->gram[i * (n + 1) + i] += 1 / (betas_sd[b] * betas_sd[b]) - 1;
    }

    if (!pd_observe_solver_factor(s)) return unknown;

    /* The noise of the observations, by what the fit leaves of them. */
    double used = 0;
    for (size_t i = 0; i < n; i++) {
        memset(y, 0, n * sizeof *y);
        y[i] = 1;
        pd_k_cholesky_solve(y, s->factor, (int)n);
        for (size_t k = 0; k < n; k++) used += y[k] * (k <= i ? data[i * n + k] : data[k * n + i]);
    }

    const double noise =
        fmax((square + STEADY) / (fmax(rows - used, 0) + STEADY), is_noise_true ? 1 : NOISE_LEAST);

    /* Joints in the world, and relative to the pelvis. */
    double world = 0, pose = 0;
    int count = 0;
    for (int k = 0; k < l->joints; k++) {
        const pd_observe_part part = {false, k, 1};
        const pd_observe_vertex *none = NULL;
        const pd_observe_place_of place = {.parts = &part, .compiled = &none, .part_count = 1};
        if (!is_of_body(p->model->data.joint_names[k])) continue;
        pd_observe_point_jacobian(joint, &p->body, &p->state, l, &place);
        if (!count) memcpy(root, joint, n * sizeof *root);
        world += variance_of(s, (const double(*)[3])joint, data, noise, y);
        for (size_t i = 0; i < n; i++)
            for (int c = 0; c < 3; c++) joint[i][c] -= root[i][c];
        pose += variance_of(s, (const double(*)[3])joint, data, noise, y);
        count++;
    }

    /* What one camera does not tell apart. */
    if (is_one_view(p)) {
        world += (FLIPS * FLIPS - 1) * pose;
        pose *= FLIPS * FLIPS;
    }

    const double scale = exp(p->state.log_scale);
    pose = sqrt(pose / count) / scale;
    return (pd_observe_uncertainty){is_placed ? sqrt(world / count) / scale : pose, pose};
}
