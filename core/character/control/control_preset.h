#ifndef PD_CHARACTER_CONTROL_CONTROL_PRESET_H
#define PD_CHARACTER_CONTROL_CONTROL_PRESET_H
/* Presets of the controller's constants (control.h), the allowed range of each constant, and reading and
 * writing them as a table.
 *
 *     posed      the values of control.h
 *     original   those of the demo of Holden et al. 2017, for constants that the demo has; features that only
 *                posed has (steering, limited turns, responsive starts, turning on the spot, idling) are
 *                turned off
 *     paper      those of `original` with equation 9 of the paper, w_i = t^tau, tau .5 for velocities and 2
 *                for facings
 *
 *     cinematic  the same as posed
 *     game       those of posed with `responsive`, so that every input turns, stops and jumps sooner than
 *                people do (PD_CHARACTER_CONTROL_RESPONSIVE_TABLE)
 *
 * The demo locks feet by another method than foot_lock.h: only its threshold is used.
 *
 * Units    those of control.h's rows.
 * Memory   plain data.
 * Threads  pure functions.
 * Errors   ERR_RANGE with the range.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/character/control/control.h"

#include <stdbool.h>

/* X(constant, smallest, largest value) */
/* clang-format off */
#define PD_CHARACTER_CONTROL_RANGE_TABLE(X) \
    X(walk_speed, 0.1, 7.0) \
    X(jog_speed, 0.1, 7.0) \
    X(run_speed, 0.1, 7.0) \
    X(crouch_scale, 0.05, 2.0) \
    X(side_scale, 0.05, 2.0) \
    X(side_most, 0.0, 7.0) \
    X(back_most, 0.0, 7.0) \
    X(back_rough, 0.0, 7.0) \
    X(back_own, 0.0, 7.0) \
    X(steep, 0.0, 100.0) \
    X(walk_most, 0.1, 7.0) \
    X(speed_least, 0.0, 7.0) \
    X(jog_from, 0.0, 10.0) \
    X(jog_tempo, 1.0, 2.0) \
    X(jog_own, 0.0, 5.0) \
    X(dead_zone, 0.0, 0.99) \
    X(stand_under, 0.001, 7.0) \
    X(turn_limit, 0.01, 1000.0) \
    X(turn_limit_jog, 0.01, 10.0) \
    X(turn_limit_wide, 0.01, 10.0) \
    X(brake, 0.1, 1000.0) \
    X(brake_jog, 0.1, 1000.0) \
    X(plant_brake, 0.0, 1000.0) \
    X(plant_push, 0.1, 1000.0) \
    X(plant_crouch, 0.0, 1.0) \
    X(plant_share, 0.0, 1.0) \
    X(turn_slow, 0.0, 1.0) \
    X(turn_slow_wide, 0.0, 1.0) \
    X(turn_gain, 0.0, 10.0) \
    X(turn_gain_wide, 0.0, 10.0) \
    X(turn_gain_from, 0.01, 3.2) \
    X(responsive, 0.0, 1.0) \
    X(start_ahead, 0.0, 3.2) \
    X(start_time, 0.0, 60.0) \
    X(start_phase, 1.0, 10.0) \
    X(mix_velocity, 0.001, 1.0) \
    X(mix_facing, 0.001, 1.0) \
    X(mix_strafe, 0.001, 1.0) \
    X(mix_crouch, 0.001, 1.0) \
    X(mix_rate, 0.001, 1.0) \
    X(mix_gait, 0.001, 1.0) \
    X(mix_joints, 0.0, 1.0) \
    X(mix_joints_steady, 0.0, 1.0) \
    X(steady_time, 0.01, 60.0) \
    X(root_follow, 0.0, 1.0) \
    X(mix_follow, 0.001, 1.0) \
    X(bias_position, 0.05, 100.0) \
    X(bias_position_strafe, 0.05, 100.0) \
    X(bias_position_responsive, 0.05, 100.0) \
    X(bias_facing, 0.05, 100.0) \
    X(bias_facing_strafe, 0.05, 100.0) \
    X(bias_facing_responsive, 0.05, 100.0) \
    X(bias_facing_responsive_strafe, 0.05, 100.0) \
    X(blend_ease, 0.0, 1.0) \
    X(crouch_depth, 0.0, 1.0) \
    X(bump_near, 0.0, 10.0) \
    X(side_steep, 0.0, 100000.0) \
    X(stand_power, 0.01, 10.0) \
    X(phase_floor, 0.0, 1.0) \
    X(turn_on_spot, 0.01, 10.0) \
    X(jump_flight, 0.0, 0.8) \
    X(jump_ready, 0.1, 2.0) \
    X(jump_ready_stand, 0.1, 2.0) \
    X(jump_half, 0.0, 5.0) \
    X(jump_fall, 0.001, 5.0) \
    X(steer_gain, 0.0, 100.0) \
    X(steer_most, 0.0, 3.2) \
    X(speed_gain, 0.0, 100.0) \
    X(speed_most, 0.0, 0.9) \
    X(speed_most_jog, 0.0, 0.9) \
    X(speed_most_strafe, 0.0, 0.9) \
    X(wall_keep, 0.0, 10.0) \
    X(climb_most, 0.1, 1000.0) \
    X(settle, 0.0, 60.0) \
    X(lock_contact, 0.0, 1.01) \
    X(lock_height, 0.0, 10.0) \
    X(lock_height_rough, 0.0, 10.0) \
    X(lock_speed, 0.0, 100000.0) \
    X(release_contact, 0.0, 1.01) \
    X(release_ahead, 0.0, 30.0) \
    X(release_ahead_jog, 0.0, 30.0) \
    X(strained, 0.0, 30.0) \
    X(lock_reach, 0.0, 10.0) \
    X(lock_reach_rough, 0.0, 10.0) \
    X(lock_reach_stop, 0.0, 10.0) \
    X(lock_twist, 0.01, 6.3) \
    X(pivot, 0.0, 3.2) \
    X(own_side, 0.0, 1.0) \
    X(lock_sink, 0.0, 1.0) \
    X(release_rate, 0.1, 1000.0) \
    X(lift_rise, 0.1, 1000.0) \
    X(knee_hinge, 0.0, 1.0) \
    X(lift_fall, 0.0, 0.999) \
    X(clearance, 0.0, 0.1) \
    X(clearance_back, 0.0, 0.1) \
    X(leg_stretch, -1.0, 1.0) \
    X(leg_stretch_jog, -1.0, 1.0) \
    X(drop_fall, 0.0, 1000.0) \
    X(drop_rise, 0.001, 1.0) \
    X(walk_knees, 0.0, 1.0) \
    X(jog_hips, 0.0, 2.0) \
    X(jog_sway, 0.0, 3.0) \
    X(load, 0.0, 100.0) \
    X(load_ahead, -0.5, 0.5) \
    X(gravity, 0.0, 1.0) \
    X(lean, 0.0, 1.0) \
    X(stoop, 0.0, 1.0) \
    X(upright, 0.0, 1.0) \
    X(walk_rise, 0.0, 0.1) \
    X(stand_knees, 0.0, 0.5) \
    X(forearm_limit, 0.0, 3.2) \
    X(hand_limit, 0.0, 3.2) \
    X(hand_speed, 0.1, 1000.0) \
    X(arm_change, 0.01, 10000.0) \
    X(arm_rate, 0.1, 1000.0) \
    X(ankle_change, 0.01, 10000.0) \
    X(ankle_rate, 0.1, 1000.0) \
    X(knee_change, 0.01, 10000.0) \
    X(knee_rate, 0.1, 1000.0) \
    X(vary_style, 0.0, 2.0) \
    X(vary_pace, 0.0, 0.5) \
    X(vary_phase, 0.0, 0.5) \
    X(idle_breath, 0.1, 600.0) \
    X(idle_chest, 0.0, 1.0) \
    X(idle_sway, 0.0, 0.5) \
    X(idle_twist, 0.0, 1.0) \
    X(idle_step, 0.0, 0.3) \
    X(idle_head, 0.0, 1.5) \
    X(idle_moving, 0.0, 1.0)

