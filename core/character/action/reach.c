#include "core/character/action/reach.h"

#include "core/base/assert.h"
#include "core/anim/ranges.h"
#include "core/anim/two_bone.h"
#include "core/math/elementary.h"

#define TICK         (1.0 / 60)
/* Metres: a new target farther than this from the last one is approached over the request's seconds. */
#define AT_ONCE      0.05
#define AHEAD        0.25 /* metres by which a sliding hand is ahead of the character */
#define PASSES       6    /* largest number of iterations over palm and arm */
#define SETTLED      1e-8 /* radians: the iteration ends when it changes the palm by less */
/* Radians: the same for targets out of reach, where shoulder and elbow
 * are solved once more for the final palm. */
#define POINTS       1e-4
#define QUICK        8.5 /* rad/s: largest speed of joints of the arm ... */
#define BENDS        8.5 /* ... and of an elbow that moves the wrist to its place */
#define RETURNS      4.5 /* ... and of both when they go back to the animated arm */
#define BENT         0.1 /* metres from elbow to line shoulder-wrist at which the elbow's side is certain */
/* Directions of an arm in the chest's frame: those within a right angle of a middle one, 32 degrees to the
 * arm's side of straight ahead, and hanging arms, up to 60 degrees backwards. */
#define MIDDLE_SIDE  0.53
#define MIDDLE_AHEAD 0.85
#define LOW          1.47
/* Radians between the ends of a hand's way up to which it is straight, and from which on it is an arc. */
#define STRAIGHT     1.7
#define AROUND       2.3
#define SWEEP        3.6 /* rad/s: largest mean speed of a way beyond its first SHORT radians */
#define SHORT        0.2
#define SWINGS       5.5 /* rad/s: largest speed at which the hand goes around the shoulder */
#define LINKS        PD_CHARACTER_REACH_LINKS

/* Joints and ranges of an arm. */
typedef struct arm {
    const pd_anim_skeleton *skeleton;
    const pd_character_limit *limits;
    pd_character_hand hand;
    const pd_character_arm *joints;
    int shoulder, elbow, wrist, palm;
} arm;

/* World pose of the joints from the root to the wrist. */
typedef struct world {
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_quat rotation[PD_ANIM_MAX_JOINTS];
} world;

/* Computes positions and rotations of the joints from the root to the wrist, as pd_anim_skeleton_forward
 * does, from index `first` of the chain on. Those before `first` must be set. */
static void find_reach(world *w, const arm *a, int first, const pd_character_pose *pose)
{
    const pd_anim_chain *chain = &a->joints->chain;

    PD_ASSERT(chain->count > 0 && first >= 0 && first <= chain->count);
    if (!first) {
        const int root = chain->joints[first++];
        w->rotation[root] = pose->rotations[root];
        w->at[root] = pd_vec3_add(a->skeleton->offsets[root], pose->translation);
    }

    for (int i = first; i < chain->count; i++) {
        PD_DEBUG_ASSERT(i >= 1 && chain->joints[i] < a->skeleton->joint_count);
        const int up = chain->joints[i - 1];
        const int j = chain->joints[i];
        w->rotation[j] = pd_q_mul(w->rotation[up], pose->rotations[j]);
        w->at[j] = pd_vec3_add(w->at[up], pd_q_rotate(w->rotation[up], a->skeleton->offsets[j]));
    }
}

pd_status pd_character_reach_check(const pd_character_reach_request *r, pd_error *err)
{
    if (!pd_vec3_finite(r->target) || pd_vec3_length(r->target) > 1e6)
        return pd_fail(err, PD_ERR_RANGE, "/target", "%g, %g, %g; within 1e6 m allowed", r->target.x,
                       r->target.y, r->target.z);
    if (!(r->weight >= 0 && r->weight <= 1))
        return pd_fail(err, PD_ERR_RANGE, "/weight", "%g; 0 to 1 allowed", r->weight);
    if (!(r->seconds >= 0.01 && r->seconds <= 10))
        return pd_fail(err, PD_ERR_RANGE, "/seconds", "%g; 0.01 to 10 allowed", r->seconds);
    if (r->has_normal && (!pd_vec3_finite(r->normal) || pd_vec3_length(r->normal) < 1e-6))
        return pd_fail(err, PD_ERR_RANGE, "/normal", "%g, %g, %g; any direction other than 0, 0, 0 allowed",
                       r->normal.x, r->normal.y, r->normal.z);
    if (r->slide && !r->has_normal)
        return pd_fail(err, PD_ERR_INVALID, "/slide",
                       "true without normal; allowed only with normal, that of the surface");

    return PD_OK;
}

