#include "core/pfnn/rollout/reach.h"

#include "core/anim/retarget/ranges.h"
#include "core/anim/retarget/two_bone.h"

#define TICK    (1.0 / 60)
/* Metres: a target that moves farther in a tick is approached over the request's seconds. */
#define AT_ONCE 0.05
#define AHEAD   0.25 /* metres that a sliding hand is ahead of the character */
#define PASSES  6    /* of palm and arm, at most */
#define SETTLED 1e-8 /* radians that a pass changes the palm by */
#define QUICK   9.0  /* rad/s that joints of the arm rotate at most ...              */
#define BENT    0.1  /* metres of the elbow beside the line from shoulder to wrist: it has a side */
#define LINKS   PD_PFNN_REACH_LINKS

/* Shoulder, elbow and wrist by name: of the biped the wrist is LeftFingerBase, others' the hand joint. */
static const char *const arm_names[PD_PFNN_HANDS][4] = {
    {"LeftArm", "LeftForeArm", "LeftFingerBase", "LeftHand"},
    {"RightArm", "RightForeArm", "RightFingerBase", "RightHand"},
};

typedef struct arm {
    const pd_anim_skeleton *skeleton;
    const pd_pfnn_limit *limits;
    pd_pfnn_hand hand;
    int shoulder, elbow, wrist;
    int palm; /* the joint that rotates the palm: the wrist, or one between it and the elbow */
} arm;

/* A pose in the world, joint by joint. */
typedef struct world {
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_quat rotation[PD_ANIM_MAX_JOINTS];
} world;

static bool is_above(const pd_anim_skeleton *s, int above, int joint)
{
    while (joint >= 0 && joint != above) joint = s->parents[joint];
    return joint >= 0;
}

static bool find_arm(arm *out, const pd_pfnn_rig *rig, pd_pfnn_hand hand)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    const char *const *names = arm_names[hand];
    *out = (arm){.skeleton = s, .limits = rig->limits, .hand = hand};
    out->shoulder = pd_anim_skeleton_find(s, names[0]);
    out->elbow = pd_anim_skeleton_find(s, names[1]);
    out->wrist = pd_anim_skeleton_find(s, names[2]);
    if (out->wrist < 0) out->wrist = pd_anim_skeleton_find(s, names[3]);

    out->palm = out->wrist;
    while (out->palm >= 0 && s->parents[out->palm] != out->elbow) out->palm = s->parents[out->palm];

    return out->shoulder >= 0 && out->elbow >= 0 && out->wrist >= 0 && s->parents[out->shoulder] >= 0 &&
           s->parents[out->elbow] == out->shoulder && is_above(s, out->elbow, out->wrist);
}

pd_status pd_pfnn_reach_check(const pd_pfnn_reach_request *r, pd_error *err)
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

void pd_pfnn_reach_set(pd_pfnn_reach_state *state, const pd_pfnn_reach_request *request)
{
    state->is_new = request->weight > 0;
    if (!state->is_new) {
        state->request.weight = 0;
        state->request.seconds = request->seconds;
        return;
    }
    pd_vec3 normal = state->request.normal;
    state->request = *request;
    if (!request->has_normal) state->request.normal = normal; /* the palm still has to leave that surface */
}

static double toward(double from, double to, double step)
{
    return from + fmin(fmax(to - from, -step), step);
}

static double smooth(double s)
{
    return s * s * (3 - 2 * s);
}

static pd_quat root_rotation(const pd_pfnn_pose *pose)
{
    return pd_q_axis_angle(pd_vec3_make(0, 1, 0), pose->yaw);
}

static pd_vec3 normal_of(const pd_pfnn_reach_request *r, const pd_pfnn_pose *pose)
{
    pd_vec3 normal = pd_vec3_unit_or(r->normal, pd_vec3_make(0, 1, 0));
    return r->in_root ? pd_q_rotate(root_rotation(pose), normal) : normal;
}

