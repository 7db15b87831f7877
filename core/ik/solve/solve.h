#ifndef PD_IK_SOLVE_SOLVE_H
#define PD_IK_SOLVE_SOLVE_H
/* Inverse kinematics of a skeleton: local rotations that bring joints to their targets.
 *
 *     find r such that every target holds, moving only the joints of the targets' chains (root .. tip) within their limits
 *
 * Two ways lead there. Chains that share no joint, with neither limits nor priorities, are solved one after the other by
 * a closed form or FABRIK, those nearer to the root first. Everything else is one problem (problem.h) for all targets at once,
 * and the solvers of method.h work on it. Joints off the chains keep their start rotation.
 *
 * Shapes   K joints of the skeleton, T targets.
 * Spaces   targets: model space or a joint's frame, metres. rotations: local to the parent, unit x,y,z,w.
 * Memory   _run allocates nothing: scratch comes from the arena (_scratch_bytes); outputs are the caller's.
 *          The one exception is OPTIMIZE: nlopt keeps its own memory.
 * Threads  everything that comes in is const: any number of threads, each with its own job and arena.
 * Errors   all of them in _check; _run cannot fail. That a target is out of reach is an answer, not an error.
 * The same job gives the same bits: restarts draw from a generator that is seeded with the targets' bits.
 *
 * Worked example (rest pose, one hand):
 *
 *     pd_ik_target hand = {.joint = pd_anim_skeleton_find(&sk, "left_wrist"), .chain_root = -1,
 *                          .has_position = 1, .position = {0.3, 1.2, 0.4}};
 *     pd_ik_job job = {.rotations = r, .results = &result, .skeleton = &sk, .targets = &hand,
 *                      .target_count = 1};
 *     if (pd_ik_job_check(&job, &err) == PD_OK) pd_ik_job_run(&job, &arena);
 */
#include "core/anim/skeleton.h"
#include "core/base/arena.h"
#include "core/base/rng.h"
#include "core/ik/constraint/limit.h"
#include "core/ik/solver/prior.h"
#include "core/ik/constraint/status.h"

#define PD_IK_MAX_TARGETS        64
#define PD_IK_DEFAULT_ITERATIONS 64
#define PD_IK_MAX_ITERATIONS     10000
#define PD_IK_DEFAULT_TOLERANCE  1e-3 /* metres, and radians for orientations */
#define PD_IK_DEFAULT_RESTARTS   32
#define PD_IK_MAX_RESTARTS       1000
#define PD_IK_MAX_COUPLINGS      64
#define PD_IK_MAX_SINGULAR_ROWS  120 /* of all targets, for PINV and SELECTIVE: a position has three */
#define PD_IK_COUPLING_TERMS     8

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
    pd_vec3 centre;       /* the weight's middle shall be over this point (y does not count): every bone
                       weighs as its length                                                         */
    double weight;        /* > 0; zero is 1. In the sum that is made small: weight times squared error    */
    int priority;         /* 1, or 2: only as far as those of 1 are not disturbed; zero is 1              */
    int has_frame, frame; /* position and orientation stand in this joint's frame                   */
} pd_ik_target; /* keep: position and orientation of the start pose are the target                 */

/* How the damped solver chooses its damping. */
typedef enum pd_ik_damping { PD_IK_ADAPTIVE, PD_IK_CONSTANT, PD_IK_SELECTIVE } pd_ik_damping;
/* What the null space pulls to. */
typedef enum pd_ik_natural { PD_IK_NATURAL_MIDDLE, PD_IK_NATURAL_START, PD_IK_NATURAL_REST } pd_ik_natural;

/* sum of factor * angle = equals: angle 0 twist (or the hinge), 1, 2 swing of a joint (limit.h). OPTIMIZE alone heeds them. */
typedef struct pd_ik_coupling {
    int count, joint[PD_IK_COUPLING_TERMS], angle[PD_IK_COUPLING_TERMS];
    double factor[PD_IK_COUPLING_TERMS], equals; /* radians */
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
} pd_ik_result;

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
    int iterations;              /* an attempt's (and a target's), 1 .. PD_IK_MAX_ITERATIONS; zero: default */
    double tolerance;            /* 1e-9 .. 1; zero is the default                                        */
    const pd_ik_limit *limits;   /* in (K), or NULL: none. A start outside is brought inside              */
    unsigned char *limits_hit;   /* out (K) PD_IK_HIT_*, or NULL                                          */
    pd_vec3 *moved;              /* out: translation of the answer, or NULL                               */
    int move_root;               /* the root may be moved too: moved is not NULL                          */
    pd_ik_damping damping;       /* DLS                                                                   */
    double lambda;               /* CONSTANT: 1e-6 .. 10, enters squared; zero is 0.1                     */
    double rest_gain;            /* 0 .. 100: pull to the natural pose in the null space                  */
    const double *rest_gains;    /* in (K), times rest_gain; NULL: all 1                                  */
    pd_ik_natural natural;
    int restarts;    /* -1 none, 1 .. PD_IK_MAX_RESTARTS; zero is the default                 */
    double max_turn; /* radians that a joint may turn from the start; zero: any               */
    const double
        *twists; /* in (K) radians, or NULL: HYBRIK's, whose targets are the positions of all joints */
    int naive;   /* HYBRIK: every bone by the positions alone (hybrik.h)                  */
    const pd_ik_prior *prior;        /* EXAMPLE: what poses are likely; borrowed. NULL: none is loaded */
    int style;                       /* EXAMPLE: 1 + the prior's number of it; 0: any            */
    const pd_ik_coupling *couplings; /* in (coupling_count) */
    int coupling_count;
    const struct pd_ik_neural *neural; /* NEURAL's network (neural.h); NULL for the other solvers */
    const pd_quat *
        speed_from; /* in (K) what max_turn counts from, for solvers whose start is not the caller's; NULL: start */
    int (*keep_going)(void *ctx); /* asked before every iteration; 0 ends with BUDGET. NULL: no one asks */
    void *ctx;
} pd_ik_job;

/* Says in *err which field is wrong ("/targets/1/position"), its value and what is allowed. */
pd_status pd_ik_job_check(const pd_ik_job *job, pd_error *err);
/* Of a job that was checked. */
size_t pd_ik_job_scratch_bytes(const pd_ik_job *job);
/* scratch has room for _scratch_bytes; it is given back as it was. */
void pd_ik_job_run(pd_ik_job *job, pd_arena *scratch);

#endif
