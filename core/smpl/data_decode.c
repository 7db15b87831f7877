#include "core/smpl/encode.h"

#include "core/base/pages.h"
#include "core/smpl/fields.h"
#include "core/smpl/half.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEIGHTS_MAX ((size_t)1 << 26) /* V * K: 256 MB */

typedef struct decoding {
    pd_smpl_data *out;
    const pd_safetensors *file;
    unsigned flags;
    pd_error *err;
} decoding;

/* *out is NULL when an optional tensor is not there. shape may be NULL: any. */
static pd_status find(const pd_array **out, const decoding *d, const char *name, int wanted, int rank,
                      const size_t *shape)
{
    *out = pd_safetensors_find(d->file, name);
    if (*out) return pd_smpl_field_shape(*out, name, rank, shape, d->err);
    return wanted ? pd_fail(d->err, PD_ERR_FORMAT, name, "missing: a body model needs it") : PD_OK;
}

static pd_status read_floats(float **out, const decoding *d, const char *name, int wanted, int rank,
                             const size_t *shape)
{
    const pd_array *array;
    pd_status s = find(&array, d, name, wanted, rank, shape);
    return s || !array ? s : pd_smpl_field_f32(out, array, name, d->err);
}

/* (length) whole numbers of least..most; length may be PD_SMPL_ANY. *count tells how many came. */
static pd_status read_ints(int **out, size_t *count, const decoding *d, const char *name, size_t length,
                           int64_t least, int64_t most)
{
    const pd_array *array;
    pd_status s = find(&array, d, name, 1, 1, &length);
    if (s) return s;
    *count = array->count;
    return pd_smpl_field_int(out, array, name, least, most, d->err);
}

static pd_status check_version(const decoding *d)
{
    const char *kind = pd_safetensors_get(d->file, "kind");
    const char *version = pd_safetensors_get(d->file, "version");
    if (!kind || strcmp(kind, "body"))
        return pd_fail(d->err, PD_ERR_UNSUPPORTED, "__metadata__/kind", "\"%s\"; \"body\" expected",
                       kind ? kind : "");
    char *end = NULL;
    long major = version ? strtol(version, &end, 10) : 0;
    if (major < 1 || !end || *end != '.')
        return pd_fail(d->err, PD_ERR_FORMAT, "__metadata__/version", "\"%s\"; like \"%s\" expected",
                       version ? version : "", PD_SMPL_FORMAT_VERSION);
    if (major > strtol(PD_SMPL_FORMAT_VERSION, NULL, 10))
        return pd_fail(d->err, PD_ERR_UNSUPPORTED, "__metadata__/version",
                       "\"%s\" was written by a newer posed; this one reads up to %s", version,
                       PD_SMPL_FORMAT_VERSION);
    return PD_OK;
}

static pd_status read_counts(const decoding *d)
{
    const pd_array *v, *parents, *faces;
    const size_t points[2] = {PD_SMPL_ANY, 3}, any = PD_SMPL_ANY;
    pd_status s = find(&v, d, "v_template", 1, 2, points);
    if (!s) s = find(&parents, d, "parents", 1, 1, &any);
    if (!s) s = find(&faces, d, "faces", 1, 2, points);
    if (!s)
        s = pd_smpl_field_count(&d->out->vertex_count, v->shape[0], PD_SMPL_MAX_VERTICES, "v_template",
                                d->err);
    if (!s)
        s = pd_smpl_field_count(&d->out->joint_count, parents->shape[0], PD_SMPL_MAX_JOINTS, "parents",
                                d->err);
    if (!s) s = pd_smpl_field_count(&d->out->face_count, faces->shape[0], PD_SMPL_MAX_FACES, "faces", d->err);
    return s;
}

static pd_status read_faces(const decoding *d)
{
    const pd_array *array = pd_safetensors_find(d->file, "faces");
    int *faces = NULL;
    pd_status s = pd_smpl_field_int(&faces, array, "faces", 0, (int64_t)d->out->vertex_count - 1, d->err);
    d->out->faces = (uint32_t *)faces; /* none is negative */
    return s;
}

/* (V,3,n), n of any length up to most. */
static pd_status read_dirs(float **out, int *count, const decoding *d, const char *name, int most)
{
    const pd_array *array;
    const size_t shape[3] = {(size_t)d->out->vertex_count, 3, PD_SMPL_ANY};
    pd_status s = find(&array, d, name, 0, 3, shape);
    if (s || !array) return s;
    s = pd_smpl_field_count(count, array->shape[2], most, name, d->err);
    return s || !*count ? s : pd_smpl_field_f32(out, array, name, d->err);
}

