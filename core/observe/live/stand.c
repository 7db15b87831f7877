#include "core/observe/live/stand.h"

#include "core/retarget/motion_retarget.h"
#include "core/retarget/skeleton.h"

#include <math.h>
#include <string.h>

#define LONGEST    0.1  /* largest d, seconds */
#define FIRST      0.05 /* d before the second pose, seconds */
#define FOLLOWS    0.2  /* weight of a new interval in the smoothed d */
#define STEP_AFTER 0.15 /* time in the air after which a foot's landing is a step, seconds */

pd_status pd_observe_stand_init(pd_observe_stand *s, const pd_smpl_model *model, const float *betas,
                                int beta_count, const pd_character_rig *figure, pd_error *err)
{
    pd_retarget_replant_leg legs[2];
    pd_anim_humanoid bones;

    /* Skeleton and legs of the observed body, and bones of the figure. */
    memset(s, 0, sizeof *s);
    s->lasts = FIRST;
    for (int side = 0; side < 2; side++) s->toes[side] = figure->foot_count ? figure->legs[side].toe : -1;
    pd_status status = pd_retarget_skeleton_of(&s->body, model, betas, beta_count, err);
    if (status == PD_OK) status = pd_retarget_replant_legs(legs, &s->body, model, betas, beta_count, err);
    if (status == PD_OK) status = pd_anim_humanoid_init(&bones, &figure->skeleton, true, err);
    if (status != PD_OK) return status;

    /* Match the bones by their human names. */
    s->toe_rest = legs[0].toe_rest;
    s->match.facing = pd_q_identity();
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        s->match.joints[b] = bones.joints[b];
        s->match.by[b] = bones.joints[b] < 0 ? PD_MATCH_NONE : PD_MATCH_NAME;
    }

    /* Ground of the figure at rest. Its toe joints lie a little above the ground. */
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    double ground = NAN;
    pd_anim_skeleton_forward(rest, NULL, &figure->skeleton, NULL, pd_vec3_make(0, 0, 0));
    for (int side = 0; side < 2 && s->toes[side] >= 0; side++)
        ground = fmin(ground, rest[s->toes[side]].y - figure->legs[side].toe_rest);

    return pd_retarget_drive_init(&s->drive, &figure->skeleton, &s->match, ground, PD_RETARGET_OWN_SIZE,
                                  &s->body, s->toe_rest, err);
}

/* Interpolates between the pose that was shown when the last one arrived, and the last one. */
static void blend_stand(pd_observe_stand *s, double now)
{
    const double share = fmin(fmax((now - s->arrived) / s->lasts, 0), 1);

    for (int k = 0; k < s->body.joint_count; k++) s->rotations[k] = pd_q_slerp(s->from[k], s->to[k], share);
    s->root = pd_vec3_fma(s->from_root, share, pd_vec3_sub(s->to_root, s->from_root));
}

void pd_observe_stand_take(pd_observe_stand *s, const pd_observe_live_pose *pose, double now)
{
    const size_t bytes = (size_t)s->body.joint_count * sizeof *s->to;

    if (s->is_there) {
        blend_stand(s, now);
        s->lasts += FOLLOWS * (fmin(fmax(now - s->arrived, 1e-3), LONGEST) - s->lasts);
        memcpy(s->from, s->rotations, bytes);
        s->from_root = s->root;
    } else {
        memcpy(s->from, pose->rotations, bytes);
        s->from_root = pose->root;
    }

    memcpy(s->to, pose->rotations, bytes);
    s->to_root = pose->root;
    memcpy(s->is_down, pose->is_down, sizeof s->is_down);
    s->arrived = now;
    s->is_there = true;
}

void pd_observe_stand_step(pd_observe_stand *s, pd_character *a, const pd_character_rig *figure, double now,
                           double seconds, double floor)
{
    pd_character_pose *pose = &a->pose;

    blend_stand(s, now);

    /* Direction in which the hips face, also when the body bends over: left cross up. */
    const pd_vec3 left = pd_q_rotate(s->rotations[s->body.root], pd_vec3_make(1, 0, 0));
    const double yaw = atan2(-left.z, left.x);
    const pd_retarget_drive_frame frame = {.rotations = s->rotations,
                                           .translation = s->root,
                                           .ground = {floor, floor},
                                           .floor = floor,
                                           .yaw = yaw,
                                           .seated = 0};
    pd_retarget_drive_step(&s->drive, &frame);

    /* Pose of the figure. */
    const size_t joints = (size_t)figure->skeleton.joint_count;
    memcpy(pose->rotations, s->drive.rotations, joints * sizeof *pose->rotations);
    pose->translation = s->drive.root;
    pd_anim_skeleton_forward(pose->joints, NULL, &figure->skeleton, pose->rotations, pose->translation);
    memcpy(pose->joints_free, pose->joints, joints * sizeof *pose->joints);

    /* Velocity and root as a character moved by a network has them,
     * so that clients need not distinguish the two kinds. */
    const pd_vec3 root = pd_vec3_make(s->root.x, floor, s->root.z);
    pose->velocity =
        a->ticks ? pd_vec3_scale(pd_vec3_sub(root, pose->root), 1 / seconds) : (pd_vec3){0, 0, 0};
    pose->root = root;
    pose->yaw = yaw;
    memset(pose->gaits, 0, sizeof pose->gaits);
    pose->gaits[0] = 1;

    /* A foot that comes down after a while in the air is a step. */
    pose->events = 0;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 2; i++) pose->contacts[2 * side + i] = s->is_down[side];
        if (!s->is_down[side]) {
            s->up_seconds[side] += seconds;
            continue;
        }

        if (s->up_seconds[side] > STEP_AFTER && s->toes[side] >= 0) {
            pose->events |= side ? PD_CHARACTER_STEP_RIGHT : PD_CHARACTER_STEP_LEFT;
            pose->steps[side] = pose->joints[s->toes[side]];
        }

        s->up_seconds[side] = 0;
    }

    /* The trajectory stays at the root. */
    for (int i = 0; i < figure->frames; i++) {
        pd_character_instant *p = &a->trajectory.frames[i];
        p->at[0] = root.x;
        p->at[1] = root.z;
        p->dir[0] = sin(yaw);
        p->dir[1] = cos(yaw);
    }

    a->ticks++;
}