void pd_character_reach_set(pd_character_reach_state *state, const pd_character_reach_request *request)
{
    state->is_new = request->weight > 0;
    if (!state->is_new) {
        state->request.weight = 0;
        state->request.seconds = request->seconds;
        return;
    }

    pd_vec3 normal = state->request.normal;
    state->request = *request;
    if (!request->has_normal) state->request.normal = normal; /* needed while the palm leaves that surface */
}

static double toward(double from, double to, double step)
{
    return from + pd_fmin(pd_fmax(to - from, -step), step);
}

static double smooth_reach(double s)
{
    return s * s * (3 - 2 * s);
}

static pd_quat root_rotation(const pd_character_pose *pose)
{
    return pd_q_axis_angle(pd_vec3_make(0, 1, 0), pose->yaw);
}

static pd_vec3 normal_of(const pd_character_reach_request *r, const pd_character_pose *pose)
{
    pd_vec3 normal = pd_vec3_unit_or(r->normal, pd_vec3_make(0, 1, 0));
    return r->in_root ? pd_q_rotate(root_rotation(pose), normal) : normal;
}

pd_vec3 pd_character_reach_target(const pd_character_reach_state *state, const pd_character_pose *pose)
{
    const pd_character_reach_request *r = &state->request;
    pd_vec3 at = r->target;

    if (r->in_root) at = pd_vec3_add(pose->root, pd_q_rotate(root_rotation(pose), at));
    if (!r->slide) return at;

    /* Project a point ahead of the character, at the target's height, onto the plane. */
    const pd_vec3 normal = normal_of(r, pose);
    const pd_vec3 ahead = pd_q_rotate(root_rotation(pose), pd_vec3_make(0, 0, 1));
    pd_vec3 beside = pd_vec3_fma(pose->root, AHEAD, ahead);
    beside.y = at.y;
    return pd_vec3_fma(beside, pd_vec3_dot(pd_vec3_sub(at, beside), normal), normal);
}

/* Returns the target in the world. The way to a new one begins where the hand is. */
static pd_vec3 approach(pd_character_reach_state *state, const pd_character_pose *pose, double step)
{
    const pd_vec3 at = pd_character_reach_target(state, pose);
    const bool reached_before = state->progress > step + 1e-9;

    if (!reached_before) state->approach = 1;
    if (state->is_new && reached_before && pd_vec3_distance(at, state->last) > AT_ONCE) {
        state->before = state->aim;
        state->approach = state->ways[1] = 0;
    }
    state->is_new = false;
    state->last = at;
    return at;
}

/* ---- the arm ---- */

/* Returns a two-bone job, still without a target, for shoulder, elbow and `tip`, a joint below the elbow. */
static pd_anim_two_bone_job limb_of(const arm *a, const world *w, int tip)
{
    pd_anim_two_bone_job job = {.root = w->at[a->shoulder], .middle = w->at[a->elbow], .tip = w->at[tip]};
    job.bend_axis =
        pd_q_rotate(w->rotation[a->elbow], pd_vec3_make(0, a->hand == PD_CHARACTER_RIGHT_HAND ? 1 : -1, 0));
    return job;
}

/* Writes the elbow's local rotation; returns the forearm's rotation in the world. */
static pd_quat write_elbow(pd_character_pose *pose, const arm *a, const world *w,
                           const pd_anim_two_bone_job *job)
{
    pd_quat shoulder = pd_q_mul(job->root_rotation, w->rotation[a->shoulder]);
    pd_quat elbow = pd_q_mul(job->middle_rotation, w->rotation[a->elbow]);
    pose->rotations[a->elbow] = pd_q_normalize(pd_q_inv_mul(shoulder, elbow));
    return elbow;
}

