/* For every processor. */
#include "core/kernel/body/rays_lanes.h"

INLINE void find_inside(unsigned *above, unsigned *below, const outlines *o, int n, const float *u,
                        const float *v)
{
    *above = *below = 0;
    for (int i = 0; i < BATCH; i++) {
        const float a = side_of(o, 0, n, u[i], v[i]), b = side_of(o, 1, n, u[i], v[i]),
                    c = side_of(o, 2, n, u[i], v[i]);
        *above |= (unsigned)((a > 0) & (b > 0) & (c > 0)) << i;
        *below |= (unsigned)((a < 0) & (b < 0) & (c < 0)) << i;
    }
}

pd_k_rays_work pd_k_rays_cross_ref(const pd_k_rays *rays)
{
    return cross(rays);
}
