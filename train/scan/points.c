#include "train/scan/points.h"

#include "core/io/surface/mesh_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 1e6 /* largest coordinate, in any unit */

typedef struct points {
    float *at;
    size_t count, room;
} points;

/* Adds a point, doubling the room when it is full (a pd_io_mesh_sink's `vertex`). */
static pd_status add_point(void *ctx, const double p[3], pd_error *err)
{
    points *all = ctx;
    char where[32];

    /* Double the room when it is full, up to the limit. */
    if (all->count >= PD_TRAIN_POINTS_MAX)
        return pd_fail(err, PD_ERR_LIMIT, "vertices", "more than %d; at most as many allowed",
                       PD_TRAIN_POINTS_MAX);
    if (all->count == all->room) {
        const size_t room = all->room ? 2 * all->room : 1024;
        float *at = realloc(all->at, 3 * room * sizeof *at);
        if (!at) return pd_fail(err, PD_ERR_MEMORY, "vertices", "out of memory for %zu", room);
        all->at = at;
        all->room = room;
    }

    /* Position, which must be in a sensible range. */
    for (int c = 0; c < 3; c++) {
        all->at[3 * all->count + (size_t)c] = (float)p[c];
        if (fabs(p[c]) <= LARGEST) continue;
        snprintf(where, sizeof where, "vertex %zu", all->count);
        return pd_fail(err, PD_ERR_RANGE, where, "%g; -1e6 to 1e6 allowed", p[c]);
    }

    all->count++;

    return PD_OK;
}

pd_status pd_train_points_read(float **out, int *count, pd_bytes file, const char *name, pd_error *err)
{
    points all = {0};
    pd_error why;
    const pd_io_mesh_sink sink = {.most = PD_TRAIN_POINTS_MAX, .vertex = add_point, .ctx = &all};

    *out = NULL;
    *count = 0;

    /* Read the file; it must have vertices. */
    const pd_status status = pd_io_mesh_text_read(&sink, file, &why);
    if (status == PD_OK && all.count) {
        *out = all.at;
        *count = (int)all.count;
        return PD_OK;
    }

    /* Name the file in the error. */
    free(all.at);
    if (status == PD_OK)
        return pd_fail(err, PD_ERR_FORMAT, name,
                       "the file has no vertices; an OBJ or PLY file with vertices expected");
    char where[160];
    snprintf(where, sizeof where, "%.120s: %.32s", name, why.where);

    return pd_fail(err, status, where, "%s", why.detail);
}
