#include "train/model/data_encode.h"

#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/io/tensor/safetensors.h"
#include "core/smpl/data/half.h"
#include "core/smpl/people/people.h"
#include "core/smpl/data/psd.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define TENSORS_MAX 64
#define TEXTS_MAX   16
#define HALF_MAX    65504 /* the largest finite number of half precision */
/* Largest number of weights of a vertex in packed form; otherwise the dense matrix is stored. */
#define PACKED_MAX  8

/* Tensors and texts that will be written, and the memory that was allocated for them. */
typedef struct plan {
    const pd_smpl_data *data;
    unsigned flags;
    pd_safetensor tensors[TENSORS_MAX];
    pd_safetensors_text texts[TEXTS_MAX];
    void *owned[TENSORS_MAX];
    int tensor_count, text_count, owned_count;
    bool failed;
} plan;

static void *own(plan *p, size_t count, size_t element_bytes)
{
    void **place = &p->owned[p->owned_count++];
    *place = calloc(count ? count : 1, element_bytes);
    if (!*place) p->failed = true;
    return *place;
}

/* Adds a tensor. shape (rank). */
static void add_data_encode(plan *p, const char *name, pd_dtype dtype, const void *values, int rank,
                            const size_t *shape)
{
    p->tensors[p->tensor_count++] = (pd_safetensor){name, pd_array_of(dtype, values, rank, shape)};
}

static void add_text(plan *p, const char *key, const char *value)
{
    if (value && *value) p->texts[p->text_count++] = (pd_safetensors_text){key, value};
}

/* Returns whether a row has a number other than 0. exact: -0 counts too, because rows that are left out are
 * read back as +0. */
static bool moves(const float *row, size_t count, bool exact)
{
    for (size_t i = 0; i < count; i++)
        if (row[i] != 0 || (exact && signbit(row[i]))) return true;
    return false;
}

/* Adds directions (V,3,count) as F32, or as F16 if requested and every number fits. */
static void add_dirs(plan *p, const char *name, const float *values, size_t count)
{
    size_t vertices = (size_t)p->data->vertex_count;
    size_t total = vertices * 3 * count;

    if (!values || !count) return;

    uint16_t *half = p->flags & PD_SMPL_COMPACT ? own(p, total, sizeof *half) : NULL;
    bool fits = half != NULL;
    for (size_t i = 0; fits && i < total; i++) {
        half[i] = pd_half_from_float(values[i]);
        fits = fabsf(values[i]) < HALF_MAX;
    }

    if (fits)
        add_data_encode(p, name, PD_DTYPE_F16, half, 3, (const size_t[]){vertices, 3, count});
    else
        add_data_encode(p, name, PD_DTYPE_F32, values, 3, (const size_t[]){vertices, 3, count});
}

/* Adds (n) vertices with a nonzero direction, and their directions (n,3,count). half: in half precision. */
static void add_part(plan *p, const char *vertices, const char *values, const float *dirs, size_t count,
                     bool half)
{
    const size_t row = 3 * count;
    size_t moved_count = 0;
    int *moved = own(p, (size_t)p->data->vertex_count, sizeof *moved);

    for (int v = 0; moved && v < p->data->vertex_count; v++)
        if (moves(dirs + (size_t)v * row, row, !half)) moved[moved_count++] = v;

    void *part = own(p, moved_count * row, half ? sizeof(uint16_t) : sizeof *dirs);
    if (p->failed) return; // NOLINT(clang-analyzer-unix.Malloc): p->owned has both
    for (size_t i = 0; i < moved_count * row; i++) {
        const float value = dirs[(size_t)moved[i / row] * row + i % row];
        if (half)
            ((uint16_t *)part)[i] = pd_half_from_float(value);
        else
            ((float *)part)[i] = value;
    }

    add_data_encode(p, vertices, PD_DTYPE_I32, moved, 1, (const size_t[]){moved_count});
    add_data_encode(p, values, half ? PD_DTYPE_F16 : PD_DTYPE_F32, part, 3,
                    (const size_t[]){moved_count, 3, count});
}

/* Returns a copy of the columns [first, first + count) of (V,3,all). */
static float *columns(plan *p, const float *dirs, size_t all, size_t first, size_t count)
{
    const size_t rows = 3 * (size_t)p->data->vertex_count;
    float *out = own(p, rows * count, sizeof *out);
    for (size_t i = 0; out && i < rows; i++)
        memcpy(out + i * count, dirs + i * all + first, count * sizeof *out);
    return out;
}

