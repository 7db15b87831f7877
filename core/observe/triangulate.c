#include "core/observe/triangulate.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"

#include <math.h>
#include <string.h>

#define STEPS 6 /* Gauss-Newton steps, enough to converge to rounding */

void pd_observe_ray_of(double d[3], double o[3], const pd_observe_ray *ray)
{
    const pd_observe_camera *c = ray->camera;
    const double *m = c->rotation;
    const double at[3] = {(ray->pixel[0] - c->cx) / c->fx, (ray->pixel[1] - c->cy) / c->fy, 1};
    const double over = 1 / pd_length3(at);

    for (int a = 0; a < 3; a++) {
        d[a] = over * (m[a] * at[0] + m[3 + a] * at[1] + m[6 + a] * at[2]);
        o[a] = -(m[a] * c->translation[0] + m[3 + a] * c->translation[1] + m[6 + a] * c->translation[2]);
    }
}

/* Projects a point. slope (2,3) receives the derivatives, or is NULL.
 * Returns false if the point is behind the camera. */
static bool triangulate_project(double pixel[2], double (*slope)[3], const pd_observe_camera *c,
                                const double x[3])
{
    const double *m = c->rotation;
    const double f[2] = {c->fx, c->fy};
    const double centre[2] = {c->cx, c->cy};
    double at[3];

    pd_mat3_apply(at, m, x);
    for (int a = 0; a < 3; a++) at[a] += c->translation[a];
    if (!(at[2] >= PD_OBSERVE_NEAREST)) return false;
    for (int a = 0; a < 2; a++) {
        pixel[a] = f[a] * at[a] / at[2] + centre[a];
        for (int b = 0; b < 3 && slope; b++)
            slope[a][b] = f[a] * (m[3 * a + b] - at[a] / at[2] * m[6 + b]) / at[2];
    }

    return true;
}

static bool triangulate_solve3(double x[3], double h[9])
{
    if (!pd_k_cholesky(h, 3)) return false;
    pd_k_cholesky_solve(x, h, 3);
    return true;
}

static void refine(double x[3], const pd_observe_ray *rays, const bool *used, int count)
{
    for (int step = 0; step < STEPS; step++) {
        double h[9] = {0};
        double g[3] = {0, 0, 0};
        for (int i = 0; i < count; i++) {
            double pixel[2], slope[2][3];
            if (!used[i]) continue;
            if (!triangulate_project(pixel, slope, rays[i].camera, x)) return;
            for (int c = 0; c < 2; c++)
                for (int a = 0; a < 3; a++) {
                    const double w = rays[i].confidence * slope[c][a];
                    g[a] += w * (rays[i].pixel[c] - pixel[c]);
                    for (int b = 0; b < 3; b++) h[3 * a + b] += w * slope[c][b];
                }
        }

        if (!triangulate_solve3(g, h)) return;
        for (int a = 0; a < 3; a++) x[a] += g[a];
    }
}

/* Finds the point in which the used rays meet. Returns the root mean square in pixels, or INFINITY if they
 * do not meet or meet behind a camera. *worst: the camera that is farthest off. */
static double find_triangulate(double x[3], const pd_observe_ray *rays, const bool *used, int count,
                               int *worst)
{
    double h[9] = {0};
    double directions[PD_OBSERVE_MOST_CAMERAS][3];
    double least = 1;
    int seen = 0;

    /* The point nearest to all rays, by linear least squares. */
    memset(x, 0, 3 * sizeof *x);
    for (int i = 0; i < count; i++) {
        double d[3], o[3];
        if (!used[i]) continue;
        pd_observe_ray_of(d, o, &rays[i]);
        const double along = pd_dot3(d, o);
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) h[3 * a + b] += rays[i].confidence * ((a == b) - d[a] * d[b]);
            x[a] += rays[i].confidence * (o[a] - along * d[a]);
        }

        for (int k = 0; k < seen; k++) least = fmin(least, fabs(pd_dot3(d, directions[k])));
        memcpy(directions[seen++], d, sizeof d);
    }

    /* Nearly parallel rays do not determine the depth. */
    if (seen < 2 || !(least < cos(PD_OBSERVE_LEAST_ANGLE)) || !triangulate_solve3(x, h)) return INFINITY;

    refine(x, rays, used, count);

    /* Error in pixels. */
    double sum = 0, weight = 0, most = -1;
    for (int i = 0; i < count; i++) {
        double pixel[2];
        if (!used[i]) continue;
        if (!triangulate_project(pixel, NULL, rays[i].camera, x)) return INFINITY;
        const double square = pow(pixel[0] - rays[i].pixel[0], 2) + pow(pixel[1] - rays[i].pixel[1], 2);
        sum += rays[i].confidence * square;
        weight += rays[i].confidence;
        if (square > most) {
            most = square;
            *worst = i;
        }
    }

    return sqrt(sum / weight);
}

int pd_observe_triangulate(double x[3], double *off, const pd_observe_ray *rays, int count, double reach)
{
    PD_ASSERT(count >= 0 && count <= PD_OBSERVE_MOST_CAMERAS);
    bool used[PD_OBSERVE_MOST_CAMERAS];
    int seen = 0, worst = 0;

    for (int i = 0; i < count; i++) {
        used[i] = rays[i].confidence > 0;
        seen += used[i];
    }

    if (seen < 2) return 0;
    *off = find_triangulate(x, rays, used, count, &worst);

    while (reach > 0 && seen > 2 && !(*off <= reach)) {
        double best[3];
        double least = INFINITY;
        int without = -1;
        for (int i = 0; i < count; i++) { /* find the camera without which the others agree best */
            double other[3];
            if (!used[i]) continue;
            used[i] = false;
            const double now = find_triangulate(other, rays, used, count, &worst);
            used[i] = true;
            if (now < least) {
                least = now;
                without = i;
                memcpy(best, other, sizeof best);
            }
        }

        if (without < 0) return 0;
        used[without] = false;
        seen--;
        *off = least;
        memcpy(x, best, sizeof best);
    }

    return isfinite(*off) && !(reach > 0 && *off > 3 * reach) ? seen : 0;
}
