#include "core/motion/gather/regressed_parts.h"

#include "core/anim/clip.h"
#include "core/base/assert.h"
#include "core/io/tensor/npz.h"
#include "core/io/python/stored.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"
#include "core/motion/gather/members.h"
#include "core/retarget/character/note.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_RATE 30.0
#define BETAS_MOST 400 /* SMPL-X has 300 for shape and 100 for expression */
/* A person may be missing in this number of frames for each frame with them, and in GAPS_FREE more. */
#define GAPS_MOST  10
#define GAPS_FREE  1000

static const pd_motion_regressed_kind kinds[] = {
    {"GVHMR",
     {"smpl_params_global", "smpl_params_incam"},
     PD_REGRESSED_ALONE,
     "smplx",
     22,
     30,
     {"smpl_params_global", "global_orient", "body_pose", "transl", "betas"},
     {"smpl_params_incam", "global_orient", "body_pose", "transl", "betas"},
     NULL},
    {"PromptHMR",
     {"people", NULL},
     PD_REGRESSED_IN_PEOPLE,
     "smplx",
     55,
     0,
     {"smplx_world", NULL, "pose", "trans", "shape"},
     {"smplx_cam", NULL, "pose", "trans", "shape"},
     "frames"},
    {"HMR2",
     {"pred_smpl_params", NULL},
     PD_REGRESSED_IN_ROWS,
     "smpl",
     24,
     0,
     {NULL, NULL, NULL, NULL, NULL},
     {"pred_smpl_params", "global_orient", "body_pose", NULL, "betas"},
     NULL},
    {"WHAM",
     {"pose_world", NULL},
     PD_REGRESSED_BY_ID,
     "smpl",
     24,
     0,
     {NULL, NULL, "pose_world", "trans_world", "betas"},
     {NULL, NULL, "pose", "trans", "betas"},
     "frame_ids"},
    {"4D-Humans",
     {"smpl", NULL},
     PD_REGRESSED_BY_PICTURE,
     "smpl",
     24,
     0,
     {NULL, NULL, NULL, NULL, NULL},
     {NULL, "global_orient", "body_pose", NULL, "betas"},
     NULL},
    {"ROMP",
     {"smpl_thetas", NULL},
     PD_REGRESSED_FILM_ROWS,
     "smpl",
     24,
     0,
     {NULL, NULL, NULL, NULL, NULL},
     {NULL, NULL, "smpl_thetas", "cam_trans", "smpl_betas"},
     NULL},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

int pd_motion_regressed_count(void)
{
    return KINDS;
}

const char *pd_motion_regressed_name(int index)
{
    PD_ASSERT(index >= 0 && index < KINDS);
    return kinds[index].name;
}

/* ---- messages ---- */

const char *pd_motion_regressed_option(const pd_motion_regressed_reading *r, const char *on_line,
                                       const char *in_query)
{
    return r->options->is_query ? in_query : on_line;
}

/* ---- program ---- */

static bool is_kind(const pd_motion_regressed_kind *k, const pd_pickle_value *root)
{
    const pd_pickle_value *dict = pd_stored_dict(root);
    if (!dict || dict->item_count < 2) return false;

    /* Of a film only the rows of its pictures are read, which have keypoints; its tracks have none. */
    if (k->nests == PD_REGRESSED_FILM_ROWS)
        return pd_motion_regressed_is_picture_of_rows(k, root) ||
               pd_motion_regressed_is_picture_of_rows(k, dict->items[1]);

    /* Files of people or pictures are identified by their first entry. */
    const pd_pickle_value *in =
        k->nests == PD_REGRESSED_BY_ID || k->nests == PD_REGRESSED_BY_PICTURE ? dict->items[1] : dict;
    const pd_pickle_value *mark = pd_stored_get(in, k->marks[0]);
    if (k->nests == PD_REGRESSED_IN_PEOPLE && !pd_stored_dict(mark)) return false;
    return mark || (k->marks[1] && pd_stored_get(in, k->marks[1]));
}

/* Returns the program that wrote the file, or NULL. */
static const pd_motion_regressed_kind *kind_of_file(const pd_pickle_value *root)
{
    for (int i = 0; i < KINDS; i++)
        if (is_kind(&kinds[i], root)) return &kinds[i];
    return NULL;
}

bool pd_motion_regressed_is(const pd_pickle_value *root)
{
    return kind_of_file(root) != NULL;
}

/* Chooses world or camera. A kind without a world is read in the camera's frame, with a note. */
static pd_status choose_members(pd_motion_regressed_reading *r)
{
    const pd_motion_regressed_kind *k = r->kind;

    r->members = r->options->camera || !k->world.pose ? &k->camera : &k->world;
    if (!r->members->place)
        pd_retarget_note(r->notes, PD_MOTION_REGRESSED_NOTES,
                         "%s estimates no place in metres: the person stays in place", k->name);

    return PD_OK;
}

/* ---- arrays ---- */

pd_status pd_motion_regressed_read_member(pd_npz_floats *out, pd_motion_regressed_reading *r,
                                          const pd_pickle_value *in, const char *member)
{
    pd_status s = pd_stored_floats(out, r->file, pd_stored_get(in, member), member, r->err);

    if (s) return s;
    for (size_t i = 0; i < out->count; i++)
        if (!isfinite(out->values[i])) {
            s = pd_retarget_fail(r->err, PD_ERR_RANGE, r->name, member,
                                 "number %zu is %g; finite numbers allowed", i, (double)out->values[i]);
            pd_npz_floats_deinit(out);
            return s;
        }

    return PD_OK;
}

static pd_status fail_shape(pd_motion_regressed_reading *r, const char *member, const pd_npz_floats *found,
                            size_t rows, int joints)
{
    char shape[96];
    return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->name, member,
                            "shape %s; (%zu, %d), or matrices (%zu, %d, 3, 3) expected",
                            pd_npz_floats_shape(found, shape, sizeof shape), rows, 3 * joints, rows, joints);
}

