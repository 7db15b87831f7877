#ifndef PD_TRAIN_LEARN_COMPARE_H
#define PD_TRAIN_LEARN_COMPARE_H
/* Compares alternatives to SMPL's pose blend shapes as corrections of linear blend skinning (Loper et al.
 * 2015, sections 2 and 7, figure 16), on the same meshes:
 *
 *     d_ij = error of LBS at vertex i in pose j, in the rest pose       (M^T M + 1e-2)^-1 M^T (V_ij - v_ij)
 *     d_i(theta) = sum_j a_ij k(theta, theta_j),  a = (K + lambda)^-1 d
 *         ridge regression on features is k = phi . phi
 *
 * Every method is thus a kernel of two poses: rotation matrices minus I, axis-angles, polynomials, Euler
 * angles and their sines, quaternions; or distances of poses (PSD, Lewis et al. 2000), or, for each part,
 * those of the adjacent joints only (weighted PSD, Kurihara and Miyata 2004). A `local` method uses the joint
 * of a vertex's part, its parent and its children only. Bases: the principal components of the corrections,
 * of the whole body (PCA of P) or four for each part (EigenSkin, Kry et al. 2002).
 *
 * Further rows have other weights: rigid parts as given and as learned, W_I, sparser and denser W; poses are
 * fitted again with these. DQS blends dual quaternions (Kavan et al. 2008) instead of matrices. BlendSCAPE
 * and SCAPE correct deformations of triangles (triangles.h).
 *
 * The poses are those that LBS alone fits best with the row's weights, so that they favour no method. Errors
 * of triangles accumulate along the limbs in poses fitted by another model, so BlendSCAPE and SCAPE have a
 * second row with their own poses, for the training and the held-out meshes. lambda is the best of five
 * values on every fifth training mesh. The held-out poses are then measured.
 *
 * Space    the meshes' own, metres; results in millimetres, because people read them. Memory: about 12 V
 *          bytes a mesh, four times.
 */
#include "train/learn/learn.h"

#include <stdbool.h>

/* Skinning weights of a method. */
typedef enum pd_learn_weighting {
    PD_LEARN_BY_W,        /* W as learned */
    PD_LEARN_BY_PARTS,    /* one joint a vertex, that of its part in the template */
    PD_LEARN_BY_LARGEST,  /* one joint a vertex, that of the largest weight in W: a learned partition */
    PD_LEARN_BY_DIFFUSED, /* W_I, the parts diffused */
    PD_LEARN_BY_TWO,      /* W solved again with at most two joints a vertex */
    PD_LEARN_BY_SLOTS     /* W solved again with PD_LEARN_SLOTS joints a vertex */
} pd_learn_weighting;

