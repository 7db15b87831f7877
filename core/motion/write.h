#ifndef PD_MOTION_WRITE_H
#define PD_MOTION_WRITE_H
/* Writes a body in motion to files.
 *
 * npz    what loaders of AMASS, the smplx package and GMR ask for:
 *             poses (T,72) axis-angle in SMPL's joint order, (T,156) and (T,165) for a model with the
 *             joints of SMPL-H and SMPL-X; their parts root_orient (T,3), pose_body (T,63), pose_jaw
 *             (T,3), pose_eye (T,6), pose_hand (T,90), as far as the layout has them
 *             trans (T,3)
 *             betas, num_betas: as many as the motion has, at least 16 or all of the model's; the mean
 *             body has zeros
 *             mocap_framerate and mocap_frame_rate (equal), mocap_time_length (seconds)
 *             gender (that of the model, else neutral), surface_model_type (smplx, smplh, smpl: the layout)
 *             posed_model: half of the hash of the model that the betas belong to
 *             dmpls (T,D) if the clip has soft tissue, expressions (T,expression_count) if there are any, and
 *             sculpts (T,N), the weights of the sculpts that the pose drives, if the model has any.
 *         AMASS's frame, +Z up: world positions are Rx(90) of ours, and trans = position of the root joint -
 *         its position in the rest pose. core/motion/amass.h reads it.
 * GLB    the shaped, rigged body with one animation. The animation also drives corrective morphs and sculpts
 *        where there are some, and the morphs that replace those of betas: soft tissue, if the clip has it.
 *
 * Shapes T frames, K joints, V vertices, D directions.
 * Spaces as in core/anim/clip.h: rotations local, roots in world space, metres, +Y up.
 */
#include "core/base/buffer.h"
#include "core/base/executor.h"
#include "core/io/mesh/glb.h"
#include "core/retarget/motion.h"
#include "core/smpl/body.h"

/* Append a file to out, whose size must be a multiple of 4 for GLB. ERR_MEMORY; npz: ERR_UNSUPPORTED for a
 * model without SMPL's joints. */
pd_status pd_motion_npz(pd_buffer *out, const pd_retarget_motion *motion, const pd_smpl_model *model,
                        pd_error *err);
/* Callback that writes the GLB after everything except clothes was filled in. It adds the clothes, which
 * core/wardrobe makes and this folder must not depend on. */
typedef struct pd_motion_writer {
    pd_status (*write)(void *ctx, pd_buffer *out, pd_io_glb *glb, const pd_smpl_body *body, pd_error *err);
    void *ctx;
} pd_motion_writer;
/* Does what pd_motion_glb does, but writes through `writer`. */
pd_status pd_motion_glb_by(pd_buffer *out, const pd_motion_writer *writer, const pd_retarget_motion *motion,
                           const pd_smpl_model *model, const pd_executor *executor, const char *name,
                           pd_error *err);
pd_status pd_motion_glb(pd_buffer *out, const pd_retarget_motion *motion, const pd_smpl_model *model,
                        const pd_executor *executor, const char *name, pd_error *err);

#endif
