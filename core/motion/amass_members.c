#include "core/motion/amass_parts.h"

#include "core/base/assert.h"
#include "core/retarget/character/note.h"
#include "core/io/tensor/npz_value.h"
#include "core/math/rotation.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TURN        6.283185307179586
#define TIMES_EVEN  0.2 /* times of frames may be off by this part of their distance */
#define RATE_MOST   10000.0
#define RATE_LEAST  1.0   /* frames a second: a smaller rate of a motion is the time between frames */
#define RATE_ALIKE  0.01  /* two rates that differ by less than this part are equal */
#define SAME_TURN   0.01  /* radians: rotations of two members that differ by less are equal */
#define SAME_PLACE  0.002 /* metres */
#define SAME_NUMBER 1e-3  /* betas and expressions */

/* Layouts of `poses`, the largest first. */
const pd_motion_amass_layout_row pd_motion_amass_layouts[PD_AMASS_LAYOUTS] = {
    {"SMPL-X", 55, 55, PD_AMASS_SMPLX},
    {"SMPL-H", 52, 52, PD_AMASS_SMPL},
    {"SMPL", 24, 24, PD_AMASS_SMPL},
    {"SMPL's body", PD_AMASS_BODY, 24, PD_AMASS_UNKNOWN},
};

const char *const pd_motion_amass_space_texts[] = {
    [PD_AMASS_UNKNOWN] = "several models", [PD_AMASS_SMPL] = "SMPL or SMPL-H", [PD_AMASS_SMPLX] = "SMPL-X"};

/* Parts of a pose that are members of their own. */
const pd_motion_amass_part_row pd_motion_amass_parts[PD_AMASS_PARTS] = {
    {PD_MOTION_ROLE_ROOT, 0, 1, 1},         {PD_MOTION_ROLE_BODY, 1, 21, 1},
    {PD_MOTION_ROLE_JAW, 22, 1, 0},         {PD_MOTION_ROLE_EYES, 23, 2, 0},
    {PD_MOTION_ROLE_LEFT_EYE, 23, 1, 0},    {PD_MOTION_ROLE_RIGHT_EYE, 24, 1, 0},
    {PD_MOTION_ROLE_HANDS, 25, 30, 0},      {PD_MOTION_ROLE_LEFT_HAND, 25, 15, 0},
    {PD_MOTION_ROLE_RIGHT_HAND, 40, 15, 0},
};

const char *const *pd_motion_amass_part_names(int part)
{
    PD_ASSERT(part >= 0 && part < PD_AMASS_PARTS);
    return pd_motion_member_names(pd_motion_amass_parts[part].role);
}

const char *pd_motion_amass_option(pd_motion_amass_reading *r, const char *name, const char *value)
{
    char *text = r->option_texts[r->option_count++ % 4];

    if (r->options->is_query)
        snprintf(text, sizeof r->option_texts[0], "%s=%s", name, value ? value : "true");
    else
        snprintf(text, sizeof r->option_texts[0], "--%s%s%s", name, value ? " " : "", value ? value : "");

    return text;
}

const char *pd_motion_amass_body_option(const pd_motion_amass_reading *r)
{
    return r->options->is_query ? "model=ID" : "--betas-from MODEL";
}

/* ---- members ---- */

const char *pd_motion_amass_present(const pd_npz *npz, const char *const *names)
{
    for (; *names; names++)
        if (pd_npz_has(npz, *names)) return *names;
    return NULL;
}

bool pd_motion_amass_is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(name, *names)) return true;
    return false;
}

bool pd_motion_amass_has_poses(const pd_npz *npz)
{
    return pd_motion_amass_present(npz, pd_motion_member_names(PD_MOTION_ROLE_POSES)) ||
           pd_motion_amass_present(npz, pd_motion_amass_part_names(0)) ||
           pd_motion_amass_present(npz, pd_motion_amass_part_names(1));
}

