#include "core/motion/gather/array.h"

#include "core/base/assert.h"
#include "core/io/tensor/npz.h"
#include "core/retarget/character/note.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define FEATURES      263 /* of HumanML3D */
#define KIT_FEATURES  251 /* of KIT-ML, which has 21 joints of another skeleton */
#define JOINTS        22
#define FEATURES_RATE 20.0
#define MOTION_X      322
#define MOTION_X_RATE 30.0
#define BONE_STEADY   0.1  /* largest deviation of a bone's length in positions of joints, relative to it */
#define BONE_ALIKE    0.15 /* largest difference between the bones of the two sides, relative to them */

/* Long bones of SMPL's 22 joints, first and last joint, left then right. */
static const int bones[][4] = {{1, 4, 2, 5}, {4, 7, 5, 8}, {16, 18, 17, 19}, {18, 20, 19, 21}};

/* Finds the mean and the standard deviation of a bone's length. */
static void measure_bone(double *mean, double *deviation, const float *joints, size_t frames, size_t count,
                         int a, int b)
{
    double sum = 0;
    double squares = 0;

    for (size_t t = 0; t < frames; t++) {
        const float *p = joints + 3 * (t * count + (size_t)a);
        const float *q = joints + 3 * (t * count + (size_t)b);
        double length = 0;
        for (int c = 0; c < 3; c++) length += ((double)p[c] - (double)q[c]) * ((double)p[c] - (double)q[c]);
        sum += sqrt(length);
        squares += length;
    }

    *mean = sum / (double)frames;
    *deviation = sqrt(fmax(0, squares / (double)frames - *mean * *mean));
}

/* Returns whether rows of 22 or more points are positions of SMPL's joints: the long bones keep their
 * lengths, and those of both sides are alike. */
static bool are_joints(const float *joints, size_t frames, size_t count)
{
    for (size_t i = 0; i < sizeof bones / sizeof *bones; i++) {
        double left, right, left_off, right_off;
        measure_bone(&left, &left_off, joints, frames, count, bones[i][0], bones[i][1]);
        measure_bone(&right, &right_off, joints, frames, count, bones[i][2], bones[i][3]);
        if (!(left > 0 && right > 0 && left_off < BONE_STEADY * left && right_off < BONE_STEADY * right &&
              fabs(left - right) < BONE_ALIKE * (left + right)))
            return false;
    }

    return true;
}

/* Recovers positions of joints (frames, JOINTS, 3) from features (frames, FEATURES). */
static void recover_joints(float *joints, const float *features, size_t frames)
{
    double half = 0; /* halved heading of the root */
    double x = 0;
    double z = 0;

    for (size_t t = 0; t < frames; t++) {
        const float *row = features + t * FEATURES;
        if (t) half += (double)row[-FEATURES];

        /* The root's place, and the joints about it, turned by -2 half about the vertical. */
        const double cosine = cos(-2 * half);
        const double sine = sin(-2 * half);
        if (t) {
            const double way_x = (double)row[1 - FEATURES];
            const double way_z = (double)row[2 - FEATURES];
            x += cosine * way_x + sine * way_z;
            z += -sine * way_x + cosine * way_z;
        }

        float *out = joints + 3 * JOINTS * t;
        out[0] = (float)x;
        out[1] = row[3];
        out[2] = (float)z;
        for (size_t j = 1; j < JOINTS; j++) {
            const float *p = row + 4 + 3 * (j - 1);
            out[3 * j] = (float)(cosine * (double)p[0] + sine * (double)p[2] + x);
            out[3 * j + 1] = p[1];
            out[3 * j + 2] = (float)(-sine * (double)p[0] + cosine * (double)p[2] + z);
        }
    }
}

static void add_text_array(pd_npz_writer *w, const char *member, const char *text)
{
    pd_array array = pd_array_of(PD_DTYPE_CHARS, text, 0, NULL);
    array.item_bytes = array.data_bytes = strlen(text);
    pd_npz_add(w, member, &array);
}

/* Writes columns [first, first + count) of a table as a member. */
static bool add_columns(pd_npz_writer *w, const char *member, const float *table, size_t rows, size_t width,
                        size_t first, size_t count)
{
    float *part = malloc((rows * count + 1) * sizeof *part);

    if (!part) return false;
    for (size_t t = 0; t < rows; t++)
        memcpy(part + t * count, table + t * width + first, count * sizeof *part);
    const pd_array array = PD_ARRAY(PD_DTYPE_F32, part, rows, count);
    pd_npz_add(w, member, &array);
    free(part);

    return true;
}

static bool put_motion_x(pd_npz_writer *w, const float *table, size_t rows)
{
    static const struct {
        const char *member;
        size_t count;
    } columns[] = {{"root_orient", 3}, {"pose_body", 63},   {"pose_hand", 90}, {"pose_jaw", 3},
                   {"expression", 50}, {"face_shape", 100}, {"trans", 3},      {"betas", 10}};
    const double rate = MOTION_X_RATE;
    const pd_array fps = pd_array_of(PD_DTYPE_F64, &rate, 0, NULL);
    size_t first = 0;

    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        if (!add_columns(w, columns[i].member, table, rows, MOTION_X, first, columns[i].count)) return false;
        first += columns[i].count;
    }

    PD_ASSERT(first == MOTION_X);
    pd_npz_add(w, "mocap_framerate", &fps);
    add_text_array(w, "surface_model_type", "smplx");

    return true;
}

