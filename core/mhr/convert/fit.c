#include "core/mhr/convert/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

pd_status pd_mhr_convert_fit_init(pd_mhr_convert_fit *fit, const pd_mhr_convert_wrap *wrap, pd_error *err)
{
    const pd_smpl_model *m = wrap->body;
    const size_t most = (size_t)wrap->point_count + (size_t)wrap->joint_count;

    *fit = (pd_mhr_convert_fit){.wrap = wrap,
                                .betas = calloc((size_t)m->beta_count + 1, sizeof *fit->betas),
                                .rotations = calloc(9 * (size_t)m->joint_count, sizeof *fit->rotations),
                                .vertices = malloc(3 * (size_t)m->vertex_count * sizeof *fit->vertices),
                                .normals = malloc(3 * (size_t)m->vertex_count * sizeof *fit->normals),
                                .seen = calloc(most, sizeof *fit->seen),
                                .joint_parts = calloc((size_t)wrap->joint_count, sizeof *fit->joint_parts)};
    if (fit->betas && fit->rotations && fit->vertices && fit->normals && fit->seen && fit->joint_parts &&
        pd_arena_init(&fit->scratch, 0)) {
        for (int i = 0; i < 3 * m->joint_count; i++) fit->rotations[9 * (i / 3) + 4 * (i % 3)] = 1;
        return PD_OK;
    }

    pd_mhr_convert_fit_deinit(fit);

    return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %zu places", most);
}

void pd_mhr_convert_fit_deinit(pd_mhr_convert_fit *fit)
{
    free(fit->betas);
    free(fit->rotations);
    free(fit->vertices);
    free(fit->normals);
    free(fit->seen);
    free(fit->joint_parts);
    pd_arena_deinit(&fit->scratch);
    *fit = (pd_mhr_convert_fit){0};
}

static void place_fit(pd_observe_seen *out, const pd_observe_part *parts, int count, const float at[3],
                      double sigma, int number)
{
    *out = (pd_observe_seen){
        .parts = parts, .part_count = count, .mirror = number, .confidence = 1, .sigma = sigma};
    for (int c = 0; c < 3; c++) out->at[c] = (double)at[c];
}

pd_status pd_mhr_convert_fit_run(pd_mhr_convert_fit *fit, const pd_mhr_convert_seen *seen,
                                 const double *apart, pd_mhr_convert_round round, pd_error *err)
{
    const pd_mhr_convert_wrap *w = fit->wrap;
    int count = 0;

    for (int j = 0; j < w->joint_count; j++, count++) {
        fit->joint_parts[j] = (pd_observe_part){false, w->joints[j][1], 1};
        place_fit(&fit->seen[count], &fit->joint_parts[j], 1, seen->joints + 3 * w->joints[j][0],
                  round.sigma_joints, count);
    }

    for (int i = 0; i < w->point_count; i++) {
        const pd_mhr_convert_point *p = &w->points[i];
        if (apart && !(apart[i] < fmax(3 * round.sigma_points, PD_MHR_CONVERT_FARTHEST))) continue;
        place_fit(&fit->seen[count], p->corners, 3, seen->vertices + 3 * (size_t)p->vertex,
                  round.sigma_points, count);
        count++;
    }

    pd_observe_job job = {.betas = fit->betas,
                          .rotations = fit->rotations,
                          .seen = fit->seen,
                          .seen_count = count,
                          .scale = 1,
                          .warm = round.warm};
    for (int c = 0; c < 3; c++) job.translation[c] = (double)fit->translation[c];
    pd_status s = pd_observe_check(&job, w->body, err);
    if (s) return s;
    if (!pd_arena_reserve(&fit->scratch, pd_observe_scratch_bytes(&job, w->body)))
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory to fit %d places", count);
    pd_observe_run(&job, w->body, &fit->scratch);
    for (int c = 0; c < 3; c++) fit->translation[c] = (float)job.translation[c];

    /* Vertices and normals of the body as fitted. */
    const pd_smpl_body body = {.betas = fit->betas,
                               .beta_count = w->body->beta_count,
                               .rotations = fit->rotations,
                               .translation = fit->translation,
                               .vertices = fit->vertices,
                               .normals = fit->normals};
    const pd_smpl_job standing = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    if (!pd_arena_reserve(&fit->scratch, pd_smpl_job_scratch_bytes(&standing, w->body)))
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a body");
    pd_smpl_job_run(&standing, w->body, &fit->scratch, &pd_executor_serial);

    return PD_OK;
}