static pd_status read_regressor(const decoding *d)
{
    const pd_array *weight;
    pd_smpl_data *out = d->out;
    size_t starts, entries;
    pd_status s = read_ints(&out->regressor_vertex, &entries, d, "J_regressor.vertex", PD_SMPL_ANY, 0,
                            (int64_t)out->vertex_count - 1);
    if (!s)
        s = read_ints(&out->regressor_start, &starts, d, "J_regressor.start", (size_t)out->joint_count + 1, 0,
                      (int64_t)entries);
    if (!s) s = find(&weight, d, "J_regressor.weight", 1, 1, &entries);
    if (!s) s = pd_smpl_field_f64(&out->regressor_weight, weight, "J_regressor.weight", d->err);
    if (!s && (size_t)out->regressor_start[out->joint_count] != entries)
        return pd_fail(d->err, PD_ERR_FORMAT, "J_regressor.start", "ends at %d; %zu entries are there",
                       out->regressor_start[out->joint_count], entries);
    return s;
}

static pd_status unpack_weights(const decoding *d, const int *joints, const float *values, size_t width)
{
    size_t vertices = (size_t)d->out->vertex_count, joint_count = (size_t)d->out->joint_count;
    pd_status s =
        pd_smpl_field_alloc(&d->out->weights, vertices * joint_count, sizeof(float), "weights", d->err);
    for (size_t i = 0; !s && i < vertices * width; i++)
        d->out->weights[i / width * joint_count + (size_t)joints[i]] += values[i];
    return s;
}

static pd_status read_packed_weights(const decoding *d)
{
    const pd_array *packed;
    int *joints = NULL;
    float *values = NULL;
    size_t shape[2] = {(size_t)d->out->vertex_count, PD_SMPL_ANY};
    pd_status s = find(&packed, d, "weights.joints", 1, 2, shape);
    if (s) return s;
    shape[1] = packed->shape[1];
    s = pd_smpl_field_int(&joints, packed, "weights.joints", 0, (int64_t)d->out->joint_count - 1, d->err);
    if (!s) s = read_floats(&values, d, "weights.values", 1, 2, shape);
    if (!s && joints && values) s = unpack_weights(d, joints, values, shape[1]);
    free(joints);
    free(values);
    return s;
}

static pd_status read_weights(const decoding *d)
{
    const size_t shape[2] = {(size_t)d->out->vertex_count, (size_t)d->out->joint_count};
    if (shape[0] * shape[1] > WEIGHTS_MAX)
        return pd_fail(d->err, PD_ERR_LIMIT, "weights", "%zu x %zu numbers; %zu allowed", shape[0], shape[1],
                       WEIGHTS_MAX);
    if (!pd_safetensors_find(d->file, "weights")) return read_packed_weights(d);
    return read_floats(&d->out->weights, d, "weights", 1, 2, shape);
}

static pd_status read_vertex_pattern(const decoding *d)
{
    pd_smpl_data *out = d->out;
    int *wide = NULL;
    size_t vertices = (size_t)out->vertex_count, count;
    pd_status s = read_ints(&wide, &count, d, "posedirs.vertex_pattern", vertices, 0,
                            (int64_t)out->sparse.pattern_count - 1);
    if (!s)
        s = pd_smpl_field_alloc(&out->sparse.vertex_pattern, vertices, sizeof(uint16_t),
                                "posedirs.vertex_pattern", d->err);
    for (size_t i = 0; !s && i < vertices; i++) out->sparse.vertex_pattern[i] = (uint16_t)wide[i];
    free(wide);
    return s;
}

/* One number for all, or one a vertex (of each of 1 + G terms). */
static pd_status scale_values(const decoding *d, float *values, const char *name)
{
    const pd_smpl_sparse_dirs *sparse = &d->out->sparse;
    const pd_array *array = pd_safetensors_find(d->file, name);
    size_t vertices = (size_t)d->out->vertex_count, terms = 1 + (size_t)sparse->beta_terms;
    float *scale = NULL, *end = values + terms * sparse->value_count;
    if (!array) return PD_OK;
    if (array->count != 1 && array->count != terms * vertices)
        return pd_fail(d->err, PD_ERR_FORMAT, name, "%zu numbers; 1 or %zu expected", array->count,
                       terms * vertices);
    pd_status s = pd_smpl_field_f32(&scale, array, name, d->err);
    for (size_t v = 0; !s && v < terms * vertices; v++) {
        const int *start = sparse->pattern_start + sparse->vertex_pattern[v % vertices];
        float factor = scale[array->count == 1 ? 0 : v];
        for (int64_t i = 27 * ((int64_t)start[1] - start[0]); i > 0 && values < end; i--) *values++ *= factor;
    }
    free(scale);
    return s;
}

