#include "core/smpl/model.h"

#include "core/base/hash.h"
#include "core/base/references.h"
#include "core/io/pack/pack.h"
#include "core/smpl/derived_internal.h"
#include "core/smpl/hit.h"
#include "core/smpl/data/half.h"
#include "core/smpl/data/psd.h"
#include "core/smpl/soft/modal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Largest difference of a sum of weights from 1: eight weights, each rounded to 24 bits. */
#define NORMAL_WITHIN 5e-7

/* J_template = R v_template and J_shapedirs = R S, both (K, width):
 * row k is a weighted sum of rows of `rows`. */
static double *model_regress(const pd_smpl_data *data, const float *rows, size_t width)
{
    double *out = calloc((size_t)data->joint_count * width + 1, sizeof *out);

    for (size_t k = 0; out && width && k < (size_t)data->joint_count; k++)
        for (int i = data->regressor_start[k]; i < data->regressor_start[k + 1]; i++) {
            const float *row = rows + (size_t)data->regressor_vertex[i] * width;
            const double w = data->regressor_weight[i];
            for (size_t c = 0; c < width; c++) out[k * width + c] += w * row[c];
        }

    return out;
}

static double *copy_of(const double *values, size_t count)
{
    double *out = malloc((count + 1) * sizeof *out);
    if (out) memcpy(out, values, count * sizeof *out);
    return out;
}

static void hash_array(uint64_t *hash, const void *array, size_t count, size_t element_bytes)
{
    *hash = pd_hash64(array, array ? count * element_bytes : 0, *hash);
}

static void hash_text(uint64_t *hash, const char *text)
{
    *hash = pd_hash64(text ? text : "", text ? strlen(text) : 0, *hash);
}

/* Returns the count of the 16-bit numbers in packed_dqs. */
static size_t packed_count(const pd_smpl_data *d)
{
    return d->sparse.packed_dqs ? (1 + (size_t)d->sparse.beta_terms) * pd_smpl_half_count(d) : 0;
}

