#ifndef PD_MATH_ROTATION_H
#define PD_MATH_ROTATION_H

#include <stdbool.h>
/* Converts between the forms in which clients send rotations: axis-angle, quaternion, 3x3 matrix, 6D.
 *
 *     R = I + sin(t) [a] + (1 - cos(t)) [a]^2        Rodrigues; r = t a, t = |r| radians, a the unit axis
 *     q = (a sin(t/2), cos(t/2))                     stored x, y, z, w
 *     6D = first column, then second column of R     Zhou et al. 2019, "On the continuity of rotation
 *                                                    representations"; Gram-Schmidt brings it back
 *
 * Matrices are row-major and rotate column vectors. All functions compute in double. The _array functions
 * read and write float32, as requests and models hold them: n rotations, densely packed. Near t = 0 a series
 * replaces the quotient sin(t)/t; near t = pi the axis comes from the symmetric part of R. Both keep full
 * precision. A rotation by exactly pi has two axes; the one whose first non-zero component is positive is
 * returned.
 *
 * Memory   allocates nothing; out may be the input.   Threads  pure functions.
 */

/* Convert a rotation vector r (axis times angle, radians) to its matrix, and a rotation matrix m to its
 * rotation vector, of length at most pi. */
void pd_rot_from_axis_angle(double out[9], const double r[3]);
void pd_rot_to_axis_angle(double out[3], const double m[9]);
/* Writes the left Jacobian of SO(3) at r, which relates changes of a rotation vector to rotations from the
 * left:
 *     exp([r + dr]) = exp([J dr]) exp([r]),   J = I + (1 - cos t)/t^2 [r] + (t - sin t)/t^3 [r]^2, t = |r| */
void pd_rot_left_jacobian(double out[9], const double r[3]);
/* Orthonormalises two vectors to a rotation matrix. Returns false and leaves out unchanged when they are
 * parallel, zero or not finite. */
bool pd_rot_from_6d(double out[9], const double d[6]);
/* Writes the first column of m, then its second. */
void pd_rot_to_6d(double out[6], const double m[9]);
/* out = a b: b rotates first, then a. */
void pd_rot_mul(double out[9], const double a[9], const double b[9]);
/* Returns how far m is from a rotation: the largest magnitude in m m^T - I,
 * or 2 when m mirrors or is not finite. */
double pd_rot_error(const double m[9]);

/* Convert n rotations in float32 arrays: rotation vectors (n,3), matrices (n,3,3), quaternions (n,4) with w
 * >= 0. The matrices given to *_to_* must be rotations up to rounding. */
void pd_rot_from_axis_angle_array(float *out, const float *r, int n);
void pd_rot_to_axis_angle_array(float *out, const float *m, int n);
void pd_rot_to_quat_array(float *out, const float *m, int n);
/* Convert n quaternions (n,4) of any length, or n pairs of 6D vectors (n,6), to matrices (n,3,3). Return the
 * index of the first that has no rotation (a zero quaternion, parallel vectors),
 * where they stop; -1 when all are converted. */
int pd_rot_from_quat_array(float *out, const float *q, int n);
int pd_rot_from_6d_array(float *out, const float *d, int n);

#endif
