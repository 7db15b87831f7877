#include "api/body/body.h"
#include "core/smpl/skin/corrective.h"

#include "core/base/text/edit_distance.h"
#include "core/smpl/part/hand.h"
#include "core/math/rotation.h"
#include "core/base/assert.h"
#include "core/retarget/lids.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The place of a body in a request, and what its readers need. */
typedef struct body_place {
    pd_api_pool *pool;
    const char *pointer;
    pd_api_problems *problems;
} body_place;

/* Reads a list that is a member of pd_api_body_fields. count may be NULL. */
static bool read_list_body(const float **out, int *count, const json_t *array, const char *name,
                           pd_api_count allowed, const body_place *in)
{
    float *values;
    char at[192];

    if (!array) return true;
    snprintf(at, sizeof at, "%s/%s", in->pointer, name);
    values = pd_api_pool_take(in->pool, (size_t)allowed.most, sizeof *values);
    if (!values) return pd_api_note(in->problems, PD_ERR_MEMORY, at, "out of memory");
    const int read = pd_api_numbers_read(values, array, allowed, pd_api_field_named(pd_api_body_fields, name),
                                         at, in->problems);
    if (read < 0) return false;
    *out = values;
    if (count) *count = read;

    return true;
}

/* Returns the number of the expression of that name; -1 with an error when there is none. */
static int expression_named(const char *name, const pd_smpl_model *model, const char *at, pd_api_problems *p)
{
    char hint[PD_API_HINT_BYTES];
    pd_edit_distance_search search = pd_edit_distance_begin(name);

    for (int e = 0; model->data.expression_names && e < model->expression_count; e++) {
        if (!strcmp(name, model->data.expression_names[e])) return e;
        if (!pd_api_problems_full(p)) pd_edit_distance_offer(&search, model->data.expression_names[e]);
    }

    pd_api_hint(hint, &search);
    pd_api_note(p, PD_ERR_INVALID, at, "not an expression of this model%s",
                *hint ? hint : "; GET /v1/models/{id} has its expression_names");

    return -1;
}

/* Adds the weights of expressions by name to those by number. An absent number counts as 0. */
static bool read_blend_shapes(pd_smpl_body *out, const json_t *shapes, const pd_smpl_model *model,
                              const body_place *in)
{
    pd_api_problems *p = in->problems;
    char at[192];

    snprintf(at, sizeof at, "%s/blend_shapes", in->pointer);
    if (!shapes) return true;
    if (!json_is_object(shapes))
        return pd_api_note(p, PD_ERR_INVALID, at, "%s; an object of names and weights expected",
                           pd_api_json_kind(shapes));

    /* Begin with the weights by number. */
    const size_t count = (size_t)model->expression_count;
    float *values = pd_api_pool_take(in->pool, count + 1, sizeof *values);
    if (!values) return pd_api_note(p, PD_ERR_MEMORY, at, "out of memory");
    for (size_t e = 0; e < count; e++) values[e] = (int)e < out->expression_count ? out->expression[e] : 0;

    /* Read all names even after an error, so that all errors are reported together. */
    bool good = true;
    const char *name;
    json_t *weight;
    json_object_foreach((json_t *)shapes, name, weight)
    {
        char place[272];
        pd_api_pointer_to(place, sizeof place, at, name);
        const bool is_silence = pd_smpl_is_silence(model, name);
        const int e = is_silence ? (int)count : expression_named(name, model, place, p);
        const double w = json_number_value(weight);
        if (e < 0)
            good = false;
        else if (!json_is_number(weight))
            good = pd_api_note(p, PD_ERR_INVALID, place, "%s; a number from %.10g to %.10g expected",
                               pd_api_json_kind(weight), -PD_SMPL_BLEND_SHAPE_MAX, PD_SMPL_BLEND_SHAPE_MAX);
        else if (!(fabs(w) <= PD_SMPL_BLEND_SHAPE_MAX))
            good = pd_api_note(p, PD_ERR_RANGE, place, "%.10g; a number from %.10g to %.10g expected", w,
                               -PD_SMPL_BLEND_SHAPE_MAX, PD_SMPL_BLEND_SHAPE_MAX);
        else if (fabs((double)values[e] + w) > PD_SMPL_BLEND_SHAPE_MAX)
            good = pd_api_note(p, PD_ERR_RANGE, place,
                               "%g added to %g of expression/%d; a sum of %.10g to %.10g allowed", w,
                               (double)values[e], e, -PD_SMPL_BLEND_SHAPE_MAX, PD_SMPL_BLEND_SHAPE_MAX);
        else if (!is_silence)
            values[e] += (float)w * pd_retarget_lids_factor(model, e, out->betas, out->beta_count);
    }

    if (good) {
        out->expression = values;
        out->expression_count = model->expression_count;
    }

    return good;
}

