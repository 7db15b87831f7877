#ifndef PD_IK_JOB_LIMB_H
#define PD_IK_JOB_LIMB_H
/* Finds the chain of joints that a target moves, and the direction in which the limb bends.
 *
 * The names of the joints say how a limb bends: an elbow moves the hand forward, a knee moves the foot
 * backward, and a spine bends forward. The directions are those of the rest pose (+Z is forward), stored in
 * the frame of the joint that bends, so they rotate with the start pose.
 *
 * Spaces   as stated at each field.
 * Memory   allocates nothing.
 * Threads  pure functions.
 * Errors   none: the target was checked.
 */
#include "core/ik/job/job.h"

typedef struct pd_ik_limb {
    pd_anim_chain chain; /* joints from the root of the chain to its tip */
    /* index in the chain of the elbow or knee, or of the only joint between root and tip;
     * -1: there is none */
    int middle;
    int bending; /* skeleton joint in whose frame `flex` is given; -1: the direction of bending is unknown */
    /* direction in which the tip moves when a straight limb bends,
     * in the frame of `bending`; zero: any direction */
    pd_vec3 flex;
} pd_ik_limb;

/* Fills *limb for a target that pd_ik_job_check accepted, so the chain exists. */
void pd_ik_limb_of(pd_ik_limb *limb, const pd_anim_skeleton *skeleton, const pd_ik_target *target);
/* Fills *chain with the joints from a target's chain root to its tip, for solvers that solve all targets
 * simultaneously. Sets *tip_rotates to 1 if the rotation of the tip itself matters. The chain is empty for a
 * target that sets only a centre of mass and names no joint. */
void pd_ik_limb_chain(pd_anim_chain *chain, int *tip_rotates, const pd_anim_skeleton *skeleton,
                      const pd_ik_target *target);
/* Returns whether the closed form of two_bone solves this chain, for a solver whose table row says `use`. */
bool pd_ik_limb_is_closed(const pd_ik_limb *limb, pd_ik_closed_form use);

#endif
