#include "core/motion/corrective.h"

#include "core/base/assert.h"
#include "core/retarget/skeleton.h"
#include "core/smpl/data/psd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DRAWN      512
#define CHECKED    128
#define UNKNOWN_SD 0.25 /* radians */
#define SEED       17

/* Rotations for which directions are optimized, rotations for measuring the remaining error, and rotations
 * that get weights. */
typedef struct poses {
    const float *fit, *checks, *posed;
    int fit_count, check_count, posed_count;
} poses;

static pd_status make_corrective(pd_motion_correctives *out, const pd_smpl_model *model, const float *betas,
                                 int beta_count, int count, const poses *p, pd_error *err)
{
    const pd_smpl_corrective_body body = {model->tiles, betas, beta_count};
    pd_smpl_corrective_error missing;
    pd_status status = pd_smpl_correctives_make(&out->own, &body, count, p->fit, p->fit_count, err);

    if (status == PD_OK)
        status = pd_smpl_correctives_measure(&missing, &out->own, &body, p->checks, p->check_count, err);
    if (status != PD_OK) return status;

    out->weights = malloc((size_t)p->posed_count * (size_t)count * sizeof *out->weights);
    if (!out->weights)
        return pd_fail(err, PD_ERR_MEMORY, "/correctives", "out of memory for %d poses", p->posed_count);
    pd_smpl_correctives_weights(out->weights, &out->own, model->joint_count, p->posed, p->posed_count);
    out->glb = (pd_io_glb_correctives){.joint_count = out->own.joint_count,
                                       .joints = out->own.joints,
                                       .dirs = out->own.dirs,
                                       .map = out->own.map,
                                       .weights = out->weights,
                                       .poses = out->poses,
                                       .rms = missing.rms,
                                       .worst = missing.worst,
                                       .rms_without = missing.rms_without};

    return PD_OK;
}

pd_status pd_motion_correctives_natural(pd_motion_correctives *out, const pd_smpl_model *model,
                                        const pd_smpl_body *body, const pd_ik_prior *prior, int count,
                                        pd_error *err)
{
    const size_t numbers = 9 * (size_t)model->joint_count;
    float *rotations = malloc((DRAWN + CHECKED + 1) * numbers * sizeof *rotations);
    float *pose = rotations ? rotations + (DRAWN + CHECKED) * numbers : NULL;
    pd_anim_skeleton skeleton;

    *out = (pd_motion_correctives){0};
    pd_status status = rotations ? pd_retarget_skeleton_of(&skeleton, model, NULL, 0, err)
                                 : pd_fail(err, PD_ERR_MEMORY, "/correctives", "out of memory for %d poses",
                                           DRAWN + CHECKED);

    /* Poses from the prior: some to choose the directions, others to check them. */
    if (status == PD_OK) {
        float *at = rotations;
        pd_rng rng;
        pd_rng_init(&rng, SEED);
        for (int i = 0; i < DRAWN + CHECKED; i++) {
            pd_quat q[PD_ANIM_MAX_JOINTS];
            pd_ik_prior_draw(q, prior, &skeleton, UNKNOWN_SD, &rng);
            for (int k = 0; k < model->joint_count; k++) {
                double m[9];
                pd_q_to_matrix(m, q[k]);
                for (int e = 0; e < 9; e++) *at++ = (float)m[e];
            }
        }

        /* The body's own pose is always included. */
        for (size_t i = 0; i < numbers; i++) pose[i] = body->rotations ? body->rotations[i] : i % 9 % 4 == 0;
        snprintf(out->poses, sizeof out->poses,
                 "%d drawn from the pose prior \"%.32s\", others than it was made for", CHECKED,
                 prior->text.name ? prior->text.name : "");
        status = make_corrective(out, model, body->betas, body->beta_count, count,
                                 &(poses){.fit = rotations,
                                          .checks = rotations + DRAWN * numbers,
                                          .posed = pose,
                                          .fit_count = DRAWN,
                                          .check_count = CHECKED,
                                          .posed_count = 1},
                                 err);
    }

    free(rotations);
    if (status != PD_OK) pd_motion_correctives_deinit(out);

    return status;
}

