#ifndef PD_OBSERVE_TERM_H
#define PD_OBSERVE_TERM_H
/* The terms that a fit minimises: residuals with their Jacobians, one table row for each term.
 *
 *     value = |r|^2 / 2       gradient = J^T r
 *
 * except for terms with a robust function, whose rows are those of iteratively reweighted least squares,
 *
 *     value = rho(e^2) / 2    r = sqrt(rho') e,  J = sqrt(rho') de          so J^T r is still the gradient
 *
 * and for constants that a value may contain. The tests compare every row's value, gradient and Jacobian with
 * finite differences.
 *
 *     points    vertices, joints and keypoints in space             (x - y) / s
 *     surface   distance of the skin from the points of a scan n . (x - y) / s n: unit normal, x: place of
 *               the skin nearest to y
 *     orientation  joint orientations in the world, from trackers and inertial sensors log(G Q^T) / s, the
 *                  part about +Y times sqrt h
 *     picture   keypoints in a picture                              (pi(x) - u) / s
 *     pose      the pose prior (prior.h)                            A_k (x - m_k)
 *     rest      joints outside the prior                            log R / 0.3; 0.6 without any prior; of
 *               fingers / 0.9 about the axis that clenches a fist, / 0.3 about the others, thumbs / 0.5
 *     bend      knees and elbows that bend backwards (SMPLify)      sqrt 2 exp(5 angle / 2)
 *     ranges    joints beyond their range (core/ik)                 excess / 3 degrees
 *     capsules  limbs that overlap (core/smpl/capsule.h)            depth inside the skin / 1 cm, each pair
 *     lean      the pelvis is upright, where one camera sees all    (R_0 e_y)_x,z / 0.1
 *     shape     betas are N(0,1)                                    beta
 *     floor     the lowest of heels and toes is on the floor        (y - floor) / 2 cm
 *     camera    scale and focal length relative to their guess      log s / 0.5, log f / 0.3
 *
 * Memory   the problem's.   Threads  one thread for each problem.
 * Errors   a value of INFINITY: points behind the camera.
 */
#include "core/observe/body.h"
#include "core/observe/prior.h"
#include "core/smpl/capsule.h"

/* Columns: id, name, description. A negative weight leaves a term out. */
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
    X(CAPSULES, capsules, "limbs, trunk and head do not overlap")                                            \
    X(LEAN, lean,                                                                                            \
      "a body that one camera sees stands upright, as the size of a body that leans away is unknown")

typedef enum pd_observe_term {
#define PD_OBSERVE_TERM_ENUM(id, ...) PD_OBSERVE_TERM_##id,
    PD_OBSERVE_TERM_TABLE(PD_OBSERVE_TERM_ENUM)
#undef PD_OBSERVE_TERM_ENUM
        PD_OBSERVE_TERM_COUNT
} pd_observe_term;

const char *pd_observe_term_name(pd_observe_term term); /* name in replies, such as "shape" */

#define PD_OBSERVE_NEAREST 0.05 /* metres in front of the camera; a nearer point counts as behind it */

typedef struct pd_observe_camera {
    double fx, fy, cx, cy;              /* pixels */
    double rotation[9], translation[3]; /* world to camera; all zero: the default camera of observe.h */
} pd_observe_camera;

/* One observation: a place in space or in a picture, an orientation, or a plane. */
typedef struct pd_observe_seen {
    const pd_observe_part *parts; /* (part_count) the observed place */
    int part_count;
    int mirror; /* index of the observation of the other side, or its own index */
    bool in_picture;
    /* true: `at` is the rotation vector of its one joint's orientation
     * in the world, and sigma is in radians */
    bool is_turn;
    /* weight of an orientation's part about +Y relative to its tilt, 0 .. 1; zero selects 1 */
    double heading;
    int camera;           /* in a picture: index of the camera, 0: `camera`, 1: the first of `views`, ... */
    double at[3];         /* metres, pixels (third number unused) or a rotation vector */
    double confidence;    /* 0 .. 1; 0: not seen */
    double sigma;         /* one standard deviation: metres, pixels or radians */
    const double *offset; /* (3) offset of a marker from the skin, added at rest; NULL: none */
    /* (3) unit: the observation is the plane through `at` with this normal (term surface);
     * NULL: the point `at` */
    const double *normal;
} pd_observe_seen;