/* The target of this tick in the world. */
static pd_vec3 target_of(const pd_pfnn_reach_request *r, const pd_pfnn_pose *pose)
{
    pd_vec3 at = r->target;
    if (r->in_root) at = pd_vec3_add(pose->root, pd_q_rotate(root_rotation(pose), at));
    if (!r->slide) return at;

    /* the point of the plane beside the character, at the target's height */
    pd_vec3 normal = normal_of(r, pose);
    pd_vec3 ahead = pd_q_rotate(root_rotation(pose), pd_vec3_make(0, 0, 1));
    pd_vec3 beside = pd_vec3_fma(pose->root, AHEAD, ahead);
    beside.y = at.y;
    return pd_vec3_fma(beside, pd_vec3_dot(pd_vec3_sub(at, beside), normal), normal);
}

/* Where the hand shall be in the world: the target, with the rest of the way from the last one. */
static pd_vec3 approach(pd_pfnn_reach_state *state, const pd_pfnn_pose *pose)
{
    pd_vec3 at = target_of(&state->request, pose);
    bool reached_before = state->progress > TICK / state->request.seconds + 1e-9;
    if (state->is_new && reached_before && pd_vec3_distance(at, state->last) > AT_ONCE)
        state->offset = pd_vec3_sub(state->last, at), state->approach = 0;
    else if (!reached_before)
        state->offset = pd_vec3_make(0, 0, 0);
    state->is_new = false;

    state->last = pd_vec3_fma(at, 1 - smooth(state->approach), state->offset);
    return state->last;
}

/* ---- the arm ---- */

/* How shoulder and elbow bring tip, a joint below the elbow, to a place. */
static pd_anim_two_bone_job bend(const arm *a, const world *w, int tip, pd_vec3 place)
{
    pd_anim_two_bone_job job = {.root = w->at[a->shoulder], .middle = w->at[a->elbow], .tip = w->at[tip]};
    job.target = place;
    job.bend_axis =
        pd_q_rotate(w->rotation[a->elbow], pd_vec3_make(0, a->hand == PD_PFNN_RIGHT_HAND ? 1 : -1, 0));
    pd_anim_two_bone_run(&job);
    return job;
}

/* Writes the local rotations of shoulder and elbow; returns the forearm's rotation in the world. */
static pd_quat write_arm(pd_pfnn_pose *pose, const arm *a, const world *w, const pd_anim_two_bone_job *job)
{
    pd_quat above = w->rotation[a->skeleton->parents[a->shoulder]];
    pd_quat shoulder = pd_q_mul(job->root_rotation, w->rotation[a->shoulder]);
    pd_quat elbow = pd_q_mul(job->middle_rotation, w->rotation[a->elbow]);
    pose->rotations[a->shoulder] = pd_q_normalize(pd_q_inv_mul(above, shoulder));
    pose->rotations[a->elbow] = pd_q_normalize(pd_q_inv_mul(shoulder, elbow));
    return elbow;
}

/* ---- the hand ---- */

static pd_quat within(pd_quat local, const pd_pfnn_limit *limit)
{
    return limit->range ? pd_anim_range_clamp(local, limit->range, limit->side, 0) : local;
}

static double twist_of(pd_quat q)
{
    return remainder(2 * atan2(q.x, q.w), 2 * M_PI);
}

/* The forearm's share of the palm's rotation: half its twist about the forearm's bone, within the elbow's range. Moves no joint. */
static pd_quat twist_forearm(pd_pfnn_pose *pose, const arm *a, pd_quat forearm, pd_quat palm, double weight)
{
    const pd_vec3 bone = {1, 0, 0};
    pd_quat before = pose->rotations[a->elbow];
    double wanted = 0.5 * weight * twist_of(pd_q_inv_mul(forearm, palm));
    pd_quat twisted = pd_q_mul(before, pd_q_axis_angle(bone, wanted));

    /* the range may limit the bend as well: only the twist counts here */
    double cut = twist_of(pd_q_inv_mul(twisted, within(twisted, &a->limits[a->elbow])));
    pd_quat twist = pd_q_axis_angle(bone, wanted + (cut * wanted < 0 ? cut : 0));
    pose->rotations[a->elbow] = pd_q_normalize(pd_q_mul(before, twist));
    return pd_q_mul(forearm, twist);
}

