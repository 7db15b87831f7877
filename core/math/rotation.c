#include "core/math/rotation.h"

#include <math.h>
#include <string.h>

#define SMALL 1e-4 /* below it the series are exact to double rounding */

static double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void pd_rot_from_axis_angle(double out[9], const double r[3])
{
    double t2 = dot3(r, r), t = sqrt(t2), x = r[0], y = r[1], z = r[2];
    /* s = sin(t)/t, c = (1 - cos(t))/t^2 written with sin(t/2): no cancellation for small t */
    double half = t > 0 ? sin(0.5 * t) / t : 0.5;
    double s = t < SMALL ? 1 - t2 / 6 : sin(t) / t, c = t < SMALL ? 0.5 - t2 / 24 : 2 * half * half;
    double m[9] = {1 - c * (y * y + z * z), c * x * y - s * z,       c * x * z + s * y,
                   c * x * y + s * z,       1 - c * (x * x + z * z), c * y * z - s * x,
                   c * x * z - s * y,       c * y * z + s * x,       1 - c * (x * x + y * y)};
    memcpy(out, m, sizeof m);
}

void pd_rot_from_quat(double out[9], const double q[4])
{
    double x = q[0], y = q[1], z = q[2], w = q[3];
    double m[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                   2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                   2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    memcpy(out, m, sizeof m);
}

/* Shepperd 1978: divide by the largest of the four, so nothing is lost near t = pi. */
void pd_rot_to_quat(double out[4], const double m[9])
{
    double trace = m[0] + m[4] + m[8], q[4];
    if (trace > m[0] && trace > m[4] && trace > m[8]) {
        q[0] = m[7] - m[5], q[1] = m[2] - m[6], q[2] = m[3] - m[1], q[3] = 1 + trace;
    } else {
        int i = m[0] > m[4] ? (m[0] > m[8] ? 0 : 2) : (m[4] > m[8] ? 1 : 2), j = (i + 1) % 3, k = (i + 2) % 3;
        q[i] = 1 + m[4 * i] - m[4 * j] - m[4 * k];
        q[j] = m[3 * i + j] + m[3 * j + i];
        q[k] = m[3 * i + k] + m[3 * k + i];
        q[3] = m[3 * k + j] - m[3 * j + k];
    }
    double norm = sqrt(dot3(q, q) + q[3] * q[3]), scale = (q[3] < 0 ? -1 : 1) / norm;
    for (int c = 0; c < 4; c++) out[c] = q[c] * scale;
}

void pd_rot_to_axis_angle(double out[3], const double m[9])
{
    double q[4];
    pd_rot_to_quat(q, m);
    pd_quat_to_axis_angle(out, q);
}

static int normalize3(double out[3], const double v[3])
{
    double n = sqrt(dot3(v, v));
    if (!(n > 1e-12) || !isfinite(n)) return 0;
    for (int c = 0; c < 3; c++) out[c] = v[c] / n;
    return 1;
}

int pd_rot_from_6d(double out[9], const double d[6])
{
    double x[3], y[3], z[3];
    if (!normalize3(x, d)) return 0;
    double along = dot3(x, d + 3);
    for (int c = 0; c < 3; c++) y[c] = d[3 + c] - along * x[c];
    if (!normalize3(y, y)) return 0;
    z[0] = x[1] * y[2] - x[2] * y[1], z[1] = x[2] * y[0] - x[0] * y[2], z[2] = x[0] * y[1] - x[1] * y[0];
    for (int r = 0; r < 3; r++) out[3 * r] = x[r], out[3 * r + 1] = y[r], out[3 * r + 2] = z[r];
    return 1;
}

void pd_rot_to_6d(double out[6], const double m[9])
{
    double d[6] = {m[0], m[3], m[6], m[1], m[4], m[7]};
    memcpy(out, d, sizeof d);
}

void pd_rot_mul(double out[9], const double a[9], const double b[9])
{
    double m[9];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            m[3 * r + c] = a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c];
    memcpy(out, m, sizeof m);
}

double pd_rot_error(const double m[9])
{
    double worst = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            double e = fabs(dot3(m + 3 * r, m + 3 * c) - (r == c));
            if (!(e <= worst)) worst = e;
        }
    double det = m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
                 m[2] * (m[3] * m[7] - m[4] * m[6]);
    return isfinite(worst) && (det > 0 || worst > 2) ? worst : 2;
}

int pd_quat_normalize(double out[4], const double q[4])
{
    double largest = 0, n2 = 0, s[4];
    for (int c = 0; c < 4; c++) {
        if (!isfinite(q[c])) return 0;
        largest = fmax(largest, fabs(q[c]));
    }
    if (largest == 0) return 0;
    for (int c = 0; c < 4; c++) s[c] = q[c] / largest, n2 += s[c] * s[c];
    double n = sqrt(n2);
    for (int c = 0; c < 4; c++) out[c] = s[c] / n;
    return 1;
}

