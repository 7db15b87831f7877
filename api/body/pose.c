/* Poses in requests: all joints in one array, or by the parts that smplx names. */
#include "api/body/body.h"

#include "core/math/rotation.h"
#include "core/smpl/part/hand.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Returns the number of numbers in a row; a nested 3x3 matrix has 9. Returns 0 for anything else. */
static int row_width(const json_t *row)
{
    const size_t size = json_array_size(row);

    if (size == 3 && json_is_array(json_array_get(row, 0))) return 9;
    return size < 100 ? (int)size : 0;
}

/* Returns whether the list has a list for each joint. */
static bool is_nested(const json_t *list)
{
    return json_is_array(json_array_get(list, 0));
}

/* Reads rows x width numbers, flat or nested, of one of the allowed widths (a list that ends with 0). Returns
 * the width, or 0 after an error. */
static int read_rows_pose(float *out, const json_t *array, int rows, const int *widths, const pd_api_field *f,
                          const char *pointer, pd_api_problems *p)
{
    const size_t count = json_array_size(array);
    const bool nested = is_nested(array);
    int width = 0, good = 1;

    for (const int *w = widths; *w && !width; w++)
        if (nested ? row_width(json_array_get(array, 0)) == *w : count == (size_t)(rows * *w)) width = *w;
    if (!nested && !width)
        return pd_api_note(p, PD_ERR_RANGE, pointer, "%zu numbers; %d expected (%d joints x %d)", count,
                           rows * widths[0], rows, widths[0]);
    if (!nested) return pd_api_flat_read(out, array, f, pointer, p) ? width : 0;
    if (count != (size_t)rows)
        return pd_api_note(p, PD_ERR_RANGE, pointer, "%zu rows; %d expected (one per joint)", count, rows);
    if (!width) width = widths[0];
    for (int i = 0; i < rows; i++) {
        char at[200];
        const json_t *row = json_array_get(array, (size_t)i);
        snprintf(at, sizeof at, "%s/%d", pointer, i);
        if (!json_is_array(row) || row_width(row) != width) {
            good = pd_api_note(p, PD_ERR_INVALID, at, "%s; %d numbers expected",
                               json_is_array(row) ? "another number of elements" : "not an array", width);
            continue;
        }

        if (json_array_size(row) == (size_t)width) {
            good &= pd_api_flat_read(out + i * width, row, f, at, p);
            continue;
        }

        for (int r = 0; r < 3; r++) {
            const json_t *line = json_array_get(row, (size_t)r);
            char place[208];
            snprintf(place, sizeof place, "%s/%d", at, r);
            if (json_array_size(line) != 3)
                good = pd_api_note(p, PD_ERR_INVALID, place, "3 numbers expected");
            else
                good &= pd_api_flat_read(out + i * width + 3 * r, line, f, place, p);
        }
    }

    return good ? width : 0;
}

/* Converts rows of 3 numbers (axis-angle), 4 (quaternion), 6 (two columns of a matrix) or 9 (a matrix) to
 * matrices (joints,3,3). */
static bool convert_rows(float *out, const float *rows, int width, int joints, const char *pointer,
                         pd_api_problems *p)
{
    const char *wrong = width == 4 ? "a quaternion of length 0; any other length allowed (it is normalised)"
                                   : "the columns are parallel or zero, so they do not define a rotation; "
                                     "two independent columns expected";
    int bad = -1, good = true;
    char at[200];

    if (width == 3) pd_rot_from_axis_angle_array(out, rows, joints);
    if (width == 4) bad = pd_rot_from_quat_array(out, rows, joints);
    if (width == 6) bad = pd_rot_from_6d_array(out, rows, joints);

    /* a matrix is checked, then brought back to a rotation from its first two columns */
    for (int k = 0; width == 9 && k < joints; k++) {
        double in[9], columns[6], rotation[9];
        for (int i = 0; i < 9; i++) in[i] = rows[9 * k + i];
        const double error = pd_rot_error(in);
        snprintf(at, sizeof at, "%s/%d", pointer, k);
        if (error > PD_API_ROTATION_TOLERANCE) {
            good = pd_api_note(
                p, PD_ERR_INVALID, at,
                "not a rotation: R R^T differs from the identity by %.3g; at most %.10g allowed%s", error,
                PD_API_ROTATION_TOLERANCE, error >= 2 ? ", determinant +1" : "");
            continue;
        }

        for (int r = 0; r < 3; r++) {
            columns[r] = in[3 * r];
            columns[3 + r] = in[3 * r + 1];
        }

        if (!pd_rot_from_6d(rotation, columns)) {
            good = pd_api_note(p, PD_ERR_INVALID, at, "not a rotation");
            continue;
        }

        for (int i = 0; i < 9; i++) out[9 * k + i] = (float)rotation[i];
    }

    if (bad < 0) return good;

    snprintf(at, sizeof at, "%s/%d", pointer, bad);
    return pd_api_note(p, PD_ERR_INVALID, at, "%s", wrong);
}

