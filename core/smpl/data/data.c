#include "core/smpl/data/data.h"

#include "core/base/assert.h"
#include "core/smpl/people/people.h"
#include "core/smpl/data/psd.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEIGHT_SUM_SLACK 1e-3
#define RUN              64 /* numbers that are checked together */

int pd_smpl_feature_beta(const pd_smpl_data *data, const char *name)
{
    for (int f = 0; f < data->feature_count; f++)
        if (!strcmp(data->feature_names[f], name)) return data->beta_count - data->feature_count + f;
    return -1;
}

int pd_smpl_joint_find(const pd_smpl_data *data, const char *name)
{
    for (int k = 0; data->joint_names && k < data->joint_count; k++)
        if (!strcmp(data->joint_names[k], name)) return k;
    return -1;
}

int pd_smpl_vertex_joint(const pd_smpl_data *data, int vertex)
{
    const float *row = data->weights + (size_t)vertex * (size_t)data->joint_count;
    int most = 0;

    for (int k = 1; k < data->joint_count; k++)
        if (row[k] > row[most]) most = k;
    return most;
}

const char *pd_smpl_skinning_name(pd_smpl_skinning skinning)
{
    PD_ASSERT((unsigned)skinning < PD_SMPL_SKINNING_COUNT);
    static const char *const names[PD_SMPL_SKINNING_COUNT] = {"lbs", "dqs", "sbs"};
    return names[skinning];
}

void pd_smpl_data_deinit(pd_smpl_data *data)
{
    void *owned[] = {data->v_template,
                     data->shapedirs,
                     data->expressiondirs,
                     data->posedirs,
                     data->sparse.pattern_start,
                     data->sparse.pattern_joints,
                     data->sparse.vertex_pattern,
                     data->sparse.values,
                     data->sparse.values_dqs,
                     data->sparse.packed_dqs,
                     data->softdirs,
                     data->soft.joints,
                     data->soft.poles,
                     data->soft.sizes,
                     data->soft.gains,
                     data->weights,
                     data->regressor_start,
                     data->regressor_vertex,
                     data->regressor_weight,
                     data->joints,
                     data->joint_shapedirs,
                     data->parents,
                     data->faces,
                     data->joint_names,
                     data->expression_names,
                     data->feature_names,
                     data->mirror,
                     data->beta_limits,
                     data->landmarks,
                     data->face_points.triangles,
                     data->face_points.weights,
                     data->face_points.contour_triangles,
                     data->face_points.contour_weights,
                     data->hands[0].mean,
                     data->hands[0].components,
                     data->hands[1].mean,
                     data->hands[1].components,
                     data->people,
                     data->legs,
                     data->psd.dirs,
                     data->psd.names,
                     data->psd.group_start,
                     data->psd.joint_start,
                     data->psd.joints,
                     data->psd.widths,
                     data->psd.poses,
                     data->text.name,
                     data->text.gender,
                     data->text.licence,
                     data->text.provenance,
                     data->text.credits};

    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) free(owned[i]);
    memset(data, 0, sizeof *data);
}

static pd_status check_count_data(const char *name, int count, int least, int most, pd_error *err)
{
    if (count >= least && count <= most) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, name, "%d; %d to %d allowed", count, least, most);
}

static pd_status check_finite(const char *name, const float *values, size_t count, pd_error *err)
{
    char where[96];
    size_t i = 0;

    if (!values) return PD_OK;

    /* Check whole runs while all numbers are finite. This is fast for millions of numbers. */
    for (; count - i >= RUN; i += RUN) {
        int32_t bits[RUN];
        int32_t found = 0;
        memcpy(bits, values + i, sizeof bits);
        for (int n = 0; n < RUN; n++) found |= (bits[n] & 0x7f800000) == 0x7f800000;
        if (found) break;
    }

    for (; i < count; i++) {
        if (isfinite(values[i])) continue;
        snprintf(where, sizeof where, "%s[%zu]", name, i);
        return pd_fail(err, PD_ERR_RANGE, where, "%g; only finite numbers are allowed", (double)values[i]);
    }

    return PD_OK;
}

