#include "core/motion/amass.h"

#include "core/base/assert.h"
#include "core/anim/alive.h"
#include "core/base/text/length.h"
#include "core/motion/faults.h"
#include "core/retarget/character/note.h"
#include "core/motion/regressed.h"
#include "core/retarget/skeleton.h"
#include "core/io/tensor/npz_value.h"
#include "core/io/python/stored.h"
#include "core/math/rotation.h"
#include "core/smpl/body.h"
#include "core/smpl/data/import.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BODY        22
#define LAYOUT_MOST 55
#define TURN        6.283185307179586
#define RADIANS     0.017453292519943295
#define OTHER_BODY  0.1  /* metres: with feet farther from the floor the file may be of another body */
#define TOLD_LEVEL  0.05 /* metres: distance of the feet from the floor from which on a note is made */
#define HIGH_PELVIS 8.0  /* ratio of check_unit from which on trans is not in metres: feet 6 m high */
#define UNIT_NEAR                                                                                            \
    0.15 /* |log| of the pelvis's height in a unit, relative to the legs, up to which that unit is advised */
#define FASTEST_RUN 13.0 /* m/s: people have run at 12.4 */
#define TOLD_LEAN   10.0 /* degrees: mean lean in a camera's frame from which on a note is made */
#define LEGS_LEAST  0.8  /* range of leg lengths relative to this model's: people from 1.35 to 2.1 m */
#define LEGS_MOST   1.25
#define BETAS_ALIKE 1e-3    /* largest difference between the betas of frames that is ignored */
#define SOFT_MOST   1000.0F /* largest coefficient, as in the request field soft_tissue */
#define TIMES_EVEN  0.2     /* times of frames may be off by this part of their distance */
#define RATE_MOST   10000.0
#define RATE_LEAST  1.0   /* frames a second: a smaller rate of a motion is the time between frames */
#define SAME_TURN   0.01  /* radians: rotations of two members that differ by less are equal */
#define SAME_PLACE  0.002 /* metres */
#define SAME_NUMBER 1e-3  /* betas and expressions */

typedef enum shape_space { SPACE_UNKNOWN, SPACE_SMPL, SPACE_SMPLX } shape_space;

/* Layouts of `poses`, the largest first. */
static const struct {
    const char *name;
    int joint_count, named_as; /* named_as: joint count of the model whose joint names apply */
    shape_space space;
} layouts[] = {
    {"SMPL-X", 55, 55, SPACE_SMPLX},
    {"SMPL-H", 52, 52, SPACE_SMPL},
    {"SMPL", 24, 24, SPACE_SMPL},
    {"SMPL's body", BODY, 24, SPACE_UNKNOWN},
};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

/* Rest position of the pelvis of a family's mean body, metres. Males and females differ from it by up to 0.02. */
static const struct {
    const char *name;
    double pelvis[3];
} families[] = {
    [SPACE_SMPL] = {"SMPL", {0, -0.23, 0.03}},
    [SPACE_SMPLX] = {"SMPL-X", {0, -0.35, 0.01}},
};

static const char *const space_texts[] = {
    [SPACE_UNKNOWN] = "several models", [SPACE_SMPL] = "SMPL or SMPL-H", [SPACE_SMPLX] = "SMPL-X"};

/* Names of members. The first that a file has is used. */
static const char *const pose_names[] = {"poses",      "pose",      "smpl_poses", "poses_world",
                                         "pose_world", "full_pose", "fullpose",   NULL};
static const char *const world_pose_names[] = {
    "poses_world", "pose_world", NULL}; /* in files of WHAM, whose pose is in a camera's frame */
static const char *const trans_names[] = {"trans",       "transl",           "smpl_trans", "trans_world",
                                          "translation", "root_translation", NULL};
static const char *const world_trans_names[] = {
    "trans_world", NULL}; /* in files of WHAM, whose trans is in a camera's frame */
static const char *const camera_trans_names[] = {"pred_cam_t", "cam_trans", "trans_cam", "transl_cam", NULL};
static const char *const rate_names[] = {
    "mocap_framerate", "mocap_frame_rate", "mocapFrameRate", "mocap_fps",   "fps",  "FPS", "frame_rate",
    "framerate",       "frameRate",        "sampling_rate",  "sample_rate", "rate", NULL};
static const char *const interval_names[] = {"frame_time", "mocap_dt", "dt", "timestep", "time_step", NULL};
static const char *const length_names[] = {"mocap_time_length", NULL};
static const char *const times_names[] = {"timestamps", "timestamp", "times", NULL};
static const char *const beta_names[] = {"betas", "smpl_betas", "shape", NULL};
static const char *const type_names[] = {"surface_model_type", "model_type", "model", NULL};
static const char *const up_names[] = {"up_axis", "up", NULL};
static const char *const expression_names[] = {"expressions", "expression", NULL};

/* Parts of a pose that are members of their own. first: joint of SMPL-X. */
static const struct {
    const char *names[3];
    int first, joint_count, is_needed;
} parts[] = {
    {{"root_orient", "global_orient", NULL}, 0, 1, 1},
    {{"pose_body", "body_pose", NULL}, 1, 21, 1},
    {{"pose_jaw", "jaw_pose", NULL}, 22, 1, 0},
    {{"pose_eye", NULL}, 23, 2, 0},
    {{"leye_pose", NULL}, 23, 1, 0},
    {{"reye_pose", NULL}, 24, 1, 0},
    {{"pose_hand", NULL}, 25, 30, 0},
    {{"left_hand_pose", "lhand_pose", NULL}, 25, 15, 0},
    {{"right_hand_pose", "rhand_pose", NULL}, 40, 15, 0},
};
enum { PARTS = sizeof parts / sizeof *parts, SMPL_BODY_PART = 23, FIRST_HAND_PART = 6 };

/* State of reading a file. */
typedef struct reading {
    pd_npz *npz;
    const pd_smpl_model *model;
    const pd_motion_amass_options *options;
    float *poses; /* (frames, joint_count, 3) radians */
    float *trans; /* (frames, 3) metres */
    size_t frames;
    int joint_count, named_as;
    bool is_camera; /* true: the motion is in a camera's frame */
    char option_texts[4][40];
    int option_count;
    char *notes;
    pd_error *err;
} reading;

/* Returns an option as the caller writes it, "--up y" or "up=y". Valid until the fourth call after this one. */
static const char *option(reading *r, const char *name, const char *value)
{
    char *text = r->option_texts[r->option_count++ % 4];

    if (r->options->is_query)
        snprintf(text, sizeof r->option_texts[0], "%s=%s", name, value ? value : "true");
    else
        snprintf(text, sizeof r->option_texts[0], "--%s%s%s", name, value ? " " : "", value ? value : "");
    return text;
}

/* Returns the option by which the caller names the file's body. */
static const char *body_option(const reading *r)
{
    return r->options->is_query ? "model=ID" : "--betas-from MODEL";
}

int pd_motion_amass_layout(const pd_anim_skeleton *skeleton)
{
    for (int i = 0; i < LAYOUTS; i++) {
        int found = 0;
        for (int k = 0; k < layouts[i].joint_count; k++) {
            char name[PD_SMPL_NAME_BYTES];
            pd_motion_amass_joint(name, k, layouts[i].joint_count);
            found += pd_anim_skeleton_find(skeleton, name) >= 0;
        }
        if (found == layouts[i].joint_count) return found;
    }
    return 0;
}

void pd_motion_amass_joint(char *name, int k, int joint_count)
{
    pd_smpl_joint_name(name, k, joint_count == BODY ? 24 : joint_count);
}

/* ---- members ---- */

/* Returns the first of the names that is a member, or NULL. */
static const char *present(const pd_npz *npz, const char *const *names)
{
    for (; *names; names++)
        if (pd_npz_has(npz, *names)) return *names;
    return NULL;
}

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(name, *names)) return true;
    return false;
}

/* Returns whether the npz has a member with poses. */
static bool is_amass(const pd_npz *npz)
{
    return present(npz, pose_names) || present(npz, parts[0].names) || present(npz, parts[1].names);
}

/* Writes the members of the file such as "poses (6, 72), gender", as many as fit. Returns out. */
static const char *contents(char *out, size_t out_bytes, reading *r)
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
static size_t product(const size_t *shape, int from, int to)
{
    size_t all = 1;
    for (int i = from; i < to; i++) all *= shape[i];
    return all;
}

