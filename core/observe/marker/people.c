#include "core/observe/marker/people.h"

#include "core/observe/marker/joints.h"
#include "core/observe/marker/label.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define REPEATED 6 /* known names that occur several times in a file of several people without owners */

/* Working memory: the owners of a file and who owns each column. */
typedef struct division {
    const pd_markers *file;
    char (*owners)[PD_MARKERS_NAME_BYTES]; /* (owner_count) */
    int *columns, *known;                  /* (owner_count) columns of each, and those with known names */
    int *owner;                            /* (M) of each column; -1: none */
    int owner_count, all_known;            /* all_known: columns with known names, of anybody */
} division;

/* Returns the number of an owner, which is added if it is new; -1 for an empty name. */
static int enter_owner(division *d, const char *name)
{
    if (!*name) return -1;
    for (int i = 0; i < d->owner_count; i++)
        if (!strcmp(d->owners[i], name)) return i;
    snprintf(d->owners[d->owner_count], PD_MARKERS_NAME_BYTES, "%s", name);
    return d->owner_count++;
}

/* Returns the part of a name that is of a marker or a joint, behind its owner; NULL: none. */
static const char *bare_name(const char *name)
{
    const char *colon = strrchr(name, ':');
    const char *own = colon ? colon + 1 : name;
    const char *under = strrchr(own, '_');
    const char *joint = pd_observe_joint_bare(own);
    bool right;

    /* Marker sets have names of their own with underlines (L_FHD); what is behind one may be a whole name. */
    if (joint == own || pd_observe_marker_of(own, &right) < 0) return joint;
    const bool is_divided = under && under - own > 2 && pd_observe_marker_of(under + 1, &right) >= 0;
    return is_divided ? under + 1 : own;
}

/* Finds the owners of all columns. */
static void find_owners(division *d)
{
    const pd_markers *file = d->file;

    for (int i = 0; i < file->marker_count; i++) {
        const char *colon = strrchr(file->names[i], ':');
        const char *own = colon ? colon + 1 : file->names[i];
        const char *bare = bare_name(file->names[i]);
        char before[PD_MARKERS_NAME_BYTES] = "";
        snprintf(before, sizeof before, "%s", file->owners[i]);
        if (!*before && bare && bare > own)
            snprintf(before, sizeof before, "%.*s", (int)(bare - 1 - own), own);
        d->all_known += bare != NULL;
        d->owner[i] = enter_owner(d, before);
        if (d->owner[i] < 0) continue;
        d->columns[d->owner[i]]++;
        d->known[d->owner[i]] += bare != NULL;
    }
}

/* Makes the file of one person from the columns that `person` (M) gives to it. */
static pd_status take_columns(pd_markers *out, const pd_markers *file, const int *person, int number,
                              const char *name, pd_error *err)
{
    const size_t all = (size_t)file->marker_count;

    *out = *file;
    out->names = NULL;
    out->owners = NULL;
    out->positions = NULL;
    out->marker_count = 0;
    for (size_t i = 0; i < all; i++) out->marker_count += person[i] == number;
    const pd_status status = pd_markers_make(out, name, err);
    if (status) return status;

    size_t to = 0;
    const size_t own = (size_t)out->marker_count;
    for (size_t i = 0; i < all; i++) {
        if (person[i] != number) continue;
        memcpy(out->names[to], file->names[i], sizeof *out->names);
        memcpy(out->owners[to], file->owners[i], sizeof *out->owners);
        for (size_t f = 0; f < (size_t)file->frame_count; f++)
            memcpy(out->positions + 3 * (f * own + to), file->positions + 3 * (f * all + i),
                   3 * sizeof *out->positions);
        to++;
    }

    return PD_OK;
}

/* Fills person (M) with the people of owners, and their names.
 * Returns their number, also beyond the limit. */
