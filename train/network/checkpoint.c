/* Saves and loads a training: safetensors with everything that decides how it goes on. */
#include "core/base/hash.h"
#include "core/base/assert.h"
#include "core/io/tensor/safetensors.h"
#include "train/network/train_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of an evaluation in the file: step, loss, then the seven of pd_train_free_result. */
#define EVALUATION_NUMBERS 9
#define KIND               "motion training"

/* step, budget, sum and number of losses since the last evaluation, best evaluation */
enum { AT_STEP, AT_ROWS, AT_LOSS_SUM, AT_LOSS_COUNT, AT_BEST, AT_COUNT };

/* Writes the hash of the rows and of the options that may not change. With another hash the training would
 * continue differently. */
static void fingerprint(char out[17], const pd_train_network *t)
{
    const pd_train_rows *r = t->rows;
    size_t in = (size_t)r->layout.in_count;
    size_t count = (size_t)r->count;
    size_t y = (size_t)r->layout.out_count;

    /* The hash starts with the sizes and the seed. Options that came later are added only when they differ
     * from their default, so that older checkpoints still load. */
    const int sizes[4] = {t->params.x_dim, t->params.h_dim, t->params.y_dim, t->options.batch_groups};
    uint64_t hash = pd_hash64(sizes, sizeof sizes, t->options.seed);

    if (t->options.group_rows != PD_TRAIN_GROUP_ROWS)
        hash = pd_hash64(&t->options.group_rows, sizeof t->options.group_rows, hash);
    if (t->options.experts) hash = pd_hash64(&t->options.experts, sizeof t->options.experts, hash);

    /* Add the rows. Means and deviations stand for all inputs and outputs, which would take long to hash. */
    hash = pd_hash64(r->phase, count * sizeof *r->phase, hash);
    hash = pd_hash64(r->weight, count * sizeof *r->weight, hash);
    hash = pd_hash64(r->held_out, count, hash);
    hash = pd_hash64(r->x_mean, in * sizeof(float), hash);
    hash = pd_hash64(r->x_std, in * sizeof(float), hash);
    hash = pd_hash64(r->y_mean, y * sizeof(float), hash);
    hash = pd_hash64(r->y_std, y * sizeof(float), hash);
    snprintf(out, 17, "%016llx", (unsigned long long)hash);
}

pd_status pd_train_network_save(const pd_train_network *t, const char *path, pd_error *err)
{
    char print[17];
    double state[AT_COUNT] = {(double)t->step, (double)t->options.rows, t->loss_sum, (double)t->loss_count,
                              t->best_evaluation};

    /* One number more than needed, so that the array is never empty. */
    double *evaluations = calloc((size_t)t->evaluation_count * EVALUATION_NUMBERS + 1, sizeof *evaluations);
    if (!evaluations)
        return pd_fail(err, PD_ERR_MEMORY, path, "out of memory for %d evaluations", t->evaluation_count);
    for (int i = 0; i < t->evaluation_count; i++) {
        const pd_train_evaluation *evaluation = &t->evaluations[i];
        const pd_train_free_result *f = &evaluation->free;
        const double numbers[EVALUATION_NUMBERS] = {(double)evaluation->step,
                                                    evaluation->loss,
                                                    f->held,
                                                    f->joints,
                                                    f->slide,
                                                    f->recorded_slide,
                                                    f->support,
                                                    f->recorded_support,
                                                    f->worst};
        memcpy(evaluations + i * EVALUATION_NUMBERS, numbers, sizeof numbers);
    }

    const size_t count[1] = {t->params.count};
    const size_t states[1] = {AT_COUNT};
    const size_t evaluation_shape[2] = {(size_t)t->evaluation_count, EVALUATION_NUMBERS};
    fingerprint(print, t);

    /* Everything that decides how the training goes on. */
    pd_safetensor tensors[] = {{"parameters", pd_array_of(PD_DTYPE_F32, t->params.values, 1, count)},
                               {"first_moments", pd_array_of(PD_DTYPE_F32, t->m, 1, count)},
                               {"second_moments", pd_array_of(PD_DTYPE_F32, t->v, 1, count)},
                               {"best", pd_array_of(PD_DTYPE_F32, t->best, 1, count)},
                               {"state", pd_array_of(PD_DTYPE_F64, state, 1, states)},
                               {"looks", pd_array_of(PD_DTYPE_F64, evaluations, 2, evaluation_shape)}};
    const pd_safetensors_text texts[] = {{"kind", KIND}, {"fingerprint", print}};
    int number =
        (int)(sizeof tensors / sizeof *tensors) - (t->evaluation_count == 0); /* none: no array of none */
    const pd_safetensors_out what = {
        .tensors = tensors, .tensor_count = number, .texts = texts, .text_count = 2};
    pd_status status = pd_safetensors_save(path, &what, err);
    free(evaluations);

    return status;
}

/* ---- back */

typedef struct reader {
    const pd_safetensors *file;
    const char *path;
    pd_error *err;
} reader;

