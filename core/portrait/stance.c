#include "core/portrait/stance.h"

#include "core/base/assert.h"
#include "core/base/hash.h"
#include "core/math/rotation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define JOINTS_MOST 20
/* Degrees about x, y and z by which the left thumb of the pose `relaxed` turns
 * to lie beside the index finger. */
static const double THUMB_BESIDE[3] = {0, 12, 30};
#define ROWS (PD_PORTRAIT_WAYS / 2) /* the other ways are their mirror images */

/* A joint of a stance, and its rotation in degrees about x, y and z. */
typedef struct stance_joint {
    const char *joint; /* NULL: end of the list */
    double degrees[3];
} stance_joint;

/* A stance: poses of the left and the right hand, how far their fingers curl, as a multiple of that pose, and
 * the joints that turn. */
typedef struct stance_row {
    const char *hands[2];
    double curls[2];
    stance_joint joints[JOINTS_MOST];
} stance_row;

enum { ON_ONE_LEG = 1 }; /* the row of `standing` that is the stance `relaxed` */

/* Ways of standing at ease. The collars sink and the upper arms hang 14 degrees off the vertical, which is
 * the middle of people who wait; feet stand under the hips. */
static const stance_row standing[ROWS] = {
    /* weight on both legs */
    {{"relaxed", "relaxed"},
     {1.5, 1.8},
     {{"left_hip", {0, 7, -3}},
      {"left_ankle", {0, 0, 3}},
      {"right_hip", {0, -7, 3}},
      {"right_ankle", {0, 0, -3}},
      {"left_collar", {0, 0, -16}},
      {"right_collar", {0, 0, 16}},
      {"left_shoulder", {0, 0, -60}},
      {"right_shoulder", {0, 0, 60}},
      {"left_elbow", {10, -17, 0}},
      {"right_elbow", {10, 15, 0}},
      {"left_wrist", {14, 0, 0}},
      {"right_wrist", {14, 0, 0}}}},
    /* weight on the right leg, the left knee bent */
    {{"relaxed", "relaxed"},
     {1.7, 1.3},
     {{"pelvis", {0, 2, -2}},
      {"left_hip", {-10, 9, 0}},
      {"left_knee", {19, 0, 0}},
      {"left_ankle", {-9, 0, 2}},
      {"right_hip", {0, -7, 6}},
      {"right_ankle", {0, 0, -4}},
      {"spine1", {0, -1, 1.5}},
      {"spine3", {0, -2, 1.5}},
      {"neck", {0, 1, 0.5}},
      {"head", {0, 0, -1.5}},
      {"left_collar", {0, 0, -17}},
      {"right_collar", {0, 0, 15}},
      {"left_shoulder", {0, 0, -59}},
      {"right_shoulder", {3, 0, 61}},
      {"left_elbow", {10, -22, 0}},
      {"right_elbow", {10, 13, 0}},
      {"left_wrist", {14, 0, 0}},
      {"right_wrist", {14, 0, 0}}}},
    /* the left foot a little in front, the trunk turned to the right */
    {{"relaxed", "relaxed"},
     {2.0, 1.5},
     {{"pelvis", {0, -4, 0}},
      {"left_hip", {-7, 8, -3}},
      {"left_knee", {5, 0, 0}},
      {"left_ankle", {1, 0, 3}},
      {"right_hip", {4, -6, 3}},
      {"right_knee", {3, 0, 0}},
      {"right_ankle", {-6, 0, -3}},
      {"spine2", {0, 2, 0}},
      {"neck", {0, 1, -0.5}},
      {"head", {0, 1, 1.5}},
      {"left_collar", {0, 0, -16}},
      {"right_collar", {0, 0, 17}},
      {"left_shoulder", {2, 0, -61}},
      {"right_shoulder", {0, 0, 58}},
      {"left_elbow", {10, -12, 0}},
      {"right_elbow", {10, 21, 0}},
      {"left_wrist", {14, 0, 0}},
      {"right_wrist", {14, 0, 0}}}},
};

