/* Weights by template: from the nearest vertices of the fitted template. */
#include "core/rig/skin/dense.h"

#include "core/math/tree.h"

#include <math.h>
#include <string.h>

/* of the height: s of tree.h, by which a difference of unit normals is a distance */
#define NORMAL_SCALE 0.06
#define NEIGHBORS    6     /* points of the template whose weights a vertex takes */
#define SOFTEST      0.004 /* of the height: nearer points have about the same weight */

#define NAME(id, name) #name,
const char *const pd_rig_method_names[PD_RIG_METHODS] = {PD_RIG_METHOD_TABLE(NAME)};
#undef NAME

double pd_rig_segment_nearest(double at[3], const double p[3], const pd_rig_segment *segment)
{
    double along = 0, length = 0, square = 0;

    for (int c = 0; c < 3; c++) {
        const double d = segment->to[c] - segment->from[c];
        along += d * (p[c] - segment->from[c]);
        length += d * d;
    }

    const double t = length > 0 ? fmin(fmax(along / length, 0), 1) : 0;
    for (int c = 0; c < 3; c++) {
        at[c] = segment->from[c] + t * (segment->to[c] - segment->from[c]);
        square += (p[c] - at[c]) * (p[c] - at[c]);
    }

    return square;
}

pd_status pd_rig_transfer(float *dense, float *away, const pd_rig_weights_job *job, pd_error *err)
{
    const pd_rig_mesh *m = job->mesh;
    const pd_rig_source *from = &job->source;
    const size_t bones = (size_t)job->bone_count;
    pd_tree tree = {0};

    if (!pd_tree_build(&tree, from->points[0], from->normals[0], from->count, NORMAL_SCALE))
        return pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %d points", from->count);
    memset(dense, 0, (size_t)m->vertex_count * bones * sizeof *dense);

    /* Each vertex: the mean of its nearest points' weights, by 1 / (distance^2 + SOFTEST^2). */
    for (int i = 0; i < m->vertex_count; i++) {
        int found[NEIGHBORS];
        double square[NEIGHBORS];
        double total = 0;
        if (!(i & 1023) && pd_cancelled(job->cancel)) break;
        const int count = pd_tree_several(found, square, NEIGHBORS, &tree, m->points + 3 * (size_t)i,
                                          m->normals + 3 * (size_t)i);
        if (away) away[i] = (float)sqrt(square[0]);
        for (int k = 0; k < count; k++) total += square[k] = 1 / (square[k] + SOFTEST * SOFTEST);
        float *row = dense + (size_t)i * bones;
        for (int k = 0; k < count; k++)
            for (int s = 0; s < 4; s++)
                row[from->influences[found[k]][s]] += (float)(square[k] / total * from->weights[found[k]][s]);
    }

    pd_tree_deinit(&tree);

    return PD_OK;
}
