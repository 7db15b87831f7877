#ifndef PD_RETARGET_FIGURE_REPLANT_H
#define PD_RETARGET_FIGURE_REPLANT_H
/* Puts the feet of a retargeted character where those of its source stand, and its hips as high as its legs allow.
 *
 *     toe'   = (toe.x, ground + rest' + (toe.y - ground - rest), toe.z)        rest: a planted toe joint's height, theirs and ours
 *     ankle' = toe' - R_foot o_toe'                                            the foot keeps its rotation in the world
 *     hips'  = (m.x, ground_0 + s (m.y - ground_0), m.z)                        m: their middle, s: our leg length by theirs
 *
 * Over a seat, which has the same height for all bodies, the hips keep theirs: s is 1 there, s + (1 - s) seated on the way.
 *
 * So a toe that is planted in the source is planted here to the same bits, on any ground, whatever the sizes; and a foot that rotates
 * about a planted toe does so here. Then the hips go down where a leg would be too short, smoothed over time, and two-bone IK
 * (two_bone.h) brings the ankles to their places.
 *
 * Spaces   world, metres. Only pelvis places and leg rotations change.
 */
#include "core/anim/clip.h"

typedef struct pd_retarget_replant_leg {
    int hip, knee, ankle, toe; /* joints of the clip's skeleton */
    double toe_rest;           /* of its planted toe joint over the ground */
} pd_retarget_replant_leg;

typedef struct pd_retarget_replant {
    pd_retarget_replant_leg legs[2]; /* left, right */
    const pd_vec3 *toes;             /* (T,2) of the source, world  */
    const pd_vec3 *hips;             /* (T) of the source: the middle of its hip joints */
    const float *ground;             /* (T,2) under its toes        */
    const float *floor;              /* (T,3) its root on the ground: .y is ground_0 */
    const float *seated;             /* (T) 0 to 1, or NULL: it never sits               */
    double toe_rest, scale;
} pd_retarget_replant;

/* The clip is the retargeted one, changed in place. ERR_MEMORY. */
pd_status pd_retarget_replant_run(pd_anim_clip *clip, const pd_retarget_replant *replant, pd_error *err);
/* One frame of a motion that is still being generated. Later frames are not known, so *drop, how far the hips are lowered, follows half
 * of the needed value at once and returns slowly. Begin with *drop = 0. */
void pd_retarget_replant_frame(pd_anim_clip *clip, const pd_retarget_replant *replant, int frame,
                               double *drop);

#endif