/* Returns whether a row of `numbers` has three numbers per joint for one of the allowed counts of joints (0 at the end). */
static bool is_width(size_t numbers, const int *joints)
{
    for (; *joints; joints++)
        if (numbers == 3 * (size_t)*joints) return true;
    return false;
}

/* Returns the number of rows of a shape whose rows have three numbers per joint for one of the allowed counts of joints: (T, 3J), (T, J, 3), with a
 * leading 1, or one frame without its axis. 0: none of these. */
static size_t rows_of(const size_t *shape, int rank, const int *joints)
{
    if (rank >= 1 && is_width(product(shape, 1, rank), joints)) return shape[0];
    if (rank >= 2 && shape[0] == 1 && is_width(product(shape, 2, rank), joints)) return shape[1];
    return is_width(product(shape, 0, rank), joints) ? 1 : 0;
}

/* Writes the allowed widths for messages: "66 (SMPL's body), 72 (SMPL), 156 (SMPL-H) or 165 (SMPL-X)" for whole poses, "63 or 69" for parts. */
static const char *widths_text(char *out, size_t out_bytes, const int *joints)
{
    const bool whole = joints[0] == BODY;
    size_t used = 0;

    for (int i = 0; joints[i]; i++) {
        const char *name = "";
        for (int l = 0; whole && l < LAYOUTS; l++)
            if (layouts[l].joint_count == joints[i]) name = layouts[l].name;
        used += (size_t)snprintf(out + used, out_bytes - used, "%s%d%s%s%s",
                                 !i              ? ""
                                 : joints[i + 1] ? ", "
                                                 : " or ",
                                 3 * joints[i], *name ? " (" : "", name, *name ? ")" : "");
    }
    return out;
}

/* Returns advice on rotations in a form that is not read, which their count a frame or their last axis shows; "": another count. */
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

/* Converts rotation vectors to radians if the caller says that they are degrees. Refuses them if the caller says nothing and they look like degrees.
 * */
static pd_status check_angles(reading *r, const char *name, float *values, size_t rows, size_t columns)
{
    const pd_motion_angles angles = r->options->angles;

    for (size_t i = 0; angles == PD_MOTION_ANGLES_DEGREES && i < rows * columns; i++)
        values[i] *= (float)RADIANS;
    for (size_t i = 0; angles == PD_MOTION_ANGLES_FOUND && i + 2 < rows * columns; i += 3) {
        const double x = (double)values[i], y = (double)values[i + 1], z = (double)values[i + 2],
                     angle = sqrt(x * x + y * y + z * z);
        if (angle > 1.001 * TURN)
            return pd_retarget_fail(
                r->err, PD_ERR_RANGE, r->npz->name, name,
                "frame %zu, joint %zu: (%.4g, %.4g, %.4g) is longer than 2 pi, so these look like "
                "degrees, not "
                "radians; %s reads them as degrees, %s as they are",
                i / columns, i % columns / 3, x, y, z, option(r, "angles", "degrees"),
                option(r, "angles", "radians"));
    }
    return PD_OK;
}

/* Reads a member with three numbers per joint. Returns floats (rows, columns), which the caller frees; NULL with an error. turns: the numbers are
 * rotations, which may also be matrices. */
static float *read_rows(reading *r, const char *name, const int *joints, bool turns, size_t *rows,
                        size_t *columns)
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
    *rows = f.count ? rows_of(as, rank, joints) : 0;
    if (!*rows && f.count && turns && rank >= 2 && as[rank - 1] == 3 && as[rank - 2] == 3) {
        /* Convert each rotation matrix to a rotation vector, in place. */
        *rows = rows_of(as, --rank, joints);
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
    else if (!*rows && f.rank == 3 && is_width(f.shape[2], joints))
        s = pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, name,
                             "shape %s: of %zu persons; the frames of one expected: %s[0], trans[0]", shape,
                             f.shape[0], name);
    else if (!*rows) {
        const size_t numbers = f.rank > 1 ? product(f.shape, 1, f.rank) : f.count;
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
    size_t bad = 0, first = 0, last_row = SIZE_MAX;
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

/* Compares another member with the numbers that were taken from `name`, which begin at `taken` with `stride` floats from row to row: its first `most`
 * joints, as rotations or as places times `scale`. Fails if they differ. A member of another shape is something else and is ignored. is_told: a
 * difference is no error but a note. */
static pd_status check_same(reading *r, const char *name, const char *other, const int *joints, bool turns,
                            double scale, const float *taken, size_t stride, size_t most, bool is_told)
{
    reading silent = *r;
    pd_error none = {0};
    size_t rows, columns, worst_row = 0, worst_joint = 0;
    double worst = 0;

    silent.err = &none;
    float *values = read_rows(&silent, other, joints, turns, &rows, &columns);
    if (!values) return none.status == PD_ERR_MEMORY ? (*r->err = none).status : PD_OK;
    if (rows != r->frames) {
        free(values);
        return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, other,
                                "%zu frames, and %s has %zu; one of the two, or equal ones, allowed", rows,
                                name, r->frames);
    }

    /* Find the largest difference. */
    for (size_t t = 0; t < rows; t++)
        for (size_t k = 0; k < columns / 3 && k < most; k++) {
            const float *a = taken + t * stride + 3 * k, *b = values + t * columns + 3 * k;
            const pd_vec3 own = {(double)a[0], (double)a[1], (double)a[2]},
                          its = pd_vec3_scale(pd_vec3_make((double)b[0], (double)b[1], (double)b[2]), scale);
            const double off =
                turns ? pd_q_angle(pd_q_from_rotvec(own), pd_q_from_rotvec(its)) : pd_vec3_distance(own, its);
            if (off > worst) worst = off, worst_row = t, worst_joint = k;
        }
    free(values);
    if (worst <= (turns ? SAME_TURN : SAME_PLACE)) return PD_OK;
    if (is_told) {
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "%s is read, not %s, whose rotations differ by up to %.3g degrees", name, other,
                         worst / RADIANS);
        return PD_OK;
    }
    char at[32] = "";
    if (turns) snprintf(at, sizeof at, ", joint %zu", worst_joint);
    return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, other,
                            "differs from %s by up to %.3g %s (frame %zu%s); one of the two, or equal ones, "
                            "allowed",
                            name, turns ? worst / RADIANS : worst, turns ? "degrees" : "m", worst_row, at);
}

/* Returns the length of an array's last axis. */
static size_t columns_of(const pd_npz_floats *f)
{
    return f->rank ? f->shape[f->rank - 1] : f->count;
}

