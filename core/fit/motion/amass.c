#include "core/fit/motion/amass.h"

#include "core/anim/alive.h"
#include "core/fit/skeleton.h"
#include "core/smpl/data/import.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BODY        22
#define LAYOUT_MOST 55
#define SOFT_MOST   1000.0F /* as the request field soft_tissue allows */

/* World of AMASS (+Z up) to ours: (x, y, z) -> (x, z, -y). */
static const pd_quat from_amass = {-0.70710678118654752, 0, 0, 0.70710678118654752};

typedef enum shape_space { SPACE_UNKNOWN, SPACE_SMPL, SPACE_SMPLX } shape_space;

/* The layouts of `poses`, the largest first. */
static const struct {
    const char *name;
    int joint_count, named_as; /* joints have the names of the model with so many */
    shape_space space;
} layouts[] = {
    {"SMPL-X", 55, 55, SPACE_SMPLX},
    {"SMPL-H", 52, 52, SPACE_SMPL},
    {"SMPL", 24, 24, SPACE_SMPL},
    {"SMPL's body", BODY, 24, SPACE_UNKNOWN},
};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

/* The parts of a pose that stand under names of their own; `first` is the number in SMPL-X. */
static const struct {
    const char *names[2];
    int first, joint_count, is_needed;
} parts[] = {
    {{"root_orient", "global_orient"}, 0, 1, 1},
    {{"pose_body", "body_pose"}, 1, 21, 1},
    {{"pose_jaw", "jaw_pose"}, 22, 1, 0},
    {{"pose_eye", NULL}, 23, 2, 0},
    {{"leye_pose", NULL}, 23, 1, 0},
    {{"reye_pose", NULL}, 24, 1, 0},
    {{"pose_hand", NULL}, 25, 30, 0},
    {{"left_hand_pose", NULL}, 25, 15, 0},
    {{"right_hand_pose", NULL}, 40, 15, 0},
};
enum { PARTS = sizeof parts / sizeof *parts, SMPL_BODY_PART = 23 };

/* Names of a shape space in surface_model_type. */
static const struct {
    const char *name;
    shape_space space;
} spaces[] = {{"smpl", SPACE_SMPL}, {"smplh", SPACE_SMPL}, {"smplx", SPACE_SMPLX}};

typedef struct reading {
    pd_npz *npz;
    const pd_smpl_model *model;
    float *poses; /* (frames, joint_count, 3) */
    size_t frames;
    int joint_count, named_as;
    char *notes;
    pd_error *err;
} reading;

static void note(reading *r, const char *format, ...) PD_PRINTF(2, 3);

static void note(reading *r, const char *format, ...)
{
    const size_t used = strlen(r->notes);
    va_list list;

    va_start(list, format);
    if (used) snprintf(r->notes + used, PD_FIT_AMASS_NOTES - used, "\n");
    vsnprintf(r->notes + strlen(r->notes), PD_FIT_AMASS_NOTES - strlen(r->notes), format, list);
    va_end(list);
}

int pd_fit_amass_layout(const pd_anim_skeleton *skeleton)
{
    for (int i = 0; i < LAYOUTS; i++) {
        int found = 0;
        for (int k = 0; k < layouts[i].joint_count; k++) {
            char name[PD_SMPL_NAME_BYTES];
            pd_fit_amass_joint(name, k, layouts[i].joint_count);
            found += pd_anim_skeleton_find(skeleton, name) >= 0;
        }
        if (found == layouts[i].joint_count) return found;
    }
    return 0;
}

void pd_fit_amass_joint(char *name, int k, int joint_count)
{
    pd_smpl_joint_name(name, k, joint_count == BODY ? 24 : joint_count);
}

/* ---- arrays ---- */

/* The first of two names that is a member, or NULL. */
static const char *present(pd_npz *npz, const char *first, const char *second)
{
    if (pd_npz_has(npz, first)) return first;
    return second && pd_npz_has(npz, second) ? second : NULL;
}

