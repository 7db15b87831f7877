#include "core/matching/pacer.h"

#include "core/anim/leg.h"
#include "core/base/assert.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"

#include <string.h>

#define DT PD_MATCHING_TICK

/* The root. */
#define TURN_GAIN   4.0  /* 1/s: yaw rate for each radian to the goal's direction */
#define TURN_MOST   2.6  /* rad/s: largest yaw rate, chosen by eye: half a turn in 1.2 s */
#define TURN_ASIDE  5.0  /* m/s2: largest sideways acceleration, half of the weight */
#define TURN_CHANGE 14   /* rad/s2: largest change of the yaw rate */
#define SPEED_UP    3.5  /* m/s2: largest acceleration */
#define SPEED_DOWN  4.5  /* m/s2: largest deceleration */
#define SPEED_MIX   0.15 /* share of the difference in speed that is made up in a tick */
/* Share of the requested speed that is left while the goal is behind. At the speed 0 a turn of half a circle
 * would be one on the spot. */
#define TURN_SLOW   0.25
#define FAR         0.6  /* radians to the goal's direction from which on the animal slows down */
#define STILL       0.06 /* m/s: the outermost foot of an animal that stands is slower */

/* Cycles. */
#define FASTER     0.90 /* factors of the geometric mean of two cycles' speeds at which they change */
#define SLOWER     0.78
#define RATE_LEAST 0.6 /* factors of a cycle's own rate */
#define RATE_MOST  1.6
#define SETTLED    0.05 /* of the height: feet nearer to their rests need no step when the animal stops */

/* Feet. */
#define FADE       0.07 /* s: time constant with which the offset of a foot fades that has left the ground */
#define FAR_PRINT  0.5  /* of the height: a print farther from the cycle's place is given up */
#define LIFT_FULL  0.5  /* of a cycle's speed: from here on feet are lifted in full */
#define LIFT_LEAST 0.35 /* share of the lift of a step on the spot */

/* Trunk. */
#define BEND_TIME  0.22 /* s: the trunk bends by the angle that the root turns in this time */
#define BEND_MOST  0.5  /* radians */
#define BEND_MIX   0.12 /* share of the difference in each tick */
#define LEAN_SHARE 0.5  /* of the angle at which the feet would carry all of the sideways force */
#define LEAN_MOST  0.3  /* radians */
#define PITCH_MIX  0.1
#define PITCH_MOST 0.6  /* radians */
#define REACH      0.95 /* of a leg's length: a planted leg that would have to be longer lowers the trunk */
#define DROP_MIX   0.35 /* share of the difference in each tick while the trunk comes down ... */
#define RISE_MIX   0.06 /* ... and while it rises */
#define DROP_MOST  0.2  /* of the height */
#define GRAVITY    9.81

static double sign_of(double x)
{
    return x < 0 ? -1 : 1;
}

static double angle_of(double x)
{
    return x - 2 * M_PI * floor((x + M_PI) / (2 * M_PI));
}

static double smooth(double t)
{
    const double x = pd_plane_clamp(t, 0, 1);
    return x * x * (3 - 2 * x);
}

/* Moves a value towards a goal by a share of the difference, at most by `most`. */
static double approach(double value, double goal, double share, double most)
{
    return value + pd_plane_clamp(share * (goal - value), -most, most);
}

/* ---- the root */

/* Speed and yaw rate for a goal, and the yaw. */
typedef struct course {
    double speed, turn, yaw;
} course;

static void steer(course *c, const pd_matching_goal *goal, double top)
{
    const double asked = pd_fmin(pd_plane_length(goal->velocity), top);
    const double to = asked > STILL ? pd_atan2(goal->velocity[0], goal->velocity[1]) : goal->facing;
    const double away = angle_of(to - c->yaw);

    /* Turn: as fast as the speed allows, and so that it can be stopped at the goal. */
    const double most = pd_fmin(TURN_MOST, TURN_ASIDE / pd_fmax(c->speed, 0.1));
    const double wanted = pd_plane_clamp(TURN_GAIN * away, -most, most);
    const double brake = sign_of(away) * sqrt(2 * 0.7 * TURN_CHANGE * fabs(away));
    c->turn = approach(c->turn, fabs(wanted) < fabs(brake) ? wanted : brake, 1, TURN_CHANGE * DT);

    /* Speed: slower while the goal is far aside. */
    const double far = smooth((fabs(away) - FAR) / (M_PI - FAR - 0.6));
    const double speed = asked > STILL ? asked * (1 + far * (TURN_SLOW - 1)) : 0;
    c->speed = approach(c->speed, speed, SPEED_MIX, (speed > c->speed ? SPEED_UP : SPEED_DOWN) * DT);
    if (speed == 0 && c->speed < 0.01) c->speed = 0;
    c->yaw += c->turn * DT;
}

