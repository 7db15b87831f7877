#include "tools/learn/figures.h"

#include "core/base/assert.h"
#include "core/base/executor.h"
#include "core/base/file.h"
#include "core/smpl/model.h"
#include "tools/draw/draw2d.h"
#include "tools/draw/plot.h"
#include "tools/draw/sheet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PNG_SCALE    2
#define PANEL_WIDTH  900
#define PANEL_HEIGHT 900
#define TERMS        5

typedef struct writer {
    const pd_tool_learn_report *r;
    const char *folder;
    pd_error *err;
    pd_status status;
} writer;

/* ---- tables ---- */

static void write_measure(pd_buffer *out, const pd_tool_learn_report *r, const pd_learn_measure *m,
                          const char *what, const pd_learn_meshes *meshes)
{
    if (!m->meshes) return;
    pd_buffer_printf(out, "\n%s: %d meshes, mean %.3f mm, p95 of vertices %.2f mm, worst mesh %.3f mm (%s)",
                     what, m->meshes, m->mean_mm, m->p95_mm, m->worst_mm,
                     m->worst_mesh >= 0 ? meshes->labels[m->worst_mesh] : "none");
    if (m->with_joints) {
        pd_buffer_printf(out, "; joints %.2f mm on the mean:", m->joint_mm);
        for (int k = 0; k < r->problem->tpl->joint_count; k++)
            pd_buffer_printf(out, "%s %s %.1f", k ? "," : "", r->problem->tpl->joint_names[k],
                             m->joints_mm[k]);
    }

    pd_buffer_text(out, ".\n");
}

void pd_tool_learn_markdown(pd_buffer *out, const pd_tool_learn_report *r)
{
    const pd_learn_set *set = r->problem->set;
    double sum = 0;

    pd_buffer_printf(out, "Learned from %s: %d meshes of %d people, %d shapes; %d vertices, %d joints.\n\n",
                     r->source, set->poses.count, set->subject_count, set->shapes.count, set->vertex_count,
                     r->state->joint_count);

    /* Energies of each round. */
    const pd_learn_lambdas *l = &r->problem->lambdas;
    pd_buffer_printf(out,
                     "Terms of E, weighted (square metres, over all meshes), and the mean distance:\n\n"
                     "| round | E | E_D | %g E_Y | %g E_J | %g E_P | %g E_W | mean, mm "
                     "|\n|---|---|---|---|---|---|---|---|\n",
                     l->symmetry, l->joints, l->blend, l->weights);
    for (int i = 0; i < r->history->count; i++) {
        const pd_learn_energy *e = &r->history->energies[i];
        pd_buffer_printf(out, "| %d | %.4f | %.4f | %.4f | %.4f | %.4f | %.4f | %.3f |\n", i, e->total,
                         e->data, l->symmetry * e->symmetry, l->joints * e->joints, l->blend * e->blend,
                         l->weights * e->weights, e->mean_mm);
    }

    /* Errors on the meshes that were learned from, and on those held out. */
    write_measure(out, r, r->learned, "Meshes learned from", &set->poses);
    write_measure(out, r, r->held_out, "Poses held out", &set->held_out);
    pd_buffer_printf(out, "\nShapes: %d, posed again %.3f mm from their meshes. Cumulative variance, %%:",
                     r->shapes->count, r->shapes->mean_mm);
    for (int k = 0; k < r->shapes->component_count; k++)
        pd_buffer_printf(out, " %.1f", 100 * (sum += r->shapes->shares[k]));
    pd_buffer_printf(out, "\n\nJoint regressor: %d numbers for %d joints.\n",
                     r->centers->start[r->state->joint_count], r->state->joint_count);
    pd_buffer_printf(out, "\nTime: %.1f s, %.1f s of processor time; at most %.0f MiB of memory.\n",
                     r->seconds, r->cpu_seconds, (double)r->peak_kib / 1024);
}

