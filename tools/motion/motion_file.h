#ifndef PD_TOOLS_MOTION_MOTION_FILE_H
#define PD_TOOLS_MOTION_MOTION_FILE_H
/* Reads motions of a body from files: motion capture, which is retargeted, or AMASS-like npz
 * (core/motion/amass.h). Prints notes on stderr about assumptions and about what was left out.
 *
 * Spaces as core/anim/clip.h: rotations local, roots in world space, metres, +Y up.
 */
#include "core/motion/amass.h"
#include "core/motion/capture.h"
#include "core/smpl/model.h"
#include "tools/base/local.h"

#include <stdbool.h>

#define PD_TOOL_MOTION_BETAS PD_RETARGET_MOTION_BETAS

typedef pd_retarget_motion pd_tool_motion;

typedef struct pd_tool_motion_options {
    /* (beta_count) shape of the body; beta_count 0: of an npz its own,
     * if they are of the model's shape space */
    const float *betas;
    int beta_count;
    int clamp;                         /* motion capture: joints stay within a person's ranges */
    pd_motion_capture_options capture; /* amass: of an npz, but for its betas, which are those above */
    const pd_executor *executor;       /* for the fit of a take of joints; NULL: one thread */
} pd_tool_motion_options;

/* Returns true for a file of a body's poses or joints by its ending:
 * .npz, .npy, .safetensors, .json, or a pickle. */
bool pd_tool_motion_has_poses(const char *path);
/* Returns true for a pickle: .pkl, .pickle, .p, .joblib, .pt or .pth. */
bool pd_tool_motion_is_regressed(const char *path);
/* Reads a .bvh, .amc or .npz file, or one of a program that finds bodies in films. A take of positions of
 * joints is fitted (joints_file.h). Errors of the readers;
 * ERR_UNSUPPORTED for a model without SMPL's joints. */
pd_status pd_tool_motion_load(pd_tool_motion *out, const char *path, const pd_smpl_model *model,
                              const pd_tool_motion_options *options, pd_error *err);
/* Reads an npz from memory. name: for errors. options may be NULL. */
pd_status pd_tool_motion_parse(pd_tool_motion *out, pd_bytes bytes, const char *name,
                               const pd_smpl_model *model, const pd_motion_amass_options *options,
                               pd_error *err);
/* Prints the notes of the reader (PD_MOTION_AMASS_NOTES) on stderr, one per line. */
void pd_tool_motion_tell(const char *name, const char *notes);
void pd_tool_motion_deinit(pd_tool_motion *motion);

#endif
