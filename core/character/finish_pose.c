#include "core/character/finish_pose.h"

#include "core/character/control/control_preset.h"
#include "core/character/pose/idle.h"
#include "core/math/elementary.h"
#include "core/math/spring.h"

#include <math.h>
#include <string.h>

/* metres off a straight slope: below this gravity is corrected, above twice this it is not */
#define UNEVEN 0.3

/* Contacts. Contacts waver in a flight, so a jump is found by the height of the feet. */
#define UP_LEAST   0.06  /* metres: in a jump the lock of a foot decreases from this height ... */
#define UP_MOST    0.12  /* ... to 0 at this height */
#define UP_PLANT   0.03  /* metres: a heel or toe above this height has a contact below 0.5 */
#define UP_FADE    0.015 /* metres: the contact decreases to 0 over twice this height */
#define JUMP_AHEAD 15    /* frames ahead: a jump area's label there is an order to jump */
#define RISES      0.05  /* per frame: rate of the hips' rise while standing (pose/idle.h) */
#define HIPS_MEAN  0.03  /* per frame: rate of the running means of the hips' yaw and sway */
/* 1/s: spring that blends motions of standing; without it the hips accelerate by 16 m/s2 */
#define IDLE_W     12.0
/* 1/s: spring that blends the additions to a steady jog; without it an order to turn moves the hips by 2
 * cm in a frame */
#define STEADY_W   10.0
#define SHIFTS_S   0.5  /* s after a change of where a foot stands in which it may step there */
#define SHIFTED    0.01 /* metres: least change */
#define SLOW       0.4  /* m/s: below this speed the direction of motion is uncertain */

/* The pose that is being finished, and what its steps read. */
typedef struct finishing {
    pd_character *c;
    pd_character_pose *pose; /* of c */
    pd_quat *rotations;      /* (J) world */
    const pd_character_rig *rig;
    const pd_anim_scene *scene;
    const pd_character_root_frame *root;

    /* Shares, 0 to 1, of this tick: of the gaits, */
    double walk;
    double jog;
    double jump;
    double crouch;
    /* of the orders, */
    double still;
    double strafe;
    /* and of what the trajectory tells. */
    double back;  /* walks backwards */
    double calm;  /* neither turns nor changes its speed */
    double level; /* the ground is level */

    double steady;      /* share of a steady jog, from measure_steady on */
    double velocity[2]; /* of the root, x and z, metres per second */
    double rate;        /* rate of the playback, at least 1 */
} finishing;

/* Reads what the steps share. */
static finishing begin_finishing(pd_character *c, pd_quat *rotations, const pd_character_rig *rig,
                                 const pd_anim_scene *scene, const pd_character_root_frame *root)
{
    const pd_character_goal *goal = &c->trajectory.goal;
    const float *gaits = c->trajectory.frames[rig->frames / 2].gaits;
    const double speed = pd_plane_length(c->trajectory.step);
    const double along = pd_plane_dot(c->trajectory.step, root->dir) / pd_fmax(speed, SLOW);

    return (finishing){.c = c,
                       .pose = &c->pose,
                       .rotations = rotations,
                       .rig = rig,
                       .scene = scene,
                       .root = root,
                       .walk = pd_plane_clamp((double)gaits[PD_PFNN_WALK], 0, 1),
                       .jog = pd_plane_clamp((double)gaits[PD_PFNN_JOG], 0, 1),
                       .jump = pd_plane_clamp((double)gaits[PD_PFNN_JUMP], 0, 1),
                       .crouch = (double)gaits[PD_PFNN_CROUCH],
                       .still = pd_plane_clamp(goal->still, 0, 1),
                       .strafe = pd_plane_clamp(goal->strafe, 0, 1),
                       .back = pd_plane_clamp(-along, 0, 1),
                       .calm = pd_character_trajectory_calm(&c->trajectory, &rig->control),
                       .level = pd_character_levelness(c),
                       .velocity = {c->trajectory.step[0], c->trajectory.step[1]},
                       .rate = pd_fmax(goal->rate, 1)};
}

/* Raises all joints. */
static void raise_joints(const finishing *f, double by)
{
    for (int j = 0; j < f->rig->skeleton.joint_count && by > 0; j++) f->pose->joints[j].y += by;
}

