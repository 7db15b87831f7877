#include "core/io/mocap/asf.h"

#include "core/base/text/tokenizer.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define DEGREE     0.017453292519943295
#define LENGTH_MAX 1e6
#define ANGLE_MAX  1e6

typedef struct reader {
    pd_tokenizer words;
    pd_asf *asf;
    pd_error *err;
} reader;

static pd_status asf_wrong(reader *r, const char *wanted)
{
    if (!*r->words.word)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT, "the file ends; %s expected", wanted);
    return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT, "'%s'; %s expected", r->words.word, wanted);
}

int pd_asf_find(const pd_asf *asf, const char *name)
{
    for (int b = 0; b < asf->bone_count; b++)
        if (!strcmp(asf->bones[b].name, name)) return b;
    return -1;
}

static pd_status read_number_here(reader *r, double *out, double limit, const char *what)
{
    if (!pd_tokenizer_next_here(&r->words) || !pd_tokenizer_parse(out, r->words.word))
        return asf_wrong(r, what);
    if (fabs(*out) <= limit) return PD_OK;
    return pd_tokenizer_fail(&r->words, r->err, PD_ERR_RANGE, "%s %g; -%.10g to %.10g allowed", what, *out,
                             limit, limit);
}

static pd_status read_vector(reader *r, pd_vec3 *out, double limit, const char *what)
{
    pd_status status = read_number_here(r, &out->x, limit, what);
    if (status == PD_OK) status = read_number_here(r, &out->y, limit, what);
    if (status == PD_OK) status = read_number_here(r, &out->z, limit, what);
    return status;
}

/* Computes the rotation by three angles about x, y, z. letters: order of the axes ("XYZ": Rz Ry Rx). Returns
 * false for any other letters. */
static bool rotate_by_letters(pd_quat *out, pd_vec3 angles, const char *letters)
{
    int seen = 0;

    *out = pd_q_identity();
    for (int i = 0; i < 3; i++) {
        int axis = letters[i] ? (letters[i] | 0x20) - 'x' : -1;
        if (axis < 0 || axis > 2 || seen >> axis & 1) return false;
        double angle = axis == 0 ? angles.x : axis == 1 ? angles.y : angles.z;
        pd_vec3 about = {axis == 0, axis == 1, axis == 2};
        *out = pd_q_mul(pd_q_axis_angle(about, angle), *out);
        seen |= 1 << axis;
    }

    return letters[3] == 0;
}

static pd_status read_rotation(reader *r, pd_quat *out)
{
    pd_vec3 angles;
    pd_status status = read_vector(r, &angles, ANGLE_MAX, "axis");

    if (status != PD_OK) return status;
    pd_tokenizer_next_here(&r->words);
    angles = pd_vec3_scale(angles, r->asf->radians ? 1 : DEGREE);

    return rotate_by_letters(out, angles, r->words.word) ? PD_OK
                                                         : asf_wrong(r, "an order of axes (such as XYZ)");
}

static pd_status read_dof(reader *r, pd_asf_bone *bone)
{
    static const char *const names[PD_ASF_DOF_COUNT] = {"tx", "ty", "tz", "rx", "ry", "rz", "l"};

    bone->dof_count = 0;
    while (pd_tokenizer_next_here(&r->words)) {
        int dof = 0;
        while (dof < PD_ASF_DOF_COUNT && strcasecmp(r->words.word, names[dof])) dof++;
        if (dof == PD_ASF_DOF_COUNT) return asf_wrong(r, "tx ty tz rx ry rz or l");
        if (memchr(bone->dof, dof, (size_t)bone->dof_count))
            return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                     "%s is given twice; each channel once expected", r->words.word);
        bone->dof[bone->dof_count++] = (unsigned char)dof;
    }

    return PD_OK;
}

static pd_status read_name(reader *r, pd_asf_bone *bone)
{
    pd_tokenizer_next_here(&r->words);
    size_t length = strlen(r->words.word);
    if (length == 0 || length >= PD_ASF_NAME_BYTES) return asf_wrong(r, "a name of 1 to 31 bytes");
    if (pd_asf_find(r->asf, r->words.word) >= 0)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                 "bone '%s' is given twice; unique names expected", r->words.word);
    memcpy(bone->name, r->words.word, length + 1);

    return PD_OK;
}