/* The ways to give all joints, and the widths of their rows. */
static const struct {
    const char *name;
    size_t offset;
    int widths[3];
} forms[] = {
    {"pose", offsetof(pd_api_body_values, pose), {3}},
    {"quaternions", offsetof(pd_api_body_values, quaternions), {4}},
    {"rotations", offsetof(pd_api_body_values, rotations), {9, 6}},
};
enum { FORMS = sizeof forms / sizeof *forms };

static const json_t *form_of(const pd_api_body_values *v, int form)
{
    return *(const json_t *const *)(const void *)((const char *)v + forms[form].offset);
}

bool pd_api_rotations_read(const float **out, const pd_api_body_values *v, int joints, pd_api_pool *pool,
                           const char *pointer, pd_api_problems *problems)
{
    int form = -1, given = 0;

    for (int f = 0; f < FORMS; f++)
        if (form_of(v, f)) {
            form = f;
            given++;
        }
    if (!given) return true;
    if (given > 1)
        return pd_api_note(problems, PD_ERR_INVALID, pointer,
                           "more than one of pose, quaternions and rotations given; only one allowed");
    if (json_is_string(form_of(v, form))) { /* the mesh route takes it before it reads an avatar */
        char where[192];
        snprintf(where, sizeof where, "%s/pose", pointer);
        return pd_api_note(
            problems, PD_ERR_INVALID, where,
            "\"%.8s\" is a rest pose of an avatar, which only the mesh route's glb of one body is; "
            "numbers expected",
            json_string_value(form_of(v, form)));
    }

    float *rotations = pd_api_pool_take(pool, (size_t)joints * 9, sizeof *rotations);
    if (!rotations) return pd_api_note(problems, PD_ERR_MEMORY, pointer, "out of memory");

    char at[192];
    float rows[PD_SMPL_MAX_JOINTS * 9];
    snprintf(at, sizeof at, "%s/%s", pointer, forms[form].name);
    const int width = read_rows_pose(rows, form_of(v, form), joints, forms[form].widths,
                                     pd_api_field_named(pd_api_body_fields, forms[form].name), at, problems);
    if (!width || !convert_rows(rotations, rows, width, joints, at, problems)) return false;
    if (width == 3) pd_api_warn_turns(problems, rows, joints, is_nested(form_of(v, form)), at);
    *out = rotations;

    return true;
}

/* ---- parts ---- */

bool pd_api_body_has_parts(const pd_api_body_values *v)
{
    for (int part = 0; part < PD_SMPL_PART_COUNT; part++)
        if (v->parts[part]) return true;
    return v->use_pca >= 0 || v->flat_hand_mean >= 0 || v->left_hand >= 0 || v->right_hand >= 0;
}

/* Notes an error that lists the parts that the model has. */
static bool note_missing_part(const pd_smpl_model *model, const char *at, pd_api_problems *p)
{
    char list[200] = "";
    int first, count;
    int used = 0;

    for (int part = 0; part < PD_SMPL_PART_COUNT; part++)
        if (pd_smpl_part_find(&first, &count, model, (pd_smpl_part)part))
            used += snprintf(list + used, sizeof list - (size_t)used, "%s%s", used ? ", " : "",
                             pd_smpl_part_name((pd_smpl_part)part));

    return pd_api_note(p, PD_ERR_INVALID, at, "not a part of this model; %s allowed", list);
}

