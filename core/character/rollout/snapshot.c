/* One row for each field of each struct, in the struct's order (core/io/fields/fields.h explains the rows).
 * To add a field to a struct, add its row here: F64, I32 and so on if the next tick reads it, SKIP if every
 * tick sets it before it is read. */
#include "core/character/rollout/snapshot.h"

#include "core/base/assert.h"
#include "core/character/size.h"
#include "core/math/elementary.h"

#include <math.h>
#include <string.h>

/* Counters of arrays whose written length varies (indices into `counts`). */
enum { JOINTS, FRAMES, POINTS, SAMPLES };

#define MANY 1000000000 /* largest value of an integer that counts ticks */

/* clang-format off */

/* -- trajectory.h -- */
#define INSTANT(X, T) X(T, GRIDS, at) X(T, GRIDS, dir) X(T, F32S, gaits) X(T, F32, area)
PD_FIELDS(pd_character_instant, INSTANT)

#define PLANT(X, T) X(T, I32, stage, 0, PD_CHARACTER_PLANT_PUSHES) X(T, F64S, least)
PD_FIELDS(pd_character_plant, PLANT)

#define GOAL(X, T) \
    X(T, F64S, heading) X(T, F64S, asked) X(T, F64S, velocity) X(T, F64S, facing) \
    X(T, F64, strafe) X(T, F64, crouch) X(T, F32S, gaits) \
    X(T, I32, responsive, 0, 1) \
    X(T, F64, still) X(T, F64S, held) X(T, F64, jump_age) X(T, F64, steer) X(T, F64, gain) \
    X(T, F64, rate) X(T, F64, asked_rate) X(T, F64, pace) X(T, F64, waver) X(T, F64, settled) \
    X(T, F64, wide) X(T, F64, even) X(T, F64, calm) \
    X(T, F64, starting) X(T, F64, underway) X(T, F64, stopped) X(T, I32, jump_held, 0, 1) \
    X(T, I32, strafing, 0, 1) X(T, I32, moving, 0, 1) X(T, I32, walled, 0, 1) \
    X(T, PARTS, plant, pd_character_plant_fields)
PD_FIELDS(pd_character_goal, GOAL)

#define FORESIGHT(X, T) \
    X(T, BOOL, is_set) X(T, F32_OF, x, SAMPLES) X(T, F32_OF, z, SAMPLES) X(T, F32_OF, facing_x, SAMPLES) \
    X(T, F32_OF, facing_z, SAMPLES)
PD_FIELDS(pd_character_foresight, FORESIGHT)

/* With a foresight, future frames are not written: they are computed from it,
 * and every tick sets their gaits. */
#define TRAJECTORY(X, T) \
    X(T, PATH_OF, frames, pd_character_instant_fields, FRAMES) \
    X(T, PARTS, foresight, pd_character_foresight_fields) X(T, PARTS, goal, pd_character_goal_fields) \
    X(T, F64, height) X(T, F64, height_before) X(T, F64, ground) X(T, F64, rise) X(T, F64S, sinks) \
    X(T, F64, uneven) X(T, F64, relief) \
    X(T, F64, slope) X(T, I32, bridges, 0, 1) X(T, F64S, moved) X(T, F64S, aimed) X(T, F64S, step) \
    X(T, F64, yaw_rate) \
    X(T, F64S, slip) X(T, F64S, taken) X(T, SKIPS, push) X(T, F64S, pushed) X(T, F64, motion) \
    X(T, I32, blocked, 0, 1) X(T, I32, captured, 0, 1)
PD_FIELDS(pd_character_trajectory, TRAJECTORY)

/* -- physics.h, pose.h, foot_lock.h, person.h -- */
#define PHYSICS(X, T) \
    X(T, F64, mean) X(T, F64S, height) X(T, F64S, gains) X(T, F64S, shown) X(T, F64, fall) \
    X(T, I32, flight, 0, MANY) X(T, I32, frames, 0, 2) \
    X(T, F64S, velocity) X(T, F64S, change) X(T, F64, hold) X(T, F64, slow) X(T, F64S, winds) \
    X(T, F64S, tilt) X(T, F64S, tilt_rate) X(T, F64, lean)
PD_FIELDS(pd_character_physics, PHYSICS)

#define LINK(X, T) X(T, F64S, local) X(T, GRIDS, step) X(T, GRIDS, offset) X(T, GRIDS, speed) X(T, BOOL, \
    is_shown)
PD_FIELDS(pd_character_link, LINK)

