#include "core/retarget/lids.h"

#include "core/base/assert.h"
#include "core/smpl/data/keypoint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns the height of a vertex at rest. */
static double height_of(const pd_smpl_data *d, int vertex, const float *betas, int beta_count)
{
    const size_t y = 3 * (size_t)vertex + 1;
    double at = (double)d->v_template[y];
    for (int b = 0; b < beta_count; b++)
        at += (double)d->shapedirs[y * (size_t)d->beta_count + (size_t)b] * (double)betas[b];
    return at;
}

float pd_retarget_lids_factor(const pd_smpl_model *model, int expression, const float *betas, int beta_count)
{
    const pd_smpl_data *d = &model->data;

    PD_ASSERT(expression >= 0 && expression < d->expression_count);
    if (!d->expression_names || !d->expressiondirs) return 1;
    const char *name = d->expression_names[expression];
    const bool is_left = !strcmp(name, "eyeBlinkLeft");
    int pairs[PD_SMPL_LID_PAIRS][2]; /* upper, lower */
    if (!is_left && strcmp(name, "eyeBlinkRight") != 0) return 1;

    /* The pair of points of the lids that needs the largest weight to meet. */
    const int pair_count = pd_smpl_keypoint_lid_pairs(pairs, d->vertex_count, is_left);
    const int count = !betas ? 0 : beta_count < d->beta_count ? beta_count : d->beta_count;
    double factor = 1;
    for (int p = 0; p < pair_count; p++) {
        const double gap = height_of(d, pairs[p][0], betas, count) - height_of(d, pairs[p][1], betas, count);
        double travel = 0;
        for (int i = 0; i < 2; i++) {
            const size_t y = 3 * (size_t)pairs[p][i] + 1;
            travel += (i ? 1 : -1) *
                      (double)d->expressiondirs[y * (size_t)d->expression_count + (size_t)expression];
        }

        if (travel > 0) factor = fmax(factor, gap / travel);
    }

    return (float)factor;
}

pd_status pd_retarget_lids_directions(float **out, const pd_smpl_model *model, const float *betas,
                                      int beta_count, pd_error *err)
{
    const size_t count = (size_t)model->expression_count;
    const size_t rows = 3 * (size_t)model->vertex_count;

    *out = NULL;
    for (int e = 0; e < model->expression_count; e++) {
        const float factor = pd_retarget_lids_factor(model, e, betas, beta_count);
        if (factor == 1) continue;
        if (!*out) {
            *out = malloc(rows * count * sizeof **out);
            if (!*out) return pd_fail(err, PD_ERR_MEMORY, "face", "out of memory");
            memcpy(*out, model->data.expressiondirs, rows * count * sizeof **out);
        }

        for (size_t i = 0; i < rows; i++) (*out)[i * count + (size_t)e] *= factor;
    }

    return PD_OK;
}
