/* Reads and writes learned starts as safetensors. */
#include "core/rig/start.h"

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/references.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS ((size_t)PD_RIG_MAP_NUMBERS)
#define JOINTS  ((size_t)PD_RIG_MAP_JOINTS)
#define ALL     (2 * (NUMBERS + 1) * JOINTS) /* numbers of both layers: weights and a bias each */

static const char *const weight_names[2] = {"first", "next"}, *const bias_names[2] = {"first_bias",
                                                                                      "next_bias"};

/* Describes the kind of file for model_file.h. */
static pd_model_file start_file_own_file(const pd_safetensors *file, pd_error *err)
{
    return (pd_model_file){.file = file,
                           .kind = PD_RIG_START_KIND,
                           .version = PD_RIG_START_VERSION,
                           .called = "a start of rigging",
                           .err = err};
}

pd_status pd_rig_start_init(pd_rig_start *out, pd_error *err)
{
    memset(out, 0, sizeof *out);
    float *all = calloc(ALL, sizeof *all);
    if (!all) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a start of rigging");
    for (size_t i = 0; i < 2; i++) {
        out->weights[i] = all + i * NUMBERS * JOINTS;
        out->bias[i] = all + 2 * NUMBERS * JOINTS + i * JOINTS;
    }

    out->resident_bytes = sizeof *out + ALL * sizeof *all;
    out->references = 1;

    return PD_OK;
}

void pd_rig_start_deinit(pd_rig_start *start)
{
    free(start->weights[0]);
    pd_model_text_free(&start->text);
    memset(start, 0, sizeof *start);
}

/* ---- reading ---- */

pd_status pd_rig_start_parse(pd_rig_start *out, const void *bytes, size_t size, const char *name,
                             pd_error *err)
{
    const size_t weights[2] = {NUMBERS, JOINTS};
    const size_t bias[1] = {JOINTS};
    pd_safetensors file;

    memset(out, 0, sizeof *out);
    pd_status status = pd_safetensors_parse(&file, bytes, size, name, err);
    if (status != PD_OK) return status;

    /* All weights and biases have to be finite. */
    const pd_model_file own = start_file_own_file(&file, err);
    status = pd_rig_start_init(out, err);
    if (status == PD_OK) status = pd_model_file_check(&own);
    for (int i = 0; status == PD_OK && i < 2; i++) {
        status = pd_model_file_floats(out->weights[i], &own, weight_names[i], 2, weights);
        if (status == PD_OK) status = pd_model_file_floats(out->bias[i], &own, bias_names[i], 1, bias);
    }

    for (size_t i = 0; status == PD_OK && i < ALL; i++)
        if (!isfinite(out->weights[0][i]))
            status = pd_fail(err, PD_ERR_RANGE,
                             i < 2 * NUMBERS * JOINTS ? weight_names[i >= NUMBERS * JOINTS]
                                                      : bias_names[i >= (2 * NUMBERS + 1) * JOINTS],
                             "a number is not finite; finite numbers expected");
    if (status == PD_OK) status = pd_model_file_texts(&out->text, &own);
    if (status == PD_OK) out->content_hash = pd_hash64(out->weights[0], ALL * sizeof(float), 0);
    pd_safetensors_deinit(&file);
    if (status != PD_OK) pd_rig_start_deinit(out);

    return pd_model_file_place(status, name, err);
}

pd_status pd_rig_start_load(pd_rig_start **out, const char *path, pd_error *err)
{
    pd_bytes file;

    *out = NULL;
    pd_status status = pd_file_map(&file, path, err);
    if (status != PD_OK) return status;
    pd_rig_start *start = malloc(sizeof *start);
    status = start ? pd_rig_start_parse(start, file.data, file.size, path, err)
                   : pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
    pd_file_unmap(&file);
    if (status == PD_OK)
        *out = start;
    else
        free(start);

    return status;
}

pd_rig_start *pd_rig_start_retain(pd_rig_start *start)
{
    pd_references_add(&start->references);
    return start;
}

void pd_rig_start_release(pd_rig_start *start)
{
    if (!start || !pd_references_drop(&start->references)) return;

    pd_rig_start_deinit(start);
    free(start);
}

/* ---- writing ---- */

pd_status pd_rig_start_encode(pd_buffer *out, const pd_rig_start *start, pd_error *err)
{
    uint16_t *half = malloc(ALL * sizeof *half);
    pd_safetensors_text texts[PD_MODEL_FILE_TEXTS];
    const pd_model_file own = start_file_own_file(NULL, err);

    if (!half) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the file");

    /* Numbers in half precision: both layers' weights, then both biases. */
    for (size_t i = 0; i < ALL; i++) half[i] = pd_half_from_float(start->weights[0][i]);
    const uint16_t *bias = half + 2 * NUMBERS * JOINTS;
    pd_safetensor tensors[] = {
        {weight_names[0], PD_ARRAY(PD_DTYPE_F16, half, NUMBERS, JOINTS)},
        {weight_names[1], PD_ARRAY(PD_DTYPE_F16, half + NUMBERS * JOINTS, NUMBERS, JOINTS)},
        {bias_names[0], PD_ARRAY(PD_DTYPE_F16, bias, JOINTS)},
        {bias_names[1], PD_ARRAY(PD_DTYPE_F16, bias + JOINTS, JOINTS)}};
    const pd_safetensors_out what = {.tensors = tensors,
                                     .tensor_count = sizeof tensors / sizeof *tensors,
                                     .texts = texts,
                                     .text_count =
                                         pd_model_file_add_texts(texts, 0, &own, NULL, &start->text)};
    const pd_status status = pd_safetensors_write(out, &what, err);
    free(half);

    return status;
}

pd_status pd_rig_start_save(const pd_rig_start *start, const char *path, pd_error *err)
{
    pd_buffer out = {0};
    pd_status status = pd_rig_start_encode(&out, start, err);
    if (status == PD_OK) status = pd_file_write(path, out.data, out.size, err);
    pd_buffer_deinit(&out);
    return status;
}
