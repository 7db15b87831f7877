#ifndef PD_MATH_FRAME_H
#define PD_MATH_FRAME_H
/* Coordinate frames that a reply can be given in. Everything inside is `gltf`; conversion happens once, on
 * output, and every reply says its frame.
 *
 *     p' = scale A p,   n' = A n,   R' = A R A^T          A: a signed permutation of the axes
 *
 * Left-handed frames have det A = -1: faces are then wound the other way round to keep their outside, and
 * quaternions change the sign of their axis (a reflection reverses the sense of rotation).
 */
#include <stdbool.h>
#include <stdint.h>

/* X(id, name, handedness, up, forward, metres per unit, A row by row, text) */
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

typedef struct pd_frame_info {
    const char *name, *handedness, *up, *forward, *text;
    double metres_per_unit;
    float axes[9]; /* A */
} pd_frame_info;

const pd_frame_info *pd_frame_describe(pd_frame frame);
bool pd_frame_is_mirrored(pd_frame frame); /* left-handed: wind faces the other way */

/* In place, count vectors of 3: positions are scaled, directions are not. */
void pd_frame_points(float *points, int count, pd_frame frame);
void pd_frame_directions(float *directions, int count, pd_frame frame);
/* In place, count unit quaternions x,y,z,w. */
void pd_frame_quaternions(float *quaternions, int count, pd_frame frame);

/* In place, count triangles: winds them the other way when the frame is mirrored. */
void pd_frame_faces(uint32_t *faces, int count, pd_frame frame);

#endif
