#ifndef PD_OBSERVE_TERM_H
#define PD_OBSERVE_TERM_H
/* What a fit minimises, one row a term: residuals with their Jacobian.
 *
 *     value = |r|^2 / 2       gradient = J^T r
 *
 * but for terms with a robust function, whose rows are those of iteratively reweighted least squares,
 *
 *     value = rho(e^2) / 2    r = sqrt(rho') e,  J = sqrt(rho') de          so that J^T r is still the gradient
 *
 * and for constants that the value may have besides. The tests hold every row's value, gradient and Jacobian against differences.
 *
 *     points    vertices, joints and keypoints in space             (x - y) / s
 *     surface   points of a scan: how far the skin is from them     n . (x - y) / s       n: unit, x: the nearest place to y
 *     orientation  how joints lie in the world, as trackers and inertial sensors have them  log(G Q^T) / s, its part about +Y times sqrt h
 *     picture   the same in a picture                               (pi(x) - u) / s
 *     pose      the pose prior (prior.h)                            A_k (x - m_k)
 *     rest      joints that the prior does not know                 log R / 0.3; 0.6 without any prior
 *     bend      knees and elbows that bend backwards (SMPLify)      sqrt 2 exp(5 angle / 2)
 *     ranges    joints beyond their range (core/ik)                 excess / 3 degrees
 *     capsules  limbs that stand in one another (core/smpl/capsule.h)  how far / 1 cm, of each pair; no sooner than inside the skin
 *     shape     betas are N(0,1)                                    beta
 *     floor     the lowest of heels and toes stands on it           (y - floor) / 2 cm
 *     camera    how far scale and focal length are from their guess log s / 0.5, log f / 0.3
 */
#include "core/observe/body.h"
#include "core/observe/prior.h"
#include "core/smpl/capsule.h"

/* id, name, may be left out by a weight, doc */
#define PD_OBSERVE_TERM_TABLE(X)                                                                             \
    X(POINTS, points, "positions observed in space (joints, vertices, keypoints)")                           \
    X(SURFACE, surface, "distances of the points of a scan from the planes of the surface")                  \
    X(ORIENTATION, orientation, "orientations of joints in space")                                           \
    X(PICTURE, picture, "positions observed in a picture")                                                   \
    X(POSE, pose, "the pose prior, learned from motion capture")                                             \
    X(REST, rest, "joints outside the prior tend to the rest pose")                                          \
    X(BEND, bend, "knees and elbows do not bend backwards")                                                  \
    X(RANGES, ranges, "joints stay within their ranges")                                                     \
    X(SHAPE, shape, "betas are normally distributed over people")                                            \
    X(FLOOR, floor, "the lowest heel or toe stands on the floor")                                            \
    X(CAMERA, camera, "scale and focal length stay near their guess")                                        \
    X(CAPSULES, capsules, "limbs, trunk and head do not overlap")

typedef enum pd_observe_term {
#define PD_OBSERVE_TERM_ENUM(id, ...) PD_OBSERVE_TERM_##id,
    PD_OBSERVE_TERM_TABLE(PD_OBSERVE_TERM_ENUM)
#undef PD_OBSERVE_TERM_ENUM
        PD_OBSERVE_TERM_COUNT
} pd_observe_term;

const char *pd_observe_term_name(pd_observe_term term);

#define PD_OBSERVE_NEAREST 0.05 /* metres before the camera: nearer counts as behind it */

typedef struct pd_observe_camera {
    double fx, fy, cx, cy;              /* pixels                                                     */
    double rotation[9], translation[3]; /* world to camera; all zero is the default of observe.h       */
} pd_observe_camera;

