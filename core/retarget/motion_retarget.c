#include "core/retarget/motion_retarget.h"

#include "core/retarget/figure/retarget.h"
#include "core/retarget/character/hands.h"
#include "core/retarget/lids.h"
#include "core/retarget/skeleton.h"
#include "core/smpl/body.h"

#include <stdlib.h>
#include <math.h>
#include <string.h>

pd_status pd_retarget_replant_legs(pd_retarget_replant_leg legs[2], const pd_anim_skeleton *skeleton,
                                   const pd_smpl_model *model, const float *betas, int beta_count,
                                   pd_error *err)
{
    static const char *const names[2][4] = {{"left_hip", "left_knee", "left_ankle", "left_foot"},
                                            {"right_hip", "right_knee", "right_ankle", "right_foot"}};

    /* Joints of the rest pose, (K,3), above its soles. */
    float joints[3 * PD_ANIM_MAX_JOINTS];
    pd_arena scratch = {0};
    pd_smpl_body body = {.betas = betas, .beta_count = beta_count, .ground = 1, .joints = joints};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    pd_status status = pd_smpl_job_check(&job, model, err);

    if (status != PD_OK) return status;
    if (!pd_arena_reserve(&scratch, pd_smpl_job_scratch_bytes(&job, model)))
        status = pd_fail(err, PD_ERR_MEMORY, "body", "out of memory for its rest pose");
    else
        pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);

    for (int s = 0; s < 2 && status == PD_OK; s++) {
        legs[s].hip = pd_anim_skeleton_find(skeleton, names[s][0]);
        legs[s].knee = pd_anim_skeleton_find(skeleton, names[s][1]);
        legs[s].ankle = pd_anim_skeleton_find(skeleton, names[s][2]);
        legs[s].toe = pd_anim_skeleton_find(skeleton, names[s][3]);
        legs[s].toe_rest = (double)joints[3 * legs[s].toe + 1];
        legs[s].turn = pd_q_identity();
        legs[s].lift = 0;
        legs[s].shoe = NULL;
    }

    return status;
}

