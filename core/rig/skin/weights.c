#include "core/rig/skin/weights.h"

#include "core/rig/skin/net.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Computes weights with `share` by heat and the rest by template.
 * Where heat fails, they are by template alone. */
static pd_status weights_mix(float *dense, pd_rig_weights *out, const pd_rig_weights_job *job, double share,
                             pd_error *err)
{
    const size_t n = (size_t)job->mesh->vertex_count;
    const size_t bones = (size_t)job->bone_count;
    float *heat = malloc(n * bones * sizeof *heat);
    pd_status status = heat ? PD_OK : PD_ERR_MEMORY;

    if (status == PD_OK && job->allowed) {
        /* Without a template, a vertex where heat fails gets its first allowed bone. */
        memset(dense, 0, n * bones * sizeof *dense);
        for (size_t i = 0; i < n; i++)
            if (job->allowed[i]) dense[i * bones + (size_t)__builtin_ctzll(job->allowed[i])] = 1;
    } else if (status == PD_OK) {
        status = pd_rig_transfer(dense, NULL, job, err);
    }

    if (status == PD_OK && (out->unheated = pd_rig_heat(heat, job, dense)) < 0) status = PD_ERR_MEMORY;

    for (size_t i = 0; status == PD_OK && i < n; i++) {
        float *row = dense + i * bones;
        float sum = 0;
        for (size_t k = 0; k < bones; k++) sum += heat[i * bones + k];
        for (size_t k = 0; sum > 0 && k < bones; k++) row[k] += (float)share * (heat[i * bones + k] - row[k]);
    }

    free(heat);

    return status == PD_ERR_MEMORY
               ? pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %zu vertices", n)
               : status;
}

/* Computes the network's weights with a share of heat. */
static pd_status learned(float *dense, pd_rig_weights *out, const pd_rig_weights_job *job, double heat,
                         pd_error *err)
{
    pd_rig_pairs pairs;

    if (!job->net)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "weights",
                       "learned, but no model of learned weights is loaded; auto, heat, distance and "
                       "geodesic need none");
    pd_status status = pd_rig_pairs_init(&pairs, dense, job, &out->unheated, err);
    if (status != PD_OK) return status;
    status = pd_rig_net_run(dense, job->net, &pairs, job->cancel, err);
    const size_t numbers = (size_t)job->mesh->vertex_count * (size_t)job->bone_count;
    for (size_t i = 0; status == PD_OK && heat > 0 && i < numbers; i++)
        dense[i] += (float)heat * (pairs.heat[i] - dense[i]);
    pd_rig_pairs_deinit(&pairs);

    return status;
}

/* Computes dense weights (V,B) by the job's method. */
static pd_status weigh_weights(float *dense, pd_rig_weights *out, const pd_rig_weights_job *job,
                               pd_error *err)
{
    switch (job->method) {
    case PD_RIG_BY_LEARNED: return learned(dense, out, job, 0, err);
    case PD_RIG_BY_TEMPLATE: return pd_rig_transfer(dense, NULL, job, err);
    case PD_RIG_BY_HEAT: return weights_mix(dense, out, job, 1, err);
    case PD_RIG_BY_DISTANCE: pd_rig_distance(dense, job); return PD_OK;
    case PD_RIG_BY_GEODESIC: return pd_rig_geodesic(dense, job, err);
    case PD_RIG_BY_AUTO:
    case PD_RIG_BY_MIX:
    case PD_RIG_METHODS: break;
    }

    if (job->method == PD_RIG_BY_AUTO && job->net && job->source.count)
        return learned(dense, out, job, PD_RIG_AUTO_HEAT, err);

    return weights_mix(dense, out, job, job->source.count ? PD_RIG_HEAT_SHARE : 1, err);
}

pd_status pd_rig_weights_run(pd_rig_weights *out, const pd_rig_weights_job *job, pd_error *err)
{
    const size_t n = (size_t)job->mesh->vertex_count;
    const size_t bones = (size_t)job->bone_count;

    memset(out, 0, sizeof *out);
    out->bones = malloc(n * sizeof *out->bones);
    out->values = malloc(n * sizeof *out->values);
    float *dense = malloc(n * bones * sizeof *dense);
    pd_status status = PD_OK;
    if (!out->bones || !out->values || !dense)
        status = pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %zu vertices", n);

    if (status == PD_OK) status = weigh_weights(dense, out, job, err);

    /* Keep the four largest of each row. */
    for (size_t i = 0; status == PD_OK && i < n; i++) {
        float *row = dense + i * bones;
        float *values = out->values[i];
        float sum = 0;
        for (int s = 0; s < 4; s++) {
            int best = 0;
            for (int k = 1; k < (int)bones; k++)
                if (row[k] > row[best]) best = k;
            out->bones[i][s] = (uint8_t)(row[best] > 0 ? best : 0);
            values[s] = row[best] > 0 ? row[best] : 0;
            sum += values[s];
            row[best] = 0;
        }

        for (int s = 0; s < 4; s++) values[s] = sum > 0 ? values[s] / sum : s == 0;
    }

    free(dense);
    if (status != PD_OK) pd_rig_weights_deinit(out);

    return status;
}

void pd_rig_weights_deinit(pd_rig_weights *weights)
{
    free(weights->bones);
    free(weights->values);
    memset(weights, 0, sizeof *weights);
}
