#ifndef PD_TRAIN_LEARN_COMPARE_INTERNAL_H
#define PD_TRAIN_LEARN_COMPARE_INTERNAL_H
/* Shared by the methods of compare.h: poses of all meshes, kernels of poses, ridge regression with them.
 *
 * Space    the meshes' own, metres. Memory: owned by pd_learn_compare. */
#include "train/learn/compare.h"

/* Working data. The n training meshes come first, then the m held-out ones. */
typedef struct pd_learn_comparing {
    const pd_learn_problem *problem;
    pd_learn_state state; /* poses of all n + m meshes, P = 0; templates and joints are borrowed */
    const double *learned_weights;
    pd_learn_weighting weighting; /* weights of `state` and of the fitted poses */
    bool dual;                    /* 1: skinned by dual quaternions */
    bool on_surface;              /* 1: `found` holds vertex positions instead of corrections */
    int n, m;
    int *subjects;           /* (n+m) subject of each mesh */
    double *rotations;       /* (n+m,K,9) fitted rotations */
    double *places;          /* (n+m,3) fitted translations, metres */
    double *first_rotations; /* (n+m,K,9) rotations fitted with W as learned: the start for other weights */
    double *first_places;    /* (n+m,3) translations fitted with W as learned, metres */
    float *d;                /* (n+m,3V) errors of skinning, in the rest pose */
    float *found;            /* (n+m,3V) corrections predicted by a method */
    float *part, *some;      /* (n+m, columns), (n, columns) values of one part; at most 3V columns */
    double *kernel, *factor; /* (n+m,n), (n,n) */
    float *blend;            /* (n+m,n) K (K + lambda)^-1 */
    char *scratch;
    size_t bytes;
} pd_learn_comparing;

/* Returns the vertices (V,3) of mesh j, NaN where missing. */
const float *pd_learn_compare_mesh(const pd_learn_comparing *w, int j);
/* Sets up the skeleton in the pose of mesh j. */
void pd_learn_compare_pose(pd_learn_pose *pose, const pd_learn_comparing *w, int j);
/* Computes M of vertex i in mesh j, and the position of the vertex without a correction. */
void pd_learn_compare_skin(double m[9], double at[3], const pd_learn_comparing *w, const pd_learn_pose *pose,
                           int j, int i);

/* Returns the set of joints, as bits, that drive a part's corrections: all, or the part's own, its parent and
 * its children. Never the root, which turns the whole body. */
uint64_t pd_learn_compare_joints(const pd_learn_template *t, int part, bool local);
/* Computes w->kernel (n+m,n). Returns the mean of its diagonal. */
double pd_learn_compare_kernel(pd_learn_comparing *w, pd_learn_method method, uint64_t joints);
/* Regresses from w->part (n+m, columns) of the training meshes to w->some (n+m, columns) of all meshes; at
 * most 3V columns. Returns 0 if singular. */
int pd_learn_compare_regress(pd_learn_comparing *w, double mean, int columns);

/* Predict the vertex positions by BlendSCAPE (blendscape.c) and by SCAPE (scape.c) into w->found (n+m,3V).
 * Return false without a solution. */
bool pd_learn_blendscape(pd_learn_comparing *w);
bool pd_learn_scape(pd_learn_comparing *w);
/* Returns the joints, as bits, that drive Q of a triangle of `part` with its middle `at` (metres, the
 * template's axes): the two nearest to it. joints (K,3). */
uint64_t pd_learn_scape_joints(const pd_learn_template *t, const double *joints, int part,
                               const double at[3]);

#endif
