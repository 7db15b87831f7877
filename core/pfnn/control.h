#ifndef PD_PFNN_CONTROL_H
#define PD_PFNN_CONTROL_H
/* The constants of the run time, one row each: name, value, what it is. docs/reference/motion.md shows them all.
 *
 * They travel with the rig (rig.h), so that a network may be driven with others. Units are in the rows.
 *
 * Where they come from
 *     the original demo (Holden et al. 2017): the form of the blend, stand_power, phase_floor, mix_strafe, mix_crouch, mix_gait,
 *     bias_position_strafe, bias_facing_strafe, bias_facing_responsive and its strafe, jumps as labels of the future
 *     speeds, side_*, walk_most, jog_from: compared with what the training data holds (docs/lab/motion.md)
 *     all others: chosen on scripts of walks, jogs, strafes, jumps and stops, by the measures of docs/lab/motion.md. Sharper
 *     trajectories (turn_limit, mix_velocity, bias_*) and a slower mix_joints came with networks trained with noise on their joints;
 *     lock_*, release_*, drop_rise with sliding, drift and jerk of the feet; idle_* with captured standing (idle.h)
 */

/* clang-format off */
#define PD_PFNN_CONTROL_TABLE(X)                                                                            \
    X(walk_speed, 1.2, "m/s at full stick, walking")                                                        \
    X(jog_speed, 2.8, "m/s, jogging")                                                                       \
    X(run_speed, 3.5, "m/s, running")                                                                       \
    X(crouch_scale, 0.75, "of the walking speed, crouched")                                                 \
    X(side_scale, 0.72, "of the speed, moving sideways or backwards")                                       \
    X(side_most, 1.1, "m/s sideways, however fast is asked for")                                            \
    X(back_most, 1.5, "m/s backwards, likewise")                                                            \
    X(back_rough, 1.2, "m/s backwards on ground that is not level")                                         \
    X(back_own, 1.0, "m/s backwards that a network goes itself; what is faster is played faster (playback.h)")  \
    X(steep, 0.6, "of a slope on which a walk goes at half its speed; 0: at all of it")                      \
    X(walk_most, 1.7, "m/s with the gait walk or crouch")                                                   \
    X(speed_least, 0.5, "m/s: a slower goal moves at this speed")                                           \
    X(jog_from, 1.9, "m/s: from here on the gait is jog")                                                   \
    X(dead_zone, 0.1, "of the stick: below it stands")                                                      \
    X(stand_under, 0.1, "m/s of the wanted velocity: under it the gait is stand")                           \
    X(turn_limit, 12.0, "rad/s: how fast the wanted direction and facing may turn (688 degrees)")            \
    X(turn_limit_jog, 0.65, "of turn_limit, jogging")                                                       \
    X(turn_slow, 0.5, "part of the speed that is left when turned back")                                    \
    X(turn_gain, 0.5, "of its rate: so much faster a network's turn is made, far off the wanted facing")    \
    X(turn_gain_from, 0.5, "rad off: from here on, and all of it from twice this")                          \
    X(start_ahead, 0.52, "rad: a start within this of the facing is responsive (30 degrees)")               \
    X(start_time, 1.2, "s: for so long")                                                                    \
    X(mix_velocity, 0.8, "a frame: wanted velocity")                                                        \
    X(mix_facing, 0.5, "a frame: wanted facing")                                                            \
    X(mix_strafe, 0.9, "a frame: strafe")                                                                   \
    X(mix_crouch, 0.9, "a frame: crouch")                                                                   \
    X(mix_rate, 0.05, "a frame: rate at which it is played")                                                \
    X(mix_gait, 0.1, "a frame: gait weights of now")                                                        \
    X(mix_joints, 0.35, "a frame: fed-back joints, from previous + velocity to the network's")               \
    X(mix_joints_steady, 0.7, "a frame: the same while the goal is calm")                                   \
    X(steady_time, 1.5, "s that it has to be calm for that")                                              \
    X(root_follow, 0.7, "of the planted toe's slip: off the root's step while the goal is calm")             \
    X(mix_follow, 0.5, "a frame: that slip")                                                                \
    X(bias_position, 3.0, "w_i of positions")                                                               \
    X(bias_position_strafe, 1.0, "strafing")                                                                \
    X(bias_position_responsive, 5.0, "responsive")                                                          \
    X(bias_facing, 5.0, "w_i of facings")                                                                   \
    X(bias_facing_strafe, 0.5, "strafing")                                                                  \
    X(bias_facing_responsive, 5.0, "responsive")                                                            \
    X(bias_facing_responsive_strafe, 3.0, "responsive and strafing")                                        \
    X(blend_ease, 0.0, "w_i is 1 - (1 - t)^bias as in the demo at 0, t^bias as in the paper (eq. 9) at 1")      \
    X(crouch_depth, 1.0, "of an area's amount as the depth of the hips: 1; as the label of the gait: 0")       \
    X(bump_near, 0.0, "m from a wall: within it the gait bump of a sample rises to 1 at the wall")              \
    X(side_steep, 0.7, "slope that the ground beside the way has to either side at most, as a network sees it")  \
    X(stand_power, 0.25, "s = (1 - stand)^this scales the root's motion")                                   \
    X(phase_floor, 0.1, "part of the phase change that standing leaves")                                    \
    X(turn_on_spot, 0.12, "rad off the facing wanted: a standing character turns, s = 1")                      \
    X(jump_half, 0.54, "s: the jump label is 1 for this long to each side of take-off")                     \
    X(jump_fall, 0.17, "s: and falls over this")                                                            \
    X(steer_gain, 1.0, "1/s: how fast the goal is turned against going astray")                             \
    X(steer_most, 0.6, "rad: at most by this")                                                              \
    X(speed_gain, 0.6, "1/s: how fast the goal is scaled against going too fast or too slow")               \
    X(speed_most, 0.15, "at most by this part")                                                             \
    X(wall_keep, 0.3, "m that the root keeps from a wall's side: arms and feet reach so far")                \
    X(settle, 0.5, "s that a goal is steady before it is corrected")                                        \
    X(lock_contact, 0.5, "contact from which on a foot is locked")                                          \
    X(lock_height, 0.05, "m over its place on the ground: a higher joint is not locked")                    \
    X(lock_height_rough, 0.15, "m: the same on ground that is not flat")                    \
    X(lock_speed, 0.5, "m/s along the ground: a faster heel or toe is not locked")  \
    X(release_contact, 0.5, "contact under which it is released")                                           \
    X(release_ahead, 1.25, "frames: ... or will be in so many, at the rate at which it falls")               \
    X(release_ahead_jog, 1.25, "frames: the same, jogging or strafing")                                      \
    X(strained, 2.0, "frames before its leg runs short that a foot is let go which the network has elsewhere; 0: never")  \
    X(lock_reach, 0.3, "m: a foot that the network has further away is released")                           \
    X(lock_sink, 0.15, "a frame: how a locked joint sinks to its height")                                   \
    X(release_rate, 24.0, "1/s: w of a released foot's offset")                                             \
    X(lift_rise, 25.0, "1/s: w of the spring in which a foot rises over ground that is ahead")                                \
    X(knee_hinge, 1.0, "1: a knee that the network has straight, or bent backwards, bends about its hinge")  \
    X(lift_fall, 0.85, "a frame: what is left of the lift over ground")                                     \
    X(clearance, 0.01, "m over its height that the ball of a foot passes over the ground at, or more, going fast") \
    X(leg_stretch, 0.15, "of what a leg has left to its length, before a planted foot's heel rises") \
    X(leg_stretch_jog, -0.045, "the same, jogging; under 0 a knee keeps more than its bend") \
    X(drop_fall, 30.0, "1/s: w of the spring in which hips go down for a leg; 0: at once")  \
    X(drop_rise, 0.05, "a frame: how hips come up again")                                                   \
    X(walk_knees, 0.14, "so much more a walk's knees bend and straighten than the network's, which are means") \
    X(jog_hips, 0.4, "so much more a steady jog's hips rotate about the vertical, likewise") \
    X(walk_rise, 0.004, "m: so far over the network's a walk's hips are")                                   \
    X(forearm_limit, 0.1, "rad: how far a forearm bends between elbow and wrist at most")                   \
    X(hand_limit, 0.6, "rad: how far wrists and fingers turn at most")                                      \
    X(hand_speed, 9.0, "rad/s: how fast they turn against what they hang on at most (516 degrees)")         \
    X(arm_change, 1.3, "rad/s a frame: how the speed of collars, arms and forearms changes at most (74 degrees)") \
    X(arm_rate, 15.0, "1/s: w of what they are behind then") \
    X(ankle_change, 3.3, "rad/s a frame: how the speed of ankles changes at most on ground that is not flat (189 degrees)") \
    X(ankle_rate, 30.0, "1/s: w of what they are behind then") \
    X(vary_style, 0.12, "of each style by which the style wavers from stride to stride")                                      \
    X(vary_pace, 0.03, "of the speed, likewise")                                                             \
    X(vary_phase, 0.04, "of the rate of the phase, likewise")                                                \
    X(idle_breath, 4.2, "s of a breath, standing")                                                          \
    X(idle_chest, 0.014, "rad: the chest rises by this")                                                    \
    X(idle_sway, 0.025, "m: the hips go to and fro sideways, feet planted")                                  \
    X(idle_twist, 0.075, "rad: the hips turn to and fro over planted feet, the trunk with them")             \
    X(idle_head, 0.24, "rad: the head looks to either side")                                                 \
    X(idle_moving, 0.3, "part of what the head does that is left when moving")
/* clang-format on */

typedef struct pd_pfnn_control {
#define PD_PFNN_CONTROL_FIELD(name, value, text) double name;
    PD_PFNN_CONTROL_TABLE(PD_PFNN_CONTROL_FIELD)
#undef PD_PFNN_CONTROL_FIELD
} pd_pfnn_control;

static inline pd_pfnn_control pd_pfnn_control_default(void)
{
    return (pd_pfnn_control){
#define PD_PFNN_CONTROL_VALUE(name, value, text) .name = value,
        PD_PFNN_CONTROL_TABLE(PD_PFNN_CONTROL_VALUE)
#undef PD_PFNN_CONTROL_VALUE
    };
}

#endif
