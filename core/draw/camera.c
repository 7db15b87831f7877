#include "core/draw/camera.h"

#include "core/base/assert.h"
#include "core/draw/vector.h"

#include <math.h>

pd_draw_view pd_draw_view_of(const pd_draw_camera *camera, float width, float height)
{
    PD_ASSERT(width > 0 && height > 0 && camera->fov > 0);
    const float sy = sinf(camera->yaw);
    const float cy = cosf(camera->yaw);
    const float sp = sinf(camera->pitch);
    const float cp = cosf(camera->pitch);
    pd_draw_view v = {.right = {cy, 0, -sy},
                      .up = {-sy * sp, cp, -cy * sp},
                      .back = {sy * cp, sp, cy * cp},
                      .cx = 0.5f * width,
                      .cy = 0.5f * height};

    for (int c = 0; c < 3; c++) v.eye[c] = camera->target[c] + camera->distance * v.back[c];
    v.focal = v.cy / tanf(0.5f * camera->fov);
    return v;
}

pd_draw_view pd_draw_view_along(const float to[3], const float center[3], float radius, float side)
{
    PD_ASSERT(radius > 0 && side > 0);
    pd_draw_view v = {
        .focal = 0.5f * side / radius, .cx = 0.5f * side, .cy = 0.5f * side, .is_orthographic = true};

    /* Axes of the picture, from the axis of the world that is farther from the light's direction. */
    const float helper[3] = {fabsf(to[1]) > 0.9f ? 1.0f : 0.0f, fabsf(to[1]) > 0.9f ? 0.0f : 1.0f, 0};
    const float right[3] = {helper[1] * to[2] - helper[2] * to[1], helper[2] * to[0] - helper[0] * to[2],
                            helper[0] * to[1] - helper[1] * to[0]};
    const float length = sqrtf(pd_draw_dot(right, right));
    for (int c = 0; c < 3; c++) {
        v.right[c] = right[c] / length;
        v.back[c] = to[c];

        /* `near` is 0 to 2 in the sphere: the eye is one radius in front of it. */
        v.eye[c] = center[c] + radius * to[c];
    }

    v.up[0] = to[1] * v.right[2] - to[2] * v.right[1];
    v.up[1] = to[2] * v.right[0] - to[0] * v.right[2];
    v.up[2] = to[0] * v.right[1] - to[1] * v.right[0];

    return v;
}

void pd_draw_project(pd_draw_corner *out, const pd_draw_view *v, const float p[3])
{
    const float d[3] = {p[0] - v->eye[0], p[1] - v->eye[1], p[2] - v->eye[2]};
    const float depth = -pd_draw_dot(d, v->back);

    if (v->is_orthographic) {
        const float radius = v->cx / v->focal;
        out->x = v->cx + v->focal * pd_draw_dot(d, v->right);
        out->y = v->cy - v->focal * pd_draw_dot(d, v->up);
        out->near = 2 - depth / radius;
        return;
    }

    out->near = depth < PD_DRAW_NEAR ? 0 : 1 / depth;
    out->x = v->cx + v->focal * pd_draw_dot(d, v->right) * out->near;
    out->y = v->cy - v->focal * pd_draw_dot(d, v->up) * out->near;
}
