#include "core/pfnn/reach.h"

#include "core/anim/ranges.h"
#include "core/anim/two_bone.h"

#define TICK    (1.0 / 60)
#define AT_ONCE 0.05 /* metres: a target that goes farther in a tick is gone over to */
#define AHEAD   0.25 /* metres that a sliding hand is before its figure */
#define PASSES  6
#define SETTLED 1e-8 /* radians */

/* Shoulder, elbow and wrist by name: the biped's wrist is LeftFingerBase, others' the hand joint. */
static const char *const arm_names[PD_PFNN_HANDS][4] = {
    {"LeftArm", "LeftForeArm", "LeftFingerBase", "LeftHand"},
    {"RightArm", "RightForeArm", "RightFingerBase", "RightHand"},
};

typedef struct arm {
    int shoulder, elbow, wrist;
    int palm; /* the joint that turns the palm: the wrist, or one between it and the elbow */
} arm;

static int is_above(const pd_anim_skeleton *s, int above, int joint)
{
    while (joint >= 0 && joint != above) joint = s->parents[joint];
    return joint >= 0;
}

static int find_arm(arm *out, const pd_anim_skeleton *s, pd_pfnn_hand hand)
{
    const char *const *names = arm_names[hand];
    out->shoulder = pd_anim_skeleton_find(s, names[0]);
    out->elbow = pd_anim_skeleton_find(s, names[1]);
    out->wrist = pd_anim_skeleton_find(s, names[2]);
    if (out->wrist < 0) out->wrist = pd_anim_skeleton_find(s, names[3]);
    out->palm = out->wrist;
    while (out->palm >= 0 && s->parents[out->palm] != out->elbow) out->palm = s->parents[out->palm];
    return out->shoulder >= 0 && out->elbow >= 0 && out->wrist >= 0 && s->parents[out->shoulder] >= 0 &&
           s->parents[out->elbow] == out->shoulder && is_above(s, out->elbow, out->wrist);
}

pd_status pd_pfnn_reach_check(const pd_pfnn_reach *r, pd_error *err)
{
    if (!pd_vec3_finite(r->target) || pd_vec3_length(r->target) > 1e6)
        return pd_fail(err, PD_ERR_RANGE, "/target", "%g, %g, %g; within 1e6 m allowed", r->target.x,
                       r->target.y, r->target.z);
    if (!(r->weight >= 0 && r->weight <= 1))
        return pd_fail(err, PD_ERR_RANGE, "/weight", "%g; 0 to 1 allowed", r->weight);
    if (!(r->seconds >= 0.01 && r->seconds <= 10))
        return pd_fail(err, PD_ERR_RANGE, "/seconds", "%g; 0.01 to 10 allowed", r->seconds);
    if (r->has_normal && (!pd_vec3_finite(r->normal) || pd_vec3_length(r->normal) < 1e-6))
        return pd_fail(err, PD_ERR_RANGE, "/normal", "%g, %g, %g; any but 0 is allowed", r->normal.x,
                       r->normal.y, r->normal.z);
    if (r->slide && !r->has_normal)
        return pd_fail(err, PD_ERR_INVALID, "/slide", "true without a normal; it slides along a surface");
    return PD_OK;
}

void pd_pfnn_reach_set(pd_pfnn_reach *reach, const pd_pfnn_reach *wish)
{
    pd_pfnn_reach before = *reach;
    if (wish->weight > 0)
        *reach = *wish;
    else
        reach->weight = 0, reach->seconds = wish->seconds;
    reach->done = before.done;
    reach->last = before.last;
    reach->behind = before.behind;
    reach->gone = before.gone;
    reach->laid = before.laid;
    if (!reach->has_normal) reach->normal = before.normal; /* from which the palm goes back */
    reach->fresh = wish->weight > 0;
}

/* 1 while the hand is not wholly the animation's. */
static int advance(pd_pfnn_reach *r)
{
    double step = TICK / (r->seconds > 0 ? r->seconds : 1), left = r->weight - r->done;
    r->done += fmin(fmax(left, -step), step);
    r->gone = fmin(1, r->gone + step);
    r->laid += fmin(fmax(r->has_normal - r->laid, -step), step);
    if (r->has_normal && r->done <= step) r->laid = 1; /* with the whole arm */
    return r->done > 1e-6;
}

static double smooth(double s)
{
    return s * s * (3 - 2 * s);
}

