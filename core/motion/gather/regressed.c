#include "core/motion/gather/regressed.h"

#include "core/anim/clip.h"
#include "core/base/assert.h"
#include "core/io/tensor/npz.h"
#include "core/io/python/stored.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"
#include "core/motion/gather/members.h"
#include "core/motion/gather/people.h"
#include "core/retarget/character/note.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_RATE 30.0
#define BETAS_MOST 400 /* SMPL-X has 300 for shape and 100 for expression */
#define GAPS_MOST                                                                                            \
    10 /* a person may be missing in this number of frames for each frame with them, and in GAPS_FREE more */
#define GAPS_FREE     1000
#define PEOPLE_MOST   100000
#define PICTURES_MOST PD_ANIM_MAX_FRAMES

/* Layout of people in a file. */
typedef enum nesting {
    BY_ID,      /* the root is a dict of people */
    IN_PEOPLE,  /* the root's "people" is a dict of people */
    ALONE,      /* the root is one person */
    BY_PICTURE, /* the root is a dict of pictures, each with a list of ids and a list of people */
    IN_ROWS,    /* one picture; the arrays have a row for each person */
} nesting;

/* Names of the members of an estimate. `in` is the dict with them; NULL: the person's own. */
typedef struct members {
    const char *in, *root, *pose, *place, *betas;
} members;

/* A program: one row of the table. */
typedef struct kind {
    const char *name;
    const char *marks[2]; /* keys that identify the file: of the root, or of the first entry */
    nesting nests;
    const char *model; /* value of AMASS's surface_model_type */
    int joint_count;
    double rate;           /* 0: not stored */
    members world, camera; /* pose NULL: there is none */
    const char *frames;    /* numbers of the frames; NULL: consecutive */
} kind;

static const kind kinds[] = {
    {"GVHMR",
     {"smpl_params_global", "smpl_params_incam"},
     ALONE,
     "smplx",
     22,
     30,
     {"smpl_params_global", "global_orient", "body_pose", "transl", "betas"},
     {"smpl_params_incam", "global_orient", "body_pose", "transl", "betas"},
     NULL},
    {"PromptHMR",
     {"people", NULL},
     IN_PEOPLE,
     "smplx",
     55,
     0,
     {"smplx_world", NULL, "pose", "trans", "shape"},
     {"smplx_cam", NULL, "pose", "trans", "shape"},
     "frames"},
    {"HMR2",
     {"pred_smpl_params", NULL},
     IN_ROWS,
     "smpl",
     24,
     0,
     {NULL, NULL, NULL, NULL, NULL},
     {"pred_smpl_params", "global_orient", "body_pose", NULL, "betas"},
     NULL},
    {"WHAM",
     {"pose_world", NULL},
     BY_ID,
     "smpl",
     24,
     0,
     {NULL, NULL, "pose_world", "trans_world", "betas"},
     {NULL, NULL, "pose", "trans", "betas"},
     "frame_ids"},
    {"4D-Humans",
     {"smpl", NULL},
     BY_PICTURE,
     "smpl",
     24,
     0,
     {NULL, NULL, NULL, NULL, NULL},
     {NULL, "global_orient", "body_pose", NULL, "betas"},
     NULL},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

typedef struct reading {
    pd_stored *file;
    const kind *kind;
    const members *members;
    const pd_motion_regressed_options *options;
    char *notes;
    pd_error *err;
    const char *name;

    /* Result: */
    float *poses;   /* (frame_count, joint_count, 3) rotation vectors */
    float *places;  /* (frame_count, 3) */
    int64_t *times; /* (frame_count) numbers of the frames, rising */
    double *betas;  /* (beta_count) sums over betas_rows rows */
    size_t frame_count, beta_count, betas_rows;
} reading;

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

/* Returns the name of the option: "--person" or "person", by the caller. */
static const char *option(const reading *r, const char *on_line, const char *in_query)
{
    return r->options->is_query ? in_query : on_line;
}

/* ---- program ---- */

static bool is_kind(const kind *k, const pd_pickle_value *root)
{
    const pd_pickle_value *dict = pd_stored_dict(root);
    if (!dict || dict->item_count < 2) return false;

    /* Files of people or pictures are identified by their first entry. */
    const pd_pickle_value *in = k->nests == BY_ID || k->nests == BY_PICTURE ? dict->items[1] : dict;
    const pd_pickle_value *mark = pd_stored_get(in, k->marks[0]);
    if (k->nests == IN_PEOPLE && !pd_stored_dict(mark)) return false;
    return mark || (k->marks[1] && pd_stored_get(in, k->marks[1]));
}

/* Returns the program that wrote the file, or NULL. */
static const kind *kind_of_file(const pd_pickle_value *root)
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
static pd_status choose_members(reading *r)
{
    const kind *k = r->kind;

    r->members = r->options->camera || !k->world.pose ? &k->camera : &k->world;
    if (!r->members->place)
        pd_retarget_note(r->notes, PD_MOTION_REGRESSED_NOTES,
                         "%s estimates no place in metres: the person stays in place", k->name);

    return PD_OK;
}

/* ---- arrays ---- */

/* Reads a member as floats, (rows, columns), all finite. */
static pd_status read_member(pd_npz_floats *out, reading *r, const pd_pickle_value *in, const char *member)
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

static pd_status fail_shape(reading *r, const char *member, const pd_npz_floats *found, size_t rows,
                            int joints)
{
    char shape[96];
    return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->name, member,
                            "shape %s; (%zu, %d), or matrices (%zu, %d, 3, 3) expected",
                            pd_npz_floats_shape(found, shape, sizeof shape), rows, 3 * joints, rows, joints);
}

