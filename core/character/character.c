#include "core/character/character.h"

#include "core/character/finish_pose.h"
#include "core/character/paced.h"
#include "core/character/size.h"
#include "core/math/elementary.h"
#include "core/math/grid.h"
#include "core/math/plane.h"
#include "core/character/pose/pose.h"

#include <stdbool.h>
#include <string.h>

#define PACE_S  1.9 /* s: period of the random variation of the pace */
#define PHASE_S 1.3 /* s: period of the random variation of the phase's rate */

/* Bounds of a network's outputs, far above normal motion. They limit a network that diverges. */
#define MAX_PLACE 300.0 /* cm: distance of a joint from the root */
#define MAX_SPEED 40.0  /* cm per frame: speed of a joint */
#define MAX_PHASE 0.1   /* cycles per frame */

/* Contacts and events. Contacts waver in a flight, so a jump is found by the height of the feet, with
 * hysteresis. Nine jumps in a jog, and nine in a walk, gave nine events each. */
#define ON_GROUND  0.5  /* contact: above this a foot has come down */
#define LIFTED     0.35 /* contact: below this a foot is in the air, and may come down again */
#define UP_JUMPED  0.09 /* metres: with both feet above this height a jump begins */
#define UP_LANDED  0.03 /* metres: it ends when one foot is below this height */
/* In a jog on level ground, hips of the network that are below LOWEST_JOG (metres) are raised by LOW_SHARE
 * of the difference in each frame. Within LOW_EASE the correction begins as a parabola. Otherwise a
 * network that was trained on few runs ends in the crouch of a captured landing when its hips are low
 * after a start: 5 of 24 starts at 3.6 m/s and 6 of 16 at 4.5 m/s came below 0.70 m. With these values the
 * hips stay above 0.82 and 0.78 m, with a share of 0.1 above 0.67 m. The 1st percentile of the hips'
 * height in 27 captured jogs is 0.78 to 0.90 m. */
#define LOWEST_JOG 0.85
#define LOW_EASE   0.05
#define LOW_SHARE  0.4
#define MIX_KEPT   0.05 /* per frame: rate at which this correction follows the ground */
#define LOW_OTHER  0.1  /* above this weight of crouch or jump the hips are not raised */
#define START_S    0.6  /* s: longest start; if no foot is lifted by then, the network's motion continues */
#define AT_WALL    6    /* frames at a wall before it is reported, and away from it before the next report */

static pd_character_root_frame root_of(const pd_character *c, const pd_character_rig *rig)
{
    const pd_character_trajectory *t = &c->trajectory;
    const pd_character_instant *now = &t->frames[rig->frames / 2];
    double yaw = pd_character_trajectory_yaw(t, rig);

    return (pd_character_root_frame){.at = {now->at[0], t->height, now->at[1]},
                                     .dir = {now->dir[0], now->dir[1]},
                                     .yaw = yaw,
                                     .rotation = {0, pd_sin(yaw / 2), 0, pd_cos(yaw / 2)}};
}

/* Converts a vector of a row (root frame, cm) to the world (metres). */
static inline pd_vec3 outward(const pd_character_root_frame *r, const float *row, double most)
{
    double x = pd_plane_clamp((double)row[0], -most, most);
    double z = pd_plane_clamp((double)row[2], -most, most);
    double out[2];

    pd_plane_out(out, r->dir, x, z);
    double y = pd_plane_clamp((double)row[1], -most, most);

    return pd_vec3_scale(pd_vec3_make(out[0], y, out[1]), 1 / PD_PFNN_UNITS);
}

/* Returns the part of `velocity` by which a joint is held back in a frame of a flight, metres. Strides are
 * slowed down there, but not the root. */
static pd_vec3 held_back(const pd_character *c, pd_vec3 velocity)
{
    const double hold = pd_fmax(c->jump.hold, c->physics.hold);
    const double *step = c->trajectory.step;
    if (!(hold > 0)) return pd_vec3_make(0, 0, 0);
    const pd_vec3 own = {step[0] * PD_CHARACTER_DT, 0, step[1] * PD_CHARACTER_DT};
    return pd_vec3_scale(pd_vec3_sub(velocity, own), hold);
}

