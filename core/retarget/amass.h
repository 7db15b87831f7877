#ifndef PD_RETARGET_AMASS_H
#define PD_RETARGET_AMASS_H
/* Motions in the layout of AMASS and of tools around SMPL, read onto the joints of a model by name.
 *
 *     poses        axis-angle in the order of SMPL-X (55 joints: body, jaw, eyes, fingers), SMPL-H (52: body, fingers), SMPL (24: body, hands)
 *                  or SMPL's body alone (22): (T,3J), (T,J,3), rotation matrices (T,J,3,3), with a leading 1, or one frame. Also pose,
 *                  smpl_poses (AIST++), poses_world and pose_world (WHAM), full_pose, fullpose. Where none is there, parts:
 *     root_orient, pose_body, pose_jaw, pose_eye, pose_hand    AMASS's SMPL-X; also under the names of the smplx
 *                  package (global_orient, body_pose, jaw_pose, leye_pose, reye_pose, left_hand_pose, right_hand_pose)
 *     trans        (T,3) metres; also transl, smpl_trans (divided by smpl_scaling), trans_world, translation, root_translation; and
 *                  pred_cam_t, cam_trans, trans_cam, transl_cam, which say that the file is in a camera's frame
 *     mocap_framerate, mocap_frame_rate, fps, frame_rate, framerate     a number in any form (npz_value.h); 60 when there is none
 *     betas        (B), (1,B) or (T,B), of which the mean counts; also smpl_betas, shape. Used for models of the shape space they are of: a
 *                  model that was imported from SMPL's family of the same kind and gender (SMPL and SMPL-H share one), or the one that wrote
 *                  the file (posed_model is half of its hash). Others are left out.
 *     surface_model_type, model_type, model, gender            which shape space that is
 *     up_axis, up  the axis that is up: "y", "+Z", "-y", "Y_UP"
 *     expression, expressions  (T,E): kept for the model whose they are, else left out
 *     dmpls        (T,D) used, into out->clip.soft, for the model that wrote the file (posed_model), or for SMPL and SMPL-H with DMPL's
 *                  directions (posedctl import --dmpl) when the file and the model have the same gender. Others are left out, and so are
 *                  more coefficients than the model has directions.
 *
 * A joint that the model lacks is left out, one that the file lacks stays at rest; fingers that it says nothing of have the model's mean of hands.
 *
 * Axes     amass_world.h: +Z is up, unless the caller or the file says otherwise or the person shows it.
 * Root     the pelvis of the file's body stands at trans + J0 of that body, and there it stays. J0 is known where the body is: `source`, the model
 *          that posed_model names (`find`), or the model itself when betas are of its space, or are the betas that the caller gives it. Otherwise it is assumed, and notes say so: of a file that
 *          names a model of SMPL's family, or has a gender and betas that are not zero, J0 of that family's mean body; of others, that of the
 *          model's mean body. Where their heights differ, the one that puts the feet on the floor is taken.
 * Floor    the lowest point of the body is as high as that of the file's body in every frame (outline.h): feet on the floor stay on it, whatever the
 *          length of the legs, and jumps keep their height. For an assumed body of SMPL's family its legs are taken to be as long as puts the
 *          feet on 0. A camera's frame has no floor: the feet are put on 0, and the first frame's pelvis over the origin.
 * Angles   radians. A vector longer than 2 pi says nothing that a shorter one would not, so where one is, the file is refused, unless `angles` says
 *          what it means.
 *
 * Errors   where is "file: member", detail says what was found and what is read. ERR_FORMAT, ERR_RANGE, ERR_NOT_FOUND; ERR_UNSUPPORTED for a
 *          model without SMPL's body joints, and for axes that cannot be decided.
 */
#include "core/retarget/amass_world.h"
#include "core/retarget/motion.h"
#include "core/io/tensor/npz.h"

#define PD_RETARGET_AMASS_NOTES 2048

typedef enum pd_retarget_angles {
    PD_RETARGET_ANGLES_FOUND,
    PD_RETARGET_ANGLES_RADIANS,
    PD_RETARGET_ANGLES_DEGREES
} pd_retarget_angles;

/* What the file does not say. All zero: nothing. */
typedef struct pd_retarget_amass_options {
    const float *betas; /* (beta_count) the shape of the result, in place of the file's; NULL: those */
    int beta_count;
    const pd_smpl_model *source; /* whose trans and betas the file has; NULL: see Root */
    const pd_smpl_model *(*find)(void *ctx, int64_t posed_model); /* a model by half of its hash; or NULL */
    void *find_ctx;
    bool has_up;
    pd_retarget_up up; /* with has_up                                        */
    bool camera;       /* the file is in a camera's frame: x right, y down, z away */
    pd_retarget_angles angles;
    double metres_per_unit; /* of trans; 0: metres, and a file that can only be in another unit is refused */
    bool is_query;          /* messages call options as a query does (up=y), not as a command line (--up y) */
} pd_retarget_amass_options;

/* How many joints of the published layouts, 55, 52, 24 or 22, the skeleton has by name: the largest whose joints are all
 * there. 0: none. */
int pd_retarget_amass_layout(const pd_anim_skeleton *skeleton);
/* The name of joint k of a layout of so many joints, into name (PD_SMPL_NAME_BYTES). */
void pd_retarget_amass_joint(char *name, int k, int joint_count);
/* Whether the npz has a member that poses of a motion are read from. */
bool pd_retarget_amass_is(const pd_npz *npz);

/* What is in a file: read without a body. */
typedef struct pd_retarget_amass_about {
    const char *layout; /* "SMPL-H"; static */
    int joint_count, frame_count, beta_count;
    double rate, path_m; /* frames a second; the root's horizontal way, metres, for +Z up */
    char gender[32];     /* in lower case; "" when the file does not say       */
} pd_retarget_amass_about;
pd_status pd_retarget_amass_describe(pd_retarget_amass_about *out, pd_npz *npz, pd_error *err);

/* The betas (PD_RETARGET_MOTION_BETAS) of the file, which have to be of that model's shape space: ERR_UNSUPPORTED says whose they are. */
pd_status pd_retarget_amass_betas(float *betas, int *beta_count, pd_npz *npz, const pd_smpl_model *of,
                                  pd_error *err);

/* notes (PD_RETARGET_AMASS_NOTES) says what was assumed, what was left out and why, a sentence a line; "" for nothing. options may be
 * NULL. On success the caller owns out->clip and out->expressions. */
pd_status pd_retarget_amass_read(pd_retarget_motion *out, char *notes, pd_npz *npz,
                                 const pd_smpl_model *model, const pd_retarget_amass_options *options,
                                 pd_error *err);

#endif
