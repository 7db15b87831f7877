#include "train/registration/set.h"

#include "core/base/sort.h"
#include "core/base/hash.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_SUBJECTS 2 /* one subject does not tell pose from shape */
#define LEAST_SHAPES   3 /* fewer have no direction to learn */
#define MOST_MISSING   3 /* one in so many */
#define FARTHEST_M     1e4
/* a mesh that is smaller by more than that against the template has another unit */
#define LEAST_SCALE    0.4
#define MOST_SCALE     2.5 /* a mesh that is larger by more than that has another unit */
/* an edge is wild if it is longer or shorter by more than that, beyond the mesh's scale */
#define MOST_STRETCH   4.0
#define MOST_STRETCHED 0.1   /* a mesh with a larger part of wild edges has another order of vertices */
#define ONE_POSE_M     0.004 /* struts differ by less on the mean: noise of two scans */
#define SAME_M         2e-4  /* what rounding to tenths of a millimetre makes of a distance */

float *pd_learn_meshes_add(pd_learn_meshes *m, int vertex_count, int subject, const char *label,
                           pd_error *err)
{
    size_t numbers = 3 * (size_t)vertex_count;
    size_t all = (size_t)m->count + 1;

    /* room doubles whenever the count reaches a power of 2 */
    if ((all & (all - 1)) == 0 || m->count == 0) {
        float *vertices = realloc(m->vertices, 2 * all * numbers * sizeof *vertices);
        if (vertices) m->vertices = vertices;
        int *subjects = realloc(m->subjects, 2 * all * sizeof *subjects);
        if (subjects) m->subjects = subjects;
        char(*labels)[PD_LEARN_LABEL_BYTES] = realloc(m->labels, 2 * all * sizeof *labels);
        if (labels) m->labels = labels;
        if (!vertices || !subjects || !labels) {
            pd_fail(err, PD_ERR_MEMORY, label, "out of memory for %zu meshes", 2 * all);
            return NULL;
        }
    }

    m->subjects[m->count] = subject;
    snprintf(m->labels[m->count], PD_LEARN_LABEL_BYTES, "%s", label);

    return m->vertices + numbers * (size_t)m->count++;
}

/* Frees the meshes and empties the list. */
static void pd_learn_meshes_deinit(pd_learn_meshes *m)
{
    free(m->vertices);
    free(m->subjects);
    free(m->labels);
    free(m->joints);
    memset(m, 0, sizeof *m);
}

void pd_learn_set_deinit(pd_learn_set *set)
{
    pd_learn_meshes_deinit(&set->poses);
    pd_learn_meshes_deinit(&set->shapes);
    pd_learn_meshes_deinit(&set->held_out);
    memset(set, 0, sizeof *set);
}

/* ---- one mesh ---- */

/* Edges against the template's. ratios (edge_count) is scratch. */
static pd_status check_edges(const pd_learn_template *t, const float *v, double *ratios, const char *label,
                             pd_error *err)
{
    int count = 0, wild = 0;

    /* Length of each edge over that of the template; missing vertices do not count. */
    for (int e = 0; e < t->edge_count; e++) {
        double rest = pd_learn_edge_length(t, t->vertices, e);
        double now = pd_learn_edge_length(t, v, e);
        if (rest > 0 && !isnan(now)) ratios[count++] = now / rest;
    }

    /* Compared with the median: edges that are far off are a sign of another topology. */
    pd_sort_doubles(ratios, (size_t)count);
    double median = count ? ratios[count / 2] : 1;
    for (int i = 0; i < count; i++)
        wild += ratios[i] > MOST_STRETCH * median || ratios[i] * MOST_STRETCH < median;

    if (wild > MOST_STRETCHED * count)
        return pd_fail(err, PD_ERR_RANGE, label,
                       "%.0f %% of its edges are over %.10g times longer or shorter than the rest: not the "
                       "template's topology",
                       100.0 * wild / count, MOST_STRETCH);
    if (median < LEAST_SCALE || median > MOST_SCALE)
        return pd_fail(
            err, PD_ERR_RANGE, label,
            "edges are %.3g times as long as the template's; %.10g to %.10g allowed (metres are wanted)",
            median, LEAST_SCALE, MOST_SCALE);

    return PD_OK;
}

/* One mesh against the template, in milliseconds: what would cost hours otherwise. ERR_RANGE at the mesh's
 * label:
 *
 *     missing     more than a third of the vertices, or coordinates beyond 1e4 m
 *     scaled      its edges are on the whole not .4 to 2.5 times as long as the template's (centimetres,
 *                 inches, millimetres)
 *     topology    more than a tenth of its edges are over 4 times longer or shorter than the rest: vertices
 *                 in another order
 *     flipped     it encloses a negative volume with the template's faces: a mirror image
 */
