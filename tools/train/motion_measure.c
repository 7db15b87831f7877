#include "tools/train/motion_measure.h"

#include "core/anim/motion_quality.h"
#include "tools/base/script_run.h"
#include "tools/train/motion_bounds.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct measured {
    const char *path;
    char script[64]; /* the file's name without folder and ending */
    pd_anim_quality quality;
    double seconds;
} measured;

/* How many bounds there were and how many were kept; how many figures of the original's, and how many were reached. */
typedef struct score {
    int bound_count, kept, original_count, reached;
} score;

static void name_of(char out[64], const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    snprintf(out, 64, "%.*s", (int)(dot && dot - name < 63 ? dot - name : 63), name);
}

/* ---- the overview: a line for each script ---- */

static const char *const columns[] = {"slide",    "slide_pre", "support",   "drift",       "jerk",
                                      "jerk_pre", "pen_p95",   "speed",     "speed_ratio", "direction",
                                      "path",     "turn_t90",  "start_t90", "stop_rest",   "bone",
                                      "bone_pre", "flight",    NULL};

static void number(char out[16], double value)
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
    for (int c = 0; columns[c]; c++) printf(" %11s", pd_anim_quality_find(columns[c])->unit);
    putchar('\n');
    for (int i = 0; i < count; i++) {
        printf("%-16s", all[i].script);
        for (int c = 0; columns[c]; c++) {
            char text[16];
            number(text, pd_anim_quality_value(&all[i].quality, pd_anim_quality_find(columns[c])));
            printf(" %11s", text);
        }
        puts(all[i].quality.finite ? "" : "  NOT FINITE");
    }
}

/* ---- what it is held to ---- */

static void print_bound(const double bound[2])
{
    char low[16], high[16], text[40] = "";
    number(low, bound[0]), number(high, bound[1]);
    if (!isnan(bound[0]) && !isnan(bound[1]))
        snprintf(text, sizeof text, "%s-%s", low, high);
    else if (!isnan(bound[1]))
        snprintf(text, sizeof text, "<= %s", high);
    else if (!isnan(bound[0]))
        snprintf(text, sizeof text, ">= %s", low);
    printf(" %13s", text);
}

/* "kept", "MISSED"; nothing without bounds. */
static const char *verdict(double value, const pd_tool_motion_bound *t)
{
    int within = pd_tool_motion_within(value, t->bound);
    return within < 0 ? "" : within ? "kept" : "MISSED";
}

/* Less is better but for ratios, where nearer to 1 is, and heights. */
static int beats(double value, const pd_tool_motion_bound *t)
{
    if (!strcmp(t->measure, "speed_ratio")) return fabs(value - 1) <= fabs(t->original - 1);
    return !strncmp(t->measure, "top", 3) ? value >= t->original : value <= t->original * 1.0000001;
}

static void count_row(score *s, double value, const pd_tool_motion_bound *t)
{
    int within = pd_tool_motion_within(value, t->bound);
    s->bound_count += within >= 0;
    s->kept += within == 1;
    if (isnan(t->original)) return;

    s->original_count++;
    s->reached += beats(value, t);
}

static double value_of(const measured *m, const pd_tool_motion_bound *t)
{
    return pd_anim_quality_value(&m->quality, pd_anim_quality_find(t->measure));
}

static void print_row(const measured *m, const pd_tool_motion_bound *t)
{
    char figure[16], original[16];
    double value = value_of(m, t);
    number(figure, value), number(original, t->original);
    printf("%-16s %-14s %-5s %9s %9s", t->script, t->measure, pd_anim_quality_find(t->measure)->unit, figure,
           original);
    print_bound(t->bound);
    printf("  %-8s%s\n", verdict(value, t), isnan(t->original) ? "" : beats(value, t) ? "better" : "worse");
}

static score print_bounds(const measured *all, int count, int quiet)
{
    score s = {0};
    if (!quiet)
        printf("\n%-16s %-14s %-5s %9s %9s %13s  %-8s%s\n", "script", "measure", "unit", "measured",
               "original", "bound", "", "than the original");

    for (int i = 0; i < count; i++)
        for (const pd_tool_motion_bound *t = pd_tool_motion_bounds; t->script; t++) {
            if (strcmp(t->script, all[i].script)) continue;
            if (!quiet) print_row(&all[i], t);
            count_row(&s, value_of(&all[i], t), t);
        }

    if (!quiet)
        printf("\nbounds kept %d of %d, as good as the original %d of %d\n", s.kept, s.bound_count, s.reached,
               s.original_count);

    return s;
}

/* ---- Markdown: ours and, behind a stroke, the original's ---- */

