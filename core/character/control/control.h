#ifndef PD_CHARACTER_CONTROL_CONTROL_H
#define PD_CHARACTER_CONTROL_CONTROL_H
/* Constants of the character controller: one row each with name, value and description.
 * docs/reference/motion.md lists them.
 *
 * They are part of the rig (rig.h), so a network can be driven with other values. Units are in the rows.
 *
 * Sources of the values
 *     the original demo (Holden et al. 2017)
 *         the form of the blend, stand_power, phase_floor, mix_strafe, mix_crouch, mix_gait,
 *         bias_position_strafe, bias_facing_strafe, bias_facing_responsive and its strafe value, jumps as
 *         labels of the future
 *     the training data (docs/lab/motion.md), by comparison
 *         speeds, side_*, walk_most, jog_from
 *     scripts of walks, jogs, strafes, jumps and stops, by the measures of docs/lab/motion.md
 *         all others. Networks trained with noise on their joints allowed tighter trajectories (turn_limit,
 *         mix_velocity, bias_*) and a slower mix_joints. lock_*, release_* and drop_rise were chosen by
 *         sliding, drift and jerk of the feet; idle_* by captured standing (pose/idle.h)
 */

/* clang-format off */
#define PD_CHARACTER_CONTROL_TABLE(X) \
    X(walk_speed, 1.2, "Walking speed at full stick, m/s.")                                                 \
    X(jog_speed, 2.8, "Jogging speed at full stick, m/s.")                                                  \
    X(run_speed, 3.5, "Running speed at full stick, m/s.")                                                  \
    X(crouch_scale, 0.75, "Crouched walking speed as a fraction of the walking speed.")                     \
    X(side_scale, 0.72, "Speed sideways or backwards at full stick as a fraction of the gait's own speed.") \
    X(side_most, 1.1, "Largest speed sideways, m/s. It limits a requested `speed` too.")                    \
    X(back_most, 1.5, "Largest speed backwards, m/s. It limits a requested `speed` too.")                   \
    X(back_rough, 1.2, "Largest speed backwards on ground that is not level, m/s.")                         \
    X(back_own, 1.0, "Largest speed backwards that is requested from the network, m/s. For higher speeds " \
        "its motion is played faster.") \
    X(steep, 0.6, "Slope, rise over run, on which a walk without a requested speed has half its speed. 0: " \
        "slopes do not slow a walk.") \
    X(walk_most, 1.7, "Largest speed with the gait walk or crouch, m/s.")                                   \
    X(speed_least, 0.5, "Smallest speed that is requested from the network, m/s. For lower speeds its "     \
        "motion is played slower, down to half of this speed; a lower request is raised to that.") \
    X(jog_from, 2.0, "Speed from which on the gait is a jog, m/s.")                                         \
    X(jog_tempo, 1.28, "Largest factor by which the motion of a jog is played faster, with strides " \
        "shortened by the same factor. 1: as the network makes it.") \
    X(jog_own, 1.6, "Smallest speed of a jog that is requested from the network, m/s. It limits jog_tempo.") \
    X(dead_zone, 0.1, "Length of the stick, 0 to 1, up to which the character stands.")                     \
    X(stand_under, 0.1, "Requested speed below which the weight of the gait stand rises, m/s.")             \
    X(turn_limit, 3.05, "Largest angular speed of the goal's direction and facing, rad/s (3.05: 175 " \
        "degrees/s).") \
    X(turn_limit_jog, 0.488, "Factor of turn_limit for the direction while jogging.")                       \
    X(turn_limit_wide, 0.66, "Factor of turn_limit for the direction while a walking character turns by " \
        "more than 155 degrees. Between 97 and 155 degrees it applies in part.") \
    X(brake, 4.3, "Largest deceleration of a stop from a walk, m/s2.")                                      \
    X(brake_jog, 7.0, "Value of brake for a stop from a jog, m/s2.")                                        \
    X(plant_brake, 3.5, "Deceleration of a run that turns by more than 60 degrees, up to the step that " \
        "turns it, m/s2, in the time of the network, which runs up to jog_tempo times as fast. 0: it turns " \
        "on a curve.") \
    X(plant_push, 3.5, "Acceleration after that step, m/s2, in the same time.") \
    X(plant_crouch, 0.25, "Weight of the gait crouch at that step.") \
    X(plant_share, 0.4, "Share of the planned velocity in the root's step in such a turn. The rest is the " \
        "network's.") \
    X(turn_slow, 0.5, "Fraction of the requested speed that remains while the goal's direction is opposite " \
        "to the requested one. At smaller angles more remains.") \
    X(turn_slow_wide, 0.2, "Value of turn_slow while a walking character turns by more than 155 degrees.") \
    X(turn_gain, 0.5, "Fraction by which the network's turn is made faster while the facing is far from " \
        "the goal's.") \
    X(turn_gain_wide, 0.0, "Value of turn_gain while a walking character turns by more than 155 degrees.") \
    X(turn_gain_from, 0.5, "Angle to the goal's facing from which on turn_gain applies, rad. It applies in " \
        "full at twice this angle.") \
    X(responsive, 0.0, "1: every input is read as a responsive one. 0: only those that say so.") \
    X(start_ahead, 0.52, "Largest angle between the requested direction and the facing at which a start is " \
        "responsive, rad (0.52: 30 degrees).") \
    X(start_time, 1.2, "Time for which a start is responsive, s.")                                          \
    X(start_phase, 5.0, "Factor of the phase's rate from the request to move until a foot leaves the " \
        "ground.") \
    X(mix_velocity, 0.8, "Fraction of its difference from the requested velocity by which the goal's " \
        "velocity changes in each tick.") \
    X(mix_facing, 0.5, "Fraction of its difference from the requested facing by which the goal's facing " \
        "changes in each tick.") \
    X(mix_strafe, 0.9, "Fraction of its difference from the requested strafe by which the goal's strafe " \
        "changes in each tick.") \
    X(mix_crouch, 0.9, "Fraction of its difference from the requested crouch by which the goal's crouch " \
        "changes in each tick.") \
    X(mix_rate, 0.05, "Fraction of its difference from the wanted playback rate by which the playback rate " \
        "changes in each tick.") \
    X(mix_gait, 0.1, "Fraction of their difference from the requested gait by which the gait weights " \
        "change in each tick.") \
    X(mix_joints, 0.35, "Share of the network's joint positions in the positions that it gets as its next " \
        "input. The rest is the previous positions moved by the network's velocities.") \
    X(mix_joints_steady, 0.7, "Value of mix_joints while the goal is calm.")                                \
    X(steady_time, 1.5, "Time for which a goal has to be calm for mix_joints_steady and root_follow to " \
        "apply in full, s.") \
    X(root_follow, 0.7, "Share of the slip of the planted toe that is subtracted from the root's next step " \
        "while the goal is calm.") \
    X(mix_follow, 0.5, "Share of the present slip of the planted toe in its running mean, for each tick.")  \
    X(bias_position, 3.0, "Exponent `bias` of the weights with which future positions follow the goal. " \
        "With a larger one they follow sooner.") \
    X(bias_position_strafe, 1.0, "Value of bias_position while strafing.")                                  \
    X(bias_position_responsive, 5.0, "Value of bias_position for a responsive input.")                      \
    X(bias_facing, 5.0, "Exponent `bias` of the weights with which future facings follow the goal. With a " \
        "larger one they follow sooner.") \
    X(bias_facing_strafe, 0.5, "Value of bias_facing while strafing.")                                      \
    X(bias_facing_responsive, 5.0, "Value of bias_facing for a responsive input.")                          \
    X(bias_facing_responsive_strafe, 3.0, "Value of bias_facing for a responsive input while strafing.")    \
    X(blend_ease, 0.0, "Form of these weights at time t, 0 now to 1 at the end of the trajectory. 0: 1 - " \
        "(1 - t)^bias, as in the original demo. 1: t^bias, equation 9 of the paper.") \
    X(crouch_depth, 1.0, "Meaning of a crouch area's amount. 1: depth of the hips. 0: weight of the gait " \
        "crouch in the network's input.") \
    X(bump_near, 0.0, "Distance from a wall within which the gait bump of a trajectory sample rises to 1, " \
        "m. 0: no bump.") \
    X(side_steep, 0.7, "Largest slope of the ground beside the path in the network's input, rise over run. " \
        "Steeper ground is flattened to it.") \
    X(stand_power, 0.25, "Exponent p of the factor (1 - stand)^p by which the root's motion is multiplied, " \
        "where stand is the weight of the gait stand.") \
    X(phase_floor, 0.1, "Fraction of the phase's change that remains while standing.")                      \
    X(turn_on_spot, 0.12, "Angle between the facing of a standing character and the goal's, from half of " \
        "which on it turns on the spot, rad. It turns at full speed from one and a half times this angle " \
        "on.") \
    X(jump_flight, 0.45, "Duration of the flight of a jump on level ground, s. 0: the network makes the " \
        "jump.") \
    X(jump_ready, 0.25, "Time from the request of a walking jump to its take-off, s.")                      \
    X(jump_ready_stand, 0.45, "Value of jump_ready for a standing character, which crouches lower in a "     \
        "longer time, s.")                                                                                  \
    X(jump_half, 0.54, "Time before and after the take-off for which the weight of the gait jump is 1, s. " \
        "Only for jumps of the network.") \
    X(jump_fall, 0.17, "Time after that over which the weight of the gait jump falls to 0, s.")             \
    X(steer_gain, 1.0, "Rate at which the goal's direction is corrected when the character deviates from " \
        "it, 1/s.") \
    X(steer_most, 0.6, "Largest correction of the goal's direction, rad.")                                  \
    X(speed_gain, 0.6, "Rate at which the goal's speed is corrected when the character is too fast or too " \
        "slow, 1/s.") \
    X(speed_most, 0.15, "Largest correction of the goal's speed, as a fraction of it.")                     \
    X(speed_most_jog, 0.36, "Value of speed_most in a jog.")                                                \
    X(speed_most_strafe, 0.6, "Value of speed_most while strafing.")                                        \
    X(wall_keep, 0.3, "Distance that the root keeps from the side of a wall, m, so that arms and feet stay " \
        "out of it.") \
    X(climb_most, 1.2, "Largest height of a ledge that the character steps onto, m. A higher one stops it " \
        "as a wall does.") \
    X(settle, 0.5, "Time for which a goal has to be steady before direction and speed are corrected, s.")   \
    X(lock_contact, 0.5, "Contact, 0 to 1, from which on a heel or toe is locked.")                         \
    X(lock_height, 0.05, "Largest height of a heel or toe above its planted height at which it is locked, " \
        "m.") \
    X(lock_height_rough, 0.15, "Value of lock_height on ground that is not flat, m.")                       \
    X(lock_speed, 0.5, "Largest speed along the ground at which a heel or toe is locked, m/s.")             \
    X(release_contact, 0.5, "Contact, 0 to 1, below which a locked heel or toe is released.")               \
    X(release_ahead, 1.25, "Time in ticks by which the contact is extrapolated to decide when a foot is " \
        "released.") \
    X(release_ahead_jog, 1.25, "Value of release_ahead while jogging or strafing, ticks.")                  \
    X(strained, 4.0, "Time in ticks before a leg becomes too short at which its locked foot is released, " \
        "if the network has moved its own foot away. 0: never.") \
    X(lock_reach, 0.09, "Distance from the network's foot to the locked foot beyond which the foot is " \
        "released, m.") \
    X(lock_reach_rough, 0.2, "Value of lock_reach on ground that is not level, m.") \
    X(lock_reach_stop, 0.045, "Value of lock_reach in the two seconds after a stop, m, so that the last " \
        "step closes the feet.") \
    X(lock_twist, 0.4, "Angle between a locked foot and the network's, seen from above, beyond which the " \
        "foot of a standing character takes a step, rad.") \
    X(pivot, 0.6, "Angle between a planted foot and the pelvis, seen from above, beyond which the foot " \
        "turns on its ball, rad. 0: never.") \
    X(own_side, 0.1, "Smallest sideways distance between the ankles while walking sideways, m, so that the " \
        "feet do not cross. 0: feet may cross.") \
    X(lock_sink, 0.15, "Fraction of its remaining height by which a locked joint sinks in each tick.")      \
    X(release_rate, 24.0, "Natural frequency of the spring that returns a released foot to the network's " \
        "foot, 1/s.") \
    X(lift_rise, 25.0, "Natural frequency of the spring that raises a foot over ground ahead, 1/s.")        \
    X(knee_hinge, 1.0, "Axis of a knee that is straight or bent backwards in the network. 1: the knee's " \
        "hinge. 0: the network's rotation is kept.") \
    X(lift_fall, 0.85, "Fraction of a foot's lift over the ground that remains after each tick.")           \
    X(clearance, 0.01, "Smallest height of the ball of a fast foot above its rest height over the ground, " \
        "m.") \
    X(clearance_back, 0.028, "Value of clearance while moving backwards, m.") \
    X(leg_stretch, 0.15, "Fraction of the way from the leg's length in the network's pose to its full " \
        "length beyond which the heel of a planted foot rises.") \
    X(leg_stretch_jog, -0.045, "Value of leg_stretch while jogging. Below 0 the knee stays more bent than " \
        "in the network's pose.") \
    X(drop_fall, 30.0, "Natural frequency of the spring that lowers the hips for a leg that is too short, " \
        "1/s. 0: at once.") \
    X(drop_rise, 0.05, "Fraction of the remaining way by which lowered hips rise in each tick.")            \
    X(walk_knees, 0.14, "Fraction by which knees bend and straighten more in a walk than in the network's " \
        "pose.") \
    X(jog_hips, 1.0, "Fraction by which hips rotate about the vertical more in a steady jog than in the " \
        "network's pose.") \
    X(jog_sway, 2.2, "Fraction by which hips sway from foot to foot more in a steady jog than in the " \
        "network's pose.") \
    X(gravity, 1.0, "Share of the correction that makes the hips of jogs and jumps fall with 9.81 m/s2 in " \
        "flight, 0 to 1.") \
    X(lean, 0.45, "Lean into curves that is added to the network's own in a jog, as a fraction of atan(a / " \
        "g), where a is the sideways acceleration. A walk gets 0.7 of it.") \
    X(stoop, 1.0, "Share of the correction that leans the trunk forward in a jog, 0 to 1.")                 \
    X(load, 0.0, "Mass of a carried load, kg. It slows the character and leans its trunk.") \
    X(load_ahead, 0.25, "Distance of the load ahead of the trunk, m: 0.25 held before the body, -0.15 on " \
        "the back.") \
    X(upright, 1.0, "Share of the correction that keeps the hips up while a walking character turns, 0 to " \
        "1.") \
    X(walk_rise, 0.004, "Height by which the hips are raised in a walk, m.")                                \
    X(forearm_limit, 0.1, "Largest bend of a forearm between elbow and wrist, rad.")                        \
    X(hand_limit, 0.6, "Largest rotation of wrists and fingers, rad.")                                      \
    X(hand_speed, 9.0, "Largest angular speed of wrists and fingers relative to their parent, rad/s (9: " \
        "516 degrees/s).") \
    X(arm_change, 1.3, "Largest change of the angular speed of collars, arms and forearms in a tick, rad/s " \
        "(1.3: 74 degrees/s).") \
    X(arm_rate, 15.0, "Natural frequency of the spring by which arms catch up after such a limit, 1/s.")    \
    X(ankle_change, 3.3, "Largest change of the angular speed of ankles in a tick on ground that is not " \
        "flat, rad/s (3.3: 189 degrees/s).") \
    X(ankle_rate, 30.0, "Natural frequency of the spring by which ankles catch up after such a limit, 1/s.") \
    X(knee_change, 2.9, "Largest change of the angular speed of knees in a tick on ground that is not " \
        "level, rad/s (2.9: 166 degrees/s).") \
    X(knee_rate, 15.0, "Rate at which knees catch up after such a limit, 1/s.") \
    X(vary_style, 0.12, "Amplitude of the variation of each style's share from stride to stride.")          \
    X(vary_pace, 0.03, "Amplitude of the variation of the speed from stride to stride, as a fraction.")     \
    X(vary_phase, 0.04, "Amplitude of the variation of the phase's rate from stride to stride, as a " \
        "fraction.") \
    X(stand_knees, 0.17, "Largest bend of the straighter knee while standing, rad. The hips rise by up to " \
        "3 cm for it. 0: they do not rise.") \
    X(idle_breath, 4.2, "Duration of a breath while standing, s.")                                          \
    X(idle_chest, 0.014, "Angle by which a breath raises the chest, rad.")                                  \
    X(idle_sway, 0.0235, "Amplitude of the hips' sideways sway over planted feet while standing, m.")        \
    X(idle_twist, 0.075, "Amplitude of the rotation of hips and trunk over planted feet while standing, " \
        "rad.") \
    X(idle_step, 0.05, "Largest distance by which a foot of who stands for long steps elsewhere, along " \
        "each axis, m. 0: feet stay.") \
    X(idle_head, 0.24, "Amplitude of the head's glances to either side, rad.")                              \
    X(idle_moving, 0.3, "Fraction of the head's idle motion that remains while moving.")
/* clang-format on */

typedef struct pd_character_control {
#define PD_CHARACTER_CONTROL_FIELD(name, value, text) double name;
    PD_CHARACTER_CONTROL_TABLE(PD_CHARACTER_CONTROL_FIELD)
#undef PD_CHARACTER_CONTROL_FIELD
} pd_character_control;

/* Returns the values of the table above, which are those of the preset `posed` (control_preset.h). */
static inline pd_character_control pd_character_control_default(void)
{
    return (pd_character_control){
#define PD_CHARACTER_CONTROL_VALUE(name, value, text) .name = value,
        PD_CHARACTER_CONTROL_TABLE(PD_CHARACTER_CONTROL_VALUE)
#undef PD_CHARACTER_CONTROL_VALUE
    };
}

#endif