pd_status pd_motion_regressed_put_turns(float *poses, pd_motion_regressed_reading *r,
                                        const pd_npz_floats *from, const char *member, size_t rows, int first,
                                        int joints)
{
    const size_t all = rows * (size_t)joints;
    const bool are_matrices = from->rank >= 2 && from->count == 9 * all && from->shape[from->rank - 1] == 3 &&
                              from->shape[from->rank - 2] == 3;

    if (!from->rank || (rows > 1 && from->shape[0] != rows) || (!are_matrices && from->count != 3 * all))
        return fail_shape(r, member, from, rows, joints);
    for (size_t i = 0; i < all; i++) {
        double m[9], v[3];
        for (size_t c = 0; c < 9 && are_matrices; c++) m[c] = (double)from->values[9 * i + c];
        if (are_matrices && !(pd_rot_error(m) < 0.01))
            return pd_retarget_fail(r->err, PD_ERR_RANGE, r->name, member,
                                    "matrix %zu is not a rotation; a rotation matrix expected", i);
        if (are_matrices) pd_rot_to_axis_angle(v, m);

        /* Row i / joints of the poses. */
        float *to = poses + 3 * (i / (size_t)joints * (size_t)r->kind->joint_count + (size_t)first +
                                 i % (size_t)joints);
        for (size_t c = 0; c < 3; c++) to[c] = are_matrices ? (float)v[c] : from->values[3 * i + c];
    }

    return PD_OK;
}

pd_status pd_motion_regressed_add_betas(pd_motion_regressed_reading *r, const pd_npz_floats *from,
                                        const char *member)
{
    const size_t columns = from->rank ? from->shape[from->rank - 1] : 0;

    if (!columns || columns > BETAS_MOST || (r->beta_count && r->beta_count != columns))
        return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->name, member, "%zu betas; %s%zu expected", columns,
                                r->beta_count ? "" : "1 to ",
                                r->beta_count ? r->beta_count : (size_t)BETAS_MOST);
    if (!r->betas && !(r->betas = calloc(columns, sizeof *r->betas)))
        return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->name, member, "out of memory");
    r->beta_count = columns;
    r->betas_rows += from->count / columns;
    for (size_t i = 0; i < from->count; i++) r->betas[i % columns] += (double)from->values[i];

    return PD_OK;
}

