#include "core/motion/gather/gather.h"

#include "core/base/assert.h"
#include "core/io/python/json_pickle.h"
#include "core/io/tensor/npy.h"
#include "core/io/tensor/safetensors.h"
#include "core/motion/gather/array.h"
#include "core/motion/gather/members.h"
#include "core/motion/gather/mvnx.h"
#include "core/motion/gather/people.h"
#include "core/motion/gather/tree.h"
#include "core/retarget/character/note.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOTS_MOST 64 /* objects of an npz */

typedef struct gathering {
    pd_buffer *out;
    char *notes;
    const char *name;
    const pd_motion_regressed_options *options;
    pd_error *err;
} gathering;

static bool is_npy(pd_bytes file)
{
    return file.size >= 6 && !memcmp(file.data, "\x93NUMPY", 6);
}

static bool is_zip_gather(pd_bytes file)
{
    return file.size >= 4 && !memcmp(file.data, "PK\3\4", 4);
}

bool pd_motion_gather_is(pd_bytes file, bool is_query)
{
    return is_npy(file) || pd_stored_is(file) || pd_motion_mvnx_is(file) ||
           pd_safetensors_sniff(file.data, file.size) || (!is_query && pd_json_pickle_is(file));
}

/* Returns whether the npz has a member with a name of the role. */
static bool has_role_gather(const pd_npz *npz, pd_motion_role role)
{
    for (const char *const *name = pd_motion_member_names(role); *name; name++)
        if (pd_npz_has(npz, *name)) return true;
    return false;
}

static bool has_rotations(const pd_npz *npz)
{
    return has_role_gather(npz, PD_MOTION_ROLE_POSES) || has_role_gather(npz, PD_MOTION_ROLE_BODY) ||
           has_role_gather(npz, PD_MOTION_ROLE_ROOT);
}

bool pd_motion_gather_has_joints_alone(const pd_npz *npz)
{
    return !has_rotations(npz) && (has_role_gather(npz, PD_MOTION_ROLE_JOINTS) || pd_npz_has(npz, "motion"));
}

/* ---- objects of Python and JSON ---- */

/* Writes the members of a stored object: of a program that is known, or of a person in it. */
static pd_status gather_stored(const gathering *g, pd_bytes file)
{
    pd_stored stored;
    pd_status s = pd_stored_parse(&stored, file, g->name, g->err);

    if (s) return s;
    if (pd_motion_regressed_is(stored.root)) {
        s = pd_motion_regressed_npz(g->out, g->notes, &stored, g->options, g->err);
    } else {
        const pd_motion_tree_root root = {.name = "", .file = &stored, .value = stored.root};
        s = pd_motion_tree_npz(g->out, g->notes, PD_MOTION_GATHER_NOTES, &root, 1, NULL, g->name, g->options,
                               g->err);
    }

    pd_stored_deinit(&stored);

    return s;
}

/* ---- npy ---- */

static pd_status gather_npy(const gathering *g, pd_bytes file)
{
    pd_array array;
    const pd_status s = pd_npy_parse(&array, file.data, file.size, g->name, g->err);

    if (s) return s;
    if (array.dtype == PD_DTYPE_OBJECT) return gather_stored(g, file);

    return pd_motion_array_npz(g->out, g->notes, PD_MOTION_GATHER_NOTES, &array, g->name, g->err);
}

/* ---- safetensors ---- */

static pd_status gather_safetensors(const gathering *g, pd_bytes file)
{
    pd_safetensors tensors;
    pd_status s = pd_safetensors_parse(&tensors, file.data, file.size, g->name, g->err);

    if (s) return s;
    pd_npz_writer w = pd_npz_begin(g->out);
    for (int i = 0; i < tensors.tensor_count; i++) {
        const pd_array *array = &tensors.tensors[i].array;
        if (array->dtype != PD_DTYPE_BF16) {
            pd_npz_add(&w, tensors.tensors[i].name, array);
            continue;
        }

        /* An npz has no bfloat16. */
        float *values = malloc((array->count + 1) * sizeof *values);
        if (!values) s = pd_retarget_fail(g->err, PD_ERR_MEMORY, g->name, "", "out of memory");
        if (!s) s = pd_array_f32(values, array, tensors.tensors[i].name, g->err);
        const pd_array wide = pd_array_of(PD_DTYPE_F32, values, array->rank, array->shape);
        if (!s) pd_npz_add(&w, tensors.tensors[i].name, &wide);
        free(values);
        if (s) break;
    }

    /* Texts such as the gender are in the metadata. */
    for (int i = 0; i < tensors.text_count && !s; i++) {
        const char *text = tensors.texts[i].value;
        if (pd_safetensors_find(&tensors, tensors.texts[i].key)) continue;
        pd_array array = pd_array_of(PD_DTYPE_CHARS, text, 0, NULL);
        array.item_bytes = array.data_bytes = strlen(text);
        pd_npz_add(&w, tensors.texts[i].key, &array);
    }

    const pd_status ended = pd_npz_end(&w, s ? NULL : g->err);
    pd_safetensors_deinit(&tensors);

    return s ? s : ended;
}