#define LOCK(X, T) \
    X(T, I32, locked, 0, 1) X(T, PLACES, place) X(T, GRIDS, offset) X(T, GRIDS, rate) X(T, PLACES, free) \
    X(T, F64, fall) X(T, F64, w) \
    X(T, F64, stride) X(T, GRIDS, from) X(T, F64, way) X(T, F64, contact) X(T, F64, lift) \
    X(T, PLACES, shown) X(T, BOOL, moves) \
    X(T, F64, speed) X(T, F64S, pass) X(T, F64, rise)
PD_FIELDS(pd_character_lock, LOCK)

#define LEGS_APART(X, T) X(T, F64S, shift) X(T, F64S, rate) X(T, F64S, swivel)
PD_FIELDS(pd_character_legs_apart, LEGS_APART)

#define FOOT_LOCK(X, T) \
    X(T, PARTS, locks, pd_character_lock_fields) X(T, F64S, lift) X(T, PLACES, was) \
    X(T, PARTS, ankles, pd_character_link_fields) X(T, F64S, roll) X(T, F64S, bend) \
    X(T, F64, drop) X(T, F64, fall) X(T, F64S, lack) X(T, F64S, steep) X(T, F64S, grows) \
    X(T, BOOLS, carries) X(T, F64S, aside) X(T, F64S, aside_rate) \
    X(T, PARTS, apart, pd_character_legs_apart_fields)
PD_FIELDS(pd_character_foot_lock, FOOT_LOCK)

#define MANNER(X, T) \
    X(T, F32S, style) X(T, I32, other, 0, PD_PFNN_MAX_STYLES - 1) X(T, F64, mixed) X(T, F64, jog) \
    X(T, F64, run) X(T, F64, part) X(T, F64, most) X(T, F64, pace) X(T, F64, time) X(T, U32, seed)
PD_FIELDS(pd_character_manner, MANNER)

/* Every tick sets the joints. The next tick reads the toes of joints_free and the signs of the rotations;
 * put_pose writes both. */
#define POSE(X, T) \
    X(T, PLACES, root) X(T, F64, yaw) X(T, PLACES, translation) X(T, SKIPS, rotations) X(T, SKIPS, joints) \
    X(T, SKIPS, joints_free) \
    X(T, F32S, contacts) X(T, F32S, gaits) X(T, F64, phase) X(T, F64S, velocity) X(T, F64, seated) \
    X(T, F64, bone_error) \
    X(T, PLACES, steps) X(T, U32, events)
PD_FIELDS(pd_character_pose, POSE)

/* One position. */
typedef struct spot {
    pd_vec3 at;
} spot;
#define SPOT(X, T) X(T, PLACES, at)
PD_FIELDS(spot, SPOT)

/* -- matched.h, written for rigs with a database -- */
#define OBJECT(X, T) X(T, F64S, at) X(T, F64S, velocity) X(T, F64S, acceleration) X(T, F64, yaw) X(T, F64, \
    yaw_rate)
PD_FIELDS(pd_matching_object, OBJECT)
#define MATCHING_GOAL(X, T) X(T, F64S, velocity) X(T, F64, facing) X(T, BOOL, jog)
PD_FIELDS(pd_matching_goal, MATCHING_GOAL)
#define PLAYER(X, T) \
    X(T, PARTS, object, pd_matching_object_fields) X(T, PARTS, goal, pd_matching_goal_fields) \
    X(T, I32, entry, 0, MANY) \
    X(T, I32, track, 0, MANY) X(T, F64, part) X(T, I32, waited, 0, MANY) X(T, I32, jumps, 0, MANY) \
    X(T, BOOL, playing)
PD_FIELDS(pd_matching_player, PLAYER)
#define INERTIA(X, T) \
    X(T, F32_OF, offsets, JOINTS) X(T, F32_OF, rates, JOINTS) X(T, F32_OF, shown, JOINTS) \
    X(T, F32_OF, speeds, JOINTS) \
    X(T, F64S, place_offset) X(T, F64S, place_rate) X(T, F64S, place_shown) X(T, F64S, place_speed) \
    X(T, I32, count, 0, 2) X(T, BOOL, quiet)
PD_FIELDS(pd_matching_inertia, INERTIA)
#define MATCHED(X, T) X(T, PARTS, player, pd_matching_player_fields) X(T, SKIPS, pacer) X(T, PARTS, inertia, \
    pd_matching_inertia_fields) X(T, BOOL, active)
PD_FIELDS(pd_character_matched, MATCHED)

