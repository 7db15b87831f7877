#ifndef PD_MATH_UP_H
#define PD_MATH_UP_H
/* Which axis of a file's world is up, and the rotation from that world to ours (+Y up).
 *
 *     p' = A p        A: a rotation by 90 or 180 degrees about one axis, never with a turn about the vertical
 *
 *     up   A p             rotation
 *      x   (-y, x, z)      90 degrees about z
 *      y   (x, y, z)       none
 *      z   (x, z, -y)     -90 degrees about x: the inverse leads to AMASS's world
 *     -x   (y, -x, z)     -90 degrees about z
 *     -y   (x, -y, -z)     180 degrees about x: a camera's axes, x right, y down, z forward
 *     -z   (x, -z, y)      90 degrees about x
 *
 * Every input that carries points or orientations in space uses this one table: markers, trackers, sensors,
 * joints, keypoints, vertices and clips.
 *
 * Threads  pure functions over a const table.   Errors  none.
 */
#include "core/math/quat.h"

#define PD_UP_TABLE(ROW)                                                                                     \
    ROW(X, "x")                                                                                              \
    ROW(Y, "y")                                                                                              \
    ROW(Z, "z")                                                                                              \
    ROW(MINUS_X, "-x")                                                                                       \
    ROW(MINUS_Y, "-y")                                                                                       \
    ROW(MINUS_Z, "-z")

#define PD_UP_CHOICES "x|y|z|-x|-y|-z" /* values of a field or an option, in the order of pd_up */

typedef enum pd_up {
#define PD_UP_ENUM(name, text) PD_UP_##name,
    PD_UP_TABLE(PD_UP_ENUM)
#undef PD_UP_ENUM
        PD_UP_COUNT
} pd_up;

/* Names of the axes by pd_up, with NULL at the end. */
extern const char *const pd_up_names[PD_UP_COUNT + 1];

/* Returns A as a rotation. */
pd_quat pd_up_turn(pd_up up);
/* Writes A p. in and out may be the same. */
void pd_up_point(double out[3], const double in[3], pd_up up);
void pd_up_point_float(float out[3], const float in[3], pd_up up);
/* Writes A^-1 p: from our world back to the file's. */
void pd_up_point_back(double out[3], const double in[3], pd_up up);
/* Converts the rotation of a body in the file's world to ours: A q A^-1. */
pd_quat pd_up_rotation(pd_quat q, pd_up up);
/* Returns the angle about +Y from +Z at which the axis of the file is from which users count headings: the
 * axis that follows the vertical one in the order x, y, z, x (x of a world with z up). Radians. */
double pd_up_heading(pd_up up);

#endif
