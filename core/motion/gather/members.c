#include "core/motion/gather/members.h"

#include "core/base/assert.h"
#include "core/retarget/character/note.h"

#include <stdio.h>
#include <string.h>

const pd_motion_member pd_motion_members[] = {
    {PD_MOTION_ROLE_POSES,
     "(T,3J) (T,J,3) (T,J,3,3), a leading 1, one frame; J = 55, 52, 24 or 22",
     "rotations of all joints",
     {"poses", "pose", "smpl_poses", "poses_world", "pose_world", "full_pose", "fullpose", "pose_aa",
      "smpl_thetas", "thetas", "theta", "pred_rotmat", "pred_pose", "smpl_pose", "smplx_pose", "poses_aa",
      NULL}},
    {PD_MOTION_ROLE_WORLD_POSES,
     "as poses",
     "rotations of all joints in the world, read before those in a camera's frame",
     {"poses_world", "pose_world", NULL}},
    {PD_MOTION_ROLE_ROOT,
     "(T,3) (T,1,3) (T,3,3) (T,1,3,3)",
     "rotation of the pelvis",
     {"root_orient", "global_orient", "poses_root", "smpl_global_orient", NULL}},
    {PD_MOTION_ROLE_ROOT_ORIGIN,
     "(T,3) (T,1,3) (T,3,3)",
     "rotation of the whole body about the origin (EasyMocap)",
     {"Rh", NULL}},
    {PD_MOTION_ROLE_BODY,
     "(T,63) (T,21,3) (T,21,3,3); SMPL's (T,69) (T,23,3)",
     "rotations of the body's joints",
     {"pose_body", "body_pose", "poses_body", "smpl_body_pose", NULL}},
    {PD_MOTION_ROLE_JAW, "(T,3)", "rotation of the jaw", {"pose_jaw", "jaw_pose", "poses_jaw", NULL}},
    {PD_MOTION_ROLE_EYES, "(T,6) (T,2,3)", "rotations of the eyes", {"pose_eye", "poses_eye", NULL}},
    {PD_MOTION_ROLE_LEFT_EYE, "(T,3)", "rotation of the left eye", {"leye_pose", "left_eye_pose", NULL}},
    {PD_MOTION_ROLE_RIGHT_EYE, "(T,3)", "rotation of the right eye", {"reye_pose", "right_eye_pose", NULL}},
    {PD_MOTION_ROLE_HANDS,
     "(T,90) (T,30,3), or coefficients of SMPL-X's hands (T,2C)",
     "rotations of the fingers of both hands",
     {"pose_hand", "hand_pose", "poses_hand", NULL}},
    {PD_MOTION_ROLE_LEFT_HAND,
     "(T,45) (T,15,3) (T,15,3,3), or coefficients of SMPL-X's hands (T,C)",
     "rotations of the left fingers",
     {"left_hand_pose", "lhand_pose", "pose_lhand", NULL}},
    {PD_MOTION_ROLE_RIGHT_HAND,
     "(T,45) (T,15,3) (T,15,3,3), or coefficients of SMPL-X's hands (T,C)",
     "rotations of the right fingers",
     {"right_hand_pose", "rhand_pose", "pose_rhand", NULL}},
    {PD_MOTION_ROLE_TRANS,
     "(T,3) (T,1,3)",
     "position of the root, metres",
     {"trans", "transl", "smpl_trans", "trans_world", "translation", "root_translation", "trans_orig", "Th",
      "smpl_transl", "translations", NULL}},
    {PD_MOTION_ROLE_WORLD_TRANS,
     "(T,3)",
     "position of the root in the world, read before that in a camera's frame",
     {"trans_world", NULL}},
    {PD_MOTION_ROLE_CAMERA_TRANS,
     "(T,3) (T,1,3)",
     "position of the root in a camera's frame",
     {"pred_cam_t", "cam_trans", "trans_cam", "transl_cam", "pred_trans", NULL}},
    {PD_MOTION_ROLE_TRANS_SCALING, "()", "divides smpl_trans (AIST++)", {"smpl_scaling", NULL}},
    {PD_MOTION_ROLE_RATE,
     "a number in any form",
     "frames a second",
     {"mocap_framerate", "mocap_frame_rate", "mocapFrameRate", "mocap_fps", "fps", "FPS", "frame_rate",
      "framerate", "frameRate", "sampling_rate", "sample_rate", "rate", NULL}},
    {PD_MOTION_ROLE_INTERVAL,
     "a number in any form",
     "seconds between frames, without a rate",
     {"frame_time", "mocap_dt", "dt", "timestep", "time_step", NULL}},
    {PD_MOTION_ROLE_TIMES,
     "(T)",
     "seconds of each frame, without a rate",
     {"timestamps", "timestamp", "times", NULL}},
    {PD_MOTION_ROLE_LENGTH,
     "a number in any form",
     "seconds of the take, without a rate",
     {"mocap_time_length", NULL}},
    {PD_MOTION_ROLE_BETAS,
     "(B) (1,B) (T,B) (T,1,B)",
     "shape of the body",
     {"betas", "smpl_betas", "shape", "shapes", "beta", "pred_shape", "pred_betas", "smpl_shape", NULL}},
    {PD_MOTION_ROLE_GENDER,
     "a text in any form",
     "gender of the model of the betas",
     {"gender", "genders", "sex", NULL}},
    {PD_MOTION_ROLE_TYPE,
     "a text in any form",
     "model of the betas",
     {"surface_model_type", "model_type", "model", "smpl_type", "bodymodel", "body_model", NULL}},
    {PD_MOTION_ROLE_POSED_MODEL,
     "()",
     "half of the hash of the model for which posed wrote the file",
     {"posed_model", NULL}},
    {PD_MOTION_ROLE_UP, "a text in any form", "axis that is up", {"up_axis", "up", NULL}},
    {PD_MOTION_ROLE_EXPRESSIONS,
     "(T,E) (T,1,E)",
     "expressions, for a model that has the same",
     {"expressions", "expression", NULL}},
    {PD_MOTION_ROLE_SOFT, "(T,D)", "soft tissue, for a model that has the same directions", {"dmpls", NULL}},
    {PD_MOTION_ROLE_FLAT_HANDS,
     "a truth value",
     "false: the mean pose of the hands is added to their poses",
     {"flat_hand_mean", NULL}},
    {PD_MOTION_ROLE_PCA,
     "a truth value",
     "true: the poses of the hands are coefficients of their principal components",
     {"use_pca", NULL}},
    {PD_MOTION_ROLE_SCALE,
     "a number in any form",
     "scale of the file's surface; no body is scaled",
     {"scale", "scaling", "smpl_scale", "body_scale", NULL}},
    {PD_MOTION_ROLE_COUNT_OF,
     "a number in any form",
     "count that follows from the arrays",
     {"num_betas", "num_frames", "n_frames", "frames", "frame_count", "nframes", "num_expressions",
      "num_pca_comps", "seq_len", "length", NULL}},
    {PD_MOTION_ROLE_JOINTS,
     "(T,J,3) (T,3J)",
     "positions of joints, which posedctl fit and clip convert fit without poses",
     {"joints",
      "keypoints3d",
      "keypoints3d_optim",
      "joints3d",
      "joints_3d",
      "keypoints_3d",
      "kp3d",
      "kp_3d",
      "pred_xyz",
      "joint_positions",
      "positions",
      "motion",
      "global_positions",
      "new_joints",
      "jtr",
      "Jtr",
      "joint",
      "pred_joints",
      "xyz",
      NULL}},
    {PD_MOTION_ROLE_JOINT_NAMES,
     "(J)",
     "names of the joints",
     {"joint_names", "names", "keypoint_names", "jointNames", NULL}},
    {PD_MOTION_ROLE_IDLE,
     "",
     "markers of the capture",
     {"markers_latent", "latent_labels", "markers_latent_vids", "markers_obs", "labels_obs", "markers_sim",
      "labels_sim", "marker_labels", "markers_orig", "labels_orig", "marker_data", "labels", "markers",
      "stageii_debug_details", "stageii_errs", "stageii_elapsed_time", "mocap_fname", "marker_meta", NULL}},
    {PD_MOTION_ROLE_IDLE,
     "",
     "surface and its points",
     {"vertices", "verts", "faces", "v_template", "vtemp", "v_posed", "verts_cam", "texture_maps",
      "v_template_clothed", "betas_clothed", NULL}},
    {PD_MOTION_ROLE_IDLE,
     "",
     "points and boxes in pictures, and cameras",
     {"keypoints2d",   "joints2d",         "kp2d",       "bboxes",         "bbox",
      "boxes",         "camera",           "cam",        "pred_cam",       "orig_cam",
      "K_fullimg",     "img_focal",        "img_center", "center_preds",   "pj2d",
      "pj2d_org",      "good_frames_mask", "cams",       "intrinsics",     "extrinsics",
      "img_names",     "image_path",       "cam_poses",  "cam_intrinsics", "poses2d",
      "img_frame_ids", "campose_valid",    NULL}},
    {PD_MOTION_ROLE_IDLE,
     "",
     "smplx's template of a child, which is not supported",
     {"kid", "is_kid", "kid_template", "kid_weight", "kid_shape", NULL}},
    {PD_MOTION_ROLE_IDLE,
     "",
     "confidences and losses",
     {"confidence", "scores", "score", "smpl_loss", "track_score", "det_scores", "conf", "visible", "valid",
      "mask", NULL}},
    {PD_MOTION_ROLE_IDLE,
     "",
     "objects beside the person",
     {"obj_rot", "obj_trans", "obj_scale", "obj_com_pos", "obj_name", "object", "table", "contact",
      "contacts", "lhand", "rhand", "motion_intent", "object_pose", "obj_bottom_rot", "obj_bottom_trans",
      "obj_bottom_scale", NULL}},
    {PD_MOTION_ROLE_IDLE,
     "",
     "names and notes of the recording",
     {"seq_name",   "name",  "text",  "texts",    "caption",   "sbj_id",    "subject",
      "subject_id", "id",    "tid",   "track_id", "track_ids", "frame_ids", "frame",
      "n_comps",    "emdb1", "emdb2", "license",  "source",    "sequence",  NULL}},
    {PD_MOTION_ROLE_IDLE,
     "",
     "other forms of the same motion",
     {"pose_quat", "pose_quat_global", "root_trans_offset", "trans2joint", "rest_offsets", "pose_6d", "rot6d",
      "velocities", "root_vel", "root_height", "joint_rotations", "poses_60Hz", "trans_60Hz",
      "jointPositions", "lengths", "num_samples", "num_repetitions", NULL}},
};

