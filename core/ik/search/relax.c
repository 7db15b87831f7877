#include "core/ik/search/relax.h"

#include "core/anim/parts.h"

#define FLEX  0.26 /* radians: flexion of a relaxed elbow */
#define OUT   0.2  /* of the arm's length: distance to the side, because hips are broad */
#define AHEAD 0.03 /* of the arm's length: distance to the front */

static bool is_below(const pd_anim_skeleton *skeleton, int joint, int top)
{
    while (joint >= 0 && joint != top) joint = skeleton->parents[joint];
    return joint >= 0;
}

/* Returns whether any target or coupling concerns an arm (the shoulder or what is below it). */
static bool is_asked_for(const pd_ik_job *job, int shoulder)
{
    const pd_anim_skeleton *sk = job->skeleton;

    for (int t = 0; t < job->target_count; t++) {
        const pd_ik_target *target = &job->targets[t];
        if (target->has_centre) return true;
        if (is_below(sk, target->joint, shoulder)) return true;
        if (target->has_frame && is_below(sk, target->frame, shoulder)) return true;
        if (target->has_distance && is_below(sk, target->distance_to, shoulder)) return true;
    }

    for (int c = 0; c < job->optimize.coupling_count; c++)
        for (int i = 0; i < job->optimize.couplings[c].count; i++)
            if (is_below(sk, job->optimize.couplings[c].joint[i], shoulder)) return true;

    return false;
}

/* Returns a rotation clamped to the joint's limit; a locked joint keeps its own. */
static pd_quat inside(const pd_ik_job *job, int joint, pd_quat rotation)
{
    if (!job->limits || job->limits[joint].kind == PD_IK_FREE) return rotation;
    if (job->limits[joint].kind == PD_IK_LOCKED) return job->rotations[joint];

    double angles[3];
    pd_ik_limit_split(angles, job->limits[joint].frame, rotation);
    pd_ik_limit_clamp(angles, &job->limits[joint]);

    return pd_ik_limit_join(angles, job->limits[joint].frame);
}

void pd_ik_relax(pd_ik_job *job, const pd_quat *frames)
{
    const pd_anim_skeleton *sk = job->skeleton;

    for (int elbow = 0; elbow < sk->joint_count; elbow++) {
        const int shoulder = sk->parents[elbow];
        if (shoulder < 0 || pd_anim_part_of(sk->names[elbow], NULL) != PD_ANIM_PART_ELBOW) continue;
        if (pd_anim_part_of(sk->names[shoulder], NULL) != PD_ANIM_PART_SHOULDER) continue;
        if (pd_vec3_length(sk->offsets[elbow]) < 1e-9 || is_asked_for(job, shoulder)) continue;

        const pd_vec3 upper = pd_vec3_unit_or(sk->offsets[elbow], pd_vec3_make(1, 0, 0));
        const int above = sk->parents[shoulder];
        const pd_quat trunk = above < 0 ? pd_q_identity() : frames[above];
        const pd_vec3 pull = pd_q_rotate(pd_q_conjugate(trunk), pd_vec3_make(0, -1, 0));
        const pd_vec3 out = pd_vec3_make(upper.x < 0 ? -OUT : OUT, 0, AHEAD);
        const pd_vec3 down = pd_vec3_unit_or(pd_vec3_add(pull, out), upper);
        const pd_quat hang = pd_q_between(upper, down, pd_vec3_make(0, 0, 1));
        const pd_quat ahead =
            pd_q_axis_angle(pd_vec3_unit_or(pd_vec3_cross(down, pd_vec3_make(0, 0, 1)), upper), FLEX);

        job->rotations[shoulder] = inside(job, shoulder, hang);
        job->rotations[elbow] = inside(job, elbow, pd_q_mul(pd_q_inv_mul(hang, ahead), hang));
    }
}
