#include "core/wardrobe/transfer.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/wardrobe/dress.h"

#include <math.h>
#include <string.h>

/* Metres: less than a beta of the face moves, so that the prior only decides betas
 * that the surface does not determine. */
#define SIGMA 0.005
#define N     PD_WARDROBE_FITTED_BETAS

const pd_wardrobe_transfer pd_wardrobe_follow = {0};

pd_status pd_wardrobe_transfers(const pd_wardrobe *wardrobe, const pd_smpl_model *own,
                                const pd_smpl_model *model, pd_error *err)
{
    pd_status status = pd_wardrobe_fits(wardrobe, own, err);

    if (status != PD_OK) return status;
    if (own->beta_count < N)
        return pd_fail(err, PD_ERR_INVALID, "wear", "%s has %d betas; %d or more expected", wardrobe->model,
                       own->beta_count, N);

    /* Mesh and joints have to be those of the garments' model. */
    const size_t corners = 3 * (size_t)own->face_count;
    bool has_same_joints =
        model->joint_count == own->joint_count && model->data.joint_names && own->data.joint_names;
    for (int k = 0; has_same_joints && k < own->joint_count; k++)
        has_same_joints = !strcmp(model->data.joint_names[k], own->data.joint_names[k]);
    if (model->vertex_count != own->vertex_count || model->face_count != own->face_count ||
        memcmp(model->data.faces, own->data.faces, corners * sizeof *own->data.faces) != 0 ||
        !has_same_joints)
        return pd_fail(err, PD_ERR_INVALID, "wear", "the wardrobe is of the model %s", wardrobe->model);

    /* Joints at rest have to be close to those of that model. */
    for (int k = 0; k < own->joint_count; k++) {
        const double *a = own->joint_template + 3 * k;
        const double *b = model->joint_template + 3 * k;
        const double off = hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
        if (off > PD_WARDROBE_TRANSFER_MOST)
            return pd_fail(err, PD_ERR_INVALID, "wear",
                           "the wardrobe is of the model %s, whose %s rests %.2f m off; at most %.2f allowed",
                           wardrobe->model, own->data.joint_names[k], off, PD_WARDROBE_TRANSFER_MOST);
    }

    return PD_OK;
}

void pd_wardrobe_transfer_init(pd_wardrobe_transfer *out, const pd_smpl_model *own)
{
    PD_ASSERT(own->beta_count >= N);
    const size_t numbers = 3 * (size_t)own->vertex_count;
    const size_t betas = (size_t)own->beta_count;
    memset(out, 0, sizeof *out);
    out->own = own;

    for (size_t at = 0; at < numbers; at++) {
        const float *row = own->data.shapedirs + at * betas;
        for (size_t i = 0; i < N; i++)
            for (size_t j = 0; j <= i; j++) out->factor[i * N + j] += (double)row[i] * (double)row[j];
    }

    for (size_t i = 0; i < N; i++) out->factor[i * N + i] += SIGMA * SIGMA;
    pd_k_cholesky(out->factor, N);
}

void pd_wardrobe_transfer_split(double betas[PD_WARDROBE_FITTED_BETAS], float *moves,
                                const pd_wardrobe_transfer *t)
{
    PD_ASSERT(t->own->beta_count >= N);
    const size_t numbers = 3 * (size_t)t->own->vertex_count;
    const size_t stride = (size_t)t->own->beta_count;
    memset(betas, 0, N * sizeof *betas);
    for (size_t at = 0; at < numbers; at++) {
        const float *row = t->own->data.shapedirs + at * stride;
        for (size_t i = 0; i < N; i++) betas[i] += (double)row[i] * (double)moves[at];
    }

    pd_k_cholesky_solve(betas, t->factor, N);

    for (size_t at = 0; at < numbers; at++) {
        const float *row = t->own->data.shapedirs + at * stride;
        double sum = 0;
        for (size_t i = 0; i < N; i++) sum += (double)row[i] * betas[i];
        moves[at] = (float)((double)moves[at] - sum);
    }
}
