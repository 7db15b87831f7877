#include "core/pfnn/reach.h"

#include "core/anim/two_bone.h"

/* Shoulder, elbow and wrist by name: the biped's wrist is LeftFingerBase, others' the hand joint. */
static const char *const arm_names[PD_PFNN_HANDS][4] = {
    {"LeftArm", "LeftForeArm", "LeftFingerBase", "LeftHand"},
    {"RightArm", "RightForeArm", "RightFingerBase", "RightHand"},
};

typedef struct arm {
    int shoulder, elbow, wrist;
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
    return PD_OK;
}

void pd_pfnn_reach_set(pd_pfnn_reach *reach, const pd_pfnn_reach *wish)
{
    double done = reach->done;
    *reach = *wish;
    reach->done = done;
}

/* 1 while the hand is not wholly the animation's. */
static int advance(pd_pfnn_reach *r, double dt)
{
    double step = dt / (r->seconds > 0 ? r->seconds : 1), left = r->weight - r->done;
    r->done += fmin(fmax(left, -step), step);
    return r->done > 1e-6;
}

static pd_vec3 target_of(const pd_pfnn_reach *r, const pd_pfnn_pose *pose, pd_vec3 hand)
{
    double w = r->done * r->done * (3 - 2 * r->done);
    pd_vec3 target = r->target;
    if (r->in_root)
        target = pd_vec3_add(pose->root,
                             pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), pose->yaw), r->target));
    return pd_vec3_fma(hand, w, pd_vec3_sub(target, hand));
}

/* New local rotations of shoulder, elbow and wrist; turn (J) are the world's before. */
static void apply(pd_pfnn_pose *pose, const pd_quat *turn, const arm *a, const pd_anim_two_bone_job *job,
                  const pd_anim_skeleton *s)
{
    pd_quat after[PD_ANIM_MAX_JOINTS];
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_quat shoulder = pd_q_mul(job->turn_root, turn[a->shoulder]);
    pd_quat elbow = pd_q_mul(job->turn_middle, turn[a->elbow]);
    pose->rotations[a->shoulder] = pd_q_normalize(pd_q_inv_mul(turn[s->parents[a->shoulder]], shoulder));
    pose->rotations[a->elbow] = pd_q_normalize(pd_q_inv_mul(shoulder, elbow));
    pd_anim_skeleton_forward(at, after, s, pose->rotations, pose->translation);
    pose->rotations[a->wrist] = pd_q_normalize(pd_q_inv_mul(after[s->parents[a->wrist]], turn[a->wrist]));
    pd_anim_skeleton_forward(pose->joints, NULL, s, pose->rotations, pose->translation);
}

double pd_pfnn_reach_step(pd_pfnn_reach *reach, pd_pfnn_hand hand, pd_pfnn_pose *pose,
                          const pd_pfnn_figure *figure)
{
    const pd_anim_skeleton *s = &figure->skeleton;
    pd_quat turn[PD_ANIM_MAX_JOINTS];
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    arm a;
    if (!advance(reach, 1.0 / 60) || !find_arm(&a, s, hand)) return 0;
    pd_anim_skeleton_forward(at, turn, s, pose->rotations, pose->translation);
    pd_vec3 target = target_of(reach, pose, at[a.wrist]);
    pd_anim_two_bone_job job = {.root = at[a.shoulder],
                                .middle = at[a.elbow],
                                .tip = at[a.wrist],
                                .target = target,
                                .bend_axis = pd_q_rotate(turn[a.elbow], pd_vec3_make(0, hand ? 1 : -1, 0))};
    pd_anim_two_bone_run(&job);
    apply(pose, turn, &a, &job, s);
    return pd_vec3_distance(pose->joints[a.wrist], target);
}
