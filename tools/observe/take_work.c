#include "tools/observe/take_work.h"

#include "core/motion/write.h"
#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/motion/capture.h"
#include "core/kernel/linalg.h"
#include "core/observe/take/motion.h"
#include "core/observe/take/room.h"
#include "core/observe/take/sides.h"
#include "core/observe/take/stray.h"
#include "core/observe/take/uncertain.h"
#include "core/observe/take/upright.h"
#include "tools/base/report.h"
#include "tools/draw/plot.h"
#include "tools/observe/take_sheet.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_BYTES    4096
#define MENDED_LINES  12 /* largest number of mended names that are printed */
#define SOME_MIRRORED 2 /* number of mirrored frames among the checked ones from which a warning is printed */

/* ---- what comes of it */

/* Returns the root mean square over the points of a frame, or over the frames of a point. */
static double rms_over(const pd_observe_take *t, int frame, int place)
{
    PD_ASSERT(frame >= -1 && frame < t->frame_count && place >= -1 && place < t->place_count); /* -1: all */
    double sum = 0;
    int count = 0;

    for (int f = frame < 0 ? 0 : frame; f < (frame < 0 ? t->frame_count : frame + 1); f++)
        for (int p = place < 0 ? 0 : place; p < (place < 0 ? t->place_count : place + 1); p++) {
            const double r = (double)t->residuals[(size_t)f * (size_t)t->place_count + (size_t)p];
            if (isnan(r)) continue;
            sum += r * r;
            count++;
        }

    return count ? sqrt(sum / count) : NAN;
}

/* Returns the median of all residuals, or NAN. */
static double median_residual(const pd_observe_take *t)
{
    const size_t count = (size_t)t->frame_count * (size_t)t->place_count;
    float *all = malloc(count * sizeof *all);
    size_t kept = 0;

    for (size_t i = 0; all && i < count; i++)
        if (!isnan(t->residuals[i])) all[kept++] = t->residuals[i];
    if (all) pd_sort_floats(all, kept);
    const double out = all && kept ? (double)all[kept / 2] : NAN;
    free(all);

    return out;
}

/* The unit of the residuals; all places are seen in the same way. */
typedef struct residual_unit {
    const char *own, *name; /* name in the residuals, and name that is printed */
    double times;
} residual_unit;

/* Returns the unit of the residuals. */
static residual_unit unit_of(const pd_tool_take *f)
{
    const pd_observe_seen *s = &f->take.places[0];
    return s->in_picture ? (residual_unit){"pixels", "pixels", 1}
           : s->is_turn  ? (residual_unit){"radians", "degrees", 180 / M_PI}
                         : (residual_unit){"metres", "mm", 1000};
}

/* Returns the root mean square of the residuals, in their own unit. */
static double rms_of(const pd_tool_take *f)
{
    const pd_observe_seen *s = &f->take.places[0];
    return s->in_picture ? f->take.rms_picture : s->is_turn ? f->take.rms_turn : f->take.rms;
}

/* Texts about points that cannot be of the person, about jumps of the body and about a take that fits as a
 * whole badly; empty if there are none. Frames have the numbers of the file. */
typedef struct stray_texts {
    char points[PD_OBSERVE_STRAY_TEXT_BYTES], jump[PD_OBSERVE_STRAY_TEXT_BYTES],
        loose[PD_OBSERVE_STRAY_TEXT_BYTES];
} stray_texts;

static void describe_strays(stray_texts *out, const pd_tool_take *f)
{
    const int first = f->marked ? f->marked->file->first_frame : 0;
    pd_observe_stray stray;

    pd_observe_stray_find(&stray, &f->take);
    pd_observe_stray_text(out->points, &stray, f->names[stray.first_place], first);
    pd_observe_stray_jump_text(out->jump, &stray, first);
    pd_observe_stray_loose_text(out->loose, &stray);
}