static pd_vec3 normal_of(const pd_pfnn_reach *r, const pd_pfnn_pose *pose)
{
    pd_vec3 normal = pd_vec3_unit_or(r->normal, pd_vec3_make(0, 1, 0));
    return r->in_root ? pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), pose->yaw), normal) : normal;
}

/* Along the surface with its figure, at the target's height. */
static pd_vec3 slid(const pd_pfnn_reach *r, const pd_pfnn_pose *pose, pd_vec3 target)
{
    pd_vec3 normal = normal_of(r, pose);
    pd_vec3 ahead = pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), pose->yaw), pd_vec3_make(0, 0, 1));
    pd_vec3 beside = pd_vec3_fma(pose->root, AHEAD, ahead);
    beside.y = target.y;
    return pd_vec3_fma(beside, pd_vec3_dot(pd_vec3_sub(target, beside), normal), normal);
}

/* Where the hand shall be in the world, with the rest of the way from the last target. */
static pd_vec3 place_of(pd_pfnn_reach *r, const pd_pfnn_pose *pose)
{
    pd_vec3 at = r->target;
    if (r->in_root)
        at = pd_vec3_add(pose->root, pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), pose->yaw), at));
    if (r->slide) at = slid(r, pose, at);
    int reaching = r->done > TICK / r->seconds + 1e-9; /* it did before this tick */
    if (r->fresh && reaching && pd_vec3_distance(at, r->last) > AT_ONCE)
        r->behind = pd_vec3_sub(r->last, at), r->gone = 0;
    else if (!reaching)
        r->behind = pd_vec3_make(0, 0, 0);
    r->fresh = 0;
    r->last = pd_vec3_fma(at, 1 - smooth(r->gone), r->behind);
    return r->last;
}

/* ---- the arm ---- */

/* A joint below the elbow to a place. */
static pd_anim_two_bone_job bend(const arm *a, const pd_vec3 *at, const pd_quat *turn, int tip, pd_vec3 to,
                                 pd_pfnn_hand hand)
{
    pd_anim_two_bone_job job = {.root = at[a->shoulder], .middle = at[a->elbow], .tip = at[tip]};
    job.target = to;
    job.bend_axis = pd_q_rotate(turn[a->elbow], pd_vec3_make(0, hand ? 1 : -1, 0));
    pd_anim_two_bone_run(&job);
    return job;
}

/* Local rotations of shoulder and elbow; returns the forearm's turn in the world. */
static pd_quat turn_arm(pd_pfnn_pose *pose, const pd_quat *turn, const arm *a,
                        const pd_anim_two_bone_job *job, const pd_anim_skeleton *s)
{
    pd_quat shoulder = pd_q_mul(job->turn_root, turn[a->shoulder]);
    pd_quat elbow = pd_q_mul(job->turn_middle, turn[a->elbow]);
    pose->rotations[a->shoulder] = pd_q_normalize(pd_q_inv_mul(turn[s->parents[a->shoulder]], shoulder));
    pose->rotations[a->elbow] = pd_q_normalize(pd_q_inv_mul(shoulder, elbow));
    return elbow;
}

/* ---- the hand ---- */

static pd_quat within(pd_quat local, const char *name)
{
    int side;
    const pd_anim_range *range = pd_anim_range_of_biped(name, &side);
    return range ? pd_anim_range_clamp(local, range, side, 0) : local;
}

static double twist_of(pd_quat q)
{
    return remainder(2 * atan2(q.x, q.w), 6.283185307179586);
}

/* The forearm's share of the turn: half its twist about its own bone, within the elbow's range; moves no joint. */
static pd_quat twist_forearm(pd_pfnn_pose *pose, const arm *a, pd_quat forearm, pd_quat palm, double w,
                             const pd_anim_skeleton *s)
{
    const pd_vec3 bone = {1, 0, 0};
    pd_quat before = pose->rotations[a->elbow];
    double wanted = 0.5 * w * twist_of(pd_q_inv_mul(forearm, palm));
    pd_quat twisted = pd_q_mul(before, pd_q_axis_angle(bone, wanted));
    /* the range may hold the bend as well: only its twist counts */
    double cut = twist_of(pd_q_inv_mul(twisted, within(twisted, s->names[a->elbow])));
    pd_quat turn = pd_q_axis_angle(bone, wanted + (cut * wanted < 0 ? cut : 0));
    pose->rotations[a->elbow] = pd_q_normalize(pd_q_mul(before, turn));
    return pd_q_mul(forearm, turn);
}