static pd_status pd_learn_check_mesh(const pd_learn_template *tpl, const float *vertices, const char *label,
                                     pd_error *err)
{
    int missing = 0;

    /* Every vertex is whole or missing, and within bounds. */
    for (int i = 0; i < tpl->vertex_count; i++) {
        const float *v = vertices + 3 * i;
        int gone = isnan(v[0]) + isnan(v[1]) + isnan(v[2]);
        if (gone && gone < 3) return pd_fail(err, PD_ERR_RANGE, label, "vertex %d is missing in part", i);
        missing += gone > 0;
        for (int c = 0; c < 3; c++)
            if (!gone && !(fabs((double)v[c]) < FARTHEST_M))
                return pd_fail(err, PD_ERR_RANGE, label, "vertex %d: %g; -%.10g to %.10g m allowed", i,
                               (double)v[c], FARTHEST_M, FARTHEST_M);
    }

    if (missing * MOST_MISSING > tpl->vertex_count)
        return pd_fail(err, PD_ERR_RANGE, label, "%d of %d vertices are missing; at most a third may be",
                       missing, tpl->vertex_count);

    /* Edges tell the topology and the unit, the volume whether it is inside out. */
    double *ratios = malloc((size_t)tpl->edge_count * sizeof *ratios);
    if (!ratios) return pd_fail(err, PD_ERR_MEMORY, label, "out of memory for %d edges", tpl->edge_count);
    pd_status status = check_edges(tpl, vertices, ratios, label, err);
    free(ratios);
    if (status != PD_OK) return status;

    if (pd_learn_volume(tpl->faces, tpl->face_count, vertices, tpl->vertex_count) < 0)
        return pd_fail(err, PD_ERR_RANGE, label,
                       "it is inside out: a mirror image of a body, or an axis is negated");

    return PD_OK;
}

/* ---- all of them ---- */

/* A mesh is compared by its struts, the distances from vertex i to vertex i + V/2: they do not depend on
 * where it stands or how it is turned, but on its pose. */
typedef struct form {
    double mean_m;
    const float *vertices;
    const char *label;
} form;

static int by_mean(const void *a, const void *b)
{
    const form *l = a;
    const form *r = b;
    if (l->mean_m != r->mean_m) return l->mean_m > r->mean_m ? 1 : -1;
    return (l->vertices > r->vertices) - (l->vertices < r->vertices);
}