/* ---- npz ---- */

/* Returns the number of the object that is a film of a program that is known; count: none is. */
static size_t film_of(const pd_motion_tree_root *roots, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (pd_motion_regressed_is(pd_stored_plain(roots[i].value))) return i;
    return count;
}

/* Returns whether the only other object beside the film has people. */
static bool has_tracks_beside(const pd_motion_tree_root *roots, size_t count, size_t film)
{
    return count == 2 && pd_motion_tree_has_person(roots[film ? 0 : 1].value);
}

/* Writes the person of dicts in an npz (GRAB's body, ROMP's results). *is_there false: it has none. */
static pd_status gather_objects(const gathering *g, bool *is_there, pd_npz *npz)
{
    pd_stored *stored = calloc(ROOTS_MOST, sizeof *stored);
    pd_motion_tree_root *roots = calloc(ROOTS_MOST, sizeof *roots);
    char(*names)[80] = calloc(ROOTS_MOST, sizeof *names);
    size_t count = 0;
    pd_status s = PD_OK;

    *is_there = false;
    if (!stored || !roots || !names)
        s = pd_retarget_fail(g->err, PD_ERR_MEMORY, g->name, "", "out of memory");
    for (int i = 0; !s && i < npz->member_count && count < ROOTS_MOST; i++) {
        const char *member = pd_npz_member(npz, i);
        const size_t length = strlen(member);
        pd_array array;
        pd_bytes bytes;
        if (pd_npz_read(&array, npz, member, NULL) != PD_OK || array.dtype != PD_DTYPE_OBJECT) continue;
        if (pd_npz_bytes(&bytes, npz, member, NULL) != PD_OK ||
            pd_stored_parse(&stored[count], bytes, member, NULL) != PD_OK)
            continue;
        snprintf(names[count], sizeof names[count], "%.*s",
                 (int)(length > 4 && !strcmp(member + length - 4, ".npy") ? length - 4 : length), member);
        roots[count] = (pd_motion_tree_root){names[count], &stored[count], stored[count].root};
        *is_there = *is_there || pd_motion_tree_has_person(stored[count].root);
        count++;
    }

    /* The pictures of a film, unless the file has its tracks as well, which are the people over time. */
    const size_t film = film_of(roots, count);
    const bool has_tracks = *is_there && film < count && has_tracks_beside(roots, count, film);
    if (!s && film < count && !has_tracks) {
        *is_there = true;
        stored[film].root = pd_stored_plain(stored[film].root);
        s = pd_motion_regressed_npz(g->out, g->notes, &stored[film], g->options, g->err);
    } else if (!s && *is_there && has_tracks) {
        const pd_motion_tree_root tracks = roots[film ? 0 : 1];
        s = pd_motion_tree_npz(g->out, g->notes, PD_MOTION_GATHER_NOTES, &tracks, 1, NULL, g->name,
                               g->options, g->err);
        if (!s)
            pd_retarget_note(g->notes, PD_MOTION_GATHER_NOTES,
                             "the people of %s are read, not the pictures of %s", tracks.name,
                             roots[film].name);
    } else if (!s && *is_there)
        s = pd_motion_tree_npz(g->out, g->notes, PD_MOTION_GATHER_NOTES, roots, count, npz, g->name,
                               g->options, g->err);
    for (size_t i = 0; i < count; i++) pd_stored_deinit(&stored[i]);
    free(stored);
    free(roots);
    free(names);

    return s;
}

