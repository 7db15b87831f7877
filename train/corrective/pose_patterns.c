/* Builds patterns: the sets of joints that may move a vertex. */
#include "core/base/assert.h"
#include "train/corrective/pose_shapes.h"
#include "core/smpl/surface/surface.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define WEIGHT_LEAST 0.005 /* a joint with a larger skinning weight acts on a vertex */
#define RINGS        3     /* edges by which a joint's vertices are extended, for skin that it pulls */

typedef struct reach {
    const pd_smpl_data *data;
    pd_smpl_surface surface;
    unsigned char *acts,
        /* (V,K) 1: the joint acts on the vertex; (V) ring around the first vertices of a joint, from 1 */
        *ring;
} reach;

/* Makes acts symmetric: where a joint acts on a vertex, the mirrored joint acts on the mirrored vertex. */
static void symmetrise(const reach *r)
{
    const pd_smpl_data *d = r->data;
    size_t k = (size_t)d->joint_count;
    int other[PD_SMPL_MAX_JOINTS];

    pd_smpl_joint_mirror(other, d);
    for (int v = 0; d->mirror && v < d->vertex_count; v++)
        for (size_t j = 0; j < k; j++)
            if (r->acts[(size_t)v * k + j]) r->acts[(size_t)d->mirror[v] * k + (size_t)other[j]] = 1;
}

/* Returns whether a pattern is the set of joints that `acts` (k) marks. */
static bool same_pattern(const pd_smpl_sparse_dirs *out, int pattern, const unsigned char *acts, int k)
{
    PD_ASSERT(pattern >= 0 && pattern < out->pattern_count);
    const int *joint = out->pattern_joints + out->pattern_start[pattern];
    const int *end = out->pattern_joints + out->pattern_start[pattern + 1];
    for (int j = 0; j < k; j++) {
        int in = joint < end && *joint == j;
        if (in != acts[j]) return false;
        joint += in;
    }

    return true;
}

/* Numbers the patterns in the order of the first vertex of each. */
static pd_status number_patterns(pd_smpl_sparse_dirs *out, const reach *r, pd_error *err)
{
    int k = r->data->joint_count;

    PD_ASSERT(k > 0 && out->pattern_count == 0);
    for (int v = 0; v < r->data->vertex_count; v++) {
        /* Search an existing pattern with the same joints. */
        const unsigned char *acts = r->acts + (size_t)v * (size_t)k;
        int p = 0;
        while (p < out->pattern_count && !same_pattern(out, p, acts, k)) p++;
        if (p > UINT16_MAX)
            return pd_fail(err, PD_ERR_LIMIT, "pose shapes", "more than %d patterns", UINT16_MAX + 1);

        /* Append a new pattern. Each array grows separately, so that both can be freed after a failure. */
        if (p == out->pattern_count) {
            int used = p ? out->pattern_start[p] : 0;
            int *start = realloc(out->pattern_start, ((size_t)p + 2) * sizeof *start);
            if (start) out->pattern_start = start;
            int *joints = realloc(out->pattern_joints, ((size_t)used + (size_t)k) * sizeof *joints);
            if (joints) out->pattern_joints = joints;
            if (!start || !joints)
                return pd_fail(err, PD_ERR_MEMORY, "pose shapes", "out of memory for the patterns");

            start[p] = used;
            for (int j = 0; j < k; j++)
                if (acts[j]) joints[used++] = j;
            start[p + 1] = used;
            out->pattern_count++;
        }

        out->vertex_pattern[v] = (uint16_t)p;
        PD_ASSERT(p < out->pattern_count);
        out->value_count += 27 * (size_t)(out->pattern_start[p + 1] - out->pattern_start[p]);
    }

    return PD_OK;
}

/* Finds the soft vertices on which each joint acts: those with weight of the joint or a neighbour, and RINGS
 * edges around them. acts (V,K) becomes symmetric. */
