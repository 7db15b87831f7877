#ifndef PD_IK_JOB_JOB_H
#define PD_IK_JOB_JOB_H
/* The input and output of inverse kinematics: targets, options and results; and the table row that describes
 * a solver (pd_ik_solver_row). core/ik/search/solve.h checks and runs a job.
 *
 * Shapes   K joints of the skeleton, T targets.
 * Spaces   targets: model space or a joint's frame, metres. rotations: local to the parent, unit x,y,z,w.
 * Memory   the caller owns every pointer, and keeps it valid until the job has run.
 * Threads  plain data.   Errors  pd_ik_job_check (solve.h) checks every field.
 */
#include "core/anim/skeleton.h"
#include "core/base/arena.h"
#include "core/ik/job/limit.h"
#include "core/ik/job/status.h"

#include <stdbool.h>

#define PD_IK_MAX_TARGETS        64
#define PD_IK_DEFAULT_ITERATIONS 64
#define PD_IK_MAX_ITERATIONS     10000
#define PD_IK_DEFAULT_TOLERANCE  1e-3 /* Metres, and radians for orientations */
#define PD_IK_DEFAULT_RESTARTS   64
#define PD_IK_MAX_RESTARTS       1000
#define PD_IK_MAX_COUPLINGS      64
/* Largest number of rows of all targets together for PINV and SELECTIVE; a position has three rows */
#define PD_IK_MAX_SINGULAR_ROWS  120
#define PD_IK_EXAMPLE_STARTS     64
#define PD_IK_COUPLING_TERMS     8
#define PD_IK_COUPLING_HOLDS     1e-5 /* radians: a coupling that is violated by less counts as satisfied */

/* Bits of limits_hit: the joint ended at a limit of its twist,
 * at a limit of its swing, or at max_rotation. */
enum { PD_IK_HIT_TWIST = 1, PD_IK_HIT_SWING = 2, PD_IK_HIT_SPEED = 4 };

typedef struct pd_ik_target {
    /* tip: the joint that `position` and `orientation` refer to; -1: the target sets only a centre of mass */
    int joint;
    int chain_root; /* joint where the chain starts; -1: the root of the tip's limb */
    /* nonzero: the target sets this; at least one is required. keep: its position and orientation are those
     * of the start pose */
    int has_position, has_orientation, has_pole, has_look, has_distance, has_centre, keep;
    pd_vec3 position; /* metres, in model space or in the frame of joint `frame` */
    /* orientation of the tip in model space or in the frame of joint `frame`; any length but 0 */
    pd_quat orientation;
    pd_vec3 pole;      /* point towards which the elbow, the knee or the middle of the chain turns */
    pd_vec3 look_at;   /* point towards which look_axis of the tip points */
    pd_vec3 look_axis; /* axis in the tip's own frame; zero: +Z */
    double distance;   /* metres from the tip to joint distance_to or, if that is -1, to distance_point */
    int distance_to;
    pd_vec3 distance_point;
    /* point, metres, above or below which the centre of mass must be (y is ignored); the mass of each bone is
     * proportional to its length */
    pd_vec3 centre;
    double weight; /* > 0; zero is 1. Factor of the squared error in the sum that is minimized */
    /* w in (0,1); zero is .5. Position, distance and centre are weighted by 2 w weight; orientation, look and
     * pole by 2 (1 - w) weight (Zhao and Badler 1994: w |p|^2 + (1 - w) (...)). */
    double balance;
    int priority; /* 1, or 2: satisfied only as far as no target of priority 1 is disturbed; zero is 1 */
    /* has_frame nonzero: position and orientation are given in the frame of joint `frame` */
    int has_frame, frame;
} pd_ik_target;

/* Damping of dls: from the error (ADAPTIVE), fixed (CONSTANT), or for each singular value (SELECTIVE);
 * equations in method.h. */
typedef enum pd_ik_damping { PD_IK_ADAPTIVE, PD_IK_CONSTANT, PD_IK_SELECTIVE } pd_ik_damping;
/* Pose to which the null space pulls: the middle of the ranges, the start pose or the rest pose. */
typedef enum pd_ik_natural { PD_IK_NATURAL_MIDDLE, PD_IK_NATURAL_START, PD_IK_NATURAL_REST } pd_ik_natural;

/* Linear constraint on angles: sum of factor * angle = equals, or <= equals if at_most (Zhao and Badler 1994:
 * a^T q = b, a^T q <= b). `angle` is 0 for the twist (or the hinge), 1 or 2 for the swing of a joint
 * (limit.h). Only OPTIMIZE enforces couplings; a pose that violates one is not REACHED. */
