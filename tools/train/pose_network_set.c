#include "tools/train/pose_network_set.h"

#include "core/anim/biped.h"
#include "core/retarget/skeleton.h"
#include "train/corrective/poses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define K           PD_IK_NEURAL_JOINTS
#define MODELS      3
#define EACH        600 /* number of bodies of each model */
#define BIPEDS      300 /* number of motion skeletons with scaled bones */
#define BETAS       10
#define BETA_SIZE   1.3  /* deviation of betas */
#define SCALE_SIZE  0.08 /* deviation of the logarithm of the scale of a bone */
#define MODELS_SEED 0x6265746173
#define PATH_BYTES  1100

/* ---- bodies */

static void add_body_pose_network_set(pd_tool_pose_network_set *set, const pd_ik_neural_body *from,
                                      int scaled, pd_rng *rng)
{
    pd_ik_neural_body body = *from;

    if (scaled) {
        static const int other[K] = {0,  2,  1,  3,  5,  4,  6,  8,  7,  9,  11, 10,
                                     12, 14, 13, 15, 17, 16, 19, 18, 21, 20, 23, 22};
        double scale[K];
        for (int k = 0; k < K; k++) scale[k] = exp(SCALE_SIZE * pd_rng_normal(rng));
        for (int k = 0; k < K; k++) scale[k] = scale[k < other[k] ? k : other[k]];
        for (int k = 1; k < K; k++) body.offset[k] = pd_vec3_scale(body.offset[k], scale[k]);
    }

    set->body_count += pd_ik_neural_body_from(&set->bodies[set->body_count], body.offset);
}

static pd_status make_bodies(pd_tool_pose_network_set *set, const char *models, uint64_t seed,
                             pd_anim_skeleton *first, pd_error *err)
{
    static const char *const names[MODELS] = {"default", "female", "male"};
    pd_anim_skeleton biped;
    pd_ik_neural_body body;
    pd_rng rng;

    pd_rng_init(&rng, seed ^ MODELS_SEED);
    set->bodies = calloc(MODELS * EACH + BIPEDS, sizeof *set->bodies);
    if (!set->bodies) return pd_fail(err, PD_ERR_MEMORY, "bodies", "out of memory");

    for (int m = 0; m < MODELS; m++) {
        char path[PATH_BYTES];
        pd_smpl_model *model;
        snprintf(path, sizeof path, "%s/%s.safetensors", models, names[m]);
        pd_status status = pd_smpl_model_load(&model, path, err);
        if (status != PD_OK) return status;
        if (m == 0) status = pd_retarget_skeleton_of(first, model, NULL, 0, err);
        for (int i = 0; i < EACH && status == PD_OK; i++) {
            const int count = model->beta_count < BETAS ? model->beta_count : BETAS;
            pd_anim_skeleton skeleton;
            float betas[BETAS];
            for (int b = 0; b < BETAS; b++) betas[b] = i ? (float)(BETA_SIZE * pd_rng_normal(&rng)) : 0;
            status = pd_retarget_skeleton_of(&skeleton, model, betas, count, err);
            if (status == PD_OK) status = pd_ik_neural_body_of(&body, &skeleton, err);
            if (status == PD_OK) add_body_pose_network_set(set, &body, i % 2, &rng);
        }

        pd_smpl_model_release(model);
        if (status != PD_OK) return status;
    }

    pd_anim_biped_skeleton(&biped);
    pd_status status = pd_ik_neural_body_of(&body, &biped, err);
    for (int i = 0; status == PD_OK && i < BIPEDS; i++) add_body_pose_network_set(set, &body, i % 2, &rng);

    return status;
}

/* ---- all */

pd_status pd_tool_pose_network_set_make(pd_tool_pose_network_set *set, const char *folder, const char *models,
                                        uint64_t seed, const pd_executor *executor, pd_error *err)
{
    pd_anim_skeleton first;

    *set = (pd_tool_pose_network_set){0};
    pd_status status = make_bodies(set, models, seed, &first, err);
    if (status == PD_OK) status = pd_tool_capture_clips_read(&set->capture, folder, &first, executor, err);

    const int clips = set->capture.list.count;
    if (status == PD_OK) {
        set->held_out = calloc((size_t)clips, 1);
        if (!set->held_out) status = pd_fail(err, PD_ERR_MEMORY, folder, "out of memory for %d clips", clips);
    }

    if (status == PD_OK) {
        double seconds = 0;
        int held_out = 0;
        for (int i = 0; i < clips; i++) {
            if (!pd_train_pose_is_held_out(set->capture.list.rows[i].name, 1)) continue;
            set->held_out[i] = 1;
            held_out++;
            seconds += pd_anim_clip_seconds(&set->capture.clips[i]);
        }

        fprintf(stderr, "%d clips, %.0f s held out\n", held_out, seconds);
    }

    if (status != PD_OK) pd_tool_pose_network_set_deinit(set);
    return status;
}

void pd_tool_pose_network_set_deinit(pd_tool_pose_network_set *set)
{
    pd_tool_capture_clips_deinit(&set->capture);
    free(set->held_out);
    free(set->bodies);
    *set = (pd_tool_pose_network_set){0};
}

pd_status pd_tool_pose_network_motion(pd_train_pose_motion *motion, const pd_tool_pose_network_set *set,
                                      int held_out, double rate, pd_error *err)
{
    const pd_anim_clip **clips = malloc(((size_t)set->capture.list.count + 1) * sizeof *clips);
    int count = 0;

    if (!clips) return pd_fail(err, PD_ERR_MEMORY, "motion", "out of memory");
    for (int i = 0; i < set->capture.list.count; i++)
        if (set->held_out[i] == held_out) clips[count++] = &set->capture.clips[i];
    pd_status status = pd_train_pose_motion_init(motion, clips, count, rate, err);
    free(clips);

    return status;
}