static uint64_t content_hash(const pd_smpl_data *d)
{
    const size_t vertices = (size_t)d->vertex_count;
    const size_t joints = (size_t)d->joint_count;
    const int counts[6] = {d->vertex_count, d->joint_count, d->beta_count,
                           d->face_count,   d->soft_count,  d->landmark_count};
    uint64_t hash = pd_hash64(counts, sizeof counts, 0);

    /* Blend shapes and, where the file has them, joints. */
    hash_array(&hash, d->v_template, 3 * vertices, sizeof(float));
    hash_array(&hash, d->shapedirs, 3 * vertices * (size_t)d->beta_count, sizeof(float));
    hash_array(&hash, d->expressiondirs, 3 * vertices * (size_t)d->expression_count, sizeof(float));
    hash_array(&hash, d->posedirs, 3 * vertices * pd_smpl_posedirs_width(d), sizeof(float));
    if (d->joints) {
        hash_array(&hash, d->joints, 3 * joints, sizeof(double));
        hash_array(&hash, d->joint_shapedirs, 3 * joints * (size_t)d->beta_count, sizeof(double));
    }

    /* Sparse pose blend shapes. */
    const pd_smpl_sparse_dirs *s = &d->sparse;
    const size_t patterns = (size_t)s->pattern_count;
    const size_t values = (1 + (size_t)s->beta_terms) * s->value_count;
    if (patterns) {
        hash_array(&hash, s->pattern_start, patterns + 1, sizeof(int));
        hash_array(&hash, s->pattern_joints, (size_t)s->pattern_start[patterns], sizeof(int));
        hash_array(&hash, s->vertex_pattern, vertices, sizeof(uint16_t));
        hash_array(&hash, s->values, values, sizeof(float));
        hash_array(&hash, s->values_dqs, values, sizeof(float));
    }

    if (patterns && s->packed_dqs) {
        hash_array(&hash, s->packed_dqs, packed_count(d), sizeof(int16_t));
        hash_array(&hash, &s->packed_step, 1, sizeof(float));
    }

    /* Soft tissue: its shapes and its dynamics. */
    const pd_smpl_soft_dynamics *soft = &d->soft;
    const size_t modes = (size_t)soft->mode_count;
    const size_t terms = (size_t)soft->beta_terms;
    const size_t soft_joints = (size_t)soft->joint_count;
    hash_array(&hash, d->softdirs, 3 * vertices * (size_t)d->soft_count, sizeof(float));
    if (modes) {
        hash_array(&hash, soft->joints, soft_joints, sizeof(int));
        hash_array(&hash, soft->poles, modes * (2 + terms), sizeof(float));
        if (soft->sizes) hash_array(&hash, soft->sizes, modes * terms, sizeof(float));
        hash_array(&hash, soft->gains, modes * (1 + (size_t)soft->gain_terms) * 12 * soft_joints,
                   sizeof(float));
    }

    /* Skinning, joint regressor, kinematic tree and triangles. */
    hash_array(&hash, d->weights, vertices * joints, sizeof(float));
    hash_array(&hash, d->regressor_start, joints + 1, sizeof(int));
    hash_array(&hash, d->regressor_vertex, (size_t)d->regressor_start[joints], sizeof(int));
    hash_array(&hash, d->regressor_weight, (size_t)d->regressor_start[joints], sizeof(double));
    hash_array(&hash, d->parents, joints, sizeof(int));
    hash_array(&hash, d->faces, 3 * (size_t)d->face_count, sizeof(uint32_t));

    /* Texts, limits and landmarks: measurements and the model's description are made from them. */
    const char *texts[] = {d->text.name, d->text.gender, d->text.licence, d->text.provenance,
                           d->text.credits};
    for (int i = 0; d->joint_names && i < d->joint_count; i++) hash_text(&hash, d->joint_names[i]);
    for (int i = 0; d->expression_names && i < d->expression_count; i++)
        hash_text(&hash, d->expression_names[i]);
    for (int i = 0; i < d->feature_count; i++) hash_text(&hash, d->feature_names[i]);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) hash_text(&hash, texts[i]);
    for (int i = 0; i < d->landmark_count; i++) {
        hash_text(&hash, d->landmarks[i].name);
        hash_array(&hash, &d->landmarks[i].vertex, 1, sizeof(int));
    }

    hash_array(&hash, d->beta_limits, (size_t)d->beta_count, sizeof(float));
    hash_array(&hash, d->mirror, vertices, sizeof(int));
    for (int h = 0; h < 2; h++) {
        const size_t components = (size_t)d->hands[h].component_count;
        hash_array(&hash, d->hands[h].mean, PD_SMPL_HAND_ANGLES, sizeof(float));
        hash_array(&hash, d->hands[h].components, components * PD_SMPL_HAND_ANGLES, sizeof(float));
    }

    /* Face landmarks: fixed points and the contour, whose points change with the head's turn. */
    const pd_smpl_face_points *f = &d->face_points;
    const size_t points = (size_t)f->count;
    const size_t contour = (size_t)f->turn_count * (size_t)f->contour_count;
    if (points) {
        hash_array(&hash, f->triangles, points, sizeof(int));
        hash_array(&hash, f->weights, 3 * points, sizeof(float));
    }

    if (contour) {
        hash_array(&hash, f->contour_triangles, contour, sizeof(int));
        hash_array(&hash, f->contour_weights, 3 * contour, sizeof(float));
    }

    /* Sculpts that the pose drives. */
    const pd_smpl_psd *psd = &d->psd;
    if (psd->count) {
        const size_t groups = (size_t)psd->group_count;
        hash_array(&hash, psd->dirs, 3 * vertices * (size_t)psd->count, sizeof(float));
        for (int i = 0; i < psd->count; i++) hash_text(&hash, psd->names[i]);
        hash_array(&hash, psd->group_start, groups + 1, sizeof(int));
        hash_array(&hash, psd->joint_start, groups + 1, sizeof(int));
        hash_array(&hash, psd->joints, (size_t)psd->joint_start[groups], sizeof(int));
        hash_array(&hash, psd->widths, groups, sizeof(float));
        hash_array(&hash, psd->poses, 4 * pd_smpl_psd_pose_count(psd), sizeof(float));
    }

    if (d->people)
        hash_array(&hash, d->people, (size_t)d->people_count * pd_smpl_people_numbers(d->beta_count),
                   sizeof(float));

    return hash;
}