typedef struct pd_ik_coupling {
    int count, joint[PD_IK_COUPLING_TERMS], angle[PD_IK_COUPLING_TERMS];
    double factor[PD_IK_COUPLING_TERMS], equals; /* radians */
    bool at_most;
} pd_ik_coupling;

typedef struct pd_ik_result {
    pd_ik_status status;
    pd_ik_solver solver;      /* solver that found the answer, never AUTO */
    int iterations;           /* 1 for two_bone */
    double position_error;    /* metres; 0 if the target sets no position */
    double orientation_error; /* radians; 0 if the target sets no orientation */
    double look_error;        /* radians between look_axis and the direction to look_at */
    double pole_error;        /* radians about the line from chain root to tip */
    double distance_error;    /* metres by which the distance differs from the target */
    double centre_error;      /* horizontal metres between centre of mass and target */
    int chain_root; /* first joint of the chain that gave the answer of a job with `grows`; otherwise -1 */
} pd_ik_result;

/* Options of single solvers. Other solvers ignore them. */
struct pd_ik_dls_options {
    pd_ik_damping damping;
    double lambda; /* damping of CONSTANT: 1e-6 .. 10, squared in the equation; zero is 0.1 */
};

struct pd_ik_optimize_options {
    const pd_ik_coupling *couplings; /* in (coupling_count) */
    int coupling_count;
};

struct pd_ik_hybrik_options {
    const double *twists; /* in (K) twist of each bone, radians; NULL: all 0 */
    int naive; /* nonzero: naive HybrIK, which places each bone by the given positions alone (hybrik.h) */
};

struct pd_ik_example_options {
    const struct pd_ik_prior *prior; /* pose prior (prior.h), borrowed; NULL: none is loaded */
    int style;                       /* 1 + index of a style of the prior; 0: all styles */
    /* Component of the prior to start from, counted from the one nearest to the targets: 1 ..
     * PD_IK_EXAMPLE_STARTS. 0: starts from the three nearest and keeps the best answer. */
    int only;
};

struct pd_ik_neural_options {
    const struct pd_ik_neural *network; /* pose network (neural.h), borrowed; NULL: none is loaded */
};

typedef struct pd_ik_solver_row pd_ik_solver_row;

typedef struct pd_ik_job {
    pd_quat *rotations;    /* out (K) local rotations of the answer; may be the same array as start */
    pd_vec3 *positions;    /* out (K) model-space positions of the answer, or NULL */
    pd_ik_result *results; /* out (T) result of each target */
    pd_ik_status status;   /* out: worst status of the targets */
    /* out: iterations summed over the targets, or over all attempts if the targets are solved together */
    int iterations_used;
    const pd_anim_skeleton *skeleton;
    /* in (K) local rotations of the start pose, any length but 0; NULL: the rest pose */
    const pd_quat *start;
    pd_vec3 translation;         /* translation of the root from its rest position, metres */
    const pd_ik_target *targets; /* in (T) */
    int target_count;            /* T: 1 .. PD_IK_MAX_TARGETS */
    pd_ik_solver solver;         /* zero is AUTO */
    const pd_ik_solver_row *row; /* row of a solver outside the table, used instead of `solver`; NULL: none */
    /* iterations of one attempt (or one target), 1 .. PD_IK_MAX_ITERATIONS; zero: the solver's default */
    int iterations;
    /* largest error of a reached target, 1e-9 .. 1 metres and radians; zero: PD_IK_DEFAULT_TOLERANCE */
    double tolerance;
    const pd_ik_limit *limits; /* in (K) rotation limits; NULL: none. A start pose outside them is clamped */
    unsigned char *limits_hit; /* out (K) PD_IK_HIT_* bits, or NULL */
    pd_vec3 *moved;            /* out: translation of the root in the answer, or NULL */
    int move_root;             /* nonzero: the root may move too; requires moved */
    double rest_gain;          /* 0 .. 100: strength of the pull to the natural pose in the null space */
    const double *rest_gains;  /* in (K) factor of rest_gain for each joint; NULL: all 1 */
    pd_ik_natural natural;
    /* 0 .. 100: strength of the pull to the pose `previous` (to the start pose if previous is NULL) in the
     * null space, in addition to rest_gain; zero: none. */
    double smoothness;
    /* chains without a named root grow towards the body if the limb alone does not reach (grow.h) */
    bool grows;
    bool relaxes; /* arms that no target uses hang down (relax.h) */
    int restarts; /* number of restarts: -1 none, 1 .. PD_IK_MAX_RESTARTS; zero: the solver's default */
    double max_rotation;     /* largest rotation of a joint from the start pose, radians; zero: unlimited */
    const pd_quat *previous; /* in (K) pose from which max_rotation is measured; NULL: start */
    struct pd_ik_dls_options dls;
    struct pd_ik_optimize_options optimize;
    struct pd_ik_hybrik_options hybrik;
    struct pd_ik_example_options example;
    struct pd_ik_neural_options neural;
    /* called before every iteration; returning 0 ends the search with BUDGET; NULL: never stop early */
    int (*keep_going)(void *ctx);
    /* Argument of keep_going. */
    void *ctx;
} pd_ik_job;