/* Adds the shape directions. In a compact file, features of the face have rows only for the vertices of the
 * head, because they move no others. */
static void add_shapes(plan *p)
{
    const pd_smpl_data *d = p->data;
    const size_t all = (size_t)d->beta_count;
    const size_t features = (size_t)d->feature_count;
    const size_t body = all - features;

    if (!features || !(p->flags & PD_SMPL_COMPACT)) {
        add_dirs(p, "shapedirs", d->shapedirs, all);
        return;
    }

    const float *first = columns(p, d->shapedirs, all, 0, body);
    const float *last = columns(p, d->shapedirs, all, body, features);
    if (p->failed) return;
    add_dirs(p, "shapedirs", first, body);
    add_part(p, "shapedirs.vertices", "shapedirs.values", last, features, true);
}

/* Adds the expressions. If they move at most half of the vertices, only those have rows: a face has a quarter
 * of a body's vertices. */
static void add_expressions(plan *p)
{
    const pd_smpl_data *d = p->data;
    const size_t count = (size_t)d->expression_count;
    const size_t row = 3 * count;
    const size_t vertices = (size_t)d->vertex_count;
    size_t moved = 0;

    if (!d->expressiondirs || !count) return;

    float most = 0;
    for (size_t v = 0; v < vertices; v++) moved += moves(d->expressiondirs + v * row, row, false);
    for (size_t i = 0; i < vertices * row; i++) most = fmaxf(most, fabsf(d->expressiondirs[i]));
    if (2 * moved > vertices)
        add_dirs(p, "expressiondirs", d->expressiondirs, count);
    else
        add_part(p, "expressiondirs.vertices", "expressiondirs.values", d->expressiondirs, count,
                 p->flags & PD_SMPL_COMPACT && most < HALF_MAX);
}

/* Returns the power of two of which all numbers are multiples with factors of 16 bits; 0: there is none. */
static float common_step(const float *values, size_t count)
{
    float most = 0;
    int exponent;

    for (size_t i = 0; i < count; i++) most = fmaxf(most, fabsf(values[i]));
    frexpf(most / 32767, &exponent);
    float step = ldexpf(1, exponent < -100 ? -100 : exponent);

    for (size_t i = 0; i < count; i++) {
        const bool is_minus_zero = values[i] == 0 && signbit(values[i]);
        if (is_minus_zero || rintf(values[i] / step) * step != values[i]) return 0;
    }

    return step;
}

typedef struct value_names {
    const char *values, *half, *scale;
} value_names;

/* Adds the values of one P: (count), or (1 + G, count) if P depends on betas. */
static void add_values(plan *p, const char *name, pd_dtype dtype, const void *values, size_t count)
{
    size_t terms = 1 + (size_t)p->data->sparse.beta_terms;
    if (terms > 1)
        add_data_encode(p, name, dtype, values, 2, (const size_t[]){terms, count});
    else
        add_data_encode(p, name, dtype, values, 1, (const size_t[]){count});
}

/* Adds values that are multiples of `step` as 16-bit integers, without loss. */
static void add_on_grid(plan *p, value_names names, const float *values, size_t row, float step)
{
    size_t count = (1 + (size_t)p->data->sparse.beta_terms) * row;
    int16_t *whole = own(p, count, sizeof *whole);
    float *scale = own(p, 1, sizeof *scale);

    if (p->failed) return; // NOLINT(clang-analyzer-unix.Malloc): p->owned has both

    for (size_t i = 0; i < count; i++) whole[i] = (int16_t)(values[i] / step);
    *scale = step;
    add_values(p, names.values, PD_DTYPE_I16, whole, row);
    add_data_encode(p, names.scale, PD_DTYPE_F32, scale, 1, (const size_t[]){1});
}

