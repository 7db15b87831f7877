#include "tools/train/original_set.h"

#include "core/base/file.h"
#include "core/io/tensor/npz.h"
#include "tools/base/progress.h"
#include "tools/motion/heightmaps.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Largest size of patches.npz, unpacked. The original's 20,000 patches of 128 x 128 have 1.3e9 bytes. */
#define PATCH_BYTES ((size_t)8 << 30)

static const char *const kind_names[] = {[PD_TRAIN_FIT_WALK] = "rocky",
                                         [PD_TRAIN_FIT_JUMP] = "jumpy",
                                         [PD_TRAIN_FIT_BEAM] = "beam",
                                         [PD_TRAIN_FIT_FLAT] = "flat"};

const char *pd_tool_original_kind_name(pd_train_fit_kind kind)
{
    return kind_names[kind];
}

/* ---- the folder */

static int is_bvh(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && !strcmp(entry->d_name + length - 4, ".bvh");
}

static bool is_there(const char *folder, const char *name, const char *ending)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    return !access(path, R_OK);
}

int pd_tool_original_is(const char *folder)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_bvh, NULL);
    int found = 0;

    for (int i = 0; i < count; i++) {
        entries[i]->d_name[strlen(entries[i]->d_name) - 4] = 0;
        found |= is_there(folder, entries[i]->d_name, ".phase");
        free(entries[i]);
    }

    free(entries);

    return found;
}

/* "NAME,kind" a line; # begins a comment. */
static pd_status read_kinds(pd_tool_original_list *list, const char *folder, pd_error *err)
{
    char path[4096], where[4128];
    pd_bytes file;

    snprintf(path, sizeof path, "%s/kinds.csv", folder);
    if (access(path, F_OK)) return PD_OK;
    pd_status status = pd_file_map(&file, path, err);
    if (status != PD_OK) return status;

    pd_sidecar_kind row;
    size_t at = 0;
    int more;
    while (status == PD_OK && (more = pd_sidecar_kind_next(&row, &at, file, path, err)) != 0) {
        int kind = 0, known = 0;
        if (more < 0) {
            status = PD_ERR_FORMAT;
            break;
        }

        /* The kind of ground by its name, and the clip that it is of. */
        while (kind < 4 && strcmp(row.kind, kind_names[kind])) kind++;
        snprintf(where, sizeof where, "%s:%d", path, row.line);
        if (kind == 4)
            status = pd_fail(err, PD_ERR_FORMAT, where, "%s; NAME,flat|rocky|jumpy|beam expected", row.kind);
        for (int i = 0; status == PD_OK && i < list->count; i++)
            if (!strcmp(list->files[i].name, row.clip)) {
                list->files[i].kind = (pd_train_fit_kind)kind;
                known = 1;
            }
        if (status == PD_OK && !known)
            status = pd_fail(err, PD_ERR_NOT_FOUND, where, "%s; there is no %s.bvh", row.clip, row.clip);
    }

    pd_file_unmap(&file);
    return status;
}

pd_status pd_tool_original_list_read(pd_tool_original_list *out, const char *folder, pd_error *err)
{
    static const char *const endings[] = {".phase", ".gait", "_footsteps.txt"};
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_bvh, alphasort);
    pd_status status = PD_OK;

    *out = (pd_tool_original_list){0};
    if (count < 0) return pd_fail(err, PD_ERR_NOT_FOUND, folder, "not a folder, or it cannot be read");
    if (!count) status = pd_fail(err, PD_ERR_NOT_FOUND, folder, "the folder has no .bvh");

    /* Add a clip for each .bvh, with its three other files. */
    out->files = calloc((size_t)count + 1, sizeof *out->files);
    if (!status && !out->files)
        status = pd_fail(err, PD_ERR_MEMORY, folder, "out of memory for %d clips", count);

    for (int i = 0; i < count; i++) {
        char *name = entries[i]->d_name;
        name[strlen(name) - 4] = 0;
        if (status == PD_OK) {
            pd_tool_original_file *file = &out->files[out->count++];
            snprintf(file->name, sizeof file->name, "%.159s", name);
            file->kind = pd_train_original_kind(name);
        }

        for (int e = 0; status == PD_OK && e < 3; e++)
            if (!is_there(folder, name, endings[e]))
                status = pd_fail(err, PD_ERR_NOT_FOUND, folder, "%s.bvh has no %s%s beside it; both expected",
                                 name, name, endings[e]);
        free(entries[i]);
    }

    free(entries);

    /* A file may say which kind of ground each clip is on. */
    if (status == PD_OK) status = read_kinds(out, folder, err);
    if (status != PD_OK) pd_tool_original_list_deinit(out);

    return status;
}

