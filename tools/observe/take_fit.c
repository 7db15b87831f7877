#include "tools/observe/take_fit.h"

#include "core/base/file.h"
#include "core/fit/capture.h"
#include "core/kernel/linalg.h"
#include "core/observe/take/markers.h"
#include "core/observe/take/motion.h"
#include "core/observe/take/room.h"
#include "tools/base/format.h"
#include "tools/base/local.h"
#include "tools/base/progress.h"
#include "tools/draw/plot.h"
#include "tools/observe/take_sheet.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ROBUST 0.05 /* metres */

typedef struct fitting {
    const pd_tool_args *args;
    pd_tool_local local;
    pd_markers markers;
    pd_observe_marker_set set;
    pd_ik_prior *source;
    pd_observe_prior prior;
    pd_observe_take take;
    pd_tool_progress progress;
    double seconds;
    pd_error err;
} fitting;

bool pd_tool_is_take(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (!strcasecmp(dot, ".c3d") || !strcasecmp(dot, ".trc"));
}

static pd_status read_markers(fitting *f)
{
    const char *path = f->args->words[0];
    pd_bytes file;
    pd_status status = pd_file_map(&file, path, &f->err);
    if (status) return status;
    status = pd_markers_parse(&f->markers, file, path, &f->err);
    pd_file_unmap(&file);
    return status;
}

static pd_status read_prior(fitting *f)
{
    char path[4096];
    pd_tool_model_path(path, sizeof path, "pose-prior");
    pd_status status = pd_ik_prior_load(&f->source, path, &f->err);
    return status ? status : pd_observe_prior_init(&f->prior, f->source, f->local.model, &f->err);
}

static bool step(void *ctx, double done)
{
    fitting *f = ctx;
    pd_tool_progress_step(&f->progress, done);
    return true;
}

static pd_status solve(fitting *f)
{
    pd_observe_take *t = &f->take;
    pd_arena arena;
    pd_status status = pd_observe_take_check(t, f->local.model, &f->err);
    if (status) return status;
    if (!pd_arena_init(&arena, pd_observe_take_scratch_bytes(t, f->local.model)))
        return pd_fail(&f->err, PD_ERR_MEMORY, f->args->words[0], "out of memory to fit it");

    if (!f->args->quiet) pd_tool_progress_begin(&f->progress, "fitting", 1), t->keep_going = step, t->ctx = f;
    const double begin = pd_tool_clock_s();
    pd_observe_take_run(t, f->local.model, &arena);
    f->seconds = pd_tool_clock_s() - begin;
    if (!f->args->quiet) pd_tool_progress_end(&f->progress);
    pd_arena_deinit(&arena);
    if (t->status == PD_OBSERVE_TAKE_BLIND)
        return pd_fail(&f->err, PD_ERR_INVALID, f->args->words[0], "no frame could be fitted by itself");
    return PD_OK;
}

/* ---- what comes of it */

static double median_of(float *values, size_t count)
{
    if (!count) return 0;
    for (size_t gap = count / 2; gap; gap /= 2) /* Shell's sort */
        for (size_t i = gap; i < count; i++)
            for (size_t k = i; k >= gap && values[k - gap] > values[k]; k -= gap) {
                const float kept = values[k];
                values[k] = values[k - gap], values[k - gap] = kept;
            }
    return (double)values[count / 2];
}

/* Root mean square over the markers of a frame, or over the frames of a marker. */
static double rms_over(const pd_observe_take *t, int frame, int place)
{
    double sum = 0;
    int count = 0;

    for (int f = frame < 0 ? 0 : frame; f < (frame < 0 ? t->frame_count : frame + 1); f++)
        for (int p = place < 0 ? 0 : place; p < (place < 0 ? t->place_count : place + 1); p++) {
            const double r = (double)t->residuals[(size_t)f * (size_t)t->place_count + (size_t)p];
            if (isnan(r)) continue;
            sum += r * r, count++;
        }
    return count ? sqrt(sum / count) : NAN;
}

static double median_residual(const pd_observe_take *t)
{
    const size_t count = (size_t)t->frame_count * (size_t)t->place_count;
    float *all = malloc(count * sizeof *all);
    size_t kept = 0;
    for (size_t i = 0; all && i < count; i++)
        if (!isnan(t->residuals[i])) all[kept++] = t->residuals[i];
    const double out = all ? median_of(all, kept) : NAN;
    free(all);
    return out;
}

static const char *label_of(const fitting *f, int place)
{
    return f->markers.names[f->set.column[place]];
}