/* Adds values = scale[vertex] * i16. The error is at most half of a 32767th of the vertex's largest entry. */
static void add_quantised(plan *p, value_names names, const float *values)
{
    const pd_smpl_sparse_dirs *sparse = &p->data->sparse;
    size_t terms = 1 + (size_t)sparse->beta_terms;
    size_t vertices = (size_t)p->data->vertex_count;
    int16_t *whole = own(p, terms * sparse->value_count, sizeof *whole);
    float *scale = own(p, terms * vertices, sizeof *scale);

    if (p->failed) return; // NOLINT(clang-analyzer-unix.Malloc): p->owned has both

    for (size_t t = 0; t < terms; t++) {
        const float *in = values + t * sparse->value_count;
        int16_t *out = whole + t * sparse->value_count;
        for (size_t v = 0; v < vertices; v++) {
            const int *start = sparse->pattern_start + sparse->vertex_pattern[v];
            const size_t count = 27 * (size_t)(start[1] - start[0]);
            float most = 0;
            for (size_t i = 0; i < count; i++) most = fmaxf(most, fabsf(in[i]));
            scale[t * vertices + v] = most / 32767;
            for (size_t i = 0; i < count; i++) out[i] = (int16_t)(most > 0 ? rintf(in[i] / most * 32767) : 0);
            in += count;
            out += count;
        }
    }

    add_values(p, names.values, PD_DTYPE_I16, whole, sparse->value_count);
    add_data_encode(p, names.scale, PD_DTYPE_F32, scale, 1, (const size_t[]){terms * vertices});
}

/* Adds the values of the sparse pose blend shapes in the smallest form that keeps them: integers on a common
 * grid if they lie on one (of one side only if they are symmetric), quantised integers if a compact file was
 * asked for, otherwise floats. `dqs`: those for dual quaternion skinning. */
static void add_sparse_values(plan *p, bool dqs)
{
    static const value_names names[2] = {{"posedirs.values", "posedirs.half", "posedirs.scale"},
                                         {"posedirs.values_dqs", "posedirs.half_dqs", "posedirs.scale_dqs"}};
    const pd_smpl_sparse_dirs *sparse = &p->data->sparse;
    const float *values = dqs ? sparse->values_dqs : sparse->values;
    float step = common_step(values, (1 + (size_t)sparse->beta_terms) * sparse->value_count);

    /* If the values are symmetric, write one side only (half.h). */
    if (step > 0) {
        const value_names half_names = {names[dqs].half, NULL, names[dqs].scale};
        size_t terms = 1 + (size_t)sparse->beta_terms;
        size_t count = pd_smpl_half_count(p->data);
        float *half = count ? own(p, terms * count, sizeof *half) : NULL;
        bool good = half != NULL;
        for (size_t t = 0; good && t < terms; t++)
            good = pd_smpl_half_take(half + t * count, p->data, values + t * sparse->value_count);
        if (good) {
            add_on_grid(p, half_names, half, count, step);
            return;
        }
    }

    if (step > 0)
        add_on_grid(p, names[dqs], values, sparse->value_count, step);
    else if (p->flags & PD_SMPL_COMPACT)
        add_quantised(p, names[dqs], values);
    else
        add_values(p, names[dqs].values, PD_DTYPE_F32, values, sparse->value_count);
}

/* Adds the pose blend shapes: the dense (V,3,9(K-1)) tensor if the model has one, else the sparse form:
 * which joints move a vertex (patterns) and 27 numbers (9 features x 3 coordinates) for each joint of its
 * pattern. */
static void add_posedirs(plan *p)
{
    const pd_smpl_data *d = p->data;
    const pd_smpl_sparse_dirs *sparse = &d->sparse;

    add_dirs(p, "posedirs", d->posedirs, pd_smpl_posedirs_width(d));
    if (!sparse->pattern_count) return;

    size_t patterns = (size_t)sparse->pattern_count;
    size_t joints = (size_t)sparse->pattern_start[patterns];
    add_data_encode(p, "posedirs.pattern_start", PD_DTYPE_I32, sparse->pattern_start, 1,
                    (const size_t[]){patterns + 1});
    add_data_encode(p, "posedirs.pattern_joints", PD_DTYPE_I32, sparse->pattern_joints, 1,
                    (const size_t[]){joints});
    add_data_encode(p, "posedirs.vertex_pattern", PD_DTYPE_U16, sparse->vertex_pattern, 1,
                    (const size_t[]){(size_t)d->vertex_count});
    add_sparse_values(p, false);
    if (sparse->values_dqs) add_sparse_values(p, true);
}

/* Adds (V,n) joints and weights, where n is the largest number of any vertex;
 * the dense matrix if that is not larger. */
