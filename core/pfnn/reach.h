#ifndef PD_PFNN_REACH_H
#define PD_PFNN_REACH_H
/* A hand that reaches for a thing while its figure walks, stands or turns: laid over the pose after the feet were locked.
 *
 *     target'(t) = lerp(hand as animated, target, w(t)),   w = s^2 (3 - 2 s),   s moves to the weight at 1/seconds a second
 *
 * Shoulder and elbow turn by two-bone IK (core/anim/two_bone.h), the elbow on the side it is on; the hand keeps its turn in the
 * world as far as forearm and wrist turn (core/anim/ranges.h). What is farther than the arm is long is pointed at. Bones keep their lengths. A new target more than 0.05 m from the last one is
 * gone over to in `seconds` as well.
 *
 * On a surface (has_normal): the palm turns to face it, -normal, fingers up and ahead along it, within the same ranges.
 * With slide the hand goes along the plane (target, normal) with its figure, 0.25 m before it, at the target's height: it strokes a wall
 * or a rail in passing.
 *
 * Spaces   world, or the root's frame (then target and normal go along), metres.
 * Memory   plain, copyable; belongs to the caller.
 * Errors   pd_pfnn_reach_check: "/target", "/weight", "/seconds", "/normal", "/slide".
 */
#include "core/pfnn/character.h"

typedef enum pd_pfnn_hand { PD_PFNN_LEFT_HAND, PD_PFNN_RIGHT_HAND, PD_PFNN_HANDS } pd_pfnn_hand;

typedef struct pd_pfnn_reach {
    pd_vec3 target;
    int in_root;    /* target is in the root's frame: origin on the ground, +Z where it faces */
    double weight;  /* 0 to 1: 0 lets go */
    double seconds; /* from 0 to 1, 0.01 to 10 */
    int has_normal, slide;
    pd_vec3 normal; /* out of the surface, any length but 0                                    */
    double done;    /* state: s                                                                */
    int fresh;      /* state: the wish came since the last step                                */
    pd_vec3 last;   /* state: where the target was, world                                      */
    pd_vec3 behind; /* state: from the target to where the last one was                        */
    double gone;    /* state: of the way from there, 0 to 1                                    */
    double laid;    /* state: how far the palm lies on the surface, moves as s does            */
} pd_pfnn_reach;

pd_status pd_pfnn_reach_check(const pd_pfnn_reach *reach, pd_error *err);
/* A new wish takes over from where the hand is. One of weight 0 lets go: it keeps the target. */
void pd_pfnn_reach_set(pd_pfnn_reach *reach, const pd_pfnn_reach *wish);
/* One tick; pose->rotations and pose->joints are changed. Nothing happens to a figure without such an arm. Returns the distance of
 * hand and target afterwards, metres; 0 when it does not reach. */
double pd_pfnn_reach_step(pd_pfnn_reach *reach, pd_pfnn_hand hand, pd_pfnn_pose *pose,
                          const pd_pfnn_figure *figure);

#endif