/* A member of rank 2, or 3 with triples last: floats (rows, columns), the caller frees. NULL with *err. */
static float *read_rows(reading *r, const char *name, size_t *rows, size_t *columns)
{
    pd_array array;
    char text[96];

    if (pd_npz_read(&array, r->npz, name, r->err) != PD_OK) return NULL;
    if (!((array.rank == 2) || (array.rank == 3 && array.shape[2] == 3)) || !array.count) {
        pd_fail(r->err, PD_ERR_FORMAT, name, "shape %s; (frames, numbers) or (frames, joints, 3) expected",
                pd_array_shape_text(&array, text, sizeof text));
        return NULL;
    }

    *rows = array.shape[0];
    *columns = array.count / array.shape[0];
    if (*rows > PD_ANIM_MAX_FRAMES) {
        pd_fail(r->err, PD_ERR_RANGE, name, "%zu frames; 1 to %d allowed", *rows, PD_ANIM_MAX_FRAMES);
        return NULL;
    }

    float *values = malloc(array.count * sizeof *values);
    if (!values) {
        pd_fail(r->err, PD_ERR_MEMORY, name, "out of memory");
        return NULL;
    }

    if (pd_array_f32(values, &array, name, r->err) != PD_OK) {
        free(values);
        return NULL;
    }

    for (size_t i = 0; i < array.count; i++)
        if (!isfinite(values[i])) {
            pd_fail(r->err, PD_ERR_RANGE, name, "frame %zu, number %zu: %g; finite numbers allowed",
                    i / *columns, i % *columns, (double)values[i]);
            free(values);
            return NULL;
        }

    return values;
}

static double read_rate(reading *r)
{
    static const char *const names[] = {"mocap_framerate", "mocap_frame_rate", "fps"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        pd_array array;
        double rate;
        if (!pd_npz_has(r->npz, names[i]) || pd_npz_read(&array, r->npz, names[i], NULL) != PD_OK) continue;
        if (array.count == 1 && pd_array_f64(&rate, &array, names[i], NULL) == PD_OK) return rate;
    }
    note(r, "no mocap_framerate: 60 frames a second are assumed");
    return 60;
}

/* A text member in lower case, "" when there is none. */
static void read_text(char *out, size_t size, pd_npz *npz, const char *name)
{
    pd_array array;

    *out = 0;
    if (!pd_npz_has(npz, name) || pd_npz_read(&array, npz, name, NULL) != PD_OK || array.count != 1 ||
        pd_array_text(out, size, &array, name, NULL) != PD_OK)
        *out = 0;
    for (char *c = out; *c; c++)
        if (*c >= 'A' && *c <= 'Z') *c += 'a' - 'A';
}

/* ---- poses ---- */

static pd_status read_whole(reading *r)
{
    size_t columns;

    r->poses = read_rows(r, "poses", &r->frames, &columns);
    if (!r->poses) return r->err->status;

    for (int i = 0; i < LAYOUTS; i++)
        if (columns == 3 * (size_t)layouts[i].joint_count) {
            r->joint_count = layouts[i].joint_count;
            r->named_as = layouts[i].named_as;
            return PD_OK;
        }

    return pd_fail(r->err, PD_ERR_FORMAT, "poses",
                   "%zu numbers a frame; 66 (SMPL's body), 72 (SMPL), 156 (SMPL-H) or 165 (SMPL-X) expected",
                   columns);
}