/* Compares betas or expressions of two members. A row of numbers stands for all frames, and the longer of two rows may have more numbers. */
static pd_status check_same_numbers(reading *r, const char *name, const char *other)
{
    pd_npz_floats a, b;
    double worst = 0;

    if (pd_npz_floats_read(&a, r->npz, name, NULL) != PD_OK) return PD_OK;
    if (pd_npz_floats_read(&b, r->npz, other, NULL) != PD_OK) {
        pd_npz_floats_deinit(&a);
        return PD_OK;
    }
    const size_t a_columns = columns_of(&a), b_columns = columns_of(&b),
                 columns = a_columns < b_columns ? a_columns : b_columns;
    const size_t a_rows = columns ? a.count / a_columns : 0, b_rows = columns ? b.count / b_columns : 0,
                 rows = a_rows > b_rows ? a_rows : b_rows;
    const bool are_comparable = a_rows == b_rows || a_rows == 1 || b_rows == 1;
    for (size_t i = 0; are_comparable && i < rows * columns; i++) {
        const size_t row = i / columns, c = i % columns;
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

/* Reads the number of the first member with one of these names. *name NULL: the file has none. */
static pd_status read_named(double *out, const char **name, reading *r, const char *const *names)
{
    *name = present(r->npz, names);
    return *name ? pd_npz_number(out, r->npz, *name, r->err) : PD_OK;
}

/* Finds the rate of times in seconds, one a frame and evenly spaced. Returns false for anything else. */
static bool rate_of_times(double *rate, reading *r, const char *name)
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
    return is_even && *rate <= RATE_MOST;
}

/* Returns the end of a message about the rate. Queries have no option for it. */
static const char *rate_option(const reading *r)
{
    return r->options->is_query ? "" : " (--source-rate HZ states another)";
}

/* Refuses or notes a rate that is hardly one. Programs store the seconds or milliseconds between frames under its name. */
static pd_status check_rate(const reading *r, const char *name, double rate)
{
    static const double usual[] = {24, 30, 48, 60, 90, 120, 240};
    if (r->frames < 2 || r->options->rate > 0) return PD_OK;
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

/* Reads the frames per second, as the file states them: as a rate, as the time between frames, as times of frames, or as the length of the take; 60,
 * with a note, if it does not. */
static pd_status read_rate(double *out, reading *r)
{
    const char *name, *other;
    double second;

    /* A rate. Of two that differ the first is taken, with a note. */
    pd_status s = read_named(out, &name, r, rate_names);
    if (s) return s;
    if (name && !(*out > 0 && *out <= RATE_MOST))
        return pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, name,
                                "%g frames a second; more than 0, to %g expected", *out, RATE_MOST);
    for (size_t i = 0; name && rate_names[i]; i++) {
        other = rate_names[i];
        if (other == name || !pd_npz_has(r->npz, other) ||
            pd_npz_number(&second, r->npz, other, NULL) != PD_OK || fabs(second / *out - 1) < 0.01)
            continue;
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "%s is %g and %s is %g: %g frames a second are taken%s", name, *out, other, second,
                         *out, rate_option(r));
    }
    if (name) return check_rate(r, name, *out);

    /* Anything else from which it follows. */
    const char *from = NULL;
    s = read_named(&second, &other, r, interval_names);
    if (s) return s;
    if (other && second >= 1 / RATE_MOST && second <= 1) *out = 1 / second, from = other;
    other = present(r->npz, times_names);
    if (!from && other && rate_of_times(out, r, other)) from = other;
    if (!from) {
        s = read_named(&second, &other, r, length_names);
        if (s) return s;
        if (other && second > 0 && (double)r->frames / second <= RATE_MOST)
            *out = (double)r->frames / second, from = other;
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

/* Reads the text of the first member with one of these names, in lower case; "": none. */
static void read_text(char *out, size_t size, pd_npz *npz, const char *const *names)
{
    const char *name = present(npz, names);

    *out = 0;
    if (!name || pd_npz_text(out, size, npz, name, NULL) != PD_OK) *out = 0;
    for (char *c = out; *c; c++)
        if (*c >= 'A' && *c <= 'Z') *c += 'a' - 'A';
}

static void read_gender(char *out, size_t size, pd_npz *npz)
{
    static const char *const names[] = {"gender", NULL};
    read_text(out, size, npz, names);
}

/* ---- poses ---- */

/* Reads poses from one member. */
static pd_status read_whole(reading *r, const char *name)
{
    static const int joints[] = {BODY, 24, 52, LAYOUT_MOST, 0};
    size_t columns;

    r->poses = read_rows(r, name, joints, true, &r->frames, &columns);
    if (!r->poses) return r->err->status;

    /* The number of columns determines the layout. */
    for (int i = 0; i < LAYOUTS; i++)
        if (columns == 3 * (size_t)layouts[i].joint_count) {
            r->joint_count = layouts[i].joint_count;
            r->named_as = layouts[i].named_as;
        }

    /* Another member with poses must say the same. Poses in a camera's frame beside those in the world do not count. */
    const size_t stride = 3 * (size_t)r->joint_count;
    const bool is_world = is_one_of(name, world_pose_names);
    pd_status s = PD_OK;
    for (const char *const *other = pose_names; *other && !s; other++) {
        if (!strcmp(*other, name) || !pd_npz_has(r->npz, *other)) continue;
        if (is_world && !is_one_of(*other, world_pose_names)) {
            pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES, "%s is read, which is in the world, not %s",
                             name, *other);
            continue;
        }
        s = check_same(r, name, *other, joints, true, 1, r->poses, stride, BODY, false);
    }

    /* Members that hold a part of the pose must agree with it too. A note reports fingers without the mean of the hands, which the smplx package returns beside
     * full_pose. */
    for (int i = 0; i < PARTS && !is_world; i++)
        for (int n = 0; n < 3 && parts[i].names[n] && !s; n++) {
            const int of[] = {parts[i].joint_count, parts[i].first == 1 ? SMPL_BODY_PART : 0, 0};
            const bool are_fingers = i >= FIRST_HAND_PART;
            const int first = parts[i].first - (are_fingers && r->joint_count == 52 ? 3 : 0);
            if (!pd_npz_has(r->npz, parts[i].names[n]) ||
                (parts[i].first >= BODY && r->joint_count != LAYOUT_MOST &&
                 !(are_fingers && r->joint_count == 52)))
                continue;
            s = check_same(r, name, parts[i].names[n], of, true, 1, r->poses + 3 * first, stride,
                           (size_t)parts[i].joint_count, are_fingers);
        }
    return s;
}

/* Reads poses from members for parts of the body. */
static pd_status read_parts(reading *r)
{
    char there[240];

    if (!is_amass(r->npz))
        return pd_retarget_fail(
            r->err, PD_ERR_NOT_FOUND, r->npz->name, "poses",
            "not there, nor \"root_orient\" and \"pose_body\" (global_orient, body_pose), nor %s; in "
            "the file: %s",
            pose_names[2], contents(there, sizeof there, r));

    /* Start with rows of all 55 joints; a missing optional part stays 0. */
    r->joint_count = r->named_as = LAYOUT_MOST;
    for (int i = 0; i < PARTS; i++) {
        const char *name = present(r->npz, parts[i].names);
        size_t rows, columns;
        if (!name && !parts[i].is_needed) continue;
        if (!name)
            return pd_retarget_fail(r->err, PD_ERR_NOT_FOUND, r->npz->name, parts[i].names[0],
                                    "no \"%s\", nor %s; in the file: %s", parts[i].names[0],
                                    parts[i].names[1], contents(there, sizeof there, r));

        /* In the smplx package SMPL's body_pose includes the hands: 23 joints with SMPL's names. */
        const int joints[] = {parts[i].joint_count, parts[i].first == 1 ? SMPL_BODY_PART : 0, 0};
        float *values = read_rows(r, name, joints, true, &rows, &columns);
        if (!values) return r->err->status;
        const int whole_smpl = parts[i].first == 1 && columns == 3 * SMPL_BODY_PART;

        /* All parts must have the same number of frames. */
        if (rows != (r->poses ? r->frames : rows)) {
            pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, name,
                             "%zu frames; %zu expected, as in the other parts", rows, r->frames);
            free(values);
            return r->err->status;
        }
        if (!r->poses) {
            r->frames = rows;
            r->poses = calloc(rows, 3 * LAYOUT_MOST * sizeof *r->poses);
        }
        if (!r->poses) {
            free(values);
            return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->npz->name, name, "out of memory");
        }

        /* Copy the part into the rows. For SMPL omit parts beyond the body. */
        if (whole_smpl) r->joint_count = r->named_as = 24;
        if (r->named_as == LAYOUT_MOST || parts[i].first < BODY)
            for (size_t t = 0; t < rows; t++)
                memcpy(r->poses + (t * LAYOUT_MOST + (size_t)parts[i].first) * 3, values + t * columns,
                       columns * sizeof *values);
        free(values);

        /* The other name of the part must say the same. */
        for (int n = 0; n < 3 && parts[i].names[n]; n++)
            if (strcmp(parts[i].names[n], name) != 0 && pd_npz_has(r->npz, parts[i].names[n]) &&
                check_same(r, name, parts[i].names[n], joints, true, 1, r->poses + 3 * parts[i].first,
                           (size_t)3 * LAYOUT_MOST, (size_t)parts[i].joint_count, false))
                return r->err->status;
    }

    /* Shorten rows of 55 joints to the joints of the layout. */
    for (size_t t = 0; t < r->frames; t++)
        memmove(r->poses + 3 * t * (size_t)r->joint_count, r->poses + 3 * t * LAYOUT_MOST,
                3 * (size_t)r->joint_count * sizeof *r->poses);
    return PD_OK;
}

/* Returns the caller's metres in a unit of the file, 1 by default. */
static double metres_per_unit(const reading *r)
{
    return r->options->metres_per_unit > 0 ? r->options->metres_per_unit : 1;
}

