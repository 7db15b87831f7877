#ifndef PD_RETARGET_AMASS_H
#define PD_RETARGET_AMASS_H
/* Reads motions in the layout of AMASS and of tools around SMPL, onto the joints of a model by name.
 *
 *     poses        axis-angle in the order of SMPL-X (55 joints: body, jaw, eyes, fingers), SMPL-H (52: body, fingers), SMPL (24: body, hands) or
 *                  SMPL's body alone (22): (T,3J), (T,J,3), rotation matrices (T,J,3,3), with a leading 1, or one frame. Also pose, smpl_poses
 *                  (AIST++), poses_world and pose_world (WHAM), full_pose, fullpose. If none of these is in the file, the parts:
 *     root_orient, pose_body, pose_jaw, pose_eye, pose_hand    of AMASS's SMPL-X; also by the names of the smplx
 *                  package (global_orient, body_pose, jaw_pose, leye_pose, reye_pose, left_hand_pose, right_hand_pose)
 *     trans        (T,3) metres; also transl, smpl_trans (divided by smpl_scaling), trans_world, translation, root_translation; and pred_cam_t,
 *                  cam_trans, trans_cam, transl_cam, which mark the file as being in a camera's frame
 *     mocap_framerate, mocap_frame_rate, fps, frame_rate, framerate     a number in any form (npz_value.h); 60 if none is given
 *     betas        (B), (1,B) or (T,B), of which the mean is taken; also smpl_betas, shape. Used for models with the same shape space: a model
 *                  that was imported from SMPL's family with the same kind and gender (SMPL and SMPL-H share one), or the model that wrote the
 *                  file (posed_model is half of its hash). Otherwise ignored, with a note.
 *     surface_model_type, model_type, model, gender            the shape space of betas
 *     up_axis, up  the axis that is up: "y", "+Z", "-y", "Y_UP"
 *     expression, expressions  (T,E): used for the model that they belong to, otherwise ignored
 *     dmpls        (T,D) used, into out->clip.soft, for the model that wrote the file (posed_model), or for SMPL and SMPL-H with DMPL's
 *                  directions (posedctl import --dmpl) when the file and the model have the same gender. Otherwise ignored, as are coefficients
 *                  beyond the model's directions.
 *
 * Joints that the model lacks are ignored; joints that the file lacks stay at rest; fingers that the file lacks take the model's mean hand pose.
 *
 * Axes     amass_world.h: +Z is up, unless the caller or the file states otherwise or the person's posture shows it.
 * Root     the pelvis of the file's body is at trans + J0 of that body, and this position is kept. J0 is known when the body is: from `source`,
 *          from the model that posed_model names (`find`), or from the model itself when betas are in its space or the caller gives betas.
 *          Otherwise J0 is assumed, and notes say so: for a file that names a model of SMPL's family, or has a gender and non-zero betas, J0 of
 *          that family's mean body; for others, J0 of the model's mean body. Where the heights of these differ, the one that puts the feet on the
 *          floor is taken.
 * Floor    in every frame the lowest point of the body is as high as that of the file's body (outline.h): feet on the floor stay on it whatever
 *          the length of the legs, and jumps keep their height. For an assumed body of SMPL's family, the leg length is the one that puts the
 *          feet at height 0. A camera's frame has no floor: the feet are put at height 0, and the first frame's pelvis above the origin.
 * Angles   radians. Rotation vectors longer than 2 pi are never needed, so a file with one is refused unless `angles` states the unit.
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

/* Properties of the file that it does not state itself. All zero: nothing is given. */
typedef struct pd_retarget_amass_options {
    const float *betas; /* (beta_count) Shape of the result, in place of the file's; NULL: the file's. */
    int beta_count;
    const pd_smpl_model *source; /* Model that the file's trans and betas belong to; NULL: see Root. */
    /* Finds a model by half of its hash; or NULL. */
    const pd_smpl_model *(*find)(void *ctx, int64_t posed_model);
    void *find_ctx;
    bool has_up;
    pd_retarget_up up; /* Used with has_up. */
    bool camera;       /* The file is in a camera's frame: x right, y down, z away. */
    pd_retarget_angles angles;
    /* Unit of trans; 0: metres, and a file whose values cannot be metres is refused. */
    double metres_per_unit;
    /* Used for files that are no npz (regressed.h): id of the person, NULL: the one who is seen longest; frames per second, 0: the file's. */
    const char *person;
    double rate;
    /* True: messages name options as in a query (up=y), false: as on a command line (--up y). */
    bool is_query;
} pd_retarget_amass_options;

/* Returns the number of joints, 55, 52, 24 or 22, of the largest published layout all of whose joints the skeleton has by name; 0: none. */
int pd_retarget_amass_layout(const pd_anim_skeleton *skeleton);
/* Writes the name of joint k of a layout with joint_count joints to name (PD_SMPL_NAME_BYTES). */
void pd_retarget_amass_joint(char *name, int k, int joint_count);

/* Summary of a file, read without a body. */
typedef struct pd_retarget_amass_about {
    const char *layout; /* Name of the layout, such as "SMPL-H"; a static string. */
    int joint_count, frame_count, beta_count;
    /* rate: frames per second; path_m: horizontal path length of the root, metres, taking +Z as up. */
    double rate, path_m;
    char gender[32]; /* In lower case; "" when the file does not state it. */
} pd_retarget_amass_about;
pd_status pd_retarget_amass_describe(pd_retarget_amass_about *out, pd_npz *npz, pd_error *err);

/* Reads the file's betas (PD_RETARGET_MOTION_BETAS), which must be in the shape space of the model `of`; otherwise ERR_UNSUPPORTED names the
 * model that they belong to. */
pd_status pd_retarget_amass_betas(float *betas, int *beta_count, pd_npz *npz, const pd_smpl_model *of,
                                  pd_error *err);

/* Sets *npz to the file if it is an npz, else to one that is written into `written` (regressed.h), which the caller frees. notes
 * (PD_RETARGET_REGRESSED_NOTES): what was assumed. options may be NULL. */
pd_status pd_retarget_amass_npz(pd_bytes *npz, pd_buffer *written, char *notes, pd_bytes file,
                                const char *name, const pd_retarget_amass_options *options, pd_error *err);
/* Reads a motion from a file: an npz, or what programs write that find bodies in films (regressed.h). most_bytes: largest memory of an unpacked npz;
 * 0: as npz.h. Else as pd_retarget_amass_read. */
pd_status pd_retarget_amass_load(pd_retarget_motion *out, char *notes, pd_bytes file, const char *name,
                                 size_t most_bytes, const pd_smpl_model *model,
                                 const pd_retarget_amass_options *options, pd_error *err);
/* Reads a motion. notes (PD_RETARGET_AMASS_NOTES): what was assumed, what was ignored and why, one sentence per line; "" for nothing. options may
 * be NULL. On success the caller owns out->clip and out->expressions. */
pd_status pd_retarget_amass_read(pd_retarget_motion *out, char *notes, pd_npz *npz,
                                 const pd_smpl_model *model, const pd_retarget_amass_options *options,
                                 pd_error *err);

#endif
