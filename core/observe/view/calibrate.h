#ifndef PD_OBSERVE_VIEW_CALIBRATE_H
#define PD_OBSERVE_VIEW_CALIBRATE_H
/* Calibrates cameras from the people who walk in front of them.
 *
 *     the best pair      pair.h; what both see is put into space (triangulate.h)
 *     one by one         the camera that sees most of it, pair.h; then all so far together
 *     all together       minimise  sum_ij c_ij rho(|pi_i(x_j) - u_ij|^2) / (2 s^2) + sum_i (log f_i / f_guess)^2 / (2 0.3^2)
 *                        over cameras, points and, where they were guessed, focal lengths: bundle adjustment (Triggs et al. 2000), by Levenberg and Marquardt
 *                        with the points eliminated (Schur)
 *     its size           bones are as long as the model's own:  k = sum expected / sum measured, medians over frames
 *     its place          +Y is where heads are from feet, the floor at 0 under the feet, the first camera looks along -Z
 *
 * Pictures do not show how large the world is: sizes are as right as the expected lengths are for these people (a person of another height than the model's
 * makes the whole room smaller or larger by as much).
 *
 * Shapes   C cameras (2 .. PD_OBSERVE_MOST_CAMERAS), F frames that were taken at the same time, P places.
 * Spaces   u: pixels of pinholes; x: metres, +Y up.
 * Memory   _run allocates and frees, at most PD_OBSERVE_VIEWS_BYTES.   Threads  the caller's; the same bits always.
 * Errors   _check: counts and numbers. _run: ERR_INVALID at "/views" or "/views/i": which camera sees too little of what the others see; ERR_MEMORY. Stopping by keep_going is no error: `stopped`.
 */
#include "core/base/error.h"
#include "core/observe/triangulate.h"

#define PD_OBSERVE_VIEWS_POINTS 2000 /* that are looked at, evenly over the frames */
#define PD_OBSERVE_VIEWS_BYTES  ((size_t)8 << 20)

/* Two places and how far they are from one another, metres. */
typedef struct pd_observe_bone {
    int from, to;
    double length;
} pd_observe_bone;

typedef struct pd_observe_views {
    /* out */
    pd_observe_camera
        *cameras; /* (C) in: fx, fy, cx, cy; out: rotation, translation, and fx, fy with guessed */
    double *off;  /* (C) root mean square of the points' residuals, pixels                    */
    int points;   /* that were used */
    bool stopped;
    /* in */
    int camera_count, frame_count, place_count;
    const float *at;         /* (F,C,P,3) pixels, third unused; NaN: not seen: a take's (take/take.h) */
    const float *confidence; /* (F,C,P), or NULL: 1                                                   */
    double noise;            /* pixels, one standard deviation */
    const bool *guessed;     /* (C) the focal length is; NULL: none */
    const pd_observe_bone *bones;
    int bone_count;
    const int *low, *high; /* places near the feet and near the head */
    int low_count, high_count;
    double low_height; /* metres above the floor of the lowest of low, as a rule */
    bool (*keep_going)(void *ctx);
    void *ctx;
} pd_observe_views;

/* Whether the places of cameras (count) are given: all of them have a rotation, or none has. guessed (count): the focal length is not given,
 * which a camera with a place must have. ERR_INVALID at "/i", or at "" when some have one. */
pd_status pd_observe_views_placed(bool *placed, const pd_observe_camera *cameras, const bool *guessed,
                                  int count, pd_error *err);

pd_status pd_observe_views_check(const pd_observe_views *views, pd_error *err);
pd_status pd_observe_views_run(pd_observe_views *views, pd_error *err);

#endif