/* Reads the joints of the output row. mix: share of the row's positions. The rest is the last frame's
 * positions, moved by the row's velocities. */
static void read_joints(pd_character *c, const float *y, const pd_character_rig *rig,
                        const pd_character_root_frame *r, double mix)
{
    const pd_pfnn_layout *l = &rig->layout;

    for (int j = 0; j < l->joints; j++) {
        pd_vec3 place = pd_vec3_add(r->at, outward(r, y + l->out_positions + 3 * j, MAX_PLACE));
        pd_vec3 velocity = outward(r, y + l->out_velocities + 3 * j, MAX_SPEED);
        pd_vec3 guess = pd_vec3_add(c->positions[j], pd_vec3_sub(velocity, held_back(c, velocity)));
        c->positions[j] = pd_vec3_fma(guess, mix, pd_vec3_sub(place, guess));
        c->velocities[j] = velocity;
    }
}

/* Reads the network's rotations, which are half angles. rotations (J):
 * out, world, not yet fitted to the positions. */
static void read_rotations(pd_quat *rotations, const float *y, const pd_character_rig *rig,
                           const pd_character_root_frame *r)
{
    const pd_pfnn_layout *l = &rig->layout;

    for (int j = 0; j < l->joints; j++) {
        const float *v = y + l->out_rotations + 3 * j;
        pd_vec3 twice = {2 * (double)v[0], 2 * (double)v[1], 2 * (double)v[2]};
        rotations[j] = pd_q_mul(r->rotation, pd_q_from_rotvec(twice));
    }

    pd_character_pose_straighten_arms(rotations, rig);
}

/* Finishes a row after the fit. */
static void end_row(pd_character *c, pd_quat *rotations, const float *y, const pd_character_rig *rig)
{
    pd_character_pose *p = &c->pose;
    pd_character_pose_steady_arms(rotations, p->joints, c->arms, rig);
    pd_character_pose_soften_hands(rotations, p->joints, c->hands, rig);
    for (int i = 0; i < PD_PFNN_CONTACTS; i++)
        p->contacts[i] = (float)pd_plane_clamp((double)y[rig->layout.out_contacts + i], 0, 1);
}

/* ---- the state after a tick */

static void round_link(pd_character_link *link)
{
    pd_grid_round_all(&link->step.x, 3);
    pd_grid_round_all(&link->offset.x, 3);
    pd_grid_round_all(&link->speed.x, 3);
}

/* Rounds the state that the next tick reads (joints, arms, feet) to the grid (core/math/grid.h), so that
 * snapshots are small. Rotations are not rounded,
 * because bones keep their lengths only with unit quaternions. */
static void round_state(pd_character *c, const pd_character_rig *rig)
{
    const size_t joints = 3 * (size_t)rig->layout.joints;

    pd_grid_round_all(&c->positions[0].x, joints);
    pd_grid_round_all(&c->velocities[0].x, joints);
    for (int i = 0; i < PD_CHARACTER_RIG_LINKS; i++) round_link(&c->arms[i]);

    for (int i = 0; i < PD_PFNN_CONTACTS; i++) {
        pd_character_lock *k = &c->lock.locks[i];
        pd_vec3 *const vectors[] = {&k->place, &k->offset, &k->rate, &k->free, &k->from, &k->shown};
        for (size_t v = 0; v < sizeof vectors / sizeof *vectors; v++) pd_grid_round_all(&vectors[v]->x, 3);
    }

    for (int f = 0; f < rig->foot_count; f++) {
        pd_grid_round_all(&c->lock.was[f][0].x, 6);
        round_link(&c->lock.ankles[f]);
    }
}

/* ---- frames of a database */

/* Shows a frame as the character's pose. The positions that a network would get as input are those before
 * feet are locked. */
