#ifndef PD_WIRE_CHAIN_H
#define PD_WIRE_CHAIN_H
/* Codes the rotations of a chain of joints in delta frames, four joints at a time.
 *
 * Joints are coded in groups of four whose parents come in earlier groups. For each joint, with _p for its parent:
 *
 *     exact    rotation as it is                            exact = exact_p rotation
 *     shown    rotation as a reader has it
 *     error    place as it is less that of a reader         error = error_p + exact_p offset - shown_p offset
 *     wanted   rotation that brings the end of the bone to where it should be, by the error's part across the bone
 *     k        parameters of reference^-1 shown_p^-1 wanted in steps, as distances from their predictions
 *
 * Spaces   the root's frame (turned by the facing that the reader has, origin at the root's shown place); metres, radians.
 * Memory   the caller's; no allocation.
 * Threads  the groups of one chain belong to one thread.
 * Errors   none: NaN becomes a large parameter, which the reader accepts.
 */
#include "core/wire/wire.h"

#define PD_WIRE_LANES 4
#define PD_WIRE_MOST  (1 << 25) /* largest value of a track: 8 km of a root's place */
/* An integer may differ from the exact value by so much, if it is nearer to the prediction. */
#define PD_WIRE_SLACK 0.75

/* Numbers of one joint in the workspace, each PD_WIRE_LANES doubles after the one before. */
enum { PD_WIRE_EXACT = 0, PD_WIRE_SHOWN = 4, PD_WIRE_ERROR = 8, PD_WIRE_NUMBERS = 11 };
#define PD_WIRE_BLOCK (PD_WIRE_NUMBERS * PD_WIRE_LANES) /* doubles of a group in the workspace */

/* Four joints that are coded together. Lanes without a joint of their own repeat the first one. Arrays are by lane. */
typedef struct pd_wire_group {
    double reference[4][PD_WIRE_LANES]; /* x, y, z, w: rotation of the key frame */
    double offset[3][PD_WIRE_LANES];    /* from the parent at rest, metres */
    /* offset of the child whose place the rotation corrects; (1, 0, 0): there is none */
    double end[3][PD_WIRE_LANES];
    double gain[PD_WIRE_LANES];                          /* 0.5 / |end|^2; 0: the rotation corrects nothing */
    double per_step[PD_WIRE_LANES], back[PD_WIRE_LANES]; /* steps per parameter, 4 / step, and its inverse */
    double now[3][PD_WIRE_LANES], before[3][PD_WIRE_LANES]; /* the last two values of each parameter */
    int joint[PD_WIRE_LANES];
    int parent[PD_WIRE_LANES]; /* where the parent's numbers begin in the workspace */
} pd_wire_group;

/* Codes the joints of `count` groups. k (3 for each joint of the chain): sets those of the groups' joints. workspace: PD_WIRE_BLOCK doubles for the
 * root, whose numbers in lane 0 the caller has set, and as many for each group, in which the numbers of its joints are left. rotations: of all joints. */
typedef void pd_wire_code_groups(int32_t *k, double *workspace, pd_wire_group *groups, int count,
                                 const pd_quat *rotations);
/* Versions for the base instruction set and for AVX2. They have the same order of operations and the same bits. */
pd_wire_code_groups pd_wire_code_groups_ref;
#if defined(__x86_64__)
pd_wire_code_groups pd_wire_code_groups_avx2;
#endif

#endif