typedef struct pd_observe_seen {
    const pd_observe_part *parts; /* (part_count) what is seen */
    int part_count;
    int mirror; /* the observation of the other side, or its own number          */
    bool in_picture;
    bool
        is_turn; /* `at` is an orientation: the rotation vector of its one joint's world axes, and sigma is radians */
    double
        heading; /* of an orientation: how far what it says about +Y counts beside its tilt, 0 .. 1; zero is 1 */
    int camera;           /* in a picture: by which camera, 0: `camera`, 1: the first of `views`, ... */
    double at[3];         /* metres, or pixels (third unused)      */
    double confidence;    /* 0 .. 1; 0: not seen                   */
    double sigma;         /* one standard deviation, metres or pixels */
    const double *offset; /* (3) of a marker that stands off the skin, added at rest; NULL: none */
    const double
        *normal; /* (3) unit: seen is a plane through `at` (term surface); NULL: the point `at` itself */
} pd_observe_seen;

/* A place in space by its three coordinates, neither a plane nor an orientation. */
static inline bool pd_observe_is_place(const pd_observe_seen *s)
{
    return !s->in_picture && !s->is_turn && !s->normal;
}

enum { PD_OBSERVE_FLOOR_POINTS = 6, PD_OBSERVE_BENDS = 4 };

/* All that terms read. */
typedef struct pd_observe_problem {
    const pd_smpl_model *model;
    const pd_observe_seen *seen;
    int seen_count;
    pd_observe_place_of *places;    /* (seen_count) */
    pd_observe_camera camera;       /* of the guess; its rotation is set */
    const pd_observe_camera *views; /* (view_count) further ones, with their rotations */
    int view_count;
    const pd_observe_prior *prior;    /* or NULL */
    int component;                    /* of the prior, chosen by pd_observe_problem_update */
    unsigned char *in_prior;          /* (K) */
    struct pd_ik_limit *limits;       /* (K) */
    const pd_smpl_capsules *capsules; /* the model's, or NULL */
    int bends[PD_OBSERVE_BENDS];      /* joints: left and right knee, left and right elbow; -1 */
    pd_observe_part floor_parts[PD_OBSERVE_FLOOR_POINTS];
    pd_observe_place_of floor_places[PD_OBSERVE_FLOOR_POINTS];
    int floor_count; /* 0: no floor */
    double floor;
    double weights[PD_OBSERVE_TERM_COUNT]; /* 0: left out */
    double robust_space, robust_picture;   /* r; INFINITY: least squares */
    double blur;                           /* what sigma of observations is multiplied with; 1 at the end */
    pd_observe_layout layout;
    pd_observe_state state;
    pd_observe_body body; /* of state, by pd_observe_problem_update */
    double (*columns)[3]; /* (layout count) scratch of one place's Jacobian */
    double (*joints)[3];  /* (K) scratch: X */
} pd_observe_problem;

/* body and component of state. keep_component: value only, for a step's trial. */
void pd_observe_problem_update(pd_observe_problem *p, bool keep_component);

/* Rows of a term, the same for every state. */
int pd_observe_term_rows(const pd_observe_problem *p, pd_observe_term term);
/* Its value, times its weight; INFINITY where it cannot be (behind the camera). r (rows) and its part of jt (layout count, stride): entry
 * [i * stride + row] is dr_row by unknown i. jt was cleared. Both NULL: the value alone. Slopes must be there for jt. */
double pd_observe_term_run(const pd_observe_problem *p, pd_observe_term term, double *r, double *jt,
                           int stride);

/* out (3,3): how the log r of a rotation R changes when R <- R exp(d), the inverse of the right Jacobian of SO(3). */
void pd_observe_log_slope(double out[3][3], const double r[3]);

/* r = log(G Q^T): how far the body's joint is rotated from what was seen of it, world axes, radians. g (3,3): G, or NULL. */
void pd_observe_turn_off(double r[3], double *g, const pd_observe_body *body, const pd_observe_seen *seen);

/* The camera that sees a place of a picture. */
const pd_observe_camera *pd_observe_camera_of(const pd_observe_problem *p, const pd_observe_seen *seen);

/* By that camera's axes. Returns false when it is nearer than PD_OBSERVE_NEAREST or behind. pixel (2). */
bool pd_observe_project(double pixel[2], const pd_observe_problem *p, const pd_observe_seen *seen,
                        const double x[3]);

#endif