/* Makes the JSON report of a fit. */
static json_t *report_take_work(const pd_tool_take *f)
{
    const pd_observe_take *t = &f->take;
    json_t *betas = json_array();
    json_t *sd = json_array();
    json_t *places = json_object();

    for (int b = 0; b < f->local.model->beta_count; b++) {
        json_array_append_new(betas, json_real((double)t->betas[b]));
        json_array_append_new(sd, json_real(t->betas_sd[b]));
    }

    /* Residual of each place, and the offset that was found for a marker or sensor. */
    for (int p = 0; p < t->place_count; p++) {
        const double rms = rms_over(t, -1, p);
        json_t *one = json_pack("{s:o}", "rms", isnan(rms) ? json_null() : json_real(rms));
        if (t->mounts)
            json_object_set_new(one, "offset",
                                json_pack("[f,f,f]", t->offsets[p][0], t->offsets[p][1], t->offsets[p][2]));
        json_object_set_new(places, f->names[p], one);
    }

    json_t *out =
        json_pack("{s:s,s:i,s:f,s:s,s:f,s:f,s:f,s:i,s:i,s:i,s:i,s:b,s:i,s:o,s:o,s:o}", "status",
                  pd_observe_take_status_name(t->status), "frames", t->frame_count, "rate", t->rate, "unit",
                  unit_of(f).own, "rms", rms_of(f), "median", median_residual(t), "frames_per_second",
                  t->frame_count / f->seconds, "unknown", f->unknown_count, "exchanged", t->exchanged_count,
                  "calibration_frames", t->calibration_count, "mirrored_frames", t->mirrored_count,
                  "mirrored", t->is_sided || pd_observe_take_mirrored(t), "sides_exchanged",
                  pd_observe_sides_count(t), "betas", betas, "betas_sd", sd, f->noun, places);

    const double world = 1000 * t->uncertainty.world;
    const double pose = 1000 * t->uncertainty.pose;
    json_object_set_new(out, "uncertainty_mm", isfinite(world) ? json_real(world) : json_null());
    json_object_set_new(out, "pose_uncertainty_mm", isfinite(pose) ? json_real(pose) : json_null());
    if (f->person_count > 1) json_object_set_new(out, "person", json_integer(f->person));
    if (f->person_name && *f->person_name)
        json_object_set_new(out, "person_name", json_string(f->person_name));
    if (f->marked) json_object_set_new(out, "up", json_string(pd_up_names[f->marked->set.up]));

    stray_texts strays;
    json_t *warnings = json_array();
    describe_strays(&strays, f);
    if (*strays.loose) json_array_append_new(warnings, json_string(strays.loose));
    if (*strays.jump) json_array_append_new(warnings, json_string(strays.jump));
    if (*strays.points) json_array_append_new(warnings, json_string(strays.points));
    json_object_set_new(out, "warnings", warnings);

    /* Report marker names that were found or corrected. */
    const pd_observe_marked *m = f->marked;
    if (!m) return out;
    json_t *mended = json_array();
    if (m->protocol)
        json_object_set_new(out, "named",
                            json_pack("{s:s,s:I,s:I,s:s?,s:o}", "protocol", m->protocol->name, "points",
                                      (json_int_t)m->point_count, "named", (json_int_t)m->named_count,
                                      "second", m->second ? m->second->name : NULL, "margin",
                                      m->second ? json_real(m->margin) : json_null()));
    for (int i = 0; !m->protocol && i < m->mend.count; i++) {
        const pd_observe_mended *s = &m->mend.stretches[i];
        json_array_append_new(mended, json_pack("{s:s,s:s,s:i,s:i}", "marker", f->names[s->place], "called",
                                                m->file->names[s->column], "first_frame",
                                                m->file->first_frame + s->first, "last_frame",
                                                m->file->first_frame + s->last));
    }

    json_object_set_new(out, "mended", mended);

    return out;
}