pd_status pd_motion_regressed_make_frames(pd_motion_regressed_reading *r, size_t frames)
{
    if (!frames || frames > PD_ANIM_MAX_FRAMES)
        return pd_retarget_fail(r->err, PD_ERR_RANGE, r->name, "", "%zu frames; 1 to %d allowed", frames,
                                PD_ANIM_MAX_FRAMES);
    r->poses = calloc(frames * (size_t)r->kind->joint_count, 3 * sizeof *r->poses);
    r->places = calloc(frames, 3 * sizeof *r->places);
    r->times = calloc(frames, sizeof *r->times);
    if (!r->poses || !r->places || !r->times)
        return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->name, "", "out of memory for %zu frames", frames);
    for (size_t t = 0; t < frames; t++) r->times[t] = (int64_t)t;
    r->frame_count = frames;

    return PD_OK;
}

pd_status pd_motion_regressed_read_turns(pd_motion_regressed_reading *r, const pd_pickle_value *in,
                                         size_t first, size_t rows)
{
    const pd_motion_regressed_members *m = r->members;
    const int own = m->root ? r->kind->joint_count - 1 : r->kind->joint_count;
    float *poses = r->poses + 3 * first * (size_t)r->kind->joint_count;
    pd_npz_floats turns;

    pd_status s = pd_motion_regressed_read_member(&turns, r, in, m->pose);
    if (s) return s;
    s = pd_motion_regressed_put_turns(poses, r, &turns, m->pose, rows, m->root != NULL, own);
    pd_npz_floats_deinit(&turns);
    if (s || !m->root) return s;
    s = pd_motion_regressed_read_member(&turns, r, in, m->root);
    if (s) return s;
    s = pd_motion_regressed_put_turns(poses, r, &turns, m->root, rows, 0, 1);
    pd_npz_floats_deinit(&turns);

    return s;
}

pd_status pd_motion_regressed_read_betas(pd_motion_regressed_reading *r, const pd_pickle_value *in)
{
    pd_npz_floats betas;
    pd_status s = pd_motion_regressed_read_member(&betas, r, in, r->members->betas);

    if (s) return s;
    s = pd_motion_regressed_add_betas(r, &betas, r->members->betas);
    pd_npz_floats_deinit(&betas);

    return s;
}

/* ---- people ---- */

pd_status pd_motion_regressed_count_rows(size_t *rows, pd_motion_regressed_reading *r,
                                         const pd_pickle_value *person)
{
    const pd_pickle_value *in = r->members->in ? pd_stored_get(person, r->members->in) : person;
    pd_npz_floats pose;
    pd_error reason = {0};

    *rows = 0;
    if (pd_stored_floats(&pose, r->file, pd_stored_get(in, r->members->pose), r->members->pose, &reason)) {
        if (reason.status == PD_ERR_MEMORY) *r->err = reason;
        return reason.status == PD_ERR_MEMORY ? PD_ERR_MEMORY : PD_OK;
    }

    *rows = pose.rank ? pose.shape[0] : 0;
    pd_npz_floats_deinit(&pose);

    return PD_OK;
}

pd_status pd_motion_regressed_finish_people(pd_motion_regressed_reading *r, const pd_motion_people *people)
{
    return pd_motion_people_finish(people, r->notes, PD_MOTION_REGRESSED_NOTES, r->options, r->name, r->err);
}

