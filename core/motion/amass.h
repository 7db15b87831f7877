#ifndef PD_MOTION_AMASS_H
#define PD_MOTION_AMASS_H
/* Reads motions in the layout of AMASS and of tools around SMPL, onto the joints of a model by name.
 *
 *     poses        axis-angle in the order of SMPL-X (55 joints: body, jaw, eyes, fingers), SMPL-H (52: body,
 *                  fingers), SMPL (24: body, hands) or SMPL's body alone (22): (T,3J), (T,J,3), rotation
 *                  matrices (T,J,3,3), with a leading 1, or one frame. Also pose, smpl_poses (AIST++),
 *                  poses_world and pose_world (WHAM), full_pose, fullpose. If the file has none of these, the
 *                  following parts:
 *     root_orient, pose_body, pose_jaw, pose_eye, pose_hand
 *         parts of AMASS's SMPL-X; also by the names of the smplx
 *                  package (global_orient, body_pose, jaw_pose, leye_pose, reye_pose, left_hand_pose,
 *                  right_hand_pose)
 *     trans        (T,3) metres; also transl, smpl_trans (divided by smpl_scaling), trans_world, translation,
 *                  root_translation; and pred_cam_t, cam_trans, trans_cam, transl_cam, which mark the file as
 *                  being in a camera's frame
 *     mocap_framerate, mocap_frame_rate, mocapFrameRate, mocap_fps, fps, FPS, frame_rate, framerate,
 *         frameRate, sampling_rate
 *         a number in any
 *                  form (npz_value.h); of two that differ the first, with a note. Else frame_time, mocap_dt,
 *                  dt, timestep or time_step, seconds between frames; timestamps, timestamp or times, (T)
 *                  seconds; mocap_time_length, seconds of the take. 60 if none is given
 *     betas        (B), (1,B), or (T,B), whose mean is used; also smpl_betas, shape. Used for models with the
 *                  same shape space: the model for which posed wrote the file (posed_model is half of its
 *                  hash); a model that was imported from SMPL's family, of the kind that the file names and
 *                  of its gender (SMPL and SMPL-H share one space); for a file that names no model, the one
 *                  that the caller names (source, is_of_model), else an imported model of the kind that the
 *                  number of joints suggests, with a note. Otherwise ignored, with a note.
 *     surface_model_type, model_type, model, gender            the shape space of betas
 *     up_axis, up  the axis that is up: "y", "+Z", "-y", "Y_UP"
 *     expression, expressions  (T,E): used for the model that they belong to, otherwise ignored
 *     dmpls        (T,D): soft tissue, read into out->clip.soft. Used for the model for which posed wrote the
 *                  file (posed_model), or for SMPL and SMPL-H with DMPL's directions (posedctl import --dmpl)
 *                  when file and model have the same gender. Otherwise ignored with a note, also if the file
 *                  has more coefficients than the model has directions.
 *
 * Joints that the model lacks are ignored. Joints that the file lacks stay at rest; fingers that it lacks
 * take the model's mean hand pose.
 *
 * Axes     amass_world.h: +Z is up, unless the caller or the file states otherwise or the person's posture
 *          shows it.
 * Root     the pelvis of the file's body is at trans + J0, J0: rest position of that body's pelvis. This
 *          position is kept. J0 is known if the body is known: from `source`, from the model that posed_model
 *          names (`find`), or from the model itself if the file's betas are in its space or equal to the
 *          caller's. Otherwise J0 is assumed, with a note: for a file that names a model of SMPL's family, or
 *          has a gender and non-zero betas, J0 of that family's mean body; for others J0 of the model's mean
 *          body. If the heights of these two differ, the one that puts the feet on the floor is used.
 * Floor    in every frame the lowest point of the body is as high as that of the file's body (outline.h). So
 *          feet on the floor stay on it whatever the length of the legs is, and jumps keep their height. For
 *          an assumed body of SMPL's family, the leg length is chosen so that the feet are at height 0. A
 *          camera's frame has no floor: the feet are put at height 0, and the first frame's pelvis above the
 *          origin.
 * Angles   radians. Rotation vectors longer than 2 pi are never needed, so a file with one is refused unless
 *          `angles` states the unit.
 *
 * Errors   `where` is "file: member"; `detail` says what was found and what can be read. ERR_FORMAT,
 *          ERR_RANGE, ERR_NOT_FOUND; ERR_UNSUPPORTED for a model without SMPL's body joints, and for axes
 *          that cannot be decided.
 */
#include "core/motion/amass_world.h"
#include "core/motion/write.h"
#include "core/io/tensor/npz.h"

