/* Converts the input to the goal: the present target speed, direction, facing and gaits. */
#include "core/math/elementary.h"
#include "core/math/plane.h"
#include "core/character/control/cliff.h"
#include "core/character/control/control_preset.h"
#include "core/character/control/load_carried.h"
#include "core/character/control/trajectory.h"

#include <stdbool.h>
#include <string.h>

#define EVADING 4.0 /* factor of turn_limit while a character avoids others */
#define DT      (1 / PD_CHARACTER_RATE)

/* Constants that are not in control.h's table. */

/* Corrections for the actual motion. They are made while the angle from the stick to the heading is below
 * STEADY and the requested velocity, averaged over half a second, has an angle to the heading below one of
 * these, radians: */
#define STEADY 0.1  /* for direction: the stick is steady */
#define EVEN   0.25 /* for the calm of the goal: the stick turns by up to half a radian a second */
#define CURVE  0.5  /* for speed: the stick turns by up to a radian a second */

#define GOING       0.8  /* fraction of the requested speed that a calm goal's actual motion has at least */
#define LATE        0.1  /* fraction by which the averaged request of a jog may differ from the present one */
#define FORGET      0.95 /* factor per frame of corrections while the goal is not steady */
#define STEER_SPEED 0.4  /* m/s: the direction of slower motion is too uncertain for corrections */

#define WIDE_FROM    1.7  /* radians: turns of a walk by more are partly wide ... */
#define WIDE_FULL    2.7  /* ... and fully wide from this angle on */
#define WIDE_FALL    0.5  /* rad/s: rate at which the remembered angle of a turn falls */
#define PLANT_STRAFE 0.5  /* strafe from which on a run turns without braking */
#define TURNED       0.35 /* radians between facing and stick at which a turn ends */
/* metres: largest height difference of level ground over the two seconds of the path */
#define LEVEL        0.05
#define ROUGH        0.2  /* metres: the same of ground on which back_rough applies in full */
#define RATE_OVER    1e-3 /* a playback rate becomes 1 when it is less than this from 1 */
#define SLOWEST      0.5  /* least playback rate of slow walks, as a fraction of the network's own time */

/* Walls and ledges. A request that leads into one is slowed down so that the character can stop before it.
 * The part along it remains. */
#define WALL_ROOM  0.08 /* metres: distance beyond wall_keep at which the character stops */
#define WALL_BRAKE 1.8  /* m/s2: deceleration towards a wall */
#define WALL_STEP  0.25 /* metres between the points of the way that are tested */
#define WALL_FAR   8.0  /* metres: greatest length of the way that is tested */
#define TOWARDS    0.05 /* sine of the angle to a wall below which a way is along it */
#define WALL_LEAST 0.3  /* m/s: a moving character stops when less than this remains of its request ... */
#define WALL_START 0.6  /* ... and a standing one starts when at least this remains */
#define WALL_AT    0.3  /* metres: a character with less free way is at the wall */
#define HELD_BACK  0.5 /* fraction of the requested speed: a character at a wall that keeps less is blocked */

/* The request of the input, in world space. */
typedef struct stick {
    double dir[2];  /* unit: direction of motion */
    double look[2]; /* unit: direction to look in */
    bool has_look;  /* true: `look` was given */
    bool moving;    /* true: the input asks for motion */
    bool jog;       /* true: the gait is jog */
    bool slowed;    /* true: a wall takes some of the requested speed */
    bool walled;    /* true: a wall near by takes half of the requested speed or more */
    double speed;   /* m/s, as shown */
    double own;     /* m/s, for the network: speed over playback rate */
    double rate;    /* requested playback rate, >= 1 */
    double agile;   /* factor of turn_limit */
    bool plants;    /* true: a sharp turn brakes (control/plant.h) */
} stick;

double pd_character_gait_speed(const pd_character_control *c, pd_character_want gait)
{
    const double slows = pd_character_load_slows(c);
    if (gait == PD_CHARACTER_WANT_JOG) return slows * c->jog_speed;
    if (gait == PD_CHARACTER_WANT_RUN) return slows * c->run_speed;
    return slows * c->walk_speed * (gait == PD_CHARACTER_WANT_CROUCH ? c->crouch_scale : 1);
}