/* Writes the path ahead: where the root comes if the goal stays, in the frame of the next tick's root. */
static void look_ahead(pd_matching_frame *out, course c, const pd_matching_goal *goal, double top)
{
    const double begin = c.yaw;
    double at[2] = {0, 0};

    for (int i = 0; i < PD_MATCHING_PATH; i++) {
        const double ahead = c.yaw - begin;
        out->path[i][0] = at[0];
        out->path[i][1] = at[1];
        out->path[i][2] = pd_sin(ahead);
        out->path[i][3] = pd_cos(ahead);
        for (int t = 0; t < 10; t++) {
            steer(&c, goal, top);
            at[0] += c.speed * DT * pd_sin(c.yaw - begin);
            at[1] += c.speed * DT * pd_cos(c.yaw - begin);
        }
    }
}

/* ---- cycles */

/* Chooses the cycle for a speed of the outermost foot; hysteresis keeps the present one. */
static int choose_cycle(const pd_matching_pacer *p, double speed, const pd_matching_paces *paces)
{
    int cycle = p->cycle > 0 ? p->cycle : 1;

    for (; cycle + 1 < paces->cycle_count; cycle++)
        if (speed < FASTER * sqrt(paces->cycles[cycle].speed * paces->cycles[cycle + 1].speed)) break;
    for (; cycle > 1; cycle--)
        if (speed > SLOWER * sqrt(paces->cycles[cycle].speed * paces->cycles[cycle - 1].speed)) break;

    return cycle;
}

/* Returns whether all feet are near their rests. */
static bool is_settled(const pd_matching_pacer *p, const pd_matching_root *root,
                       const pd_matching_paces *paces)
{
    const double dir[2] = {pd_sin(root->yaw), pd_cos(root->yaw)};

    for (int leg = 0; leg < PD_MATCHING_LEGS; leg++) {
        const pd_vec3 rest = paces->cycles[0].stances[leg].rest;
        double at[2];
        pd_plane_out(at, dir, rest.x, rest.z);
        const double away =
            pd_hypot(p->prints[leg].at.x - root->at[0] - at[0], p->prints[leg].at.z - root->at[1] - at[1]);
        if (!p->prints[leg].locked || away > SETTLED * paces->height) return false;
    }

    return true;
}

/* Means of the moving cycles by their weights. */
typedef struct blend {
    double moving; /* sum of their weights */
    double rate, speed;
    pd_matching_stance stances[PD_MATCHING_LEGS];
} blend;

/* Returns the difference of two phases that is nearest to 0. */
static double phase_apart(double a, double b)
{
    const double d = a - b;
    return d - floor(d + 0.5);
}

static blend blend_of(const pd_matching_pacer *p, const pd_matching_paces *paces)
{
    const pd_matching_cycle *own = &paces->cycles[p->cycle > 0 ? p->cycle : 1];
    blend b = {0};

    for (int i = 1; i < paces->cycle_count; i++) b.moving += p->weights[i];
    for (int i = 1; i < paces->cycle_count; i++) {
        const pd_matching_cycle *c = &paces->cycles[i];
        const double w = b.moving > 0 ? p->weights[i] / b.moving : c == own;
        b.rate += w * c->rate;
        b.speed += w * c->speed;
        for (int leg = 0; leg < PD_MATCHING_LEGS; leg++) {
            const pd_matching_stance *s = &c->stances[leg];
            pd_matching_stance *to = &b.stances[leg];
            to->start += w * (own->stances[leg].start + phase_apart(s->start, own->stances[leg].start));
            to->share += w * s->share;
            to->rest = pd_vec3_fma(to->rest, w, s->rest);
        }
    }

    return b;
}

/* Returns the progress of a leg: 0 to 1 in its stance, 1 to 2 in its swing. */
static double progress_of(const pd_matching_stance *s, double phase)
{
    const double x = phase - s->start;
    const double u = x - floor(x);
    return u < s->share ? u / s->share : 1 + (u - s->share) / pd_fmax(1 - s->share, 1e-3);
}

