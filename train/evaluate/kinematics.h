#ifndef PD_TRAIN_EVALUATE_KINEMATICS_H
#define PD_TRAIN_EVALUATE_KINEMATICS_H
/* Measures of how a body moves that distinguish a person's walk from artificial motion: joint speeds, jumps
 * of speed (pops), ranges, sway, variation.
 *
 *     rate of an angle     s_t = (a_t - a_t-1) f               of a direction
 *         w_t = f angle(u_t-1, u_t) unit(u_t-1 x u_t)
 *     pop                  |s_t+1 - s_t| > 200 degrees/s, |w_t+1 - w_t| for directions
 *     range                98th less 2nd percentile
 *     cycle                from a planting of a toe to its next, .4 to 3 s, entirely inside the selected
 *                          frames
 *
 * f is the number of frames a second. Left and right are pooled: percentiles are over both sides, and pops
 * are numbers a second of both together. Percentiles are used instead of extremes, so that a minute and four
 * seconds of the same motion measure the same. Pops and peaks depend on the rate, so compare tracks of 60
 * frames a second.
 *
 * Measures that a generator can game: slide is zero after a foot lock by construction, and contacts are
 * whatever the generator says they are. So `unsupported` and motion_quality.h's `support` use no contacts,
 * `floating` and `duty` compare contacts with the ground and with people's, and all measures are also taken
 * before foot IK.
 *
 * Units    members in radians, metres, seconds; multiplied by `factor` they have the unit shown.
 * Memory   scratch comes from malloc.
 */
#include "train/evaluate/measure_row.h"
#include "train/evaluate/curves.h"

#define PD_TRAIN_POP_DEG_S        200.0 /* a larger change of a joint's speed from frame to frame is a pop */
/* metres: a planted toe higher than this above its rest height floats */
#define PD_TRAIN_KINEMATICS_FLOAT 0.03
#define PD_TRAIN_KINEMATICS_CLOSE 0.05 /* metres: ankles nearer than this are close */