static pd_status check_hands(const pd_smpl_data *data, pd_error *err)
{
    static const char *const names[2][2] = {{"hands.left_mean", "hands.left_components"},
                                            {"hands.right_mean", "hands.right_components"}};
    pd_status s = PD_OK;

    for (int h = 0; h < 2 && !s; h++) {
        const pd_smpl_hand *hand = &data->hands[h];
        s = check_count_data(names[h][1], hand->component_count, 0, PD_SMPL_HAND_ANGLES, err);
        if (!s && hand->component_count && (!hand->components || !hand->mean))
            s = pd_fail(err, PD_ERR_FORMAT, names[h][1],
                        "one of components and mean is missing; both expected");
        if (!s && hand->mean) s = check_finite(names[h][0], hand->mean, PD_SMPL_HAND_ANGLES, err);
        if (!s && hand->components)
            s = check_finite(names[h][1], hand->components,
                             (size_t)hand->component_count * PD_SMPL_HAND_ANGLES, err);
    }

    return s;
}

static pd_status check_soft(const pd_smpl_data *data, pd_error *err)
{
    const pd_smpl_soft_dynamics *d = &data->soft;
    char where[96];

    if (!d->mode_count) return PD_OK;

    pd_status s = check_count_data("soft.poles", d->mode_count, 1, PD_SMPL_SOFT_MAX_MODES, err);
    if (!s && d->mode_count > data->soft_count)
        s = pd_fail(err, PD_ERR_RANGE, "soft.poles", "%d rows; %d soft-tissue directions, 1 to %d allowed",
                    d->mode_count, data->soft_count, data->soft_count);
    if (!s) s = check_count_data("soft.joints", d->joint_count, 1, PD_SMPL_SOFT_MAX_JOINTS, err);
    if (!s) s = check_count_data("soft.poles", d->beta_terms, 0, PD_SMPL_MAX_BETA_TERMS, err);
    if (!s && d->gain_terms != 0 && d->gain_terms != d->beta_terms)
        s = pd_fail(err, PD_ERR_RANGE, "soft.gains", "%d betas; 0 or %d allowed", d->gain_terms,
                    d->beta_terms);
    if (s) return s;
    for (int i = 0; i < d->joint_count; i++) {
        if (d->joints[i] >= 0 && d->joints[i] < data->joint_count) continue;
        snprintf(where, sizeof where, "soft.joints[%d]", i);
        return pd_fail(err, PD_ERR_RANGE, where, "joint %d; 0 to %d allowed", d->joints[i],
                       data->joint_count - 1);
    }

    const size_t modes = (size_t)d->mode_count;
    const size_t terms = (size_t)d->beta_terms;
    s = check_finite("soft.poles", d->poles, modes * (2 + terms), err);
    if (!s && d->sizes) s = check_finite("soft.sizes", d->sizes, modes * terms, err);
    if (!s)
        s = check_finite("soft.gains", d->gains,
                         modes * (1 + (size_t)d->gain_terms) * 12 * (size_t)d->joint_count, err);

    return s;
}

/* Checks the priors of people: their number of betas is the model's, their order follows its gender, and
 * `legs` are vertices. */