/* NaN where an end is missing. */
static double strut(const float *v, int vertex_count, int i)
{
    const float *a = v + 3 * (size_t)i;
    const float *b = v + 3 * (size_t)((i + vertex_count / 2) % vertex_count);
    const double d[3] = {(double)a[0] - b[0], (double)a[1] - b[1], (double)a[2] - b[2]};
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* Lists the mean length of struts of each mesh, without missing vertices. Returns the number of meshes. */
static int take_forms(form *out, const pd_learn_meshes *m, int vertex_count)
{
    for (int i = 0; i < m->count; i++) {
        const float *v = m->vertices + 3 * (size_t)vertex_count * (size_t)i;
        double sum = 0;
        int seen = 0;
        for (int n = 0; n < vertex_count; n++) {
            const double length = strut(v, vertex_count, n);
            if (!isnan(length)) {
                sum += length;
                seen++;
            }
        }

        out[i] = (form){seen ? sum / seen : 0, v, m->labels[i]};
    }

    return m->count;
}

/* Returns whether all struts agree and the same vertices are missing. */
static bool same_form(const float *a, const float *b, int vertex_count)
{
    for (int i = 0; i < vertex_count; i++) {
        const double one = strut(a, vertex_count, i);
        const double other = strut(b, vertex_count, i);
        if (isnan(one) != isnan(other) || fabs(one - other) > SAME_M) return false;
    }

    return true;
}

/* Refuses a mesh that occurs twice, also moved, turned or rounded: it would count twice, or be held out and
 * trained on. Compares lengths of struts (distances between vertices), first only their mean. */
static pd_status check_duplicates(const pd_learn_set *set, pd_error *err)
{
    size_t all = (size_t)(set->poses.count + set->shapes.count + set->held_out.count);
    form *forms = malloc((all + 1) * sizeof *forms);

    if (!forms) return pd_fail(err, PD_ERR_MEMORY, "registrations", "out of memory for %zu meshes", all);
    int count = take_forms(forms, &set->poses, set->vertex_count);
    count += take_forms(forms + count, &set->shapes, set->vertex_count);
    count += take_forms(forms + count, &set->held_out, set->vertex_count);
    qsort(forms, (size_t)count, sizeof *forms, by_mean);

    /* no strut differs by more than SAME_M, so neither does their mean */
    pd_status status = PD_OK;
    const size_t bytes = 3 * (size_t)set->vertex_count * sizeof(float);
    for (int i = 1; i < count; i++)
        for (int n = i - 1; n >= 0 && forms[i].mean_m - forms[n].mean_m <= SAME_M && status == PD_OK; n--)
            if (same_form(forms[i].vertices, forms[n].vertices, set->vertex_count))
                status = pd_fail(err, PD_ERR_RANGE, forms[i].label, "the same mesh as %s%s", forms[n].label,
                                 memcmp(forms[i].vertices, forms[n].vertices, bytes) != 0
                                     ? ", moved, turned or rounded"
                                     : "");
    free(forms);

    return status;
}

/* Refuses a subject (meshes first to end - 1) with one pose. One pose scanned again and again tells nothing
 * of how the body bends: the mean difference of struts must be more than noise for some mesh. */
static pd_status check_poses_differ(const pd_learn_set *set, int first, int end, pd_error *err)
{
    const int n = set->vertex_count;
    const float *v = set->poses.vertices + 3 * (size_t)n * (size_t)first;

    if (end - first < 2)
        return pd_fail(err, PD_ERR_RANGE, set->poses.labels[first],
                       "the only pose of its subject; at least 2 are needed");

    /* One mesh that differs from the first is enough. */
    for (int mesh = first + 1; mesh < end; mesh++) {
        const float *other = v + 3 * (size_t)n * (size_t)(mesh - first);
        double sum = 0;
        int seen = 0;
        for (int i = 0; i < n; i++) {
            const double apart = fabs(strut(v, n, i) - strut(other, n, i));
            if (!isnan(apart)) {
                sum += apart;
                seen++;
            }
        }

        if ((seen ? sum / seen : 0) > ONE_POSE_M) return PD_OK;
    }

    return pd_fail(
        err, PD_ERR_RANGE, set->poses.labels[first],
        "all %d meshes of its subject are in this one pose, within %g mm; at least 2 poses are needed",
        end - first, 1000 * ONE_POSE_M);
}

pd_status pd_learn_set_check(const pd_learn_set *set, const pd_learn_template *tpl, pd_error *err)
{
    size_t numbers = 3 * (size_t)set->vertex_count;

    /* Check every mesh by itself. */
    for (int i = 0; i < set->poses.count; i++)
        if (pd_learn_check_mesh(tpl, set->poses.vertices + numbers * (size_t)i, set->poses.labels[i], err))
            return err->status;
    for (int i = 0; i < set->shapes.count; i++)
        if (pd_learn_check_mesh(tpl, set->shapes.vertices + numbers * (size_t)i, set->shapes.labels[i], err))
            return err->status;
    for (int i = 0; i < set->held_out.count; i++)
        if (pd_learn_check_mesh(tpl, set->held_out.vertices + numbers * (size_t)i, set->held_out.labels[i],
                                err))
            return err->status;
    if (check_duplicates(set, err)) return err->status;

    /* Check that there are enough subjects and shapes, and more than one pose of each subject. */
    const pd_learn_meshes *m = &set->poses;
    if (set->subject_count < LEAST_SUBJECTS)
        return pd_fail(err, PD_ERR_RANGE, "poses", "%d subjects; at least %d are needed", set->subject_count,
                       LEAST_SUBJECTS);
    if (set->shapes.count && set->shapes.count < LEAST_SHAPES)
        return pd_fail(err, PD_ERR_RANGE, "shapes", "%d meshes; none, or at least %d are needed",
                       set->shapes.count, LEAST_SHAPES);
    for (int first = 0, end; first < m->count; first = end) {
        for (end = first + 1; end < m->count && m->subjects[end] == m->subjects[first];) end++;
        if (check_poses_differ(set, first, end, err)) return err->status;
    }

    return PD_OK;
}

uint64_t pd_learn_set_hash(const pd_learn_set *set)
{
    size_t bytes = 3 * (size_t)set->vertex_count * sizeof(float);
    uint64_t hash = pd_hash64(set->poses.vertices, bytes * (size_t)set->poses.count, 1);
    hash = pd_hash64(set->poses.subjects, (size_t)set->poses.count * sizeof(int), hash);
    return set->shapes.count ? pd_hash64(set->shapes.vertices, bytes * (size_t)set->shapes.count, hash)
                             : hash;
}
