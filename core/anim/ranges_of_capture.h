#ifndef PD_ANIM_RANGES_OF_CAPTURE_H
#define PD_ANIM_RANGES_OF_CAPTURE_H
/* The default ranges (ranges.h), degrees: name, paired, twist axis, box, { x, y, z } from, { x, y, z } to.
 *
 * Made by: posed-factory train-ranges --data DIR --seed 1 -o core/anim/ranges_of_capture.h from 266 clips of
 * motion capture on the default body, 69 others held out: the anatomical table, widened
 * (train/prior/joint_ranges.h). The data used in this project was obtained from mocap.cs.cmu.edu, created
 * with funding from NSF EIA-0196217; Open Motion Project by ACCAD/The Ohio State University, CC BY 3.0; The
 * 100STYLE Dataset - Ian Mason, CC BY 4.0; ReActIdle, RSAIT, MIT. */
/* clang-format off */
#define PD_ANIM_RANGES_OF_CAPTURE \
    {"hip", 1, 1, 0, {-120, -40, -25}, {37, 61, 66}}, \
    {"spine1", 0, 1, 0, {-19, -10, -15}, {41, 10, 15}}, \
    {"spine2", 0, 1, 0, {-10, -15, -12}, {34, 15, 12}}, \
    {"spine3", 0, 1, 0, {-21, -22, -29}, {27, 22, 29}}, \
    {"knee", 1, 1, 1, {-12, -20, -6}, {145, 20, 6}}, \
    {"ankle", 1, 1, 0, {-41, -36, -30}, {50, 36, 36}}, \
    {"foot", 1, 1, 1, {-60, 0, 0}, {40, 0, 0}}, \
    {"neck", 0, 1, 0, {-47, -56, -35}, {46, 56, 35}}, \
    {"head", 0, 1, 0, {-51, -45, -25}, {28, 45, 25}}, \
    {"collar", 1, 0, 0, {-20, -24, -16}, {15, 20, 30}}, \
    {"shoulder", 1, 0, 0, {-98, -115, -90}, {73, 57, 70}}, \
    {"elbow", 1, 0, 1, {-45, -150, -14}, {56, 10, 15}}, \
    {"wrist", 1, 0, 0, {-46, -26, -80}, {44, 36, 70}}, \
    {"hand", 1, 0, 1, {0, -15, -70}, {0, 15, 20}},
/* clang-format on */

#endif
