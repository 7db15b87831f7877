#include "core/ik/job/errors.h"

#include "core/base/assert.h"
#include "core/ik/job/limb.h"

void pd_ik_errors_start(pd_ik_errors *errors, const pd_ik_job *job)
{
    int any = 0;
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    pd_quat r[PD_ANIM_MAX_JOINTS];

    for (int t = 0; t < job->target_count; t++) any |= job->targets[t].keep;
    if (!any) return;

    /* Start pose in model space. Each `keep` target stores its joint's position and orientation. */
    PD_ASSERT(errors->kept && job->skeleton->joint_count <= PD_ANIM_MAX_JOINTS);
    pd_anim_skeleton_forward(p, r, job->skeleton, job->rotations, job->translation);
    for (int t = 0; t < job->target_count; t++) {
        int joint = job->targets[t].joint;
        if (!job->targets[t].keep) continue;
        PD_ASSERT(joint >= 0 && joint < job->skeleton->joint_count);
        errors->kept[2 * t] = (pd_quat){p[joint].x, p[joint].y, p[joint].z, 0};
        errors->kept[2 * t + 1] = r[joint];
    }
}

/* Returns the angle between a joint's look axis and the direction to its point, radians. */
static double look_error(const pd_ik_errors *errors, const pd_ik_target *t)
{
    pd_vec3 axis = pd_vec3_unit_or(t->look_axis, pd_vec3_make(0, 0, 1));
    pd_vec3 to;
    axis = pd_q_rotate(errors->rotations[t->joint], axis);
    to = pd_vec3_unit_or(pd_vec3_sub(t->look_at, errors->positions[t->joint]), axis);
    return atan2(pd_vec3_length(pd_vec3_cross(axis, to)), pd_vec3_dot(axis, to));
}

/* Returns the angle from the middle joint to the pole about the line from the chain's root to its tip. 0 if
 * the middle or the pole is on the line. */
static double pole_error(const pd_ik_errors *errors, const pd_ik_job *job, const pd_ik_target *t)
{
    pd_ik_limb limb;

    pd_ik_limb_of(&limb, job->skeleton, t);
    const pd_vec3 *p = errors->positions;
    pd_vec3 base = p[limb.chain.joints[0]];
    int middle = limb.chain.joints[limb.middle > 0 ? limb.middle : limb.chain.count / 2];
    pd_vec3 line = pd_vec3_sub(p[t->joint], base);
    double length = pd_vec3_length(line);
    if (length < 1e-9) return 0;

    line = pd_vec3_scale(line, 1 / length);
    pd_vec3 side = pd_vec3_reject(pd_vec3_sub(p[middle], base), line);
    pd_vec3 pole = pd_vec3_reject(pd_vec3_sub(t->pole, base), line);
    if (pd_vec3_length(side) < 1e-6 * length || pd_vec3_length(pole) < 1e-6 * length) return 0;

    return atan2(pd_vec3_length(pd_vec3_cross(side, pole)), pd_vec3_dot(side, pole));
}

static double distance_error(const pd_ik_errors *errors, const pd_ik_target *t)
{
    pd_vec3 other = t->distance_to < 0 ? t->distance_point : errors->positions[t->distance_to];
    return fabs(pd_vec3_distance(errors->positions[t->joint], other) - t->distance);
}

/* Returns the horizontal distance of the centre of mass from its target, metres. Bones have mass by their
 * length. */
static double centre_error(const pd_ik_errors *errors, const pd_ik_job *job, const pd_ik_target *t)
{
    const pd_anim_skeleton *sk = job->skeleton;
    double x = 0, z = 0, total = 0;

    for (int j = 0; j < sk->joint_count; j++) {
        if (j == sk->root) continue;
        double weight = pd_vec3_length(sk->offsets[j]);
        pd_vec3 middle =
            pd_vec3_scale(pd_vec3_add(errors->positions[j], errors->positions[sk->parents[j]]), 0.5);
        x += weight * middle.x;
        z += weight * middle.z;
        total += weight;
    }

    if (total <= 0) return 0;

    return hypot(x / total - t->centre.x, z / total - t->centre.z);
}

/* Returns whether all couplings of angles (sum of factor angle = or <= equals) hold. */
static bool couplings_hold(const pd_ik_job *job)
{
    for (int c = 0; c < job->optimize.coupling_count; c++) {
        const pd_ik_coupling *coupling = &job->optimize.couplings[c];
        double over = -coupling->equals;

        for (int t = 0; t < coupling->count; t++) {
            /* The twist within pi of its range's middle, as for the limit. */
            const int joint = coupling->joint[t];
            const pd_ik_limit *limit =
                job->limits && job->limits[joint].kind != PD_IK_FREE ? &job->limits[joint] : NULL;
            double angles[3];
            pd_ik_limit_split(angles, limit ? limit->frame : pd_q_identity(), job->rotations[joint]);
            double middle = limit ? 0.5 * (limit->min[0] + limit->max[0]) : 0;
            if (angles[0] > middle + M_PI) angles[0] -= 2 * M_PI;
            if (angles[0] < middle - M_PI) angles[0] += 2 * M_PI;
            over += coupling->factor[t] * angles[coupling->angle[t]];
        }

        if (over > PD_IK_COUPLING_HOLDS || (!coupling->at_most && over < -PD_IK_COUPLING_HOLDS)) return false;
    }

    return true;
}

void pd_ik_errors_measure(const pd_ik_errors *errors, pd_ik_job *job, int index)
{
    const pd_ik_target *t = &job->targets[index];
    const pd_quat *kept = &errors->kept[2 * index];
    pd_ik_result *r = &job->results[index];
    double tolerance = job->tolerance > 0 ? job->tolerance : PD_IK_DEFAULT_TOLERANCE;

    /* Position, in the model or in the frame of another joint. */
    if (t->has_position || t->keep) {
        pd_vec3 wanted = t->position;
        if (t->keep)
            wanted = pd_vec3_make(kept->x, kept->y, kept->z);
        else if (t->has_frame)
            wanted =
                pd_vec3_add(errors->positions[t->frame], pd_q_rotate(errors->rotations[t->frame], wanted));
        r->position_error = pd_vec3_distance(errors->positions[t->joint], wanted);
    }

    /* Orientation, likewise. */
    if (t->has_orientation || t->keep) {
        pd_quat wanted = t->keep ? kept[1] : pd_q_normalize(t->orientation);
        if (t->has_frame && !t->keep) wanted = pd_q_mul(errors->rotations[t->frame], wanted);
        r->orientation_error = pd_q_angle(errors->rotations[t->joint], wanted);
    }

    /* Errors of the other kinds. */
    if (t->has_look) r->look_error = look_error(errors, t);
    if (t->has_pole) r->pole_error = pole_error(errors, job, t);
    if (t->has_distance) r->distance_error = distance_error(errors, t);
    if (t->has_centre) r->centre_error = centre_error(errors, job, t);

    /* The worst error decides. A sequential solver treats a pole as a preference, not as a target, so the
     * pole does not count there. */
    double worst =
        fmax(fmax(r->position_error, r->orientation_error), fmax(r->look_error, r->distance_error));
    worst = fmax(worst, r->centre_error);
    if (!errors->is_sequential) worst = fmax(worst, r->pole_error);
    if (worst <= tolerance * (1 + 1e-6) + 1e-12 && couplings_hold(job))
        r->status = PD_IK_REACHED;
    else if (r->status == PD_IK_REACHED)
        r->status = PD_IK_STALLED;
    if (r->status > job->status) job->status = r->status;
}
