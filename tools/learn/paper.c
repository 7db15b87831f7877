#include "tools/learn/paper.h"

#include "core/base/file.h"
#include "core/train/learn/checkpoint.h"
#include "core/train/learn/compare.h"
#include "tools/draw/plot.h"
#include "tools/learn/read.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define PNG_SCALE 2

static void write_table(pd_buffer *out, const pd_learn_comparison *c, const char *source)
{
    pd_buffer_printf(out,
                     "Learned from %d meshes of %s, measured on %d poses held out. Mean distance in mm.\n\n",
                     c->learned, source, c->held_out);
    pd_buffer_text(out, "| corrections driven by | | learned from | held out | worst mesh held out "
                        "|\n|---|---|---|---|---|\n");
    for (int i = 0; i < PD_LEARN_METHOD_COUNT; i++)
        pd_buffer_printf(out, "| %s | %s | %.3f | %.3f | %.3f |\n", pd_learn_methods[i].name,
                         pd_learn_methods[i].text, c->rows[i].learned_mm, c->rows[i].held_out_mm,
                         c->rows[i].worst_mm);
}

static void write_csv(pd_buffer *out, const pd_learn_comparison *c)
{
    pd_buffer_text(out, "method,learned_mm,held_out_mm,worst_mm\n");
    for (int i = 0; i < PD_LEARN_METHOD_COUNT; i++)
        pd_buffer_printf(out, "\"%s\",%.6g,%.6g,%.6g\n", pd_learn_methods[i].name, c->rows[i].learned_mm,
                         c->rows[i].held_out_mm, c->rows[i].worst_mm);
}

static pd_status write_file(const char *folder, const char *name, pd_buffer *bytes, pd_error *err)
{
    char path[1200];
    snprintf(path, sizeof path, "%.1000s/%s", folder, name);
    pd_status status = bytes->failed ? pd_fail(err, PD_ERR_MEMORY, path, "out of memory for the file")
                                     : pd_file_write(path, bytes->data, bytes->size, err);
    pd_buffer_deinit(bytes);
    return status;
}

static pd_status write_plot(const char *folder, const char *svg_name, const char *png_name,
                            const pd_tool_plot *plot, pd_error *err)
{
    pd_buffer svg = {0}, png = {0};
    pd_io_image picture;
    pd_tool_plot_svg(&svg, plot);
    pd_status status = write_file(folder, svg_name, &svg, err);
    if (status == PD_OK) status = pd_tool_plot_image(&picture, plot, PNG_SCALE, err);
    if (status != PD_OK) return status;
    status = pd_io_png_write(&png, &picture, err);
    pd_io_image_deinit(&picture);
    return status == PD_OK ? write_file(folder, png_name, &png, err) : status;
}

/* P by its bases, with plain LBS as none of them and P whole as a line across. */
static pd_status plot_bases(const pd_learn_comparison *c, const char *folder, pd_error *err)
{
    static const int methods[] = {PD_LEARN_LBS, PD_LEARN_PCA_5, PD_LEARN_PCA_10, PD_LEARN_PCA_20,
                                  PD_LEARN_PCA_50};
    double x[5], held_out[5], learned[5], whole[5];
    for (int i = 0; i < 5; i++) {
        x[i] = pd_learn_methods[methods[i]].bases;
        held_out[i] = c->rows[methods[i]].held_out_mm, learned[i] = c->rows[methods[i]].learned_mm;
        whole[i] = c->rows[PD_LEARN_MATRIX].held_out_mm;
    }
    const pd_tool_line lines[] = {{"held out", x, held_out, 5, 0},
                                  {"learned from", x, learned, 5, 1},
                                  {"held out, all of P", x, whole, 5, 1}};
    const pd_tool_plot plot = {.title = "Principal components of P",
                               .x_label = "bases",
                               .y_label = "mm",
                               .lines = lines,
                               .line_count = 3};
    return write_plot(folder, "paper-pca.svg", "paper-pca.png", &plot, err);
}

