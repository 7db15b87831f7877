#include "core/smpl/data/encode.h"

#include "core/base/machine/pages.h"
#include "core/smpl/data/fields.h"
#include "core/smpl/data/half.h"
#include "core/smpl/people/people.h"
#include "core/smpl/data/psd.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEIGHTS_MAX ((size_t)1 << 26) /* V * K: 256 MB */
/* V * 3 * directions, if the file has only a part of the vertices: 256 MB. */
#define PART_MAX    ((size_t)1 << 26)

/* State of reading one file. status and *err have the first failure; every later step does nothing. */
typedef struct decoding {
    pd_smpl_data *out;
    const pd_safetensors *file;
    unsigned flags;
    pd_status status;
    pd_error *err;
} decoding;

/* --- one tensor --- */

/* Finds a tensor and checks its shape. Returns NULL if an optional tensor is missing, and after a failure. */
static const pd_array *find_data_decode(decoding *d, const char *name, bool required, int rank,
                                        const size_t *shape)
{
    if (d->status) return NULL;
    const pd_array *array = pd_safetensors_find(d->file, name);
    if (array)
        d->status = pd_smpl_field_shape(array, name, rank, shape, d->err);
    else if (required)
        d->status = pd_fail(d->err, PD_ERR_FORMAT, name, "missing; required in a body model");

    return d->status ? NULL : array;
}

static float *read_floats_data_decode(decoding *d, const char *name, bool required, int rank,
                                      const size_t *shape)
{
    const pd_array *array = find_data_decode(d, name, required, rank, shape);
    float *out = NULL;
    if (array) d->status = pd_smpl_field_f32(&out, array, name, d->err);
    return out;
}

/* Reads a required tensor (length) of whole numbers from least to most. length may be PD_SMPL_ANY. count
 * receives the number of elements, or is NULL. */
static int *read_ints(decoding *d, const char *name, size_t length, int64_t least, int64_t most,
                      size_t *count)
{
    const pd_array *array = find_data_decode(d, name, true, 1, &length);
    int *out = NULL;
    if (array) d->status = pd_smpl_field_int(&out, array, name, least, most, d->err);
    if (count) *count = array ? array->count : 0;
    return out;
}

/* Reads an optional tensor (V,3,n) with n up to `most`. */
static float *read_dirs(decoding *d, const char *name, int *count, int most)
{
    const size_t shape[3] = {(size_t)d->out->vertex_count, 3, PD_SMPL_ANY};
    const pd_array *array = find_data_decode(d, name, false, 3, shape);
    float *out = NULL;

    if (!array) return NULL;

    d->status = pd_smpl_field_count(count, array->shape[2], most, name, d->err);
    if (!d->status && *count) d->status = pd_smpl_field_f32(&out, array, name, d->err);
    return out;
}

/* Names of tensors: directions (V,3,count), or in their place directions (n,3,count) of some vertices; those
 * of all other vertices are 0. */
typedef struct part_names {
    const char *dirs, *vertices, *values;
} part_names;

static void read_part(decoding *d, float **dirs, int *count, int most, part_names names)
{
    const size_t vertex_count = (size_t)d->out->vertex_count;
    const pd_array *array = d->status ? NULL : pd_safetensors_find(d->file, names.values);
    size_t n = 0;

    if (!array) return;
    if (pd_safetensors_find(d->file, names.dirs)) {
        d->status = pd_fail(d->err, PD_ERR_FORMAT, names.values,
                            "given together with %s; only one of the two allowed", names.dirs);
        return;
    }

    int *vertices = read_ints(d, names.vertices, PD_SMPL_ANY, 0, (int64_t)vertex_count - 1, &n);
    for (size_t i = 1; i < n && !d->status; i++)
        if (vertices[i] <= vertices[i - 1])
            d->status = pd_fail(d->err, PD_ERR_RANGE, names.vertices,
                                "%d follows %d; ascending numbers expected", vertices[i], vertices[i - 1]);

    float *part = read_floats_data_decode(d, names.values, true, 3, (const size_t[]){n, 3, PD_SMPL_ANY});
    if (!d->status) d->status = pd_smpl_field_count(count, array->shape[2], most, names.values, d->err);
    const size_t row = 3 * (size_t)*count;
    if (!d->status && row * vertex_count > PART_MAX)
        d->status = pd_fail(d->err, PD_ERR_LIMIT, names.values,
                            "%d directions of %zu vertices are %zu numbers; at most %zu allowed", *count,
                            vertex_count, row * vertex_count, PART_MAX);
    if (!d->status && *count)
        d->status = pd_smpl_field_alloc(dirs, vertex_count * row, sizeof *part, names.values, d->err);
    for (size_t i = 0; i < n && *dirs && !d->status; i++)
        memcpy(*dirs + (size_t)vertices[i] * row, part + i * row, row * sizeof *part);
    free(vertices);
    free(part);
}