/* A hand on a surface: the palm (-y at rest) faces it, the fingers (x of the left, -x of the right hand) point up and ahead along it. */
static pd_quat laid(const pd_pfnn_reach *r, const pd_pfnn_pose *pose, pd_pfnn_hand hand)
{
    pd_vec3 y = normal_of(r, pose);
    pd_vec3 ahead = pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), pose->yaw), pd_vec3_make(0, 1, 1));
    pd_vec3 x = pd_vec3_unit_or(pd_vec3_reject(ahead, y), pd_vec3_perpendicular(y));
    if (hand == PD_PFNN_RIGHT_HAND) x = pd_vec3_scale(x, -1);
    pd_vec3 z = pd_vec3_cross(x, y);
    const double m[9] = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
    return pd_q_from_matrix(m);
}

/* The palm's turn in the world: as animated, or as far as it is laid on the surface. */
static pd_quat palm_of(const pd_pfnn_reach *r, const pd_pfnn_pose *pose, pd_quat animated, pd_pfnn_hand hand)
{
    if (r->laid <= 1e-6) return animated;
    return pd_q_slerp(animated, laid(r, pose, hand), smooth(r->laid) * smooth(r->done));
}

/* What the passes leave: the hand stays as it is on its forearm, shoulder and elbow do the rest. */
static void place_stiff(pd_pfnn_pose *pose, const arm *a, pd_vec3 to, pd_pfnn_hand hand,
                        const pd_anim_skeleton *s)
{
    pd_quat turn[PD_ANIM_MAX_JOINTS];
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_anim_skeleton_forward(at, turn, s, pose->rotations, pose->translation);
    pd_anim_two_bone_job job = bend(a, at, turn, a->wrist, to, hand);
    turn_arm(pose, turn, a, &job, s);
}

/* Place and turn depend on one another where the hand is held by its range: passes until both are at rest. */
static void bring(pd_pfnn_pose *pose, const pd_vec3 *at, const pd_quat *turn, const arm *a, pd_vec3 to,
                  pd_quat wanted, double w, pd_pfnn_hand hand, const pd_anim_skeleton *s)
{
    pd_quat palm = wanted, before;
    pd_vec3 offset = pd_q_rotate(pd_q_conjugate(turn[a->palm]), pd_vec3_sub(at[a->wrist], at[a->palm]));
    int pass = 0, near;
    do {
        before = palm;
        pd_vec3 tip = pd_vec3_sub(to, pd_q_rotate(palm, offset));
        pd_anim_two_bone_job job = bend(a, at, turn, a->palm, tip, hand);
        near = job.reachable;
        pd_quat forearm = twist_forearm(pose, a, turn_arm(pose, turn, a, &job, s), wanted, w, s);
        pd_quat local = pd_q_inv_mul(forearm, wanted);
        pose->rotations[a->palm] = pd_q_normalize(pd_q_slerp(local, within(local, s->names[a->palm]), w));
        palm = pd_q_mul(forearm, pose->rotations[a->palm]);
    } while (++pass < PASSES && pd_q_angle(before, palm) > SETTLED);
    if (pass == PASSES || !near) place_stiff(pose, a, to, hand, s);
}

double pd_pfnn_reach_step(pd_pfnn_reach *reach, pd_pfnn_hand hand, pd_pfnn_pose *pose,
                          const pd_pfnn_figure *figure)
{
    const pd_anim_skeleton *s = &figure->skeleton;
    pd_quat turn[PD_ANIM_MAX_JOINTS];
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    arm a;
    if (!advance(reach) || !find_arm(&a, s, hand)) return 0;
    pd_anim_skeleton_forward(at, turn, s, pose->rotations, pose->translation);
    double w = smooth(reach->done);
    pd_vec3 place = place_of(reach, pose);
    pd_vec3 target = pd_vec3_fma(at[a.wrist], w, pd_vec3_sub(place, at[a.wrist]));
    bring(pose, at, turn, &a, target, palm_of(reach, pose, turn[a.palm], hand), w, hand, s);
    pd_anim_skeleton_forward(pose->joints, NULL, s, pose->rotations, pose->translation);
    return pd_vec3_distance(pose->joints[a.wrist], target);
}