void pd_tool_original_list_deinit(pd_tool_original_list *list)
{
    free(list->files);
    *list = (pd_tool_original_list){0};
}

/* ---- a clip */

pd_status pd_tool_original_clip_load(pd_train_original_clip *out, const char *folder,
                                     const pd_tool_original_file *file, double scale, pd_error *err)
{
    enum { BVH, PHASE, GAIT, STEPS, FILES };
    static const char *const endings[FILES] = {".bvh", ".phase", ".gait", "_footsteps.txt"};
    pd_bvh bvh = {0};
    pd_sidecar_table phase = {0}, gait = {0};
    pd_sidecar_steps steps = {0};
    pd_status status = PD_OK;

    memset(out, 0, sizeof *out);

    /* Read the four files of the clip. */
    for (int f = 0; status == PD_OK && f < FILES; f++) {
        char path[4096];
        pd_bytes text;
        snprintf(path, sizeof path, "%s/%s%s", folder, file->name, endings[f]);
        status = pd_file_map(&text, path, err);
        if (status != PD_OK) break;
        status = f == BVH     ? pd_bvh_parse(&bvh, text, path, err)
                 : f == PHASE ? pd_sidecar_phase_parse(&phase, text, path, err)
                 : f == GAIT  ? pd_sidecar_gait_parse(&gait, text, path, err)
                              : pd_sidecar_steps_parse(&steps, text, path, err);
        pd_file_unmap(&text);
    }

    /* Make the clip of them. */
    const pd_train_original_source source = {.name = file->name,
                                             .kind = file->kind,
                                             .bvh = &bvh,
                                             .phase = &phase,
                                             .gait = &gait,
                                             .steps = &steps,
                                             .scale = scale};
    if (status == PD_OK) status = pd_train_original_clip_make(out, &source, err);
    pd_bvh_deinit(&bvh);
    pd_sidecar_table_deinit(&phase);
    pd_sidecar_table_deinit(&gait);
    pd_sidecar_steps_deinit(&steps);

    return status;
}

/* ---- patches */

/* Reads X (N,p,p) of the original's patches.npz: patches (p,p) whose first index runs along +x. */
static pd_status read_patches(pd_train_patches *out, const char *path, const pd_tool_pipeline_options *o,
                              pd_error *err)
{
    pd_bytes file;
    pd_npz npz = {0};
    pd_array array;
    pd_status status = pd_file_map(&file, path, err);

    if (status != PD_OK) return status;

    status = pd_npz_parse(&npz, file.data, file.size, path, err);
    npz.most_bytes = PATCH_BYTES;
    if (status == PD_OK) status = pd_npz_read(&array, &npz, "X", err);

    /* Allocate square patches, as many and as large as training takes. */
    if (status == PD_OK && (array.rank != 3 || array.shape[1] != array.shape[2] || array.shape[1] < 2 ||
                            array.shape[1] > PD_TRAIN_PATCH_POINTS_MOST || array.shape[0] < 1 ||
                            array.shape[0] > PD_TRAIN_PATCH_COUNT_MOST)) {
        char shape[128];
        status = pd_fail(err, PD_ERR_FORMAT, path,
                         "X is %s; (N,p,p) with 1 to %d patches of 2 to %d points expected",
                         pd_array_shape_text(&array, shape, sizeof shape), PD_TRAIN_PATCH_COUNT_MOST,
                         PD_TRAIN_PATCH_POINTS_MOST);
    }

    if (status == PD_OK) {
        /* Heights in metres. The file has them with x and z exchanged. */
        size_t p = array.shape[1];
        *out = (pd_train_patches){.count = (int)array.shape[0],
                                  .points = (int)p,
                                  .cell = o->map_cell,
                                  .heights = malloc(array.count * sizeof(float))};
        float *one = malloc(p * p * sizeof *one);
        status = out->heights && one
                     ? pd_array_f32(out->heights, &array, path, err)
                     : pd_fail(err, PD_ERR_MEMORY, path, "out of memory for %zu heights", array.count);
        for (size_t n = 0; status == PD_OK && n < array.shape[0]; n++) {
            float *patch = out->heights + n * p * p;
            memcpy(one, patch, p * p * sizeof *one);
            for (size_t i = 0; i < p; i++)
                for (size_t j = 0; j < p; j++)
                    patch[i * p + j] = (float)(o->map_scale * (double)one[j * p + i]);
        }

        free(one);
    }

    pd_npz_deinit(&npz);
    pd_file_unmap(&file);
    if (status != PD_OK) pd_train_patches_deinit(out);

    return status;
}

