/* Stages: find dicts that are people; choose one; write its members,
 * then those around it, then nested ones. */
#include "core/motion/gather/tree.h"

#include "core/base/assert.h"
#include "core/io/tensor/pickle_numpy.h"
#include "core/motion/gather/members.h"
#include "core/motion/gather/people.h"
#include "core/retarget/character/note.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MOST  4     /* dicts around a person, with the person's own */
#define PEOPLE_MOST 20000 /* people of a file */
#define NAME_BYTES  80
#define NAMES_MOST  512     /* members that are written */
#define STEPS_MOST  2000000 /* values that are looked at: one may stand in a pickle many times */
#define ITEMS_MOST  64      /* members of a nested dict that are written one by one */
#define TEXTS_MOST  1000    /* texts of a list, and bytes of each, that are written */
#define TEXT_BYTES  64
#define NOT_A_LIST  SIZE_MAX

/* A person: the dicts from a root to the one with the pose. */
typedef struct person {
    const pd_motion_tree_root *root;
    const pd_pickle_value *chain[DEPTH_MOST];
    int depth;                    /* dicts of the chain */
    size_t item;                  /* item of the arrays' lists (3DPW), or NOT_A_LIST */
    char id[PD_MOTION_PEOPLE_ID]; /* key of the dict, or index */
    size_t rows;                  /* frames */
} person;

typedef struct reading {
    const pd_motion_regressed_options *options;
    const char *name;
    char *notes;
    size_t notes_bytes;
    pd_error *err;

    /* People that were found by rotations, or by joints alone. */
    person *people;
    size_t count, room;
    bool by_joints;
    bool is_full; /* true: there are more than are listed */
    size_t steps; /* values that were looked at */

    /* The npz. */
    pd_stored *file;
    pd_npz_writer writer;
    char (*names)[NAME_BYTES]; /* (name_count) members that were written */
    int name_count;
    size_t item, items; /* item of lists that is read, of so many; items 0: none */
    bool has_frames;    /* the people are frames of one person */
    pd_motion_unread unread;
    char empty[160]; /* members that are None */
} reading;

/* ---- people ---- */

static bool is_list_tree(const pd_pickle_value *value)
{
    return value && (value->kind == PD_PICKLE_LIST || value->kind == PD_PICKLE_TUPLE);
}

/* Returns the first member of a dict with a name of the role whose value is an array, or NULL. */
static const pd_pickle_value *array_of_role(const pd_pickle_value *dict, pd_motion_role role)
{
    size_t shape[PD_ARRAY_MAX_RANK];
    int rank;

    for (const char *const *name = pd_motion_member_names(role); *name; name++) {
        const pd_pickle_value *value = pd_stored_plain(pd_stored_get(dict, *name));
        if (value && pd_stored_shape(shape, &rank, value) && rank) return value;
    }

    return NULL;
}

/* Returns the array that makes a dict a person, or NULL. */
static const pd_pickle_value *pose_of(const pd_pickle_value *dict, bool by_joints)
{
    if (by_joints) {
        const pd_pickle_value *joints = array_of_role(dict, PD_MOTION_ROLE_JOINTS);
        const pd_pickle_value *motion = pd_stored_plain(pd_stored_get(dict, "motion")); /* MDM's results */
        size_t shape[PD_ARRAY_MAX_RANK];
        int rank;
        return joints ? joints : pd_stored_shape(shape, &rank, motion) && rank == 4 ? motion : NULL;
    }

    const pd_pickle_value *poses = array_of_role(dict, PD_MOTION_ROLE_POSES);
    return poses ? poses : array_of_role(dict, PD_MOTION_ROLE_BODY);
}

/* Returns the list of poses of a dict with several people, one array each as in 3DPW, or NULL. */
static const pd_pickle_value *list_of_people(const pd_pickle_value *pose)
{
    size_t shape[PD_ARRAY_MAX_RANK];
    int rank;

    if (!is_list_tree(pose) || !pose->item_count) return NULL;
    const pd_pickle_value *first = pd_stored_plain(pose->items[0]);
    return !is_list_tree(first) && pd_stored_shape(shape, &rank, first) && rank >= 2 ? pose : NULL;
}

