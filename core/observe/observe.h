#ifndef PD_OBSERVE_OBSERVE_H
#define PD_OBSERVE_OBSERVE_H
/* Fits a body to observations of a person at one moment: betas, pose, translation, and the camera's focal
 * length if it is unknown.
 *
 *     minimise  sum_i c_i rho(|x_i - y_i|^2) / (2 s_i^2) points in space x_i: body.h
 *             + sum_i c_i rho(|pi(x_i) - u_i|^2) / (2 s_i^2)
 *                 points in a picture pi: a pinhole camera
 *             + sum_i |log(G_i Q_i^T)|^2 / (2 s_i^2)
 *                 orientations of joints G: the body's in the world, Q: observed
 *             - log p(theta) + bends + ranges + |beta|^2 / 2 + ... prior knowledge of people: term.h has one
 *               row for each term
 *
 *     rho(e^2) = e^2 / (1 + e^2 / r^2)
 *         Geman and McClure; r = infinity: least squares
 *     pi(x)    = (f_x X / Z + c_x, f_y Y / Z + c_y),  (X, Y, Z) = R x + t
 *         OpenCV's camera: x right, y down, z forward
 *
 * after SMPLify (Bogo et al., Keep it SMPL, ECCV 2016), solved by Levenberg-Marquardt with analytic Jacobians
 * for all unknowns at once. s is the noise of an observation (one standard deviation); c in 0 .. 1 is the
 * detector's confidence, and 0 means not seen. The cost is in nats, so its minimum is the most probable body
 * and all weights are 1.
 *
 * No start pose is needed. In space: the trunk is placed by Kabsch's method, then limb after limb outwards.
 * In a picture: every component of the pose prior is compared from 24 sides as a scaled orthographic figure;
 * the best are solved with a weak prior, then with the full prior, and compared. With `warm`, the outputs
 * contain the start.
 *
 * Several cameras at the same moment are `camera` and `views`: a place that two of them see is triangulated
 * (triangulate.h), and the fit starts as in space. The cost is still the sum of each camera's distances in
 * pixels. Observations of one place share the same `parts`.
 *
 * Orientations alone (inertial sensors) determine the pose but neither translation nor shape: these stay as
 * given, and no start is needed.
 *
 * Points in space are in metres. With fit_scale they may be in any unit: they are divided by their size
 * relative to the model's body (size.h), fitted, and the result is multiplied by that size again. sigma,
 * robust_space and all constants of the terms are then in the body's metres, so the same points in another
 * unit give the same body and a proportional scale. Without fit_scale, _check refuses points that cannot be
 * in metres.
 *
 * Joints that no observation constrains keep their most likely rotation and are listed in `unseen`. If the
 * fit is poor and the points with left and right exchanged would fit far better, `mirrored` is set; the
 * points themselves are never exchanged.
 *
 * Spaces   space: the caller's right-handed metres; by default a camera stands at the origin of a +Y-up world
 *          and looks along -Z.
 * Memory   _run allocates nothing; scratch comes from the arena.
 * Threads  a call runs on one thread and gives the same bits on any.
 * Errors   all in _check, with the fields of the request as places ("/observations/3"), except one: a start
 *          from points in space may put points of the picture behind the camera (status BEHIND).
 */
#include "core/observe/prior.h"
#include "core/observe/term.h"
#include "core/observe/uncertain.h"

#define PD_OBSERVE_MOST_SEEN      4096
#define PD_OBSERVE_LEAST_SPACE    3  /* seen places in space, not all on one line */
#define PD_OBSERVE_LEAST_PICTURE  4  /* seen places in a picture */
#define PD_OBSERVE_MOST_VIEWS     15 /* cameras in addition to the first */
#define PD_OBSERVE_LARGEST_METRES 1e4
#define PD_OBSERVE_LARGEST_ANY    1e7 /* with fit_scale: 10 km in millimetres */
#define PD_OBSERVE_LARGEST_PIXELS 1e6
#define PD_OBSERVE_LARGEST_TURN   6.3 /* radians: longest rotation vector */
#define PD_OBSERVE_LARGEST_FLOOR  1e4
#define PD_OBSERVE_ITERATIONS     60
#define PD_OBSERVE_MOST_BETA      10.0 /* standard deviations: no person has a beta beyond it */