static void measure_json(pd_buffer *out, const char *name, const pd_learn_measure *m)
{
    pd_buffer_printf(out,
                     "  \"%s\": {\"meshes\": %d, \"mean_mm\": %.6g, \"p95_mm\": %.6g, \"worst_mm\": %.6g",
                     name, m->meshes, m->mean_mm, m->p95_mm, m->worst_mm);
    if (m->with_joints) pd_buffer_printf(out, ", \"joint_mm\": %.6g", m->joint_mm);
    pd_buffer_text(out, "},\n");
}

static void write_json(pd_buffer *out, const pd_tool_learn_report *r)
{
    pd_buffer_text(out, "{\n  \"rounds\": [");
    for (int i = 0; i < r->history->count; i++) {
        const pd_learn_energy *e = &r->history->energies[i];
        pd_buffer_printf(out,
                         "%s\n    {\"total\": %.9g, \"data\": %.9g, \"symmetry\": %.9g, \"joints\": %.9g, "
                         "\"blend\": %.9g, "
                         "\"weights\": %.9g, \"mean_mm\": %.6g}",
                         i ? "," : "", e->total, e->data, e->symmetry, e->joints, e->blend, e->weights,
                         e->mean_mm);
    }

    pd_buffer_text(out, "\n  ],\n");
    measure_json(out, "learned", r->learned);
    measure_json(out, "held_out", r->held_out);
    pd_buffer_printf(out, "  \"shapes\": {\"count\": %d, \"mean_mm\": %.6g, \"variance\": [",
                     r->shapes->count, r->shapes->mean_mm);
    for (int k = 0; k < r->shapes->component_count; k++)
        pd_buffer_printf(out, "%s%.6g", k ? ", " : "", r->shapes->shares[k]);
    pd_buffer_printf(out, "]},\n  \"seconds\": %.1f, \"cpu_seconds\": %.1f, \"peak_kib\": %ld\n}\n",
                     r->seconds, r->cpu_seconds, r->peak_kib);
}

/* ---- files ---- */

static void write_file_figures(writer *w, const char *name, pd_buffer *bytes)
{
    char path[1200];

    snprintf(path, sizeof path, "%.1000s/%s", w->folder, name);
    if (w->status == PD_OK && bytes->failed)
        w->status = pd_fail(w->err, PD_ERR_MEMORY, path, "out of memory for the file");
    if (w->status == PD_OK) w->status = pd_file_write(path, bytes->data, bytes->size, w->err);
    pd_buffer_deinit(bytes);
}

static void write_picture(writer *w, const char *name, pd_io_image *picture)
{
    pd_buffer png = {0};
    if (w->status == PD_OK) w->status = pd_io_png_write(&png, picture, w->err);
    pd_io_image_deinit(picture);
    write_file_figures(w, name, &png);
}

static void write_plot(writer *w, const char *svg_name, const char *png_name, const pd_tool_plot *plot)
{
    pd_buffer svg = {0};
    pd_io_image picture;

    pd_tool_plot_svg(&svg, plot);
    write_file_figures(w, svg_name, &svg);
    if (w->status == PD_OK) w->status = pd_tool_plot_image(&picture, plot, PNG_SCALE, w->err);
    if (w->status == PD_OK) write_picture(w, png_name, &picture);
}

/* ---- pictures ---- */

/* Builds a model from a copy of the arrays, because pd_smpl_model_build takes them over. */
static pd_status model_of(pd_smpl_model **out, const pd_smpl_data *data, pd_error *err)
{
    pd_smpl_data copy = {
        .vertex_count = data->vertex_count, .joint_count = data->joint_count, .face_count = data->face_count};
    size_t v = (size_t)data->vertex_count;
    size_t k = (size_t)data->joint_count;
    size_t entries = (size_t)data->regressor_start[k];
#define COPY(field, count)                                                                                   \
    ((copy.field = malloc((count) * sizeof *copy.field)) &&                                                  \
     memcpy(copy.field, data->field, (count) * sizeof *copy.field))
    int good = COPY(v_template, 3 * v) && COPY(weights, v * k) && COPY(regressor_start, k + 1) &&
               COPY(regressor_vertex, entries) && COPY(regressor_weight, entries) && COPY(parents, k) &&
               COPY(faces, 3 * (size_t)data->face_count) && COPY(joint_names, k);
#undef COPY
    copy.text = (pd_smpl_text){.name = strdup(""),
                               .gender = strdup(""),
                               .licence = strdup(""),
                               .provenance = strdup(""),
                               .credits = strdup("")};

    if (good) return pd_smpl_model_build(out, &copy, err);
    pd_smpl_data_deinit(&copy);

    return pd_fail(err, PD_ERR_MEMORY, "weights.png", "out of memory");
}

