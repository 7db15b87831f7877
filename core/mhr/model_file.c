/* Reads and writes MHR as safetensors. docs/reference/formats.md lists every tensor. */
#include "core/mhr/model.h"

#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTRIES_MAX (1 << 22) /* largest number of entries of a sparse matrix */

typedef struct decoding {
    pd_mhr *out;
    const pd_model_file *file;
    pd_error *err;
} decoding;

static pd_model_file model_file_own_file(const pd_safetensors *file, pd_error *err)
{
    return (pd_model_file){
        .file = file, .kind = PD_MHR_KIND, .version = PD_MHR_VERSION, .called = "an MHR model", .err = err};
}

/* ---- reading ---- */

/* Reads the size of a tensor along `axis`, from least to most. With least 0 the tensor may be missing; its
 * size is then 0. */
static pd_status read_size(int *out, const decoding *d, const char *name, int rank, int axis, int least,
                           int most)
{
    PD_ASSERT(axis >= 0 && axis < rank);
    const pd_array *array = pd_safetensors_find(d->file->file, name);
    *out = 0;
    if (!array && !least) return PD_OK;
    if (!array) return pd_fail(d->err, PD_ERR_FORMAT, name, "missing: %s needs it", d->file->called);
    if (array->rank != rank || array->shape[axis] < (size_t)least || array->shape[axis] > (size_t)most)
        return pd_fail(d->err, PD_ERR_FORMAT, name, "rank %d, size %zu; rank %d, size %d to %d expected",
                       array->rank, array->rank == rank ? array->shape[axis] : 0, rank, least, most);
    *out = (int)array->shape[axis];

    return PD_OK;
}

static pd_status read_floats_model_file(float **out, const decoding *d, const char *name, int rank,
                                        const size_t *shape)
{
    size_t count = 1;
    for (int i = 0; i < rank; i++) count *= shape[i];
    *out = malloc((count + 1) * sizeof **out);
    if (!*out) return pd_fail(d->err, PD_ERR_MEMORY, name, "out of memory for %zu numbers", count);
    return count ? pd_model_file_floats(*out, d->file, name, rank, shape) : PD_OK;
}

/* Reads whole numbers from low to high. */
static pd_status read_whole(int64_t **out, const decoding *d, const char *name, size_t count, int64_t low,
                            int64_t high)
{
    const pd_array *array = pd_safetensors_find(d->file->file, name);

    if (!array || array->count != count)
        return pd_fail(d->err, PD_ERR_FORMAT, name, "%zu numbers; %zu expected", array ? array->count : 0,
                       count);
    *out = malloc((count + 1) * sizeof **out);
    if (!*out) return pd_fail(d->err, PD_ERR_MEMORY, name, "out of memory for %zu numbers", count);
    pd_status status = pd_array_i64(*out, array, name, d->err);
    for (size_t i = 0; i < count && !status; i++)
        if ((*out)[i] < low || (*out)[i] > high)
            status = pd_fail(d->err, PD_ERR_RANGE, name, "number %zu is %lld; %lld to %lld allowed", i,
                             (long long)(*out)[i], (long long)low, (long long)high);
    if (status) {
        free(*out);
        *out = NULL;
    }

    return status;
}

static pd_status read_ints(void *out, size_t item_bytes, const decoding *d, const char *name, size_t count,
                           int64_t low, int64_t high)
{
    PD_ASSERT(item_bytes == 1 || item_bytes == 4);
    int64_t *wide = NULL;
    pd_status status = read_whole(&wide, d, name, count, low, high);
    for (size_t i = 0; i < count && !status; i++) {
        if (item_bytes == 1)
            ((uint8_t *)out)[i] = (uint8_t)wide[i];
        else
            ((uint32_t *)out)[i] = (uint32_t)wide[i]; /* int has the same bits */
    }

    free(wide);

    return status;
}

