#include "core/math/frame.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stddef.h>

static const pd_frame_info frames[PD_FRAME_COUNT] = {
#define ROW(id, name, hand, up, forward, unit, a, b, c, d, e, f, g, h, i, text)                              \
    {name, hand, up, forward, text, unit, {a, b, c, d, e, f, g, h, i}},
    PD_FRAME_TABLE(ROW)
#undef ROW
};

const pd_frame_info *pd_frame_describe(pd_frame frame)
{
    PD_ASSERT((unsigned)frame < PD_FRAME_COUNT);
    return &frames[frame];
}

bool pd_frame_is_mirrored(pd_frame frame)
{
    PD_ASSERT((unsigned)frame < PD_FRAME_COUNT);
    const float *a = frames[frame].axes;
    return a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) +
               a[2] * (a[3] * a[7] - a[4] * a[6]) <
           0;
}

/* Applies the axes to points. Each row of the matrix has one entry: picking it is exact and, unlike the
 * product, makes no -0 and no NaN of inf. */
static void permute(float *data, int count, int stride, const float *axes, float scale)
{
    PD_ASSERT(count >= 0 && stride >= 3);
    int axis[3];
    float factor[3];
    for (int r = 0; r < 3; r++) {
        axis[r] = axes[3 * r] != 0 ? 0 : axes[3 * r + 1] != 0 ? 1 : 2;
        factor[r] = scale * axes[3 * r + axis[r]];
    }

    for (int i = 0; i < count; i++) {
        float *p = data + (size_t)stride * (size_t)i;
        float v[3] = {p[0], p[1], p[2]};
        for (int r = 0; r < 3; r++) p[r] = factor[r] * v[axis[r]];
    }
}

void pd_frame_points(float *points, int count, pd_frame frame)
{
    PD_ASSERT((unsigned)frame < PD_FRAME_COUNT);
    const pd_frame_info *f = &frames[frame];
    if (f->axes[0] != 1 || f->axes[4] != 1 || f->metres_per_unit != 1)
        permute(points, count, 3, f->axes, (float)(1 / f->metres_per_unit));
}

void pd_frame_directions(float *directions, int count, pd_frame frame)
{
    PD_ASSERT((unsigned)frame < PD_FRAME_COUNT);
    const float *a = frames[frame].axes;
    if (a[0] != 1 || a[4] != 1) permute(directions, count, 3, a, 1);
}

void pd_frame_quaternions(float *quaternions, int count, pd_frame frame)
{
    PD_ASSERT((unsigned)frame < PD_FRAME_COUNT);
    const float *a = frames[frame].axes;
    if (a[0] != 1 || a[4] != 1) permute(quaternions, count, 4, a, pd_frame_is_mirrored(frame) ? -1.0f : 1.0f);
}

void pd_frame_faces(uint32_t *faces, int count, pd_frame frame)
{
    if (!pd_frame_is_mirrored(frame)) return;
    for (int i = 0; i < count; i++) {
        uint32_t *f = faces + 3 * (size_t)i;
        uint32_t second = f[1];
        f[1] = f[2];
        f[2] = second;
    }
}
