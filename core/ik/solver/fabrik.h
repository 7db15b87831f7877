#ifndef PD_IK_SOLVER_FABRIK_H
#define PD_IK_SOLVER_FABRIK_H
/* FABRIK: Aristidou and Lasenby, "FABRIK: A fast, iterative solver for the Inverse Kinematics problem",
 * Graphical Models 73 (2011), Algorithm 1. One chain, positions only, no angle anywhere:
 *
 *     forward   p_n = t;  p_i   = p_(i+1) + d_i (p_i - p_(i+1)) / |p_i - p_(i+1)|   for i = n-1 .. 1
 *     backward  p_1 = b;  p_i+1 = p_i     + d_i (p_(i+1) - p_i) / |p_(i+1) - p_i|   for i = 1 .. n-1
 *
 * until |p_n - t| <= tolerance. A target farther away than the chain is long is reached for along the line
 * (lines 1.4 to 1.12); one nearer than the longest bone allows folds the chain back along it.
 * A chain that lies on the line to its target cannot bend by itself: then (all joints within 1e-3 of the
 * length of that line) it is first bent sideways by a half sine of 0.05 of the length.
 *
 * Shapes   n joints, root first.   Spaces  any one, metres.   Threads  pure, allocates nothing.
 */
#include "core/ik/constraint/status.h"
#include "core/math/vec3.h"

typedef struct pd_ik_fabrik_job {
    pd_vec3 *positions;    /* in: start, out: solved (n); [0] stays where it is; bones keep their length */
    const double *lengths; /* in (n-1) d_i >= 0                                                          */
    int count;             /* n >= 2                                                                     */
    pd_vec3 target;
    pd_vec3 bend; /* in: which way a straight chain bends; 0: some way                          */
    int has_pole;
    pd_vec3 pole;     /* in: a point that the arch of the solved chain is turned to                 */
    double tolerance; /* metres                                                                     */
    int iterations;   /* at most                                                                    */
    int (*keep_going)(void *ctx); /* asked before every iteration; 0 ends with BUDGET; may be NULL       */
    void *ctx;
    pd_ik_status status; /* out */
    int iterations_used; /* out: a forward and a backward pass are one                                 */
    double error;        /* out: |p_n - t|                                                             */
} pd_ik_fabrik_job;

void pd_ik_fabrik_run(pd_ik_fabrik_job *job);

#endif