static pd_status read_direction(reader *r, pd_asf_bone *bone)
{
    pd_status status = read_vector(r, &bone->direction, 1e6, "direction");

    if (status != PD_OK) return status;
    if (!(pd_vec3_length(bone->direction) > 1e-9))
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_RANGE,
                                 "the direction has length 0; a vector with a length is expected");
    bone->direction = pd_vec3_unit_or(bone->direction, pd_vec3_make(0, 1, 0));

    return PD_OK;
}

/* Reads a bone, from "begin" to "end". */
static pd_status read_bone(reader *r)
{
    pd_asf *asf = r->asf;
    pd_tokenizer *w = &r->words;

    if (asf->bone_count == PD_ASF_MAX_BONES)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_LIMIT, "more than the allowed %d bones",
                                 PD_ASF_MAX_BONES - 1);

    /* A bone without a parent and without a rotated axis, until the hierarchy and the file say otherwise. */
    pd_asf_bone *bone = &asf->bones[asf->bone_count];
    *bone = (pd_asf_bone){.parent = -1, .axis = pd_q_identity()};
    while (pd_tokenizer_next(w)) {
        pd_status status = PD_OK;
        if (pd_tokenizer_is(w, "end")) {
            if (!*bone->name)
                return pd_tokenizer_fail(w, r->err, PD_ERR_FORMAT, "the bone has no name; one is expected");
            asf->bone_count++;
            return PD_OK;
        }

        /* Keywords of a bone, in any order. */
        if (pd_tokenizer_is(w, "name"))
            status = read_name(r, bone);
        else if (pd_tokenizer_is(w, "direction"))
            status = read_direction(r, bone);
        else if (pd_tokenizer_is(w, "length"))
            status = read_number_here(r, &bone->length, LENGTH_MAX, "length");
        else if (pd_tokenizer_is(w, "axis"))
            status = read_rotation(r, &bone->axis);
        else if (pd_tokenizer_is(w, "dof"))
            status = read_dof(r, bone);
        else
            pd_tokenizer_skip_line(w); /* id, limits, bodymass ... */
        if (status != PD_OK) return status;
    }

    return asf_wrong(r, "the end of a bone");
}

static pd_status read_units_line(reader *r)
{
    pd_tokenizer *w = &r->words;

    /* Length. */
    if (pd_tokenizer_is(w, "length")) {
        pd_status status = read_number_here(r, &r->asf->length_unit, 1e6, "length");
        if (status == PD_OK && !(r->asf->length_unit > 1e-6)) return asf_wrong(r, "a length above 1e-6");
        return status;
    }

    /* Angle. */
    if (pd_tokenizer_is(w, "angle")) {
        pd_tokenizer_next_here(w);
        r->asf->radians = pd_tokenizer_is(w, "rad");
        return r->asf->radians || pd_tokenizer_is(w, "deg") ? PD_OK : asf_wrong(r, "deg or rad");
    }

    /* Mass is not used. */
    pd_tokenizer_skip_line(w);
    return PD_OK;
}

/* Reads the next line of a section. Returns false at the end of the text and at a line that starts with ':',
 * which begins the next section; its word stays in r->words. */
static bool next_in_section(reader *r)
{
    while (pd_tokenizer_next(&r->words)) {
        if (r->words.word[0] != '#') return r->words.word[0] != ':';
        pd_tokenizer_skip_line(&r->words);
    }
    return false;
}

