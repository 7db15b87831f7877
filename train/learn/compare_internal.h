#ifndef PD_TRAIN_LEARN_COMPARE_INTERNAL_H
#define PD_TRAIN_LEARN_COMPARE_INTERNAL_H
/* What the methods of compare.h share: poses of all meshes, kernels of poses, ridge regression by them.
 *
 * Space    the meshes' own, metres. Memory: owned by pd_learn_compare.
 */
#include "train/learn/compare.h"

/* Meshes learned from come first, then those held out: n and m of them. */
typedef struct pd_learn_comparing {
    const pd_learn_problem *problem;
    pd_learn_state state; /* with the poses of all n + m, P = 0; templates, joints are borrowed */
    const double *learned_weights;
    pd_learn_weighting weighting; /* that `state` and the poses have */
    bool dual;                    /* skinned by dual quaternions     */
    bool on_surface;              /* found holds places of vertices, not corrections */
    int n, m;
    int *subjects;           /* (n+m)                           */
    double *rotations;       /* (n+m,K,9)                       */
    double *places;          /* (n+m,3)                         */
    double *first_rotations; /* (n+m,K,9) by W as it was learned: other weights begin there */
    double *first_places;    /* (n+m,3)   */
    float *d;                /* (n+m,3V) what skinning lacks at rest */
    float *found;            /* (n+m,3V) what a method gives    */
    float *part, *some;      /* (n+m, columns), (n, columns): of one part; at most 3V columns */
    double *kernel, *factor; /* (n+m,n), (n,n) */
    float *blend;            /* (n+m,n) K (K + lambda)^-1 */
    char *scratch;
    size_t bytes;
} pd_learn_comparing;

/* (V,3) of mesh j, NaN where missing. */
const float *pd_learn_compare_mesh(const pd_learn_comparing *w, int j);
void pd_learn_compare_pose(pd_learn_pose *pose, const pd_learn_comparing *w, int j);
/* M of vertex i in mesh j, and where the vertex is without a correction. */
void pd_learn_compare_skin(double m[9], double at[3], const pd_learn_comparing *w, const pd_learn_pose *pose,
                           int j, int i);

/* Which joints a part's corrections follow: all, or its own, its parent and its children; never the root, which turns all. */
uint64_t pd_learn_compare_joints(const pd_learn_template *t, int part, bool local);
/* w->kernel (n+m,n); returns its mean diagonal. */
double pd_learn_compare_kernel(pd_learn_comparing *w, pd_learn_method method, uint64_t joints);
/* From w->part (n+m, columns) of the meshes learned from, w->some (n+m, columns) of all; at most 3V columns. 0: singular. */
int pd_learn_compare_regress(pd_learn_comparing *w, double mean, int columns);

/* BlendSCAPE (blendscape.c) into w->found (n+m,3V): places of the vertices. 0: no solution. */
int pd_learn_blendscape(pd_learn_comparing *w);

#endif