const char *pd_motion_amass_contents(char *out, size_t out_bytes, pd_motion_amass_reading *r)
{
    size_t used = 0;

    /* List the members in the file's order, with their shapes. A list that does not fit ends with " ...". */
    *out = 0;
    for (int i = 0; i < r->npz->member_count; i++) {
        const char *name = pd_npz_member(r->npz, i);
        const size_t length = strlen(name);
        pd_array array;
        char shape[64], item[160];
        const bool has_shape = pd_npz_read(&array, r->npz, name, NULL) == PD_OK;
        const int size =
            snprintf(item, sizeof item, "%s%.*s%s%s", i ? ", " : "",
                     (int)(length > 4 && !strcmp(name + length - 4, ".npy") ? length - 4 : length), name,
                     has_shape && array.rank ? " " : "",
                     has_shape && array.rank ? pd_array_shape_text(&array, shape, sizeof shape) : "");
        if (size < 0 || used + (size_t)size + 5 > out_bytes) {
            snprintf(out + used, out_bytes - used, " ...");
            break;
        }

        memcpy(out + used, item, (size_t)size + 1);
        used += (size_t)size;
    }

    if (!r->npz->member_count) snprintf(out, out_bytes, "nothing");

    return out;
}

/* Returns the product of the axes from `from` to before `to`. */
static size_t product_of_axes(const size_t *shape, int from, int to)
{
    size_t all = 1;
    for (int i = from; i < to; i++) all *= shape[i];
    return all;
}

/* Returns whether a row of `numbers` has three numbers per joint for one of the allowed counts of joints
 * (0 at the end). */
static bool is_row_width(size_t numbers, const int *joints)
{
    for (; *joints; joints++)
        if (numbers == 3 * (size_t)*joints) return true;
    return false;
}

/* Returns the number of rows of a shape whose rows have three numbers per joint for one of the allowed
 * counts of joints: (T, 3J), (T, J, 3), with a leading 1, or one frame without its axis. 0: none of these. */
static size_t rows_of_shape(const size_t *shape, int rank, const int *joints)
{
    if (rank >= 1 && is_row_width(product_of_axes(shape, 1, rank), joints)) return shape[0];
    if (rank >= 2 && shape[0] == 1 && is_row_width(product_of_axes(shape, 2, rank), joints)) return shape[1];
    return is_row_width(product_of_axes(shape, 0, rank), joints) ? 1 : 0;
}

/* Writes the allowed widths for messages: "66 (SMPL's body), 72 (SMPL), 156 (SMPL-H) or 165 (SMPL-X)" for
 * whole poses, "63 or 69" for parts. */
static const char *widths_text(char *out, size_t out_bytes, const int *joints)
{
    const bool whole = joints[0] == PD_AMASS_BODY;
    size_t used = 0;

    for (int i = 0; joints[i]; i++) {
        const char *name = "";
        for (int l = 0; whole && l < PD_AMASS_LAYOUTS; l++)
            if (pd_motion_amass_layouts[l].joint_count == joints[i]) name = pd_motion_amass_layouts[l].name;
        used += (size_t)snprintf(out + used, out_bytes - used, "%s%d%s%s%s",
                                 !i              ? ""
                                 : joints[i + 1] ? ", "
                                                 : " or ",
                                 3 * joints[i], *name ? " (" : "", name, *name ? ")" : "");
    }

    return out;
}

/* Returns advice on rotations in a form that is not read, which their count a frame or their last axis
 * shows; "": another count. */
