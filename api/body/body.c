#include "api/body/body.h"
#include "api/body/spread.h"
#include "core/smpl/skin/corrective.h"

#include "core/base/text/edit_distance.h"
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
        const int e = expression_named(name, model, place, p);
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
        else
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

    /* named expressions are weights with a narrower range; unnamed ones are only warned about when unusually
     * large */
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
    pd_api_spread spread;

    /* A first dimension of 1, as smplx has it for one body, is left out. */
    if (!pd_api_spread_find(&spread, v, model, pointer, problems)) return false;
    if (spread.count > 1)
        return pd_api_note(problems, PD_ERR_INVALID, pointer, "arrays of %zu bodies; one body expected here",
                           spread.count);
    const pd_api_body_values plain = pd_api_spread_plain(&spread);

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
