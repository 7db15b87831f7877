#include "train/motion/filter.h"

#include "train/motion/gaussian.h"

#include <math.h>
#include <stdlib.h>

double pd_train_smoothstep(double t)
{
    if (t <= 0) return 0;
    return t >= 1 ? 1 : t * t * (3 - 2 * t);
}

static pd_status out_of_memory(pd_error *err, int count)
{
    return pd_fail(err, PD_ERR_MEMORY, "filter", "out of memory for a curve of %d frames", count);
}

pd_status pd_train_gaussian(double *curve, int count, int stride, double sigma_frames, pd_error *err)
{
    return pd_train_gaussian_curve(curve, count, stride, sigma_frames) ? PD_OK : out_of_memory(err, count);
}

pd_status pd_train_highest(double *curve, int count, int reach_frames, pd_error *err)
{
    if (count < 1 || reach_frames < 1) return PD_OK;
    double *in = malloc((size_t)count * sizeof *in);
    if (!in) return out_of_memory(err, count);
    for (int t = 0; t < count; t++) in[t] = curve[t];
    for (int t = 0; t < count; t++)
        for (int k = t - reach_frames; k <= t + reach_frames; k++)
            curve[t] = fmax(curve[t], in[k < 0 ? 0 : k >= count ? count - 1 : k]);
    free(in);

    return PD_OK;
}

/* Returns the slope at an end: that of the parabola through three knots; 0 if its sign differs from that of
 * the first chord; at most 3 times the chord's slope where the curve turns. h, d: widths and slopes of the
 * two intervals, the outer one first. */
static double end_slope(double h0, double h1, double d0, double d1)
{
    double slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    if (slope * d0 <= 0) return 0;
    return d0 * d1 <= 0 && fabs(slope) > 3 * fabs(d0) ? 3 * d0 : slope;
}

static double inner_slope(double h0, double h1, double d0, double d1)
{
    if (d0 * d1 <= 0) return 0;
    double w0 = 2 * h1 + h0;
    double w1 = h1 + 2 * h0;
    return (w0 + w1) / (w0 / d0 + w1 / d1);
}

/* Returns the cubic Hermite polynomial at t between the knots x[0] and x[1] with values y and slopes. */
static double hermite(double t, const double *x, const double *y, const double *slope)
{
    double h = x[1] - x[0];
    double s = (t - x[0]) / h;
    double s2 = s * s;
    double s3 = s2 * s;

    return (2 * s3 - 3 * s2 + 1) * y[0] + (s3 - 2 * s2 + s) * h * slope[0] + (3 * s2 - 2 * s3) * y[1] +
           (s3 - s2) * h * slope[1];
}

pd_status pd_train_pchip(double *out, int count, const double *x, const double *y, int knot_count,
                         pd_error *err)
{
    double *slope = malloc((size_t)knot_count * sizeof *slope);

    if (!slope) return out_of_memory(err, knot_count);

    /* Slopes at the knots (Fritsch and Carlson's monotone rule in inner_slope and end_slope). */
    double h0 = x[1] - x[0];
    double d0 = (y[1] - y[0]) / h0;
    slope[0] = d0;
    slope[knot_count - 1] = d0;
    for (int i = 1; i + 1 < knot_count; i++) {
        double h1 = x[i + 1] - x[i];
        double d1 = (y[i + 1] - y[i]) / h1;
        if (i == 1) slope[0] = end_slope(h0, h1, d0, d1);
        if (i + 2 == knot_count) slope[knot_count - 1] = end_slope(h1, h0, d1, d0);
        slope[i] = inner_slope(h0, h1, d0, d1);
        h0 = h1;
        d0 = d1;
    }

    /* Evaluate at frames 0, 1, ..; straight beyond the ends. */
    int last = knot_count - 1;
    for (int t = 0, i = 0; t < count; t++) {
        while (i + 2 < knot_count && t >= x[i + 1]) i++;
        if (t < x[0])
            out[t] = y[0] + (t - x[0]) * slope[0];
        else if (t > x[last])
            out[t] = y[last] + (t - x[last]) * slope[last];
        else
            out[t] = hermite(t, x + i, y + i, slope + i);
    }

    free(slope);
    return PD_OK;
}