static const char *other_rotations(const size_t *shape, int rank, size_t numbers, const int *joints)
{
    static const struct {
        size_t numbers;
        const char *advice;
    } forms[] = {
        {4, "; quaternions are not read: convert them to axis-angle or to matrices (frames, joints, 3, 3)"},
        {6,
         "; rotations of six numbers (6D) are not read: convert them to axis-angle or to matrices (frames, "
         "joints, 3, 3)"},
        {9, "; rotation matrices are read as (frames, joints, 3, 3)"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (rank >= 3 && shape[rank - 1] == forms[i].numbers) return forms[i].advice;
        for (const int *k = joints; *k; k++)
            if (numbers == forms[i].numbers * (size_t)*k) return forms[i].advice;
    }

    return "";
}

/* Converts rotation vectors to radians if the caller says that they are degrees. Refuses them if the
 * caller says nothing and they look like degrees. */
static pd_status check_angles(pd_motion_amass_reading *r, const char *name, float *values, size_t rows,
                              size_t columns)
{
    const pd_motion_angles angles = r->options->angles;

    for (size_t i = 0; angles == PD_MOTION_ANGLES_DEGREES && i < rows * columns; i++)
        values[i] *= (float)PD_AMASS_RADIANS;
    for (size_t i = 0; angles == PD_MOTION_ANGLES_FOUND && i + 2 < rows * columns; i += 3) {
        const double x = (double)values[i];
        const double y = (double)values[i + 1];
        const double z = (double)values[i + 2];
        const double angle = sqrt(x * x + y * y + z * z);
        if (angle > 1.001 * TURN)
            return pd_retarget_fail(
                r->err, PD_ERR_RANGE, r->npz->name, name,
                "frame %zu, joint %zu: (%.4g, %.4g, %.4g) is longer than 2 pi, so these look like "
                "degrees, not "
                "radians; %s reads them as degrees, %s as they are",
                i / columns, i % columns / 3, x, y, z, pd_motion_amass_option(r, "angles", "degrees"),
                pd_motion_amass_option(r, "angles", "radians"));
    }

    return PD_OK;
}

float *pd_motion_amass_read_rows(pd_motion_amass_reading *r, const char *name, const int *joints, bool turns,
                                 size_t *rows, size_t *columns)
{
    pd_npz_floats f;
    char shape[96], widths[96];
    size_t as[PD_ARRAY_MAX_RANK];
    pd_status s = PD_OK;

    /* Read the member as floats, and make texts for the messages below. */
    if (pd_npz_floats_read(&f, r->npz, name, r->err) != PD_OK) return NULL;
    pd_npz_floats_shape(&f, shape, sizeof shape);
    widths_text(widths, sizeof widths, joints);

    /* Find the number of rows. */
    int rank = f.rank;
    memcpy(as, f.shape, sizeof as);
    *rows = f.count ? rows_of_shape(as, rank, joints) : 0;
    if (!*rows && f.count && turns && rank >= 2 && as[rank - 1] == 3 && as[rank - 2] == 3) {
        /* Convert each rotation matrix to a rotation vector, in place. */
        *rows = rows_of_shape(as, --rank, joints);
        for (size_t i = 0; *rows && !s && i < f.count / 9; i++) {
            double m[9], v[3];
            for (int c = 0; c < 9; c++) m[c] = (double)f.values[9 * i + (size_t)c];
            if (!(pd_rot_error(m) < 0.01))
                s = pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, name,
                                     "matrix %zu is not a rotation; a rotation matrix expected", i);
            else
                pd_rot_to_axis_angle(v, m);
            for (int c = 0; c < 3 && !s; c++) f.values[3 * i + (size_t)c] = (float)v[c];
        }

        if (*rows) f.count /= 3;
    }

    /* Refuse other shapes. */
    if (!f.count)
        s = pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, name,
                             "no frames: shape %s; at least one frame of %s numbers expected", shape, widths);
    else if (!*rows && f.rank == 3 && is_row_width(f.shape[2], joints))
        s = pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, name,
                             "shape %s: of %zu persons; the frames of one expected: %s[0], trans[0]", shape,
                             f.shape[0], name);
    else if (!*rows) {
        const size_t numbers = f.rank > 1 ? product_of_axes(f.shape, 1, f.rank) : f.count;
        const char *other = turns ? other_rotations(f.shape, f.rank, numbers, joints) : "";
        const bool is_hand = joints[0] == 30 || joints[0] == 15;
        s = pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, name,
                             "shape %s: %zu numbers a frame; %s expected%s%s", shape, numbers, widths,
                             turns ? ", axis-angle, or (frames, joints, 3)" : "",
                             *other    ? other
                             : is_hand ? "; coefficients of SMPL-X's hands (PCA) are not read: write the "
                                         "full hand pose"
                                       : "");
    }

    if (!s && *rows > PD_ANIM_MAX_FRAMES)
        s = pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, name, "%zu frames; 1 to %d allowed", *rows,
                             PD_ANIM_MAX_FRAMES);

    /* Report the first number that is not finite, and the number of frames that have one. */
    *columns = s ? 1 : f.count / *rows;
    size_t bad = 0, first = 0;
    size_t last_row = SIZE_MAX;
    for (size_t i = 0; !s && i < f.count; i++)
        if (!isfinite(f.values[i]) && i / *columns != last_row) {
            if (!bad++) first = i;
            last_row = i / *columns;
        }
    if (bad)
        s = pd_retarget_fail(
            r->err, PD_ERR_RANGE, r->npz->name, name,
            "frame %zu, number %zu: %g, in %zu of %zu frames; finite numbers allowed: leave these "
            "frames out or fill "
            "them from their neighbours",
            first / *columns, first % *columns, (double)f.values[first], bad, *rows);

    if (!s && turns) s = check_angles(r, name, f.values, *rows, *columns);
    if (!s) return f.values;
    pd_npz_floats_deinit(&f);

    return NULL;
}

