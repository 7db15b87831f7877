#ifndef PD_TOOLS_MOTION_H
#define PD_TOOLS_MOTION_H
/* Motions of a body: from files of capture through retargeting, from and to AMASS-like npz, to BVH and GLB.
 *
 * npz    poses (T,72) axis-angle by SMPL's joint order (more columns, as of SMPL-H, are left unread), trans (T,3),
 *        mocap_framerate, betas. AMASS's frame, +Z up: world positions are Rx(90) of ours, and
 *        trans = root joint's position - its place in the rest pose.
 * BVH    metres, our frame, joints with the model's names.
 * GLB    the rigged body in its shape, one animation.
 *
 * Spaces as core/anim/clip.h: rotations local, roots in world space, metres, +Y up.
 */
#include "core/anim/clip.h"
#include "core/smpl/model.h"
#include "tools/local.h"

#define PD_TOOL_MOTION_BETAS 32

typedef struct pd_tool_motion {
    pd_anim_clip clip; /* on the model's skeleton with these betas */
    float betas[PD_TOOL_MOTION_BETAS];
    int beta_count;
} pd_tool_motion;

/* .bvh, .amc or .npz. betas (those of an npz are used when there are none given). ERR_* of the readers;
 * ERR_UNSUPPORTED for a model without SMPL's joints. */
pd_status pd_tool_motion_load(pd_tool_motion *out, const char *path, const pd_smpl_model *model,
                              const float *betas, int beta_count, int clamp, pd_error *err);
void pd_tool_motion_deinit(pd_tool_motion *motion);

pd_status pd_tool_motion_npz(pd_buffer *out, const pd_tool_motion *motion, const pd_smpl_model *model,
                             pd_error *err);
pd_status pd_tool_motion_glb(pd_buffer *out, const pd_tool_motion *motion, const pd_tool_local *local,
                             const char *name, pd_error *err);
/* (K,3,3) float of a frame. */
void pd_tool_motion_rotations(float *rotations, const pd_tool_motion *motion, int frame);

#endif
