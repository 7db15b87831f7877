#include "core/wardrobe/cornea.h"

#include <math.h>
#include <stddef.h>

/* Returns the corner of an eye's pole, the foremost vertex in the rest pose among those that follow the eye's joint. */
static int pole_of(int corner_count, const uint16_t *corners, const uint8_t *joints, const float *rest,
                   int joint)
{
    int pole = 0;
    float most = -INFINITY;
    for (int c = 0; c < corner_count; c++) {
        const size_t vertex = corners[c];
        if (joints[4 * vertex] != joint || rest[3 * vertex + 2] <= most) continue;
        most = rest[3 * vertex + 2], pole = c;
    }
    return pole;
}

void pd_wardrobe_cornea(float *out, const float *vertices, int corner_count, const uint16_t *corners,
                        const uint8_t *joints, const float *rest, const float *centers)
{
    int joint = -1;
    float ahead[3] = {0};
    for (int c = 0; c < corner_count; c++) {
        const int own = joints[4 * (size_t)corners[c]];
        const float *p = vertices + 3 * (size_t)c, *center = centers + 3 * (size_t)own;

        /* An eye looks from its joint to its pole. */
        if (own != joint) {
            const float *pole = vertices + 3 * (size_t)pole_of(corner_count, corners, joints, rest, own);
            for (int k = 0; k < 3; k++) ahead[k] = pole[k] - center[k];
            const float length = sqrtf(ahead[0] * ahead[0] + ahead[1] * ahead[1] + ahead[2] * ahead[2]);
            for (int k = 0; k < 3; k++) ahead[k] /= fmaxf(length, 1e-6f);
            joint = own;
        }

        float d[3];
        for (int k = 0; k < 3; k++) d[k] = p[k] - center[k];
        const float radius = sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        const float cosine = (d[0] * ahead[0] + d[1] * ahead[1] + d[2] * ahead[2]) / fmaxf(1e-6f, radius);
        const float t = fmaxf(0, fminf(1, (cosine - 0.82f) / 0.12f)), bulge = 0.38f * t * t * (3 - 2 * t);
        for (int k = 0; k < 3; k++) out[3 * (size_t)c + (size_t)k] = d[k] - bulge * radius * ahead[k];
    }
}
