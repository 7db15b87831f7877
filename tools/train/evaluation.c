#include "tools/train/evaluation.h"

#include "core/base/file.h"
#include "tools/draw/plot.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PNG_SCALE 2

/* --- markdown --- */

static void table_head(pd_buffer *out, const pd_tool_evaluation *e, const char *first)
{
    pd_buffer_printf(out, "| %s |", first);
    for (int v = 0; v < e->variant_count; v++) pd_buffer_printf(out, " %s |", e->variants[v]);
    pd_buffer_text(out, "\n|---|");
    for (int v = 0; v < e->variant_count; v++) pd_buffer_text(out, "---|");
    pd_buffer_text(out, "\n");
}

static void error_table(pd_buffer *out, const pd_tool_evaluation *e, const char *title,
                        const pd_train_body_score scores[][PD_TRAIN_BODY_LADDER_MAX])
{
    if (!scores[0][0].meshes) return;
    pd_buffer_printf(out, "\n%s (mm, mean over vertices / by area; %d meshes)\n\n", title,
                     scores[0][0].meshes);
    table_head(out, e, "betas");
    for (int s = 0; s < e->figures.ladder_count; s++) {
        pd_buffer_printf(out, "| %d |", e->figures.ladder[s]);
        for (int v = 0; v < e->variant_count; v++)
            pd_buffer_printf(out, " %.2f / %.2f |", scores[v][s].vertex_mm, scores[v][s].area_mm);
        pd_buffer_text(out, "\n");
    }
}

void pd_tool_evaluation_markdown(pd_buffer *out, const pd_tool_evaluation *evaluation)
{
    const pd_tool_evaluation *e = evaluation;

    pd_buffer_printf(out, "Model: %s\n", e->model);
    if (e->mesh_count)
        pd_buffer_printf(out, "\nMeshes: %s (%d of %d subjects)\n", e->meshes, e->mesh_count,
                         e->subject_count);
    error_table(out, e, "Model generalisation", e->figures.model);
    error_table(out, e, "Pose generalisation", e->figures.pose);

    /* Shape and pose apart, as far as they were measured. */
    int heads = 0;
    for (int v = 0; v < e->variant_count; v++) {
        const pd_train_body_parts *p = &e->parts[v];
        if (!p->pose.meshes) continue;
        if (!heads++)
            pd_buffer_printf(
                out,
                "\nShape and pose apart (mm, mean over vertices / by area; %d meshes)\n\n"
                "| | pose part: with the subject's own rest shape | worst mesh, by area | shape part: "
                "what %d betas do not span |\n|---|---|---|---|\n",
                p->pose.meshes, e->figures.ladder[e->figures.ladder_count - 1]);
        pd_buffer_printf(out, "| %s | %.2f / %.2f | %.2f | %.2f / %.2f |\n", e->variants[v],
                         p->pose.vertex_mm, p->pose.area_mm, p->pose.worst_area_mm, p->shape.vertex_mm,
                         p->shape.area_mm);
    }

    /* Write the run time. */
    if (e->time_count) {
        pd_buffer_text(out, "\nRun time on one thread (ms a body: alone / in a batch of 64)\n\n");
        table_head(out, e, "betas");
    }

    for (int s = 0; s < e->time_count; s++) {
        pd_buffer_printf(out, "| %d |", e->figures.ladder[s]);
        for (int v = 0; v < e->variant_count; v++)
            pd_buffer_printf(out, " %.3f / %.3f |", e->one_ms[v][s], e->batch_ms[v][s]);
        pd_buffer_text(out, "\n");
    }

    /* Write inverted triangles, folds and hits at the limits of the joints. */
    if (e->quality_count)
        pd_buffer_printf(
            out,
            "\nJoint limits: %d bodies x %d poses\n\n"
            "| | triangles inside out, in all | most in one | poses with any | folds over 10 mm, poses | "
            "deepest fold, mm | hits over 10 mm, poses | deepest hit, mm "
            "|\n|---|---|---|---|---|---|---|---|\n",
            e->quality[0].bodies, e->quality[0].poses);
    for (int v = 0; v < e->quality_count; v++) {
        const pd_tool_quality_row *q = &e->quality[v];
        pd_buffer_printf(out, "| %s | %ld | %d (%s) | %d | %d | %.1f (%s) | %d | %.1f (%s) |\n", q->variant,
                         q->inverted, q->inverted_most, q->inverted_at, q->inverted_poses, q->fold_poses,
                         q->fold_mm, q->fold_at, q->hit_poses, q->hit_mm, q->hit_at);
    }

    /* Write the reach of the joints. */
    if (!e->reach_count) return;
    pd_buffer_text(
        out,
        "\nReach in degrees of the bodies that fall short of a range's end: mean (least; bodies)\n\n| |");
    for (int v = 0; v < e->quality_count; v++) pd_buffer_printf(out, " %s |", e->quality[v].variant);
    pd_buffer_text(out, "\n|---|");

    for (int v = 0; v < e->quality_count; v++) pd_buffer_text(out, "---|");
    pd_buffer_text(out, "\n");
    for (int r = 0; r < e->reach_count; r++) {
        pd_buffer_printf(out, "| %s |", e->reach[r].end);
        for (int v = 0; v < e->quality_count; v++)
            if (e->reach[r].rows[v].bodies)
                pd_buffer_printf(out, " %.0f (%.0f; %d) |", e->reach[r].rows[v].mean_deg,
                                 e->reach[r].rows[v].least_deg, e->reach[r].rows[v].bodies);
            else
                pd_buffer_text(out, " |");
        pd_buffer_text(out, "\n");
    }
}

