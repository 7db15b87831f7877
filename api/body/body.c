#include "api/body/body.h"

#include "core/math/rotation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define AT(member) offsetof(pd_api_body_values, member)

const pd_api_field pd_api_body_fields[] = {
    PD_API_BETAS_FIELD(
        AT(betas),
        "Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0."),
    PD_API_POSE_FIELD(
        AT(pose),
        "One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The "
        "root "
        "turns about the pelvis. Without pose, quaternions and rotations the body stands in its rest pose."),
    PD_API_QUATERNIONS_FIELD(
        AT(quaternions), "In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error."),
    PD_API_ROTATIONS_FIELD(
        AT(rotations),
        "In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within "
        "0.001; or 6 numbers, its first and second column (Zhou et al. 2019)."),
    PD_API_TRANSLATION_FIELD(AT(translation), "Moves the model, in metres: x, y, z."),
    {.name = "soft_tissue",
     .type = PD_API_NUMBERS,
     .offset = AT(soft),
     .min = -1000,
     .max = 1000,
     .preset = "[]",
     .example = "[0.2,-0.1]",
     .doc = "Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none)."},
    {.name = "ground",
     .type = PD_API_BOOLEAN,
     .offset = AT(ground),
     .preset = "false",
     .doc = "Puts the lowest vertex at y = 0, after the translation."},
    {0},
};

const pd_api_field *pd_api_field_named(const pd_api_field *table, const char *name)
{
    while (strcmp(table->name, name)) table++;
    return table;
}

static int read_number(float *out, const json_t *value, const pd_api_field *f, const char *at,
                       pd_api_problems *p)
{
    double x;

    if (!json_is_number(value))
        return pd_api_note(p, PD_ERR_INVALID, at, "not a number; %g to %g allowed", f->min, f->max);
    x = json_number_value(value);
    if (!(x >= f->min && x <= f->max))
        return pd_api_note(p, PD_ERR_RANGE, at, "%g; %g to %g allowed", x, f->min, f->max);
    *out = (float)x;
    return 1;
}

/* All elements of a flat array, whose count is checked already. */
static int read_flat(float *out, const json_t *array, const pd_api_field *f, const char *pointer,
                     pd_api_problems *p)
{
    const size_t count = json_array_size(array);
    int good = 1;

    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(array, i);
        char at[200];
        if (json_is_real(value) || json_is_integer(value)) {
            const double x = json_number_value(value);
            if (x >= f->min && x <= f->max) {
                out[i] = (float)x;
                continue;
            }
        }
        snprintf(at, sizeof at, "%s/%zu", pointer, i);
        good &= read_number(out + i, value, f, at, p);
    }
    return good;
}

int pd_api_numbers_read(float *out, const json_t *array, int least, int most, const char *what,
                        const pd_api_field *field, const char *pointer, pd_api_problems *problems)
{
    const size_t count = json_array_size(array);

    if (count < (size_t)least || count > (size_t)most) {
        if (least == most)
            pd_api_note(problems, PD_ERR_RANGE, pointer, "%zu numbers; %d wanted (%s)", count, most, what);
        else
            pd_api_note(problems, PD_ERR_RANGE, pointer, "%zu numbers; %d to %d allowed (%s)", count, least,
                        most, what);
        return -1;
    }
    return read_flat(out, array, field, pointer, problems) ? (int)count : -1;
}

/* How many numbers one row holds: 3x3 nested counts as 9. 0 when it is no row. */
static int row_width(const json_t *row)
{
    const size_t size = json_array_size(row);

    if (size == 3 && json_is_array(json_array_get(row, 0))) return 9;
    return size < 100 ? (int)size : 0;
}