/* Reads a sparse matrix: tensors NAME.start, NAME.columns and NAME.weights. */
static pd_status read_rows_model_file(pd_mhr_rows *out, const decoding *d, const char *name, int row_count,
                                      int column_count)
{
    char key[3][48];
    int entries;

    snprintf(key[0], sizeof key[0], "%s.start", name);
    snprintf(key[1], sizeof key[1], "%s.columns", name);
    snprintf(key[2], sizeof key[2], "%s.weights", name);
    pd_status status = read_size(&entries, d, key[2], 1, 0, 1, ENTRIES_MAX);
    if (status) return status;
    if (!pd_mhr_rows_alloc(out, row_count, column_count, (size_t)entries))
        return pd_fail(d->err, PD_ERR_MEMORY, key[2], "out of memory for %d numbers", entries);

    status = read_ints(out->start, 4, d, key[0], (size_t)row_count + 1, 0, entries);
    if (!status && out->start[row_count] != (uint32_t)entries)
        status = pd_fail(d->err, PD_ERR_FORMAT, key[0], "the last number is %u; %d expected",
                         out->start[row_count], entries);
    if (!status) status = read_ints(out->columns, 4, d, key[1], (size_t)entries, 0, column_count - 1);
    if (!status) status = pd_model_file_floats(out->weights, d->file, key[2], 1, &(size_t){(size_t)entries});

    return status;
}

static pd_status read_names(pd_model_name **out, int *count, const decoding *d, const char *key, int most)
{
    *count = pd_model_file_name_count(d->file, key);
    if (*count < 1 || *count > most)
        return pd_fail(d->err, PD_ERR_FORMAT, key, "%d names; 1 to %d expected", *count, most);
    *out = calloc((size_t)*count, sizeof **out);
    if (!*out) return pd_fail(d->err, PD_ERR_MEMORY, key, "out of memory for %d names", *count);

    return pd_model_file_names(*out, *count, d->file, key);
}

static pd_status decode_model_file(const decoding *d)
{
    pd_mhr *m = d->out;
    pd_status s = pd_model_file_check(d->file);

    if (s) return s;

    /* Read all sizes before allocating. */
    s = read_names(&m->joint_names, &m->joint_count, d, "joint_names", PD_MHR_JOINTS_MAX);
    if (!s)
        s = read_names(&m->parameter_names, &m->parameter_count, d, "parameter_names", PD_MHR_PARAMETERS_MAX);
    if (!s) s = read_size(&m->vertex_count, d, "vertices", 2, 0, 3, PD_MHR_VERTICES_MAX);
    if (!s) s = read_size(&m->face_count, d, "faces", 2, 0, 1, PD_MHR_FACES_MAX);
    if (!s) s = read_size(&m->identity_count, d, "identity_dirs", 3, 0, 0, PD_MHR_SHAPES_MAX);
    if (!s) s = read_size(&m->expression_count, d, "expression_dirs", 3, 0, 0, PD_MHR_SHAPES_MAX);
    if (s) return s;

    /* Arrays of these sizes. */
    const size_t v = (size_t)m->vertex_count;
    const size_t f = (size_t)m->face_count;
    const size_t k = (size_t)m->joint_count;
    const size_t p = (size_t)m->parameter_count;
    m->faces = malloc(3 * f * sizeof *m->faces);
    m->parents = malloc(k * sizeof *m->parents);
    m->is_scale = malloc(p * sizeof *m->is_scale);
    if (!m->faces || !m->parents || !m->is_scale)
        return pd_fail(d->err, PD_ERR_MEMORY, "", "out of memory for %zu triangles", f);
    s = read_floats_model_file(&m->vertices, d, "vertices", 2, (size_t[]){v, 3});
    if (!s)
        s = read_floats_model_file(&m->identity_dirs, d, "identity_dirs", 3,
                                   (size_t[]){(size_t)m->identity_count, v, 3});
    if (!s)
        s = read_floats_model_file(&m->expression_dirs, d, "expression_dirs", 3,
                                   (size_t[]){(size_t)m->expression_count, v, 3});

    if (!s) s = read_floats_model_file(&m->offsets, d, "offsets", 2, (size_t[]){k, 3});
    if (!s) s = read_floats_model_file(&m->prerotations, d, "prerotations", 2, (size_t[]){k, 4});
    if (!s) s = read_floats_model_file(&m->limits, d, "limits", 2, (size_t[]){p, 2});
    if (!s) s = read_ints(m->faces, 4, d, "faces", 3 * f, 0, m->vertex_count - 1);
    if (!s) s = read_ints(m->parents, 4, d, "parents", k, -1, m->joint_count - 1);
    if (!s) s = read_ints(m->is_scale, 1, d, "is_scale", p, 0, 1);
    if (!s)
        s = read_rows_model_file(&m->transform, d, "transform", PD_MHR_CHANNELS * m->joint_count,
                                 m->parameter_count);
    if (!s) s = read_rows_model_file(&m->skin, d, "skin", m->vertex_count, m->joint_count);

    /* Correctives, which may be missing. */
    int ends = 0;
    if (!s) s = read_size(&ends, d, "activation.start", 1, 0, 0, PD_MHR_UNITS_MAX + 1);
    if (!s && ends && m->joint_count <= PD_MHR_FREE)
        return pd_fail(d->err, PD_ERR_FORMAT, "activation.start", "%d joints; more than %d expected",
                       m->joint_count, PD_MHR_FREE);
    if (!s && ends)
        s = read_rows_model_file(&m->activation, d, "activation", ends - 1,
                                 PD_MHR_FEATURES * (m->joint_count - PD_MHR_FREE));
    if (!s && ends && pd_safetensors_find(d->file->file, "corrective_dirs"))
        s = read_floats_model_file(&m->corrective_dirs, d, "corrective_dirs", 3,
                                   (size_t[]){(size_t)ends - 1, v, 3});
    if (!s) s = pd_model_file_texts(&m->text, d->file);

    return s ? s : pd_mhr_finish(m, d->err);
}