static pd_status check_people(const pd_smpl_data *data, pd_error *err)
{
    const int expected = pd_smpl_people_prior_count(data->text.gender);
    char where[96];

    if (!data->people) return PD_OK;
    if (data->beta_count < 1 || data->beta_count > PD_SMPL_PEOPLE_MAX_BETAS)
        return pd_fail(err, PD_ERR_RANGE, "people.priors", "%d betas; 1 to %d allowed", data->beta_count,
                       PD_SMPL_PEOPLE_MAX_BETAS);
    if (data->people_count != expected && data->people_count != 2 * expected)
        return pd_fail(err, PD_ERR_FORMAT, "people.priors",
                       "%d rows; %d or %d expected in a model that is %s", data->people_count, expected,
                       2 * expected, pd_smpl_gender_names[pd_smpl_gender_named(data->text.gender)]);
    for (int i = 0; i < data->leg_count; i++) {
        if (data->legs[i] >= 0 && data->legs[i] < data->vertex_count) continue;
        snprintf(where, sizeof where, "people.legs[%d]", i);
        return pd_fail(err, PD_ERR_RANGE, where, "vertex %d; 0 to %d allowed", data->legs[i],
                       data->vertex_count - 1);
    }

    return check_finite("people.priors", data->people,
                        (size_t)data->people_count * pd_smpl_people_numbers(data->beta_count), err);
}

static pd_status check_weights(const pd_smpl_data *data, pd_error *err)
{
    const float *row = data->weights;
    char where[96];

    for (int v = 0; v < data->vertex_count; v++, row += data->joint_count) {
        double sum = 0;
        for (int k = 0; k < data->joint_count; k++) {
            sum += (double)row[k];
            if (isfinite(row[k]) && row[k] >= 0) continue;
            snprintf(where, sizeof where, "weights[%d,%d]", v, k);
            return pd_fail(err, PD_ERR_RANGE, where, "%g; 0 or more allowed", (double)row[k]);
        }

        if (fabs(sum - 1) <= WEIGHT_SUM_SLACK) continue;
        snprintf(where, sizeof where, "weights[%d]", v);
        return pd_fail(err, PD_ERR_RANGE, where, "a sum of %g; 1 within %g allowed", sum, WEIGHT_SUM_SLACK);
    }

    return PD_OK;
}

/* Checks the regressor, or joints and joint_shapedirs in its place. */
static pd_status check_joints(const pd_smpl_data *data, pd_error *err)
{
    const size_t coordinates = 3 * (size_t)data->joint_count;
    const int *start = data->regressor_start;
    char where[96];

    /* Ranges of the regressor's entries, one for each joint, ascending. */
    if (start[0]) return pd_fail(err, PD_ERR_FORMAT, "J_regressor.start[0]", "%d; 0 expected", start[0]);
    for (int k = 0; k < data->joint_count; k++) {
        if (start[k + 1] >= start[k]) continue;
        snprintf(where, sizeof where, "J_regressor.start[%d]", k + 1);
        return pd_fail(err, PD_ERR_FORMAT, where, "%d; %d or more expected", start[k + 1], start[k]);
    }

    /* Check the entries of the joint regressor. */
    for (int i = 0; i < start[data->joint_count]; i++) {
        const int vertex = data->regressor_vertex[i];
        if (vertex < 0 || vertex >= data->vertex_count) {
            snprintf(where, sizeof where, "J_regressor.vertex[%d]", i);
            return pd_fail(err, PD_ERR_RANGE, where, "%d; 0 to %d allowed", vertex, data->vertex_count - 1);
        }

        if (isfinite(data->regressor_weight[i])) continue;
        snprintf(where, sizeof where, "J_regressor.weight[%d]", i);
        return pd_fail(err, PD_ERR_RANGE, where, "%g; only finite numbers are allowed",
                       data->regressor_weight[i]);
    }

    /* A model has a regressor, or joints and their shape directions. */
    if (!data->joints != !data->joint_shapedirs && data->beta_count)
        return pd_fail(err, PD_ERR_FORMAT, "joints",
                       "one of joints and joint_shapedirs is missing; both expected");
    if (data->joints && start[data->joint_count])
        return pd_fail(err, PD_ERR_FORMAT, "joints",
                       "joints and J_regressor given; only one of the two allowed");

    /* Read the numbers of the arrays. */
    const struct {
        const char *name;
        const double *values;
        size_t count;
    } rows[] = {{"joints", data->joints, coordinates},
                {"joint_shapedirs", data->joint_shapedirs, coordinates * (size_t)data->beta_count}};
    for (int r = 0; r < 2; r++)
        for (size_t i = 0; rows[r].values && i < rows[r].count; i++) {
            if (isfinite(rows[r].values[i])) continue;
            snprintf(where, sizeof where, "%s[%zu]", rows[r].name, i);
            return pd_fail(err, PD_ERR_RANGE, where, "%g; only finite numbers are allowed",
                           rows[r].values[i]);
        }

    return PD_OK;
}

