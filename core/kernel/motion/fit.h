#ifndef PD_KERNEL_MOTION_FIT_H
#define PD_KERNEL_MOTION_FIT_H
/* Fits bone rotations to predicted joint positions for up to four figures of one skeleton, each in a lane of
 * an AVX2 register.
 *
 * core/character/pose/pose.h has the equations. Exists on x86_64 with AVX2; elsewhere
 * core/character/pose/pose.c fits one figure after another.
 *
 * Order    the same operations in the same order as the fit in core/character/pose/pose.c, without fused
 *          multiply-adds: each figure gets the bits that pose.c gives.
 * Spaces   world, metres; rotations are unit quaternions.
 * Memory   allocates nothing.   Threads  pure function.   Errors  none.
 */
#include "core/math/quat.h"

#define PD_K_FIT_JOINTS 64 /* largest J                                */
#define PD_K_FIT_STEPS  2  /* Gauss-Newton steps for each joint        */
/* damping, as a fraction of the bones' squared lengths:
 * a single bone does not determine the twist about it */
#define PD_K_FIT_RIDGE  1e-4

typedef struct pd_k_fit {
    pd_quat *rotations[4];    /* in, out (J) joint rotations: starting values, then the fitted ones */
    pd_vec3 *joints[4];       /* out (J) joint positions of the fitted pose                         */
    const pd_vec3 *places[4]; /* in (J) predicted joint positions                                   */
    int count;                /* figures, 1 to 4                                                    */
    /* The skeleton (pd_anim_skeleton), and which joints move as one rigid piece (pd_character_bones). */
    int joint_count; /* J, at most PD_K_FIT_JOINTS */
    const int *order, *parents, *driver, *first, *ends;
    const pd_vec3 *offsets; /* (J) translation of each joint from its parent, in the parent's frame */
} pd_k_fit;

/* Fits all figures. */
void pd_k_fit_avx2(const pd_k_fit *fit);

#endif
