#include "core/ik/search/neural_solve.h"

#include "core/ik/methods/neural.h"
#include "core/ik/job/problem.h"
#include "core/ik/search/simultaneous.h"

#include <stdbool.h>
#include <string.h>

#define K        PD_IK_NEURAL_JOINTS
#define TRACKERS PD_IK_NEURAL_TRACKERS

static int tracker_of(const pd_ik_neural_body *body, int joint)
{
    for (int i = 0; i < TRACKERS; i++)
        if (body->joint[pd_ik_neural_tracked[i]] == joint) return i;
    return -1;
}

static bool is_seen(const pd_ik_target *t)
{
    return t->joint >= 0 && !t->has_frame && (t->has_position || t->has_orientation || t->keep);
}

pd_status pd_ik_neural_job_check(const pd_ik_job *job, pd_error *err)
{
    pd_ik_neural_body body;

    if (!job->neural.network)
        return pd_fail(err, PD_ERR_INVALID, "/solver",
                       "\"neural\", but no pose network is loaded; a model of kind \"%s\" expected",
                       PD_IK_NEURAL_KIND);
    if (!job->moved)
        return pd_fail(
            err, PD_ERR_INVALID, "/solver",
            "\"neural\", which moves the root, but the job has no output for the translation of the root");

    pd_status status = pd_ik_neural_body_of(&body, job->skeleton, err);
    if (status != PD_OK) return status;

    for (int t = 0; t < job->target_count; t++) {
        const pd_ik_target *target = &job->targets[t];
        if (is_seen(target) && (target->has_position || target->keep) &&
            tracker_of(&body, target->joint) >= 0)
            return PD_OK;
    }

    return pd_fail(err, PD_ERR_INVALID, "/targets",
                   "no target is the position of a joint that solver \"neural\" uses; head, pelvis, wrist, "
                   "hand, ankle or foot expected");
}

size_t pd_ik_neural_job_bytes(const pd_ik_job *job)
{
    size_t k = (size_t)job->skeleton->joint_count;
    return pd_ik_problem_bytes(job) + pd_arena_bytes((size_t)job->target_count, sizeof(pd_ik_target)) +
           pd_arena_bytes(k, sizeof(pd_vec3)) + 2 * pd_arena_bytes(k, sizeof(pd_quat)) +
           pd_arena_bytes(pd_ik_neural_scratch_floats(job->neural.network), sizeof(float));
}

/* Predicts a pose with the network: local rotations of its 24 joints, and the position of the pelvis. */
static void predict(pd_quat *rotations, pd_vec3 *pelvis, const pd_ik_job *job, const pd_ik_target *targets,
                    const pd_ik_neural_body *body, float *scratch)
{
    pd_ik_neural_tracker trackers[TRACKERS];
    pd_ik_neural_frame frame;
    float x[PD_IK_NEURAL_INPUTS], y[PD_IK_NEURAL_OUTPUTS];

    /* The heading of the start pose defines the frame of the network's inputs. */
    pd_vec3 forward = pd_q_rotate(job->rotations[body->joint[0]], pd_vec3_make(0, 0, 1));
    double heading = hypot(forward.x, forward.z) > 1e-6 ? atan2(forward.x, forward.z) : 0;

    /* Input of the network: positions and rotations of the joints for which it has trackers. */
    memset(trackers, 0, TRACKERS * sizeof *trackers);
    for (int t = 0; t < job->target_count; t++) {
        const pd_ik_target *target = &targets[t];
        int i = is_seen(target) ? tracker_of(body, target->joint) : -1;
        if (i < 0) continue;
        if (target->has_position) {
            trackers[i].has_position = 1;
            trackers[i].position = target->position;
        }

        if (target->has_orientation) {
            trackers[i].has_rotation = 1;
            trackers[i].rotation = pd_q_normalize(target->orientation);
        }
    }

    /* Features in this frame, the network, and its pose in model space. */
    pd_ik_neural_frame_of(&frame, trackers, body->stature, heading);
    pd_ik_neural_features(x, &frame, trackers, body, body->floor + job->translation.y);
    pd_ik_neural_run(y, x, job->neural.network, scratch);
    pd_ik_neural_pose_of(rotations, pelvis, &frame, y);
}

void pd_ik_neural_job_run(pd_ik_job *job, pd_arena *scratch)
{
    size_t mark = scratch->used;
    size_t k = (size_t)job->skeleton->joint_count;
    pd_ik_target *targets = pd_arena_take(scratch, (size_t)job->target_count, sizeof *targets);
    pd_vec3 *at = pd_arena_take(scratch, k, sizeof *at);
    pd_vec3 pelvis;
    pd_quat *frames = pd_arena_take(scratch, k, sizeof *frames);
    pd_quat pose[K];
    pd_quat *start = pd_arena_take(scratch, k, sizeof *start);
    float *floats = pd_arena_take(scratch, pd_ik_neural_scratch_floats(job->neural.network), sizeof *floats);
    pd_ik_neural_body body;

    /* Store the start pose: steps and kept targets are relative to it. */
    pd_ik_neural_body_of(&body, job->skeleton, NULL);
    memcpy(start, job->rotations, k * sizeof *start);
    pd_anim_skeleton_forward(at, frames, job->skeleton, job->rotations, job->translation);

    /* Kept targets become fixed positions and orientations, because the start pose will be replaced. */
    for (int t = 0; t < job->target_count; t++) {
        pd_ik_target *target = &targets[t];
        *target = job->targets[t];
        if (!target->keep) continue;
        target->keep = 0;
        target->has_position = target->has_orientation = 1;
        target->position = at[target->joint];
        target->orientation = frames[target->joint];
    }

    predict(pose, &pelvis, job, targets, &body, floats);

    /* Move from the start towards the network's pose, within limits and max_rotation. */
    for (int i = 0; i < K; i++) {
        int joint = body.joint[i];
        const pd_ik_limit *limit = job->limits ? &job->limits[joint] : NULL;
        pd_quat to = pose[i];
        if (limit && limit->kind == PD_IK_LOCKED) continue;
        if (limit && limit->kind != PD_IK_FREE && !(pd_ik_limit_excess(limit, to) <= 0)) {
            double angles[3];
            pd_ik_limit_split(angles, limit->frame, to);
            pd_ik_limit_clamp(angles, limit);
            to = pd_q_normalize(pd_ik_limit_join(angles, limit->frame));
        }

        double angle = job->max_rotation > 0 ? pd_q_angle(job->rotations[joint], to) : 0;
        if (angle > job->max_rotation) to = pd_q_slerp(job->rotations[joint], to, job->max_rotation / angle);
        job->rotations[joint] = to;
    }

    /* Straighten joints between those of the network, because its pose does not contain them. */
    for (int i = 1; i < K && !(job->max_rotation > 0); i++) {
        int joint = job->skeleton->parents[body.joint[i]];
        for (; joint != body.joint[pd_ik_neural_parents[i]]; joint = job->skeleton->parents[joint])
            job->rotations[joint] = pd_q_identity();
    }

    /* The network's pose is near the targets. The simultaneous solver reaches them. */
    pd_ik_job steps = *job;
    steps.targets = targets;
    steps.translation = pd_vec3_sub(pelvis, body.offset[0]);
    steps.move_root = 1;
    steps.iterations = job->iterations ? job->iterations : PD_IK_NEURAL_STEPS;
    steps.previous = job->max_rotation > 0 ? start : NULL;
    pd_ik_simultaneous_run(&steps, scratch);
    job->iterations_used = steps.iterations_used;
    scratch->used = mark;
}
