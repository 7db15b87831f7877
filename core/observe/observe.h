#ifndef PD_OBSERVE_OBSERVE_H
#define PD_OBSERVE_OBSERVE_H
/* A person from what is seen of them at one moment: betas, pose, place, and the camera where it is not known.
 *
 *     minimise  sum_i c_i rho(|x_i - y_i|^2) / (2 s_i^2)                     places of the body in space   x_i: body.h
 *             + sum_i c_i rho(|pi(x_i) - u_i|^2) / (2 s_i^2)                 places in a picture           pi: a pinhole camera
 *             + sum_i |log(G_i Q_i^T)|^2 / (2 s_i^2)                         orientations of joints        G: of the body in the world, Q: seen
 *             - log p(theta) + bends + ranges + |beta|^2 / 2 + ...           what people are like          term.h, one row a term
 *
 *     rho(e^2) = e^2 / (1 + e^2 / r^2)                                       Geman and McClure; r = infinity: least squares
 *     pi(x)    = (f_x X / Z + c_x, f_y Y / Z + c_y),  (X, Y, Z) = R x + t    OpenCV's camera: x right, y down, z forward
 *
 * after SMPLify (Bogo et al., Keep it SMPL, ECCV 2016), solved by Levenberg and Marquardt with analytic Jacobians, all unknowns at once.
 * s is how well a place is known (one standard deviation), c in 0 .. 1 the detector's confidence: 0 is not seen. Everything is in nats, so
 * the result is the most probable body and weights are 1.
 *
 * No start pose is needed. In space: the trunk by Kabsch, then limb after limb outwards. In a picture: every component of the pose prior from
 * 24 sides as a scaled orthographic figure, the best of them solved with a loose prior, then with all of it, and compared. With `warm` the outputs hold the start.
 *
 * Several cameras that look at the same moment are `camera` and `views`: what two of them see is triangulated (triangulate.h) and the fit starts as in space;
 * what is minimised is still every camera's own distances in pixels. Observations of one place have the same `parts`.
 *
 * Orientations alone (inertial sensors) determine the pose but neither place nor shape: translation and betas stay as they are, and no start is needed.
 *
 * Points in space are in metres. With fit_scale they may be in any unit: they are divided by their size beside the model's body (size.h), fitted, and what
 * is found is multiplied by it again. sigma, robust_space and everything the terms know are then in the body's metres, so that the same points in another
 * unit give the same body, and scale in proportion. Without fit_scale points that cannot be in metres are an error of _check.
 *
 * Joints that no observation constrains stay at their most likely rotation and are listed as unseen. When the fit is poor and the same points with left and right
 * exchanged fit far better, `mirrored` says so; the points themselves are never exchanged.
 *
 * Spaces   space: the caller's right-handed metres; by default a camera stands at the origin of a +Y-up world and looks along -Z.
 * Memory   _run allocates nothing; scratch comes from the arena.   Threads  one call is one thread, and its bits are the same on any.
 * Errors   all in _check, with places as in the request ("/observations/3"), except one: a start from points in space may put points of the picture
 *          behind the camera (status).
 */
#include "core/observe/prior.h"
#include "core/observe/term.h"

#define PD_OBSERVE_MOST_SEEN      4096
#define PD_OBSERVE_LEAST_SPACE    3  /* seen places in space, not on a line */
#define PD_OBSERVE_LEAST_PICTURE  4  /* seen places in a picture            */
#define PD_OBSERVE_MOST_VIEWS     15 /* cameras besides the first           */
#define PD_OBSERVE_LARGEST_METRES 1e4
#define PD_OBSERVE_LARGEST_ANY    1e7 /* with fit_scale: as many metres in millimetres */
#define PD_OBSERVE_LARGEST_PIXELS 1e6
#define PD_OBSERVE_LARGEST_TURN   6.3 /* radians, of a rotation vector */
#define PD_OBSERVE_LARGEST_FLOOR  1e4
#define PD_OBSERVE_ITERATIONS     60
#define PD_OBSERVE_MOST_BETA      10.0 /* standard deviations: nobody has a body beyond */

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
    /* in (with warm: the start; betas with keep_betas) and out */
    float *betas;     /* (B)                                        */
    float *rotations; /* (K,3,3) local                              */
    double translation[3];
    double scale;             /* x = scale X + translation; in: > 0, zero is 1, or with fit_scale found */
    pd_observe_camera camera; /* f_x and f_y change when fit_focal      */
    /* out */
    double (*at)
        [3]; /* (seen_count) where the body has it: metres, pixels (third 0) or a rotation vector; or NULL */
    double *residuals;     /* (seen_count) distance, metres, pixels or radians; NAN where not seen; or NULL */
    unsigned char *unseen; /* (K) 1: no observation moves with this joint's rotation; or NULL          */
    double *betas_sd;      /* (B) standard deviation of each beta, 1: nothing was learned; or NULL     */
    double rms_space, rms_picture,
        rms_turn; /* of what is seen, confidence as weight; metres, pixels, radians; 0: none */
    double cost;  /* nats                                   */
    double term_cost[PD_OBSERVE_TERM_COUNT];
    pd_observe_status status;
    int iterations_used;
    bool mirrored; /* left and right are probably exchanged  */
    /* in */
    const pd_observe_seen *seen; /* (seen_count)                           */
    int seen_count;
    const pd_observe_camera
        *views; /* (view_count) further cameras, each with its rotation; seen->camera counts from 1 there */
    int view_count;
    const pd_observe_prior *prior;         /* NULL: none, then every joint tends to the rest pose */
    double weights[PD_OBSERVE_TERM_COUNT]; /* of terms; zero is 1, negative: left out */
    double robust_space, robust_picture;   /* r in metres, pixels; zero: no robust function */
    double floor;                          /* height of the floor: used with has_floor */
    bool has_floor;
    bool warm, keep_betas, fit_scale, fit_focal;
    bool hybrik;                  /* in closed form from every joint, in place of a search (hybrik.h) */
    const double *twists;         /* (K) radians, for hybrik; NULL: 0 */
    int beta_count;               /* fitted, 1 .. the model's; zero is all  */
    int iterations;               /* at most, of each stage; zero is 60     */
    int (*keep_going)(void *ctx); /* called before every iteration; 0 ends the fit; may be NULL */
    void *ctx;
} pd_observe_job;

pd_status pd_observe_check(const pd_observe_job *job, const pd_smpl_model *model, pd_error *err);
size_t pd_observe_scratch_bytes(const pd_observe_job *job, const pd_smpl_model *model);
/* The arena has room for _scratch_bytes. */
void pd_observe_run(pd_observe_job *job, const pd_smpl_model *model, pd_arena *scratch);

#endif
