#include "tools/train/capture_list.h"

#include "core/retarget/figure/retarget.h"
#include "core/motion/capture.h"
#include "core/base/file.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS_MAX 64
#define FIELD_BYTES 256

typedef struct table {
    const char *at, *end;
    const char *path;
    int line;
    int file, first, last, description; /* columns; the last may be -1 */
    char fields[COLUMNS_MAX][FIELD_BYTES];
    int count;
} table;

static bool read_line(table *t)
{
    if (t->at == t->end) return false;
    t->line++;
    t->count = 0;
    for (;;) {
        char dropped[FIELD_BYTES];

        /* Read a field, quoted or not, cut to its size. The cursor ends at the comma or the line end. */
        char *out = t->count < COLUMNS_MAX ? t->fields[t->count] : dropped;
        size_t length = 0;
        int quoted = t->at < t->end && *t->at == '"';
        t->at += quoted;
        for (; t->at < t->end; t->at++) {
            if (quoted && *t->at == '"') {
                t->at++;
                if (t->at == t->end || *t->at != '"') break;
            } else if (!quoted && (*t->at == ',' || *t->at == '\n'))
                break;
            if (*t->at != '\r' && length + 1 < FIELD_BYTES) out[length++] = *t->at;
        }

        out[length] = 0;

        t->count += t->count < COLUMNS_MAX;
        if (t->at == t->end || *t->at++ == '\n') return true;
    }
}

static pd_status fail_at_capture_list(const table *t, pd_error *err, const char *what)
{
    char where[192];
    snprintf(where, sizeof where, "%.150s:%d", t->path, t->line);
    return pd_fail(err, PD_ERR_FORMAT, where, "%s", what);
}

static int column(const table *t, const char *name)
{
    for (int c = 0; c < t->count; c++)
        if (!strcmp(t->fields[c], name)) return c;
    return -1;
}

static bool read_int(int *out, const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    *out = (int)value;
    return end != text && !*end && value >= 0 && value <= PD_ANIM_MAX_FRAMES;
}

static pd_status add_row_capture_list(pd_tool_capture_list *list, const table *t, const char *folder,
                                      const char *name, pd_error *err)
{
    int most = t->file > t->first ? t->file : t->first;
    pd_tool_capture_row *rows = realloc(list->rows, ((size_t)list->count + 1) * sizeof *rows);

    if (!rows) return pd_fail(err, PD_ERR_MEMORY, t->path, "out of memory for its rows");

    list->rows = rows;
    pd_tool_capture_row *row = &rows[list->count];

    /* The columns that are needed. */
    if (t->count <= (most > t->last ? most : t->last))
        return fail_at_capture_list(t, err,
                                    "the row has too few columns; as many as the first line has expected");

    if (!read_int(&row->first, t->fields[t->first]) || !read_int(&row->last, t->fields[t->last]) ||
        row->last < row->first)
        return fail_at_capture_list(
            t, err,
            "first_usable_frame and last_usable_frame are not a range of frames; first <= last expected");

    /* Read path, name and description. */
    snprintf(row->path, sizeof row->path, "%s/%s", folder, t->fields[t->file]);
    snprintf(row->name, sizeof row->name, "%.100s%s%.150s", name, *name ? "/" : "", t->fields[t->file]);
    const char *says = t->description >= 0 && t->description < t->count ? t->fields[t->description] : "";
    snprintf(row->description, sizeof row->description, "%.127s", says);
    list->count++;

    return PD_OK;
}

static pd_status read_index(pd_tool_capture_list *list, const char *folder, const char *name, pd_error *err)
{
    char path[1024];
    pd_bytes text;

    snprintf(path, sizeof path, "%.1000s/index.csv", folder);

    pd_status status = pd_file_map(&text, path, err);
    if (status != PD_OK) return status;

    /* The first line names the columns. */
    table t = {.at = (const char *)text.data, .end = (const char *)text.data + text.size, .path = path};
    read_line(&t);
    t.file = column(&t, "file");
    t.first = column(&t, "first_usable_frame");
    t.last = column(&t, "last_usable_frame");
    t.description = column(&t, "description");
    if (t.file < 0 || t.first < 0 || t.last < 0)
        status = fail_at_capture_list(
            &t, err, "columns are missing; file, first_usable_frame and last_usable_frame expected");

    /* Read the other lines, each a clip. */
    while (status == PD_OK && read_line(&t))
        if (t.count > 1) status = add_row_capture_list(list, &t, folder, name, err);
    pd_file_unmap(&text);

    return status;
}

static pd_status read_folders(pd_tool_capture_list *list, const char *folder, pd_error *err)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);

    if (count < 0) return pd_fail(err, PD_ERR_NOT_FOUND, folder, "no such folder");

    pd_status status = PD_OK;

    /* Folders with an index are captures; others are passed over. */
    for (int i = 0; i < count; i++) {
        char below[1024];
        pd_error own = {0};
        snprintf(below, sizeof below, "%.700s/%.300s", folder, entries[i]->d_name);
        if (status == PD_OK && entries[i]->d_name[0] != '.')
            status = read_index(list, below, entries[i]->d_name, &own);
        if (own.status == PD_ERR_NOT_FOUND || own.status == PD_ERR_IO)
            status = PD_OK; /* no index: no capture */
        else if (own.status != PD_OK && err)
            *err = own;
        free(entries[i]);
    }

    free(entries);
    return status;
}