/* --- CSV --- */

static void csv_scores(pd_buffer *out, const pd_tool_evaluation *e, const char *kind,
                       const pd_train_body_score scores[][PD_TRAIN_BODY_LADDER_MAX])
{
    for (int v = 0; v < e->variant_count; v++)
        for (int s = 0; s < e->figures.ladder_count && scores[v][s].meshes; s++) {
            const pd_train_body_score *score = &scores[v][s];
            pd_buffer_printf(out, "%s,%s,%d,vertex_mm,%.4f\n", kind, e->variants[v], e->figures.ladder[s],
                             score->vertex_mm);
            pd_buffer_printf(out, "%s,%s,%d,area_mm,%.4f\n", kind, e->variants[v], e->figures.ladder[s],
                             score->area_mm);
            pd_buffer_printf(out, "%s,%s,%d,worst_area_mm,%.4f\n", kind, e->variants[v], e->figures.ladder[s],
                             score->worst_area_mm);
        }
}

static void pd_tool_evaluation_csv(pd_buffer *out, const pd_tool_evaluation *evaluation)
{
    const pd_tool_evaluation *e = evaluation;

    pd_buffer_text(out, "kind,variant,betas,figure,value\n");
    csv_scores(out, e, "model generalisation", e->figures.model);
    csv_scores(out, e, "pose generalisation", e->figures.pose);

    /* Write the errors of shape and of pose apart. */
    for (int v = 0; v < e->variant_count; v++) {
        const pd_train_body_parts *p = &e->parts[v];
        if (!p->pose.meshes) continue;
        pd_buffer_printf(out, "parts,%s,,pose_vertex_mm,%.4f\nparts,%s,,pose_area_mm,%.4f\n", e->variants[v],
                         p->pose.vertex_mm, e->variants[v], p->pose.area_mm);
        pd_buffer_printf(out, "parts,%s,,shape_vertex_mm,%.4f\nparts,%s,,shape_area_mm,%.4f\n",
                         e->variants[v], p->shape.vertex_mm, e->variants[v], p->shape.area_mm);
    }

    /* Write run time and quality. */
    for (int v = 0; v < e->variant_count; v++)
        for (int s = 0; s < e->time_count; s++) {
            pd_buffer_printf(out, "run time,%s,%d,one_ms,%.5f\n", e->variants[v], e->figures.ladder[s],
                             e->one_ms[v][s]);
            pd_buffer_printf(out, "run time,%s,%d,batch_ms,%.5f\n", e->variants[v], e->figures.ladder[s],
                             e->batch_ms[v][s]);
        }

    for (int v = 0; v < e->quality_count; v++) {
        const pd_tool_quality_row *q = &e->quality[v];
        pd_buffer_printf(out, "quality,%s,,inverted,%ld\nquality,%s,,inverted_most,%d\n", q->variant,
                         q->inverted, q->variant, q->inverted_most);
        pd_buffer_printf(out, "quality,%s,,fold_mm,%.3f\nquality,%s,,hit_mm,%.3f\n", q->variant, q->fold_mm,
                         q->variant, q->hit_mm);
    }
}

/* --- JSON --- */

static json_t *evaluation_rounded(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    return json_real(strtod(text, NULL));
}

static json_t *scores_json(const pd_tool_evaluation *e,
                           const pd_train_body_score scores[][PD_TRAIN_BODY_LADDER_MAX])
{
    json_t *out = json_object();

    for (int v = 0; v < e->variant_count; v++) {
        json_t *list = json_array();
        for (int s = 0; s < e->figures.ladder_count && scores[v][s].meshes; s++)
            json_array_append_new(list,
                                  json_pack("{s:i, s:o, s:o, s:o, s:i}", "betas", e->figures.ladder[s],
                                            "vertex_mm", evaluation_rounded(scores[v][s].vertex_mm),
                                            "area_mm", evaluation_rounded(scores[v][s].area_mm),
                                            "worst_area_mm", evaluation_rounded(scores[v][s].worst_area_mm),
                                            "meshes", scores[v][s].meshes));
        json_object_set_new(out, e->variants[v], list);
    }

    return out;
}