/* Chooses a person of a dict. */
static pd_status choose_person(const pd_pickle_value **out, pd_motion_regressed_reading *r,
                               const pd_pickle_value *people)
{
    const pd_pickle_value *dict = pd_stored_dict(people);
    pd_motion_people c = {.ids = ""};
    char id[PD_MOTION_PEOPLE_ID];

    if (!dict)
        return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->name, "people",
                                "not a dict; a dict of people expected");
    for (size_t i = 0; i + 1 < dict->item_count; i += 2) {
        size_t rows = 0;
        if (!pd_stored_key(id, sizeof id, dict->items[i])) continue;
        if (!r->options->person && pd_motion_regressed_count_rows(&rows, r, dict->items[i + 1]))
            return r->err->status;
        if (pd_motion_people_offer(&c, r->options, id, rows)) *out = dict->items[i + 1];
    }

    return pd_motion_regressed_finish_people(r, &c);
}

/* Reads a person whose arrays have a row for each frame. */
static pd_status read_person(pd_motion_regressed_reading *r, const pd_pickle_value *person)
{
    const pd_motion_regressed_members *m = r->members;
    const pd_pickle_value *in = m->in ? pd_stored_get(person, m->in) : person;

    if (!in)
        return pd_retarget_fail(
            r->err, PD_ERR_NOT_FOUND, r->name, m->in, "missing: this file has no estimate in the %s (%s)",
            m == &r->kind->world ? "world" : "camera's frame",
            m == &r->kind->world ? pd_motion_regressed_option(r, "--camera reads that in the camera's frame",
                                                              "camera=true reads that in the camera's frame")
                                 : "without that option the world's is read");

    pd_npz_floats numbers = {0};
    pd_status s = pd_motion_regressed_read_member(&numbers, r, in, m->pose);
    const size_t rows = !s && numbers.rank ? numbers.shape[0] : 0;
    pd_npz_floats_deinit(&numbers);
    if (!s) s = pd_motion_regressed_make_frames(r, rows);
    if (!s) s = pd_motion_regressed_read_turns(r, in, 0, rows);
    if (!s) s = pd_motion_regressed_read_betas(r, in);
    if (s) return s;

    /* Place. */
    s = pd_motion_regressed_read_member(&numbers, r, in, m->place);
    if (s) return s;
    if (numbers.count != 3 * rows) {
        char shape[96];
        s = pd_retarget_fail(r->err, PD_ERR_FORMAT, r->name, m->place, "shape %s; (%zu, 3) expected",
                             pd_npz_floats_shape(&numbers, shape, sizeof shape), rows);
    } else
        memcpy(r->places, numbers.values, 3 * rows * sizeof *r->places);
    pd_npz_floats_deinit(&numbers);
    if (s || !r->kind->frames || !pd_stored_get(person, r->kind->frames)) return s;

    /* Numbers of the frames. */
    s = pd_motion_regressed_read_member(&numbers, r, person, r->kind->frames);
    if (s) return s;
    if (numbers.count != rows)
        s = pd_retarget_fail(r->err, PD_ERR_FORMAT, r->name, r->kind->frames,
                             "%zu numbers; one for each of %zu frames expected", numbers.count, rows);
    for (size_t t = 0; t < rows && !s; t++) {
        r->times[t] = llround((double)numbers.values[t]);
        if (t && r->times[t] <= r->times[t - 1])
            s = pd_retarget_fail(r->err, PD_ERR_RANGE, r->name, r->kind->frames,
                                 "frame %lld follows frame %lld; rising numbers expected",
                                 (long long)r->times[t], (long long)r->times[t - 1]);
    }

    pd_npz_floats_deinit(&numbers);

    return s;
}