static bool read_part(float *rotations, const pd_api_body_values *v, pd_smpl_part part,
                      const pd_smpl_model *model, const char *pointer, pd_api_problems *p)
{
    static const int widths[] = {3, 4, 6, 9, 0};
    const json_t *array = v->parts[part];
    const pd_smpl_hand *hand = pd_smpl_part_hand(model, part);
    const bool flat = v->flat_hand_mean > 0;
    const bool fingers = part >= PD_SMPL_PART_LEFT_HAND && part <= PD_SMPL_PART_HAND;
    int first, count;
    char at[192];

    snprintf(at, sizeof at, "%s/%s", pointer, pd_smpl_part_name(part));
    if (!pd_smpl_part_find(&first, &count, model, part)) return !array || note_missing_part(model, at, p);
    rotations += 9 * first;

    float rows[PD_SMPL_MAX_JOINTS * 9];
    int width = 3;
    const int named = part == PD_SMPL_PART_RIGHT_HAND ? v->right_hand : fingers ? v->left_hand : -1;

    /* principal components: requested explicitly, or too few numbers to be angles */
    const bool has_few = hand && hand->component_count && json_array_size(array) < PD_SMPL_HAND_ANGLES;
    const bool is_pca = !is_nested(array) && (v->use_pca >= 0 ? v->use_pca > 0 : has_few);
    if (named >= 0 && array)
        return pd_api_note(p, PD_ERR_INVALID, at,
                           "a pose given by name and by numbers; only one of the two allowed");
    if (named >= 0) {
        pd_smpl_hand_pose_angles(rows, model->joint_template, model->data.parents, first,
                                 (pd_smpl_hand_pose)named);
    } else if (!array) {
        if (!hand || flat) return true;
        memcpy(rows, hand->mean, PD_SMPL_HAND_ANGLES * sizeof *rows);
    } else if (fingers && is_pca) {
        float c[PD_SMPL_HAND_ANGLES];
        if (!hand || !hand->component_count)
            return pd_api_note(
                p, PD_ERR_INVALID, at,
                "principal components; this model has none: 45 axis-angles or a rotation a joint allowed");
        const int given =
            pd_api_numbers_read(c, array, (pd_api_count){1, hand->component_count, "the model's components"},
                                pd_api_field_named(pd_api_body_fields, "left_hand_pose"), at, p);

        if (given < 1) return false;
        pd_smpl_hand_angles(rows, hand, c, given, flat);
    } else {
        width = read_rows_pose(rows, array, count, widths,
                               pd_api_field_named(pd_api_body_fields, pd_smpl_part_name(part)), at, p);
        if (!width) return false;
        if (width == 3) pd_api_warn_turns(p, rows, count, is_nested(array), at);
        for (int a = 0; hand && !flat && width == 3 && a < PD_SMPL_HAND_ANGLES; a++) rows[a] += hand->mean[a];
    }

    return convert_rows(rotations, rows, width, count, at, p);
}

static bool read_parts(const float **out, const pd_api_body_values *v, const pd_smpl_model *model,
                       pd_api_pool *pool, const char *pointer, pd_api_problems *problems)
{
    float *rotations = pd_api_pool_take(pool, (size_t)model->joint_count * 9, sizeof *rotations);

    if (!rotations) return pd_api_note(problems, PD_ERR_MEMORY, pointer, "out of memory");
    for (int i = 0; i < model->joint_count * 9; i++) rotations[i] = i % 9 % 4 == 0;

    /* a pose by name is of a hand that the model has; MANO's one hand counts as the left one */
    int first, count;
    int good = true;
    char at[192];
    const bool has_left = pd_smpl_part_find(&first, &count, model, PD_SMPL_PART_LEFT_HAND) ||
                          pd_smpl_part_find(&first, &count, model, PD_SMPL_PART_HAND);
    const bool has_right = pd_smpl_part_find(&first, &count, model, PD_SMPL_PART_RIGHT_HAND);

    snprintf(at, sizeof at, "%s/left_hand", pointer);
    if (v->left_hand >= 0 && !has_left) good = note_missing_part(model, at, problems);
    snprintf(at, sizeof at, "%s/right_hand", pointer);
    if (v->right_hand >= 0 && !has_right) good &= note_missing_part(model, at, problems);

    for (int part = 0; part < PD_SMPL_PART_COUNT; part++)
        good &= read_part(rotations, v, (pd_smpl_part)part, model, pointer, problems);
    if (good) *out = rotations;

    return good;
}

bool pd_api_pose_read(const float **out, const pd_api_body_values *v, const pd_smpl_model *model,
                      pd_api_pool *pool, const char *pointer, pd_api_problems *problems)
{
    if (!pd_api_body_has_parts(v))
        return pd_api_rotations_read(out, v, model->joint_count, pool, pointer, problems);
    if (v->pose || v->quaternions || v->rotations) {
        char at[192];
        snprintf(at, sizeof at, "%s/%s", pointer,
                 v->pose          ? "pose"
                 : v->quaternions ? "quaternions"
                                  : "rotations");
        return pd_api_note(problems, PD_ERR_INVALID, at,
                           "a whole pose (pose, quaternions, rotations) given together with parts of one "
                           "(body_pose ...); only one of the two allowed");
    }

    return read_parts(out, v, model, pool, pointer, problems);
}

bool pd_api_rest_pose(const float **out, const pd_smpl_model *model, pd_api_pool *pool,
                      pd_api_problems *problems)
{
    const pd_api_body_values none = PD_API_NO_BODY_VALUES;
    if (!model->data.hands[0].mean && !model->data.hands[1].mean) return true;
    return read_parts(out, &none, model, pool, "", problems);
}