/* X(constant, value, source of the value): where the demo differs from control.h */
#define PD_CHARACTER_CONTROL_ORIGINAL_TABLE(X) \
    X(walk_speed, 1.5, "2.5 cm a frame") \
    X(jog_speed, 4.5, "2.5 + 2.5 (trigger + 1) cm a frame, the trigger pulled") \
    X(run_speed, 4.5, "") \
    X(crouch_scale, 1.0, "") \
    X(side_scale, 1.0, "") \
    X(side_most, 7.0, "") \
    X(back_most, 7.0, "") \
    X(back_rough, 7.0, "") \
    X(back_own, 7.0, "") \
    X(steep, 0.0, "") \
    X(walk_most, 7.0, "") \
    X(speed_least, 0.0, "") \
    X(jog_from, 1.51, "any pull of the trigger") \
    X(dead_zone, 0.305, "|x| + |y| < 10000 of 32768") \
    X(stand_under, 0.06, "0.1 cm a frame") \
    X(turn_limit, 1000.0, "none") \
    X(turn_limit_jog, 1.0, "") \
    X(turn_limit_wide, 1.0, "") \
    X(brake, 1000.0, "none") \
    X(brake_jog, 1000.0, "") \
    X(plant_brake, 0.0, "none") \
    X(turn_slow, 1.0, "") \
    X(turn_slow_wide, 1.0, "") \
    X(turn_gain, 0.0, "") \
    X(start_ahead, 0.0, "") \
    X(start_time, 0.0, "") \
    X(mix_velocity, 0.9, "extra_velocity_smooth") \
    X(mix_facing, 0.9, "extra_direction_smooth") \
    X(mix_joints, 0.5, "extra_joint_smooth") \
    X(mix_joints_steady, 0.5, "extra_joint_smooth") \
    X(root_follow, 0.0, "") \
    X(bias_position, 0.5, "") \
    X(bias_position_responsive, 2.0, "") \
    X(bias_facing, 2.0, "") \
    X(crouch_depth, 0.0, "labels are linear in the height of the head") \
    X(side_steep, 100000.0, "as it is") \
    X(turn_on_spot, 6.3, "it never does") \
    X(steer_gain, 0.0, "") \
    X(steer_most, 0.0, "") \
    X(speed_gain, 0.0, "") \
    X(speed_most, 0.0, "") \
    X(speed_most_jog, 0.0, "") \
    X(speed_most_strafe, 0.0, "") \
    X(lock_contact, 0.8, "the demo's threshold") \
    X(lock_speed, 100000.0, "however fast it is") \
    X(release_contact, 0.8, "") \
    X(release_ahead, 0.0, "") \
    X(release_ahead_jog, 0.0, "") \
    X(arm_change, 10000.0, "none") \
    X(ankle_change, 10000.0, "none") \
    X(knee_change, 10000.0, "none") \
    X(knee_hinge, 0.0, "") \
    X(strained, 0.0, "") \
    X(drop_fall, 0.0, "at once") \
    X(wall_keep, 0.0, "") \
    X(climb_most, 1000.0, "never") \
    X(clearance, 0.0, "") \
    X(clearance_back, 0.0, "") \
    X(leg_stretch, 1.0, "heels rise no sooner than they have to") \
    X(leg_stretch_jog, 1.0, "") \
    X(walk_knees, 0.0, "") \
    X(jog_tempo, 1.0, "") \
    X(jump_flight, 0.0, "by the label") \
    X(jog_hips, 0.0, "") \
    X(jog_sway, 0.0, "") \
    X(walk_rise, 0.0, "") \
    X(stand_knees, 0.0, "") \
    X(vary_style, 0.0, "") \
    X(vary_pace, 0.0, "") \
    X(vary_phase, 0.0, "") \
    X(lock_reach, 0.3, "") \
    X(lock_reach_rough, 0.3, "") \
    X(lock_reach_stop, 0.3, "") \
    X(pivot, 0.0, "") \
    X(own_side, 0.0, "") \
    X(stoop, 0.0, "") \
    X(upright, 0.0, "") \
    X(start_phase, 1.0, "") \
    X(lock_twist, 6.3, "") \
    X(gravity, 0.0, "") \
    X(lean, 0.0, "") \
    X(idle_chest, 0.0, "") \
    X(idle_sway, 0.0, "") \
    X(idle_twist, 0.0, "") \
    X(idle_step, 0.0, "") \
    X(idle_head, 0.0, "")