static void show_frame(pd_character *c, const pd_matching_frame *frame, const pd_matching_root *place,
                       const pd_character_rig *rig, const pd_anim_scene *scene)
{
    pd_character_root_frame r = root_of(c, rig);
    pd_character_pose *p = &c->pose;
    pd_quat rotations[PD_CHARACTER_RIG_JOINTS];

    const pd_character_matched_frame shown = {frame, place, r.at.y};
    pd_character_matched_show(rotations, p->joints, &c->matched, &shown, rig);
    for (int j = 0; j < rig->layout.joints; j++) {
        c->velocities[j] = pd_vec3_sub(p->joints[j], c->positions[j]);
        c->positions[j] = p->joints[j];
    }

    memcpy(p->contacts, frame->contacts, sizeof p->contacts);
    c->phase = frame->phase;
    pd_character_finish_pose(c, rotations, rig, scene, &r);
}

pd_status pd_character_init(pd_character *c, const pd_character_rig *rig, const pd_anim_scene *scene,
                            const double position[2], double facing, pd_error *err)
{
    const double most = PD_ANIM_SCENE_MAX_SPAN;

    memset(c, 0, sizeof *c);
    c->size = pd_anim_scene_unit(scene);
    c->idle[0] = 1;

    /* The position must be inside the largest scene, and the angle small enough to be precise. */
    for (int i = 0; i < 2; i++)
        if (!(fabs(position[i]) <= most))
            return pd_fail(err, PD_ERR_RANGE, i ? "/position/1" : "/position/0", "%g; %.10g to %.10g allowed",
                           position[i], -most, most);
    if (!(fabs(facing) <= 1e6))
        return pd_fail(err, PD_ERR_RANGE, "/facing", "%g; -1e6 to 1e6 allowed", facing);

    /* Manner and time of the character. The time is a hash of its position,
     * so that neighbours do not breathe in step. */
    pd_character_trajectory_init(&c->trajectory, rig, scene, position, facing);
    pd_character_manner_init(&c->manner, &(pd_character_person){.variation = 0}, &rig->model->network);
    for (int j = 0; j < PD_CHARACTER_RIG_JOINTS; j++) c->pose.rotations[j] = pd_q_identity();
    c->manner.time = fmod(fabs(12.9898 * position[0] + 78.233 * position[1] + 3.7 * facing), 100);

    /* First pose: a frame of the database, the network's settled row, or its mean row. */
    pd_character_root_frame r = root_of(c, rig);
    if (rig->paces) {
        c->matched.active = true;
        c->trajectory.captured = 1;
        pd_character_paced_show(c, rig, scene);
    } else if (rig->matching) {
        pd_matching_root place = pd_character_matched_root(&c->trajectory, rig);
        const pd_matching_goal none = {.facing = place.yaw};
        pd_matching_frame frame;

        c->matched.active = true;
        c->trajectory.captured = 1;
        pd_matching_player_begin(&c->matched.player, &place, rig->matching);
        pd_matching_player_step(&frame, &c->matched.player, &none, &place, rig->matching);
        show_frame(c, &frame, &place, rig, scene);
    } else {
        bool settled = rig->start.row_count > 0;
        const float *row = settled ? rig->start.row : rig->model->network.y_mean;
        pd_quat rotations[PD_CHARACTER_RIG_JOINTS];
        if (settled) c->phase = rig->start.phase;
        read_joints(c, row, rig, &r, 1);
        read_rotations(rotations, row, rig, &r);
        pd_character_pose_fit(rotations, c->pose.joints, c->positions, rig);
        end_row(c, rotations, row, rig);
        pd_character_finish_pose(c, rotations, rig, scene, &r);
    }

    /* The character starts at rest. */
    for (int j = 0; j < rig->layout.joints; j++) c->velocities[j] = pd_vec3_make(0, 0, 0);
    round_state(c, rig);

    /* Feet on the ground at the start are planted, so that they are not reported as steps. */
    for (int f = 0; f < rig->foot_count; f++)
        c->planted[f] = pd_fmaxf(c->pose.contacts[2 * f], c->pose.contacts[2 * f + 1]) >= (float)ON_GROUND;

    return PD_OK;
}

