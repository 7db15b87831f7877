#ifndef PD_TRAIN_PRIOR_JOINT_RANGES_H
#define PD_TRAIN_PRIOR_JOINT_RANGES_H
/* Learns the ranges of people's joints from motion capture: the anatomical table (core/anim/ranges.h),
 * widened where captured poses lie beyond it.
 *
 * Each end of a row starts at the anatomical end and moves outwards by one degree at a time. The end that
 * moves is the one that reduces this sum most,
 *
 *     sum_i min(excess_i, 10 degrees)        excess: how far pose i lies beyond, radians of twist and swing
 *                                            together
 *
 * until at most `rejected` of the poses lie more than a degree beyond; ends that moved then get `margin_deg`
 * more. So no end is narrower than anatomy and none is wider than the poses demand. The corners of an ellipse
 * count too; percentiles of single angles would miss them.
 *
 * Poses that are taken for errors: an end beyond what a thousandth of the poses have about its axis, or more
 * than 20 degrees beyond anatomy (marker error); knees and elbows that bend backwards, knees that bend
 * sideways (the limits are in a table in the source); and a joint of a clip that is rarely (5 %) within 6
 * degrees of its anatomical range, which is a constant error of the retargeting. A clip counts with 20 s at
 * most, so that long standing does not outweigh rare poses. Left and right are pooled; poses of middle joints
 * count mirrored too.
 *
 * Units    degrees.   Memory  ranges are plain structs.   Deterministic.
 */
#include "core/anim/ranges.h"
#include "train/corrective/poses.h"

enum { PD_TRAIN_RANGES_MAX = 16 };

typedef struct pd_train_range_options { /* zero selects the default given beside each field */
    uint64_t seed;                      /* seed of the choice of held-out clips: 1 */
    double rejected;                    /* fraction of poses: 0.005 */
    double margin_deg;                  /* degrees: 1 */
} pd_train_range_options;

typedef struct pd_train_ranges {
    /* in the order of the anatomical table; ends with a NULL name */
    pd_anim_range rows[PD_TRAIN_RANGES_MAX + 1];
    long poses[PD_TRAIN_RANGES_MAX];   /* number of poses that each row was learned from */
    int left_out[PD_TRAIN_RANGES_MAX]; /* number of clips with a constant error at the joint, both sides */
    int clips, clips_held_out;
} pd_train_ranges;

/* Fractions of the poses of held-out (or training) clips with a joint more than a degree beyond its range. */
typedef struct pd_train_ranges_score {
    long poses;
    double rejected;          /* fraction of poses, by any joint */
    double rejected_believed; /* fraction of poses, by a joint without a constant error in its clip */
    double by_row[PD_TRAIN_RANGES_MAX]; /* fraction of poses, by a joint of that row */
} pd_train_ranges_score;

/* Learns the ranges. ERR_INVALID: a clip lacks SMPL's joints, or no clip is left to train on. */
pd_status pd_train_ranges_learn(pd_train_ranges *out, const pd_train_pose_clip *clips, int clip_count,
                                const pd_train_range_options *options, pd_error *err);
/* Scores a table that ends with a NULL name and has the order of the anatomical one. */
pd_status pd_train_ranges_judge(pd_train_ranges_score *out, const pd_anim_range *rows,
                                const pd_train_pose_clip *clips, int clip_count, uint64_t seed, int held_out,
                                pd_error *err);
/* Returns the volume of a row's range: degrees^3 of swing and twist (area of an ellipse; locked angles count
 * as one degree). */
double pd_train_range_volume(const pd_anim_range *row);

#endif
