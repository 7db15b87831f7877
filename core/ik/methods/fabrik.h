#ifndef PD_IK_METHODS_FABRIK_H
#define PD_IK_METHODS_FABRIK_H
/* FABRIK for one chain: moves joint positions until the tip is at its target. Uses positions only, no angles.
 * Aristidou and Lasenby, "FABRIK: A fast, iterative solver for the Inverse Kinematics problem", Graphical
 * Models 73 (2011), Algorithm 1:
 *
 *     forward   p_n = t;  p_i   = p_(i+1) + d_i (p_i - p_(i+1)) / |p_i - p_(i+1)|   for i = n-1 .. 1
 *     backward  p_1 = b;  p_i+1 = p_i     + d_i (p_(i+1) - p_i) / |p_(i+1) - p_i|   for i = 1 .. n-1
 *
 * until |p_n - t| <= tolerance. If the target is farther away than the chain is long, the chain points
 * straight at it (lines 1.4 to 1.12). If it is nearer than the longest bone allows, the chain folds back
 * along the line to it. A chain that lies on the line to its target cannot bend by these steps. If all joints
 * are within 1e-3 of the length of that line, the chain is first bent sideways by a half sine of 0.05 of its
 * length.
 *
 * Shapes   n joints, root first.
 * Spaces   any single space, metres.
 * Memory   allocates nothing.
 * Threads  pure function.
 * Errors   none.
 */
#include "core/ik/job/status.h"
#include "core/math/vec3.h"

typedef struct pd_ik_fabrik_job {
    pd_vec3 *positions;    /* in: start, out: solved (n); [0] does not move, bones keep their lengths */
    const double *lengths; /* in (n-1) bone lengths d_i >= 0 */
    int count;             /* n >= 2 */
    pd_vec3 target;
    pd_vec3 bend; /* in: direction in which a straight chain bends; zero: any direction */
    int has_pole;
    pd_vec3 pole;     /* in: point towards which the middle of the solved chain turns */
    double tolerance; /* metres */
    int iterations;   /* largest number of iterations */
    /* called before every iteration; 0 ends the search with BUDGET; may be NULL */
    int (*keep_going)(void *ctx);
    void *ctx;
    pd_ik_status status; /* out */
    int iterations_used; /* out: one iteration is a forward and a backward pass */
    double error;        /* out: |p_n - t| */
} pd_ik_fabrik_job;

/* Solves the job in place. */
void pd_ik_fabrik_run(pd_ik_fabrik_job *job);

#endif