static pd_status add_person(reading *r, const person *chain, const char *id, size_t item, size_t rows)
{
    if (r->count == PEOPLE_MOST) {
        r->is_full = true;
        return PD_OK;
    }

    if (r->count == r->room) {
        const size_t room = r->room ? 2 * r->room : 16;
        person *more = realloc(r->people, room * sizeof *more);
        if (!more)
            return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->name, "", "out of memory for its people");
        r->people = more;
        r->room = room;
    }

    person *p = &r->people[r->count++];
    *p = *chain;
    p->item = item;
    p->rows = rows;
    snprintf(p->id, sizeof p->id, "%s", id);

    return PD_OK;
}

/* Adds the people of a dict that is one, or several as in 3DPW. */
static pd_status add_people(reading *r, const person *chain, const pd_pickle_value *pose, const char *id)
{
    const pd_pickle_value *list = list_of_people(pose);
    size_t shape[PD_ARRAY_MAX_RANK];
    int rank = 0;

    if (!list) {
        const bool has_rows = pd_stored_shape(shape, &rank, pose) && rank;
        return add_person(r, chain, id, NOT_A_LIST, has_rows ? shape[0] : 0);
    }

    for (size_t i = 0; i < list->item_count; i++) {
        char index[24];
        snprintf(index, sizeof index, "%zu", i);
        const bool has_rows = pd_stored_shape(shape, &rank, list->items[i]) && rank;
        if (add_person(r, chain, index, i, has_rows ? shape[0] : 0)) return r->err->status;
    }

    return PD_OK;
}

/* Looks for people in a value and in the dicts and lists inside it. */
static pd_status find_people(reading *r, person *chain, const pd_pickle_value *value, const char *id)
{
    value = pd_stored_plain(value);
    const pd_pickle_value *dict = pd_stored_dict(value);
    char key[PD_MOTION_PEOPLE_ID];

    if (r->steps++ > STEPS_MOST) {
        r->is_full = true;
        return PD_OK;
    }

    if (is_list_tree(value)) {
        for (size_t i = 0; i < value->item_count; i++) {
            snprintf(key, sizeof key, "%zu", i);
            const pd_pickle_value *item = pd_stored_plain(value->items[i]);
            if (!pd_stored_dict(item)) return PD_OK;
            if (find_people(r, chain, item, key)) return r->err->status;
        }

        return PD_OK;
    }

    if (!dict || chain->depth == DEPTH_MOST) return PD_OK;
    chain->chain[chain->depth++] = dict;
    const pd_pickle_value *pose = pose_of(dict, r->by_joints);
    pd_status s = pose ? add_people(r, chain, pose, id) : PD_OK;
    for (size_t i = 0; !pose && !s && i + 1 < dict->item_count; i += 2)
        if (pd_stored_key(key, sizeof key, dict->items[i]))
            s = find_people(r, chain, dict->items[i + 1], key);
    chain->depth--;

    return s;
}

/* Finds the people of all roots: by rotations, or by positions of joints if nobody has rotations. */
static pd_status find_all(reading *r, const pd_motion_tree_root *roots, size_t root_count)
{
    for (int by_joints = 0; by_joints < 2 && !r->count; by_joints++) {
        r->by_joints = by_joints;
        for (size_t i = 0; i < root_count; i++) {
            person chain = {.root = &roots[i], .item = NOT_A_LIST};
            if (find_people(r, &chain, roots[i].value, roots[i].name)) return r->err->status;
        }
    }

    return PD_OK;
}

/* Returns whether there is a person under a value. *steps: values that were looked at, so far and here. */
static bool has_person_below(size_t *steps, const pd_pickle_value *value)
{
    const pd_motion_tree_root root = {.name = "", .value = value};
    pd_error err;
    reading r = {.name = "", .steps = *steps, .err = &err};

    const bool has = find_all(&r, &root, 1) == PD_OK && r.count;
    *steps = r.steps;
    free(r.people);

    return has;
}

bool pd_motion_tree_has_person(const pd_pickle_value *value)
{
    size_t steps = 0;
    return has_person_below(&steps, value);
}