/* Returns the height of heel or toe i above the ground, minus its height when planted. */
static double height_over_rest(const finishing *f, int i)
{
    const pd_character_leg *leg = &f->rig->legs[i / 2];
    const pd_vec3 joint = f->pose->joints[i % 2 ? leg->toe : leg->heel];
    const double rest = i % 2 ? leg->toe_rest : leg->heel_rest;
    return joint.y - pd_anim_scene_height(f->scene, joint.x, joint.z) - rest;
}

/* Stores the joints before the feet are locked, to measure the toes' slip. */
static void keep_free_joints(finishing *f)
{
    pd_character_pose *p = f->pose;
    p->seated = 0;
    p->root = f->root->at;
    p->yaw = f->root->yaw;
    memcpy(p->joints_free, p->joints, (size_t)f->rig->skeleton.joint_count * sizeof *p->joints);
}

/* Adds breathing, shifting weight and glances. The seed gives each character its own timing. */
static void add_idle(finishing *f)
{
    pd_character *c = f->c;

    /* Share of standing, smoothed. */
    double off = c->idle[0] - f->still;
    pd_spring(&off, &c->idle[1], IDLE_W, PD_CHARACTER_DT);
    c->idle[0] = f->still + off;

    /* Rise of the hips over the locked heels, smoothed. */
    const pd_character_lock *locks = c->lock.locks;
    const pd_vec3 *heels[2] = {locks[0].locked ? &locks[0].place : NULL,
                               locks[2].locked ? &locks[2].place : NULL};
    const double stands = pd_plane_clamp(1 - f->crouch, 0, 1);
    if (heels[0] || heels[1])
        c->rise += RISES * (stands * pd_character_idle_rise(f->pose->joints, heels, f->rig) - c->rise);

    const pd_character_idle idle = {.time = pd_character_variation_time(c),
                                    .still = pd_plane_clamp(c->idle[0], 0, 1),
                                    .yaw = f->pose->yaw,
                                    .rise = c->rise,
                                    .seed = c->manner.seed};
    if (!c->matched.active) pd_character_idle_add(f->rotations, f->pose->joints, &idle, f->rig);
}

/* Smooths the share of a steady jog. */
static void measure_steady(finishing *f)
{
    pd_character *c = f->c;
    const double calm = f->jog * f->calm;
    double unsteady = c->steady[0] - calm;

    pd_spring(&unsteady, &c->steady[1], STEADY_W, PD_CHARACTER_DT);
    c->steady[0] = calm + unsteady;
    f->steady = pd_plane_clamp(c->steady[0], 0, 1);
}

/* Enlarges the hips' yaw about its running mean, because a network averages strides and averages turn less
 * than any stride. The legs move with the hips and keep their orientation, and the trunk does not move.
 * The foot lock then moves the feet back. */
static void swing_hips(finishing *f, double gain)
{
    const pd_character_rig *rig = f->rig;
    const pd_anim_skeleton *s = &rig->skeleton;
    pd_character_pose *p = f->pose;

    if (rig->foot_count < PD_CHARACTER_RIG_FEET) return;

    /* Yaw of the hips relative to the heading, and its running mean. The mean is kept current even if the
     * gain is 0. */
    const pd_vec3 axis = pd_vec3_sub(p->joints[rig->legs[0].thigh], p->joints[rig->legs[1].thigh]);
    const double yaw = remainder(pd_atan2(-axis.z, axis.x) - p->yaw, 2 * M_PI);
    f->c->hips += HIPS_MEAN * (yaw - f->c->hips);
    const double half = 0.5 * gain * (yaw - f->c->hips);
    if (!(gain > 0)) return;

    /* Rotate the hips by the extra angle. The legs move with their hip joints and keep their orientation. */
    const pd_quat more = {0, pd_sin(half), 0, pd_cos(half)};
    const pd_vec3 middle = p->joints[s->root];
    f->rotations[s->root] = pd_q_mul(more, f->rotations[s->root]);
    for (int side = 0; side < rig->foot_count; side++) {
        const pd_character_leg *leg = &rig->legs[side];
        for (int j = s->parents[leg->thigh]; j >= 0 && j != s->root; j = s->parents[j])
            f->rotations[j] = pd_q_mul(more, f->rotations[j]);

        const pd_vec3 out = pd_vec3_sub(p->joints[leg->thigh], middle);
        const pd_vec3 by = pd_vec3_sub(pd_q_rotate(more, out), out);
        const int moved[] = {leg->thigh, leg->shin, leg->heel, leg->toe};
        for (int i = 0; i < 4; i++) p->joints[moved[i]] = pd_vec3_add(p->joints[moved[i]], by);
    }
}