int pd_motion_member_count(void)
{
    return (int)(sizeof pd_motion_members / sizeof *pd_motion_members);
}

const char *const *pd_motion_member_names(pd_motion_role role)
{
    int row = 0;

    while (row < pd_motion_member_count() && pd_motion_members[row].role != role) row++;
    PD_ASSERT(row < pd_motion_member_count()); /* each role has a row */

    return pd_motion_members[row].names;
}

const pd_motion_member *pd_motion_member_of(const char *name)
{
    for (int row = 0; row < pd_motion_member_count(); row++)
        for (const char *const *known = pd_motion_members[row].names; *known; known++)
            if (!strcmp(*known, name)) return &pd_motion_members[row];
    return NULL;
}

void pd_motion_unread_add(pd_motion_unread *unread, const char *name, const char *shape)
{
    const char *dot = strrchr(name, '.');
    const pd_motion_member *row = pd_motion_member_of(name);
    if (!row && dot) row = pd_motion_member_of(dot + 1);
    const int kind = !row ? 2 : row->role == PD_MOTION_ROLE_IDLE ? 0 : 1;
    char *lists[] = {unread->idle, unread->beside, unread->unknown};
    char *list = lists[kind];
    const size_t used = strlen(list);
    char item[160];

    /* A list that is full counts what it has no room for. */
    const int length =
        snprintf(item, sizeof item, "%s%.60s%s%.60s", used ? ", " : "", name, *shape ? " " : "", shape);
    if (unread->left_out[kind] || used + (size_t)length >= PD_MOTION_UNREAD_BYTES)
        unread->left_out[kind]++;
    else
        memcpy(list + used, item, (size_t)length + 1);
}

