#include "factory/wardrobe/cut/thin.h"

#include <meshoptimizer.h>
#include <stdlib.h>
#include <string.h>

#define ERROR_MOST 1.0f /* of the garment's extent: so large that only the count decides */
#define ROUNDS     4    /* of what is asked for, until few enough vertices are left  */

/* New numbers of those that are used, in their old order; the count. */
static int thin_number(int *numbers, const unsigned char *used, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) numbers[i] = used[i] ? kept++ : -1;
    return kept;
}

pd_status pd_factory_garment_thin(pd_factory_garment *g, pd_factory_binding *b, const float *at, int most,
                                  pd_error *err)
{
    if (g->vertex_count <= most) return PD_OK;
    const size_t m = (size_t)g->corner_count;
    const size_t most_index = m > (size_t)g->vertex_count ? m : (size_t)g->vertex_count;
    const size_t n = 3 * (size_t)g->face_count;
    float *points = malloc(3 * m * sizeof *points);
    unsigned *faces = malloc(n * sizeof *faces);
    unsigned char *used = malloc(most_index);
    int *numbers = malloc(most_index * sizeof *numbers);
    if (!points || !faces || !used || !numbers) {
        free(points);
        free(faces);
        free(used);
        free(numbers);
        return pd_fail(err, PD_ERR_MEMORY, "garment", "out of memory to make it thinner");
    }

    size_t count = n;
    for (size_t c = 0; c < m; c++) memcpy(points + 3 * c, at + 3 * (size_t)g->corners[c], 3 * sizeof *points);
    for (size_t i = 0; i < n; i++) faces[i] = g->faces[i];
    for (int round = 0, left = g->vertex_count; round < ROUNDS && left > most; round++) {
        const size_t target = (size_t)((double)count / 3 * most / left) * 3;
        count = meshopt_simplify(faces, faces, count, points, m, 12, target, ERROR_MOST, 0, NULL);

        memset(used, 0, most_index);
        left = 0;
        for (size_t i = 0; i < count; i++) used[g->corners[faces[i]]] = 1;
        for (size_t i = 0; i < most_index; i++) left += used[i];
    }

    /* corners that a triangle has, then vertices that a corner has */
    memset(used, 0, (size_t)g->corner_count);
    for (size_t i = 0; i < count; i++) used[faces[i]] = 1;
    const int corners = thin_number(numbers, used, g->corner_count);
    for (size_t i = 0; i < count; i++) g->faces[i] = (uint16_t)numbers[faces[i]];
    for (int c = 0; c < g->corner_count; c++) {
        if (numbers[c] < 0) continue;
        g->corners[numbers[c]] = g->corners[c];
        memmove(g->uvs + 2 * (size_t)numbers[c], g->uvs + 2 * (size_t)c, 2 * sizeof *g->uvs);
    }

    g->corner_count = corners;
    g->face_count = (int)(count / 3);

    memset(used, 0, (size_t)g->vertex_count);
    for (int c = 0; c < corners; c++) used[g->corners[c]] = 1;
    const int vertices = thin_number(numbers, used, g->vertex_count);
    for (int c = 0; c < corners; c++) g->corners[c] = (uint16_t)numbers[g->corners[c]];
    for (int i = 0; i < g->vertex_count; i++)
        if (numbers[i] >= 0) b->bound[numbers[i]] = b->bound[i];
    g->vertex_count = b->vertex_count = vertices;

    free(points);
    free(faces);
    free(used);
    free(numbers);

    return PD_OK;
}