static json_t *report(const fitting *f)
{
    const pd_observe_take *t = &f->take;
    json_t *betas = json_array(), *sd = json_array(), *markers = json_object();

    for (int b = 0; b < f->local.model->beta_count; b++) {
        json_array_append_new(betas, json_real((double)t->betas[b]));
        json_array_append_new(sd, json_real(t->betas_sd[b]));
    }
    for (int p = 0; p < t->place_count; p++) {
        const double rms = rms_over(t, -1, p);
        json_object_set_new(markers, label_of(f, p),
                            json_pack("{s:o,s:[f,f,f]}", "rms", isnan(rms) ? json_null() : json_real(rms),
                                      "offset", t->offsets[p][0], t->offsets[p][1], t->offsets[p][2]));
    }
    return json_pack("{s:s,s:i,s:f,s:f,s:f,s:f,s:i,s:i,s:i,s:i,s:b,s:o,s:o,s:o}", "status",
                     pd_observe_take_status_name(t->status), "frames", t->frame_count, "rate", t->rate, "rms",
                     t->rms, "median", median_residual(t), "frames_per_second", t->frame_count / f->seconds,
                     "unknown_markers", f->set.unknown_count, "exchanged", t->exchanged_count,
                     "calibration_frames", t->calibration_count, "mirrored_frames", t->mirrored_count,
                     "mirrored", 2 * t->mirrored_count > t->first_count, "betas", betas, "betas_sd", sd,
                     "markers", markers);
}

static void print_text(const fitting *f)
{
    const pd_observe_take *t = &f->take;

    printf("%d frames of %d markers (%d with unknown names), %.1f mm rms, %.1f mm median, %.0f frames/s\n",
           t->frame_count, t->place_count, f->set.unknown_count, 1000 * t->rms, 1000 * median_residual(t),
           t->frame_count / f->seconds);
    if (2 * t->mirrored_count > t->first_count)
        printf("left and right are probably exchanged: %d of %d frames fit far better the other way round\n",
               t->mirrored_count, t->first_count);
    if (t->exchanged_count)
        printf("%d pairs of markers were exchanged and read the right way round\n", t->exchanged_count);
    printf("betas      ");
    for (int b = 0; b < f->local.model->beta_count; b++) printf(" %.2f", (double)t->betas[b]);
    printf("\nworst      ");
    bool shown[PD_OBSERVE_TAKE_MOST_PLACES] = {false};
    for (int i = 0; i < 5 && i < t->place_count; i++) {
        int worst = -1;
        for (int p = 0; p < t->place_count; p++)
            if (!shown[p] && !isnan(rms_over(t, -1, p)) &&
                (worst < 0 || rms_over(t, -1, p) > rms_over(t, -1, worst)))
                worst = p;
        if (worst < 0) break;
        shown[worst] = true;
        printf(" %s %.1f mm", label_of(f, worst), 1000 * rms_over(t, -1, worst));
    }
    putchar('\n');
}

static const pd_tool_format formats[] = {{"npz", "npz", NULL, "poses and betas as AMASS has them"},
                                         {"glb", "glb", NULL, "the body with an animation"},
                                         {"bvh", "bvh", NULL, "the skeleton's motion, for train-motion"},
                                         {"json", "json", NULL, "residuals, betas, offsets"},
                                         PD_TOOL_FORMAT_END};

static int write_motion(fitting *f, const pd_tool_format *format, const char *path)
{
    pd_fit_motion motion;
    pd_buffer out = {0};

    if (!strcmp(format->name, "json")) {
        json_t *all = report(f);
        char *text = all ? json_dumps(all, JSON_INDENT(2)) : NULL;
        if (!text) pd_fail(&f->err, PD_ERR_MEMORY, path, "out of memory to write it");
        const int code =
            text ? pd_tool_write(f->args, path, text, strlen(text)) : pd_tool_fail(f->args, &f->err);
        free(text), json_decref(all);
        return code;
    }
    if (pd_observe_take_motion(&motion, &f->take, f->local.model, &f->err))
        return pd_tool_fail(f->args, &f->err);
    pd_status status =
        !strcmp(format->name, "npz") ? pd_fit_motion_npz(&out, &motion, f->local.model, &f->err)
        : !strcmp(format->name, "glb")
            ? pd_fit_motion_glb(&out, &motion, f->local.model, f->local.executor, "take", &f->err)
            : pd_fit_capture_write_bvh(&out, &motion.clip, &f->err);
    pd_anim_clip_deinit(&motion.clip);
    if (!status && out.failed) status = pd_fail(&f->err, PD_ERR_MEMORY, path, "out of memory to write it");
    const int code = status ? pd_tool_fail(f->args, &f->err)
                            : pd_tool_write_noted(f->args, path, out.data, out.size, "%d frames, %.2f s",
                                                  f->take.frame_count, f->take.frame_count / f->take.rate);
    pd_buffer_deinit(&out);
    return code;
}