/* Reads one of the people of a picture: row `person` of each array, (B, ...). */
static pd_status read_row(pd_motion_regressed_reading *r)
{
    const pd_pickle_value *in = pd_stored_get(r->file->root, r->members->in);
    const struct {
        const char *name;
        int first, joints;
    } turns[] = {{r->members->root, 0, 1}, {r->members->pose, 1, r->kind->joint_count - 1}};
    const char *wanted = r->options->person;
    size_t people = 0, row = 0;

    pd_status s = pd_motion_regressed_make_frames(r, 1);
    for (size_t i = 0; i < 3 && !s; i++) {
        const char *member = i < 2 ? turns[i].name : r->members->betas;
        pd_npz_floats all;
        s = pd_motion_regressed_read_member(&all, r, in, member);
        if (s) return s;

        /* The first array says how many people there are. */
        const size_t rows = all.rank ? all.shape[0] : 0;
        if (!i) {
            char *end = NULL;
            people = rows;
            row = wanted ? strtoul(wanted, &end, 10) : 0;
            if (!people)
                s = pd_retarget_fail(r->err, PD_ERR_NOT_FOUND, r->name, member,
                                     "no person in the file; at least one expected");
            else if (wanted && (end == wanted || *end || row >= people))
                s = pd_retarget_fail(r->err, PD_ERR_NOT_FOUND, r->name,
                                     pd_motion_regressed_option(r, "--person", "person"),
                                     "%s; 0 to %zu expected", wanted, people - 1);
            else if (!wanted && people > 1)
                pd_retarget_note(r->notes, PD_MOTION_REGRESSED_NOTES, "person 0 of %zu (%s chooses)", people,
                                 pd_motion_regressed_option(r, "--person", "person"));
        } else if (rows != people)
            s = pd_retarget_fail(r->err, PD_ERR_FORMAT, r->name, member,
                                 "%zu rows; one for each of %zu people expected", rows, people);

        /* Read only this row. */
        if (!s) {
            pd_npz_floats one = all;
            one.count = all.count / people;
            one.values = all.values + row * one.count;
            one.shape[0] = 1;
            s = i < 2 ? pd_motion_regressed_put_turns(r->poses, r, &one, member, 1, turns[i].first,
                                                      turns[i].joints)
                      : pd_motion_regressed_add_betas(r, &one, member);
        }

        pd_npz_floats_deinit(&all);
    }

    return s;
}

/* ---- the npz ---- */

/* Returns the rotation of a joint at `part` of the way from frame a to the next one. */
static void regressed_between(float *out, const float *a, const float *b, double part)
{
    const pd_quat p = pd_q_from_rotvec(pd_vec3_make((double)a[0], (double)a[1], (double)a[2]));
    const pd_quat q = pd_q_from_rotvec(pd_vec3_make((double)b[0], (double)b[1], (double)b[2]));
    const pd_vec3 step = pd_q_to_rotvec(pd_q_inv_mul(p, q));
    const pd_vec3 v = pd_q_to_rotvec(pd_q_mul(p, pd_q_from_rotvec(pd_vec3_scale(step, part))));

    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

/* Interpolates frames in which the person is missing. The arrays then have a row for each frame from the
 * first to the last. */
static pd_status fill_gaps(pd_motion_regressed_reading *r)
{
    const size_t joints = (size_t)r->kind->joint_count;
    const size_t had = r->frame_count;

    PD_ASSERT(had > 0);
    const int64_t span = r->times[had - 1] - r->times[0] + 1;
    if (span == (int64_t)had) return PD_OK;
    if (span > (int64_t)(GAPS_MOST * had + GAPS_FREE) || span > PD_ANIM_MAX_FRAMES)
        return pd_retarget_fail(r->err, PD_ERR_RANGE, r->name, "",
                                "%zu frames from number %lld to %lld are too few to fill the gaps; more "
                                "frames, or shorter gaps, expected",
                                had, (long long)r->times[0], (long long)r->times[had - 1]);

    float *poses = malloc((size_t)span * joints * 3 * sizeof *poses);
    float *places = malloc((size_t)span * 3 * sizeof *places);
    if (!poses || !places) {
        free(poses);
        free(places);
        return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->name, "", "out of memory for %lld frames",
                                (long long)span);
    }

    for (size_t t = 0, a = 0; t < (size_t)span; t++) {
        const int64_t now = r->times[0] + (int64_t)t;
        while (a + 2 < had && r->times[a + 1] <= now) a++;
        const double part = (double)(now - r->times[a]) / (double)(r->times[a + 1] - r->times[a]);
        const float *from = r->poses + 3 * joints * a;
        const float *to = from + 3 * joints;
        for (size_t j = 0; j < joints; j++)
            regressed_between(poses + 3 * (joints * t + j), from + 3 * j, to + 3 * j, part);
        for (size_t c = 0; c < 3; c++) {
            const float x = r->places[3 * a + c];
            places[3 * t + c] = x + (float)part * (r->places[3 * a + 3 + c] - x);
        }
    }

    free(r->poses);
    free(r->places);
    r->poses = poses;
    r->places = places;
    r->frame_count = (size_t)span;
    pd_retarget_note(r->notes, PD_MOTION_REGRESSED_NOTES, "%lld frames without the person are interpolated",
                     (long long)(span - (int64_t)had));

    return PD_OK;
}

