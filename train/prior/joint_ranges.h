#ifndef PD_TRAIN_PRIOR_JOINT_RANGES_H
#define PD_TRAIN_PRIOR_JOINT_RANGES_H
/* How far people's joints turn, from motion capture: the anatomical table (core/anim/ranges.h), widened where captured poses lie beyond it.
 *
 * Each end of a row starts where anatomy has it and is moved outwards by a degree at a time, always the end that brings the poses
 * beyond nearest,
 *
 *     sum_i min(excess_i, 10 degrees)        excess: how far pose i lies beyond, radians of twist and swing together
 *
 * until no more than `rejected` of the poses lie more than a degree beyond; ends that were moved then get `margin_deg` more. So no end
 * is narrower than anatomy says and none is wider than the poses ask for; the corners of an ellipse count, which percentiles of single
 * angles would miss.
 *
 * What is not believed: an end beyond what a thousandth of the poses have about its axis, or more than 20 degrees beyond anatomy (a
 * marker's error); knees and elbows that bend backwards, knees that
 * bend sideways (the limits are in a table in the source); a joint of a clip that hardly ever (5 %) is within 6 degrees of its anatomical
 * range, which is a constant error of the retargeting. A clip counts with 20 s at most, so that long standing does not outweigh rare poses.
 * Left and right are one, a middle joint's poses count mirrored too.
 *
 * Units    degrees.   Memory  _init's is the set's; _deinit.   Deterministic.
 */
#include "core/anim/ranges.h"
#include "train/corrective/poses.h"

enum { PD_TRAIN_RANGES_MAX = 16 };

typedef struct pd_train_range_options { /* zero is the default */
    uint64_t seed;                      /* of the clips that are held out: 1 */
    double rejected;                    /* 0.005                             */
    double margin_deg;                  /* 1                                 */
} pd_train_range_options;

typedef struct pd_train_ranges {
    pd_anim_range rows[PD_TRAIN_RANGES_MAX + 1]; /* as the anatomical table's; ends with a NULL name      */
    long poses[PD_TRAIN_RANGES_MAX];             /* that a row was learned from                           */
    int left_out[PD_TRAIN_RANGES_MAX];           /* clips with a constant error at the joint, both sides  */
    int clips, clips_held_out;
} pd_train_ranges;

/* What part of the poses of held-out (or learned-from) clips has a joint more than a degree beyond. */
typedef struct pd_train_ranges_score {
    long poses;
    double rejected;                    /* of poses, by any joint */
    double rejected_believed;           /* by a joint without a constant error in its clip */
    double by_row[PD_TRAIN_RANGES_MAX]; /* by a joint of that row */
} pd_train_ranges_score;

/* ERR_INVALID: a clip that has not SMPL's joints, or no clip to learn from. */
pd_status pd_train_ranges_learn(pd_train_ranges *out, const pd_train_pose_clip *clips, int clip_count,
                                const pd_train_range_options *options, pd_error *err);
/* rows: a table that ends with a NULL name and has the anatomical one's order. */
pd_status pd_train_ranges_judge(pd_train_ranges_score *out, const pd_anim_range *rows,
                                const pd_train_pose_clip *clips, int clip_count, uint64_t seed, int held_out,
                                pd_error *err);
/* The volume of a row's range: degrees^3 of swing and twist (an ellipse's area; angles that are locked count as a degree). */
double pd_train_range_volume(const pd_anim_range *row);

#endif
