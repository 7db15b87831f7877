#include "core/math/rotation.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"
#include "core/math/mat3.h"
#include "core/math/quat.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define SMALL 1e-4 /* below it the series are exact to double rounding */

void pd_rot_from_axis_angle(double out[9], const double r[3])
{
    double t2 = pd_dot3(r, r);
    double t = sqrt(t2);
    double x = r[0];
    double y = r[1];
    double z = r[2];

    /* s = sin(t)/t, c = (1 - cos(t))/t^2 written with sin(t/2): no cancellation for small t */
    double half = t > 0 ? pd_sin(0.5 * t) / t : 0.5;
    double s = t < SMALL ? 1 - t2 / 6 : pd_sin(t) / t;
    double c = t < SMALL ? 0.5 - t2 / 24 : 2 * half * half;
    double m[9] = {1 - c * (y * y + z * z), c * x * y - s * z,       c * x * z + s * y,
                   c * x * y + s * z,       1 - c * (x * x + z * z), c * y * z - s * x,
                   c * x * z - s * y,       c * y * z + s * x,       1 - c * (x * x + y * y)};

    memcpy(out, m, sizeof m);
}

void pd_rot_to_axis_angle(double out[3], const double m[9])
{
    pd_vec3 r = pd_q_to_rotvec(pd_q_from_matrix(m));
    out[0] = r.x;
    out[1] = r.y;
    out[2] = r.z;
}

static bool normalize3(double out[3], const double v[3])
{
    double n = sqrt(pd_dot3(v, v));
    if (!(n > 1e-12) || !isfinite(n)) return false;
    for (int c = 0; c < 3; c++) out[c] = v[c] / n;
    return true;
}

void pd_rot_left_jacobian(double out[9], const double r[3])
{
    const double t2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    const double t = sqrt(t2);

    /* Series near 0; the next terms are below the last bit at t = 1e-2. */
    const bool is_small = t < 1e-2;
    const double a = is_small ? 0.5 - t2 / 24 + t2 * t2 / 720 : (1 - pd_cos(t)) / t2;
    const double b = is_small ? 1.0 / 6 - t2 / 120 + t2 * t2 / 5040 : (t - pd_sin(t)) / (t2 * t);

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) out[3 * i + k] = b * r[i] * r[k] + (i == k) * (1 - b * t2);
    out[1] -= a * r[2];
    out[2] += a * r[1];
    out[3] += a * r[2];
    out[5] -= a * r[0];
    out[6] -= a * r[1];
    out[7] += a * r[0];
}

bool pd_rot_from_6d(double out[9], const double d[6])
{
    double x[3], y[3], z[3];

    if (!normalize3(x, d)) return false;
    double along = pd_dot3(x, d + 3);
    for (int c = 0; c < 3; c++) y[c] = d[3 + c] - along * x[c];
    if (!normalize3(y, y)) return false;
    z[0] = x[1] * y[2] - x[2] * y[1];
    z[1] = x[2] * y[0] - x[0] * y[2];
    z[2] = x[0] * y[1] - x[1] * y[0];
    for (int r = 0; r < 3; r++) {
        out[3 * r] = x[r];
        out[3 * r + 1] = y[r];
        out[3 * r + 2] = z[r];
    }

    return true;
}

void pd_rot_to_6d(double out[6], const double m[9])
{
    double d[6] = {m[0], m[3], m[6], m[1], m[4], m[7]};
    memcpy(out, d, sizeof d);
}

void pd_rot_mul(double out[9], const double a[9], const double b[9])
{
    double m[9];
    pd_mat3_mul(m, a, b);
    memcpy(out, m, sizeof m);
}

double pd_rot_error(const double m[9])
{
    double worst = 0;

    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            double e = fabs(pd_dot3(m + 3 * r, m + 3 * c) - (r == c));
            if (!(e <= worst)) worst = e;
        }
    double det = m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
                 m[2] * (m[3] * m[7] - m[4] * m[6]);

    return isfinite(worst) && (det > 0 || worst > 2) ? worst : 2;
}

static void rotation_widen(double *out, const float *in, int n)
{
    for (int i = 0; i < n; i++) out[i] = in[i];
}

static void narrow(float *out, const double *in, int n)
{
    for (int i = 0; i < n; i++) out[i] = (float)in[i];
}

void pd_rot_from_axis_angle_array(float *out, const float *r, int n)
{
    PD_ASSERT(n >= 0);
    for (int i = 0; i < n; i++) {
        double v[3], m[9];
        rotation_widen(v, r + 3L * i, 3);
        pd_rot_from_axis_angle(m, v);
        narrow(out + 9L * i, m, 9);
    }
}

void pd_rot_to_axis_angle_array(float *out, const float *m, int n)
{
    PD_ASSERT(n >= 0);
    for (int i = 0; i < n; i++) {
        double wide[9], v[3];
        rotation_widen(wide, m + 9L * i, 9);
        pd_rot_to_axis_angle(v, wide);
        narrow(out + 3L * i, v, 3);
    }
}

void pd_rot_to_quat_array(float *out, const float *m, int n)
{
    PD_ASSERT(n >= 0);
    for (int i = 0; i < n; i++) {
        double wide[9];
        rotation_widen(wide, m + 9L * i, 9);
        pd_quat q = pd_q_from_matrix(wide);
        double sign = pd_q_hemisphere(q);
        narrow(out + 4L * i, (double[4]){sign * q.x, sign * q.y, sign * q.z, sign * q.w}, 4);
    }
}

int pd_rot_from_quat_array(float *out, const float *q, int n)
{
    PD_ASSERT(n >= 0);
    for (int i = 0; i < n; i++) {
        const float *in = q + 4L * i;
        pd_quat unit;
        double m[9];
        if (!pd_q_unit(&unit, (pd_quat){in[0], in[1], in[2], in[3]})) return i;
        pd_q_to_matrix(m, unit);
        narrow(out + 9L * i, m, 9);
    }

    return -1;
}

int pd_rot_from_6d_array(float *out, const float *d, int n)
{
    PD_ASSERT(n >= 0);
    for (int i = 0; i < n; i++) {
        double wide[6], m[9];
        rotation_widen(wide, d + 6L * i, 6);
        if (!pd_rot_from_6d(m, wide)) return i;
        narrow(out + 9L * i, m, 9);
    }

    return -1;
}