static void add_weights(plan *p)
{
    const pd_smpl_data *d = p->data;
    const size_t vertices = (size_t)d->vertex_count;
    const size_t joint_count = (size_t)d->joint_count;
    size_t width = 0;

    for (size_t v = 0; v < vertices; v++) {
        size_t count = 0;
        for (size_t k = 0; k < joint_count; k++) count += d->weights[v * joint_count + k] != 0;
        width = count > width ? count : width;
    }

    /* Store the dense matrix when a vertex has more weights than the packed form allows. */
    if (width > PACKED_MAX) {
        add_data_encode(p, "weights", PD_DTYPE_F32, d->weights, 2, (const size_t[]){vertices, joint_count});
        return;
    }

    /* Pack: list the joints with a weight other than 0; the rest of the row stays 0. */
    uint8_t *joints = own(p, vertices * width, 1);
    float *values = own(p, vertices * width, sizeof *values);
    if (p->failed) return; // NOLINT(clang-analyzer-unix.Malloc): p->owned has both

    for (size_t v = 0; v < vertices; v++) {
        size_t n = v * width;
        for (size_t k = 0; k < joint_count; k++) {
            const float weight = d->weights[v * joint_count + k];
            if (weight == 0) continue;
            joints[n] = (uint8_t)k;
            values[n++] = weight;
        }
    }

    add_data_encode(p, "weights.joints", PD_DTYPE_U8, joints, 2, (const size_t[]){vertices, width});
    add_data_encode(p, "weights.values", PD_DTYPE_F32, values, 2, (const size_t[]){vertices, width});
}

/* Returns the names joined as "pelvis,left_hip,...". They contain no comma (pd_smpl_data_check). */
static char *joined(plan *p, const char *first, size_t stride, int count)
{
    char *text = own(p, (size_t)count + 1, PD_SMPL_NAME_BYTES);
    char *end = text;

    for (int i = 0; text && i < count; i++) {
        if (i) *end++ = ',';
        end = stpcpy(end, first + stride * (size_t)i);
    }

    return text;
}

/* Adds the priors of people. Curves are most of a prior and are a tensor of their own, in half precision if
 * directions are. */
static void add_people(plan *p)
{
    const pd_smpl_data *d = p->data;
    const size_t rows = (size_t)d->people_count;
    const size_t curve = pd_smpl_people_curve_numbers(d->beta_count);
    const size_t rest = pd_smpl_people_numbers(d->beta_count) - curve;

    if (!d->people) return;

    /* Allocate, then split each prior into its curves and the rest. */
    const bool is_half = p->flags & PD_SMPL_COMPACT;
    float *priors = own(p, rows * rest, sizeof *priors);
    float *whole = is_half ? NULL : own(p, rows * curve, sizeof *whole);
    uint16_t *half = is_half ? own(p, rows * curve, sizeof *half) : NULL;
    if (p->failed) return; // NOLINT(clang-analyzer-unix.Malloc): p->owned has all

    for (size_t r = 0; r < rows; r++) {
        const float *row = d->people + r * (rest + curve);
        memcpy(priors + r * rest, row, rest * sizeof *row);
        for (size_t i = 0; i < curve; i++) {
            if (is_half)
                half[r * curve + i] = pd_half_from_float(row[rest + i]);
            else
                whole[r * curve + i] = row[rest + i];
        }
    }

    add_data_encode(p, "people.priors", PD_DTYPE_F32, priors, 2, (const size_t[]){rows, rest});
    add_data_encode(p, "people.curves", is_half ? PD_DTYPE_F16 : PD_DTYPE_F32,
                    is_half ? (const void *)half : whole, 2, (const size_t[]){rows, curve});
    if (d->leg_count)
        add_data_encode(p, "people.legs", PD_DTYPE_I32, d->legs, 1, (const size_t[]){(size_t)d->leg_count});
}

/* Adds the soft-tissue directions. With dynamics only those of moved
 * vertices are written, in half precision. */
