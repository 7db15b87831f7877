/* Finds the best rotation of one joint within its limits, for CCD and FABRIK.
 *
 *     max over T of sum w (T now) . then
 *
 *     hinge    T = exp(t a), t = atan2(sum w a . (u x v), sum w (u . v - (u . a)(v . a))) (Wang and Chen
 *              1991)
 *     ball     eigenvector of Horn's matrix (1987) with the largest eigenvalue
 *
 * If several rotations are equally good, the smallest is taken.
 * The ball's rotation is then clamped to its limits. */
#include "core/base/assert.h"
#include "core/ik/methods/dense.h"
#include "core/math/horn.h"
#include "core/ik/methods/method.h"

#include <string.h>

#define LEAST 1e-6 /* of the correspondences' weight: weight of the identity */

void pd_ik_wahba_add(pd_ik_wahba *wahba, const double now[3], const double then[3], double weight)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) wahba->b[3 * r + c] += weight * now[r] * then[c];
    memcpy(wahba->now, now, sizeof wahba->now);
    memcpy(wahba->then, then, sizeof wahba->then);
    wahba->count++;
}

void pd_ik_wahba_add_frame(pd_ik_wahba *wahba, const pd_ik_problem *problem, const pd_ik_goal *goal,
                           double weight)
{
    const double *r = problem->r[goal->tip.node];
    const double *t = goal->frame;

    for (int c = 0; c < 3; c++) {
        double now[3], then[3];
        for (int k = 0; k < 3; k++) {
            now[k] = r[3 * k] * t[c] + r[3 * k + 1] * t[3 + c] + r[3 * k + 2] * t[6 + c];
            then[k] = goal->wanted_frame[3 * k + c];
        }

        pd_ik_wahba_add(wahba, now, then, weight);
    }
}

/* Returns the best angle about the axis a. */
static double angle_about(const double b[9], const double a[3])
{
    double up = a[0] * (b[5] - b[7]) + a[1] * (b[6] - b[2]) + a[2] * (b[1] - b[3]);
    double down = b[0] + b[4] + b[8];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) down -= a[r] * b[3 * r + c] * a[c];
    return up * up + down * down > 1e-30 ? atan2(up, down) : 0;
}

pd_quat pd_ik_wahba_best(const pd_ik_wahba *wahba)
{
    if (wahba->count == 1) {
        pd_vec3 a = {wahba->now[0], wahba->now[1], wahba->now[2]};
        pd_vec3 b = {wahba->then[0], wahba->then[1], wahba->then[2]};
        if (pd_vec3_length(a) < 1e-12 || pd_vec3_length(b) < 1e-12) return pd_q_identity();
        return pd_q_between(pd_vec3_unit_or(a, a), pd_vec3_unit_or(b, b), pd_vec3_make(0, 0, 0));
    }

    const double *s = wahba->b;
    double trace = fabs(s[0]) + fabs(s[4]) + fabs(s[8]);
    double least = LEAST * (trace > 0 ? trace : 1);
    double values[4], vectors[16], n[16], held[9];
    int best = 0;

    memcpy(held, s, sizeof held);
    for (int i = 0; i < 9; i += 4) held[i] += least;
    pd_horn_matrix(n, held);
    pd_ik_eigen(values, vectors, n, 4);
    for (int i = 1; i < 4; i++)
        if (values[i] > values[best]) best = i;
    const double *q = vectors + 4 * best;

    return (pd_quat){q[1], q[2], q[3], q[0]};
}

/* Rotates a joint with bounds of single angles, one angle after the other.
 * The correspondences rotate with it. */
static void rotate_each(pd_ik_problem *p, int index, const pd_ik_wahba *wahba)
{
    const pd_ik_node *node = &p->nodes[index];
    double b[9], was[9], rotated[9];

    memcpy(b, wahba->b, sizeof b);
    for (int c = 2; c >= 0; c--) {
        /* Change the angle to the best one within its limits. */
        int i = node->dof[c];
        if (i < 0) continue;
        PD_DEBUG_ASSERT(i < p->n);
        double q = p->q[i] + angle_about(b, p->axis[i]);
        p->q[i] = q < p->low[i] ? p->low[i] : q > p->high[i] ? p->high[i] : q;
        memcpy(was, p->r[index], sizeof was);
        pd_ik_problem_forward(p, index, index + 1);

        /* Multiply the correspondences' matrix by now was^T from the left. */
        const double *now = p->r[index];
        for (int r = 0; r < 3; r++)
            for (int k = 0; k < 3; k++) {
                double sum = 0;
                for (int l = 0; l < 3; l++)
                    for (int h = 0; h < 3; h++) sum += now[3 * r + h] * was[3 * l + h] * b[3 * l + k];
                rotated[3 * r + k] = sum;
            }
        memcpy(b, rotated, sizeof b);
    }
}

void pd_ik_wahba_rotate(pd_ik_problem *p, int index, const pd_ik_wahba *wahba)
{
    const pd_ik_node *node = &p->nodes[index];

    if (!wahba->count) return;
    if (node->bounded && (node->limit.box || !node->swings)) {
        rotate_each(p, index, wahba);
        return;
    }

    /* Ball: local angles of the frame T r. Before its own rotation the node's frame is r exp(..)^-1. */
    double angles[3], m[9];
    for (int c = 0; c < 3; c++) angles[c] = node->dof[c] < 0 ? node->angle[c] : p->q[node->dof[c]];
    memcpy(m, p->r[index], sizeof m);
    pd_quat now = pd_q_from_matrix(m);
    pd_quat own = pd_ik_limit_join(angles, pd_q_identity());
    pd_quat before = pd_q_mul(now, pd_q_conjugate(own));
    pd_quat wanted = pd_q_mul(pd_ik_wahba_best(wahba), now);
    pd_ik_limit_split(angles, pd_q_identity(), pd_q_normalize(pd_q_inv_mul(before, wanted)));
    if (node->bounded) pd_ik_limit_clamp(angles, &node->limit);
    for (int c = 0; c < 3; c++)
        if (node->dof[c] >= 0) p->q[node->dof[c]] = angles[c];
    pd_ik_problem_forward(p, index, index + 1);
}
