#include "core/portrait/stance.h"

#include "core/base/assert.h"
#include "core/math/rotation.h"

#include <math.h>

#define JOINTS_MOST 16

/* A joint of a stance, and its rotation in degrees about x, y and z. */
typedef struct stance_joint {
    const char *joint; /* NULL: end of the list */
    double degrees[3];
} stance_joint;

static const struct {
    const char *hands[2]; /* poses of the left and the right hand */
    stance_joint joints[JOINTS_MOST];
} stances[PD_PORTRAIT_STANCE_COUNT] = {
    [PD_PORTRAIT_STANCE_STANDING] = {{"relaxed", "relaxed"},
                                     {{"left_collar", {0, 0, -6}},
                                      {"right_collar", {0, 0, 6}},
                                      {"left_shoulder", {0, 0, -66}},
                                      {"right_shoulder", {0, 0, 66}},
                                      {"left_elbow", {0, -14, 0}},
                                      {"right_elbow", {0, 14, 0}}}},
    [PD_PORTRAIT_STANCE_RELAXED] = {{"relaxed", "relaxed"},
                                    {{"pelvis", {0, 0, 3}},
                                     {"left_hip", {-10, 8, 2}},
                                     {"left_knee", {18, 0, 0}},
                                     {"left_ankle", {-8, 0, 0}},
                                     {"right_hip", {0, -6, -5}},
                                     {"spine1", {0, 0, -4}},
                                     {"spine3", {0, 4, -2}},
                                     {"neck", {2, -4, 2}},
                                     {"left_collar", {0, 0, -7}},
                                     {"right_collar", {0, 0, 7}},
                                     {"left_shoulder", {0, 0, -68}},
                                     {"right_shoulder", {0, 0, 66}},
                                     {"left_elbow", {0, -24, 0}},
                                     {"right_elbow", {0, 18, 0}}}},
    [PD_PORTRAIT_STANCE_POWER] = {{"fist", "fist"},
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
                                      {{"left_collar", {0, 0, -6}},
                                       {"right_collar", {0, 0, 6}},
                                       {"left_shoulder", {0, 0, -66}},
                                       {"right_shoulder", {0, 0, 66}},
                                       {"left_elbow", {0, -14, 0}},
                                       {"right_elbow", {0, 120, 0}}}},
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

void pd_portrait_stance_run(float *rotations, const pd_smpl_model *model, pd_portrait_stance stance)
{
    PD_ASSERT((unsigned)stance < PD_PORTRAIT_STANCE_COUNT);
    const stance_joint *rows = stances[stance].joints;

    for (int i = 0; i < JOINTS_MOST && rows[i].joint; i++) {
        const int joint = pd_smpl_joint_find(&model->data, rows[i].joint);
        if (joint < 0) continue;
        double matrix[9];
        stance_rotation(matrix, rows[i].degrees);
        for (int c = 0; c < 9; c++) rotations[9 * joint + c] = (float)matrix[c];
    }
}

const char *pd_portrait_stance_hand(pd_portrait_stance stance, int side)
{
    PD_ASSERT((unsigned)stance < PD_PORTRAIT_STANCE_COUNT && (side == 0 || side == 1));
    return stances[stance].hands[side];
}