/* Writes the shoulder's local rotation: rotates the shoulder by `rotation` in the world. */
static void write_shoulder(pd_character_pose *pose, const arm *a, const world *w, pd_quat rotation)
{
    PD_DEBUG_ASSERT(a->skeleton->parents[a->shoulder] >= 0);
    pd_quat above = w->rotation[a->skeleton->parents[a->shoulder]];
    pd_quat shoulder = pd_q_mul(rotation, w->rotation[a->shoulder]);
    pose->rotations[a->shoulder] = pd_q_normalize(pd_q_inv_mul(above, shoulder));
}

/* Rotates shoulder and elbow so that the wrist is at a place. Recomputes w from the shoulder on. */
static void bring_wrist(pd_character_pose *pose, const arm *a, world *w, pd_vec3 place)
{
    find_reach(w, a, a->joints->below, pose);
    pd_anim_two_bone_job job = limb_of(a, w, a->wrist);
    job.target = place;
    pd_anim_two_bone_run(&job);
    write_elbow(pose, a, w, &job);
    write_shoulder(pose, a, w, job.root_rotation);
}

/* ---- the way of the hand ---- */

/* Returns the direction nearest to the unit vector d, in the chest's frame, that an arm can have. side: 1 of
 * the left arm, -1 of the right one. */
static pd_vec3 within_shoulder(pd_vec3 d, double side)
{
    pd_vec3 middle = {side * MIDDLE_SIDE, 0, MIDDLE_AHEAD};
    if (d.y < 0) middle.y = -LOW;
    const double out = pd_vec3_dot(d, middle);
    if (out >= 0) return d;
    return pd_vec3_unit_or(pd_vec3_fma(d, -out / pd_vec3_dot(middle, middle), middle), middle);
}

static double angle_between(pd_vec3 a, pd_vec3 b)
{
    return pd_atan2(pd_vec3_length(pd_vec3_cross(a, b)), pd_vec3_dot(a, b));
}

/* Returns the point at a fraction of the way from one point to another, both seen from the shoulder: straight
 * for a short way, around the shoulder for a long one. Sets *angle to that between both, less
 * SHORT. */
static pd_vec3 way_around(pd_vec3 from, pd_vec3 to, double part, double *angle)
{
    const pd_vec3 down = {0, -1, 0};
    const double length = pd_vec3_length(from);
    const pd_vec3 begin = pd_vec3_unit_or(from, down);
    const pd_vec3 end = pd_vec3_unit_or(to, down);
    const pd_vec3 straight = pd_vec3_fma(from, part, pd_vec3_sub(to, from));

    const double whole = angle_between(begin, end);
    const double round = pd_fmin(pd_fmax((whole - STRAIGHT) / (AROUND - STRAIGHT), 0), 1);
    *angle = pd_fmax(whole - SHORT, 0);
    if (!(round > 0)) return straight;
    const pd_quat turn = pd_q_axis_angle(
        pd_vec3_unit_or(pd_vec3_cross(begin, end), pd_vec3_perpendicular(begin)), part * whole);
    const pd_vec3 curved =
        pd_vec3_scale(pd_q_rotate(turn, begin), length + part * (pd_vec3_length(to) - length));

    return pd_vec3_fma(straight, round, pd_vec3_sub(curved, straight));
}

/* Returns the place of the wrist between the animated one (weight 0) and the goal (1). */
static pd_vec3 place_wrist(pd_character_reach_state *state, const arm *a, const world *w, pd_vec3 goal,
                           double weight)
{
    const pd_quat chest = w->rotation[a->skeleton->parents[a->skeleton->parents[a->shoulder]]];
    const pd_vec3 shoulder = w->at[a->shoulder];
    const pd_vec3 down = {0, -1, 0};
    const double side = a->hand == PD_CHARACTER_LEFT_HAND ? 1 : -1;
    const pd_vec3 own = pd_q_rotate(pd_q_conjugate(chest), pd_vec3_sub(w->at[a->wrist], shoulder));
    const pd_vec3 to = pd_q_rotate(pd_q_conjugate(chest), pd_vec3_sub(goal, shoulder));

    /* The goal as far as the shoulder permits; from the last target to it, and from the animated hand. */
    const pd_vec3 end = pd_vec3_scale(within_shoulder(pd_vec3_unit_or(to, down), side), pd_vec3_length(to));
    pd_vec3 aim = end;
    if (state->approach < 1)
        aim = way_around(state->before, end, smooth_reach(state->approach), &state->ways[1]);
    aim = way_around(own, aim, weight, &state->ways[0]);

    /* Turn from the last direction by at most SWINGS. */
    if (state->has_arm) {
        const pd_vec3 last = pd_vec3_unit_or(state->aim, down);
        const pd_vec3 next = pd_vec3_unit_or(aim, down);
        const double way = angle_between(last, next);
        const double most = SWINGS * TICK;
        const pd_vec3 axis = pd_vec3_unit_or(pd_vec3_cross(last, next), pd_vec3_perpendicular(last));
        if (way > most)
            aim = pd_vec3_scale(pd_q_rotate(pd_q_axis_angle(axis, most), last), pd_vec3_length(aim));
    }

    state->aim = aim;
    return pd_vec3_add(shoulder, pd_q_rotate(chest, aim));
}