/* Reads the section of the root. */
static pd_status read_root(reader *r)
{
    char letters[PD_TOKENIZER_WORD_BYTES] = "XYZ";
    pd_vec3 orientation = {0, 0, 0};

    /* Keywords of the root, in any order. */
    while (next_in_section(r)) {
        pd_tokenizer *w = &r->words;
        pd_status status = PD_OK;
        pd_quat any;
        if (pd_tokenizer_is(w, "order")) {
            status = read_dof(r, &r->asf->bones[0]);
        } else if (pd_tokenizer_is(w, "position")) {
            status = read_vector(r, &r->asf->root_position, LENGTH_MAX, "position");
        } else if (pd_tokenizer_is(w, "orientation")) {
            status = read_vector(r, &orientation, ANGLE_MAX, "orientation");
        } else if (pd_tokenizer_is(w, "axis")) {
            pd_tokenizer_next_here(w);
            if (!rotate_by_letters(&any, orientation, w->word))
                return asf_wrong(r, "an order of axes (such as XYZ)");
            memcpy(letters, w->word, sizeof letters);
        } else {
            pd_tokenizer_skip_line(w);
        }

        if (status != PD_OK) return status;
    }

    /* The orientation follows the order of axes, which may come after it. */
    orientation = pd_vec3_scale(orientation, r->asf->radians ? 1 : DEGREE);
    rotate_by_letters(&r->asf->bones[0].axis, orientation, letters);

    return PD_OK;
}

static pd_status read_parents_line(reader *r)
{
    int parent = pd_asf_find(r->asf, r->words.word);

    if (parent < 0) return asf_wrong(r, "the name of a bone");
    while (pd_tokenizer_next_here(&r->words)) {
        int child = pd_asf_find(r->asf, r->words.word);
        if (child <= 0) return asf_wrong(r, "the name of a child bone");
        if (r->asf->bones[child].parent >= 0)
            return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                     "bone '%s' has two parents; one parent expected", r->words.word);
        r->asf->bones[child].parent = parent;
    }

    return PD_OK;
}

static pd_status read_section(reader *r)
{
    pd_status status = PD_OK;
    char section[PD_TOKENIZER_WORD_BYTES];

    memcpy(section, r->words.word, sizeof section);
    if (!strcasecmp(section, ":root")) return read_root(r);

    if (!strcasecmp(section, ":documentation") || !strcasecmp(section, ":name"))
        section[1] = 0; /* free text */

    while (status == PD_OK && next_in_section(r)) {
        if (!strcasecmp(section, ":units"))
            status = read_units_line(r);
        else if (!strcasecmp(section, ":bonedata") && pd_tokenizer_is(&r->words, "begin"))
            status = read_bone(r);
        else if (!strcasecmp(section, ":hierarchy") && !pd_tokenizer_is(&r->words, "begin") &&
                 !pd_tokenizer_is(&r->words, "end"))
            status = read_parents_line(r);
    }

    return status;
}

/* Checks that every bone reaches the root in at most bone_count steps. Counts the columns, too. */
static pd_status finish_asf(reader *r)
{
    pd_asf *asf = r->asf;

    for (int b = 0; b < asf->bone_count; b++) {
        int up = b;
        int steps = 0;
        while (up > 0 && steps++ <= asf->bone_count) up = asf->bones[up].parent;
        if (up != 0)
            return pd_fail(r->err, PD_ERR_FORMAT, r->words.name,
                           "bone '%s' is not connected to the root; a tree of bones expected",
                           asf->bones[b].name);
        asf->bones[b].value_start = asf->value_count;
        asf->value_count += asf->bones[b].dof_count;
    }

    if (asf->value_count > 0) return PD_OK;

    return pd_fail(r->err, PD_ERR_FORMAT, r->words.name,
                   "the file has no :root with an order or no bones; an ASF file expected");
}

pd_status pd_asf_parse(pd_asf *out, pd_bytes text, const char *name, pd_error *err)
{
    reader r = {.asf = out, .err = err};
    pd_status status = PD_OK;

    memset(out, 0, sizeof *out);
    out->length_unit = 1;
    out->bone_count = 1;
    out->bones[0] = (pd_asf_bone){.name = "root", .parent = -1, .axis = pd_q_identity()};
    pd_tokenizer_init(&r.words, text, name);
    next_in_section(&r);
    while (status == PD_OK && r.words.word[0] == ':') status = read_section(&r);
    if (status == PD_OK) status = finish_asf(&r);
    if (status != PD_OK) memset(out, 0, sizeof *out);

    return status;
}