/* X(id, name, description, local, number of bases (0: all), weights, 1 for dual quaternions) */
#define PD_LEARN_METHOD_TABLE(X)                                                                             \
    X(LBS, "LBS", "no correction", 0, 0, BY_W, 0)                                                            \
    X(MATRIX, "R - I", "SMPL: entries of the rotation matrices, dense", 0, 0, BY_W, 0)                       \
    X(MATRIX_LOCAL, "R - I, local", "the same, sparse by the tree", 1, 0, BY_W, 0)                           \
    X(ANGLE, "theta", "axis-angles", 0, 0, BY_W, 0)                                                          \
    X(QUADRATIC, "theta, squares", "axis-angles and their products within a joint", 0, 0, BY_W, 0)           \
    X(EULER, "Euler", "three Euler angles a joint", 0, 0, BY_W, 0)                                           \
    X(EULER_SINES, "Euler, sines", "their sines and cosines", 0, 0, BY_W, 0)                                 \
    X(QUATERNION, "quaternions", "q - 1, four numbers a joint", 0, 0, BY_W, 0)                               \
    X(PSD, "PSD", "Gaussian of the distance of poses", 0, 0, BY_W, 0)                                        \
    X(WEIGHTED_PSD, "weighted PSD", "the same by parts, joints beside them", 1, 0, BY_W, 0)                  \
    X(EIGENSKIN, "EigenSkin", "R - I, local, four bases a part", 1, 4, BY_W, 0)                              \
    X(PCA_5, "PCA of P, 5", "R - I, five bases of the whole body", 0, 5, BY_W, 0)                            \
    X(PCA_10, "PCA of P, 10", "R - I, ten", 0, 10, BY_W, 0)                                                  \
    X(PCA_20, "PCA of P, 20", "R - I, twenty", 0, 20, BY_W, 0)                                               \
    X(PCA_50, "PCA of P, 50", "R - I, fifty", 0, 50, BY_W, 0)                                                \
    X(BLENDSCAPE, "BlendSCAPE", "deformations of triangles, R - I, local, in poses of its own", 1, 0, BY_W,  \
      0)                                                                                                     \
    X(BLENDSCAPE_LBS, "BlendSCAPE, LBS's poses", "the same in the poses that all others have", 1, 0, BY_W,   \
      0)                                                                                                     \
    X(SCAPE, "SCAPE", "deformations of triangles, rigid parts, angles of two joints, in poses of its own",   \
      1, 0, BY_W, 0)                                                                                         \
    X(SCAPE_LBS, "SCAPE, LBS's poses", "the same in the poses that all others have", 1, 0, BY_W, 0)          \
    X(DQS, "DQS", "no correction", 0, 0, BY_W, 1)                                                            \
    X(DQS_MATRIX, "DQS, R - I", "dense", 0, 0, BY_W, 1)                                                      \
    X(RIGID_GIVEN, "rigid, given parts", "one joint a vertex: its part of the template", 0, 0, BY_PARTS, 0)  \
    X(RIGID, "rigid, learned parts", "one joint a vertex: the largest of W", 0, 0, BY_LARGEST, 0)            \
    X(LBS_GIVEN, "LBS, W not learned", "the given parts, diffused", 0, 0, BY_DIFFUSED, 0)                    \
    X(LBS_2, "LBS, sparse W", "two joints a vertex", 0, 0, BY_TWO, 0)                                        \
    X(LBS_8, "LBS, dense W", "eight joints a vertex", 0, 0, BY_SLOTS, 0)                                     \
    X(MATRIX_8, "R - I, dense W", "the same with P", 0, 0, BY_SLOTS, 0)

typedef enum pd_learn_method {
#define PD_LEARN_METHOD_ENUM(id, name, text, local, bases, weights, dual) PD_LEARN_##id,
    PD_LEARN_METHOD_TABLE(PD_LEARN_METHOD_ENUM)
#undef PD_LEARN_METHOD_ENUM
        PD_LEARN_METHOD_COUNT
} pd_learn_method;

typedef struct pd_learn_method_info {
    const char *name, *text;
    bool local;
    int bases;
    pd_learn_weighting weights;
    bool dual;
} pd_learn_method_info;
extern const pd_learn_method_info pd_learn_methods[PD_LEARN_METHOD_COUNT];

typedef struct pd_learn_comparison {
    int learned, held_out; /* numbers of training and held-out meshes */
    struct {
        /* mean distance on training and held-out meshes, and of the held-out mesh with the largest error */
        double learned_mm, held_out_mm, worst_mm;
    } rows[PD_LEARN_METHOD_COUNT];
    /* (PD_LEARN_METHOD_COUNT,V) mean distance over the held-out meshes, mm:
     * allocated by the caller, or NULL */
    float *vertex_mm;
} pd_learn_comparison;

/* Runs all methods. The caller sets out->vertex_mm. The state gives T, J and W. ERR_RANGE without held-out
 * poses or with fewer than 10 training meshes. */
pd_status pd_learn_compare(pd_learn_comparison *out, const pd_learn_problem *problem,
                           const pd_learn_state *state, pd_error *err);

#endif