/* Reads shape directions that move only some vertices, and appends them to those of all vertices: (V,3,B) and
 * (n,3,F) -> (V,3,B + F). */
static void read_shape_tail(decoding *d)
{
    static const part_names names = {"shapedirs.all", "shapedirs.vertices", "shapedirs.values"};
    pd_smpl_data *out = d->out;
    float *tail = NULL, *both = NULL;
    int tail_count = 0;

    read_part(d, &tail, &tail_count, PD_SMPL_MAX_BETAS - out->beta_count, names);
    if (d->status || !tail_count) {
        free(tail);
        return;
    }

    const size_t b = (size_t)out->beta_count;
    const size_t f = (size_t)tail_count;
    const size_t rows = 3 * (size_t)out->vertex_count;
    d->status = pd_smpl_field_alloc(&both, rows * (b + f), sizeof *both, names.values, d->err);
    for (size_t i = 0; !d->status && i < rows; i++) {
        if (b) memcpy(both + i * (b + f), out->shapedirs + i * b, b * sizeof *both);
        memcpy(both + i * (b + f) + b, tail + i * f, f * sizeof *both);
    }

    free(tail);
    if (d->status) return;
    free(out->shapedirs);
    out->shapedirs = both;
    out->beta_count += tail_count;
}

/* --- the parts of a body --- */

static void check_version(decoding *d)
{
    const char *kind = pd_safetensors_get(d->file, "kind");
    const char *version = pd_safetensors_get(d->file, "version");
    char *end = NULL;
    const long major = version ? strtol(version, &end, 10) : 0;

    if (!kind || strcmp(kind, "body"))
        d->status = pd_fail(d->err, PD_ERR_UNSUPPORTED, "__metadata__/kind", "\"%s\"; \"body\" expected",
                            kind ? kind : "");
    else if (major < 1 || !end || *end != '.')
        d->status = pd_fail(d->err, PD_ERR_FORMAT, "__metadata__/version", "\"%s\"; like \"%s\" expected",
                            version ? version : "", PD_SMPL_FORMAT_VERSION);
    else if (major > strtol(PD_SMPL_FORMAT_VERSION, NULL, 10))
        d->status = pd_fail(d->err, PD_ERR_UNSUPPORTED, "__metadata__/version",
                            "\"%s\" was written by a newer posed; versions up to %s allowed", version,
                            PD_SMPL_FORMAT_VERSION);
}

/* Reads template, tree and faces, and their counts first. */
static void read_mesh(decoding *d)
{
    pd_smpl_data *out = d->out;
    const size_t points[2] = {PD_SMPL_ANY, 3};
    const size_t any = PD_SMPL_ANY;
    const pd_array *vertices = find_data_decode(d, "v_template", true, 2, points);
    const pd_array *parents = find_data_decode(d, "parents", true, 1, &any);
    const pd_array *faces = find_data_decode(d, "faces", true, 2, points);

    if (d->status) return;

    pd_status s = pd_smpl_field_count(&out->vertex_count, vertices->shape[0], PD_SMPL_MAX_VERTICES,
                                      "v_template", d->err);
    if (!s)
        s = pd_smpl_field_count(&out->joint_count, parents->shape[0], PD_SMPL_MAX_JOINTS, "parents", d->err);
    if (!s) s = pd_smpl_field_count(&out->face_count, faces->shape[0], PD_SMPL_MAX_FACES, "faces", d->err);

    int *corners = NULL;
    if (!s) s = pd_smpl_field_f32(&out->v_template, vertices, "v_template", d->err);
    if (!s) s = pd_smpl_field_int(&out->parents, parents, "parents", -1, PD_SMPL_MAX_JOINTS, d->err);
    if (!s) s = pd_smpl_field_int(&corners, faces, "faces", 0, (int64_t)out->vertex_count - 1, d->err);
    out->faces = (uint32_t *)corners; /* read_ints has checked that no index is negative */
    d->status = s;
}

