#include "core/wardrobe/hat.h"

#include "core/math/triangle_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool pd_wardrobe_outside_hat(unsigned char *outside, const pd_wardrobe_item *hair,
                             const pd_wardrobe_item *hat)
{
    float *triangles = malloc(9 * (size_t)hat->face_count * sizeof *triangles);
    pd_triangle_tree tree = {0};
    memset(outside, 0, (size_t)hair->vertex_count);
    if (!triangles) return false;

    /* The hat's triangles, and a point below it in the middle of its crown: the highest vertices. */
    for (size_t i = 0; i < 3 * (size_t)hat->face_count; i++)
        memcpy(triangles + 3 * i, hat->rest + 3 * (size_t)hat->corners[hat->faces[i]], 3 * sizeof *triangles);
    float low = INFINITY, high = -INFINITY, middle[3] = {0};
    for (int i = 0; i < hat->vertex_count; i++)
        low = fminf(low, hat->rest[3 * i + 1]), high = fmaxf(high, hat->rest[3 * i + 1]);
    int count = 0;
    for (int i = 0; i < hat->vertex_count; i++) {
        const float *p = hat->rest + 3 * (size_t)i;
        if (p[1] < low + 0.7f * (high - low)) continue;
        count++;
        for (int c = 0; c < 3; c++) middle[c] += (p[c] - middle[c]) / (float)count;
    }
    middle[1] = low;

    /* Vertices below the hat are not outside. */
    const bool good = pd_triangle_tree_build(&tree, triangles, hat->face_count);
    for (int i = 0; good && i < hair->vertex_count; i++) {
        const float *p = hair->rest + 3 * (size_t)i;
        pd_triangle_line line = {.from = {middle[0], middle[1], middle[2]}};
        float length = 0, far = 0;
        for (int c = 0; c < 3; c++) line.along[c] = p[c] - middle[c], length += line.along[c] * line.along[c];
        length = sqrtf(length);
        if (p[1] <= low || length <= 0) continue;
        for (int c = 0; c < 3; c++) line.along[c] /= length;
        line.farthest = length + PD_WARDROBE_HAT_NEAR;
        for (int side = -1; side <= 1 && !outside[i]; side += 2) {
            line.sign = (float)side;
            outside[i] = pd_triangle_tree_meet(&far, &tree, &line) >= 0;
        }
    }
    pd_triangle_tree_deinit(&tree);
    free(triangles);
    return good;
}