static void add_soft(plan *p)
{
    const pd_smpl_data *d = p->data;
    const pd_smpl_soft_dynamics *soft = &d->soft;
    const size_t modes = soft->is_modal ? 0 : (size_t)soft->mode_count;
    const size_t terms = (size_t)soft->beta_terms;
    const size_t joints = (size_t)soft->joint_count;

    if (!modes) {
        add_dirs(p, "softdirs", d->softdirs, (size_t)d->soft_count);
        return;
    }

    add_part(p, "softdirs.vertices", "softdirs.values", d->softdirs, (size_t)d->soft_count, true);
    if (p->failed) return;

    add_data_encode(p, "soft.joints", PD_DTYPE_I32, soft->joints, 1, (const size_t[]){joints});
    add_data_encode(p, "soft.poles", PD_DTYPE_F32, soft->poles, 2, (const size_t[]){modes, 2 + terms});
    if (soft->sizes)
        add_data_encode(p, "soft.sizes", PD_DTYPE_F32, soft->sizes, 2, (const size_t[]){modes, terms});
    add_data_encode(p, "soft.gains", PD_DTYPE_F32, soft->gains, 3,
                    (const size_t[]){modes, 1 + (size_t)soft->gain_terms, 12 * joints});
}

/* Adds the sculpts that the pose drives. */
static void add_psd(plan *p)
{
    const pd_smpl_psd *psd = &p->data->psd;
    const size_t groups = (size_t)psd->group_count;

    if (!psd->count) return;

    add_part(p, "psd.vertices", "psd.values", psd->dirs, (size_t)psd->count, false);
    add_data_encode(p, "psd.group_start", PD_DTYPE_I32, psd->group_start, 1, (const size_t[]){groups + 1});
    add_data_encode(p, "psd.joint_start", PD_DTYPE_I32, psd->joint_start, 1, (const size_t[]){groups + 1});
    add_data_encode(p, "psd.joints", PD_DTYPE_I32, psd->joints, 1,
                    (const size_t[]){(size_t)psd->joint_start[groups]});
    add_data_encode(p, "psd.widths", PD_DTYPE_F32, psd->widths, 1, (const size_t[]){groups});
    add_data_encode(p, "psd.poses", PD_DTYPE_F32, psd->poses, 2,
                    (const size_t[]){pd_smpl_psd_pose_count(psd), 4});
    add_text(p, "psd_version", PD_SMPL_PSD_VERSION);
    add_text(p, "psd_names", joined(p, psd->names[0], PD_SMPL_NAME_BYTES, psd->count));
}