static pd_status read_parts(reading *r)
{
    r->joint_count = r->named_as = LAYOUT_MOST;
    for (int i = 0; i < PARTS; i++) {
        const char *name = present(r->npz, parts[i].names[0], parts[i].names[1]);
        size_t rows, columns;
        if (!name && !parts[i].is_needed) continue;
        if (!name)
            return pd_fail(r->err, PD_ERR_NOT_FOUND, "poses", "not there, nor \"%s\" and \"%s\"",
                           parts[0].names[0], parts[1].names[0]);

        float *values = read_rows(r, name, &rows, &columns);
        if (!values) return r->err->status;
        /* smplx's body_pose of SMPL has the hands in it: 23 joints with SMPL's names */
        const int whole_smpl = parts[i].first == 1 && columns == 3 * SMPL_BODY_PART;
        if (rows != (r->poses ? r->frames : rows) ||
            (columns != 3 * (size_t)parts[i].joint_count && !whole_smpl)) {
            pd_fail(r->err, PD_ERR_FORMAT, name, "(%zu, %zu); (%zu, %d) expected", rows, columns,
                    r->poses ? r->frames : rows, 3 * parts[i].joint_count);
            free(values);
            return r->err->status;
        }
        if (!r->poses) {
            r->frames = rows;
            r->poses = calloc(rows, 3 * LAYOUT_MOST * sizeof *r->poses);
        }
        if (!r->poses) {
            free(values);
            return pd_fail(r->err, PD_ERR_MEMORY, name, "out of memory");
        }
        if (whole_smpl) r->joint_count = r->named_as = 24;
        if (r->named_as == LAYOUT_MOST || parts[i].first < BODY)
            for (size_t t = 0; t < rows; t++)
                memcpy(r->poses + (t * LAYOUT_MOST + (size_t)parts[i].first) * 3, values + t * columns,
                       columns * sizeof *values);
        free(values);
    }

    /* rows of 55 become rows of what there is */
    for (size_t t = 0; t < r->frames; t++)
        memmove(r->poses + 3 * t * (size_t)r->joint_count, r->poses + 3 * t * LAYOUT_MOST,
                3 * (size_t)r->joint_count * sizeof *r->poses);
    return PD_OK;
}

/* Joint of the skeleton for each of the file's, -1 for none; notes those that would have moved. */
static pd_status match_joints(int *to, reading *r, const pd_anim_skeleton *skeleton)
{
    char first[PD_SMPL_NAME_BYTES] = "";
    int lost = 0;

    for (int k = 0; k < r->joint_count; k++) {
        char name[PD_SMPL_NAME_BYTES];
        pd_smpl_joint_name(name, k, r->named_as);
        to[k] = pd_anim_skeleton_find(skeleton, name);
        if (to[k] >= 0) continue;
        if (k < BODY) return pd_fail(r->err, PD_ERR_UNSUPPORTED, "model", "it has no joint \"%s\"", name);

        int moves = 0;
        for (size_t t = 0; t < r->frames && !moves; t++) {
            const float *v = r->poses + 3 * (t * (size_t)r->joint_count + (size_t)k);
            moves = fabsf(v[0]) + fabsf(v[1]) + fabsf(v[2]) > 1e-6f;
        }
        if (moves && !lost++) snprintf(first, sizeof first, "%s", name);
    }
    if (lost == 1) note(r, "the model has no joint %s: its rotations are left out", first);
    if (lost > 1)
        note(r, "the model has no %s and %d more joints of the file: their rotations are left out", first,
             lost - 1);
    return PD_OK;
}

/* Whether the file says nothing of fingers, since neither its layout nor its parts have any. */
static bool lacks_fingers(const reading *r)
{
    static const char *const hands[] = {"pose_hand", "left_hand_pose", "right_hand_pose"};
    if (pd_npz_has(r->npz, "poses")) return r->named_as == 24;
    for (size_t i = 0; i < sizeof hands / sizeof *hands; i++)
        if (pd_npz_has(r->npz, hands[i])) return false;
    return true;
}

/* ---- betas ---- */

/* Of SMPL's family, as its makers publish it? Others have a shape space of their own. */
static shape_space space_of_model(const pd_smpl_model *model)
{
    const char *from = model->data.text.provenance;

    if (!from || strncmp(from, PD_SMPL_IMPORTED, strlen(PD_SMPL_IMPORTED))) return SPACE_UNKNOWN;
    if (model->data.pose_features == PD_SMPL_QUATERNION_FEATURES) return SPACE_UNKNOWN; /* STAR's, SUPR's */
    for (int i = 0; i < LAYOUTS; i++)
        if (model->joint_count == layouts[i].joint_count) return layouts[i].space;
    return SPACE_UNKNOWN;
}

