#include "core/face/drape.h"

#include "core/face/system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS       5
#define STIFF_FIRST 8.0   /* L of the first step */
#define STIFF_LAST  0.25  /* and of the last one */
#define MARKS       6.0   /* M */
#define HELD        1e-3  /* E */
#define REACH_FIRST 0.010 /* metres: farthest point that pulls */
#define REACH_LAST  0.005
#define LEAST_ALONG 0.55 /* cosine between normals of points that belong together */
#define IN_SURFACE  0.15 /* share of the way along the surface */

bool pd_face_drape(pd_face_found *found, const pd_face_mesh *mesh, const pd_face_template *t)
{
    pd_face_mesh *head = &found->head;
    const size_t n = (size_t)head->count;
    double(*base)[3] = malloc(n * sizeof *base), (*b)[3] = malloc(n * sizeof *b);
    pd_face_landmark marks[PD_FACE_LANDMARKS_MOST];
    pd_face_search search = {0};
    pd_face_system system = {0};
    int mark_count = 0;

    bool good =
        base && b && pd_face_search_make(&search, mesh, found->is_skin) && pd_face_system_make(&system, head);
    if (good) memcpy(base, head->at, n * sizeof *base);
    for (int o = 0; o < PD_FACE_OPENINGS; o++)
        mark_count += pd_face_rim_landmarks(marks + mark_count, &found->own[o], head, &found->rims[o]);

    for (int step = 0; good && step < STEPS; step++) {
        const double share = step / (STEPS - 1.0);
        const double stiff = STIFF_FIRST * pow(STIFF_LAST / STIFF_FIRST, share);
        const double reach = REACH_FIRST + share * (REACH_LAST - REACH_FIRST);
        pd_face_system_clear(&system);
        memset(b, 0, n * sizeof *b);
        for (int v = 0; v < head->count; v++) {
            pd_face_system_add(&system, v, v, HELD);
            for (int k = head->near_start[v]; k < head->near_start[v + 1]; k++)
                if (head->near[k] > v) pd_face_system_spring(&system, v, head->near[k], stiff);
        }

        /* Points of the face, mostly along the normal of the mesh. */
        for (int v = 0; v < head->count; v++) {
            pd_face_point hit;
            if (!t->is_face[v] || !pd_face_search_find(&hit, &search, head->at[v], head->normals[v]))
                continue;
            const double *m = head->normals[v];
            const double along = hit.normal[0] * m[0] + hit.normal[1] * m[1] + hit.normal[2] * m[2];
            if (hit.distance > reach || along < LEAST_ALONG) continue;
            double off[3], normal = 0;
            for (int x = 0; x < 3; x++) {
                off[x] = hit.at[x] - head->at[v][x];
                normal += off[x] * hit.normal[x];
            }
            pd_face_system_add(&system, v, v, 1);
            for (int x = 0; x < 3; x++)
                b[v][x] += head->at[v][x] - base[v][x] + IN_SURFACE * off[x] +
                           (1 - IN_SURFACE) * normal * hit.normal[x];
        }

        /* The rims. */
        for (int l = 0; l < mark_count; l++)
            for (int i = 0; i < 3; i++) {
                const pd_face_landmark *mark = &marks[l];
                for (int j = 0; j <= i; j++)
                    pd_face_system_add(&system, mark->corners[i], mark->corners[j],
                                       MARKS * mark->weights[i] * mark->weights[j]);
                for (int x = 0; x < 3; x++) {
                    double off = mark->at[x];
                    for (int j = 0; j < 3; j++) off -= mark->weights[j] * base[mark->corners[j]][x];
                    b[mark->corners[i]][x] += MARKS * mark->weights[i] * off;
                }
            }

        good = pd_face_system_factor(&system);
        if (!good) break;
        pd_face_system_solve(b, &system);
        for (size_t v = 0; v < n; v++)
            for (int x = 0; x < 3; x++) head->at[v][x] = base[v][x] + b[v][x];
        pd_face_mesh_normals(head);
    }
    for (int o = 0; good && o < PD_FACE_OPENINGS; o++) pd_face_rim_move(&found->own[o], head);
    free(base);
    free(b);
    pd_face_search_deinit(&search);
    pd_face_system_deinit(&system);

    return good;
}