static void put_joints(pd_npz_writer *w, const float *joints, size_t frames, size_t count, double rate)
{
    const pd_array places = PD_ARRAY(PD_DTYPE_F32, joints, frames, count, 3);
    const pd_array fps = pd_array_of(PD_DTYPE_F64, &rate, 0, NULL);

    pd_npz_add(w, "joints", &places);
    if (rate > 0) pd_npz_add(w, "mocap_framerate", &fps);
}

/* Refuses an array whose shape is not read, with the next step. */
static pd_status fail_array(const pd_array *array, const char *name, pd_error *err)
{
    const size_t last = array->rank ? array->shape[array->rank - 1] : 0;
    const size_t numbers = array->rank == 3 ? array->shape[1] * last : last;
    const bool are_poses = numbers == 66 || numbers == 72 || numbers == 156 || numbers == 165;
    char shape[96];

    pd_array_shape_text(array, shape, sizeof shape);
    if (array->rank == 2 && last == KIT_FEATURES)
        return pd_retarget_fail(
            err, PD_ERR_UNSUPPORTED, name, "",
            "an array %s: KIT-ML's features of 21 joints of another skeleton are not read; "
            "joints (frames, J, 3), HumanML3D's (frames, 263) or Motion-X's (frames, 322) "
            "expected",
            shape);
    if (are_poses)
        return pd_retarget_fail(
            err, PD_ERR_UNSUPPORTED, name, "",
            "an array %s without names: by their lengths these are no bones, so they are rotations, and "
            "their "
            "root's places are missing: numpy.savez(\"take.npz\", poses=a, trans=numpy.zeros((len(a), 3)), "
            "mocap_framerate=30) is read",
            shape);

    return pd_retarget_fail(
        err, PD_ERR_UNSUPPORTED, name, "",
        "an array %s without names; joints (frames, J, 3), HumanML3D's features (frames, 263) or Motion-X's "
        "(frames, 322) expected, or an npz of poses and trans: numpy.savez(\"take.npz\", poses=a, trans=t, "
        "mocap_framerate=30)",
        shape);
}

/* Writes the members of an array (frames, width), or (frames, joints, 3), of this shape. *is_known false: its
 * shape is not read. */
static pd_status put_table(pd_npz_writer *w, bool *is_known, char *notes, size_t notes_bytes,
                           const pd_array *array, const float *values, const char *name, pd_error *err)
{
    const size_t frames = array->shape[0];
    const size_t last = array->shape[array->rank - 1];
    const size_t count = array->rank == 3 ? array->shape[1] : last / 3;

    *is_known = true;
    if (array->rank == 2 && last == MOTION_X) {
        pd_retarget_note(notes, notes_bytes, "read as Motion-X's 322 numbers a frame, at %g frames a second",
                         MOTION_X_RATE);
        return put_motion_x(w, values, frames)
                   ? PD_OK
                   : pd_retarget_fail(err, PD_ERR_MEMORY, name, "", "out of memory");
    }

    if (array->rank == 2 && last == FEATURES) {
        float *joints = malloc(frames * JOINTS * 3 * sizeof *joints);
        if (!joints) return pd_retarget_fail(err, PD_ERR_MEMORY, name, "", "out of memory");
        recover_joints(joints, values, frames);
        const bool are_good = are_joints(joints, frames, JOINTS);
        if (are_good) put_joints(w, joints, frames, JOINTS, FEATURES_RATE);
        free(joints);
        if (!are_good)
            return pd_retarget_fail(
                err, PD_ERR_RANGE, name, "",
                "263 features a frame whose bones change their lengths: they look normalised; the features "
                "themselves are expected: a * Std + Mean, with HumanML3D's Std.npy and Mean.npy");
        pd_retarget_note(notes, notes_bytes,
                         "joints are recovered from HumanML3D's 263 features, at %g frames a second",
                         FEATURES_RATE);
        return PD_OK;
    }

    /* Positions of joints. Rotations of SMPL's joints have the same shapes, but their rows are no bones. */
    const bool is_points = array->rank == 3 && array->shape[2] == 3;
    const bool are_smpls = count == 22 || count == 24 || count == 52 || count == 55;
    if ((is_points || (array->rank == 2 && are_smpls && last == 3 * count)) &&
        (!are_smpls || are_joints(values, frames, count))) {
        if (are_smpls)
            pd_retarget_note(notes, notes_bytes, "read as positions of %zu joints: bones keep their lengths",
                             count);
        put_joints(w, values, frames, count, 0);
        return PD_OK;
    }

    *is_known = false;

    return PD_OK;
}

pd_status pd_motion_array_npz(pd_buffer *out, char *notes, size_t notes_bytes, const pd_array *array,
                              const char *name, pd_error *err)
{
    bool is_known = false;

    if (array->rank < 2 || array->rank > 3 || !array->count) return fail_array(array, name, err);
    float *values = malloc(array->count * sizeof *values);
    if (!values) return pd_retarget_fail(err, PD_ERR_MEMORY, name, "", "out of memory");
    pd_status s = pd_array_f32(values, array, name, err);
    pd_npz_writer w = pd_npz_begin(out);
    if (!s) s = put_table(&w, &is_known, notes, notes_bytes, array, values, name, err);
    free(values);
    const pd_status ended = pd_npz_end(&w, s ? NULL : err);
    if (!s && !is_known) s = fail_array(array, name, err);

    return s ? s : ended;
}
