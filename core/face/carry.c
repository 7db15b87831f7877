#include "core/face/carry.h"

#include "core/face/system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR        0.0035 /* metres: distance at which a point counts by 1/e */
#define FAR         0.030  /* metres: vertices farther from the head stay */
#define LEAST_ALONG 0.2    /* cosine between normals, from which a point counts */
#define LEAST_SURE  1e-4
#define SMOOTH      0.02 /* S */

/* Finds for each vertex its point of the head. */
static bool find_points(pd_face_point *points, double *sure, const pd_face_found *found,
                        const pd_face_mesh *mesh, const pd_face_template *t)
{
    pd_face_search search;
    bool *is_source = malloc((size_t)t->count + 1);

    for (int v = 0; is_source && v < t->count; v++) is_source[v] = !t->is_socket[v];
    const bool good = is_source && pd_face_search_make(&search, &found->head, is_source);
    free(is_source);
    if (!good) return false;
    for (int v = 0; v < mesh->count; v++) {
        pd_face_point *p = &points[v];
        sure[v] = 0;
        p->face = -1;
        if (!found->is_skin[v] || !pd_face_search_find(p, &search, mesh->at[v], mesh->normals[v])) continue;
        if (p->distance > FAR) {
            p->face = -1;
            continue;
        }
        const double *n = mesh->normals[v];
        const double along = p->normal[0] * n[0] + p->normal[1] * n[1] + p->normal[2] * n[2];
        const double alike = fmax(0, (along - LEAST_ALONG) / (1 - LEAST_ALONG));
        sure[v] = fmax(LEAST_SURE, alike * exp(-p->distance * p->distance / (NEAR * NEAR)));
    }
    pd_face_search_deinit(&search);

    return true;
}

bool pd_face_carry(pd_face_carried *out, const pd_face_found *found, const pd_face_mesh *mesh,
                   const pd_face_template *t)
{
    const size_t n = (size_t)mesh->count;
    pd_face_point *points = malloc(n * sizeof *points);
    double(*b)[3] = malloc(n * sizeof *b);
    pd_face_system system = {0};

    *out = (pd_face_carried){.count = mesh->count,
                             .shapes = calloc(PD_FACE_SHAPES * n, sizeof *out->shapes),
                             .jaw = calloc(n, sizeof *out->jaw),
                             .sure = malloc(n * sizeof *out->sure)};
    bool good = points && b && out->shapes && out->jaw && out->sure &&
                find_points(points, out->sure, found, mesh, t) && pd_face_system_make(&system, mesh);

    /* Vertices without a point are held at rest. */
    for (int v = 0; good && v < mesh->count; v++) {
        pd_face_system_add(&system, v, v, points[v].face < 0 ? 1 : out->sure[v]);
        for (int k = mesh->near_start[v]; k < mesh->near_start[v + 1]; k++)
            if (mesh->near[k] > v) pd_face_system_spring(&system, v, mesh->near[k], SMOOTH);
    }
    good = good && pd_face_system_factor(&system);

    for (int s = 0; good && s <= PD_FACE_SHAPES; s++) {
        const double(*shape)[3] = (const double(*)[3])(t->shapes + (size_t)s * (size_t)t->count);
        for (int v = 0; v < mesh->count; v++)
            for (int x = 0; x < 3; x++) {
                b[v][x] = 0;
                for (int k = 0; points[v].face >= 0 && k < 3; k++) {
                    const int corner = found->head.faces[points[v].face][k];
                    const double value = s < PD_FACE_SHAPES ? shape[corner][x] : t->jaw[corner];
                    b[v][x] += out->sure[v] * points[v].weights[k] * value;
                }
            }
        pd_face_system_solve(b, &system);
        for (int v = 0; v < mesh->count; v++) {
            if (!found->is_skin[v]) continue;
            if (s == PD_FACE_SHAPES)
                out->jaw[v] = fmin(1, fmax(0, b[v][0]));
            else
                memcpy(out->shapes[(size_t)s * n + (size_t)v], b[v], sizeof *b);
        }
    }
    free(points);
    free(b);
    pd_face_system_deinit(&system);
    if (!good) pd_face_carried_deinit(out);

    return good;
}

void pd_face_carried_deinit(pd_face_carried *carried)
{
    free(carried->shapes);
    free(carried->jaw);
    free(carried->sure);
    *carried = (pd_face_carried){0};
}
