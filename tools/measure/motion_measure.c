#include "tools/measure/motion_measure.h"

#include "core/anim/headings.h"
#include "tools/base/report.h"
#include "train/evaluate/motion_quality.h"
#include "tools/base/pool.h"
#include "tools/motion/script_run.h"
#include "tools/measure/motion_figures.h"
#include "tools/train/motion_set.h"
#include "tools/measure/motion_bounds.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct measured {
    const char *path;
    char script[64]; /* the file's name without folder and ending */
    pd_train_quality quality;
    pd_tool_motion_figures figures;
    double seconds;
    pd_anim_heading_change *turns; /* (turn_count) */
    int turn_count;
} measured;

/* Number of bounds, and of those that were met; number of figures with a band of captured people, and of
 * those inside it. */
typedef struct score {
    int bound_count, kept, band_count, within;
} score;

/* ---- the overview: a line for each script ---- */

static const char *const columns[] = {"slide",    "slide_pre", "support",   "drift",       "jerk",
                                      "jerk_pre", "pen_p95",   "speed",     "speed_ratio", "direction",
                                      "path",     "turn_t90",  "start_t90", "stop_rest",   "bone",
                                      "bone_pre", "flight",    NULL};

static void motion_measure_number(char out[16], double value)
{
    if (isnan(value))
        snprintf(out, 16, "-");
    else
        snprintf(out, 16, fabs(value) >= 100 ? "%.0f" : fabs(value) >= 10 ? "%.1f" : "%.3f", value);
}

static void print_overview(const measured *all, int count)
{
    printf("%-16s", "script");
    for (int c = 0; columns[c]; c++) printf(" %11s", columns[c]);
    printf("\n%-16s", "");
    for (int c = 0; columns[c]; c++)
        printf(" %11s", pd_train_measure_find(pd_train_quality_rows, columns[c])->unit);
    putchar('\n');
    for (int i = 0; i < count; i++) {
        printf("%-16s", all[i].script);
        for (int c = 0; columns[c]; c++) {
            char text[16];
            motion_measure_number(
                text, pd_train_measure_value(&all[i].quality,
                                             pd_train_measure_find(pd_train_quality_rows, columns[c])));
            printf(" %11s", text);
        }

        puts(all[i].quality.finite ? "" : "  NOT FINITE");
    }
}

/* ---- bounds ---- */

/* Returns "kept" or "MISSED", or an empty text without bounds. */
static const char *verdict(double value, const pd_tool_motion_bound *t)
{
    int within = pd_tool_motion_within(value, t->bound);
    return within < 0 ? "" : within ? "kept" : "MISSED";
}

static double motion_measure_value_of(const measured *m, const pd_tool_motion_bound *t)
{
    return pd_train_measure_value(&m->quality, pd_train_measure_find(pd_train_quality_rows, t->measure));
}

static void print_row(const measured *m, const pd_tool_motion_bound *t)
{
    char figure[16], original[16];
    double value = motion_measure_value_of(m, t);

    /* Print the value beside the original's, then the bounds. */
    motion_measure_number(figure, value);
    motion_measure_number(original, t->original);
    printf("%-16s %-14s %-5s %9s %9s", t->script, t->measure,
           pd_train_measure_find(pd_train_quality_rows, t->measure)->unit, figure, original);

    char low[16], high[16];
    char text[40] = "";
    motion_measure_number(low, t->bound[0]);
    motion_measure_number(high, t->bound[1]);
    if (!isnan(t->bound[0]) && !isnan(t->bound[1]))
        snprintf(text, sizeof text, "%s-%s", low, high);
    else if (!isnan(t->bound[1]))
        snprintf(text, sizeof text, "<= %s", high);
    else if (!isnan(t->bound[0]))
        snprintf(text, sizeof text, ">= %s", low);
    printf(" %13s", text);

    printf("  %s\n", verdict(value, t));
}