/* Reads the regressor of joints, and the positions of joints that it does not give. */
static void read_joints(decoding *d)
{
    pd_smpl_data *out = d->out;
    const size_t joints = (size_t)out->joint_count;
    const size_t starts = joints + 1;
    size_t entries;

    out->regressor_vertex =
        read_ints(d, "J_regressor.vertex", PD_SMPL_ANY, 0, (int64_t)out->vertex_count - 1, &entries);
    out->regressor_start = read_ints(d, "J_regressor.start", starts, 0, (int64_t)entries, NULL);
    const pd_array *weight = find_data_decode(d, "J_regressor.weight", true, 1, &entries);
    if (weight) d->status = pd_smpl_field_f64(&out->regressor_weight, weight, "J_regressor.weight", d->err);

    if (!d->status && (size_t)out->regressor_start[out->joint_count] != entries)
        d->status = pd_fail(d->err, PD_ERR_FORMAT, "J_regressor.start",
                            "the last number is %d; %zu, the number of entries, expected",
                            out->regressor_start[out->joint_count], entries);

    const size_t shape[3] = {joints, 3, (size_t)out->beta_count};
    const pd_array *rest = find_data_decode(d, "joints", false, 2, shape);
    if (rest) d->status = pd_smpl_field_f64(&out->joints, rest, "joints", d->err);
    const pd_array *dirs = find_data_decode(d, "joint_shapedirs", false, 3, shape);
    if (dirs) d->status = pd_smpl_field_f64(&out->joint_shapedirs, dirs, "joint_shapedirs", d->err);
}

/* Reads the skinning weights: (V,K), or (V,n) joints and values. */
static void read_weights(decoding *d)
{
    pd_smpl_data *out = d->out;
    const size_t vertices = (size_t)out->vertex_count;
    const size_t joint_count = (size_t)out->joint_count;

    if (d->status) return;
    if (vertices * joint_count > WEIGHTS_MAX) {
        d->status = pd_fail(d->err, PD_ERR_LIMIT, "weights", "%zu x %zu numbers; %zu allowed", vertices,
                            joint_count, WEIGHTS_MAX);
        return;
    }

    if (pd_safetensors_find(d->file, "weights")) {
        out->weights =
            read_floats_data_decode(d, "weights", true, 2, (const size_t[]){vertices, joint_count});
        return;
    }

    const pd_array *packed =
        find_data_decode(d, "weights.joints", true, 2, (const size_t[]){vertices, PD_SMPL_ANY});
    if (!packed) return;
    const size_t width = packed->shape[1];
    int *joints = NULL;
    d->status = pd_smpl_field_int(&joints, packed, "weights.joints", 0, (int64_t)joint_count - 1, d->err);
    float *values = read_floats_data_decode(d, "weights.values", true, 2, (const size_t[]){vertices, width});
    if (joints && values)
        d->status =
            pd_smpl_field_alloc(&out->weights, vertices * joint_count, sizeof(float), "weights", d->err);
    for (size_t i = 0; out->weights && i < vertices * width; i++)
        out->weights[i / width * joint_count + (size_t)joints[i]] += values[i];
    free(joints);
    free(values);
}

/* Splits a text "a,b,c" into `count` names, which are stride bytes apart. */
static void split_names(decoding *d, const char *key, char *first, size_t stride, size_t count)
{
    char where[64];
    const char *text = pd_safetensors_get(d->file, key);

    snprintf(where, sizeof where, "__metadata__/%s", key);

    for (size_t i = 0; i < count; i++) {
        size_t length = text ? strcspn(text, ",") : 0;
        if (!length || length >= PD_SMPL_NAME_BYTES) {
            d->status = pd_fail(d->err, PD_ERR_FORMAT, where,
                                "name %zu is missing, empty or too long; 1 to %d bytes allowed", i,
                                PD_SMPL_NAME_BYTES - 1);
            return;
        }

        memcpy(first + i * stride, text, length);
        text = text[length] ? text + length + 1 : NULL;
    }

    if (text) d->status = pd_fail(d->err, PD_ERR_FORMAT, where, "more than the allowed %zu names", count);
}

static void read_landmarks(decoding *d)
{
    pd_smpl_data *out = d->out;
    size_t count = 0;

    if (!pd_safetensors_find(d->file, "landmarks")) return;

    int *vertices = read_ints(d, "landmarks", PD_SMPL_ANY, 0, (int64_t)out->vertex_count - 1, &count);
    if (!d->status)
        d->status = pd_smpl_field_count(&out->landmark_count, count, out->vertex_count, "landmarks", d->err);
    if (!d->status)
        d->status = pd_smpl_field_alloc(&out->landmarks, count, sizeof *out->landmarks, "landmarks", d->err);
    for (size_t i = 0; !d->status && i < count; i++) out->landmarks[i].vertex = vertices[i];
    free(vertices);

    if (!d->status && count)
        split_names(d, "landmark_names", out->landmarks[0].name, sizeof *out->landmarks, count);
}

/* --- sparse pose blend shapes --- */

/* Names of the tensors of one P: all values, or those of one side of a symmetric body; and their factor. */
typedef struct value_names {
    const char *values, *half, *scale;
} value_names;

