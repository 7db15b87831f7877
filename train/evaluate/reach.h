#ifndef PD_TRAIN_EVALUATE_REACH_H
#define PD_TRAIN_EVALUATE_REACH_H
/* Finds how far a joint of one body can turn before its skin fails: the body's own end of a range
 * (core/anim/ranges.h).
 *
 * Ranges are those of an average person; soft tissue may stop a joint sooner (thigh against belly, arm
 * against trunk), and so may the skinning. Both are measured in one way: when the skin fails at `degrees`,
 * the reach is the angle at which failure begins. Bisection finds it, which assumes that failure does not
 * disappear at larger angles. The skin fails (quality.h) when there is
 *
 *     an inverted triangle, or a fold or hit deeper than PD_TRAIN_BODY_DEPTH_LIMIT
 *
 * Units    degrees; the result is uncertain by 1/2^PD_TRAIN_BODY_REACH_STEPS of the requested end, on the
 *          safe side.
 * Threads  the checker is const; vertices, rotations and scratch belong to one thread.
 */
#include "core/anim/ranges.h"
#include "train/evaluate/quality.h"

#include <stdbool.h>

#define PD_TRAIN_BODY_REACH_STEPS 5

/* Callback that skins a pose by any method: writes vertices (V,3),
 * model space, from local rotations (K,3,3). */
typedef struct pd_train_body_skinner {
    void (*run)(void *ctx, float *vertices, const float *rotations);
    void *ctx;
} pd_train_body_skinner;

typedef struct pd_train_body_reach_job {
    const pd_train_body_checker *checker;
    pd_train_body_skinner skinner;
    int joint;                  /* the joint that turns; all others stay as in `rotations` */
    const pd_anim_range *range; /* range of the joint */
    int side, axis;             /* +1 left and middle, -1 right; 0 x, 1 y, 2 z */
    float *vertices;            /* (V,3) scratch   */
    float *rotations;           /* (K,3,3) pose, local rotations; the joint's own is overwritten */
    pd_arena *scratch;          /* pd_train_body_quality_scratch_bytes bytes, used entirely */
} pd_train_body_reach_job;

/* Returns whether the skin is good enough: no figure exceeds its limit. */
bool pd_train_body_quality_passes(const pd_train_body_quality *quality);
/* Returns the reach, or `degrees` when the skin does not fail there. The joint's rotation keeps the angle
 * that was tested last. */
double pd_train_body_reach(const pd_train_body_reach_job *job, double degrees);

#endif
