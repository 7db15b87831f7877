#include "core/rig/skin/dense.h"

#include "core/kernel/sparse.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* c of dense.h: heat by a bone at distance 1, times the vertex's area; chosen by hand */
#define CONDUCTION 6.0
#define LEAST      1e-3 /* limits of cotangents */
#define MOST       20.0 /* see above */
/* a bone may heat a vertex at which it has at least this weight by template, or at a neighbour */
#define GATE       0.05f
#define AS_NEAR    1.02 /* largest ratio of two distances that count as equal */
#define CLOSEST    1e-3 /* of the height: least distance of a bone */
#define MOST_WORK  1e5  /* most operations of the factor per vertex; 25,000 for 200,000 vertices */

typedef struct edge {
    int low, high;
    double weight;
} edge;

typedef struct heating {
    const pd_rig_weights_job *job;
    int *start, *row; /* lower triangle by columns */
    double *value, *heat;
    unsigned long long *allowed; /* (V) bits of bones */
    unsigned long long *nearest; /* (V) */
    pd_k_sparse factor;
} heating;

static int by_ends(const void *a, const void *b)
{
    const edge *x = a;
    const edge *y = b;
    if (x->low != y->low) return x->low - y->low;
    return x->high - y->high;
}

/* ---- the Laplacian ---- */

/* Returns the cotangent of the angle at `apex` between p and q; MOST for a triangle without area. */
static double cotangent(const double *apex, const double *p, const double *q)
{
    double a[3], b[3];
    double dot = 0, cross = 0;

    for (int c = 0; c < 3; c++) {
        a[c] = p[c] - apex[c];
        b[c] = q[c] - apex[c];
        dot += a[c] * b[c];
    }

    double n[3];
    pd_cross3(n, a, b);
    for (int c = 0; c < 3; c++) cross += n[c] * n[c];

    return cross > 0 ? dot / sqrt(cross) : MOST;
}

/* Makes the list of edges with half the sum of their cotangents, sorted by their ends. */
static edge *make_edges(int *count, const pd_rig_mesh *m)
{
    edge *edges = malloc((3 * (size_t)m->face_count + 1) * sizeof *edges);
    int n = 0, kept = 0;

    if (!edges) return NULL;
    for (int f = 0; f < m->face_count; f++)
        for (int k = 0; k < 3; k++) {
            const int a = (int)m->faces[3 * (size_t)f + (size_t)k];
            const int b = (int)m->faces[3 * (size_t)f + (size_t)((k + 1) % 3)];
            const int c = (int)m->faces[3 * (size_t)f + (size_t)((k + 2) % 3)];
            edges[n++] = (edge){a < b ? a : b, a < b ? b : a,
                                0.5 * cotangent(m->points + 3 * (size_t)c, m->points + 3 * (size_t)a,
                                                m->points + 3 * (size_t)b)};
        }

    /* Merge both triangles' edges. */
    qsort(edges, (size_t)n, sizeof *edges, by_ends);
    for (int i = 0; i < n; i++) {
        if (kept && edges[kept - 1].low == edges[i].low && edges[kept - 1].high == edges[i].high)
            edges[kept - 1].weight += edges[i].weight;
        else
            edges[kept++] = edges[i];
    }

    for (int i = 0; i < kept; i++) edges[i].weight = fmin(fmax(edges[i].weight, LEAST), MOST);
    *count = kept;
    edge *fewer = realloc(edges, ((size_t)kept + 1) * sizeof *edges);

    return fewer ? fewer : edges;
}

/* ---- bones that heat a vertex ---- */

/* Finds the nearest allowed bones of each vertex and their heat. The job says which bones are allowed;
 * otherwise these are the bones that transfer has at the vertex or a neighbour. */
static void find_nearest(heating *s, const float *transfer, const edge *edges, int edge_count)
{
    const pd_rig_mesh *m = s->job->mesh;
    const int n = m->vertex_count;
    const int b = s->job->bone_count;

    if (s->job->allowed) {
        for (int i = 0; i < n; i++) s->allowed[i] = s->job->allowed[i];
    } else {
        const unsigned long long all = b == 64 ? ~0ull : (1ull << b) - 1;
        for (int i = 0; i < n; i++) {
            s->nearest[i] = transfer ? 0 : all;
            for (int k = 0; transfer && k < b; k++)
                if (transfer[(size_t)i * (size_t)b + (size_t)k] >= GATE) s->nearest[i] |= 1ull << k;
        }

        memcpy(s->allowed, s->nearest, (size_t)n * sizeof *s->allowed);
        for (int e = 0; e < edge_count; e++) {
            s->allowed[edges[e].low] |= s->nearest[edges[e].high];
            s->allowed[edges[e].high] |= s->nearest[edges[e].low];
        }
    }

    /* Nearest ones by distance, and the heat by the least distance. */
    for (int i = 0; i < n; i++) {
        double square[PD_RIG_BONES_MOST];
        double least = 1e30;
        for (int k = 0; k < b; k++) {
            double at[3];
            square[k] = s->allowed[i] >> k & 1
                            ? pd_rig_segment_nearest(at, m->points + 3 * (size_t)i, &s->job->bones[k])
                            : 1e30;
            least = fmin(least, square[k]);
        }

        s->nearest[i] = 0;
        for (int k = 0; k < b; k++)
            if (square[k] <= AS_NEAR * AS_NEAR * least) s->nearest[i] |= 1ull << k;
        s->heat[i] = fmax(m->areas[i], 1e-9) * CONDUCTION / fmax(least, CLOSEST * CLOSEST);
    }
}

