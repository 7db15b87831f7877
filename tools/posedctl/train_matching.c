/* posedctl train-matching: builds the database of motion matching from motion capture
 * (train/matching/build.h). */
#include "core/matching/model.h"
#include "train/matching/build.h"
#include "tools/base/credits.h"
#include "tools/base/local.h"
#include "tools/base/progress.h"
#include "tools/train/motion_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pd_status describe_train_matching(pd_matching_database *d, const pd_train_matching_report *report,
                                         const char *how, const pd_tool_credits *credits,
                                         const pd_tool_args *args, pd_error *err)
{
    const char *licence = pd_tool_text(args, "licence");
    pd_buffer named = {0};
    char text[600];

    snprintf(text, sizeof text,
             "%.0f s of motion capture in %d clips; made by: posedctl train-matching --data DIR%s",
             report->seconds, report->clips, how);
    pd_tool_credits_write(&named, credits, PD_TOOL_CREDITS_HELD, pd_tool_text(args, "credits"));
    d->text.name = strdup("posed motion matching database");
    d->text.licence =
        strdup(credits->others && licence ? licence : "licences of the motion capture, in credits");
    d->text.provenance = strdup(text);
    d->text.credits = named.failed ? NULL : strdup((const char *)named.data);
    pd_buffer_deinit(&named);
    if (d->text.name && d->text.licence && d->text.provenance && d->text.credits) return PD_OK;

    return pd_fail(err, PD_ERR_MEMORY, "text", "out of memory");
}

static int run_train_matching(const pd_tool_args *args)
{
    const char *folder = pd_tool_text(args, "data");
    const char *file = pd_tool_text(args, "o");
    pd_train_matching_options options = pd_train_matching_defaults();
    pd_tool_motion_set_options set = {.only = pd_tool_text(args, "only"), .quiet = 1};
    pd_train_matching_report report;
    pd_character_motions motions = {0};
    pd_tool_credits credits = {0};
    pd_matching_database database = {0};
    pd_matching_model *model = NULL;
    pd_error err = {0};
    int threads = 0;
    char how[400];

    if (!folder) return pd_tool_usage(args, "--data DIR is needed: motion capture with an index.csv");
    if (!pd_tool_int(&options.rate, args, "rate", 30, 60) ||
        !pd_tool_double(&options.idle_seconds, args, "idle", 0, 7200) ||
        !pd_tool_int(&threads, args, "threads", 0, 256))
        return 2;
    options.no_arc = pd_tool_flag(args, "no-arc") != 0;
    options.no_slow = pd_tool_flag(args, "no-slow") != 0;
    options.no_mirror = pd_tool_flag(args, "no-mirror") != 0;
    snprintf(how, sizeof how, " --rate %d --idle %g%s%s%s%s%.100s", options.rate, options.idle_seconds,
             options.no_arc ? " --no-arc" : "", options.no_slow ? " --no-slow" : "",
             options.no_mirror ? " --no-mirror" : "", set.only ? " --only " : "", set.only ? set.only : "");

    pd_tool_pool *pool = pd_tool_pool_create(threads);
    if (!pool) return pd_tool_usage(args, "--threads: out of memory for so many threads; fewer expected");
    pd_status status =
        pd_tool_motion_set_load(&motions, NULL, folder, &set, pd_tool_pool_executor(pool), &err);
    pd_tool_pool_release(pool);

    for (int i = 0; i < motions.count; i++) pd_tool_credits_add(&credits, folder, motions.items[i].name);
    if (status == PD_OK) status = pd_train_matching_build(&database, &report, &motions, &options, &err);
    if (status == PD_OK) status = describe_train_matching(&database, &report, how, &credits, args, &err);
    if (status == PD_OK) status = pd_matching_database_save(&database, file, &err);
    if (status == PD_OK) status = pd_matching_model_build(&model, &database, &err);
    if (status == PD_OK) {
        pd_tool_note(args, "wrote %s", file);

        /* Count the frames that a search considers for each gait. */
        long walk = 0, jog = 0;
        for (int e = 0; e < model->index.entry_count; e++) {
            walk += (model->index.gates[e] & PD_MATCHING_WALK) != 0;
            jog += (model->index.gates[e] & PD_MATCHING_JOG) != 0;
        }

        printf("%d clips, %d left out; %.0f s, %d frames at %g/s, %d joints that turn; %d clips bent, %d "
               "slowed\n",
               report.clips, report.left_out, report.seconds, model->database.frame_count,
               (double)model->database.frame_rate, model->database.turning_count, report.arcs, report.slow);
        printf("%d frames in %d copies; %ld to walk and stand by, %ld to jog by; %.1f MB resident\n",
               model->index.entry_count, model->database.copy_count, walk, jog,
               1e-6 * (double)model->resident_bytes);
    }

    pd_matching_model_release(model);
    pd_matching_database_deinit(&database);
    pd_character_motions_deinit(&motions);

    return status == PD_OK ? 0 : pd_tool_fail(args, &err);
}

static const pd_tool_option options[] = {
    {"data", "DIR", "motion capture: a folder with an index.csv, or a folder of such folders", NULL},
    {"o", "FILE", "database file to write", "models/matching.safetensors"},
    {"only", "PREFIX", "clips whose name begins with it (accad/female1/); all by default", NULL},
    {"rate", "N", "frames a second that are kept: 30 or 60", "30"},
    {"idle", "S", "seconds of long idles that are kept, altogether", "60"},
    {"no-arc", NULL, "leave out walks and runs bent to arcs", NULL},
    {"no-slow", NULL, "leave out slowed jogs", NULL},
    {"no-mirror", NULL, "leave out mirror images", NULL},
    PD_TOOL_CREDITS_OPTIONS,
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_matching = {
    .name = "train-matching",
    .words = "",
    .summary = "Make the database of motion matching from motion capture",
    .details =
        "Reads every clip that an index.csv below DIR lists, brings it to the 31 joints of motion networks, "
        "labels it, and writes its\nposes as they were captured, with contacts, phase and gaits: a model of "
        "kind "
        "matching, which drives characters as a network\ndoes. The same folder gives the same bytes. "
        "docs/lab/matching.md has the method and the results.\n\n  posedctl train-matching --data capture -o "
        "models/matching.safetensors",
    .options = options,
    .run = run_train_matching,
};