/* A tensor of sparse values: all of them, or those of one side of a symmetric body. */
typedef struct value_names {
    const char *values, *half, *scale;
} value_names;

/* (n), or (1 + G, n) when P depends on betas: 1 + G in *terms. */
static pd_status count_rows(int *terms, const pd_array *values, const decoding *d, const char *name)
{
    const size_t any[2] = {PD_SMPL_ANY, PD_SMPL_ANY};
    *terms = 1;
    pd_status s = pd_smpl_field_shape(values, name, values->rank == 2 ? 2 : 1, any, d->err);
    if (!s && values->rank == 2)
        s = pd_smpl_field_count(terms, values->shape[0], 1 + PD_SMPL_MAX_BETA_TERMS, name, d->err);
    if (!s && !*terms) s = pd_fail(d->err, PD_ERR_RANGE, name, "no rows; at least 1 expected");
    return s;
}

static size_t row_length(const pd_smpl_data *data)
{
    const pd_smpl_sparse_dirs *s = &data->sparse;
    size_t count = 0;
    for (int v = 0; v < data->vertex_count; v++) {
        const int *start = s->pattern_start + s->vertex_pattern[v];
        if (start[1] > start[0]) count += 27 * (size_t)(start[1] - start[0]);
    }
    return count;
}

/* half_count numbers a row become value_count. */
static pd_status expand(float **values, const decoding *d, int terms, const char *name)
{
    pd_smpl_data *out = d->out;
    size_t half = pd_smpl_half_count(out);
    float *whole = NULL;
    pd_status s =
        pd_smpl_field_alloc(&whole, (size_t)terms * out->sparse.value_count, sizeof *whole, name, d->err);
    for (int t = 0; !s && t < terms; t++)
        if (!pd_smpl_half_give(whole + (size_t)t * out->sparse.value_count, out, *values + (size_t)t * half))
            s = pd_fail(d->err, PD_ERR_MEMORY, name, "out of memory to mirror it");
    free(*values);
    *values = s ? NULL : whole;
    if (s) free(whole);
    return s;
}

/* Numbers of 16 bits that can be used where they lie: ours are little-endian and row-major, as this machine. */
static int is_plain_i16(const pd_array *array)
{
    const uint16_t one = 1;
    return array->dtype == PD_DTYPE_I16 && !array->fortran && !array->big_endian &&
           *(const unsigned char *)&one == 1;
}

static pd_status copy_i16(int16_t **out, const decoding *d, const pd_array *array, const char *name)
{
    *out = malloc(array->data_bytes + 1);
    if (!*out) return pd_fail(d->err, PD_ERR_MEMORY, name, "out of memory for %zu numbers", array->count);
    memcpy(*out, array->data, array->data_bytes);
    return PD_OK;
}

/* Without a float copy of the half between. */
static pd_status expand_i16(float **values, const decoding *d, const pd_array *array, int terms, float step,
                            const char *name)
{
    const pd_smpl_data *out = d->out;
    size_t half = array->count / (size_t)terms, whole = out->sparse.value_count;
    int16_t *copy = NULL;
    pd_status s = (uintptr_t)array->data % sizeof *copy ? copy_i16(&copy, d, array, name) : PD_OK;
    if (s) return s;
    const int16_t *packed = copy ? copy : (const void *)array->data;
    *values = malloc((size_t)terms * whole * sizeof **values + 1);
    int good = *values != NULL;
    if (good) pd_pages_fetch(*values, (size_t)terms * whole * sizeof **values);
    for (int t = 0; good && t < terms; t++)
        good = pd_smpl_half_unpack(*values + (size_t)t * whole, out, packed + (size_t)t * half, step);
    free(copy);
    return good ? PD_OK : pd_fail(d->err, PD_ERR_MEMORY, name, "out of memory to mirror it");
}

