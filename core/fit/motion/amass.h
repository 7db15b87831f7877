#ifndef PD_FIT_AMASS_H
#define PD_FIT_AMASS_H
/* Motions as AMASS publishes them, read onto the joints of a model by name, whatever the layout.
 *
 *     poses        (T,3J) or (T,J,3) axis-angle in the order of SMPL-X (J = 55: body, jaw, eyes, fingers), SMPL-H (52: body,
 *                  fingers), SMPL (24: body, hands) or SMPL's body alone (22); or, where that is not there, the
 *                  same in parts:
 *     root_orient, pose_body, pose_jaw, pose_eye, pose_hand    AMASS's SMPL-X; also under the names of the smplx
 *                  package (global_orient, body_pose, jaw_pose, leye_pose, reye_pose, left_hand_pose, right_hand_pose)
 *     trans        (T,3), also transl
 *     mocap_framerate, mocap_frame_rate or fps                 60 when there is none
 *     betas        used for models of the shape space they are of: a model that was imported from SMPL's family
 *                  of the same kind and gender (SMPL and SMPL-H share one), or the one that wrote the file
 *                  (posed_model is its hash). Others are left out.
 *     surface_model_type, gender                               which shape space that is
 *     dmpls        (T,D) used, into out->clip.soft, for the model that wrote the file (posed_model), or for SMPL and SMPL-H with DMPL's
 *                  directions (posedctl import --dmpl) when the file and the model have the same gender. Others are left out, and so are
 *                  more coefficients than the model has directions.
 *
 * A joint that the model lacks is left out, one that the file lacks stays at rest; fingers that it says nothing of have the model's mean of hands. AMASS's world is +Z up; ours +Y.
 *
 * Errors   ERR_FORMAT, ERR_RANGE with the member's name; ERR_UNSUPPORTED for a model without SMPL's body joints.
 */
#include "core/fit/motion/motion.h"
#include "core/io/tensor/npz.h"

#define PD_FIT_AMASS_NOTES 1024

/* How many joints of the published layouts, 55, 52, 24 or 22, the skeleton has by name: the largest whose joints are all
 * there. 0: none. */
int pd_fit_amass_layout(const pd_anim_skeleton *skeleton);
/* The name of joint k of a layout of so many joints, into name (PD_SMPL_NAME_BYTES). */
void pd_fit_amass_joint(char *name, int k, int joint_count);

/* What is in a file: read without a body. */
typedef struct pd_fit_amass_about {
    const char *layout; /* "SMPL-H"; static */
    int joint_count, frame_count, beta_count;
    double rate, path_m; /* frames a second; the root's horizontal way, metres */
    char gender[32];     /* in lower case; "" when the file does not say       */
} pd_fit_amass_about;
pd_status pd_fit_amass_describe(pd_fit_amass_about *out, pd_npz *npz, pd_error *err);

/* The betas (PD_FIT_MOTION_BETAS) of the file, which have to be of that model's shape space: ERR_UNSUPPORTED says whose they are. */
pd_status pd_fit_amass_betas(float *betas, int *beta_count, pd_npz *npz, const pd_smpl_model *of,
                             pd_error *err);

/* notes (PD_FIT_AMASS_NOTES) says what was left out and why, a sentence a line; "" for nothing. beta_count > 0: these
 * betas and not the file's. On success the caller owns out->clip. */
pd_status pd_fit_amass_read(pd_fit_motion *out, char *notes, pd_npz *npz, const pd_smpl_model *model,
                            const float *betas, int beta_count, pd_error *err);

#endif