/* -- pacer.h, written for rigs with cycles of an animal -- */
#define PRINT(X, T) X(T, F64S, at) X(T, F64S, offset) X(T, BOOL, locked)
PD_FIELDS(pd_matching_print, PRINT)
#define PACER(X, T) \
    X(T, F64, speed) X(T, F64, turn) X(T, F64, phase) X(T, F64, idle) X(T, F64, rate) X(T, F64S, weights) \
    X(T, I32, cycle, 0, PD_MATCHING_PACES - 1) X(T, F64, stopped) X(T, F64, lifted) X(T, F64, bend) \
    X(T, F64, pitch) X(T, F64, drop) X(T, BOOL, placed) X(T, PARTS, prints, pd_matching_print_fields)
PD_FIELDS(pd_matching_pacer, PACER)

/* -- playback.h and character.h. The next pose of the playback is written while it is on, and `last` where a
 * frame may take no tick; otherwise `last` is set before it is read -- */
#define PLAYBACK(X, T) X(T, F64, behind) X(T, BOOL, is_on) X(T, SKIP, events) X(T, SKIPS, last) X(T, SKIPS, \
    next)
PD_FIELDS(pd_character_playback, PLAYBACK)

/* -- upright.h, jump.h -- */
#define UPRIGHT(X, T) X(T, F64, mean) X(T, F64, turns) X(T, BOOL, walked) X(T, F64, risen) X(T, F64S, weight)
PD_FIELDS(pd_character_upright, UPRIGHT)
#define JUMP_LEG(X, T) \
    X(T, F64, bend) X(T, F64, rate) X(T, F64, own) X(T, F64, off) X(T, F64, off_rate) X(T, BOOL, flies) \
    X(T, BOOL, holds) X(T, F64S, toe) X(T, F64S, shift) X(T, F64S, shift_rate)
PD_FIELDS(pd_character_jump_leg, JUMP_LEG)
#define JUMP(X, T) \
    X(T, I32, state, 0, PD_CHARACTER_JUMP_LANDING) X(T, F64, time) X(T, F64, lasts) X(T, F64, speed) \
    X(T, F64, from) X(T, F64, rise) \
    X(T, F64, offset) X(T, F64, rate) X(T, F64, push) X(T, F64, lift) X(T, F64, lift_rate) X(T, F64, shape) \
    X(T, F64, swing) \
    X(T, F64, shows) X(T, F64, height) X(T, BOOL, has_height) \
    X(T, BOOL, jogs) X(T, F64, sinks) X(T, I32, half, 0, 1) X(T, I32, foot, 0, 1) X(T, F64, reach) \
    X(T, BOOL, waits) X(T, F64S, phases) \
    X(T, F64S, heights) X(T, BOOL, armed) X(T, F64, pace) X(T, F64, ahead) X(T, F64, hold) X(T, F64, leaves) \
    X(T, PARTS, legs, pd_character_jump_leg_fields) X(T, BOOL, flew)
PD_FIELDS(pd_character_jump, JUMP)

#define STANCE(X, T) \
    X(T, F64S, hips) X(T, PLACES, toes) X(T, BOOL, has_toes) X(T, F64S, lands) X(T, BOOLS, holds)
PD_FIELDS(pd_character_stance, STANCE)

#define CHARACTER(X, T) \
    X(T, F64, size) X(T, PARTS, trajectory, pd_character_trajectory_fields) X(T, F64, phase) \
    X(T, PLACE_OF, positions, JOINTS) X(T, GRID_OF, velocities, JOINTS) \
    X(T, PARTS, physics, pd_character_physics_fields) X(T, PARTS, upright, pd_character_upright_fields) \
    X(T, F64S, steady) X(T, F64, kept) X(T, F64S, idle) \
    X(T, PARTS, jump, pd_character_jump_fields) X(T, PARTS, lock, pd_character_foot_lock_fields) \
    X(T, F64S, hands) \
    X(T, PARTS, arms, pd_character_link_fields) X(T, I32S, planted, 0, 1) X(T, F32S, lock_contacts) \
    X(T, F64, rise) X(T, PARTS, stance, pd_character_stance_fields) X(T, F64, clearance) \
    X(T, F64, hips) X(T, F64S, sway) \
    X(T, I32, jumping, 0, 1) X(T, I32, blocked, 0, MANY) X(T, PARTS, manner, pd_character_manner_fields) \
    X(T, U32, pending) X(T, U32, ticks) \
    X(T, SKIPS, matched) X(T, PARTS, playback, pd_character_playback_fields) X(T, SKIPS, pose)
