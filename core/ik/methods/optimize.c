/* Inverse kinematics as constrained optimisation (Zhao and Badler, ACM Transactions on Graphics 13(4), 1994):
 *
 *     minimize    G(q) = sum w |p_g - p_e|^2 + w (|x_g - x_e|^2 + |y_g - y_e|^2) + ...
 *     subject to  a^T q = b, a^T q <= b        limb coordination: couplings
 *                 low <= q <= high             joint limits
 *                 (sy/ay)^2 + (sz/az)^2 <= 1   swing
 *
 * An orientation is a pair of orthogonal vectors, the joint's x and y axes. The solver is SLSQP (Kraft 1988)
 * of nlopt. It finds a local minimum, so the caller should try several starts. */
#include "core/ik/methods/method.h"

#include <nlopt.h>
#include <stdbool.h>
#include <string.h>

#define SECOND      0.03 /* weight of the second level's rows relative to the first's */
#define FEASIBLE    1e-9 /* tolerance of constraints */
#define EVALUATIONS 200  /* least number of evaluations of the last run, which is precise */
#define LARGEST     160 /* angles: with more, only Levenberg-Marquardt runs, because SLSQP takes cubic time */

typedef struct minimum {
    pd_ik_problem *p;
    pd_ik_search *search;
    nlopt_opt opt;
    int here;
} minimum;

static void column3(double out[3], const double m[9], int c)
{
    out[0] = m[c];
    out[1] = m[3 + c];
    out[2] = m[6 + c];
}

/* Returns the orientation's objective |x_g - x_e|^2 + |y_g - y_e|^2, weighted. torque: the weighted sum of
 * x_e x x_g and y_e x y_g. */
static double two_vectors(double torque[3], pd_ik_problem *p, const pd_ik_goal *g, double weight)
{
    double m[9];
    double sum = 0;
    const double *r = p->r[g->tip.node];

    memset(torque, 0, 3 * sizeof *torque);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            m[3 * a + b] =
                r[3 * a] * g->frame[b] + r[3 * a + 1] * g->frame[3 + b] + r[3 * a + 2] * g->frame[6 + b];

    for (int c = 0; c < 2; c++) {
        double e[3], w[3];
        column3(e, m, c);
        column3(w, g->wanted_frame, c);
        for (int k = 0; k < 3; k++) {
            sum += weight * (w[k] - e[k]) * (w[k] - e[k]);
            torque[k] += weight * (e[(k + 1) % 3] * w[(k + 2) % 3] - e[(k + 2) % 3] * w[(k + 1) % 3]);
        }
    }

    return sum;
}

/* Returns the squared errors of all rows, and computes the gradient. Objective for NLopt. */
static double objective(unsigned n, const double *q, double *slope, void *ctx)
{
    minimum *min = ctx;
    pd_ik_problem *p = min->p;
    double sum = 0;

    /* Stop NLopt when the budget is spent. */
    memcpy(p->q, q, n * sizeof *q);
    if (!pd_ik_search_next(min->search, p, &min->here)) nlopt_force_stop(min->opt);
    pd_ik_problem_pose(p);

    if (slope) {
        pd_ik_problem_jacobian(p);
        memset(slope, 0, n * sizeof *slope);
    }

    /* Orientations use the distance of two vectors instead of the rotation error, whose gradient is
     * discontinuous at half a turn. Their rows are set to 0 for the sum below. */
    for (int k = 0; k < p->goal_count; k++) {
        const pd_ik_goal *g = &p->goals[k];
        double softened = g->row < p->first ? 1 : SECOND * SECOND;
        double torque[3];
        if (!g->target->has_orientation || g->in_frame || g->tip.node < 0) continue;
        double *e = p->e + g->row + 3 * g->target->has_position;
        e[0] = e[1] = e[2] = 0;
        sum += two_vectors(torque, p, g, softened * g->angle_scale * g->angle_scale);
        for (int i = 0; i < g->path_count && slope; i++) {
            int dof = g->path[i];
            if (p->node_of[dof] < 0) continue;
            const double *a = p->axis[dof];
            slope[dof] -= 2 * (a[0] * torque[0] + a[1] * torque[1] + a[2] * torque[2]);
        }
    }

    /* Squared errors of the other rows, the second level at a small weight. */
    for (int r = 0; r < p->m; r++) {
        double weight = r < p->first ? 1 : SECOND * SECOND;
        sum += weight * p->e[r] * p->e[r];
        for (unsigned i = 0; i < n && slope; i++)
            slope[i] -= 2 * weight * p->jacobian[i * (size_t)p->m + (size_t)r] * p->e[r];
    }

    return sum;
}

/* Constraint of NLopt: a swing is inside of its ellipse if the result is at most 0. */
static double inside_ellipse(unsigned n, const double *q, double *slope, void *ctx)
{
    const pd_ik_node *node = ctx;
    double sum = -1;

    if (slope) memset(slope, 0, n * sizeof *slope);
    for (int c = 1; c < 3; c++) {
        double value = q[node->dof[c]];
        double half = fmax(value < 0 ? -node->limit.min[c] : node->limit.max[c], 1e-6);
        sum += value * value / (half * half);
        if (slope) slope[node->dof[c]] = 2 * value / (half * half);
    }

    return sum;
}

