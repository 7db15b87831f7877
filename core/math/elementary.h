#ifndef PD_MATH_ELEMENTARY_H
#define PD_MATH_ELEMENTARY_H
/* Elementary functions that give the same bits on every machine, natively and in WebAssembly.
 *
 * libm's results differ in the last bit from one C library to the next. What moves characters calls these
 * functions instead, so that a client that predicts a character with the WebAssembly build gets exactly the
 * numbers of the server. They consist of additions, multiplications, divisions and square roots, which IEEE
 * 754 rounds the same way everywhere; the build must not fuse them (-ffp-contract=off).
 *
 *     sin, cos     x = k pi/2 + r, |r| <= pi/4; Taylor series of r
 *     exp          x = k ln 2 + r, |r| <= ln 2 / 2; Taylor series of r
 *     log          x = 2^k m, 1/sqrt 2 <= m <= sqrt 2; log m = 2 atanh((m - 1) / (m + 1))
 *     atan2        atan t = atan c + atan((t - c) / (1 + t c)), c nearest of 0, 1/4, 1/2, 3/4, 1
 *
 * Functions of libm that IEEE 754 defines to the bit may be used beside these: fabs, sqrt, floor, ceil,
 * round, rint, trunc, lround, copysign, fmod, remainder. fmin and fmax may not: the sign of a zero is left
 * open.
 *
 * Accuracy   3 units in the last place; but sin, cos and tan of |x| > 1e6 have an absolute error of 1e-16
 *            |x|, and pow a relative error of 1 + |y log x| units. tests/unit/core/math/test_elementary.c
 *            compares them with libm.
 * Special    NaN gives NaN, and so do sin, cos and tan of infinity.
 * Threads    pure functions.   Errors   none.
 */

double pd_sin(double x);
double pd_cos(double x);
double pd_tan(double x);
/* The argument is not clamped: outside -1 to 1 the result is NaN. */
double pd_asin(double x);
double pd_acos(double x);
double pd_atan(double x);
/* Angle of the point (x, y), -pi to pi. The signs of zeros count, as in libm. */
double pd_atan2(double y, double x);
double pd_exp(double x);
/* exp(x) - 1, accurate near 0. */
double pd_expm1(double x);
/* Natural logarithm: -infinity at 0, NaN below. */
double pd_log(double x);
/* x^y for x >= 0. A negative x gives NaN, even for whole y. */
double pd_pow(double x, double y);
double pd_tanh(double x);
/* sqrt(x x + y y), for magnitudes from 1e-150 to 1e150. */
double pd_hypot(double x, double y);

/* The smaller and the larger of two numbers; the other one when one is NaN, and b when they are equal. */
static inline double pd_fmin(double a, double b)
{
    return a < b || b != b ? a : b;
}

static inline double pd_fmax(double a, double b)
{
    return a > b || b != b ? a : b;
}

static inline float pd_fminf(float a, float b)
{
    return a < b || b != b ? a : b;
}

static inline float pd_fmaxf(float a, float b)
{
    return a > b || b != b ? a : b;
}

#endif
