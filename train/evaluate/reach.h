#ifndef PD_TRAIN_EVALUATE_REACH_H
#define PD_TRAIN_EVALUATE_REACH_H
/* How far a joint of one body turns before its skin fails: a body's own end of a range (core/anim/ranges.h).
 *
 * Ranges are those of an average person; soft tissue may stop a joint sooner (thigh against belly, arm against trunk), and so
 * may the skinning. Both are measured in the same way: when the skin fails at `degrees`, the reach is the angle where it begins
 * to, found by bisection, which assumes that it gets worse with the angle. The skin fails (quality.h) when there is
 *
 *     a triangle inside out, or a fold or hit deeper than PD_TRAIN_BODY_DEPTH_LIMIT
 *
 * Units    degrees; of the result 1/2^PD_TRAIN_BODY_REACH_STEPS of the end asked for is uncertain, on the safe side.
 * Threads  as quality.h: the checker is const; vertices, rotations and scratch belong to one thread.
 */
#include "core/anim/ranges.h"
#include "train/evaluate/quality.h"

#include <stdbool.h>

#define PD_TRAIN_BODY_REACH_STEPS 5

/* The skin of a pose, however it is made: vertices (V,3), model space, from local rotations (K,3,3). */
typedef struct pd_train_body_skinner {
    void (*run)(void *ctx, float *vertices, const float *rotations);
    void *ctx;
} pd_train_body_skinner;

typedef struct pd_train_body_reach_job {
    const pd_train_body_checker *checker;
    pd_train_body_skinner skinner;
    int joint;                  /* turns alone; the others stay as they are in rotations */
    const pd_anim_range *range; /* of the joint */
    int side, axis;             /* +1 left and middle, -1 right; 0 x, 1 y, 2 z */
    float *vertices;            /* (V,3) scratch   */
    float *rotations;           /* (K,3,3)         */
    pd_arena *scratch;          /* pd_train_body_quality_scratch_bytes, taken whole */
} pd_train_body_reach_job;

bool pd_train_body_quality_passes(const pd_train_body_quality *quality);
/* degrees when nothing fails there. The joint's rotation is left as it was tried last. */
double pd_train_body_reach(const pd_train_body_reach_job *job, double degrees);

#endif