static pd_status check_vertex(const char *name, int index, int vertex, const pd_smpl_data *data,
                              pd_error *err)
{
    char where[96];
    if (vertex >= 0 && vertex < data->vertex_count) return PD_OK;
    snprintf(where, sizeof where, "%s[%d]", name, index);
    return pd_fail(err, PD_ERR_RANGE, where, "vertex %d; 0 to %d allowed", vertex, data->vertex_count - 1);
}

static pd_status check_triangles(const char *name, const int *triangles, size_t count, int face_count,
                                 pd_error *err)
{
    for (size_t i = 0; i < count; i++) {
        char where[96];
        if (triangles[i] >= 0 && triangles[i] < face_count) continue;
        snprintf(where, sizeof where, "%s[%zu]", name, i);
        return pd_fail(err, PD_ERR_RANGE, where, "triangle %d; 0 to %d allowed", triangles[i],
                       face_count - 1);
    }

    return PD_OK;
}

static pd_status check_face_points(const pd_smpl_data *data, pd_error *err)
{
    const pd_smpl_face_points *f = &data->face_points;
    const size_t points = (size_t)f->count;
    const size_t contour = (size_t)f->turn_count * (size_t)f->contour_count;

    pd_status s = check_count_data("face_points.triangles", f->count, 0, PD_SMPL_MAX_FACE_POINTS, err);
    if (!s) s = check_count_data("face_points.contour", f->contour_count, 0, PD_SMPL_MAX_FACE_POINTS, err);
    if (!s) s = check_count_data("face_points.contour", f->turn_count, 0, PD_SMPL_MAX_TURNS, err);
    if (!s && f->turn_count && f->turn_count % 2 == 0)
        s = pd_fail(
            err, PD_ERR_FORMAT, "face_points.contour",
            "%d rows; an odd number expected: the same number for each side and one for straight ahead",
            f->turn_count);
    if (!s && ((points && (!f->triangles || !f->weights)) ||
               (contour && (!f->contour_triangles || !f->contour_weights))))
        s = pd_fail(err, PD_ERR_FORMAT, "face_points",
                    "one of triangles and weights is missing; both expected");
    if (!s) s = check_triangles("face_points.triangles", f->triangles, points, data->face_count, err);
    if (!s)
        s = check_triangles("face_points.contour_triangles", f->contour_triangles, contour, data->face_count,
                            err);

    if (!s) s = check_finite("face_points.weights", f->weights, 3 * points, err);

    return s ? s : check_finite("face_points.contour_weights", f->contour_weights, 3 * contour, err);
}

/* Returns whether a name may be used in JSON, glTF and URLs: letters,
 * digits and a few marks, no control characters. */
#define PLAIN_NAME "1 to %d characters of printable ASCII without spaces and commas expected"
static bool name_is_plain(const char *name)
{
    size_t length = strnlen(name, PD_SMPL_NAME_BYTES);
    if (!length || length == PD_SMPL_NAME_BYTES) return false;
    for (size_t i = 0; i < length; i++)
        if (name[i] <= ' ' || name[i] > '~' || name[i] == ',') return false;
    return true;
}

