#include "tools/learn/paper.h"

#include "core/base/assert.h"
#include "core/base/file.h"
#include "train/learn/checkpoint.h"
#include "train/learn/compare.h"
#include "tools/base/pool.h"
#include "tools/draw/plot.h"
#include "tools/learn/paper_pictures.h"
#include "tools/learn/read.h"

#include <glob.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

extern const pd_tool_command pd_tool_cmd_learn, pd_tool_cmd_evaluate;

/* ---- tables and charts ---- */

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

static pd_status write_file_paper(const char *folder, const char *name, pd_buffer *bytes, pd_error *err)
{
    char path[1200];

    snprintf(path, sizeof path, "%.1000s/%s", folder, name);
    pd_status status = bytes->failed ? pd_fail(err, PD_ERR_MEMORY, path, "out of memory for the file")
                                     : pd_file_write(path, bytes->data, bytes->size, err);
    pd_buffer_deinit(bytes);

    return status;
}

static pd_status write_plot(const char *folder, const char *name, const pd_tool_plot *plot, pd_error *err)
{
    pd_buffer svg = {0};
    pd_tool_plot_svg(&svg, plot);
    return write_file_paper(folder, name, &svg, err);
}

/* Plots the error by the number of bases of P. Plain LBS counts as 0 bases;
 * the whole P is a horizontal line. */