/* Finds the metres in a unit of a member with places. AIST++ stores smpl_trans scaled: metres are smpl_trans / smpl_scaling. */
static pd_status place_scale(double *scale, reading *r, const char *name)
{
    double scaling = 1;

    *scale = metres_per_unit(r);
    if (strcmp(name, "smpl_trans") != 0 || !pd_npz_has(r->npz, "smpl_scaling")) return PD_OK;
    if (pd_npz_number(&scaling, r->npz, "smpl_scaling", r->err)) return r->err->status;
    if (!(scaling > 1e-6 && scaling < 1e6))
        return pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, "smpl_scaling",
                                "%g; more than 0 expected", scaling);
    *scale /= scaling;
    return PD_OK;
}

/* Reads the positions of the root: trans, under any of its names. */
static pd_status read_places(reading *r, const char *pose_name)
{
    static const int one[] = {1, 0};
    char there[240];
    size_t rows, columns;
    const bool is_world = pose_name && strstr(pose_name, "_world");
    const char *name = is_world ? present(r->npz, world_trans_names) : NULL;

    /* Prefer world positions if the poses are in the world, then any known name, then positions in a camera's frame. */
    if (!name) name = present(r->npz, trans_names);
    if (!name && (name = present(r->npz, camera_trans_names))) r->is_camera = true;
    if (!name)
        return pd_retarget_fail(
            r->err, PD_ERR_NOT_FOUND, r->npz->name, "trans",
            "not there, nor transl: the root's place (%zu, 3) in metres; for poses in place add trans = "
            "numpy.zeros((%zu, 3)); in the file: %s",
            r->frames, r->frames, contents(there, sizeof there, r));

    r->trans = read_rows(r, name, one, false, &rows, &columns);
    if (!r->trans) return r->err->status;
    if (rows != r->frames)
        return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, name,
                                "%zu frames; %zu expected, as in the poses", rows, r->frames);

    /* Convert to metres. */
    double scale = 1;
    if (place_scale(&scale, r, name)) return r->err->status;
    for (size_t i = 0; scale != 1 && i < 3 * rows; i++) r->trans[i] = (float)((double)r->trans[i] * scale);
    if (!strcmp(name, "smpl_trans") && scale != metres_per_unit(r))
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES, "smpl_trans is divided by smpl_scaling, %g",
                         metres_per_unit(r) / scale);

    /* Another member with places must say the same. Places in a camera's frame beside those in the world do not count. */
    const char *const *others = is_one_of(name, world_trans_names)    ? world_trans_names
                                : is_one_of(name, camera_trans_names) ? camera_trans_names
                                                                      : trans_names;
    for (; *others; others++) {
        if (!strcmp(*others, name) || !pd_npz_has(r->npz, *others)) continue;
        if (place_scale(&scale, r, *others) ||
            check_same(r, name, *others, one, false, scale, r->trans, 3, 1, false))
            return r->err->status;
    }
    return PD_OK;
}

/* Reads poses and, with_places, positions of the root. */
static pd_status read_motion(reading *r, bool with_places)
{
    const char *name = present(r->npz, world_pose_names);
    if (!name) name = present(r->npz, pose_names);
    const pd_status s = name ? read_whole(r, name) : read_parts(r);
    return s || !with_places ? s : read_places(r, name);
}

/* Finds the joint of the skeleton for each joint of the file: to (joint_count), -1: none. Makes a note about missing joints that move. */
static pd_status match_joints(int *to, reading *r, const pd_anim_skeleton *skeleton)
{
    char first[PD_SMPL_NAME_BYTES] = "";
    int lost = 0;

    /* Match by name. Body joints are required. */
    for (int k = 0; k < r->joint_count; k++) {
        char name[PD_SMPL_NAME_BYTES];
        pd_smpl_joint_name(name, k, r->named_as);
        to[k] = pd_anim_skeleton_find(skeleton, name);
        if (to[k] >= 0) continue;
        if (k < BODY)
            return pd_fail(r->err, PD_ERR_UNSUPPORTED, "model",
                           "the model has no joint \"%s\"; SMPL's body joints expected", name);

        /* A joint that the model lacks is reported only if it moves in the file. */
        int moves = 0;
        for (size_t t = 0; t < r->frames && !moves; t++) {
            const float *v = r->poses + 3 * (t * (size_t)r->joint_count + (size_t)k);
            moves = fabsf(v[0]) + fabsf(v[1]) + fabsf(v[2]) > 1e-6f;
        }
        if (moves && !lost++) snprintf(first, sizeof first, "%s", name);
    }
    if (lost == 1)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "the model has no joint %s: its rotations are left out", first);
    if (lost > 1)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "the model has no %s and %d more joints of the file: their rotations are left out",
                         first, lost - 1);
    return PD_OK;
}

/* Returns whether the file has no fingers, neither in its layout nor as parts. */
static bool lacks_fingers(const reading *r)
{
    if (present(r->npz, pose_names)) return r->named_as == 24;
    for (int i = FIRST_HAND_PART; i < PARTS; i++)
        if (pd_npz_has(r->npz, parts[i].names[0])) return false;
    return true;
}

/* ---- betas ---- */

/* Returns the shape space of a model: one of the published SMPL family, or the model's own. */
static shape_space space_of_model(const pd_smpl_model *model)
{
    const char *from = model->data.text.provenance;

    if (!from || strncmp(from, PD_SMPL_IMPORTED, strlen(PD_SMPL_IMPORTED))) return SPACE_UNKNOWN;
    if (model->data.pose_features == PD_SMPL_QUATERNION_FEATURES) return SPACE_UNKNOWN; /* STAR's, SUPR's */
    for (int i = 0; i < LAYOUTS; i++)
        if (model->joint_count == layouts[i].joint_count) return layouts[i].space;
    return SPACE_UNKNOWN;
}

/* Finds the family that the file names for its model: "smplx2020" is SMPL-X, "SMPL+H" is SMPL. Returns false if it names none. */
static bool named_space(shape_space *space, const reading *r)
{
    char type[32];

    read_text(type, sizeof type, r->npz, type_names);
    *space = SPACE_UNKNOWN;
    if (!*type) return false;
    if (!strncmp(type, "smplx", 5) || !strncmp(type, "smpl-x", 6))
        *space = SPACE_SMPLX;
    else if (!strncmp(type, "smpl", 4))
        *space = SPACE_SMPL;
    return true;
}

/* Returns the family of the file's model: the one that it names, otherwise the one of its layout. */
static shape_space space_of_file(const reading *r)
{
    shape_space space;

    if (named_space(&space, r)) return space;
    for (int i = 0; i < LAYOUTS; i++)
        if (r->joint_count == layouts[i].joint_count) return layouts[i].space;
    return SPACE_UNKNOWN;
}

/* Reads half of the hash of the model for which posed wrote the file. Returns false if the file does not state it. */
static bool posed_model(int64_t *hash, reading *r)
{
    pd_array array;
    return pd_npz_has(r->npz, "posed_model") && pd_npz_read(&array, r->npz, "posed_model", NULL) == PD_OK &&
           array.count == 1 && pd_array_i64(hash, &array, "posed_model", NULL) == PD_OK;
}

/* Returns whether the file states its model, by hash or by the name of its family. */
static bool names_model(const reading *r)
{
    shape_space space;
    return pd_npz_has(r->npz, "posed_model") || named_space(&space, r);
}

/* Returns whether the caller names the model as that of a file which does not state its own. */
static bool is_named_model(const reading *r, const pd_smpl_model *model)
{
    const pd_motion_amass_options *o = r->options;
    return !names_model(r) && ((o->source && o->source->content_hash == model->content_hash) ||
                               (o->is_of_model && model == r->model));
}

/* Returns whether the file's betas are in the model's shape space: as the file states, else as the caller does, else by its number of joints. why
 * (256): the reason if not. */
static bool betas_fit(char *why, reading *r, const pd_smpl_model *model)
{
    const char *theirs = model->data.text.gender;
    const shape_space space = space_of_file(r);
    char gender[32], type[32];
    int64_t hash;

    /* A file that posed wrote identifies its model by a hash. */
    *why = 0;
    if (pd_npz_has(r->npz, "posed_model")) {
        if (posed_model(&hash, r) && hash == (int64_t)(model->content_hash >> 1)) return true;
        snprintf(why, 256, "the betas are of another model's shape space");
        return false;
    }

    /* Otherwise family and gender have to agree. */
    if (!is_named_model(r, model) && (space == SPACE_UNKNOWN || space != space_of_model(model))) {
        read_text(type, sizeof type, r->npz, type_names);
        if (*type)
            snprintf(why, 256, "the betas are of %s, not of this model's shape space",
                     space == SPACE_UNKNOWN ? type : space_texts[space]);
        else
            snprintf(
                why, 256,
                "the file does not name the model of its betas, and its %d joints are those of %s, not of "
                "this model's shape space",
                r->joint_count, space_texts[space]);
        return false;
    }

    read_gender(gender, sizeof gender, r->npz);
    if (*gender && theirs && *theirs && strcasecmp(gender, theirs)) {
        snprintf(why, 256, "the betas are of a %s model, this one is %s", gender, theirs);
        return false;
    }

    return true;
}

