#include "api/body/face_shape.h"

#include "core/base/text/edit_distance.h"
#include "core/smpl/data/ancestry.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_BYTES 40

bool pd_api_face_shape_given(const pd_api_face_shape_values *values)
{
    return values->face_shape || values->ancestry;
}

/* Reads the next NAME:NUMBER of a list and moves *text behind it. A name alone has the number `alone`; NAN: a
 * number is needed. Returns false if an error was noted at `at`. */
static bool next_pair(char name[NAME_BYTES], double *number, const char **text, double alone, const char *at,
                      pd_api_problems *problems)
{
    const char *c = *text;
    const size_t length = strcspn(c, ":,");
    char *end = (char *)c + length;

    snprintf(name, NAME_BYTES, "%.*s", (int)(length < NAME_BYTES ? length : NAME_BYTES - 1), c);
    *number = alone;
    if (c[length] == ':') *number = strtod(c + length + 1, &end);
    if (!length || (c[length] == ':' && end == c + length + 1) || (*end && *end != ',') || !isfinite(*number))
        return pd_api_note(problems, PD_ERR_INVALID, at, "'%.40s' is not NAME:NUMBER,... as in %s", c,
                           isnan(alone) ? "jaw_width:1" : "african:1,european:2");
    *text = *end ? end + 1 : end;

    return true;
}

/* Returns the index of the beta of the feature called `name`, or -1 after noting an error. */
static int feature_named(const char *name, const pd_smpl_model *model, const char *at,
                         pd_api_problems *problems)
{
    const int beta = pd_smpl_feature_beta(&model->data, name);

    if (beta >= 0) return beta;

    pd_edit_distance_search search = pd_edit_distance_begin(name);
    for (int f = 0; f < model->data.feature_count; f++)
        pd_edit_distance_offer(&search, model->data.feature_names[f]);
    const char *near = pd_edit_distance_nearest(&search);
    pd_api_note(problems, PD_ERR_INVALID, at,
                "'%s' is not a feature of the face%s%s%s; feature_names of GET /v1/models/{id} lists them",
                name, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");

    return -1;
}

static bool apply_features(float *betas, const char *text, const pd_smpl_model *model, const char *at,
                           pd_api_problems *problems)
{
    bool taken[PD_SMPL_MAX_BETAS] = {false};

    while (*text) {
        char name[NAME_BYTES];
        double value;
        if (!next_pair(name, &value, &text, NAN, at, problems)) return false;
        const int beta = feature_named(name, model, at, problems);
        if (beta < 0) return false;
        if (taken[beta]) return pd_api_note(problems, PD_ERR_INVALID, at, "%s comes twice", name);
        if (!(fabs(value) <= PD_API_FACE_SHAPE_MOST))
            return pd_api_note(problems, PD_ERR_RANGE, at, "%s:%g; %d to %d allowed", name, value,
                               -PD_API_FACE_SHAPE_MOST, PD_API_FACE_SHAPE_MOST);
        taken[beta] = true;
        betas[beta] += (float)value;
    }

    return true;
}

static bool apply_ancestry(float *betas, const char *text, const pd_smpl_model *model, const char *at,
                           pd_api_problems *problems)
{
    double shares[PD_SMPL_ANCESTRY_COUNT] = {0}, sum = 0;
    bool taken[PD_SMPL_ANCESTRY_COUNT] = {false};

    while (*text) {
        char name[NAME_BYTES];
        double share;
        int group = 0;
        if (!next_pair(name, &share, &text, 1, at, problems)) return false;
        while (group < PD_SMPL_ANCESTRY_COUNT && strcmp(pd_smpl_ancestry_names[group], name) != 0) group++;
        if (group == PD_SMPL_ANCESTRY_COUNT)
            return pd_api_note(problems, PD_ERR_INVALID, at, "'%s'; african, asian and european allowed",
                               name);
        if (taken[group]) return pd_api_note(problems, PD_ERR_INVALID, at, "%s comes twice", name);
        if (!(share >= 0 && share <= 1000))
            return pd_api_note(problems, PD_ERR_RANGE, at, "%s:%g; 0 to 1000 allowed", name, share);
        taken[group] = true;
        shares[group] = share;
        sum += share;
    }

    if (!(sum > 0))
        return pd_api_note(problems, PD_ERR_RANGE, at, "the shares sum to 0; a sum above 0 expected");
    for (int g = 0; g < PD_SMPL_ANCESTRY_COUNT; g++) shares[g] /= sum;
    if (pd_smpl_ancestry_set(betas, &model->data, shares)) return true;

    return pd_api_note(
        problems, PD_ERR_UNSUPPORTED, at,
        "this model has no features of ancestry; allowed only for models that have, such as person");
}

bool pd_api_face_shape_apply(float *out, const float *betas, int count,
                             const pd_api_face_shape_values *values, const pd_smpl_model *model,
                             const char *pointer, pd_api_problems *problems)
{
    char at[224];

    for (int b = 0; b < model->beta_count; b++) out[b] = b < count ? betas[b] : 0;
    snprintf(at, sizeof at, "%s/%s", pointer, values->face_shape ? "face_shape" : "ancestry");
    if (!model->data.feature_count)
        return pd_api_note(
            problems, PD_ERR_UNSUPPORTED, at,
            "this model has no features of the face; allowed only for person, person-female and person-male");

    bool good = true;
    snprintf(at, sizeof at, "%s/ancestry", pointer);
    if (values->ancestry) good = apply_ancestry(out, values->ancestry, model, at, problems);
    snprintf(at, sizeof at, "%s/face_shape", pointer);
    if (values->face_shape) good = apply_features(out, values->face_shape, model, at, problems) && good;

    return good;
}
