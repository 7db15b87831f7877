/* From the stick to the speed, direction, facing and gaits that are wanted now. */
#include "core/math/plane.h"
#include "core/pfnn/trajectory.h"

#define DT          (1 / PD_PFNN_RATE)
#define STEADY      0.1 /* radians: stick, heading and its mean of half a second this close are not turning */
#define FORGET      0.95 /* a frame: what is left of a correction when the goal changes direction      */
#define STEER_SPEED 0.4  /* m/s: slower characters are not steered                         */

/* The stick in world space, and what it asks for. */
typedef struct stick {
    double dir[2], size;       /* unit; 0 .. 1 */
    double look[2];            /* unit         */
    int has_look, moving, jog; /* jog: the gait's label */
    double speed;              /* m/s          */
} stick;

static void axes_of(double forward[2], const pd_pfnn_input *input, const double facing[2])
{
    forward[0] = 0, forward[1] = 1;
    if (input->axes == PD_PFNN_CHARACTER) forward[0] = facing[0], forward[1] = facing[1];
    if (input->axes == PD_PFNN_CAMERA)
        forward[0] = sin(input->camera_yaw), forward[1] = cos(input->camera_yaw);
}

static double own_speed(const pd_pfnn_control *c, pd_pfnn_want gait)
{
    if (gait == PD_PFNN_WANT_JOG) return c->jog_speed;
    if (gait == PD_PFNN_WANT_RUN) return c->run_speed;
    return c->walk_speed * (gait == PD_PFNN_WANT_CROUCH ? c->crouch_scale : 1);
}

/* How much the character will move sideways or backwards: 0 forwards .. 1. */
static double sideways(const pd_pfnn_goal *w, const double dir[2])
{
    return w->strafe * pd_plane_clamp(1 - pd_plane_dot(dir, w->facing), 0, 1);
}

static double speed_of(const stick *s, const pd_pfnn_goal *w, const pd_pfnn_input *input,
                       const pd_pfnn_control *c, int on_beam)
{
    double side = sideways(w, s->dir), most = PD_PFNN_MAX_SPEED;
    double speed = s->size * (input->speed > 0 ? input->speed : own_speed(c, input->gait));
    if (input->speed <= 0) speed *= 1 + side * (c->side_scale - 1);
    if (input->gait == PD_PFNN_WANT_WALK || input->gait == PD_PFNN_WANT_CROUCH || w->crouch > 0.5)
        most = c->walk_most;
    if (on_beam) most = c->walk_speed;
    most += side * (fmin(c->side_most, most) - most);
    return fmax(fmin(speed, most), c->speed_least);
}

static stick read_stick(const pd_pfnn_goal *w, const pd_pfnn_input *input, const double facing[2],
                        const pd_pfnn_control *c, int on_beam)
{
    stick s = {.dir = {w->heading[0], w->heading[1]}};
    double forward[2], rotated[2], push = pd_pfnn_input_push(input);
    axes_of(forward, input, facing);
    if (push > c->dead_zone) {
        pd_plane_out(rotated, forward, input->move[0], input->move[1]);
        pd_plane_unit(s.dir, rotated);
        s.size = push;
        s.moving = 1;
        s.speed = speed_of(&s, w, input, c, on_beam);
        s.jog = s.speed >= c->jog_from;
    }
    s.has_look = input->has_look || (input->axes == PD_PFNN_CAMERA && input->strafe > 0);
    s.look[0] = forward[0], s.look[1] = forward[1];
    if (input->has_look) {
        pd_plane_out(rotated, forward, input->look[0], input->look[1]);
        pd_plane_unit(s.look, rotated);
    }
    return s;
}

/* Turns the heading towards the stick, as fast as it may. Who strafes need not turn. */
static void turn_heading(pd_pfnn_goal *w, const stick *s, const double facing[2], const pd_pfnn_control *c)
{
    w->starting = s->moving ? fmax(w->starting - DT, 0) : 0;
    if (!s->moving) return;
    if (!w->moving) {
        w->heading[0] = facing[0], w->heading[1] = facing[1];
        if (fabs(pd_plane_angle(facing, s->dir)) < c->start_ahead) w->starting = c->start_time;
    }
    double limit = c->turn_limit * DT * (s->jog ? c->turn_limit_jog : 1) / fmax(1 - w->strafe, 0.02);
    double angle = pd_plane_angle(w->heading, s->dir);
    pd_plane_turn(w->heading, w->heading, pd_plane_clamp(angle, -limit, limit));
    pd_plane_unit(w->heading, w->heading);
}

/* Slower while the heading is not yet where the stick is. */
static void set_velocity(pd_pfnn_goal *w, const stick *s, const pd_pfnn_control *c)
{
    double towards = (1 + pd_plane_dot(w->heading, s->dir)) / 2, wanted[2];
    double speed = s->speed * w->gain * (c->turn_slow + (1 - c->turn_slow) * towards);
    pd_plane_turn(wanted, w->heading, w->steer);
    wanted[0] *= speed, wanted[1] *= speed;
    pd_plane_mix(w->velocity, w->velocity, wanted, c->mix_velocity);
    w->asked[0] = s->speed * s->dir[0], w->asked[1] = s->speed * s->dir[1];
}