/* What keeps a character from where its stick points. */
typedef struct obstacles {
    const pd_anim_scene *scene;
    pd_anim_near near; /* walls */
    double room;       /* metres that the root keeps from them */
    pd_character_cliff cliff;
} obstacles;

/* Returns true and the normal when a root at `at` that moves along `dir` is nearer than the room to the side
 * of a wall, or to a ledge, that it moves towards. */
static bool meets_wall(double normal[2], const double at[2], const double dir[2], const obstacles *o)
{
    const pd_anim_near *near = &o->near;
    const pd_anim_scene *scene = o->scene;
    const double room = o->room;

    for (int i = 0; i < near->count; i++) {
        const pd_anim_wall w = pd_anim_scene_wall(scene, near->walls[i]);
        double off[2];
        const double distance = pd_plane_off_segment(off, w.from, w.to, at);
        if (distance >= w.width + room || distance < 1e-9 || pd_plane_dot(off, dir) >= -TOWARDS * distance)
            continue;
        normal[0] = off[0] / distance;
        normal[1] = off[1] / distance;
        return true;
    }

    return pd_character_cliff_ahead(normal, at, dir, &o->cliff) && pd_plane_dot(normal, dir) < -TOWARDS;
}

/* Returns the distance that a root can move along `dir` before it meets a wall or a ledge, and its normal;
 * `far` if it meets none. */
static double free_way(double normal[2], const double at[2], const double dir[2], double far,
                       const obstacles *o)
{
    for (double s = 0; s < far; s += WALL_STEP) {
        const double place[2] = {at[0] + s * dir[0], at[1] + s * dir[1]};
        if (!meets_wall(normal, place, dir, o)) continue;

        /* Bisect between the last free point and this one. */
        double clear = pd_fmax(s - WALL_STEP, 0);
        double met = s;
        for (int i = 0; i < 6 && met > 0; i++) {
            const double middle = (clear + met) / 2;
            const double there[2] = {at[0] + middle * dir[0], at[1] + middle * dir[1]};
            if (meets_wall(normal, there, dir, o))
                met = middle;
            else
                clear = middle;
        }

        return met;
    }

    return far;
}

/* Limits the part of the request towards walls and ledges to the speed from which the character can stop
 * before them. height: that on which the character walks. Runs twice, for corners. */
static void keep_off_walls(stick *s, const double at[2], double height, const pd_character_goal *goal,
                           const pd_character_control *c, const pd_anim_scene *scene)
{
    const double asked = s->speed;
    const double dir[2] = {s->dir[0], s->dir[1]};
    const double far = pd_fmin(asked * asked / (2 * WALL_BRAKE), WALL_FAR);
    obstacles o = {
        .scene = scene, .room = c->wall_keep + WALL_ROOM, .cliff = pd_character_cliff_of(height, c, scene)};
    o.cliff.room += WALL_ROOM;

    if (!scene || (!scene->wall_count && !scene->ground.heights)) return;
    pd_anim_scene_near(&o.near, scene, at, far + o.room + WALL_STEP);

    bool is_near = false;
    for (int corner = 0; corner < 2 && (o.near.count || scene->ground.heights); corner++) {
        double normal[2];
        const double left = free_way(normal, at, s->dir, far, &o);
        if (left >= far) break;

        const double into = -s->speed * pd_plane_dot(s->dir, normal);
        const double most = sqrt(2 * WALL_BRAKE * left);
        const double less = into - most * into / s->speed;
        if (less <= 0) break;
        double velocity[2] = {s->speed * s->dir[0] + less * normal[0],
                              s->speed * s->dir[1] + less * normal[1]};
        s->speed = pd_plane_length(velocity);
        s->slowed = true;
        is_near |= left < WALL_AT;
        if (s->speed < WALL_LEAST) break;
        pd_plane_unit(s->dir, velocity);
    }

    s->walled = is_near && s->speed * pd_plane_dot(s->dir, dir) < HELD_BACK * asked;

    /* Stop when what remains of the request is too slow. */
    if (s->speed >= asked || s->speed >= (goal->moving ? WALL_LEAST : WALL_START)) return;
    s->moving = false;
    s->speed = 0;
    s->dir[0] = goal->heading[0];
    s->dir[1] = goal->heading[1];
}

