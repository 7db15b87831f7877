#include "core/motion/amass_parts.h"

#include "core/base/assert.h"
#include "core/retarget/character/note.h"
#include "core/io/tensor/npz_value.h"
#include "core/smpl/body.h"
#include "core/smpl/data/import.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BETAS_ALIKE 1e-3    /* largest difference between the betas of frames that is ignored */
#define KID_BETAS   11      /* betas of smplx's models with age="kid" */
#define SOFT_MOST   1000.0F /* largest coefficient, as in the request field soft_tissue */

/* ---- the shape space ---- */

pd_motion_amass_space pd_motion_amass_space_of_model(const pd_smpl_model *model)
{
    const char *from = model->data.text.provenance;

    if (!from || strncmp(from, PD_SMPL_IMPORTED, strlen(PD_SMPL_IMPORTED))) return PD_AMASS_UNKNOWN;

    /* STAR's, SUPR's */
    if (model->data.pose_features == PD_SMPL_QUATERNION_FEATURES) return PD_AMASS_UNKNOWN;
    for (int i = 0; i < PD_AMASS_LAYOUTS; i++)
        if (model->joint_count == pd_motion_amass_layouts[i].joint_count)
            return pd_motion_amass_layouts[i].space;

    return PD_AMASS_UNKNOWN;
}

bool pd_motion_amass_named_space(pd_motion_amass_space *space, const pd_motion_amass_reading *r)
{
    char type[32];

    pd_motion_amass_read_text(type, sizeof type, r->npz, pd_motion_member_names(PD_MOTION_ROLE_TYPE));
    *space = PD_AMASS_UNKNOWN;
    if (!*type) return false;
    if (!strncmp(type, "smplx", 5) || !strncmp(type, "smpl-x", 6))
        *space = PD_AMASS_SMPLX;
    else if (!strncmp(type, "smpl", 4))
        *space = PD_AMASS_SMPL;

    return true;
}

pd_motion_amass_space pd_motion_amass_space_of_file(const pd_motion_amass_reading *r)
{
    pd_motion_amass_space space;

    if (pd_motion_amass_named_space(&space, r)) return space;
    for (int i = 0; i < PD_AMASS_LAYOUTS; i++)
        if (r->joint_count == pd_motion_amass_layouts[i].joint_count) return pd_motion_amass_layouts[i].space;
    return PD_AMASS_UNKNOWN;
}

bool pd_motion_amass_posed_model(int64_t *hash, pd_motion_amass_reading *r)
{
    pd_array array;
    const bool is_read = pd_npz_has(r->npz, "posed_model") &&
                         pd_npz_read(&array, r->npz, "posed_model", NULL) == PD_OK && array.count == 1 &&
                         pd_array_i64(hash, &array, "posed_model", NULL) == PD_OK;
    if (is_read) pd_npz_take(r->npz, "posed_model");
    return is_read;
}

bool pd_motion_amass_names_model(const pd_motion_amass_reading *r)
{
    pd_motion_amass_space space;
    return pd_npz_has(r->npz, "posed_model") || pd_motion_amass_named_space(&space, r);
}

bool pd_motion_amass_is_named_model(const pd_motion_amass_reading *r, const pd_smpl_model *model)
{
    const pd_motion_amass_options *o = r->options;
    return !pd_motion_amass_names_model(r) &&
           ((o->source && o->source->content_hash == model->content_hash) ||
            (o->is_of_model && model == r->model));
}

/* ---- betas ---- */

