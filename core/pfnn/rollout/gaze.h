#ifndef PD_PFNN_GAZE_H
#define PD_PFNN_GAZE_H
/* Looking at a point while the character walks, stands or turns. Neck and head rotate; laid over the pose after the feet were locked.
 *
 *     R_head' z -> point - head        the neck takes 0.4 of the rotation, the head the rest, both within their ranges (core/anim/ranges.h)
 *     r = slerp(r as animated, r that looks, w)       w = s^2 (3 - 2 s), s moves to the weight at 1/seconds a second
 *
 * A point behind the chest is not looked at: w falls to 0 between 110 and 150 degrees from the chest's direction. When the point changes,
 * the head follows at a limited speed.
 *
 * Spaces   world, or the root's frame (then the point moves with the character), metres.
 * Memory   both structs are plain and copyable; the caller owns them. A zeroed state looks nowhere.
 * Errors   pd_pfnn_gaze_check: "/point", "/weight", "/seconds".
 */
#include "core/pfnn/character.h"

#include <stdbool.h>

/* What is asked for. */
typedef struct pd_pfnn_gaze_request {
    pd_vec3 point;
    bool in_root;   /* point is in the root's frame: origin on the ground, +Z forward */
    double weight;  /* 0 to 1; 0 ends it                                              */
    double seconds; /* from 0 to 1, 0.01 to 10                                        */
} pd_pfnn_gaze_request;

/* What a character keeps between ticks. */
typedef struct pd_pfnn_gaze_state {
    pd_pfnn_gaze_request request; /* in force; set by pd_pfnn_gaze_set                  */
    double progress;              /* s                                                  */
    double visible;               /* 1 in front of the chest .. 0 behind; moves as s    */
    bool looking;                 /* direction holds a value                            */
    pd_vec3 direction;            /* of the head, world, unit                           */
} pd_pfnn_gaze_state;

pd_status pd_pfnn_gaze_check(const pd_pfnn_gaze_request *request, pd_error *err);
/* A checked request takes effect from where the head looks now. One of weight 0 keeps the point while the gaze fades out. */
void pd_pfnn_gaze_set(pd_pfnn_gaze_state *state, const pd_pfnn_gaze_request *request);
/* One tick; changes pose->rotations, and leaves pose->joints to pd_pfnn_overlay_step. Does nothing where the skeleton has no head. Returns the
 * angle between the head's direction and the point, radians; 0 while it looks nowhere. */
double pd_pfnn_gaze_step(pd_pfnn_gaze_state *state, pd_pfnn_pose *pose, const pd_pfnn_rig *rig);
/* After a step: the point in the world that is looked at, and the weight asked for: 0 where there is none, or it lies behind. Eyes are on it at
 * once, the head follows. */
double pd_pfnn_gaze_point(pd_vec3 *point, const pd_pfnn_gaze_state *state, const pd_pfnn_pose *pose);

#endif
