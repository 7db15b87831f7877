/* The figures of a training of motion: JSON and plots. */
#include "core/base/file.h"
#include "tools/base/report.h"
#include "tools/train/motion_training.h"
#include "tools/draw/plot.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PNG_SCALE 2

/* ---- JSON */

static json_t *motion_training_report_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *evaluation_json(const pd_train_evaluation *evaluation)
{
    json_t *out = json_object();

    json_object_set_new(out, "step", json_integer(evaluation->step));
    json_object_set_new(out, "loss", motion_training_report_number(evaluation->loss));
    json_object_set_new(out, "held_out_loss", motion_training_report_number(evaluation->free.held));
    json_object_set_new(out, "free_run_joints_m", motion_training_report_number(evaluation->free.joints));
    json_object_set_new(out, "free_run_worst_m", motion_training_report_number(evaluation->free.worst));
    json_object_set_new(out, "free_run_slide_m_s", motion_training_report_number(evaluation->free.slide));
    json_object_set_new(out, "free_run_support_m_s", motion_training_report_number(evaluation->free.support));
    json_object_set_new(out, "recorded_slide_m_s",
                        motion_training_report_number(evaluation->free.recorded_slide));
    json_object_set_new(out, "recorded_support_m_s",
                        motion_training_report_number(evaluation->free.recorded_support));

    return out;
}

pd_status pd_tool_training_json(const pd_tool_training *training, const pd_tool_training_options *options,
                                const pd_train_rows *rows, const char *data, const char *path, pd_error *err)
{
    const pd_train_network *n = training->network;
    int count;
    int best = pd_train_network_best(n);
    const pd_train_evaluation *evaluations = pd_train_network_evaluations(&count, n);
    json_t *root = json_object();
    json_t *list = json_array();
    json_t *how = json_object();
    json_t *run = json_object();

    for (int i = 0; i < count; i++) json_array_append_new(list, evaluation_json(&evaluations[i]));

    const pd_train_network_options *o = &options->network;
    json_object_set_new(how, "hidden", json_integer(o->hidden));
    if (o->experts) json_object_set_new(how, "experts", json_integer(o->experts));
    json_object_set_new(how, "batch_groups", json_integer(o->batch_groups));
    json_object_set_new(how, "seed", json_integer((json_int_t)o->seed));
    json_object_set_new(how, "loss", json_string(o->cost.loss == PD_TRAIN_MSE ? "mse" : "l1"));
    json_object_set_new(how, "rate", motion_training_report_number(o->rate));
    json_object_set_new(how, "warm_up", json_integer(o->warm_up));
    json_object_set_new(how, "dropout", motion_training_report_number(o->cost.dropout));
    json_object_set_new(how, "gamma", motion_training_report_number(o->cost.gamma));
    json_object_set_new(how, "emphasis_root", motion_training_report_number(o->emphasis.root));
    json_object_set_new(how, "emphasis_feet", motion_training_report_number(o->emphasis.feet));
    json_object_set_new(how, "emphasis_reach", motion_training_report_number(o->emphasis.reach));
    json_object_set_new(how, "noise_joints", motion_training_report_number(o->noise.joints));
    json_object_set_new(how, "noise_trajectory", motion_training_report_number(o->noise.trajectory));
    json_object_set_new(how, "noise_gait", motion_training_report_number(o->noise.gait));
    json_object_set_new(how, "noise_terrain", motion_training_report_number(o->noise.terrain));
    json_object_set_new(how, "style_drop", motion_training_report_number(o->noise.style));

    const long done = pd_train_network_steps_done(n);
    const double made = (double)(done - training->first_step) * pd_train_network_step_rows(n);
    const double seconds = training->seconds;
    json_object_set_new(run, "first_step", json_integer(training->first_step));
    json_object_set_new(run, "steps", json_integer(done));
    json_object_set_new(run, "budget_steps", json_integer(pd_train_network_steps(n)));
    json_object_set_new(run, "rows", json_integer(done * pd_train_network_step_rows(n)));
    json_object_set_new(run, "seconds", motion_training_report_number(seconds));
    json_object_set_new(run, "processor_seconds", motion_training_report_number(training->processor_seconds));
    json_object_set_new(run, "rows_per_second",
                        motion_training_report_number(seconds > 0 ? made / seconds : 0));

    json_object_set_new(root, "options", how);
    json_object_set_new(root, "data_rows", json_integer(rows->count));
    if (data) json_object_set_new(root, "data", json_string(data));
    json_object_set_new(root, "run", run);
    json_object_set_new(root, "looks", list);
    if (best >= 0) json_object_set_new(root, "best", evaluation_json(&evaluations[best]));

    const pd_status status = pd_tool_report_write(root, JSON_INDENT(1) | JSON_REAL_PRECISION(6), path, err);
    json_decref(root);

    return status;
}

