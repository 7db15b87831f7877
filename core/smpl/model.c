#include "core/smpl/model.h"

#include "core/base/hash.h"
#include "core/smpl/contact.h"
#include "core/smpl/half.h"
#include "core/smpl/tiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NORMAL_WITHIN 5e-7 /* of 1: eight weights, each rounded to 24 bits */

/* A row that is 1 but for the rounding of its numbers stays as it is: to divide again would move last bits each time that a
 * model is saved and loaded. */
static void normalize_weights(pd_smpl_data *data)
{
    for (int v = 0; v < data->vertex_count; v++) {
        float *w = data->weights + (size_t)v * (size_t)data->joint_count;
        double sum = 0;
        for (int k = 0; k < data->joint_count; k++) sum += w[k];
        if (fabs(sum - 1) < NORMAL_WITHIN) continue;
        for (int k = 0; k < data->joint_count; k++) w[k] = (float)(w[k] / sum);
    }
}

/* J_template = R v_template and J_shapedirs = R S: one weighted sum of rows of `width` numbers a vertex. */
static void fold(double *out, const pd_smpl_data *data, int joint, const float *rows, size_t width)
{
    for (int i = data->regressor_start[joint]; i < data->regressor_start[joint + 1]; i++) {
        const float *row = rows + (size_t)data->regressor_vertex[i] * width;
        double w = data->regressor_weight[i];
        for (size_t c = 0; c < width; c++) out[c] += w * row[c];
    }
}

static int fold_regressor(pd_smpl_model *model)
{
    size_t joints = (size_t)model->joint_count, betas = (size_t)model->beta_count;
    model->joint_template = calloc(3 * joints, sizeof(double));
    model->joint_shapedirs = calloc(3 * joints * betas + 1, sizeof(double));
    if (!model->joint_template || !model->joint_shapedirs) return 0;
    for (size_t k = 0; k < joints; k++) {
        fold(model->joint_template + 3 * k, &model->data, (int)k, model->data.v_template, 3);
        if (betas)
            fold(model->joint_shapedirs + 3 * k * betas, &model->data, (int)k, model->data.shapedirs,
                 3 * betas);
    }
    return 1;
}

static void hash_array(uint64_t *hash, const void *array, size_t count, size_t element_bytes)
{
    *hash = pd_hash64(array, array ? count * element_bytes : 0, *hash);
}

static void hash_text(uint64_t *hash, const char *text)
{
    *hash = pd_hash64(text ? text : "", text ? strlen(text) : 0, *hash);
}

static void hash_sparse(uint64_t *hash, const pd_smpl_sparse_dirs *s, size_t vertices, size_t packed)
{
    const size_t patterns = (size_t)s->pattern_count;
    const size_t values = (1 + (size_t)s->beta_terms) * s->value_count;

    if (!patterns) return;
    hash_array(hash, s->pattern_start, patterns + 1, sizeof(int));
    hash_array(hash, s->pattern_joints, (size_t)s->pattern_start[patterns], sizeof(int));
    hash_array(hash, s->vertex_pattern, vertices, sizeof(uint16_t));
    hash_array(hash, s->values, values, sizeof(float));
    hash_array(hash, s->values_dqs, values, sizeof(float));
    if (!s->packed_dqs) return;
    hash_array(hash, s->packed_dqs, packed, sizeof(int16_t));
    hash_array(hash, &s->packed_step, 1, sizeof(float));
}

/* Names, landmarks, limits: what measurements and the model's description are made from. */
static void hash_words(uint64_t *hash, const pd_smpl_data *d)
{
    const char *texts[] = {d->text.name, d->text.gender, d->text.licence, d->text.provenance,
                           d->text.credits};

    for (int i = 0; d->joint_names && i < d->joint_count; i++) hash_text(hash, d->joint_names[i]);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) hash_text(hash, texts[i]);
    for (int i = 0; i < d->landmark_count; i++) {
        hash_text(hash, d->landmarks[i].name);
        hash_array(hash, &d->landmarks[i].vertex, 1, sizeof(int));
    }
    hash_array(hash, d->beta_limits, (size_t)d->beta_count, sizeof(float));
    hash_array(hash, d->mirror, (size_t)d->vertex_count, sizeof(int));
}

static size_t packed_count(const pd_smpl_data *d)
{
    return d->sparse.packed_dqs ? (1 + (size_t)d->sparse.beta_terms) * pd_smpl_half_count(d) : 0;
}