static void add_text(pd_npz_writer *w, const char *member, const char *text)
{
    pd_array array = pd_array_of(PD_DTYPE_CHARS, text, 0, NULL);
    array.item_bytes = array.data_bytes = strlen(text);
    pd_npz_add(w, member, &array);
}

static pd_status write_npz(pd_buffer *out, pd_motion_regressed_reading *r)
{
    const size_t frames = r->frame_count;
    double rate = r->options->rate > 0 ? r->options->rate : r->kind->rate;

    if (!(rate > 0)) {
        rate = USUAL_RATE;
        if (frames > 1)
            pd_retarget_note(r->notes, PD_MOTION_REGRESSED_NOTES,
                             "%g frames/s are assumed%s: the file does not say", rate,
                             pd_motion_regressed_option(r, " (--source-rate)", ""));
    }

    for (size_t i = 0; i < r->beta_count; i++) r->betas[i] /= (double)r->betas_rows;

    pd_npz_writer w = pd_npz_begin(out);
    const pd_array poses = PD_ARRAY(PD_DTYPE_F32, r->poses, frames, 3 * (size_t)r->kind->joint_count);
    const pd_array places = PD_ARRAY(PD_DTYPE_F32, r->places, frames, 3);
    const pd_array betas = PD_ARRAY(PD_DTYPE_F64, r->betas, r->beta_count);
    const pd_array framerate = pd_array_of(PD_DTYPE_F64, &rate, 0, NULL);
    pd_npz_add(&w, "poses", &poses);
    pd_npz_add(&w, r->members == &r->kind->camera ? "trans_cam" : "trans", &places);
    pd_npz_add(&w, "betas", &betas);
    pd_npz_add(&w, "mocap_framerate", &framerate);
    add_text(&w, "surface_model_type", r->kind->model);
    add_text(&w, "gender", "neutral");
    if (r->members == &r->kind->world) add_text(&w, "up_axis", "y");
    const pd_status s = pd_npz_end(&w, r->err);
    if (!s && out->failed)
        return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->name, "", "out of memory to write it");

    return s;
}

/* Returns whether the reader takes a member of a person, or of a dict around it. */
static bool is_used(const pd_motion_regressed_reading *r, const char *key)
{
    const pd_motion_regressed_members *m = r->members;
    const char *const used[] = {m->in,
                                m->root,
                                m->pose,
                                m->place,
                                m->betas,
                                r->kind->frames,
                                r->kind->marks[0],
                                r->kind->nests == PD_REGRESSED_BY_PICTURE  ? "tid"
                                : r->kind->nests == PD_REGRESSED_FILM_ROWS ? "track_ids"
                                                                           : NULL};

    for (size_t i = 0; i < sizeof used / sizeof *used; i++)
        if (used[i] && !strcmp(used[i], key)) return true;
    return false;
}

