#include "train/model/sparsify.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ROTATION_MOST 2.8284271247461903 /* |R - I|_F of a rotation by pi */

typedef struct work {
    const pd_smpl_data *data;
    const pd_train_sparsify_options *options;
    size_t *offset;      /* (V) start of a vertex in a row of sparse values; NULL: the model is dense */
    unsigned char *kept; /* (V,K) 1: the joint stays in the vertex's pattern */
    pd_train_sparsify_report *report;
} work;

/* Reads the 27 numbers (9 features x 3) of a vertex and a joint in one row of values.
 * Returns false if there are none. */
static bool read_block(float out[27], const work *w, const float *row, int vertex, int joint)
{
    const pd_smpl_data *d = w->data;
    size_t features = 9 * (size_t)(d->joint_count - 1);

    if (d->posedirs) {
        for (size_t f = 0; f < 9; f++)
            for (size_t c = 0; c < 3; c++)
                out[3 * f + c] =
                    d->posedirs[(3 * (size_t)vertex + c) * features + 9 * (size_t)(joint - 1) + f];
        return true;
    }

    int p = d->sparse.vertex_pattern[vertex];
    int first = d->sparse.pattern_start[p];
    for (int i = first; i < d->sparse.pattern_start[p + 1]; i++)
        if (d->sparse.pattern_joints[i] == joint) {
            memcpy(out, row + w->offset[vertex] + 27 * (size_t)(i - first), 27 * sizeof *out);
            return true;
        }

    return false;
}

/* Returns the Frobenius norm of the 9 features x 3 coordinates of a vertex and a joint. */
static double norm(const float block[27])
{
    double sum = 0;
    for (int i = 0; i < 27; i++) sum += (double)block[i] * (double)block[i];
    return sqrt(sum);
}

/* Chooses the joints that stay in the pattern of a vertex. */
static void choose_sparsify(work *w, int vertex)
{
    int k = w->data->joint_count;
    int count = 0;
    unsigned char *kept = w->kept + (size_t)vertex * (size_t)k;
    double all[PD_SMPL_MAX_JOINTS];
    double bound = 0;

    for (int j = 1; j < k; j++) {
        /* Compute the largest displacement of the vertex by the joint, over all rows. */
        const pd_smpl_sparse_dirs *s = &w->data->sparse;
        double most = 0;
        float block[27];
        for (int t = 0; t <= s->beta_terms; t++) {
            if (read_block(block, w, s->values + (size_t)t * s->value_count, vertex, j))
                most = fmax(most, ROTATION_MOST * norm(block));
            if (s->values_dqs && read_block(block, w, s->values_dqs + (size_t)t * s->value_count, vertex, j))
                most = fmax(most, ROTATION_MOST * norm(block));
        }

        all[j] = most;

        w->report->blocks_before += all[j] > 0;
        kept[j] = all[j] > 0 && all[j] >= w->options->threshold_m;
        count += kept[j];
    }

    /* If there are too many joints, remove those with the smallest displacement. */
    for (; w->options->most_joints > 0 && count > w->options->most_joints; count--) {
        int least = 0;
        for (int j = k - 1; j > 0; j--)
            if (kept[j] && (!least || all[j] < all[least])) least = j;
        kept[least] = 0;
    }

    for (int j = 1; j < k; j++) bound += kept[j] ? 0 : all[j];
    w->report->bound_m = fmax(w->report->bound_m, bound);
    w->report->blocks_after += (size_t)count;
    if (count > w->report->most_joints) w->report->most_joints = count;
}

/* --- patterns --- */

/* Orders vertices by the joints they keep, then by number (for qsort_r, ctx is the work). */
static int compare_patterns(const void *x, const void *y, void *ctx)
{
    const work *w = ctx;
    size_t k = (size_t)w->data->joint_count;
    const int *a = x;
    const int *b = y;
    int order = memcmp(w->kept + (size_t)*a * k, w->kept + (size_t)*b * k, k);

    return order ? order : *a - *b;
}

/* Appends a pattern: the list of the joints 1 to k - 1 that `kept` (k) marks. Returns false when out of
 * memory. */
static bool append_pattern(pd_smpl_sparse_dirs *out, const unsigned char *kept, int k)
{
    int n = out->pattern_count;
    int used = n ? out->pattern_start[n] : 0;
    int *start = realloc(out->pattern_start, ((size_t)n + 2) * sizeof *start);

    if (start) out->pattern_start = start;
    int *joints = realloc(out->pattern_joints, ((size_t)used + (size_t)k) * sizeof *joints);
    if (joints) out->pattern_joints = joints;
    if (!start || !joints) return false;

    start[n] = used;
    for (int j = 1; j < k; j++)
        if (kept[j]) joints[used++] = j;
    start[n + 1] = used;
    out->pattern_count++;

    return true;
}

/* --- values --- */

/* Returns the rows (1 + G, value_count) of the kept blocks. from:
 * sparse rows, or NULL if the model is dense. */
