/* Measures bodies of a model as the survey's people were measured. */
#include "factory/people/people_parts.h"

#include "core/base/assert.h"
#include "core/smpl/measure/tape.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* What one worker measures with: the tape keeps the directions in an order that takes a third of the time. */
typedef struct measurer {
    pd_arena scratch;
    pd_smpl_tape tape;
} measurer;

typedef struct measuring {
    double *values;
    const pd_smpl_model *model;
    const double *betas;
    int count;           /* of measures: M, MOST or ALL */
    measurer *measurers; /* one per worker */
} measuring;

static void measure_one(void *arg, int index, int worker)
{
    const measuring *m = arg;
    const int b = m->model->beta_count;
    float betas[PD_SMPL_PEOPLE_MAX_BETAS];
    double rounded[PD_SMPL_PEOPLE_MAX_BETAS], all[PD_SMPL_MEASURE_COUNT];
    uint64_t wanted = 0;

    for (int k = 0; k < b; k++)
        rounded[k] = (double)(betas[k] = (float)m->betas[(size_t)index * (size_t)b + (size_t)k]);
    for (int i = 0; i < M; i++) wanted |= UINT64_C(1) << pd_smpl_measure_find(pd_smpl_people_rows[i].name);
    pd_smpl_tape *tape = &m->measurers[worker].tape;
    pd_smpl_tape_shape(tape, rounded, b);
    pd_smpl_tape_read(all, NULL, tape, wanted, PD_SMPL_DENSITY_DEFAULT);
    double *values = m->values + (size_t)index * (size_t)m->count;
    for (int i = 0; i < M; i++) values[i] = all[pd_smpl_measure_find(pd_smpl_people_rows[i].name)];
    if (m->count > M) pd_factory_head_measure_body(values + M, m->count - M, m->model, betas);
}

pd_status pd_factory_people_measure_bodies(double *values, int measures, const pd_smpl_model *model,
                                           const double *betas, int count, const pd_executor *executor,
                                           pd_error *err)
{
    measuring m = {.values = values,
                   .model = model,
                   .betas = betas,
                   .count = measures,
                   .measurers = calloc((size_t)executor->worker_count, sizeof *m.measurers)};
    bool good = m.measurers != NULL;

    for (int w = 0; good && w < executor->worker_count; w++) {
        measurer *one = &m.measurers[w];
        good = pd_arena_reserve(&one->scratch, pd_smpl_tape_bytes(model) +
                                                   pd_smpl_tape_directions_bytes(model, model->beta_count));
        if (!good) break;
        pd_smpl_tape_init(&one->tape, model, &one->scratch);
        pd_smpl_tape_take_directions(&one->tape, model->beta_count, &one->scratch);
    }

    if (good) pd_execute(executor, measure_one, &m, count);
    for (int w = 0; m.measurers && w < executor->worker_count; w++) pd_arena_deinit(&m.measurers[w].scratch);
    free(m.measurers);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "people", "out of memory for %d bodies", count);
}

pd_status pd_factory_people_measure(double *values, const pd_smpl_model *model, const double *betas,
                                    int count, const pd_executor *executor, pd_error *err)
{
    return pd_factory_people_measure_bodies(values, M, model, betas, count, executor, err);
}

pd_status pd_factory_people_measure_all(double *values, const pd_smpl_model *model, const double *betas,
                                        int count, const pd_executor *executor, pd_error *err)
{
    return pd_factory_people_measure_bodies(values, ALL, model, betas, count, executor, err);
}

pd_status pd_factory_people_measure_logs(double *logs, int measures, const pd_smpl_model *model,
                                         const double *betas, int count, const pd_executor *executor,
                                         pd_error *err)
{
    const pd_status status =
        pd_factory_people_measure_bodies(logs, measures, model, betas, count, executor, err);

    for (int i = 0; status == PD_OK && i < count * measures; i++) {
        if (!(logs[i] > 0))
            return pd_fail(
                err, PD_ERR_RANGE, pd_factory_people_measure_name(i % measures),
                "a body of the model cannot be measured; joints by SMPL's names and a closed skin needed");
        logs[i] = log(logs[i]);
    }

    return status;
}

int pd_factory_people_survey_index(int i)
{
    return i < M ? i : i - M + PD_FACTORY_SURVEY_HEAD;
}

const char *pd_factory_people_measure_name(int i)
{
    return i < M ? pd_smpl_people_rows[i].name : pd_factory_head_rows[i - M].name;
}
