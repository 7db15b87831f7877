#include "core/retarget/character/hands.h"

#include "core/anim/biped.h"
#include "core/anim/leg.h"
#include "core/anim/two_bone.h"
#include "core/base/assert.h"
#include "core/math/spring.h"
#include "core/smpl/body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All but the first two are fractions of the arm's length. */
#define OUT        0.7  /* Rate per frame of the spring of a hand's displacement while it grows ... */
#define BACK       0.06 /* ... and while it falls, which is slower than a swing of the arms. */
#define LEAST      1e-6 /* Metres; smaller displacements of a hand are ignored. */
#define ARM_TURNS  0.98 /* Distance from shoulder to wrist from which on an arm keeps its elbow ... */
#define ARM_BENDS  0.1  /* ... and by how much less it must be for the elbow to bend freely. */
#define LEAST_ROOM 1e-3 /* Least range of a soft limit. */
#define ARM_SOFT   0.9  /* Goals farther from the shoulder are approached softly. */

#define SHOULDERS                                                                                            \
    1.4 /* Metres from the soles to the shoulders of a person of size 1 (touch.h), 1.7 m tall. */
#define CLEAR                                                                                                \
    0.03 /* Metres; least distance of a hand's ellipsoid above the skin: fingers are outside of it. */
#define WITHIN 0.99 /* Share of the skin's points that are within a radius of the girth. */
#define POINTS 4000 /* Largest number of vertices from which a girth is measured. */

/* Limits the distance of a goal from the shoulder softly to the arm's length. The limit sets in at the
 * present distance `was` of the wrist, or at ARM_SOFT of the length if that is more. A nearly straight arm
 * keeps its distance and turns only at the shoulder, because its elbow would leap for a millimetre. */
static pd_vec3 within_reach(pd_vec3 shoulder, pd_vec3 wanted, double was, double length)
{
    const pd_vec3 way = pd_vec3_sub(wanted, shoulder);
    const double all = pd_vec3_length(way);
    const double x = fmin(fmax((ARM_TURNS - was / length) / ARM_BENDS, 0), 1);
    const double far = was + x * x * (3 - 2 * x) * (all - was);
    const double soft = fmax(was, ARM_SOFT * length);
    const double room = fmax(PD_ANIM_LEG_STRAIGHT * length - soft, LEAST_ROOM * length);
    const double to = far <= soft ? far : soft + room * (1 - exp(-(far - soft) / room));

    return all > 1e-9 ? pd_vec3_fma(shoulder, to / all, way) : wanted;
}

/* Returns the wrist moved by `by`, but softly limited to the length of a straight arm. The smoothed
 * displacement may exceed its goal. */
static pd_vec3 within_arm(pd_vec3 shoulder, pd_vec3 was, pd_vec3 by, double length)
{
    const pd_vec3 way = pd_vec3_sub(pd_vec3_add(was, by), shoulder);
    const double far = pd_vec3_distance(was, shoulder);
    const double more = pd_vec3_length(way) - far;
    const double room = fmax(PD_ANIM_LEG_STRAIGHT * length - far, LEAST_ROOM * LEAST_ROOM * length);

    if (more <= 0) return pd_vec3_add(was, by);

    return pd_vec3_fma(shoulder, (far + room * (1 - exp(-more / room))) / (far + more), way);
}

/* Moves x towards u by a critically damped spring. rate: per frame. */
static void ease_hand(pd_vec3 *x, pd_vec3 *speed, pd_vec3 u, double rate)
{
    pd_vec3 off = pd_vec3_sub(*x, u);
    pd_spring3(&off, speed, rate, 1);
    *x = pd_vec3_add(u, off);
}