static float *make_rows(const work *w, const pd_smpl_sparse_dirs *to, const float *from)
{
    const size_t terms = 1 + (size_t)to->beta_terms;
    float *out = calloc(terms * to->value_count + 1, sizeof *out);

    for (size_t t = 0; out && t < terms; t++) {
        const float *row = from ? from + t * w->data->sparse.value_count : NULL;
        float *block = out + t * to->value_count;
        for (int v = 0; v < w->data->vertex_count; v++) {
            const int *start = to->pattern_start + to->vertex_pattern[v];
            for (int i = start[0]; i < start[1]; i++, block += 27)
                read_block(block, w, row, v, to->pattern_joints[i]);
        }
    }

    return out;
}

/* Frees the arrays of sparse directions and empties them. */
static void dirs_deinit(pd_smpl_sparse_dirs *dirs)
{
    free(dirs->pattern_start);
    free(dirs->pattern_joints);
    free(dirs->vertex_pattern);
    free(dirs->values);
    free(dirs->values_dqs);
    memset(dirs, 0, sizeof *dirs);
}

/* Builds the sparse form from the joints that are kept: equal sets of joints share one pattern. */
static pd_status build_sparsify(pd_smpl_sparse_dirs *out, work *w, pd_error *err)
{
    const pd_smpl_sparse_dirs *from = &w->data->sparse;
    const size_t v = (size_t)w->data->vertex_count;
    const size_t k = (size_t)w->data->joint_count;
    pd_status status = PD_OK;

    out->beta_terms = from->beta_terms;
    out->value_count = 27 * w->report->blocks_after;
    out->vertex_pattern = calloc(v, sizeof *out->vertex_pattern);
    if (!out->vertex_pattern) return pd_fail(err, PD_ERR_MEMORY, "posedirs", "out of memory");

    /* Sort the vertices by their joints, so that equal patterns are neighbours. */
    int *order = malloc(v * sizeof *order);
    if (!order) return pd_fail(err, PD_ERR_MEMORY, "posedirs", "out of memory");
    for (size_t i = 0; i < v; i++) order[i] = (int)i;
    qsort_r(order, v, sizeof *order, compare_patterns, w);
    for (size_t i = 0; !status && i < v; i++) {
        const unsigned char *kept = w->kept + (size_t)order[i] * k;
        const bool is_new = !i || memcmp(kept, w->kept + (size_t)order[i - 1] * k, k) != 0;
        if (is_new && out->pattern_count > UINT16_MAX)
            status = pd_fail(err, PD_ERR_LIMIT, "posedirs", "more than the allowed %d patterns of joints",
                             UINT16_MAX + 1);
        else if (is_new && !append_pattern(out, kept, (int)k))
            status = pd_fail(err, PD_ERR_MEMORY, "posedirs", "out of memory");
        else
            out->vertex_pattern[order[i]] = (uint16_t)(out->pattern_count - 1);
    }

    free(order);
    if (status) return status;

    /* Copy the values of the joints that are kept. */
    out->values = make_rows(w, out, from->values);
    out->values_dqs = from->values_dqs ? make_rows(w, out, from->values_dqs) : NULL;
    w->report->pattern_count = out->pattern_count;
    if (out->values && !out->values_dqs == !from->values_dqs) return PD_OK;

    return pd_fail(err, PD_ERR_MEMORY, "posedirs", "out of memory for %zu numbers", out->value_count);
}

pd_status pd_train_sparsify(pd_smpl_data *data, pd_train_sparsify_report *report,
                            const pd_train_sparsify_options *options, pd_error *err)
{
    work w = {.data = data, .options = options, .report = report};
    pd_smpl_sparse_dirs made = {0};

    *report = (pd_train_sparsify_report){0};
    if (data->pose_features)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "posedirs",
                       "pose directions of quaternions (STAR, SUPR); those of rotation matrices expected");
    if (!data->posedirs && !data->sparse.pattern_count)
        return pd_fail(err, PD_ERR_INVALID, "posedirs",
                       "the model has no pose blend shapes; a model with them is needed");

    /* Find where each vertex's values start. A joint of its pattern has 27 values (9 features x 3
     * coordinates). */
    const pd_smpl_sparse_dirs *s = &data->sparse;
    const size_t vertices = (size_t)data->vertex_count;
    w.kept = calloc(vertices * (size_t)data->joint_count, 1);
    w.offset = calloc(vertices + 1, sizeof *w.offset);
    for (size_t v = 0; w.offset && s->pattern_count && v < vertices; v++) {
        const int *start = s->pattern_start + s->vertex_pattern[v];
        w.offset[v + 1] = w.offset[v] + 27 * (size_t)(start[1] - start[0]);
    }

    /* Choose the joints of each vertex, and build the sparse form from them. */
    pd_status status = w.kept && w.offset ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "posedirs", "out of memory");
    for (int v = 0; !status && v < data->vertex_count; v++) choose_sparsify(&w, v);
    if (!status) status = build_sparsify(&made, &w, err);
    free(w.kept);
    free(w.offset);
    if (status) {
        dirs_deinit(&made);
        return status;
    }

    /* Replace the model's own. */
    free(data->posedirs);
    dirs_deinit(&data->sparse);
    data->posedirs = NULL;
    data->sparse = made;

    return PD_OK;
}