/* Returns the number of people of arrays with an axis for them, (P,T,...) with P > 1; 0: they have none. */
static size_t people_of(pd_npz *npz)
{
    static const struct {
        pd_motion_role role;
        size_t widths[5];
    } rows[] = {{PD_MOTION_ROLE_POSES, {66, 72, 156, 165, 0}},
                {PD_MOTION_ROLE_BODY, {63, 69, 0, 0, 0}},
                {PD_MOTION_ROLE_ROOT, {3, 0, 0, 0, 0}}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (const char *const *name = pd_motion_member_names(rows[i].role); *name; name++) {
            pd_array array;
            if (!pd_npz_has(npz, *name) || pd_npz_read(&array, npz, *name, NULL) != PD_OK || array.rank < 3 ||
                array.shape[0] < 2)
                continue;

            /* (P,T,W) or (P,T,J,3), and not (T,J,3). */
            const size_t width = array.rank == 3                          ? array.shape[2]
                                 : array.rank == 4 && array.shape[3] == 3 ? array.shape[2] * 3
                                                                          : 0;
            for (const size_t *w = rows[i].widths; *w && width; w++)
                if (*w == width && !(array.rank == 3 && *w == 3 && array.shape[1] == 1))
                    return array.shape[0];
        }

    return 0;
}

/* Writes one person of arrays (P,T,...): row `person` of every array with P rows. */
static pd_status gather_row(const gathering *g, pd_npz *npz, size_t people)
{
    pd_motion_people choice = {.ids = ""};
    size_t person = 0;

    for (size_t i = 0; i < people; i++) {
        char id[24];
        snprintf(id, sizeof id, "%zu", i);
        if (pd_motion_people_offer(&choice, g->options, id, 1)) person = i;
    }

    pd_status s =
        pd_motion_people_finish(&choice, g->notes, PD_MOTION_GATHER_NOTES, g->options, g->name, g->err);
    if (s) return s;

    pd_npz_writer w = pd_npz_begin(g->out);
    for (int i = 0; i < npz->member_count && !s; i++) {
        const char *member = pd_npz_member(npz, i);
        const size_t length = strlen(member);
        char name[80];
        pd_array array;
        if (pd_npz_read(&array, npz, member, NULL) != PD_OK) continue;
        snprintf(name, sizeof name, "%.*s",
                 (int)(length > 4 && !strcmp(member + length - 4, ".npy") ? length - 4 : length), member);
        const bool is_of_people = array.rank && array.shape[0] == people && array.dtype <= PD_DTYPE_BOOL;
        const bool is_plain = !array.big_endian && (!array.fortran || array.rank < 2);
        if (array.dtype == PD_DTYPE_OBJECT || (!is_plain && !is_of_people)) {
            pd_retarget_note(g->notes, PD_MOTION_GATHER_NOTES, "%s is left out beside the people's arrays",
                             name);
            continue;
        }

        if (!is_of_people) {
            pd_npz_add(&w, name, &array);
            continue;
        }

        /* The row of the person. */
        float *values = malloc((array.count + 1) * sizeof *values);
        if (!values) s = pd_retarget_fail(g->err, PD_ERR_MEMORY, g->name, name, "out of memory");
        if (!s) s = pd_array_f32(values, &array, name, g->err);
        const size_t row = array.count / people;
        if (!s) {
            const pd_array one =
                pd_array_of(PD_DTYPE_F32, values + person * row, array.rank - 1, array.shape + 1);
            pd_npz_add(&w, name, &one);
        }

        free(values);
    }

    const pd_status ended = pd_npz_end(&w, s ? NULL : g->err);

    return s ? s : ended;
}

/* Writes the person of an npz that is no plain one. *is_made false: it can be read as it is. */
static pd_status gather_npz(const gathering *g, bool *is_made, pd_bytes file)
{
    pd_npz npz;
    pd_array array;
    pd_bytes bytes;

    /* A damaged file is refused by its reader. */
    *is_made = false;
    if (pd_npz_parse(&npz, file.data, file.size, g->name, NULL) != PD_OK) return PD_OK;
    if (g->options->most_bytes) npz.most_bytes = g->options->most_bytes;

    pd_status s = PD_OK;
    const size_t people = people_of(&npz);
    if (people) {
        *is_made = true;
        s = gather_row(g, &npz, people);
    } else if (npz.member_count == 1 && pd_npz_has(&npz, "arr_0") &&
               pd_npz_bytes(&bytes, &npz, "arr_0", NULL) == PD_OK &&
               pd_npy_parse(&array, bytes.data, bytes.size, g->name, NULL) == PD_OK) {
        *is_made = true;
        s = gather_npy(g, bytes);
    } else if (!has_rotations(&npz) && !has_role_gather(&npz, PD_MOTION_ROLE_JOINTS)) {
        s = gather_objects(g, is_made, &npz);
    }

    if (!s && !*is_made && g->options->person)
        s = pd_retarget_fail(g->err, PD_ERR_INVALID, g->name, g->options->is_query ? "person" : "--person",
                             "%s; the file has one person", g->options->person);
    pd_npz_deinit(&npz);

    return s;
}

/* ---- any file ---- */

pd_status pd_motion_gather(pd_bytes *npz, pd_buffer *written, char *notes, pd_bytes file, const char *name,
                           const pd_motion_regressed_options *options, pd_error *err)
{
    static const pd_motion_regressed_options none;
    pd_error own = {0};
    const gathering g = {.out = written,
                         .notes = notes,
                         .name = name,
                         .options = options ? options : &none,
                         .err = err ? err : &own};
    bool is_made = true;
    pd_status s;

    *notes = 0;
    *npz = file;
    if (is_npy(file))
        s = gather_npy(&g, file);
    else if (pd_stored_is(file) || (!g.options->is_query && pd_json_pickle_is(file)))
        s = gather_stored(&g, file);
    else if (pd_safetensors_sniff(file.data, file.size))
        s = gather_safetensors(&g, file);
    else if (pd_motion_mvnx_is(file))
        s = pd_motion_mvnx_npz(written, notes, PD_MOTION_GATHER_NOTES, file, name, g.err);
    else if (is_zip_gather(file))
        s = gather_npz(&g, &is_made, file);
    else
        return PD_OK;

    if (!s && written->failed)
        s = pd_retarget_fail(g.err, PD_ERR_MEMORY, name, "", "out of memory to write it");
    if (is_made) *npz = (pd_bytes){written->data, written->size};

    return s;
}
