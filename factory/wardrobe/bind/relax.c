#include "factory/wardrobe/bind/relax.h"

#include "core/base/assert.h"

#include <stdlib.h>
#include <string.h>

bool pd_factory_neighbors_init(pd_factory_neighbors *out, const pd_wardrobe_item *item)
{
    PD_ASSERT(item->vertex_count >= 0 && item->face_count >= 0);
    const size_t n = (size_t)item->vertex_count;
    const size_t edges = 6 * (size_t)item->face_count;
    out->start = calloc(n + 2, sizeof *out->start);
    out->list = malloc((edges + 1) * sizeof *out->list);
    if (!out->start || !out->list) return false;

    /* Two rounds: count each vertex's neighbours, then write them where its list begins. An edge of two
     * triangles is in the list twice. */
    for (int round = 0; round < 2; round++) {
        for (int f = 0; f < item->face_count; f++)
            for (int k = 0; k < 3; k++) {
                const int a = item->corners[item->faces[3 * f + k]];
                const int b = item->corners[item->faces[3 * f + (k + 1) % 3]];
                if (!round) {
                    out->start[a + 2]++;
                    out->start[b + 2]++;
                    continue;
                }

                out->list[out->start[a + 1]++] = b;
                out->list[out->start[b + 1]++] = a;
            }
        for (size_t i = 2; !round && i <= n; i++) out->start[i] += out->start[i - 1];
    }

    return true;
}

void pd_factory_neighbors_deinit(pd_factory_neighbors *near)
{
    free(near->start);
    free(near->list);
}

bool pd_factory_relax(float *rows, size_t width, const pd_factory_neighbors *near, int count, int rounds,
                      const unsigned char *among)
{
    PD_ASSERT(count >= 0 && rounds >= 0);
    float *next = malloc((size_t)count * width * sizeof *next);
    if (!next) return false;

    /* From the last round's rows into `next`, so that the order of the vertices does not matter. */
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < count; i++) {
            const int first = near->start[i];
            const int last = among && !among[i] ? first : near->start[i + 1];
            float *to = next + (size_t)i * width;
            const float *from = rows + (size_t)i * width;
            for (size_t k = 0; k < width; k++) {
                float sum = 0;
                for (int e = first; e < last; e++) sum += rows[(size_t)near->list[e] * width + k];
                to[k] = last > first ? 0.5f * from[k] + 0.5f * sum / (float)(last - first) : from[k];
            }
        }

        memcpy(rows, next, (size_t)count * width * sizeof *next);
    }

    free(next);

    return true;
}