/* Prints the report as text. */
static void print_text_take_work(const pd_tool_take *f)
{
    const pd_observe_take *t = &f->take;

    const double unit = unit_of(f).times;
    const char *unit_name = unit_of(f).name;

    printf("%d frame%s of %d %s", t->frame_count, PD_TOOL_S(t->frame_count), t->place_count, f->noun);
    if (f->unknown_count) printf(" (%d with unknown names)", f->unknown_count);
    printf(", %.1f %s rms, %.1f %s median, %.0f frames/s\n", unit * rms_of(f), unit_name,
           unit * median_residual(t), unit_name, t->frame_count / f->seconds);

    if (isfinite(t->uncertainty.world))
        printf("joints     %.0f mm off by the residuals (one standard deviation), %.0f mm relative to the "
               "pelvis\n",
               1000 * t->uncertainty.world, 1000 * t->uncertainty.pose);

    /* Warn if left and right were, or may be, exchanged. */
    if (pd_observe_sides_count(t))
        printf("left and right were exchanged in %s%d of %d frames, which are read the other way round\n",
               t->is_sided ? "all of it or most, " : "", pd_observe_sides_count(t), t->frame_count);
    if (pd_observe_take_mirrored(t))
        printf("left and right are probably exchanged: %d of %d frames fit far better the other way round\n",
               t->mirrored_count, t->first_count);
    else if (t->mirrored_count >= SOME_MIRRORED)
        printf("left and right are perhaps exchanged in a part of the take: %d of %d frames fit far better "
               "the other way round\n",
               t->mirrored_count, t->first_count);
    if (t->walked)
        printf("no sensor tells where the body is: it goes as the feet that stand say, on an even floor\n");
    if (t->exchanged_count)
        printf("%d pairs of %s were exchanged and read the right way round\n", t->exchanged_count, f->noun);

    /* Report which axis was taken as up, which markers were given names,
     * and which names of the file were corrected. */
    const pd_observe_marked *m = f->marked;
    if (m && m->up_axis < 0)
        printf("%s is taken as up, since heads are above feet along it (--up names another)\n",
               pd_up_names[m->set.up]);
    if (m && m->file->guessed_unit)
        printf(
            "the file does not state its unit (POINT:UNITS): read as %s, by the size of the box around the "
            "markers\n",
            m->file->guessed_unit);
    if (m && m->set.heads >= 0 && m->file->up_axis == (int)m->set.up)
        printf("%s is taken as up, as stated, but heads are above feet along %s (--up names another)\n",
               pd_up_names[m->set.up], pd_up_names[m->set.heads]);
    if (m && *m->file->contradiction) printf("%s\n", m->file->contradiction);

    if (m && m->are_joints)
        printf(
            "the names are those of joints, which are fitted as centres of joints and not as markers on the "
            "skin (--points markers says otherwise)\n");
    if (m && m->protocol)
        printf("no names were known: %s (%s); %lld of %lld points named\n", m->protocol->name,
               m->protocol->doc, m->named_count, m->point_count);
    if (m && m->protocol && m->second)
        printf("the second guess, %s, fits worse by %.0f nats (10 are clear; --protocol states one)\n",
               m->second->name, m->margin);
    if (m && !m->protocol) {
        if (m->mend.mended)
            printf(
                "%lld of %lld points were called otherwise and are read as what they are, in %d stretches:\n",
                m->mend.mended, m->mend.points, m->mend.count);
        for (int i = 0; i < m->mend.count && i < MENDED_LINES; i++) {
            const pd_observe_mended *s = &m->mend.stretches[i];
            printf("  frames %d to %d: %s is called \"%s\"\n", m->file->first_frame + s->first,
                   m->file->first_frame + s->last, f->names[s->place], m->file->names[s->column]);
        }

        if (m->mend.count > MENDED_LINES)
            printf("  and %d more (--json has them)\n", m->mend.count - MENDED_LINES);
    }

    /* Warn of points that cannot be of the person, and of jumps. */
    stray_texts strays;
    describe_strays(&strays, f);
    if (*strays.loose) printf("warning     %s\n", strays.loose);
    if (*strays.jump) printf("warning     %s\n", strays.jump);
    if (*strays.points) printf("warning     %s\n", strays.points);

    /* Betas, with a warning if they are unusual. */
    printf("betas      ");
    for (int b = 0; b < f->local.model->beta_count; b++) printf(" %.2f", (double)t->betas[b]);
    putchar('\n');
    pd_tool_warn_shape(t->betas, f->local.model->beta_count, "are the points in metres?");

    /* Print the five places with the largest residuals. */
    printf("worst      ");
    bool shown[PD_OBSERVE_TAKE_MOST_PLACES] = {false};
    for (int i = 0; i < 5 && i < t->place_count; i++) {
        int worst = -1;
        for (int p = 0; p < t->place_count; p++)
            if (!shown[p] && !isnan(rms_over(t, -1, p)) &&
                (worst < 0 || rms_over(t, -1, p) > rms_over(t, -1, worst)))
                worst = p;
        if (worst < 0) break;
        shown[worst] = true;
        printf(" %s %.1f %s", f->names[worst], unit * rms_over(t, -1, worst), unit_name);
    }

    putchar('\n');
}