PD_FIELDS(pd_character, CHARACTER)

/* -- input.h, space.h, route.h, reach.h, gaze.h, sit.h -- */
#define INPUT(X, T) \
    X(T, F64S, move) X(T, F64S, look) X(T, F64, camera_yaw) X(T, F64, speed) X(T, F64, strafe) \
    X(T, I32, axes, 0, PD_CHARACTER_AXES_COUNT - 1) \
    X(T, I32, gait, 0, PD_CHARACTER_WANT_COUNT - 1) X(T, I32, has_look, 0, 1) X(T, I32, jump, 0, 1) \
    X(T, I32, responsive, 0, 1) X(T, I32, evades, 0, 1)
PD_FIELDS(pd_character_input, INPUT)
#define SPACE(X, T) X(T, F64S, move) X(T, F64S, drive) X(T, I32, ticks, 0, MANY) X(T, I32, waited, -MANY, \
    MANY)
PD_FIELDS(pd_character_space, SPACE)
#define ROUTE(X, T) X(T, F64S, points) X(T, I32, count, 0, PD_ANIM_ROUTE_POINTS)
PD_FIELDS(pd_anim_route, ROUTE)
#define REACH_REQUEST(X, T) \
    X(T, F64S, target) X(T, BOOL, in_root) X(T, F64, weight) X(T, F64, seconds) X(T, BOOL, has_normal) \
    X(T, BOOL, slide) X(T, F64S, normal)
PD_FIELDS(pd_character_reach_request, REACH_REQUEST)
#define REACH(X, T) \
    X(T, PARTS, request, pd_character_reach_request_fields) X(T, BOOL, is_new) X(T, F64, progress) \
    X(T, F64S, last) X(T, F64S, aim) X(T, F64S, before) \
    X(T, F64, approach) X(T, F64S, ways) X(T, BOOL, has_arm) X(T, F64S, arm) X(T, F64, palm)
PD_FIELDS(pd_character_reach_state, REACH)
#define GAZE_REQUEST(X, T) X(T, F64S, point) X(T, BOOL, in_root) X(T, F64, weight) X(T, F64, seconds)
PD_FIELDS(pd_character_gaze_request, GAZE_REQUEST)
#define GAZE(X, T) \
    X(T, PARTS, request, pd_character_gaze_request_fields) X(T, F64, progress) X(T, F64, visible) \
    X(T, BOOL, looking) X(T, F64S, direction)
PD_FIELDS(pd_character_gaze_state, GAZE)
#define TWIST(X, T) X(T, F64, turn) X(T, F64, rate)
PD_FIELDS(pd_character_twist_state, TWIST)
#define SIT_REQUEST(X, T) \
    X(T, BOOL, sit) X(T, F64S, seat) X(T, F64, facing) X(T, F64, height) X(T, F64, seconds) X(T, F64, space)
PD_FIELDS(pd_character_sit_request, SIT_REQUEST)
#define SIT(X, T) \
    X(T, PARTS, request, pd_character_sit_request_fields) X(T, PARTS, next, pd_character_sit_request_fields) \
    X(T, BOOL, has_next) \
    X(T, I32, stage, PD_CHARACTER_SIT_NOT, PD_CHARACTER_SIT_SEATED) X(T, PARTS, way, pd_anim_route_fields) \
    X(T, BOOL, has_way) \
    X(T, I32, corner, 0, PD_ANIM_ROUTE_POINTS) X(T, I32, tries, 0, MANY) X(T, F64, floor) \
    X(T, F64, progress) X(T, F64, rate) X(T, F64, left) \
    X(T, PARTS, input, pd_character_input_fields) X(T, BOOL, has_driven) \
    X(T, PARTS, kept, pd_character_space_fields)
PD_FIELDS(pd_character_sit_state, SIT)
#define PLAY_REQUEST(X, T) \
    X(T, SKIP, clip) X(T, SKIPS, name) X(T, F32S, weights) X(T, F64, fade_in) X(T, F64, fade_out) \
    X(T, F64, speed) X(T, BOOL, loops) X(T, BOOL, root) X(T, BOOL, feet) X(T, BOOL, waits)
