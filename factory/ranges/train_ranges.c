/* posed-factory train-ranges: learns from motion capture how far joints turn (train/prior/joint_ranges.h). */
#include "core/retarget/skeleton.h"
#include "train/prior/joint_ranges.h"
#include "tools/train/capture_clips.h"
#include "tools/base/local.h"
#include "tools/base/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct training {
    pd_tool_local local;
    pd_tool_capture_clips clips;
    pd_train_pose_clip *named; /* (clips.list.count) */
    pd_train_range_options options;
    pd_train_ranges learned;
    pd_error err;
} training;

/* The learned table beside the anatomical one: how many poses each rejects, and how large the ranges are. */
static pd_status report_train_ranges(training *t)
{
    const int count = t->clips.list.count;
    const uint64_t seed = t->options.seed;
    const pd_anim_range *before = pd_anim_ranges_anatomical;
    const pd_anim_range *after = t->learned.rows;
    pd_train_ranges_score held[2], learned[2];

    for (int table = 0; table < 2; table++) {
        const pd_anim_range *rows = table ? after : before;
        pd_status status = pd_train_ranges_judge(&held[table], rows, t->named, count, seed, 1, &t->err);
        if (status == PD_OK)
            status = pd_train_ranges_judge(&learned[table], rows, t->named, count, seed, 0, &t->err);
        if (status != PD_OK) return status;
    }

    printf("%d clips to learn from, %d held out; beyond: by more than a degree\n", t->learned.clips,
           t->learned.clips_held_out);
    printf("%-9s %7s %5s  %-23s %-23s %6s  %s\n", "joint", "poses", "left", "anatomical x, y, z",
           "of capture", "volume", "held out beyond");
    for (int r = 0; after[r].name; r++) {
        char text[2][64];
        for (int table = 0; table < 2; table++) {
            const pd_anim_range *row = table ? &after[r] : &before[r];
            snprintf(text[table], sizeof text[table], "%.0f:%.0f %.0f:%.0f %.0f:%.0f", row->min_deg[0],
                     row->max_deg[0], row->min_deg[1], row->max_deg[1], row->min_deg[2], row->max_deg[2]);
        }

        printf("%-9s %7ld %5d  %-23s %-23s x%.2f  %5.1f %% -> %.1f %%\n", after[r].name, t->learned.poses[r],
               t->learned.left_out[r], text[0], text[1],
               pd_train_range_volume(&after[r]) / pd_train_range_volume(&before[r]), 100 * held[0].by_row[r],
               100 * held[1].by_row[r]);
    }

    printf("poses with any joint beyond: held out %.1f %% -> %.1f %% (of %ld), learned from %.1f %% -> %.1f "
           "%%\n",
           100 * held[0].rejected, 100 * held[1].rejected, held[0].poses, 100 * learned[0].rejected,
           100 * learned[1].rejected);
    printf("without joints that a clip has a constant error at: held out %.1f %% -> %.1f %%, learned from "
           "%.1f %% -> %.1f %%\n",
           100 * held[0].rejected_believed, 100 * held[1].rejected_believed,
           100 * learned[0].rejected_believed, 100 * learned[1].rejected_believed);

    return PD_OK;
}

static void write_table(pd_buffer *out, const training *t)
{
    pd_buffer_printf(
        out,
        "#ifndef PD_ANIM_RANGES_OF_CAPTURE_H\n#define PD_ANIM_RANGES_OF_CAPTURE_H\n"
        "/* The default ranges (ranges.h), degrees: name, paired, twist axis, box, { x, y, z } from, "
        "{ x, y, z } to.\n *\n"
        " * Made by: posed-factory train-ranges --data DIR --seed %d -o core/anim/ranges_of_capture.h\n"
        " * from %d clips of motion capture on the default body, %d others held out: the anatomical table, "
        "widened (train/prior/joint_ranges.h).\n"
        " * The data used in this project was obtained from mocap.cs.cmu.edu, created with funding from "
        "NSF EIA-0196217; Open Motion\n"
        " * Project by ACCAD/The Ohio State University, CC BY 3.0; The 100STYLE Dataset - Ian Mason, CC BY "
        "4.0; ReActIdle, RSAIT, MIT. */\n"
        "/* clang-format off */\n#define PD_ANIM_RANGES_OF_CAPTURE",
        (int)t->options.seed, t->learned.clips, t->learned.clips_held_out);

    for (const pd_anim_range *row = t->learned.rows; row->name; row++)
        pd_buffer_printf(out, " \\\n    {\"%s\", %d, %d, %d, {%.0f, %.0f, %.0f}, {%.0f, %.0f, %.0f}},",
                         row->name, row->paired, row->twist, row->box, row->min_deg[0], row->min_deg[1],
                         row->min_deg[2], row->max_deg[0], row->max_deg[1], row->max_deg[2]);

    pd_buffer_text(out, "\n/* clang-format on */\n\n#endif\n");
}

