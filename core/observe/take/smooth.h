#ifndef PD_OBSERVE_TAKE_SMOOTH_H
#define PD_OBSERVE_TAKE_SMOOTH_H
/* Smoothness in time: a body is nearly where it was a frame ago.
 *
 *     value = sum_k |log(A_k^T B_k)|^2 / (2 s_r^2) + |b - a|^2 / (2 s_t^2)       A, a: a frame; B, b: the next; s = speed x seconds between
 *
 * with local rotations and the root's place. The speeds are those of quick people (4 rad/s, 2 m/s), so that it hardly affects markers that are
 * seen, and what is not seen takes the shortest way from before to after.
 *
 *     r = log(A^T B)     dr/dB = J(r)     dr/dA = -J(r)^T          J: the inverse of the right Jacobian of SO(3)
 *
 * Poses that were fitted to a detector's keypoints keep most of its jitter through that, for it leaves speeds alone. It is taken out afterwards:
 *
 *     minimise sum_f |x_f - y_f|^2 + lambda sum_f |x_(f-1) - 2 x_f + x_(f+1)|^2         y: a joint's quaternion, the root's place (Whittaker 1923)
 *     s^2 = (median |d4 y| / 0.6745)^2 / 70      a^2 = mean |d2 y|^2 - 6 s^2      lambda = 2 s^2 / a^2
 *
 * s: white noise, of which fourth differences have 70 times the variance and second ones 6 times, a: what is left of second differences, people's own. Where poses
 * do not jitter lambda is next to nothing. One camera measures the root's depth worse than all else, and its error there is no white noise: most of it would count
 * as people's own motion. People move as much along the camera's axis as across it:
 *
 *     a_z^2 = min(a_z^2, (a_x^2 + a_y^2) / 2)      s_z^2 = max(s_z^2, (mean |d2 z|^2 - a_z^2) / 6)
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

#define PD_OBSERVE_SMOOTH_MOST 256 /* frames */

/* rotations (F,K,3,3) and translations (F,3) of frames that follow one another, F at most MOST. Fewer than nine stay as they are. depth (3), of length 1: the
 * axis of the one camera that has seen them; NULL: there were several, or none. */
void pd_observe_smooth_calm(double (*rotations)[9], double (*translations)[3], int frames, int joints,
                            const double *depth);

#endif
