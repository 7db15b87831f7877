#include "train/prior/pose_network_cost.h"

#include "core/math/mat3.h"

#include <math.h>
#include <string.h>

#define K             PD_IK_NEURAL_JOINTS
/* e of rotations: errors are squared well below it, absolute well above */
#define SOFT_ROTATION 0.05
#define SOFT          0.01 /* e of positions, statures */
#define NO_PLANE      1e-9 /* shorter vectors span no plane */

pd_train_pose_cost pd_train_pose_cost_default(void)
{
    return (pd_train_pose_cost){
        .local = 0.04, .frame = 0.02, .place = 0.6, .seen_rotation = 0.1, .seen_place = 1.5};
}

/* Columns u = a/|a|, v = (b - (u.b) u)/|.|, u x v. */
typedef struct basis {
    double u[3], v[3], b[3], length_a, length_b, along;
    int flat; /* no plane: nothing turns */
} basis;

/* Makes a rotation m (row-major, columns u, v, u x v) of six outputs y = (a, b) by Gram-Schmidt (Zhou et al.
 * 2019), and keeps in s what basis_back needs. */
static void make_basis(basis *s, double m[9], const float *y)
{
    double a[3] = {y[0], y[1], y[2]};
    double w[3], n[3];

    /* Orthonormalise (Gram-Schmidt): u along a, v along the part of b orthogonal to u. */
    for (int c = 0; c < 3; c++) s->b[c] = y[3 + c];
    s->length_a = sqrt(pd_dot3(a, a));
    s->flat = s->length_a < NO_PLANE;
    if (!s->flat) {
        for (int c = 0; c < 3; c++) s->u[c] = a[c] / s->length_a;
        s->along = pd_dot3(s->u, s->b);
        for (int c = 0; c < 3; c++) w[c] = s->b[c] - s->along * s->u[c];
        s->length_b = sqrt(pd_dot3(w, w));
        s->flat = s->length_b < NO_PLANE;
    }

    /* Without a plane the rotation is the identity. */
    if (s->flat) {
        for (int i = 0; i < 9; i++) m[i] = i % 4 == 0;
        return;
    }

    for (int c = 0; c < 3; c++) s->v[c] = w[c] / s->length_b;
    pd_cross3(n, s->u, s->v);
    for (int c = 0; c < 3; c++) {
        m[3 * c] = s->u[c];
        m[3 * c + 1] = s->v[c];
        m[3 * c + 2] = n[c];
    }
}

/* Computes the gradient (6) of the six outputs from the gradient dm (9) of their matrix. */
static void basis_back(float *gradient, const basis *s, const double dm[9])
{
    double du[3], dv[3], dn[3], t[3], db[3];

    if (s->flat) return;

    /* Propagate back from the columns of the matrix to u and v. */
    for (int c = 0; c < 3; c++) {
        du[c] = dm[3 * c];
        dv[c] = dm[3 * c + 1];
        dn[c] = dm[3 * c + 2];
    }

    pd_cross3(t, s->v, dn); /* n = u x v: dn.(du x v) = du.(v x dn), dn.(u x dv) = dv.(dn x u) */
    for (int c = 0; c < 3; c++) du[c] += t[c];
    pd_cross3(t, dn, s->u);
    for (int c = 0; c < 3; c++) dv[c] += t[c];

    /* Propagate back through the normalisation of w = b - (u.b) u. */
    double along = pd_dot3(dv, s->v);
    for (int c = 0; c < 3; c++) db[c] = (dv[c] - along * s->v[c]) / s->length_b; /* of w = b - (u.b) u */
    double across = pd_dot3(db, s->u);

    /* Propagate back to a and b. */
    for (int c = 0; c < 3; c++) {
        du[c] -= across * s->b[c] + s->along * db[c];
        gradient[3 + c] = (float)(db[c] - across * s->u[c]);
    }

    /* Propagate back through the normalisation of a. */
    along = pd_dot3(du, s->u);
    for (int c = 0; c < 3; c++) gradient[c] = (float)((du[c] - along * s->u[c]) / s->length_a);
}

