#include "core/smpl/measure/measure.h"

#include "core/base/assert.h"
#include "core/smpl/closed.h"
#include "core/smpl/measure/tape.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const pd_smpl_measure_row pd_smpl_measures[PD_SMPL_MEASURE_COUNT] = {
#define ROW(id, name, iso, unit, least, greatest, tolerance, definition)                                     \
    [PD_SMPL_##id] = {name, iso, unit, definition, least, greatest, tolerance},
    PD_SMPL_MEASURE_TABLE(ROW)
#undef ROW
};

pd_smpl_measure pd_smpl_measure_find(const char *name)
{
    int i = 0;
    while (i < PD_SMPL_MEASURE_COUNT && strcmp(pd_smpl_measures[i].name, name)) i++;
    return (pd_smpl_measure)i;
}

const char *pd_smpl_measure_unit_hint(char *out, size_t size, double value, double least, double greatest,
                                      const char *unit)
{
    PD_ASSERT(size > 0);
    static const struct {
        const char *unit, *meant;
        double factor;
    } units[] = {{"m", "cm", 0.01},      {"m", "mm", 0.001},           {"m", "inches", 0.0254},
                 {"m", "feet", 0.3048},  {"kg", "pounds", 0.45359237}, {"kg", "g", 0.001},
                 {"m3", "litres", 0.001}};

    /* Several units may bring the value into the range. Choose the one nearest to the range's centre: 69 as a
     * height is inches, not centimetres. */
    double nearest = INFINITY;
    *out = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const double meant = value * units[i].factor;
        if (strcmp(units[i].unit, unit) || !(meant >= least && meant <= greatest)) continue;
        const double off = fabs(log(meant / sqrt(least * greatest)));
        if (off >= nearest) continue;
        nearest = off;
        snprintf(out, size, "; %g %s would be %g %s", value, units[i].meant, meant, unit);
    }

    return out;
}

pd_status pd_smpl_measure_check_model(const pd_smpl_model *model, pd_error *err)
{
    const pd_smpl_measure_row *height = &pd_smpl_measures[PD_SMPL_HEIGHT];
    return pd_smpl_closed_check(&model->closed, height->least, height->greatest, err);
}

pd_status pd_smpl_measure_check(const pd_smpl_measure_job *job, const pd_smpl_model *model, pd_error *err)
{
    if (job->body_count < 1)
        return pd_fail(err, PD_ERR_RANGE, "/bodies", "%d bodies; at least 1 expected", job->body_count);
    if (job->beta_count < 0 || job->beta_count > model->beta_count)
        return pd_fail(err, PD_ERR_RANGE, "/betas", "%d numbers; 0 to %d allowed", job->beta_count,
                       model->beta_count);
    if (job->density != 0 && !(job->density >= 500 && job->density <= 2000))
        return pd_fail(err, PD_ERR_RANGE, "/density", "%g; 500 to 2000 kg/m3 allowed", job->density);
    if (job->wanted >> PD_SMPL_MEASURE_COUNT)
        return pd_fail(err, PD_ERR_RANGE, "/measurements",
                       "a bit of no measurement is set; bits 0 to %d allowed", PD_SMPL_MEASURE_COUNT - 1);

    /* Betas are read as they are, so a number that is not finite would spread to every measurement. */
    for (int n = 0; n < job->body_count; n++)
        for (int b = 0; b < job->beta_count; b++) {
            const float beta = job->betas[(size_t)n * (size_t)job->beta_count + (size_t)b];
            if (isfinite(beta)) continue;
            char where[48];
            snprintf(where, sizeof where, "/bodies/%d/betas/%d", n, b);
            return pd_fail(err, PD_ERR_RANGE, where, "%g; finite numbers allowed", beta);
        }

    /* A surface that is not closed has no volume. */
    return pd_smpl_measure_check_model(model, err);
}

size_t pd_smpl_measure_scratch_bytes(const pd_smpl_model *model)
{
    return pd_smpl_tape_bytes(model);
}

void pd_smpl_measure_run(const pd_smpl_measure_job *job, const pd_smpl_model *model, pd_arena *scratch)
{
    const size_t used_before = scratch->used;
    pd_smpl_tape tape;

    pd_smpl_tape_init(&tape, model, scratch);

    for (int n = 0; n < job->body_count && !pd_cancelled(job->cancel); n++) {
        double betas[PD_SMPL_MAX_BETAS];
        for (int b = 0; b < job->beta_count; b++)
            betas[b] = job->betas[(size_t)n * (size_t)job->beta_count + (size_t)b];
        pd_smpl_tape_shape(&tape, betas, job->beta_count);
        pd_smpl_tape_read(job->values + (size_t)n * PD_SMPL_MEASURE_COUNT,
                          job->lines ? job->lines + (size_t)n * PD_SMPL_MEASURE_COUNT : NULL, &tape,
                          job->wanted, job->density > 0 ? job->density : PD_SMPL_DENSITY_DEFAULT);
    }

    scratch->used = used_before;
}
