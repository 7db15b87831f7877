#ifndef PD_TRAIN_LEARN_TRIANGLES_H
#define PD_TRAIN_LEARN_TRIANGLES_H
/* Bodies as deformations of triangles: what SCAPE (scape.c) and BlendSCAPE (blendscape.c) of compare.h share.
 *
 *     e' = A_t Q_t e                         edges e of triangle t at rest; A_t is known from the pose and
 *                                            the person, Q_t depends on the pose
 *     Q_t = (A^T A + 1e-2)^-1 (A^T F + 1e-2), F = E(mesh) E(rest)^-1      what one mesh says of Q_t
 *     E = [v_1 - v_0, v_2 - v_0, n]          n is normal to the triangle, its length the root of twice the
 *                                            area (Sumner and Popovic 2004)
 *     Q_t(theta) - I                         nine numbers, by ridge regression on the joints that drive the
 *                                            triangle
 *     v = argmin sum_t sum_e |v_b - v_a - e'|^2 + 1e-4 |v - LBS|^2, then moved to the mesh's middle
 *
 * One sparse Cholesky factor (CHOLMOD) serves the vertices of all meshes.
 *
 * Space    the meshes' own, metres.
 */
#include "core/kernel/sparse.h"
#include "train/learn/compare_internal.h"

/* One of the two models: the parts in which they differ. */
typedef struct pd_learn_triangles {
    const pd_learn_comparing *w;
    pd_learn_method method; /* decides which features of the joints Q - I is linear in                 */
    const uint64_t *joints; /* (F) joints that drive a triangle's Q, as bits                           */
    const double *rest;     /* (V,3) rest shape whose edges are deformed; NULL: T of the mesh's person */
    /* Writes A of triangle `face` in mesh j. */
    void (*blend)(double a[9], const struct pd_learn_triangles *model, const pd_learn_pose *pose, int j,
                  int face);
} pd_learn_triangles;

/* Computes E of the triangle with the corners a, b, c. Returns false if it has no area. */
bool pd_learn_triangle_frame(double e[9], const double *a, const double *b, const double *c);
/* Computes F = after before^-1. Returns false if `before` is singular. */
bool pd_learn_triangle_change(double f[9], const double after[9], const double before[9]);
/* Computes the damped least-squares Q of A Q = F. */
void pd_learn_triangle_solve(double q[9], const double a[9], const double f[9]);

/* Adds the edges of a triangle at rest, deformed by m, to the right-hand side (V,3):
 * + at an edge's end, - at its start. */
void pd_learn_triangle_want(double *right, const uint32_t face[3], const double *rest, const double m[9]);
/* Factors the matrix of the last equation above. Returns false without memory. */
bool pd_learn_triangles_factor(pd_k_sparse *out, const pd_learn_template *t);

/* Learns Q and predicts the vertices of all meshes into w->found (n+m,3V).
 * Returns false without memory or solution. */
bool pd_learn_triangles_run(pd_learn_comparing *w, const pd_learn_triangles *model);

#endif
