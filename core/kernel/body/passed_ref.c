/* For every processor. */
#include "core/kernel/body/passed.h"

#include <math.h>
#include <stdbool.h>

static float passed_ref_dot(const float *row, size_t stride, const float x[3])
{
    return row[0] * x[0] + row[stride] * x[1] + row[2 * stride] * x[2];
}

static float squared(const float *row, size_t stride, const float x[3])
{
    const float d[3] = {row[0] - x[0], row[stride] - x[1], row[2 * stride] - x[2]};
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

unsigned pd_k_passed_find_ref(const float *faces, size_t stride, size_t first,
                              const pd_k_passed_vertex *vertex)
{
    const pd_k_passed_vertex *v = vertex;
    unsigned kept = 0;

    for (int i = 0; i < PD_K_PASSED_LANES; i++) {
        const float *normal = faces + first + i;
        const float *center = normal + PD_K_PASSED_CENTER * stride;
        const float *rest_normal = normal + PD_K_PASSED_REST_NORMAL * stride;
        const float *rest_center = normal + PD_K_PASSED_REST_CENTER * stride;

        const float behind = normal[3 * stride] - passed_ref_dot(normal, stride, v->p);
        const float far = squared(center, stride, v->p);
        const float radius = center[3 * stride];
        const float bound = v->depth + radius + v->tie;
        const bool is_near = behind > -v->tie && behind < v->depth + v->tie && far < bound * bound;

        const float before = sqrtf(squared(rest_center, stride, v->rest)) + rest_center[3 * stride];
        const bool is_nearer = sqrtf(far) - radius < 0.5f * before + PD_K_PASSED_ROUNDING;
        const bool is_facing =
            passed_ref_dot(normal, stride, v->normal) < 0 &&
            passed_ref_dot(rest_normal, stride, v->rest) - rest_normal[3 * stride] > -PD_K_PASSED_ROUNDING;
        kept |= (unsigned)(is_near && (is_nearer || is_facing)) << i;
    }

    return kept;
}

unsigned pd_k_passed_reach_ref(const float (*boxes)[PD_K_PASSED_LANES], const float p[3], float far)
{
    unsigned near = 0;

    for (int i = 0; i < PD_K_PASSED_LANES; i++) {
        float sum = 0;
        for (int c = 0; c < 3; c++) {
            const float before = boxes[c][i] - p[c];
            const float behind = p[c] - boxes[c + 3][i];
            float d = before > behind ? before : behind;
            d = d > 0 ? d : 0;
            sum += d * d;
        }

        near |= (unsigned)(sum < far * far) << i;
    }

    return near;
}