/* Multiplies the values by one number, or by one number for each vertex (and each of 1 + G terms). */
static void scale_values(decoding *d, float *values, const char *name)
{
    const pd_smpl_sparse_dirs *sparse = &d->out->sparse;
    const pd_array *array = d->status ? NULL : pd_safetensors_find(d->file, name);
    const size_t vertices = (size_t)d->out->vertex_count;
    const size_t terms = 1 + (size_t)sparse->beta_terms;

    if (!array) return;
    if (array->count != 1 && array->count != terms * vertices) {
        d->status = pd_fail(d->err, PD_ERR_FORMAT, name, "%zu numbers; 1 or %zu expected", array->count,
                            terms * vertices);
        return;
    }

    float *scale = NULL;
    float *end = values + terms * sparse->value_count;
    d->status = pd_smpl_field_f32(&scale, array, name, d->err);
    for (size_t v = 0; !d->status && v < terms * vertices; v++) {
        const int *start = sparse->pattern_start + sparse->vertex_pattern[v % vertices];
        const float factor = scale[array->count == 1 ? 0 : v];
        for (int64_t i = 27 * ((int64_t)start[1] - start[0]); i > 0 && values < end; i--) *values++ *= factor;
    }

    free(scale);
}

/* Returns whole rows (terms, value_count) from the rows of one side: floats (half), or 16-bit integers times
 * step (packed). The other argument is NULL. */
static float *unfold_rows(decoding *d, size_t terms, const float *half, const int16_t *packed, float step,
                          const char *name)
{
    const pd_smpl_data *out = d->out;
    const size_t half_count = pd_smpl_half_count(out);
    const size_t whole = out->sparse.value_count;
    float *rows = malloc(terms * whole * sizeof *rows + 1);
    bool good = rows != NULL;

    if (good) pd_pages_fetch(rows, terms * whole * sizeof *rows);
    for (size_t t = 0; good && t < terms; t++) {
        if (packed)
            good = pd_smpl_half_unpack(rows + t * whole, out, packed + t * half_count, step);
        else if (half)
            good = pd_smpl_half_give(rows + t * whole, out, half + t * half_count);
    }

    if (good) return rows;

    free(rows);
    d->status = pd_fail(d->err, PD_ERR_MEMORY, name, "out of memory");
    return NULL;
}

/* Reads the values of one side of a symmetric body.
 * Values for rotations stay packed if the caller wants that. */
static void read_half(decoding *d, float **values, const pd_array *array, size_t terms,
                      const value_names *names)
{
    pd_smpl_sparse_dirs *sparse = &d->out->sparse;
    const size_t count = pd_smpl_half_count(d->out);
    const size_t row = array->shape[array->rank - 1];
    const size_t one = 1;
    float step = 1;

    /* Check the length of a row, and read the step. */
    if (!count || row != count) {
        d->status = pd_fail(d->err, PD_ERR_FORMAT, names->half,
                            "%zu numbers a row; %zu expected from mirror and patterns", row, count);
        return;
    }

    const pd_array *scale = find_data_decode(d, names->scale, false, 1, &one);
    if (scale) d->status = pd_array_f32(&step, scale, names->scale, d->err);
    if (d->status) return;

    /* Use 16-bit integers in the machine's byte order in place, unless they are kept or misaligned. */
    const uint16_t lowest = 1;
    if (array->dtype == PD_DTYPE_I16 && !array->fortran && !array->big_endian &&
        *(const unsigned char *)&lowest == 1) {
        const bool stays = d->flags & PD_SMPL_PACKED && values == &sparse->values_dqs;
        int16_t *copy = NULL;
        if (stays || (uintptr_t)array->data % sizeof *copy) {
            copy = malloc(array->data_bytes + 1);
            if (!copy) {
                d->status = pd_fail(d->err, PD_ERR_MEMORY, names->half, "out of memory for %zu numbers",
                                    array->count);
                return;
            }
            memcpy(copy, array->data, array->data_bytes);
        }

        /* Keep them packed, or unfold them. */
        if (stays) {
            sparse->packed_dqs = copy;
            sparse->packed_step = step;
            return;
        }
        *values = unfold_rows(d, terms, NULL, copy ? copy : (const void *)array->data, step, names->half);
        free(copy);
        return;
    }

    /* Convert any other numbers first. */
    float *half = NULL;
    d->status = pd_smpl_field_f32(&half, array, names->half, d->err);
    for (size_t i = 0; half && i < terms * count; i++) half[i] *= step;
    if (half) *values = unfold_rows(d, terms, half, NULL, 1, names->half);
    free(half);
}

/* Reads the values of one P: (n), or (1 + G, n) if P depends on betas.
 * Returns 1 + G, or 0 if there are no such tensors. */
