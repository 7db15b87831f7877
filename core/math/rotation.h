#ifndef PD_MATH_ROTATION_H
#define PD_MATH_ROTATION_H

#include <stdbool.h>
/* Rotations in the forms that people send: axis-angle, quaternion, 3x3 matrix, 6D; and the ways between them.
 *
 *     R = I + sin(t) [a] + (1 - cos(t)) [a]^2        Rodrigues; r = t a, t = |r| radians, a the unit axis
 *     q = (a sin(t/2), cos(t/2))                     stored x, y, z, w
 *     6D = first column, then second column of R     Zhou et al. 2019, "On the continuity of rotation
 *                                                    representations"; Gram-Schmidt brings it back
 *
 * Matrices are row-major and rotate column vectors. Everything computes in double; the _array functions read
 * and write float32, as requests and models hold them, n rotations densely packed.
 * Near t = 0 the quotients sin(t)/t are series; near t = pi the axis comes from the symmetric part of R, so
 * that both ends keep full precision. A rotation by exactly pi has two axes: the one whose first non-zero
 * component is positive is given.
 * Functions that return int give 0 when the input has no rotation in it (zero quaternion, parallel 6D
 * vectors) and then leave out alone. out may be the input.
 */

void pd_rot_from_axis_angle(double out[9], const double r[3]);
void pd_rot_to_axis_angle(double out[3], const double m[9]);
bool pd_rot_from_6d(double out[9], const double d[6]);
void pd_rot_to_6d(double out[6], const double m[9]);
void pd_rot_mul(double out[9], const double a[9], const double b[9]); /* a b: b first, then a */
/* Largest entry of |R R^T - I|, or 2 when R mirrors or is not finite: how far m is from being a rotation. */
double pd_rot_error(const double m[9]);

/* float32 arrays; out (n,3,3), (n,3) or (n,4), quaternions with w >= 0. *_to_* of matrices that are rotations
 * up to rounding. */
void pd_rot_from_axis_angle_array(float *out, const float *r, int n);
void pd_rot_to_axis_angle_array(float *out, const float *m, int n);
void pd_rot_to_quat_array(float *out, const float *m, int n);
/* Quaternions of any length but zero are normalised. Return the index of the first that cannot, or -1. */
int pd_rot_from_quat_array(float *out, const float *q, int n);
int pd_rot_from_6d_array(float *out, const float *d, int n);

#endif