pd_status pd_character_set_person(pd_character *c, const pd_character_person *person,
                                  const pd_character_rig *rig, pd_error *err)
{
    pd_status status = pd_character_person_check(person, &rig->model->network, err);

    if (status != PD_OK) return status;

    double time = c->manner.time;
    pd_character_manner_init(&c->manner, person, &rig->model->network);
    c->manner.time += time;
    if (person->variation) c->phase = pd_pfnn_phase_wrap(c->phase + c->manner.time);

    return PD_OK;
}

/* ---- before the network */

/* Converts a vector of the world (metres) to the row (root frame, cm). */
static void inward(float out[3], const double dir[2], pd_vec3 v)
{
    double flat[2];
    pd_plane_in(flat, dir, v.x, v.z);
    out[0] = (float)(PD_PFNN_UNITS * flat[0]);
    out[1] = (float)(PD_PFNN_UNITS * v.y);
    out[2] = (float)(PD_PFNN_UNITS * flat[1]);
}

static void write_row(float *x, float *phase, pd_character *c, const pd_character_rig *rig,
                      const pd_anim_scene *scene)
{
    pd_character_trajectory_write(x, &c->trajectory, rig, scene);

    /* Joints of the previous frame, in its root's frame. */
    const pd_pfnn_layout *l = &rig->layout;
    const pd_character_instant *was = &c->trajectory.frames[rig->frames / 2 - 1];
    pd_vec3 origin = {was->at[0], c->trajectory.height_before, was->at[1]};
    for (int j = 0; j < l->joints; j++) {
        const pd_vec3 before = pd_vec3_sub(c->positions[j], held_back(c, c->velocities[j]));
        inward(x + l->in_positions + 3 * j, was->dir, pd_vec3_sub(before, origin));
        inward(x + l->in_velocities + 3 * j, was->dir, c->velocities[j]);
    }

    /* Cosine of the angle between target facing and target direction; 1 while standing. */
    const pd_character_goal *goal = &c->trajectory.goal;
    const double speed = pd_plane_length(goal->velocity);
    const double ahead = speed < 0.1 ? 1 : pd_plane_dot(goal->velocity, goal->facing) / speed;
    const pd_character_manner_moves moves = {.gaits = c->trajectory.frames[rig->frames / 2].gaits,
                                             .ahead = ahead,
                                             .speed = pd_plane_length(goal->asked),
                                             .level = pd_character_levelness(c)};
    pd_character_manner_write(x + l->in_style, &c->manner, pd_character_variation_time(c), &moves, rig);
    *phase = (float)c->phase;
}

/* Computes the goal of this tick with the character's own pace, and the trajectory towards it. */
static void blend_character(pd_character *c, const pd_character_input *input, const pd_character_rig *rig,
                            const pd_anim_scene *scene)
{
    c->trajectory.goal.pace = c->manner.pace;
    c->trajectory.goal.waver =
        1 + rig->control.vary_pace * pd_character_wander(c->manner.seed, PD_CHARACTER_WANDER_PACE,
                                                         pd_character_variation_time(c), PACE_S, 0);
    pd_character_input own = *input;
    own.responsive |= rig->control.responsive > 0.5;
    pd_character_trajectory_blend(&c->trajectory, &own, rig, scene);
}

void pd_character_before(float *x, float *phase, pd_character *c, const pd_character_input *input,
                         const pd_character_rig *rig, const pd_anim_scene *scene)
{
    blend_character(c, input, rig, scene);
    write_row(x, phase, c, rig, scene);
}

/* ---- after the network */