/* Writes rotations of `rows` frames to the joints [first, first + joints) of poses: from vectors, (rows, 3
 * joints) in any shape, or matrices. */
static pd_status put_turns(float *poses, reading *r, const pd_npz_floats *from, const char *member,
                           size_t rows, int first, int joints)
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

/* Adds the rows of betas, (B), (1,B) or (F,B), to the sums. */
static pd_status add_betas(reading *r, const pd_npz_floats *from, const char *member)
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

/* Allocates memory for frames. */
static pd_status make_frames(reading *r, size_t frames)
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

/* Reads pose and root of one estimate into the frames [first, first + rows). */
static pd_status read_turns(reading *r, const pd_pickle_value *in, size_t first, size_t rows)
{
    const members *m = r->members;
    const int own = m->root ? r->kind->joint_count - 1 : r->kind->joint_count;
    float *poses = r->poses + 3 * first * (size_t)r->kind->joint_count;
    pd_npz_floats turns;

    pd_status s = read_member(&turns, r, in, m->pose);
    if (s) return s;
    s = put_turns(poses, r, &turns, m->pose, rows, m->root != NULL, own);
    pd_npz_floats_deinit(&turns);
    if (s || !m->root) return s;
    s = read_member(&turns, r, in, m->root);
    if (s) return s;
    s = put_turns(poses, r, &turns, m->root, rows, 0, 1);
    pd_npz_floats_deinit(&turns);

    return s;
}

static pd_status read_betas(reading *r, const pd_pickle_value *in)
{
    pd_npz_floats betas;
    pd_status s = read_member(&betas, r, in, r->members->betas);

    if (s) return s;
    s = add_betas(r, &betas, r->members->betas);
    pd_npz_floats_deinit(&betas);

    return s;
}

/* ---- people ---- */

/* Counts the rows of an estimate's pose: its frames. 0 if it is not an array. ERR_MEMORY. */
static pd_status count_rows(size_t *rows, reading *r, const pd_pickle_value *person)
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

static pd_status finish_people(reading *r, const pd_motion_people *people)
{
    return pd_motion_people_finish(people, r->notes, PD_MOTION_REGRESSED_NOTES, r->options, r->name, r->err);
}

