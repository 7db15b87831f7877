/* Films as dicts of pictures: of each picture lists of ids and people (4D-Humans), or arrays with a row for
 * each person (ROMP, BEV). The pictures are listed by name, one person is chosen,
 * and their rows are read in order. */
#include "core/motion/gather/regressed_parts.h"

#include "core/base/assert.h"
#include "core/anim/clip.h"
#include "core/retarget/character/note.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PEOPLE_MOST   100000
#define PICTURES_MOST PD_ANIM_MAX_FRAMES
#define ROWS_MOST     1000 /* people of a film whose pictures have rows */
#define LARGEST_ID    1e7F /* below it, floats hold each whole number */

bool pd_motion_regressed_is_picture_of_rows(const pd_motion_regressed_kind *k, const pd_pickle_value *value)
{
    return pd_stored_get(value, k->marks[0]) && pd_stored_get(value, k->camera.place) &&
           (pd_stored_get(value, "center_confs") || pd_stored_get(value, "pj2d_org") ||
            pd_stored_get(value, "pj2d") || pd_stored_get(value, "center_preds"));
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
static pd_status choose_id(pd_motion_people *c, pd_motion_regressed_reading *r, const picture *pictures,
                           size_t count)
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

    return s ? s : pd_motion_regressed_finish_people(r, c);
}

/* Reads the person of that id from the pictures that show them. */
static pd_status read_pictures_of(pd_motion_regressed_reading *r, const pd_motion_people *c,
                                  const picture *pictures, size_t count)
{
    size_t t = 0;
    pd_status s = pd_motion_regressed_make_frames(r, c->length);

    for (size_t i = 0; i < count && t < r->frame_count && !s; i++) {
        const int place = regressed_place_of(pd_stored_get(pictures[i].value, "tid"), c->id);
        const pd_pickle_value *people = pd_stored_get(pictures[i].value, r->kind->marks[0]);
        if (place < 0) continue;
        if (!people || people->kind != PD_PICKLE_LIST || (size_t)place >= people->item_count)
            return pd_retarget_fail(
                r->err, PD_ERR_FORMAT, r->name, r->kind->marks[0],
                "picture %zu has another number of entries than ids; one entry for each id expected", i);
        r->times[t] = (int64_t)i;
        s = pd_motion_regressed_read_turns(r, people->items[place], t, 1);
        if (!s) s = pd_motion_regressed_read_betas(r, people->items[place]);
        t++;
    }

    /* An id that is twice in one picture counts once. */
    if (!s) r->frame_count = t;

    return s;
}

/* Lists the pictures of a film in the order of their names. The caller frees *out, also after an error. */
static pd_status list_pictures(picture **out, pd_motion_regressed_reading *r, const pd_pickle_value *dict,
                               size_t count)
{
    pd_status s = PD_OK;

    *out = NULL;
    if (count > PICTURES_MOST)
        return pd_retarget_fail(r->err, PD_ERR_RANGE, r->name, "", "%zu pictures; 1 to %d allowed", count,
                                PICTURES_MOST);
    picture *pictures = malloc((count + 1) * sizeof *pictures);
    *out = pictures;
    if (!pictures)
        return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->name, "", "out of memory for %zu pictures", count);
    for (size_t i = 0; i < count && !s; i++) {
        const pd_pickle_value *key = dict->items[2 * i];
        if (key->kind != PD_PICKLE_TEXT && key->kind != PD_PICKLE_BYTES)
            s = pd_retarget_fail(r->err, PD_ERR_FORMAT, r->name, "",
                                 "picture %zu has no name; the name of a file expected", i);
        pictures[i] = (picture){(const char *)key->text.data, key->text.size, dict->items[2 * i + 1]};
    }

    if (!s) qsort(pictures, count, sizeof *pictures, regressed_by_name);

    return s;
}

pd_status pd_motion_regressed_read_pictures(pd_motion_regressed_reading *r)
{
    const pd_pickle_value *dict = pd_stored_dict(r->file->root);
    const size_t count = dict->item_count / 2;
    pd_motion_people c = {.ids = ""};
    picture *pictures;

    /* Pictures are the film's frames in the order of their names. */
    pd_status s = list_pictures(&pictures, r, dict, count);
    if (!s) s = choose_id(&c, r, pictures, count);
    if (!s) s = read_pictures_of(r, &c, pictures, count);
    free(pictures);

    return s;
}

/* ---- films of rows ---- */

/* Reads the ids of a picture's rows. *out is empty if it has none, or another number of them. */
static void read_ids(pd_npz_floats *out, pd_motion_regressed_reading *r, const pd_pickle_value *shown,
                     size_t rows)
{
    const pd_pickle_value *tracks = pd_stored_get(shown, "track_ids");

    *out = (pd_npz_floats){0};
    if (!rows || !tracks || pd_stored_floats(out, r->file, tracks, "track_ids", NULL) != PD_OK) return;

    bool are_good = out->count == rows;
    for (size_t i = 0; i < out->count && are_good; i++) are_good = fabsf(out->values[i]) < LARGEST_ID;
    if (!are_good) pd_npz_floats_deinit(out);
}

/* Writes the id of a row: that of the file, or the number of the row. */
static void id_of_row(char id[PD_MOTION_PEOPLE_ID], const pd_npz_floats *ids, size_t row)
{
    if (ids->count)
        snprintf(id, PD_MOTION_PEOPLE_ID, "%.0f", (double)ids->values[row]);
    else
        snprintf(id, PD_MOTION_PEOPLE_ID, "%zu", row);
}