void pd_tool_evaluation_json(pd_buffer *out, const pd_tool_evaluation *evaluation)
{
    const pd_tool_evaluation *e = evaluation;
    json_t *root = json_pack("{s:s}", "model", e->model);

    /* Errors on meshes. */
    if (e->mesh_count) {
        json_object_set_new(root, "meshes", json_string(e->meshes));
        json_object_set_new(root, "mesh_count", json_integer(e->mesh_count));
        json_object_set_new(root, "subject_count", json_integer(e->subject_count));
        json_object_set_new(root, "model_generalisation", scores_json(e, e->figures.model));
        json_object_set_new(root, "pose_generalisation", scores_json(e, e->figures.pose));

        /* Shape and pose apart, of the variants that have them. */
        json_t *parts = json_object();
        for (int v = 0; v < e->variant_count; v++) {
            const pd_train_body_parts *p = &e->parts[v];
            if (p->pose.meshes)
                json_object_set_new(parts, e->variants[v],
                                    json_pack("{s:i, s:o, s:o, s:o, s:o, s:o}", "meshes", p->pose.meshes,
                                              "pose_vertex_mm", evaluation_rounded(p->pose.vertex_mm),
                                              "pose_area_mm", evaluation_rounded(p->pose.area_mm),
                                              "pose_worst_area_mm", evaluation_rounded(p->pose.worst_area_mm),
                                              "shape_vertex_mm", evaluation_rounded(p->shape.vertex_mm),
                                              "shape_area_mm", evaluation_rounded(p->shape.area_mm)));
        }

        if (json_object_size(parts)) json_object_set(root, "parts", parts);
        json_decref(parts);
    }

    /* Run time, quality and reach follow, each only if it was measured. */
    if (e->time_count) {
        json_t *times = json_object();
        for (int v = 0; v < e->variant_count; v++) {
            json_t *list = json_array();
            for (int s = 0; s < e->time_count; s++)
                json_array_append_new(list, json_pack("{s:i, s:o, s:o}", "betas", e->figures.ladder[s],
                                                      "one_ms", evaluation_rounded(e->one_ms[v][s]),
                                                      "batch_ms", evaluation_rounded(e->batch_ms[v][s])));
            json_object_set_new(times, e->variants[v], list);
        }

        json_object_set_new(root, "run_time", times);
    }

    if (e->quality_count) {
        json_t *rows = json_array();
        for (int v = 0; v < e->quality_count; v++) {
            const pd_tool_quality_row *q = &e->quality[v];
            json_t *row = json_pack(
                "{s:s, s:i, s:i, s:I, s:i, s:i, s:i, s:i}", "variant", q->variant, "bodies", q->bodies,
                "poses", q->poses, "inverted", (json_int_t)q->inverted, "inverted_most", q->inverted_most,
                "inverted_poses", q->inverted_poses, "fold_poses", q->fold_poses, "hit_poses", q->hit_poses);
            json_object_set_new(row, "fold_mm", evaluation_rounded(q->fold_mm));
            json_object_set_new(row, "hit_mm", evaluation_rounded(q->hit_mm));
            json_object_set_new(row, "inverted_at", json_string(q->inverted_at));
            json_object_set_new(row, "fold_at", json_string(q->fold_at));
            json_object_set_new(row, "hit_at", json_string(q->hit_at));
            json_array_append_new(rows, row);
        }

        json_object_set_new(root, "quality", rows);
    }

    /* Write only ends of ranges that some body does not reach. */
    if (e->reach_count) {
        json_t *rows = json_array();
        for (int r = 0; r < e->reach_count; r++)
            for (int v = 0; v < e->quality_count; v++) {
                if (!e->reach[r].rows[v].bodies) continue;
                json_t *row = json_pack("{s:s, s:s, s:i}", "end", e->reach[r].end, "variant",
                                        e->quality[v].variant, "bodies", e->reach[r].rows[v].bodies);
                json_object_set_new(row, "mean_deg", evaluation_rounded(e->reach[r].rows[v].mean_deg));
                json_object_set_new(row, "least_deg", evaluation_rounded(e->reach[r].rows[v].least_deg));
                json_array_append_new(rows, row);
            }
        json_object_set_new(root, "reach", rows);
    }

    /* Numbers were rounded above, so that equal values have equal texts. */
    char *text = json_dumps(root, JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6));
    pd_buffer_text(out, text ? text : "{}");
    pd_buffer_text(out, "\n");
    free(text);
    json_decref(root);
}