PD_FIELDS(pd_character_play_request, PLAY_REQUEST)
#define PLAY_POSE(X, T) X(T, F64S, rotations) X(T, F64S, hips)
PD_FIELDS(pd_character_play_pose, PLAY_POSE)
#define PLAY(X, T) \
    X(T, PARTS, now, pd_character_play_request_fields) X(T, PARTS, queue, pd_character_play_request_fields) \
    X(T, I32, queued, 0, PD_CHARACTER_PLAY_QUEUE) X(T, BOOL, plays) X(T, BOOL, is_whole) \
    X(T, I32, ending, 0, PD_CHARACTER_PLAY_LEAVES) X(T, I32, reason, 0, PD_CHARACTER_PLAY_REASONS - 1) \
    X(T, F64, time) X(T, F64, waited) X(T, F64, played) X(T, BOOL, was_free) X(T, BOOL, has_driven) \
    X(T, PARTS, input, pd_character_input_fields) X(T, F64, w) X(T, U32, fading) X(T, F64S, offsets) \
    X(T, F64S, rates) X(T, F64S, place) X(T, F64S, place_rate) X(T, F64S, drift) X(T, F64S, drift_rate) \
    X(T, PARTS, shown, pd_character_play_pose_fields) X(T, PARTS, live, pd_character_play_pose_fields) \
    X(T, I32, seen, 0, 2) X(T, F64S, at) X(T, F64, yaw) \
    X(T, PARTS, lock, pd_character_foot_lock_fields) X(T, SKIPS, events) X(T, SKIP, event_count)
PD_FIELDS(pd_character_play_state, PLAY)
/* A state that plays nothing is not written. */
#define OVERLAY(X, T) \
    X(T, PARTS, sit, pd_character_sit_state_fields) X(T, SKIPS, play) \
    X(T, PARTS, hands, pd_character_reach_state_fields) X(T, PARTS, gaze, pd_character_gaze_state_fields) \
    X(T, PARTS, twist, pd_character_twist_state_fields)
PD_FIELDS(pd_character_overlay, OVERLAY)

/* -- follow.h: `count` comes first, because it says how many points there are -- */
#define RNG(X, T) X(T, U64S, s)
PD_FIELDS(pd_rng, RNG)
#define FOLLOW(X, T) \
    X(T, F64_OF, points, POINTS) X(T, I32, count, 1, PD_CHARACTER_FOLLOW_POINTS) X(T, I32, closed, 0, 1) \
    X(T, F64, ahead) X(T, F64, speed) \
    X(T, I32, gait, 0, PD_CHARACTER_WANT_COUNT - 1) X(T, F64, wander) X(T, U64, seed) X(T, BOOL, round) \
    X(T, F64, space) X(T, F64, done) \
    X(T, I32, arrived, 0, 1) X(T, BOOL, has_way) X(T, PARTS, rng, pd_rng_fields) X(T, F64S, place) \
    X(T, F64, pace) X(T, F64, left) \
    X(T, PARTS, kept, pd_character_space_fields)
PD_FIELDS(pd_character_follow, FOLLOW)
/* clang-format on */

static const pd_fields *const tables[] = {&pd_character_fields,         &pd_character_pose_fields,
                                          &pd_character_matched_fields, &pd_matching_pacer_fields,
                                          &pd_character_overlay_fields, &pd_character_play_state_fields,
                                          &pd_character_follow_fields,  &spot_fields};

uint64_t pd_character_snapshot_hash(void)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) hash = pd_fields_hash(tables[i], hash);
    return hash;
}

bool pd_character_snapshot_is_ordered(void)
{
    bool are = true;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) are = are && pd_fields_are_ordered(tables[i]);
    return are;
}

/* -- characters ----------------------------------------------------------------------- */

/* Sets the counters. has_foresight: the future of the trajectory is computed from its foresight. */
static void set_counts(int counts[PD_FIELD_COUNTERS], const pd_character_rig *rig, bool has_foresight)
{
    counts[JOINTS] = rig->skeleton.joint_count;
    counts[FRAMES] = has_foresight ? rig->frames / 2 + 1 : rig->frames;
    counts[SAMPLES] = has_foresight ? rig->layout.samples / 2 : 0;
    PD_ASSERT(rig->skeleton.joint_count <= PD_CHARACTER_RIG_JOINTS && rig->frames <= PD_CHARACTER_RIG_FRAMES);
}

static pd_vec3 snapshot_place_of(const pd_character_trajectory *t, const pd_character_rig *rig)
{
    const double *at = t->frames[rig->frames / 2].at;
    return pd_vec3_make(at[0], t->height, at[1]);
}

#define STEPS 127 /* steps from 0 to 1 of a quaternion's component in 8 bits */

/* Packs a unit quaternion into 32 bits. Its components are wrong by up to 0.004. Adding 1.5 2^52 rounds: the
 * last bits of the sum are the rounded number in two's complement. */