static pd_status replant(pd_retarget_motion *motion, const pd_retarget *retarget, const pd_anim_clip *clip,
                         const pd_anim_track *track, const pd_smpl_model *model,
                         const pd_retarget_shoe *shoes, const pd_anim_ground *surface, pd_error *err)
{
    size_t frames = (size_t)clip->frame_count;
    pd_vec3 *room =
        malloc(5 * frames * sizeof *room); /* of the source: toes (T,2), heels (T,2), then hips (T) */
    if (!room) return pd_fail(err, PD_ERR_MEMORY, "clip", "out of memory for its feet");

    /* Toes and hips of the source in every frame. */
    pd_retarget_replant job = {.toes = room,
                               .heels = room + 2 * frames,
                               .hips = room + 4 * frames,
                               .ground = track->ground,
                               .surface = surface,
                               .floor = track->root,
                               .seated = track->seated,
                               .toe_rest = track->toe_rest_height,
                               .heel_rest = track->toe_rest_height - clip->skeleton.offsets[track->toes[0]].y,
                               .scale = retarget->scale};
    const int *hips = retarget->source_hips;
    for (size_t t = 0; t < frames; t++) {
        pd_vec3 positions[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(positions, NULL, clip, (int)t);

        for (size_t s = 0; s < 2; s++) {
            room[2 * t + s] = positions[track->toes[s]];
            room[2 * (frames + t) + s] = positions[track->heels[s]];
        }

        room[4 * frames + t] = pd_vec3_scale(pd_vec3_add(positions[hips[0]], positions[hips[1]]), 0.5);
    }

    /* Place the body's feet on those of the source. */
    pd_status status = pd_retarget_replant_legs(job.legs, &motion->clip.skeleton, model, motion->betas,
                                                motion->beta_count, err);

    /* In shoes the joints of the foot are higher above the ground. The ankle's additional height is its rise
     * above the toe. */
    for (int s = 0; s < 2 && shoes && status == PD_OK; s++) {
        pd_retarget_replant_leg *leg = &job.legs[s];
        const double bare = leg->toe_rest - motion->clip.skeleton.offsets[leg->toe].y;
        leg->turn = shoes[s].turn;
        leg->toe_rest = shoes[s].toe_rest;
        leg->lift = shoes[s].ankle_rest - bare;
        leg->shoe = &shoes[s];
    }

    if (status == PD_OK) status = pd_retarget_replant_run(&motion->clip, &job, err);
    free(room);

    return status;
}

/* Moves the hands out of the body. */
static pd_status clear_hands(pd_retarget_motion *motion, const pd_anim_clip *clip, const pd_smpl_model *model,
                             pd_error *err)
{
    pd_retarget_hands hands;
    pd_status status = pd_retarget_hands_init(&hands, &clip->skeleton, &motion->clip.skeleton, model,
                                              motion->betas, motion->beta_count, err);

    for (int t = 0; status == PD_OK && t < clip->frame_count; t++)
        pd_retarget_hands_frame(&motion->clip, t, &hands, clip, t);
    if (status == PD_OK) pd_anim_clip_align_signs(&motion->clip);

    return status;
}

pd_status pd_retarget_motion_retarget(pd_retarget_motion *motion, const pd_anim_clip *clip,
                                      const pd_anim_track *track, const pd_smpl_model *model,
                                      const float *betas, int beta_count, const pd_retarget_shoe *shoes,
                                      const pd_anim_ground *surface, pd_error *err)
{
    memset(motion, 0, sizeof *motion);
    if (beta_count < 0 || beta_count > model->beta_count || beta_count > PD_RETARGET_MOTION_BETAS)
        return pd_fail(err, PD_ERR_RANGE, "/betas", "%d numbers; 0 to %d allowed", beta_count,
                       model->beta_count < PD_RETARGET_MOTION_BETAS ? model->beta_count
                                                                    : PD_RETARGET_MOTION_BETAS);
    if (beta_count) memcpy(motion->betas, betas, (size_t)beta_count * sizeof *betas);
    motion->beta_count = beta_count;
    pd_retarget *retarget = malloc(sizeof *retarget);
    if (!retarget) return pd_fail(err, PD_ERR_MEMORY, "clip", "out of memory to retarget it");

    pd_anim_skeleton skeleton;
    pd_status status = pd_retarget_skeleton_of(&skeleton, model, motion->betas, motion->beta_count, err);
    if (status == PD_OK) status = pd_retarget_init(retarget, &skeleton, clip, NULL, err);
    if (status == PD_OK) status = pd_retarget_clip(&motion->clip, retarget, clip, err);
    if (status == PD_OK && track) {
        status = replant(motion, retarget, clip, track, model, shoes, surface, err);
        if (status == PD_OK) status = clear_hands(motion, clip, model, err);
        if (status != PD_OK) pd_anim_clip_deinit(&motion->clip);
    }

    free(retarget);

    return status;
}

static const char *expression_name(const void *model, int e)
{
    return ((const pd_smpl_model *)model)->data.expression_names[e];
}

void pd_retarget_motion_lips(pd_retarget_lips *out, const pd_smpl_model *model)
{
    const int all = model->data.expression_names ? model->expression_count : 0;
    pd_retarget_lips_bind(out, expression_name, model,
                          all < PD_RETARGET_FACE_SHAPES ? all : PD_RETARGET_FACE_SHAPES);
}

void pd_retarget_motion_mood(pd_retarget_mood *out, const pd_smpl_model *model)
{
    const int all = model->data.expression_names ? model->expression_count : 0;
    pd_retarget_mood_bind(out, expression_name, model,
                          all < PD_RETARGET_FACE_SHAPES ? all : PD_RETARGET_FACE_SHAPES);
}

/* Writes the weights of frame t: those of the requests, of speech and of the manner,
 * and at least those of the closing lids. */
static void put_expressions(const pd_retarget_motion_life *life, const pd_smpl_model *model,
                            const pd_retarget_face *face, const pd_retarget_lips *lips,
                            const pd_retarget_mood *mood, float lids, int t)
{
    const size_t count = (size_t)model->expression_count;
    float *out = life->weights + (size_t)t * count;

    for (size_t e = 0; e < count; e++) {
        const char *name = model->data.expression_names ? model->data.expression_names[e] : "";
        out[e] = e < PD_RETARGET_FACE_SHAPES ? face->weights[e] : 0;
        if (!strncmp(name, "eyeBlink", 8)) out[e] = fmaxf(out[e], lids);
    }

    if (life->visemes) pd_retarget_lips_add(out, lips, life->visemes + (size_t)t * PD_RETARGET_LIPS_VISEMES);
    if (life->shown) pd_retarget_mood_add(out, mood, &life->shown[t]);
}

void pd_retarget_motion_enliven(pd_retarget_motion *motion, const pd_smpl_model *model,
                                const pd_retarget_motion_life *life)
{
    pd_anim_clip *clip = &motion->clip;
    pd_anim_alive_rig rig;
    pd_anim_alive alive = {.seed = life->seed};
    pd_retarget_face face = {0};
    const double dt = 1 / clip->rate;
    pd_retarget_lips lips;
    pd_retarget_mood mood;
    int next = 0;

    pd_retarget_motion_lips(&lips, model);
    pd_retarget_motion_mood(&mood, model);
    pd_anim_alive_init(&rig, &clip->skeleton,
                       (const float *const[2]){model->data.hands[0].mean, model->data.hands[1].mean});
    for (int t = 0; t < clip->frame_count; t++) {
        pd_quat *rotations = pd_anim_clip_frame(clip, t);
        pd_anim_alive_step(&alive, rotations, clip->roots[t], &rig, life->looks ? &life->looks[t] : NULL, dt);

        /* Requests that begin by this frame; the last one of a frame counts. */
        while (next < life->goal_count && life->goal_frames[next] <= t)
            pd_retarget_face_set(&face, &life->goals[next++]);
        if (life->goal_count) pd_retarget_face_step(&face, rotations, &rig, model, dt);

        const float lids = (float)alive.lids;
        if (life->lids) life->lids[t] = lids;
        if (life->weights) put_expressions(life, model, &face, &lips, &mood, lids, t);
    }
}

bool pd_retarget_motion_blink(float *out, const pd_smpl_model *model, const float *betas, int beta_count)
{
    const pd_smpl_data *d = &model->data;
    const size_t numbers = 3 * (size_t)model->vertex_count;
    const size_t stride = (size_t)model->expression_count;
    int found = 0;

    memset(out, 0, numbers * sizeof *out);
    for (size_t e = 0; d->expression_names && d->expressiondirs && e < stride; e++) {
        if (strncmp(d->expression_names[e], "eyeBlink", 8) != 0) continue;
        const float factor = pd_retarget_lids_factor(model, (int)e, betas, beta_count);
        for (size_t i = 0; i < numbers; i++) out[i] += factor * d->expressiondirs[i * stride + e];
        found++;
    }

    return found == 2;
}
