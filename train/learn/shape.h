#ifndef PD_TRAIN_LEARN_SHAPE_H
#define PD_TRAIN_LEARN_SHAPE_H
/* Shape training (Loper et al. 2015, section 4.2): brings the shape set to the rest pose, then computes its
 * principal components.
 *
 *     theta = argmin sum_e |W_e(T_mu + P f(theta), J_mu, theta, W) - V_e|^2
 *         edges e: the shape is not yet known
 *     T     = argmin |W(T + P f(theta), J T, theta, W) - V|^2                       J: the joint regressor
 *     T     = mean + S beta, beta ~ (0, I) unweighted vertices, as in the paper
 *
 * T_mu, J_mu are the means of the pose set's subjects. The second line alternates between T and J T, and
 * converges at once where the pose is mild. A missing vertex gets that of T_mu plus the deviation of its
 * neighbours. Bodies are aligned by their centres with the mean of all. The entry of largest size in each
 * component is positive.
 *
 * Shapes   V vertices, M bodies, B components. Space: rest pose, metres.
 * Threads  one body a task.
 */
#include "train/learn/centers.h"
#include "train/learn/energy.h"

typedef struct pd_learn_shapes {
    int count, component_count;
    double *rest;      /* (M,V,3) T of every shape, aligned */
    double *mean;      /* (V,3)                                         */
    float *directions; /* (V,3,B) metres per unit of beta */
    double *shares;    /* (B) share of the variance of each component, not cumulated */
    double *limits;    /* (B) largest |beta|                            */
    double mean_mm;    /* mean distance of the posed T from their meshes */
} pd_learn_shapes;

/* Fits component_count components, at most M - 1. Without a shape set (problem->set->shapes.count 0) the
 * subjects' own T are the shapes. */
pd_status pd_learn_shapes_fit(pd_learn_shapes *out, const pd_learn_problem *problem,
                              const pd_learn_state *state, const pd_learn_centers *centers,
                              int component_count, pd_error *err);
void pd_learn_shapes_deinit(pd_learn_shapes *shapes);

#endif