/* The file's betas. A zeroed struct has none. */
typedef struct shape {
    float *betas; /* (count) one row, or the mean of the frames' */
    size_t count;
    double differ;    /* largest difference of a frame's beta from the mean */
    const char *name; /* member */
} shape;

/* Reads the file's betas: (B), (1,B), or the mean of (T,B). *out is empty if there are none. */
static pd_status read_shape(shape *out, reading *r)
{
    pd_npz_floats f;
    const char *name = present(r->npz, beta_names);

    *out = (shape){.name = name};
    if (!name) return PD_OK;
    for (const char *const *other = beta_names; *other; other++)
        if (strcmp(*other, name) != 0 && pd_npz_has(r->npz, *other) && check_same_numbers(r, name, *other))
            return r->err->status;
    if (pd_npz_floats_read(&f, r->npz, name, r->err)) return r->err->status;
    const size_t columns = columns_of(&f), rows = columns ? f.count / columns : 0;
    if (!rows) {
        pd_npz_floats_deinit(&f);
        return PD_OK;
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

/* Checks the range of betas that are used. */
static pd_status check_shape(reading *r, const shape *own, size_t count)
{
    for (size_t b = 0; b < count; b++)
        if (!(fabs((double)own->betas[b]) <= PD_SMPL_BETA_MAX))
            return pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, own->name,
                                    "beta %zu is %g; %g to %g allowed, in standard deviations", b,
                                    (double)own->betas[b], -PD_SMPL_BETA_MAX, PD_SMPL_BETA_MAX);
    return PD_OK;
}

/* Chooses the betas of the result: the caller's, or the file's if they are in the model's shape space. */
static pd_status choose_betas(pd_retarget_motion *out, reading *r, const shape *own)
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
    if (!betas_fit(why, r, r->model)) {
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES, "%s: left out%s", why,
                         !r->options->is_query ? " (--betas or --betas-from sets the body's)"
                         : names_model(r)      ? ""
                                               : " (model=ID names the betas' model)");
        return PD_OK;
    }

    out->beta_count = own->count < (size_t)most ? (int)own->count : most;
    if (check_shape(r, own, (size_t)out->beta_count)) return r->err->status;
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

pd_status pd_motion_amass_betas(float *betas, int *beta_count, pd_npz *npz, const pd_smpl_model *of,
                                pd_error *err)
{
    const pd_motion_amass_options named = {.source = of};
    char notes[PD_MOTION_AMASS_NOTES] = "", why[256] = "";
    pd_error own = {0};
    reading r = {.npz = npz, .model = of, .options = &named, .notes = notes, .err = err ? err : &own};
    pd_retarget_motion motion = {0};
    shape file = {0};
    char there[240];

    *r.err = (pd_error){0};
    pd_status s = present(npz, beta_names)
                      ? PD_OK
                      : pd_retarget_fail(r.err, PD_ERR_NOT_FOUND, r.npz->name, "betas",
                                         "not there; in the file: %s", contents(there, sizeof there, &r));
    if (!s) s = read_motion(&r, false);
    if (!s) s = read_shape(&file, &r);
    if (!s && file.count && !betas_fit(why, &r, of))
        s = pd_retarget_fail(r.err, PD_ERR_UNSUPPORTED, r.npz->name, file.name, "%s", why);
    if (!s) s = choose_betas(&motion, &r, &file);
    if (!s && !motion.beta_count)
        s = pd_retarget_fail(r.err, PD_ERR_UNSUPPORTED, r.npz->name, "betas",
                             "no betas in the array; at least one beta expected");
    if (!s) memcpy(betas, motion.betas, sizeof motion.betas);
    *beta_count = motion.beta_count;
    free(file.betas);
    free(r.poses);
    return s;
}

pd_status pd_motion_amass_describe(pd_motion_amass_about *out, pd_npz *npz, pd_error *err)
{
    static const pd_motion_amass_options none = {.angles = PD_MOTION_ANGLES_RADIANS};
    char notes[PD_MOTION_AMASS_NOTES] = "";
    pd_error own = {0};
    reading r = {.npz = npz, .options = &none, .notes = notes, .err = err ? err : &own};
    shape betas = {0};

    memset(out, 0, sizeof *out);

    *r.err = (pd_error){0};
    pd_status status = read_motion(&r, true);
    if (status == PD_OK) status = read_rate(&out->rate, &r);
    if (status == PD_OK) status = read_shape(&betas, &r);

    /* Summarize the file. Its axes are not determined here. */
    if (status == PD_OK) {
        for (int i = 0; i < LAYOUTS; i++)
            if (layouts[i].joint_count == r.joint_count) out->layout = layouts[i].name;
        out->joint_count = r.joint_count;
        out->frame_count = (int)r.frames;
        for (size_t t = 1; t < r.frames; t++)
            out->path_m += hypot((double)r.trans[3 * t] - (double)r.trans[3 * t - 3],
                                 (double)r.trans[3 * t + 1] - (double)r.trans[3 * t - 2]);
        out->beta_count = (int)betas.count;
        read_gender(out->gender, sizeof out->gender, npz);
    }

    free(betas.betas);
    free(r.trans);
    free(r.poses);
    return status;
}

/* ---- the world ---- */

/* The body to which the file's motion belongs, as far as it is known. */
typedef struct source {
    pd_motion_outline outline; /* outline of that body, or of the model's mean body if it is unknown */
    int to[LAYOUT_MOST];       /* joint of the outline's skeleton for each joint of the file */
    bool is_known;             /* true: the model of the body is available */
    bool is_family; /* true: it is assumed to be a body of SMPL's family; neither: the model's mean body */
    shape_space space;
    pd_vec3 pelvis[2]; /* (pelvis_count) J0, the more likely first */
    int pelvis_count;
    double legs; /* length of its legs relative to those of the outline */
} source;

/* Finds joints by the names of the file's joints: to (joint_count). */
static void map_joints(int *to, const reading *r, const pd_anim_skeleton *skeleton)
{
    for (int k = 0; k < r->joint_count; k++) {
        char name[PD_SMPL_NAME_BYTES];
        pd_smpl_joint_name(name, k, r->named_as);
        to[k] = pd_anim_skeleton_find(skeleton, name);
    }
    if (to[0] != skeleton->root) to[0] = skeleton->root;
}