/* Front and back of each model, a colour a joint. */
static void draw_weights(writer *w, const char *name, const pd_smpl_data *const data[],
                         const char *const labels[], int count)
{
    PD_ASSERT(count > 0);
    pd_smpl_model *models[2] = {NULL, NULL};
    pd_tool_cell cells[4] = {{0}};
    pd_io_image picture;

    /* Front and back of each model, coloured by its weights. */
    for (int i = 0; i < count && w->status == PD_OK; i++) {
        w->status = model_of(&models[i], data[i], w->err);
        cells[i].model = cells[count + i].model = models[i];
        cells[count + i].yaw = (float)M_PI;
        snprintf(cells[i].label, sizeof cells[i].label, "%s", labels[i]);
        snprintf(cells[count + i].label, sizeof cells[i].label, "%s, back", labels[i]);
    }

    if (w->status == PD_OK) {
        const pd_tool_sheet sheet = {.cells = cells,
                                     .cell_count = 2 * count,
                                     .columns = 2,
                                     .cell_width = 560,
                                     .cell_height = 560,
                                     .paint = PD_TOOL_PAINT_WEIGHTS};
        w->status = pd_tool_sheet_render(&picture, &sheet, &pd_executor_serial, w->err);
    }

    if (w->status == PD_OK) write_picture(w, name, &picture);
    for (int i = 0; i < count; i++) pd_smpl_model_release(models[i]);
}

pd_status pd_tool_learn_parts(const pd_smpl_data *before, const char *folder, pd_error *err)
{
    writer w = {.r = NULL, .folder = folder, .err = err, .status = PD_OK};
    draw_weights(&w, "parts.png", &before, (const char *const[]){"parts"}, 1);
    return w.status;
}

/* Draws the regressor of a model from the front: the mesh as dots,
 * and a line from each vertex with weight to its joint. */
static void draw_panel(pd_io_image *picture, const pd_smpl_data *d, int left)
{
    static const uint8_t grey[3] = {205, 205, 205};
    static const uint8_t black[3] = {20, 20, 20};
    double low[2] = {1e9, 1e9};
    double high[2] = {-1e9, -1e9};

    /* Fit the body into the panel. */
    for (int i = 0; i < d->vertex_count; i++)
        for (int c = 0; c < 2; c++) {
            low[c] = fmin(low[c], (double)d->v_template[3 * i + c]);
            high[c] = fmax(high[c], (double)d->v_template[3 * i + c]);
        }
    double scale = 0.92 * fmin(PANEL_WIDTH / (high[0] - low[0]), PANEL_HEIGHT / (high[1] - low[1]));
#define X(x) (left + PANEL_WIDTH / 2.0 + scale * ((double)(x) - (low[0] + high[0]) / 2))
#define Y(y) (PANEL_HEIGHT / 2.0 - scale * ((double)(y) - (low[1] + high[1]) / 2))
    for (int i = 0; i < d->vertex_count; i++)
        pd_tool_draw_dot(picture, X(d->v_template[3 * i]), Y(d->v_template[3 * i + 1]), 0.9, grey);

    /* Draw each joint with lines to the vertices that determine its position. */
    for (int k = 0; k < d->joint_count; k++) {
        const double hue = 2.399963 * k;
        double place[2] = {0};
        uint8_t rgb[3];
        for (int c = 0; c < 3; c++) rgb[c] = (uint8_t)(120 + 90 * cos(hue - 2.0944 * c));
        for (int n = d->regressor_start[k]; n < d->regressor_start[k + 1]; n++)
            for (int c = 0; c < 2; c++)
                place[c] += d->regressor_weight[n] * (double)d->v_template[3 * d->regressor_vertex[n] + c];
        for (int n = d->regressor_start[k]; n < d->regressor_start[k + 1]; n++) {
            const float *v = d->v_template + 3 * d->regressor_vertex[n];
            pd_tool_draw_line(picture, X(v[0]), Y(v[1]), X(place[0]), Y(place[1]), 1, rgb);
        }

        pd_tool_draw_dot(picture, X(place[0]), Y(place[1]), 5, black);
        pd_tool_draw_dot(picture, X(place[0]), Y(place[1]), 3.5, rgb);
    }
#undef X
#undef Y
}