/* Changes the face of the body, and of the person if the betas are a person's. */
static bool shape_face(pd_smpl_body *out, const pd_api_person **person, const pd_api_body_values *v,
                       const pd_smpl_model *model, const body_place *in)
{
    if (!pd_api_face_shape_given(&v->face)) return true;
    float *betas = pd_api_pool_take(in->pool, (size_t)model->beta_count + 1, sizeof *betas);
    pd_api_person *changed = pd_api_pool_take(in->pool, 1, sizeof *changed);
    if (!betas || !changed) return pd_api_note(in->problems, PD_ERR_MEMORY, in->pointer, "out of memory");
    if (!pd_api_face_shape_apply(betas, out->betas, out->beta_count, &v->face, model, in->pointer,
                                 in->problems))
        return false;

    out->betas = betas;
    out->beta_count = model->beta_count;
    if (*person) {
        *changed = **person;
        changed->betas = betas;
        changed->beta_count = model->beta_count;
        pd_api_person_ancestry(changed, model);
        *person = changed;
    }

    return true;
}

/* Betas by number, or those of a person. */
static bool read_shape_body(pd_smpl_body *out, const pd_api_person **person, const pd_api_body_values *v,
                            const pd_smpl_model *model, const body_place *in)
{
    pd_api_problems *problems = in->problems;
    const bool asks = pd_api_people_given(&v->people);
    char at[192];

    snprintf(at, sizeof at, "%s/betas", in->pointer);
    if (asks && v->betas)
        return pd_api_note(problems, PD_ERR_INVALID, at,
                           "betas given together with random, gender, age, height, weight, percentile or "
                           "population; only one of the two ways allowed");
    if (asks) {
        *person = pd_api_people_find(&v->people, model, in->pool, in->pointer, problems);
        if (!*person) return false;
        out->betas = (*person)->betas;
        out->beta_count = (*person)->beta_count;
        return true;
    }

    const pd_api_count allowed = {0, model->beta_count, "the model's betas"};
    if (!read_list_body(&out->betas, &out->beta_count, v->betas, "betas", allowed, in)) return false;
    if (v->betas) {
        *person = NULL;
        pd_api_warn_betas(problems, out->betas, out->beta_count, at);
    }

    return true;
}

/* ---- bodies of a batch ---- */

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
static const json_t **spread_place(pd_api_body_values *values, int field)
{
    PD_ASSERT(field >= 0 && field < FIELDS);
    if (field >= ARRAYS) return &values->parts[field - ARRAYS];
    return (const json_t **)(void *)((char *)values + arrays[field].offset);
}

static const char *spread_name(int field)
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

bool pd_api_body_spread_find(pd_api_body_spread *out, const pd_api_body_values *values,
                             const pd_smpl_model *model, const char *pointer, pd_api_problems *problems)
{
    int first = -1;
    int fields = 0;

    *out = (pd_api_body_spread){.values = *values, .model = model};
    for (int field = 0; field < FIELDS; field++) {
        const size_t bodies = bodies_of(*spread_place(&out->values, field), field, model);
        char at[192];
        if (!bodies) continue;
        if (out->count > 1 && bodies > 1 && bodies != out->count) {
            snprintf(at, sizeof at, "%s/%s", pointer, spread_name(field));
            return pd_api_note(problems, PD_ERR_RANGE, at,
                               "%zu rows, one a body, and %s has %zu; as many, or one for all, expected",
                               bodies, spread_name(first), out->count);
        }

        fields += bodies > 1;
        if (bodies > out->count) {
            out->count = bodies;
            first = field;
        }
    }

    /* Three rotations of one joint look like the matrix of one, if no other array has three bodies. */
    if (fields == 1 && first >= ARRAYS && is_matrix(*spread_place(&out->values, first))) {
        char at[192];
        snprintf(at, sizeof at, "%s/%s", pointer, spread_name(first));
        return pd_api_note(
            problems, PD_ERR_INVALID, at,
            "three rows of 3, which are a matrix, or axis-angles of three bodies; a matrix of one "
            "joint is expected as 9 numbers or [[[..],[..],[..]]]");
    }

    return true;
}

pd_api_body_values pd_api_body_spread_shared(const pd_api_body_spread *spread)
{
    pd_api_body_values shared = spread->values;

    for (int field = 0; field < FIELDS; field++) {
        const json_t **value = spread_place(&shared, field);
        if (bodies_of(*value, field, spread->model)) *value = NULL;
    }

    return shared;
}

pd_api_body_values pd_api_body_spread_body(const pd_api_body_spread *spread, size_t body)
{
    pd_api_body_values own = PD_API_NO_BODY_VALUES;
    pd_api_body_values given = spread->values;

    PD_ASSERT(body < spread->count);
    for (int field = 0; field < FIELDS; field++) {
        const json_t *value = *spread_place(&given, field);
        const size_t bodies = bodies_of(value, field, spread->model);
        if (bodies) *spread_place(&own, field) = json_array_get(value, bodies > 1 ? body : 0);
    }

    return own;
}

