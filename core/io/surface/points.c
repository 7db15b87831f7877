#include "core/io/surface/points.h"

#include "core/io/surface/mesh_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct points {
    float *at, *normals; /* normals (room,3) once there is one */
    size_t count, room;
    double normal[3]; /* normal of the next vertex */
    bool has_normal;
} points;

static void keep_normal(void *ctx, const double n[3])
{
    points *all = ctx;
    memcpy(all->normal, n, sizeof all->normal);
    all->has_normal = true;
}

static pd_status add_point(void *ctx, const double p[3], pd_error *err)
{
    points *all = ctx;
    char where[32];

    /* Double the room when it is full, up to the limit. */
    if (all->count >= PD_IO_POINTS_MAX)
        return pd_fail(err, PD_ERR_LIMIT, "vertices", "more than %d; at most as many allowed",
                       PD_IO_POINTS_MAX);
    if (all->count == all->room) {
        const size_t room = all->room ? 2 * all->room : 1024;
        float *at = realloc(all->at, 3 * room * sizeof *at);
        if (!at) return pd_fail(err, PD_ERR_MEMORY, "vertices", "out of memory for %zu", room);
        all->at = at;
        if (all->has_normal) {
            float *normals = realloc(all->normals, 3 * room * sizeof *normals);
            if (!normals) return pd_fail(err, PD_ERR_MEMORY, "vertices", "out of memory for %zu", room);
            all->normals = normals;
        }
        all->room = room;
    }

    /* Normal of unit length, or 0 if the file's is not usable. */
    if (all->has_normal) {
        const double *n = all->normal, length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        const bool is_good = length > 1e-12 && length < 1e12; /* false for what is not finite */
        for (size_t c = 0; c < 3; c++)
            all->normals[3 * all->count + c] = is_good ? (float)(n[c] / length) : 0;
    }

    /* Position, which must be in a sensible range. */
    for (int c = 0; c < 3; c++) {
        all->at[3 * all->count + (size_t)c] = (float)p[c];
        if (fabs(p[c]) <= 1e6) continue;
        snprintf(where, sizeof where, "vertex %zu", all->count);
        return pd_fail(err, PD_ERR_RANGE, where, "%g; -1e6 to 1e6 allowed", p[c]);
    }
    all->count++;
    return PD_OK;
}

pd_status pd_io_points_read_normals(float **out, float **normals, int *count, pd_bytes file, const char *name,
                                    pd_error *err)
{
    points all = {0};
    pd_error why;
    const pd_io_mesh_sink sink = {
        .most = PD_IO_POINTS_MAX, .vertex = add_point, .normal = normals ? keep_normal : NULL, .ctx = &all};

    *out = NULL, *count = 0;
    if (normals) *normals = NULL;

    /* Read the file; it must have vertices. */
    const pd_status status = pd_io_mesh_text_read(&sink, file, &why);
    if (status == PD_OK && all.count) {
        *out = all.at, *count = (int)all.count;
        if (normals) *normals = all.normals;
        return PD_OK;
    }

    /* Name the file in the error. */
    free(all.at), free(all.normals);
    if (status == PD_OK) return pd_fail(err, PD_ERR_FORMAT, name, "no vertices: neither OBJ nor PLY");
    char where[160];
    snprintf(where, sizeof where, "%.120s: %.32s", name, why.where);
    return pd_fail(err, status, where, "%s", why.detail);
}

pd_status pd_io_points_read(float **out, int *count, pd_bytes file, const char *name, pd_error *err)
{
    return pd_io_points_read_normals(out, NULL, count, file, name, err);
}