void pd_matching_pacer_step(pd_matching_frame *out, pd_matching_pacer *p, const pd_matching_goal *goal,
                            const pd_matching_root *root, const pd_matching_paces *paces)
{
    const double top = RATE_MOST * paces->cycles[paces->cycle_count - 1].speed;
    course c = {p->speed, p->turn, root->yaw};

    if (!p->placed) p->weights[0] = 1;
    memset(out, 0, sizeof *out);

    /* Root: the step goes along the mean yaw of the tick. */
    steer(&c, goal, top);
    p->speed = c.speed;
    p->turn = c.turn;
    out->turn = c.turn * DT;
    out->step[0] = c.speed * DT * pd_sin(0.5 * out->turn);
    out->step[1] = c.speed * DT * pd_cos(0.5 * out->turn);
    look_ahead(out, c, goal, top);

    /* Choose the cycle. An animal that stops goes on stepping until its feet are at rest. */
    const double around = 0.5 * paces->length * fabs(p->turn);
    const double outer = p->speed + around;
    const bool is_moving = outer > STILL;
    if (is_moving) {
        p->cycle = choose_cycle(p, outer, paces);
        p->stopped = 0;
    } else if (p->cycle > 0) {
        p->cycle = p->stopped >= 1 || is_settled(p, root, paces) ? 0 : 1;
    }

    /* Blend the weights. */
    double sum = 0;
    for (int i = 0; i < paces->cycle_count; i++) {
        const double goal_weight = i == p->cycle;
        p->weights[i] = approach(p->weights[i], goal_weight, 1, DT / PD_MATCHING_PACER_BLEND);
        sum += p->weights[i];
    }

    for (int i = 0; i < paces->cycle_count; i++) p->weights[i] /= sum;

    /* Advance the phases. */
    const blend b = blend_of(p, paces);
    const double share = pd_plane_clamp(sqrt(outer / b.speed), RATE_LEAST, RATE_MOST);
    p->rate = p->cycle > 0 ? b.rate * share : 0;
    p->phase += p->rate * DT;
    p->phase -= floor(p->phase);
    if (p->cycle > 0 && !is_moving) p->stopped = pd_fmin(p->stopped + p->rate * DT, 1);
    p->idle += paces->cycles[0].rate * DT;
    p->idle -= floor(p->idle);

    /* Lift feet less in small steps. */
    const double lift = LIFT_LEAST + (1 - LIFT_LEAST) * smooth(outer / (LIFT_FULL * b.speed));
    p->lifted = approach(p->lifted, is_moving ? lift : LIFT_LEAST, 0.15, 1);

    /* Report contacts and the phase of the nearest cycle. */
    for (int leg = 0; leg < PD_MATCHING_LEGS; leg++)
        out->contacts[leg] = p->cycle == 0 || progress_of(&b.stances[leg], p->phase) < 1 ? 1 : 0;
    out->phase = 2 * M_PI * p->phase;
    out->cost = out->going_on = -1;
}

/* ---- pose */

/* Rotates a joint and all joints below it about it, in the world. */
static void turn_from(pd_quat *local, int joint, const pd_quat *world, pd_quat by)
{
    /* R' = by R: the local rotation becomes r inv(R) by R. */
    local[joint] =
        pd_q_normalize(pd_q_mul(local[joint], pd_q_inv_mul(world[joint], pd_q_mul(by, world[joint]))));
}

/* Blends the poses of all cycles with a weight, in the root's frame. */
static void blend_poses(pd_matching_pose *pose, const pd_matching_pacer *p, const pd_matching_paces *paces)
{
    double sum = 0;

    for (int i = 0; i < paces->cycle_count; i++) {
        pd_matching_pose other;
        if (!(p->weights[i] > 0)) continue;
        pd_matching_paces_pose(sum > 0 ? &other : pose, paces, i, i ? p->phase : p->idle);
        const double share = p->weights[i] / (sum + p->weights[i]);
        sum += p->weights[i];
        if (share >= 1) continue;
        for (int j = 0; j < paces->skeleton.joint_count; j++)
            pose->rotations[j] = pd_q_slerp(pose->rotations[j], other.rotations[j], share);
        pose->hips = pd_vec3_fma(pose->hips, share, pd_vec3_sub(other.hips, pose->hips));
    }
}

/* Returns the place of a foot in the world: that of the cycles, with the stride of the present speed, turned
 * with the root. */