/* X(member, unit, factor, definition) */
#define PD_TRAIN_KINEMATICS_TABLE(X)                                                                         \
    X(knee_speed, "deg/s", 57.29577951308232, "angular speed of the knees, 99th percentile")                 \
    X(knee_peak, "deg/s", 57.29577951308232, "angular speed of the knees, largest")                          \
    X(ankle_speed, "deg/s", 57.29577951308232, "angular speed of the ankles, 99th percentile")               \
    X(finger_speed, "deg/s", 57.29577951308232,                                                              \
      "angular speed of the fingers' direction in the facing frame, 99th percentile")                        \
    X(finger_peak, "deg/s", 57.29577951308232,                                                               \
      "angular speed of the fingers' direction in the facing frame, largest")                                \
    X(knee_pops, "1/s", 1,                                                                                   \
      "frames per second in which a knee's angular speed changes by over 200 degrees/s")                     \
    X(ankle_pops, "1/s", 1,                                                                                  \
      "frames per second in which an ankle's angular speed changes by over 200 degrees/s")                   \
    X(hip_pops, "1/s", 1,                                                                                    \
      "frames per second in which a thigh's angular velocity changes by over 200 degrees/s")                 \
    X(trunk_pops, "1/s", 1,                                                                                  \
      "frames per second in which the angular velocity of trunk or head changes by over 200 degrees/s")      \
    X(arm_pops, "1/s", 1,                                                                                    \
      "frames per second in which the angular velocity of an upper arm or elbow changes by over 200 "        \
      "degrees/s")                                                                                           \
    X(hand_pops, "1/s", 1,                                                                                   \
      "frames per second in which a hand's angular velocity changes by over 200 degrees/s")                  \
    X(knee_jerk, "10^3 deg/s3", 0.05729577951308232,                                                         \
      "size of the third derivative of the knees' bend, mean")                                               \
    X(toe_off_knee, "deg", 57.29577951308232, "bend of the knee in the last frame of a toe's contact, mean") \
    X(knee_low, "deg", 57.29577951308232, "bend of the knees, 2nd percentile")                               \
    X(knee_high, "deg", 57.29577951308232, "bend of the knees, 98th percentile")                             \
    X(knee_range, "deg", 57.29577951308232, "range of the knees' bend")                                      \
    X(ankle_range, "deg", 57.29577951308232, "range of the ankles' bend")                                    \
    X(clearance, "mm", 1000,                                                                                 \
      "least height of a toe above its rest height in the middle half of a swing, mean")                     \
    X(duty, "", 1, "share of the time for which a toe is in contact")                                        \
    X(floating, "", 1, "share of toes in contact that are more than 3 cm above their rest height")           \
    X(unsupported, "", 1,                                                                                    \
      "share of frames in which every toe and heel is more than 3 cm above its rest height")                 \
    X(upper_arm, "deg", 57.29577951308232, "range of the angle of the upper arms forward and back")          \
    X(elbow, "deg", 57.29577951308232, "range of the elbows' bend")                                          \
    X(shoulder_yaw, "deg", 57.29577951308232, "range of the rotation of the shoulders about the vertical")   \
    X(pelvis_yaw, "deg", 57.29577951308232, "range of the rotation of the pelvis about the vertical")        \
    X(pelvis_roll, "deg", 57.29577951308232, "range of the sideways tilt of the pelvis")                     \
    X(shoulder_roll, "deg", 57.29577951308232, "range of the sideways tilt of the shoulders")                \
    X(head_pitch, "deg", 57.29577951308232, "range of the tilt of the head forward and back")                \
    X(sway, "cm", 100, "range of the sideways deviation of the hips from their smoothed path")               \
    X(bob, "cm", 100, "range of the height of the hips")                                                     \
    X(knee_spread, "deg", 57.29577951308232,                                                                 \
      "deviation of the knee from cycle to cycle at the same part of the cycle, root of the mean square")    \
    X(period, "s", 1, "duration of a cycle of two steps, mean")                                              \
    X(period_spread, "ms", 1000, "duration of a cycle, standard deviation")                                  \
    X(jerk, "m/s3", 1, "size of the third derivative of joint positions in the facing frame, mean")          \
    X(hips_acc, "m/s2", 1, "acceleration of the hips in the world, 99th percentile")                         \
    X(hips_jerk, "m/s3", 1, "third derivative of the position of the hips in the world, 99th percentile")    \
    X(fall, "m/s2", 1,                                                                                       \
      "vertical acceleration of the hips in flights of 4 frames or more, of a jump 14, median")              \
    X(flight_time, "s", 1, "duration of flights of 4 frames or more, of a jump 14, mean")                    \
    X(lean, "", 1, "lean into curves, as a fraction of atan(centripetal acceleration / g)")                  \
    X(yaw_rate, "deg/s", 57.29577951308232, "angular speed of the facing, 99th percentile")                  \
    X(braking, "m/s2", 1, "deceleration of the hips along their path, 99th percentile")                      \
    X(twist, "deg", 57.29577951308232,                                                                       \
      "angle about the vertical between a planted foot and the pelvis, 99th percentile")                     \
    X(twist_time, "s", 1,                                                                                    \
      "longest time for which a planted foot differs by over 40 degrees from the pelvis, seen from above")   \
    X(crossed, "", 1, "share of frames in which the left ankle is to the right of the right one")            \
    X(skate, "m/s", 1, "speed of toes lower than 2.5 cm, weighted by 2 - 2^(height / 2.5 cm), mean")         \
    X(skating, "", 1, "share of frames of toes lower than 2.5 cm that move faster than 0.5 m/s")             \
    X(ankle_gap, "cm", 100, "distance between the ankles, 1st percentile")                                   \
    X(ankles_close, "", 1, "share of frames in which the ankles are nearer than 5 cm")

typedef struct pd_train_kinematics {
    double seconds; /* seconds of the selected frames */
#define PD_TRAIN_KINEMATICS_MEMBER(member, unit, factor, definition) double member;
    PD_TRAIN_KINEMATICS_TABLE(PD_TRAIN_KINEMATICS_MEMBER)
#undef PD_TRAIN_KINEMATICS_MEMBER
} pd_train_kinematics;

enum {
#define PD_TRAIN_KINEMATICS_NUMBER(member, unit, factor, definition) PD_KINEMATICS_##member,
    PD_TRAIN_KINEMATICS_TABLE(PD_TRAIN_KINEMATICS_NUMBER)
#undef PD_TRAIN_KINEMATICS_NUMBER
        PD_KINEMATICS_COUNT
};

/* Ends with a row whose name is NULL. */
extern const pd_train_measure_row pd_train_kinematics_rows[];

/* Measures the frames t with counts[t] == value (counts (T); NULL: all).
 * A member without data is NaN. ERR_MEMORY. */
pd_status pd_train_kinematics_of(pd_train_kinematics *out, const pd_train_curves *curves,
                                 const pd_anim_track *track, const unsigned char *counts, int value,
                                 pd_error *err);

#endif