static void free_sparse(pd_smpl_sparse_dirs *s)
{
    free(s->pattern_start);
    free(s->pattern_joints);
    free(s->vertex_pattern);
    free(s->values);
    free(s->values_dqs);
    free(s->packed_dqs);
    memset(s, 0, sizeof *s);
}

static pd_status fill_model(pd_smpl_model *m, pd_error *err)
{
    pd_smpl_data *data = &m->data;
    const size_t packed = packed_count(data);

    m->vertex_count = data->vertex_count;
    m->joint_count = data->joint_count;
    m->beta_count = data->beta_count;
    m->expression_count = data->expression_count;
    m->face_count = data->face_count;
    m->soft_count = data->soft_count;
    if (data->posedirs || data->sparse.pattern_count)
        m->pose_feature_count = (int)pd_smpl_posedirs_width(data);

    m->content_hash = content_hash(data);

    /* A row that is 1 but for the rounding of its numbers stays as it is: to divide again would move last
     * bits each time that a model is saved and loaded. */
    for (int v = 0; v < data->vertex_count; v++) {
        float *w = data->weights + (size_t)v * (size_t)data->joint_count;
        double sum = 0;
        for (int k = 0; k < data->joint_count; k++) sum += w[k];
        if (fabs(sum - 1) < NORMAL_WITHIN) continue;
        for (int k = 0; k < data->joint_count; k++) w[k] = (float)(w[k] / sum);
    }

    /* Take the joints from the file if it has them, otherwise compute them with the regressor. */
    m->joint_template = data->joints ? copy_of(data->joints, 3 * (size_t)m->joint_count)
                                     : model_regress(data, data->v_template, 3);
    m->joint_shapedirs =
        data->joint_shapedirs
            ? copy_of(data->joint_shapedirs, 3 * (size_t)m->joint_count * (size_t)m->beta_count)
            : model_regress(data, data->shapedirs, 3 * (size_t)m->beta_count);
    m->joint_expressiondirs = model_regress(data, data->expressiondirs, 3 * (size_t)m->expression_count);
    m->derived = calloc(1, sizeof *m->derived);
    if (!m->joint_template || !m->joint_shapedirs || !m->joint_expressiondirs || !m->derived)
        return pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");

    /* Pack the tiles, in which blend shapes are evaluated. */
    pd_status status = pd_smpl_closed_count(&m->closed, data, err);
    if (status == PD_OK) status = pd_smpl_soft_modal(data, m->joint_template, err);
    if (status == PD_OK) status = pd_smpl_tiles_build(&m->tiles, data, err);
    if (status == PD_OK && data->psd.count) status = pd_smpl_psd_solve(&m->psd_map, &data->psd, err);

    /* Skinning by rotations may have its own pose blend shapes, here as floats. */
    if (status == PD_OK && data->sparse.values_dqs) {
        pd_smpl_data rotations = *data;
        rotations.sparse.values = data->sparse.values_dqs;
        status = pd_smpl_tiles_build(&m->derived->tiles_dqs, &rotations, err);
    }

    if (status != PD_OK) return status;

    /* Free the arrays that the tiles now contain. Packed shapes are kept, because the tiles for rotations are
     * made from them at the first use. */
    if (data->sparse.packed_dqs) {
        free(data->sparse.values);
        data->sparse.values = NULL;
        m->derived->sparse = data->sparse;
        m->derived->softdirs = data->softdirs;
        memset(&data->sparse, 0, sizeof data->sparse);
        data->softdirs = NULL;
    }

    free_sparse(&data->sparse);
    free(data->posedirs);
    free(data->softdirs);
    data->posedirs = data->softdirs = NULL;

    /* Memory that stays allocated, bytes; packed: numbers of 16 bits. */
    size_t v = (size_t)m->vertex_count;
    size_t k = (size_t)m->joint_count;
    size_t b = (size_t)m->beta_count + (size_t)m->expression_count + (size_t)data->psd.count;
    size_t floats = v * (3 + 3 * b + k) + 3 * (size_t)m->face_count;
    size_t regressor = (size_t)m->data.regressor_start[k] * (sizeof(int) + sizeof(double));
    m->loaded_bytes = sizeof *m + sizeof *m->derived + floats * sizeof(float) + regressor +
                      3 * k * (1 + b) * sizeof(double) + m->tiles->bytes + packed * sizeof(int16_t) +
                      4 * sizeof(float) *
                          ((size_t)data->face_points.count +
                           (size_t)data->face_points.turn_count * (size_t)data->face_points.contour_count);

    return PD_OK;
}