static pd_vec3 place_foot(int leg, pd_vec3 tip, const pd_matching_pacer *p, const blend *b,
                          const pd_matching_stand *stand, const pd_matching_paces *paces)
{
    const pd_matching_stance *s = &b->stances[leg];
    const pd_vec3 rest = pd_vec3_add(pd_vec3_scale(s->rest, b->moving),
                                     pd_vec3_scale(paces->cycles[0].stances[leg].rest, 1 - b->moving));
    const double moves = p->rate > 0 ? pd_plane_clamp(p->speed * b->rate / (b->speed * p->rate), 0, 1.8) : 0;
    const double t = progress_of(s, p->phase);

    /* Angle by which the root turns until the middle of the stance; in the swing it goes from the end of one
     * stance to the begin of the next. */
    const double half = p->rate > 0 ? 0.5 * p->turn * s->share / p->rate : 0;
    const double angle = half * (t < 1 ? 1 - 2 * t : 2 * smooth(t - 1) - 1);

    double at[2] = {rest.x + (tip.x - rest.x), rest.z + moves * (tip.z - rest.z)};
    pd_plane_turn(at, at, angle + stand->root->yaw);
    at[0] += stand->root->at[0];
    at[1] += stand->root->at[1];

    const double up = pd_fmax(tip.y - rest.y, 0) * (1 + b->moving * (p->lifted - 1));

    return pd_vec3_make(at[0], stand->ground(stand->to, at[0], at[1]) + rest.y + up, at[1]);
}

/* Locks and releases a foot; returns where it is shown. */
static pd_vec3 lock_foot(pd_matching_print *print, pd_vec3 place, bool is_down, const pd_matching_pacer *p,
                         const pd_matching_paces *paces)
{
    if (!p->placed) *print = (pd_matching_print){.at = place, .locked = is_down};

    /* A planted foot keeps its place. */
    const pd_vec3 away = pd_vec3_sub(print->at, place);
    if (print->locked && (!is_down || pd_hypot(away.x, away.z) > FAR_PRINT * paces->height)) {
        print->locked = false;
        print->offset = away;
    } else if (is_down && !print->locked) {
        print->locked = true;
        print->at = pd_vec3_add(place, print->offset);
        print->at.y = place.y;
    }

    if (print->locked) {
        print->offset = pd_vec3_sub(print->at, place);
        return print->at;
    }

    print->offset = pd_vec3_scale(print->offset, pd_exp(-DT / FADE));
    print->at = pd_vec3_add(place, print->offset);

    return print->at;
}

/* Bends the trunk to the curve of the path, leans it, and pitches it with the ground. */
static void pose_trunk(pd_quat *local, pd_vec3 *hips, pd_matching_pacer *p, const pd_matching_stand *stand,
                       const pd_matching_paces *paces)
{
    const pd_anim_skeleton *s = &paces->skeleton;
    const pd_matching_root *root = stand->root;
    const double dir[2] = {pd_sin(root->yaw), pd_cos(root->yaw)};
    const double half = 0.5 * paces->length;
    pd_quat world[PD_MATCHING_JOINTS];
    pd_vec3 joints[PD_MATCHING_JOINTS];

    /* Slope of the ground between front and hind feet. */
    const double front = stand->ground(stand->to, root->at[0] + half * dir[0], root->at[1] + half * dir[1]);
    const double hind = stand->ground(stand->to, root->at[0] - half * dir[0], root->at[1] - half * dir[1]);
    const double slope = pd_plane_clamp(pd_atan2(hind - front, paces->length), -PITCH_MOST, PITCH_MOST);
    p->pitch = p->placed ? approach(p->pitch, slope, PITCH_MIX, 1) : slope;
    p->bend = approach(p->bend, pd_plane_clamp(p->turn * BEND_TIME, -BEND_MOST, BEND_MOST), BEND_MIX, 1);
    const double lean =
        pd_plane_clamp(-LEAN_SHARE * pd_atan2(p->speed * p->turn, GRAVITY), -LEAN_MOST, LEAN_MOST);

    /* Pitch and lean the whole body about the root, and turn it against half of the bend. */
    const pd_quat tilt = pd_q_mul(pd_q_axis_angle(pd_vec3_make(1, 0, 0), p->pitch),
                                  pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 0, 1), lean),
                                           pd_q_axis_angle(pd_vec3_make(0, 1, 0), -0.5 * p->bend)));
    local[0] = pd_q_normalize(pd_q_mul(tilt, local[0]));
    *hips = pd_q_rotate(tilt, *hips);

    /* Bend the spine about the vertical, the same angle at each joint. */
    for (int i = paces->spine_count - 1; i >= 0; i--) {
        pd_anim_skeleton_forward(joints, world, s, local, *hips);
        turn_from(local, paces->spine[i], world,
                  pd_q_axis_angle(pd_vec3_make(0, 1, 0), p->bend / paces->spine_count));
    }
}