static shape_space space_of_file(const reading *r)
{
    char type[32];

    read_text(type, sizeof type, r->npz, "surface_model_type");
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (!strcmp(type, spaces[i].name)) return spaces[i].space;
    if (*type) return SPACE_UNKNOWN;
    for (int i = 0; i < LAYOUTS; i++)
        if (r->joint_count == layouts[i].joint_count) return layouts[i].space;
    return SPACE_UNKNOWN;
}

/* Are the file's betas of the model's shape space? Says so when they are not. */
static bool betas_fit(reading *r)
{
    const char *theirs = r->model->data.text.gender;
    const shape_space space = space_of_file(r);
    char gender[32];
    pd_array array;
    int64_t hash;

    if (pd_npz_has(r->npz, "posed_model")) {
        if (pd_npz_read(&array, r->npz, "posed_model", NULL) == PD_OK && array.count == 1 &&
            pd_array_i64(&hash, &array, "posed_model", NULL) == PD_OK &&
            hash == (int64_t)(r->model->content_hash >> 1))
            return true;
        note(r, "the betas are of another model's shape space: left out (--betas or --betas-from sets the "
                "body's)");
        return false;
    }

    if (space == SPACE_UNKNOWN || space != space_of_model(r->model)) {
        note(r,
             "the betas are of %s, not of this model's shape space: left out (--betas or --betas-from sets "
             "the body's)",
             space == SPACE_SMPLX  ? "SMPL-X"
             : space == SPACE_SMPL ? "SMPL or SMPL-H"
                                   : "an unknown model");
        return false;
    }

    read_text(gender, sizeof gender, r->npz, "gender");
    if (*gender && theirs && *theirs && strcasecmp(gender, theirs)) {
        note(
            r,
            "the betas are of a %s model, this one is %s: left out (--betas or --betas-from sets the body's)",
            gender, theirs);
        return false;
    }

    return true;
}

static pd_status read_betas(pd_fit_motion *out, reading *r, const float *betas, int beta_count)
{
    pd_array array;
    const int most = r->model->beta_count < PD_FIT_MOTION_BETAS ? r->model->beta_count : PD_FIT_MOTION_BETAS;

    out->beta_count = 0;
    if (beta_count > 0) {
        out->beta_count = beta_count < most ? beta_count : most;
        memcpy(out->betas, betas, (size_t)out->beta_count * sizeof *betas);
        return PD_OK;
    }
    if (!pd_npz_has(r->npz, "betas")) return PD_OK;
    if (pd_npz_read(&array, r->npz, "betas", r->err) != PD_OK) return r->err->status;
    if (!array.count || !betas_fit(r)) return PD_OK;

    /* one row for the whole motion: (B), (1,B), or (T,B) of which the first counts */
    const size_t row = array.rank == 2 ? array.shape[1] : array.count;
    float *values = malloc(array.count * sizeof *values);
    if (!values) return pd_fail(r->err, PD_ERR_MEMORY, "betas", "out of memory");
    if (pd_array_f32(values, &array, "betas", r->err) == PD_OK) {
        out->beta_count = row < (size_t)most ? (int)row : most;
        memcpy(out->betas, values, (size_t)out->beta_count * sizeof *values);
        if (row > (size_t)most) note(r, "%zu betas, of which the first %d are used", row, most);
    }
    free(values);
    return r->err->status;
}

/* ---- soft tissue ---- */

