#include "tools/draw/posture.h"

#include "core/math/rotation.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define DEGREE 0.017453292519943295

pd_status pd_tool_posture_read(float *rotations, const pd_smpl_model *model, const char *text, pd_error *err)
{
    char name[32];
    double degrees[3];
    int length;

    memset(rotations, 0, 9 * (size_t)model->joint_count * sizeof *rotations);
    for (int i = 0; i < 3 * model->joint_count; i++) rotations[9 * (i / 3) + 4 * (i % 3)] = 1;
    while (text += strspn(text, " ,;"), *text) {
        if (sscanf(text, "%31s %lf %lf %lf%n", name, &degrees[0], &degrees[1], &degrees[2], &length) != 4)
            return pd_fail(err, PD_ERR_INVALID, "pose",
                           "'%.40s'; a joint and three angles in degrees expected", text);
        for (int c = 0; c < 3; c++)
            if (!(fabs(degrees[c]) <= 360))
                return pd_fail(err, PD_ERR_RANGE, "pose", "%s: %g degrees; -360 to 360 allowed", name,
                               degrees[c]);

        /* both_NAME is left_NAME, and right_NAME mirrored */
        const double mirrored[3] = {degrees[0], -degrees[1], -degrees[2]};
        const bool both = !strncmp(name, "both_", 5);
        int found = 0;
        for (int s = 0; s < (both ? 2 : 1); s++) {
            char joint_name[48];
            snprintf(joint_name, sizeof joint_name, "%s%s", both ? (s ? "right_" : "left_") : "",
                     both ? name + 5 : name);
            int joint = pd_smpl_joint_find(&model->data, joint_name);
            if (joint < 0) continue;

            /* Multiply the rotation of this vector from the left onto the joint's rotation so far. */
            const double *by_degrees = s ? mirrored : degrees;
            double before[9], by[9], now[9], r[3];
            for (int c = 0; c < 3; c++) r[c] = by_degrees[c] * DEGREE;
            for (int i = 0; i < 9; i++) before[i] = rotations[9 * joint + i];
            pd_rot_from_axis_angle(by, r);
            pd_rot_mul(now, by, before);
            for (int i = 0; i < 9; i++) rotations[9 * joint + i] = (float)now[i];
            found++;
        }

        if (!found) return pd_fail(err, PD_ERR_INVALID, "pose", "'%s': the model has no such joint", name);
        text += length;
    }

    return PD_OK;
}

#define DOWN "both_shoulder 0 0 -70 "

const pd_tool_posture pd_tool_bends[] = {
    {"shoulder down 80", "left_shoulder 0 0 -80", 0},
    {"shoulder up 70", "left_shoulder 0 0 70", 0},
    {"shoulder forward 90", "left_shoulder 0 -90 0", 40},
    {"shoulder back 40", "left_shoulder 0 40 0", 140},
    {"collar up 30", "left_collar 0 0 30 left_shoulder 0 0 60", 0},
    {"elbow 90", "left_elbow 0 -90 0", 40},
    {"elbow 140", "left_elbow 0 -140 0", 40},
    {"forearm twist 80", "left_elbow 45 0 0 left_wrist 35 0 0", 20},
    {"wrist 70 down", "left_wrist 0 0 -70", 0},
    {"wrist 60 up", "left_wrist 0 0 60", 0},
    {"hip flexed 90", DOWN "left_hip -90 0 0", 60},
    {"hip back 20", DOWN "left_hip 20 0 0", 60},
    {"hip out 45", DOWN "left_hip 0 0 45", 0},
    {"hip turned out 40", DOWN "left_hip 0 40 0", 0},
    {"knee 90", DOWN "left_knee 90 0 0", 70},
    {"knee 140", DOWN "left_knee 140 0 0", 70},
    {"ankle 45 down", DOWN "left_ankle 45 0 0", 70},
    {"ankle 20 up", DOWN "left_ankle -20 0 0", 70},
    {"foot 30 up", DOWN "left_foot -30 0 0", 70},
    {"spine forward 60", DOWN "spine1 25 0 0 spine2 20 0 0 spine3 15 0 0", 70},
    {"spine back 30", DOWN "spine1 -12 0 0 spine2 -10 0 0 spine3 -8 0 0", 70},
    {"spine sideways 36", DOWN "spine1 0 0 12 spine2 0 0 12 spine3 0 0 12", 0},
    {"spine twist 45", DOWN "spine1 0 8 0 spine2 0 15 0 spine3 0 22 0", 0},
    {"head turned 70", DOWN "neck 0 30 0 head 0 40 0", 0},
    {"head down 50", DOWN "neck 25 0 0 head 25 0 0", 70},
    {"head back 45", DOWN "neck -20 0 0 head -25 0 0", 70},
    {"head sideways 40", DOWN "neck 0 0 20 head 0 0 20", 0},
    {NULL, NULL, 0},
};

const pd_tool_posture pd_tool_poses[] = {
    {"rest", "", 0},
    {"a-pose", "both_shoulder 0 0 -45", 0},
    {"stand", "both_shoulder 0 0 -72 both_elbow 0 -12 0", 20},
    {"walk",
     "both_shoulder 0 0 -72 left_shoulder 25 0 0 right_shoulder -25 0 0 both_elbow 0 -20 0 left_hip 20 0 0 "
     "left_knee 15 0 0 right_hip -25 0 0 right_knee 8 0 0 spine2 0 -6 0",
     60},
    {"run",
     "both_shoulder 0 0 -72 left_shoulder 40 0 0 right_shoulder -45 0 0 both_elbow 0 -85 0 left_hip 15 0 0 "
     "left_knee 95 0 0 right_hip -65 0 0 right_knee 70 0 0 spine1 8 0 0 spine2 6 0 0",
     60},
    {"sit",
     "both_shoulder 0 0 -68 both_shoulder -30 0 0 both_elbow 0 -55 0 both_hip -88 0 0 both_knee 88 0 0", 50},
    {"squat",
     "both_shoulder 0 -80 0 both_hip -115 12 8 both_knee 125 0 0 both_ankle -20 0 0 spine1 15 0 0 spine2 10 "
     "0 0",
     55},
    {"arms up", "both_collar 0 0 22 both_shoulder 0 0 68", 15},
    {"wave", "left_shoulder 0 0 -72 right_shoulder 0 0 -30 right_elbow 0 0 -85 head 0 -15 6", 0},
    {"lunge",
     "both_shoulder 0 0 -60 right_hip -85 0 0 right_knee 85 0 0 left_hip 25 0 0 left_knee 50 0 0 left_foot "
     "-40 0 0",
     65},
    {"bow",
     "both_shoulder 0 0 -70 pelvis 30 0 0 both_hip -30 0 0 spine1 20 0 0 spine2 15 0 0 spine3 8 0 0 neck 10 "
     "0 0",
     70},
    {"throw",
     "left_shoulder 0 -75 20 right_shoulder 0 35 25 right_elbow 0 -95 0 spine2 0 -15 0 spine3 0 -20 0 "
     "right_hip 15 0 0 left_hip -30 0 0 left_knee 20 0 0",
     30},
    {NULL, NULL, 0},
};
