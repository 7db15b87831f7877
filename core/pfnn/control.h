#ifndef PD_PFNN_CONTROL_H
#define PD_PFNN_CONTROL_H
/* The constants of the run time, one row each: name, value, what it is. docs/motion.md shows them all.
 *
 * They travel with the figure (figure.h), so that a network may be driven with others. Units are in the rows.
 */

#define PD_PFNN_CONTROL_TABLE(X)                                                                             \
    X(walk_speed, 1.2, "m/s at full stick, walking")                                                         \
    X(jog_speed, 2.8, "m/s, jogging")                                                                        \
    X(run_speed, 3.5, "m/s, running")                                                                        \
    X(crouch_scale, 0.75, "of the walking speed, crouched")                                                  \
    X(strafe_scale, 0.72, "of the speed, moving sideways or backwards")                                      \
    X(dead_zone, 0.1, "stick below this stands")                                                             \
    X(turn_limit, 3.84, "rad/s: how fast the wanted direction may turn (220 degrees)")                       \
    X(turn_limit_jog, 0.65, "of turn_limit, jogging")                                                        \
    X(mix_velocity, 0.9, "a frame: wanted velocity towards the stick")                                       \
    X(mix_facing, 0.9, "a frame: wanted facing")                                                             \
    X(mix_strafe, 0.9, "a frame: strafe")                                                                    \
    X(mix_crouch, 0.9, "a frame: crouch")                                                                    \
    X(mix_gait, 0.1, "a frame: gait weights of now")                                                         \
    X(mix_joints, 0.5, "a frame: fed-back joints, from previous + velocity to the network's")                \
    X(bias_position, 0.5, "w_i of positions")                                                                \
    X(bias_position_strafe, 1.0, "strafing")                                                                 \
    X(bias_position_responsive, 2.0, "responsive")                                                           \
    X(bias_facing, 2.0, "w_i of facings")                                                                    \
    X(bias_facing_strafe, 0.5, "strafing")                                                                   \
    X(bias_facing_responsive, 5.0, "responsive")                                                             \
    X(bias_facing_responsive_strafe, 3.0, "responsive and strafing")                                         \
    X(stand_power, 0.25, "s = (1 - stand)^this scales root motion")                                          \
    X(phase_floor, 0.1, "part of the phase change that standing leaves")                                     \
    X(jump_half, 0.54, "s: the jump label is 1 for this long to each side of take-off")                      \
    X(jump_fall, 0.17, "s: and falls over this")

typedef struct pd_pfnn_control {
#define PD_PFNN_CONTROL_FIELD(name, value, text) double name;
    PD_PFNN_CONTROL_TABLE(PD_PFNN_CONTROL_FIELD)
#undef PD_PFNN_CONTROL_FIELD
} pd_pfnn_control;

pd_pfnn_control pd_pfnn_control_default(void);

#endif