/* ---- two members with the same thing ---- */

pd_status pd_motion_amass_check_same(pd_motion_amass_reading *r, const char *name, const char *other,
                                     const int *joints, bool turns, double scale, const float *taken,
                                     size_t stride, size_t most, bool is_told)
{
    pd_motion_amass_reading silent = *r;
    pd_error none = {0};
    size_t rows, columns;
    size_t worst_row = 0, worst_joint = 0;
    double worst = 0;

    silent.err = &none;
    float *values = pd_motion_amass_read_rows(&silent, other, joints, turns, &rows, &columns);
    if (!values) {
        pd_npz_leave(r->npz, other); /* it has another form, so a note names it */
        return none.status == PD_ERR_MEMORY ? (*r->err = none).status : PD_OK;
    }

    if (rows != r->frames) {
        free(values);
        return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, other,
                                "%zu frames, and %s has %zu; one of the two, or equal ones, allowed", rows,
                                name, r->frames);
    }

    /* Find the largest difference. */
    for (size_t t = 0; t < rows; t++)
        for (size_t k = 0; k < columns / 3 && k < most; k++) {
            const float *a = taken + t * stride + 3 * k;
            const float *b = values + t * columns + 3 * k;
            const pd_vec3 own = {(double)a[0], (double)a[1], (double)a[2]};
            const pd_vec3 its = pd_vec3_scale(pd_vec3_make((double)b[0], (double)b[1], (double)b[2]), scale);
            const double off =
                turns ? pd_q_angle(pd_q_from_rotvec(own), pd_q_from_rotvec(its)) : pd_vec3_distance(own, its);
            if (off > worst) {
                worst = off;
                worst_row = t;
                worst_joint = k;
            }
        }
    free(values);

    if (worst <= (turns ? SAME_TURN : SAME_PLACE)) return PD_OK;
    if (is_told) {
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "%s is read, not %s, whose rotations differ by up to %.3g degrees", name, other,
                         worst / PD_AMASS_RADIANS);
        return PD_OK;
    }

    char at[32] = "";
    if (turns) snprintf(at, sizeof at, ", joint %zu", worst_joint);

    return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, other,
                            "differs from %s by up to %.3g %s (frame %zu%s); one of the two, or equal ones, "
                            "allowed",
                            name, turns ? worst / PD_AMASS_RADIANS : worst, turns ? "degrees" : "m",
                            worst_row, at);
}

size_t pd_motion_amass_columns(const pd_npz_floats *f)
{
    return f->rank ? f->shape[f->rank - 1] : f->count;
}

pd_status pd_motion_amass_check_same_numbers(pd_motion_amass_reading *r, const char *name, const char *other)
{
    pd_npz_floats a, b;
    double worst = 0;

    if (pd_npz_floats_read(&a, r->npz, name, NULL) != PD_OK) return PD_OK;
    if (pd_npz_floats_read(&b, r->npz, other, NULL) != PD_OK) {
        pd_npz_floats_deinit(&a);
        return PD_OK;
    }

    const size_t a_columns = pd_motion_amass_columns(&a);
    const size_t b_columns = pd_motion_amass_columns(&b);
    const size_t columns = a_columns < b_columns ? a_columns : b_columns;
    const size_t a_rows = columns ? a.count / a_columns : 0;
    const size_t b_rows = columns ? b.count / b_columns : 0;
    const size_t rows = a_rows > b_rows ? a_rows : b_rows;
    const bool are_comparable = a_rows == b_rows || a_rows == 1 || b_rows == 1;
    for (size_t i = 0; are_comparable && i < rows * columns; i++) {
        const size_t row = i / columns;
        const size_t c = i % columns;
        worst = fmax(worst, fabs((double)a.values[row % a_rows * a_columns + c] -
                                 (double)b.values[row % b_rows * b_columns + c]));
    }

    pd_npz_floats_deinit(&a);
    pd_npz_floats_deinit(&b);
    if (!are_comparable)
        return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, other,
                                "%zu frames, and %s has %zu; one of the two, or equal ones, allowed", b_rows,
                                name, a_rows);
    if (!(worst > SAME_NUMBER)) return PD_OK;

    return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, other,
                            "differs from %s by up to %.3g; one of the two, or equal ones, allowed", name,
                            worst);
}