/* ---- the hand ---- */

static pd_quat reach_within(pd_quat local, const pd_character_limit *limit)
{
    return limit->range ? pd_anim_range_clamp(local, limit->range, limit->side, 0) : local;
}

/* Returns the angle of the twist of q about x, the bone of the forearm, radians. */
static double twist_of(pd_quat q)
{
    double angle = 2 * pd_atan2(q.x, q.w);
    return fabs(angle) < M_PI ? angle : remainder(angle, 2 * M_PI);
}

/* Twists the forearm about its bone by half of the palm's twist, within the elbow's range, which moves no
 * joint. Returns its new world rotation. */
static pd_quat twist_forearm(pd_character_pose *pose, const arm *a, pd_quat forearm, pd_quat palm,
                             double weight)
{
    const pd_vec3 bone = {1, 0, 0};
    pd_quat before = pose->rotations[a->elbow];
    double wanted = 0.5 * weight * twist_of(pd_q_inv_mul(forearm, palm));
    pd_quat twist = pd_q_axis_angle(bone, wanted);
    pd_quat twisted = pd_q_mul(before, twist);

    /* Reduce the twist by what exceeds the range.
     * The range may also limit the bend, which is ignored here. */
    double cut = twist_of(pd_q_inv_mul(twisted, reach_within(twisted, &a->limits[a->elbow])));
    if (cut * wanted < 0) {
        twist = pd_q_axis_angle(bone, wanted + cut);
        twisted = pd_q_mul(before, twist);
    }

    pose->rotations[a->elbow] = pd_q_normalize(twisted);

    return pd_q_mul(forearm, twist);
}

/* Returns the world rotation of a palm on a surface. The palm (-y at rest) faces the surface; the fingers (x
 * of the left, -x of the right hand) point up and ahead along it. */
static pd_quat palm_on_surface(const pd_character_reach_request *r, const pd_character_pose *pose,
                               pd_character_hand hand)
{
    pd_vec3 y = normal_of(r, pose);
    pd_vec3 ahead = pd_q_rotate(root_rotation(pose), pd_vec3_make(0, 1, 1));
    pd_vec3 x = pd_vec3_unit_or(pd_vec3_reject(ahead, y), pd_vec3_perpendicular(y));

    if (hand == PD_CHARACTER_RIGHT_HAND) x = pd_vec3_scale(x, -1);
    pd_vec3 z = pd_vec3_cross(x, y);
    const double m[9] = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};

    return pd_q_from_matrix(m);
}

/* Moves the wrist to `place` and rotates the palm to `wanted`, as far as its range permits. A limited palm
 * changes the place of the wrist, so both are solved in turn until they no longer change. weight: share of
 * the range limits that is applied. */