/* Finds the file's body: the caller's model, the one that posed_model names, or the model itself if the betas are in its space. */
static pd_status find_source(source *out, reading *r, const shape *own)
{
    const pd_motion_amass_options *o = r->options;
    const pd_smpl_model *model = o->source;
    char why[256];
    int64_t hash;

    /* Try in this order the caller's model, the model of the hash, the model of the result. */
    *out = (source){.legs = 1, .pelvis_count = 1};
    const bool is_posed = posed_model(&hash, r);
    if (!model && is_posed && hash == (int64_t)(r->model->content_hash >> 1)) model = r->model;
    if (!model && is_posed && o->find) model = o->find(o->find_ctx, hash);
    if (!model && !pd_npz_has(r->npz, "posed_model") && betas_fit(why, r, r->model)) model = r->model;

    /* If the caller gives exactly the file's betas for this model, then they are in its space. */
    bool is_given = !model && own->count && o->beta_count > 0 && (size_t)o->beta_count <= own->count;
    for (size_t b = 0; is_given && b < own->count; b++)
        is_given = own->betas[b] == (b < (size_t)o->beta_count ? o->betas[b] : 0);
    if (is_given) model = r->model;
    out->is_known = model;

    /* Make the outline, with the file's shape if the betas are in the model's space. */
    int count = 0;
    const bool fits = model && own->count && (is_given || betas_fit(why, r, model));
    if (o->source && own->count && !fits)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "%s: the root is placed by the mean body of --betas-from", why);
    bool is_mean = true;
    if (fits) {
        count = own->count < (size_t)model->beta_count ? (int)own->count : model->beta_count;
        if (check_shape(r, own, (size_t)count)) return r->err->status;
        for (int b = 0; b < count; b++) is_mean = is_mean && own->betas[b] == 0;
    }

    /* Report that the betas are taken to be the model's if neither the file nor the caller says so. */
    if (!is_mean && !is_given && !names_model(r) && !is_named_model(r, model))
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES,
            "it does not name the model of its betas: by its %d joints they are taken as those of "
            "%s, the model's (%s names another)",
            r->joint_count, space_texts[space_of_file(r)], body_option(r));
    if (pd_motion_outline_init(&out->outline, model ? model : r->model, own->betas, count, r->err))
        return r->err->status;
    const pd_anim_skeleton *skeleton = &out->outline.skeleton;
    map_joints(out->to, r, skeleton);
    out->pelvis[0] = skeleton->offsets[skeleton->root];
    if (model) return PD_OK;

    /* Without a model there are two candidates for J0. If the file names a family, or has betas and a gender, that family's is more likely, otherwise
     * the model's. */
    bool is_person = false;
    for (size_t b = 0; b < own->count; b++) is_person = is_person || own->betas[b] != 0;
    is_person = is_person && pd_npz_has(r->npz, "gender");
    const bool is_named = named_space(&out->space, r);
    if (!is_named) out->space = r->joint_count == LAYOUT_MOST ? SPACE_SMPLX : SPACE_SMPL;
    if (is_posed || out->space == SPACE_UNKNOWN) return PD_OK;
    out->is_family = is_named || is_person;
    const double *mean = families[out->space].pelvis;
    out->pelvis[out->is_family ? 1 : 0] = out->pelvis[0];
    out->pelvis[out->is_family ? 0 : 1] = pd_vec3_make(mean[0], mean[1], mean[2]);
    out->pelvis_count = 2;
    return PD_OK;
}

/* Sets the axis that is up: as stated by the caller or the file, or as found from the motion. */
static pd_status choose_up(pd_motion_up *up, reading *r, const source *from, const pd_motion_amass_take *take)
{
    const pd_motion_amass_options *o = r->options;
    const char *name = present(r->npz, up_names);
    pd_motion_up_reason why = PD_MOTION_UP_STANDS;
    char text[32];

    /* Statements of the caller have precedence, then a camera's frame, then the file. */
    *up = PD_MOTION_UP_Z;
    if (o->camera) r->is_camera = true;
    if (o->has_up) {
        *up = o->up;
        r->is_camera = false;
        return PD_OK;
    }
    if (r->is_camera) {
        *up = PD_MOTION_UP_MINUS_Y;
        return PD_OK;
    }
    if (name && pd_npz_text(text, sizeof text, r->npz, name, NULL) == PD_OK) {
        if (!pd_motion_up_of(up, text))
            return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, name,
                                    "\"%s\"; x, y, z, -x, -y or -z expected", text);
        if (*up != PD_MOTION_UP_Z)
            pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES, "%s is up, as the file says (%s)",
                             pd_motion_up_names[*up], name);
        return PD_OK;
    }

    /* Files that posed wrote have z up. */
    if (pd_npz_has(r->npz, "posed_model")) return PD_OK;

    /* Find the axis by the person's posture, and make a note about the assumption. */
    pd_error err;
    if (pd_motion_amass_find_up(up, &why, take, from->pelvis, from->pelvis_count, &err))
        return pd_retarget_fail(r->err, err.status, r->npz->name, err.where,
                                "%s; %s (upright) or %s (%s)%s%s decides", err.detail,
                                option(r, "up", pd_motion_up_names[*up]), option(r, "up", "z"),
                                *up == PD_MOTION_UP_MINUS_Z ? "upside down" : "lying",
                                *up == PD_MOTION_UP_MINUS_Y ? " or, for a camera's frame, " : "",
                                *up == PD_MOTION_UP_MINUS_Y ? option(r, "camera", NULL) : "");
    r->is_camera = why == PD_MOTION_UP_CAMERA;
    if (why == PD_MOTION_UP_LIES)
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES,
            "z is up, as in AMASS: the person is on the floor z = 0, not upright (%s names another axis)",
            r->options->is_query ? "up" : "--up");
    if (why == PD_MOTION_UP_OTHER)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "%s is taken as up, since the person stands along it (if the person %s: %s)",
                         pd_motion_up_names[*up], *up == PD_MOTION_UP_MINUS_Z ? "is upside down" : "lies",
                         option(r, "up", "z"));
    if (why == PD_MOTION_UP_CAMERA)
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES,
            "taken as a camera's frame, y down and z away, since the person is upside down in it and before "
            "it (if it "
            "is a world: %s or %s)",
            option(r, "up", "-y"), option(r, "up", "z"));
    if (why == PD_MOTION_UP_ASSUMED)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "z is taken as up, as in AMASS, though no frame shows it (%s says which axis is)",
                         r->options->is_query ? "up" : "--up");
    return PD_OK;
}

/* Chooses between two candidates for J0 by the feet, and the leg length of an assumed body. Makes notes about the assumptions. */
static pd_status choose_pelvis(source *from, reading *r, const pd_motion_amass_take *take, pd_motion_up up)
{
    pd_motion_amass_floor floor, other;
    int64_t hash;

    if (from->is_known) return PD_OK;

    /* If the candidates have different heights, choose the one with which the feet are on the floor. */
    if (pd_motion_amass_find_floor(&floor, take, up, from->pelvis[0], r->err)) return r->err->status;
    const double apart =
        from->pelvis_count > 1
            ? pd_q_rotate(pd_motion_up_turn(up), pd_vec3_sub(from->pelvis[1], from->pelvis[0])).y
            : 0;
    if (fabs(apart) > OTHER_BODY && !r->is_camera && fabs(floor.level) > OTHER_BODY) {
        if (pd_motion_amass_find_floor(&other, take, up, from->pelvis[1], r->err)) return r->err->status;
        if (other.legs > LEGS_LEAST && other.legs < LEGS_MOST && fabs(other.level) < fabs(floor.level)) {
            from->pelvis[0] = from->pelvis[1];
            from->is_family = !from->is_family;
            floor = other;
        }
    }

    /* Scale the legs so that the feet are at 0, if people have legs of that length. */
    const bool stands = !r->is_camera && floor.legs > LEGS_LEAST && floor.legs < LEGS_MOST;
    if (from->is_family && stands) from->legs = floor.legs;

    /* Make notes about the assumption. */
    const pd_vec3 j = from->pelvis[0];
    const char *names = r->options->is_of_model ? NULL : body_option(r); /* NULL: the caller's is another */
    if (from->is_family)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "its body is not at hand: the pelvis of %s's mean body is assumed, at (%.2f, %.2f, "
                         "%.2f) m of the "
                         "model%s%s%s%s",
                         families[from->space].name, j.x, j.y, j.z,
                         stands ? ", and legs that reach the floor at 0" : "", names ? " (" : "",
                         names ? names : "", names ? " names the body)" : "");
    else if (posed_model(&hash, r))
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES,
            "the model that posed wrote it for is not at hand: this model's mean body is assumed%s",
            r->options->is_query ? "" : " (--betas-from MODEL names it)");
    else
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES,
            "it does not say which body its trans is of: this model's mean body is assumed (%s names "
            "another)",
            body_option(r));
    if (!r->is_camera && fabs(floor.level) > TOLD_LEVEL && !(from->is_family && stands)) {
        const pd_length_unit *unit = r->options->metres_per_unit > 0 ? NULL : pd_length_unit_for(floor.legs);
        char hint[96] = "", metres[32];
        if (unit && unit->metres != 1 && fabs(log(floor.legs * unit->metres)) < UNIT_NEAR) {
            snprintf(metres, sizeof metres, "%g", unit->metres);
            snprintf(hint, sizeof hint, ": in %s they would be on it (%s)", unit->plural,
                     option(r, "unit", metres));
        }
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "the feet are %.2f m %s the floor at 0 when they are lowest%s", fabs(floor.level),
                         floor.level > 0 ? "above" : "below", hint);
    }
    return PD_OK;
}

/* Refuses positions that are not in metres: a pelvis HIGH_PELVIS times as high as it is above the lowest point of the figure, or a root that in nine
 * tenths of the frames is faster than anybody runs. Both detect centimetres, millimetres and inches. */