static pd_status read_half(float **values, const decoding *d, const pd_array *array, int terms,
                           value_names names)
{
    const pd_array *scale = pd_safetensors_find(d->file, names.scale);
    size_t half = pd_smpl_half_count(d->out), row = array->shape[array->rank - 1];
    float factor = 1;
    if (!half || row != half)
        return pd_fail(d->err, PD_ERR_FORMAT, names.half,
                       "%zu numbers a row; %zu expected from mirror and patterns", row, half);
    pd_status s = PD_OK;
    if (scale) s = pd_smpl_field_shape(scale, names.scale, 1, (const size_t[]){1}, d->err);
    if (!s && scale) s = pd_array_f32(&factor, scale, names.scale, d->err);
    if (s) return s;
    if (is_plain_i16(array)) {
        if (!(d->flags & PD_SMPL_PACKED) || values != &d->out->sparse.values_dqs)
            return expand_i16(values, d, array, terms, factor, names.half);
        d->out->sparse.packed_step = factor;
        return copy_i16(&d->out->sparse.packed_dqs, d, array, names.half);
    }
    s = pd_smpl_field_f32(values, array, names.half, d->err);
    for (size_t i = 0; !s && i < (size_t)terms * half; i++) (*values)[i] *= factor;
    return s ? s : expand(values, d, terms, names.half);
}

static pd_status read_values(float **values, int *terms, const decoding *d, value_names names)
{
    const pd_array *half = pd_safetensors_find(d->file, names.half);
    const pd_array *array = half ? half : pd_safetensors_find(d->file, names.values);
    if (!array) return PD_OK;
    pd_status s = count_rows(terms, array, d, half ? names.half : names.values);
    if (s) return s;
    d->out->sparse.beta_terms = *terms - 1;
    if (half) return read_half(values, d, half, *terms, names);
    if (array->shape[array->rank - 1] != d->out->sparse.value_count)
        return pd_fail(d->err, PD_ERR_FORMAT, names.values, "%zu numbers a row; the patterns ask for %zu",
                       array->shape[array->rank - 1], d->out->sparse.value_count);
    s = pd_smpl_field_f32(values, array, names.values, d->err);
    return s ? s : scale_values(d, *values, names.scale);
}

static pd_status read_all_values(const decoding *d)
{
    static const value_names plain = {"posedirs.values", "posedirs.half", "posedirs.scale"},
                             dqs = {"posedirs.values_dqs", "posedirs.half_dqs", "posedirs.scale_dqs"};
    pd_smpl_sparse_dirs *sparse = &d->out->sparse;
    int terms = 0, terms_dqs = 0;
    sparse->value_count = row_length(d->out);
    pd_status s = read_values(&sparse->values, &terms, d, plain);
    if (!s && !terms) s = pd_fail(d->err, PD_ERR_FORMAT, plain.values, "missing: the patterns need it");
    if (!s) s = read_values(&sparse->values_dqs, &terms_dqs, d, dqs);
    if (!s && terms_dqs && terms_dqs != terms)
        s = pd_fail(d->err, PD_ERR_FORMAT, dqs.values, "%d rows; %d expected", terms_dqs, terms);
    return s;
}

static pd_status read_sparse(const decoding *d)
{
    pd_smpl_sparse_dirs *sparse = &d->out->sparse;
    size_t joints, starts;
    if (!pd_safetensors_find(d->file, "posedirs.pattern_start")) return PD_OK;
    pd_status s = read_ints(&sparse->pattern_joints, &joints, d, "posedirs.pattern_joints", PD_SMPL_ANY, 1,
                            (int64_t)d->out->joint_count - 1);
    if (!s)
        s = read_ints(&sparse->pattern_start, &starts, d, "posedirs.pattern_start", PD_SMPL_ANY, 0,
                      (int64_t)joints);
    if (s) return s;
    if (starts < 2 || starts > UINT16_MAX + 2)
        return pd_fail(d->err, PD_ERR_RANGE, "posedirs.pattern_start", "%zu numbers; 2 to %d allowed", starts,
                       UINT16_MAX + 2);
    sparse->pattern_count = (int)starts - 1;
    s = read_vertex_pattern(d);
    return s ? s : read_all_values(d);
}

static pd_status read_posedirs(const decoding *d)
{
    const size_t shape[3] = {(size_t)d->out->vertex_count, 3, 9 * (size_t)(d->out->joint_count - 1)};
    pd_status s = read_floats(&d->out->posedirs, d, "posedirs", 0, 3, shape);
    return s ? s : read_sparse(d);
}