static score print_bounds(const measured *all, int count, const pd_tool_motion_bands *bands, int quiet)
{
    score s = {0};

    if (!quiet)
        printf("\n%-16s %-14s %-5s %9s %9s %13s\n", "script", "measure", "unit", "measured", "original",
               "bound");

    /* Print each bound of each script. */
    for (int i = 0; i < count; i++)
        for (const pd_tool_motion_bound *t = pd_tool_motion_bounds; t->script; t++) {
            if (strcmp(t->script, all[i].script)) continue;
            if (!quiet) print_row(&all[i], t);
            int within = pd_tool_motion_within(motion_measure_value_of(&all[i], t), t->bound);
            s.bound_count += within >= 0;
            s.kept += within == 1;
        }

    /* Figures within the bands that people's motions have. */
    for (int i = 0; i < count; i++)
        for (int a = 0; a < PD_ACTIVITY_COUNT; a++) {
            pd_tool_band_score one =
                pd_tool_motion_figures_score(&all[i].figures, (pd_train_activity)a, bands);
            s.within += one.within;
            s.band_count += one.count;
        }
    if (!quiet)
        printf("\nbounds kept %d of %d, figures within people's bands %d of %d\n", s.kept, s.bound_count,
               s.within, s.band_count);

    return s;
}

/* ---- JSON ---- */

static json_t *number_json(double value)
{
    return isnan(value) ? json_null() : json_real(value);
}

static json_t *script_json(const measured *m, const pd_tool_motion_bands *bands)
{
    json_t *object =
        json_pack("{s:s,s:f,s:b}", "script", m->script, "seconds", m->seconds, "finite", m->quality.finite);
    json_t *values = json_object();
    json_t *held = json_array();
    json_t *turns = json_array();

    /* Turns: when they began and ended. */
    for (const pd_anim_heading_change *t = m->turns; t < m->turns + m->turn_count; t++)
        json_array_append_new(turns, json_pack("{s:f,s:o,s:o,s:o,s:o,s:o,s:f}", "time", t->time, "from",
                                               number_json(t->from), "to", number_json(t->to), "t10",
                                               number_json(t->t10), "t90", number_json(t->t90), "t90_body",
                                               number_json(t->t90_body), "overshoot", t->overshoot));

    /* Write all measures, and those that have a bound. */
    for (const pd_train_measure_row *row = pd_train_quality_rows; row->name; row++)
        json_object_set_new(values, row->name, number_json(pd_train_measure_value(&m->quality, row)));
    for (const pd_tool_motion_bound *t = pd_tool_motion_bounds; t->script; t++)
        if (!strcmp(t->script, m->script))
            json_array_append_new(held, json_pack("{s:s,s:o,s:o,s:s}", "measure", t->measure, "value",
                                                  number_json(motion_measure_value_of(m, t)), "original",
                                                  number_json(t->original), "bound",
                                                  verdict(motion_measure_value_of(m, t), t)));

    json_object_set_new(object, "measures", values);
    json_object_set_new(object, "targets", held);
    json_object_set_new(object, "turns", turns);
    json_object_set_new(object, "activities", pd_tool_motion_figures_json(&m->figures, bands));

    return object;
}

static void print_json(const measured *all, int count, const pd_tool_motion_bands *bands, const score *s)
{
    json_t *root = json_object();
    json_t *scripts = json_array();
    json_t *rows = json_object();

    /* Write the definition of each measure, once for all scripts. */
    for (const pd_train_measure_row *row = pd_train_quality_rows; row->name; row++)
        json_object_set_new(rows, row->name,
                            json_pack("{s:s,s:s}", "unit", row->unit, "definition", row->definition));

    for (const pd_train_measure_row *row = pd_train_kinematics_rows; row->name; row++)
        json_object_set_new(rows, row->name,
                            json_pack("{s:s,s:s}", "unit", row->unit, "definition", row->definition));

    /* Write the scripts and the score. */
    for (int i = 0; i < count; i++) json_array_append_new(scripts, script_json(&all[i], bands));
    json_object_set_new(root, "definitions", rows);
    json_object_set_new(root, "scripts", scripts);
    json_object_set_new(
        root, "bounds",
        json_pack("{s:[ii],s:[ii]}", "kept", s->kept, s->bound_count, "people", s->within, s->band_count));
    pd_tool_report_write(root, JSON_INDENT(1) | JSON_REAL_PRECISION(6), NULL, NULL);
    json_decref(root);
}

/* ---- the command ---- */

