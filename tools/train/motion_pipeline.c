#include "tools/base/mode.h"
#include "tools/train/motion_pipeline.h"

#include "train/motion/label.h"
#include "train/augment/side.h"
#include "train/motion/style.h"
#include "train/network/rows_reach.h"
#include "tools/motion/heightmaps.h"
#include "tools/motion/contacts.h"
#include "tools/train/motion_set.h"
#include "tools/base/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 16 /* number of motions between two reports of progress */

pd_tool_pipeline_options pd_tool_pipeline_defaults(const char *folder)
{
    return (pd_tool_pipeline_options){.folder = folder,
                                      .held_every = 14,
                                      .augment = pd_train_augment_defaults(),
                                      .map_cell = PD_TOOL_HEIGHTMAP_CELL,
                                      .map_scale = PD_TOOL_HEIGHTMAP_SCALE};
}

/* The rows of PD_TOOL_PATCH_OPTIONS alone. */
static bool pd_tool_pipeline_parse_patches(pd_tool_pipeline_options *out, const pd_tool_args *args)
{
    static const char *const kernels[] = {"linear", "multiquadric", NULL};
    pd_train_motion_fit *fit = &out->augment.fit;
    int kernel = 0;

    out->heightmaps = pd_tool_text(args, "heightmaps");
    if (!pd_tool_choice(&kernel, args, "fit-kernel", kernels) ||
        !pd_tool_int(&fit->patches.count, args, "patches", 1, PD_TRAIN_PATCH_COUNT_MOST) ||
        !pd_tool_int(&fit->patches.points, args, "patch-points", 2, PD_TRAIN_PATCH_POINTS_MOST) ||
        !pd_tool_double(&fit->patches.side, args, "patch-side", 0.5, 20) ||
        !pd_tool_double(&out->map_cell, args, "map-cell", 0.001, 100) ||
        !pd_tool_double(&out->map_scale, args, "map-scale", -1000, 1000))
        return false;
    fit->kernel = (pd_train_fit_kernel)kernel;

    return true;
}

bool pd_tool_pipeline_parse(pd_tool_pipeline_options *out, const pd_tool_args *args)
{
    *out = pd_tool_pipeline_defaults(NULL);
    out->only = pd_tool_text(args, "only");
    out->contacts = pd_tool_text(args, "contacts");
    if (!pd_tool_int(&out->held_every, args, "held-out", 0, 1000)) return false;
    static const char *const kinds[] = {"auto", "walk", "jump",
                                        "beam", "flat", NULL}; /* pd_train_fit_kind + 1 */
    if (!pd_tool_int(&out->augment.fit.best, args, "fit", 0, 10)) return false;
    int kind = 0;
    if (!pd_tool_choice(&kind, args, "fit-kind", kinds) || !pd_tool_pipeline_parse_patches(out, args))
        return false;
    out->augment.fit.kind = kind - 1;
    if (pd_tool_flag(args, "no-slow")) out->augment.slow = 0;
    if (pd_tool_flag(args, "no-crouch")) out->augment.crouch = 0;
    if (pd_tool_flag(args, "no-arc")) out->augment.arc = 0;

    if (pd_tool_flag(args, "no-terrain")) out->augment.terrain = out->augment.terrain_of_copies = 0;
    out->no_mirror = pd_tool_flag(args, "no-mirror");
    out->no_styles = pd_tool_flag(args, "no-styles");

    return true;
}

int pd_tool_pipeline_mode(const pd_tool_pipeline_options *options, const pd_tool_args *args)
{
    const int code = pd_tool_mode(args, "ground", options->augment.fit.best ? "fitted" : "none");
    return code ? code : pd_tool_mode(args, "maps", options->heightmaps ? "given" : "made");
}

/* ---- words */

/* Prints on stderr what a step made and how long it took. */
static void say_motion_pipeline(const pd_tool_pipeline_options *options, double *since_s, const char *step,
                                const pd_character_motions *motions)
{
    double now = pd_tool_clock_s();
    double seconds = 0;

    for (int i = 0; i < motions->count; i++) seconds += pd_anim_clip_seconds(&motions->items[i].clip);
    if (!options->quiet)
        fprintf(stderr, "%s: %d motions, %.0f s of them, made in %.1f s\n", step, motions->count, seconds,
                now - *since_s);
    *since_s = now;
}

/* ---- labels */

typedef struct labels {
    pd_character_motion *motions;
    pd_error *errors;
} labels;

static void label_one(void *arg, int index, int worker)
{
    (void)worker;
    const labels *l = arg;
    pd_train_motion_label(&l->motions[index], &l->errors[index]);
}

static pd_status label_all(pd_character_motions *motions, const pd_executor *executor,
                           const pd_progress *progress, pd_error *err)
{
    pd_error *errors = calloc((size_t)motions->count + 1, sizeof *errors);
    pd_status status = PD_OK;

    if (!errors) return pd_fail(err, PD_ERR_MEMORY, "labels", "out of memory for %d motions", motions->count);

    for (int done = 0; done < motions->count && status == PD_OK;) {
        int count = motions->count - done < CHUNK ? motions->count - done : CHUNK;
        labels l = {motions->items + done, errors + done};
        pd_execute(executor, label_one, &l, count);
        for (int i = done; i < done + count && status == PD_OK; i++)
            if ((status = errors[i].status) != PD_OK && err) *err = errors[i];
        done += count;
        pd_progress_report(progress, "labels", done, motions->count);
    }

    free(errors);
    return status;
}