static const pd_tool_format formats[] = {
    {"npz", "npz", NULL, "poses and betas as AMASS has them"},
    {"glb", "glb", NULL, "the body with an animation"},
    {"bvh", "bvh", NULL, "the skeleton's motion, for train-motion"},
    {"trc", "trc", NULL, "the optical markers, with their names, and with gaps and swaps repaired"},
    {"json", "json", NULL, "residuals, betas, offsets"},
    PD_TOOL_FORMAT_END};

/* Writes the markers with their names and with gaps filled, as .trc. */
static int write_markers(pd_tool_take *f, const char *path)
{
    pd_markers filled;
    pd_buffer out = {0};

    if (!f->marked)
        return pd_tool_usage(
            f->args, "-o: .trc holds optical markers, and this take has none; write .npz, .glb or .bvh");

    pd_status status = pd_observe_marked_filled(&filled, f->marked, &f->take, f->local.model, path, &f->err);
    if (!status) {
        status = pd_markers_write_trc(&out, &filled, path, &f->err);
        pd_markers_deinit(&filled);
    }

    const int code = status ? pd_tool_fail(f->args, &f->err)
                            : pd_tool_write_noted(f->args, path, out.data, out.size, "%d markers, %d frames",
                                                  f->take.place_count, f->take.frame_count);
    pd_buffer_deinit(&out);

    return code;
}

/* Writes the motion or the report in the chosen format. */
static int write_motion(pd_tool_take *f, const pd_tool_format *format, const char *path)
{
    pd_retarget_motion motion;
    pd_buffer out = {0};

    if (!strcmp(format->name, "json")) {
        json_t *all = report_take_work(f);
        char *text = all ? json_dumps(all, JSON_INDENT(2)) : NULL;
        if (!text) pd_fail(&f->err, PD_ERR_MEMORY, path, "out of memory to write it");
        const int code =
            text ? pd_tool_write(f->args, path, text, strlen(text)) : pd_tool_fail(f->args, &f->err);
        free(text);
        json_decref(all);
        return code;
    }

    if (!strcmp(format->name, "trc")) return write_markers(f, path);

    /* Write the motion of the body in the format of the file's name. */
    if (pd_observe_take_motion(&motion, &f->take, f->local.model, &f->err))
        return pd_tool_fail(f->args, &f->err);
    pd_status status = !strcmp(format->name, "npz") ? pd_motion_npz(&out, &motion, f->local.model, &f->err)
                       : !strcmp(format->name, "glb")
                           ? pd_motion_glb(&out, &motion, f->local.model, f->local.executor, "take", &f->err)
                           : pd_motion_capture_write_bvh(&out, &motion.clip, &f->err);
    pd_anim_clip_deinit(&motion.clip);
    if (!status && out.failed) status = pd_fail(&f->err, PD_ERR_MEMORY, path, "out of memory to write it");
    const int code = status ? pd_tool_fail(f->args, &f->err)
                            : pd_tool_write_noted(f->args, path, out.data, out.size, "%d frame%s, %.2f s",
                                                  f->take.frame_count, PD_TOOL_S(f->take.frame_count),
                                                  f->take.frame_count / f->take.rate);
    pd_buffer_deinit(&out);

    return code;
}

