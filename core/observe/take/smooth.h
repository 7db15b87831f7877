#ifndef PD_OBSERVE_TAKE_SMOOTH_H
#define PD_OBSERVE_TAKE_SMOOTH_H
/* Smoothness in time: the prior that a pose changes little from one frame to the next, and a filter that
 * removes jitter after a fit.
 *
 *     value = sum_k |log(A_k^T B_k)|^2 / (2 s_r^2) + |b - a|^2 / (2 s_t^2)
 *         A, a: a frame; B, b: the next; s = speed x seconds between
 *
 * with local rotations and the root's translation. The speeds are those of fast movements (4 rad/s, 2 m/s):
 * the prior hardly affects markers that are seen, and interpolates what is not seen.
 *
 *     r = log(A^T B)     dr/dB = J(r)     dr/dA = -J(r)^T
 *         J: the inverse of the right Jacobian of SO(3)
 *
 * Poses fitted to a detector's keypoints keep most of its jitter, because this prior permits such speeds. A
 * filter removes it afterwards:
 *
 *     minimise sum_f |x_f - y_f|^2 + lambda sum_f |x_(f-1) - 2 x_f + x_(f+1)|^2
 *         Whittaker 1923; y: a joint's quaternion or the root's translation
 *     s^2 = (median |d4 y| / 0.6745)^2 / 70      a^2 = mean |d2 y|^2 - 6 s^2 lambda = 2 s^2 / a^2 d2, d4:
 *                                                second, fourth differences
 *
 * s is the white noise: its fourth differences have 70 times its variance, its second differences 6 times. a
 * is the rest of the second differences, the person's own motion. Without jitter lambda is nearly zero. A
 * single camera measures the root's depth much worse than everything else, and that error is not white noise:
 * most of it would count as the person's motion. So the motion along the camera's axis is assumed to be at
 * most as large as the motion across it:
 *
 *     a_z^2 = min(a_z^2, (a_x^2 + a_y^2) / 2)      s_z^2 = max(s_z^2, (mean |d2 z|^2 - a_z^2) / 6)
 *
 * Units    metres, radians, seconds.
 * Memory   _calm uses the stack.
 * Threads  pure functions.
 * Errors   none.
 */
#include "core/observe/take/arrow.h"

#define PD_OBSERVE_SMOOTH_TURN 4.0 /* radians per second */
#define PD_OBSERVE_SMOOTH_MOVE 2.0 /* metres per second */

typedef struct pd_observe_pose {
    double (*rotations)[9]; /* (K,3,3) */
    double *translation;    /* (3) */
} pd_observe_pose;

/* Returns the value of the prior for a pose `a` and the pose `b`
 * that follows after `seconds`, times weight. */
double pd_observe_smooth_value(const pd_observe_pose *a, const pd_observe_pose *b, int joints, double seconds,
                               double weight);
/* Adds the derivatives of that value to the normal equations: D and g of frames `frame` - 1 (pose a) and
 * `frame` (pose b). Overwrites E. */
void pd_observe_smooth_add(pd_observe_arrow *arrow, int frame, const pd_observe_pose *a,
                           const pd_observe_pose *b, int joints, double seconds, double weight);

#define PD_OBSERVE_SMOOTH_MOST 256 /* largest number of frames of pd_observe_smooth_calm */

/* Filters rotations (F,K,3,3) and translations (F,3) of consecutive frames, F <= PD_OBSERVE_SMOOTH_MOST.
 * Fewer than nine frames are not changed. depth (3), unit: axis of the only camera; NULL: there were several
 * cameras or none. */
void pd_observe_smooth_calm(double (*rotations)[9], double (*translations)[3], int frames, int joints,
                            const double *depth);

#endif