static pd_status load_patches(pd_train_patches *out, const pd_tool_pipeline_options *o, pd_error *err)
{
    char own[4096];
    const char *from = o->heightmaps;

    /* Use the given path, otherwise patches.npz beside the clips, otherwise heightmaps in the folder. */
    if (!from) {
        snprintf(own, sizeof own, "%s/patches.npz", o->folder);
        if (!access(own, R_OK)) from = own;
    }

    if (!from) {
        snprintf(own, sizeof own, "%s/heightmaps", o->folder);
        from = access(own, R_OK) ? o->folder : own;
    }

    const size_t length = strlen(from);
    if (length > 4 && !strcmp(from + length - 4, ".npz")) return read_patches(out, from, o, err);

    pd_tool_heightmaps maps;
    pd_status status = pd_tool_heightmaps_load(&maps, from, o->map_cell, o->map_scale, err);
    if (status == PD_ERR_NOT_FOUND)
        return pd_fail(err, PD_ERR_NOT_FOUND, from,
                       "no patches.npz and no heightmap; clips that are not flat need --heightmaps");
    if (status != PD_OK) return status;

    /* Sample patches of the heightmaps. */
    pd_train_patch_plan plan = o->augment.fit.patches;
    plan.seed = o->augment.seed;
    status = pd_train_patches_sample(out, maps.maps, maps.count, &plan, err);
    pd_tool_heightmaps_deinit(&maps);

    return status;
}

/* ---- rows */

/* Clips from which rows are made, and how. */
typedef struct clip_set {
    const pd_tool_original_list *list;
    const pd_train_patches *patches; /* NULL: all ground is flat */
    const pd_tool_pipeline_options *options;
    double scale;
} clip_set;

static pd_status add_clips(pd_train_rows_table *table, pd_buffer *report, const clip_set *set,
                           const pd_executor *executor, pd_error *err)
{
    const pd_tool_original_list *list = set->list;
    const pd_tool_pipeline_options *o = set->options;
    pd_train_random_state noise;
    pd_tool_progress bar;
    pd_status status = PD_OK;
    int source = -1;

    pd_train_random_state_init(&noise, PD_TRAIN_ORIGINAL_SEED);
    if (!o->quiet) pd_tool_progress_begin(&bar, "original's clips", list->count);
    for (int i = 0; status == PD_OK && i < list->count; i++) {
        const pd_tool_original_file *file = &list->files[i];

        /* a clip and its "_mirror" are held out together */
        const char *before = i ? list->files[i - 1].name : "";
        const size_t length = strlen(before);
        if (!i || strncmp(file->name, before, length) ||
            (file->name[length] && strcmp(file->name + length, "_mirror")))
            source++;

        pd_train_original_clip clip;
        long rows_before = table->row_count;
        pd_train_original_how how = {.patches = set->patches,
                                     .kernel = o->augment.fit.kernel,
                                     .best = o->augment.fit.best ? o->augment.fit.best : PD_TRAIN_FIT_BEST,
                                     .held_out =
                                         o->held_every > 0 && source % o->held_every == o->held_every - 1,
                                     .noise = &noise};
        status = pd_tool_original_clip_load(&clip, o->folder, file, set->scale, err);
        if (status == PD_OK) status = pd_train_original_add(table, &clip, &how, executor, err);
        if (status == PD_OK && report)
            pd_buffer_printf(report, "%-32s %-6s %7d frames %5d cycles %9ld rows%s\n", file->name,
                             pd_tool_original_kind_name(file->kind), clip.frame_count, clip.cycle_count,
                             table->row_count - rows_before, how.held_out ? ", held out" : "");
        pd_train_original_clip_deinit(&clip);

        if (!o->quiet) pd_tool_progress_step(&bar, i + 1);
    }

    if (!o->quiet) pd_tool_progress_leave(&bar, status == PD_OK);
    return status;
}