static uint64_t content_hash(const pd_smpl_data *d)
{
    size_t v = (size_t)d->vertex_count, k = (size_t)d->joint_count;
    const int counts[6] = {d->vertex_count, d->joint_count, d->beta_count,
                           d->face_count,   d->soft_count,  d->landmark_count};
    uint64_t hash = pd_hash64(counts, sizeof counts, 0);
    hash_array(&hash, d->v_template, 3 * v, sizeof(float));
    hash_array(&hash, d->shapedirs, 3 * v * (size_t)d->beta_count, sizeof(float));
    hash_array(&hash, d->posedirs, 27 * v * (k - 1), sizeof(float));
    hash_sparse(&hash, &d->sparse, v, packed_count(d));
    hash_array(&hash, d->softdirs, 3 * v * (size_t)d->soft_count, sizeof(float));
    hash_array(&hash, d->weights, v * k, sizeof(float));
    hash_array(&hash, d->regressor_start, k + 1, sizeof(int));
    hash_array(&hash, d->regressor_vertex, (size_t)d->regressor_start[k], sizeof(int));
    hash_array(&hash, d->regressor_weight, (size_t)d->regressor_start[k], sizeof(double));
    hash_array(&hash, d->parents, k, sizeof(int));
    hash_array(&hash, d->faces, 3 * (size_t)d->face_count, sizeof(uint32_t));
    hash_words(&hash, d);
    return hash;
}

/* What tiles to come want besides the model's data. */
struct pd_smpl_later {
    pd_smpl_sparse_dirs sparse; /* without values */
    float *softdirs;
};

static void free_sparse(pd_smpl_sparse_dirs *s)
{
    free(s->pattern_start), free(s->pattern_joints), free(s->vertex_pattern), free(s->values);
    free(s->values_dqs), free(s->packed_dqs);
    memset(s, 0, sizeof *s);
}

static void free_later(struct pd_smpl_later *later)
{
    if (!later) return;
    free_sparse(&later->sparse);
    free(later->softdirs);
    free(later);
}

/* What the tiles hold now; requests never ask for it. Keeps what later ones are made from. */
static int drop_packed(pd_smpl_model *m)
{
    pd_smpl_data *data = &m->data;
    if (data->sparse.packed_dqs) {
        m->later = calloc(1, sizeof *m->later);
        if (!m->later) return 0;
        free(data->sparse.values);
        data->sparse.values = NULL;
        *m->later = (struct pd_smpl_later){data->sparse, data->softdirs};
        memset(&data->sparse, 0, sizeof data->sparse);
        data->softdirs = NULL;
    }
    free_sparse(&data->sparse);
    free(data->posedirs), free(data->softdirs);
    data->posedirs = data->softdirs = NULL;
    return 1;
}

static size_t count_bytes(const pd_smpl_model *m)
{
    size_t v = (size_t)m->vertex_count, k = (size_t)m->joint_count, b = (size_t)m->beta_count;
    size_t floats = v * (3 + 3 * b + k) + 3 * (size_t)m->face_count;
    size_t regressor = (size_t)m->data.regressor_start[k] * (sizeof(int) + sizeof(double));
    return sizeof *m + floats * sizeof(float) + regressor + 3 * k * (1 + b) * sizeof(double) +
           m->tiles->bytes + m->packed_bytes;
}

size_t pd_smpl_model_bytes(const pd_smpl_model *model)
{
    const pd_smpl_tiles *dqs = __atomic_load_n(&model->tiles_dqs, __ATOMIC_ACQUIRE);
    return model->loaded_bytes + (dqs ? dqs->bytes : 0);
}

/* Tiles of their own for DQS and SBS when P is another one for them. */
static pd_status build_tiles(pd_smpl_model *m, pd_error *err)
{
    pd_status status = pd_smpl_tiles_build(&m->tiles, &m->data, err);
    if (status || !m->data.sparse.values_dqs) return status;
    pd_smpl_data other = m->data;
    other.sparse.values = m->data.sparse.values_dqs;
    return pd_smpl_tiles_build(&m->tiles_dqs, &other, err);
}