/* clang-format on */

/* X(constant, value, reason): constants of a responsive input where they differ from control.h. The figures
 * are medians of five parts of the stride: run reversed to 90 %, half turn of a walk to 90 % of its speed. */
#define PD_CHARACTER_CONTROL_RESPONSIVE_TABLE(X)                                                             \
    X(turn_limit, 10.0,                                                                                      \
      "run .77 s, walk .58 s; with 6 1.27 and .67 s, with 3.05 and the factors of posed 1.67 and 1.78 s")    \
    X(turn_limit_jog, 1.0, "")                                                                               \
    X(turn_limit_wide, 1.0, "")                                                                              \
    X(turn_slow, 0.5, "")                                                                                    \
    X(turn_slow_wide, 0.5, "")                                                                               \
    X(turn_gain, 2.0, "with 1 the run takes 1.13 s, with 3 1.18 s")                                          \
    X(turn_gain_wide, 2.0, "")                                                                               \
    X(plant_brake, 8.0, "run .58 s, its hips are accelerated by 28 m/s2; without a plan .80 s and 43 m/s2")  \
    X(plant_push, 8.0, "")                                                                                   \
    X(brake, 8.0, "a walk that stops moves a joint by 3 cm after 133 ms; with 4.3 after 183")                \
    X(brake_jog, 10.0, "a jog stops within .83 m; with 7 within 1.21 m")                                     \
    X(mix_facing, 0.8,                                                                                       \
      "a look aside moves a joint by 3 cm after 83 ms; with .5 and a turn_limit of 3.05 after 183")          \
    X(jump_ready, 0.15, "a walking jump leaves the ground 100 ms sooner")                                    \
    X(jump_ready_stand, 0.15, "a standing jump leaves the ground after 167 ms; with .45 after 467")

