/* Levenberg-Marquardt: finds the nearest pose, also if no pose reaches the targets.
 *
 *     d = J^T (J J^T + lambda I)^-1 e       E(q + d) < E(q) ? keep, lambda x 0.3 : undo, lambda x 4
 *
 * With a large remaining error J^T J is a poor approximation of E's curvature, and steps are small. For a
 * chain of up to 16 angles to one target the exact Hessian has a closed form. v_i are a column's position
 * rows, a_i its axis, i is above j, theta is the orientation error:
 *
 *     d = (H + lambda I)^-1 J^T e
 *     H_ij = v_i . v_j - e . (a_i x v_j)  +  a_i^T M a_j - theta . (a_i x a_j) / 2
 *     M = I + c [theta]^2,  c = 1 / |theta|^2 - (1 + cos |theta|) / (2 |theta| sin |theta|)
 *
 * Damping proportional to the error does not converge if the target is out of reach. This method ends at a
 * stationary pose within the limits, where no step decreases E. The second level has a weight of 1e-4. */
#include "core/ik/methods/dense.h"
#include "core/ik/methods/method.h"
#include "core/math/mat3.h"

#include <stdbool.h>
#include <string.h>

#define FIRST    1e-3 /* damping at the start */
#define LARGEST  1e6  /* damping above which no step helps */
#define SMALLEST 1e-9 /* least damping */
#define SETTLED  1e-4 /* of E: two consecutive steps that decrease E by less are the last */
#define AT_REST  1e-5 /* of E: a step that decreases E by less is the last */
#define BOLDER   0.1  /* factor of lambda after a step with the exact Hessian */
#define CURVED   16   /* largest number of angles for the exact Hessian */
#define SECOND   0.01 /* factor of the second level's residuals */

static double cost(const pd_ik_problem *p)
{
    return p->squared_first + SECOND * SECOND * (p->squared - p->squared_first);
}

/* Computes the Hessian H of the squared error, lower triangle. Columns are those of p->jacobian, packed. */
static void curvature(double *h, const pd_ik_problem *p, int position)
{
    const pd_ik_goal *g = p->goals;
    const double *e = p->e;
    const double *left = e + 3 * position;
    int n = p->n;
    int m = p->m;
    int rotates = m > 3 * position;
    double theta[3] = {0, 0, 0};
    double c = 0;

    /* Coefficient of the derivative of the rotation vector. A series value replaces it near 0, where it is
     * 0 / 0. */
    for (int k = 0; k < 3 && rotates; k++) theta[k] = left[k] / g->angle_scale;
    if (rotates) {
        double square = pd_dot3(theta, theta);
        double angle = sqrt(square);
        bool small = angle < 1e-3 || sin(angle) < 1e-6;
        c = small ? 1.0 / 12 : 1 / square - (1 + cos(angle)) / (2 * angle * sin(angle));
    }

    /* Gauss-Newton term plus the curvature of each pair of angles; j acts below i. */
    for (int i = 0; i < n; i++) {
        const double *vi = p->jacobian + (size_t)i * (size_t)m;
        const double *ai = vi + 3 * position;
        double bent[3] = {0, 0, 0};
        double along[3], about[3], once[3], twice[3];
        pd_cross3(along, e, p->axis[i]); /* e . (a_i x v_j) = v_j . (e x a_i) */
        if (rotates) {                   /* M a_i - theta x a_i / 2, scaled like the column */
            pd_cross3(once, theta, ai);
            pd_cross3(twice, theta, once);
            pd_cross3(about, left, p->axis[i]);
            for (int k = 0; k < 3; k++) bent[k] = ai[k] + c * twice[k] - 0.5 * about[k];
        }

        for (int j = i; j < n; j++) {
            const double *vj = p->jacobian + (size_t)j * (size_t)m;
            const double *aj = vj + 3 * position;
            double sum = position ? pd_dot3(vi, vj) - pd_dot3(vj, along) : 0;
            h[j * n + i] = sum + (rotates ? pd_dot3(bent, aj) : 0);
        }
    }
}

/* Computes the step (H + lambda I)^-1 J^T e of the angles that are not held. Returns false if the matrix is
 * not positive definite. */