/* Reads dmpls into the clip where they weight the model's own directions; else a note says why they are left out. */
static pd_status read_soft(pd_anim_clip *clip, reading *r)
{
    const pd_smpl_data *data = &r->model->data;
    const char *theirs = data->text.gender;
    char gender[32];
    pd_array array;
    int64_t hash;
    size_t rows, columns;
    if (!pd_npz_has(r->npz, "dmpls")) return PD_OK;
    if (!r->model->soft_count) {
        note(r, "dmpls (soft tissue) are left out: the model has no soft-tissue directions (posedctl import "
                "--dmpl adds DMPL's)");
        return PD_OK;
    }

    /* whose coefficients they are */
    if (pd_npz_has(r->npz, "posed_model")) {
        if (pd_npz_read(&array, r->npz, "posed_model", NULL) != PD_OK || array.count != 1 ||
            pd_array_i64(&hash, &array, "posed_model", NULL) != PD_OK ||
            hash != (int64_t)(r->model->content_hash >> 1)) {
            note(r, "dmpls (soft tissue) are left out: they are of another model");
            return PD_OK;
        }
    } else {
        read_text(gender, sizeof gender, r->npz, "gender");
        if (space_of_file(r) != SPACE_SMPL || space_of_model(r->model) != SPACE_SMPL ||
            !data->soft.is_modal) {
            note(r, "dmpls (soft tissue) are left out: they are of SMPL with DMPL, not of this model");
            return PD_OK;
        }
        if (*gender && theirs && *theirs && strcasecmp(gender, theirs)) {
            note(r, "dmpls (soft tissue) are left out: they are of a %s model, this one is %s", gender,
                 theirs);
            return PD_OK;
        }
    }

    float *values = read_rows(r, "dmpls", &rows, &columns);
    if (!values) return r->err->status;
    if (rows != r->frames || columns > (size_t)r->model->soft_count) {
        note(r,
             "dmpls (soft tissue) are left out: (%zu, %zu); (%zu, 1 to %d) expected, the model's directions",
             rows, columns, r->frames, r->model->soft_count);
        free(values);
        return PD_OK;
    }
    for (size_t i = 0; i < rows * columns; i++)
        if (fabsf(values[i]) > SOFT_MOST) {
            pd_fail(r->err, PD_ERR_RANGE, "dmpls", "frame %zu, number %zu: %g; %g to %g allowed", i / columns,
                    i % columns, (double)values[i], -(double)SOFT_MOST, (double)SOFT_MOST);
            free(values);
            return r->err->status;
        }
    pd_status status = pd_anim_clip_init_soft(clip, (int)columns, r->err);
    if (status == PD_OK) memcpy(clip->soft, values, rows * columns * sizeof *values);
    free(values);
    return status;
}

pd_status pd_fit_amass_betas(float *betas, int *beta_count, pd_npz *npz, const pd_smpl_model *of,
                             pd_error *err)
{
    char notes[PD_FIT_AMASS_NOTES] = "";
    pd_error own = {0};
    reading r = {.npz = npz, .model = of, .notes = notes, .err = err ? err : &own};
    pd_fit_motion motion = {0};

    *r.err = (pd_error){0};
    pd_status s = pd_npz_has(npz, "betas") ? PD_OK : pd_fail(r.err, PD_ERR_NOT_FOUND, "betas", "not there");
    if (!s) s = pd_npz_has(npz, "poses") ? read_whole(&r) : read_parts(&r);
    if (!s) s = read_betas(&motion, &r, NULL, 0);
    char *left_out = strstr(notes, ": left out");
    if (left_out) *left_out = 0; /* here it is refused */
    if (!s && !motion.beta_count)
        s = pd_fail(r.err, PD_ERR_UNSUPPORTED, "betas", "%s", *notes ? notes : "none in it");
    if (!s) memcpy(betas, motion.betas, sizeof motion.betas);
    *beta_count = motion.beta_count;
    free(r.poses);
    return s;
}

/* (frames,3); the caller frees. NULL with *err. */
static float *read_places(reading *r)
{
    const char *name = present(r->npz, "trans", "transl");
    size_t rows, columns;
    float *trans = read_rows(r, name ? name : "trans", &rows, &columns);
    if (!trans || (rows == r->frames && columns == 3)) return trans;
    pd_fail(r->err, PD_ERR_FORMAT, name, "(%zu, %zu); (%zu, 3) expected", rows, columns, r->frames);
    free(trans);
    return NULL;
}