static uint32_t pack_snapshot(pd_quat q)
{
    const double large = 1.5 * (INT64_C(1) << 52);
    const double parts[] = {q.x, q.y, q.z, q.w};
    uint32_t packed = 0;

    for (int i = 0; i < 4; i++) {
        const double sum = STEPS * parts[i] + large;
        uint64_t bits;
        memcpy(&bits, &sum, sizeof bits);
        packed |= (uint32_t)(bits & 0xff) << 8 * i;
    }

    return packed;
}

static pd_quat unpack_snapshot(uint64_t packed)
{
    double parts[4];
    for (int i = 0; i < 4; i++) parts[i] = (double)(int8_t)(packed >> 8 * i) / STEPS;
    return (pd_quat){parts[0], parts[1], parts[2], parts[3]};
}

/* Returns the bits of |w| computed from x, y and z of a unit quaternion,
 * which are the actual ones except for rounding. */
static uint64_t bits_of_w(pd_quat q)
{
    const double w = sqrt(pd_fmax(0, 1 - q.x * q.x - q.y * q.y - q.z * q.z));
    uint64_t bits;
    memcpy(&bits, &w, sizeof bits);
    return bits;
}

/* Writes a unit quaternion bit for bit: x, y and z, the sign of w, and the difference of the bits of |w| from
 * those computed. */
static void put_unit(pd_fields_writer *writer, pd_quat q)
{
    const double w = fabs(q.w);
    uint64_t bits;

    memcpy(&bits, &w, sizeof bits);
    const uint64_t more = bits - bits_of_w(q);
    pd_fields_put_f64(writer, &q.x, 3);
    pd_fields_put_u64(writer, signbit(q.w) ? 1 : 0);
    pd_fields_put_u64(writer, more << 1 ^ (more >> 63 ? ~(uint64_t)0 : 0));
}

static bool get_unit(pd_quat *q, pd_fields_reader *r)
{
    if (!pd_fields_get_f64(r, &q->x, 3, "rotations")) return false;
    const bool is_negative = pd_fields_get_u64(r, 1, "rotations") != 0;
    const uint64_t coded = pd_fields_get_u64(r, UINT64_MAX, "rotations");
    const uint64_t bits = bits_of_w(*q) + (coded >> 1 ^ (coded & 1 ? ~(uint64_t)0 : 0));
    double w;
    memcpy(&w, &bits, sizeof w);
    if (!r->wrong && !(fabs(w) <= PD_FIELD_MOST)) return pd_fields_fail(r, "rotations");
    q->w = is_negative ? -w : w;

    return !r->wrong;
}

/* Writes a pose. The next tick uses its rotations only to choose between q and -q, the one nearer to the last
 * pose. For that, 8 bits of each component are enough, unless a joint turns by half a turn, to within 0.9
 * degrees, in one frame. A pose of the playback is shown, so it is written exactly. */
static void put_pose(pd_fields_writer *w, const pd_character_pose *pose, const pd_character_rig *rig,
                     bool is_exact)
{
    pd_fields_put(w, &pd_character_pose_fields, pose);
    uint32_t packed[PD_CHARACTER_RIG_JOINTS];
    for (int j = 0; j < rig->skeleton.joint_count; j++)
        if (is_exact)
            put_unit(w, pose->rotations[j]);
        else
            packed[j] = pack_snapshot(pose->rotations[j]);
    if (!is_exact) pd_fields_put_u32s(w, packed, rig->skeleton.joint_count);
    for (int f = 0; f < rig->foot_count; f++)
        pd_fields_put(w, &spot_fields, &(spot){pose->joints_free[rig->legs[f].toe]});
}

static bool get_pose(pd_character_pose *pose, pd_fields_reader *r, const pd_character_rig *rig, bool is_exact)
{
    bool good = pd_fields_get(r, pose, &pd_character_pose_fields);

    for (int j = 0; j < rig->skeleton.joint_count && good; j++)
        if (is_exact) {
            good = get_unit(&pose->rotations[j], r);
        } else
            pose->rotations[j] = unpack_snapshot(pd_fields_get_u64(r, UINT32_MAX, "rotations"));
    for (int f = 0; f < rig->foot_count && good; f++) {
        spot toe = {{0, 0, 0}};
        good = pd_fields_get(r, &toe, &spot_fields);
        pose->joints_free[rig->legs[f].toe] = toe.at;
    }

    return good && !r->wrong;
}