static bool newton_step(pd_ik_problem *p, const double *h, double lambda)
{
    double a[CURVED * CURVED], y[CURVED];
    int at[CURVED];
    int count = 0;
    int n = p->n;

    for (int i = 0; i < n; i++)
        if (!p->held[i]) at[count++] = i;

    pd_ik_rows_back(p->step, p, 0, p->m, p->e);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j <= i; j++) a[i * count + j] = h[at[i] * n + at[j]];
        a[i * count + i] += lambda;
        y[i] = p->step[at[i]];
    }

    if (!pd_ik_cholesky(a, count)) return false;
    pd_ik_cholesky_solve(y, a, count);
    for (int i = 0; i < count; i++) p->step[at[i]] = y[i];

    return true;
}

/* Computes the step J^T (J J^T + lambda I)^-1 e from J J^T in p->b. Returns false if the matrix is not
 * positive definite. */
static bool step_of(pd_ik_problem *p, double lambda)
{
    int m = p->m;

    memcpy(p->a, p->b, (size_t)m * (size_t)m * sizeof *p->a);
    for (int r = 0; r < m; r++) {
        p->a[r * m + r] += lambda;
        p->y[r] = p->e[r];
    }

    if (m == 6 ? !pd_ik_cholesky6(p->a) : !pd_ik_cholesky(p->a, m)) return false;
    if (m == 6)
        pd_ik_cholesky6_solve(p->y, p->a);
    else
        pd_ik_cholesky_solve(p->y, p->a, m);
    pd_ik_rows_back(p->step, p, 0, m, p->y);

    return true;
}

/* Takes one step. Increases lambda until the error falls. Returns false if no step decreases it. */
static bool levenberg_descend(pd_ik_problem *p, double *lambda, double *gain)
{
    double *q = p->spare + p->n;
    double *e = p->y + p->m;
    double before = cost(p);
    double h[CURVED * CURVED];
    size_t bytes = (size_t)p->n * sizeof *q;

    /* Linearize, with the second level at a small weight, and hold the angles at their limits. */
    pd_ik_problem_jacobian(p);
    for (int r = p->first; r < p->m; r++) p->e[r] *= SECOND;
    for (int i = 0; i < p->n && p->first < p->m; i++)
        for (int r = p->first; r < p->m; r++) p->jacobian[(size_t)i * (size_t)p->m + (size_t)r] *= SECOND;
    pd_ik_problem_hold(p, NULL);

    /* Use the exact Hessian for the position and rotation of one target, few angles, and no swing at its
     * rim, because columns at a rim are rotated. Otherwise use Gauss-Newton. */
    const pd_ik_target *t = p->goals[0].target;
    const bool position = t->has_position || t->keep;
    const bool orientation = t->has_orientation || t->keep;
    bool curved = p->packed && !p->root_dofs && p->n <= CURVED && p->m == 3 * position + 3 * orientation;
    for (int k = 0; k < p->node_count && curved; k++) curved = p->rim[k][2] == 0;
    if (curved)
        curvature(h, p, position);
    else
        pd_ik_rows_gram(p->b, p, 0, p->m, 0);

    /* Try steps with increasing damping, and undo those that fail. */
    memcpy(q, p->q, bytes);
    memcpy(e, p->e, (size_t)p->m * sizeof *e);
    for (; *lambda < LARGEST; *lambda *= 4) {
        memcpy(p->e, e, (size_t)p->m * sizeof *e);
        if (curved ? !newton_step(p, h, *lambda) : !step_of(p, *lambda)) continue;
        pd_ik_problem_move(p, p->step);
        pd_ik_problem_pose(p);
        if (cost(p) < before) {
            *gain = (before - cost(p)) / before;
            *lambda = fmax(SMALLEST, (curved ? BOLDER : 0.3) * *lambda);
            return true;
        }

        memcpy(p->q, q, bytes);
    }

    /* No step decreased the error: restore the pose. */
    pd_ik_problem_pose(p);
    return false;
}

pd_ik_status pd_ik_levenberg_run(pd_ik_problem *p, pd_ik_search *search)
{
    double lambda = FIRST;
    double gain = 1;
    int here = 0, slow = 0;

    pd_ik_problem_pose(p);
    while (!p->reached) {
        if (!pd_ik_search_next(search, p, &here)) return PD_IK_BUDGET;
        if (!levenberg_descend(p, &lambda, &gain)) return PD_IK_STALLED;
        slow = gain < AT_REST ? 2 : gain < SETTLED ? slow + 1 : 0;
        if (slow > 1) return PD_IK_STALLED;
    }

    return PD_IK_REACHED;
}
