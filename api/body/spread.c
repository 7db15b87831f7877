#include "api/body/spread.h"

#include "core/base/assert.h"
#include "core/math/rotation.h"
#include "core/smpl/hand.h"

#include <stdio.h>
#include <string.h>

/* Fields that are arrays, and the numbers of a joint that they may have (a list that ends with 0); none: the
 * field is one list of numbers. */
static const struct {
    const char *name;
    size_t offset;
    int widths[4];
} arrays[] = {
    {"betas", offsetof(pd_api_body_values, betas), {0}},
    {"expression", offsetof(pd_api_body_values, expression), {0}},
    {"translation", offsetof(pd_api_body_values, translation), {0}},
    {"transl", offsetof(pd_api_body_values, transl), {0}},
    {"soft_tissue", offsetof(pd_api_body_values, soft), {0}},
    {"pose", offsetof(pd_api_body_values, pose), {3, 0}},
    {"quaternions", offsetof(pd_api_body_values, quaternions), {4, 0}},
    {"rotations", offsetof(pd_api_body_values, rotations), {9, 6, 0}},
};
/* Principal components of a hand from which on a row of them is no rotation. */
#define LEAST_COMPONENTS 5
enum { ARRAYS = sizeof arrays / sizeof *arrays, FIELDS = ARRAYS + PD_SMPL_PART_COUNT };

/* Returns the place of a field's value: one of `arrays`, then the parts. */
static const json_t **place_of(pd_api_body_values *values, int field)
{
    PD_ASSERT(field >= 0 && field < FIELDS);
    if (field >= ARRAYS) return &values->parts[field - ARRAYS];
    return (const json_t **)(void *)((char *)values + arrays[field].offset);
}

static const char *name_of(int field)
{
    return field < ARRAYS ? arrays[field].name : pd_smpl_part_name((pd_smpl_part)(field - ARRAYS));
}

/* Counts the numbers of nested arrays, by their first items. */
static size_t numbers_in(const json_t *array)
{
    size_t count = 1;

    for (int depth = 0; json_is_array(array) && depth < 8; depth++) {
        count *= json_array_size(array);
        array = json_array_get(array, 0);
    }

    return json_is_number(array) ? count : 0;
}

/* Returns whether so many numbers are the rotations of so many joints. */
static bool are_rotations(size_t numbers, int joints, const int *widths)
{
    for (; *widths; widths++)
        if (numbers == (size_t)(joints * *widths)) return true;
    return false;
}

/* Returns the first dimension of a field's array if that counts bodies, else 0. */
static size_t bodies_of(const json_t *value, int field, const pd_smpl_model *model)
{
    static const int part_widths[] = {3, 4, 6, 9, 0};
    const json_t *first = json_array_get(value, 0);
    const size_t rows = json_array_size(value);
    const size_t numbers = json_is_array(first) ? numbers_in(first) : 0;
    int joint = 0;
    int joints = model->joint_count;

    if (!numbers) return 0;

    /* A list of numbers has no dimension but that of the bodies. */
    if (field < ARRAYS && !arrays[field].widths[0]) return rows;

    const pd_smpl_part part = (pd_smpl_part)(field - ARRAYS);
    if (field >= ARRAYS && !pd_smpl_part_find(&joint, &joints, model, part)) return 0;
    const int *widths = field < ARRAYS ? arrays[field].widths : part_widths;

    /* A row for each joint is one body's; (1,3) of the one joint of a part is the same body either way. */
    if (rows == (size_t)joints && are_rotations(numbers, 1, widths) && joints > 1) return 0;
    if (are_rotations(numbers, joints, widths)) return rows;

    /* Principal components of a hand; smplx has 6 by default. Fewer are the row of a joint. */
    const bool is_hand = field >= ARRAYS && part >= PD_SMPL_PART_LEFT_HAND && part <= PD_SMPL_PART_HAND;
    const bool are_few = numbers < LEAST_COMPONENTS || numbers == 9;

    return is_hand && !are_few && numbers < PD_SMPL_HAND_ANGLES ? rows : 0;
}

/* Returns whether three rows of three numbers are a rotation matrix. */
static bool is_matrix(const json_t *value)
{
    double m[9];

    if (json_array_size(value) != 3) return false;
    for (size_t i = 0; i < 9; i++) {
        const json_t *row = json_array_get(value, i / 3);
        if (json_array_size(row) != 3 || !json_is_number(json_array_get(row, i % 3))) return false;
        m[i] = json_number_value(json_array_get(row, i % 3));
    }

    return pd_rot_error(m) < PD_API_ROTATION_TOLERANCE;
}

bool pd_api_spread_find(pd_api_spread *out, const pd_api_body_values *values, const pd_smpl_model *model,
                        const char *pointer, pd_api_problems *problems)
{
    int first = -1;
    int fields = 0;

    *out = (pd_api_spread){.values = *values, .model = model};
    for (int field = 0; field < FIELDS; field++) {
        const size_t bodies = bodies_of(*place_of(&out->values, field), field, model);
        char at[192];
        if (!bodies) continue;
        if (out->count > 1 && bodies > 1 && bodies != out->count) {
            snprintf(at, sizeof at, "%s/%s", pointer, name_of(field));
            return pd_api_note(problems, PD_ERR_RANGE, at,
                               "%zu rows, one a body, and %s has %zu; as many, or one for all, expected",
                               bodies, name_of(first), out->count);
        }

        fields += bodies > 1;
        if (bodies > out->count) {
            out->count = bodies;
            first = field;
        }
    }

    /* Three rotations of one joint look like the matrix of one, if no other array has three bodies. */
    if (fields == 1 && first >= ARRAYS && is_matrix(*place_of(&out->values, first))) {
        char at[192];
        snprintf(at, sizeof at, "%s/%s", pointer, name_of(first));
        return pd_api_note(
            problems, PD_ERR_INVALID, at,
            "three rows of 3, which are a matrix, or axis-angles of three bodies; a matrix of one "
            "joint is expected as 9 numbers or [[[..],[..],[..]]]");
    }

    return true;
}

pd_api_body_values pd_api_spread_shared(const pd_api_spread *spread)
{
    pd_api_body_values shared = spread->values;

    for (int field = 0; field < FIELDS; field++) {
        const json_t **value = place_of(&shared, field);
        if (bodies_of(*value, field, spread->model)) *value = NULL;
    }

    return shared;
}

pd_api_body_values pd_api_spread_body(const pd_api_spread *spread, size_t body)
{
    pd_api_body_values own = PD_API_NO_BODY_VALUES;
    pd_api_body_values given = spread->values;

    PD_ASSERT(body < spread->count);
    for (int field = 0; field < FIELDS; field++) {
        const json_t *value = *place_of(&given, field);
        const size_t bodies = bodies_of(value, field, spread->model);
        if (bodies) *place_of(&own, field) = json_array_get(value, bodies > 1 ? body : 0);
    }

    return own;
}

pd_api_body_values pd_api_spread_plain(const pd_api_spread *spread)
{
    pd_api_body_values plain = spread->values;

    for (int field = 0; field < FIELDS; field++) {
        const json_t **value = place_of(&plain, field);
        if (bodies_of(*value, field, spread->model) == 1) *value = json_array_get(*value, 0);
    }

    return plain;
}
