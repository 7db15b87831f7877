#include "core/smpl/closed.h"

#include "core/smpl/measure.h"

#include <math.h>
#include <stdlib.h>

#define FAULTY_SHARE 0.02 /* of the edges */
#define BMI_LEAST    2.0  /* kg/m2 at 1000 kg/m3: far beyond what lives */
#define BMI_MOST     200.0

static int by_key(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The edges of all triangles, each with its direction in the lowest bit, sorted: those of one edge stand together. */
static uint64_t *sorted_edges(const pd_smpl_model *model)
{
    const size_t count = 3 * (size_t)model->face_count;
    uint64_t *keys = malloc((count + 1) * sizeof *keys);

    if (!keys) return NULL;
    for (size_t i = 0; i < count; i++) {
        const uint64_t from = model->data.faces[i], to = model->data.faces[i % 3 == 2 ? i - 2 : i + 1];
        const uint64_t low = from < to ? from : to, high = from < to ? to : from;
        keys[i] = 2 * (low * (uint64_t)model->vertex_count + high) + (from < to);
    }
    qsort(keys, count, sizeof *keys, by_key);
    return keys;
}

static pd_status check_edges(const pd_smpl_model *model, pd_error *err)
{
    const size_t count = 3 * (size_t)model->face_count;
    uint64_t *keys = sorted_edges(model);
    int edges = 0, open = 0, crowded = 0, twisted = 0;

    if (!keys) return pd_fail(err, PD_ERR_MEMORY, "/model", "out of memory");
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i; next < count && keys[next] >> 1 == keys[i] >> 1;) next++;
        edges++;
        open += next - i == 1;
        crowded += next - i > 2;
        twisted += next - i == 2 && keys[i] == keys[i + 1];
    }
    free(keys);

    if (open + crowded + twisted <= FAULTY_SHARE * edges) return PD_OK;
    return pd_fail(
        err, PD_ERR_UNSUPPORTED, "/model",
        "not the surface of a body: of %d edges %d have a triangle on one side only, %d have more than two "
        "triangles, %d have two that disagree about the outside; %.0f %% allowed",
        edges, open, crowded, twisted, 100 * FAULTY_SHARE);
}

static pd_status check_bulk(const pd_smpl_model *model, pd_error *err)
{
    const pd_smpl_measure_row *height_row = &pd_smpl_measures[PD_SMPL_HEIGHT];
    const float *at = model->data.v_template;
    double bottom = INFINITY, top = -INFINITY, volume = 0;

    for (int v = 0; v < model->vertex_count; v++) {
        bottom = fmin(bottom, (double)at[3 * (size_t)v + 1]);
        top = fmax(top, (double)at[3 * (size_t)v + 1]);
    }
    for (int i = 0; i < model->face_count; i++) {
        const uint32_t *f = model->data.faces + 3 * (size_t)i;
        const float *a = at + 3 * (size_t)f[0], *b = at + 3 * (size_t)f[1], *c = at + 3 * (size_t)f[2];
        const double x = (double)b[1] * (double)c[2] - (double)b[2] * (double)c[1];
        const double y = (double)b[2] * (double)c[0] - (double)b[0] * (double)c[2];
        const double z = (double)b[0] * (double)c[1] - (double)b[1] * (double)c[0];
        volume += ((double)a[0] * x + (double)a[1] * y + (double)a[2] * z) / 6;
    }

    const double height = top - bottom, bmi = 1000 * volume / (height * height);
    if (!(height >= height_row->least && height <= height_row->greatest))
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, "/model",
            "not a body: %g m from its lowest to its highest point; %g to %g allowed (models are in metres)",
            height, height_row->least, height_row->greatest);
    if (!(volume > 0))
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, "/model",
            "not the surface of a body: it encloses %g m3; faces are to be counter-clockwise from outside",
            volume);
    if (!(bmi >= BMI_LEAST && bmi <= BMI_MOST))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/model",
                       "not a body: %g m3 at a height of %g m would be %g kg/m2; %g to %g allowed", volume,
                       height, bmi, BMI_LEAST, BMI_MOST);
    return PD_OK;
}

pd_status pd_smpl_closed_check(const pd_smpl_model *model, pd_error *err)
{
    pd_status status;

    if (__atomic_load_n(&model->is_closed, __ATOMIC_RELAXED)) return PD_OK;
    status = check_edges(model, err);
    if (status == PD_OK) status = check_bulk(model, err);
    if (status == PD_OK) __atomic_store_n((int *)(uintptr_t)&model->is_closed, 1, __ATOMIC_RELAXED);
    return status;
}