/* Returns whether the next frame may mix the same two poses as this one: without a tick between them, as for
 * characters that are played slower. */
static bool needs_last(const pd_character *c)
{
    return c->playback.is_on && (c->size > 1 || c->trajectory.goal.rate < 1);
}

void pd_character_snapshot_put_character(pd_fields_writer *w, const pd_character *c,
                                         const pd_character_rig *rig)
{
    const bool has_foresight = c->trajectory.foresight.is_set;

    set_counts(w->counts, rig, has_foresight);
    pd_fields_put_u64(w, has_foresight);
    pd_fields_put_origin(w, snapshot_place_of(&c->trajectory, rig));
    pd_fields_put(w, &pd_character_fields, c);
    put_pose(w, &c->pose, rig, false);
    if (rig->matching) pd_fields_put(w, &pd_character_matched_fields, &c->matched);
    if (rig->paces) pd_fields_put(w, &pd_matching_pacer_fields, &c->matched.pacer);
    if (c->playback.is_on) put_pose(w, &c->playback.next, rig, true);
    if (needs_last(c)) put_pose(w, &c->playback.last, rig, true);
}

bool pd_character_snapshot_get_character(pd_character *c, pd_fields_reader *r, const pd_character_rig *rig)
{
    const bool has_foresight = pd_fields_get_u64(r, 1, "foresight") != 0;

    set_counts(r->counts, rig, has_foresight);
    memset(c, 0, sizeof *c);
    bool good = pd_fields_get_origin(r, "origin") && pd_fields_get(r, c, &pd_character_fields) &&
                get_pose(&c->pose, r, rig, false);
    if (good && c->trajectory.foresight.is_set != has_foresight) good = pd_fields_fail(r, "foresight");
    if (good && has_foresight) pd_character_trajectory_foresee(&c->trajectory, rig);
    if (good && rig->matching) {
        const pd_matching_index *index = rig->matching;
        good = pd_fields_get(r, &c->matched, &pd_character_matched_fields);
        const pd_matching_player *player = &c->matched.player;
        if (good && (player->entry >= index->entry_count ||
                     player->track != pd_matching_index_track(index, player->entry)))
            good = pd_fields_fail(r, "entry");
    }

    if (good && rig->paces) {
        c->matched.active = true;
        good = pd_fields_get(r, &c->matched.pacer, &pd_matching_pacer_fields);
        if (good && c->matched.pacer.cycle >= rig->paces->cycle_count) good = pd_fields_fail(r, "cycle");
    }

    if (good && !(c->size >= PD_CHARACTER_SIZE_LEAST && c->size <= PD_CHARACTER_SIZE_MOST))
        good = pd_fields_fail(r, "size");
    if (good && !(c->trajectory.goal.rate > 0)) good = pd_fields_fail(r, "rate");
    if (good && !(c->playback.behind >= 0 && c->playback.behind <= 1)) good = pd_fields_fail(r, "behind");
    if (good && c->playback.is_on) good = get_pose(&c->playback.next, r, rig, true);
    if (good && needs_last(c)) good = get_pose(&c->playback.last, r, rig, true);

    return good;
}

/* -- requests -------------------------------------------------------------------------- */

static bool is_unit(pd_quat q)
{
    return fabs(pd_q_dot(q, q) - 1) < 1e-3;
}

/* Writes the name and the content of a request's clip. */
static void put_clip(pd_fields_writer *w, const pd_character_play_request *request)
{
    pd_fields_put_text(w, request->name);
    pd_fields_put_u64(w, request->clip->hash);
}

/* Reads them, and finds the clip; it stays NULL if it is not there. Checks the request too. */
static bool get_clip(pd_character_play_request *request, pd_fields_reader *r,
                     const pd_character_snapshot_clips *clips)
{
    pd_fields_get_text(r, request->name, sizeof request->name, "clip");
    const uint64_t hash = pd_fields_get_u64(r, UINT64_MAX, "clip");
    if (r->wrong) return false;
    request->clip = clips ? clips->find(clips->ctx, request->name, hash) : NULL;
    bool is_good = clips != NULL && pd_character_play_check(request, NULL) == PD_OK;
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++)
        is_good = is_good && request->weights[j] >= 0 && request->weights[j] <= 1;

    return is_good || pd_fields_fail(r, "clip");
}