static int read_values(decoding *d, float **values, const value_names *names)
{
    pd_smpl_sparse_dirs *sparse = &d->out->sparse;
    const pd_array *half = pd_safetensors_find(d->file, names->half);
    const pd_array *array = half ? half : pd_safetensors_find(d->file, names->values);
    const char *name = half ? names->half : names->values;
    const size_t any[2] = {PD_SMPL_ANY, PD_SMPL_ANY};
    int terms = 1;

    if (d->status || !array) return 0;

    d->status = pd_smpl_field_shape(array, name, array->rank == 2 ? 2 : 1, any, d->err);
    if (!d->status && array->rank == 2)
        d->status = pd_smpl_field_count(&terms, array->shape[0], 1 + PD_SMPL_MAX_BETA_TERMS, name, d->err);
    if (!d->status && !terms) d->status = pd_fail(d->err, PD_ERR_RANGE, name, "no rows; at least 1 expected");
    if (d->status) return 0;
    sparse->beta_terms = terms - 1;

    const size_t row = array->shape[array->rank - 1];
    if (half) {
        read_half(d, values, half, (size_t)terms, names);
    } else if (row != sparse->value_count) {
        d->status = pd_fail(d->err, PD_ERR_FORMAT, name, "%zu numbers a row; %zu expected from the patterns",
                            row, sparse->value_count);
    } else {
        d->status = pd_smpl_field_f32(values, array, name, d->err);
        scale_values(d, *values, names->scale);
    }

    return terms;
}

static void read_sparse(decoding *d)
{
    static const value_names plain = {"posedirs.values", "posedirs.half", "posedirs.scale"};
    static const value_names dqs = {"posedirs.values_dqs", "posedirs.half_dqs", "posedirs.scale_dqs"};
    pd_smpl_sparse_dirs *sparse = &d->out->sparse;
    const size_t vertices = (size_t)d->out->vertex_count;
    size_t joints, starts;

    if (!pd_safetensors_find(d->file, "posedirs.pattern_start")) return;

    /* Read the patterns, and the pattern of each vertex. */
    sparse->pattern_joints =
        read_ints(d, "posedirs.pattern_joints", PD_SMPL_ANY, 1, (int64_t)d->out->joint_count - 1, &joints);
    sparse->pattern_start = read_ints(d, "posedirs.pattern_start", PD_SMPL_ANY, 0, (int64_t)joints, &starts);
    if (!d->status && (starts < 2 || starts > UINT16_MAX + 2))
        d->status = pd_fail(d->err, PD_ERR_RANGE, "posedirs.pattern_start", "%zu numbers; 2 to %d allowed",
                            starts, UINT16_MAX + 2);
    if (d->status) return;
    sparse->pattern_count = (int)starts - 1;

    int *wide =
        read_ints(d, "posedirs.vertex_pattern", vertices, 0, (int64_t)sparse->pattern_count - 1, NULL);
    if (!d->status)
        d->status = pd_smpl_field_alloc(&sparse->vertex_pattern, vertices, sizeof(uint16_t),
                                        "posedirs.vertex_pattern", d->err);
    for (size_t v = 0; !d->status && v < vertices; v++) {
        const int *start = sparse->pattern_start + wide[v];
        sparse->vertex_pattern[v] = (uint16_t)wide[v];
        if (start[1] > start[0]) sparse->value_count += 27 * (size_t)(start[1] - start[0]);
    }

    free(wide);

    /* Read P, and the P for skinning by rotations. */
    const int terms = read_values(d, &sparse->values, &plain);
    if (!d->status && !terms)
        d->status = pd_fail(d->err, PD_ERR_FORMAT, plain.values, "missing; required by the patterns");
    const int terms_dqs = read_values(d, &sparse->values_dqs, &dqs);
    if (!d->status && terms_dqs && terms_dqs != terms)
        d->status = pd_fail(d->err, PD_ERR_FORMAT, dqs.values, "%d rows; %d expected", terms_dqs, terms);
}

static void read_people(decoding *d)
{
    pd_smpl_data *out = d->out;

    if (!pd_safetensors_find(d->file, "people.priors") || d->status) return;
    if (out->beta_count < 1 || out->beta_count > PD_SMPL_PEOPLE_MAX_BETAS) {
        d->status = pd_fail(d->err, PD_ERR_RANGE, "people.priors", "%d betas; 1 to %d allowed",
                            out->beta_count, PD_SMPL_PEOPLE_MAX_BETAS);
        return;
    }

    const size_t curve = pd_smpl_people_curve_numbers(out->beta_count);
    const size_t rest = pd_smpl_people_numbers(out->beta_count) - curve;
    const size_t each = (size_t)pd_smpl_people_prior_count(pd_safetensors_get(d->file, "gender"));
    const pd_array *array =
        find_data_decode(d, "people.priors", true, 2, (const size_t[]){PD_SMPL_ANY, rest});
    const size_t rows = array && array->shape[0] == 2 * each ? 2 * each : each;
    float *priors = read_floats_data_decode(d, "people.priors", true, 2, (const size_t[]){rows, rest});
    float *curves = read_floats_data_decode(d, "people.curves", true, 2, (const size_t[]){rows, curve});
    if (priors && curves)
        d->status = pd_smpl_field_alloc(&out->people, rows * (rest + curve), sizeof *out->people,
                                        "people.priors", d->err);
    for (size_t r = 0; !d->status && r < rows; r++) {
        memcpy(out->people + r * (rest + curve), priors + r * rest, rest * sizeof *priors);
        memcpy(out->people + r * (rest + curve) + rest, curves + r * curve, curve * sizeof *curves);
    }

    out->people_count = (int)rows;
    free(priors);
    free(curves);

    size_t legs = 0;
    if (!d->status && pd_safetensors_find(d->file, "people.legs"))
        out->legs = read_ints(d, "people.legs", PD_SMPL_ANY, 0, (int64_t)out->vertex_count - 1, &legs);
    if (!d->status)
        d->status = pd_smpl_field_count(&out->leg_count, legs, out->vertex_count, "people.legs", d->err);
}