typedef struct line {
    const pd_ik_problem *p;
    const pd_ik_coupling *coupling;
} line;

/* Returns a coupling's distance from its line, and computes the gradient. Constraint for NLopt. */
static double on_line(unsigned n, const double *q, double *slope, void *ctx)
{
    const line *l = ctx;
    const pd_ik_job *job = l->p->job;
    double sum = -l->coupling->equals;

    if (slope) memset(slope, 0, n * sizeof *slope);

    for (int t = 0; t < l->coupling->count; t++) {
        const int joint = l->coupling->joint[t];
        const int angle = l->coupling->angle[t];
        int dof = -1;
        for (int k = 0; k < l->p->node_count; k++)
            if (l->p->nodes[k].joint == joint) dof = l->p->nodes[k].dof[angle];

        double value;
        if (dof >= 0) {
            value = q[dof];
        } else { /* a joint that cannot rotate keeps its angle */
            const bool is_limited = job->limits && job->limits[joint].kind != PD_IK_FREE;
            double angles[3];
            pd_ik_limit_split(angles, is_limited ? job->limits[joint].frame : pd_q_identity(),
                              job->rotations[joint]);
            value = angles[angle];
        }

        sum += l->coupling->factor[t] * value;
        if (slope && dof >= 0) slope[dof] += l->coupling->factor[t];
    }

    return sum;
}

pd_ik_status pd_ik_optimize_run(pd_ik_problem *p, pd_ik_search *search)
{
    if (p->n > LARGEST && !p->job->optimize.coupling_count) return pd_ik_levenberg_run(p, search);
    line lines[PD_IK_MAX_COUPLINGS];
    minimum min = {.p = p, .search = search, .opt = nlopt_create(NLOPT_LD_SLSQP, (unsigned)p->n), .here = 0};
    double least;
    double *q = p->step;
    double *low = p->spare;
    double *high = p->spare + p->n;
    int most = search->most;
    if (!min.opt) return PD_IK_STALLED;

    /* Minimize from the present pose. */
    memcpy(q, p->q, (size_t)p->n * sizeof *q);
    nlopt_set_min_objective(min.opt, objective, &min);

    /* Limits: bounds of angles (beyond 1e9 there is none), and an ellipse for each swing without bounds of
     * single angles. */
    for (int i = 0; i < p->n; i++) {
        low[i] = p->low[i] < -1e9 ? -HUGE_VAL : p->low[i];
        high[i] = p->high[i] > 1e9 ? HUGE_VAL : p->high[i];
    }

    nlopt_set_lower_bounds(min.opt, low);
    nlopt_set_upper_bounds(min.opt, high);
    for (int k = 0; k < p->node_count; k++) {
        pd_ik_node *node = &p->nodes[k];
        if (node->bounded && node->swings && !node->limit.box && node->dof[1] >= 0 && node->dof[2] >= 0)
            nlopt_add_inequality_constraint(min.opt, inside_ellipse, node, FEASIBLE);
    }

    for (int c = 0; c < p->job->optimize.coupling_count; c++) {
        lines[c] = (line){p, &p->job->optimize.couplings[c]};
        if (lines[c].coupling->at_most)
            nlopt_add_inequality_constraint(min.opt, on_line, &lines[c], FEASIBLE);
        else
            nlopt_add_equality_constraint(min.opt, on_line, &lines[c], FEASIBLE);
    }

    /* Run to high precision with at least EVALUATIONS evaluations. */
    nlopt_set_xtol_rel(min.opt, 1e-10);
    nlopt_set_ftol_abs(min.opt, 1e-16);
    nlopt_set_maxeval(min.opt, search->most < EVALUATIONS ? EVALUATIONS : search->most);
    search->most = search->most < EVALUATIONS ? EVALUATIONS : search->most;
    nlopt_result result = nlopt_optimize(min.opt, q, &least);
    nlopt_destroy(min.opt);
    search->most = most;

    /* Take the result, and clamp it to the limits. */
    memcpy(p->q, q, (size_t)p->n * sizeof *q);
    pd_ik_problem_clamp(p);
    pd_ik_problem_pose(p);

    /* SLSQP may end in a pose that violates a coupling. */
    bool holds = p->reached;
    for (int c = 0; holds && c < p->job->optimize.coupling_count; c++) {
        const double over = on_line((unsigned)p->n, p->q, NULL, &lines[c]);
        holds =
            !(over > PD_IK_COUPLING_HOLDS || (!lines[c].coupling->at_most && over < -PD_IK_COUPLING_HOLDS));
    }

    if (holds) return PD_IK_REACHED;

    return result == NLOPT_MAXEVAL_REACHED || result == NLOPT_FORCED_STOP ? PD_IK_BUDGET : PD_IK_STALLED;
}