pd_status pd_tool_learn_figures(const pd_tool_learn_report *report, const char *folder, pd_error *err)
{
    writer w = {.r = report, .folder = folder, .err = err, .status = PD_OK};
    pd_buffer text = {0}, json = {0};

    pd_tool_learn_markdown(&text, report);
    write_file_figures(&w, "learn.md", &text);
    write_json(&json, report);
    write_file_figures(&w, "learn.json", &json);

    /* A curve for each term of the energy. */
    static const char *const terms[TERMS] = {"E_D", "E_Y", "E_J", "E_P", "E_W"};
    const pd_learn_lambdas *l = &report->problem->lambdas;
    const int rounds = report->history->count;
    double x[PD_LEARN_ROUNDS_MAX + 1], y[TERMS][PD_LEARN_ROUNDS_MAX + 1];
    pd_tool_line lines[TERMS];
    for (int i = 0; i < rounds; i++) {
        const pd_learn_energy *e = &report->history->energies[i];
        x[i] = i;
        y[0][i] = e->data;
        y[1][i] = l->symmetry * e->symmetry;
        y[2][i] = l->joints * e->joints;
        y[3][i] = l->blend * e->blend;
        y[4][i] = l->weights * e->weights;
    }

    for (int t = 0; t < TERMS; t++)
        lines[t] = (pd_tool_line){.name = terms[t], .x = x, .y = y[t], .count = rounds, .dashed = t > 0};
    const pd_tool_plot energies = {.title = "Terms of the energy, weighted",
                                   .x_label = "round",
                                   .y_label = "square metres",
                                   .lines = lines,
                                   .line_count = TERMS};
    write_plot(&w, "energies.svg", "energies.png", &energies);

    /* Cumulative variance of the shapes. */
    const pd_learn_shapes *s = report->shapes;
    double betas[PD_SMPL_MAX_BETAS], shares[PD_SMPL_MAX_BETAS];
    double sum = 0;
    for (int k = 0; k < s->component_count; k++) {
        betas[k] = k + 1;
        shares[k] = 100 * (sum += s->shares[k]);
    }

    const pd_tool_line line = {
        .name = "learned", .x = betas, .y = shares, .count = s->component_count, .dashed = 0};
    const pd_tool_plot variance = {.title = "Cumulative variance of the shape set",
                                   .x_label = "betas",
                                   .y_label = "%",
                                   .lines = &line,
                                   .line_count = s->component_count > 1};
    if (variance.line_count) write_plot(&w, "variance.svg", "variance.png", &variance);

    /* Weights and the regressor, before and after. */
    draw_weights(&w, "weights.png", (const pd_smpl_data *const[]){report->before, report->after},
                 (const char *const[]){"before", "after"}, 2);

    static const uint8_t white[3] = {255, 255, 255};
    pd_io_image picture;
    if (w.status == PD_OK) w.status = pd_io_image_init(&picture, 2 * PANEL_WIDTH, PANEL_HEIGHT, 3, 8, w.err);
    if (w.status == PD_OK) {
        pd_tool_draw_box(&picture, 0, 0, 2 * PANEL_WIDTH, PANEL_HEIGHT, white);
        draw_panel(&picture, report->before, 0);
        draw_panel(&picture, report->after, PANEL_WIDTH);
        write_picture(&w, "regressor.png", &picture);
    }

    return w.status;
}
