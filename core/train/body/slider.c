#include "core/train/body/slider.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define SIZE         "decr", "incr"

const pd_train_slider pd_train_sliders[] = {
    /* lengths and proportions */
    {"armslegs/upperlegs-height", SIZE, 0.25, 0, 0},
    {"armslegs/lowerlegs-height", SIZE, 0.25, 0, 0},
    {"measure/measure-upperarm-length", SIZE, 0.25, 0, 0},
    {"measure/measure-lowerarm-length", SIZE, 0.25, 0, 0},
    {"torso/torso-scale-depth", SIZE, 0.25, 0.4, 1},
    {"torso/torso-scale-horiz", SIZE, 0.25, 0, 0},
    {"torso/torso-vshape", SIZE, 0.25, 0, 0},
    {"torso/torso-scale-vert", SIZE, 0.20, 0, 0},
    {"neck/neck-scale-vert", SIZE, 0.20, 0, 0},
    {"measure/measure-waisttohip-dist", SIZE, 0.20, 0, 0},
    {"measure/measure-napetowaist-dist", SIZE, 0.20, 0, 0},
    {"hip/hip-scale-vert", SIZE, 0.20, 0, 0},
    {"armslegs/%c-leg-valgus", SIZE, 0.20, 0, 0},
    {"armslegs/%c-hand-scale", SIZE, 0.12, 0, 0},
    {"armslegs/%c-foot-scale", SIZE, 0.12, 0, 0},
    /* girths of the trunk */
    {"hip/hip-scale-depth", SIZE, 0.30, 0.35, -1},
    {"hip/hip-scale-horiz", SIZE, 0.30, 0.30, -1},
    {"measure/measure-hips-circ", SIZE, 0.30, 0.40, -1},
    {"measure/measure-bust-circ", SIZE, 0.30, 0.50, 0},
    {"measure/measure-underbust-circ", SIZE, 0.30, 0.50, 1},
    {"measure/measure-waist-circ", SIZE, 0.40, 0.60, 1},
    {"hip/hip-waist", "down", "up", 0.30, 0, 0},
    {"stomach/stomach-pregnant", SIZE, 0, 0.45, 1},
    {"stomach/stomach-tone", SIZE, 0.40, 0, 0},
    {"stomach/stomach-navel", "down", "up", 0.30, 0, 0},
    {"stomach/stomach-navel", "in", "out", 0.30, 0, 0},
    {"buttocks/buttocks-volume", SIZE, 0.40, 0.60, -1},
    {"measure/measure-shoulder-dist", SIZE, 0.40, 0, 0},
    {"torso/torso-muscle-dorsi", SIZE, 0.30, 0, 0},
    {"torso/torso-muscle-pectoral", SIZE, 0.30, 0, 0},
    {"breast/breast-dist", SIZE, 0.30, 0, 0},
    {"breast/breast-point", SIZE, 0.30, 0, 0},
    {"breast/breast-trans", "down", "up", 0.30, 0, 0},
    {"breast/breast-volume-vert", "down", "up", 0.30, 0, 0},
    /* neck */
    {"neck/neck-scale-depth", SIZE, 0.30, 0, 0},
    {"neck/neck-double", SIZE, 0, 0.50, 0},
    {"measure/measure-neck-circ", SIZE, 0.40, 0.70, 0},
    /* limbs */
    {"armslegs/%c-upperarm-fat", SIZE, 0.30, 0.70, 0},
    {"armslegs/%c-lowerarm-fat", SIZE, 0.30, 0.60, 0},
    {"armslegs/%c-upperleg-fat", SIZE, 0.30, 0.50, -1},
    {"armslegs/%c-lowerleg-fat", SIZE, 0.30, 0.60, -1},
    {"armslegs/%c-upperarm-muscle", SIZE, 0.30, 0, 0},
    {"armslegs/%c-lowerarm-muscle", SIZE, 0.30, 0, 0},
    {"armslegs/%c-upperleg-muscle", SIZE, 0.30, 0, 0},
    {"armslegs/%c-lowerleg-muscle", SIZE, 0.30, 0, 0},
    {"measure/measure-calf-circ", SIZE, 0.40, 0, 0},
    {"measure/measure-thigh-circ", SIZE, 0.40, 0, 0},
    {"measure/measure-knee-circ", SIZE, 0.40, 0.50, 0},
    {"measure/measure-ankle-circ", SIZE, 0.40, 0, 0},
    {"measure/measure-upperarm-circ", SIZE, 0.40, 0, 0},
    {"measure/measure-wrist-circ", SIZE, 0.40, 0, 0},
};
const int pd_train_slider_count = COUNT(pd_train_sliders);

/* The last of each list is the one that goes with much fat. */
const char *const pd_train_female_shapes[] = {
    "bodyshapes/bodyshapes-elvs-fem-adrenal",         "bodyshapes/bodyshapes-elvs-fem-apple",
    "bodyshapes/bodyshapes-elvs-fem-diamond",         "bodyshapes/bodyshapes-elvs-fem-full-hourglass",
    "bodyshapes/bodyshapes-elvs-fem-invert-triangle", "bodyshapes/bodyshapes-elvs-fem-lean-column",
    "bodyshapes/bodyshapes-elvs-fem-liver",           "bodyshapes/bodyshapes-elvs-fem-neat-hourglass",
    "bodyshapes/bodyshapes-elvs-fem-ovary",           "bodyshapes/bodyshapes-elvs-fem-rectangle",
    "bodyshapes/bodyshapes-elvs-fem-triangle",        "bodyshapes/bodyshapes-elvs-fem-thyroid",
};
const int pd_train_female_shape_count = COUNT(pd_train_female_shapes);

const char *const pd_train_male_shapes[] = {
    "bodyshapes/bodyshapes-elvs-man-adrenal",     "bodyshapes/bodyshapes-elvs-man-apple",
    "bodyshapes/bodyshapes-elvs-man-gonadal",     "bodyshapes/bodyshapes-elvs-man-invert-triangle",
    "bodyshapes/bodyshapes-elvs-man-lean-column", "bodyshapes/bodyshapes-elvs-man-liver",
    "bodyshapes/bodyshapes-elvs-man-rectangle",   "bodyshapes/bodyshapes-elvs-man-trapezoid",
    "bodyshapes/bodyshapes-elvs-man-triangle",    "bodyshapes/bodyshapes-elvs-man-thyroid",
};
const int pd_train_male_shape_count = COUNT(pd_train_male_shapes);