/* Converts the input to a request: direction, speed, playback rate and look. */
static stick read_stick(const pd_character_trajectory *t, const pd_character_input *input,
                        const pd_character_instant *now, const pd_character_control *c,
                        const pd_anim_scene *scene, bool on_beam)
{
    const double *facing = now->dir;
    const pd_character_goal *goal = &t->goal;
    stick s = {.dir = {goal->heading[0], goal->heading[1]}, .rate = 1, .agile = input->evades ? EVADING : 1};
    double forward[2] = {0, 1};
    double rotated[2];
    double push = pd_character_input_push(input);

    /* Axes in which the stick is read. */
    if (input->axes == PD_CHARACTER_OWN_AXES) {
        forward[0] = facing[0];
        forward[1] = facing[1];
    }

    if (input->axes == PD_CHARACTER_CAMERA) {
        forward[0] = pd_sin(input->camera_yaw);
        forward[1] = pd_cos(input->camera_yaw);
    }

    if (push > c->dead_zone) {
        pd_plane_out(rotated, forward, input->move[0], input->move[1]);
        pd_plane_unit(s.dir, rotated);
        s.moving = true;

        /* Requested speed: push of the stick times the gait's speed, slower sideways and on slopes. */
        double most = PD_CHARACTER_MAX_SPEED;
        double ahead = pd_plane_dot(s.dir, goal->facing);
        double side =
            goal->strafe * pd_plane_clamp(1 - ahead, 0, 1); /* 0 forwards .. 1 sideways, backwards */
        double speed =
            push * (input->speed > 0 ? input->speed : goal->pace * pd_character_gait_speed(c, input->gait));
        if (input->speed <= 0) speed *= 1 + side * (c->side_scale - 1);
        if (input->speed <= 0 && speed < c->jog_from) { /* on a slope, up or down: half of it at `steep` */
            double by = c->steep > 0 ? t->slope / c->steep : 0;
            speed *= 1 / (1 + by * by);
        }

        /* Limit it for walking gaits, on beams, and sideways and backwards,
         * where the limit is lower on rough ground. */
        if (input->gait == PD_CHARACTER_WANT_WALK || input->gait == PD_CHARACTER_WANT_CROUCH ||
            goal->crouch > 0.5)
            most = c->walk_most;
        if (on_beam) most = c->walk_speed;
        double back = pd_plane_clamp(-ahead, 0, 1);
        double own = most;
        double rough = pd_plane_clamp((t->relief - LEVEL) / (ROUGH - LEVEL), 0, 1);
        double back_most = c->back_most + rough * (pd_fmin(c->back_rough, c->back_most) - c->back_most);
        double aside = c->side_most + back * (back_most - c->side_most);
        double aside_own = c->side_most + back * (pd_fmin(c->back_own, back_most) - c->side_most);
        most += side * (pd_fmin(aside, most) - most);
        own += side * (pd_fmin(aside_own, own) - own);
        s.speed = pd_fmax(pd_fmin(speed, most), c->speed_least * (t->captured ? 1 : SLOWEST));
        const double slow = s.speed < c->speed_least ? s.speed / c->speed_least : 1;
        keep_off_walls(&s, now->at, t->height, goal, c, scene);

        /* Above the network's own top speed play the motion faster, at most at PD_CHARACTER_PLAYBACK_MOST. */
        if (own > 0 && s.speed > own && !t->captured)
            s.rate = pd_fmin(s.speed / own, PD_CHARACTER_PLAYBACK_MOST);
        s.jog = s.speed >= c->jog_from;

        /* Play jogs faster with shorter strides, so that their cadence is that of people. */
        if (s.jog && !t->captured)
            s.rate = pd_fmax(s.rate, pd_plane_clamp(s.speed / pd_fmax(c->jog_own, 0.1), 1, c->jog_tempo));
        s.own = s.speed / pd_fmax(goal->rate, s.rate);

        /* Play slow walks slower, at the least speed of the network's own. Walls slow them further. */
        if (slow < 1) {
            s.rate = slow;
            s.own = s.speed / slow;
        }
    }

    /* Only a run plants its foot to turn: not a jump, nor a way along a wall or around others. */
    s.plants = s.jog && !s.slowed && !input->evades && !t->captured && goal->jump_age < 0 &&
               goal->strafe < PLANT_STRAFE;

    /* Direction to look in, in the axes of the stick. */
    s.has_look = input->has_look || (input->axes == PD_CHARACTER_CAMERA && input->strafe > 0);
    s.look[0] = forward[0];
    s.look[1] = forward[1];
    if (input->has_look) {
        pd_plane_out(rotated, forward, input->look[0], input->look[1]);
        pd_plane_unit(s.look, rotated);
    }

    return s;
}