void pd_character_snapshot_put_overlay(pd_fields_writer *w, const pd_character_overlay *overlay)
{
    const pd_character_play_state *play = &overlay->play;
    const bool is_on = pd_character_play_is_on(play);

    pd_fields_put(w, &pd_character_overlay_fields, overlay);
    pd_fields_put_u64(w, is_on);
    if (!is_on) return;
    pd_fields_put(w, &pd_character_play_state_fields, play);
    if (play->plays) put_clip(w, &play->now);
    for (int i = 0; i < play->queued; i++) put_clip(w, &play->queue[i]);
}

bool pd_character_snapshot_get_overlay(pd_character_overlay *overlay, pd_fields_reader *r,
                                       const pd_character_snapshot_clips *clips)
{
    pd_character_play_state *play = &overlay->play;

    memset(overlay, 0, sizeof *overlay);
    if (!pd_fields_get(r, overlay, &pd_character_overlay_fields)) return false;
    if (!pd_fields_get_u64(r, 1, "play")) return !r->wrong;
    if (!pd_fields_get(r, play, &pd_character_play_state_fields)) return false;

    /* Rotations are unit quaternions. */
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS && i < play->seen; j++)
            if (!is_unit(play->shown[i].rotations[j]) || !is_unit(play->live[i].rotations[j]))
                return pd_fields_fail(r, "play");

    /* Clips by their names. */
    if (play->plays && !get_clip(&play->now, r, clips)) return false;
    for (int i = 0; i < play->queued; i++)
        if (!get_clip(&play->queue[i], r, clips)) return false;

    /* A clip that is not there ends, and its character goes on without it. */
    int queued = 0;
    for (int i = 0; i < play->queued; i++)
        if (play->queue[i].clip) play->queue[queued++] = play->queue[i];
    play->queued = queued;
    if (play->plays && !play->now.clip) {
        pd_character_play_state left = {.queued = queued};
        memcpy(left.queue, play->queue, sizeof left.queue);
        *play = left;
    }

    return true;
}

void pd_character_snapshot_put_play(pd_fields_writer *w, const pd_character_play_request *request)
{
    pd_fields_put(w, &pd_character_play_request_fields, request);
    put_clip(w, request);
}

bool pd_character_snapshot_get_play(pd_character_play_request *request, pd_fields_reader *r,
                                    const pd_character_snapshot_clips *clips)
{
    memset(request, 0, sizeof *request);
    return pd_fields_get(r, request, &pd_character_play_request_fields) && get_clip(request, r, clips);
}

void pd_character_snapshot_put_follow(pd_fields_writer *w, const pd_character_follow *follow)
{
    w->counts[POINTS] = follow->count;
    pd_fields_put_u64(w, (uint64_t)follow->count);
    pd_fields_put(w, &pd_character_follow_fields, follow);
}

bool pd_character_snapshot_get_follow(pd_character_follow *follow, pd_fields_reader *r)
{
    memset(follow, 0, sizeof *follow);
    const int count = (int)pd_fields_get_u64(r, PD_CHARACTER_FOLLOW_POINTS, "count");
    r->counts[POINTS] = count;
    if (!pd_fields_get(r, follow, &pd_character_follow_fields)) return false;
    return follow->count == count || pd_fields_fail(r, "count");
}

void pd_character_snapshot_put_input(pd_fields_writer *w, const pd_character_input *input)
{
    pd_fields_put(w, &pd_character_input_fields, input);
}

bool pd_character_snapshot_get_input(pd_character_input *input, pd_fields_reader *r)
{
    return pd_fields_get(r, input, &pd_character_input_fields);
}

void pd_character_snapshot_put_reach(pd_fields_writer *w, const pd_character_reach_request *request)
{
    pd_fields_put(w, &pd_character_reach_request_fields, request);
}

bool pd_character_snapshot_get_reach(pd_character_reach_request *request, pd_fields_reader *r)
{
    return pd_fields_get(r, request, &pd_character_reach_request_fields);
}

void pd_character_snapshot_put_gaze(pd_fields_writer *w, const pd_character_gaze_request *request)
{
    pd_fields_put(w, &pd_character_gaze_request_fields, request);
}

bool pd_character_snapshot_get_gaze(pd_character_gaze_request *request, pd_fields_reader *r)
{
    return pd_fields_get(r, request, &pd_character_gaze_request_fields);
}

void pd_character_snapshot_put_sit(pd_fields_writer *w, const pd_character_sit_request *request)
{
    pd_fields_put(w, &pd_character_sit_request_fields, request);
}

bool pd_character_snapshot_get_sit(pd_character_sit_request *request, pd_fields_reader *r)
{
    return pd_fields_get(r, request, &pd_character_sit_request_fields);
}