/* A hand on a surface: the palm (-y at rest) faces it, the fingers (x of the left, -x of the right hand) point up and ahead along it. */
static pd_quat palm_on_surface(const pd_pfnn_reach_request *r, const pd_pfnn_pose *pose, pd_pfnn_hand hand)
{
    pd_vec3 y = normal_of(r, pose);
    pd_vec3 ahead = pd_q_rotate(root_rotation(pose), pd_vec3_make(0, 1, 1));
    pd_vec3 x = pd_vec3_unit_or(pd_vec3_reject(ahead, y), pd_vec3_perpendicular(y));
    if (hand == PD_PFNN_RIGHT_HAND) x = pd_vec3_scale(x, -1);
    pd_vec3 z = pd_vec3_cross(x, y);
    const double m[9] = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
    return pd_q_from_matrix(m);
}

/* Brings wrist and palm to a place and a rotation. Where a range limits the palm, the two depend on one another: a few passes until
 * neither changes. */
static void place_hand(pd_pfnn_pose *pose, const arm *a, const world *animated, pd_vec3 place, pd_quat wanted,
                       double weight)
{
    pd_vec3 offset = pd_q_rotate(pd_q_conjugate(animated->rotation[a->palm]),
                                 pd_vec3_sub(animated->at[a->wrist], animated->at[a->palm]));

    pd_quat palm = wanted, before;
    bool reachable;
    int pass = 0;
    do {
        before = palm;
        pd_anim_two_bone_job job = bend(a, animated, a->palm, pd_vec3_sub(place, pd_q_rotate(palm, offset)));
        reachable = job.reachable;

        pd_quat forearm = twist_forearm(pose, a, write_arm(pose, a, animated, &job), wanted, weight);
        pd_quat local = pd_q_inv_mul(forearm, wanted);
        pose->rotations[a->palm] =
            pd_q_normalize(pd_q_slerp(local, within(local, &a->limits[a->palm]), weight));
        palm = pd_q_mul(forearm, pose->rotations[a->palm]);
    } while (++pass < PASSES && pd_q_angle(before, palm) > SETTLED);
    if (pass < PASSES && reachable) return;

    /* not settled, or out of reach: the hand keeps its rotation on the forearm, shoulder and elbow do the rest */
    world w;
    pd_anim_skeleton_forward(w.at, w.rotation, a->skeleton, pose->rotations, pose->translation);
    pd_anim_two_bone_job job = bend(a, &w, a->wrist, place);
    write_arm(pose, a, &w, &job);
}

/* ---- from tick to tick */

/* A rotation that is more than `most` radians from the last one goes on from that: by as much, or by what brings it there in `ticks`. */
static bool limit_rotation(pd_quat *q, pd_quat last, double most, double ticks)
{
    double way = pd_q_angle(last, *q), part = fmax(most / way, 1 / ticks);
    if (way <= most || part >= 1) return false;
    *q = pd_q_slerp(last, *q, part);
    return true;
}