static void read_soft(decoding *d)
{
    pd_smpl_soft_dynamics *soft = &d->out->soft;
    const pd_array *poles = d->status ? NULL : pd_safetensors_find(d->file, "soft.poles");
    size_t joints = 0;

    if (!poles) return;

    soft->joints = read_ints(d, "soft.joints", PD_SMPL_ANY, 0, (int64_t)d->out->joint_count - 1, &joints);
    soft->poles =
        read_floats_data_decode(d, "soft.poles", true, 2, (const size_t[]){PD_SMPL_ANY, PD_SMPL_ANY});
    if (d->status) return;
    const size_t columns = poles->shape[1];
    if (columns < 2 || columns > 2 + PD_SMPL_MAX_BETA_TERMS) {
        d->status = pd_fail(d->err, PD_ERR_RANGE, "soft.poles", "%zu columns; 2 to %d allowed", columns,
                            2 + PD_SMPL_MAX_BETA_TERMS);
        return;
    }

    soft->beta_terms = (int)columns - 2;
    d->status =
        pd_smpl_field_count(&soft->mode_count, poles->shape[0], PD_SMPL_SOFT_MAX_MODES, "soft.poles", d->err);
    if (!d->status)
        d->status =
            pd_smpl_field_count(&soft->joint_count, joints, PD_SMPL_SOFT_MAX_JOINTS, "soft.joints", d->err);
    soft->sizes =
        read_floats_data_decode(d, "soft.sizes", false, 2, (const size_t[]){poles->shape[0], columns - 2});

    const pd_array *gains = d->status ? NULL : pd_safetensors_find(d->file, "soft.gains");
    const bool is_constant = gains && gains->rank == 3 && gains->shape[1] == 1;
    soft->gain_terms = is_constant ? 0 : soft->beta_terms;
    soft->gains =
        read_floats_data_decode(d, "soft.gains", true, 3,
                                (const size_t[]){poles->shape[0], 1 + (size_t)soft->gain_terms, 12 * joints});
}

/* Reads the sculpts that the pose drives. pd_smpl_psd_check checks the rest. */
static void read_psd(decoding *d)
{
    pd_smpl_psd *psd = &d->out->psd;
    const int joint_count = d->out->joint_count;
    size_t groups = 0, joints = 0;

    if (d->status || !pd_safetensors_find(d->file, "psd.values")) return;

    const char *version = pd_safetensors_get(d->file, "psd_version");
    if (!version || strcmp(version, PD_SMPL_PSD_VERSION) != 0) {
        d->status = pd_fail(d->err, PD_ERR_UNSUPPORTED, "__metadata__/psd_version",
                            "\"%.32s\"; \"" PD_SMPL_PSD_VERSION "\" expected", version ? version : "");
        return;
    }

    /* Displacements and names. */
    read_part(d, &psd->dirs, &psd->count, PD_SMPL_PSD_MAX_SCULPTS,
              (part_names){"psd", "psd.vertices", "psd.values"});
    if (!d->status && !psd->count)
        d->status = pd_fail(d->err, PD_ERR_RANGE, "psd.values", "0 sculpts; 1 to %d allowed",
                            PD_SMPL_PSD_MAX_SCULPTS);
    if (!d->status)
        d->status =
            pd_smpl_field_alloc(&psd->names, (size_t)psd->count, PD_SMPL_NAME_BYTES, "psd_names", d->err);
    if (!d->status) split_names(d, "psd_names", psd->names[0], PD_SMPL_NAME_BYTES, (size_t)psd->count);

    /* Groups: ranges of sculpts and of joints. */
    if (!d->status)
        psd->group_start = read_ints(d, "psd.group_start", PD_SMPL_ANY, 0, (int64_t)psd->count, &groups);
    if (!d->status && groups < 2)
        d->status =
            pd_fail(d->err, PD_ERR_FORMAT, "psd.group_start", "%zu numbers; 2 or more expected", groups);
    if (!d->status)
        d->status = pd_smpl_field_count(&psd->group_count, groups - 1, psd->count, "psd.group_start", d->err);
    if (d->status) return;
    psd->joints = read_ints(d, "psd.joints", PD_SMPL_ANY, 0, (int64_t)joint_count - 1, &joints);
    psd->joint_start = read_ints(d, "psd.joint_start", groups, 0, (int64_t)joints, NULL);
    psd->widths = read_floats_data_decode(d, "psd.widths", true, 1, (const size_t[]){groups - 1});
    if (d->status) return;

    /* Poses. Their number follows from the ranges, which must ascend and end with the joints. */
    for (size_t g = 0; g + 1 < groups; g++)
        if (psd->joint_start[g] > psd->joint_start[g + 1] || psd->group_start[g] > psd->group_start[g + 1]) {
            d->status = pd_fail(d->err, PD_ERR_FORMAT, "psd.joint_start",
                                "the ranges do not ascend; ascending ranges expected");
            return;
        }
    if ((size_t)psd->joint_start[groups - 1] != joints) {
        d->status = pd_fail(d->err, PD_ERR_FORMAT, "psd.joint_start", "the last number is %d; %zu expected",
                            psd->joint_start[groups - 1], joints);
        return;
    }

    psd->poses =
        read_floats_data_decode(d, "psd.poses", true, 2, (const size_t[]){pd_smpl_psd_pose_count(psd), 4});
}

