#include "core/io/coarse/under.h"

#include "core/base/assert.h"
#include "core/math/triangle.h"
#include "core/math/triangle_tree.h"

#include <stdlib.h>
#include <string.h>

#define NEAREST 1e-4f /* least distance of a surface that covers, metres: touching surfaces do not */

/* A mesh that covers others. */
typedef struct cover {
    float *triangles; /* (..,9) */
    pd_triangle_tree tree;
} cover;

static bool build_under(cover *c, const pd_io_under *mesh)
{
    PD_ASSERT(mesh->corner_count % 3 == 0 && mesh->vertex_count >= 0);
    const size_t corners = mesh->covers ? mesh->corner_count : 0;
    c->triangles = calloc(3 * corners + 1, sizeof *c->triangles);
    for (size_t i = 0; c->triangles && i < corners; i++)
        memcpy(c->triangles + 3 * i, mesh->points + 3 * mesh->corners[i], 3 * sizeof *c->triangles);

    return c->triangles && pd_triangle_tree_build(&c->tree, c->triangles, (int)(corners / 3));
}

/* Returns unit normals (vertex_count,3), weighted by area; 0 for a vertex without triangles. */
static float *normals_of(const pd_io_under *mesh)
{
    float *normals = calloc(3 * (size_t)mesh->vertex_count + 1, sizeof *normals);

    for (size_t i = 0; normals && i + 2 < mesh->corner_count; i += 3) {
        const uint32_t *v = mesh->corners + i;
        float n[3];
        pd_triangle_normal(n, mesh->points + 3 * v[0], mesh->points + 3 * v[1], mesh->points + 3 * v[2]);
        for (size_t k = 0; k < 3; k++)
            for (size_t c = 0; c < 3; c++) normals[3 * v[k] + c] += n[c];
    }

    for (size_t v = 0; normals && v < (size_t)mesh->vertex_count; v++) {
        float *n = normals + 3 * v;
        float length = sqrtf(pd_dot3f(n, n));
        for (size_t c = 0; c < 3; c++) n[c] = length > 0 ? n[c] / length : 0;
    }

    return normals;
}

/* Arguments of the test of one mesh. covers (count): covers of all meshes; `own`: index of the tested mesh,
 * which does not cover itself. */
typedef struct looking {
    const cover *covers;
    int count, own;
} looking;

static bool is_under(const looking *l, const float point[3], const float normal[3])
{
    const pd_triangle_line line = {.from = {point[0], point[1], point[2]},
                                   .along = {normal[0], normal[1], normal[2]},
                                   .nearest = NEAREST,
                                   .farthest = PD_IO_UNDER_REACH,
                                   .sign = 1};

    PD_DEBUG_ASSERT(l->own >= 0 && l->own < l->count);
    float far;

    if (normal[0] == 0 && normal[1] == 0 && normal[2] == 0) return false;
    for (int m = 0; m < l->count; m++)
        if (m != l->own && pd_triangle_tree_meet(&far, &l->covers[m].tree, &line) >= 0) return true;

    return false;
}

static bool is_middle_under(const looking *l, const float *a, const float *b, const float *c)
{
    float middle[3], n[3];

    for (int k = 0; k < 3; k++) middle[k] = (a[k] + b[k] + c[k]) / 3;
    pd_triangle_normal(n, a, b, c);
    const float length = sqrtf(pd_dot3f(n, n));
    for (int k = 0; k < 3; k++) n[k] = length > 0 ? n[k] / length : 0;

    return is_under(l, middle, n);
}

static bool look_under(pd_io_under *mesh, const looking *l)
{
    float *normals = normals_of(mesh);
    unsigned char *covered = malloc((size_t)mesh->vertex_count + 1);
    const bool good = normals && covered;

    for (int v = 0; good && v < mesh->vertex_count; v++)
        covered[v] = is_under(l, mesh->points + 3 * (size_t)v, normals + 3 * (size_t)v);
    for (size_t t = 0; good && t < mesh->corner_count / 3; t++) {
        const uint32_t *v = mesh->corners + 3 * t;
        PD_DEBUG_ASSERT(v[0] < (uint32_t)mesh->vertex_count && v[1] < (uint32_t)mesh->vertex_count &&
                        v[2] < (uint32_t)mesh->vertex_count);
        mesh->under[t] =
            covered[v[0]] && covered[v[1]] && covered[v[2]] &&
            is_middle_under(l, mesh->points + 3 * v[0], mesh->points + 3 * v[1], mesh->points + 3 * v[2]);
    }

    free(normals);
    free(covered);

    return good;
}

bool pd_io_under_run(pd_io_under *meshes, int count)
{
    PD_ASSERT(count >= 0);
    cover *covers = calloc((size_t)count + 1, sizeof *covers);
    bool good = covers != NULL;

    for (int m = 0; good && m < count; m++) good = build_under(&covers[m], &meshes[m]);
    for (int m = 0; good && m < count; m++) good = look_under(&meshes[m], &(looking){covers, count, m});
    for (int m = 0; covers && m < count; m++) {
        pd_triangle_tree_deinit(&covers[m].tree);
        free(covers[m].triangles);
    }

    free(covers);

    return good;
}
