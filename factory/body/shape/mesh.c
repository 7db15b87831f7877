#include "factory/body/shape/mesh.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- mirror table ---- */

typedef struct place {
    float p[3];
    int vertex;
} place;

static int compare_places(const void *a, const void *b)
{
    const place *l = a;
    const place *r = b;
    for (int k = 0; k < 3; k++)
        if (l->p[k] != r->p[k]) return l->p[k] < r->p[k] ? -1 : 1;
    return 0;
}

/* Sorted by place, a vertex finds its partner by looking its own place up with x negated. */
static pd_status find_partners(pd_factory_mesh *mesh, const float *rest, pd_error *err)
{
    int n = mesh->vertex_count;
    place *sorted = malloc((size_t)n * sizeof *sorted);

    if (!sorted) return pd_fail(err, PD_ERR_MEMORY, "mesh", "out of memory for the mirror table");

    /* Sort by position; the mirrored position is exact in the data. */
    for (int i = 0; i < n; i++) sorted[i] = (place){{rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]}, i};
    qsort(sorted, (size_t)n, sizeof *sorted, compare_places);
    int lonely = -1;
    for (int i = 0; i < n && lonely < 0; i++) {
        place key = {{-rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]}, i};
        const place *found = bsearch(&key, sorted, (size_t)n, sizeof *sorted, compare_places);
        if (found)
            mesh->mirror[i] = found->vertex;
        else
            lonely = i;
    }

    free(sorted);
    if (lonely >= 0) return pd_fail(err, PD_ERR_FORMAT, "mesh", "vertex %d has no mirror partner", lonely);

    /* Partners have to be mutual. */
    for (int i = 0; i < n; i++)
        if (mesh->mirror[mesh->mirror[i]] != i)
            return pd_fail(err, PD_ERR_FORMAT, "mesh",
                           "vertex %d has the position of another vertex; different positions expected", i);

    return PD_OK;
}

/* ---- neighbours and triangles ---- */

typedef struct edge {
    int a, b;
} edge;

static int compare_edges(const void *a, const void *b)
{
    const edge *l = a;
    const edge *r = b;
    if (l->a != r->a) return l->a < r->a ? -1 : 1;
    return (l->b > r->b) - (l->b < r->b);
}

/* Lists the neighbours of each vertex. */
static pd_status find_neighbors(pd_factory_mesh *mesh, pd_error *err)
{
    size_t total = 8 * (size_t)mesh->quad_count;
    size_t kept = 0;
    edge *edges = malloc(total * sizeof *edges);

    if (!edges) return pd_fail(err, PD_ERR_MEMORY, "mesh", "out of memory for the edges");

    /* List each edge of the quads in both directions. */
    size_t count = 0;
    for (int q = 0; q < mesh->quad_count; q++)
        for (int k = 0; k < 4; k++) {
            int a = mesh->quads[q][k];
            int b = mesh->quads[q][(k + 1) % 4];
            edges[count++] = (edge){a, b};
            edges[count++] = (edge){b, a};
        }

    /* Sort the edges, and remove repetitions. */
    qsort(edges, total, sizeof *edges, compare_edges);
    for (size_t e = 0; e < total; e++) {
        if (e && !compare_edges(&edges[e], &edges[e - 1])) continue;
        mesh->neighbors[kept++] = edges[e].b;
        mesh->neighbor_start[edges[e].a + 1] = (int)kept;
    }

    free(edges);
    for (int i = 0; i < mesh->vertex_count; i++)
        if (mesh->neighbor_start[i + 1] < mesh->neighbor_start[i])
            mesh->neighbor_start[i + 1] = mesh->neighbor_start[i];

    return PD_OK;
}

static double distance2(const float *rest, int a, int b)
{
    double sum = 0;

    for (int k = 0; k < 3; k++) {
        double d = (double)rest[3 * a + k] - rest[3 * b + k];
        sum += d * d;
    }

    return sum;
}

pd_status pd_factory_mesh_init(pd_factory_mesh *mesh, const float *rest, int vertex_count,
                               const int (*quads)[4], int quad_count, pd_error *err)
{
    const size_t v = (size_t)vertex_count;
    const size_t q = (size_t)quad_count;

    memset(mesh, 0, sizeof *mesh);
    mesh->vertex_count = vertex_count;
    mesh->quad_count = quad_count;
    mesh->face_count = 2 * quad_count;
    mesh->quads = malloc(q * sizeof *mesh->quads);
    mesh->faces = malloc(2 * q * sizeof *mesh->faces);
    mesh->mirror = calloc(v, sizeof *mesh->mirror);
    mesh->neighbor_start = calloc(v + 1, sizeof *mesh->neighbor_start);
    mesh->neighbors = malloc(8 * q * sizeof *mesh->neighbors);
    if (!mesh->quads || !mesh->faces || !mesh->mirror || !mesh->neighbor_start || !mesh->neighbors) {
        pd_factory_mesh_deinit(mesh);
        return pd_fail(err, PD_ERR_MEMORY, "mesh", "out of memory for the topology");
    }

    memcpy(mesh->quads, quads, q * sizeof *quads);

    /* A quad and its mirror image have diagonals of exactly the same lengths, so both are cut alike; only
     * quads across the axis have two equal diagonals and lose the symmetry. */
    for (int i = 0; i < quad_count; i++) {
        const int *quad = mesh->quads[i];
        int first = distance2(rest, quad[0], quad[2]) <= distance2(rest, quad[1], quad[3]) ? 0 : 1;
        int *f = mesh->faces[2 * i];
        int *g = mesh->faces[2 * i + 1];
        for (int k = 0; k < 3; k++) {
            f[k] = quad[(first + k) % 4];
            g[k] = quad[(first + 2 + k) % 4];
        }
    }

    pd_status status = find_neighbors(mesh, err);
    if (status == PD_OK) status = find_partners(mesh, rest, err);

    if (status != PD_OK) pd_factory_mesh_deinit(mesh);

    return status;
}