static void set_facing(pd_pfnn_goal *w, const stick *s, const pd_pfnn_input *input, const double facing[2],
                       const pd_pfnn_control *c)
{
    double along[2] = {w->facing[0], w->facing[1]}, wanted[2];
    int strafing = w->strafe > 0.01;
    w->strafe += c->mix_strafe * (input->strafe - w->strafe);
    if (strafing && !w->strafing) w->held[0] = facing[0], w->held[1] = facing[1];
    w->strafing = strafing;
    if (s->moving) along[0] = w->heading[0], along[1] = w->heading[1];
    if (!s->moving && !s->has_look) pd_plane_between(along, along, facing, c->mix_gait);
    const double *look = s->has_look ? s->look : w->held;
    double part = s->moving ? w->strafe : s->has_look;
    pd_plane_between(wanted, along, look, part);
    pd_plane_between(w->facing, w->facing, wanted, c->mix_facing);
}

/* What the character really does is compared with the goal, once that has been steady for a while: an integral with a limit, that turns and
 * scales the goal, so that the network itself makes up for what it leaves undone. */
static void correct(pd_pfnn_trajectory *t, const stick *s, const pd_pfnn_control *c)
{
    pd_pfnn_goal *w = &t->goal;
    double moved = pd_plane_length(t->moved);
    int steady = s->moving && !t->blocked && fabs(pd_plane_angle(w->heading, s->dir)) < STEADY &&
                 fabs(pd_plane_angle(t->aimed, w->heading)) < STEADY;
    w->settled = steady ? w->settled + DT : 0;
    if (!steady) w->steer *= FORGET, w->gain += (1 - FORGET) * (1 - w->gain);
    if (w->settled < c->settle || moved < STEER_SPEED) return;
    w->steer += c->steer_gain * DT * pd_plane_angle(t->moved, t->aimed);
    w->steer = pd_plane_clamp(w->steer, -c->steer_most, c->steer_most);
    w->gain += c->speed_gain * DT * (1 - moved / fmax(pd_plane_length(t->aimed), STEER_SPEED));
    w->gain = pd_plane_clamp(w->gain, 1 - c->speed_most, 1 + c->speed_most);
}

/* ---- gaits */

static void set_gaits(pd_pfnn_trajectory *t, const stick *s, const pd_pfnn_rig *rig)
{
    const pd_pfnn_control *c = &rig->control;
    pd_pfnn_goal *w = &t->goal;
    double wanted[PD_PFNN_GAITS] = {0}, speed = pd_plane_length(w->velocity);
    double stand = pd_plane_clamp(1 - speed / c->stand_under, 0, 1);
    float *gaits = t->frames[rig->frames / 2].gaits;
    w->still += c->mix_gait * (stand - w->still);
    if (w->crouch > 0.1)
        wanted[PD_PFNN_CROUCH] = w->crouch;
    else if (stand > 0)
        wanted[PD_PFNN_STAND] = stand;
    else
        wanted[s->jog ? PD_PFNN_JOG : PD_PFNN_WALK] = 1;
    for (int g = 0; g < PD_PFNN_GAITS; g++) gaits[g] += (float)(c->mix_gait * (wanted[g] - (double)gaits[g]));
}

static void time_jump(pd_pfnn_goal *w, const pd_pfnn_input *input, const pd_pfnn_control *c)
{
    if (w->jump_age >= 0) w->jump_age += DT;
    if (w->jump_age > 2 * c->jump_half + c->jump_fall) w->jump_age = -1;
    if (input->jump && !w->jump_held && w->jump_age < 0) w->jump_age = 0;
    w->jump_held = input->jump != 0;
}

void pd_pfnn_trajectory_set_goal(pd_pfnn_trajectory *t, const pd_pfnn_input *input, const pd_pfnn_rig *rig,
                                 const pd_anim_scene *scene)
{
    const pd_pfnn_control *c = &rig->control;
    const pd_pfnn_instant *now = &t->frames[rig->frames / 2];
    pd_pfnn_goal *w = &t->goal;
    double at[2] = {now->at[0], now->at[1]};
    stick s = read_stick(w, input, now->dir, c, pd_anim_scene_balance(at, scene));
    w->crouch += c->mix_crouch * ((input->gait == PD_PFNN_WANT_CROUCH) - w->crouch);
    correct(t, &s, c);
    turn_heading(w, &s, now->dir, c);
    set_velocity(w, &s, c);
    set_facing(w, &s, input, now->dir, c);
    w->moving = s.moving;
    set_gaits(t, &s, rig);
    time_jump(w, input, c);
}