static int people_of_owners(int *person, pd_observe_marker_people *out, const division *d)
{
    const bool is_nameless = d->all_known < PD_OBSERVE_MARKER_LEAST;
    int *number = calloc((size_t)d->owner_count + 1, sizeof *number);
    int count = 0;

    if (!number) return -1;
    for (int k = 0; k < d->owner_count; k++) {
        const bool is_person =
            is_nameless ? d->columns[k] >= PD_OBSERVE_LABEL_LEAST : d->known[k] >= PD_OBSERVE_MARKER_LEAST;
        number[k] = is_person ? count : -1;
        if (is_person && count < PD_OBSERVE_MARKER_PEOPLE)
            memcpy(out->names[count], d->owners[k], sizeof *out->names);
        count += is_person;
    }

    for (int i = 0; i < d->file->marker_count; i++) person[i] = d->owner[i] < 0 ? -1 : number[d->owner[i]];
    free(number);
    return count;
}

/* Fills person (M) by how often the name of a column occurred before it, if enough names are repeated.
 * Returns the number of people, 1 if not. */
static int people_of_repeats(int *person, pd_observe_marker_people *out, const pd_markers *file)
{
    int repeated = 0, count = 1;

    for (int i = 0; i < file->marker_count; i++) {
        person[i] = -1;
        if (!bare_name(file->names[i])) continue;
        person[i] = 0;
        for (int k = 0; k < i; k++) person[i] += !strcasecmp(file->names[k], file->names[i]);
        repeated += person[i] == 1;
        count = person[i] + 1 > count ? person[i] + 1 : count;
    }

    if (repeated < REPEATED) return 1;
    for (int k = 0; k < count && k < PD_OBSERVE_MARKER_PEOPLE; k++)
        snprintf(out->names[k], sizeof out->names[k], "%d", k + 1);
    out->are_repeated = true;

    return count;
}

pd_status pd_observe_marker_people_make(pd_observe_marker_people *out, const pd_markers *file,
                                        const char *name, pd_error *err)
{
    const size_t columns = (size_t)file->marker_count;
    division d = {.file = file,
                  .owners = calloc(columns, sizeof *d.owners),
                  .columns = calloc(columns, sizeof *d.columns),
                  .known = calloc(columns, sizeof *d.known),
                  .owner = malloc(columns * sizeof *d.owner)};
    int *person = malloc(columns * sizeof *person);
    int count = -1;
    pd_status status = PD_OK;

    *out = (pd_observe_marker_people){.count = 0};
    if (d.owners && d.columns && d.known && d.owner && person) {
        find_owners(&d);
        count = people_of_owners(person, out, &d);
        if (count == 0) count = people_of_repeats(person, out, file);
    }

    if (count < 0) status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %zu markers", columns);
    if (count > PD_OBSERVE_MARKER_PEOPLE)
        status = pd_fail(err, PD_ERR_LIMIT, name, "markers of %d people; at most %d allowed", count,
                         PD_OBSERVE_MARKER_PEOPLE);

    /* One person has the whole file. */
    for (size_t i = 0; i < columns && !status && count <= 1; i++) person[i] = 0;
    for (int k = 0; k < (count > 1 ? count : 1) && !status; k++) {
        status = take_columns(&out->files[k], file, person, k, name, err);
        out->count++; /* also a file with only a part of its memory is freed below */
    }

    for (size_t i = 0; i < columns && !status; i++) out->left_out += person[i] < 0;
    free(d.owners);
    free(d.columns);
    free(d.known);
    free(d.owner);
    free(person);
    if (status) pd_observe_marker_people_deinit(out);

    return status;
}

void pd_observe_marker_people_deinit(pd_observe_marker_people *p)
{
    for (int k = 0; k < p->count; k++) pd_markers_deinit(&p->files[k]);
    p->count = 0;
}

int pd_observe_marker_people_find(const pd_observe_marker_people *p, const char *text)
{
    char *end;

    for (int k = 0; k < p->count && !p->are_repeated; k++)
        if (*p->names[k] && !strcasecmp(p->names[k], text)) return k;
    const long number = strtol(text, &end, 10);

    return *text && !*end && number >= 0 && number < p->count ? (int)number : -1;
}

void pd_observe_marker_people_text(char *out, size_t size, const pd_observe_marker_people *p)
{
    size_t used = 0;

    *out = 0;
    for (int k = 0; k < p->count && used + 1 < size; k++) {
        const bool is_named = *p->names[k] && !p->are_repeated;
        used += (size_t)snprintf(out + used, size - used, is_named ? "%s%d (%s)" : "%s%d", k ? ", " : "", k,
                                 p->names[k]);
    }
}
