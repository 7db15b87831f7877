#ifndef PD_PFNN_CONTROL_H
#define PD_PFNN_CONTROL_H
/* Constants of the character controller: one row each with name, value and description. docs/reference/motion.md lists them.
 *
 * They are part of the rig (rig.h), so a network can be driven with other values. Units are in the rows.
 *
 * Sources of the values
 *     the original demo (Holden et al. 2017): the form of the blend, stand_power, phase_floor, mix_strafe, mix_crouch, mix_gait,
 *     bias_position_strafe, bias_facing_strafe, bias_facing_responsive and its strafe value, jumps as labels of the future
 *     speeds, side_*, walk_most, jog_from: compared with the training data (docs/lab/motion.md)
 *     all others: chosen on scripts of walks, jogs, strafes, jumps and stops, by the measures of docs/lab/motion.md. Networks
 *     trained with noise on their joints allowed tighter trajectories (turn_limit, mix_velocity, bias_*) and a slower mix_joints;
 *     lock_*, release_*, drop_rise were chosen by sliding, drift and jerk of the feet; idle_* by captured standing (pose/idle.h)
 */

/* clang-format off */
#define PD_PFNN_CONTROL_TABLE(X)                                                                            \
    X(walk_speed, 1.2, "Walking speed at full stick, m/s.")                                                 \
    X(jog_speed, 2.8, "Jogging speed at full stick, m/s.")                                                  \
    X(run_speed, 3.5, "Running speed at full stick, m/s.")                                                  \
    X(crouch_scale, 0.75, "Crouched walking speed as a fraction of the walking speed.")                     \
    X(side_scale, 0.72, "Speed sideways or backwards as a fraction of the gait's own speed.")               \
    X(side_most, 1.1, "Largest speed sideways, m/s, whatever speed is requested.")                          \
    X(back_most, 1.5, "Largest speed backwards, m/s, whatever speed is requested.")                         \
    X(back_rough, 1.2, "Largest speed backwards on ground that is not level, m/s.")                         \
    X(back_own, 1.0, "Largest speed backwards that is requested from the network, m/s; at higher speeds its motion is played faster.") \
    X(steep, 0.6, "Slope, rise over run, on which a walk has half its speed; 0: slopes do not slow a walk.") \
    X(walk_most, 1.7, "Largest speed with the gait walk or crouch, m/s.")                                   \
    X(speed_least, 0.5, "Smallest speed of a goal, m/s; a slower goal moves at this speed.")                \
    X(jog_from, 2.0, "Speed from which on the gait is a jog, m/s. People do not jog more slowly.")                                           \
    X(jog_tempo, 1.28, "Largest factor by which the motion of a jog is played faster, with strides shortened by the same factor, because the network's strides are too long and slow; 1: as in the network.") \
    X(jog_own, 1.6, "Smallest speed of a jog that is requested from the network, m/s; jog_tempo is limited so that the request stays above it.") \
    X(dead_zone, 0.1, "Length of the stick below which the character stands, 0 to 1.")                      \
    X(stand_under, 0.1, "Wanted speed below which the gait is stand, m/s.")                                 \
    X(turn_limit, 3.05, "Largest angular speed of the wanted direction and facing, rad/s (3.05: 175 degrees/s).") \
    X(turn_limit_jog, 0.488, "Factor of turn_limit while jogging.")                                          \
    X(turn_limit_wide, 0.66, "Factor of turn_limit while a walking character turns by more than 155 degrees. Between 100 and 155 degrees it applies in part.") \
    X(brake, 4.3, "Largest deceleration of the wanted velocity in a stop from a walk, m/s2.") \
    X(brake_jog, 7.0, "Value of brake in a stop from a jog, m/s2.") \
    X(turn_slow, 0.5, "Fraction of the speed that remains while the character turns back.")                 \
    X(turn_slow_wide, 0.2, "Value of turn_slow while a walking character turns by more than 155 degrees.") \
    X(turn_gain, 0.5, "Increase of the turning speed of the network as a fraction of it, far from the wanted facing.") \
    X(turn_gain_from, 0.5, "Angle to the wanted facing from which on turn_gain rises, rad; it is full at twice this angle.") \
    X(start_ahead, 0.52, "Largest angle between a start's direction and the facing at which the start is responsive, rad (0.52: 30 degrees).") \
    X(start_time, 1.2, "Duration for which a start is responsive, s.")                                      \
    X(start_phase, 5.0, "Factor of the phase's rate from the order to move until a foot leaves the ground.") \
    X(mix_velocity, 0.8, "Share of the wanted velocity that is taken over in each frame.")                  \
    X(mix_facing, 0.5, "Share of the wanted facing that is taken over in each frame.")                      \
    X(mix_strafe, 0.9, "Share of the requested strafing that is taken over in each frame.")                 \
    X(mix_crouch, 0.9, "Share of the requested crouch that is taken over in each frame.")                   \
    X(mix_rate, 0.05, "Share of the wanted playback rate that is taken over in each frame.")                \
    X(mix_gait, 0.1, "Share of the wanted gait weights that is taken over in each frame.")                  \
    X(mix_joints, 0.35, "Share of the network's joint positions in the fed-back ones; the rest is the previous position plus the velocity.") \
    X(mix_joints_steady, 0.7, "Value of mix_joints while the goal is calm.")                                \
    X(steady_time, 1.5, "Duration of a calm goal after which mix_joints_steady and root_follow have their full effect, s. A goal is calm while its direction hardly changes and the character moves over level ground nearly as fast as requested.")                   \
    X(root_follow, 0.7, "Share of the planted toe's slip that is taken off the root's step while the goal is calm.") \
    X(mix_follow, 0.5, "Share of the planted toe's present slip that enters its running mean in each frame.") \
    X(bias_position, 3.0, "Exponent of the weights w_i of goal positions; a larger one follows the goal sooner.") \
    X(bias_position_strafe, 1.0, "Exponent of the weights w_i of goal positions while strafing.")           \
    X(bias_position_responsive, 5.0, "Exponent of the weights w_i of goal positions for a responsive input.") \
    X(bias_facing, 5.0, "Exponent of the weights w_i of goal facings; a larger one follows the goal sooner.") \
    X(bias_facing_strafe, 0.5, "Exponent of the weights w_i of goal facings while strafing.")               \
    X(bias_facing_responsive, 5.0, "Exponent of the weights w_i of goal facings for a responsive input.")   \
    X(bias_facing_responsive_strafe, 3.0, "Exponent of the weights w_i of goal facings for a responsive input while strafing.") \
    X(blend_ease, 0.0, "Form of the weights w_i: 0: 1 - (1 - t)^bias as in the demo, 1: t^bias as in the paper (equation 9).") \
    X(crouch_depth, 1.0, "Meaning of a crouch area's amount: 1: depth of the hips, 0: label of the gait crouch.") \
    X(bump_near, 0.0, "Distance from a wall within which the gait bump of a trajectory sample rises to 1, m; 0: no bump.") \
    X(side_steep, 0.7, "Largest slope of the ground beside the path in the network's input, rise over run; steeper ground is flattened to it.") \
    X(stand_power, 0.25, "Exponent of the factor (1 - stand)^stand_power by which the root's motion is multiplied; stand is the weight of the gait stand.")        \
    X(phase_floor, 0.1, "Fraction of the phase's change that remains while standing.")                      \
    X(turn_on_spot, 0.12, "Angle to the wanted facing at which a standing character turns in full, rad.")   \
    X(jump_flight, 0.45, "Duration of the flight of a jump on level ground, s; 0: jumps are the network's own, by its label.") \
    X(jump_ready, 0.25, "Time from the order of a standing or walking jump to its take-off, s.") \
    X(jump_half, 0.54, "Duration for which the jump label is 1 before and after take-off, s.")              \
    X(jump_fall, 0.17, "Duration over which the jump label falls to 0 after that, s.")                      \
    X(steer_gain, 1.0, "Rate at which the goal's direction is corrected when the character deviates from it, 1/s.") \
    X(steer_most, 0.6, "Largest correction of the goal's direction, rad.")                                  \
    X(speed_gain, 0.6, "Rate at which the goal's speed is corrected when the character is too fast or too slow, 1/s.") \
    X(speed_most, 0.15, "Largest correction of the goal's speed, as a fraction of it.")                     \
    X(speed_most_jog, 0.36, "Value of speed_most in a jog, whose slowest strides the network makes shorter than asked for.") \
    X(speed_most_strafe, 0.6, "Value of speed_most while strafing, as a fraction.")                         \
    X(wall_keep, 0.3, "Distance that the root keeps from the side of a wall, m: the reach of arms and feet.")            \
    X(settle, 0.5, "Duration of a steady goal after which corrections begin, s.")                           \
    X(lock_contact, 0.5, "Contact, 0 to 1, from which on a foot is locked.")                                \
    X(lock_height, 0.05, "Largest height of a joint above its place on the ground at which it is locked, m.") \
    X(lock_height_rough, 0.15, "Value of lock_height on ground that is not flat, m.")                       \
    X(lock_speed, 0.5, "Largest speed along the ground at which a heel or toe is locked, m/s.")             \
    X(release_contact, 0.5, "Contact, 0 to 1, below which a locked foot is released.")                      \
    X(release_ahead, 1.25, "Time in frames by which the contact is extrapolated to decide when a foot is released.") \
    X(release_ahead_jog, 1.25, "Value of release_ahead while jogging or strafing, frames.")                 \
    X(strained, 4.0, "Time in frames before a leg becomes too short at which its locked foot is released, if the network has moved its own foot away; 0: never.") \
    X(lock_reach, 0.09, "Distance between the network's foot and the locked foot beyond which the foot is released, m.") \
    X(lock_reach_stop, 0.045, "Value of lock_reach after a stop, m: the last step closes the feet.") \
    X(lock_twist, 0.4, "Angle between a locked foot and the network's, seen from above, beyond which a standing character's foot steps, rad.") \
    X(pivot, 0.6, "Angle between a planted foot and the pelvis, seen from above, beyond which the foot turns on its ball, rad; 0: never.") \
    X(own_side, 0.1, "Smallest sideways distance between the ankles while walking sideways, m, so that the feet do not cross; 0: feet may cross.") \
    X(lock_sink, 0.15, "Share of its remaining height that a locked joint sinks in each frame.")            \
    X(release_rate, 24.0, "Natural frequency of the spring that moves a released foot to the network's foot, 1/s.") \
    X(lift_rise, 25.0, "Natural frequency of the spring that raises a foot over ground ahead, 1/s.")        \
    X(knee_hinge, 1.0, "Rotation of a knee that is straight or bent backwards in the network: 1: about the knee's hinge, 0: as in the network.") \
    X(lift_fall, 0.85, "Fraction of a foot's lift over the ground that remains after each frame.")          \
    X(clearance, 0.01, "Smallest height of the ball of a fast foot above its rest height over the ground, m.") \
    X(clearance_back, 0.028, "Value of clearance while moving backwards, m.") \
    X(leg_stretch, 0.15, "Fraction of a leg's remaining stretch after which a planted foot's heel rises.")  \
    X(leg_stretch_jog, -0.045, "Value of leg_stretch while jogging; below 0 the knee keeps more than its own bend.") \
    X(drop_fall, 30.0, "Natural frequency of the spring that lowers the hips for a leg that is too short, 1/s; 0: at once.") \
    X(drop_rise, 0.05, "Share of the remaining way that lowered hips rise in each frame.")                     \
    X(walk_knees, 0.14, "Increase of the bending and straightening of knees in a walk, as a fraction, because the network predicts average poses.") \
    X(jog_hips, 1.0, "Increase of the rotation of hips about the vertical in a steady jog, as a fraction, because the network predicts average poses.") \
    X(jog_sway, 2.2, "Increase of the sway of hips from foot to foot in a steady jog, as a fraction, because the network predicts average poses.") \
    X(gravity, 1.0, "Share of the correction that makes the hips of jogs and jumps fall with 9.81 m/s2 in flight, 0 to 1.") \
    X(lean, 0.45, "Lean into curves that is added to the network's own in a jog, as a fraction of atan(a / g); walks get 0.7 of it.") \
    X(stoop, 1.0, "Share of the correction that leans the trunk forward in a jog or run, 0 to 1, because the network runs more upright than people.") \
    X(upright, 1.0, "Share of the excess by which hips are raised that sink more than 1.3 cm below their mean while a walking character turns.") \
    X(walk_rise, 0.004, "Height by which the hips are raised in a walk, m.")                                \
    X(forearm_limit, 0.1, "Largest bend of a forearm between elbow and wrist, rad.")                        \
    X(hand_limit, 0.6, "Largest rotation of wrists and fingers, rad.")                                      \
    X(hand_speed, 9.0, "Largest angular speed of wrists and fingers relative to their parent, rad/s (9: 516 degrees/s).") \
    X(arm_change, 1.3, "Largest change of the angular speed of collars, arms and forearms in a frame, rad/s (1.3: 74 degrees/s).") \
    X(arm_rate, 15.0, "Natural frequency of the spring by which limited arms catch up, 1/s.")               \
    X(ankle_change, 3.3, "Largest change of the angular speed of ankles in a frame on ground that is not flat, rad/s (3.3: 189 degrees/s).") \
    X(ankle_rate, 30.0, "Natural frequency of the spring by which limited ankles catch up, 1/s.")           \
    X(vary_style, 0.12, "Amplitude of the variation of each style's share from stride to stride.")          \
    X(vary_pace, 0.03, "Amplitude of the variation of the speed from stride to stride, as a fraction.")     \
    X(vary_phase, 0.04, "Amplitude of the variation of the phase's rate from stride to stride, as a fraction.") \
    X(stand_knees, 0.17, "Largest bend of the straighter knee while standing, rad; legs that are bent more are straightened to it; 0: legs stay as they are.") \
    X(idle_breath, 4.2, "Duration of a breath while standing, s.")                                          \
    X(idle_chest, 0.014, "Angle by which a breath raises the chest, rad.")                                  \
    X(idle_sway, 0.0235, "Amplitude of the hips' sideways sway over planted feet while standing, m.")        \
    X(idle_twist, 0.075, "Amplitude of the rotation of hips and trunk over planted feet while standing, rad.") \
    X(idle_head, 0.24, "Amplitude of the head's glances to either side, rad.")                              \
    X(idle_moving, 0.3, "Fraction of the head's idle motion that remains while moving.")
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
