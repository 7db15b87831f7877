#include "tools/observe/sensor_fit.h"

#include "core/base/file.h"
#include "core/observe/sensor/trackers.h"
#include "tools/observe/take_work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DEGREE (M_PI / 180)

typedef struct fitting {
    pd_tool_take work;
    pd_orientations file;
    pd_observe_sensor_set set;
    pd_observe_tracker_set trackers;
} fitting;

bool pd_tool_is_sensors(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && !strcasecmp(dot, ".csv");
}

/* Fits trackers, which tell place and shape too. */
static int fit_trackers(fitting *f, const pd_observe_sensor_request *request)
{
    pd_tool_take *w = &f->work;
    pd_observe_tracker_set *s = &f->trackers;
    pd_status status = pd_observe_tracker_set_make(s, request, w->local.model, w->args->words[0], &w->err);

    if (!status && !(w->names = calloc((size_t)s->count, sizeof *w->names)))
        status = pd_fail(&w->err, PD_ERR_MEMORY, w->args->words[0], "out of memory");
    if (status) return pd_tool_fail(w->args, &w->err);

    if (!w->args->common.quiet)
        pd_tool_note(
            w->args,
            "facing %.0f degrees in the calibration pose%s; trackers turned by at most %.1f in it, and "
            "are %.0f mm from where such devices usually are",
            s->turns.facing / DEGREE, isnan(request->facing) ? " (found)" : "", s->turns.still / DEGREE,
            1000 * s->misfit);
    for (int i = 0; i < s->turns.count; i++) {
        const char *name = f->file.names[s->turns.column[i]];
        snprintf(w->names[i], sizeof w->names[i], "%.17s (orientation)", name);
        snprintf(w->names[s->turns.count + i], sizeof *w->names, "%s", name);
    }

    w->noun = "places";
    w->unknown_count = s->turns.unknown_count;
    w->take = pd_observe_tracker_take(s, f->file.rate);

    return pd_tool_take_fit(w);
}

static int fit_sensor_fit(fitting *f)
{
    pd_tool_take *w = &f->work;
    const pd_tool_args *args = w->args;
    static const char *const poses[] = {"t", "n", NULL};
    pd_observe_sensor_request request = {.file = &f->file};
    double rate = 0, noise = 2, drift = 0, facing = 0; /* noise, drift, facing: degrees */
    int pose = PD_OBSERVE_POSE_T;

    int up = PD_UP_Z;
    if (pd_tool_given(args, "fps") && !pd_tool_double(&rate, args, "fps", 0.1, 10000)) return 2;
    if (pd_tool_given(args, "noise") && !pd_tool_double(&noise, args, "noise", 0.01, 57)) return 2;
    if (pd_tool_given(args, "drift") && !pd_tool_double(&drift, args, "drift", 0, 3000)) return 2;
    if (pd_tool_given(args, "facing") && !pd_tool_double(&facing, args, "facing", -360, 360)) return 2;
    if (pd_tool_given(args, "up") && !pd_tool_choice(&up, args, "up", pd_up_names)) return 2;
    if (pd_tool_given(args, "pose") && !pd_tool_choice(&pose, args, "pose", poses)) return 2;
    request.up = (pd_up)up;
    request.noise = noise * DEGREE;
    request.drift = drift * DEGREE / 60;
    request.facing = pd_tool_given(args, "facing") ? facing * DEGREE : NAN;
    request.pose = (pd_observe_sensor_pose)pose;

    const int code = pd_tool_take_open(w);
    if (code) return code;

    pd_bytes bytes;
    pd_status status = pd_file_map(&bytes, args->words[0], &w->err);
    if (!status) {
        status = pd_orientations_parse(&f->file, bytes, rate, args->words[0], &w->err);
        pd_file_unmap(&bytes);
    }

    /* Convert the time of the calibration pose from seconds of the file to frames. */
    if (!status) {
        const char *text = pd_tool_given(args, "tpose") ? pd_tool_text(args, "tpose") : NULL;
        const double start = f->file.start;
        const double last = start + (f->file.frame_count - 1) / f->file.rate;
        double from = start;
        double to = fmin(from + 0.5, last);
        if (text && (sscanf(text, "%lf:%lf", &from, &to) != 2 || !(from >= start) || !(to >= from) ||
                     !(to <= last + 1e-6)))
            return pd_tool_usage(args, "--tpose %s; FROM:TO in seconds expected, within %g:%g", text, start,
                                 last);
        request.first = (int)ceil((from - start) * f->file.rate - 1e-6);
        request.last = (int)floor((to - start) * f->file.rate + 1e-6);
    }

    if (!status && f->file.positions) return fit_trackers(f, &request);
    if (!status)
        status = pd_observe_sensor_set_make(&f->set, &request, w->local.model, args->words[0], &w->err);
    if (!status && !(w->names = calloc((size_t)f->set.count, sizeof *w->names)))
        status = pd_fail(&w->err, PD_ERR_MEMORY, args->words[0], "out of memory");
    if (!status && isnan(request.facing))
        status = pd_observe_sensor_set_find(&f->set, w->local.model, &w->prior, NULL, NULL, &w->err);
    if (status) return pd_tool_fail(args, &w->err);

    if (!args->common.quiet)
        pd_tool_note(args,
                     "facing %.0f degrees in the calibration pose%s; sensors moved by at most %.1f in it",
                     f->set.facing / DEGREE, isnan(request.facing) ? " (found)" : "", f->set.still / DEGREE);
    for (int i = 0; i < f->set.count; i++)
        snprintf(w->names[i], sizeof w->names[i], "%s", f->file.names[f->set.column[i]]);
    w->noun = "sensors";
    w->unknown_count = f->set.unknown_count;
    w->take = (pd_observe_take){.places = f->set.places,
                                .at = f->set.at,
                                .confidence = f->set.confidence,
                                .place_count = f->set.count,
                                .frame_count = f->set.frame_count,
                                .rate = f->file.rate,
                                .keep_betas = true,
                                .weights[PD_OBSERVE_TERM_POSE] = PD_OBSERVE_SENSOR_PRIOR};

    return pd_tool_take_fit(w);
}

int pd_tool_fit_sensors(const pd_tool_args *args)
{
    fitting *f = calloc(1, sizeof *f);

    if (!f) return 1;
    f->work.args = args;

    const int code = fit_sensor_fit(f);
    free(f->work.names);
    pd_observe_sensor_set_deinit(&f->set);
    pd_observe_tracker_set_deinit(&f->trackers);
    pd_orientations_deinit(&f->file);
    pd_tool_take_close(&f->work);
    free(f);

    return code;
}