/* Reads the clips, names them, learns the ranges and reports on them. */
static pd_status learn_train_ranges(training *t, const char *folder)
{
    pd_anim_skeleton target;

    if (pd_retarget_skeleton_of(&target, t->local.model, NULL, 0, &t->err) ||
        pd_tool_capture_clips_read(&t->clips, folder, &target, t->local.executor, &t->err))
        return t->err.status;

    const int count = t->clips.list.count;
    t->named = calloc((size_t)count, sizeof *t->named);
    if (!t->named) return pd_fail(&t->err, PD_ERR_MEMORY, folder, "out of memory for %d clips", count);
    for (int i = 0; i < count; i++)
        t->named[i] = (pd_train_pose_clip){&t->clips.clips[i], t->clips.list.rows[i].name};
    if (pd_train_ranges_learn(&t->learned, t->named, count, &t->options, &t->err)) return t->err.status;

    return report_train_ranges(t);
}

static int run_train_ranges(const pd_tool_args *args)
{
    training t = {0};
    const char *folder = pd_tool_text(args, "data");
    const char *file = pd_tool_text(args, "o");

    if (!folder) return pd_tool_usage(args, "--data DIR is needed: motion capture with an index.csv");
    int seed = 1;
    if (!pd_tool_int(&seed, args, "seed", 1, 1000000) ||
        !pd_tool_double(&t.options.rejected, args, "rejected", 1e-6, 0.5) ||
        !pd_tool_double(&t.options.margin_deg, args, "margin", 1e-3, 20))
        return 2;
    t.options.seed = (uint64_t)seed;

    int code = pd_tool_local_open(&t.local, args);
    if (code) return code;
    const pd_status status = learn_train_ranges(&t, folder);

    /* Write the table as a header for core/anim. */
    if (status == PD_OK && file) {
        pd_buffer table = {0};
        write_table(&table, &t);
        code = pd_tool_write(args, file, table.data, table.size);
        pd_buffer_deinit(&table);
    }

    free(t.named);
    pd_tool_capture_clips_deinit(&t.clips);
    pd_tool_local_close(&t.local);

    return status == PD_OK ? code : pd_tool_fail(args, &t.err);
}

static const pd_tool_option options_table[] = {
    PD_TOOL_MODEL_ROW,
    {"data", "DIR", "motion capture: a folder with an index.csv, or a folder of such folders", NULL},
    {"o", "FILE", "file for the table, as core/anim/ranges_of_capture.h", NULL},
    {"rejected", "X", "fraction of the poses that may lie more than a degree beyond a joint's range",
     "0.005"},
    {"margin", "DEG", "margin in degrees that is added to each end that was moved", "1"},
    {"seed", "N", "seed of held-out clips", "1"},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_ranges = {
    .name = "train-ranges",
    .words = "",
    .summary = "Derive the default ranges of joints from motion capture",
    .details =
        "Reads every clip that an index.csv below DIR lists, brings it to the body's joints and widens the "
        "anatomical ranges\nuntil nearly all poses lie within. Prints which part of held-out clips each "
        "table "
        "rejects, and how much wider\n(the volume of twist and swing) the new one is. docs/lab/ik.md has the "
        "method and the results.\n\n  posed-factory train-ranges --data capture",
    .options = options_table,
    .run = run_train_ranges,
};