/* Reads one row of a picture's arrays into frame t. */
static pd_status read_row_of_picture(pd_motion_regressed_reading *r, const pd_pickle_value *shown, size_t row,
                                     size_t rows, size_t t)
{
    const pd_motion_regressed_members *m = r->members;
    const char *const names[] = {m->pose, m->place, m->betas};
    pd_status s = PD_OK;

    for (int i = 0; i < 3 && !s; i++) {
        pd_npz_floats all;
        s = pd_motion_regressed_read_member(&all, r, shown, names[i]);
        if (s) return s;
        const size_t per = all.count / rows;
        if (!all.rank || all.shape[0] != rows || (i == 1 && per != 3)) {
            char shape[96];
            s = pd_retarget_fail(r->err, PD_ERR_FORMAT, r->name, names[i],
                                 "shape %s; a row for each of %zu people expected",
                                 pd_npz_floats_shape(&all, shape, sizeof shape), rows);
        } else {
            pd_npz_floats one = all;
            one.values = all.values + row * per;
            one.count = per;
            one.shape[0] = 1;
            if (i == 0)
                s = pd_motion_regressed_put_turns(r->poses + 3 * t * (size_t)r->kind->joint_count, r, &one,
                                                  names[i], 1, 0, r->kind->joint_count);
            if (i == 1) memcpy(r->places + 3 * t, one.values, 3 * sizeof *r->places);
            if (i == 2) s = pd_motion_regressed_add_betas(r, &one, names[i]);
        }

        pd_npz_floats_deinit(&all);
    }

    return s;
}

/* Counts the frames of each id, and chooses one. Rows without ids may be other people from picture to
 * picture, so a film of several people without ids needs the caller's word. */
static pd_status choose_row(pd_motion_people *c, pd_motion_regressed_reading *r, const picture *pictures,
                            const size_t *rows, size_t count)
{
    struct seen {
        char id[PD_MOTION_PEOPLE_ID];
        size_t frames;
    } *seen = calloc(ROWS_MOST, sizeof *seen);
    bool has_ids = true;
    size_t people = 0, most = 0;

    if (!seen) return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->name, "", "out of memory");
    for (size_t i = 0; i < count; i++) {
        char id[PD_MOTION_PEOPLE_ID];
        pd_npz_floats ids;
        read_ids(&ids, r, pictures[i].value, rows[i]);
        most = rows[i] > most ? rows[i] : most;
        has_ids = has_ids && (ids.count || !rows[i]);
        for (size_t k = 0; k < rows[i]; k++) {
            size_t at = 0;
            id_of_row(id, &ids, k);
            while (at < people && strcmp(seen[at].id, id) != 0) at++;
            if (at == people && people == ROWS_MOST) continue;
            if (at == people) memcpy(seen[people++].id, id, sizeof id);
            seen[at].frames++;
        }

        pd_npz_floats_deinit(&ids);
    }

    for (size_t i = 0; i < people; i++) pd_motion_people_offer(c, r->options, seen[i].id, seen[i].frames);
    free(seen);
    if (count > 1 && most > 1 && !has_ids) {
        if (!r->options->person)
            return pd_retarget_fail(
                r->err, PD_ERR_INVALID, r->name, "track_ids",
                "not there, and up to %zu people in a picture: their rows may change from "
                "picture to picture; run the program with tracking, or choose a row by %s",
                most, pd_motion_regressed_option(r, "--person", "person"));
        pd_retarget_note(
            r->notes, PD_MOTION_REGRESSED_NOTES,
            "row %s of each picture is read, which may be another person from picture to picture: "
            "the file has no track_ids",
            r->options->person);
    }

    return pd_motion_regressed_finish_people(r, c);
}

pd_status pd_motion_regressed_read_film_of_rows(pd_motion_regressed_reading *r)
{
    const pd_pickle_value *dict = pd_stored_dict(r->file->root);
    const bool is_one = pd_motion_regressed_is_picture_of_rows(r->kind, r->file->root);
    const size_t count = is_one ? 1 : dict->item_count / 2;
    picture *pictures = NULL;
    size_t *rows = calloc(count + 1, sizeof *rows);
    pd_motion_people c = {.ids = ""};
    pd_status s = is_one ? PD_OK : list_pictures(&pictures, r, dict, count);
    if (is_one) pictures = calloc(1, sizeof *pictures);
    if (!s && (!rows || !pictures))
        s = pd_retarget_fail(r->err, PD_ERR_MEMORY, r->name, "", "out of memory for %zu pictures", count);
    if (!s && is_one) pictures[0].value = r->file->root;

    /* The rows of each picture; a picture without people has none. */
    for (size_t i = 0; i < count && !s; i++)
        s = pd_motion_regressed_count_rows(&rows[i], r, pictures[i].value);
    if (!s) s = choose_row(&c, r, pictures, rows, count);
    if (!s) s = pd_motion_regressed_make_frames(r, c.length);

    size_t t = 0;
    for (size_t i = 0; i < count && !s; i++) {
        char id[PD_MOTION_PEOPLE_ID];
        pd_npz_floats ids;
        read_ids(&ids, r, pictures[i].value, rows[i]);
        for (size_t k = 0; k < rows[i] && t < r->frame_count; k++) {
            id_of_row(id, &ids, k);
            if (strcmp(id, c.id) != 0) continue;
            r->times[t] = (int64_t)i;
            s = read_row_of_picture(r, pictures[i].value, k, rows[i], t);
            t++;
            break;
        }

        pd_npz_floats_deinit(&ids);
    }

    /* An id that is twice in one picture counts once. */
    if (!s) r->frame_count = t;
    free(pictures);
    free(rows);

    return s;
}