/* Enlarges the hips' sway from foot to foot about its running mean, for the same reason. Moves the whole
 * body. The foot lock keeps planted feet in place. */
static void sway_hips(finishing *f, double gain)
{
    pd_character *c = f->c;
    pd_character_pose *p = f->pose;
    const double left[2] = {pd_cos(p->yaw), -pd_sin(p->yaw)};

    /* Motion of the root to the left, high-passed twice to remove anything slower than a stride. */
    c->sway[0] += PD_CHARACTER_DT * (f->velocity[0] * left[0] + f->velocity[1] * left[1]);
    c->sway[0] *= 1 - HIPS_MEAN;
    c->sway[1] += HIPS_MEAN * (c->sway[0] - c->sway[1]);
    const double more = gain * (c->sway[0] - c->sway[1]);
    for (int j = 0; j < f->rig->skeleton.joint_count && gain > 0; j++) {
        p->joints[j].x += more * left[0];
        p->joints[j].z += more * left[1];
    }
}

/* Enlarges the hips' motion in a steady jog. */
static void move_hips(finishing *f)
{
    swing_hips(f, f->rig->control.jog_hips * f->steady);
    sway_hips(f, f->rig->control.jog_sway * f->steady);
}

/* Raises the hips when walking, because averages of strides never straighten the knee and have low toes.
 * The foot lock keeps planted feet in place. */
static void raise_walk(finishing *f)
{
    raise_joints(f, f->rig->control.walk_rise * f->walk * (1 - f->back));
}

/* Contacts for the foot lock. During a jump the network's contacts are uncertain,
 * so a foot in the air is not locked. */
static void measure_contacts(finishing *f)
{
    pd_character *c = f->c;

    c->clearance = f->rig->foot_count ? INFINITY : 0;
    for (int i = 0; i < PD_PFNN_CONTACTS && f->rig->foot_count; i++) {
        const double up = height_over_rest(f, i);
        const double air = pd_plane_clamp((up - UP_LEAST) / (UP_MOST - UP_LEAST), 0, 1);
        c->lock_contacts[i] = f->pose->contacts[i] * (float)(1 - air * f->jump);
        c->clearance = pd_fmin(c->clearance, up);
    }
}

/* Adds effects of gravity and of curves, which a network's averages lack. */
static void add_physics(finishing *f)
{
    pd_character *c = f->c;
    double bend[2];

    if (!f->rig->foot_count) return;
    pd_character_trajectory_bend(bend, &c->trajectory, f->rig);
    const pd_character_physics_frame frame = {.root = f->root->at,
                                              .dir = {f->root->dir[0], f->root->dir[1]},
                                              .velocity = {f->velocity[0], f->velocity[1]},
                                              .acceleration = {bend[0], bend[1]},
                                              .clearance = c->clearance,
                                              .jog = f->jog,
                                              .jump = f->jump,
                                              .run = c->manner.run,
                                              .strafe = f->strafe,
                                              .calm = f->calm,
                                              .level = f->level,
                                              .even = pd_plane_clamp(2 - c->trajectory.uneven / UNEVEN, 0, 1),
                                              .jumps = c->jump.state != PD_CHARACTER_JUMP_NONE,
                                              .rate = f->rate};
    pd_character_physics_run(&c->physics, f->rotations, f->pose->joints, &frame, f->rig);
}

/* Raises the hips in turns, except in a crouch, a jump, a strafe and on hills. */
static void raise_in_turns(finishing *f)
{
    pd_character *c = f->c;
    const double upright = f->walk * f->level * (1 - f->jump) * (c->jump.state == PD_CHARACTER_JUMP_NONE) *
                           pd_plane_clamp(1 - c->trajectory.goal.strafe, 0, 1) *
                           pd_plane_clamp(1 - c->trajectory.goal.crouch, 0, 1);
    const double height = f->pose->joints[f->rig->skeleton.root].y - f->root->at.y;
    const double raised = pd_character_upright_run(&c->upright, height, upright, f->rig->control.upright,
                                                   c->trajectory.yaw_rate);

    if (!c->matched.active) raise_joints(f, raised);
}

