#ifndef PD_WARDROBE_EXPORT_TEXELS_H
#define PD_WARDROBE_EXPORT_TEXELS_H
/* Visits the texels of a map that a triangle of a texture covers, and those within a margin around it, so
 * that filtering and seams find no texel without a value.
 *
 * Units    texels; the centre of texel (x, y) is at (x + .5, y + .5).
 * Memory   allocates nothing.   Threads  pure.   Errors  none; a triangle without area has no texels.
 */
#include <stdbool.h>

typedef struct pd_wardrobe_texel {
    int x, y;
    float weights[3]; /* barycentric coordinates of its centre; outside of the triangle some are below 0 */
    bool is_inside;   /* its centre lies in the triangle, not only near it */
} pd_wardrobe_texel;

typedef void pd_wardrobe_texel_visit(void *ctx, const pd_wardrobe_texel *texel);

/* Calls `visit` for each texel of a map of size (width, height) whose centre is in the triangle at (3) or at
 * most `margin` away from the lines of those edges that it lies beyond; row by row. */
void pd_wardrobe_texels_of(const float at[3][2], const int size[2], float margin,
                           pd_wardrobe_texel_visit *visit, void *ctx);

#endif