/* ---- the system ---- */

/* Assembles the matrix L + H (lower triangle, by columns): H the heat on the diagonal, L the cotangent
 * Laplacian. Returns false when out of memory. */
static bool assemble(heating *s, const edge *edges, int edge_count)
{
    const int n = s->job->mesh->vertex_count;

    s->start = calloc((size_t)n + 1, sizeof *s->start);
    s->row = malloc(((size_t)n + (size_t)edge_count) * sizeof *s->row);
    s->value = malloc(((size_t)n + (size_t)edge_count) * sizeof *s->value);
    if (!s->start || !s->row || !s->value) return false;

    int at = 0, e = 0;
    for (int i = 0; i < n; i++) {
        s->start[i] = at;
        s->row[at] = i;
        s->value[at++] = s->heat[i];
        for (; e < edge_count && edges[e].low == i; e++) {
            s->row[at] = edges[e].high;
            s->value[at++] = -edges[e].weight;
        }
    }

    /* Each edge adds its weight to the diagonal of both ends. */
    s->start[n] = at;
    for (e = 0; e < edge_count; e++) {
        s->value[s->start[edges[e].low]] += edges[e].weight;
        s->value[s->start[edges[e].high]] += edges[e].weight;
    }

    return true;
}

/* Solves the heat of all bones, three at a time. A vertex that several bones are equally near to is heated by
 * each of them in part. Returns false when out of memory. */
static bool solve_heat(float *dense, const heating *s)
{
    const int n = s->job->mesh->vertex_count;
    const int bones = s->job->bone_count;
    double *x = malloc(3 * (size_t)n * sizeof *x);
    double *scratch = malloc(3 * (size_t)n * sizeof *scratch);
    const bool good = x && scratch;

    for (int first = 0; good && first < bones && !pd_cancelled(s->job->cancel); first += 3) {
        bool any = false;
        for (int i = 0; i < n; i++)
            for (int c = 0; c < 3; c++) {
                const bool is_hot = first + c < bones && s->nearest[i] >> (first + c) & 1;
                x[3 * (size_t)i + (size_t)c] = is_hot ? s->heat[i] / __builtin_popcountll(s->nearest[i]) : 0;
                any = any || is_hot;
            }
        if (!any) continue;
        pd_k_sparse_solve3(x, &s->factor, scratch);
        for (int i = 0; i < n; i++)
            for (int c = 0; c < 3 && first + c < bones; c++)
                dense[(size_t)i * (size_t)bones + (size_t)(first + c)] =
                    (float)fmax(x[3 * (size_t)i + (size_t)c], 0);
    }

    free(x);
    free(scratch);

    return good;
}

int pd_rig_heat(float *dense, const pd_rig_weights_job *job, const float *transfer)
{
    const size_t n = (size_t)job->mesh->vertex_count;
    const size_t bones = (size_t)job->bone_count;
    heating s = {.job = job};
    int edge_count = 0, failed = -1;
    edge *edges = make_edges(&edge_count, job->mesh);

    memset(dense, 0, n * bones * sizeof *dense);
    s.heat = malloc(n * sizeof *s.heat);
    s.allowed = malloc(n * sizeof *s.allowed);
    s.nearest = malloc(n * sizeof *s.nearest);
    if (edges && s.heat && s.allowed && s.nearest) {
        find_nearest(&s, transfer, edges, edge_count);
        bool good = assemble(&s, edges, edge_count);
        free(edges);
        edges = NULL;
        free(s.allowed);
        s.allowed = NULL;

        /* Without a factor no vertex is heated. The matrix is freed as soon
         * as CHOLMOD does not need it any more. */
        if (good) {
            const double v = job->mesh->vertex_count;
            const pd_k_sparse_bound most = {PD_RIG_FILL * v, MOST_WORK * v};
            good =
                pd_k_sparse_factor_within(&s.factor, job->mesh->vertex_count, s.start, s.row, s.value, &most);
            free(s.start);
            free(s.row);
            free(s.value);
            s.start = s.row = NULL;
            s.value = NULL;
        }

        if (!good || solve_heat(dense, &s)) failed = 0;
    }

    /* Weights of a vertex sum to 1 but for rounding. Where they do not, heat did not come. */
    for (size_t i = 0; failed >= 0 && i < n; i++) {
        float sum = 0;
        for (size_t k = 0; k < bones; k++) sum += dense[i * bones + k];
        const bool is_good = sum > 0.5f && sum < 1.5f;
        failed += !is_good;
        for (size_t k = 0; k < bones; k++) dense[i * bones + k] = is_good ? dense[i * bones + k] / sum : 0;
    }

    pd_k_sparse_deinit(&s.factor);
    free(edges);
    free(s.heat);
    free(s.allowed);
    free(s.nearest);
    free(s.start);
    free(s.row);
    free(s.value);

    return failed;
}