/* ---- rate and texts ---- */

/* Reads the number of the first member with one of these names. *name NULL: the file has none. */
static pd_status read_named(double *out, const char **name, pd_motion_amass_reading *r,
                            const char *const *names)
{
    *name = pd_motion_amass_present(r->npz, names);
    return *name ? pd_npz_number(out, r->npz, *name, r->err) : PD_OK;
}

/* Finds the rate of times in seconds, one a frame and evenly spaced. Returns false for anything else. */
static bool rate_of_times(double *rate, pd_motion_amass_reading *r, const char *name)
{
    pd_npz_floats f;

    if (pd_npz_floats_read(&f, r->npz, name, NULL) != PD_OK) return false;

    const size_t last = f.count ? f.count - 1 : 0;
    const double step = last ? ((double)f.values[last] - (double)f.values[0]) / (double)last : 0;
    bool is_even = f.count == r->frames && step > 0;
    for (size_t i = 0; i < last && is_even; i++)
        is_even = fabs((double)f.values[i + 1] - (double)f.values[i] - step) < TIMES_EVEN * step;
    *rate = step > 0 ? 1 / step : 0;
    pd_npz_floats_deinit(&f);
    is_even = is_even && *rate <= RATE_MOST;
    if (!is_even) pd_npz_leave(r->npz, name);

    return is_even;
}

/* Returns the end of a message about the rate. Queries have no option for it. */
static const char *rate_option(const pd_motion_amass_reading *r)
{
    return r->options->is_query ? "" : " (--source-rate HZ states another)";
}

/* Refuses or notes a rate that is hardly one. Programs store the seconds or milliseconds between frames
 * under its name. */
static pd_status check_rate(const pd_motion_amass_reading *r, const char *name, double rate)
{
    static const double usual[] = {24, 30, 48, 60, 90, 120, 240};

    if (r->frames < 2) return PD_OK;
    if (rate < RATE_LEAST)
        return pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, name,
                                "%g frames a second; %g to %g expected: it looks like the seconds between "
                                "frames, which would be %.4g frames a second%s",
                                rate, RATE_LEAST, RATE_MOST, 1 / rate, rate_option(r));
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (rate != round(rate) && fabs(1000 / rate - usual[i]) < 0.002 * usual[i])
            pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                             "%s is read as %g frames a second; it looks like the milliseconds between "
                             "frames, which would be %g frames a second%s",
                             name, rate, usual[i], rate_option(r));

    return PD_OK;
}

/* Compares a rate with other members from which one follows. A note names those that contradict it. */
static void check_times(pd_motion_amass_reading *r, const char *rate_name, double rate)
{
    static const pd_motion_role roles[] = {PD_MOTION_ROLE_INTERVAL, PD_MOTION_ROLE_TIMES,
                                           PD_MOTION_ROLE_LENGTH};

    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        for (const char *const *name = pd_motion_member_names(roles[i]); *name; name++) {
            double value = 0;
            double other = 0;
            if (!pd_npz_has(r->npz, *name)) continue;
            if (roles[i] == PD_MOTION_ROLE_TIMES) {
                if (!rate_of_times(&other, r, *name)) continue;
            } else if (pd_npz_number(&value, r->npz, *name, NULL) != PD_OK || !(value > 0)) {
                continue;
            } else {
                other = roles[i] == PD_MOTION_ROLE_INTERVAL ? 1 / value : (double)r->frames / value;
            }

            /* A length may count the frames or the spaces between them. */
            const double slack = roles[i] == PD_MOTION_ROLE_LENGTH ? 1.5 / (double)r->frames : 0;
            if (fabs(other / rate - 1) > RATE_ALIKE + slack)
                pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                                 "%s gives %.4g frames a second and %s is %.4g: %.4g are taken%s", *name,
                                 other, rate_name, rate, rate, rate_option(r));
        }
}