#define PD_MOTION_AMASS_NOTES 4096

typedef enum pd_motion_angles {
    PD_MOTION_ANGLES_FOUND,
    PD_MOTION_ANGLES_RADIANS,
    PD_MOTION_ANGLES_DEGREES
} pd_motion_angles;

/* Properties of a file that it does not state itself. A zeroed struct states nothing. */
typedef struct pd_motion_amass_options {
    const float *betas; /* (beta_count) Shape of the result, instead of the file's; NULL: the file's. */
    int beta_count;
    const pd_smpl_model *source; /* Model that the file's trans and betas belong to; NULL: see Root. */
    /* True: the file's trans and betas belong to the model of the result
     * unless the file states another one. */
    bool is_of_model;
    /* Finds a model by half of its hash; or NULL. */
    const pd_smpl_model *(*find)(void *ctx, int64_t posed_model);
    void *find_ctx;
    bool has_up;
    pd_motion_up up; /* Used with has_up. */
    bool camera;     /* The file is in a camera's frame: x right, y down, z away. */
    pd_motion_angles angles;
    /* Unit of trans; 0: metres, and a file whose values cannot be metres is refused. */
    double metres_per_unit;
    /* Id of one of several people in a file, NULL: the one in most frames;
     * frames per second, 0: the file's. */
    const char *person;
    double rate;
    /* Only for takes of joints, which this reader refuses (core/observe/sensor/jointed.h): name of the set of
     * joints; NULL: as the file says. */
    const char *set;
    /* True: messages name options as in a query (up=y); false: as on a command line (--up y). */
    bool is_query;
} pd_motion_amass_options;

/* Returns the number of joints, 55, 52, 24 or 22, of the largest published layout whose joints the skeleton
 * has all by name; 0: none. */
int pd_motion_amass_layout(const pd_anim_skeleton *skeleton);
/* Writes the name of joint k of a layout with joint_count joints to name (PD_SMPL_NAME_BYTES). */
void pd_motion_amass_joint(char *name, int k, int joint_count);

/* Summary of a file, read without a body. */
typedef struct pd_motion_amass_about {
    const char *layout; /* Name of the layout, such as "SMPL-H"; a static string. */
    int joint_count, frame_count, beta_count;
    /* rate: frames per second; path_m: horizontal path length of the root, metres, taking +Z as up. */
    double rate, path_m;
    char gender[32]; /* In lower case; "" when the file does not state it. */
} pd_motion_amass_about;
pd_status pd_motion_amass_describe(pd_motion_amass_about *out, pd_npz *npz, pd_error *err);

/* Reads the file's betas (PD_RETARGET_MOTION_BETAS), which must be in the shape space of the model `of`;
 * otherwise ERR_UNSUPPORTED names the model that they belong to. */
pd_status pd_motion_amass_betas(float *betas, int *beta_count, pd_npz *npz, const pd_smpl_model *of,
                                pd_error *err);

/* Sets *npz to the file if it is an npz of plain members, otherwise to an npz that is made from it in
 * `written` (gather/gather.h), which the caller frees. notes (PD_MOTION_GATHER_NOTES): assumptions, and
 * what was left out. options may be NULL. most_bytes: as for pd_motion_amass_load. */
pd_status pd_motion_amass_npz(pd_bytes *npz, pd_buffer *written, char *notes, pd_bytes file, const char *name,
                              const pd_motion_amass_options *options, size_t most_bytes, pd_error *err);
/* Reads a motion from a file: an npz, or a result of programs that find bodies in videos (regressed.h).
 * most_bytes: largest memory of an unpacked npz; 0: as in npz.h. All else is as for pd_motion_amass_read. */
pd_status pd_motion_amass_load(pd_retarget_motion *out, char *notes, pd_bytes file, const char *name,
                               size_t most_bytes, const pd_smpl_model *model,
                               const pd_motion_amass_options *options, pd_error *err);
/* Adds notes about faults of the capture that were kept (faults.h)
 * to notes (PD_MOTION_AMASS_NOTES), as _load does. */
void pd_motion_amass_tell_faults(char *notes, const pd_retarget_motion *motion);
/* Reads a motion. notes (PD_MOTION_AMASS_NOTES): assumptions, and ignored members with reasons, one sentence
 * per line; "": none. options may be NULL. On success the caller owns out->clip and out->expressions. */
pd_status pd_motion_amass_read(pd_retarget_motion *out, char *notes, pd_npz *npz, const pd_smpl_model *model,
                               const pd_motion_amass_options *options, pd_error *err);

#endif