static int read_row(float *out, const json_t *row, int width, const pd_api_field *f, const char *at,
                    pd_api_problems *p)
{
    int good = 1;

    if (!json_is_array(row) || row_width(row) != width)
        return pd_api_note(p, PD_ERR_INVALID, at, "%s; %d numbers wanted",
                           json_is_array(row) ? "another number of elements" : "not an array", width);
    if (json_array_size(row) == (size_t)width) return read_flat(out, row, f, at, p);
    for (int r = 0; r < 3; r++) {
        const json_t *line = json_array_get(row, (size_t)r);
        char place[208];
        snprintf(place, sizeof place, "%s/%d", at, r);
        if (json_array_size(line) != 3)
            good = pd_api_note(p, PD_ERR_INVALID, place, "3 numbers wanted");
        else
            good &= read_flat(out + 3 * r, line, f, place, p);
    }
    return good;
}

/* rows x width numbers, flat or nested, for one of the allowed widths (0-ended). Returns the width or 0. */
static int read_rows(float *out, const json_t *array, int rows, const int *widths, const pd_api_field *f,
                     const char *pointer, pd_api_problems *p)
{
    const size_t count = json_array_size(array);
    const int nested = json_is_array(json_array_get(array, 0));
    int width = 0, good = 1;

    for (const int *w = widths; *w && !width; w++)
        if (nested ? row_width(json_array_get(array, 0)) == *w : count == (size_t)(rows * *w)) width = *w;
    if (!nested && !width)
        return pd_api_note(p, PD_ERR_RANGE, pointer, "%zu numbers; %d wanted (%d joints x %d)", count,
                           rows * widths[0], rows, widths[0]);
    if (!nested) return read_flat(out, array, f, pointer, p) ? width : 0;
    if (count != (size_t)rows)
        return pd_api_note(p, PD_ERR_RANGE, pointer, "%zu rows; %d wanted (one per joint)", count, rows);
    if (!width) width = widths[0];
    for (int i = 0; i < rows; i++) {
        char at[200];
        snprintf(at, sizeof at, "%s/%d", pointer, i);
        good &= read_row(out + i * width, json_array_get(array, (size_t)i), width, f, at, p);
    }
    return good ? width : 0;
}

static int read_pose(float *out, const json_t *array, int joints, const char *pointer, pd_api_problems *p)
{
    const int widths[] = {3, 0};
    float angles[PD_SMPL_MAX_JOINTS * 3];

    if (!read_rows(angles, array, joints, widths, pd_api_field_named(pd_api_body_fields, "pose"), pointer, p))
        return 0;
    pd_rot_from_axis_angle_array(out, angles, joints);
    return 1;
}

static int read_quaternions(float *out, const json_t *array, int joints, const char *pointer,
                            pd_api_problems *p)
{
    const int widths[] = {4, 0};
    float quats[PD_SMPL_MAX_JOINTS * 4];
    int bad;

    if (!read_rows(quats, array, joints, widths, pd_api_field_named(pd_api_body_fields, "quaternions"),
                   pointer, p))
        return 0;
    bad = pd_rot_from_quat_array(out, quats, joints);
    if (bad < 0) return 1;
    char at[200];
    snprintf(at, sizeof at, "%s/%d", pointer, bad);
    return pd_api_note(p, PD_ERR_INVALID, at, "a quaternion of length 0; any other is normalised");
}

/* One 3x3: checked, then brought back to a rotation from its first two columns. */
static int orthonormalise(float *out, const float *m, int joint, const char *pointer, pd_api_problems *p)
{
    double in[9], columns[6], rotation[9], error;
    char at[200];

    for (int i = 0; i < 9; i++) in[i] = m[i];
    error = pd_rot_error(in);
    snprintf(at, sizeof at, "%s/%d", pointer, joint);
    if (error > PD_API_ROTATION_TOLERANCE)
        return pd_api_note(p, PD_ERR_INVALID, at,
                           "not a rotation: R R^T is off the identity by %.3g; at most %g allowed%s", error,
                           PD_API_ROTATION_TOLERANCE, error >= 2 ? ", determinant +1" : "");
    for (int r = 0; r < 3; r++) {
        columns[r] = in[3 * r];
        columns[3 + r] = in[3 * r + 1];
    }
    if (!pd_rot_from_6d(rotation, columns)) return pd_api_note(p, PD_ERR_INVALID, at, "not a rotation");
    for (int i = 0; i < 9; i++) out[i] = (float)rotation[i];
    return 1;
}

