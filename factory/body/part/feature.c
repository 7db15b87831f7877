#include "factory/body/part/feature.h"

#include "core/base/assert.h"
#include "core/smpl/people/people.h"
#include "factory/makehuman/slider.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define CHANGES_MOST 9
#define LIMIT        3 /* in units of the direction, standard deviations */

/* Change of a slider. A path that contains %c exists for both sides. */
typedef struct slider_change {
    const char *path;     /* of slider.h; NULL ends */
    const char *negative; /* end name, where several sliders have this path; or NULL */
    double by;
} slider_change;

/* Change of the controls of sex, age and ancestry. */
typedef struct macro_change {
    double gender, years, race[3];
} macro_change;

#define FEATURE(name, ...)                                                                                   \
    {                                                                                                        \
        name, {__VA_ARGS__},                                                                                 \
        {                                                                                                    \
            .gender = 0                                                                                      \
        }                                                                                                    \
    }
#define SLIDE(path, by)                                                                                      \
    {                                                                                                        \
        path, NULL, by                                                                                       \
    }
#define SLIDE_TO(path, from, by)                                                                             \
    {                                                                                                        \
        path, from, by                                                                                       \
    }
static const struct row {
    const char *name;
    slider_change changes[CHANGES_MOST];
    macro_change macro;
} rows[PD_FACTORY_FEATURE_COUNT] = {
    /* Features of the skull. */
    FEATURE("head_length", SLIDE("head/head-scale-depth", 0.2), SLIDE("head/head-back-scale-depth", 0.15)),
    FEATURE("head_width", SLIDE("head/head-scale-horiz", 0.22)),
    FEATURE("forehead_height", SLIDE("forehead/forehead-scale-vert", 0.27)),
    FEATURE("forehead_slope", SLIDE("forehead/forehead-trans", -0.25),
            SLIDE("forehead/forehead-nubian", -0.15)),
    FEATURE("temple_width", SLIDE("forehead/forehead-temple", 0.39)),
    /* Features of brows and cheeks. */
    FEATURE("brow_ridge", SLIDE_TO("eyebrows/eyebrows-trans", "backward", 0.3)),
    FEATURE("brow_height", SLIDE_TO("eyebrows/eyebrows-trans", "down", 0.28)),
    FEATURE("brow_angle", SLIDE("eyebrows/eyebrows-angle", 0.336)),
    FEATURE("cheekbones", SLIDE("cheek/%c-cheek-bones", 0.45)),
    FEATURE("cheek_fullness", SLIDE("cheek/%c-cheek-volume", 0.22), SLIDE("cheek/%c-cheek-inner", 0.2),
            SLIDE("head/head-fat", 0.12)),
    /* Features of jaw and chin. */
    FEATURE("face_roundness", SLIDE_TO("head/head", "rectangular", 0.35)),
    FEATURE("jaw_width", SLIDE_TO("head/head", "invertedtriangular", 0.5)),
    FEATURE("jaw_angle", SLIDE("chin/chin-bones", 0.325)),
    FEATURE("jaw_length", SLIDE("chin/chin-jaw-drop", 0.312)),
    FEATURE("chin_width", SLIDE("chin/chin-width", 0.28)),
    FEATURE("chin_height", SLIDE("chin/chin-height", 0.28)),
    FEATURE("chin_forward", SLIDE("chin/chin-prominent", 0.24), SLIDE("chin/chin-prognathism", 0.2)),
    /* Features of the eyes. */
    FEATURE("eye_spacing", SLIDE_TO("eyes/%c-eye-trans", "in", 0.312)),
    FEATURE("eye_height", SLIDE_TO("eyes/%c-eye-trans", "down", 0.18)),
    FEATURE("eye_size", SLIDE("eyes/%c-eye-scale", 0.216)),
    FEATURE("eye_opening", SLIDE("eyes/%c-eye-height1", 0.16), SLIDE("eyes/%c-eye-height2", 0.2),
            SLIDE("eyes/%c-eye-height3", 0.16)),
    FEATURE("eye_slant", SLIDE("eyes/%c-eye-corner1", 0.396), SLIDE("eyes/%c-eye-corner2", -0.252)),
    FEATURE("eye_depth", SLIDE("eyes/%c-eye-push1", -0.234), SLIDE("eyes/%c-eye-push2", -0.18)),
    FEATURE("eye_fold", SLIDE("eyes/%c-eye-epicanthus", -0.2), SLIDE_TO("eyes/%c-eye-eyefold", "down", -0.2)),
    FEATURE("eye_bags", SLIDE_TO("eyes/%c-eye-bag", "decr", 0.396)),
    /* Features of the nose. */
    FEATURE("nose_length", SLIDE("nose/nose-scale-vert", 0.286)),
    FEATURE("nose_width", SLIDE("nose/nose-scale-horiz", 0.14), SLIDE("nose/nose-width3", 0.2),
            SLIDE("nose/nose-nostrils-width", 0.14), SLIDE("nose/nose-flaring", 0.12)),
    FEATURE("nose_depth", SLIDE("nose/nose-scale-depth", 0.24)),
    FEATURE("nose_bridge_width", SLIDE("nose/nose-width1", 0.432), SLIDE("nose/nose-width2", 0.36)),
    FEATURE("nose_hump", SLIDE("nose/nose-hump", 0.264), SLIDE("nose/nose-curve", 0.216),
            SLIDE("nose/nose-greek", 0.168)),
    FEATURE("nose_tip_height", SLIDE("nose/nose-point", 0.22), SLIDE("nose/nose-base", 0.14),
            SLIDE("nose/nose-septumangle", 0.12)),
    FEATURE("nose_tip_width", SLIDE("nose/nose-point-width", 0.374), SLIDE("nose/nose-volume", 0.306)),
    /* Features of the mouth. */
    FEATURE("mouth_width", SLIDE("mouth/mouth-scale-horiz", 0.39)),
    FEATURE("mouth_height", SLIDE_TO("mouth/mouth-trans", "down", 0.182)),
    FEATURE("mouth_forward", SLIDE_TO("mouth/mouth-trans", "backward", 0.13),
            SLIDE("mouth/mouth-scale-depth", 0.18)),
    FEATURE("upper_lip_fullness", SLIDE("mouth/mouth-upperlip-volume", 0.416),
            SLIDE("mouth/mouth-upperlip-height", 0.384)),
    FEATURE("lower_lip_fullness", SLIDE("mouth/mouth-lowerlip-volume", 0.338),
            SLIDE("mouth/mouth-lowerlip-height", 0.312)),
    FEATURE("lip_bow", SLIDE("mouth/mouth-cupidsbow", 0.448)),
    FEATURE("mouth_corners", SLIDE("mouth/mouth-angles", 0.312)),
    /* Features of the ears. */
    FEATURE("ear_size", SLIDE("ears/%c-ear-scale", 0.2), SLIDE("ears/%c-ear-scale-vert", 0.2)),
    FEATURE("ear_width", SLIDE("ears/%c-ear-scale-depth", 0.3)),
    FEATURE("ear_flare", SLIDE("ears/%c-ear-wing", 0.15), SLIDE("ears/%c-ear-flap", 0.1)),
    /* Features by age, sex and ancestry. */
    {"face_age",
     {SLIDE("head/head-age", 0.25), SLIDE("mouth/mouth-laugh-lines", -0.2)},
     {.years = PD_SMPL_PEOPLE_FACE_YEARS}},
    {"masculinity", {{.path = NULL}}, {.gender = 0.2}},
    {"ancestry_african", {{.path = NULL}}, {.race = {0.28, -0.14, -0.14}}},
    {"ancestry_asian", {{.path = NULL}}, {.race = {-0.14, 0.28, -0.14}}},
    /* Differences between the left and the right side. */
    FEATURE("asymmetry_brows", SLIDE("asym/asym-brown-1", 0.24), SLIDE("asym/asym-brown-2", 0.24)),
    FEATURE("asymmetry_eyes", SLIDE("asym/asym-eye-1", 0.18), SLIDE("asym/asym-eye-3", 0.18),
            SLIDE("asym/asym-eye-5", 0.15), SLIDE("asym/asym-eye-7", 0.15)),
    FEATURE("asymmetry_cheeks", SLIDE("asym/asym-cheek-1", 0.24), SLIDE("asym/asym-cheek-2", 0.24)),
    FEATURE("asymmetry_nose", SLIDE("asym/asym-nose-1", 0.208), SLIDE("asym/asym-nose-2", 0.16),
            SLIDE("asym/asym-nose-4", 0.208)),
    FEATURE("asymmetry_mouth", SLIDE("asym/asym-mouth-1", 0.224), SLIDE("asym/asym-mouth-2", 0.224)),
    FEATURE("asymmetry_jaw", SLIDE("asym/asym-jaw-1", 0.21), SLIDE("asym/asym-jaw-2", 0.18),
            SLIDE("asym/asym-jaw-3", 0.15)),
};

