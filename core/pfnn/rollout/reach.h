#ifndef PD_PFNN_REACH_H
#define PD_PFNN_REACH_H
/* Reaching for a target with a hand while the character walks, stands or turns. Laid over the pose after the feet were locked.
 *
 *     target'(t) = lerp(hand as animated, target, w(t)),   w = s^2 (3 - 2 s),   s moves to the weight at 1/seconds a second
 *
 * Shoulder and elbow rotate by two-bone IK (core/anim/two_bone.h); the elbow stays on its side. The hand keeps its orientation in the
 * world as far as the ranges of forearm and wrist allow (core/anim/ranges.h). At a target out of reach the straight arm points. Bones
 * keep their lengths. A new target more than 0.05 m from the last one is approached over `seconds` as well.
 *
 * On a surface (has_normal): the palm faces it, along -normal, fingers up and forward along it, within the same ranges.
 * With slide the hand moves along the plane (target, normal) with the character, 0.25 m ahead of it, at the target's height: it strokes
 * a wall or a rail in passing.
 *
 * From tick to tick shoulder, elbow and palm go on from where they were, by 9 rad/s at most beside what brings the wrist to its place: where
 * the ranges of the palm or the side of the elbow leave a choice, the arm of the next place may be another one, which is approached, not jumped to.
 *
 * Spaces   world, or the root's frame (then target and normal move with the character), metres.
 * Memory   all structs are plain and copyable; the caller owns them. A zeroed state changes nothing.
 * Errors   pd_pfnn_reach_check: "/target", "/weight", "/seconds", "/normal", "/slide".
 */
#include "core/pfnn/character.h"
#include "core/pfnn/rollout/gaze.h"

#include <stdbool.h>

typedef enum pd_pfnn_hand { PD_PFNN_LEFT_HAND, PD_PFNN_RIGHT_HAND, PD_PFNN_HANDS } pd_pfnn_hand;

/* What is asked for. */
typedef struct pd_pfnn_reach_request {
    pd_vec3 target;
    bool in_root;   /* target and normal are in the root's frame: origin on the ground, +Z forward */
    double weight;  /* 0 to 1; 0 ends it                                                           */
    double seconds; /* from 0 to 1, 0.01 to 10                                                     */
    bool has_normal, slide;
    pd_vec3 normal; /* out of the surface, any length but 0 */
} pd_pfnn_reach_request;

#define PD_PFNN_REACH_LINKS 3

/* What a hand keeps between ticks. */
typedef struct pd_pfnn_reach_state {
    pd_pfnn_reach_request request;    /* in force; set by pd_pfnn_reach_set                            */
    bool is_new;                      /* it was set since the last step                                */
    double progress;                  /* s                                                             */
    pd_vec3 last;                     /* the target of the last step, world                            */
    pd_vec3 offset;                   /* from the target to the one before it                          */
    double approach;                  /* part of that offset that is behind the hand, 0 to 1           */
    bool has_arm;                     /* arm is set                                                    */
    pd_quat arm[PD_PFNN_REACH_LINKS]; /* shoulder, elbow and palm on their parents, of the last step */
    double palm;                      /* how far the palm lies on the surface, 0 to 1; moves as s does */
} pd_pfnn_reach_state;

pd_status pd_pfnn_reach_check(const pd_pfnn_reach_request *request, pd_error *err);
/* A checked request takes effect from where the hand is now. One of weight 0 keeps the target while the hand goes back. */
void pd_pfnn_reach_set(pd_pfnn_reach_state *state, const pd_pfnn_reach_request *request);
/* One tick; changes pose->rotations, and leaves pose->joints to pd_pfnn_overlay_step. Does nothing where the skeleton has no such arm. Returns the
 * distance between hand and target afterwards, metres; 0 while it does not reach. */
double pd_pfnn_reach_step(pd_pfnn_reach_state *state, pd_pfnn_hand hand, pd_pfnn_pose *pose,
                          const pd_pfnn_rig *rig);

#endif