/* Reads the landmarks of the face: (points) triangles and (points,3) weights; with a contour also (turns,
 * points) and (turns, points, 3). */
static void read_face_points(decoding *d)
{
    static const char points[] = "face_points.triangles";
    static const char contour[] = "face_points.contour_triangles";
    pd_smpl_face_points *f = &d->out->face_points;
    const int64_t last = (int64_t)d->out->face_count - 1;
    size_t count = 0;

    if (!d->status && pd_safetensors_find(d->file, points)) {
        f->triangles = read_ints(d, points, PD_SMPL_ANY, 0, last, &count);
        if (!d->status)
            d->status = pd_smpl_field_count(&f->count, count, PD_SMPL_MAX_FACE_POINTS, points, d->err);
        f->weights = read_floats_data_decode(d, "face_points.weights", true, 2, (const size_t[]){count, 3});
    }

    const pd_array *array =
        find_data_decode(d, contour, false, 2, (const size_t[]){PD_SMPL_ANY, PD_SMPL_ANY});
    if (!array) return;
    d->status = pd_smpl_field_count(&f->turn_count, array->shape[0], PD_SMPL_MAX_TURNS, contour, d->err);
    if (!d->status)
        d->status =
            pd_smpl_field_count(&f->contour_count, array->shape[1], PD_SMPL_MAX_FACE_POINTS, contour, d->err);
    if (!d->status) d->status = pd_smpl_field_int(&f->contour_triangles, array, contour, 0, last, d->err);
    f->contour_weights = read_floats_data_decode(d, "face_points.contour_weights", true, 3,
                                                 (const size_t[]){array->shape[0], array->shape[1], 3});
}

