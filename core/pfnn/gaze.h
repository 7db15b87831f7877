#ifndef PD_PFNN_GAZE_H
#define PD_PFNN_GAZE_H
/* Eyes on a point while the figure walks, stands or turns: neck and head turn, laid over the pose after the feet were locked.
 *
 *     R_head' z -> point - head        the neck takes 0.4 of the turn, the head the rest, both within their ranges (core/anim/ranges.h)
 *     r = slerp(r as animated, r that looks, w)       w = s^2 (3 - 2 s), s moves to the weight at 1/seconds a second
 *
 * What lies behind the chest is let go of: w falls to 0 between 110 and 150 degrees from where the chest looks. A new point is gone over to.
 *
 * Spaces   world, or the root's frame (then the point goes along), metres.
 * Memory   plain, copyable; belongs to the caller.
 * Errors   pd_pfnn_gaze_check: "/point", "/weight", "/seconds".
 */
#include "core/pfnn/character.h"

typedef struct pd_pfnn_gaze {
    pd_vec3 point;
    int in_root;
    double weight;  /* 0 to 1: 0 lets go */
    double seconds; /* from 0 to 1, 0.01 to 10 */
    double done;    /* state: s                                                       */
    double behind;  /* state: w of the angle from the chest, moves as s does          */
    int looking;    /* state: dir is one                                              */
    pd_vec3 dir;    /* state: where the head looks to in the world, unit              */
} pd_pfnn_gaze;

pd_status pd_pfnn_gaze_check(const pd_pfnn_gaze *gaze, pd_error *err);
/* A new wish takes over from where it looks. One of weight 0 lets go: it keeps the point. */
void pd_pfnn_gaze_set(pd_pfnn_gaze *gaze, const pd_pfnn_gaze *wish);
/* One tick; pose->rotations and pose->joints are changed. Nothing happens to a figure without a head. Returns the angle between where the
 * head looks and the point, radians; 0 when it does not look. */
double pd_pfnn_gaze_step(pd_pfnn_gaze *gaze, pd_pfnn_pose *pose, const pd_pfnn_figure *figure);

#endif