static int measure_one(measured *out, pd_tool_local *local, const pd_tool_args *args, const char *path,
                       const pd_tool_motion_bands *bands, double skip)
{
    pd_anim_track track;
    pd_error err;

    out->path = path;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    snprintf(out->script, 64, "%.*s", (int)(dot && dot - name < 63 ? dot - name : 63), name);
    int code = pd_tool_track_open(&track, local, args, path);
    if (code) return code;
    out->seconds = track.frame_count / track.rate;
    pd_status status = pd_train_quality_of(&out->quality, &track, skip, &err);
    if (status == PD_OK && out->quality.finite)
        status = pd_tool_motion_figures_of(&out->figures, &track, skip, bands, &err);
    out->turns = malloc((size_t)track.event_count * sizeof *out->turns + 1);
    if (status == PD_OK && !out->turns)
        status = pd_fail(&err, PD_ERR_MEMORY, path, "out of memory for %d events", track.event_count);

    if (status == PD_OK) out->turn_count = pd_anim_heading_changes(out->turns, &track);
    pd_anim_track_deinit(&track);

    return status ? pd_tool_fail(args, &err) : 0;
}

int pd_tool_motion_measure(const pd_tool_args *args)
{
    double skip = PD_TRAIN_QUALITY_SKIP;

    if (!pd_tool_double(&skip, args, "skip", 0, 3600)) return 2;

    char path[4096];
    const char *given = pd_tool_text(args, "bands");
    pd_error err;
    pd_tool_motion_bands *bands = calloc(1, sizeof *bands);
    measured *all = calloc((size_t)args->word_count, sizeof *all);
    int code = all && bands ? 0 : 1;
    int json = pd_tool_flag(args, "json");
    if (!code && (given || pd_tool_beside_models(path, sizeof path, "motion-bands.json")) &&
        pd_tool_motion_bands_read(bands, given ? given : path, &err))
        code = pd_tool_fail(args, &err);
    pd_tool_local local;
    if (!code && !(code = pd_tool_local_open_motion(&local, args, 1))) {
        for (int i = 0; i < args->word_count && !code; i++)
            code = measure_one(&all[i], &local, args, args->words[i], bands, skip);
        pd_tool_local_close(&local);
    }

    if (!code) {
        if (!json) {
            const int each = pd_tool_flag(args, "figures");
            print_overview(all, args->word_count);
            printf("\nbeside captured people%s%s\n", *bands->origin ? ": " : "", bands->origin);
            for (int i = 0; i < args->word_count; i++)
                pd_tool_motion_figures_print(all[i].script, &all[i].figures, bands, each);
        }

        score s = print_bounds(all, args->word_count, bands, json);
        if (json) print_json(all, args->word_count, bands, &s);
        for (int i = 0; i < args->word_count; i++)
            if (!all[i].quality.finite) code = 1;
        if (pd_tool_flag(args, "check") && s.kept < s.bound_count) code = 1;
    }

    for (int i = 0; all && i < args->word_count; i++) free(all[i].turns);
    free(all);
    free(bands);

    return code;
}

int pd_tool_motion_bands_make(const pd_tool_args *args)
{
    const char *path = pd_tool_text(args, "o");
    int threads = 0, held_every = 14;
    pd_error err = {0};
    pd_character_motions motions = {0};

    if (args->word_count) return pd_tool_usage(args, "--capture takes no scripts");
    if (!pd_tool_int(&threads, args, "threads", 0, 256)) return 2;
    if (!pd_tool_int(&held_every, args, "held-out", 0, 1000)) return 2;

    pd_tool_pool *pool = pd_tool_pool_create(threads);
    pd_tool_motion_bands *bands = malloc(sizeof *bands);
    pd_status status = pool && bands ? PD_OK : pd_fail(&err, PD_ERR_MEMORY, "", "out of memory or threads");
    const pd_executor *executor = pool ? pd_tool_pool_executor(pool) : NULL;
    const pd_tool_motion_set_options quiet = {.quiet = 1};
    if (status == PD_OK)
        status =
            pd_tool_motion_set_load(&motions, NULL, pd_tool_text(args, "capture"), &quiet, executor, &err);
    if (status == PD_OK) status = pd_tool_motion_bands_of(bands, &motions, held_every, executor, &err);
    int code = status == PD_OK ? 0 : pd_tool_fail(args, &err);

    if (!code && path) {
        pd_buffer file = {0};
        pd_tool_motion_bands_write(&file, bands);
        code = pd_tool_write(args, path, file.data, file.size);
        pd_buffer_deinit(&file);
    } else if (!code) {
        pd_tool_motion_bands_print(bands);
    }

    pd_character_motions_deinit(&motions);
    if (pool) pd_tool_pool_release(pool);
    free(bands);

    return code;
}