pd_status pd_mhr_parse(pd_mhr *out, const void *bytes, size_t size, const char *name, pd_error *err)
{
    pd_safetensors file;

    *out = (pd_mhr){0};
    pd_status s = pd_safetensors_parse(&file, bytes, size, name, err);
    if (s) return s;
    const pd_model_file own = model_file_own_file(&file, err);
    s = decode_model_file(&(decoding){out, &own, err});
    pd_safetensors_deinit(&file);
    if (s) pd_mhr_deinit(out);

    return pd_model_file_place(s, name, err);
}

static size_t rows_bytes(const pd_mhr_rows *rows)
{
    return rows->row_count ? 4 * ((size_t)rows->row_count + 1) + 8 * (size_t)rows->start[rows->row_count] : 0;
}

static size_t bytes_of(const pd_mhr *m)
{
    const size_t v = (size_t)m->vertex_count;
    const size_t k = (size_t)m->joint_count;
    const size_t p = (size_t)m->parameter_count;
    const size_t shapes = (size_t)m->identity_count + (size_t)m->expression_count +
                          (m->corrective_dirs ? (size_t)m->activation.row_count : 0);

    return sizeof *m + 12 * v * (1 + shapes) + 12 * (size_t)m->face_count +
           k * (PD_MODEL_NAME_BYTES + 4 + 28 + 96) + p * (PD_MODEL_NAME_BYTES + 9) +
           rows_bytes(&m->transform) + rows_bytes(&m->skin) + rows_bytes(&m->activation);
}

pd_status pd_mhr_load(pd_mhr **out, const char *path, pd_error *err)
{
    pd_bytes file;

    *out = NULL;
    pd_status s = pd_file_map(&file, path, err);
    if (s) return s;

    pd_mhr *m = calloc(1, sizeof *m);
    s = m ? pd_mhr_parse(m, file.data, file.size, path, err)
          : pd_fail(err, PD_ERR_MEMORY, path, "out of memory for a model");
    if (!s) {
        m->content_hash = pd_hash64(file.data, file.size, 0);
        m->resident_bytes = bytes_of(m);
        m->references = 1;
        *out = m;
    } else
        free(m);
    pd_file_unmap(&file);

    return s;
}

/* ---- writing ---- */

#define TENSORS_MAX 24

typedef struct encoding {
    pd_safetensor tensors[TENSORS_MAX];
    char keys[TENSORS_MAX][48];
    void *blocks[TENSORS_MAX]; /* memory that was allocated for tensors */
    int count;
    bool is_compact, failed;
} encoding;

static void add_model_file(encoding *e, const char *name, const char *part, pd_array array)
{
    PD_ASSERT(e->count < TENSORS_MAX);
    char *key = e->keys[e->count];
    snprintf(key, sizeof e->keys[0], "%s%s", name, part);
    if (array.count) e->tensors[e->count++] = (pd_safetensor){key, array};
}