static pd_status check_unit(reading *r, const pd_motion_amass_take *take, pd_motion_up up, pd_vec3 pelvis,
                            double rate)
{
    pd_motion_amass_floor floor;

    if (r->options->metres_per_unit > 0) return PD_OK;

    /* Check the height of the pelvis. */
    if (pd_motion_amass_find_floor(&floor, take, up, pelvis, r->err)) return r->err->status;
    const pd_length_unit *high =
        r->is_camera || floor.legs < HIGH_PELVIS ? NULL : pd_length_unit_for(floor.legs);
    if (high) {
        char metres[32];
        snprintf(metres, sizeof metres, "%g", high->metres);
        return pd_retarget_fail(
            r->err, PD_ERR_RANGE, r->npz->name, "trans",
            "the feet are %.4g m above the floor at 0; metres expected: in %s they would be on it "
            "(%s; %s if they are that high)",
            floor.level, high->plural, option(r, "unit", metres), option(r, "unit", "1"));
    }

    /* Check the speed of the root. */
    double *speed = malloc(r->frames * sizeof *speed);
    if (!speed) return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->npz->name, "trans", "out of memory");
    for (size_t t = 1; t < r->frames; t++) {
        const float *a = r->trans + 3 * (t - 1), *b = a + 3;
        speed[t - 1] = rate * hypot(hypot((double)b[0] - (double)a[0], (double)b[1] - (double)a[1]),
                                    (double)b[2] - (double)a[2]);
    }
    const double least = r->frames > 1 ? pd_motion_amass_part(speed, (int)r->frames - 1) : 0;
    free(speed);
    if (least <= FASTEST_RUN) return PD_OK;
    return pd_retarget_fail(
        r->err, PD_ERR_RANGE, r->npz->name, "trans",
        "the root moves at %.4g m/s or more in nine tenths of the frames; metres and at most %g m/s "
        "expected (%s for centimetres, %s if it is that fast)",
        least, FASTEST_RUN, option(r, "unit", "0.01"), option(r, "unit", "1"));
}

/* Moves a motion in a camera's frame, which has no floor: puts the feet at height 0 and the first frame's pelvis over the origin. */
static pd_status ground_camera(pd_retarget_motion *out, reading *r, const pd_motion_outline *body)
{
    pd_anim_clip *clip = &out->clip;
    const int head = pd_anim_skeleton_find(&clip->skeleton, "head");
    double *low = malloc((size_t)clip->frame_count * sizeof *low);
    pd_vec3 p[PD_ANIM_MAX_JOINTS], lean = {0, 0, 0};
    const pd_vec3 start = clip->roots[0];

    /* Find the lowest point of each frame, and the mean direction from pelvis to head. */
    if (!low) return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->npz->name, "", "out of memory");
    for (int t = 0; t < clip->frame_count; t++) {
        low[t] = clip->roots[t].y - pd_motion_outline_depth(body, pd_anim_clip_frame(clip, t));
        pd_anim_clip_pose(p, NULL, clip, t);
        if (head >= 0) lean = pd_vec3_add(lean, pd_vec3_sub(p[head], p[clip->skeleton.root]));
    }

    const double floor = pd_motion_amass_part(low, clip->frame_count);
    for (int t = 0; t < clip->frame_count; t++)
        clip->roots[t] = pd_vec3_sub(clip->roots[t], pd_vec3_make(start.x, floor, start.z));
    free(low);

    /* Make notes about the person's position in the camera's frame, and about a lean. */
    const pd_vec3 at = pd_q_rotate(pd_q_conjugate(pd_motion_up_turn(PD_MOTION_UP_MINUS_Y)), start);
    pd_retarget_note(
        r->notes, PD_MOTION_AMASS_NOTES,
        "of a camera's frame the floor and the place are not known: the feet are put on 0 and the first "
        "frame over "
        "the origin (it was at %.2f, %.2f, %.2f m of the camera)",
        at.x, at.y, at.z);
    const double angle = atan2(hypot(lean.x, lean.z), lean.y) / RADIANS;
    if (angle > TOLD_LEAN)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "the person leans by %.0f degrees on average: the camera may have looked up or down",
                         angle);
    return PD_OK;
}

/* ---- soft tissue ---- */

