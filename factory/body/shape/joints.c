#include "factory/body/shape/joints.h"

#include <string.h>

#define NO_BONES ""

const pd_factory_joint_row pd_factory_joints[PD_FACTORY_POINT_COUNT] = {
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
    {"jaw", 15, 28, {"mouth"}, "jaw"},
    {"left_eye_smplhf", 15, 30, {"l-eye"}, "eye.L"},
    {"right_eye_smplhf", 15, 29, {"r-eye"}, "eye.R"},
    {"left_index1", 20, 46, {"l-finger-2-1"}, "finger2-1.L"},
    {"left_index2", 31, 47, {"l-finger-2-2"}, "finger2-2.L"},
    {"left_index3", 32, 48, {"l-finger-2-3"}, "finger2-3.L"},
    {"left_middle1", 20, 49, {"l-finger-3-1"}, "finger3-1.L"},
    {"left_middle2", 34, 50, {"l-finger-3-2"}, "finger3-2.L"},
    {"left_middle3", 35, 51, {"l-finger-3-3"}, "finger3-3.L"},
    {"left_pinky1", 20, 52, {"l-finger-5-1"}, "finger5-1.L"},
    {"left_pinky2", 37, 53, {"l-finger-5-2"}, "finger5-2.L"},
    {"left_pinky3", 38, 54, {"l-finger-5-3"}, "finger5-3.L"},
    {"left_ring1", 20, 55, {"l-finger-4-1"}, "finger4-1.L"},
    {"left_ring2", 40, 56, {"l-finger-4-2"}, "finger4-2.L"},
    {"left_ring3", 41, 57, {"l-finger-4-3"}, "finger4-3.L"},
    {"left_thumb1", 20, 58, {"l-finger-1-1"}, "finger1-1.L"},
    {"left_thumb2", 43, 59, {"l-finger-1-2"}, "finger1-2.L"},
    {"left_thumb3", 44, 60, {"l-finger-1-3"}, "finger1-3.L"},
    {"right_index1", 21, 31, {"r-finger-2-1"}, "finger2-1.R"},
    {"right_index2", 46, 32, {"r-finger-2-2"}, "finger2-2.R"},
    {"right_index3", 47, 33, {"r-finger-2-3"}, "finger2-3.R"},
    {"right_middle1", 21, 34, {"r-finger-3-1"}, "finger3-1.R"},
    {"right_middle2", 49, 35, {"r-finger-3-2"}, "finger3-2.R"},
    {"right_middle3", 50, 36, {"r-finger-3-3"}, "finger3-3.R"},
    {"right_pinky1", 21, 37, {"r-finger-5-1"}, "finger5-1.R"},
    {"right_pinky2", 52, 38, {"r-finger-5-2"}, "finger5-2.R"},
    {"right_pinky3", 53, 39, {"r-finger-5-3"}, "finger5-3.R"},
    {"right_ring1", 21, 40, {"r-finger-4-1"}, "finger4-1.R"},
    {"right_ring2", 55, 41, {"r-finger-4-2"}, "finger4-2.R"},
    {"right_ring3", 56, 42, {"r-finger-4-3"}, "finger4-3.R"},
    {"right_thumb1", 21, 43, {"r-finger-1-1"}, "finger1-1.R"},
    {"right_thumb2", 58, 44, {"r-finger-1-2"}, "finger1-2.R"},
    {"right_thumb3", 59, 45, {"r-finger-1-3"}, "finger1-3.R"},
};

const pd_factory_skeleton pd_factory_smpl = {
    24, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}};

/* SMPL-X's skeleton has jaw, eyes and fingers in place of SMPL's hands. */
const pd_factory_skeleton pd_factory_smplx = {55, {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13,
                                                   14, 15, 16, 17, 18, 19, 20, 21, 28, 29, 30, 31, 32, 33,
                                                   34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                                   48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60}};

/* Returns the joint at a point, -1 for none. */
static int joints_joint_at(const pd_factory_skeleton *skeleton, int point)
{
    for (int j = 0; j < skeleton->joint_count; j++)
        if (skeleton->points[j] == point) return j;
    return -1;
}

int pd_factory_skeleton_parent(const pd_factory_skeleton *skeleton, int joint)
{
    return joints_joint_at(skeleton, pd_factory_joints[skeleton->points[joint]].parent);
}

int pd_factory_skeleton_mirror(const pd_factory_skeleton *skeleton, int joint)
{
    return joints_joint_at(skeleton, pd_factory_joints[skeleton->points[joint]].mirror);
}

pd_status pd_factory_points_init(pd_factory_points *points, const pd_factory_asset *asset, pd_error *err)
{
    memset(points, 0, sizeof *points);
    for (int p = 0; p < PD_FACTORY_POINT_COUNT; p++)
        for (int k = 0; k < PD_FACTORY_POINT_CUBES && pd_factory_joints[p].cubes[k]; k++) {
            if (!pd_factory_asset_cube(points->corners[p] + points->corner_count[p], asset,
                                       pd_factory_joints[p].cubes[k]))
                return pd_fail(err, PD_ERR_FORMAT, "3dobjs/base.obj", "no group joint-%s",
                               pd_factory_joints[p].cubes[k]);
            points->corner_count[p] += PD_FACTORY_CUBE_CORNERS;
        }

    return PD_OK;
}

void pd_factory_points_get(double *centers, const pd_factory_points *points, const float *vertices)
{
    for (int p = 0; p < PD_FACTORY_POINT_COUNT; p++)
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for (int i = 0; i < points->corner_count[p]; i++)
                sum += vertices[3 * (size_t)points->corners[p][i] + (size_t)c];
            centers[3 * p + c] = sum / points->corner_count[p];
        }
    pd_factory_points_symmetrise(centers);
}

void pd_factory_points_symmetrise(double *centers)
{
    for (int p = 0; p < PD_FACTORY_POINT_COUNT; p++) {
        int m = pd_factory_joints[p].mirror;
        double *a = centers + 3 * p;
        double *b = centers + 3 * m;
        if (m < p) continue;
        double x = 0.5 * (a[0] - b[0]);
        a[0] = m == p ? 0 : x;
        b[0] = m == p ? 0 : -x;
        a[1] = b[1] = 0.5 * (a[1] + b[1]);
        a[2] = b[2] = 0.5 * (a[2] + b[2]);
    }
}