/* Names the members of a dict that are not used. */
static void add_unread(pd_motion_unread *unread, const pd_motion_regressed_reading *r,
                       const pd_pickle_value *value)
{
    const pd_pickle_value *dict = pd_stored_dict(value);

    for (size_t i = 0; dict && i + 1 < dict->item_count; i += 2) {
        char key[PD_MOTION_PEOPLE_ID], text[96] = "";
        pd_npz_floats form = {0};
        const pd_pickle_value *item = pd_stored_plain(dict->items[i + 1]);
        if (!pd_stored_key(key, sizeof key, dict->items[i]) || is_used(r, key)) continue;
        if (pd_stored_shape(form.shape, &form.rank, item) && form.rank)
            pd_npz_floats_shape(&form, text, sizeof text);
        pd_motion_unread_add(unread, key, text);
    }
}

/* Names what the file has beside the members that are read: of the person, and of what is around it. */
static void note_unread_members(pd_motion_regressed_reading *r, const pd_pickle_value *person)
{
    pd_motion_unread unread = {.idle = ""};
    const pd_motion_regressed_kind *k = r->kind;
    const pd_pickle_value *root = pd_stored_dict(r->file->root);

    if (k->nests == PD_REGRESSED_IN_PEOPLE || k->nests == PD_REGRESSED_IN_ROWS) add_unread(&unread, r, root);
    if (k->nests == PD_REGRESSED_BY_PICTURE) add_unread(&unread, r, root->items[1]);
    if (k->nests == PD_REGRESSED_FILM_ROWS)
        add_unread(&unread, r,
                   pd_motion_regressed_is_picture_of_rows(k, root) ? root : pd_stored_plain(root->items[1]));
    if (person) add_unread(&unread, r, person);
    const pd_pickle_value *around = person ? person : root;
    if (r->members->in && k->nests != PD_REGRESSED_BY_PICTURE)
        add_unread(&unread, r, pd_stored_get(around, r->members->in));
    pd_motion_unread_note(r->notes, PD_MOTION_REGRESSED_NOTES, &unread);
}

pd_status pd_motion_regressed_npz(pd_buffer *out, char *notes, pd_stored *file,
                                  const pd_motion_regressed_options *options, pd_error *err)
{
    static const pd_motion_regressed_options none;
    pd_error own = {0};
    pd_motion_regressed_reading r = {.file = file,
                                     .kind = kind_of_file(file->root),
                                     .options = options ? options : &none,
                                     .notes = notes,
                                     .err = err ? err : &own,
                                     .name = file->name};
    const pd_pickle_value *person = NULL;

    *notes = 0;
    PD_ASSERT(r.kind); /* pd_motion_regressed_is */
    if (r.options->stated)
        return pd_retarget_fail(r.err, PD_ERR_INVALID, r.name, "",
                                "%s%s is not for a file of %s, whose axes and units are known",
                                r.options->is_query ? "" : "--", r.options->stated, r.kind->name);
    pd_status s = choose_members(&r);

    /* Read the person's frames, by the file's layout. */
    if (!s) {
        switch (r.kind->nests) {
        case PD_REGRESSED_BY_ID: s = choose_person(&person, &r, r.file->root); break;
        case PD_REGRESSED_IN_PEOPLE:
            s = choose_person(&person, &r, pd_stored_get(r.file->root, "people"));
            break;
        case PD_REGRESSED_ALONE:
            person = r.file->root;
            if (r.options->person)
                s = pd_retarget_fail(r.err, PD_ERR_INVALID, r.name,
                                     pd_motion_regressed_option(&r, "--person", "person"),
                                     "%s; a file of %s has one person", r.options->person, r.kind->name);
            break;
        case PD_REGRESSED_BY_PICTURE: s = pd_motion_regressed_read_pictures(&r); break;
        case PD_REGRESSED_IN_ROWS: s = read_row(&r); break;
        case PD_REGRESSED_FILM_ROWS: s = pd_motion_regressed_read_film_of_rows(&r); break;
        }
    }

    if (!s && person) s = read_person(&r, person);

    if (!s) s = fill_gaps(&r);
    if (!s) s = write_npz(out, &r);
    if (!s) note_unread_members(&r, person);
    free(r.poses);
    free(r.places);
    free(r.times);
    free(r.betas);

    return s;
}