/* Returns true for antisymmetric features: the mirror image of a face with beta x has -x. */
static bool is_asymmetry(const struct row *row)
{
    return !strncmp(row->name, "asymmetry_", 10);
}

/* Returns the number of the slider that a change names. */
static int slider_of(const slider_change *change)
{
    int s = 0;

    while (s < pd_factory_slider_count &&
           (strcmp(pd_factory_sliders[s].path, change->path) != 0 ||
            (change->negative && strcmp(pd_factory_sliders[s].negative, change->negative) != 0)))
        s++;
    PD_ASSERT(s < pd_factory_slider_count);

    return s;
}

/* Weights of the macro targets of an average adult whose controls are changed by `sign` times the row's. */
static void add_macro(float *out, const pd_factory_asset *asset, const macro_change *by, double gender,
                      double sign)
{
    pd_factory_macro macro =
        pd_factory_macro_average(gender + sign * by->gender, PD_SMPL_PEOPLE_FACE_AGE + sign * by->years);
    double factors[PD_FACTORY_WORD_COUNT];

    for (int r = 0; r < 3; r++) macro.race[r] += sign * by->race[r];
    pd_factory_macro_factors(factors, &macro);

    for (int t = 0; t < PD_FACTORY_MACRO_COUNT; t++) {
        const pd_factory_family family = asset->macros[t].family;
        if (family != PD_FACTORY_RACE && family != PD_FACTORY_UNIVERSAL) continue;
        const double weight = pd_factory_macro_weight(&asset->macros[t], factors);
        if (weight != 0) pd_factory_asset_add(out, asset, t, sign / 2 * weight);
    }
}

