#ifndef PD_CHARACTER_ACTION_GAZE_H
#define PD_CHARACTER_ACTION_GAZE_H
/* Makes a character look at a point while it walks, stands or turns: rotates neck and head of the pose after
 * the foot lock.
 *
 *     R_head' z -> point - head        the neck takes 0.4 of the rotation, the head the rest, both within
 *                                      their ranges (core/anim/ranges.h)
 *     r = slerp(animated r, r of the gaze, w)         w = s^2 (3 - 2 s), s moves to the weight at 1/seconds
 *                                                     per second
 *
 * The trunk may turn towards the point before (twist.h). A point behind the chest is ignored: w falls to 0
 * between 110 and 150 degrees from the chest's direction.
 * When the point changes, the head turns to the new one at a limited speed.
 *
 * Spaces   world, or the root's frame (then the point moves with the character), metres.
 * Memory   both structs are plain and copyable; the caller owns them. A zeroed state looks nowhere.
 * Threads  one thread for each character.
 * Errors   pd_character_gaze_check: "/point", "/weight", "/seconds".
 */
#include "core/character/character.h"

#include <stdbool.h>

/* A request to look at a point. */
typedef struct pd_character_gaze_request {
    pd_vec3 point;
    bool in_root;   /* the point is in the root's frame: origin on the ground, +Z forward */
    double weight;  /* 0 to 1; 0 ends the gaze */
    double seconds; /* duration of a change of s from 0 to 1, 0.01 to 10 */
} pd_character_gaze_request;

/* State between ticks. */
typedef struct pd_character_gaze_state {
    pd_character_gaze_request request; /* the present request; set by pd_character_gaze_set */
    double progress;                   /* s */
    double visible;    /* 1 if the point is in front of the chest .. 0 behind; changes like s */
    bool looking;      /* true: `direction` is set */
    pd_vec3 direction; /* direction of the head, world, unit */
} pd_character_gaze_state;

/* Checks a request before pd_character_gaze_set; the error names the field, its value and its range. */
pd_status pd_character_gaze_check(const pd_character_gaze_request *request, pd_error *err);
/* Starts a checked request from the present direction of the head. A request of weight 0 keeps the point
 * while the gaze fades out. */
void pd_character_gaze_set(pd_character_gaze_state *state, const pd_character_gaze_request *request);
/* Advances by one tick: changes pose->rotations; pd_character_overlay_step updates pose->joints. Does nothing
 * if the skeleton has no head. Returns the angle between the head's direction and the point, radians; 0
 * without a gaze. */
double pd_character_gaze_step(pd_character_gaze_state *state, pd_character_pose *pose,
                              const pd_character_rig *rig);
/* Returns the target point in the world. */
pd_vec3 pd_character_gaze_target(const pd_character_gaze_state *gaze, const pd_character_pose *pose);
/* Computes the target point in the world, and returns the requested weight, or 0 without a gaze or if the
 * point is behind the chest. Call it after a step. For the eyes, which turn to a new point at once. */
double pd_character_gaze_point(pd_vec3 *point, const pd_character_gaze_state *state,
                               const pd_character_pose *pose);

#endif
