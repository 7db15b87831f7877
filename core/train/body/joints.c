#include "core/train/body/joints.h"

#include <string.h>

#define NO_BONES ""

const pd_train_joint_row pd_train_joints[PD_TRAIN_POINT_COUNT] = {
    {"pelvis", -1, 0, {"pelvis"}, "root pelvis.L pelvis.R spine05 spine04"},
    {"left_hip", 0, 2, {"l-upper-leg"}, "upperleg01.L"},
    {"right_hip", 0, 1, {"r-upper-leg"}, "upperleg01.R"},
    {"spine1", 0, 3, {"spine-3"}, "spine03"},
    {"left_knee", 1, 5, {"l-knee"}, "lowerleg01.L"},
    {"right_knee", 2, 4, {"r-knee"}, "lowerleg01.R"},
    {"spine2", 3, 6, {"spine-2"}, "spine02"},
    {"left_ankle", 4, 8, {"l-ankle"}, "foot.L"},
    {"right_ankle", 5, 7, {"r-ankle"}, "foot.R"},
    {"spine3", 6, 9, {"spine-1"}, "spine01"},
    {"left_foot",
     7,
     11,
     {"l-toe-1-1", "l-toe-2-1", "l-toe-3-1", "l-toe-4-1", "l-toe-5-1"},
     "toe1-1.L toe2-1.L toe3-1.L toe4-1.L toe5-1.L"},
    {"right_foot",
     8,
     10,
     {"r-toe-1-1", "r-toe-2-1", "r-toe-3-1", "r-toe-4-1", "r-toe-5-1"},
     "toe1-1.R toe2-1.R toe3-1.R toe4-1.R toe5-1.R"},
    {"neck", 9, 12, {"neck"}, "neck01"},
    {"left_collar", 9, 14, {"l-clavicle"}, "clavicle.L"},
    {"right_collar", 9, 13, {"r-clavicle"}, "clavicle.R"},
    {"head", 12, 15, {"head"}, "head"},
    {"left_shoulder", 13, 17, {"l-shoulder"}, "upperarm01.L"},
    {"right_shoulder", 14, 16, {"r-shoulder"}, "upperarm01.R"},
    {"left_elbow", 16, 19, {"l-elbow"}, "lowerarm01.L"},
    {"right_elbow", 17, 18, {"r-elbow"}, "lowerarm01.R"},
    {"left_wrist", 18, 21, {"l-hand"}, "wrist.L"},
    {"right_wrist", 19, 20, {"r-hand"}, "wrist.R"},
    {"left_hand",
     20,
     23,
     {"l-finger-2-1", "l-finger-3-1", "l-finger-4-1", "l-finger-5-1"},
     "finger1-1.L finger2-1.L finger3-1.L finger4-1.L finger5-1.L"},
    {"right_hand",
     21,
     22,
     {"r-finger-2-1", "r-finger-3-1", "r-finger-4-1", "r-finger-5-1"},
     "finger1-1.R finger2-1.R finger3-1.R finger4-1.R finger5-1.R"},
    {"left_index", 20, 25, {"l-finger-2-1"}, NO_BONES},
    {"right_index", 21, 24, {"r-finger-2-1"}, NO_BONES},
    {"left_little", 20, 27, {"l-finger-5-1"}, NO_BONES},
    {"right_little", 21, 26, {"r-finger-5-1"}, NO_BONES},
};

pd_status pd_train_points_init(pd_train_points *points, const pd_train_asset *asset, pd_error *err)
{
    memset(points, 0, sizeof *points);
    for (int p = 0; p < PD_TRAIN_POINT_COUNT; p++)
        for (int k = 0; k < PD_TRAIN_POINT_CUBES && pd_train_joints[p].cubes[k]; k++) {
            if (!pd_train_asset_cube(points->corners[p] + points->corner_count[p], asset,
                                     pd_train_joints[p].cubes[k]))
                return pd_fail(err, PD_ERR_FORMAT, "3dobjs/base.obj", "no group joint-%s",
                               pd_train_joints[p].cubes[k]);
            points->corner_count[p] += PD_TRAIN_CUBE_CORNERS;
        }
    return PD_OK;
}

void pd_train_points_get(double *centers, const pd_train_points *points, const float *vertices)
{
    for (int p = 0; p < PD_TRAIN_POINT_COUNT; p++)
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for (int i = 0; i < points->corner_count[p]; i++)
                sum += vertices[3 * (size_t)points->corners[p][i] + (size_t)c];
            centers[3 * p + c] = sum / points->corner_count[p];
        }
    pd_train_points_symmetrise(centers);
}

void pd_train_points_symmetrise(double *centers)
{
    for (int p = 0; p < PD_TRAIN_POINT_COUNT; p++) {
        int m = pd_train_joints[p].mirror;
        double *a = centers + 3 * p, *b = centers + 3 * m;
        if (m < p) continue;
        double x = 0.5 * (a[0] - b[0]);
        a[0] = m == p ? 0 : x;
        b[0] = m == p ? 0 : -x;
        a[1] = b[1] = 0.5 * (a[1] + b[1]);
        a[2] = b[2] = 0.5 * (a[2] + b[2]);
    }
}
