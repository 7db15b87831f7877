#include "core/math/rotation.h"

#include "core/base/assert.h"
#include "core/smpl/body.h"

#include <math.h>
#include <stdio.h>

/* Far from where float32 overflows; a rotation may be off by what rounding
 * and a few products of float32 leave. */
#define MAX_SOFT        1e4f
#define MAX_TRANSLATION 1e6f
#define MAX_SKEW        1e-3

double pd_smpl_expression_most(const pd_smpl_model *model)
{
    return model->data.expression_names ? PD_SMPL_BLEND_SHAPE_MAX : PD_SMPL_EXPRESSION_MAX;
}

/* Checks the count of an optional list, and that every number is finite and within +-limit. */
static pd_status check_numbers(const char *field, const float *values, int count, int most, float limit,
                               pd_error *err)
{
    if (count < 0 || count > most)
        return pd_fail(err, PD_ERR_RANGE, field, "%d numbers; 0 to %d allowed", count, most);
    if (count && !values) return pd_fail(err, PD_ERR_INVALID, field, "missing; %d numbers expected", count);
    for (int i = 0; i < count; i++)
        if (!(fabsf(values[i]) <= limit)) {
            char where[64];
            snprintf(where, sizeof where, "%s/%d", field, i);
            return pd_fail(err, PD_ERR_RANGE, where, "%g; %.10g to %.10g allowed", (double)values[i],
                           -(double)limit, (double)limit);
        }

    return PD_OK;
}

static pd_status check_body(const pd_smpl_body *body, const pd_smpl_model *model, pd_error *err)
{
    pd_status s = check_numbers("/betas", body->betas, body->beta_count, model->beta_count,
                                (float)PD_SMPL_BETA_MAX, err);

    if (!s)
        s = check_numbers("/expression", body->expression, body->expression_count, model->expression_count,
                          (float)pd_smpl_expression_most(model), err);
    if (!s) s = check_numbers("/soft_tissue", body->soft, body->soft_count, model->soft_count, MAX_SOFT, err);
    if (!s && body->translation)
        s = check_numbers("/translation", body->translation, 3, 3, MAX_TRANSLATION, err);
    if (s) return s;

    /* Rotation matrices must be orthonormal: skinning would otherwise shear the surface. */
    for (int k = 0; body->rotations && k < model->joint_count; k++) {
        double m[9];
        for (int i = 0; i < 9; i++) m[i] = body->rotations[9 * k + i];
        const double error = pd_rot_error(m);
        if (error <= MAX_SKEW) continue;
        char where[64];
        snprintf(where, sizeof where, "/rotations/%d", k);
        return pd_fail(err, PD_ERR_INVALID, where,
                       "not a rotation: R R^T differs from I by %.3g; at most %g allowed", error, MAX_SKEW);
    }

    if (body->normals && !body->vertices)
        return pd_fail(err, PD_ERR_INVALID, "/normals",
                       "requested without vertices; vertices are needed for normals");

    return PD_OK;
}

pd_status pd_smpl_job_check(const pd_smpl_job *job, const pd_smpl_model *model, pd_error *err)
{
    if (job->body_count < 1)
        return pd_fail(err, PD_ERR_RANGE, "/bodies", "%d bodies; at least 1 expected", job->body_count);
    if ((unsigned)job->skinning >= PD_SMPL_SKINNING_COUNT)
        return pd_fail(err, PD_ERR_RANGE, "/skinning", "%d; lbs, dqs or sbs allowed", (int)job->skinning);
    if (job->skinning != PD_SMPL_LBS && pd_smpl_model_prepare_dqs(model, err) != PD_OK) return PD_ERR_MEMORY;

    for (int i = 0; i < job->body_count; i++) {
        pd_status s = check_body(&job->bodies[i], model, err);
        if (!s) continue;
        char prefix[32];
        snprintf(prefix, sizeof prefix, "/bodies/%d", i);
        return err ? pd_error_prefix(err, prefix) : s;
    }

    return PD_OK;
}
