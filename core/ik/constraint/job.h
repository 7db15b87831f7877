#ifndef PD_IK_CONSTRAINT_JOB_H
#define PD_IK_CONSTRAINT_JOB_H
/* What is asked of inverse kinematics and what comes back: targets, options, results; and what a solver is (pd_ik_solver_row).
 *
 * Shapes   K joints of the skeleton, T targets.
 * Spaces   targets: model space or a joint's frame, metres. rotations: local to the parent, unit x,y,z,w.
 * Memory   everything is the caller's and is borrowed.   Threads  plain data.
 * How a job is checked and run: core/ik/solve/solve.h.
 */
#include "core/anim/skeleton.h"
#include "core/base/arena.h"
#include "core/ik/constraint/limit.h"
#include "core/ik/constraint/status.h"

#include <stdbool.h>

#define PD_IK_MAX_TARGETS        64
#define PD_IK_DEFAULT_ITERATIONS 64
#define PD_IK_MAX_ITERATIONS     10000
#define PD_IK_DEFAULT_TOLERANCE  1e-3 /* metres, and radians for orientations */
#define PD_IK_DEFAULT_RESTARTS   64
#define PD_IK_MAX_RESTARTS       1000
#define PD_IK_MAX_COUPLINGS      64
#define PD_IK_MAX_SINGULAR_ROWS  120 /* of all targets, for PINV and SELECTIVE: a position has three */
#define PD_IK_EXAMPLE_STARTS     64
#define PD_IK_COUPLING_TERMS     8
#define PD_IK_COUPLING_HOLDS     1e-5 /* radians */

/* What a joint's answer came to rest against. */
enum { PD_IK_HIT_TWIST = 1, PD_IK_HIT_SWING = 2, PD_IK_HIT_SPEED = 4 };

typedef struct pd_ik_target {
    int joint;      /* the tip: whose position and orientation are meant; -1 for a centre alone     */
    int chain_root; /* joint where the chain starts; -1: the limb's root                            */
    int has_position, has_orientation, has_pole, has_look, has_distance, has_centre, keep; /* one at least */
    pd_vec3 position;    /* model space or the frame's, metres                                      */
    pd_quat orientation; /* of the tip's frame in model space or the frame's; any length but 0      */
    pd_vec3 pole;        /* a point that the elbow, the knee, the chain's arch turns to             */
    pd_vec3 look_at;     /* a point that look_axis, in the tip's own frame, shall point to          */
    pd_vec3 look_axis;   /* zero: +Z                                                                */
    double distance;     /* of the tip from the joint distance_to or, at -1, from distance_point    */
    int distance_to;
    pd_vec3 distance_point;
    pd_vec3 centre; /* the weight's middle shall be over this point (y does not count): every bone
                       weighs as its length                                                         */
    double weight;  /* > 0; zero is 1. In the sum that is made small: weight times squared error    */
    /* w in (0,1), zero is .5: position, distance and centre count 2 w times their weight, orientation, look and pole 2 (1 - w) times
     * (Zhao and Badler 1994: w |p|^2 + (1 - w) (...)). */
    double balance;
    int priority;         /* 1, or 2: only as far as those of 1 are not disturbed; zero is 1              */
    int has_frame, frame; /* position and orientation stand in this joint's frame                   */
} pd_ik_target; /* keep: position and orientation of the start pose are the target                 */

/* How the damped solver chooses its damping. */
typedef enum pd_ik_damping { PD_IK_ADAPTIVE, PD_IK_CONSTANT, PD_IK_SELECTIVE } pd_ik_damping;
/* What the null space pulls to. */
typedef enum pd_ik_natural { PD_IK_NATURAL_MIDDLE, PD_IK_NATURAL_START, PD_IK_NATURAL_REST } pd_ik_natural;

/* sum of factor * angle = equals, or <= with at_most (Zhao and Badler 1994: a^T q = b, a^T q <= b); angle 0 twist (or the hinge), 1, 2 swing of a
 * joint (limit.h). OPTIMIZE alone heeds them; a pose that breaks one is not reached. */
typedef struct pd_ik_coupling {
    int count, joint[PD_IK_COUPLING_TERMS], angle[PD_IK_COUPLING_TERMS];
    double factor[PD_IK_COUPLING_TERMS], equals; /* radians */
    bool at_most;
} pd_ik_coupling;