bool pd_motion_amass_betas_fit(char *why, pd_motion_amass_reading *r, const pd_smpl_model *model)
{
    const char *theirs = model->data.text.gender;
    const pd_motion_amass_space space = pd_motion_amass_space_of_file(r);
    char gender[32], type[32];
    int64_t hash;

    /* A file that posed wrote identifies its model by a hash. */
    *why = 0;
    if (pd_npz_has(r->npz, "posed_model")) {
        if (pd_motion_amass_posed_model(&hash, r) && hash == (int64_t)(model->content_hash >> 1)) return true;
        snprintf(why, 256, "the betas are of another model's shape space");
        return false;
    }

    /* Otherwise family and gender have to agree. */
    if (!pd_motion_amass_is_named_model(r, model) &&
        (space == PD_AMASS_UNKNOWN || space != pd_motion_amass_space_of_model(model))) {
        pd_motion_amass_read_text(type, sizeof type, r->npz, pd_motion_member_names(PD_MOTION_ROLE_TYPE));
        if (*type)
            snprintf(why, 256, "the betas are of %s, not of this model's shape space",
                     space == PD_AMASS_UNKNOWN ? type : pd_motion_amass_space_texts[space]);
        else
            snprintf(
                why, 256,
                "the file does not name the model of its betas, and its %d joints are those of %s, not of "
                "this model's shape space",
                r->joint_count, pd_motion_amass_space_texts[space]);
        return false;
    }

    pd_motion_amass_read_gender(gender, sizeof gender, r->npz);
    if (*gender && theirs && *theirs && strcasecmp(gender, theirs)) {
        snprintf(why, 256, "the betas are of a %s model, this one is %s", gender, theirs);
        return false;
    }

    return true;
}

pd_status pd_motion_amass_read_shape(pd_motion_amass_shape *out, pd_motion_amass_reading *r)
{
    pd_npz_floats f;
    const char *name = pd_motion_amass_present(r->npz, pd_motion_member_names(PD_MOTION_ROLE_BETAS));

    *out = (pd_motion_amass_shape){.name = name};
    if (!name) return PD_OK;
    for (const char *const *other = pd_motion_member_names(PD_MOTION_ROLE_BETAS); *other; other++)
        if (strcmp(*other, name) != 0 && pd_npz_has(r->npz, *other) &&
            pd_motion_amass_check_same_numbers(r, name, *other))
            return r->err->status;
    if (pd_npz_floats_read(&f, r->npz, name, r->err)) return r->err->status;
    const size_t columns = pd_motion_amass_columns(&f);
    const size_t rows = columns ? f.count / columns : 0;
    if (!rows) {
        pd_npz_floats_deinit(&f);
        return PD_OK;
    }

    /* One row, or one for each frame. */
    if (rows != 1 && rows != r->frames) {
        char shape[96];
        pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, name,
                         "shape %s: %zu rows of betas, and the poses have %zu frames; 1 row, or one for each "
                         "frame, expected",
                         pd_npz_floats_shape(&f, shape, sizeof shape), rows, r->frames);
        pd_npz_floats_deinit(&f);
        return PD_ERR_FORMAT;
    }

    /* Refuse betas that are not numbers, also where betas are left out: a mean of them would be none. */
    for (size_t i = 0; i < rows * columns; i++) {
        if (isfinite(f.values[i])) continue;
        pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, name, "number %zu is %g; finite numbers allowed",
                         i, (double)f.values[i]);
        pd_npz_floats_deinit(&f);
        return PD_ERR_RANGE;
    }

    /* Replace the first row by the mean over the frames. */
    for (size_t b = 0; b < columns; b++) {
        double sum = 0;
        for (size_t t = 0; t < rows; t++) sum += (double)f.values[t * columns + b];
        const double mean = sum / (double)rows;
        for (size_t t = 0; t < rows; t++)
            out->differ = fmax(out->differ, fabs((double)f.values[t * columns + b] - mean));
        f.values[b] = (float)mean;
    }

    out->betas = f.values;
    out->count = columns;

    return PD_OK;
}

pd_status pd_motion_amass_check_shape(pd_motion_amass_reading *r, const pd_motion_amass_shape *own,
                                      size_t count)
{
    for (size_t b = 0; b < count; b++)
        if (!(fabs((double)own->betas[b]) <= PD_SMPL_BETA_MAX))
            return pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, own->name,
                                    "beta %zu is %g; %g to %g allowed, in standard deviations", b,
                                    (double)own->betas[b], -PD_SMPL_BETA_MAX, PD_SMPL_BETA_MAX);

    return PD_OK;
}