/* Chooses a person of a dict. */
static pd_status choose_person(const pd_pickle_value **out, reading *r, const pd_pickle_value *people)
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
        if (!r->options->person && count_rows(&rows, r, dict->items[i + 1])) return r->err->status;
        if (pd_motion_people_offer(&c, r->options, id, rows)) *out = dict->items[i + 1];
    }

    return finish_people(r, &c);
}

/* Reads a person whose arrays have a row for each frame. */
static pd_status read_person(reading *r, const pd_pickle_value *person)
{
    const members *m = r->members;
    const pd_pickle_value *in = m->in ? pd_stored_get(person, m->in) : person;

    if (!in)
        return pd_retarget_fail(r->err, PD_ERR_NOT_FOUND, r->name, m->in,
                                "missing: this file has no estimate in the %s (%s)",
                                m == &r->kind->world ? "world" : "camera's frame",
                                m == &r->kind->world ? option(r, "--camera reads that in the camera's frame",
                                                              "camera=true reads that in the camera's frame")
                                                     : "without that option the world's is read");

    pd_npz_floats numbers = {0};
    pd_status s = read_member(&numbers, r, in, m->pose);
    const size_t rows = !s && numbers.rank ? numbers.shape[0] : 0;
    pd_npz_floats_deinit(&numbers);
    if (!s) s = make_frames(r, rows);
    if (!s) s = read_turns(r, in, 0, rows);
    if (!s) s = read_betas(r, in);
    if (s) return s;

    /* Place. */
    s = read_member(&numbers, r, in, m->place);
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
    s = read_member(&numbers, r, person, r->kind->frames);
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
static pd_status read_row(reading *r)
{
    const pd_pickle_value *in = pd_stored_get(r->file->root, r->members->in);
    const struct {
        const char *name;
        int first, joints;
    } turns[] = {{r->members->root, 0, 1}, {r->members->pose, 1, r->kind->joint_count - 1}};
    const char *wanted = r->options->person;
    size_t people = 0, row = 0;

    pd_status s = make_frames(r, 1);
    for (size_t i = 0; i < 3 && !s; i++) {
        const char *member = i < 2 ? turns[i].name : r->members->betas;
        pd_npz_floats all;
        s = read_member(&all, r, in, member);
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
                s = pd_retarget_fail(r->err, PD_ERR_NOT_FOUND, r->name, option(r, "--person", "person"),
                                     "%s; 0 to %zu expected", wanted, people - 1);
            else if (!wanted && people > 1)
                pd_retarget_note(r->notes, PD_MOTION_REGRESSED_NOTES, "person 0 of %zu (%s chooses)", people,
                                 option(r, "--person", "person"));
        } else if (rows != people)
            s = pd_retarget_fail(r->err, PD_ERR_FORMAT, r->name, member,
                                 "%zu rows; one for each of %zu people expected", rows, people);

        /* Read only this row. */
        if (!s) {
            pd_npz_floats one = all;
            one.count = all.count / people;
            one.values = all.values + row * one.count;
            one.shape[0] = 1;
            s = i < 2 ? put_turns(r->poses, r, &one, member, 1, turns[i].first, turns[i].joints)
                      : add_betas(r, &one, member);
        }

        pd_npz_floats_deinit(&all);
    }

    return s;
}

/* ---- pictures ---- */

typedef struct picture {
    const char *name; /* the picture's key, owned by the pickle */
    size_t name_bytes;
    const pd_pickle_value *value;
} picture;

/* Compares names byte by byte. The numbers in the names of a film's pictures have one length. */
static int regressed_by_name(const void *a, const void *b)
{
    const picture *p = a;
    const picture *q = b;
    const size_t least = p->name_bytes < q->name_bytes ? p->name_bytes : q->name_bytes;
    const int order = memcmp(p->name, q->name, least);
    return order ? order : (p->name_bytes > q->name_bytes) - (p->name_bytes < q->name_bytes);
}

