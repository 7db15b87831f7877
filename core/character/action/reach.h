#ifndef PD_CHARACTER_ACTION_REACH_H
#define PD_CHARACTER_ACTION_REACH_H
/* Makes a character reach for a target with a hand while it walks, stands or turns. Changes the pose after
 * the foot lock.
 *
 *     target'(t) = lerp(animated hand, target, w(t)),   w = s^2 (3 - 2 s),
 *         s moves to the weight at 1/seconds per second
 *
 * Shoulder and elbow rotate by two-bone IK (core/anim/two_bone.h), and the elbow stays on its side. The hand
 * keeps its orientation in the world within the ranges of forearm and wrist (core/anim/ranges.h). If the
 * target is out of reach, the straight arm points at it. Bones keep their lengths. A new target more than
 * 0.05 m from the last one is approached over `seconds` as well.
 *
 * On a surface (has_normal) the palm faces it, along -normal. The fingers point up and forward along it,
 * within the same ranges. With `slide` the hand moves with the character along the plane (target, normal),
 * 0.25 m ahead of it, at the target's height, as a hand that touches a wall or a rail in passing.
 *
 * A hand goes only where a shoulder lets it: an arm is lifted ahead and to its side, up to 30 degrees behind
 * the line of the shoulders and 60 degrees across the chest, and hangs up to 60 degrees backwards. For a
 * target beyond that the hand goes to the nearest direction, and the trunk turns (twist.h). A hand whose way
 * is more than a right angle goes around the shoulder, not through the body, by at most 430 degrees/s.
 *
 * From tick to tick shoulder, elbow and palm rotate by at most 9 rad/s, in addition to the rotation that
 * moves the wrist to its place. So there is no jump between different arm poses, which the ranges of the palm
 * or the side of the elbow may permit for two places close together.
 *
 * Spaces   world, or the root's frame (then target and normal move with the character), metres.
 * Memory   all structs are plain and copyable; the caller owns them. A zeroed state changes nothing.
 * Threads  one thread for each character.
 * Errors   pd_character_reach_check: "/target", "/weight", "/seconds", "/normal", "/slide".
 */
#include "core/character/character.h"
#include "core/character/action/gaze.h"

#include <stdbool.h>

typedef enum pd_character_hand {
    PD_CHARACTER_LEFT_HAND,
    PD_CHARACTER_RIGHT_HAND,
    PD_CHARACTER_HANDS
} pd_character_hand;

/* A request to reach for a target. */
typedef struct pd_character_reach_request {
    pd_vec3 target;
    bool in_root;   /* target and normal are in the root's frame: origin on the ground, +Z forward */
    double weight;  /* 0 to 1; 0 ends the reach */
    double seconds; /* duration of a change of s from 0 to 1, 0.01 to 10 */
    bool has_normal, slide;
    pd_vec3 normal; /* normal of the surface, outwards, any length but 0 */
} pd_character_reach_request;

#define PD_CHARACTER_REACH_LINKS 3

/* State of a hand between ticks. */
typedef struct pd_character_reach_state {
    pd_character_reach_request request; /* the present request; set by pd_character_reach_set */
    bool is_new;                        /* true: the request was set after the last step */
    double progress;                    /* s */
    pd_vec3 last;                       /* target of the last step, world */
    pd_vec3 aim;     /* wrist less shoulder in the last step, in the chest's frame; set if has_arm */
    pd_vec3 before;  /* the same when the target changed */
    double approach; /* fraction of the way from there to the target that has been covered, 0 to 1 */
    double ways[2];  /* radians: angles of the ways from the animated hand and from `before` to the target */
    bool has_arm;    /* true: `arm` is set */
    /* Rotations of shoulder, elbow and palm relative to their parents in the last step. */
    pd_quat arm[PD_CHARACTER_REACH_LINKS];
    double palm; /* weight of the surface in the palm's orientation, 0 to 1; changes like s */
} pd_character_reach_state;

/* Checks a request before pd_character_reach_set; the error names the field, its value and its range. */
pd_status pd_character_reach_check(const pd_character_reach_request *request, pd_error *err);
/* Starts a checked request from the present position of the hand. A request of weight 0 keeps the target
 * while the hand goes back. */
void pd_character_reach_set(pd_character_reach_state *state, const pd_character_reach_request *request);
/* Returns the target of the present request in the world. */
pd_vec3 pd_character_reach_target(const pd_character_reach_state *state, const pd_character_pose *pose);
/* Advances by one tick: changes pose->rotations; pd_character_overlay_step updates pose->joints. Does nothing
 * if the skeleton has no such arm. Returns the distance between hand and target afterwards, metres;
 * 0 without a reach. */
double pd_character_reach_step(pd_character_reach_state *state, pd_character_hand hand,
                               pd_character_pose *pose, const pd_character_rig *rig);

#endif
