#include "train/learn/checkpoint.h"

#include "core/base/hash.h"
#include "core/io/tensor/safetensors.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TENSORS 8
#define NUMBERS ((size_t)7) /* of one entry of the history */

typedef struct tensor {
    const char *name;
    pd_dtype dtype;
    void *data;
    int rank;
    size_t shape[3];
} tensor;

/* The tensors that the file has, in the state's memory; the history's numbers stand in `entries`. */
static void list_tensors(tensor out[TENSORS], const pd_learn_state *s, double *entries, size_t entry_count)
{
    size_t v = (size_t)s->vertex_count;
    size_t k = (size_t)s->joint_count;
    size_t people = (size_t)s->subject_count;
    size_t n = (size_t)s->count;
    const tensor rows[TENSORS] = {
        {"templates", PD_DTYPE_F64, s->templates, 3, {people, v, 3}},
        {"joints", PD_DTYPE_F64, s->joints, 3, {people, k, 3}},
        {"rotations", PD_DTYPE_F64, s->rotations, 3, {n, k, 9}},
        {"translations", PD_DTYPE_F64, s->translations, 2, {n, 3}},
        {"weights", PD_DTYPE_F64, s->weights, 2, {v, PD_LEARN_SLOTS}},
        {"blend", PD_DTYPE_F32, s->blend, 3, {v, 3, (size_t)s->feature_count}},
        {"holds", PD_DTYPE_F32, s->holds, 1, {v}},
        {"history", PD_DTYPE_F64, entries, 2, {entry_count, NUMBERS}},
    };
    memcpy(out, rows, sizeof rows);
}

/* Writes the identity of the problem that a state belongs to:
 * a hash of meshes, template and weights of the terms. */
static void name_set(char out[32], const pd_learn_problem *problem)
{
    uint64_t hash = pd_hash64(&problem->lambdas, sizeof problem->lambdas, pd_learn_set_hash(problem->set));
    hash = pd_hash64(problem->tpl->vertices, 3 * (size_t)problem->tpl->vertex_count * sizeof(float), hash);
    hash = pd_hash64(problem->tpl->parts, (size_t)problem->tpl->vertex_count * sizeof(int), hash);
    if (problem->is_mirrored) hash = pd_hash64("mirrored", 8, hash);
    snprintf(out, 32, "%016" PRIx64, hash);
}

pd_status pd_learn_checkpoint_save(const char *path, const pd_learn_state *state,
                                   const pd_learn_history *history, const pd_learn_problem *problem,
                                   pd_error *err)
{
    double entries[NUMBERS * (PD_LEARN_ROUNDS_MAX + 1)];
    tensor rows[TENSORS];
    pd_safetensor tensors[TENSORS];
    char set[32];

    /* Write the history as numbers. */
    for (int i = 0; i < history->count; i++) {
        const pd_learn_energy *e = &history->energies[i];
        const double numbers[NUMBERS] = {e->data,    e->symmetry, e->joints, e->blend,
                                         e->weights, e->total,    e->mean_mm};
        memcpy(entries + NUMBERS * (size_t)i, numbers, sizeof numbers);
    }

    list_tensors(rows, state, entries, (size_t)history->count);
    for (int i = 0; i < TENSORS; i++)
        tensors[i] = (pd_safetensor){rows[i].name,
                                     pd_array_of(rows[i].dtype, rows[i].data, rows[i].rank, rows[i].shape)};

    /* The checkpoint is for these meshes only. */
    name_set(set, problem);
    const pd_safetensors_text texts[] = {{"kind", "posed-learning"}, {"set", set}};
    const pd_safetensors_out what = {
        .tensors = tensors, .tensor_count = TENSORS, .texts = texts, .text_count = 2};

    return pd_safetensors_save(path, &what, err);
}

/* Reads state and history from a checkpoint of the same problem. */
static pd_status read_all_checkpoint(pd_learn_state *state, pd_learn_history *history,
                                     const pd_learn_problem *problem, const pd_safetensors *file,
                                     const char *path, pd_error *err)
{
    double entries[NUMBERS * (PD_LEARN_ROUNDS_MAX + 1)];
    const char *set = pd_safetensors_get(file, "set");
    const pd_array *past = pd_safetensors_find(file, "history");
    tensor rows[TENSORS];
    char wanted[32];

    /* Refuse the checkpoint of other meshes. */
    name_set(wanted, problem);
    if (!set || strcmp(set, wanted))
        return pd_fail(err, PD_ERR_RANGE, path,
                       "it belongs to other meshes, another template or other weights of the terms");
    if (!past || past->rank != 2 || past->shape[0] < 1 || past->shape[0] > PD_LEARN_ROUNDS_MAX + 1)
        return pd_fail(err, PD_ERR_FORMAT, path, "history: 1 to %d rounds allowed", PD_LEARN_ROUNDS_MAX + 1);

    /* Read the tensors of the known shapes. */
    list_tensors(rows, state, entries, past->shape[0]);
    for (int i = 0; i < TENSORS; i++) {
        const tensor *row = &rows[i];
        const pd_array *array = pd_safetensors_find(file, row->name);
        char where[192];
        snprintf(where, sizeof where, "%s: %s", path, row->name);
        if (!array) return pd_fail(err, PD_ERR_FORMAT, where, "not there");

        int same = array->rank == row->rank;
        for (int d = 0; same && d < row->rank; d++) same = array->shape[d] == row->shape[d];
        if (!same) return pd_fail(err, PD_ERR_FORMAT, where, "its shape is not that of these meshes");
        if (row->dtype == PD_DTYPE_F32 ? pd_array_f32(row->data, array, where, err)
                                       : pd_array_f64(row->data, array, where, err))
            return err->status;
    }

    /* Pose blend shapes that are all 0 were not learned yet. */
    const size_t numbers = 3 * (size_t)state->vertex_count * (size_t)state->feature_count;
    state->is_blended = false;
    for (size_t i = 0; i < numbers && !state->is_blended; i++) state->is_blended = state->blend[i] != 0;

    /* Read the history. */
    history->count = (int)past->shape[0];
    for (int i = 0; i < history->count; i++) {
        const double *in = entries + NUMBERS * (size_t)i;
        history->energies[i] = (pd_learn_energy){.data = in[0],
                                                 .symmetry = in[1],
                                                 .joints = in[2],
                                                 .blend = in[3],
                                                 .weights = in[4],
                                                 .total = in[5],
                                                 .mean_mm = in[6]};
    }

    return PD_OK;
}

pd_status pd_learn_checkpoint_load(pd_learn_state *state, pd_learn_history *history,
                                   const pd_learn_problem *problem, const char *path, pd_error *err)
{
    pd_safetensors file;
    if (pd_safetensors_open(&file, path, err)) return err->status;
    pd_status status = read_all_checkpoint(state, history, problem, &file, path, err);
    pd_safetensors_deinit(&file);
    return status;
}