void pd_retarget_hands_step(pd_retarget_hands_arm arms[2], pd_retarget_hand hands[2], pd_quat facing,
                            const pd_retarget_girth *from, const pd_retarget_touch_pose *source,
                            const pd_retarget_girth *to, const pd_retarget_touch_pose *target)
{
    pd_vec3 goals[2];
    double shares[2];

    pd_retarget_touch_goals(goals, shares, from, source, to, target);
    for (int side = 0; side < 2; side++) {
        pd_retarget_hands_arm *arm = &arms[side];
        pd_retarget_hand *hand = &hands[side];
        const double length =
            pd_vec3_distance(arm->shoulder, arm->elbow) + pd_vec3_distance(arm->elbow, arm->wrist);
        arm->is_moved = false;
        if (length < 1e-6) continue;

        /* Displacement of the wrist that brings the palm to its goal, smoothed. */
        const pd_vec3 wanted = pd_vec3_add(arm->wrist, pd_vec3_sub(goals[side], target->palms[side]));
        const pd_vec3 near =
            within_reach(arm->shoulder, wanted, pd_vec3_distance(arm->wrist, arm->shoulder), length);
        const pd_vec3 by = pd_vec3_scale(pd_vec3_sub(near, arm->wrist), shares[side]);
        if (!hand->is_moving) {
            hand->by = pd_q_rotate(pd_q_conjugate(facing), by);
            hand->is_moving = 1;
        }

        const pd_vec3 goal = pd_q_rotate(pd_q_conjugate(facing), by);
        const bool grows = pd_vec3_dot(goal, goal) > pd_vec3_dot(goal, hand->by);
        ease_hand(&hand->by, &hand->speed, goal, grows ? OUT : BACK);
        const pd_vec3 shown = pd_q_rotate(facing, hand->by);
        if (pd_vec3_length(hand->by) < LEAST) continue;

        /* Bend shoulder and elbow. */
        pd_anim_two_bone_job job = {.root = arm->shoulder,
                                    .middle = arm->elbow,
                                    .tip = arm->wrist,
                                    .target = within_arm(arm->shoulder, arm->wrist, shown, length),
                                    .bend_axis = arm->hinge};
        pd_anim_two_bone_run(&job);
        arm->turns[0] = job.root_rotation;
        arm->turns[1] = job.middle_rotation;
        arm->is_moved = true;
    }
}

/* ---- the hands of a body */

/* Computes the vertices (V,3) and joints (K,3) of the body at rest, with its soles at y = 0. */
static pd_status body_at_rest(float *vertices, float *joints, const pd_smpl_model *model, const float *betas,
                              int beta_count, pd_error *err)
{
    pd_arena scratch = {0};
    const pd_smpl_body body = {
        .betas = betas, .beta_count = beta_count, .ground = 1, .vertices = vertices, .joints = joints};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};

    pd_status status = pd_smpl_job_check(&job, model, err);
    if (status != PD_OK) return status;
    if (!pd_arena_reserve(&scratch, pd_smpl_job_scratch_bytes(&job, model)))
        return pd_fail(err, PD_ERR_MEMORY, "/body", "out of memory for its rest pose");
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);

    return PD_OK;
}

double pd_retarget_hands_source_size(const pd_anim_humanoid *humanoid, const pd_anim_skeleton *skeleton)
{
    const int *joints = humanoid->joints;
    const pd_anim_biped_joint *shank = &pd_anim_biped_joints[PD_BIPED_L_SHIN];
    const pd_anim_biped_joint *foot = &pd_anim_biped_joints[PD_BIPED_L_FOOT];
    const double usual = pd_vec3_length(pd_vec3_make(shank->x, shank->y, shank->z)) +
                         pd_vec3_length(pd_vec3_make(foot->x, foot->y, foot->z));
    const double legs = pd_vec3_length(skeleton->offsets[joints[PD_HUMAN_L_LOWER_LEG]]) +
                        pd_vec3_length(skeleton->offsets[joints[PD_HUMAN_L_FOOT]]);

    return legs / usual;
}

/* Measures the girth of the body. */
static pd_status measure_body(pd_retarget_hands *h, const pd_smpl_model *model, const float *betas,
                              int beta_count, pd_error *err)
{
    const size_t room = 3 * (size_t)model->vertex_count;
    float *vertices = malloc(room * sizeof *vertices);
    float joints[3 * PD_ANIM_MAX_JOINTS];
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    pd_quat bones[PD_ANIM_HUMAN_COUNT];
    pd_retarget_touch_pose pose;

    PD_ASSERT(model->joint_count <= PD_ANIM_MAX_JOINTS);
    if (!vertices) return pd_fail(err, PD_ERR_MEMORY, "/body", "out of memory for its rest pose");
    pd_status status = body_at_rest(vertices, joints, model, betas, beta_count, err);
    if (status != PD_OK) {
        free(vertices);
        return status;
    }

    for (int j = 0; j < model->joint_count; j++)
        rest[j] = pd_vec3_make((double)joints[3 * j], (double)joints[3 * j + 1], (double)joints[3 * j + 2]);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) bones[b] = pd_q_identity();

    /* Every n-th vertex is enough. */
    const int step = 1 + model->vertex_count / POINTS;
    int count = 0;
    for (int i = 0; i < model->vertex_count; i += step, count++)
        memmove(vertices + 3 * count, vertices + 3 * i, 3 * sizeof *vertices);

    /* The size is the height of the shoulders above the soles. */
    h->to_size =
        0.5 * (rest[h->joints[PD_HUMAN_L_UPPER_ARM]].y + rest[h->joints[PD_HUMAN_R_UPPER_ARM]].y) / SHOULDERS;
    h->to = pd_retarget_girth_of_size(h->to_size);
    h->to.clear = CLEAR;
    pd_retarget_touch_pose_of(&pose, rest, h->joints, bones, h->to_size, 0);
    pd_retarget_girth_measure(&h->to, &pose, vertices, count, WITHIN, pd_q_identity());
    free(vertices);

    return PD_OK;
}