pd_api_body_values pd_api_body_spread_plain(const pd_api_body_spread *spread)
{
    pd_api_body_values plain = spread->values;

    for (int field = 0; field < FIELDS; field++) {
        const json_t **value = spread_place(&plain, field);
        if (bodies_of(*value, field, spread->model) == 1) *value = json_array_get(*value, 0);
    }

    return plain;
}

/* ---- a body ---- */

/* Reads a body whose arrays have no dimension for bodies. */
static bool read_plain_body(pd_smpl_body *out, const pd_api_person **person, const pd_api_body_values *v,
                            const pd_smpl_model *model, pd_api_pool *pool, const char *pointer,
                            pd_api_problems *problems)
{
    const pd_api_count expressions = {0, model->expression_count, "the model's expressions"};
    const pd_api_count coefficients = {0, model->soft_count, "the model's soft-tissue coefficients"};
    const body_place in = {pool, pointer, problems};
    const pd_api_person *unused = NULL;
    bool good = read_shape_body(out, person ? person : &unused, v, model, &in);

    if (good) good = shape_face(out, person ? person : &unused, v, model, &in);

    good &= pd_api_pose_read(&out->rotations, v, model, pool, pointer, problems);
    good &= read_list_body(&out->expression, &out->expression_count, v->expression, "expression", expressions,
                           &in);

    /* named expressions are weights with a narrower range;
     * unnamed ones are only warned about when unusually large */
    const double most = pd_smpl_expression_most(model);
    const bool has_names = model->data.expression_names != NULL;
    char at[192], place[208];
    snprintf(at, sizeof at, "%s/expression", pointer);
    if (v->expression && !has_names) pd_api_warn_betas(problems, out->expression, out->expression_count, at);
    for (int e = 0; v->expression && e < out->expression_count; e++) {
        if (fabs((double)out->expression[e]) <= most) continue;
        snprintf(place, sizeof place, "%s/%d", at, e);
        good = pd_api_note(problems, PD_ERR_RANGE, place, "%.10g; %.10g to %.10g allowed%s%s",
                           (double)out->expression[e], -most, most, has_names ? ", the weight of " : "",
                           has_names ? model->data.expression_names[e] : "");
    }

    good = read_blend_shapes(out, v->blend_shapes, model, &in) && good;
    if (v->translation && v->transl)
        good = pd_api_note(problems, PD_ERR_INVALID, pointer,
                           "translation and transl given; only one of the two allowed");
    good &= read_list_body(&out->translation, NULL, v->translation ? v->translation : v->transl,
                           v->translation ? "translation" : "transl", (pd_api_count){3, 3, "x, y, z"}, &in);
    good &= read_list_body(&out->soft, &out->soft_count, v->soft, "soft_tissue", coefficients, &in);
    if (v->ground >= 0) out->ground = v->ground;

    return good;
}

bool pd_api_body_read(pd_smpl_body *out, const pd_api_person **person, const pd_api_body_values *v,
                      const pd_smpl_model *model, pd_api_pool *pool, const char *pointer,
                      pd_api_problems *problems)
{
    pd_api_body_spread spread;

    /* A first dimension of 1, as smplx has it for one body, is left out. */
    if (!pd_api_body_spread_find(&spread, v, model, pointer, problems)) return false;
    if (spread.count > 1)
        return pd_api_note(problems, PD_ERR_INVALID, pointer, "arrays of %zu bodies; one body expected here",
                           spread.count);
    const pd_api_body_values plain = pd_api_body_spread_plain(&spread);

    return read_plain_body(out, person, spread.count ? &plain : v, model, pool, pointer, problems);
}

bool pd_api_face_check(const pd_smpl_model *model, pd_api_problems *problems)
{
    if (model->expression_count && model->data.expression_names) return true;
    return pd_api_note(problems, PD_ERR_UNSUPPORTED, "/face",
                       "true; allowed only for models whose expressions have names, such as person");
}

bool pd_api_sculpts_check(const pd_smpl_model *model, pd_api_problems *problems)
{
    if (model->data.psd.count) return true;
    return pd_api_note(
        problems, PD_ERR_UNSUPPORTED, "/sculpts",
        "given; the model has no sculpts that the pose drives (posedctl sculpt --driven adds them)");
}

bool pd_api_correctives_check(int count, const pd_smpl_model *model, pd_api_problems *problems)
{
    const int most = pd_smpl_corrective_features(model->tiles);

    if (count <= most) return true;
    if (!most)
        return pd_api_note(
            problems, PD_ERR_UNSUPPORTED, "/correctives",
            "%d; the model has no pose blend shapes of rotation matrices (STAR's and SUPR's are of "
            "quaternions)",
            count);

    return pd_api_note(problems, PD_ERR_RANGE, "/correctives", "%d; 0 to %d allowed for this model", count,
                       most);
}