static void place_hand(pd_character_pose *pose, const arm *a, world *w, pd_vec3 place, pd_quat wanted,
                       double weight)
{
    const pd_vec3 offset =
        pd_q_rotate(pd_q_conjugate(w->rotation[a->palm]), pd_vec3_sub(w->at[a->wrist], w->at[a->palm]));
    pd_anim_two_bone_job job = limb_of(a, w, a->palm);
    const pd_anim_two_bone_limb limb = pd_anim_two_bone_limb_of(&job);

    pd_quat palm = wanted;
    pd_quat before;
    bool is_settled;
    int pass = 0;
    do {
        before = palm;
        job.target = pd_vec3_sub(place, pd_q_rotate(palm, offset));
        pd_anim_two_bone_aim(&job, &limb);

        pd_quat forearm = twist_forearm(pose, a, write_elbow(pose, a, w, &job), wanted, weight);
        pd_quat local = pd_q_inv_mul(forearm, wanted);
        pd_quat most = reach_within(local, &a->limits[a->palm]);
        if (weight < 1) {
            most = pd_q_slerp(local, most, weight);
        } else { /* gives the same bits as the slerp, without its sines */
            double sign = pd_q_dot(local, most) < 0 ? -1 : 1;
            most = pd_q_normalize((pd_quat){most.x * sign, most.y * sign, most.z * sign, most.w * sign});
        }

        pose->rotations[a->palm] = pd_q_normalize(most);
        palm = pd_q_mul(forearm, pose->rotations[a->palm]);

        /* Test the sine of half the angle first, because it is cheaper. */
        const double limit = job.reachable ? SETTLED : POINTS;
        const pd_quat q = pd_q_inv_mul(before, palm);
        is_settled =
            !(q.x * q.x + q.y * q.y + q.z * q.z > limit * limit) && !(pd_q_angle(before, palm) > limit);
    } while (++pass < PASSES && !is_settled);
    write_shoulder(pose, a, w, job.root_rotation);

    /* If this did not converge or the target is out of reach, keep the palm's local rotation and solve
     * shoulder and elbow once more. */
    if (pass == PASSES || !job.reachable) bring_wrist(pose, a, w, place);
}

/* ---- from tick to tick */

/* Limits the rotation from `last` to *q to `most` radians. Returns whether *q was limited. */
static bool limit_rotation(pd_quat *q, pd_quat last, double most)
{
    const double way = pd_q_angle(last, *q);
    if (way <= most) return false;
    *q = pd_q_slerp(last, *q, most / way);
    return true;
}

/* Rotates the arm about the line from shoulder to wrist, so that since the last tick the elbow has moved
 * around it by at most `most` radians. Shoulder and wrist stay in place. */
static void limit_swivel(pd_character_pose *pose, const arm *a, world *w, pd_quat last_shoulder, double most)
{
    find_reach(w, a, a->joints->below, pose);
    pd_quat above = w->rotation[a->skeleton->parents[a->shoulder]];
    pd_vec3 line = pd_vec3_unit_or(pd_vec3_sub(w->at[a->wrist], w->at[a->shoulder]), pd_vec3_make(0, 0, 0));
    pd_vec3 upper = pd_q_rotate(pd_q_mul(above, last_shoulder), a->skeleton->offsets[a->elbow]);

    pd_vec3 last = pd_vec3_reject(upper, line);
    pd_vec3 now = pd_vec3_reject(pd_vec3_sub(w->at[a->elbow], w->at[a->shoulder]), line);
    double swivel = pd_atan2(pd_vec3_dot(line, pd_vec3_cross(last, now)), pd_vec3_dot(last, now));
    if (fabs(swivel) <= most) return;

    double bent = pd_fmin(pd_vec3_length(last), pd_vec3_length(now)) /
                  BENT; /* the elbow of a straight arm has no side */
    pd_quat back = pd_q_axis_angle(line, pd_fmin(bent, 1) * ((swivel < 0 ? -most : most) - swivel));
    write_shoulder(pose, a, w, back);
}

/* Limits the change of the arm since the last tick. The ranges of the palm or the side of the elbow may
 * permit several arm poses, and the solved one may be another one a millimetre farther. So joints move from
 * their last rotations at a limited speed, and shoulder and elbow are then solved once more for the wrist. */