/* Corrects the goal for the deviation of the actual motion: while the goal is steady, a limited integral of
 * the error rotates and scales it, so that the network reaches the requested direction and speed. */
static void trajectory_goal_correct(pd_character_trajectory *t, const stick *s, const pd_character_control *c)
{
    pd_character_goal *goal = &t->goal;

    /* Steady: stick, heading and averaged request have the same direction. Calm: nearly so, on level ground,
     * and the motion is as fast as requested. Even: the stick may also turn. */
    double moved = pd_plane_length(t->moved);
    bool steady = s->moving && !t->blocked && fabs(pd_plane_angle(goal->heading, s->dir)) < STEADY &&
                  fabs(pd_plane_angle(t->aimed, goal->heading)) < STEADY;

    bool calm = s->moving && !s->slowed && !t->blocked && t->relief < LEVEL &&
                fabs(pd_plane_angle(goal->heading, s->dir)) < STEADY &&
                fabs(pd_plane_angle(t->aimed, goal->heading)) < EVEN &&
                moved > GOING * pd_plane_length(t->aimed);

    bool even = s->moving && !t->blocked && fabs(pd_plane_angle(goal->heading, s->dir)) < STEADY &&
                fabs(pd_plane_angle(t->aimed, goal->heading)) < CURVE;

    /* While a jog changes its speed the character lags behind, which is no error to correct. */
    const double asked = pd_plane_length(goal->asked);
    even = even && (!s->jog || fabs(pd_plane_length(t->aimed) - asked) < LATE * asked);

    /* Count the seconds of each state. Outside of it let its correction decay. */
    goal->settled = steady ? goal->settled + DT : 0;
    goal->calm = calm ? goal->calm + DT : 0;
    goal->even = even ? goal->even + DT : 0;
    if (!steady) goal->steer *= FORGET;
    if (!even) goal->gain += (1 - FORGET) * (1 - goal->gain);
    if (moved < STEER_SPEED) return;

    /* Integrate the error of the direction on straight ways, and the error of the speed in curves too. */
    if (goal->settled >= c->settle) {
        goal->steer += c->steer_gain * DT * pd_plane_angle(t->moved, t->aimed);
        goal->steer = pd_plane_clamp(goal->steer, -c->steer_most, c->steer_most);
    }

    if (goal->even < c->settle) return;
    goal->gain += c->speed_gain * DT * (1 - moved / pd_fmax(pd_plane_length(t->aimed), STEER_SPEED));
    const double ahead = s->jog ? c->speed_most_jog : c->speed_most;
    const double most = ahead + goal->strafe * (c->speed_most_strafe - ahead);
    goal->gain = pd_plane_clamp(goal->gain, 1 - most, 1 + most);
}

double pd_character_trajectory_wide(const pd_character_goal *goal)
{
    return pd_plane_clamp((goal->wide - WIDE_FROM) / (WIDE_FULL - WIDE_FROM), 0, 1);
}

/* Keeps the request without smoothing; `correct` compares it with the actual motion. */
static void set_asked(pd_character_goal *goal, const stick *s)
{
    goal->asked[0] = s->own * s->dir[0];
    goal->asked[1] = s->own * s->dir[1];
    goal->asked_rate = s->rate < 1 ? s->rate : pd_fmax(goal->rate, s->rate);
}