/* X(id, name, text) */
#define PD_CHARACTER_PRESET_TABLE(X)                                                                         \
    X(POSED, "posed", "constants that drive the shipped network")                                            \
    X(ORIGINAL, "original", "constants of the original PFNN demo")                                           \
    X(PAPER, "paper", "constants of the original demo with equation 9 of the paper, w = t^tau")              \
    X(CINEMATIC, "cinematic", "the same as posed: characters turn, stop and jump as people do")              \
    X(GAME, "game", "constants of posed, with every input responsive")

typedef enum pd_character_preset {
#define PD_CHARACTER_PRESET_ENUM(id, name, text) PD_CHARACTER_PRESET_##id,
    PD_CHARACTER_PRESET_TABLE(PD_CHARACTER_PRESET_ENUM)
#undef PD_CHARACTER_PRESET_ENUM
        PD_CHARACTER_PRESET_COUNT
} pd_character_preset;

typedef struct pd_character_control_row {
    const char *name, *text;
    double least, most;
} pd_character_control_row;

#define PD_CHARACTER_CONTROL_COUNT ((int)(sizeof(pd_character_control) / sizeof(double)))
/* Returns the row of constant `index` < PD_CHARACTER_CONTROL_COUNT, in the order of the struct, whose members
 * are consecutive doubles. */
pd_character_control_row pd_character_control_row_at(int index);

/* Returns the constants of a preset. */
pd_character_control pd_character_control_preset(pd_character_preset preset);
const char *pd_character_preset_name(pd_character_preset preset); /* NULL beyond the last preset */
/* Returns the constants for a responsive input: those of the table above, except constants that differ from
 * control.h, which a user has chosen. */
pd_character_control pd_character_control_responsive(const pd_character_control *control);
/* Returns the constants that hold in a tick: those for a responsive input if it is one, changed by the load
 * (load_carried.h). */
pd_character_control pd_character_control_now(const pd_character_control *control, bool responsive);
/* Checks that every constant is within its range;
 * `where` ("/control") is put before the name of the constant. */
pd_status pd_character_control_check(const pd_character_control *control, const char *where, pd_error *err);
/* Writes a YAML table with lines "name: value # least to most;
 * description", which reads back to the same numbers. */
void pd_character_control_write(pd_buffer *out, const pd_character_control *control);

#endif
