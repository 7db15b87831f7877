#ifndef PD_RETARGET_FIGURE_ANSWER_H
#define PD_RETARGET_FIGURE_ANSWER_H
/* Which joint of a captured skeleton corresponds to a joint of ours: shared by retargeting to SMPL's joints and to the biped.
 *
 *     R(t) = G(t) fit,   fit = G(ref)^-1 A
 *
 * G is the world rotation of the corresponding joint, A rotates our bone's direction in our rest pose to the source bone's in its
 * reference pose. Half-way joints are the mean of two such rotations.
 */
#include "core/anim/skeleton.h"

typedef struct pd_retarget_answer {
    int from
        [2]; /* source joints whose rotation counts, equal when it is one; -1: none, it follows its parent */
    int stands; /* source joint that tells where it is, or -1                                                */
    pd_quat fit[2];
} pd_retarget_answer;

/* "A", "A|B" (halfway between two), "A@B" (rotated as A, standing where B stands), NULL; fits are the identity. */
void pd_retarget_answer_find(pd_retarget_answer *out, const pd_anim_skeleton *source, const char *text);
/* Sets the fits from the source's world rotations in its reference pose. */
void pd_retarget_answer_fit(pd_retarget_answer *answer, const pd_quat *reference, pd_quat a);
/* World rotation that follows from the source's world rotations; from[0] >= 0. */
pd_quat pd_retarget_answer_rotation(const pd_retarget_answer *answer, const pd_quat *source);
/* A: the smallest rotation from one direction to the other; the identity when one has no length. */
pd_quat pd_retarget_answer_align(pd_vec3 ours, pd_vec3 theirs);
/* Of a part of a rotation: 0.5 is half of it. */
pd_quat pd_retarget_answer_part(pd_quat q, double part);

#endif