/* weight h(|a - b|, soft) and its gradient added to d. */
static double near(double *d, const double *a, const double *b, int count, double weight, double soft)
{
    double sum = soft * soft;
    for (int i = 0; i < count; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
    double root = sqrt(sum);
    for (int i = 0; i < count; i++) d[i] += weight * (a[i] - b[i]) / root;
    return weight * (root - soft);
}

typedef struct pose {
    double local[K][9], frame[K][9], place[K][3];
    double d_local[K][9], d_frame[K][9], d_place[K][3];
    basis basis[K];
} pose;

double pd_train_pose_cost_of(float *gradient, const float *y, const pd_train_pose_answer *a,
                             const pd_train_pose_cost *cost)
{
    pose p;
    double sum = 0;

    memset(p.d_local, 0, sizeof p.d_local);
    memset(p.d_frame, 0, sizeof p.d_frame);
    memset(p.d_place, 0, sizeof p.d_place);

    /* Run forward: compute the local rotations, and frames and positions along the chain. */
    for (int k = 0; k < K; k++) {
        int up = pd_ik_neural_parents[k];
        make_basis(&p.basis[k], p.local[k], y + 6 * k);
        if (k == 0) {
            memcpy(p.frame[0], p.local[0], sizeof p.frame[0]);
            for (int c = 0; c < 3; c++) p.place[0][c] = y[6 * K + c];
            continue;
        }

        const double *g = p.frame[up];
        for (int r = 0; r < 3; r++) {
            p.place[k][r] = p.place[up][r] + pd_dot3(g + 3 * r, a->offset[k]);
            for (int c = 0; c < 3; c++)
                p.frame[k][3 * r + c] = g[3 * r] * p.local[k][c] + g[3 * r + 1] * p.local[k][3 + c] +
                                        g[3 * r + 2] * p.local[k][6 + c];
        }
    }

    /* Add the cost of every joint, and its gradient. */
    for (int k = 0; k < K; k++) {
        double weight = cost->frame + cost->seen_rotation * a->seen_rotation[k];
        double place = cost->place + cost->seen_place * a->seen_place[k];
        sum += near(p.d_local[k], p.local[k], a->local[k], 9, cost->local, SOFT_ROTATION);
        sum += near(p.d_frame[k], p.frame[k], a->frame[k], 9, weight, SOFT_ROTATION);
        sum += near(p.d_place[k], p.place[k], a->place[k], 3, place, SOFT);
    }

    if (!gradient) return sum;

    /* Add the gradient of each joint's frame and position to its parent's, children first. */
    for (int k = K - 1; k > 0; k--) {
        int up = pd_ik_neural_parents[k];
        const double *g = p.frame[up];
        const double *l = p.local[k];
        const double *dg = p.d_frame[k];
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                p.d_frame[up][3 * r + c] +=
                    pd_dot3(dg + 3 * r, l + 3 * c) + p.d_place[k][r] * a->offset[k][c];
                p.d_local[k][3 * r + c] += g[r] * dg[c] + g[3 + r] * dg[3 + c] + g[6 + r] * dg[6 + c];
            }
        for (int c = 0; c < 3; c++) p.d_place[up][c] += p.d_place[k][c];
    }

    for (int i = 0; i < 9; i++) p.d_local[0][i] += p.d_frame[0][i];

    /* Propagate back from matrices to the six outputs of each joint. */
    memset(gradient, 0, PD_IK_NEURAL_OUTPUTS * sizeof *gradient);
    for (int k = 0; k < K; k++) basis_back(gradient + 6 * k, &p.basis[k], p.d_local[k]);
    for (int c = 0; c < 3; c++) gradient[6 * K + c] = (float)p.d_place[0][c];

    return sum;
}
