#include "api/body/avatar.h"
#include "api/body/body.h"
#include "core/smpl/skin/corrective.h"

#include "core/base/text/edit_distance.h"
#include "core/retarget/lids.h"
#include "core/smpl/hand.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define AT(member) offsetof(pd_api_body_values, member)

/* "|relaxed|fist|..." from the poses' own table; the leading bar is skipped. */
#define HAND_POSE(id, name, ...) "|" name
static const char hand_poses[] = PD_SMPL_HAND_POSE_TABLE(HAND_POSE);

const pd_api_field pd_api_body_fields[] = {
    PD_API_BETAS_FIELD(AT(betas), "Shape coefficients of the body, in standard deviations. Any count up to "
                                  "the model's is allowed; missing ones are 0."),
    PD_API_PEOPLE_FIELDS(AT(people)),
    PD_API_FACE_SHAPE_FIELDS(AT(face)),
    {.name = "pose",
     .type = PD_API_NUMBERS,
     .offset = AT(pose),
     .min = -1000,
     .max = 1000,
     .words = PD_API_AVATAR_POSES,
     .schema = "{\"anyOf\":[{\"type\":\"string\",\"enum\":[\"t\",\"a\",\"T\",\"A\"]}," PD_API_NUMBERS_OR_ROWS(
         "3") "]}",
     .example = "[[0,0,0],[0.3,0,0],[0,0,0],...]",
     .doc = "Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers "
            "for 24 joints. The root turns about the pelvis. Without pose, quaternions and rotations the "
            "body stands in its rest pose. On the mesh route with format glb it may be a word instead, the "
            "rest pose of an avatar: t (arms stretched out) or a (arms 45 degrees down)."},
    PD_API_QUATERNIONS_FIELD(
        AT(quaternions), "Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to "
                         "the parent. Quaternions are normalised; a zero quaternion is an error."),
    PD_API_ROTATIONS_FIELD(
        AT(rotations), "Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as "
                       "a 3x3 row-major matrix (nested or 9 numbers, orthonormal within 0.001) or as 6 "
                       "numbers, the matrix's first and second column (Zhou et al. 2019)."),
#define PART_FIELD(id, part, first, count, hand, text)                                                       \
    {.name = part,                                                                                           \
     .type = PD_API_NUMBERS,                                                                                 \
     .offset = AT(parts[PD_SMPL_PART_##id]),                                                                 \
     .min = -1e6,                                                                                            \
     .max = 1e6,                                                                                             \
     .schema = PD_API_ROTATIONS,                                                                             \
     .example = (count) == 1 ? "[0.2,0,0]" : "[[0,0,0],[0.3,0,0],...]",                                      \
     .doc = text ", named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) "   \
                 "or matrix (9), flat or one row per joint."},
    PD_SMPL_PART_TABLE(PART_FIELD)
#undef PART_FIELD
        {.name = "left_hand",
         .type = PD_API_CHOICE,
         .offset = AT(left_hand),
         .choices = hand_poses + 1,
         .doc = "Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. "
                "The model's mean hand pose is not added."},
    {.name = "right_hand",
     .type = PD_API_CHOICE,
     .offset = AT(right_hand),
     .choices = hand_poses + 1,
     .doc =
         "Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added."},
    {.name = "use_pca",
     .type = PD_API_BOOLEAN,
     .offset = AT(use_pca),
     .doc = "True reads hand poses as coefficients of the model's principal components, false as rotations. "
            "Without it, fewer than 45 numbers are coefficients."},
    {.name = "flat_hand_mean",
     .type = PD_API_BOOLEAN,
     .offset = AT(flat_hand_mean),
     .preset = "false",
     .doc = "True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to "
            "coefficients, and gives it to a hand without a pose. It is never added to quaternions, 6D and "
            "matrices."},
    {.name = "expression",
     .type = PD_API_NUMBERS,
     .offset = AT(expression),
     .min = -PD_SMPL_EXPRESSION_MAX,
     .max = PD_SMPL_EXPRESSION_MAX,
     .preset = "[]",
     .example = "[1.5,-0.5]",
     .doc = "Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); "
            "for a model whose expressions have names, their weights, -2 to 2. Any count up to the model's "
            "is allowed."},
    {.name = "blend_shapes",
     .type = PD_API_ANY,
     .offset = AT(blend_shapes),
     .schema =
         "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\",\"minimum\":-2,\"maximum\":2}}",
     .example = "{\"jawOpen\":0.4,\"mouthSmileLeft\":0.8}",
     .doc =
         "Expression weights by name, -2 to 2, added to `expression`. Names are the model's "
         "expression_names, such as ARKit's 52 blend shapes. eyeBlink closes the lids at 1 on any body: it "
         "moves those of large eyes farther."},
    PD_API_TRANSLATION_FIELD(AT(translation), "Translation of the body in metres: x, y, z."),
    PD_API_TRANSLATION_NAMED(
        "transl", AT(transl),
        "Translation of the body in metres under smplx's name; the same field as `translation`."),
    {.name = "soft_tissue",
     .type = PD_API_NUMBERS,
     .offset = AT(soft),
     .min = -1000,
     .max = 1000,
     .preset = "[]",
     .example = "[0.2,-0.1]",
     .doc = "Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; "
            "missing ones are 0."},
    {.name = "ground",
     .type = PD_API_BOOLEAN,
     .offset = AT(ground),
     .preset = "false",
     .doc = "True moves the body vertically, after the translation, so that its lowest vertex is at y = 0."},
    {0},
};

int pd_api_flat_read(float *out, const json_t *array, const pd_api_field *f, const char *pointer,
                     pd_api_problems *p)
{
    const size_t count = json_array_size(array);
    int good = 1;

    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(array, i);
        char at[200];
        const double x = json_number_value(value);
        if (json_is_number(value) && x >= f->min && x <= f->max) {
            out[i] = (float)x;
            continue;
        }
        snprintf(at, sizeof at, "%s/%zu", pointer, i);
        if (json_is_number(value))
            good = pd_api_note(p, PD_ERR_RANGE, at, "%.10g; %.10g to %.10g allowed", x, f->min, f->max);
        else
            good = pd_api_note(p, PD_ERR_INVALID, at, "%s; a number from %.10g to %.10g expected",
                               pd_api_json_kind(value), f->min, f->max);
    }
    return good;
}

int pd_api_numbers_read(float *out, const json_t *array, pd_api_count allowed, const pd_api_field *field,
                        const char *pointer, pd_api_problems *problems)
{
    const size_t count = json_array_size(array);

    if (count < (size_t)allowed.least || count > (size_t)allowed.most) {
        if (allowed.least == allowed.most)
            pd_api_note(problems, PD_ERR_RANGE, pointer, "%zu numbers; %d expected (%s)", count, allowed.most,
                        allowed.reason);
        else
            pd_api_note(problems, PD_ERR_RANGE, pointer, "%zu numbers; %d to %d allowed (%s)", count,
                        allowed.least, allowed.most, allowed.reason);
        return -1;
    }
    return pd_api_flat_read(out, array, field, pointer, problems) ? (int)count : -1;
}

/* The place of a body in a request, and what its readers need. */
typedef struct body_place {
    pd_api_pool *pool;
    const char *pointer;
    pd_api_problems *problems;
} body_place;

/* Reads a list that is a member of pd_api_body_fields. count may be NULL. */
static int read_list(const float **out, int *count, const json_t *array, const char *name,
                     pd_api_count allowed, const body_place *in)
{
    float *values;
    char at[192];

    if (!array) return 1;
    snprintf(at, sizeof at, "%s/%s", in->pointer, name);
    values = pd_api_pool_take(in->pool, (size_t)allowed.most, sizeof *values);
    if (!values) return pd_api_note(in->problems, PD_ERR_MEMORY, at, "out of memory");
    const int read = pd_api_numbers_read(values, array, allowed, pd_api_field_named(pd_api_body_fields, name),
                                         at, in->problems);
    if (read < 0) return 0;
    *out = values;
    if (count) *count = read;
    return 1;
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
static int read_blend_shapes(pd_smpl_body *out, const json_t *shapes, const pd_smpl_model *model,
                             const body_place *in)
{
    pd_api_problems *p = in->problems;
    char at[192];
    snprintf(at, sizeof at, "%s/blend_shapes", in->pointer);
    if (!shapes) return 1;
    if (!json_is_object(shapes))
        return pd_api_note(p, PD_ERR_INVALID, at, "%s; an object of names and weights expected",
                           pd_api_json_kind(shapes));

    /* Begin with the weights by number. */
    const size_t count = (size_t)model->expression_count;
    float *values = pd_api_pool_take(in->pool, count + 1, sizeof *values);
    if (!values) return pd_api_note(p, PD_ERR_MEMORY, at, "out of memory");
    for (size_t e = 0; e < count; e++) values[e] = (int)e < out->expression_count ? out->expression[e] : 0;

    /* Read all names even after an error, so that all errors are reported together. */
    int good = 1;
    const char *name;
    json_t *weight;
    json_object_foreach((json_t *)shapes, name, weight)
    {
        char place[272];
        pd_api_pointer_to(place, sizeof place, at, name);
        const int e = expression_named(name, model, place, p);
        const double w = json_number_value(weight);
        if (e < 0)
            good = 0;
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
        else
            values[e] += (float)w * pd_retarget_lids_factor(model, e, out->betas, out->beta_count);
    }
    if (good) out->expression = values, out->expression_count = model->expression_count;
    return good;
}

/* Changes the face of the body, and of the person if the betas are a person's. */
static int shape_face(pd_smpl_body *out, const pd_api_person **person, const pd_api_body_values *v,
                      const pd_smpl_model *model, const body_place *in)
{
    if (!pd_api_face_shape_given(&v->face)) return 1;
    float *betas = pd_api_pool_take(in->pool, (size_t)model->beta_count + 1, sizeof *betas);
    pd_api_person *changed = pd_api_pool_take(in->pool, 1, sizeof *changed);
    if (!betas || !changed) return pd_api_note(in->problems, PD_ERR_MEMORY, in->pointer, "out of memory");
    if (!pd_api_face_shape_apply(betas, out->betas, out->beta_count, &v->face, model, in->pointer,
                                 in->problems))
        return 0;

    out->betas = betas, out->beta_count = model->beta_count;
    if (*person) {
        *changed = **person;
        changed->betas = betas, changed->beta_count = model->beta_count;
        pd_api_person_ancestry(changed, model);
        *person = changed;
    }
    return 1;
}

/* Betas by number, or those of a person. */
static int read_shape(pd_smpl_body *out, const pd_api_person **person, const pd_api_body_values *v,
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
        if (!*person) return 0;
        out->betas = (*person)->betas, out->beta_count = (*person)->beta_count;
        return 1;
    }

    const pd_api_count allowed = {0, model->beta_count, "the model's betas"};
    if (!read_list(&out->betas, &out->beta_count, v->betas, "betas", allowed, in)) return 0;
    if (v->betas) {
        *person = NULL;
        pd_api_warn_betas(problems, out->betas, out->beta_count, at);
    }
    return 1;
}

int pd_api_body_read(pd_smpl_body *out, const pd_api_person **person, const pd_api_body_values *v,
                     const pd_smpl_model *model, pd_api_pool *pool, const char *pointer,
                     pd_api_problems *problems)
{
    const pd_api_count expressions = {0, model->expression_count, "the model's expressions"},
                       coefficients = {0, model->soft_count, "the model's soft-tissue coefficients"};
    const body_place in = {pool, pointer, problems};
    const pd_api_person *unused = NULL;
    int good = read_shape(out, person ? person : &unused, v, model, &in);
    if (good) good = shape_face(out, person ? person : &unused, v, model, &in);

    good &= pd_api_pose_read(&out->rotations, v, model, pool, pointer, problems);
    good &=
        read_list(&out->expression, &out->expression_count, v->expression, "expression", expressions, &in);

    /* named expressions are weights with a narrower range; unnamed ones are only warned about when unusually large */
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
    good &= read_list(&out->translation, NULL, v->translation ? v->translation : v->transl,
                      v->translation ? "translation" : "transl", (pd_api_count){3, 3, "x, y, z"}, &in);
    good &= read_list(&out->soft, &out->soft_count, v->soft, "soft_tissue", coefficients, &in);
    if (v->ground >= 0) out->ground = v->ground;
    return good;
}

int pd_api_face_check(const pd_smpl_model *model, pd_api_problems *problems)
{
    if (model->expression_count && model->data.expression_names) return 1;
    return pd_api_note(problems, PD_ERR_UNSUPPORTED, "/face",
                       "true; allowed only for models whose expressions have names, such as person");
}

int pd_api_sculpts_check(const pd_smpl_model *model, pd_api_problems *problems)
{
    if (model->data.psd.count) return 1;
    return pd_api_note(
        problems, PD_ERR_UNSUPPORTED, "/sculpts",
        "given; the model has no sculpts that the pose drives (posedctl sculpt --driven adds them)");
}

int pd_api_correctives_check(int count, const pd_smpl_model *model, pd_api_problems *problems)
{
    const int most = pd_smpl_corrective_features(model->tiles);
    if (count <= most) return 1;
    if (!most)
        return pd_api_note(
            problems, PD_ERR_UNSUPPORTED, "/correctives",
            "%d; the model has no pose blend shapes of rotation matrices (STAR's and SUPR's are of "
            "quaternions)",
            count);
    return pd_api_note(problems, PD_ERR_RANGE, "/correctives", "%d; 0 to %d allowed for this model", count,
                       most);
}
