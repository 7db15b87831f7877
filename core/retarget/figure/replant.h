#ifndef PD_RETARGET_FIGURE_REPLANT_H
#define PD_RETARGET_FIGURE_REPLANT_H
/* Places the feet of a retargeted character at those of its source, and its hips as high as its legs allow.
 *
 *     toe'   = (toe.x, ground + rest' + (toe.y - ground - rest), toe.z)
 *         rest, rest': height of a planted toe joint, source and target
 *     ankle' = toe' - R_foot o_toe'
 *         the foot keeps its rotation in the world
 *     hips'  = (m.x, ground_0 + s (m.y - ground_0), m.z)
 *         m: midpoint of the hip joints, s: our leg length / theirs
 *
 * In shoes (shoe.h) the foot is first rotated by `turn`, and the hips are raised by the mean `lift` of both
 * feet, except over a seat. Then toe' and ankle' are raised or lowered until the lowest point of the shoe is
 * as high as the lower one of the source's joints is over its planted height,
 *
 *     dy = w(h) (max(h, 0) - c)
 *
 * h: height of the toe or heel joint above the ground less its height at rest; c: height of the shoe's lowest
 * point above the ground; w: 1 near the ground, 0 in the air. This is needed because a sole that rolls, bends
 * or stands on a slope is lower or higher than a flat one.
 *
 * Over a seat, whose height is the same for all bodies, the hips keep the source's height: s is replaced by s
 * + (1 - s) seated.
 *
 * So a toe that is planted in the source is planted in the target with the same bits, on any ground and for
 * any sizes, and a foot that rotates about a planted toe does so in the target. Then the hips are lowered for
 * legs that would be too short, smoothed over time, and two-bone IK (two_bone.h) moves the ankles to their
 * positions.
 *
 * Spaces   world, metres. Only pelvis positions and leg rotations change.
 */
#include "core/anim/clip.h"
#include "core/anim/scene/ground.h"
#include "core/retarget/figure/shoe.h"

typedef struct pd_retarget_replant_leg {
    int hip, knee, ankle, toe; /* joints of the clip's skeleton */
    double toe_rest;           /* height of a planted toe joint above the ground */
    pd_quat turn;              /* rotation of the foot that lays its shoe flat (shoe.h) */
    double lift;               /* metres by which the ankle is higher in the shoe than in the bare foot */
    /* Shoe whose sole stands on the ground; NULL: bare foot, only the toe joint is used. */
    const pd_retarget_shoe *shoe;
} pd_retarget_replant_leg;

typedef struct pd_retarget_replant {
    pd_retarget_replant_leg legs[2]; /* left, right */
    const pd_vec3 *toes;             /* (T,2) toe joints of the source, world */
    const pd_vec3 *heels;            /* (T,2) heel joints of the source, world; only needed for shoes */
    const pd_vec3 *hips;             /* (T) midpoints of the source's hip joints, world */
    const float *ground;             /* (T,2) height of the ground under the source's toes */
    /* Ground between and beyond the toes; NULL: level, at the height under the toe. */
    const pd_anim_ground *surface;
    const float *floor;     /* (T,3) the source's root on the ground: .y is ground_0 */
    const float *seated;    /* (T) 0 to 1; NULL: never seated */
    double toe_rest, scale; /* height of a planted toe joint of the source; s */
    double heel_rest;       /* height of a planted heel joint of the source; only needed for shoes */
} pd_retarget_replant;

/* Changes a retargeted clip in place. ERR_MEMORY. */
pd_status pd_retarget_replant_run(pd_anim_clip *clip, const pd_retarget_replant *replant, pd_error *err);
/* Changes one frame of a motion that is still being generated. *drop: metres by which the hips are lowered, 0
 * before the first frame. Later frames are unknown, so in each frame it moves half of the way to a deeper
 * drop, and slowly back. */
void pd_retarget_replant_frame(pd_anim_clip *clip, const pd_retarget_replant *replant, int frame,
                               double *drop);

#endif