pd_status pd_motion_amass_read_rate(double *out, pd_motion_amass_reading *r)
{
    static const pd_motion_role all[] = {PD_MOTION_ROLE_RATE, PD_MOTION_ROLE_INTERVAL, PD_MOTION_ROLE_TIMES,
                                         PD_MOTION_ROLE_LENGTH};
    const char *name, *other;
    double second;

    /* The caller's statement stands in place of all members with a time. */
    if (r->options->rate > 0) {
        *out = r->options->rate;
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            for (const char *const *of = pd_motion_member_names(all[i]); *of; of++) pd_npz_take(r->npz, *of);
        return PD_OK;
    }

    /* A rate. Of two that differ the first is taken, with a note. */
    pd_status s = read_named(out, &name, r, pd_motion_member_names(PD_MOTION_ROLE_RATE));
    if (s) return s;
    if (name && !(*out > 0 && *out <= RATE_MOST))
        return pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, name,
                                "%g frames a second; more than 0, to %g expected", *out, RATE_MOST);
    for (size_t i = 0; name && pd_motion_member_names(PD_MOTION_ROLE_RATE)[i]; i++) {
        other = pd_motion_member_names(PD_MOTION_ROLE_RATE)[i];
        if (other == name || !pd_npz_has(r->npz, other) ||
            pd_npz_number(&second, r->npz, other, NULL) != PD_OK || fabs(second / *out - 1) < 0.01)
            continue;
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "%s is %g and %s is %g: %g frames a second are taken%s", name, *out, other, second,
                         *out, rate_option(r));
    }

    if (name) {
        check_times(r, name, *out);
        return check_rate(r, name, *out);
    }

    /* Anything else from which it follows. */
    const char *from = NULL;
    s = read_named(&second, &other, r, pd_motion_member_names(PD_MOTION_ROLE_INTERVAL));
    if (s) return s;
    if (other && second >= 1 / RATE_MOST && second <= 1) {
        *out = 1 / second;
        from = other;
    }

    other = pd_motion_amass_present(r->npz, pd_motion_member_names(PD_MOTION_ROLE_TIMES));
    if (!from && other && rate_of_times(out, r, other)) from = other;
    if (!from) {
        s = read_named(&second, &other, r, pd_motion_member_names(PD_MOTION_ROLE_LENGTH));
        if (s) return s;
        if (other && second > 0 && (double)r->frames / second <= RATE_MOST) {
            *out = (double)r->frames / second;
            from = other;
        }
    }

    if (!from) *out = 60;

    /* Times of 24 bits give 30 as 29.9999. */
    if (fabs(*out - round(*out)) < 1e-4 * *out) *out = round(*out);
    if (from)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES, "%g frames a second, from %s", *out, from);
    else
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "no mocap_framerate: 60 frames a second are assumed%s", rate_option(r));

    return PD_OK;
}

void pd_motion_amass_read_text(char *out, size_t size, pd_npz *npz, const char *const *names)
{
    const char *name = pd_motion_amass_present(npz, names);

    *out = 0;
    if (!name || pd_npz_text(out, size, npz, name, NULL) != PD_OK) *out = 0;
    for (char *c = out; *c; c++)
        if (*c >= 'A' && *c <= 'Z') *c += 'a' - 'A';
}

void pd_motion_amass_read_gender(char *out, size_t size, pd_npz *npz)
{
    pd_motion_amass_read_text(out, size, npz, pd_motion_member_names(PD_MOTION_ROLE_GENDER));

    /* 3DPW writes one letter. */
    if (!strcmp(out, "m")) snprintf(out, size, "male");
    if (!strcmp(out, "f")) snprintf(out, size, "female");
}