static pd_status unpack_dqs(float **out, const pd_smpl_data *data, pd_error *err)
{
    const pd_smpl_sparse_dirs *s = &data->sparse;
    size_t terms = 1 + (size_t)s->beta_terms, half = pd_smpl_half_count(data);
    *out = malloc(terms * s->value_count * sizeof **out + 1);
    int good = *out != NULL;
    for (size_t t = 0; good && t < terms; t++)
        good = pd_smpl_half_unpack(*out + t * s->value_count, data, s->packed_dqs + t * half, s->packed_step);
    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "model", "out of memory to unpack the model");
}

static pd_status build_later(pd_smpl_tiles **out, const pd_smpl_model *m, pd_error *err)
{
    pd_smpl_data other = m->data;
    *out = NULL;
    other.sparse = m->later->sparse, other.softdirs = m->later->softdirs;
    pd_status status = unpack_dqs(&other.sparse.values, &other, err);
    if (status == PD_OK) status = pd_smpl_tiles_build(out, &other, err);
    free(other.sparse.values);
    return status;
}

pd_status pd_smpl_model_prepare_dqs(const pd_smpl_model *model, pd_error *err)
{
    pd_smpl_tiles *made, *none = NULL;
    pd_smpl_tiles **place =
        (pd_smpl_tiles **)&model->tiles_dqs; /* every model is made by _build, and none is const there */
    if (!model->later || __atomic_load_n(place, __ATOMIC_ACQUIRE)) return PD_OK;
    pd_status status = build_later(&made, model, err);
    if (status != PD_OK) return status;
    if (!__atomic_compare_exchange_n(place, &none, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        pd_smpl_tiles_free(made); /* another thread was quicker */
    return PD_OK;
}

const pd_smpl_tiles *pd_smpl_model_tiles_for(const pd_smpl_model *model, int by_rotations)
{
    if (!by_rotations || pd_smpl_model_prepare_dqs(model, NULL) != PD_OK) return model->tiles;
    const pd_smpl_tiles *dqs = __atomic_load_n(&model->tiles_dqs, __ATOMIC_ACQUIRE);
    return dqs ? dqs : model->tiles;
}

pd_status pd_smpl_model_build(pd_smpl_model **out, pd_smpl_data *data, pd_error *err)
{
    pd_smpl_model *m = calloc(1, sizeof *m);
    pd_status status = pd_smpl_data_check(data, err);
    *out = NULL;
    if (!m && !status) status = pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");
    if (status) {
        free(m);
        pd_smpl_data_deinit(data);
        return status;
    }
    m->references = 1;
    m->data = *data;
    memset(data, 0, sizeof *data);
    m->vertex_count = m->data.vertex_count, m->joint_count = m->data.joint_count;
    m->beta_count = m->data.beta_count, m->face_count = m->data.face_count,
    m->soft_count = m->data.soft_count;
    if (m->data.posedirs || m->data.sparse.pattern_count) m->pose_feature_count = 9 * (m->joint_count - 1);
    m->content_hash = content_hash(&m->data);
    normalize_weights(&m->data);
    if (!fold_regressor(m)) status = pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");
    if (!status) status = build_tiles(m, err);
    if (status) {
        pd_smpl_model_release(m);
        return status;
    }
    m->packed_bytes = packed_count(&m->data) * sizeof(int16_t);
    if (!drop_packed(m)) {
        pd_smpl_model_release(m);
        return pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");
    }
    m->loaded_bytes = count_bytes(m);
    *out = m;
    return PD_OK;
}

pd_status pd_smpl_model_load(pd_smpl_model **out, const char *path, pd_error *err)
{
    pd_smpl_data data = {0};
    *out = NULL;
    pd_status status = pd_smpl_data_load_packed(&data, path, err);
    return status ? status : pd_smpl_model_build(out, &data, err);
}

pd_smpl_model *pd_smpl_model_retain(pd_smpl_model *model)
{
    __atomic_add_fetch(&model->references, 1, __ATOMIC_RELAXED);
    return model;
}

void pd_smpl_model_release(pd_smpl_model *model)
{
    if (!model || __atomic_sub_fetch(&model->references, 1, __ATOMIC_ACQ_REL) > 0) return;
    pd_smpl_data_deinit(&model->data);
    free(model->joint_template), free(model->joint_shapedirs);
    pd_smpl_tiles_free(model->tiles);
    pd_smpl_tiles_free(model->tiles_dqs);
    free_later(model->later);
    pd_smpl_contact_free(model->contact);
    free(model);
}