/* Function of a solver that makes one attempt on a problem (problem.h): starts from problem->q and leaves
 * there the last pose it computed. Returns REACHED, STALLED (the error no longer decreases) or BUDGET (the
 * attempt has no iterations left). */
struct pd_ik_problem;
struct pd_ik_search;
typedef pd_ik_status pd_ik_method(struct pd_ik_problem *problem, struct pd_ik_search *search);

/* Settings of a solver for the search over attempts (simultaneous.h). */
typedef struct pd_ik_attempts {
    int iterations;           /* iterations of one attempt; zero: PD_IK_DEFAULT_ITERATIONS */
    int restarts;             /* restarts if the job sets none */
    int following_restarts;   /* restarts if the job sets max_rotation */
    bool restarts_follow;     /* true: restarts are allowed with max_rotation */
    bool polishes;            /* true: ends with Levenberg-Marquardt from the best pose */
    bool tries_out_of_reach;  /* true: makes a first attempt even if a target is provably out of reach */
    pd_ik_method *restart_by; /* method of the restarts; NULL: the solver's own */
} pd_ik_attempts;

/* When the closed form of two_bone solves the chain of a target:
 * never, if the chain has two bones, or always. */
typedef enum pd_ik_closed_form {
    PD_IK_CLOSED_NEVER,
    PD_IK_CLOSED_WHERE_IT_FITS,
    PD_IK_CLOSED_ALWAYS
} pd_ik_closed_form;

/* Bits of pd_ik_solver_row.lacks: kinds of targets and options that a solver does not support. */
enum {
    PD_IK_LACKS_LOOK = 1,
    PD_IK_LACKS_DISTANCE = 2,
    PD_IK_LACKS_CENTRE = 4,
    PD_IK_LACKS_FRAME = 8,
    PD_IK_LACKS_PRIORITY = 16,
    PD_IK_LACKS_ROOT = 32, /* cannot move the root (move_root) */
    PD_IK_LACKS_POLE = 64, /* ignores poles if targets are solved together */
    PD_IK_LACKS_KEEP = 128,
};

/* Description of a solver. The table is pd_ik_solvers (core/ik/search/solvers.h); a job may bring a row of
 * its own. A row with only name, id and method describes a solver of all targets together. */
struct pd_ik_solver_row {
    const char *name, *doc;
    pd_ik_solver id; /* id in results; PD_IK_SOLVER_COUNT for a solver outside the table */

    pd_ik_method *method; /* function that solves all targets together */
    /* Row that replaces this one if targets are solved together; NULL: this row. */
    const pd_ik_solver_row *simultaneous;
    const pd_ik_attempts *attempts; /* settings for several attempts; NULL: one attempt */
    bool is_damped;                 /* attempts apply only with adaptive damping */

    bool is_sequential; /* solves chains that share no joint one after the other, if there are no limits */
    bool is_sequential_with_limits; /* does so with limits too: rotations are clamped to them afterwards */
    pd_ik_closed_form closed_form;
    int hands_over; /* iterations of a chain after which the solver of all targets takes over; 0: never */

    /* solves the whole job in a way of its own; NULL: the columns above apply */
    void (*run)(pd_ik_job *job, pd_arena *scratch);
    size_t (*bytes)(const pd_ik_job *job); /* bytes of scratch that run takes; NULL: 0 */
    /* doubles of scratch that method takes (problem->own); NULL: 0 */
    size_t (*doubles)(const pd_ik_job *job, int rows);
    /* marks joints (K) that rotate in addition to those of the chains; NULL: none */
    void (*activate)(unsigned char *active, const pd_ik_job *job);
    /* checks what this solver requires beyond the common rules; NULL: nothing */
    pd_status (*check)(const pd_ik_job *job, pd_error *err);

    double usual_ms;          /* typical time for one problem in milliseconds, on one core of a Xeon */
    unsigned lacks;           /* PD_IK_LACKS_* bits */
    bool wants_all_positions; /* requires exactly one position for every joint and nothing else */
    bool moves_root;          /* moves the root even if move_root is 0 */
    bool takes_couplings;
    bool has_singular_values; /* time is cubic in the rows: at most PD_IK_MAX_SINGULAR_ROWS */
    bool has_prior, has_network;
};

#endif
