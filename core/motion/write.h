#ifndef PD_MOTION_WRITE_H
#define PD_MOTION_WRITE_H
/* Writes a body in motion to files.
 *
 * npz    poses (T,72) axis-angle in SMPL's joint order, (T,156) and (T,165) for a model with the joints of SMPL-H and SMPL-X; trans (T,3),
 *        mocap_framerate, betas, gender (that of the model, else neutral), posed_model: half of the hash of the model that the betas belong to. AMASS's frame, +Z up: world positions are
 *        Rx(90) of ours, and trans = position of the root joint - its position in the rest pose. core/motion/amass.h reads it. Also dmpls (T,D)
 *        if the clip has soft tissue, expressions (T,expression_count) if there are any, and sculpts (T,N), the weights of the sculpts that the
 *        pose drives, if the model has any.
 * GLB    the shaped, rigged body with one animation. The animation also drives corrective morphs and sculpts where there are some, and the morphs
 * that
 *        replace those of betas: soft tissue, if the clip has it.
 *
 * Shapes T frames, K joints, V vertices, D directions.
 * Spaces as in core/anim/clip.h: rotations local, roots in world space, metres, +Y up.
 */
#include "core/retarget/character/joint_names.h"
#include "core/anim/clip.h"
#include "core/base/buffer.h"
#include "core/base/executor.h"
#include "core/io/mesh/glb.h"
#include "core/smpl/body.h"
#include "core/smpl/people/people.h"

#include <stdbool.h>

/* Largest number of betas of a moving body. */
#define PD_RETARGET_MOTION_BETAS PD_SMPL_PEOPLE_MAX_BETAS

/* Morph targets of a GLB that replace those of betas and are animated in every frame. */
typedef struct pd_retarget_morphs {
    int count;               /* D */
    const float *directions; /* (V,3,D) metres, at rest              */
    const float *limits;     /* (D) Largest absolute value of each weight. */
    const char *const *names;
    const float *weights; /* (T,D) */
} pd_retarget_morphs;

typedef struct pd_retarget_motion {
    pd_anim_clip
        clip; /* On the model's skeleton with these betas; soft-tissue coefficients are the model's. */
    float betas[PD_RETARGET_MOTION_BETAS];
    int beta_count;
    pd_retarget_names names; /* Set of joint names for a GLB. */
    /* GLB: number of corrective morphs, optimized for the motion's frames, in place of pose blend shapes; 0: none. */
    int correctives;
    bool no_sculpts;    /* True: leaves out the sculpts that the pose drives. */
    float *expressions; /* (T,expression_count) npz: coefficients of the model's expressions; NULL: none. */
    int expression_count;
    /* GLB: morphs, borrowed; NULL: of the clip's soft tissue if it has any, else of betas. */
    const pd_retarget_morphs *morphs;
} pd_retarget_motion;

/* Append a file to out, whose size must be a multiple of 4 for GLB. ERR_MEMORY; npz: ERR_UNSUPPORTED for a model without SMPL's joints. */
pd_status pd_retarget_motion_npz(pd_buffer *out, const pd_retarget_motion *motion, const pd_smpl_model *model,
                                 pd_error *err);
/* Callback that writes the GLB after everything except clothes was filled in. It adds the clothes, which core/wardrobe makes and this folder must
 * not depend on. */
typedef struct pd_retarget_motion_writer {
    pd_status (*write)(void *ctx, pd_buffer *out, pd_io_glb *glb, const pd_smpl_body *body, pd_error *err);
    void *ctx;
} pd_retarget_motion_writer;
/* Does what pd_retarget_motion_glb does, but writes through `writer`. */
pd_status pd_retarget_motion_glb_by(pd_buffer *out, const pd_retarget_motion_writer *writer,
                                    const pd_retarget_motion *motion, const pd_smpl_model *model,
                                    const pd_executor *executor, const char *name, pd_error *err);
pd_status pd_retarget_motion_glb(pd_buffer *out, const pd_retarget_motion *motion, const pd_smpl_model *model,
                                 const pd_executor *executor, const char *name, pd_error *err);

/* Computes the local rotations (K,3,3) of a frame, row-major. */
void pd_retarget_motion_rotations(float *rotations, const pd_retarget_motion *motion, int frame);

#endif