pd_status pd_motion_correctives_of_motion(pd_motion_correctives *out, const pd_smpl_model *model,
                                          const pd_retarget_motion *motion, int count, pd_error *err)
{
    const size_t numbers = 9 * (size_t)model->joint_count;
    const int frames = motion->clip.frame_count;
    const int chosen = frames < DRAWN ? frames : DRAWN;
    float *all = malloc(((size_t)frames + (size_t)chosen) * numbers * sizeof *all);
    float *some = all ? all + (size_t)frames * numbers : NULL;
    pd_status status =
        all ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "/correctives", "out of memory for %d frames", frames);

    *out = (pd_motion_correctives){0};

    for (int t = 0; all && t < frames; t++)
        pd_retarget_motion_rotations(all + numbers * (size_t)t, motion, t);
    for (int i = 0; all && i < chosen; i++)
        memcpy(some + numbers * (size_t)i, all + numbers * (size_t)((long long)i * frames / chosen),
               numbers * sizeof *some);
    if (status == PD_OK) {
        snprintf(out->poses, sizeof out->poses, "%d of the motion's %d frames, those that it was made for",
                 chosen, frames);
        status = make_corrective(out, model, motion->betas, motion->beta_count, count,
                                 &(poses){.fit = some,
                                          .checks = some,
                                          .posed = all,
                                          .fit_count = chosen,
                                          .check_count = chosen,
                                          .posed_count = frames},
                                 err);
    }

    free(all);
    if (status != PD_OK) pd_motion_correctives_deinit(out);

    return status;
}

pd_status pd_motion_correctives_add_sculpts(pd_motion_correctives *c, const pd_smpl_model *model,
                                            const float *rotations, int frames, pd_error *err)
{
    const pd_smpl_psd *psd = &model->data.psd;
    const size_t before = (size_t)c->own.count;
    const size_t sculpts = (size_t)psd->count;
    const size_t all = before + sculpts;
    const size_t numbers = 3 * (size_t)model->vertex_count;
    const size_t stride = 9 * (size_t)model->joint_count;

    PD_ASSERT(sculpts && !c->dirs && frames > 0);
    c->dirs = malloc(all * numbers * sizeof *c->dirs);
    c->all_weights = malloc((size_t)frames * all * sizeof *c->all_weights);
    if (!c->dirs || !c->all_weights)
        return pd_fail(err, PD_ERR_MEMORY, "/sculpts", "out of memory for %zu sculpts", sculpts);

    /* The model has the directions of a vertex side by side. */
    if (before) memcpy(c->dirs, c->own.dirs, before * numbers * sizeof *c->dirs);
    for (size_t n = 0; n < sculpts; n++)
        for (size_t i = 0; i < numbers; i++) c->dirs[(before + n) * numbers + i] = psd->dirs[i * sculpts + n];

    /* Weights of every frame. */
    for (size_t t = 0; t < (size_t)frames; t++) {
        float *row = c->all_weights + t * all;
        if (before) memcpy(row, c->weights + t * before, before * sizeof *row);
        pd_smpl_psd_weights(row + before, psd, model->psd_map, rotations + t * stride);
    }

    c->drivers = (pd_io_glb_drivers){.count = psd->count,
                                     .group_count = psd->group_count,
                                     .names = (const char(*)[32])psd->names,
                                     .group_start = psd->group_start,
                                     .joint_start = psd->joint_start,
                                     .joints = psd->joints,
                                     .widths = psd->widths,
                                     .poses = psd->poses,
                                     .map = model->psd_map};
    c->glb.dirs = c->dirs;
    c->glb.weights = c->all_weights;

    return PD_OK;
}

pd_status pd_motion_correctives_add_sculpts_of_motion(pd_motion_correctives *c, const pd_smpl_model *model,
                                                      const pd_retarget_motion *motion, pd_error *err)
{
    const size_t numbers = 9 * (size_t)model->joint_count;
    const size_t frames = (size_t)motion->clip.frame_count;
    float *all = malloc(frames * numbers * sizeof *all);

    if (!all) return pd_fail(err, PD_ERR_MEMORY, "/sculpts", "out of memory for %zu frames", frames);
    for (size_t t = 0; t < frames; t++) pd_retarget_motion_rotations(all + numbers * t, motion, (int)t);
    const pd_status status = pd_motion_correctives_add_sculpts(c, model, all, (int)frames, err);
    free(all);

    return status;
}

void pd_motion_correctives_deinit(pd_motion_correctives *c)
{
    pd_smpl_correctives_deinit(&c->own);
    free(c->weights);
    free(c->dirs);
    free(c->all_weights);
    *c = (pd_motion_correctives){0};
}

size_t pd_motion_correctives_bytes(const pd_smpl_model *model, int count)
{
    return pd_smpl_correctives_bytes(model->tiles, count, DRAWN) +
           (DRAWN + CHECKED + 1) * 36 * (size_t)model->joint_count;
}

size_t pd_motion_correctives_sculpt_bytes(const pd_smpl_model *model, int correctives, int frames)
{
    const size_t all = (size_t)correctives + (size_t)model->data.psd.count;
    return sizeof(float) * (all * (3 * (size_t)model->vertex_count + (size_t)frames) +
                            9 * (size_t)frames * (size_t)model->joint_count);
}
