#include "core/character/action/reach.h"

#include "core/base/assert.h"
#include "core/anim/ranges.h"
#include "core/anim/two_bone.h"
#include "core/math/elementary.h"

#define TICK    (1.0 / 60)
/* Metres: a new target farther than this from the last one is approached over the request's seconds. */
#define AT_ONCE 0.05
#define AHEAD   0.25 /* metres by which a sliding hand is ahead of the character */
#define PASSES  6    /* largest number of iterations over palm and arm */
#define SETTLED 1e-8 /* radians: the iteration ends when it changes the palm by less */
/* Radians: the same for targets out of reach, where shoulder and elbow
 * are solved once more for the final palm. */
#define POINTS  1e-4
#define QUICK   9.0  /* rad/s: largest speed of joints of the arm ... */
#define BENDS   13.0 /* ... and of an elbow that moves the wrist to its place */
#define BENT    0.1  /* metres from elbow to line shoulder-wrist at which the elbow's side is certain */
#define LINKS   PD_CHARACTER_REACH_LINKS

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

/* Returns the goal of the hand in the world. After a change of the target the goal moves from the last target
 * to the new one. */
static pd_vec3 approach(pd_character_reach_state *state, const pd_character_pose *pose)
{
    const pd_character_reach_request *r = &state->request;
    pd_vec3 at = r->target;

    if (r->in_root) at = pd_vec3_add(pose->root, pd_q_rotate(root_rotation(pose), at));
    if (r->slide) { /* project a point ahead of the character, at the target's height, onto the plane */
        pd_vec3 normal = normal_of(r, pose);
        pd_vec3 ahead = pd_q_rotate(root_rotation(pose), pd_vec3_make(0, 0, 1));
        pd_vec3 beside = pd_vec3_fma(pose->root, AHEAD, ahead);
        beside.y = at.y;
        at = pd_vec3_fma(beside, pd_vec3_dot(pd_vec3_sub(at, beside), normal), normal);
    }

    bool reached_before = state->progress > TICK / r->seconds + 1e-9;
    if (state->is_new && reached_before && pd_vec3_distance(at, state->last) > AT_ONCE) {
        state->offset = pd_vec3_sub(state->last, at);
        state->approach = 0;
    } else if (!reached_before)
        state->offset = pd_vec3_make(0, 0, 0);
    state->is_new = false;

    state->last = pd_vec3_fma(at, 1 - smooth_reach(state->approach), state->offset);
    return state->last;
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

/* Limits the rotation from `last` to *q to `most` radians, or to more if that is needed to arrive in `ticks`.
 * Returns whether *q was limited. */
static bool limit_rotation(pd_quat *q, pd_quat last, double most, double ticks)
{
    double way = pd_q_angle(last, *q);
    double part = pd_fmax(most / way, 1 / ticks);
    if (way <= most || part >= 1) return false;
    *q = pd_q_slerp(last, *q, part);
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
static void go_on_reach(pd_character_pose *pose, const arm *a, world *w, const pd_quat *last, double ticks,
                        pd_vec3 place)
{
    const int joints[LINKS] = {a->shoulder, a->elbow, a->palm};
    bool is_behind = false;

    for (int i = 0; i < LINKS; i++)
        is_behind |= limit_rotation(&pose->rotations[joints[i]], last[i], QUICK * TICK, ticks);
    if (!is_behind) return;

    bring_wrist(pose, a, w, place);
    limit_swivel(pose, a, w, last[0], QUICK * TICK);

    /* In a nearly straight arm a millimetre of the wrist takes degrees of the elbow. Limit the elbow too, and
     * point the arm at the place, from which the wrist is then a little away. */
    if (!limit_rotation(&pose->rotations[a->elbow], last[1], BENDS * TICK, ticks)) return;
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
    double step = TICK / (request->seconds > 0 ? request->seconds : 1);
    state->progress = toward(state->progress, request->weight, step);
    state->approach = pd_fmin(1, state->approach + step);
    state->palm = toward(state->palm, request->has_normal, step);
    if (request->has_normal && state->progress <= step) state->palm = 1;
    if (state->progress <= 1e-6 || !joints->chain.count) {
        state->has_arm = false;
        return 0;
    }

    /* Blend the animated wrist and palm with the goal, and solve the arm. */
    if (!state->has_arm) remember(state->arm, &a, pose);
    state->has_arm = true;
    find_reach(&w, &a, 0, pose);
    double weight = smooth_reach(state->progress);
    pd_vec3 wrist = w.at[a.wrist];
    pd_vec3 place = pd_vec3_fma(wrist, weight, pd_vec3_sub(approach(state, pose), wrist));

    pd_quat palm = w.rotation[a.palm];
    if (state->palm > 1e-6)
        palm = pd_q_slerp(palm, palm_on_surface(request, pose, hand), smooth_reach(state->palm) * weight);
    place_hand(pose, &a, &w, place, palm, weight);

    /* Limit the change since the last tick. When the reach ends,
     * the arm must be the animated one in `ticks`. */
    double ticks = request->weight > 0 ? INFINITY : state->progress / step;
    go_on_reach(pose, &a, &w, state->arm, ticks, place);
    remember(state->arm, &a, pose);

    find_reach(&w, &a, joints->below, pose);
    return pd_vec3_distance(w.at[a.wrist], place);
}
