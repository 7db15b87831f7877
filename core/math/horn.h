#ifndef PD_MATH_HORN_H
#define PD_MATH_HORN_H
/* Horn's matrix, for the rotation that best maps one set of vectors to another (Horn 1987, "Closed-form
 * solution of absolute orientation using unit quaternions").
 *
 *     s = sum_i w_i a_i b_i^T          the rotation that minimises sum_i w_i |R a_i - b_i|^2 is the unit
 *                                      quaternion (w, x, y, z) that is the eigenvector of n(s) for its
 *                                      largest eigenvalue
 *
 * Shapes   n (4,4) symmetric, s (3,3), row-major.   Units   any.   Memory  allocates nothing.
 */

/* Writes the matrix n of the correlation matrix s. */
static inline void pd_horn_matrix(double n[16], const double s[9])
{
    const double x = s[5] - s[7], y = s[6] - s[2], z = s[1] - s[3];
    const double xy = s[1] + s[3], zx = s[6] + s[2], yz = s[5] + s[7];
    const double out[16] = {s[0] + s[4] + s[8], x,  y, z,  x,  s[0] - s[4] - s[8], xy, zx, y, xy,
                            s[4] - s[0] - s[8], yz, z, zx, yz, s[8] - s[0] - s[4]};

    for (int i = 0; i < 16; i++) n[i] = out[i];
}

#endif