/* ---- messages ---- */

const char *pd_motion_tree_describe(char *out, size_t out_bytes, const pd_pickle_value *value)
{
    value = pd_stored_plain(value);
    const pd_pickle_value *dict = pd_stored_dict(value);
    size_t shape[PD_ARRAY_MAX_RANK];
    int rank;

    /* A list is described by its first item. */
    if (is_list_tree(value)) {
        char first[200];
        snprintf(out, out_bytes, "a list of %zu%s%s", value->item_count, value->item_count ? ", first " : "",
                 value->item_count
                     ? pd_motion_tree_describe(first, sizeof first, pd_stored_dict(value->items[0]))
                     : "");
        return out;
    }

    if (!dict) {
        snprintf(out, out_bytes, "no dict");
        return out;
    }

    /* The members of a dict with their shapes. */
    size_t used = (size_t)snprintf(out, out_bytes, "a dict with ");
    for (size_t i = 0; i + 1 < dict->item_count && used < out_bytes; i += 2) {
        const pd_pickle_value *item = pd_stored_plain(dict->items[i + 1]);
        char key[48] = "?", form[80] = "", entry[160];
        pd_stored_key(key, sizeof key, dict->items[i]);
        if (pd_stored_dict(item))
            snprintf(form, sizeof form, " (a dict of %zu)", pd_stored_dict(item)->item_count / 2);
        else if (pd_stored_shape(shape, &rank, item) && rank)
            snprintf(form, sizeof form, " %s",
                     pd_npz_floats_shape(
                         &(pd_npz_floats){.rank = rank,
                                          .shape = {shape[0], rank > 1 ? shape[1] : 0,
                                                    rank > 2 ? shape[2] : 0, rank > 3 ? shape[3] : 0}},
                         entry, sizeof entry));
        else if (is_list_tree(item))
            snprintf(form, sizeof form, " (a list of %zu)", item->item_count);
        const int length = snprintf(entry, sizeof entry, "%s%s%s", i ? ", " : "", key, form);
        if (used + (size_t)length + 5 > out_bytes) {
            snprintf(out + used, out_bytes - used, " ...");
            break;
        }

        memcpy(out + used, entry, (size_t)length + 1);
        used += (size_t)length;
    }

    return out;
}

static pd_status fail_without_people(reading *r, const pd_motion_tree_root *roots, size_t root_count)
{
    char there[300] = "nothing";
    if (root_count) pd_motion_tree_describe(there, sizeof there, roots[0].value);
    return pd_retarget_fail(r->err, PD_ERR_UNSUPPORTED, r->name, "",
                            "%s; a dict with poses, or body_pose and global_orient (pose_body and "
                            "root_orient), and trans, or with joints (frames, joints, 3), expected: save one "
                            "as numpy.savez(\"take.npz\", poses=..., trans=..., mocap_framerate=...)",
                            there);
}

/* ---- members ---- */

static bool is_written(const reading *r, const char *name)
{
    for (int i = 0; i < r->name_count; i++)
        if (!strcmp(r->names[i], name)) return true;
    return false;
}

/* Returns whether a member of the role was written. */
static bool has_role(const reading *r, pd_motion_role role)
{
    for (const char *const *name = pd_motion_member_names(role); *name; name++)
        if (is_written(r, *name)) return true;
    return false;
}

static void put_array_tree(reading *r, const char *name, const pd_array *array)
{
    PD_ASSERT(r->name_count < NAMES_MOST);
    snprintf(r->names[r->name_count++], NAME_BYTES, "%s", name);
    pd_npz_add(&r->writer, name, array);
}

static void put_text_tree(reading *r, const char *name, pd_bytes text)
{
    pd_array array = pd_array_of(PD_DTYPE_CHARS, text.data, 0, NULL);
    array.item_bytes = array.data_bytes = text.size;
    put_array_tree(r, name, &array);
}

