/* Reads and writes databases as safetensors. docs/reference/pfnn.md lists the tensors. */
#include "core/base/file.h"
#include "core/matching/database.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COPY_NUMBERS 4 /* clip, mirror, arc, time */

static pd_model_file database_file_own_file(const pd_safetensors *file, pd_error *err)
{
    return (pd_model_file){.file = file,
                           .kind = PD_MATCHING_KIND,
                           .version = PD_MATCHING_VERSION,
                           .called = "a matching database",
                           .err = err};
}

/* ---- reading */

/* Copies the values of a tensor with exactly this type and shape. */
static pd_status read_raw(void *out, const pd_model_file *f, const char *name, pd_dtype dtype, int rank,
                          const size_t *shape)
{
    const pd_array *array;
    pd_status s = pd_model_file_find(&array, f, name, rank, shape);

    if (s) return s;
    if (array->dtype != dtype)
        return pd_fail(f->err, PD_ERR_FORMAT, name, "its numbers are %s; %s expected",
                       pd_dtype_name(array->dtype), pd_dtype_name(dtype));
    memcpy(out, array->data, array->data_bytes);

    return PD_OK;
}

/* Finds the length of a tensor's first axis. */
static pd_status length_of(size_t *out, const pd_model_file *f, const char *name, int rank)
{
    const pd_array *array = pd_safetensors_find(f->file, name);
    char is[128];

    if (!array) return pd_fail(f->err, PD_ERR_FORMAT, name, "missing: %s needs it", f->called);
    if (array->rank != rank)
        return pd_fail(f->err, PD_ERR_FORMAT, name, "its shape is %s; %d axes expected",
                       pd_array_shape_text(array, is, sizeof is), rank);
    *out = array->shape[0] < 1u << 30 ? array->shape[0] : 1u << 30;

    return PD_OK;
}

static pd_status read_arrays(pd_matching_database *d, const pd_model_file *f)
{
    /* Arrays with the same layout in the file and in memory. */
    const size_t j[2] = {(size_t)d->joint_count, 3};
    const size_t frames = (size_t)d->frame_count;
    const size_t rotations[3] = {frames, (size_t)d->turning_count, 3};
    const size_t three[2] = {frames, 3};
    const size_t gaits[2] = {frames, PD_MATCHING_GAITS};
    const size_t firsts = (size_t)d->clip_count + 1;
    const size_t turning = (size_t)d->turning_count;

    pd_status s = pd_model_file_names(d->joint_names, d->joint_count, f, "joint_names");
    if (!s) s = read_raw(d->parents, f, "parents", PD_DTYPE_I32, 1, j);
    if (!s) s = pd_model_file_floats(d->offsets, f, "offsets", 2, j);
    if (!s) s = read_raw(d->turning, f, "turning", PD_DTYPE_I32, 1, &turning);
    if (!s) s = read_raw(d->rotations, f, "rotations", PD_DTYPE_I16, 3, rotations);
    if (!s) s = read_raw(d->hips, f, "hips", PD_DTYPE_I16, 2, three);
    if (!s) s = read_raw(d->steps, f, "steps", PD_DTYPE_I16, 2, three);
    if (!s) s = read_raw(d->phases, f, "phases", PD_DTYPE_U16, 1, &frames);
    if (!s) s = read_raw(d->contacts, f, "contacts", PD_DTYPE_U8, 1, &frames);
    if (!s) s = read_raw(d->gaits, f, "gaits", PD_DTYPE_U8, 2, gaits);
    if (!s) s = read_raw(d->firsts, f, "firsts", PD_DTYPE_I32, 1, &firsts);

    /* Only a database of an animal has legs. */
    const size_t legs[2] = {PD_MATCHING_LEGS, PD_MATCHING_LEG_JOINTS};
    d->has_legs = pd_safetensors_find(f->file, "legs") != NULL;
    if (!s && d->has_legs) s = read_raw(d->legs, f, "legs", PD_DTYPE_I32, 2, legs);
    if (s) return s;

    /* Copies are rows of floats. */
    size_t count = (size_t)d->copy_count;
    size_t shape[2] = {count, COPY_NUMBERS};
    float *rows = malloc(count * COPY_NUMBERS * sizeof *rows);
    if (!rows) return pd_fail(f->err, PD_ERR_MEMORY, "copies", "out of memory for %zu", count);

    /* The clip's index and the mirror flag have to be integers. */
    s = pd_model_file_floats(rows, f, "copies", 2, shape);
    for (size_t v = 0; !s && v < count; v++) {
        const float *row = rows + v * COPY_NUMBERS;
        bool good = row[0] >= 0 && row[0] < (float)PD_MATCHING_MAX_CLIPS && row[0] == floorf(row[0]) &&
                    (row[1] == 0 || row[1] == 1);
        if (!good)
            s = pd_fail(f->err, PD_ERR_RANGE, "copies",
                        "row %zu: clip %g, mirror %g; a clip's number, and 0 or 1 expected", v,
                        (double)row[0], (double)row[1]);
        else
            d->copies[v] = (pd_matching_copy){
                .clip = (int)row[0], .mirror = row[1] != 0, .arc = (double)row[2], .time = (double)row[3]};
    }

    free(rows);

    return s;
}

