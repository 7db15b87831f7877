#ifndef PD_TRAIN_EVALUATE_MOTION_QUALITY_H
#define PD_TRAIN_EVALUATE_MOTION_QUALITY_H
/* Measures the quality of a motion: sliding feet, constant bone lengths, smooth joints, requests carried out.
 *
 * Each row of the table below is a measure with its definition; NaN where a track has no data for it (no
 * contact, no path, no turn). Speeds are backward differences times the rate; "pre" means before foot IK,
 * other joint positions are as drawn. The first `skip` seconds are left out of all measures except events,
 * which have times of their own.
 *
 * Measures that a generator can game: slide is zero after a foot lock by construction and proves nothing
 * alone, so slide_pre is given too; slide, drift and floating use the generator's contacts, support does not.
 * kinematics.h measures how joints move.
 *
 * Units    metres, seconds, as each row says. Pure functions; scratch comes from malloc.
 */
#include "train/evaluate/measure_row.h"
#include "core/anim/track.h"

#define PD_TRAIN_QUALITY_SKIP     2.0 /* seconds left out at the start in the project's published numbers */
/* metres: a foot joint lower than this above its rest height is low */
#define PD_TRAIN_QUALITY_LOW      0.03
#define PD_TRAIN_QUALITY_HOVER    0.02 /* metres: a foot joint higher than this above its rest hovers */
/* Rad/s: a larger change of a knee's speed in a frame is a pop, 200 deg/s. */
#define PD_TRAIN_QUALITY_POP      3.49
#define PD_TRAIN_QUALITY_STANCE   5 /* frames that a stance needs to count for drift */
/* metres: flight means that both toes are higher than this above the ground */
#define PD_TRAIN_QUALITY_AIRBORNE 0.075
#define PD_TRAIN_QUALITY_REST     0.10 /* metres a second: a root slower than this rests */

/* X(member, unit, factor to the unit shown, definition) */
#define PD_TRAIN_QUALITY_TABLE(X)                                                                            \
    X(slide, "m/s", 1, "horizontal speed of toes whose contact is over 0.5, mean")                           \
    X(slide_pre, "m/s", 1, "slide before the foot lock")                                                     \
    X(support, "m/s", 1,                                                                                     \
      "horizontal speed of the slowest toe or heel near the ground, mean; uses no contacts")                 \
    X(drift, "mm", 1000, "displacement of a toe during a stance of 5 frames or more, mean")                  \
    X(jerk, "m/s3", 1,                                                                                       \
      "third derivative of joint positions in the root's frame, mean over joints and frames")                \
    X(jerk_pre, "m/s3", 1, "jerk before the foot lock")                                                      \
    X(pen_p95, "m", 1, "depth of a toe below its rest height over the ground, 95th percentile")              \
    X(pen_max, "m", 1, "depth of a toe below its rest height over the ground, largest")                      \
    X(pen_pre_p95, "m", 1, "pen_p95 before the foot lock")                                                   \
    X(speed, "m/s", 1, "speed of the root while a speed is requested, mean")                                 \
    X(speed_ratio, "", 1, "speed divided by the requested speed")                                            \
    X(direction, "deg", 57.29577951308232, "angle between the mean velocity and the requested one")          \
    X(path, "m", 1, "distance of the root from the path, mean")                                              \
    X(turn_rise, "s", 1, "time from 10 to 90 % of a turn of the facing, mean over turns")                    \
    X(turn_t90, "s", 1, "time from the request to 90 % of the turn of the facing, mean over turns")          \
    X(turn_t90_body, "s", 1,                                                                                 \
      "time from the request to 90 % of the turn of the body, by its shoulders and hips, mean over turns")   \
    X(turn_overshoot, "deg", 57.29577951308232,                                                              \
      "angle by which the facing goes beyond the requested turn, mean over turns")                           \
    X(start_t90, "s", 1, "time from the request to 90 % of the speed that is reached, mean over starts")     \
    X(stop_rest, "s", 1, "time from the request until the root is slower than 0.1 m/s, mean over stops")     \
    X(stop_distance, "m", 1,                                                                                 \
      "distance that the root covers from the request until it rests, mean over stops")                      \
    X(bone, "m", 1, "difference of a bone's length from its median, largest")                                \
    X(bone_pre, "m", 1,                                                                                      \
      "difference of a bone's length in the network's joint positions from its true length, mean")           \
    X(floating, "m", 1,                                                                                      \
      "height of toes above their rest height while their contact is over 0.5, 95th percentile")             \
    X(uncarried, "", 1,                                                                                      \
      "share of frames with a requested speed in which no heel or toe has a contact over 0.5")               \
    X(hovering, "", 1,                                                                                       \
      "share of frames with a requested speed in which every heel and toe is over 2 cm above its rest "      \
      "height")                                                                                              \
    X(knee_pops, "1/s", 1,                                                                                   \
      "frames per second in which a knee's angular speed changes by over 200 degrees/s")                     \
    X(hips_acc, "m/s2", 1, "acceleration of the hips in the world, 99th percentile")                         \
    X(flight, "s", 1, "longest time with both toes more than 0.075 m above the ground")                      \
    X(top_min, "m", 1, "height of the highest joint above the root, smallest")                               \
    X(top_max, "m", 1, "height of the highest joint above the root, largest")

typedef struct pd_train_quality {
#define PD_TRAIN_QUALITY_MEMBER(member, unit, factor, definition) double member;
    PD_TRAIN_QUALITY_TABLE(PD_TRAIN_QUALITY_MEMBER)
#undef PD_TRAIN_QUALITY_MEMBER
    int finite; /* 0: the track contains numbers that are not finite; all measures are then NaN */
} pd_train_quality;

/* Ends with a row whose name is NULL. */
extern const pd_train_measure_row pd_train_quality_rows[];

/* Measures a track that is longer than `skip` seconds. ERR_RANGE otherwise, ERR_MEMORY. */
pd_status pd_train_quality_of(pd_train_quality *out, const pd_anim_track *track, double skip, pd_error *err);

#endif