/* Writes numbers. A single one keeps its type, so that a rate has all its digits. */
static pd_status put_numbers_tree(reading *r, const char *name, const pd_pickle_value *value)
{
    pd_array array;
    pd_npz_floats floats;
    pd_error reason = {0};

    if (!pd_pickle_array(&array, value, name, NULL) && !array.rank && array.dtype <= PD_DTYPE_BOOL &&
        !array.big_endian) {
        put_array_tree(r, name, &array);
        return PD_OK;
    }

    if (pd_stored_floats(&floats, r->file, value, name, &reason) == PD_OK) {
        array = pd_array_of(PD_DTYPE_F32, floats.values, floats.rank, floats.shape);
        put_array_tree(r, name, &array);
        pd_npz_floats_deinit(&floats);
        return PD_OK;
    }

    if (reason.status == PD_ERR_MEMORY) return (*r->err = reason).status;

    /* Neither numbers nor a text. */
    char form[48] = "(another object)";
    if (is_list_tree(value)) snprintf(form, sizeof form, "(a list of %zu)", value->item_count);
    pd_motion_unread_add(&r->unread, name, form);

    return PD_OK;
}

/* Writes a list of texts, such as names of joints, as an array of texts of one length.
 * Returns false for any other list. */
static bool put_texts(reading *r, const char *name, const pd_pickle_value *list)
{
    size_t longest = 0;

    if (!is_list_tree(list) || !list->item_count || list->item_count > TEXTS_MOST) return false;
    for (size_t i = 0; i < list->item_count; i++) {
        if (list->items[i]->kind != PD_PICKLE_TEXT && list->items[i]->kind != PD_PICKLE_BYTES) return false;
        if (list->items[i]->text.size > TEXT_BYTES) return false;
        if (list->items[i]->text.size > longest) longest = list->items[i]->text.size;
    }

    char *texts = longest ? calloc(list->item_count, longest) : NULL;
    if (!texts) return false;
    for (size_t i = 0; i < list->item_count; i++)
        if (list->items[i]->text.size)
            memcpy(texts + i * longest, list->items[i]->text.data, list->items[i]->text.size);
    pd_array array = pd_array_of(PD_DTYPE_CHARS, texts, 1, &list->item_count);
    array.item_bytes = longest;
    array.data_bytes = longest * list->item_count;
    put_array_tree(r, name, &array);
    free(texts);

    return true;
}

/* Returns whether a member of this name can be written: a dict of a pickle may have a key twice, and the
 * first one counts. Members beyond NAMES_MOST are named as unread. */
static bool is_room_for(reading *r, const char *name)
{
    if (is_written(r, name)) return false;
    if (r->name_count < NAMES_MOST) return true;
    pd_motion_unread_add(&r->unread, name, "");
    return false;
}

/* Writes a member of people who are frames: the rows of all of them. */
static pd_status put_frames(reading *r, const char *name, const char *key)
{
    const size_t frames = r->count;
    pd_npz_floats all = {0};
    pd_status s = PD_OK;

    if (!is_room_for(r, name)) return PD_OK;
    for (size_t t = 0; t < frames && !s; t++) {
        pd_npz_floats one;
        pd_error reason = {0};
        const person *p = &r->people[t];
        const pd_pickle_value *value = pd_stored_plain(pd_stored_get(p->chain[p->depth - 1], key));
        if (pd_stored_floats(&one, r->file, value, name, &reason)) {
            if (reason.status == PD_ERR_MEMORY) s = (*r->err = reason).status;
            break;
        }

        if (!t) {
            all.count = one.count;
            all.values = malloc((frames * one.count + 1) * sizeof *all.values);
            if (!all.values)
                s = pd_retarget_fail(r->err, PD_ERR_MEMORY, r->name, name, "out of memory for %zu frames",
                                     frames);
        }

        const bool fits = one.count == all.count;
        if (!s && fits && one.count)
            memcpy(all.values + t * one.count, one.values, one.count * sizeof *one.values);
        all.rank += !s && fits;
        pd_npz_floats_deinit(&one);
        if (!fits) break;
    }

    /* Written if every frame has the member with as many numbers. */
    if (!s && (size_t)all.rank == frames) {
        const pd_array array = PD_ARRAY(PD_DTYPE_F32, all.values, frames, all.count);
        put_array_tree(r, name, &array);
    } else if (!s) {
        pd_motion_unread_add(&r->unread, name, "(not in every frame alike)");
    }

    free(all.values);

    return s;
}