/* Computes x_k (composed_count,3). */
static void displace(float *out, const struct row *row, const pd_factory_feature_data *d)
{
    memset(out, 0, 3 * (size_t)d->asset->composed_count * sizeof *out);
    for (int c = 0; c < CHANGES_MOST && row->changes[c].path; c++) {
        const int slider = slider_of(&row->changes[c]);
        for (int end = 0; end < 2; end++)
            for (int side = 0; side < 2; side++)
                pd_factory_asset_add(out, d->asset, pd_factory_slider_target(slider, end, side),
                                     (end ? 0.5 : -0.5) * row->changes[c].by);
    }

    const macro_change *m = &row->macro;
    if (m->gender == 0 && m->years == 0 && m->race[0] == 0) return;
    for (int sign = -1; sign <= 1; sign += 2) add_macro(out, d->asset, m, d->gender, sign);
}

/* Sums up the weights of a vertex for head, jaw and eyes, and for the neck. */
static void parts_of(double *head, double *neck, const pd_factory_feature_data *d, size_t vertex)
{
    const double *row = d->weights + vertex * (size_t)d->skeleton->joint_count;

    *head = *neck = 0;
    for (int j = 0; j < d->skeleton->joint_count; j++) {
        const int point = d->skeleton->points[j];
        if (point == PD_FACTORY_HEAD || (point >= PD_FACTORY_JAW && point <= PD_FACTORY_R_EYE))
            *head += row[j];
        if (point == PD_FACTORY_NECK) *neck += row[j];
    }
}

