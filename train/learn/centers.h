#ifndef PD_TRAIN_LEARN_CENTERS_H
#define PD_TRAIN_LEARN_CENTERS_H
/* Fits the joint regressor to the rest shapes and joints of the subjects (Loper et al. 2015, section 4.1,
 * "joint regressor"):
 *
 *     min  sum_s |sum_i w_i (T_s,i - J_s,k)|^2 + 30^2 S (sum_i w_i - 1)^2
 *         over w >= 0, then scaled to sum 1
 *
 * for each joint k, over the vertices of its own and its parent's part; when these are more than 400, over
 * every few of them. The left side is solved and copied to the right; on the axis a vertex and its mirror
 * image get the mean of both.
 *
 * Shapes   V vertices, K joints, S subjects. Space: rest pose of each subject, metres.
 * Memory   owned by the struct.
 */
#include "train/learn/state.h"

typedef struct pd_learn_centers {
    int *start, *vertex; /* sparse matrix in CSR form: start (K+1), vertex (start[K]) ascending in a row */
    double *weight;      /* (start[K]) rows sum to 1 */
} pd_learn_centers;

/* Finds the weights from the template and the rest shapes of the state. On failure *out is empty. */
pd_status pd_learn_centers_fit(pd_learn_centers *out, const pd_learn_template *tpl,
                               const pd_learn_state *state, pd_error *err);
void pd_learn_centers_deinit(pd_learn_centers *centers);
/* Computes joints (K,3) of a rest shape (V,3). */
void pd_learn_centers_apply(double *joints, const pd_learn_centers *centers, int joint_count,
                            const double *rest);

#endif