/* Stances by name, without `standing` and `relaxed`. */
static const stance_row stances[PD_PORTRAIT_STANCE_COUNT] = {
    [PD_PORTRAIT_STANCE_POWER] = {{"fist", "fist"},
                                  {1, 1},
                                  {{"left_hip", {0, 12, 9}},
                                   {"right_hip", {0, -12, -9}},
                                   {"left_ankle", {0, 0, -7}},
                                   {"right_ankle", {0, 0, 7}},
                                   {"spine2", {-4, 0, 0}},
                                   {"left_shoulder", {70, 20, -45}},
                                   {"right_shoulder", {70, -20, 45}},
                                   {"left_elbow", {0, -92, 0}},
                                   {"right_elbow", {0, 92, 0}},
                                   {"left_wrist", {0, 0, -20}},
                                   {"right_wrist", {0, 0, 20}}}},
    [PD_PORTRAIT_STANCE_THUMBS_UP] = {{"relaxed", "thumbs_up"},
                                      {1.6, 1},
                                      {{"left_hip", {0, 7, -3}},
                                       {"left_ankle", {0, 0, 3}},
                                       {"right_hip", {0, -7, 3}},
                                       {"right_ankle", {0, 0, -3}},
                                       {"left_collar", {0, 0, -16}},
                                       {"right_collar", {0, 0, 12}},
                                       {"left_shoulder", {0, 0, -60}},
                                       {"right_shoulder", {0, 0, 62}},
                                       {"left_elbow", {10, -17, 0}},
                                       {"right_elbow", {0, 120, 0}},
                                       {"left_wrist", {14, 0, 0}}}},
};

/* out = Rz Ry Rx of angles in degrees. */
static void stance_rotation(double out[9], const double degrees[3])
{
    double turns[3][9];

    for (int axis = 0; axis < 3; axis++) {
        double vector[3] = {0, 0, 0};
        vector[axis] = degrees[axis] * M_PI / 180;
        pd_rot_from_axis_angle(turns[axis], vector);
    }

    pd_rot_mul(out, turns[1], turns[0]);
    pd_rot_mul(out, turns[2], out);
}

int pd_portrait_stance_way(uint64_t seed)
{
    return (int)(pd_hash64_pair(seed, 0x7374616e) % PD_PORTRAIT_WAYS);
}

/* Returns the row of a stance in one of its ways. */
static const stance_row *stance_find(pd_portrait_stance stance, int way)
{
    PD_ASSERT((unsigned)stance < PD_PORTRAIT_STANCE_COUNT && way >= 0 && way < PD_PORTRAIT_WAYS);
    if (stance == PD_PORTRAIT_STANCE_STANDING) return &standing[way / 2];
    return stance == PD_PORTRAIT_STANCE_RELAXED ? &standing[ON_ONE_LEG] : &stances[stance];
}

/* Returns whether a way is the mirror image of its row. */
static bool stance_is_mirrored(pd_portrait_stance stance, int way)
{
    return stance == PD_PORTRAIT_STANCE_STANDING && way % 2 == 1;
}

/* Writes the name of a joint, or with `mirrored` that of its counterpart on the other side. */
static void stance_joint_name(char out[32], const char *name, bool mirrored)
{
    const bool is_left = !strncmp(name, "left_", 5);
    const bool is_right = !strncmp(name, "right_", 6);

    if (!mirrored || (!is_left && !is_right))
        snprintf(out, 32, "%s", name);
    else
        snprintf(out, 32, "%s%s", is_left ? "right_" : "left_", name + (is_left ? 5 : 6));
}

/* Computes the rotation of a row. The mirror image at x = 0 keeps turns about x and reverses the others. */
static void stance_row_rotation(double matrix[9], const stance_joint *row, bool mirrored)
{
    const double side = mirrored ? -1 : 1;
    const double degrees[3] = {row->degrees[0], side * row->degrees[1], side * row->degrees[2]};
    stance_rotation(matrix, degrees);
}

void pd_portrait_stance_run(float *rotations, const pd_smpl_model *model, pd_portrait_stance stance, int way)
{
    const stance_joint *rows = stance_find(stance, way)->joints;
    const bool mirrored = stance_is_mirrored(stance, way);

    for (int i = 0; i < JOINTS_MOST && rows[i].joint; i++) {
        char name[32];
        double matrix[9];
        stance_joint_name(name, rows[i].joint, mirrored);
        const int joint = pd_smpl_joint_find(&model->data, name);
        if (joint < 0) continue;
        stance_row_rotation(matrix, &rows[i], mirrored);
        for (int c = 0; c < 9; c++) rotations[9 * joint + c] = (float)matrix[c];
    }
}