/* Returns whether the observation is a point in space:
 * neither in a picture nor an orientation nor a plane. */
static inline bool pd_observe_is_place(const pd_observe_seen *s)
{
    return !s->in_picture && !s->is_turn && !s->normal;
}

enum { PD_OBSERVE_FLOOR_POINTS = 6, PD_OBSERVE_BENDS = 4 };

/* Everything that the terms read. */
typedef struct pd_observe_problem {
    const pd_smpl_model *model;
    const pd_observe_seen *seen;
    int seen_count;
    pd_observe_place_of *places;    /* (seen_count) */
    pd_observe_camera camera;       /* initial guess; its rotation is set */
    const pd_observe_camera *views; /* (view_count) further cameras, with their rotations */
    int view_count;
    const pd_observe_prior *prior; /* or NULL */
    int component;                 /* component of the prior, chosen by pd_observe_problem_update */
    unsigned char *in_prior;       /* (K) 1: the joint is in the prior */
    double (*rest_sd)[3];          /* (K) radians about each axis: deviations of joints outside the prior */
    struct pd_ik_limit *limits;    /* (K) */
    const pd_smpl_capsules *capsules; /* capsules of the model */
    int bends[PD_OBSERVE_BENDS];      /* joints: left and right knee, left and right elbow; -1: missing */
    pd_observe_part floor_parts[PD_OBSERVE_FLOOR_POINTS];
    pd_observe_place_of floor_places[PD_OBSERVE_FLOOR_POINTS];
    int floor_count; /* 0: no floor */
    double floor;
    bool leans; /* term lean counts: a level camera alone sees the body, and nothing else says how it leans */
    double weights[PD_OBSERVE_TERM_COUNT]; /* weight of each term; 0: left out */
    double robust_space, robust_picture;   /* r; INFINITY: least squares */
    double blur;                           /* factor of the observations' sigma; 1 at the end */
    pd_observe_layout layout;
    pd_observe_state state;
    pd_observe_body body; /* evaluated at `state` by pd_observe_problem_update */
    double (*columns)[3]; /* (layout count) scratch: Jacobian of one place */
    double (*joints)[3];  /* (K) scratch: joint positions X */
} pd_observe_problem;

/* Evaluates body and component at p->state. keep_component: keeps the component, for the trial of a step. */
void pd_observe_problem_update(pd_observe_problem *p, bool keep_component);

/* Returns the number of rows of a term, which is the same for every state. */
int pd_observe_term_rows(const pd_observe_problem *p, pd_observe_term term);
/* Returns the value of a term times its weight; INFINITY if points are behind the camera. Writes r (rows) and
 * its part of jt (layout count, stride): entry [i * stride + row] is the derivative of r_row by unknown i. jt
 * must be cleared before. If both are NULL only the value is computed. jt requires pd_observe_body_slopes. */
double pd_observe_term_run(const pd_observe_problem *p, pd_observe_term term, double *r, double *jt,
                           int stride);

/* out (3,3): derivative of the log r of a rotation R by d for R <- R exp(d), the inverse of the right
 * Jacobian of SO(3). */
void pd_observe_log_slope(double out[3][3], const double r[3]);

/* Computes r = log(G Q^T): the rotation from the observed to the body's orientation of the joint, world axes,
 * radians. g (3,3): G, or NULL. */
void pd_observe_orientation_error(double r[3], double *g, const pd_observe_body *body,
                                  const pd_observe_seen *seen);

/* Returns the camera that made a picture observation. */
const pd_observe_camera *pd_observe_camera_of(const pd_observe_problem *p, const pd_observe_seen *seen);

/* Projects x with the observation's camera. Returns false if x is nearer than PD_OBSERVE_NEAREST or behind
 * the camera. pixel (2). */
bool pd_observe_project(double pixel[2], const pd_observe_problem *p, const pd_observe_seen *seen,
                        const double x[3]);

#endif