/* Returns the index of an id in a picture's list, or -1. */
static int regressed_place_of(const pd_pickle_value *ids, const char *id)
{
    char text[PD_MOTION_PEOPLE_ID];
    for (size_t i = 0; ids && ids->kind == PD_PICKLE_LIST && i < ids->item_count; i++)
        if (pd_stored_key(text, sizeof text, ids->items[i]) && !strcmp(text, id)) return (int)i;
    return -1;
}

/* Chooses the id that most pictures show, and counts these. */
static pd_status choose_id(pd_motion_people *c, reading *r, const picture *pictures, size_t count)
{
    struct seen {
        char id[PD_MOTION_PEOPLE_ID];
        size_t frames;
    } *seen = NULL;
    size_t people = 0, room = 0;
    pd_status s = PD_OK;

    for (size_t i = 0; i < count && !s; i++) {
        const pd_pickle_value *ids = pd_stored_get(pictures[i].value, "tid");
        for (size_t k = 0; ids && ids->kind == PD_PICKLE_LIST && k < ids->item_count && !s; k++) {
            char id[PD_MOTION_PEOPLE_ID];
            size_t at = 0;
            if (!pd_stored_key(id, sizeof id, ids->items[k])) continue;
            while (at < people && strcmp(seen[at].id, id) != 0) at++;
            if (at == people && people == room) {
                const size_t grown = room ? 2 * room : 16;
                struct seen *more = grown <= PEOPLE_MOST ? realloc(seen, grown * sizeof *seen) : NULL;
                if (!more) {
                    s = grown > PEOPLE_MOST ? pd_retarget_fail(r->err, PD_ERR_LIMIT, r->name, "tid",
                                                               "more than the allowed %d people", PEOPLE_MOST)
                                            : pd_retarget_fail(r->err, PD_ERR_MEMORY, r->name, "tid",
                                                               "out of memory for %zu people", grown);
                    break;
                }

                seen = more;
                room = grown;
            }

            if (at == people) {
                memcpy(seen[people].id, id, sizeof id);
                seen[people++].frames = 0;
            }

            seen[at].frames++;
        }
    }

    for (size_t i = 0; i < people && !s; i++)
        pd_motion_people_offer(c, r->options, seen[i].id, seen[i].frames);
    free(seen);

    return s ? s : finish_people(r, c);
}

/* Reads the person of that id from the pictures that show them. */
static pd_status read_pictures_of(reading *r, const pd_motion_people *c, const picture *pictures,
                                  size_t count)
{
    size_t t = 0;
    pd_status s = make_frames(r, c->length);

    for (size_t i = 0; i < count && t < r->frame_count && !s; i++) {
        const int place = regressed_place_of(pd_stored_get(pictures[i].value, "tid"), c->id);
        const pd_pickle_value *people = pd_stored_get(pictures[i].value, r->kind->marks[0]);
        if (place < 0) continue;
        if (!people || people->kind != PD_PICKLE_LIST || (size_t)place >= people->item_count)
            return pd_retarget_fail(
                r->err, PD_ERR_FORMAT, r->name, r->kind->marks[0],
                "picture %zu has another number of entries than ids; one entry for each id expected", i);
        r->times[t] = (int64_t)i;
        s = read_turns(r, people->items[place], t, 1);
        if (!s) s = read_betas(r, people->items[place]);
        t++;
    }

    /* An id that is twice in one picture counts once. */
    if (!s) r->frame_count = t;

    return s;
}

