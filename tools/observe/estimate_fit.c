#include "tools/observe/estimate_fit.h"

#include "core/base/file.h"
#include "core/motion/gather/gather.h"
#include "core/observe/sensor/estimate.h"
#include "tools/base/mesh_list.h"
#include "tools/motion/amass_file.h"
#include "tools/motion/motion_file.h"
#include "tools/observe/take_work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE (M_PI / 180)

typedef struct fitting {
    pd_tool_take work;
    pd_tool_amass amass;
    pd_tool_motion motion;
    pd_observe_estimate estimate;
    float *betas; /* (B) shape */
} fitting;

bool pd_tool_is_estimate(const pd_tool_args *args)
{
    const char *path = args->words[0];
    char notes[PD_MOTION_GATHER_NOTES];
    pd_buffer made = {0};
    pd_bytes npz;
    pd_bytes file;

    if (args->word_count != 1) return false;
    if (pd_tool_motion_is_regressed(path) || pd_tool_ends_with(path, ".safetensors")) return true;

    /* An array may be anything; one with a body's poses is an estimate. */
    if (!pd_tool_ends_with(path, ".npy") || pd_file_map(&file, path, NULL)) return false;
    const bool is = pd_motion_gather(&npz, &made, notes, file, path, NULL, NULL) == PD_OK;
    pd_buffer_deinit(&made);
    pd_file_unmap(&file);

    return is;
}

/* Reads the file onto the body, whose shape is the file's, or the one that --betas-from converts. */
static pd_status load_estimate_fit(fitting *f, double rate)
{
    pd_tool_take *w = &f->work;
    const pd_smpl_model *model = w->local.model;
    float betas[PD_TOOL_MOTION_BETAS];
    int beta_count = 0;

    pd_tool_betas(betas, &beta_count, w->args, PD_TOOL_MOTION_BETAS);
    if (f->amass.source && !beta_count) {
        const pd_status status =
            pd_tool_amass_betas(betas, &beta_count, &f->amass, w->args, model, w->args->words[0], &w->err);
        if (status) return status;
    }

    const pd_tool_motion_options options = {
        .betas = betas, .beta_count = beta_count, .capture = {.rate = rate, .amass = &f->amass.options}};

    return pd_tool_motion_load(&f->motion, w->args->words[0], model, &options, &w->err);
}

static int fit_estimate_fit(fitting *f)
{
    pd_tool_take *w = &f->work;
    const pd_tool_args *args = w->args;
    float given[PD_TOOL_MOTION_BETAS];
    int given_count = 0;
    double rate = 0;
    double noise = PD_OBSERVE_ESTIMATE_NOISE; /* degrees */

    if (!pd_tool_double(&rate, args, "source-rate", 0.001, 1e6)) return 2;
    if (pd_tool_given(args, "noise") && !pd_tool_double(&noise, args, "noise", 0.01, 57)) return 2;
    if (!pd_tool_betas(given, &given_count, args, PD_TOOL_MOTION_BETAS)) return 2;
    int code = pd_tool_take_open(w);
    if (!code) code = pd_tool_amass_open(&f->amass, args);
    if (code) return code;

    /* Observations of the joints that the file moves. */
    pd_status status = load_estimate_fit(f, rate);
    if (!status)
        status = pd_observe_estimate_make(&f->estimate, &f->motion.clip, w->local.model, noise * DEGREE,
                                          args->words[0], &w->err);
    const int joints = f->estimate.count / 2;
    if (!status && (!(w->names = calloc((size_t)f->estimate.count + 1, sizeof *w->names)) ||
                    !(f->betas = calloc((size_t)w->local.model->beta_count + 1, sizeof *f->betas))))
        status = pd_fail(&w->err, PD_ERR_MEMORY, args->words[0], "out of memory");
    if (status) return pd_tool_fail(args, &w->err);

    for (int i = 0; i < joints; i++) {
        const char *name = w->local.model->data.joint_names[f->estimate.parts[i].index];
        snprintf(w->names[i], sizeof w->names[i], "%s", name);
        snprintf(w->names[joints + i], sizeof w->names[i], "%.17s (orientation)", name);
    }

    memcpy(f->betas, f->motion.betas, (size_t)f->motion.beta_count * sizeof *f->betas);
    w->noun = "places";
    w->take = pd_observe_estimate_take(&f->estimate, f->motion.clip.rate, f->betas);

    return pd_tool_take_fit(w);
}

int pd_tool_fit_estimate(const pd_tool_args *args)
{
    fitting *f = calloc(1, sizeof *f);

    if (!f) return 1;
    f->work.args = args;

    const int code = fit_estimate_fit(f);
    free(f->work.names);
    free(f->betas);
    pd_observe_estimate_deinit(&f->estimate);
    pd_tool_motion_deinit(&f->motion);
    pd_tool_amass_close(&f->amass);
    pd_tool_take_close(&f->work);
    free(f);

    return code;
}
