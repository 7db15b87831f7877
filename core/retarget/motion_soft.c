#include "core/retarget/motion_soft.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_M 2e-6F /* metres: rounding error of the difference of two bodies in single precision */

pd_status pd_retarget_soft_check(const pd_smpl_model *model, bool moves, double breaths_a_minute,
                                 pd_error *err)
{
    if (!model->data.soft.mode_count)
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, moves ? "/soft" : "/breathing",
            "the model has no soft-tissue directions (posedctl import --dmpl adds DMPL's to a body of "
            "SMPL's family, posed-factory train-tissue makes them)");
    if (breaths_a_minute > 0 && !pd_smpl_soft_breathes(&model->data))
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, "/breathing",
            "the model has no direction of breathing; DMPL has none (posed-factory train-tissue makes it)");

    return PD_OK;
}

pd_status pd_retarget_soft_start(pd_smpl_soft *soft, const pd_smpl_model *model, const float *betas,
                                 int beta_count, double rate, bool moves, double breaths_a_minute,
                                 pd_error *err)
{
    const pd_status status = pd_retarget_soft_check(model, moves, breaths_a_minute, err);
    if (status != PD_OK) return status;
    pd_smpl_soft_init(soft, &model->data, betas, beta_count, 1 / rate, breaths_a_minute);
    if (!moves) pd_smpl_soft_still(soft);
    return PD_OK;
}

pd_status pd_retarget_motion_soft(pd_retarget_motion *motion, const pd_smpl_model *model, bool moves,
                                  double breaths_a_minute, pd_error *err)
{
    pd_anim_clip *clip = &motion->clip;
    pd_vec3 places[PD_ANIM_MAX_JOINTS];
    pd_quat rotations[PD_ANIM_MAX_JOINTS];
    pd_smpl_soft *soft = malloc(sizeof *soft);

    if (!soft) return pd_fail(err, PD_ERR_MEMORY, "/soft", "out of memory");
    pd_status status = pd_retarget_soft_start(soft, model, motion->betas, motion->beta_count, clip->rate,
                                              moves, breaths_a_minute, err);
    if (status == PD_OK) status = pd_anim_clip_init_soft(clip, soft->count, err);
    for (int t = 0; t < clip->frame_count && status == PD_OK; t++) {
        pd_anim_clip_pose(places, rotations, clip, t);
        pd_smpl_soft_step(soft, places, rotations);
        memcpy(clip->soft + (size_t)t * (size_t)soft->count, soft->coefficients,
               (size_t)soft->count * sizeof *clip->soft);
    }

    free(soft);

    return status;
}

/* Computes the displacement of the skin at rest for a unit weight of each coefficient. */
static bool directions(float *out, const pd_smpl_model *model, int count)
{
    PD_ASSERT(count >= 0);
    const size_t numbers = 3 * (size_t)model->vertex_count;
    float *rest = malloc(2 * numbers * sizeof *rest);
    float *unit = calloc((size_t)count, sizeof *unit);
    pd_arena scratch = {0};
    pd_smpl_body body = {.stage = PD_SMPL_CORRECTED, .soft = unit, .soft_count = count, .vertices = rest};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    const bool has_room = rest && unit && pd_arena_reserve(&scratch, pd_smpl_job_scratch_bytes(&job, model));

    /* Difference between the skin with a unit weight and without. Tiny differences count as 0. */
    if (has_room) pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    for (int d = 0; d < count && has_room; d++) {
        float *moved = rest + numbers;
        unit[d] = 1;
        body.vertices = moved;
        pd_arena_reset(&scratch);
        pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
        unit[d] = 0;
        for (size_t i = 0; i < numbers; i++) {
            const float by = moved[i] - rest[i];
            out[i * (size_t)count + (size_t)d] = fabsf(by) < LEAST_M ? 0 : by;
        }
    }

    pd_arena_deinit(&scratch);
    free(rest);
    free(unit);

    return has_room;
}

pd_status pd_retarget_soft_directions(float *out, char (*names)[PD_RETARGET_SOFT_NAME],
                                      const pd_smpl_model *model, int count, pd_error *err)
{
    const bool breathes = pd_smpl_soft_breathes(&model->data);

    PD_ASSERT(count >= 0 && count <= model->soft_count);
    for (int i = 0; i < count; i++)
        snprintf(names[i], sizeof names[i],
                 breathes && i == model->data.soft.mode_count ? "breathing" : "dmpl_%d", i);

    return directions(out, model, count)
               ? PD_OK
               : pd_fail(err, PD_ERR_MEMORY, "/soft", "out of memory for %d morphs", count);
}

pd_status pd_retarget_soft_morphs_init(pd_retarget_soft_morphs *out, const pd_retarget_motion *motion,
                                       const pd_smpl_model *model, pd_error *err)
{
    const size_t count = (size_t)motion->clip.soft_count;
    *out = (pd_retarget_soft_morphs){.directions =
                                         malloc(3 * count * (size_t)model->vertex_count * sizeof(float)),
                                     .limits = calloc(count, sizeof(float)),
                                     .names = calloc(count, sizeof *out->names),
                                     .list = calloc(count, sizeof *out->list)};
    const bool has_room = out->directions && out->limits && out->names && out->list;
    pd_status status = has_room ? pd_retarget_soft_directions(out->directions, out->names, model,
                                                              motion->clip.soft_count, err)
                                : pd_fail(err, PD_ERR_MEMORY, "/soft", "out of memory for %zu morphs", count);
    if (status != PD_OK) {
        pd_retarget_soft_morphs_deinit(out);
        return status;
    }

    /* Name and largest weight of each morph. */
    for (size_t i = 0; i < count; i++) {
        out->list[i] = out->names[i];
        for (size_t t = 0; t < (size_t)motion->clip.frame_count; t++)
            out->limits[i] = fmaxf(out->limits[i], fabsf(motion->clip.soft[t * count + i]));
    }

    out->morphs = (pd_retarget_morphs){.count = motion->clip.soft_count,
                                       .directions = out->directions,
                                       .limits = out->limits,
                                       .names = out->list,
                                       .weights = motion->clip.soft};

    return PD_OK;
}

void pd_retarget_soft_morphs_deinit(pd_retarget_soft_morphs *m)
{
    free(m->directions);
    free(m->limits);
    free(m->names);
    free(m->list);
    *m = (pd_retarget_soft_morphs){0};
}