static pd_status read_pictures(reading *r)
{
    const pd_pickle_value *dict = pd_stored_dict(r->file->root);
    const size_t count = dict->item_count / 2;
    pd_motion_people c = {.ids = ""};
    pd_status s = PD_OK;

    if (count > PICTURES_MOST)
        return pd_retarget_fail(r->err, PD_ERR_RANGE, r->name, "", "%zu pictures; 1 to %d allowed", count,
                                PICTURES_MOST);
    picture *pictures = malloc((count + 1) * sizeof *pictures);
    if (!pictures)
        return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->name, "", "out of memory for %zu pictures", count);
    for (size_t i = 0; i < count && !s; i++) {
        const pd_pickle_value *key = dict->items[2 * i];
        if (key->kind != PD_PICKLE_TEXT && key->kind != PD_PICKLE_BYTES)
            s = pd_retarget_fail(r->err, PD_ERR_FORMAT, r->name, "",
                                 "picture %zu has no name; the name of a file expected", i);
        pictures[i] = (picture){(const char *)key->text.data, key->text.size, dict->items[2 * i + 1]};
    }

    /* Pictures are the film's frames in the order of their names. */
    if (!s) {
        qsort(pictures, count, sizeof *pictures, regressed_by_name);
        s = choose_id(&c, r, pictures, count);
    }

    if (!s) s = read_pictures_of(r, &c, pictures, count);
    free(pictures);

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
static pd_status fill_gaps(reading *r)
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

static pd_status write_npz(pd_buffer *out, reading *r)
{
    const size_t frames = r->frame_count;
    double rate = r->options->rate > 0 ? r->options->rate : r->kind->rate;

    if (!(rate > 0)) {
        rate = USUAL_RATE;
        if (frames > 1)
            pd_retarget_note(r->notes, PD_MOTION_REGRESSED_NOTES,
                             "%g frames/s are assumed%s: the file does not say", rate,
                             option(r, " (--source-rate)", ""));
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
static bool is_used(const reading *r, const char *key)
{
    const members *m = r->members;
    const char *const used[] = {
        m->in,    m->root,         m->pose,           m->place,
        m->betas, r->kind->frames, r->kind->marks[0], r->kind->nests == BY_PICTURE ? "tid" : NULL};

    for (size_t i = 0; i < sizeof used / sizeof *used; i++)
        if (used[i] && !strcmp(used[i], key)) return true;
    return false;
}

/* Names the members of a dict that are not used. */
static void add_unread(pd_motion_unread *unread, const reading *r, const pd_pickle_value *value)
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
static void note_unread_members(reading *r, const pd_pickle_value *person)
{
    pd_motion_unread unread = {.idle = ""};
    const kind *k = r->kind;
    const pd_pickle_value *root = pd_stored_dict(r->file->root);

    if (k->nests == IN_PEOPLE || k->nests == IN_ROWS) add_unread(&unread, r, root);
    if (k->nests == BY_PICTURE) add_unread(&unread, r, root->items[1]);
    if (person) add_unread(&unread, r, person);
    const pd_pickle_value *around = person ? person : root;
    if (r->members->in && k->nests != BY_PICTURE)
        add_unread(&unread, r, pd_stored_get(around, r->members->in));
    pd_motion_unread_note(r->notes, PD_MOTION_REGRESSED_NOTES, &unread);
}

pd_status pd_motion_regressed_npz(pd_buffer *out, char *notes, pd_stored *file,
                                  const pd_motion_regressed_options *options, pd_error *err)
{
    static const pd_motion_regressed_options none;
    pd_error own = {0};
    reading r = {.file = file,
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
        case BY_ID: s = choose_person(&person, &r, r.file->root); break;
        case IN_PEOPLE: s = choose_person(&person, &r, pd_stored_get(r.file->root, "people")); break;
        case ALONE:
            person = r.file->root;
            if (r.options->person)
                s = pd_retarget_fail(r.err, PD_ERR_INVALID, r.name, option(&r, "--person", "person"),
                                     "%s; a file of %s has one person", r.options->person, r.kind->name);
            break;
        case BY_PICTURE: s = read_pictures(&r); break;
        case IN_ROWS: s = read_row(&r); break;
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