pd_status pd_train_data_encode(pd_buffer *out, const pd_smpl_data *data, unsigned flags, pd_error *err)
{
    plan p = {.data = data, .flags = flags};
    const pd_smpl_data *d = data;
    const size_t vertices = (size_t)d->vertex_count;
    const size_t joints = (size_t)d->joint_count;
    const size_t entries = (size_t)d->regressor_start[joints];

    PD_ASSERT(vertices > 0 && joints > 0); /* pd_smpl_data_check has passed */

    /* Mesh, kinematic tree and joint regressor. */
    add_data_encode(&p, "v_template", PD_DTYPE_F32, d->v_template, 2, (const size_t[]){vertices, 3});
    add_data_encode(&p, "J_regressor.start", PD_DTYPE_I32, d->regressor_start, 1,
                    (const size_t[]){joints + 1});
    add_data_encode(&p, "J_regressor.vertex", PD_DTYPE_I32, d->regressor_vertex, 1,
                    (const size_t[]){entries});
    add_data_encode(&p, "J_regressor.weight", PD_DTYPE_F64, d->regressor_weight, 1,
                    (const size_t[]){entries});
    add_data_encode(&p, "parents", PD_DTYPE_I32, d->parents, 1, (const size_t[]){joints});
    add_data_encode(&p, "faces", PD_DTYPE_U32, d->faces, 2, (const size_t[]){(size_t)d->face_count, 3});
    if (d->joints) add_data_encode(&p, "joints", PD_DTYPE_F64, d->joints, 2, (const size_t[]){joints, 3});
    if (d->joint_shapedirs)
        add_data_encode(&p, "joint_shapedirs", PD_DTYPE_F64, d->joint_shapedirs, 3,
                        (const size_t[]){joints, 3, (size_t)d->beta_count});
    if (d->mirror) add_data_encode(&p, "mirror", PD_DTYPE_I32, d->mirror, 1, (const size_t[]){vertices});

    if (d->beta_limits && d->beta_count)
        add_data_encode(&p, "beta_limits", PD_DTYPE_F32, d->beta_limits, 1,
                        (const size_t[]){(size_t)d->beta_count});

    /* Blend shapes and skinning weights. */
    add_shapes(&p);
    add_expressions(&p);
    add_soft(&p);
    add_posedirs(&p);
    add_weights(&p);

    /* Landmarks: vertices, and their names as one text. */
    const size_t landmarks = (size_t)d->landmark_count;
    if (landmarks) {
        int *marked = own(&p, landmarks, sizeof *marked);
        for (size_t i = 0; marked && i < landmarks; i++) marked[i] = d->landmarks[i].vertex;
        add_data_encode(&p, "landmarks", PD_DTYPE_I32, marked, 1, (const size_t[]){landmarks});
        add_text(&p, "landmark_names",
                 joined(&p, d->landmarks[0].name, sizeof *d->landmarks, d->landmark_count));
    }

    /* Hand pose spaces, keypoints of the face, and people. */
    static const char *const hands[2][2] = {{"hands.left_mean", "hands.left_components"},
                                            {"hands.right_mean", "hands.right_components"}};
    for (int h = 0; h < 2; h++) {
        const pd_smpl_hand *hand = &d->hands[h];
        const size_t shape[2] = {(size_t)hand->component_count, PD_SMPL_HAND_ANGLES};
        if (hand->mean) add_data_encode(&p, hands[h][0], PD_DTYPE_F32, hand->mean, 1, shape + 1);
        if (hand->component_count) add_data_encode(&p, hands[h][1], PD_DTYPE_F32, hand->components, 2, shape);
    }

    const pd_smpl_face_points *f = &d->face_points;
    const size_t points = (size_t)f->count;
    const size_t turns = (size_t)f->turn_count;
    const size_t contour = (size_t)f->contour_count;
    if (points) {
        add_data_encode(&p, "face_points.triangles", PD_DTYPE_I32, f->triangles, 1, (const size_t[]){points});
        add_data_encode(&p, "face_points.weights", PD_DTYPE_F32, f->weights, 2, (const size_t[]){points, 3});
    }

    if (turns) {
        add_data_encode(&p, "face_points.contour_triangles", PD_DTYPE_I32, f->contour_triangles, 2,
                        (const size_t[]){turns, contour});
        add_data_encode(&p, "face_points.contour_weights", PD_DTYPE_F32, f->contour_weights, 3,
                        (const size_t[]){turns, contour, 3});
    }

    add_people(&p);
    add_psd(&p);

    /* Metadata. */
    add_text(&p, "kind", "body");
    if (d->pose_features) add_text(&p, "pose_features", PD_SMPL_QUATERNION_TEXT);
    if (d->skinning != PD_SMPL_LBS) add_text(&p, "skinning", pd_smpl_skinning_name(d->skinning));
    add_text(&p, "version", PD_SMPL_FORMAT_VERSION);
    add_text(&p, "joint_names", joined(&p, d->joint_names[0], PD_SMPL_NAME_BYTES, d->joint_count));
    if (d->feature_count)
        add_text(&p, "feature_names", joined(&p, d->feature_names[0], PD_SMPL_NAME_BYTES, d->feature_count));
    if (d->expression_names)
        add_text(&p, "expression_names",
                 joined(&p, d->expression_names[0], PD_SMPL_NAME_BYTES, d->expression_count));
    add_text(&p, "name", d->text.name);
    add_text(&p, "gender", d->text.gender);
    add_text(&p, "licence", d->text.licence);
    add_text(&p, "provenance", d->text.provenance);
    add_text(&p, "credits", d->text.credits);

    /* Write the file, and free the arrays that were made for it. */
    const pd_safetensors_out what = {
        .tensors = p.tensors, .tensor_count = p.tensor_count, .texts = p.texts, .text_count = p.text_count};
    const pd_status status =
        p.failed ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory") : pd_safetensors_write(out, &what, err);

    for (int i = 0; i < p.owned_count; i++) free(p.owned[i]);
    return status;
}

pd_status pd_train_data_save(const pd_smpl_data *data, const char *path, pd_error *err)
{
    pd_buffer out = {0};
    pd_status status = pd_smpl_data_check(data, err);

    if (!status) status = pd_train_data_encode(&out, data, 0, err);
    if (!status) status = pd_file_write(path, out.data, out.size, err);
    pd_buffer_deinit(&out);

    return status;
}