static pd_status plot_bases(const pd_learn_comparison *c, const char *folder, pd_error *err)
{
    static const int methods[] = {PD_LEARN_LBS, PD_LEARN_PCA_5, PD_LEARN_PCA_10, PD_LEARN_PCA_20,
                                  PD_LEARN_PCA_50};
    double x[5], held_out[5], learned[5], whole[5];

    for (int i = 0; i < 5; i++) {
        x[i] = pd_learn_methods[methods[i]].bases;
        held_out[i] = c->rows[methods[i]].held_out_mm;
        learned[i] = c->rows[methods[i]].learned_mm;
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

    return write_plot(folder, "paper-pca.svg", &plot, err);
}

/* Figure 16: what drives the corrections; methods in the order of the table. */
static pd_status plot_methods(const pd_learn_comparison *c, const char *folder, pd_error *err)
{
    double x[PD_LEARN_METHOD_COUNT], held_out[PD_LEARN_METHOD_COUNT], learned[PD_LEARN_METHOD_COUNT];
    int count = 0;

    for (int i = PD_LEARN_LBS; i <= PD_LEARN_EIGENSKIN; i++, count++) {
        x[count] = count;
        held_out[count] = c->rows[i].held_out_mm;
        learned[count] = c->rows[i].learned_mm;
    }

    const pd_tool_line lines[] = {{"held out", x, held_out, count, 0},
                                  {"learned from", x, learned, count, 1}};
    const pd_tool_plot plot = {.title = "What drives the corrections",
                               .x_label = "method, from LBS on, in the table's order",
                               .y_label = "mm",
                               .lines = lines,
                               .line_count = 2};

    return write_plot(folder, "paper-methods.svg", &plot, err);
}

/* ---- the page ---- */

static void write_page(pd_buffer *out, const pd_learn_comparison *c, const char *source)
{
    pd_buffer_text(out,
                   "# The paper's comparisons\n\n"
                   "Written by `posedctl evaluate --paper`; train/learn/compare.h says what every row is.\n\n"
                   "## What drives the corrections, and what they correct\n\n");
    write_table(out, c, source);
    pd_buffer_text(
        out, "\n![What drives the corrections (figure 16)](paper-methods.svg)\n"
             "![Principal components of P](paper-pca.svg)\n\n"
             "## Where the poses held out are missed\n\n"
             "Mean distance of every vertex over the poses held out, on the template: white 0, yellow 4, red "
             "8 mm and more.\n\n"
             "![Error maps](error-maps.png)\n\n"
             "## By the number of betas\n\n"
             "Model generalisation (pose and betas fitted to every mesh), pose generalisation (betas of a "
             "person's first mesh) and run time\n"
             "of the learned model, with and without P, by LBS and DQS: [evaluation.md](evaluation.md). The "
             "meshes are those of new-people/ or,\n"
             "where there are none, the poses held out, whose people are not in the shape set.\n\n"
             "![Model generalisation (figure 11)](model-generalisation.svg)\n"
             "![Pose generalisation (figure 12)](pose-generalisation.svg)\n"
             "![Run time (figure 14)](run-time.svg)\n\n"
             "## The model\n\n"
             "Shapes and poses: columns are the mean and two standard deviations of the first two betas, "
             "rows are poses.\n\n"
             "![Shape by pose](shapes-poses.png)\n\n"
             "Joints on the first three components of shape, from -2 to 2 standard deviations (figure 8):\n\n"
             "![Joints](joints.png)\n\n"
             "Cumulative variance of the shape set, W and the joint regressor before and after, the terms of "
             "the energy:\n\n"
             "![Cumulative variance](variance.svg)\n"
             "![W before and after](weights.png)\n"
             "![Joint regressor before and after (figure 7)](regressor.png)\n"
             "![Energies](energies.svg)\n");
}

/* Finds the model that `posedctl learn` wrote to its folder beside the checkpoint.
 * Returns 0 if there is none. */
static int find_model(char *out, size_t out_bytes, const char *learned)
{
    char pattern[1100];
    glob_t files;
    int found = 0;

    snprintf(pattern, sizeof pattern, "%.1000s/*.safetensors", learned);
    if (glob(pattern, 0, NULL, &files)) return 0;
    for (size_t i = 0; i < files.gl_pathc && !found; i++) {
        found = strcmp(strrchr(files.gl_pathv[i], '/'), "/checkpoint.safetensors") != 0;
        if (found) snprintf(out, out_bytes, "%s", files.gl_pathv[i]);
    }

    globfree(&files);

    return found;
}

/* Copies a file that learn left beside the model. */
static pd_status copy_file(const char *to, const char *from, const char *name, pd_error *err)
{
    char path[1200];
    pd_bytes file;

    snprintf(path, sizeof path, "%.1000s/%s", from, name);
    if (pd_file_map(&file, path, err)) return err->status;
    snprintf(path, sizeof path, "%.1000s/%s", to, name);
    pd_status status = pd_file_write(path, file.data, file.size, err);
    pd_file_unmap(&file);

    return status;
}

static pd_status write_all(const pd_learn_comparison *c, const char *source, const char *learned,
                           const char *folder, const pd_executor *executor, pd_error *err)
{
    static const char *const figures[] = {"variance.svg", "weights.png", "regressor.png", "energies.svg"};
    char path[1100];
    pd_buffer page = {0}, csv = {0};
    struct stat info;

    if (mkdir(folder, 0777) && (stat(folder, &info) || !S_ISDIR(info.st_mode)))
        return pd_fail(err, PD_ERR_IO, folder, "the folder cannot be made");

    write_page(&page, c, source);
    pd_buffer_text(&csv, "method,learned_mm,held_out_mm,worst_mm\n");
    for (int i = 0; i < PD_LEARN_METHOD_COUNT; i++)
        pd_buffer_printf(&csv, "\"%s\",%.6g,%.6g,%.6g\n", pd_learn_methods[i].name, c->rows[i].learned_mm,
                         c->rows[i].held_out_mm, c->rows[i].worst_mm);

    pd_status status = write_file_paper(folder, "paper.md", &page, err);
    if (status == PD_OK)
        status = write_file_paper(folder, "paper.csv", &csv, err);
    else
        pd_buffer_deinit(&csv);
    if (status == PD_OK) status = plot_methods(c, folder, err);
    if (status == PD_OK) status = plot_bases(c, folder, err);
    for (int i = 0; i < 4 && status == PD_OK; i++) status = copy_file(folder, learned, figures[i], err);
    if (status == PD_OK && !find_model(path, sizeof path, learned))
        status = pd_fail(err, PD_ERR_NOT_FOUND, learned,
                         "there is no model (.safetensors) beside the checkpoint; one expected");

    return status == PD_OK ? pd_tool_paper_pictures(c, path, folder, executor, err) : status;
}

/* ---- all ---- */

static pd_status paper_compare(pd_learn_comparison *out, const char *registrations, const char *learned,
                               const pd_learn_lambdas *lambdas, const pd_executor *executor, pd_error *err)
{
    char path[1100];
    pd_tool_learn_folder read;
    pd_learn_state state;
    pd_learn_history history = {0};

    if (pd_tool_learn_read(&read, registrations, NULL, "all", err)) return err->status;

    pd_learn_problem problem = {
        .tpl = &read.tpl, .set = &read.set, .lambdas = *lambdas, .executor = executor};
    size_t numbers = (size_t)PD_LEARN_METHOD_COUNT * (size_t)read.tpl.vertex_count;
    out->vertex_mm = malloc(numbers * sizeof *out->vertex_mm);
    snprintf(path, sizeof path, "%.1000s/checkpoint.safetensors", learned);
    pd_status status = out->vertex_mm ? pd_learn_state_init(&state, &read.tpl, &read.set, err)
                                      : pd_fail(err, PD_ERR_MEMORY, "paper", "out of memory");
    if (status == PD_OK) {
        problem.is_mirrored = read.tpl.mirror != NULL; /* unless it was learned --one-sided */
        status = pd_learn_checkpoint_load(&state, &history, &problem, path, err);
        if (status != PD_OK && problem.is_mirrored) {
            problem.is_mirrored = false;
            *err = (pd_error){0};
            status = pd_learn_checkpoint_load(&state, &history, &problem, path, err);
        }

        if (status == PD_OK) status = pd_learn_compare(out, &problem, &state, err);
        pd_learn_state_deinit(&state);
    }

    pd_tool_learn_folder_deinit(&read);

    return status;
}

static bool is_there(const char *folder, const char *name)
{
    char path[1100];
    struct stat info;
    snprintf(path, sizeof path, "%.1000s/%s", folder, name);
    return !stat(path, &info);
}

/* Runs another command of this program in this process. Returns its exit status. */
static int run_command(const pd_tool_command *command, const char **words, int count)
{
    PD_ASSERT(count > 0);
    const pd_tool_command *const commands[] = {command, NULL};
    char *argv[24];
    for (int i = 0; i < count; i++) argv[i] = (char *)words[i];
    return pd_tool_main(count, argv, commands);
}

static int learn_first(const char *registrations, const char *learned, const pd_learn_lambdas *l,
                       const char *threads)
{
    char numbers[6][32];
    const double values[] = {l->symmetry, l->symmetry_joints, l->joints,
                             l->blend,    l->weights,         fmax(1, l->blend_far)};

    for (int i = 0; i < 6; i++) snprintf(numbers[i], sizeof numbers[i], "%.17g", values[i]);
    const char *words[] = {"posedctl",   "learn",      "--registrations", registrations,    "-o",
                           learned,      "--threads",  threads,           "--lambda-y",     numbers[0],
                           "--lambda-u", numbers[1],   "--lambda-j",      numbers[2],       "--lambda-p",
                           numbers[3],   "--lambda-w", numbers[4],        "--lambda-p-far", numbers[5]};

    return run_command(&pd_tool_cmd_learn, words, (int)(sizeof words / sizeof *words));
}

static int evaluate_people(const char *registrations, const char *learned, const char *out,
                           const char *threads)
{
    char model[1100] = "";
    char people[1100];

    find_model(model, sizeof model, learned);
    snprintf(people, sizeof people, "%.1000s/%s", registrations,
             is_there(registrations, "new-people") ? "new-people" : "held-out");
    const char *words[] = {"posedctl", "evaluate", "--model",   model,  "--registrations", people, "--time",
                           "-o",       out,        "--threads", threads};

    return run_command(&pd_tool_cmd_evaluate, words, (int)(sizeof words / sizeof *words));
}

int pd_tool_paper(const pd_tool_args *args, const char *registrations, const char *learned, const char *out)
{
    char own[1100], model[1100];
    const char *threads = pd_tool_text(args, "threads");
    const char *given = pd_tool_text(args, "lambdas");
    int count = 0, code = 0;
    pd_learn_lambdas l = PD_LEARN_LAMBDAS;
    pd_error err = {0};

    if (!pd_tool_int(&count, args, "threads", 0, 256)) return 2;
    if (given && sscanf(given, "%lf,%lf,%lf,%lf,%lf,%lf", &l.symmetry, &l.symmetry_joints, &l.joints,
                        &l.blend, &l.weights, &l.blend_far) < 5) {
        pd_fail(&err, PD_ERR_INVALID, "lambdas",
                "'%.60s'; five numbers (Y, U, J, P, W), or six with P's growth by distance, allowed", given);
        return pd_tool_fail(args, &err);
    }

    if (!is_there(registrations, ".")) {
        pd_fail(&err, PD_ERR_NOT_FOUND, registrations, "no such folder");
        return pd_tool_fail(args, &err);
    }

    snprintf(own, sizeof own, "%.1000s/learned", registrations);
    if (!learned) {
        learned = own;
        if (!find_model(model, sizeof model, own)) code = learn_first(registrations, own, &l, threads);
        if (code) return code;
    }

    pd_tool_pool *pool = pd_tool_pool_create(count);
    if (!pool) {
        pd_tool_usage(args, "--threads: out of memory for so many threads; fewer expected");
        return 1;
    }

    const pd_executor *executor = pd_tool_pool_executor(pool);
    pd_learn_comparison found = {0};
    pd_buffer text = {0};
    pd_status status = paper_compare(&found, registrations, learned, &l, executor, &err);
    if (status == PD_OK && out) status = write_all(&found, registrations, learned, out, executor, &err);
    if (status == PD_OK) {
        write_table(&text, &found, registrations);
        fwrite(text.data, 1, text.size, stdout);
        pd_buffer_deinit(&text);
    }

    free(found.vertex_mm);
    pd_tool_pool_release(pool);
    if (status != PD_OK) return pd_tool_fail(args, &err);

    return out ? evaluate_people(registrations, learned, out, threads) : 0;
}
