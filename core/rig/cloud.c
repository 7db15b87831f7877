#include "core/rig/fit.h"

#include "core/base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* of the height: s of tree.h, by which a difference of unit normals is a distance */
#define NORMAL_SCALE 0.06

pd_status pd_rig_cloud_init(pd_rig_cloud *out, const pd_rig_mesh *mesh, pd_error *err)
{
    const int n = PD_RIG_CLOUD;
    double *sums = malloc((size_t)mesh->face_count * sizeof *sums);
    double total = 0;
    pd_rng rng;

    memset(out, 0, sizeof *out);
    out->points = malloc((size_t)n * sizeof *out->points);
    out->normals = malloc((size_t)n * sizeof *out->normals);
    if (!sums || !out->points || !out->normals) {
        free(sums);
        pd_rig_cloud_deinit(out);
        return pd_fail(err, PD_ERR_MEMORY, "mesh", "out of memory for %d points", n);
    }

    /* Cumulative sum of twice the triangles' areas. */
    for (int f = 0; f < mesh->face_count; f++) {
        const uint32_t *v = mesh->faces + 3 * (size_t)f;
        const double *p = mesh->points + 3 * (size_t)v[0];
        const double *q = mesh->points + 3 * (size_t)v[1];
        const double *r = mesh->points + 3 * (size_t)v[2];
        const pd_vec3 a = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
        const pd_vec3 b = {r[0] - p[0], r[1] - p[1], r[2] - p[2]};
        sums[f] = total += pd_vec3_length(pd_vec3_cross(a, b));
    }

    /* Stratified sampling: one point in each nth of the area. */
    pd_rng_init(&rng, 5); /* any seed would do */
    int f = 0;
    for (int i = 0; i < n; i++) {
        const double at = (i + pd_rng_uniform(&rng)) / n * total;
        while (f < mesh->face_count - 1 && sums[f] < at) f++;
        const uint32_t *v = mesh->faces + 3 * (size_t)f;

        /* A uniform point of the triangle (the root makes it uniform). */
        double s = sqrt(pd_rng_uniform(&rng));
        double t = pd_rng_uniform(&rng);
        double length = 0;
        const double bary[3] = {1 - s, s * (1 - t), s * t};
        for (int c = 0; c < 3; c++) {
            out->points[i][c] = out->normals[i][c] = 0;
            for (int k = 0; k < 3; k++) {
                out->points[i][c] += bary[k] * mesh->points[3 * (size_t)v[k] + (size_t)c];
                out->normals[i][c] += bary[k] * mesh->normals[3 * (size_t)v[k] + (size_t)c];
            }

            length += out->normals[i][c] * out->normals[i][c];
        }

        for (int c = 0; c < 3; c++) out->normals[i][c] /= length > 1e-12 ? sqrt(length) : 1;
    }

    free(sums);

    /* The points are shuffled, so the first few hundred are a sample of the whole surface. */
    for (int i = n - 1; i > 0; i--) {
        const int j = pd_rng_below(&rng, i + 1);
        double hold[3];
        memcpy(hold, out->points[i], sizeof hold);
        memcpy(out->points[i], out->points[j], sizeof hold);
        memcpy(out->points[j], hold, sizeof hold);
        memcpy(hold, out->normals[i], sizeof hold);
        memcpy(out->normals[i], out->normals[j], sizeof hold);
        memcpy(out->normals[j], hold, sizeof hold);
    }

    out->count = n;
    if (pd_tree_build(&out->tree, out->points[0], out->normals[0], n, NORMAL_SCALE)) return PD_OK;
    pd_rig_cloud_deinit(out);

    return pd_fail(err, PD_ERR_MEMORY, "mesh", "out of memory for %d points", n);
}

void pd_rig_cloud_deinit(pd_rig_cloud *cloud)
{
    free(cloud->points);
    free(cloud->normals);
    pd_tree_deinit(&cloud->tree);
    memset(cloud, 0, sizeof *cloud);
}
