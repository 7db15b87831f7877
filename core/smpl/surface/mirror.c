#include "core/smpl/surface/mirror.h"

#include <stdlib.h>
#include <string.h>

typedef struct corners {
    int vertex[3]; /* ascending */
    int face;
} corners;

static int by_vertex(const void *a, const void *b)
{
    const corners *l = a;
    const corners *r = b;
    for (int k = 0; k < 3; k++)
        if (l->vertex[k] != r->vertex[k]) return l->vertex[k] < r->vertex[k] ? -1 : 1;
    return 0;
}

static corners corners_of(const uint32_t *face, const int *mirror, int number)
{
    corners c = {{0}, number};

    for (int k = 0; k < 3; k++) {
        const int vertex = mirror ? mirror[face[k]] : (int)face[k];
        int i = k;
        for (; i > 0 && c.vertex[i - 1] > vertex; i--) c.vertex[i] = c.vertex[i - 1];
        c.vertex[i] = vertex;
    }

    return c;
}

bool pd_smpl_mirror_faces(int *face_mirror, const pd_smpl_data *data)
{
    const size_t count = (size_t)data->face_count;
    corners *sorted = data->mirror ? malloc((count + 1) * sizeof *sorted) : NULL;

    for (size_t f = 0; f < count; f++) face_mirror[f] = -1;
    if (!sorted) return !data->mirror;

    for (size_t f = 0; f < count; f++) sorted[f] = corners_of(data->faces + 3 * f, NULL, (int)f);
    qsort(sorted, count, sizeof *sorted, by_vertex);
    for (size_t f = 0; f < count; f++) {
        const corners wanted = corners_of(data->faces + 3 * f, data->mirror, 0);
        const corners *found = bsearch(&wanted, sorted, count, sizeof *sorted, by_vertex);
        if (found) face_mirror[f] = found->face;
    }

    free(sorted);
    return true;
}

void pd_smpl_mirror_order(int *order, const int *mirror, int count)
{
    int n = 0;

    for (int i = 0; i < count; i++) {
        const int other = mirror && mirror[i] >= 0 && mirror[mirror[i]] == i ? mirror[i] : i;
        if (other < i) continue;
        order[n++] = i;
        if (other > i) order[n++] = other;
    }
}