pd_status pd_smpl_model_build(pd_smpl_model **out, pd_smpl_data *data, pd_error *err)
{
    *out = NULL;
    pd_status status = pd_smpl_data_check(data, err);
    pd_smpl_model *m = status == PD_OK ? calloc(1, sizeof *m) : NULL;
    if (!m) {
        pd_smpl_data_deinit(data);
        return status == PD_OK ? pd_fail(err, PD_ERR_MEMORY, "model", "out of memory") : status;
    }

    /* The model owns the data from here on. */
    m->references = 1;
    m->data = *data;
    memset(data, 0, sizeof *data);
    status = fill_model(m, err);
    if (status == PD_OK)
        *out = m;
    else
        pd_smpl_model_release(m);

    return status;
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
    pd_references_add(&model->references);
    return model;
}

void pd_smpl_model_release(pd_smpl_model *model)
{
    if (!model || !pd_references_drop(&model->references)) return;

    /* Arrays of a pack belong to the pack. */
    if (!model->pack) {
        pd_smpl_data_deinit(&model->data);
        free(model->joint_template);
        free(model->joint_shapedirs);
        free(model->joint_expressiondirs);
        if (model->derived) {
            free_sparse(&model->derived->sparse);
            free(model->derived->softdirs);
        }
    }

    /* Parts that were made at their first use are always the model's own. */
    free(model->psd_map);
    pd_smpl_tiles_free(model->tiles);
    if (model->derived) {
        pd_smpl_tiles_free(model->derived->tiles_dqs);
        for (int k = 0; k < PD_SMPL_CONTACT_KINDS; k++) pd_smpl_contact_free(model->derived->contacts[k]);
        free(model->derived->capsules);
        pd_smpl_patches_free(model->derived->patches);
        free(model->derived->faces);
        free(model->derived->expressive);
        if (model->derived->tape) pd_arena_deinit(model->derived->tape);
        free(model->derived->tape);
        free(model->derived);
    }

    pd_pack_release(model->pack);
    free(model);
}

pd_smpl_people pd_smpl_model_people(const pd_smpl_model *model)
{
    const pd_smpl_data *d = &model->data;

    return (pd_smpl_people){.numbers = d->people,
                            .prior_count = d->people_count,
                            .beta_count = d->beta_count,
                            .gender = pd_smpl_gender_named(d->text.gender),
                            .legs = d->legs,
                            .leg_count = d->leg_count,
                            .feature_count = d->feature_count,
                            .age_beta = pd_smpl_feature_beta(d, "face_age"),
                            .feature_names = (const char *)d->feature_names,
                            .name_bytes = PD_SMPL_NAME_BYTES,
                            .v_template = d->v_template,
                            .shapedirs = d->shapedirs};
}

bool pd_smpl_has_silence(const pd_smpl_model *model)
{
    bool has_visemes = false;

    for (int e = 0; model->data.expression_names && e < model->expression_count; e++)
        has_visemes |= !strncmp(model->data.expression_names[e], "viseme_", 7);

    return has_visemes;
}

bool pd_smpl_is_silence(const pd_smpl_model *model, const char *name)
{
    return !strcmp(name, PD_SMPL_SILENCE) && pd_smpl_has_silence(model);
}
