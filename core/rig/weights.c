#include "core/rig/weights.h"

#include "core/math/tree.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NORMAL_SCALE 0.06
#define NEIGHBORS    6
#define SOFTEST      0.004 /* of the height: nearer points count alike */

double pd_rig_segment_nearest(double at[3], const double p[3], const pd_rig_segment *segment)
{
    double along = 0, length = 0, square = 0;
    for (int c = 0; c < 3; c++) {
        const double d = segment->to[c] - segment->from[c];
        along += d * (p[c] - segment->from[c]), length += d * d;
    }
    const double t = length > 0 ? fmin(fmax(along / length, 0), 1) : 0;
    for (int c = 0; c < 3; c++) {
        at[c] = segment->from[c] + t * (segment->to[c] - segment->from[c]);
        square += (p[c] - at[c]) * (p[c] - at[c]);
    }
    return square;
}

pd_status pd_rig_transfer(float *dense, const pd_rig_weights_job *job, pd_error *err)
{
    const pd_rig_mesh *m = job->mesh;
    const pd_rig_source *from = &job->source;
    const size_t bones = (size_t)job->bone_count;
    pd_tree tree = {0};

    if (!pd_tree_build(&tree, from->points[0], from->normals[0], from->count, NORMAL_SCALE))
        return pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %d points", from->count);
    memset(dense, 0, (size_t)m->vertex_count * bones * sizeof *dense);
    for (int i = 0; i < m->vertex_count; i++) {
        int found[NEIGHBORS];
        double square[NEIGHBORS], total = 0;
        if (!(i & 1023) && pd_cancelled(job->cancel)) break;
        const int count = pd_tree_several(found, square, NEIGHBORS, &tree, m->points + 3 * (size_t)i,
                                          m->normals + 3 * (size_t)i);
        for (int k = 0; k < count; k++) total += square[k] = 1 / (square[k] + SOFTEST * SOFTEST);
        float *row = dense + (size_t)i * bones;
        for (int k = 0; k < count; k++)
            for (int s = 0; s < 4; s++)
                row[from->influences[found[k]][s]] += (float)(square[k] / total * from->weights[found[k]][s]);
    }
    pd_tree_deinit(&tree);
    return PD_OK;
}

/* Each vertex with the first of the bones that it is allowed. */
static void nearest_alone(float *dense, const pd_rig_weights_job *job)
{
    const size_t n = (size_t)job->mesh->vertex_count, bones = (size_t)job->bone_count;
    memset(dense, 0, n * bones * sizeof *dense);
    for (size_t i = 0; i < n; i++)
        if (job->allowed[i]) dense[i * bones + (size_t)__builtin_ctzll(job->allowed[i])] = 1;
}

/* The four largest of a row. */
static void keep_four(uint8_t bones[4], float values[4], float *row, int count)
{
    float sum = 0;
    for (int s = 0; s < 4; s++) {
        int best = 0;
        for (int k = 1; k < count; k++)
            if (row[k] > row[best]) best = k;
        bones[s] = (uint8_t)(row[best] > 0 ? best : 0);
        values[s] = row[best] > 0 ? row[best] : 0;
        sum += values[s];
        row[best] = 0;
    }
    for (int s = 0; s < 4; s++) values[s] = sum > 0 ? values[s] / sum : s == 0;
}

pd_status pd_rig_weights_run(pd_rig_weights *out, const pd_rig_weights_job *job, pd_error *err)
{
    const size_t n = (size_t)job->mesh->vertex_count, bones = (size_t)job->bone_count;
    const bool heats = job->heat_share > 0;
    pd_status status = PD_OK;

    memset(out, 0, sizeof *out);
    out->bones = malloc(n * sizeof *out->bones);
    out->values = malloc(n * sizeof *out->values);
    float *transfer = malloc(n * bones * sizeof *transfer),
          *heat = malloc((heats ? n * bones : 1) * sizeof *heat);
    if (!out->bones || !out->values || !transfer || !heat)
        status = pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %zu vertices", n);

    if (status == PD_OK && job->allowed)
        nearest_alone(transfer, job);
    else if (status == PD_OK)
        status = pd_rig_transfer(transfer, job, err);
    if (status == PD_OK && heats && (out->unheated = pd_rig_heat(heat, job, transfer)) < 0)
        status = pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %zu vertices", n);

    for (size_t i = 0; status == PD_OK && i < n; i++) {
        float *row = transfer + i * bones, sum = 0;
        for (size_t k = 0; heats && k < bones; k++) sum += heat[i * bones + k];
        for (size_t k = 0; sum > 0 && k < bones; k++)
            row[k] += (float)job->heat_share * (heat[i * bones + k] - row[k]);
        keep_four(out->bones[i], out->values[i], row, (int)bones);
    }
    free(transfer), free(heat);
    if (status != PD_OK) pd_rig_weights_deinit(out);
    return status;
}

void pd_rig_weights_deinit(pd_rig_weights *weights)
{
    free(weights->bones), free(weights->values);
    memset(weights, 0, sizeof *weights);
}
