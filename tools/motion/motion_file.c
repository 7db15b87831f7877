#include "tools/motion/motion_file.h"

#include "core/anim/alive.h"
#include "core/base/assert.h"
#include "core/retarget/figure/retarget.h"
#include "core/retarget/skeleton.h"
#include "core/base/file.h"
#include "tools/base/mesh_list.h"
#include "tools/motion/joints_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool pd_tool_motion_is_regressed(const char *path)
{
    static const char *const endings[] = {".pkl", ".pickle", ".p", ".joblib", ".pt", ".pth"};

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (pd_tool_ends_with(path, endings[i])) return true;
    return false;
}

bool pd_tool_motion_has_poses(const char *path)
{
    return pd_tool_ends_with(path, ".npz") || pd_tool_ends_with(path, ".npy") ||
           pd_tool_ends_with(path, ".safetensors") || pd_tool_ends_with(path, ".json") ||
           pd_tool_ends_with(path, ".mvnx") || pd_tool_motion_is_regressed(path);
}

pd_status pd_tool_motion_parse(pd_tool_motion *out, pd_bytes bytes, const char *name,
                               const pd_smpl_model *model, const pd_motion_amass_options *options,
                               pd_error *err)
{
    char notes[PD_MOTION_AMASS_NOTES];
    const pd_status status = pd_motion_amass_load(out, notes, bytes, name, 0, model, options, err);
    if (status == PD_OK) pd_tool_motion_tell(name, notes);
    return status;
}

/* Loads poses of a body's joints. */
static pd_status load_npz(pd_tool_motion *out, const char *path, const pd_smpl_model *model,
                          const pd_tool_motion_options *options, pd_error *err)
{
    PD_ASSERT(options->beta_count >= 0);
    pd_bytes bytes;
    pd_status status = pd_file_map(&bytes, path, err);
    if (status != PD_OK) return status;
    pd_motion_amass_options amass = {0};
    if (options->capture.amass) amass = *options->capture.amass;
    amass.betas = options->betas;
    amass.beta_count = options->beta_count;
    amass.rate = options->capture.rate;

    /* A take of joints alone is fitted. */
    bool is_fitted = false;
    status = pd_tool_joints_load(out, &is_fitted, bytes, path, model, &amass, options->executor, err);
    if (!status && !is_fitted) status = pd_tool_motion_parse(out, bytes, path, model, &amass, err);
    pd_file_unmap(&bytes);

    return status;
}

/* Retargets a capture to the skeleton of the body. `retarget` is scratch. */
static pd_status retarget_capture(pd_tool_motion *out, pd_motion_capture *capture,
                                  const pd_anim_skeleton *skeleton, pd_retarget *retarget, const char *path,
                                  const pd_smpl_model *model, const pd_tool_motion_options *options,
                                  pd_error *err)
{
    pd_status status = pd_motion_capture_person(capture, err);

    pd_tool_motion_tell(path, capture->note);
    if (status != PD_OK) return err ? pd_error_prefix(err, path) : status;

    status = pd_retarget_init(retarget, skeleton, &capture->clip, capture->source, err);
    if (status != PD_OK) return status;
    retarget->clamp = options->clamp;
    status = pd_retarget_clip(&out->clip, retarget, &capture->clip, err);
    if (status != PD_OK) return status;

    /* Fingers that the capture has not are relaxed. */
    pd_anim_alive_relax(&out->clip,
                        (const float *const[2]){model->data.hands[0].mean, model->data.hands[1].mean});

    return PD_OK;
}

pd_status pd_tool_motion_load(pd_tool_motion *out, const char *path, const pd_smpl_model *model,
                              const pd_tool_motion_options *options, pd_error *err)
{
    const int given = options->beta_count;

    memset(out, 0, sizeof *out);
    if (pd_tool_motion_has_poses(path)) return load_npz(out, path, model, options, err);

    /* The skeleton of the body that the motion is for. */
    pd_motion_capture capture;
    pd_anim_skeleton skeleton;
    out->beta_count = given < PD_TOOL_MOTION_BETAS ? given : PD_TOOL_MOTION_BETAS;
    if (out->beta_count > model->beta_count) out->beta_count = model->beta_count;
    PD_ASSERT(out->beta_count <= PD_TOOL_MOTION_BETAS);
    if (out->beta_count > 0) memcpy(out->betas, options->betas, (size_t)out->beta_count * sizeof *out->betas);
    pd_status status = pd_retarget_skeleton_of(&skeleton, model, out->betas, out->beta_count, err);
    if (status != PD_OK) return status;

    /* Load the capture, and retarget it to the body. */
    pd_retarget *retarget = malloc(sizeof *retarget);
    if (!retarget) return pd_fail(err, PD_ERR_MEMORY, path, "out of memory to retarget it");
    status = pd_motion_capture_load(&capture, path, &options->capture, err);
    if (status == PD_OK) {
        status = retarget_capture(out, &capture, &skeleton, retarget, path, model, options, err);
        pd_motion_capture_deinit(&capture);
    }

    free(retarget);

    return status;
}

void pd_tool_motion_tell(const char *name, const char *notes)
{
    while (*notes) {
        const size_t length = strcspn(notes, "\n");
        fprintf(stderr, "posedctl: %s: %.*s\n", name, (int)length, notes);
        notes += length + (notes[length] == '\n');
    }
}

void pd_tool_motion_deinit(pd_tool_motion *motion)
{
    pd_anim_clip_deinit(&motion->clip);
    free(motion->expressions);
    motion->expressions = NULL;
}
