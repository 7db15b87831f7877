#ifndef PD_IK_SOLVE_H
#define PD_IK_SOLVE_H
/* Inverse kinematics of a skeleton: local rotations that bring joints to their targets.
 *
 *     find r such that p_j(r) = position and R_j(r) = orientation for every target joint j,
 *     moving only the joints of the target's chain (its root .. its tip)
 *
 * Chains of several targets must not share a joint that turns; they are solved one after the other, those
 * nearer to the root first, so that none spoils another. Joints off the chains keep their start rotation.
 * Joint limits are not applied yet: asking for them is refused.
 *
 * Shapes   K joints of the skeleton, T targets.
 * Spaces   targets: model space, metres. rotations: local to the parent, unit x,y,z,w.
 * Memory   _run allocates nothing: scratch comes from the arena (_scratch_bytes); outputs are the caller's.
 * Threads  everything that comes in is const: any number of threads, each with its own job and arena.
 * Errors   all of them in _check; _run cannot fail. That a target is out of reach is an answer, not an error.
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
#include "core/ik/status.h"

#define PD_IK_MAX_TARGETS        64
#define PD_IK_DEFAULT_ITERATIONS 64
#define PD_IK_MAX_ITERATIONS     10000
#define PD_IK_DEFAULT_TOLERANCE  1e-3 /* metres, and radians for orientations */

typedef struct pd_ik_target {
    int joint;      /* the tip: whose position and orientation are meant           */
    int chain_root; /* joint where the chain starts; -1: the limb's root           */
    int has_position, has_orientation, has_pole; /* at least one of the first two                  */
    pd_vec3 position;    /* model space, metres                                         */
    pd_quat orientation; /* of the tip's frame in model space; any length but 0         */
    pd_vec3 pole;        /* a point that the elbow, the knee, the chain's arch turns to */
} pd_ik_target;

typedef struct pd_ik_result {
    pd_ik_status status;
    pd_ik_solver solver;      /* the one that made it: never AUTO     */
    int iterations;           /* 1 for two_bone                       */
    double position_error;    /* metres; 0 when none was asked        */
    double orientation_error; /* radians; 0 when none was asked       */
} pd_ik_result;

typedef struct pd_ik_job {
    pd_quat *rotations;    /* out (K) local; may be start itself                                    */
    pd_vec3 *positions;    /* out (K) model space, or NULL                                          */
    pd_ik_result *results; /* out (T)                                                               */
    pd_ik_status status;   /* out: the worst of the targets                                         */
    int iterations_used;   /* out: sum over the targets                                             */
    const pd_anim_skeleton *skeleton;
    const pd_quat *start;         /* in (K) local, any length but 0; NULL is the rest pose                 */
    pd_vec3 translation;          /* of the root, from its rest position                                   */
    const pd_ik_target *targets;  /* in (T)                                                           */
    int target_count;             /* T: 1 .. PD_IK_MAX_TARGETS                                             */
    pd_ik_solver solver;          /* zero is AUTO                                                          */
    int iterations;               /* per target, 1 .. PD_IK_MAX_ITERATIONS; zero is the default            */
    double tolerance;             /* 1e-9 .. 1; zero is the default                                        */
    int limits;                   /* must be 0 for now                                                     */
    int (*keep_going)(void *ctx); /* asked before every iteration; 0 ends with BUDGET. NULL: no one asks */
    void *ctx;
} pd_ik_job;

/* Says in *err which field is wrong ("/targets/1/position"), its value and what is allowed. */
pd_status pd_ik_job_check(const pd_ik_job *job, pd_error *err);
size_t pd_ik_job_scratch_bytes(const pd_anim_skeleton *skeleton);
/* scratch has room for _scratch_bytes; it is given back as it was. */
void pd_ik_job_run(pd_ik_job *job, pd_arena *scratch);

#endif