/* --- files --- */

typedef struct writer {
    const pd_tool_evaluation *e;
    const char *folder;
    pd_error *err;
    pd_status status;
} writer;

static void write_file_evaluation(writer *w, const char *name, const char *suffix, pd_buffer *bytes)
{
    char path[1200];

    snprintf(path, sizeof path, "%.1000s/%s%s", w->folder, name, suffix);
    if (w->status == PD_OK && bytes->failed)
        w->status = pd_fail(w->err, PD_ERR_MEMORY, path, "out of memory for the file");
    if (w->status == PD_OK) w->status = pd_file_write(path, bytes->data, bytes->size, w->err);
    pd_buffer_deinit(bytes);
}

static void write_plot(writer *w, const char *name, const pd_tool_plot *plot)
{
    pd_buffer svg = {0}, png = {0};
    pd_io_image picture;

    if (w->status != PD_OK || !plot->line_count) return;
    pd_tool_plot_svg(&svg, plot);
    write_file_evaluation(w, name, ".svg", &svg);
    if (w->status == PD_OK) w->status = pd_tool_plot_image(&picture, plot, PNG_SCALE, w->err);
    if (w->status != PD_OK) return;
    w->status = pd_io_png_write(&png, &picture, w->err);
    pd_io_image_deinit(&picture);
    write_file_evaluation(w, name, ".png", &png);
}

typedef struct curves {
    double x[PD_TRAIN_BODY_LADDER_MAX], y[PD_TRAIN_BODY_VARIANTS_MAX][PD_TRAIN_BODY_LADDER_MAX];
    pd_tool_line lines[PD_TRAIN_BODY_VARIANTS_MAX];
    int count;
} curves;

static void begin_curves(curves *c, const pd_tool_evaluation *e, int count)
{
    memset(c, 0, sizeof *c);
    c->count = count;
    for (int s = 0; s < count; s++) c->x[s] = e->figures.ladder[s];
    for (int v = 0; v < e->variant_count; v++)
        c->lines[v] = (pd_tool_line){.name = e->variants[v],
                                     .x = c->x,
                                     .y = c->y[v],
                                     .count = count,
                                     .dashed = !strchr(e->variants[v], '+')};
}

static void plot_scores(writer *w, const char *name, const char *title,
                        const pd_train_body_score scores[][PD_TRAIN_BODY_LADDER_MAX])
{
    curves c;

    if (!w->e->mesh_count || !scores[0][0].meshes) return;
    begin_curves(&c, w->e, w->e->figures.ladder_count);
    for (int v = 0; v < w->e->variant_count; v++)
        for (int s = 0; s < c.count; s++) c.y[v][s] = scores[v][s].area_mm;
    pd_tool_plot plot = {.title = title,
                         .x_label = "number of betas",
                         .y_label = "mean distance by area, mm",
                         .lines = c.lines,
                         .line_count = w->e->variant_count,
                         .log_x = 1};
    write_plot(w, name, &plot);
}

pd_status pd_tool_evaluation_write(const pd_tool_evaluation *evaluation, const char *folder, pd_error *err)
{
    writer w = {.e = evaluation, .folder = folder, .err = err, .status = PD_OK};
    pd_buffer text = {0};

    if (mkdir(folder, 0777) && errno != EEXIST)
        return pd_fail(err, PD_ERR_IO, folder, "cannot be made: %s", strerror(errno));

    pd_tool_evaluation_markdown(&text, evaluation);
    write_file_evaluation(&w, "evaluation", ".md", &text);
    pd_tool_evaluation_csv(&text, evaluation);
    write_file_evaluation(&w, "evaluation", ".csv", &text);
    pd_tool_evaluation_json(&text, evaluation);
    write_file_evaluation(&w, "evaluation", ".json", &text);
    plot_scores(&w, "model-generalisation", "Model generalisation", evaluation->figures.model);
    plot_scores(&w, "pose-generalisation", "Pose generalisation", evaluation->figures.pose);

    if (evaluation->time_count) {
        curves c;
        begin_curves(&c, evaluation, evaluation->time_count);
        for (int v = 0; v < evaluation->variant_count; v++)
            for (int s = 0; s < c.count; s++) c.y[v][s] = evaluation->one_ms[v][s];
        const pd_tool_plot plot = {.title = "Run time, one body at a time, one thread",
                                   .x_label = "number of betas",
                                   .y_label = "ms a body",
                                   .lines = c.lines,
                                   .line_count = evaluation->variant_count};
        write_plot(&w, "run-time", &plot);
    }

    return w.status;
}