void pd_factory_mesh_deinit(pd_factory_mesh *mesh)
{
    free(mesh->quads);
    free(mesh->faces);
    free(mesh->mirror);
    free(mesh->neighbor_start);
    free(mesh->neighbors);
    memset(mesh, 0, sizeof *mesh);
}

void pd_factory_symmetrise(float *vertices, const pd_factory_mesh *mesh)
{
    for (int i = 0; i < mesh->vertex_count; i++) {
        int m = mesh->mirror[i];
        float *a = vertices + 3 * (size_t)i;
        float *b = vertices + 3 * (size_t)m;
        if (m < i) continue;
        float x = 0.5f * (a[0] - b[0]);
        float y = 0.5f * (a[1] + b[1]);
        float z = 0.5f * (a[2] + b[2]);
        a[0] = m == i ? 0.0f : x;
        b[0] = m == i ? 0.0f : -x;
        a[1] = b[1] = y;
        a[2] = b[2] = z;
    }
}

/* ---- measures ---- */

static void load_mesh(double out[3], const float *vertices, int i)
{
    for (int k = 0; k < 3; k++) out[k] = vertices[3 * (size_t)i + (size_t)k];
}

/* Sum up the signed volumes of the tetrahedra between the triangles and the origin. */
double pd_factory_volume(const float *vertices, const pd_factory_mesh *mesh)
{
    double sum = 0;

    for (int f = 0; f < mesh->face_count; f++) {
        double a[3], b[3], c[3], n[3];
        load_mesh(a, vertices, mesh->faces[f][0]);
        load_mesh(b, vertices, mesh->faces[f][1]);
        load_mesh(c, vertices, mesh->faces[f][2]);
        pd_cross3(n, b, c);
        sum += a[0] * n[0] + a[1] * n[1] + a[2] * n[2];
    }

    return sum / 6;
}

void pd_factory_volume_gradient(double *gradient, const float *vertices, const pd_factory_mesh *mesh)
{
    memset(gradient, 0, 3 * (size_t)mesh->vertex_count * sizeof *gradient);
    for (int f = 0; f < mesh->face_count; f++)
        for (int k = 0; k < 3; k++) {
            double b[3], c[3], n[3];
            load_mesh(b, vertices, mesh->faces[f][(k + 1) % 3]);
            load_mesh(c, vertices, mesh->faces[f][(k + 2) % 3]);
            pd_cross3(n, b, c);
            for (int d = 0; d < 3; d++) gradient[3 * (size_t)mesh->faces[f][k] + (size_t)d] += n[d] / 6;
        }
}

void pd_factory_areas(double *areas, const float *vertices, const pd_factory_mesh *mesh)
{
    memset(areas, 0, (size_t)mesh->vertex_count * sizeof *areas);
    for (int f = 0; f < mesh->face_count; f++) {
        const int *face = mesh->faces[f];
        double a[3], b[3], c[3], n[3];
        load_mesh(a, vertices, face[0]);
        load_mesh(b, vertices, face[1]);
        load_mesh(c, vertices, face[2]);
        for (int k = 0; k < 3; k++) {
            b[k] -= a[k];
            c[k] -= a[k];
        }

        pd_cross3(n, b, c);

        double third = 0.5 * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 3;
        for (int k = 0; k < 3; k++) areas[face[k]] += third;
    }

    for (int i = 0; i < mesh->vertex_count; i++) {
        int m = mesh->mirror[i];
        if (m > i) areas[i] = areas[m] = 0.5 * (areas[i] + areas[m]);
    }
}

void pd_factory_centroid(double center[3], const float *vertices, const double *areas, int vertex_count)
{
    PD_ASSERT(vertex_count > 0);
    double sum[3] = {0}, total = 0;
    for (int i = 0; i < vertex_count; i++) {
        for (int k = 0; k < 3; k++) sum[k] += areas[i] * vertices[3 * (size_t)i + (size_t)k];
        total += areas[i];
    }

    for (int k = 0; k < 3; k++) center[k] = sum[k] / total;
}

double pd_factory_stature(const float *vertices, int vertex_count)
{
    PD_ASSERT(vertex_count > 0);
    float low = vertices[1];
    float high = vertices[1];
    for (int i = 1; i < vertex_count; i++) {
        float y = vertices[3 * (size_t)i + 1];
        if (y < low) low = y;
        if (y > high) high = y;
    }

    return (double)high - low;
}