static pd_status find_reach(reach *r, const pd_smpl_model *model, const pd_train_pattern_options *o,
                            pd_error *err)
{
    const int k = model->joint_count;
    size_t v = (size_t)model->vertex_count;
    double *rest = malloc(3 * v * sizeof *rest);

    for (size_t i = 0; rest && i < 3 * v; i++) rest[i] = (double)model->data.v_template[i];
    pd_status status = rest
                           ? pd_smpl_surface_init(&r->surface, &model->data, rest, model->joint_template, err)
                           : pd_fail(err, PD_ERR_MEMORY, "pose shapes", "out of memory for %zu vertices", v);
    free(rest);
    if (status) return status;

    for (int j = 1; j < k; j++) {
        if (o->joints && !o->joints[j]) continue;

        /* Mark ring 1: vertices with weight of the joint, its parent or its children. */
        const int *parents = r->data->parents;
        for (int i = 0; i < r->data->vertex_count; i++) {
            const float *w = r->data->weights + (size_t)i * (size_t)k;
            bool held = false;
            for (int n = 0; n < k && !held; n++)
                held = (double)w[n] > WEIGHT_LEAST && (n == j || parents[j] == n || parents[n] == j);
            r->ring[i] = held;
        }

        /* Extend by one edge, RINGS times. */
        for (int n = 0; n < RINGS; n++) {
            unsigned char value = (unsigned char)(n + 2);
            const pd_smpl_surface *s = &r->surface;
            for (int i = 0; i < s->vertex_count; i++) {
                if (!r->ring[i] || r->ring[i] >= value) continue;
                for (int e = s->start[i]; e < s->start[i + 1]; e++)
                    if (!r->ring[s->other[e]]) r->ring[s->other[e]] = value;
            }
        }

        for (int i = 0; i < r->data->vertex_count; i++)
            r->acts[(size_t)i * k + (size_t)j] = r->ring[i] && r->surface.soft_index[i] >= 0;
    }

    symmetrise(r);
    return PD_OK;
}

/* Chooses the joints that act on each vertex (r->acts) by the options:
 * all joints, given ones, or those in reach. */
static pd_status choose_acts(reach *r, const pd_smpl_model *model, const pd_train_pattern_options *o,
                             pd_error *err)
{
    const size_t v = (size_t)model->vertex_count;
    const size_t k = (size_t)model->joint_count;

    PD_ASSERT(!(o->dense && o->acts));
    if (o->dense) {
        for (size_t i = 0; i < v * k; i++) r->acts[i] = i % k != 0; /* the root has no features */
        return PD_OK;
    }

    if (!o->acts) return find_reach(r, model, o, err);
    memcpy(r->acts, o->acts, v * k);
    symmetrise(r);

    return PD_OK;
}

pd_status pd_train_pose_patterns(pd_smpl_sparse_dirs *out, const pd_smpl_model *model,
                                 const pd_train_pattern_options *options, pd_error *err)
{
    pd_train_pattern_options o = options ? *options : (pd_train_pattern_options){0};
    size_t v = (size_t)model->vertex_count;
    size_t k = (size_t)model->joint_count;
    reach r = {.data = &model->data};
    pd_status status = PD_OK;

    *out = (pd_smpl_sparse_dirs){.vertex_pattern = calloc(v, sizeof(uint16_t))};
    r.acts = calloc(v * k, 1);
    r.ring = calloc(v, 1);
    if (!r.acts || !r.ring || !out->vertex_pattern)
        status = pd_fail(err, PD_ERR_MEMORY, "pose shapes", "out of memory for the patterns");

    /* Choose acts, then give equal rows one pattern. */
    if (!status) status = choose_acts(&r, model, &o, err);
    if (!status) status = number_patterns(out, &r, err);
    pd_smpl_surface_deinit(&r.surface);
    free(r.acts);
    free(r.ring);
    if (status) pd_train_pose_dirs_deinit(out);

    return status;
}

void pd_train_pose_dirs_deinit(pd_smpl_sparse_dirs *dirs)
{
    free(dirs->pattern_start);
    free(dirs->pattern_joints);
    free(dirs->vertex_pattern);
    free(dirs->values);
    free(dirs->values_dqs);
    *dirs = (pd_smpl_sparse_dirs){0};
}