/* Jumps when a jump is requested, or when the way ahead leads into a jump area. */
static void jump_on_order(finishing *f)
{
    pd_character *c = f->c;

    if (!(f->rig->control.jump_flight > 0) || !f->rig->foot_count) return;
    const pd_character_instant *ahead = &c->trajectory.frames[f->rig->frames / 2 + JUMP_AHEAD];
    const pd_character_control *k = &f->rig->control;
    const pd_character_control quick = pd_character_control_responsive(k);
    const pd_character_control *ready = c->trajectory.goal.responsive ? &quick : k;
    const pd_character_jump_frame order = {.root = f->root->at,
                                           .dir = {f->root->dir[0], f->root->dir[1]},
                                           .velocity = {f->velocity[0], f->velocity[1]},
                                           .clearance = c->clearance,
                                           .jog = f->jog,
                                           .phase = c->phase,
                                           .rate = f->rate,
                                           .level = f->level,
                                           .ready = {ready->jump_ready, ready->jump_ready_stand},
                                           .ordered = c->trajectory.goal.jump_age == 0,
                                           .area = (double)ahead->gaits[PD_PFNN_JUMP]};
    pd_character_jump_run(&c->jump, f->rotations, f->pose->joints, c->lock_contacts, &order, f->rig,
                          f->scene);
    c->clearance += c->jump.offset;
}

/* Moves the hips with the planted feet of a walk on ground that is not level,
 * and finds feet that land or are held. */
static void follow_ground(finishing *f)
{
    pd_character *c = f->c;
    pd_character_stance_frame frame = {.share = (1 - f->level) * (1 - f->jump) * (1 - f->jog),
                                       .velocity = {f->velocity[0], f->velocity[1]}};

    for (int side = 0; side < f->rig->foot_count; side++) {
        const pd_character_leg *leg = &f->rig->legs[side];
        const pd_character_lock *heel = &c->lock.locks[2 * side];
        const pd_character_lock *toe = heel + 1;
        const double up[2] = {
            heel->shown.y - leg->heel_rest - pd_anim_scene_height(f->scene, heel->shown.x, heel->shown.z),
            toe->shown.y - leg->toe_rest - pd_anim_scene_height(f->scene, toe->shown.x, toe->shown.z)};
        frame.is_locked[side] = heel->locked || toe->locked;
        frame.height[side] = pd_fmin(up[0], up[1]);
    }

    pd_character_stance_run(&c->stance, f->pose->joints, f->pose->contacts, c->lock_contacts, &frame, f->rig,
                            f->scene);
}

/* Locks the planted feet, then solves the legs for them. */
static void lock_feet(finishing *f)
{
    pd_character *c = f->c;
    const bool is_jumping =
        c->jump.state == PD_CHARACTER_JUMP_READY || c->jump.state == PD_CHARACTER_JUMP_FLIGHT;
    const pd_character_idle idle = {.time = pd_character_variation_time(c),
                                    .still = pd_plane_clamp(c->idle[0], 0, 1),
                                    .yaw = f->pose->yaw,
                                    .seed = c->manner.seed};
    pd_character_idle before = idle;
    before.time -= SHIFTS_S;
    const bool stays = c->matched.active || f->level < 1; /* on steps a foot stays where it has found room */
    const double stood = stays ? 0 : pd_fmin(c->trajectory.goal.stopped, c->ticks * PD_CHARACTER_DT);
    pd_character_pace pace = {.jog = f->jog,
                              .back = f->back,
                              .strafe = f->strafe,
                              .still = f->still,
                              .rough = 1 - f->level,
                              .quick = c->trajectory.goal.responsive &&
                                       (c->jump.state == PD_CHARACTER_JUMP_NONE || c->jump.jogs),
                              .lands = {c->stance.lands[0], c->stance.lands[1]},
                              .holds = {c->stance.holds[0], c->stance.holds[1]},
                              .stops = pd_plane_clamp(3 - c->trajectory.goal.stopped, 0, 1),
                              .knees = c->matched.active ? 0 : f->rig->control.walk_knees * f->walk,
                              .rate = c->trajectory.goal.rate,
                              .jumps = is_jumping,
                              .velocity = {f->velocity[0], f->velocity[1]}};

    for (int foot = 0; foot < PD_CHARACTER_RIG_FEET; foot++) {
        pace.stands[foot] = pd_character_idle_foot(foot, stood, &idle, f->rig);
        const pd_vec3 earlier = pd_character_idle_foot(foot, stood, &before, f->rig);
        pace.shifts[foot] = pd_vec3_distance(pace.stands[foot], earlier) > SHIFTED;
    }

    pd_character_foot_lock_run(&c->lock, f->rotations, f->pose->joints, c->lock_contacts, pace, f->rig,
                               f->scene);
}