static void print_cell(const measured *m, const char *measure)
{
    const pd_tool_motion_bound *t = pd_tool_motion_bound_find(m->script, measure);
    double value = pd_anim_quality_value(&m->quality, pd_anim_quality_find(measure));
    char ours[16], original[16];
    number(ours, value);
    number(original, t ? t->original : NAN);
    if (isnan(value))
        printf(" |");
    else if (t && !isnan(t->original))
        printf(" %s / %s |", ours, original);
    else
        printf(" %s |", ours);
}

static void print_markdown(const measured *all, int count)
{
    static const char *const cells[] = {"slide",    "slide_pre", "support",     "drift",     "jerk",
                                        "jerk_pre", "speed",     "speed_ratio", "direction", "path",
                                        "turn_t90", "start_t90", NULL};
    printf("| script |");
    for (int c = 0; cells[c]; c++) {
        const pd_anim_quality_row *row = pd_anim_quality_find(cells[c]);
        printf(" %s%s%s |", row->name, row->unit[0] ? ", " : "", row->unit);
    }

    printf("\n|---|");
    for (int c = 0; cells[c]; c++) printf("---|");
    for (int i = 0; i < count; i++) {
        printf("\n| %s |", all[i].script);
        for (int c = 0; cells[c]; c++) print_cell(&all[i], cells[c]);
    }

    putchar('\n');
}

/* ---- JSON ---- */

static json_t *number_json(double value)
{
    return isnan(value) ? json_null() : json_real(value);
}

static json_t *script_json(const measured *m)
{
    json_t *object =
        json_pack("{s:s,s:f,s:b}", "script", m->script, "seconds", m->seconds, "finite", m->quality.finite);
    json_t *values = json_object(), *held = json_array();

    for (const pd_anim_quality_row *row = pd_anim_quality_rows; row->name; row++)
        json_object_set_new(values, row->name, number_json(pd_anim_quality_value(&m->quality, row)));
    for (const pd_tool_motion_bound *t = pd_tool_motion_bounds; t->script; t++)
        if (!strcmp(t->script, m->script))
            json_array_append_new(held,
                                  json_pack("{s:s,s:o,s:o,s:s}", "measure", t->measure, "value",
                                            number_json(value_of(m, t)), "original", number_json(t->original),
                                            "bound", verdict(value_of(m, t), t)));

    json_object_set_new(object, "measures", values);
    json_object_set_new(object, "targets", held);
    return object;
}

static void print_json(const measured *all, int count, const score *s)
{
    json_t *root = json_object(), *scripts = json_array(), *rows = json_object();
    for (const pd_anim_quality_row *row = pd_anim_quality_rows; row->name; row++)
        json_object_set_new(rows, row->name,
                            json_pack("{s:s,s:s}", "unit", row->unit, "definition", row->definition));

    for (int i = 0; i < count; i++) json_array_append_new(scripts, script_json(&all[i]));
    json_object_set_new(root, "definitions", rows);
    json_object_set_new(root, "scripts", scripts);
    json_object_set_new(root, "bounds",
                        json_pack("{s:[ii],s:[ii]}", "kept", s->kept, s->bound_count, "original", s->reached,
                                  s->original_count));
    json_dumpf(root, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(root);
}

/* ---- the command ---- */

static int measure_one(measured *out, pd_tool_local *local, const pd_tool_args *args, const char *path,
                       double skip)
{
    pd_anim_track track;
    pd_error err;
    out->path = path;
    name_of(out->script, path);
    int code = pd_tool_track_open(&track, local, args, path);
    if (code) return code;
    out->seconds = track.frame_count / track.rate;
    pd_status status = pd_anim_quality_of(&out->quality, &track, skip, &err);
    pd_anim_track_deinit(&track);
    return status ? pd_tool_fail(args, &err) : 0;
}

static int measure_all(measured *all, const pd_tool_args *args, double skip)
{
    pd_tool_local local;
    int code = pd_tool_local_open_motion(&local, args, 1);
    if (code) return code;
    for (int i = 0; i < args->word_count && !code; i++)
        code = measure_one(&all[i], &local, args, args->words[i], skip);
    pd_tool_local_close(&local);
    return code;
}

int pd_tool_motion_measure(const pd_tool_args *args)
{
    double skip = PD_ANIM_QUALITY_SKIP;
    if (!pd_tool_double(&skip, args, "skip", 0, 3600)) return 2;

    measured *all = calloc((size_t)args->word_count, sizeof *all);
    int code = all ? measure_all(all, args, skip) : 1, json = pd_tool_flag(args, "json");
    int markdown = !json && pd_tool_flag(args, "markdown");
    if (!code) {
        if (markdown) print_markdown(all, args->word_count);
        if (!json && !markdown) print_overview(all, args->word_count);
        score s = print_bounds(all, args->word_count, json || markdown);
        if (json) print_json(all, args->word_count, &s);
        for (int i = 0; i < args->word_count; i++)
            if (!all[i].quality.finite) code = 1;
        if (pd_tool_flag(args, "check") && s.kept < s.bound_count) code = 1;
    }

    free(all);
    return code;
}