void pd_portrait_stance_smpl(pd_quat *rotations, pd_portrait_stance stance, int way)
{
    const stance_joint *rows = stance_find(stance, way)->joints;
    const bool mirrored = stance_is_mirrored(stance, way);

    for (int k = 0; k < PD_ANIM_SMPL_JOINTS; k++) rotations[k] = pd_q_identity();
    for (int i = 0; i < JOINTS_MOST && rows[i].joint; i++) {
        char name[32];
        double matrix[9];
        stance_joint_name(name, rows[i].joint, mirrored);
        stance_row_rotation(matrix, &rows[i], mirrored);
        for (int k = 0; k < PD_ANIM_SMPL_JOINTS; k++)
            if (!strcmp(pd_anim_smpl_names[k], name)) rotations[k] = pd_q_from_matrix(matrix);
    }
}

const char *pd_portrait_stance_hand(pd_portrait_stance stance, int way, int side)
{
    PD_ASSERT(side == 0 || side == 1);
    return stance_find(stance, way)->hands[stance_is_mirrored(stance, way) ? 1 - side : side];
}

/* Returns the stance's multiple of the angles of a hand's fingers. */
static double stance_curl_of(pd_portrait_stance stance, int way, int side)
{
    PD_ASSERT(side == 0 || side == 1);
    return stance_find(stance, way)->curls[stance_is_mirrored(stance, way) ? 1 - side : side];
}

/* Computes the rotation by which a thumb lies beside the index finger, in the T-pose. */
static void stance_beside(double out[9], int side)
{
    const double beside[3] = {THUMB_BESIDE[0], (side ? -1 : 1) * THUMB_BESIDE[1],
                              (side ? -1 : 1) * THUMB_BESIDE[2]};
    stance_rotation(out, beside);
}

void pd_portrait_stance_curl_own(pd_quat *fingers, const pd_retarget_own_hands *hands,
                                 pd_portrait_stance stance, int way, int side)
{
    const double curl = stance_curl_of(stance, way, side);
    pd_quat *own = fingers + PD_SMPL_HAND_JOINTS * side;
    enum { THUMB_1 = PD_SMPL_HAND_JOINTS - 3 };
    double turn[9];

    for (int i = 0; i < THUMB_1; i++) own[i] = pd_q_from_rotvec(pd_vec3_scale(pd_q_to_rotvec(own[i]), curl));
    if (!(curl > 1)) return;
    stance_beside(turn, side);
    const pd_quat frame = hands->frames[side];
    const pd_quat beside = pd_q_mul(frame, pd_q_mul(pd_q_from_matrix(turn), pd_q_conjugate(frame)));
    own[THUMB_1] = pd_q_mul(beside, own[THUMB_1]);
}

void pd_portrait_stance_curl(float *rotations, const pd_smpl_model *model, pd_portrait_stance stance, int way,
                             int side)
{
    static const char *const fingers[] = {"index", "middle", "ring", "pinky"};
    const double curl = stance_curl_of(stance, way, side);
    char name[32];
    double matrix[9], vector[3], turn[9];

    for (size_t f = 0; f < sizeof fingers / sizeof *fingers; f++)
        for (int k = 1; k <= 3; k++) {
            snprintf(name, sizeof name, "%s_%s%d", side ? "right" : "left", fingers[f], k);
            const int joint = pd_smpl_joint_find(&model->data, name);
            if (joint < 0) continue;
            float *r = rotations + 9 * (size_t)joint;
            for (int c = 0; c < 9; c++) matrix[c] = (double)r[c];
            pd_rot_to_axis_angle(vector, matrix);
            for (int c = 0; c < 3; c++) vector[c] *= curl;
            pd_rot_from_axis_angle(matrix, vector);
            for (int c = 0; c < 9; c++) r[c] = (float)matrix[c];
        }

    /* The thumb lies beside the index finger where the fingers hang. */
    snprintf(name, sizeof name, "%s_thumb1", side ? "right" : "left");
    const int thumb = curl > 1 ? pd_smpl_joint_find(&model->data, name) : -1;
    if (thumb < 0) return;
    float *r = rotations + 9 * (size_t)thumb;
    stance_beside(turn, side);
    for (int c = 0; c < 9; c++) matrix[c] = (double)r[c];
    pd_rot_mul(matrix, turn, matrix);
    for (int c = 0; c < 9; c++) r[c] = (float)matrix[c];
}
