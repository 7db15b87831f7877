#include "core/observe/take/equations.h"

#include "core/math/rotation.h"

#include <math.h>
#include <string.h>

#define TOGETHER PD_OBSERVE_EQUATIONS_TOGETHER

static size_t prior_numbers(const pd_observe_prior *prior)
{
    const size_t d = prior ? (size_t)prior->dim : 0;
    const size_t q = prior ? (size_t)prior->rank : 0;
    return d * d + d + d * q + 3 * d + 1;
}

size_t pd_observe_equations_bytes(int count, int rows, const pd_observe_prior *prior)
{
    const size_t n = (size_t)count;
    const size_t real = sizeof(double);
    return pd_arena_bytes(n * n, real) + pd_arena_bytes(n, real) + pd_arena_bytes(n, TOGETHER * real) +
           pd_arena_bytes(n * (size_t)(rows + 1), real) + pd_arena_bytes((size_t)rows + 1, real) +
           pd_arena_bytes(prior_numbers(prior), real) + pd_arena_bytes(n, sizeof(int));
}

bool pd_observe_equations_init(pd_observe_equations *n, int count, int rows, const pd_observe_prior *prior,
                               pd_arena *arena)
{
    const size_t u = (size_t)count;

    *n = (pd_observe_equations){.count = count, .rows = rows};
    n->h = pd_arena_take(arena, u * u, sizeof *n->h);
    n->g = pd_arena_take(arena, u, sizeof *n->g);
    n->value = pd_arena_take(arena, u, sizeof *n->value);
    n->block = pd_arena_take(arena, u * (size_t)(rows + 1), sizeof *n->block);
    n->r = pd_arena_take(arena, (size_t)rows + 1, sizeof *n->r);
    n->prior = pd_arena_take(arena, prior_numbers(prior), sizeof *n->prior);
    n->at = pd_arena_take(arena, u, sizeof *n->at);

    return n->h && n->g && n->value && n->block && n->r && n->prior && n->at;
}

bool pd_observe_term_is_shared(pd_observe_term term)
{
    return term == PD_OBSERVE_TERM_SHAPE || term == PD_OBSERVE_TERM_CAMERA;
}

double pd_observe_equations_cost(const pd_observe_problem *p, bool shared, double *costs)
{
    double sum = 0;

    for (int t = 0; t < PD_OBSERVE_TERM_COUNT; t++) {
        if (pd_observe_term_is_shared((pd_observe_term)t) != shared) continue;
        const double own = pd_observe_term_run(p, (pd_observe_term)t, NULL, NULL, 0);
        if (costs) costs[t] += own;
        sum += own;
    }

    return sum;
}

/* Adds the outer products of the rows [row, row + TOGETHER) of a point, of their nonzero columns only. The
 * rows have the same nonzero columns, so each sum is read and written once. */
static void add_rows(pd_observe_equations *n, int count, int row, int rows)
{
    const int width = rows - row < TOGETHER ? rows - row : TOGETHER;

    double(*restrict values)[TOGETHER] = n->value;
    const int *restrict columns = n->at;
    double r[TOGETHER] = {0};
    int filled = 0;

    for (int w = 0; w < width; w++) r[w] = n->r[row + w];
    for (int u = 0; u < count; u++) {
        const double *v = n->block + (size_t)u * (size_t)rows + (size_t)row;
        bool any = false;
        for (int w = 0; w < width; w++) any = any || v[w] != 0;
        if (!any) continue;
        for (int w = 0; w < TOGETHER; w++) values[filled][w] = w < width ? v[w] : 0;
        n->at[filled++] = u;
    }

    for (int i = 0; i < filled; i++) {
        double *restrict h = n->h + (size_t)columns[i] * (size_t)count;
        const double a = values[i][0];
        const double b = values[i][1];
        const double c = values[i][2];
        n->g[columns[i]] += a * r[0] + b * r[1] + c * r[2];
        for (int k = 0; k <= i; k++) h[columns[k]] += a * values[k][0] + b * values[k][1] + c * values[k][2];
    }
}

/* Adds the normal equations of the prior of poses. */
static void add_prior(pd_observe_equations *n, const pd_observe_problem *p)
{
    const pd_observe_prior *prior = p->prior;
    const size_t d = (size_t)prior->dim;
    const size_t count = (size_t)p->layout.count;
    const double weight = p->weights[PD_OBSERVE_TERM_POSE];
    double *h = n->prior;
    double *g = h + d * d;
    double *scratch = g + d;
    double x[PD_IK_PRIOR_MAX_DIM];

    double(*slopes)[3][3] = (double(*)[3][3])(void *)(scratch + d * (size_t)prior->rank);

    /* Features of the pose, and their derivatives. */
    for (int j = 0; j < prior->joint_count; j++) {
        double turn[3];
        pd_rot_to_axis_angle(turn, p->state.rotations[prior->joints[j]]);
        pd_observe_log_slope(slopes[j], turn);
        for (int i = 0; i < 3; i++) {
            const double scale = prior->scale[3 * j + i];
            x[3 * j + i] = (turn[i] - prior->centre[3 * j + i]) / scale;
            for (int c = 0; c < 3; c++) slopes[j][i][c] /= scale;
        }
    }

    /* Normal equations in the features' order. */
    pd_observe_prior_normal(h, g, prior, p->component, x, (const double(*)[3][3])slopes, scratch);

    /* Add them in the order of the body's joints. */
    for (size_t i = 0; i < d; i++) {
        const size_t row = 3 * (size_t)prior->joints[i / 3] + i % 3;
        n->g[row] += weight * g[i];
        for (size_t k = 0; k <= i; k++) {
            const size_t column = 3 * (size_t)prior->joints[k / 3] + k % 3;
            const size_t below = row > column ? row : column;
            const size_t above = row > column ? column : row;
            n->h[below * count + above] += weight * h[i * d + k];
        }
    }
}

double pd_observe_equations_make(pd_observe_equations *n, pd_observe_problem *p, bool shared)
{
    const size_t count = (size_t)p->layout.count;
    double cost = 0;

    memset(n->h, 0, count * count * sizeof *n->h);
    memset(n->g, 0, count * sizeof *n->g);
    pd_observe_body_slopes(&p->body, &p->layout);
    for (int t = 0; t < PD_OBSERVE_TERM_COUNT; t++) {
        const pd_observe_term term = (pd_observe_term)t;
        if (pd_observe_term_is_shared(term) != shared || !(p->weights[t] > 0)) continue;
        if (term == PD_OBSERVE_TERM_POSE) {
            if (p->prior) add_prior(n, p);
            cost += pd_observe_term_run(p, term, NULL, NULL, 0);
            continue;
        }

        const int rows = pd_observe_term_rows(p, term);
        memset(n->block, 0, count * (size_t)rows * sizeof *n->block);
        cost += pd_observe_term_run(p, term, n->r, n->block, rows);
        for (int row = 0; row < rows; row += TOGETHER) add_rows(n, (int)count, row, rows);
    }

    return cost;
}
