#ifndef PD_KERNEL_FIT_H
#define PD_KERNEL_FIT_H
/* The fit of a pose's bones (core/pfnn/pose.h has the equations) for up to four figures of one skeleton, each in a lane of a register.
 *
 * Order    operation by operation core/pfnn/pose.c's fit, nothing contracted: each figure's bits are what it gives alone.
 * Units    metres; rotations are unit quaternions, so without one.
 * Memory   nothing is allocated.   Threads  pure.   x86_64 with AVX2; elsewhere pose.c's own is run.
 */
#include "core/math/quat.h"

#define PD_K_FIT_JOINTS 64
#define PD_K_FIT_STEPS  2
#define PD_K_FIT_RIDGE  1e-4 /* of the bones' squared lengths: one bone alone leaves the twist about it open */

typedef struct pd_k_fit {
    pd_quat *rotations[4];    /* in, out (J) world */
    pd_vec3 *joints[4];       /* out (J)     */
    const pd_vec3 *places[4]; /* in (J)      */
    int count;                /* 1 to 4 figures */
    /* the skeleton, and which joints move as one piece: pd_anim_skeleton's and pd_pfnn_bones' */
    int joint_count;
    const int *order, *parents, *driver, *first, *ends;
    const pd_vec3 *offsets;
} pd_k_fit;

void pd_k_fit_avx2(const pd_k_fit *fit);

#endif
