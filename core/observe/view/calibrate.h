#ifndef PD_OBSERVE_VIEW_CALIBRATE_H
#define PD_OBSERVE_VIEW_CALIBRATE_H
/* Calibrates cameras from people who walk in front of them.
 *
 *     first pair         pair.h for the best pair; what both see is triangulated (triangulate.h)
 *     one by one         the camera that sees most of these points is added (pair.h); then all cameras so far
 *                        are refined together
 *     all together       minimise  sum_ij c_ij rho(|pi_i(x_j) - u_ij|^2) / (2 s^2) + sum_i (log f_i /
 *                                  f_guess)^2 / (2 0.3^2)
 *                        over cameras, points and, if they were guessed, focal lengths: bundle adjustment
 *                        (Triggs et al. 2000) by Levenberg-Marquardt with the points eliminated (Schur)
 *     size               bones get the model's lengths:  k = sum expected / sum measured, medians over frames
 *     placement          +Y points from feet to heads, the floor is at 0 under the feet, the first camera
 *                        looks along -Z
 *
 * Pictures do not show absolute size: sizes are as accurate as the assumed bone lengths (if a person is
 * taller or shorter than the model, the whole scene is scaled accordingly).
 *
 * Shapes   C cameras (2 .. PD_OBSERVE_MOST_CAMERAS), F frames taken at the same times, P places.
 * Spaces   u: pixels of pinhole cameras; x: metres, +Y up.
 * Memory   _run allocates and frees, at most PD_OBSERVE_VIEWS_BYTES.
 * Threads  the caller's; always the same bits.
 * Errors   _check: counts and numbers. _run: ERR_INVALID at "/views" or "/views/i" names the camera that
 *          shares too little with the others; ERR_MEMORY. Stopping by keep_going is no error: see `stopped`.
 */
#include "core/base/error.h"
#include "core/observe/triangulate.h"

#define PD_OBSERVE_VIEWS_POINTS 2000 /* largest number of points that are used, evenly over the frames */
#define PD_OBSERVE_VIEWS_BYTES  ((size_t)8 << 20)

/* Two places and their distance in metres. */
typedef struct pd_observe_bone {
    int from, to;
    double length;
} pd_observe_bone;

typedef struct pd_observe_views {
    /* out */
    /* (C) in: fx, fy, cx, cy; out: rotation, translation, and fx, fy if guessed */
    pd_observe_camera *cameras;
    double *off; /* (C) root mean square residual of the points, pixels */
    int points;  /* number of points that were used */
    bool stopped;
    /* in */
    int camera_count, frame_count, place_count;
    /* (F,C,P,3) pixels, third number unused; NaN: not seen; laid out as in a take (take/take.h) */
    const float *at;
    const float *confidence; /* (F,C,P), or NULL: all 1 */
    double noise;            /* one standard deviation, pixels */
    const bool *guessed;     /* (C) true: the focal length is a guess; NULL: none is */
    const pd_observe_bone *bones;
    int bone_count;
    const int *low, *high; /* places near the feet and near the head */
    int low_count, high_count;
    double low_height; /* usual height of the lowest of `low` above the floor, metres */
    bool (*keep_going)(void *ctx);
    void *ctx;
} pd_observe_views;

/* Sets *placed to whether the cameras (count) have rotations: all of them must have one, or none. guessed
 * (count): the focal length is not given, which is refused for a camera with a rotation. ERR_INVALID at "/i",
 * or at "" if only some have one. */
pd_status pd_observe_views_placed(bool *placed, const pd_observe_camera *cameras, const bool *guessed,
                                  int count, pd_error *err);

/* Checks the input of _run, which requires what passed here. */
pd_status pd_observe_views_check(const pd_observe_views *views, pd_error *err);
pd_status pd_observe_views_run(pd_observe_views *views, pd_error *err);

#endif
