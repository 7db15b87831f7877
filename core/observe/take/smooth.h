#ifndef PD_OBSERVE_TAKE_SMOOTH_H
#define PD_OBSERVE_TAKE_SMOOTH_H
/* Smoothness in time: a body is nearly where it was a frame ago.
 *
 *     value = sum_k |log(A_k^T B_k)|^2 / (2 s_r^2) + |b - a|^2 / (2 s_t^2)       A, a: a frame; B, b: the next; s = speed x seconds between
 *
 * with local rotations and the root's place. The speeds are those of quick people (4 rad/s, 2 m/s), so that markers that are seen hardly feel
 * it, and what is not seen goes the shortest way from what was before to what comes after.
 *
 *     r = log(A^T B)     dr/dB = J(r)     dr/dA = -J(r)^T          J: the inverse of the right Jacobian of SO(3)
 */
#include "core/observe/take/arrow.h"

#define PD_OBSERVE_SMOOTH_TURN 4.0 /* radians a second */
#define PD_OBSERVE_SMOOTH_MOVE 2.0 /* metres a second  */

typedef struct pd_observe_pose {
    double (*rotations)[9]; /* (K,3,3) */
    double *translation;    /* (3)     */
} pd_observe_pose;

/* The value between a pose and the next, seconds later, times weight. */
double pd_observe_smooth_value(const pd_observe_pose *a, const pd_observe_pose *b, int joints, double seconds,
                               double weight);
/* The same added to the normal equations: of frame `frame` and the one before it, D, E and g. E is written. */
void pd_observe_smooth_add(pd_observe_arrow *arrow, int frame, const pd_observe_pose *a,
                           const pd_observe_pose *b, int joints, double seconds, double weight);

#endif
