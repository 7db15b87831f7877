/* posedctl augment: shows figures and pictures of copies of captured motion that supply motions that the
 * capture lacks (train/augment/augment.h). */
#include "tools/base/mode.h"
#include "core/base/assert.h"
#include "core/base/file.h"
#include "train/augment/augment.h"
#include "tools/draw/copy_picture.h"
#include "tools/base/local.h"
#include "tools/train/motion_pipeline.h"
#include "tools/base/progress.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- pictures ---- */

/* Returns the captured motion that a copy was made from, or NULL. */
static const pd_character_motion *original_of(const pd_character_motions *motions,
                                              const pd_character_motion *copy)
{
    for (int i = 0; i < motions->count; i++) {
        const pd_character_motion *m = &motions->items[i];
        if (m->source == copy->source && !strcmp(m->step, pd_train_step_names[PD_TRAIN_STEP_CAPTURE]))
            return m;
    }

    return NULL;
}

/* Draws `count` copies of every step, evenly spread over the list. */
static pd_status draw_all(const pd_character_motions *motions, int count, const char *folder, pd_error *err)
{
    PD_ASSERT(count <= motions->count);
    pd_status status = PD_OK;
    if (mkdir(folder, 0777) && errno != EEXIST)
        return pd_fail(err, PD_ERR_IO, folder, "folder cannot be made: %s", strerror(errno));

    for (int step = PD_TRAIN_STEP_SLOW; status == PD_OK && step < PD_TRAIN_STEPS; step++) {
        /* Count the copies of this step, to choose evenly among them. */
        int there = 0, seen = 0, drawn = 0;
        for (int i = 0; i < motions->count; i++)
            there += !strcmp(motions->items[i].step, pd_train_step_names[step]);
        for (int i = 0; status == PD_OK && i < motions->count; i++) {
            if (strcmp(motions->items[i].step, pd_train_step_names[step])) continue;
            if ((long)seen++ * count < (long)drawn * there) continue;
            drawn++;

            /* Name the picture after the clip: "accad/female1/Female1_B03_Walk1.bvh" becomes
             * "Female1_B03_Walk1". */
            const pd_character_motion *copy = &motions->items[i];
            const pd_character_motion *original = original_of(motions, copy);
            const char *slash = strrchr(copy->name, '/');
            const char *from = slash ? slash + 1 : copy->name;
            const char *dot = strrchr(from, '.');
            char stem[160], path[1024];
            snprintf(stem, sizeof stem, "%.*s", dot ? (int)(dot - from) : (int)strlen(from), from);
            snprintf(path, sizeof path, "%.700s/%s_%s_%d.png", folder, copy->step, stem, i);

            /* Draw the copy beside its original. */
            pd_io_image picture = {0};
            pd_buffer file = {0};
            status = pd_tool_copy_picture(&picture, original ? original : copy, copy, err);
            if (status == PD_OK) status = pd_io_png_write(&file, &picture, err);
            if (status == PD_OK) status = pd_file_write(path, file.data, file.size, err);
            pd_io_image_deinit(&picture);
            pd_buffer_deinit(&file);
        }
    }

    return status;
}

/* ---- the command ---- */

static int run_augment(const pd_tool_args *args)
{
    pd_tool_pipeline_options options;
    int threads = 0, seed = 1, count = 3;

    if (args->word_count != 1) return pd_tool_usage(args, "one folder of motion capture is needed");

    if (!pd_tool_pipeline_parse(&options, args) || !pd_tool_int(&threads, args, "threads", 0, 1024) ||
        !pd_tool_int(&seed, args, "seed", 0, 1000000000) || !pd_tool_int(&count, args, "count", 1, 1000))
        return 2;
    if (pd_tool_pipeline_mode(&options, args) ||
        pd_tool_mode(args, "pictures", pd_tool_text(args, "o") ? "drawn" : "none"))
        return 2;

    options.folder = args->words[0];
    options.augment.seed = (uint64_t)seed;
    pd_tool_pool *pool = pd_tool_pool_create(threads);
    pd_character_motions motions = {0};
    pd_buffer report = {0};
    pd_error err = {0};
    if (!pool)
        pd_fail(&err, PD_ERR_MEMORY, "--threads", "out of memory for threads");
    else
        pd_tool_motion_pipeline_motions(&motions, &report, &options, pd_tool_pool_executor(pool), &err);

    /* Print the figures and draw the pictures. */
    if (err.status == PD_OK) {
        const char *folder = pd_tool_text(args, "o");
        pd_buffer_add(&report, "", 1);
        if (!report.failed) fputs((const char *)report.data, stdout);
        if (folder) draw_all(&motions, count, folder, &err);
    }

    int code = err.status == PD_OK ? 0 : pd_tool_fail(args, &err);
    pd_character_motions_deinit(&motions);
    pd_buffer_deinit(&report);
    if (pool) pd_tool_pool_release(pool);

    return code;
}

static const pd_tool_option rows[] = {
    PD_TOOL_PIPELINE_OPTIONS,
    {"seed", "N", "seed of the copies", "1"},
    {"o", "DIR", "folder for pictures of the copies, each below its original", NULL},
    {"count", "N", "number of pictures for each kind of copy", "3"},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_augment = {
    .name = "augment",
    .words = "FOLDER",
    .summary = "Draw the modified copies that training adds to motion capture",
    .details =
        "Reads and labels the clips as train-motion does, makes the copies (crouched, slowed, bent, on "
        "terrain), "
        "and prints how many seconds of\n"
        "which gait each step adds, and how far planted toes slide, stand off the ground or get under it.\n",
    .options = rows,
    .run = run_augment,
};