/* "a,b,c" into count names, stride bytes apart. */
static pd_status split_names(char *first, size_t stride, size_t count, const decoding *d, const char *key)
{
    char where[64];
    const char *text = pd_safetensors_get(d->file, key);
    snprintf(where, sizeof where, "__metadata__/%s", key);
    for (size_t i = 0; i < count; i++) {
        size_t length = text ? strcspn(text, ",") : 0;
        if (!length || length >= PD_SMPL_NAME_BYTES)
            return pd_fail(d->err, PD_ERR_FORMAT, where, "name %zu is missing, empty or longer than %d", i,
                           PD_SMPL_NAME_BYTES - 1);
        memcpy(first + i * stride, text, length);
        text = text[length] ? text + length + 1 : NULL;
    }
    if (text) return pd_fail(d->err, PD_ERR_FORMAT, where, "more than %zu names", count);
    return PD_OK;
}

static pd_status read_joint_names(const decoding *d)
{
    size_t count = (size_t)d->out->joint_count;
    pd_status s = pd_smpl_field_alloc(&d->out->joint_names, count, PD_SMPL_NAME_BYTES, "joint_names", d->err);
    return s ? s : split_names(d->out->joint_names[0], PD_SMPL_NAME_BYTES, count, d, "joint_names");
}

static pd_status read_landmarks(const decoding *d)
{
    pd_smpl_data *out = d->out;
    int *vertices = NULL;
    size_t count = 0;
    if (!pd_safetensors_find(d->file, "landmarks")) return PD_OK;
    pd_status s =
        read_ints(&vertices, &count, d, "landmarks", PD_SMPL_ANY, 0, (int64_t)out->vertex_count - 1);
    if (!s) s = pd_smpl_field_count(&out->landmark_count, count, out->vertex_count, "landmarks", d->err);
    if (!s) s = pd_smpl_field_alloc(&out->landmarks, count, sizeof *out->landmarks, "landmarks", d->err);
    for (size_t i = 0; !s && i < count; i++) out->landmarks[i].vertex = vertices[i];
    free(vertices);
    if (s || !count) return s;
    return split_names(out->landmarks[0].name, sizeof *out->landmarks, count, d, "landmark_names");
}

static pd_status read_texts(const decoding *d)
{
    pd_smpl_text *text = &d->out->text;
    char **const slots[] = {&text->name, &text->gender, &text->licence, &text->provenance, &text->credits};
    const char *const keys[] = {"name", "gender", "licence", "provenance", "credits"};
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
        const char *value = pd_safetensors_get(d->file, keys[i]);
        *slots[i] = strdup(value ? value : "");
        if (!*slots[i]) return pd_fail(d->err, PD_ERR_MEMORY, keys[i], "out of memory for the text");
    }
    return PD_OK;
}

static pd_status read_extras(const decoding *d)
{
    pd_smpl_data *out = d->out;
    const size_t betas = (size_t)out->beta_count;
    size_t count;
    pd_status s = read_floats(&out->beta_limits, d, "beta_limits", 0, 1, &betas);
    if (!s && pd_safetensors_find(d->file, "mirror"))
        s = read_ints(&out->mirror, &count, d, "mirror", (size_t)out->vertex_count, 0,
                      (int64_t)out->vertex_count - 1);
    if (!s) s = read_landmarks(d);
    return s ? s : read_texts(d);
}

pd_status pd_smpl_data_decode(pd_smpl_data *out, const pd_safetensors *file, unsigned flags, pd_error *err)
{
    const decoding d = {out, file, flags, err};
    const size_t points[2] = {PD_SMPL_ANY, 3};
    size_t count;
    pd_status s = check_version(&d);
    if (!s) s = read_counts(&d);
    if (!s) s = read_floats(&out->v_template, &d, "v_template", 1, 2, points);
    if (!s) s = read_ints(&out->parents, &count, &d, "parents", PD_SMPL_ANY, -1, PD_SMPL_MAX_JOINTS);
    if (!s) s = read_faces(&d);
    if (!s) s = read_dirs(&out->shapedirs, &out->beta_count, &d, "shapedirs", PD_SMPL_MAX_BETAS);
    if (!s) s = read_dirs(&out->softdirs, &out->soft_count, &d, "softdirs", PD_SMPL_MAX_SOFT);
    if (!s) s = read_regressor(&d);
    if (!s) s = read_weights(&d);
    if (!s) s = read_joint_names(&d);
    if (!s) s = read_extras(&d);
    return s ? s : read_posedirs(&d);
}