/* Computes D_k from x_k, in place: without the neck's displacement, masked, and exactly symmetric or
 * antisymmetric. scratch (V,3). */
static void settle_feature(float *field, float *scratch, const struct row *row,
                           const pd_factory_feature_data *d)
{
    const size_t v = (size_t)d->mesh->vertex_count;
    double moved[3] = {0};
    double sum = 0;
    double head, neck;

    /* Compute t, the mean displacement of the neck where it meets the head. */
    for (size_t i = 0; i < v; i++) {
        parts_of(&head, &neck, d, i);
        for (int c = 0; c < 3; c++) moved[c] += head * neck * (double)field[3 * i + (size_t)c];
        sum += head * neck;
    }

    for (int c = 0; c < 3; c++) moved[c] = sum > 0 ? moved[c] / sum : 0;

    for (size_t i = 0; i < v; i++) {
        parts_of(&head, &neck, d, i);
        for (int c = 0; c < 3; c++) {
            float *x = &field[3 * i + (size_t)c];
            *x = (float)(fmin(head + neck / 2, 1) * ((double)*x - moved[c]));
        }
    }

    /* Average the field and its mirror image; antisymmetric features subtract the mirror image. */
    const float sign = is_asymmetry(row) ? -1 : 1;
    memcpy(scratch, field, 3 * v * sizeof *scratch);
    for (size_t i = 0; i < v; i++)
        for (size_t c = 0; c < 3; c++) {
            const float image = (c == 0 ? -sign : sign) * scratch[3 * (size_t)d->mesh->mirror[i] + c];
            field[3 * i + c] = (scratch[3 * i + c] + image) / 2;
        }
}

pd_status pd_factory_features_add(pd_smpl_data *model, const pd_factory_feature_data *data, pd_error *err)
{
    const size_t numbers = 3 * (size_t)model->vertex_count;
    const size_t b = (size_t)model->beta_count;
    const size_t n = PD_FACTORY_FEATURE_COUNT;
    float *dirs = malloc(numbers * (b + n) * sizeof *dirs);
    float *limits = realloc(model->beta_limits, (b + n) * sizeof *limits);
    float *field = malloc(3 * (size_t)data->asset->composed_count * sizeof *field);
    float *scratch = malloc(numbers * sizeof *scratch);

    if (limits) model->beta_limits = limits;
    model->feature_names = calloc(n, sizeof *model->feature_names);
    if (!dirs || !limits || !field || !scratch || !model->feature_names) {
        free(dirs);
        free(field);
        free(scratch);
        return pd_fail(err, PD_ERR_MEMORY, "face", "out of memory for %zu directions", n);
    }

    for (size_t i = 0; i < numbers; i++)
        memcpy(dirs + i * (b + n), model->shapedirs + i * b, b * sizeof *dirs);
    for (size_t k = 0; k < n; k++) {
        displace(field, &rows[k], data);
        settle_feature(field, scratch, &rows[k], data);
        for (size_t i = 0; i < numbers; i++) dirs[i * (b + n) + b + k] = field[i];
        limits[b + k] = LIMIT;
        strncpy(model->feature_names[k], rows[k].name, PD_SMPL_NAME_BYTES - 1);
    }

    free(field);
    free(scratch);

    free(model->shapedirs);
    model->shapedirs = dirs;
    model->beta_count += (int)n;
    model->feature_count = (int)n;

    return PD_OK;
}