/* Writes one member that is no dict. */
static pd_status put_member(reading *r, const char *name, const pd_pickle_value *value)
{
    if (!is_room_for(r, name)) return PD_OK;

    /* One person's item of a list with an item for each. */
    if (r->items && is_list_tree(value) && value->item_count == r->items)
        value = pd_stored_plain(value->items[r->item]);

    switch (value->kind) {
    case PD_PICKLE_NONE: {
        const size_t used = strlen(r->empty);
        snprintf(r->empty + used, sizeof r->empty - used, "%s%s", used ? ", " : "", name);
        return PD_OK;
    }
    case PD_PICKLE_TEXT:
    case PD_PICKLE_BYTES: put_text_tree(r, name, value->text); return PD_OK;
    default: break;
    }

    /* A numpy text has one element. */
    pd_array array;
    if (!pd_pickle_array(&array, value, name, NULL) && array.count == 1 &&
        (array.dtype == PD_DTYPE_CHARS || array.dtype == PD_DTYPE_UTF32)) {
        put_array_tree(r, name, &array);
        return PD_OK;
    }

    return put_texts(r, name, value) ? PD_OK : put_numbers_tree(r, name, value);
}

/* Writes the members of a dict that are no dicts. Names that were written before are left as they are. */
static pd_status put_own(reading *r, const pd_pickle_value *dict)
{
    for (size_t i = 0; i + 1 < dict->item_count; i += 2) {
        char key[NAME_BYTES];
        const pd_pickle_value *value = pd_stored_plain(dict->items[i + 1]);
        const bool holds_dicts =
            is_list_tree(value) && value->item_count && pd_stored_dict(pd_stored_plain(value->items[0]));
        if (!pd_stored_key(key, sizeof key, dict->items[i]) || pd_stored_dict(value) || holds_dicts) continue;
        const pd_status s = r->has_frames ? put_frames(r, key, key) : put_member(r, key, value);
        if (s) return s;
    }

    return PD_OK;
}

/* Returns whether a fact of a nested dict is of use: rate, gender, model, axes. */
static bool is_fact(const char *key)
{
    const pd_motion_member *row = pd_motion_member_of(key);
    return row && (row->role == PD_MOTION_ROLE_RATE || row->role == PD_MOTION_ROLE_GENDER ||
                   row->role == PD_MOTION_ROLE_TYPE || row->role == PD_MOTION_ROLE_UP);
}

/* Writes the facts of the dicts in a dict, under their own names where the person has none. A dict with a
 * person in it is not one of them. */
static pd_status put_nested(reading *r, const pd_pickle_value *dict)
{
    for (size_t i = 0; i + 1 < dict->item_count; i += 2) {
        char key[NAME_BYTES], path[NAME_BYTES];
        const pd_pickle_value *value = pd_stored_plain(dict->items[i + 1]);
        const pd_pickle_value *inner = pd_stored_dict(value);
        if (!pd_stored_key(key, sizeof key, dict->items[i]) || is_written(r, key)) continue;
        if (!inner && !is_list_tree(value)) continue;
        if (has_person_below(&r->steps, value)) continue;
        if (!inner || inner->item_count / 2 > ITEMS_MOST) {
            char form[48];
            if (!inner && !(value->item_count && pd_stored_dict(pd_stored_plain(value->items[0])))) continue;
            snprintf(form, sizeof form, inner ? "(a dict of %zu)" : "(a list of %zu dicts)",
                     inner ? inner->item_count / 2 : value->item_count);
            pd_motion_unread_add(&r->unread, key, form);
            continue;
        }

        /* Its facts, and a word about the rest. */
        size_t left = 0;
        for (size_t k = 0; k + 1 < inner->item_count; k += 2) {
            const pd_pickle_value *item = pd_stored_plain(inner->items[k + 1]);
            if (!pd_stored_key(path, sizeof path, inner->items[k])) continue;
            if (!is_fact(path) || pd_stored_dict(item) || has_role(r, pd_motion_member_of(path)->role)) {
                left++;
                continue;
            }

            if (put_member(r, path, item)) return r->err->status;
        }

        snprintf(path, sizeof path, "(%zu members)", left);
        if (left) pd_motion_unread_add(&r->unread, key, path);
    }

    return PD_OK;
}

