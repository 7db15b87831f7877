#ifndef PD_WIRE_CHAIN_H
#define PD_WIRE_CHAIN_H
/* Codes the rotations of a chain of joints in delta frames, four joints at a time.
 *
 * Joints are coded in groups of four. Their parents are in earlier groups. For each joint, with _p for its
 * parent:
 *
 *     exact    exact rotation                               exact = exact_p rotation
 *     shown    decoded rotation
 *     error    exact position minus decoded position        error = error_p + exact_p offset - shown_p offset
 *     wanted   rotation that brings the end of the bone to its exact position, as far as the error is
 *              perpendicular to the bone
 *     k        parameters of reference^-1 shown_p^-1 wanted in steps, minus their predictions
 *
 * Spaces   the decoded root's frame (its facing, origin at its position); metres, radians.
 * Memory   the caller's; no allocation.
 * Threads  the groups of one chain belong to one thread.
 * Errors   none. NaN becomes a large parameter that readers accept.
 */
#include "core/wire/wire.h"

#define PD_WIRE_LANES 4
#define PD_WIRE_MOST  (1 << 25) /* largest value of a track: 32 km of a root's position */
/* Largest difference of an integer from the exact value, if the integer is nearer to the prediction. */
#define PD_WIRE_SLACK 0.75

/* Numbers of one joint in the workspace, each PD_WIRE_LANES doubles after the one before. */
enum { PD_WIRE_EXACT = 0, PD_WIRE_SHOWN = 4, PD_WIRE_ERROR = 8, PD_WIRE_NUMBERS = 11 };
#define PD_WIRE_BLOCK (PD_WIRE_NUMBERS * PD_WIRE_LANES) /* doubles of a group in the workspace */

/* Four joints that are coded together. Lanes without a joint of their own repeat the first one.
 * Arrays are by lane. */
typedef struct pd_wire_group {
    double reference[4][PD_WIRE_LANES]; /* x, y, z, w: rotation of the key frame */
    double offset[3][PD_WIRE_LANES];    /* position relative to the parent in the rest pose, metres */
    /* offset of the child whose position the rotation corrects; (1, 0, 0): none */
    double end[3][PD_WIRE_LANES];
    double gain[PD_WIRE_LANES];                          /* 0.5 / |end|^2; 0: the rotation corrects nothing */
    double per_step[PD_WIRE_LANES], back[PD_WIRE_LANES]; /* steps per parameter, 4 / step, and its inverse */
    double now[3][PD_WIRE_LANES], before[3][PD_WIRE_LANES]; /* the last two values of each parameter */
    int joint[PD_WIRE_LANES];
    int parent[PD_WIRE_LANES]; /* index of the parent's first number in the workspace */
} pd_wire_group;

/* Codes the joints of `count` groups. k (3 for each joint of the chain): the integers of the groups' joints
 * are set. workspace: PD_WIRE_BLOCK doubles for the root and for each group. The caller sets the root's
 * numbers in lane 0. The function sets those of the groups' joints. rotations: of all joints. */
typedef void pd_wire_code_groups(int32_t *k, double *workspace, pd_wire_group *groups, int count,
                                 const pd_quat *rotations);
/* Versions for the base instruction set and for AVX2.
 * The order of operations is the same, and so are the results' bits. */
pd_wire_code_groups pd_wire_code_groups_ref;
#if defined(__x86_64__)
pd_wire_code_groups pd_wire_code_groups_avx2;
#endif

#endif