void pd_motion_unread_npz(pd_motion_unread *unread, pd_npz *npz)
{
    for (int i = 0; i < npz->member_count; i++) {
        char name[80], shape[64] = "";
        pd_array array;
        if (pd_npz_is_taken(npz, i)) continue;

        /* The name without its ending, and the shape if it is an array. */
        const char *member = pd_npz_member(npz, i);
        const size_t length = strlen(member);
        const bool is_npy = length > 4 && !strcmp(member + length - 4, ".npy");
        snprintf(name, sizeof name, "%.*s", (int)(is_npy ? length - 4 : length), member);
        if (pd_npz_read(&array, npz, member, NULL) == PD_OK && array.rank)
            pd_array_shape_text(&array, shape, sizeof shape);
        pd_motion_unread_add(unread, name, shape);
    }
}

void pd_motion_unread_note(char *notes, size_t notes_bytes, const pd_motion_unread *unread)
{
    static const char *const reasons[] = {"not needed for a body's motion",
                                          "not read beside the members that are, or in another form",
                                          "unknown and not read"};
    const char *const lists[] = {unread->idle, unread->beside, unread->unknown};

    for (int kind = 0; kind < 3; kind++) {
        char more[32] = "";
        if (!*lists[kind] && !unread->left_out[kind]) continue;
        if (unread->left_out[kind]) snprintf(more, sizeof more, " and %d more", unread->left_out[kind]);
        pd_retarget_note(notes, notes_bytes, "%s: %s%s", reasons[kind], lists[kind], more);
    }
}
