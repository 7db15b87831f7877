#ifndef PD_MATH_FRAME_H
#define PD_MATH_FRAME_H
/* Coordinate frames of output: conversion from glTF's axes and metres to those of other programs.
 *
 *     p' = scale A p,   n' = A n,   R' = A R A^T          A: a signed permutation of the axes
 *
 * Everything inside the program is in the frame `gltf`. Conversion happens once, on output, and every reply
 * names its frame. Left-handed frames have det A = -1. There faces must be wound the other way round to keep
 * their outside, and the axis of a quaternion changes its sign (a reflection reverses the sense of rotation).
 *
 * Threads  pure functions over a const table.   Errors  none.
 */
#include <stdbool.h>
#include <stdint.h>

/* One row per frame: X(id, name, handedness, up, forward, metres per unit, A row by row, text) */
#define PD_FRAME_TABLE(X)                                                                                    \
    X(GLTF, "gltf", "right", "+Y", "+Z", 1.0, 1, 0, 0, 0, 1, 0, 0, 0, 1, "glTF: metres")                     \
    X(SMPL, "smpl", "right", "+Y", "+Z", 1.0, 1, 0, 0, 0, 1, 0, 0, 0, 1, "SMPL's own, the same: metres")     \
    X(AMASS, "amass", "right", "+Z", "-Y", 1.0, 1, 0, 0, 0, 0, -1, 0, 1, 0, "AMASS: metres")                 \
    X(BLENDER, "blender", "right", "+Z", "-Y", 1.0, 1, 0, 0, 0, 0, -1, 0, 1, 0, "Blender: metres")           \
    X(UNITY, "unity", "left", "+Y", "+Z", 1.0, -1, 0, 0, 0, 1, 0, 0, 0, 1, "Unity: metres")                  \
    X(UNREAL, "unreal", "left", "+Z", "+X", 0.01, 0, 0, 1, -1, 0, 0, 0, 1, 0, "Unreal Engine: centimetres")

typedef enum pd_frame {
#define PD_FRAME_ENUM(id, ...) PD_FRAME_##id,
    PD_FRAME_TABLE(PD_FRAME_ENUM)
#undef PD_FRAME_ENUM
        PD_FRAME_COUNT
} pd_frame;

/* A row of the table. */
typedef struct pd_frame_info {
    const char *name, *handedness, *up, *forward; /* "unity", "left", "+Y", "+Z"                      */
    const char *text;                             /* description for users                            */
    double metres_per_unit;                       /* 0.01: a unit is a centimetre                     */
    float axes[9];                                /* A, row-major: from glTF's axes to the frame's    */
} pd_frame_info;

/* Returns the frame's row of the table. */
const pd_frame_info *pd_frame_describe(pd_frame frame);
/* Returns whether the frame is left-handed, so that faces must be wound the other way. */
bool pd_frame_is_mirrored(pd_frame frame);

/* Convert `count` vectors (count,3) from glTF's frame, in place. Points are positions in metres and are
 * scaled; directions are not scaled. */
void pd_frame_points(float *points, int count, pd_frame frame);
void pd_frame_directions(float *directions, int count, pd_frame frame);
/* Converts `count` unit quaternions x, y, z, w from glTF's frame, in place. */
void pd_frame_quaternions(float *quaternions, int count, pd_frame frame);

/* Swaps two corners of each of `count` triangles, in place, when the frame is left-handed. */
void pd_frame_faces(uint32_t *faces, int count, pd_frame frame);

#endif