/* Adds directions, as float16 in a compact file. */
static void add_dirs(encoding *e, const char *name, const float *values, size_t rows, size_t vertices)
{
    const size_t count = rows * vertices * 3;

    if (!count || !values) return;
    if (!e->is_compact) {
        add_model_file(e, name, "", PD_ARRAY(PD_DTYPE_F32, values, rows, vertices, 3));
        return;
    }

    uint16_t *halves = malloc(count * sizeof *halves);
    if (!halves) {
        e->failed = true;
        return;
    }

    for (size_t i = 0; i < count; i++) halves[i] = pd_half_from_float(values[i]);
    e->blocks[e->count] = halves;
    add_model_file(e, name, "", PD_ARRAY(PD_DTYPE_F16, halves, rows, vertices, 3));
}

static void add_rows(encoding *e, const char *name, const pd_mhr_rows *rows)
{
    if (!rows->row_count) return;
    const size_t entries = rows->start[rows->row_count];
    add_model_file(e, name, ".start", PD_ARRAY(PD_DTYPE_U32, rows->start, (size_t)rows->row_count + 1));
    add_model_file(e, name, ".columns", PD_ARRAY(PD_DTYPE_U32, rows->columns, entries));
    add_model_file(e, name, ".weights", PD_ARRAY(PD_DTYPE_F32, rows->weights, entries));
}

pd_status pd_mhr_encode(pd_buffer *out, const pd_mhr *m, bool is_compact, pd_error *err)
{
    const size_t v = (size_t)m->vertex_count;
    const size_t k = (size_t)m->joint_count;
    const size_t p = (size_t)m->parameter_count;
    encoding e = {.is_compact = is_compact};

    /* Tensors. */
    add_model_file(&e, "vertices", "", PD_ARRAY(PD_DTYPE_F32, m->vertices, v, 3));
    add_model_file(&e, "faces", "", PD_ARRAY(PD_DTYPE_U32, m->faces, (size_t)m->face_count, 3));
    add_dirs(&e, "identity_dirs", m->identity_dirs, (size_t)m->identity_count, v);
    add_dirs(&e, "expression_dirs", m->expression_dirs, (size_t)m->expression_count, v);
    add_model_file(&e, "parents", "", PD_ARRAY(PD_DTYPE_I32, m->parents, k));
    add_model_file(&e, "offsets", "", PD_ARRAY(PD_DTYPE_F32, m->offsets, k, 3));
    add_model_file(&e, "prerotations", "", PD_ARRAY(PD_DTYPE_F32, m->prerotations, k, 4));
    add_model_file(&e, "limits", "", PD_ARRAY(PD_DTYPE_F32, m->limits, p, 2));
    add_model_file(&e, "is_scale", "", PD_ARRAY(PD_DTYPE_U8, m->is_scale, p));
    add_rows(&e, "transform", &m->transform);
    add_rows(&e, "skin", &m->skin);
    add_rows(&e, "activation", &m->activation);
    add_dirs(&e, "corrective_dirs", m->corrective_dirs, (size_t)m->activation.row_count, v);

    /* Names and texts. */
    pd_buffer joints = {0}, parameters = {0};
    pd_safetensors_text texts[2 + PD_MODEL_FILE_TEXTS] = {
        {"joint_names", pd_model_file_join(&joints, (const pd_model_name *)m->joint_names, m->joint_count)},
        {"parameter_names",
         pd_model_file_join(&parameters, (const pd_model_name *)m->parameter_names, m->parameter_count)},
    };
    const pd_model_file own = model_file_own_file(NULL, err);
    const int count = pd_model_file_add_texts(texts, 2, &own, "centimetres, radians", &m->text);
    pd_safetensors_out what = {
        .tensors = e.tensors, .tensor_count = e.count, .texts = texts, .text_count = count};
    const pd_status s = e.failed || joints.failed || parameters.failed
                            ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the file")
                            : pd_safetensors_write(out, &what, err);
    pd_buffer_deinit(&joints);
    pd_buffer_deinit(&parameters);

    for (int i = 0; i < TENSORS_MAX; i++) free(e.blocks[i]);

    return s;
}