static void go_on_reach(pd_character_pose *pose, const arm *a, world *w, const pd_quat *last, pd_vec3 place)
{
    const int joints[LINKS] = {a->shoulder, a->elbow, a->palm};
    bool is_behind = false;

    for (int i = 0; i < LINKS; i++)
        is_behind |= limit_rotation(&pose->rotations[joints[i]], last[i], QUICK * TICK);
    if (!is_behind) return;

    bring_wrist(pose, a, w, place);
    limit_swivel(pose, a, w, last[0], QUICK * TICK);

    /* In a nearly straight arm a millimetre of the wrist takes degrees of the elbow. Limit the elbow too, and
     * point the arm at the place, from which the wrist is then a little away. */
    if (!limit_rotation(&pose->rotations[a->elbow], last[1], BENDS * TICK)) return;
    find_reach(w, a, a->joints->below, pose);
    const pd_vec3 shoulder = w->at[a->shoulder];
    const pd_vec3 to = pd_vec3_unit_or(pd_vec3_sub(place, shoulder), pd_vec3_make(0, -1, 0));
    const pd_vec3 from = pd_vec3_unit_or(pd_vec3_sub(w->at[a->wrist], shoulder), to);
    write_shoulder(pose, a, w, pd_q_between(from, to, pd_vec3_make(0, 1, 0)));
}

/* Stores the local rotations of the limited joints. */
static void remember(pd_quat *out, const arm *a, const pd_character_pose *pose)
{
    const int joints[LINKS] = {a->shoulder, a->elbow, a->palm};
    for (int i = 0; i < LINKS; i++) out[i] = pose->rotations[joints[i]];
}

/* After a reach the arm follows the animated one at a limited speed. Returns whether it is still behind. */
static bool follow_animation(pd_character_reach_state *state, const arm *a, pd_character_pose *pose)
{
    const int joints[LINKS] = {a->shoulder, a->elbow, a->palm};
    bool is_behind = false;

    for (int i = 0; i < LINKS; i++)
        is_behind |= limit_rotation(&pose->rotations[joints[i]], state->arm[i], RETURNS * TICK);
    remember(state->arm, a, pose);
    return is_behind;
}

double pd_character_reach_step(pd_character_reach_state *state, pd_character_hand hand,
                               pd_character_pose *pose, const pd_character_rig *rig)
{
    PD_ASSERT((unsigned)hand < PD_CHARACTER_HANDS);
    const pd_character_reach_request *request = &state->request;
    const pd_character_arm *joints = &rig->arms[hand];
    const arm a = {.skeleton = &rig->skeleton,
                   .limits = rig->limits,
                   .hand = hand,
                   .joints = joints,
                   .shoulder = joints->shoulder,
                   .elbow = joints->elbow,
                   .wrist = joints->wrist,
                   .palm = joints->palm};
    world w;

    /* Advance the fades. A hand that begins to reach for a surface has
     * the palm's orientation from the beginning. */
    const double seconds = request->seconds > 0 ? request->seconds : 1;
    const double step = TICK / pd_fmax(seconds, state->ways[0] / SWEEP);
    state->progress = toward(state->progress, request->weight, step);
    state->approach = pd_fmin(1, state->approach + TICK / pd_fmax(seconds, state->ways[1] / SWEEP));
    state->palm = toward(state->palm, request->has_normal, step);
    if (request->has_normal && state->progress <= step) state->palm = 1;
    if (state->progress <= 1e-6 || !joints->chain.count) {
        state->ways[0] = 0;
        state->has_arm = state->has_arm && follow_animation(state, &a, pose);
        return 0;
    }

    /* Blend the animated wrist and palm with the goal, and solve the arm. */
    if (!state->has_arm) remember(state->arm, &a, pose);
    find_reach(&w, &a, 0, pose);
    const double weight = smooth_reach(state->progress);
    const pd_vec3 own = w.at[a.wrist];
    const pd_vec3 place = place_wrist(state, &a, &w, approach(state, pose, step), weight);

    pd_quat palm = w.rotation[a.palm];
    if (state->palm > 1e-6)
        palm = pd_q_slerp(palm, palm_on_surface(request, pose, hand), smooth_reach(state->palm) * weight);
    place_hand(pose, &a, &w, place, palm, weight);

    /* Limit the change since the last tick. */
    state->has_arm = true;
    go_on_reach(pose, &a, &w, state->arm, place);
    remember(state->arm, &a, pose);

    find_reach(&w, &a, joints->below, pose);
    return pd_vec3_distance(w.at[a.wrist], pd_vec3_fma(own, weight, pd_vec3_sub(state->last, own)));
}