pd_status pd_tool_original_rows(pd_train_rows *rows, pd_buffer *report, const pd_tool_pipeline_options *o,
                                double scale, const pd_executor *executor, pd_error *err)
{
    pd_tool_original_list list;
    pd_train_patches patches = {0};
    pd_train_rows_table table;
    pd_buffer own = {0};
    pd_buffer *text = report ? report : &own;
    int uneven = 0;

    memset(rows, 0, sizeof *rows);
    pd_train_rows_table_init(&table,
                             pd_pfnn_layout_of(PD_TRAIN_SAMPLES, PD_PFNN_GAITS, PD_ANIM_BIPED_JOINTS));
    pd_status status = pd_tool_original_list_read(&list, o->folder, err);
    if (status != PD_OK) return status;

    /* Clips that are not flat need patches. */
    for (int i = 0; i < list.count; i++) uneven |= list.files[i].kind != PD_TRAIN_FIT_FLAT;
    if (uneven) status = load_patches(&patches, o, err);
    const clip_set set = {.list = &list, .patches = uneven ? &patches : NULL, .options = o, .scale = scale};
    if (status == PD_OK) status = add_clips(&table, text, &set, executor, err);
    if (status == PD_OK && !table.row_count)
        status = pd_fail(err, PD_ERR_INVALID, o->folder,
                         "no clip has a cycle with a second before and after it; at least one expected");

    /* Make the rows of the table, and the report. */
    if (status == PD_OK) status = pd_train_rows_of_table(rows, &table, executor, err);
    if (status == PD_OK && !o->quiet) {
        pd_buffer_add(text, "", 1);
        if (!text->failed) fprintf(stderr, "%s%ld rows\n", (const char *)text->data, rows->count);
        text->size -= text->failed ? 0 : 1;
    }

    pd_train_rows_table_deinit(&table);
    pd_train_patches_deinit(&patches);
    pd_tool_original_list_deinit(&list);
    pd_buffer_deinit(&own);

    return status;
}

pd_status pd_tool_original_save(const pd_train_rows *rows, const char *path, pd_error *err)
{
    const pd_pfnn_layout *l = &rows->layout;
    size_t count = (size_t)rows->count;
    size_t x_shape[2] = {count, (size_t)l->in_count};
    size_t y_shape[2] = {count, (size_t)l->out_count};
    float *x = malloc(count * x_shape[1] * sizeof *x);
    float *y = malloc(count * y_shape[1] * sizeof *y);
    float *p = malloc(count * sizeof *p);
    pd_buffer file = {0};
    pd_status status = PD_OK;

    if (!x || !y || !p) status = pd_fail(err, PD_ERR_MEMORY, path, "out of memory for %zu rows", count);

    if (status == PD_OK) {
        /* Inputs, outputs and phases as the original's database has them. */
        const pd_train_rows_table *table = pd_train_rows_table_of(rows);
        for (size_t r = 0; r < count; r++) {
            pd_train_rows_raw(x + r * x_shape[1], y + r * y_shape[1], rows, (long)r);
            p[r] = table ? table->rows[r].phase : rows->phase[r];
        }

        pd_npz_writer w = pd_npz_begin(&file);
        pd_array array = pd_array_of(PD_DTYPE_F32, x, 2, x_shape);
        pd_npz_add(&w, "Xun", &array);
        array = pd_array_of(PD_DTYPE_F32, y, 2, y_shape);
        pd_npz_add(&w, "Yun", &array);
        array = pd_array_of(PD_DTYPE_F32, p, 1, x_shape);
        pd_npz_add(&w, "Pun", &array);
        status = pd_npz_end(&w, err);
    }

    if (status == PD_OK && file.failed) status = pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
    if (status == PD_OK) status = pd_file_write(path, file.data, file.size, err);

    pd_buffer_deinit(&file);
    free(x);
    free(y);
    free(p);

    return status;
}
