/* Plain C: what every other version is compared against, and what runs where there is no other. */
#include "core/kernel/body/strip.h"

#include <math.h>
#include <string.h>

#define L PD_K_STRIP

static void shape_strip_ref(float *out, const float *start, const float *directions, size_t stride,
                            const float *b, int count, size_t coordinates)
{
    for (size_t from = 0; from < coordinates; from += L, directions += stride * L) {
        const size_t some = coordinates - from < L ? coordinates - from : L;
        float sums[L] = {0};
        memcpy(sums, start + from, some * sizeof *sums);
        for (int i = 0; i < count; i++)
            for (int l = 0; l < L; l++) sums[l] += directions[i * L + l] * b[i];
        memcpy(out + from, sums, some * sizeof *sums);
    }
}

static void change(float *out, const float *kept, const float *direction, size_t stride, float by,
                   size_t coordinates)
{
    for (size_t from = 0; from < coordinates; from += L, direction += stride * L) {
        const size_t some = coordinates - from < L ? coordinates - from : L;
        for (size_t l = 0; l < some; l++) out[from + l] = kept[from + l] + direction[l] * by;
    }
}

static void range(float *least, float *greatest, const float *points, size_t coordinates)
{
    *least = *greatest = points[1];
    for (size_t i = 1; i < coordinates; i += 3) {
        *least = points[i] < *least ? points[i] : *least;
        *greatest = points[i] > *greatest ? points[i] : *greatest;
    }
}

static float strip_ref_largest(const float *numbers, size_t count)
{
    float most = 0;
    for (size_t i = 0; i < count; i++) most = fabsf(numbers[i]) > most ? fabsf(numbers[i]) : most;
    return most;
}

const pd_k_strip pd_k_strip_ref = {shape_strip_ref, change, range, strip_ref_largest};