/* Plots the root mean square and the worst place over time. */
static int write_plot(pd_tool_take *f, const char *path)
{
    const pd_observe_take *t = &f->take;
    const size_t frames = (size_t)t->frame_count;
    const double unit = unit_of(f).times;
    double *x = malloc(3 * frames * sizeof *x);
    pd_buffer svg = {0};

    if (!x) {
        pd_fail(&f->err, PD_ERR_MEMORY, path, "out of memory");
        return pd_tool_fail(f->args, &f->err);
    }

    /* Compute the root mean square and the maximum of each frame. */
    double *rms = x + frames;
    double *most = rms + frames;
    for (size_t i = 0; i < frames; i++) {
        x[i] = (double)i / t->rate;
        rms[i] = unit * rms_over(t, (int)i, -1);
        most[i] = NAN;
        for (int p = 0; p < t->place_count; p++) {
            const double r = unit * (double)t->residuals[i * (size_t)t->place_count + (size_t)p];
            if (!isnan(r)) most[i] = isnan(most[i]) ? r : fmax(most[i], r);
        }
    }

    const pd_tool_line lines[] = {{"root mean square", x, rms, t->frame_count, 0},
                                  {"the one that is farthest off", x, most, t->frame_count, 0}};
    const pd_tool_plot plot = {.title = "What was seen and the body's places for it",
                               .x_label = "seconds",
                               .y_label = unit_of(f).name,
                               .lines = lines,
                               .line_count = 2,
                               .width = 900};
    pd_tool_plot_svg(&svg, &plot);
    const int code = pd_tool_write(f->args, path, svg.data, svg.size);
    pd_buffer_deinit(&svg);
    free(x);

    return code;
}

/* Writes a sheet of pictures of the fitted body. */
static int write_sheet(pd_tool_take *f, const char *path)
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

/* ---- the fit */

/* Progress callback of the fit. */
static bool step_take_work(void *ctx, double done)
{
    pd_tool_take *f = ctx;
    pd_tool_progress_step(&f->progress, done);
    return true;
}

/* Fits the take, by the method for its kind of observations. */
static pd_status run_take_work(pd_tool_take *f)
{
    pd_observe_take *t = &f->take;
    pd_arena arena;

    if (f->marked) return pd_observe_marked_run(f->marked, t, f->local.model, f->args->words[0], &f->err);

    if (!pd_arena_init(&arena, pd_observe_take_scratch_bytes(t, f->local.model)))
        return pd_fail(&f->err, PD_ERR_MEMORY, f->args->words[0], "out of memory to fit it");
    pd_status status = PD_OK;
    if (f->at)
        status =
            pd_observe_sided_run(t, f->at, f->confidence, f->local.model, &arena, f->args->words[0], &f->err);
    else
        pd_observe_take_run(t, f->local.model, &arena);
    pd_arena_deinit(&arena);
    if (status) return status;
    if (t->status == PD_OBSERVE_TAKE_BLIND)
        return pd_fail(&f->err, PD_ERR_INVALID, f->args->words[0], "%s", pd_observe_take_blind_reason(t));

    return PD_OK;
}

/* Computes the path of an option; for several people NAME-0.npz and so on.
 * Returns false if it is too long. */
static bool path_of(char out[PATH_BYTES], const pd_tool_take *f, const char *option)
{
    const char *path = pd_tool_text(f->args, option);
    const char *dot = strrchr(path, '.');
    const size_t stem = dot && !strchr(dot, '/') ? (size_t)(dot - path) : strlen(path);

    if (f->person_count < 2 || !strcmp(path, "-")) return snprintf(out, PATH_BYTES, "%s", path) < PATH_BYTES;
    return snprintf(out, PATH_BYTES, "%.*s-%d%s", (int)stem, path, f->person, path + stem) < PATH_BYTES;
}