/* Ends a tick after the trajectory has advanced: velocity, events, time. */
static void finish_character(pd_character *c, const pd_character_rig *rig)
{
    round_state(c, rig);
    pd_character_pose *p = &c->pose;
    p->velocity = pd_vec3_make(c->trajectory.step[0], 0, c->trajectory.step[1]);
    p->events = c->pending;
    c->pending = 0;

    /* Steps: a foot that was lifted has come down.
     * Two thresholds avoid repeated steps when a contact wavers. */
    for (int f = 0; f < rig->foot_count; f++) {
        const float *contacts = p->contacts + 2 * f;
        const pd_character_leg *leg = &rig->legs[f];
        double most = pd_fmax((double)contacts[0], (double)contacts[1]);
        if (c->planted[f] && most < LIFTED) c->planted[f] = 0;
        if (c->planted[f] || most < ON_GROUND) continue;
        c->planted[f] = 1;
        p->steps[f] = p->joints[contacts[0] > contacts[1] ? leg->heel : leg->toe];
        p->events |= f ? PD_CHARACTER_STEP_RIGHT : PD_CHARACTER_STEP_LEFT;
    }

    /* Jumps are found by height, because contacts waver in flight. The flights of a jog are too low. */
    if (rig->foot_count && !c->jumping && c->clearance > UP_JUMPED && p->gaits[PD_PFNN_JUMP] > 0.5f) {
        c->jumping = 1;
        p->events |= PD_CHARACTER_JUMPED;
    }

    if (rig->foot_count && c->jumping && c->clearance < UP_LANDED) {
        c->jumping = 0;
        p->events |= PD_CHARACTER_LANDED;
    }

    /* Walls: report once when the character has been held back for AT_WALL ticks. */
    if (c->trajectory.blocked)
        c->blocked++;
    else
        c->blocked = c->blocked > AT_WALL ? AT_WALL : c->blocked > 0 ? c->blocked - 1 : 0;
    if (c->trajectory.blocked && c->blocked == AT_WALL) p->events |= PD_CHARACTER_BLOCKED;

    c->ticks++;
}

/* A character after the network. Several of them are fitted together. */
typedef struct landing {
    pd_character *character;
    const float *y;
    pd_character_root_frame root;
    pd_quat rotations[PD_CHARACTER_RIG_JOINTS];
} landing;

/* Raises the positions of the network's next input if its hips are too low for a jog (LOWEST_JOG): all
 * joints by the same height. */
static void keep_up(pd_character *c, const pd_character_root_frame *r, const pd_character_rig *rig)
{
    const float *gaits = c->trajectory.frames[rig->frames / 2].gaits;
    const double other = pd_fmax((double)gaits[PD_PFNN_JUMP], (double)gaits[PD_PFNN_CROUCH]);
    const double jog =
        pd_plane_clamp((double)gaits[PD_PFNN_JOG], 0, 1) * pd_plane_clamp(1 - other / LOW_OTHER, 0, 1);
    const double level = pd_character_levelness(c);

    c->kept += MIX_KEPT * (level - c->kept);
    const double share = jog * pd_fmin(level, c->kept);
    if (!(share > 0)) return;

    const double low = LOWEST_JOG - (c->positions[rig->skeleton.root].y - r->at.y);
    const double near = pd_fmax(low + LOW_EASE, 0);
    const double lift = share * LOW_SHARE * (low > LOW_EASE ? low : near * near / (4 * LOW_EASE));
    for (int j = 0; j < rig->layout.joints && lift > 0; j++) c->positions[j].y += lift;
}

static void begin_after(landing *to, pd_character *c, const float *y, const pd_character_rig *rig)
{
    const pd_pfnn_network *n = &rig->model->network;
    float sum = 0;

    for (int i = 0; i < n->y_dim; i++) sum += y[i] * 0; /* 0 if all are finite */
    if (sum != 0) y = n->y_mean;

    const pd_character_control *k = &rig->control;
    double steady = pd_character_trajectory_calm(&c->trajectory, k);
    to->character = c;
    to->y = y;
    to->root = root_of(c, rig);
    read_joints(c, y, rig, &to->root, k->mix_joints + steady * (k->mix_joints_steady - k->mix_joints));
    keep_up(c, &to->root, rig);
    read_rotations(to->rotations, y, rig, &to->root);
}