pd_status pd_fit_amass_describe(pd_fit_amass_about *out, pd_npz *npz, pd_error *err)
{
    char notes[PD_FIT_AMASS_NOTES] = "";
    pd_error own = {0};
    reading r = {.npz = npz, .notes = notes, .err = err ? err : &own};
    pd_array betas;
    float *trans = NULL;

    memset(out, 0, sizeof *out);
    *r.err = (pd_error){0};
    pd_status status = pd_npz_has(npz, "poses") ? read_whole(&r) : read_parts(&r);
    if (status == PD_OK && !(trans = read_places(&r))) status = r.err->status;

    if (status == PD_OK) {
        for (int i = 0; i < LAYOUTS; i++)
            if (layouts[i].joint_count == r.joint_count) out->layout = layouts[i].name;
        out->joint_count = r.joint_count;
        out->frame_count = (int)r.frames;
        out->rate = read_rate(&r);
        for (size_t t = 1; t < r.frames; t++)
            out->path_m += hypot(trans[3 * t] - trans[3 * t - 3], trans[3 * t + 1] - trans[3 * t - 2]);
        if (pd_npz_has(npz, "betas") && pd_npz_read(&betas, npz, "betas", NULL) == PD_OK && betas.count)
            out->beta_count = (int)(betas.rank == 2 ? betas.shape[1] : betas.count);
        read_text(out->gender, sizeof out->gender, npz, "gender");
    }

    free(trans);
    free(r.poses);
    return status;
}

pd_status pd_fit_amass_read(pd_fit_motion *out, char *notes, pd_npz *npz, const pd_smpl_model *model,
                            const float *betas, int beta_count, pd_error *err)
{
    pd_anim_skeleton skeleton;
    pd_error own = {0};
    reading r = {.npz = npz, .model = model, .notes = notes, .err = err ? err : &own};
    int to[LAYOUT_MOST];
    float *trans = NULL;

    memset(out, 0, sizeof *out);
    *r.err = (pd_error){0};
    *notes = 0;
    pd_status status = pd_npz_has(npz, "poses") ? read_whole(&r) : read_parts(&r);
    if (status == PD_OK) status = read_betas(out, &r, betas, beta_count);
    if (status == PD_OK) status = pd_fit_skeleton_of(&skeleton, model, out->betas, out->beta_count, r.err);
    if (status == PD_OK) status = match_joints(to, &r, &skeleton);
    if (status == PD_OK && !(trans = read_places(&r))) status = r.err->status;
    if (status == PD_OK)
        status = pd_anim_clip_init(&out->clip, &skeleton, (int)r.frames, read_rate(&r), r.err);
    if (status == PD_OK) {
        const pd_smpl_hand *hands = model->data.hands;
        const pd_vec3 rest = skeleton.offsets[skeleton.root]; /* the clip's skeleton has not got it */

        for (int t = 0; t < out->clip.frame_count; t++) {
            const float *row = r.poses + 3 * (size_t)t * (size_t)r.joint_count,
                        *place = trans + 3 * (size_t)t;
            pd_quat *turns = pd_anim_clip_frame(&out->clip, t);
            for (int j = 0; j < out->clip.skeleton.joint_count; j++) turns[j] = pd_q_identity();
            for (int k = 0; k < r.joint_count; k++) {
                if (to[k] < 0) continue;
                const pd_quat q = pd_q_from_rotvec(pd_vec3_make(row[3 * k], row[3 * k + 1], row[3 * k + 2]));
                turns[to[k]] = k ? q : pd_q_mul(from_amass, q);
            }
            const pd_vec3 root = pd_vec3_add(rest, pd_vec3_make(place[0], place[1], place[2]));
            out->clip.roots[t] = pd_q_rotate(from_amass, root);
        }

        pd_anim_clip_align_signs(&out->clip);

        if (lacks_fingers(&r))
            pd_anim_alive_relax(&out->clip, (const float *const[2]){hands[0].mean, hands[1].mean});
        status = read_soft(&out->clip, &r);
        if (status != PD_OK) pd_anim_clip_deinit(&out->clip);
    }

    free(trans);
    free(r.poses);
    return status;
}
