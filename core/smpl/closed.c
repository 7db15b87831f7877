#include "core/smpl/closed.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdlib.h>

#define FAULTY_SHARE 0.02 /* largest share of faulty edges */
#define BMI_LEAST    2.0  /* least plausible mass index, kg/m2 at 1000 kg/m3; far below that of any person */
#define BMI_MOST     200.0

#define INSERTION_MOST 32 /* keys that are sorted in place without a call: a vertex has about six */

static int by_key(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Lists the sides of all triangles at the lower of their two vertices, as keys 2 * higher vertex + direction.
 * The keys of a vertex are sorted, so that the sides of one edge are neighbours. start: (V + 1), zeros
 * before; keys: (3F). */
static void sort_sides(int *start, uint64_t *keys, const pd_smpl_data *d)
{
    const uint32_t *f = d->faces;
    const size_t count = 3 * (size_t)d->face_count;
    const size_t vertices = (size_t)d->vertex_count;

    /* Number of sides at each vertex, then their starts. */
    for (size_t i = 0; i < count; i++) {
        const uint32_t from = f[i];
        const uint32_t to = f[i % 3 == 2 ? i - 2 : i + 1];
        start[from < to ? from : to]++;
    }

    for (size_t v = 1; v <= vertices; v++) start[v] += start[v - 1];

    /* Fill from the end of each range, which leaves `start` at its beginning. */
    for (size_t i = 0; i < count; i++) {
        const uint32_t from = f[i];
        const uint32_t to = f[i % 3 == 2 ? i - 2 : i + 1];
        const uint64_t high = from < to ? to : from;
        keys[--start[from < to ? from : to]] = 2 * high + (from < to);
    }

    /* Sort within each vertex; short lists, the usual case, by insertion. */
    for (size_t v = 0; v < vertices; v++) {
        uint64_t *own = keys + start[v];
        const int n = start[v + 1] - start[v];
        if (n > INSERTION_MOST) {
            qsort(own, (size_t)n, sizeof *own, by_key);
            continue;
        }

        for (int i = 1, at; i < n; i++) {
            const uint64_t key = own[i];
            for (at = i; at > 0 && own[at - 1] > key; at--) own[at] = own[at - 1];
            own[at] = key;
        }
    }
}

pd_status pd_smpl_closed_count(pd_smpl_closed *out, const pd_smpl_data *data, pd_error *err)
{
    const size_t vertices = (size_t)data->vertex_count;
    const float *at = data->v_template;
    double bottom = INFINITY, top = -INFINITY, volume = 0;

    *out = (pd_smpl_closed){0};

    int *start = calloc(vertices + 1, sizeof *start);
    uint64_t *keys = malloc((3 * (size_t)data->face_count + 1) * sizeof *keys);
    if (!start || !keys) {
        free(start);
        free(keys);
        return pd_fail(err, PD_ERR_MEMORY, "faces", "out of memory");
    }

    /* Sides of one edge stand together: one is open, three are crowded, two of one direction twisted. */
    sort_sides(start, keys, data);
    PD_ASSERT(start[0] == 0 && start[vertices] == 3 * data->face_count);
    for (size_t v = 0; v < vertices; v++)
        for (int i = start[v], next; i < start[v + 1]; i = next) {
            for (next = i; next < start[v + 1] && keys[next] >> 1 == keys[i] >> 1;) next++;
            out->edge_count++;
            out->open += next - i == 1;
            out->crowded += next - i > 2;
            out->twisted += next - i == 2 && keys[i] == keys[i + 1];
        }
    free(start);
    free(keys);

    /* Height and volume (divergence theorem). */
    for (size_t v = 0; v < vertices; v++) {
        bottom = fmin(bottom, (double)at[3 * v + 1]);
        top = fmax(top, (double)at[3 * v + 1]);
    }

    out->height = top - bottom;

    for (int i = 0; i < data->face_count; i++) {
        const uint32_t *f = data->faces + 3 * (size_t)i;
        const float *a = at + 3 * (size_t)f[0];
        const float *b = at + 3 * (size_t)f[1];
        const float *c = at + 3 * (size_t)f[2];
        const double x = (double)b[1] * (double)c[2] - (double)b[2] * (double)c[1];
        const double y = (double)b[2] * (double)c[0] - (double)b[0] * (double)c[2];
        const double z = (double)b[0] * (double)c[1] - (double)b[1] * (double)c[0];
        volume += ((double)a[0] * x + (double)a[1] * y + (double)a[2] * z) / 6;
    }

    out->volume = volume;

    return PD_OK;
}

pd_status pd_smpl_closed_check(const pd_smpl_closed *s, double shortest, double tallest, pd_error *err)
{
    const double bmi = 1000 * s->volume / (s->height * s->height);

    /* Topology, size, orientation and build, from the most basic fault on. */
    if (s->open + s->crowded + s->twisted > FAULTY_SHARE * s->edge_count)
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, "/model",
            "not the surface of a body: of %d edges, %d have only one triangle, %d have more than two, "
            "and %d have two triangles of opposite orientation; together at most %.0f %% allowed",
            s->edge_count, s->open, s->crowded, s->twisted, 100 * FAULTY_SHARE);
    if (!(s->height >= shortest && s->height <= tallest))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/model",
                       "not a body: the height is %g m; %.10g to %.10g allowed "
                       "(models are in metres)",
                       s->height, shortest, tallest);
    if (!(s->volume > 0))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/model",
                       "not the surface of a body: the enclosed volume is %g m3; a positive volume allowed, "
                       "with faces counter-clockwise from outside",
                       s->volume);

    if (!(bmi >= BMI_LEAST && bmi <= BMI_MOST))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/model",
                       "not a body: %g m3 at a height of %g m are %g kg/m2; %.10g to %.10g allowed",
                       s->volume, s->height, bmi, BMI_LEAST, BMI_MOST);

    return PD_OK;
}