/* Reads an array that must have exactly `count` numbers. */
static pd_status read_floats_checkpoint(float *out, const reader *r, const char *name, size_t count)
{
    const pd_array *array = pd_safetensors_find(r->file, name);

    if (!array) return pd_fail(r->err, PD_ERR_FORMAT, r->path, "%s is missing", name);
    if (array->count != count)
        return pd_fail(r->err, PD_ERR_FORMAT, r->path, "%s has %zu numbers; %zu allowed", name, array->count,
                       count);

    return pd_array_f32(out, array, name, r->err);
}

/* Reads the loss curve so far. The array's name in a file is "looks". */
static pd_status read_evaluations(pd_train_network *t, const reader *r)
{
    const pd_array *array = pd_safetensors_find(r->file, "looks");

    t->evaluation_count = 0;
    t->best_evaluation = -1;

    /* Older files have none. */
    if (!array) return PD_OK;
    if (array->rank != 2 || array->shape[1] != EVALUATION_NUMBERS)
        return pd_fail(r->err, PD_ERR_FORMAT, r->path, "looks: rows of %d numbers needed",
                       EVALUATION_NUMBERS);

    double *numbers = malloc(array->count * sizeof *numbers + 1);
    if (!numbers) return pd_fail(r->err, PD_ERR_MEMORY, r->path, "out of memory for the evaluations");

    PD_ASSERT(array->shape[0] <= array->count);
    pd_status status = pd_array_f64(numbers, array, "looks", r->err);
    for (size_t i = 0; !status && i < array->shape[0]; i++) {
        const double *n = numbers + i * EVALUATION_NUMBERS;
        const pd_train_evaluation evaluation = {(long)n[0], n[1], {n[2], n[3], n[4], n[5], n[6], n[7], n[8]}};
        status = pd_train_network_keep(t, &evaluation, r->err);
    }

    free(numbers);
    return status;
}

/* Reads a checkpoint into a training that was created with the same rows and options. 1e15 bounds the
 * counters: below it doubles hold whole numbers exactly, and the casts cannot overflow. */
static pd_status read_all_checkpoint(pd_train_network *t, const reader *r)
{
    char print[17];
    const char *kind = pd_safetensors_get(r->file, "kind");
    const char *saved = pd_safetensors_get(r->file, "fingerprint");

    fingerprint(print, t);

    /* Refuse checkpoints of another kind or of other data. */
    if (!kind || strcmp(kind, KIND))
        return pd_fail(r->err, PD_ERR_FORMAT, r->path, "no checkpoint of a motion training");
    if (!saved || strcmp(saved, print) != 0)
        return pd_fail(r->err, PD_ERR_INVALID, r->path,
                       "of other rows, sizes or seed: fingerprint %s, not %s", saved ? saved : "none", print);

    /* Read the parameters and the state of Adam. */
    size_t count = t->params.count;
    pd_status status = read_evaluations(t, r);
    if (!status) status = read_floats_checkpoint(t->params.values, r, "parameters", count);
    if (!status) status = read_floats_checkpoint(t->m, r, "first_moments", count);
    if (!status) status = read_floats_checkpoint(t->v, r, "second_moments", count);
    if (!status) status = read_floats_checkpoint(t->best, r, "best", count);
    if (status) return status;

    /* Counters, each of which is a whole number in its range. */
    double s[AT_COUNT];
    const pd_array *array = pd_safetensors_find(r->file, "state");
    if (!array || array->count != AT_COUNT)
        return pd_fail(r->err, PD_ERR_FORMAT, r->path, "state: %d numbers needed", AT_COUNT);

    status = pd_array_f64(s, array, "state", r->err);
    if (status) return status;

    for (int i = 0; i < AT_COUNT; i++)
        if (!(fabs(s[i]) <= 1e15) || (i != AT_LOSS_SUM && s[i] != floor(s[i])) || (i != AT_BEST && s[i] < 0))
            return pd_fail(r->err, PD_ERR_FORMAT, r->path, "state[%d] is %g", i, s[i]);

    t->step = (long)s[AT_STEP];
    t->options.rows = (long)s[AT_ROWS];
    t->loss_sum = s[AT_LOSS_SUM];
    t->loss_count = (long)s[AT_LOSS_COUNT];
    if (s[AT_BEST] < -1 || s[AT_BEST] >= t->evaluation_count)
        return pd_fail(r->err, PD_ERR_FORMAT, r->path, "state: evaluation %g of %d", s[AT_BEST],
                       t->evaluation_count);

    t->best_evaluation = (int)s[AT_BEST];
    return PD_OK;
}

pd_status pd_train_network_load(pd_train_network *t, const char *path, pd_error *err)
{
    pd_safetensors file;
    pd_status status = pd_safetensors_open(&file, path, err);

    if (status) return status;
    const reader r = {&file, path, err};
    status = read_all_checkpoint(t, &r);
    pd_safetensors_deinit(&file);

    return status;
}