/* ---- plots */

enum { X, LOSS, HELD, JOINTS, WORST, SLIDE, RECORDED, SUPPORT, RECORDED_SUPPORT, SPEED, COLUMNS };

typedef struct curves {
    const char *folder;
    double *columns[COLUMNS]; /* (count) */
    int count;
    pd_error *err;
} curves;

/* Writes bytes to the file train-motion-NAMESUFFIX in the folder, and frees them. */
static pd_status write_part(const curves *c, const char *name, const char *suffix, pd_buffer *bytes)
{
    char path[1200];

    snprintf(path, sizeof path, "%.1000s/train-motion-%s%s", c->folder, name, suffix);
    pd_status status = bytes->failed ? pd_fail(c->err, PD_ERR_MEMORY, path, "out of memory for the plot")
                                     : pd_file_write(path, bytes->data, bytes->size, c->err);
    pd_buffer_deinit(bytes);

    return status;
}

static pd_status write_plot(const curves *c, const char *name, const pd_tool_plot *plot)
{
    pd_buffer svg = {0}, png = {0};
    pd_io_image picture;

    pd_tool_plot_svg(&svg, plot);

    pd_status status = write_part(c, name, ".svg", &svg);
    if (!status) status = pd_tool_plot_image(&picture, plot, PNG_SCALE, c->err);
    if (status) return status;

    status = pd_io_png_write(&png, &picture, c->err);
    pd_io_image_deinit(&picture);
    if (status) {
        pd_buffer_deinit(&png);
        return status;
    }

    return write_part(c, name, ".png", &png);
}

static pd_tool_line line_of(const curves *c, int column, const char *name, int dashed)
{
    return (pd_tool_line){
        .name = name, .x = c->columns[X], .y = c->columns[column], .count = c->count, .dashed = dashed};
}

pd_status pd_tool_training_plots(const pd_tool_training *training, const char *folder, pd_error *err)
{
    curves c = {.folder = folder, .err = err};
    const pd_train_evaluation *evaluations = pd_train_network_evaluations(&c.count, training->network);
    int good = 1;

    for (int i = 0; i < COLUMNS; i++)
        good &= (c.columns[i] = calloc((size_t)c.count + 1, sizeof(double))) != NULL;

    const int rows = pd_train_network_step_rows(training->network);
    const int before = c.count - training->speed_count;
    for (int i = 0; good && i < c.count; i++) {
        const pd_train_free_result *f = &evaluations[i].free;
        c.columns[X][i] = 1e-6 * (double)evaluations[i].step * rows;
        c.columns[LOSS][i] = evaluations[i].loss;
        c.columns[HELD][i] = f->held;
        c.columns[JOINTS][i] = 1000 * f->joints;
        c.columns[WORST][i] = 1000 * f->worst;
        c.columns[SLIDE][i] = 1000 * f->slide;
        c.columns[RECORDED][i] = 1000 * f->recorded_slide;
        c.columns[SUPPORT][i] = 1000 * f->support;
        c.columns[RECORDED_SUPPORT][i] = 1000 * f->recorded_support;
        c.columns[SPEED][i] = i >= before ? training->speeds[i - before] : NAN;
    }

    const pd_tool_line loss[] = {line_of(&c, LOSS, "training: noise, dropout, emphasis", 0),
                                 line_of(&c, HELD, "held out", 0)};
    const pd_tool_line joints[] = {line_of(&c, JOINTS, "mean", 0), line_of(&c, WORST, "worst run", 1)};
    const pd_tool_line slide[] = {line_of(&c, SLIDE, "toes in contact", 0),
                                  line_of(&c, RECORDED, "recorded", 1), line_of(&c, SUPPORT, "slower toe", 0),
                                  line_of(&c, RECORDED_SUPPORT, "recorded", 1)};
    const pd_tool_line speed[] = {line_of(&c, SPEED, "rows/s", 0)};
    const pd_tool_plot plots[] = {
        {.title = "Loss: mean |y - t|", .y_label = "standard deviations", .lines = loss, .line_count = 2},
        {.title = "Free runs of 2 s: joints", .y_label = "mm", .lines = joints, .line_count = 2},
        {.title = "Free runs of 2 s: slide", .y_label = "mm/s", .lines = slide, .line_count = 4},
        {.title = "Speed", .y_label = "rows/s", .lines = speed, .line_count = 1}};
    static const char *const names[] = {"loss", "joints", "slide", "speed"};

    pd_status status = good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, folder, "out of memory for the plots");
    for (int i = 0; !status && i < 4; i++) {
        pd_tool_plot plot = plots[i];
        plot.x_label = "million rows";
        status = write_plot(&c, names[i], &plot);
    }

    for (int i = 0; i < COLUMNS; i++) free(c.columns[i]);

    return status;
}