typedef struct pd_ik_result {
    pd_ik_status status;
    pd_ik_solver solver;      /* the one that made it: never AUTO     */
    int iterations;           /* 1 for two_bone                       */
    double position_error;    /* metres; 0 when none was asked        */
    double orientation_error; /* radians; 0 when none was asked       */
    double look_error;        /* radians                              */
    double pole_error;        /* radians, about the line root-tip     */
    double distance_error;    /* metres                               */
    double centre_error;      /* metres, level                        */
    int chain_root;           /* of a job that grows: where the chain began that made it; else -1 */
} pd_ik_result;

/* Options of one solver each; the others do not read them. */
struct pd_ik_dls_options {
    pd_ik_damping damping;
    double lambda; /* CONSTANT: 1e-6 .. 10, enters squared; zero is 0.1 */
};

struct pd_ik_optimize_options {
    const pd_ik_coupling *couplings; /* in (coupling_count) */
    int coupling_count;
};

struct pd_ik_hybrik_options {
    const double *twists; /* in (K) radians, or NULL: 0                               */
    int naive;            /* every bone by the positions alone (naive HybrIK, hybrik.h) */
};

struct pd_ik_example_options {
    const struct pd_ik_prior *prior; /* what poses are likely (prior.h); borrowed. NULL: none is loaded */
    int style;                       /* 1 + the prior's number of it; 0: any                            */
    int only; /* 1 .. PD_IK_EXAMPLE_STARTS: from the component that is so near to the targets alone (1: the nearest); 0: from
                       the three nearest, of which the best is followed */
};

struct pd_ik_neural_options {
    const struct pd_ik_neural *network; /* neural.h; borrowed. NULL: none is loaded */
};

typedef struct pd_ik_solver_row pd_ik_solver_row;

typedef struct pd_ik_job {
    pd_quat *rotations;    /* out (K) local; may be start itself                                    */
    pd_vec3 *positions;    /* out (K) model space, or NULL                                          */
    pd_ik_result *results; /* out (T)                                                               */
    pd_ik_status status;   /* out: the worst of the targets                                         */
    int iterations_used;   /* out: sum over the targets, or of the whole problem's attempts         */
    const pd_anim_skeleton *skeleton;
    const pd_quat *start;        /* in (K) local, any length but 0; NULL is the rest pose                 */
    pd_vec3 translation;         /* of the root, from its rest position                                   */
    const pd_ik_target *targets; /* in (T)                                                           */
    int target_count;            /* T: 1 .. PD_IK_MAX_TARGETS                                             */
    pd_ik_solver solver;         /* zero is AUTO                                                          */
    const pd_ik_solver_row *row; /* a solver that is not in the table, in place of solver; or NULL        */
    int iterations;              /* an attempt's (and a target's), 1 .. PD_IK_MAX_ITERATIONS; zero: default */
    double tolerance;            /* 1e-9 .. 1; zero is the default                                        */
    const pd_ik_limit *limits;   /* in (K), or NULL: none. A start outside is brought inside              */
    unsigned char *limits_hit;   /* out (K) PD_IK_HIT_*, or NULL                                          */
    pd_vec3 *moved;              /* out: translation of the answer, or NULL                               */
    int move_root;               /* the root may be moved too: moved is not NULL                          */
    double rest_gain;            /* 0 .. 100: pull to the natural pose in the null space                  */
    const double *rest_gains;    /* in (K), times rest_gain; NULL: all 1                                  */
    pd_ik_natural natural;
    /* 0 .. 100: pull to the start pose (previous, where it is given) in the null space, beside rest_gain's; zero: none. */
    double smoothness;
    bool grows;   /* chains that begin where their limb does grow where they do not reach (grow.h)        */
    bool relaxes; /* arms that no target asks for hang (relax.h)                           */
    int restarts; /* -1 none, 1 .. PD_IK_MAX_RESTARTS; zero is the default                 */
    double max_rotation;     /* radians that a joint may rotate from the start; zero: any               */
    const pd_quat *previous; /* in (K) what max_rotation counts from instead of start; NULL: start      */
    struct pd_ik_dls_options dls;
    struct pd_ik_optimize_options optimize;
    struct pd_ik_hybrik_options hybrik;
    struct pd_ik_example_options example;
    struct pd_ik_neural_options neural;
    int (*keep_going)(void *ctx); /* asked before every iteration; 0 ends with BUDGET. NULL: no one asks */
    void *ctx;
} pd_ik_job;