/* Reads dmpls into the clip if they are coefficients of the model's directions; otherwise makes a note with the reason. */
static pd_status read_soft(pd_anim_clip *clip, reading *r)
{
    const pd_smpl_data *data = &r->model->data;
    const char *theirs = data->text.gender;
    char gender[32];
    int64_t hash;
    size_t rows, columns;

    /* Soft tissue needs the member dmpls and directions of the model. */
    if (!pd_npz_has(r->npz, "dmpls")) return PD_OK;
    if (!r->model->soft_count) {
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES,
            "dmpls (soft tissue) are left out: the model has no soft-tissue directions (posedctl import "
            "--dmpl adds DMPL's)");
        return PD_OK;
    }

    /* The coefficients must belong to this model, or to SMPL's family with the same gender. */
    if (pd_npz_has(r->npz, "posed_model")) {
        if (!posed_model(&hash, r) || hash != (int64_t)(r->model->content_hash >> 1)) {
            pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                             "dmpls (soft tissue) are left out: they are of another model");
            return PD_OK;
        }
    } else {
        read_gender(gender, sizeof gender, r->npz);
        if (space_of_file(r) != SPACE_SMPL || space_of_model(r->model) != SPACE_SMPL ||
            !data->soft.is_modal) {
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

/* ---- expressions ---- */

/* Reads the expressions if they belong to the model; otherwise makes a note with the reason. */
static pd_status read_expressions(pd_retarget_motion *out, reading *r)
{
    const char *name = present(r->npz, expression_names);
    const int most = r->model->expression_count;
    pd_npz_floats f;
    int64_t hash;

    if (!name) return PD_OK;
    for (const char *const *other = expression_names; *other; other++)
        if (strcmp(*other, name) != 0 && pd_npz_has(r->npz, *other) && check_same_numbers(r, name, *other))
            return r->err->status;
    if (pd_npz_floats_read(&f, r->npz, name, r->err)) return r->err->status;
    char shape_text[96];
    pd_npz_floats_shape(&f, shape_text, sizeof shape_text);

    /* They belong to the model if the file was written for it, or if both are SMPL-X. */
    const bool same = posed_model(&hash, r)
                          ? hash == (int64_t)(r->model->content_hash >> 1)
                          : is_named_model(r, r->model) ||
                                (space_of_file(r) == SPACE_SMPLX && space_of_model(r->model) == SPACE_SMPLX);

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
            shape_text, posed_model(&hash, r) ? "another model" : "SMPL-X's face",
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

/* ---- what is not read ---- */

/* Returns whether the reader reads a member, or would have read it if another one did not say the same: `poses` has all joints of the parts. */
static bool is_known(const reading *r, const char *name)
{
    static const char *const others[] = {"dmpls", "gender", "posed_model", NULL};
    const char *const *lists[] = {pose_names, trans_names,  world_trans_names, camera_trans_names,
                                  rate_names, length_names, interval_names,    times_names,
                                  beta_names, type_names,   up_names,          expression_names,
                                  others};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (const char *const *known = lists[l]; *known; known++)
            if (!strcmp(name, *known)) return true;
    for (int i = 0; i < PARTS; i++)
        for (int n = 0; n < 3 && parts[i].names[n]; n++)
            if (!strcmp(name, parts[i].names[n]))
                return parts[i].first < BODY || r->joint_count == 55 ||
                       (r->joint_count == 52 && i >= FIRST_HAND_PART);
    return false;
}

/* Names the members with a row for each frame that are not read, such as expressions under another name, and scales other than 1. */
static void note_unread(reading *r)
{
    char list[400] = "";
    size_t used = 0;

    for (int i = 0; i < r->npz->member_count; i++) {
        char name[64], text[64], item[160];
        const char *member = pd_npz_member(r->npz, i);
        const size_t length = strlen(member), bare = length > 4 ? length - 4 : length;
        pd_array array;
        double scale = 1;
        if (bare >= sizeof name) continue;
        snprintf(name, sizeof name, "%.*s", (int)bare, member);
        if (is_known(r, name) || pd_npz_read(&array, r->npz, name, NULL) != PD_OK) continue;

        const bool per_frame = array.rank > 1 && array.shape[0] == r->frames && r->frames > 1;
        const bool is_scale = array.count == 1 && strstr(name, "scal") &&
                              !(pd_npz_has(r->npz, "smpl_trans") && !strcmp(name, "smpl_scaling"));
        if (is_scale && pd_npz_number(&scale, r->npz, name, NULL) != PD_OK) scale = 1;
        if (!per_frame && scale == 1) continue;
        if (per_frame)
            snprintf(item, sizeof item, "%s %s", name, pd_array_shape_text(&array, text, sizeof text));
        else
            snprintf(item, sizeof item, "%s of %g", name, scale);
        if (used + strlen(item) + 6 > sizeof list) {
            snprintf(list + used, sizeof list - used, " ...");
            break;
        }
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", item);
    }
    if (used) pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES, "not read: %s", list);
}

/* ---- the clip ---- */

/* Sets rotations and root of all frames: the pelvis at the file's, then changed in height so that the lowest point is as high as that of the file's
 * body. */
static pd_status fill_clip(pd_retarget_motion *out, reading *r, const source *from,
                           const pd_motion_amass_take *theirs, pd_motion_amass_take *ours, pd_motion_up up)
{
    const pd_quat world = pd_motion_up_turn(up);
    pd_quat turns[PD_ANIM_MAX_JOINTS];
    pd_motion_outline body;

    /* Make the outline of the result. The height changes only if this outline differs from that of the file's body. */
    if (pd_motion_outline_init(&body, r->model, out->betas, out->beta_count, r->err)) return r->err->status;
    ours->figure = &body;
    const bool moves_height =
        from->legs != 1 || body.count != from->outline.count ||
        memcmp(body.points, from->outline.points, (size_t)body.count * sizeof *body.points);

    for (int t = 0; t < out->clip.frame_count; t++) {
        const float *place = r->trans + 3 * (size_t)t;
        pd_quat *own = pd_anim_clip_frame(&out->clip, t);
        pd_motion_amass_turns(own, ours, (size_t)t, world);
        out->clip.roots[t] = pd_q_rotate(
            world,
            pd_vec3_add(from->pelvis[0], pd_vec3_make((double)place[0], (double)place[1], (double)place[2])));
        if (!moves_height) continue;
        pd_motion_amass_turns(turns, theirs, (size_t)t, world);
        out->clip.roots[t].y +=
            pd_motion_outline_depth(&body, own) - from->legs * pd_motion_outline_depth(&from->outline, turns);
    }

    /* Put a motion in a camera's frame on the floor. */
    const pd_status s = r->is_camera ? ground_camera(out, r, &body) : PD_OK;
    pd_motion_outline_deinit(&body);
    return s;
}

/* Reads motion, rate and shape, chooses the betas of the result, makes its skeleton and finds the file's joints in it: to (LAYOUT_MOST). */
static pd_status read_file(pd_retarget_motion *out, reading *r, double *rate, shape *file,
                           pd_anim_skeleton *skeleton, int *to)
{
    pd_status status = read_motion(r, true);
    if (status != PD_OK) return status;
    status = read_rate(rate, r);
    if (status != PD_OK) return status;
    status = read_shape(file, r);
    if (status != PD_OK) return status;
    status = choose_betas(out, r, file);
    if (status != PD_OK) return status;
    status = pd_retarget_skeleton_of(skeleton, r->model, out->betas, out->beta_count, r->err);
    if (status != PD_OK) return status;
    return match_joints(to, r, skeleton);
}

/* Determines the axis that is up and the pelvis of the file's body, and checks that positions are in metres. */
static pd_status find_frame(source *from, pd_motion_up *up, reading *r, const pd_motion_amass_take *theirs,
                            double rate)
{
    pd_status status = choose_up(up, r, from, theirs);
    if (status != PD_OK) return status;
    status = choose_pelvis(from, r, theirs, *up);
    if (status != PD_OK) return status;
    return check_unit(r, theirs, *up, from->pelvis[0], rate);
}

/* Makes the clip. If the file has no fingers, they take the model's mean hand pose. */
static pd_status make_clip(pd_retarget_motion *out, reading *r, source *from,
                           const pd_anim_skeleton *skeleton, const pd_motion_amass_take *theirs,
                           pd_motion_amass_take *ours, pd_motion_up up, double rate)
{
    const pd_smpl_hand *hands = r->model->data.hands;
    pd_status status = pd_anim_clip_init(&out->clip, skeleton, (int)r->frames, rate, r->err);
    if (status != PD_OK) return status;

    status = fill_clip(out, r, from, theirs, ours, up);
    if (status == PD_OK) status = read_expressions(out, r);
    pd_anim_clip_align_signs(&out->clip);
    if (lacks_fingers(r))
        pd_anim_alive_relax(&out->clip, (const float *const[2]){hands[0].mean, hands[1].mean});
    if (status == PD_OK) status = read_soft(&out->clip, r);
    if (status == PD_OK) note_unread(r);
    if (status != PD_OK) pd_anim_clip_deinit(&out->clip);
    return status;
}

pd_status pd_motion_amass_read(pd_retarget_motion *out, char *notes, pd_npz *npz, const pd_smpl_model *model,
                               const pd_motion_amass_options *options, pd_error *err)
{
    static const pd_motion_amass_options none;
    pd_anim_skeleton skeleton;
    pd_error own = {0};
    reading r = {.npz = npz,
                 .model = model,
                 .options = options ? options : &none,
                 .notes = notes,
                 .err = err ? err : &own};
    int to[LAYOUT_MOST];
    shape file = {0};
    source from = {0};
    double rate = 0;
    pd_motion_up up = PD_MOTION_UP_Z;

    memset(out, 0, sizeof *out);
    *r.err = (pd_error){0};
    *notes = 0;

    /* Read the file, and find the body to which its motion belongs. */
    pd_status status = read_file(out, &r, &rate, &file, &skeleton, to);
    if (status == PD_OK) status = find_source(&from, &r, &file);

    /* Transfer the motion between two bodies in the same poses: from the file's to the model's. */
    if (status == PD_OK) {
        PD_ASSERT(r.poses && r.trans && r.frames > 0);
        const pd_motion_amass_take theirs = {r.poses,       r.trans, r.frames,
                                             r.joint_count, from.to, &from.outline};
        pd_motion_amass_take ours = {r.poses, r.trans, r.frames, r.joint_count, to, NULL};
        status = find_frame(&from, &up, &r, &theirs, rate);
        if (status == PD_OK) status = make_clip(out, &r, &from, &skeleton, &theirs, &ours, up, rate);
    }

    pd_motion_outline_deinit(&from.outline);
    free(file.betas);
    free(r.trans);
    free(r.poses);
    return status;
}

pd_status pd_motion_amass_npz(pd_bytes *npz, pd_buffer *written, char *notes, pd_bytes file, const char *name,
                              const pd_motion_amass_options *options, pd_error *err)
{
    *notes = 0;
    *npz = file;
    if (!pd_stored_is(file)) return PD_OK;

    const pd_motion_regressed_options how = {.person = options ? options->person : NULL,
                                             .camera = options && options->camera,
                                             .rate = options ? options->rate : 0,
                                             .is_query = options && options->is_query};
    const pd_status status = pd_motion_regressed_npz(written, notes, file, name, &how, err);
    *npz = (pd_bytes){written->data, written->size};
    return status;
}

pd_status pd_motion_amass_load(pd_retarget_motion *out, char *notes, pd_bytes file, const char *name,
                               size_t most_bytes, const pd_smpl_model *model,
                               const pd_motion_amass_options *options, pd_error *err)
{
    char first[PD_MOTION_REGRESSED_NOTES], second[PD_MOTION_AMASS_NOTES] = "";
    pd_buffer written = {0};
    pd_npz npz;

    /* Convert any other kind of file to an npz, then read that. */
    memset(out, 0, sizeof *out);
    pd_status status = pd_motion_amass_npz(&file, &written, first, file, name, options, err);
    if (status == PD_OK) status = pd_npz_parse(&npz, file.data, file.size, name, err);
    if (status == PD_OK) {
        if (most_bytes) npz.most_bytes = most_bytes;
        status = pd_motion_amass_read(out, second, &npz, model, options, err);
        pd_npz_deinit(&npz);
    }
    if (status == PD_OK) pd_motion_faults_note(second, sizeof second, &out->clip, 0, 1, true);

    snprintf(notes, PD_MOTION_AMASS_NOTES, "%s%s%s", first, *first && *second ? "\n" : "", second);
    pd_buffer_deinit(&written);
    return status;
}