/* Copies the arrays of an npz around the person. */
static void put_beside(reading *r, pd_npz *beside, const pd_motion_tree_root *roots, size_t root_count)
{
    for (int i = 0; beside && i < beside->member_count; i++) {
        const char *member = pd_npz_member(beside, i);
        const size_t length = strlen(member);
        char name[NAME_BYTES];
        pd_array array;
        bool is_root = false;
        snprintf(name, sizeof name, "%.*s",
                 (int)(length > 4 && !strcmp(member + length - 4, ".npy") ? length - 4 : length), member);
        for (size_t k = 0; k < root_count; k++) is_root = is_root || !strcmp(roots[k].name, name);
        if (is_root || is_written(r, name) || r->name_count == NAMES_MOST) continue;
        if (pd_npz_read(&array, beside, member, NULL) != PD_OK || array.dtype == PD_DTYPE_OBJECT ||
            array.big_endian || (array.fortran && array.rank > 1))
            pd_motion_unread_add(&r->unread, name, "");
        else
            put_array_tree(r, name, &array);
    }
}

/* ---- the person ---- */

/* Returns whether the dict of person i is `value`. */
static bool is_person(const reading *r, size_t i, const pd_pickle_value *value)
{
    return r->people[i].chain[r->people[i].depth - 1] == pd_stored_dict(pd_stored_plain(value));
}

/* Returns whether the people are the items of a list in the root, or of the root itself, and have no ids. */
static bool are_listed(const reading *r, const pd_pickle_value *root)
{
    static const char *const ids[] = {"id", "tid", "track_id", "person_id", NULL};
    const pd_pickle_value *list = root, *dict = pd_stored_dict(root);

    for (size_t i = 0; dict && i + 1 < dict->item_count; i += 2) {
        const pd_pickle_value *value = pd_stored_plain(dict->items[i + 1]);
        if (is_list_tree(value) && value->item_count && is_person(r, 0, value->items[0])) list = value;
    }

    if (!is_list_tree(list) || list->item_count != r->count || !is_person(r, 0, list->items[0])) return false;
    for (size_t i = 0; ids[i]; i++)
        if (pd_stored_get(r->people[0].chain[r->people[0].depth - 1], ids[i])) return false;

    return true;
}

/* Returns whether a key names a frame: a number of four digits or more at its end, such as 000012 and
 * image_000012.jpg. Tracks and people have shorter numbers. */
static bool is_frame_name(const char *key)
{
    const char *slash = strrchr(key, '/'), *name = slash ? slash + 1 : key, *dot = strrchr(name, '.');
    const char *end = dot ? dot : name + strlen(name);
    int digits = 0;

    while (end - digits > name && end[-1 - digits] >= '0' && end[-1 - digits] <= '9') digits++;

    return digits >= 4;
}

/* Returns whether the people are the values of the root, a dict whose keys are names of frames in rising
 * order. */
static bool are_named_as_frames(const reading *r, const pd_pickle_value *root)
{
    const pd_pickle_value *dict = pd_stored_dict(root);

    if (!dict || dict->item_count != 2 * r->count) return false;
    for (size_t i = 0; i < r->count; i++) {
        const char *id = r->people[i].id;
        if (!is_person(r, i, dict->items[2 * i + 1]) || !is_frame_name(id)) return false;
        if (i && strcmp(r->people[i - 1].id, id) >= 0) return false;
    }

    return true;
}

/* Returns whether the people are frames of one person: two or more dicts of one pose each, in a list without
 * ids or under names of frames. */
