#ifndef PD_TRAIN_LEARN_BLENDSCAPE_H
#define PD_TRAIN_LEARN_BLENDSCAPE_H
/* BlendSCAPE (Hirshberg et al. 2012), what SMPL's paper compares with: triangles are deformed, then vertices are sought that fit.
 *
 *     e' = B_t(theta) Q_t(theta) e           edges e of triangle t of the subject's own T; B_t = sum_k w_tk A_k, means of its vertices'
 *     Q_t - I = (K + lambda)^-1 ...          nine numbers, by ridge regression on R - I of the joints beside its part, as compare.h has it
 *     v = argmin sum_t sum_e |v_b - v_a - e'|^2 + eps |v - LBS|^2, then moved to the mesh's middle
 *
 * What it learns from is (B^T B + 1e-2)^-1 B^T F, with F the deformation from T to the mesh of both edges and of the normal, whose length is
 * the root of twice the area (Sumner and Popovic 2004). One sparse factor serves all meshes.
 *
 * Space    meshes' own, metres. Memory: the work's, and the factor.
 */
#include "core/train/learn/compare_internal.h"

/* w->found (n+m,3V): places of the vertices. 0: no solution. */
int pd_learn_blendscape(pd_learn_comparing *w);

#endif
