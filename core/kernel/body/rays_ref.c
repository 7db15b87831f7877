/* For every processor. */
#include "core/kernel/body/rays_lanes.h"

INLINE void find_inside(unsigned *above, unsigned *below, const outlines *o, int n, const float *u,
                        const float *v)
{
    *above = *below = 0;
    for (int i = 0; i < BATCH; i++) {
        const float a = side_of(o, 0, n, u[i], v[i]);
        const float b = side_of(o, 1, n, u[i], v[i]);
        const float c = side_of(o, 2, n, u[i], v[i]);
        *above |= (unsigned)((a > 0) & (b > 0) & (c > 0)) << i;
        *below |= (unsigned)((a < 0) & (b < 0) & (c < 0)) << i;
    }
}

INLINE void add_windings(int *sums, const outlines *o, int n, const float *u, const float *v,
                         const float *height, unsigned asked)
{
    for (int i = 0; i < BATCH; i++) {
        const float a = side_of(o, 0, n, u[i], v[i]);
        const float b = side_of(o, 1, n, u[i], v[i]);
        const float c = side_of(o, 2, n, u[i], v[i]);
        const int is_above = (a > 0) & (b > 0) & (c > 0);
        const int is_below = (a < 0) & (b < 0) & (c < 0);
        const int is_counted = (height_at(o, n, a, b, c) > height[i]) & (int)(asked >> i & 1);
        sums[i] += is_counted ? is_above - is_below : 0;
    }
}

INLINE unsigned find_covering(const pd_k_rays *rays, const float *const low[2], const float *const high[2])
{
    unsigned mask = 0;

    for (int i = 0; i < LANES; i++) {
        int covers = 1;
        for (int c = 0; c < 2; c++)
            covers &= !(high[c][i] < rays->low[c]) &
                      !((low[c][i] - rays->low[c]) * rays->per[c] > (float)rays->side[c]);
        mask |= (unsigned)covers << i;
    }

    return mask;
}

pd_k_rays_work pd_k_rays_cross_ref(const pd_k_rays *rays)
{
    return cross(rays);
}