static int read_rotations(float *out, const json_t *array, int joints, const char *pointer,
                          pd_api_problems *p)
{
    const int widths[] = {9, 6, 0};
    float numbers[PD_SMPL_MAX_JOINTS * 9];
    const int width = read_rows(numbers, array, joints, widths,
                                pd_api_field_named(pd_api_body_fields, "rotations"), pointer, p);
    int good = width > 0;

    for (int k = 0; width == 9 && k < joints; k++)
        good &= orthonormalise(out + 9 * k, numbers + 9 * k, k, pointer, p);
    if (width == 6) {
        const int bad = pd_rot_from_6d_array(out, numbers, joints);
        char at[200];
        snprintf(at, sizeof at, "%s/%d", pointer, bad);
        if (bad >= 0)
            good = pd_api_note(p, PD_ERR_INVALID, at, "two parallel or zero columns; no rotation in them");
    }
    return good;
}

int pd_api_turns_read(const float **out, const pd_api_body_values *v, int joints, pd_api_pool *pool,
                      const char *pointer, pd_api_problems *problems)
{
    float *rotations;
    char at[192];
    int good;

    if (!v->pose && !v->quaternions && !v->rotations) return 1;
    if (!!v->pose + !!v->quaternions + !!v->rotations > 1)
        return pd_api_note(problems, PD_ERR_INVALID, pointer,
                           "more than one of pose, quaternions, rotations; give one");
    rotations = pd_api_pool_take(pool, (size_t)joints * 9, sizeof *rotations);
    if (!rotations) return pd_api_note(problems, PD_ERR_MEMORY, pointer, "out of memory");
    snprintf(at, sizeof at, "%s/%s", pointer,
             v->pose          ? "pose"
             : v->quaternions ? "quaternions"
                              : "rotations");
    if (v->pose)
        good = read_pose(rotations, v->pose, joints, at, problems);
    else if (v->quaternions)
        good = read_quaternions(rotations, v->quaternions, joints, at, problems);
    else
        good = read_rotations(rotations, v->rotations, joints, at, problems);
    if (good) *out = rotations;
    return good;
}

static int read_list(const float **out, int *count_out, const json_t *array, const char *name, int least,
                     int most, const char *what, pd_api_pool *pool, const char *pointer, pd_api_problems *p)
{
    float *values;
    char at[192];
    int count;

    if (!array) return 1;
    snprintf(at, sizeof at, "%s/%s", pointer, name);
    values = pd_api_pool_take(pool, (size_t)most, sizeof *values);
    if (!values) return pd_api_note(p, PD_ERR_MEMORY, at, "out of memory");
    count = pd_api_numbers_read(values, array, least, most, what,
                                pd_api_field_named(pd_api_body_fields, name), at, p);
    if (count < 0) return 0;
    *out = values;
    if (count_out) *count_out = count;
    return 1;
}

int pd_api_body_read(pd_smpl_body *out, const pd_api_body_values *v, const pd_smpl_model *model,
                     pd_api_pool *pool, const char *pointer, pd_api_problems *problems)
{
    int good = read_list(&out->betas, &out->beta_count, v->betas, "betas", 0, model->beta_count,
                         "the model's betas", pool, pointer, problems);

    if (good && v->betas) {
        char at[192];
        snprintf(at, sizeof at, "%s/betas", pointer);
        pd_api_warn_betas(problems, out->betas, out->beta_count, at);
    }

    good &= pd_api_turns_read(&out->rotations, v, model->joint_count, pool, pointer, problems);
    good &= read_list(&out->translation, NULL, v->translation, "translation", 3, 3, "x, y, z", pool, pointer,
                      problems);
    good &= read_list(&out->soft, &out->soft_count, v->soft, "soft_tissue", 0, model->soft_count,
                      "the model's soft-tissue coefficients", pool, pointer, problems);
    if (v->ground >= 0) out->ground = v->ground;
    return good;
}