pd_status pd_motion_amass_choose_betas(pd_retarget_motion *out, pd_motion_amass_reading *r,
                                       const pd_motion_amass_shape *own)
{
    const pd_motion_amass_options *o = r->options;
    const int most =
        r->model->beta_count < PD_RETARGET_MOTION_BETAS ? r->model->beta_count : PD_RETARGET_MOTION_BETAS;
    char why[256];

    /* Use those of the caller, if given. */
    out->beta_count = 0;
    if (o->beta_count > 0) {
        out->beta_count = o->beta_count < most ? o->beta_count : most;
        memcpy(out->betas, o->betas, (size_t)out->beta_count * sizeof *out->betas);
        return PD_OK;
    }

    /* Otherwise use those of the file, if they are in the model's shape space. */
    if (!own->count) return PD_OK;
    if (!pd_motion_amass_betas_fit(why, r, r->model)) {
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES, "%s: left out%s", why,
                         !r->options->is_query            ? " (--betas or --betas-from sets the body's)"
                         : pd_motion_amass_names_model(r) ? ""
                                                          : " (model=ID names the betas' model)");
        return PD_OK;
    }

    out->beta_count = own->count < (size_t)most ? (int)own->count : most;

    /* Eleven betas are ten and the weight of a template that no model here has. */
    if (own->count == KID_BETAS && own->betas[KID_BETAS - 1] != 0 && !pd_npz_has(r->npz, "posed_model")) {
        if (out->beta_count == KID_BETAS) out->beta_count--;
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES,
            "%s has %d numbers: the last, %g, is taken as the weight of smplx's template of a child "
            "(age=\"kid\"), which is not supported, and left out",
            own->name, KID_BETAS, (double)own->betas[KID_BETAS - 1]);
    }

    if (pd_motion_amass_check_shape(r, own, (size_t)out->beta_count)) return r->err->status;
    memcpy(out->betas, own->betas, (size_t)out->beta_count * sizeof *out->betas);
    if (own->differ > BETAS_ALIKE)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "the betas differ from frame to frame, by up to %.3g from their mean, which is used",
                         own->differ);

    /* Make notes about ignored and unusual betas. */
    bool more = false;
    for (size_t b = (size_t)out->beta_count; b < own->count; b++) more = more || own->betas[b] != 0;
    if (more)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES, "%zu betas, of which the first %d are used",
                         own->count, most);
    for (int b = 0; b < out->beta_count; b++)
        if (fabs((double)out->betas[b]) > PD_SMPL_BETA_USUAL) {
            pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                             "beta %d is %.3g: of bodies beyond %g standard deviations there are hardly any",
                             b, (double)out->betas[b], PD_SMPL_BETA_USUAL);
            break;
        }

    return PD_OK;
}

/* ---- soft tissue and expressions ---- */

pd_status pd_motion_amass_read_soft(pd_anim_clip *clip, pd_motion_amass_reading *r)
{
    const pd_smpl_data *data = &r->model->data;
    const char *theirs = data->text.gender;
    char gender[32];
    int64_t hash;
    size_t rows, columns;

    /* Soft tissue needs the member dmpls and directions of the model. */
    if (!pd_npz_has(r->npz, "dmpls")) return PD_OK;
    pd_npz_take(r->npz, "dmpls"); /* it is read, or a note of this function says why not */
    if (!r->model->soft_count) {
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES,
            "dmpls (soft tissue) are left out: the model has no soft-tissue directions (posedctl import "
            "--dmpl adds DMPL's)");
        return PD_OK;
    }

    /* The coefficients must belong to this model, or to SMPL's family with the same gender. */
    if (pd_npz_has(r->npz, "posed_model")) {
        if (!pd_motion_amass_posed_model(&hash, r) || hash != (int64_t)(r->model->content_hash >> 1)) {
            pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                             "dmpls (soft tissue) are left out: they are of another model");
            return PD_OK;
        }
    } else {
        pd_motion_amass_read_gender(gender, sizeof gender, r->npz);
        if (pd_motion_amass_space_of_file(r) != PD_AMASS_SMPL ||
            pd_motion_amass_space_of_model(r->model) != PD_AMASS_SMPL || !data->soft.is_modal) {
            pd_retarget_note(
                r->notes, PD_MOTION_AMASS_NOTES,
                "dmpls (soft tissue) are left out: they are of SMPL with DMPL, not of this model");
            return PD_OK;
        }

        if (*gender && theirs && *theirs && strcasecmp(gender, theirs)) {
            pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                             "dmpls (soft tissue) are left out: they are of a %s model, this one is %s",
                             gender, theirs);
            return PD_OK;
        }
    }

    /* Check shape and range of the numbers. */
    pd_npz_floats f;
    if (pd_npz_floats_read(&f, r->npz, "dmpls", r->err) != PD_OK) return r->err->status;
    rows = f.rank == 2 ? f.shape[0] : 0;
    columns = f.rank == 2 ? f.shape[1] : f.count;
    float *values = f.values;
    if (rows != r->frames || !columns || columns > (size_t)r->model->soft_count) {
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES,
            "dmpls (soft tissue) are left out: (%zu, %zu); (%zu, 1 to %d) expected, the model's directions",
            rows, columns, r->frames, r->model->soft_count);
        free(values);
        return PD_OK;
    }

    for (size_t i = 0; i < rows * columns; i++)
        if (!(fabsf(values[i]) <= SOFT_MOST)) {
            pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, "dmpls",
                             "frame %zu, number %zu: %g; %g to %g allowed", i / columns, i % columns,
                             (double)values[i], -(double)SOFT_MOST, (double)SOFT_MOST);
            free(values);
            return r->err->status;
        }

    /* Copy them into the clip. */
    pd_status status = pd_anim_clip_init_soft(clip, (int)columns, r->err);
    if (status == PD_OK) memcpy(clip->soft, values, rows * columns * sizeof *values);
    free(values);

    return status;
}

