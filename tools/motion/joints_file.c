#include "tools/motion/joints_file.h"

#include "core/kernel/linalg.h"
#include "core/observe/sensor/jointed.h"

#include <stdio.h>
#include <string.h>

/* Refuses options that have no effect on a take of joints. */
static pd_status check_options_joints(const char *path, const pd_motion_amass_options *o, pd_error *err)
{
    const struct {
        const char *name;
        bool is_given;
    } rows[] = {{"--camera", o->camera},
                {"--angles", o->angles != PD_MOTION_ANGLES_FOUND},
                {"--betas-from", o->source != NULL},
                {"--betas", o->beta_count > 0}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].is_given)
            return pd_fail(
                err, PD_ERR_INVALID, path,
                "%s has no effect: the file has positions of joints and no rotations, so that shape "
                "and poses are fitted",
                rows[i].name);

    return PD_OK;
}

/* Fits the body to the joints of an npz. */
static pd_status fit_joints(pd_tool_motion *out, pd_npz *npz, const char *path, const pd_smpl_model *model,
                            const pd_motion_amass_options *o, const pd_executor *executor, pd_error *err)
{
    const pd_observe_jointed_options how = {.set = o->set,
                                            .person = o->person,
                                            .rate = o->rate,
                                            .metres_per_unit = o->metres_per_unit,
                                            .has_up = o->has_up,
                                            .up = o->up};
    char notes[PD_OBSERVE_JOINTED_NOTES], prior_path[4096];
    pd_observe_jointed jointed = {0};
    pd_ik_prior *source = NULL;
    pd_observe_prior prior = {0};
    double rms = 0;

    pd_tool_model_path(prior_path, sizeof prior_path, "pose-prior");
    pd_k_blas_serial();
    pd_status s = pd_observe_jointed_read(&jointed, notes, npz, model, &how, err);
    if (!s) pd_tool_motion_tell(path, notes);
    if (!s) s = pd_ik_prior_load(&source, prior_path, err);
    if (!s) s = pd_observe_prior_init(&prior, source, model, err);
    if (!s)
        s = pd_observe_jointed_fit(out, &rms, &jointed, model, &prior,
                                   executor ? executor : &pd_executor_serial, path, err);
    if (!s)
        fprintf(stderr, "posedctl: %s: the body is fitted to the joints, %.1f mm root mean square\n", path,
                1000 * rms);
    pd_observe_jointed_deinit(&jointed);
    pd_ik_prior_release(source);

    return s;
}

pd_status pd_tool_joints_load(pd_tool_motion *out, bool *is_fitted, pd_bytes bytes, const char *path,
                              const pd_smpl_model *model, const pd_motion_amass_options *options,
                              const pd_executor *executor, pd_error *err)
{
    const pd_motion_amass_options alone = {.rate = options->rate};
    char gathered[PD_MOTION_GATHER_NOTES];
    pd_buffer written = {0};
    pd_bytes file;
    pd_npz npz;

    /* The npz of the file, whoever of its people is wanted: joints choose theirs themselves. */
    *is_fitted = false;
    pd_status s = pd_motion_amass_npz(&file, &written, gathered, bytes, path, options, 0, NULL);
    if (s) {
        pd_buffer_deinit(&written);
        written = (pd_buffer){0};
        s = pd_motion_amass_npz(&file, &written, gathered, bytes, path, &alone, 0, NULL);
    }

    /* A file that cannot be read is refused by the reader of rotations. */
    if (s || pd_npz_parse(&npz, file.data, file.size, path, NULL) != PD_OK) {
        pd_buffer_deinit(&written);
        return PD_OK;
    }

    *is_fitted = pd_motion_gather_has_joints_alone(&npz);
    if (*is_fitted) {
        pd_tool_motion_tell(path, gathered);
        s = check_options_joints(path, options, err);
        if (!s) s = fit_joints(out, &npz, path, model, options, executor, err);
    } else if (options->set) {
        s = pd_fail(err, PD_ERR_INVALID, path, "--set has no effect: the file has rotations of joints");
    }

    pd_npz_deinit(&npz);
    pd_buffer_deinit(&written);

    return s;
}