static pd_status check_sparse(const pd_smpl_data *data, pd_error *err)
{
    const pd_smpl_sparse_dirs *sparse = &data->sparse;
    char where[96];

    if (!sparse->pattern_count) return PD_OK;

    /* A model has one form of pose blend shapes. */
    if (data->posedirs)
        return pd_fail(err, PD_ERR_FORMAT, "posedirs",
                       "dense and sparse directions given; only one of the two allowed");
    if (data->pose_features)
        return pd_fail(err, PD_ERR_FORMAT, "posedirs",
                       "sparse pose directions of quaternions; only those of rotation matrices allowed");

    /* Counts, and the arrays of those lengths. */
    const int most = data->beta_count < PD_SMPL_MAX_BETA_TERMS ? data->beta_count : PD_SMPL_MAX_BETA_TERMS;
    pd_status s = check_count_data("posedirs.pattern_count", sparse->pattern_count, 1, UINT16_MAX + 1, err);
    if (!s) s = check_count_data("posedirs.beta_terms", sparse->beta_terms, 0, most, err);
    if (s) return s;

    if (!sparse->pattern_start || !sparse->pattern_joints || !sparse->vertex_pattern)
        return pd_fail(err, PD_ERR_FORMAT, "posedirs",
                       "an array of the sparse form is missing; all of its arrays expected");
    if (sparse->pattern_start[0])
        return pd_fail(err, PD_ERR_FORMAT, "posedirs.pattern_start[0]", "%d; 0 expected",
                       sparse->pattern_start[0]);

    /* Each pattern lists joints other than the root, in ascending order. */
    for (int p = 0; p < sparse->pattern_count; p++) {
        const int first = sparse->pattern_start[p];
        const int end = sparse->pattern_start[p + 1];
        if (end < first || end - first >= data->joint_count) {
            snprintf(where, sizeof where, "posedirs.pattern_start[%d]", p + 1);
            return pd_fail(err, PD_ERR_FORMAT, where, "%d; %d to %d expected", end, first,
                           first + data->joint_count - 1);
        }

        for (int i = first, least = 1; i < end; least = sparse->pattern_joints[i++] + 1) {
            if (sparse->pattern_joints[i] >= least && sparse->pattern_joints[i] < data->joint_count) continue;
            snprintf(where, sizeof where, "posedirs.pattern_joints[%d]", i);
            return pd_fail(err, PD_ERR_RANGE, where, "%d; %d to %d allowed (ascending)",
                           sparse->pattern_joints[i], least, data->joint_count - 1);
        }
    }

    /* Each vertex has a pattern, which says how many numbers it takes: 27 for each joint. */
    size_t count = 0;
    for (int i = 0; i < data->vertex_count; i++) {
        const int pattern = sparse->vertex_pattern[i];
        if (pattern >= sparse->pattern_count) {
            snprintf(where, sizeof where, "posedirs.vertex_pattern[%d]", i);
            return pd_fail(err, PD_ERR_RANGE, where, "%d; 0 to %d allowed", pattern,
                           sparse->pattern_count - 1);
        }

        count += 27 * (size_t)(sparse->pattern_start[pattern + 1] - sparse->pattern_start[pattern]);
    }

    if (count != sparse->value_count)
        return pd_fail(err, PD_ERR_FORMAT, "posedirs.values", "%zu numbers; %zu expected from the patterns",
                       sparse->value_count, count);

    /* Check the values, also those for skinning by rotations. */
    count *= 1 + (size_t)sparse->beta_terms;
    s = check_finite("posedirs.values", sparse->values, count, err);
    if (!s && sparse->packed_dqs && !isfinite(32768 * sparse->packed_step))
        s = pd_fail(err, PD_ERR_RANGE, "posedirs.scale_dqs",
                    "%g; a scale whose products are in the range of float32 expected",
                    (double)sparse->packed_step);

    return s || !sparse->values_dqs ? s : check_finite("posedirs.values_dqs", sparse->values_dqs, count, err);
}