pd_status pd_motion_amass_read_expressions(pd_retarget_motion *out, pd_motion_amass_reading *r)
{
    const char *name = pd_motion_amass_present(r->npz, pd_motion_member_names(PD_MOTION_ROLE_EXPRESSIONS));
    const int most = r->model->expression_count;
    pd_npz_floats f;
    int64_t hash;

    if (!name) return PD_OK;
    for (const char *const *other = pd_motion_member_names(PD_MOTION_ROLE_EXPRESSIONS); *other; other++)
        if (strcmp(*other, name) != 0 && pd_npz_has(r->npz, *other) &&
            pd_motion_amass_check_same_numbers(r, name, *other))
            return r->err->status;
    if (pd_npz_floats_read(&f, r->npz, name, r->err)) return r->err->status;
    char shape_text[96];
    pd_npz_floats_shape(&f, shape_text, sizeof shape_text);

    /* They belong to the model if the file was written for it, or if both are SMPL-X. */
    const bool same = pd_motion_amass_posed_model(&hash, r)
                          ? hash == (int64_t)(r->model->content_hash >> 1)
                          : pd_motion_amass_is_named_model(r, r->model) ||
                                (pd_motion_amass_space_of_file(r) == PD_AMASS_SMPLX &&
                                 pd_motion_amass_space_of_model(r->model) == PD_AMASS_SMPLX);

    /* Expressions that are 0 in all frames are ignored without a note. */
    bool moves = false, finite = true;
    for (size_t i = 0; i < f.count; i++) {
        moves = moves || f.values[i] != 0;
        finite = finite && isfinite(f.values[i]);
    }

    const size_t columns = f.rank && f.count ? f.count / r->frames : 0;
    const bool fits = columns && columns * r->frames == f.count;

    /* Make a note with the reason, or copy as many as the model has. */
    if (moves && (!most || !same))
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES, "the expressions %s are left out: they are of %s, and %s",
            shape_text, pd_motion_amass_posed_model(&hash, r) ? "another model" : "SMPL-X's face",
            most ? "this model's face has expressions of its own" : "this model has no expressions");
    else if (moves && (!fits || !finite))
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "the expressions %s are left out: (%zu, numbers) expected, all finite", shape_text,
                         r->frames);
    else if (moves) {
        out->expression_count = columns < (size_t)most ? (int)columns : most;
        out->expressions = malloc(r->frames * (size_t)out->expression_count * sizeof *out->expressions);
        for (size_t t = 0; out->expressions && t < r->frames; t++)
            memcpy(out->expressions + t * (size_t)out->expression_count, f.values + t * columns,
                   (size_t)out->expression_count * sizeof *f.values);

        if (!out->expressions) pd_retarget_fail(r->err, PD_ERR_MEMORY, r->npz->name, name, "out of memory");
        if (columns > (size_t)most)
            pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                             "%zu expressions, of which the first %d are used", columns, most);
    }

    pd_npz_floats_deinit(&f);

    return r->err->status;
}