/* Positions of the toes in the previous frame, and whether they were planted. */
typedef struct toes {
    pd_vec3 at[PD_CHARACTER_RIG_FEET];
    bool is_planted[PD_CHARACTER_RIG_FEET];
} toes;

static toes toes_of(const pd_character_pose *p, const pd_character_rig *rig)
{
    toes t = {0};

    for (int f = 0; f < rig->foot_count; f++) {
        t.at[f] = p->joints_free[rig->legs[f].toe];
        t.is_planted[f] = p->contacts[2 * f + 1] >= (float)ON_GROUND;
    }

    return t;
}

/* Returns whether the character is starting: from the order to move until a foot leaves the ground, at
 * most for START_S. */
static bool is_starting(const pd_character *c, const pd_character_rig *rig)
{
    const double since = c->trajectory.goal.underway;
    if (!(since > 0 && since < START_S) || rig->foot_count < PD_CHARACTER_RIG_FEET) return false;
    for (int f = 0; f < rig->foot_count; f++)
        if (!c->lock.locks[2 * f].locked && !c->lock.locks[2 * f + 1].locked) return false;
    return true;
}

/* Finishes a tick after the network: feet, trajectory, phase, events. */
static void end_after(landing *from, const pd_character_rig *rig, const pd_anim_scene *scene)
{
    pd_character *c = from->character;
    const float *y = from->y;
    const toes before = toes_of(&c->pose, rig);

    end_row(c, from->rotations, y, rig);
    pd_character_finish_pose(c, from->rotations, rig, scene, &from->root);

    /* Report the mean slip of the planted toes. The trajectory subtracts a part
     * of it from the root's next step. */
    const toes now = toes_of(&c->pose, rig);
    double slip[2] = {0, 0};
    int count = 0;
    for (int f = 0; f < rig->foot_count; f++) {
        if (!before.is_planted[f] || !now.is_planted[f]) continue;
        slip[0] += now.at[f].x - before.at[f].x;
        slip[1] += now.at[f].z - before.at[f].z;
        count++;
    }

    for (int k = 0; k < 2 && count; k++) slip[k] /= count;
    pd_character_trajectory_follow_toes(&c->trajectory, count ? slip : NULL, &rig->control);

    /* Advance the phase, slower if there is little motion. Slow random variation makes strides differ. */
    double change = pd_plane_clamp((double)y[rig->layout.out_phase], 0, MAX_PHASE);
    pd_character_trajectory_advance(&c->trajectory, y, rig, scene);
    double s = c->trajectory.motion;
    double floor = rig->control.phase_floor;
    if (is_starting(c, rig)) change *= rig->control.start_phase;
    change *= 1 + rig->control.vary_phase * pd_character_wander(c->manner.seed, PD_CHARACTER_WANDER_PHASE,
                                                                pd_character_variation_time(c), PHASE_S, 0);
    change *= 1 - c->physics.hold;
    change = pd_character_jump_phase(&c->jump, (s * (1 - floor) + floor) * 2 * M_PI * change);
    c->phase = pd_pfnn_phase_wrap(c->phase + change);
    finish_character(c, rig);
}

void pd_character_after(pd_character *c, const float *y, const pd_character_rig *rig,
                        const pd_anim_scene *scene)
{
    landing one;
    begin_after(&one, c, y, rig);
    pd_character_pose_fit(one.rotations, c->pose.joints, c->positions, rig);
    end_after(&one, rig, scene);
}

/* Advances a character by a tick with frames of a database. */
static void character_match(pd_character *c, const pd_character_input *input, const pd_character_rig *rig,
                            const pd_anim_scene *scene)
{
    float y[PD_CHARACTER_MATCHED_HEAD];
    pd_matching_frame frame;

    blend_character(c, input, rig, scene);

    /* Play one frame. */
    pd_matching_root place = pd_character_matched_root(&c->trajectory, rig);
    pd_matching_goal goal = pd_character_matched_goal(&c->trajectory, rig);
    pd_matching_player_step(&frame, &c->matched.player, &goal, &place, rig->matching);
    show_frame(c, &frame, &place, rig, scene);

    /* Advance the trajectory by the frame's step, and keep the carried object out of walls. */
    pd_character_matched_head(y, &frame, rig);
    pd_character_trajectory_advance(&c->trajectory, y, rig, scene);
    pd_anim_scene_push(c->matched.player.object.at, scene, rig->control.wall_keep);
    finish_character(c, rig);
}