/* One attempt of a solver on a problem (problem.h): from q, leaves there the last pose that it made. REACHED, STALLED (no nearer) or
 * BUDGET (of this attempt). */
struct pd_ik_problem;
struct pd_ik_search;
typedef pd_ik_status pd_ik_method(struct pd_ik_problem *problem, struct pd_ik_search *search);

/* How the search over attempts (simultaneous.h) goes about it. */
typedef struct pd_ik_attempts {
    int iterations;           /* of one attempt; zero: PD_IK_DEFAULT_ITERATIONS                   */
    int restarts;             /* without the job's word                                           */
    int following_restarts;   /* with max_rotation                                                    */
    bool restarts_follow;     /* restarts are allowed with max_rotation                               */
    bool polishes;            /* ends with Levenberg-Marquardt from the best pose                 */
    bool tries_out_of_reach;  /* the first attempt is made where no pose reaches too              */
    pd_ik_method *restart_by; /* the method of restarts; NULL: its own                            */
} pd_ik_attempts;

/* When a target's chain is solved by two_bone's closed form. */
typedef enum pd_ik_closed_form {
    PD_IK_CLOSED_NEVER,
    PD_IK_CLOSED_WHERE_IT_FITS,
    PD_IK_CLOSED_ALWAYS
} pd_ik_closed_form;

/* What a solver does not know: bits of `lacks`. */
enum {
    PD_IK_LACKS_LOOK = 1,
    PD_IK_LACKS_DISTANCE = 2,
    PD_IK_LACKS_CENTRE = 4,
    PD_IK_LACKS_FRAME = 8,
    PD_IK_LACKS_PRIORITY = 16,
    PD_IK_LACKS_ROOT = 32, /* move_root                            */
    PD_IK_LACKS_POLE = 64, /* where targets are solved simultaneously */
    PD_IK_LACKS_KEEP = 128,
};

/* All there is to know of a solver. The table is pd_ik_solvers (core/ik/solve/solvers.h); a job may bring a row of its own. A row with
 * nothing but name, id and method is a solver of all targets at once. */
struct pd_ik_solver_row {
    const char *name, *doc;
    pd_ik_solver id; /* in results; PD_IK_SOLVER_COUNT for one that is not in the table */

    pd_ik_method *method; /* all targets at once                                                   */
    /* The row that is used in its place when targets are solved at once; NULL: itself. */
    const pd_ik_solver_row *simultaneous;
    const pd_ik_attempts *attempts; /* NULL: one attempt                          */
    bool is_damped;                 /* attempts apply to adaptive damping alone   */

    bool is_sequential; /* solves disjoint chains without limits one after the other             */
    bool is_sequential_with_limits; /* also with limits: rotations are cut to them afterwards */
    pd_ik_closed_form closed_form;
    int hands_over; /* iterations of a chain after which the simultaneous solver finishes; 0: never */

    void (*run)(pd_ik_job *job,
                pd_arena *scratch);        /* the whole job in a way of its own; NULL: by the columns above */
    size_t (*bytes)(const pd_ik_job *job); /* run's scratch; NULL: 0                                        */
    size_t (*doubles)(const pd_ik_job *job,
                      int rows); /* method's own scratch: problem->own; NULL: 0                   */
    void (*activate)(unsigned char *active,
                     const pd_ik_job *job); /* joints (K) rotated beside the chains'; NULL: none   */
    pd_status (*check)(const pd_ik_job *job,
                       pd_error *err); /* what it needs beyond what every solver does; NULL        */

    double usual_ms;          /* typical time of a problem, on one core of a Xeon       */
    unsigned lacks;           /* PD_IK_LACKS_*                                          */
    bool wants_all_positions; /* one position a joint and nothing else                  */
    bool moves_root;          /* whether move_root is set or not                        */
    bool takes_couplings;
    bool has_singular_values; /* cubic in the rows: PD_IK_MAX_SINGULAR_ROWS at most     */
    bool has_prior, has_network;
};

#endif