/* Root mean square and the worst marker, millimetres over seconds. */
static int write_plot(fitting *f, const char *path)
{
    const pd_observe_take *t = &f->take;
    const size_t frames = (size_t)t->frame_count;
    double *x = malloc(3 * frames * sizeof *x);
    pd_buffer svg = {0};
    if (!x) return pd_fail(&f->err, PD_ERR_MEMORY, path, "out of memory"), pd_tool_fail(f->args, &f->err);

    double *rms = x + frames, *most = rms + frames;
    for (size_t i = 0; i < frames; i++) {
        x[i] = (double)i / t->rate, rms[i] = 1000 * rms_over(t, (int)i, -1), most[i] = NAN;
        for (int p = 0; p < t->place_count; p++) {
            const double r = 1000 * (double)t->residuals[i * (size_t)t->place_count + (size_t)p];
            if (!isnan(r)) most[i] = isnan(most[i]) ? r : fmax(most[i], r);
        }
    }
    const pd_tool_line lines[] = {{"root mean square of the markers", x, rms, t->frame_count, 0},
                                  {"the marker that is farthest off", x, most, t->frame_count, 0}};
    const pd_tool_plot plot = {.title = "Markers and the body's places for them",
                               .x_label = "seconds",
                               .y_label = "mm",
                               .lines = lines,
                               .line_count = 2,
                               .width = 900};
    pd_tool_plot_svg(&svg, &plot);
    const int code = pd_tool_write(f->args, path, svg.data, svg.size);
    pd_buffer_deinit(&svg);
    free(x);
    return code;
}

static int write_sheet(fitting *f, const char *path)
{
    pd_io_image picture;
    pd_buffer png = {0};

    pd_status status = pd_tool_take_sheet(&picture, &f->take, f->local.model, &f->err);
    if (!status) {
        status = pd_io_png_write(&png, &picture, &f->err);
        pd_io_image_deinit(&picture);
    }
    const int code =
        status ? pd_tool_fail(f->args, &f->err) : pd_tool_write(f->args, path, png.data, png.size);
    pd_buffer_deinit(&png);
    return code;
}

/* ---- the command */

static int fit(fitting *f, const pd_tool_format *format)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    const pd_tool_args *args = f->args;
    const char *file = pd_tool_text(args, "o"), *plot = pd_tool_text(args, "plot"),
               *sheet = pd_tool_text(args, "sheet");
    double noise = 5;
    int up = -1;

    if (!pd_tool_double(&noise, args, "noise", 0.1, 1000)) return 2;
    if (pd_tool_given(args, "up") && !pd_tool_choice(&up, args, "up", axes)) return 2;
    pd_k_blas_serial();
    int code = pd_tool_local_open(&f->local, args);
    if (code) return code;
    pd_status status = read_markers(f);
    if (!status) status = read_prior(f);
    if (!status)
        status = pd_observe_marker_set_make(&f->set, &f->markers, up < 0 ? f->markers.up_axis : up,
                                            0.001 * noise, f->local.model, args->words[0], &f->err);
    if (status) return pd_tool_fail(args, &f->err);

    f->take = (pd_observe_take){.places = f->set.places,
                                .mounts = f->set.mounts,
                                .at = f->set.at,
                                .place_count = f->set.count,
                                .frame_count = f->set.frame_count,
                                .rate = f->markers.rate,
                                .prior = &f->prior,
                                .robust_space = ROBUST,
                                .executor = f->local.executor};
    if (!pd_observe_take_room(&f->take, f->local.model))
        status = pd_fail(&f->err, PD_ERR_MEMORY, args->words[0], "out of memory for %d frames",
                         f->take.frame_count);
    if (!status) status = solve(f);
    if (status) return pd_tool_fail(args, &f->err);

    if (pd_tool_flag(args, "json")) {
        json_t *all = report(f);
        json_dumpf(all, stdout, JSON_INDENT(2)), putchar('\n');
        json_decref(all);
    } else {
        print_text(f);
    }
    if (file) code = write_motion(f, format, file);
    if (!code && plot) code = write_plot(f, plot);
    if (!code && sheet) code = write_sheet(f, sheet);
    return code;
}

int pd_tool_fit_take(const pd_tool_args *args)
{
    const pd_tool_format *format = NULL;
    fitting *f = calloc(1, sizeof *f);
    if (!f) return 1;
    f->args = args;

    int code = pd_tool_text(args, "o") && !pd_tool_format_of(&format, args, formats, "o", "npz") ? 2 : 0;
    if (!code) code = fit(f, format);
    pd_observe_take_room_free(&f->take);
    pd_observe_marker_set_deinit(&f->set);
    if (f->source) pd_observe_prior_deinit(&f->prior), pd_ik_prior_release(f->source);
    pd_markers_deinit(&f->markers);
    if (f->local.pool) pd_tool_local_close(&f->local);
    free(f);
    return code;
}