/* Advances an animal by a tick. */
static void character_pace(pd_character *c, const pd_character_input *input, const pd_character_rig *rig,
                           const pd_anim_scene *scene)
{
    float y[PD_CHARACTER_MATCHED_HEAD];
    pd_matching_frame frame;

    blend_character(c, input, rig, scene);

    /* A wall takes the speed away. */
    pd_matching_pacer *pacer = &c->matched.pacer;
    const pd_matching_root place = pd_character_matched_root(&c->trajectory, rig);
    const double *step = c->trajectory.step;
    const double ahead = step[0] * pd_sin(place.yaw) + step[1] * pd_cos(place.yaw);
    if (c->trajectory.blocked) pacer->speed = pd_plane_clamp(ahead, 0, pacer->speed);

    /* Step, show the pose, and advance the trajectory. */
    const pd_matching_goal goal = pd_character_matched_goal(&c->trajectory, rig);
    pd_matching_pacer_step(&frame, pacer, &goal, &place, rig->paces);
    pd_character_paced_show(c, rig, scene);
    memcpy(c->pose.contacts, frame.contacts, sizeof frame.contacts);
    c->phase = frame.phase;
    pd_character_matched_head(y, &frame, rig);
    pd_character_trajectory_advance(&c->trajectory, y, rig, scene);
    finish_character(c, rig);
}

/* ---- a tick of many characters */

typedef struct batch {
    const pd_character_tick *tick;
    const pd_character_rig *rig;
    float *x, *y, *phase;
} batch;

#define FITTED 4 /* number of characters in a task after the network, as in pd_k_fit */

static const pd_anim_scene *scene_of(const pd_character_tick *tick, int i)
{
    return tick->scenes ? tick->scenes[i] : NULL;
}

static void before_task(void *arg, int row, int worker)
{
    const batch *b = arg;
    float *x = b->x + (size_t)row * (size_t)b->rig->layout.in_count;
    (void)worker;
    pd_character_before(x, b->phase + row, b->tick->characters[row], b->tick->inputs[row], b->rig,
                        scene_of(b->tick, row));
}

/* Finishes up to four rows. They are fitted together, because the fit runs on vector lanes. */
static void after_task(void *arg, int index, int worker)
{
    const batch *b = arg;
    int first = FITTED * index;
    int left = b->tick->count - first;
    int count = left < FITTED ? left : FITTED;
    landing landings[FITTED];
    pd_k_fit four = {.count = count};
    (void)worker;

    /* A single row does not use the lanes. */
    if (count == 1) {
        pd_character_after(b->tick->characters[first],
                           b->y + (size_t)first * (size_t)b->rig->layout.out_count, b->rig,
                           scene_of(b->tick, first));
        return;
    }

    /* Begin each row, fit all rows together, then end each row. */
    for (int k = 0; k < count; k++) {
        const int row = first + k;
        pd_character *c = b->tick->characters[row];
        begin_after(&landings[k], c, b->y + (size_t)row * (size_t)b->rig->layout.out_count, b->rig);
        four.rotations[k] = landings[k].rotations;
        four.joints[k] = c->pose.joints;
        four.places[k] = c->positions;
    }

    pd_character_pose_fit_four(&four, b->rig);
    for (int k = 0; k < count; k++) end_after(&landings[k], b->rig, scene_of(b->tick, first + k));
}

static void match_task(void *arg, int i, int worker)
{
    const batch *b = arg;
    (void)worker;
    (b->rig->paces ? character_pace : character_match)(b->tick->characters[i], b->tick->inputs[i], b->rig,
                                                       scene_of(b->tick, i));
}