static bool are_frames(const reading *r, const pd_motion_tree_root *roots, size_t root_count)
{
    if (r->count < 2 || root_count != 1) return false;

    const pd_pickle_value *root = pd_stored_plain(roots[0].value);
    if (!are_listed(r, root) && !are_named_as_frames(r, root)) return false;
    for (size_t i = 0; i < r->count; i++) {
        const person *p = &r->people[i];
        const pd_pickle_value *pose = pose_of(p->chain[p->depth - 1], r->by_joints);
        size_t shape[PD_ARRAY_MAX_RANK];
        int rank;
        if (p->item != NOT_A_LIST || !pd_stored_shape(shape, &rank, pose)) return false;
        if (rank > 2 ? shape[0] != 1 && shape[rank - 1] != 3 : rank == 2 && shape[0] != 1 && shape[1] != 3)
            return false;
    }

    return true;
}

/* Chooses the person that the caller names by key or index, else the one with the most frames. */
static pd_status choose_person_tree(const person **out, reading *r)
{
    pd_motion_people people = {.ids = ""};

    for (size_t i = 0; i < r->count; i++)
        if (pd_motion_people_offer(&people, r->options, r->people[i].id, r->people[i].rows))
            *out = &r->people[i];
    const pd_status s =
        pd_motion_people_finish(&people, r->notes, r->notes_bytes, r->options, r->name, r->err);
    if (!s && r->is_full)
        pd_retarget_note(r->notes, r->notes_bytes, "only the first %d people are looked at", PEOPLE_MOST);

    return s;
}

/* Writes the members of the person and of the dicts around it. */
static pd_status put_person(reading *r, const person *p, pd_npz *beside, const pd_motion_tree_root *roots,
                            size_t root_count)
{
    const pd_pickle_value *own = p->chain[p->depth - 1];
    const pd_pickle_value *list = list_of_people(pose_of(own, r->by_joints));
    pd_status s = PD_OK;

    r->file = p->root->file;
    r->item = p->item;
    r->items = p->item != NOT_A_LIST && list ? list->item_count : 0;
    for (int d = p->depth - 1; d >= 0 && !s; d--) {
        s = put_own(r, p->chain[d]);
        r->items = 0;
        r->has_frames = false;
    }

    for (int d = p->depth - 1; d >= 0 && !s; d--) s = put_nested(r, p->chain[d]);
    if (!s) put_beside(r, beside, roots, root_count);

    /* Other objects of an npz. */
    for (size_t i = 0; i < root_count && !s; i++)
        if (&roots[i] != p->root) pd_motion_unread_add(&r->unread, roots[i].name, "(an object)");

    return s;
}

pd_status pd_motion_tree_npz(pd_buffer *out, char *notes, size_t notes_bytes,
                             const pd_motion_tree_root *roots, size_t root_count, pd_npz *beside,
                             const char *name, const pd_motion_regressed_options *options, pd_error *err)
{
    pd_error own = {0};
    reading r = {.options = options,
                 .name = name,
                 .notes = notes,
                 .notes_bytes = notes_bytes,
                 .err = err ? err : &own,
                 .names = calloc(NAMES_MOST, sizeof *r.names)};
    const person *chosen = NULL;

    if (!r.names) return pd_retarget_fail(r.err, PD_ERR_MEMORY, name, "", "out of memory");
    pd_status s = find_all(&r, roots, root_count);
    if (!s && !r.count) s = fail_without_people(&r, roots, root_count);

    /* Frames of one person, or one person of several. */
    if (!s && !options->person && are_frames(&r, roots, root_count)) {
        r.has_frames = true;
        chosen = &r.people[0];
        pd_retarget_note(notes, notes_bytes,
                         "%zu bodies of one pose each, %s to %s, are read as frames of one person", r.count,
                         r.people[0].id, r.people[r.count - 1].id);
    } else if (!s) {
        s = choose_person_tree(&chosen, &r);
    }

    if (!s) {
        r.writer = pd_npz_begin(out);
        s = put_person(&r, chosen, beside, roots, root_count);
        const pd_status ended = pd_npz_end(&r.writer, s ? NULL : r.err);
        if (!s) s = ended;
        if (!s && out->failed)
            s = pd_retarget_fail(r.err, PD_ERR_MEMORY, name, "", "out of memory to write it");
    }

    if (!s && *r.empty) pd_retarget_note(notes, notes_bytes, "empty: %s", r.empty);
    if (!s) pd_motion_unread_note(notes, notes_bytes, &r.unread);
    free(r.people);
    free(r.names);

    return s;
}