static const char *file_of(const pd_tool_capture_row *row)
{
    const char *slash = strrchr(row->name, '/');
    return slash ? slash + 1 : row->name;
}

static int capture_list_by_name(const void *a, const void *b)
{
    return strcmp(((const pd_tool_capture_row *)a)->name, ((const pd_tool_capture_row *)b)->name);
}

void pd_tool_capture_list_drop_doubles(pd_tool_capture_list *list)
{
    int kept = 0;

    for (int i = 0; i < list->count; i++) {
        int same = 0;
        while (same < kept && strcmp(file_of(&list->rows[same]), file_of(&list->rows[i]))) same++;
        int length = list->rows[i].last - list->rows[i].first;
        if (same == kept)
            list->rows[kept++] = list->rows[i];
        else if (length > list->rows[same].last - list->rows[same].first)
            list->rows[same] = list->rows[i];
    }

    list->count = kept;
    qsort(list->rows, (size_t)list->count, sizeof *list->rows, capture_list_by_name);
}

pd_status pd_tool_capture_list_read_all(pd_tool_capture_list *list, const char *folder, pd_error *err)
{
    memset(list, 0, sizeof *list);
    pd_error own = {0};
    pd_status status = read_index(list, folder, "", &own);
    if (status == PD_ERR_NOT_FOUND)
        status = read_folders(list, folder, err);
    else if (status != PD_OK && err)
        *err = own;

    if (status == PD_OK && list->count == 0)
        status =
            pd_fail(err, PD_ERR_NOT_FOUND, folder, "neither the folder nor a folder in it has an index.csv");
    if (status != PD_OK) {
        pd_tool_capture_list_deinit(list);
        return status;
    }

    return PD_OK;
}

pd_status pd_tool_capture_list_read(pd_tool_capture_list *list, const char *folder, pd_error *err)
{
    pd_status status = pd_tool_capture_list_read_all(list, folder, err);
    if (status == PD_OK) pd_tool_capture_list_drop_doubles(list);
    return status;
}

#define DEPTH 4 /* folders below the folder of data */

static pd_status add_files(pd_tool_capture_list *list, const char *folder, const char *below, int depth,
                           int (*fits)(const char *name), pd_error *err)
{
    struct dirent **entries;
    char path[1024], name[256];

    snprintf(path, sizeof path, "%.700s%s%.255s", folder, *below ? "/" : "", below);
    int count = scandir(path, &entries, NULL, alphasort);

    /* Files with a fitting name become rows; folders are searched below. */
    if (count < 0) return PD_OK; /* no folder */

    pd_status status = PD_OK;
    for (int i = 0; i < count; i++) {
        const char *entry = entries[i]->d_name;
        size_t length = strlen(below) + strlen(entry) + 2;
        int kept = status == PD_OK && entry[0] != '.' && length < sizeof name;
        if (kept) snprintf(name, sizeof name, "%.127s%s%.127s", below, *below ? "/" : "", entry);
        if (kept && fits(name)) {
            pd_tool_capture_row *rows = realloc(list->rows, ((size_t)list->count + 1) * sizeof *rows);
            if (rows) {
                list->rows = rows;
                pd_tool_capture_row *row = &rows[list->count++];
                *row = (pd_tool_capture_row){.last = PD_ANIM_MAX_FRAMES};
                snprintf(row->path, sizeof row->path, "%.700s/%.255s", folder, name);
                memcpy(row->name, name, sizeof row->name);
            } else
                status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory for its row");
        } else if (kept && depth < DEPTH && entries[i]->d_type != DT_REG)
            status = add_files(list, folder, name, depth + 1, fits, err);
        free(entries[i]);
    }

    free(entries);
    return status;
}

pd_status pd_tool_capture_list_add_files(pd_tool_capture_list *list, const char *folder,
                                         int (*fits)(const char *name), pd_error *err)
{
    return add_files(list, folder, "", 0, fits, err);
}

void pd_tool_capture_list_deinit(pd_tool_capture_list *list)
{
    free(list->rows);
    memset(list, 0, sizeof *list);
}

pd_status pd_tool_capture_clip(pd_anim_clip *out, const pd_tool_capture_row *row,
                               const pd_anim_skeleton *target, pd_error *err)
{
    pd_motion_capture capture;
    pd_anim_clip cut = {0};

    memset(out, 0, sizeof *out);

    pd_retarget *retarget = malloc(sizeof *retarget);
    if (!retarget) return pd_fail(err, PD_ERR_MEMORY, row->name, "out of memory to retarget it");

    static const pd_motion_capture_options kept = {.keep_slide = true};
    pd_status status = pd_motion_capture_load(&capture, row->path, &kept, err);

    /* Cut the usable frames, and retarget them. */
    if (status == PD_OK) {
        int first = row->first > capture.first_frame ? row->first - capture.first_frame : 0;
        int last = row->last - capture.first_frame;
        if (last >= capture.clip.frame_count) last = capture.clip.frame_count - 1;
        status = pd_anim_clip_cut(&cut, &capture.clip, first, last - first + 1, err);
        if (status == PD_OK) status = pd_retarget_init(retarget, target, &cut, capture.source, err);
        if (status == PD_OK) {
            retarget->clamp = 1;
            status = pd_retarget_clip(out, retarget, &cut, err);
        }

        pd_anim_clip_deinit(&cut);
        pd_motion_capture_deinit(&capture);
    }

    free(retarget);
    return status;
}