size_t pd_character_tick_scratch_bytes(const pd_character_tick *tick, const pd_character_rig *rig,
                                       const pd_executor *executor)
{
    size_t n = (size_t)tick->count;
    pd_pfnn_job job = {.count = tick->count, .mode = tick->mode};
    size_t again = 3 * pd_arena_bytes(n, sizeof(void *)) + pd_arena_bytes(n, sizeof(double)) +
                   pd_arena_bytes(n, sizeof(int));

    if (rig->model->matching) return 0;

    return again + pd_arena_bytes(n * (size_t)rig->layout.in_count, sizeof(float)) +
           pd_arena_bytes(n * (size_t)rig->layout.out_count, sizeof(float)) +
           pd_arena_bytes(n, sizeof(float)) + pd_pfnn_job_scratch_bytes(&job, rig->model, executor);
}

/* Runs one frame of all characters of a tick. */
static void run_once(const pd_character_tick *tick, const pd_character_rig *rig, pd_arena *arena,
                     const pd_executor *executor)
{
    /* Without a network, every character plays frames of the database. */
    size_t n = (size_t)tick->count;
    size_t used = arena->used;
    batch b = {.tick = tick, .rig = rig};

    if (rig->model->matching) {
        pd_execute(executor, match_task, &b, tick->count);
        return;
    }

    b.x = pd_arena_take(arena, n * (size_t)rig->layout.in_count, sizeof *b.x);
    b.y = pd_arena_take(arena, n * (size_t)rig->layout.out_count, sizeof *b.y);
    b.phase = pd_arena_take(arena, n, sizeof *b.phase);

    /* Several rows are finished at a time. */
    pd_pfnn_job job = {.y = b.y, .x = b.x, .phase = b.phase, .count = tick->count, .mode = tick->mode};
    pd_execute(executor, before_task, &b, tick->count);
    pd_pfnn_job_run(&job, rig->model, arena, executor);
    pd_execute(executor, after_task, &b, (tick->count + FITTED - 1) / FITTED);
    arena->used = used;
}

void pd_character_tick_run(const pd_character_tick *tick, const pd_character_rig *rig, pd_arena *arena,
                           const pd_executor *executor)
{
    if (rig->model->matching) { /* frames of a database have one rate */
        run_once(tick, rig, arena, executor);
        return;
    }

    /* Each character takes as many ticks of the network as its playback rate needs. */
    size_t n = (size_t)tick->count;
    size_t used = arena->used;
    pd_character **who = pd_arena_take(arena, n, sizeof *who);
    const pd_character_input **what = pd_arena_take(arena, n, sizeof *what);
    const pd_anim_scene **where = pd_arena_take(arena, n, sizeof *where);
    double *rates = pd_arena_take(arena, n, sizeof *rates);
    int *ticks = pd_arena_take(arena, n, sizeof *ticks);
    int most = 0;

    for (int i = 0; i < tick->count; i++) {
        pd_character *c = tick->characters[i];
        rates[i] = c->trajectory.goal.rate * pd_character_size_pace(c->size, rig);
        ticks[i] = pd_character_playback_begin(&c->playback, &c->pose, rates[i]);
        if (ticks[i] > most) most = ticks[i];
    }

    /* Run the ticks one after the other, each for the characters that need it. */
    for (int done = 0; done < most; done++) {
        pd_character_tick some = {
            .characters = who, .inputs = what, .scenes = where, .count = 0, .mode = tick->mode};

        for (int i = 0; i < tick->count; i++) {
            pd_character *c = tick->characters[i];
            if (ticks[i] <= done) continue;
            if (done) pd_character_playback_between(&c->playback, &c->pose);
            who[some.count] = c;
            what[some.count] = tick->inputs[i];
            where[some.count++] = scene_of(tick, i);
        }

        run_once(&some, rig, arena, executor);
    }

    /* Blend between the last two ticks. */
    for (int i = 0; i < tick->count; i++)
        pd_character_playback_end(&tick->characters[i]->playback, &tick->characters[i]->pose, rates[i], rig);
    arena->used = used;
}