/* Sets heading and velocity in a sharp turn of a run. Returns false when there is none.
 * moves: velocity of the root, m/s. */
static bool set_plant(pd_character_goal *goal, const stick *s, const double moves[2],
                      const pd_character_control *c)
{
    /* The plan begins with the velocity of the root. */
    if (!s->plants)
        goal->plant.stage = PD_CHARACTER_PLANT_NONE;
    else if (pd_character_plant_begin(&goal->plant, moves, s->dir, s->own, c))
        memcpy(goal->velocity, moves, sizeof goal->velocity);
    if (goal->plant.stage == PD_CHARACTER_PLANT_NONE) return false;

    memcpy(goal->heading, s->dir, sizeof goal->heading);
    set_asked(goal, s);
    pd_character_plant_step(goal->velocity, &goal->plant, goal->asked, c);
    return true;
}

/* Rotates the heading towards the stick at a limited rate, and moves the velocity towards the heading times
 * the requested speed. */
static void set_velocity(pd_character_goal *goal, const stick *s, const double facing[2],
                         const double moves[2], const pd_character_control *c)
{
    /* A start begins with the facing as its heading.
     * If it is nearly straight ahead it is responsive for start_time. */
    goal->starting = s->moving ? pd_fmax(goal->starting - DT, 0) : 0;
    goal->underway = s->moving ? goal->underway + DT : 0;
    goal->stopped = s->moving ? 0 : goal->stopped + DT;
    if (s->moving && !goal->moving) {
        goal->heading[0] = facing[0];
        goal->heading[1] = facing[1];
        if (fabs(pd_plane_angle(facing, s->dir)) < c->start_ahead) goal->starting = c->start_time;
    }

    /* A half turn is slower than a quarter turn, up to its end, so remember the angle at which it began. */
    const double off = fabs(pd_plane_angle(facing, s->dir));
    goal->wide = s->moving && !s->jog && off > TURNED ? pd_fmax(goal->wide - WIDE_FALL * DT, off) : 0;
    const double wide = (1 - goal->strafe) * pd_character_trajectory_wide(goal);
    if (set_plant(goal, s, moves, c)) return;

    /* Rotate the heading towards the stick, at a limited rate. */
    if (s->moving) {
        double rate = s->agile * c->turn_limit * DT * (s->jog ? c->turn_limit_jog : 1);
        rate *= 1 + wide * (c->turn_limit_wide - 1);
        double limit = rate / pd_fmax(1 - goal->strafe, 0.02); /* strafing needs no turn of the body */
        double angle = pd_plane_angle(goal->heading, s->dir);
        pd_plane_turn(goal->heading, goal->heading, pd_plane_clamp(angle, -limit, limit));
        pd_plane_unit(goal->heading, goal->heading);
    }

    /* Velocity along the heading, slower while heading and stick are apart. */
    const double slow = c->turn_slow + wide * (pd_fmin(c->turn_slow_wide, c->turn_slow) - c->turn_slow);
    double towards = (1 + pd_plane_dot(goal->heading, s->dir)) / 2;
    double wanted[2];
    double speed = s->own * goal->gain * goal->waver * (slow + (1 - slow) * towards);
    pd_plane_turn(wanted, goal->heading, goal->steer);
    wanted[0] *= speed;
    wanted[1] *= speed;
    const double before = pd_plane_length(goal->velocity);
    pd_plane_mix(goal->velocity, goal->velocity, wanted, c->mix_velocity);

    /* Limit the deceleration of a stop to that of people, and keep its direction. */
    const double jogs =
        pd_plane_clamp((before - c->walk_most) / pd_fmax(c->jog_speed - c->walk_most, 0.1), 0, 1);
    const double least = before - DT * (c->brake + jogs * (c->brake_jog - c->brake));
    const double now = pd_plane_length(goal->velocity);
    if (!s->moving && now < least) {
        double along[2] = {goal->velocity[0], goal->velocity[1]};
        if (now > 1e-6)
            pd_plane_unit(along, along);
        else {
            along[0] = goal->heading[0];
            along[1] = goal->heading[1];
        }

        goal->velocity[0] = least * along[0];
        goal->velocity[1] = least * along[1];
    }

    set_asked(goal, s);
}

