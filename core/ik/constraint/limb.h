#ifndef PD_IK_CONSTRAINT_LIMB_H
#define PD_IK_CONSTRAINT_LIMB_H
/* A target's chain, and what the names of its joints say about how it bends.
 *
 * Elbows bring what is below them forward, knees backward, a spine bends forward: the directions are those of
 * the rest pose (+Z is forward) in the frame of the joint that bends, so they rotate with the start pose.
 */
#include "core/ik/constraint/job.h"

typedef struct pd_ik_limb {
    pd_anim_chain chain;
    int middle;   /* index in the chain of the elbow or knee, of the only joint between; -1: none   */
    int bending;  /* joint whose frame `flex` is in, -1: nothing known                              */
    pd_vec3 flex; /* where the tip goes when a straight limb bends, in that joint's frame; 0: any   */
} pd_ik_limb;

/* The chain of a target that was checked: it exists. */
void pd_ik_limb_of(pd_ik_limb *limb, const pd_anim_skeleton *skeleton, const pd_ik_target *target);
/* The joints from a target's chain root to its tip when all targets are solved together; *tip_rotates: the tip's own rotation
 * matters too. A chain without joints is a centre's that names none. */
void pd_ik_limb_chain(pd_anim_chain *chain, int *tip_rotates, const pd_anim_skeleton *skeleton,
                      const pd_ik_target *target);
/* Whether two_bone's closed form solves the chain, for a solver that uses it so. */
bool pd_ik_limb_is_closed(const pd_ik_limb *limb, pd_ik_closed_form use);

#endif