/* Lowers the trunk where a planted foot is out of reach. joints (J): those of the trunk in its place. */
static void lower_trunk(pd_matching_pacer *p, const pd_vec3 *joints, const pd_vec3 *shown,
                        const pd_matching_paces *paces)
{
    const int(*legs)[PD_MATCHING_LEG_JOINTS] = paces->database->legs;
    double need = 0;

    for (int leg = 0; leg < PD_MATCHING_LEGS; leg++) {
        const int *l = legs[leg];
        const pd_vec3 hip = joints[l[PD_MATCHING_HIP]], bend = joints[l[PD_MATCHING_BEND]];
        const pd_vec3 paw = joints[l[PD_MATCHING_PAW]];
        const pd_vec3 goal = pd_vec3_sub(shown[leg], pd_vec3_sub(joints[l[PD_MATCHING_TIP]], paw));
        const double length = pd_vec3_distance(hip, bend) + pd_vec3_distance(bend, paw);
        if (p->prints[leg].locked) need = pd_fmax(need, pd_anim_leg_drop(hip, goal, REACH * length));
    }

    need = pd_fmin(need, DROP_MOST * paces->height);
    p->drop = p->placed ? approach(p->drop, need, need > p->drop ? DROP_MIX : RISE_MIX, 1) : need;
}

void pd_matching_pacer_pose(pd_quat *rotations, pd_vec3 *joints, pd_matching_pacer *p,
                            const pd_matching_stand *stand, const pd_matching_paces *paces)
{
    const pd_anim_skeleton *s = &paces->skeleton;
    const pd_matching_root *root = stand->root;
    const pd_vec3 base = s->offsets[s->root];
    const pd_vec3 at = {root->at[0], 0, root->at[1]};
    const pd_quat yaw = pd_q_axis_angle(pd_vec3_make(0, 1, 0), root->yaw);
    const blend b = blend_of(p, paces);
    const int(*legs)[PD_MATCHING_LEG_JOINTS] = paces->database->legs;
    pd_matching_pose pose;
    pd_vec3 shown[PD_MATCHING_LEGS];
    double ground = 0;

    if (!p->placed) p->weights[0] = 1;
    blend_poses(&pose, p, paces);

    /* Put the feet. */
    pd_anim_skeleton_forward(joints, NULL, s, pose.rotations, pd_vec3_sub(pose.hips, base));
    for (int leg = 0; leg < PD_MATCHING_LEGS; leg++) {
        const pd_vec3 place = place_foot(leg, joints[legs[leg][PD_MATCHING_TIP]], p, &b, stand, paces);
        const bool is_down = p->cycle == 0 || progress_of(&b.stances[leg], p->phase) < 1;
        shown[leg] = lock_foot(&p->prints[leg], place, is_down, p, paces);
        ground += stand->ground(stand->to, shown[leg].x, shown[leg].z) / PD_MATCHING_LEGS;
    }

    /* Put the trunk above the mean height of the ground at the feet. */
    pose_trunk(pose.rotations, &pose.hips, p, stand, paces);
    pose.rotations[0] = pd_q_mul(yaw, pose.rotations[0]);
    pose.hips = pd_vec3_add(pd_q_rotate(yaw, pose.hips), at);
    pose.hips.y += ground;
    pd_anim_skeleton_forward(joints, rotations, s, pose.rotations, pd_vec3_sub(pose.hips, base));
    lower_trunk(p, joints, shown, paces);
    for (int j = 0; j < s->joint_count; j++) joints[j].y -= p->drop;

    /* Bring the legs to the feet. The foot keeps its rotation, so the paw is as far from the tip as now. */
    for (int leg = 0; leg < PD_MATCHING_LEGS; leg++) {
        const int paw = legs[leg][PD_MATCHING_PAW], tip = legs[leg][PD_MATCHING_TIP];
        const pd_vec3 foot = pd_vec3_sub(joints[tip], joints[paw]);
        pd_matching_paces_reach(rotations, joints, paces, legs[leg], pd_vec3_sub(shown[leg], foot));
    }

    p->placed = true;
}