/* Checks the counts, which all other checks use as lengths. */
static pd_status check_counts(const pd_smpl_data *data, pd_error *err)
{
    const struct {
        const char *name;
        int value, least, most;
    } rows[] = {{"vertex_count", data->vertex_count, 1, PD_SMPL_MAX_VERTICES},
                {"joint_count", data->joint_count, 1, PD_SMPL_MAX_JOINTS},
                {"beta_count", data->beta_count, 0, PD_SMPL_MAX_BETAS},
                {"expression_count", data->expression_count, 0, PD_SMPL_MAX_EXPRESSIONS},
                {"face_count", data->face_count, 1, PD_SMPL_MAX_FACES},
                {"soft_count", data->soft_count, 0, PD_SMPL_MAX_SOFT},
                {"feature_count", data->feature_count, 0, data->beta_count},
                {"landmark_count", data->landmark_count, 0, data->vertex_count}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_status status =
            check_count_data(rows[i].name, rows[i].value, rows[i].least, rows[i].most, err);
        if (status) return status;
    }

    return PD_OK;
}

/* Checks that all arrays exist that a model with these counts needs, also a resident one. */
static pd_status check_presence(const pd_smpl_data *data, pd_error *err)
{
    const struct {
        const char *name;
        const void *array;
        bool required;
    } rows[] = {{"v_template", data->v_template, 1},
                {"shapedirs", data->shapedirs, data->beta_count > 0},
                {"expressiondirs", data->expressiondirs, data->expression_count > 0},
                {"weights", data->weights, 1},
                {"J_regressor.start", data->regressor_start, 1},
                {"J_regressor.vertex", data->regressor_vertex, 1},
                {"J_regressor.weight", data->regressor_weight, 1},
                {"parents", data->parents, 1},
                {"faces", data->faces, 1},
                {"joint_names", data->joint_names, 1},
                {"feature_names", data->feature_names, data->feature_count > 0},
                {"landmarks", data->landmarks, data->landmark_count > 0}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].required && !rows[i].array)
            return pd_fail(err, PD_ERR_FORMAT, rows[i].name, "missing; required in a body model");

    return PD_OK;
}

/* Checks that the template and all blend shapes are finite numbers. */
static pd_status check_shapes(const pd_smpl_data *data, pd_error *err)
{
    const size_t coordinates = 3 * (size_t)data->vertex_count;
    const struct {
        const char *name;
        const float *numbers;
        size_t columns; /* numbers for each coordinate */
    } rows[] = {{"v_template", data->v_template, 1},
                {"shapedirs", data->shapedirs, (size_t)data->beta_count},
                {"expressiondirs", data->expressiondirs, (size_t)data->expression_count},
                {"posedirs", data->posedirs, pd_smpl_posedirs_width(data)},
                {"softdirs", data->softdirs, (size_t)data->soft_count}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_status status =
            check_finite(rows[i].name, rows[i].numbers, coordinates * rows[i].columns, err);
        if (status) return status;
    }

    return PD_OK;
}

static pd_status check_beta_limits(const pd_smpl_data *data, pd_error *err)
{
    return check_finite("beta_limits", data->beta_limits, (size_t)data->beta_count, err);
}

static pd_status check_tree(const pd_smpl_data *data, pd_error *err)
{
    char where[96];

    for (int k = 0; k < data->joint_count; k++) {
        const int least = k ? 0 : -1;
        const int most = k - 1;
        if (data->parents[k] >= least && data->parents[k] <= most) continue;
        snprintf(where, sizeof where, "parents[%d]", k);
        return pd_fail(err, PD_ERR_RANGE, where, "%d; %d to %d allowed (parents come before their children)",
                       data->parents[k], least, most);
    }

    return PD_OK;
}

static pd_status check_faces(const pd_smpl_data *data, pd_error *err)
{
    char where[96];

    for (size_t i = 0; i < 3 * (size_t)data->face_count; i++) {
        if (data->faces[i] < (uint32_t)data->vertex_count) continue;
        snprintf(where, sizeof where, "faces[%zu,%zu]", i / 3, i % 3);
        return pd_fail(err, PD_ERR_RANGE, where, "%u; 0 to %d allowed", data->faces[i],
                       data->vertex_count - 1);
    }

    return PD_OK;
}