#define PD_OBSERVE_STATUS_TABLE(X)                                                                           \
    X(CONVERGED, "converged", "the last step reduced the cost by less than the tolerance")                   \
    X(BUDGET, "budget", "the iterations ran out; the pose reached so far is returned")                       \
    X(BEHIND, "behind", "the start has points of the picture behind the camera; nothing was fitted")         \
    X(IMPLAUSIBLE, "implausible",                                                                            \
      "a beta is beyond 10, which no person has; the pose reached so far is returned")

typedef enum pd_observe_status {
#define PD_OBSERVE_STATUS_ENUM(name, text, doc) PD_OBSERVE_##name,
    PD_OBSERVE_STATUS_TABLE(PD_OBSERVE_STATUS_ENUM)
#undef PD_OBSERVE_STATUS_ENUM
        PD_OBSERVE_STATUS_COUNT
} pd_observe_status;

const char *pd_observe_status_name(pd_observe_status status); /* "converged" */

typedef struct pd_observe_job {
    /* Input and output (with warm, or betas with keep_betas: the start): */
    float *betas;     /* (B) shape */
    float *rotations; /* (K,3,3) local rotations */
    double translation[3];
    double scale;             /* x = scale X + translation; in: > 0, zero is 1; found with fit_scale */
    pd_observe_camera camera; /* focal lengths f_x and f_y change with fit_focal */
    /* Output: */
    /* (seen_count) observed place on the fitted body: metres,
     * pixels (third 0) or a rotation vector; or NULL */
    double (*at)[3];
    /* (seen_count) distance from the observation: metres, pixels or radians; NAN if not seen; or NULL */
    double *residuals;
    unsigned char *unseen; /* (K) 1: no observation depends on this joint's rotation; or NULL */
    /* (B) standard deviation of each beta; 1 means that nothing was learned about it; or NULL */
    double *betas_sd;
    pd_observe_uncertainty uncertainty; /* standard error of the joints, with `measures`; else NAN */
    /* root mean square of the residuals, weighted by confidence: metres,
     * pixels, radians; 0: no such observation */
    double rms_space, rms_picture, rms_turn;
    double cost; /* value of the minimised sum, nats */
    double term_cost[PD_OBSERVE_TERM_COUNT];
    pd_observe_status status;
    int iterations_used;
    bool mirrored; /* left and right are probably exchanged in the observations */
    /* Input: */
    const pd_observe_seen *seen; /* (seen_count) */
    int seen_count;
    /* (view_count) cameras in addition to `camera`, each with its rotation;
     * seen->camera counts them from 1 */
    const pd_observe_camera *views;
    int view_count;
    const pd_observe_prior *prior;         /* pose prior; NULL: every joint tends to the rest pose */
    double weights[PD_OBSERVE_TERM_COUNT]; /* factor of each term; zero is 1, negative: left out */
    double robust_space, robust_picture;   /* r in metres and in pixels; zero: least squares */
    double floor;                          /* height of the floor; used if has_floor */
    bool has_floor;
    bool warm, keep_betas, fit_scale, fit_focal;
    bool hybrik;                  /* closed form from all joints instead of a search (hybrik.h) */
    bool measures;                /* true: the uncertainty is computed */
    bool is_noise_true;           /* true: the uncertainty takes the noise at least as stated */
    const double *known_sd;       /* (B) deviations of betas that other frames determine; NULL: none do */
    const double *twists;         /* (K) radians, for hybrik; NULL: all 0 */
    int beta_count;               /* number of betas that are fitted, 1 .. the model's; zero: all */
    int iterations;               /* largest number of iterations of each stage; zero is 60 */
    int (*keep_going)(void *ctx); /* called before every iteration; 0 ends the fit; may be NULL */
    void *ctx;
} pd_observe_job;

/* Checks the job against the model; on error *err has the field, the value and what is allowed. */
pd_status pd_observe_check(const pd_observe_job *job, const pd_smpl_model *model, pd_error *err);
size_t pd_observe_scratch_bytes(const pd_observe_job *job, const pd_smpl_model *model);
/* Fits the body of a job that was checked. The arena has room for _scratch_bytes. */
void pd_observe_run(pd_observe_job *job, const pd_smpl_model *model, pd_arena *scratch);

#endif
