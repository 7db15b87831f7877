#ifndef PD_RETARGET_FIGURE_ANSWER_H
#define PD_RETARGET_FIGURE_ANSWER_H
/* The correspondence of a joint of ours to joints of a captured skeleton, used when retargeting to SMPL's
 * joints and to the biped.
 *
 *     R(t) = G(t) fit,   fit = G(ref)^-1 A
 *
 * G is the world rotation of the corresponding source joint. A rotates our bone's direction in our rest pose
 * to the source bone's direction in its reference pose. A joint halfway between two source joints has the
 * mean of two such rotations.
 */
#include "core/anim/skeleton.h"

typedef struct pd_retarget_answer {
    /* Source joints whose rotation is used, equal when it is one joint;
     * -1: none, the joint follows its parent. */
    int from[2];
    int stands; /* Source joint whose position is used, or -1. */
    pd_quat fit[2];
} pd_retarget_answer;

/* Finds the source joints for a text: "A", "A|B" (halfway between the two), "A@B" (the rotation of A at the
 * position of B), NULL. The fits are the identity. */
void pd_retarget_answer_find(pd_retarget_answer *out, const pd_anim_skeleton *source, const char *text);
/* Sets the fits. reference: the source's world rotations in its reference pose; a: A above. */
void pd_retarget_answer_fit(pd_retarget_answer *answer, const pd_quat *reference, pd_quat a);
/* Returns the joint's world rotation for the source's world rotations; from[0] >= 0. */
pd_quat pd_retarget_answer_rotation(const pd_retarget_answer *answer, const pd_quat *source);
/* Returns A, the smallest rotation from one direction to the other; the identity when one has length 0. */
pd_quat pd_retarget_answer_align(pd_vec3 ours, pd_vec3 theirs);
/* Returns a fraction of a rotation: part 0.5 halves its angle. */
pd_quat pd_retarget_answer_part(pd_quat q, double part);

#endif