void pd_quat_from_axis_angle(double out[4], const double r[3])
{
    double t2 = dot3(r, r), t = sqrt(t2), k = t < SMALL ? 0.5 - t2 / 48 : sin(0.5 * t) / t;
    double w = cos(0.5 * t);
    for (int c = 0; c < 3; c++) out[c] = r[c] * k;
    out[3] = w;
}

/* At w = 0 both axes are right; the one whose first non-zero component is positive is taken. */
static double hemisphere(const double q[4])
{
    if (q[3] != 0) return q[3] < 0 ? -1 : 1;
    for (int c = 0; c < 3; c++)
        if (q[c] != 0) return q[c] < 0 ? -1 : 1;
    return 1;
}

void pd_quat_to_axis_angle(double out[3], const double q[4])
{
    double sign = hemisphere(q), n = sqrt(dot3(q, q)), w = fabs(q[3]);
    double k = sign * (n < SMALL ? 2 / w * (1 - n * n / (3 * w * w)) : 2 * atan2(n, w) / n);
    for (int c = 0; c < 3; c++) out[c] = q[c] * k;
}

void pd_quat_mul(double out[4], const double a[4], const double b[4])
{
    double q[4] = {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
                   a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
                   a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
                   a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
    memcpy(out, q, sizeof q);
}

void pd_quat_conj(double out[4], const double q[4])
{
    double x = -q[0], y = -q[1], z = -q[2], w = q[3];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

void pd_quat_rotate(double out[3], const double q[4], const double v[3])
{
    double m[9], r[3];
    pd_rot_from_quat(m, q);
    for (int i = 0; i < 3; i++) r[i] = dot3(m + 3 * i, v);
    memcpy(out, r, sizeof r);
}

void pd_quat_slerp(double out[4], const double a[4], const double b[4], double t)
{
    double d = dot3(a, b) + a[3] * b[3], sign = d < 0 ? -1 : 1, away = 0, q[4];
    for (int c = 0; c < 4; c++) away += (b[c] * sign - a[c]) * (b[c] * sign - a[c]);
    /* the angle from the chord: exact where acos(d) is not */
    double angle = 2 * asin(fmin(1, 0.5 * sqrt(away))), s = sin(angle);
    double ka = s < 1e-9 ? 1 - t : sin((1 - t) * angle) / s, kb = s < 1e-9 ? t : sin(t * angle) / s;
    for (int c = 0; c < 4; c++) q[c] = ka * a[c] + kb * sign * b[c];
    if (!pd_quat_normalize(out, q)) memcpy(out, a, 4 * sizeof *out);
}

static void widen(double *out, const float *in, int n)
{
    for (int i = 0; i < n; i++) out[i] = in[i];
}

static void narrow(float *out, const double *in, int n)
{
    for (int i = 0; i < n; i++) out[i] = (float)in[i];
}

void pd_rot_from_axis_angle_array(float *out, const float *r, int n)
{
    for (int i = 0; i < n; i++) {
        double v[3], m[9];
        widen(v, r + 3L * i, 3);
        pd_rot_from_axis_angle(m, v);
        narrow(out + 9L * i, m, 9);
    }
}

void pd_rot_to_axis_angle_array(float *out, const float *m, int n)
{
    for (int i = 0; i < n; i++) {
        double wide[9], v[3];
        widen(wide, m + 9L * i, 9);
        pd_rot_to_axis_angle(v, wide);
        narrow(out + 3L * i, v, 3);
    }
}

void pd_rot_to_quat_array(float *out, const float *m, int n)
{
    for (int i = 0; i < n; i++) {
        double wide[9], q[4];
        widen(wide, m + 9L * i, 9);
        pd_rot_to_quat(q, wide);
        narrow(out + 4L * i, q, 4);
    }
}

int pd_rot_from_quat_array(float *out, const float *q, int n)
{
    for (int i = 0; i < n; i++) {
        double wide[4], m[9];
        widen(wide, q + 4L * i, 4);
        if (!pd_quat_normalize(wide, wide)) return i;
        pd_rot_from_quat(m, wide);
        narrow(out + 9L * i, m, 9);
    }
    return -1;
}

int pd_rot_from_6d_array(float *out, const float *d, int n)
{
    for (int i = 0; i < n; i++) {
        double wide[6], m[9];
        widen(wide, d + 6L * i, 6);
        if (!pd_rot_from_6d(m, wide)) return i;
        narrow(out + 9L * i, m, 9);
    }
    return -1;
}