pd_status pd_retarget_hands_init(pd_retarget_hands *h, const pd_anim_skeleton *source,
                                 const pd_anim_skeleton *skeleton, const pd_smpl_model *model,
                                 const float *betas, int beta_count, pd_error *err)
{
    pd_anim_humanoid body;

    /* Figures without the bones of people keep their hands where they are. */
    *h = (pd_retarget_hands){.is_there = false};
    if (pd_anim_humanoid_init(&h->source, source, 1, NULL) != PD_OK ||
        pd_anim_humanoid_init(&body, skeleton, 1, NULL) != PD_OK)
        return PD_OK;
    memcpy(h->joints, body.joints, sizeof h->joints);
    if (!pd_retarget_touch_has(h->source.joints) || !pd_retarget_touch_has(h->joints)) return PD_OK;

    /* The source's girth is that of people of its size. */
    h->from_size = pd_retarget_hands_source_size(&h->source, source);
    if (!(h->from_size > 0)) return PD_OK;
    h->from = pd_retarget_girth_of_size(h->from_size);
    h->is_there = true;

    return measure_body(h, model, betas, beta_count, err);
}

void pd_retarget_hands_frame(pd_anim_clip *clip, int frame, pd_retarget_hands *h, const pd_anim_clip *from,
                             int source_frame)
{
    const pd_anim_skeleton *s = &clip->skeleton;
    pd_quat *local = pd_anim_clip_frame(clip, frame);
    pd_vec3 at[PD_ANIM_MAX_JOINTS], their_at[PD_ANIM_MAX_JOINTS];
    pd_quat turned[PD_ANIM_MAX_JOINTS], theirs[PD_ANIM_MAX_JOINTS], bones[PD_ANIM_HUMAN_COUNT];
    pd_anim_human_pose pose;
    pd_retarget_touch_pose source, target;
    pd_retarget_hands_arm arms[2];

    if (!h->is_there) return;

    /* World rotations of the source's bones relative to its T-pose. */
    pd_anim_clip_pose(their_at, theirs, from, source_frame);
    pd_anim_humanoid_pose(&pose, &h->source, their_at, theirs, pd_vec3_make(0, 0, 0), 0);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        const int up = h->source.parents[b];
        bones[b] = up < 0 ? pose.rotations[b] : pd_q_mul(bones[up], pose.rotations[b]);
        if (h->source.joints[b] < 0) bones[b] = up < 0 ? pd_q_identity() : bones[up];
    }

    /* Both bodies, and the arms of the target. */
    pd_anim_clip_pose(at, turned, clip, frame);
    pd_retarget_touch_pose_of(&source, their_at, h->source.joints, bones, h->from_size, h->from.hand[0]);
    pd_retarget_touch_pose_of(&target, at, h->joints, bones, h->to_size, h->to.hand[0]);
    for (int side = 0; side < 2; side++) {
        const pd_anim_human *arm = pd_anim_human_arms[side];
        arms[side] =
            (pd_retarget_hands_arm){.shoulder = at[h->joints[arm[0]]],
                                    .elbow = at[h->joints[arm[1]]],
                                    .wrist = at[h->joints[arm[2]]],
                                    .hinge = pd_q_rotate(bones[arm[1]], pd_vec3_make(0, side ? 1 : -1, 0))};
    }

    pd_retarget_hands_step(arms, h->hands, bones[PD_HUMAN_HIPS], &h->from, &source, &h->to, &target);

    /* Rotate upper arm and forearm; the hand keeps its rotation in the world. */
    for (int side = 0; side < 2; side++) {
        const pd_anim_human *arm = pd_anim_human_arms[side];
        const int shoulder = h->joints[arm[0]];
        const int elbow = h->joints[arm[1]];
        const int wrist = h->joints[arm[2]];
        if (!arms[side].is_moved) continue;
        turned[shoulder] = pd_q_mul(arms[side].turns[0], turned[shoulder]);
        turned[elbow] = pd_q_mul(arms[side].turns[1], turned[elbow]);
        const int joints[] = {shoulder, elbow, wrist};
        for (int i = 0; i < 3; i++) {
            const int up = s->parents[joints[i]];
            local[joints[i]] = pd_q_normalize(pd_q_inv_mul(turned[up], turned[joints[i]]));
        }
    }
}