/* Figure 16: what drives the corrections; methods in the order of the table. */
static pd_status plot_methods(const pd_learn_comparison *c, const char *folder, pd_error *err)
{
    double x[PD_LEARN_METHOD_COUNT], held_out[PD_LEARN_METHOD_COUNT], learned[PD_LEARN_METHOD_COUNT];
    int count = 0;
    for (int i = PD_LEARN_LBS; i <= PD_LEARN_EIGENSKIN; i++, count++)
        x[count] = count, held_out[count] = c->rows[i].held_out_mm, learned[count] = c->rows[i].learned_mm;
    const pd_tool_line lines[] = {{"held out", x, held_out, count, 0},
                                  {"learned from", x, learned, count, 1}};
    const pd_tool_plot plot = {.title = "What drives the corrections",
                               .x_label = "method, from LBS on, in the table's order",
                               .y_label = "mm",
                               .lines = lines,
                               .line_count = 2};
    return write_plot(folder, "paper-methods.svg", "paper-methods.png", &plot, err);
}

static pd_status write_all(const pd_learn_comparison *c, const char *source, const char *folder,
                           pd_error *err)
{
    pd_buffer table = {0}, csv = {0};
    if (mkdir(folder, 0777)) {
        struct stat info;
        if (stat(folder, &info) || !S_ISDIR(info.st_mode))
            return pd_fail(err, PD_ERR_IO, folder, "the folder cannot be made");
    }
    write_table(&table, c, source);
    write_csv(&csv, c);
    pd_status status = write_file(folder, "paper.md", &table, err);
    if (status == PD_OK)
        status = write_file(folder, "paper.csv", &csv, err);
    else
        pd_buffer_deinit(&csv);
    if (status == PD_OK) status = plot_methods(c, folder, err);
    return status == PD_OK ? plot_bases(c, folder, err) : status;
}

static pd_status compare(pd_learn_comparison *out, const char *registrations, const char *learned,
                         const char *weights, const pd_executor *executor, pd_error *err)
{
    char path[1100];
    pd_tool_learn_folder read;
    pd_learn_state state;
    pd_learn_history history = {0};
    if (pd_tool_learn_read(&read, registrations, NULL, "all", err)) return err->status;

    pd_learn_problem problem = {&read.tpl, &read.set, PD_LEARN_LAMBDAS, executor};
    pd_learn_lambdas *l = &problem.lambdas;
    if (weights && sscanf(weights, "%lf,%lf,%lf,%lf,%lf", &l->symmetry, &l->symmetry_joints, &l->joints,
                          &l->blend, &l->weights) != 5) {
        pd_tool_learn_folder_deinit(&read);
        return pd_fail(err, PD_ERR_INVALID, "lambdas", "'%.60s'; five numbers (Y, U, J, P, W) allowed",
                       weights);
    }
    snprintf(path, sizeof path, "%.1000s/checkpoint.safetensors", learned);
    pd_status status = pd_learn_state_init(&state, &read.tpl, &read.set, err);
    if (status == PD_OK) {
        status = pd_learn_checkpoint_load(&state, &history, &problem, path, err);
        if (status == PD_OK) status = pd_learn_compare(out, &problem, &state, err);
        pd_learn_state_deinit(&state);
    }
    pd_tool_learn_folder_deinit(&read);
    return status;
}

int pd_tool_paper(const pd_tool_args *args, const char *registrations, const char *learned, const char *out,
                  const pd_executor *executor)
{
    static pd_learn_comparison found;
    pd_error err = {0};
    pd_buffer text = {0};
    pd_status status = compare(&found, registrations, learned, pd_tool_text(args, "lambdas"), executor, &err);
    if (status == PD_OK && out) status = write_all(&found, registrations, out, &err);
    if (status != PD_OK) return pd_tool_fail(args, &err);
    write_table(&text, &found, registrations);
    fwrite(text.data, 1, text.size, stdout);
    pd_buffer_deinit(&text);
    return 0;
}
