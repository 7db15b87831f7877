#include "core/wardrobe/export/texels.h"

#include <math.h>

#define NO_AREA 1e-6f /* texels: a triangle with less than half of it has none */

void pd_wardrobe_texels_of(const float at[3][2], const int size[2], float margin,
                           pd_wardrobe_texel_visit *visit, void *ctx)
{
    const float area =
        (at[1][0] - at[0][0]) * (at[2][1] - at[0][1]) - (at[2][0] - at[0][0]) * (at[1][1] - at[0][1]);
    int first[2], last[2];

    if (fabsf(area) < NO_AREA) return;

    /* The box around the triangle and its margin, within the map. */
    for (int c = 0; c < 2; c++) {
        first[c] = (int)fmaxf(0, fminf(at[0][c], fminf(at[1][c], at[2][c])) - margin);
        last[c] = (int)fminf((float)size[c] - 1, fmaxf(at[0][c], fmaxf(at[1][c], at[2][c])) + margin);
    }

    for (int y = first[1]; y <= last[1]; y++)
        for (int x = first[0]; x <= last[0]; x++) {
            const float p[2] = {(float)x + 0.5f, (float)y + 0.5f};
            pd_wardrobe_texel texel = {.x = x, .y = y, .is_inside = true};
            bool is_near = true;

            /* Barycentric coordinate of each corner, and the distance from the edge across from it. */
            for (int k = 0; k < 3; k++) {
                const float *a = at[(k + 1) % 3];
                const float *b = at[(k + 2) % 3];
                const float edge[2] = {b[0] - a[0], b[1] - a[1]};
                const float across = edge[0] * (p[1] - a[1]) - edge[1] * (p[0] - a[0]);
                texel.weights[k] = across / area;
                texel.is_inside &= texel.weights[k] >= 0;
                is_near &= texel.weights[k] >= 0 || fabsf(across) <= margin * hypotf(edge[0], edge[1]);
            }

            if (is_near) visit(ctx, &texel);
        }
}