/* Turns the arm about the line from shoulder to wrist, which moves neither, so that the elbow goes round it by `most` radians at most. */
static void limit_swivel(pd_pfnn_pose *pose, const arm *a, pd_quat last_shoulder, double most)
{
    world w;
    pd_anim_skeleton_forward(w.at, w.rotation, a->skeleton, pose->rotations, pose->translation);
    pd_quat above = w.rotation[a->skeleton->parents[a->shoulder]];
    pd_vec3 line = pd_vec3_unit_or(pd_vec3_sub(w.at[a->wrist], w.at[a->shoulder]), pd_vec3_make(0, 0, 0));
    pd_vec3 upper = pd_q_rotate(pd_q_mul(above, last_shoulder), a->skeleton->offsets[a->elbow]);

    pd_vec3 last = pd_vec3_reject(upper, line);
    pd_vec3 now = pd_vec3_reject(pd_vec3_sub(w.at[a->elbow], w.at[a->shoulder]), line);
    double swivel = atan2(pd_vec3_dot(line, pd_vec3_cross(last, now)), pd_vec3_dot(last, now));
    if (fabs(swivel) <= most) return;

    double bent = fmin(pd_vec3_length(last), pd_vec3_length(now)) / BENT; /* a straight arm has no side */
    pd_quat back = pd_q_axis_angle(line, fmin(bent, 1) * ((swivel < 0 ? -most : most) - swivel));
    pd_quat shoulder = pd_q_mul(back, w.rotation[a->shoulder]);
    pose->rotations[a->shoulder] = pd_q_normalize(pd_q_inv_mul(above, shoulder));
}

/* Where the palm's ranges or the side of the elbow leave a choice, the arm that belongs to a place may be another one a millimetre on. So joints
 * go on from where they were, and shoulder and elbow then bring the wrist to its place. */
static void go_on(pd_pfnn_pose *pose, const arm *a, const pd_quat *last, double ticks, pd_vec3 place)
{
    const int joints[LINKS] = {a->shoulder, a->elbow, a->palm};
    bool is_behind = false;
    for (int i = 0; i < LINKS; i++)
        is_behind |= limit_rotation(&pose->rotations[joints[i]], last[i], QUICK * TICK, ticks);
    if (!is_behind) return;

    world w;
    pd_anim_skeleton_forward(w.at, w.rotation, a->skeleton, pose->rotations, pose->translation);
    pd_anim_two_bone_job job = bend(a, &w, a->wrist, place);
    write_arm(pose, a, &w, &job);
    limit_swivel(pose, a, last[0], QUICK * TICK);
}

static void remember(pd_quat *out, const arm *a, const pd_pfnn_pose *pose)
{
    const int joints[LINKS] = {a->shoulder, a->elbow, a->palm};
    for (int i = 0; i < LINKS; i++) out[i] = pose->rotations[joints[i]];
}

double pd_pfnn_reach_step(pd_pfnn_reach_state *state, pd_pfnn_hand hand, pd_pfnn_pose *pose,
                          const pd_pfnn_rig *rig)
{
    const pd_pfnn_reach_request *request = &state->request;
    const pd_anim_skeleton *s = &rig->skeleton;
    world animated;
    arm a;

    double step = TICK / (request->seconds > 0 ? request->seconds : 1);
    state->progress = toward(state->progress, request->weight, step);
    state->approach = fmin(1, state->approach + step);
    state->palm = toward(state->palm, request->has_normal, step);
    if (request->has_normal && state->progress <= step) state->palm = 1; /* together with the whole arm */
    if (state->progress <= 1e-6 || !find_arm(&a, rig, hand)) {
        state->has_arm = false;
        return 0;
    }

    if (!state->has_arm) remember(state->arm, &a, pose);
    state->has_arm = true;
    pd_anim_skeleton_forward(animated.at, animated.rotation, s, pose->rotations, pose->translation);
    double weight = smooth(state->progress);
    pd_vec3 wrist = animated.at[a.wrist];
    pd_vec3 place = pd_vec3_fma(wrist, weight, pd_vec3_sub(approach(state, pose), wrist));

    pd_quat palm = animated.rotation[a.palm];
    if (state->palm > 1e-6)
        palm = pd_q_slerp(palm, palm_on_surface(request, pose, hand), smooth(state->palm) * weight);
    place_hand(pose, &a, &animated, place, palm, weight);

    double ticks =
        request->weight > 0 ? INFINITY : state->progress / step; /* until it is the animation's again */
    go_on(pose, &a, state->arm, ticks, place);
    remember(state->arm, &a, pose);

    pd_anim_skeleton_forward(pose->joints, NULL, s, pose->rotations, pose->translation);
    return pd_vec3_distance(pose->joints[a.wrist], place);
}