/* Prints the report and writes the files that the options name. */
static int write_all(pd_tool_take *f)
{
    char path[PATH_BYTES];
    int code = 0;

    if (pd_tool_flag(f->args, "json")) {
        json_t *all = report_take_work(f);
        const pd_status printed = pd_tool_report_write(all, JSON_INDENT(2), NULL, &f->err);
        json_decref(all);
        if (printed) return pd_tool_fail(f->args, &f->err);
    } else {
        const bool is_named = f->person_name && *f->person_name;
        if (f->person_count > 1 || is_named)
            printf(is_named ? "person %d (%s): " : "person %d: ", f->person, f->person_name);
        print_text_take_work(f);
    }

    if (pd_tool_text(f->args, "o"))
        code = path_of(path, f, "o") ? write_motion(f, f->format, path)
                                     : pd_tool_usage(f->args, "-o: the path is too long");
    if (!code && pd_tool_text(f->args, "plot"))
        code = path_of(path, f, "plot") ? write_plot(f, path)
                                        : pd_tool_usage(f->args, "--plot: the path is too long");
    if (!code && pd_tool_text(f->args, "sheet"))
        code = path_of(path, f, "sheet") ? write_sheet(f, path)
                                         : pd_tool_usage(f->args, "--sheet: the path is too long");

    return code;
}

int pd_tool_take_open(pd_tool_take *f)
{
    char path[PATH_BYTES];

    if (pd_tool_text(f->args, "o") && !pd_tool_format_of(&f->format, f->args, formats, "o", "npz")) return 2;
    pd_k_blas_serial();
    const int code = pd_tool_local_open(&f->local, f->args);
    if (code) return code;
    pd_tool_model_path(path, sizeof path, "pose-prior");
    pd_status status = pd_ik_prior_load(&f->source, path, &f->err);
    if (!status) status = pd_observe_prior_init(&f->prior, f->source, f->local.model, &f->err);

    return status ? pd_tool_fail(f->args, &f->err) : 0;
}

int pd_tool_take_fit(pd_tool_take *f)
{
    pd_observe_take *t = &f->take;
    const bool nameless = f->marked && f->marked->nameless;
    pd_status status = PD_OK;

    t->prior = &f->prior;
    t->executor = f->local.executor;
    if (!pd_observe_take_room(t, f->local.model))
        status =
            pd_fail(&f->err, PD_ERR_MEMORY, f->args->words[0], "out of memory for %d frames", t->frame_count);
    if (!status && !nameless) status = pd_observe_take_check(t, f->local.model, &f->err);

    if (!status) {
        pd_tool_progress_begin(&f->progress, "fitting", 1);
        t->keep_going = step_take_work;
        t->ctx = f;
        const double begin = pd_tool_clock_s();
        status = run_take_work(f);
        if (!status && f->turnable && pd_observe_take_is_inverted(t, f->local.model)) {
            pd_tool_note(
                f->args,
                "the body is upside down in the axes of the %s: they are read as a camera's (x right, y "
                "down, z forward) and turned by 180 degrees about x",
                f->noun);
            if (!pd_observe_take_turn(t, f->turnable, f->local.model, PD_UP_MINUS_Y))
                status = pd_fail(&f->err, PD_ERR_MEMORY, f->args->words[0], "out of memory");
        }

        if (!status) t->uncertainty = pd_observe_take_uncertainty(t, f->local.model);
        f->seconds = pd_tool_clock_s() - begin;
        pd_tool_progress_leave(&f->progress, status == PD_OK);
        if (f->marked) {
            f->names = f->marked->names;
            f->unknown_count = f->marked->set.unknown_count;
        }
    }

    const int code = status ? pd_tool_fail(f->args, &f->err) : write_all(f);
    pd_observe_take_room_free(t);
    return code;
}

void pd_tool_take_close(pd_tool_take *f)
{
    pd_ik_prior_release(f->source);
    if (f->local.pool) pd_tool_local_close(&f->local);
}