/* Reports contacts. The network plants a foot some frames before it touches the ground, after a jump up to
 * 0.2 m above it. So the foot has to be near the ground and slow. */
static void report_contacts(finishing *f)
{
    const pd_character_lock *locks = f->c->lock.locks;
    const bool flies = f->c->jump.state == PD_CHARACTER_JUMP_FLIGHT;

    for (int i = 0; i < PD_PFNN_CONTACTS && f->rig->foot_count; i++) {
        const pd_character_leg *leg = &f->rig->legs[i / 2];
        const pd_vec3 own = f->pose->joints[i % 2 ? leg->toe : leg->heel];
        const pd_vec3 other = f->pose->joints[i % 2 ? leg->heel : leg->toe];
        const double floor = pd_character_foot_lock_floor(own, pd_vec3_sub(other, own), f->scene);
        const double up = own.y - floor - (i % 2 ? leg->toe_rest : leg->heel_rest);
        double near = pd_plane_clamp((UP_PLANT + UP_FADE - up) / (2 * UP_FADE), 0, 1);
        if (locks[i | 1].stride > 0 || flies) near = 0;
        near *= pd_plane_clamp(1.5 - locks[i].speed / f->rig->control.lock_speed, 0, 1);
        f->pose->contacts[i] = pd_fminf(f->pose->contacts[i], (float)near);
    }
}

/* Converts world rotations to local ones, with the sign nearest to the last frame,
 * so that quaternions are continuous. */
static void make_local(finishing *f)
{
    const pd_anim_skeleton *s = &f->rig->skeleton;

    for (int j = 0; j < s->joint_count; j++) {
        const int up = s->parents[j];
        const pd_quat q = up < 0 ? f->rotations[j] : pd_q_inv_mul(f->rotations[up], f->rotations[j]);
        const double sign = pd_q_dot(q, f->pose->rotations[j]) < 0 ? -1 : 1;
        f->pose->rotations[j] = pd_q_normalize((pd_quat){sign * q.x, sign * q.y, sign * q.z, sign * q.w});
    }
}

/* Sets the fields of the pose that follow from the joints and the gaits. */
static void describe_pose(finishing *f)
{
    const pd_character *c = f->c;
    const pd_anim_skeleton *s = &f->rig->skeleton;
    pd_character_pose *p = f->pose;

    p->translation = pd_vec3_sub(p->joints[s->root], s->offsets[s->root]);
    p->bone_error = pd_character_pose_stretch(c->positions, f->rig);
    memcpy(p->gaits, c->trajectory.frames[f->rig->frames / 2].gaits, sizeof p->gaits);
    if (c->jump.state == PD_CHARACTER_JUMP_READY || c->jump.state == PD_CHARACTER_JUMP_FLIGHT)
        p->gaits[PD_PFNN_JUMP] = 1;
    p->phase = c->phase;
}

/* The steps in the order in which they run. */
static const struct {
    void (*run)(finishing *f);
    bool is_of_network; /* true: skipped for frames of a database, which are captured as they are */
    bool is_of_people;  /* true: skipped for animals */
} steps[] = {
    /* Before any step that moves a joint. */
    {keep_free_joints, false, false},

    /* Steps that move the body. The contacts are measured when the hips are at their height. */
    {add_idle, false, true},
    {measure_steady, false, true},
    {move_hips, true, true},
    {raise_walk, true, true},
    {measure_contacts, false, true},
    {add_physics, true, true},
    {raise_in_turns, false, true},
    {jump_on_order, true, true},

    /* After all steps that move hips or feet. */
    {follow_ground, true, true},
    {lock_feet, false, true},
    {report_contacts, false, true},
    {make_local, false, false},
    {describe_pose, false, false},
};

void pd_character_finish_pose(pd_character *c, pd_quat *rotations, const pd_character_rig *rig,
                              const pd_anim_scene *scene, const pd_character_root_frame *root)
{
    finishing f = begin_finishing(c, rotations, rig, scene, root);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if ((!steps[i].is_of_network || !c->matched.active) && (!steps[i].is_of_people || !rig->paces))
            steps[i].run(&f);
}