/* Checks the names of joints and expressions. Names of joints must differ. */
static pd_status check_names(const pd_smpl_data *data, pd_error *err)
{
    char where[96];

    for (int k = 0; k < data->joint_count; k++) {
        snprintf(where, sizeof where, "joint_names[%d]", k);
        if (!name_is_plain(data->joint_names[k]))
            return pd_fail(err, PD_ERR_FORMAT, where, PLAIN_NAME, PD_SMPL_NAME_BYTES - 1);
        for (int j = 0; j < k; j++)
            if (!strcmp(data->joint_names[j], data->joint_names[k]))
                return pd_fail(err, PD_ERR_FORMAT, where,
                               "\"%s\" is also the name of joint %d; unique names expected",
                               data->joint_names[k], j);
    }

    for (int e = 0; data->expression_names && e < data->expression_count; e++) {
        if (name_is_plain(data->expression_names[e])) continue;
        snprintf(where, sizeof where, "expression_names[%d]", e);
        return pd_fail(err, PD_ERR_FORMAT, where, PLAIN_NAME, PD_SMPL_NAME_BYTES - 1);
    }

    for (int f = 0; f < data->feature_count; f++) {
        if (name_is_plain(data->feature_names[f])) continue;
        snprintf(where, sizeof where, "feature_names[%d]", f);
        return pd_fail(err, PD_ERR_FORMAT, where, PLAIN_NAME, PD_SMPL_NAME_BYTES - 1);
    }

    return PD_OK;
}

/* Checks vertex indices in mirror images and landmarks. */
static pd_status check_marks(const pd_smpl_data *data, pd_error *err)
{
    char where[96];
    pd_status status = PD_OK;

    for (int i = 0; !status && data->mirror && i < data->vertex_count; i++)
        status = check_vertex("mirror", i, data->mirror[i], data, err);
    for (int i = 0; !status && i < data->landmark_count; i++) {
        snprintf(where, sizeof where, "landmarks[%d]", i);
        if (!name_is_plain(data->landmarks[i].name))
            return pd_fail(err, PD_ERR_FORMAT, where, PLAIN_NAME, PD_SMPL_NAME_BYTES - 1);
        status = check_vertex("landmarks", i, data->landmarks[i].vertex, data, err);
    }

    return status;
}

static pd_status check_psd(const pd_smpl_data *data, pd_error *err)
{
    return pd_smpl_psd_check(&data->psd, data->vertex_count, data->joint_count, err);
}

pd_status pd_smpl_data_check_resident(const pd_smpl_data *data, pd_error *err)
{
    /* Run the checks in this order, because each relies on those before it. */
    static pd_status (*const checks[])(const pd_smpl_data *data, pd_error *err) = {
        check_counts,      check_presence, check_shapes,  check_soft, check_beta_limits, check_hands,
        check_face_points, check_people,   check_weights, check_tree, check_joints,      check_faces,
        check_names,       check_marks,    check_sparse,  check_psd};

    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const pd_status status = checks[i](data, err);
        if (status) return status;
    }

    return PD_OK;
}

pd_status pd_smpl_data_check(const pd_smpl_data *data, pd_error *err)
{
    /* Check the counts first, so that a wrong count is not reported as a missing array. */
    const pd_status status = pd_smpl_data_check_resident(data, err);

    if (status) return status;
    if (data->soft_count > 0 && !data->softdirs)
        return pd_fail(err, PD_ERR_FORMAT, "softdirs", "missing; required in a body model");
    if (data->sparse.pattern_count && !data->sparse.values)
        return pd_fail(err, PD_ERR_FORMAT, "posedirs",
                       "an array of the sparse form is missing; all of its arrays expected");

    return PD_OK;
}