/* ---- the whole */

/* Takes over contacts that somebody corrected, from the folder that the options name. */
static pd_status read_contacts(pd_character_motions *motions, const pd_tool_pipeline_options *options,
                               pd_error *err)
{
    int corrected = 0;

    for (int i = 0; i < motions->count; i++) {
        const pd_status status =
            pd_tool_contacts_read(&motions->items[i], &corrected, options->contacts, err);
        if (status != PD_OK) return status;
    }

    if (!corrected) return pd_fail(err, PD_ERR_NOT_FOUND, options->contacts, "no NAME.json of these clips");

    return PD_OK;
}

/* Adds copies of the motions: crouching, bent, slower, over terrain,
 * with the heightmaps that the options name. */
static pd_status make_copies(pd_character_motions *motions, pd_buffer *report,
                             const pd_tool_pipeline_options *options, const pd_executor *executor,
                             const pd_progress *progress, pd_error *err)
{
    pd_train_augment_report copies;
    pd_train_augment_options augment = options->augment;
    pd_tool_heightmaps maps = {0};
    pd_status status = PD_OK;

    if (options->heightmaps && augment.fit.best)
        status =
            pd_tool_heightmaps_load(&maps, options->heightmaps, options->map_cell, options->map_scale, err);
    if (maps.count) {
        augment.fit.maps = maps.maps;
        augment.fit.map_count = maps.count;
    }

    if (status == PD_OK)
        status = pd_train_motion_augment(motions, &augment, executor, progress, &copies, err);
    pd_tool_heightmaps_deinit(&maps);
    if (status == PD_OK && report) pd_train_augment_write(report, &copies);

    return status;
}

static pd_status make_motions(pd_character_motions *motions, pd_buffer *report,
                              const pd_tool_pipeline_options *options, const pd_executor *executor,
                              pd_error *err)
{
    const pd_tool_motion_set_options set = {.only = options->only, .no_crossing = 1, .quiet = options->quiet};
    pd_tool_progress bar = {.label = NULL};
    pd_progress progress = {options->quiet ? NULL : pd_tool_progress_show, &bar};
    double since_s = pd_tool_clock_s();

    /* The capture, and who it is owed to. */
    pd_status status = pd_tool_motion_set_load(motions, NULL, options->folder, &set, executor, err);
    if (status != PD_OK) return status;
    say_motion_pipeline(options, &since_s, "capture", motions);
    for (int i = 0; i < motions->count && options->credits; i++)
        pd_tool_credits_add(options->credits, options->folder, motions->items[i].name);

    /* Label the motions, with corrected contacts if there are any. */
    if (options->contacts) status = read_contacts(motions, options, err);
    if (status == PD_OK && options->augment.slow) status = pd_train_side_loops(motions, err);
    if (status == PD_OK) status = label_all(motions, executor, &progress, err);
    if (status != PD_OK) return status;
    say_motion_pipeline(options, &since_s, "labels", motions);
    if (!options->no_styles) pd_train_styles_find(motions, PD_TRAIN_STYLE_LEAST);

    status = make_copies(motions, report, options, executor, &progress, err);
    if (status == PD_OK) say_motion_pipeline(options, &since_s, "copies", motions);
    return status;
}

pd_status pd_tool_motion_pipeline_motions(pd_character_motions *motions, pd_buffer *report,
                                          const pd_tool_pipeline_options *options,
                                          const pd_executor *executor, pd_error *err)
{
    memset(motions, 0, sizeof *motions);
    pd_status status = make_motions(motions, report, options, executor, err);
    if (status != PD_OK) pd_character_motions_deinit(motions);
    return status;
}

#define LEAST_S 2.0 /* least duration of a cell of reach, seconds */

pd_status pd_tool_motion_pipeline(pd_train_rows *rows, pd_buffer *report,
                                  const pd_tool_pipeline_options *options, const pd_executor *executor,
                                  pd_error *err)
{
    pd_buffer own = {0};
    pd_buffer *text = report ? report : &own;
    pd_character_motions motions;

    memset(rows, 0, sizeof *rows);

    pd_status status = pd_tool_motion_pipeline_motions(&motions, text, options, executor, err);
    double since_s = pd_tool_clock_s();
    for (int i = 0; i < motions.count && status == PD_OK && options->phase == PD_TOOL_PHASE_LINEAR; i++)
        status = pd_train_motion_phase_straighten(&motions.items[i], err);
    if (status == PD_OK) status = pd_train_rows_build(rows, &motions, options->held_every, executor, err);
    if (status == PD_OK) {
        if (options->no_mirror) pd_train_rows_drop_mirror(rows);
        if (options->phase == PD_TOOL_PHASE_NONE) pd_train_rows_drop_phase(rows);
        say_motion_pipeline(options, &since_s, "rows", &motions);
        pd_train_kind_write(text, rows->kinds);

        pd_train_reach reach;
        pd_train_reach_count(&reach, rows);
        pd_train_reach_write(text, &reach, LEAST_S);

        pd_buffer_add(text, "", 1);
        if (!options->quiet && !text->failed) fprintf(stderr, "%s", (const char *)text->data);
        text->size -= text->failed ? 0 : 1;
    }

    pd_character_motions_deinit(&motions);
    pd_buffer_deinit(&own);
    return status;
}