void pd_character_trajectory_set_goal(pd_character_trajectory *t, const pd_character_input *input,
                                      const pd_character_rig *rig, const pd_anim_scene *scene)
{
    const pd_character_control present = pd_character_control_now(&rig->control, input->responsive != 0);
    const pd_character_control *c = &present;
    pd_character_instant *now = &t->frames[rig->frames / 2];
    pd_character_goal *goal = &t->goal;
    double at[2] = {now->at[0], now->at[1]};
    goal->responsive = input->responsive != 0;
    stick s = read_stick(t, input, now, c, scene, pd_anim_scene_balance(at, scene));

    /* Smooth the playback rate and the crouch, then correct the stick's speed and set the velocity. */
    goal->rate += c->mix_rate * (s.rate - goal->rate);
    if (fabs(s.rate - 1) < RATE_OVER && fabs(goal->rate - 1) < RATE_OVER) goal->rate = 1;
    goal->crouch += c->mix_crouch * ((input->gait == PD_CHARACTER_WANT_CROUCH) - goal->crouch);
    trajectory_goal_correct(t, &s, c);
    double moves[2];
    pd_character_trajectory_velocity(moves, t, rig);
    set_velocity(goal, &s, now->dir, moves, c);

    /* Find the wanted facing: between the heading and, by the share of strafing, the look, or the facing at
     * the beginning of the strafe. */
    double along[2] = {goal->facing[0], goal->facing[1]};
    double wanted[2];
    bool strafing = goal->strafe > 0.01;

    goal->strafe += c->mix_strafe * (input->strafe - goal->strafe);
    if (strafing && !goal->strafing) {
        goal->held[0] = now->dir[0];
        goal->held[1] = now->dir[1];
    }

    goal->strafing = strafing;

    if (s.moving) {
        along[0] = goal->heading[0];
        along[1] = goal->heading[1];
    }

    if (!s.moving && !s.has_look) pd_plane_between(along, along, now->dir, c->mix_gait);
    const double *look = s.has_look ? s.look : goal->held;
    double part = s.moving ? goal->strafe : s.has_look;
    pd_plane_between(wanted, along, look, part);

    /* Rotate the facing at a limited rate. */
    double turn = c->mix_facing * pd_plane_angle(goal->facing, wanted);
    double most = s.agile * c->turn_limit * DT;
    pd_plane_turn(goal->facing, goal->facing, pd_plane_clamp(turn, -most, most));
    pd_plane_unit(goal->facing, goal->facing);

    /* Smooth the requested gait weights over time. */
    double gaits[PD_PFNN_GAITS] = {0};
    double stand = pd_plane_clamp(1 - pd_plane_length(goal->velocity) / c->stand_under, 0, 1);
    goal->moving = s.moving;
    goal->walled = s.walled;
    goal->still += c->mix_gait * (stand - goal->still);
    if (goal->crouch > 0.1)
        gaits[PD_PFNN_CROUCH] = goal->crouch;
    else if (stand > 0)
        gaits[PD_PFNN_STAND] = stand;
    else
        gaits[s.jog ? PD_PFNN_JOG : PD_PFNN_WALK] = 1;
    for (int g = 0; g < PD_PFNN_GAITS; g++)
        goal->gaits[g] += (float)(c->mix_gait * (gaits[g] - (double)goal->gaits[g]));
    if (goal->plant.stage != PD_CHARACTER_PLANT_NONE)
        pd_character_plant_gaits(goal->gaits, goal->velocity, c);
    memcpy(now->gaits, goal->gaits, sizeof now->gaits);

    /* Start one jump each time the button is pressed. */
    if (goal->jump_age >= 0) goal->jump_age += DT;
    if (goal->jump_age > 2 * c->jump_half + c->jump_fall) goal->jump_age = -1;
    if (input->jump && !goal->jump_held && goal->jump_age < 0) goal->jump_age = 0;
    goal->jump_held = input->jump != 0;
}
