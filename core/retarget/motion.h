#ifndef PD_RETARGET_MOTION_H
#define PD_RETARGET_MOTION_H
/* A body in motion, written to files.
 *
 * npz    poses (T,72) axis-angle by SMPL's joint order, (T,156) and (T,165) for a model with the joints of SMPL-H and SMPL-X;
 *        trans (T,3), mocap_framerate, betas, posed_model: half of the hash of the model that the betas are of.
 *        AMASS's frame, +Z up: world positions are Rx(90) of ours, and trans = root joint's position - its place in the rest
 *        pose. core/retarget/amass.h reads it.
 *        With soft tissue in the clip dmpls (T,D) too, with expressions expressions (T,expression_count).
 * GLB    the rigged body in its shape, one animation, which also drives the corrective morphs where there are some, and the morphs that
 *        stand in place of those of betas: soft tissue, where the clip has it.
 *
 * Spaces as core/anim/clip.h: rotations local, roots in world space, metres, +Y up.
 */
#include "core/retarget/avatar/joint_names.h"
#include "core/anim/clip.h"
#include "core/base/buffer.h"
#include "core/base/executor.h"
#include "core/io/mesh/glb.h"
#include "core/smpl/body.h"

#define PD_RETARGET_MOTION_BETAS 64

/* Morph targets of a GLB that stand in place of those of betas, and drive the skin in every frame. */
typedef struct pd_retarget_morphs {
    int count;               /* D */
    const float *directions; /* (V,3,D) metres, at rest              */
    const float *limits;     /* (D) largest size of each weight      */
    const char *const *names;
    const float *weights; /* (T,D) */
} pd_retarget_morphs;

typedef struct pd_retarget_motion {
    pd_anim_clip
        clip; /* on the model's skeleton with these betas; its soft-tissue coefficients are of the model */
    float betas[PD_RETARGET_MOTION_BETAS];
    int beta_count;
    pd_retarget_names names; /* what a GLB calls its joints */
    int correctives; /* of a GLB: morph targets in place of pose blend shapes, best for its frames; 0: none */
    float *
        expressions; /* (T,expression_count) coefficients of the model's expressions, of an npz; NULL: a still face */
    int expression_count;
    const pd_retarget_morphs *morphs; /* of a GLB, borrowed; NULL: of the clip's soft tissue, else of betas */
} pd_retarget_motion;

/* Append to out, whose size must be a multiple of 4 for GLB. ERR_MEMORY; npz ERR_UNSUPPORTED for a model without SMPL's
 * joints. */
pd_status pd_retarget_motion_npz(pd_buffer *out, const pd_retarget_motion *motion, const pd_smpl_model *model,
                                 pd_error *err);
/* Writes the file, given all but what the body wears, which core/wardrobe knows and this room does not. */
typedef struct pd_retarget_motion_writer {
    pd_status (*write)(void *ctx, pd_buffer *out, pd_io_glb *glb, const pd_smpl_body *body, pd_error *err);
    void *ctx;
} pd_retarget_motion_writer;
/* As pd_retarget_motion_glb, written by `writer`. */
pd_status pd_retarget_motion_glb_by(pd_buffer *out, const pd_retarget_motion_writer *writer,
                                    const pd_retarget_motion *motion, const pd_smpl_model *model,
                                    const pd_executor *executor, const char *name, pd_error *err);
pd_status pd_retarget_motion_glb(pd_buffer *out, const pd_retarget_motion *motion, const pd_smpl_model *model,
                                 const pd_executor *executor, const char *name, pd_error *err);

/* (K,3,3) local rotations of a frame, row-major. */
void pd_retarget_motion_rotations(float *rotations, const pd_retarget_motion *motion, int frame);

#endif
