#ifndef PD_TRAIN_LEARN_COMPARE_H
#define PD_TRAIN_LEARN_COMPARE_H
/* What else could drive the corrections of linear blend skinning (Loper et al. 2015, sections 2 and 7, figure 16), on the same meshes:
 *
 *     d_ij = what LBS lacks at vertex i in pose j, brought to rest       (M^T M + 1e-2)^-1 M^T (V_ij - v_ij)
 *     d_i(theta) = sum_j a_ij k(theta, theta_j),  a = (K + lambda)^-1 d         ridge regression on features is k = phi . phi
 *
 * so that every method is a kernel of two poses: matrices R - I, axis-angles, polynomials, Euler angles and their sines, quaternions;
 * distances of poses (PSD, Lewis et al. 2000), for each part those of the joints beside it (weighted PSD, Kurihara and Miyata 2004).
 * `local` methods see the joint of a vertex's part, its parent and its children only. Bases: the corrections' principal components, of
 * the whole body (PCA of P) or four for each part (EigenSkin, Kry et al. 2002).
 *
 * Poses are those that LBS alone fits best, so that no method's own model chose them. lambda is the best of five for every fifth mesh
 * learned from. Then the poses held out are measured.
 *
 * Space    meshes' own, metres; results in millimetres: for people. Memory: about 12 V bytes a mesh, four times.
 */
#include "core/train/learn/learn.h"

#include <stdbool.h>

/* id, name, what it is, local, bases (0: all) */
#define PD_LEARN_METHOD_TABLE(X)                                                                             \
    X(RIGID, "rigid parts", "one joint a vertex, no correction", 0, 0)                                       \
    X(LBS, "LBS", "no correction", 0, 0)                                                                     \
    X(MATRIX, "R - I", "SMPL: entries of the rotation matrices, dense", 0, 0)                                \
    X(MATRIX_LOCAL, "R - I, local", "the same, sparse by the tree", 1, 0)                                    \
    X(ANGLE, "theta", "axis-angles", 0, 0)                                                                   \
    X(QUADRATIC, "theta, squares", "axis-angles and their products within a joint", 0, 0)                    \
    X(EULER, "Euler", "three Euler angles a joint", 0, 0)                                                    \
    X(EULER_SINES, "Euler, sines", "their sines and cosines", 0, 0)                                          \
    X(QUATERNION, "quaternions", "q - 1, four numbers a joint", 0, 0)                                        \
    X(PSD, "PSD", "Gaussian of the distance of poses", 0, 0)                                                 \
    X(WEIGHTED_PSD, "weighted PSD", "the same by parts, joints beside them", 1, 0)                           \
    X(EIGENSKIN, "EigenSkin", "R - I, local, four bases a part", 1, 4)                                       \
    X(PCA_5, "PCA of P, 5", "R - I, five bases of the whole body", 0, 5)                                     \
    X(PCA_10, "PCA of P, 10", "R - I, ten", 0, 10)                                                           \
    X(PCA_20, "PCA of P, 20", "R - I, twenty", 0, 20)                                                        \
    X(PCA_50, "PCA of P, 50", "R - I, fifty", 0, 50)

typedef enum pd_learn_method {
#define PD_LEARN_METHOD_ENUM(id, name, text, local, bases) PD_LEARN_##id,
    PD_LEARN_METHOD_TABLE(PD_LEARN_METHOD_ENUM)
#undef PD_LEARN_METHOD_ENUM
        PD_LEARN_METHOD_COUNT
} pd_learn_method;

typedef struct pd_learn_method_info {
    const char *name, *text;
    bool local;
    int bases;
} pd_learn_method_info;
extern const pd_learn_method_info pd_learn_methods[PD_LEARN_METHOD_COUNT];

typedef struct pd_learn_comparison {
    int learned, held_out; /* meshes */
    struct {
        double learned_mm, held_out_mm, worst_mm; /* mean distance; of the held-out mesh that fits worst */
    } rows[PD_LEARN_METHOD_COUNT];
} pd_learn_comparison;

/* The state gives T, J and W. ERR_RANGE when no poses are held out or fewer than 10 meshes are learned from. */
pd_status pd_learn_compare(pd_learn_comparison *out, const pd_learn_problem *problem,
                           const pd_learn_state *state, pd_error *err);

#endif