pd_status pd_smpl_data_decode(pd_smpl_data *out, const pd_safetensors *file, unsigned flags, pd_error *err)
{
    decoding d = {.out = out, .file = file, .flags = flags, .err = err};

    /* Read the mesh, then the blend shapes; the file may have only the vertices that they move. After a
     * failure each read does nothing. */
    check_version(&d);
    read_mesh(&d);
    out->shapedirs = read_dirs(&d, "shapedirs", &out->beta_count, PD_SMPL_MAX_BETAS);
    read_shape_tail(&d);
    out->expressiondirs = read_dirs(&d, "expressiondirs", &out->expression_count, PD_SMPL_MAX_EXPRESSIONS);
    out->softdirs = read_dirs(&d, "softdirs", &out->soft_count, PD_SMPL_MAX_SOFT);
    read_part(&d, &out->expressiondirs, &out->expression_count, PD_SMPL_MAX_EXPRESSIONS,
              (part_names){"expressiondirs", "expressiondirs.vertices", "expressiondirs.values"});
    read_part(&d, &out->softdirs, &out->soft_count, PD_SMPL_MAX_SOFT,
              (part_names){"softdirs", "softdirs.vertices", "softdirs.values"});
    read_soft(&d);
    read_joints(&d);
    read_weights(&d);

    /* Names of joints and expressions. */
    if (!d.status)
        d.status = pd_smpl_field_alloc(&out->joint_names, (size_t)out->joint_count, PD_SMPL_NAME_BYTES,
                                       "joint_names", err);
    if (!d.status)
        split_names(&d, "joint_names", out->joint_names[0], PD_SMPL_NAME_BYTES, (size_t)out->joint_count);

    if (!d.status && out->expression_count && pd_safetensors_get(file, "expression_names")) {
        d.status = pd_smpl_field_alloc(&out->expression_names, (size_t)out->expression_count,
                                       PD_SMPL_NAME_BYTES, "expression_names", err);
        if (!d.status)
            split_names(&d, "expression_names", out->expression_names[0], PD_SMPL_NAME_BYTES,
                        (size_t)out->expression_count);
    }

    /* Names of the last betas. */
    const char *features = pd_safetensors_get(file, "feature_names");
    if (!d.status && features) {
        out->feature_count = 1;
        for (const char *at = features; *at; at++) out->feature_count += *at == ',';
        if (out->feature_count > out->beta_count)
            d.status = pd_fail(err, PD_ERR_RANGE, "__metadata__/feature_names",
                               "%d names; at most %d allowed, the number of betas", out->feature_count,
                               out->beta_count);
    }

    if (!d.status && features)
        d.status = pd_smpl_field_alloc(&out->feature_names, (size_t)out->feature_count, PD_SMPL_NAME_BYTES,
                                       "feature_names", err);
    if (!d.status && features)
        split_names(&d, "feature_names", out->feature_names[0], PD_SMPL_NAME_BYTES,
                    (size_t)out->feature_count);

    /* Limits of betas, mirror images, landmarks. */
    const size_t vertices = (size_t)out->vertex_count;
    const size_t betas = (size_t)out->beta_count;
    out->beta_limits = read_floats_data_decode(&d, "beta_limits", false, 1, &betas);
    if (pd_safetensors_find(file, "mirror"))
        out->mirror = read_ints(&d, "mirror", vertices, 0, (int64_t)vertices - 1, NULL);
    read_landmarks(&d);

    /* Hand pose spaces. */
    static const char *const hands[2][2] = {{"hands.left_mean", "hands.left_components"},
                                            {"hands.right_mean", "hands.right_components"}};
    for (int h = 0; h < 2; h++) {
        pd_smpl_hand *hand = &out->hands[h];
        const size_t angles[2] = {PD_SMPL_ANY, PD_SMPL_HAND_ANGLES};
        hand->mean = read_floats_data_decode(&d, hands[h][0], false, 1, angles + 1);
        const pd_array *array = find_data_decode(&d, hands[h][1], false, 2, angles);
        if (array)
            d.status = pd_smpl_field_count(&hand->component_count, array->shape[0], PD_SMPL_HAND_ANGLES,
                                           hands[h][1], err);
        if (array && !d.status) d.status = pd_smpl_field_f32(&hand->components, array, hands[h][1], err);
    }

    read_face_points(&d);
    read_people(&d);
    read_psd(&d);

    /* Texts of the metadata. A missing text is empty. */
    pd_smpl_text *text = &out->text;
    char **const places[] = {&text->name, &text->gender, &text->licence, &text->provenance, &text->credits};
    const char *const keys[] = {"name", "gender", "licence", "provenance", "credits"};
    for (size_t i = 0; !d.status && i < sizeof keys / sizeof *keys; i++) {
        const char *value = pd_safetensors_get(file, keys[i]);
        *places[i] = strdup(value ? value : "");
        if (!*places[i]) d.status = pd_fail(err, PD_ERR_MEMORY, keys[i], "out of memory");
    }

    /* Pose blend shapes. Their width depends on the kind of pose features. */
    const char *pose_features = pd_safetensors_get(file, "pose_features");
    if (pose_features && !strcmp(pose_features, PD_SMPL_QUATERNION_TEXT))
        out->pose_features = PD_SMPL_QUATERNION_FEATURES;
    else if (pose_features && !d.status)
        d.status = pd_fail(err, PD_ERR_UNSUPPORTED, "__metadata__/pose_features",
                           "\"%.32s\"; \"" PD_SMPL_QUATERNION_TEXT "\" or nothing expected", pose_features);
    const char *skinning = pd_safetensors_get(file, "skinning");
    if (skinning && !strcmp(skinning, "dqs"))
        out->skinning = PD_SMPL_DQS;
    else if (skinning && strcmp(skinning, "lbs") && !d.status)
        d.status = pd_fail(err, PD_ERR_UNSUPPORTED, "__metadata__/skinning",
                           "\"%.32s\"; \"lbs\", \"dqs\" or nothing expected", skinning);
    const size_t shape[3] = {vertices, 3, pd_smpl_posedirs_width(out)};
    out->posedirs = read_floats_data_decode(&d, "posedirs", false, 3, shape);
    read_sparse(&d);

    return d.status;
}
