#include "core/wardrobe/export/cornea.h"

#include "core/kernel/linalg.h"

#include <math.h>
#include <stddef.h>

/* Largest distance from the sphere of an eye, as a share of its radius, of vertices that are on it. The iris
 * lies farther inside. */
#define ON_SPHERE 0.05

/* Returns the corner of an eye's pole, the foremost vertex in the rest pose
 * among those that follow the eye's joint. */
static int pole_of(int corner_count, const uint16_t *corners, const uint8_t *joints, const float *rest,
                   int joint)
{
    int pole = 0;
    float most = -INFINITY;

    for (int c = 0; c < corner_count; c++) {
        const size_t vertex = corners[c];
        if (joints[4 * vertex] != joint || rest[3 * vertex + 2] <= most) continue;
        most = rest[3 * vertex + 2];
        pole = c;
    }

    return pole;
}

/* Fits a sphere to the vertices of an eye: |q|^2 = 2 c q + k by linear least squares, q from the eye's first
 * vertex, and once more without the vertices that are not on it.
 * The mesh tells the centre in any pose, at any place. */
float pd_wardrobe_eye_center(float out[3], const float *vertices, int corner_count, const uint16_t *corners,
                             const uint8_t *joints, int joint)
{
    const float *first = NULL;
    double center[3] = {0}, radius = 0;

    for (int pass = 0; pass < 2; pass++) {
        double a[16] = {0}, b[4] = {0};
        for (int c = 0; c < corner_count; c++) {
            const float *p = vertices + 3 * (size_t)c;
            if (joints[4 * (size_t)corners[c]] != joint) continue;
            if (!first) first = p;
            const double q[4] = {p[0] - first[0], p[1] - first[1], p[2] - first[2], 1};
            const double from =
                sqrt((q[0] - center[0]) * (q[0] - center[0]) + (q[1] - center[1]) * (q[1] - center[1]) +
                     (q[2] - center[2]) * (q[2] - center[2]));
            if (pass && fabs(from - radius) > ON_SPHERE * radius) continue;
            for (int i = 0; i < 4; i++) {
                for (int k = 0; k < 4; k++) a[4 * i + k] += q[i] * q[k];
                b[i] += q[i] * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
            }
        }

        if (!pd_k_cholesky(a, 4)) break;
        pd_k_cholesky_solve(b, a, 4);
        for (int k = 0; k < 3; k++) center[k] = b[k] / 2;
        radius = sqrt(b[3] + center[0] * center[0] + center[1] * center[1] + center[2] * center[2]);
    }

    for (int k = 0; k < 3; k++) out[k] = first ? (float)(first[k] + center[k]) : 0;

    return (float)radius;
}

void pd_wardrobe_cornea(float *out, const float *vertices, int corner_count, const uint16_t *corners,
                        const uint8_t *joints, const float *rest)
{
    int joint = -1;
    float ahead[3] = {0}, center[3] = {0};

    for (int c = 0; c < corner_count; c++) {
        const int own = joints[4 * (size_t)corners[c]];
        const float *p = vertices + 3 * (size_t)c;

        /* An eye looks from its centre to its pole. */
        if (own != joint) {
            pd_wardrobe_eye_center(center, vertices, corner_count, corners, joints, own);
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
        const float t = fmaxf(0, fminf(1, (cosine - 0.82f) / 0.12f));
        const float bulge = 0.38f * t * t * (3 - 2 * t);
        for (int k = 0; k < 3; k++) out[3 * (size_t)c + (size_t)k] = d[k] - bulge * radius * ahead[k];
    }
}