static pd_status decode_database_file(pd_matching_database *d, const pd_model_file *f)
{
    const pd_array *poses;
    size_t turning = 0, frames = 0, firsts = 0, copies = 0;

    /* Sizes of the arrays. */
    pd_status s = pd_model_file_check(f);
    if (!s) s = length_of(&turning, f, "turning", 1);
    if (!s) s = length_of(&frames, f, "rotations", 3);
    if (!s) s = length_of(&firsts, f, "firsts", 1);
    if (!s) s = length_of(&copies, f, "copies", 2);
    if (s) return s;

    const char *text = pd_safetensors_get(f->file, "frame_rate");
    char *end = NULL;
    double rate = text ? strtod(text, &end) : 0;
    if (!text || end == text || *end || !(rate >= 15 && rate <= 120))
        return pd_fail(f->err, PD_ERR_FORMAT, "__metadata__/frame_rate",
                       "\"%.40s\"; a number of 15 to 120 expected", text ? text : "");

    s = pd_model_file_find(&poses, f, "rotations", 3,
                           (size_t[]){frames, turning, 3}); /* before memory is allocated */
    if (!s)
        s = pd_matching_database_init(d, pd_model_file_name_count(f, "joint_names"), (int)turning,
                                      (int)frames, (int)firsts - 1, (int)copies, f->err);
    if (s) return s;

    d->frame_rate = (float)rate;
    s = read_arrays(d, f);
    if (!s) s = pd_model_file_texts(&d->text, f);

    return s ? s : pd_matching_database_check(d, f->err);
}

pd_status pd_matching_database_parse(pd_matching_database *d, const void *bytes, size_t size,
                                     const char *name, pd_error *err)
{
    pd_safetensors file;

    memset(d, 0, sizeof *d);
    pd_status s = pd_safetensors_parse(&file, bytes, size, name, err);
    if (s) return s;

    const pd_model_file own = database_file_own_file(&file, err);
    s = decode_database_file(d, &own);
    pd_safetensors_deinit(&file);
    if (s) pd_matching_database_deinit(d);

    return pd_model_file_place(s, name, err);
}

/* ---- writing */

pd_status pd_matching_database_encode(pd_buffer *out, const pd_matching_database *d, pd_error *err)
{
    pd_status s = pd_matching_database_check(d, err);

    if (s) return s;

    /* Copies as rows of floats. */
    size_t frames = (size_t)d->frame_count;
    size_t joints = (size_t)d->joint_count;
    size_t copies = (size_t)d->copy_count;
    size_t turning = (size_t)d->turning_count;
    float *rows = malloc(copies * COPY_NUMBERS * sizeof *rows);
    if (!rows) return pd_fail(err, PD_ERR_MEMORY, "copies", "out of memory for %zu", copies);
    for (size_t v = 0; v < copies; v++) {
        const pd_matching_copy *copy = &d->copies[v];
        const float row[COPY_NUMBERS] = {(float)copy->clip, copy->mirror ? 1 : 0, (float)copy->arc,
                                         (float)copy->time};
        memcpy(rows + v * COPY_NUMBERS, row, sizeof row);
    }

    /* The other arrays have the same layout in memory and in the file. */
    pd_safetensor tensors[] = {
        {"parents", PD_ARRAY(PD_DTYPE_I32, d->parents, joints)},
        {"offsets", PD_ARRAY(PD_DTYPE_F32, d->offsets, joints, 3)},
        {"turning", PD_ARRAY(PD_DTYPE_I32, d->turning, turning)},
        {"rotations", PD_ARRAY(PD_DTYPE_I16, d->rotations, frames, turning, 3)},
        {"hips", PD_ARRAY(PD_DTYPE_I16, d->hips, frames, 3)},
        {"steps", PD_ARRAY(PD_DTYPE_I16, d->steps, frames, 3)},
        {"phases", PD_ARRAY(PD_DTYPE_U16, d->phases, frames)},
        {"contacts", PD_ARRAY(PD_DTYPE_U8, d->contacts, frames)},
        {"gaits", PD_ARRAY(PD_DTYPE_U8, d->gaits, frames, PD_MATCHING_GAITS)},
        {"firsts", PD_ARRAY(PD_DTYPE_I32, d->firsts, (size_t)d->clip_count + 1)},
        {"copies", PD_ARRAY(PD_DTYPE_F32, rows, copies, COPY_NUMBERS)},
        {"legs", PD_ARRAY(PD_DTYPE_I32, d->legs, PD_MATCHING_LEGS, PD_MATCHING_LEG_JOINTS)},
    };
    const int tensor_count = sizeof tensors / sizeof *tensors - (d->has_legs ? 0 : 1);
    char rate[32];
    pd_buffer names = {0};
    pd_safetensors_text texts[2 + PD_MODEL_FILE_TEXTS];
    snprintf(rate, sizeof rate, "%.9g", (double)d->frame_rate);
    texts[0] = (pd_safetensors_text){
        "joint_names", pd_model_file_join(&names, (const pd_model_name *)d->joint_names, d->joint_count)};
    texts[1] = (pd_safetensors_text){"frame_rate", rate};
    const pd_model_file own = database_file_own_file(NULL, err);
    int text_count = pd_model_file_add_texts(texts, 2, &own, "metres, seconds, radians", &d->text);

    pd_safetensors_out what = {
        .tensors = tensors, .tensor_count = tensor_count, .texts = texts, .text_count = text_count};
    s = names.failed ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the file")
                     : pd_safetensors_write(out, &what, err);
    pd_buffer_deinit(&names);
    free(rows);

    return s;
}

pd_status pd_matching_database_save(const pd_matching_database *d, const char *path, pd_error *err)
{
    pd_buffer out = {0};
    pd_status s = pd_matching_database_encode(&out, d, err);
    if (!s) s = pd_file_write(path, out.data, out.size, err);
    pd_buffer_deinit(&out);
    return s;
}
