#ifndef PD_FACTORY_TESTS_SUPPORT_EGG_JOINTS_H
#define PD_FACTORY_TESTS_SUPPORT_EGG_JOINTS_H
/* Positions of joints inside the egg: a left arm and leg in A-pose, metres; the right side is mirrored. */
#include "factory/body/shape/joints.h"
#include "factory/tests/support/egg.h"

static const double egg_joints[PD_FACTORY_POINT_COUNT][3] = {
    [PD_FACTORY_PELVIS] = {0, -0.1, 0},
    [PD_FACTORY_L_HIP] = {0.1, -0.15, 0.01},
    [PD_FACTORY_SPINE1] = {0, 0, 0},
    [PD_FACTORY_L_KNEE] = {0.14, -0.4, 0.03},
    [PD_FACTORY_SPINE2] = {0, 0.1, 0},
    [PD_FACTORY_L_ANKLE] = {0.17, -0.7, -0.01},
    [PD_FACTORY_SPINE3] = {0, 0.25, 0},
    [PD_FACTORY_L_FOOT] = {0.17, -0.71, 0.04},
    [PD_FACTORY_NECK] = {0, 0.5, 0},
    [PD_FACTORY_L_COLLAR] = {0.04, 0.4, 0.02},
    [PD_FACTORY_HEAD] = {0, 0.6, 0.02},
    [PD_FACTORY_L_SHOULDER] = {0.16, 0.4, -0.02},
    [PD_FACTORY_L_ELBOW] = {0.3, 0.2, -0.04},
    [PD_FACTORY_L_WRIST] = {0.36, 0.07, 0.02},
    [PD_FACTORY_L_HAND] = {0.39, 0.0, 0.05},
    [PD_FACTORY_L_INDEX] = {0.38, 0.0, 0.08},
    [PD_FACTORY_L_LITTLE] = {0.4, -0.01, 0.02},
    [PD_FACTORY_JAW] = {0, 0.57, 0.06},
    [PD_FACTORY_L_EYE] = {0.03, 0.62, 0.06},
#define FINGER(f, z)                                                                                         \
    [PD_FACTORY_L_FINGERS + 3 * (f)] = {0.39, -0.01, z},                                                     \
                                [PD_FACTORY_L_FINGERS + 3 * (f) + 1] = {0.4, -0.03, z},                      \
                                [PD_FACTORY_L_FINGERS + 3 * (f) + 2] = {0.41, -0.05, z}
    FINGER(0, 0.08),
    FINGER(1, 0.06),
    FINGER(2, 0.02),
    FINGER(3, 0.04),
    FINGER(4, 0.09),
#undef FINGER
};

#endif
