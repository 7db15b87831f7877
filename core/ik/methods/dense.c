#include "core/ik/methods/dense.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define SINGULAR 1e-14 /* of the diagonal: least pivot */

int pd_ik_cholesky(double *a, int n)
{
    for (int j = 0; j < n; j++) {
        double d = a[j * n + j];
        double least = SINGULAR * d;
        for (int k = 0; k < j; k++) d -= a[j * n + k] * a[j * n + k];
        if (!(d > least)) return 0;
        double inverse = 1 / sqrt(d);
        a[j * n + j] = inverse; /* the diagonal stores 1 / l_jj, so that solving needs no division */
        for (int i = j + 1; i < n; i++) {
            double s = a[i * n + j];
            for (int k = 0; k < j; k++) s -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = s * inverse;
        }
    }

    return 1;
}

void pd_ik_cholesky_solve(double *x, const double *l, int n)
{
    for (int i = 0; i < n; i++) {
        double s = x[i];
        for (int k = 0; k < i; k++) s -= l[i * n + k] * x[k];
        x[i] = s * l[i * n + i];
    }

    for (int i = n - 1; i >= 0; i--) {
        double s = x[i];
        for (int k = i + 1; k < n; k++) s -= l[k * n + i] * x[k];
        x[i] = s * l[i * n + i];
    }
}

/* pd_ik_cholesky of six rows, unrolled, so that L stays in registers. */
bool pd_ik_cholesky6(double *a)
{
    /* Column by column. Inverse square roots of the pivots are stored, so that solving needs no division. A
     * pivot that lost nearly all of its value means a singular matrix. */
    const double d0 = a[0];

    if (!(d0 > SINGULAR * a[0])) return false;

    const double i0 = 1 / sqrt(d0);
    const double l10 = (a[6]) * i0;
    const double l20 = (a[12]) * i0;
    const double l30 = (a[18]) * i0;
    const double l40 = (a[24]) * i0;
    const double l50 = (a[30]) * i0;
    const double d1 = a[7] - l10 * l10;
    if (!(d1 > SINGULAR * a[7])) return false;

    const double i1 = 1 / sqrt(d1);
    const double l21 = (a[13] - l20 * l10) * i1;
    const double l31 = (a[19] - l30 * l10) * i1;
    const double l41 = (a[25] - l40 * l10) * i1;
    const double l51 = (a[31] - l50 * l10) * i1;
    const double d2 = a[14] - l20 * l20 - l21 * l21;
    if (!(d2 > SINGULAR * a[14])) return false;

    const double i2 = 1 / sqrt(d2);
    const double l32 = (a[20] - l30 * l20 - l31 * l21) * i2;
    const double l42 = (a[26] - l40 * l20 - l41 * l21) * i2;
    const double l52 = (a[32] - l50 * l20 - l51 * l21) * i2;
    const double d3 = a[21] - l30 * l30 - l31 * l31 - l32 * l32;
    if (!(d3 > SINGULAR * a[21])) return false;

    const double i3 = 1 / sqrt(d3);
    const double l43 = (a[27] - l40 * l30 - l41 * l31 - l42 * l32) * i3;
    const double l53 = (a[33] - l50 * l30 - l51 * l31 - l52 * l32) * i3;
    const double d4 = a[28] - l40 * l40 - l41 * l41 - l42 * l42 - l43 * l43;
    if (!(d4 > SINGULAR * a[28])) return false;

    const double i4 = 1 / sqrt(d4);
    const double l54 = (a[34] - l50 * l40 - l51 * l41 - l52 * l42 - l53 * l43) * i4;
    const double d5 = a[35] - l50 * l50 - l51 * l51 - l52 * l52 - l53 * l53 - l54 * l54;
    if (!(d5 > SINGULAR * a[35])) return false;

    const double i5 = 1 / sqrt(d5);

    /* Write L back, with the inverses on its diagonal. */
    a[0] = i0;
    a[6] = l10;
    a[12] = l20;
    a[18] = l30;
    a[24] = l40;
    a[30] = l50;
    a[7] = i1;
    a[13] = l21;
    a[19] = l31;
    a[25] = l41;
    a[31] = l51;
    a[14] = i2;
    a[20] = l32;
    a[26] = l42;
    a[32] = l52;
    a[21] = i3;
    a[27] = l43;
    a[33] = l53;
    a[28] = i4;
    a[34] = l54;
    a[35] = i5;

    return true;
}

void pd_ik_cholesky6_solve(double *x, const double *l)
{
    /* Forward, then backward substitution. l holds the factor with inverse pivots on the diagonal. */
    const double y0 = x[0] * l[0];
    const double y1 = (x[1] - l[6] * y0) * l[7];
    const double y2 = (x[2] - l[12] * y0 - l[13] * y1) * l[14];
    const double y3 = (x[3] - l[18] * y0 - l[19] * y1 - l[20] * y2) * l[21];
    const double y4 = (x[4] - l[24] * y0 - l[25] * y1 - l[26] * y2 - l[27] * y3) * l[28];
    const double y5 = (x[5] - l[30] * y0 - l[31] * y1 - l[32] * y2 - l[33] * y3 - l[34] * y4) * l[35];

    x[5] = y5 * l[35];
    x[4] = (y4 - l[34] * x[5]) * l[28];
    x[3] = (y3 - l[27] * x[4] - l[33] * x[5]) * l[21];
    x[2] = (y2 - l[20] * x[3] - l[26] * x[4] - l[32] * x[5]) * l[14];
    x[1] = (y1 - l[13] * x[2] - l[19] * x[3] - l[25] * x[4] - l[31] * x[5]) * l[7];
    x[0] = (y0 - l[6] * x[1] - l[12] * x[2] - l[18] * x[3] - l[24] * x[4] - l[30] * x[5]) * l[0];
}

/* Applies the rotation in the plane of p and q that makes a_pq zero (Golub and Van Loan, 8.5). */
static void rotate_dense(double *a, double *v, int n, int p, int q)
{
    double apq = a[p * n + q];
    double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
    double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(1 + theta * theta));
    double c = 1 / sqrt(1 + t * t);
    double s = t * c;

    for (int k = 0; k < n; k++) {
        double x = a[k * n + p];
        double y = a[k * n + q];
        a[k * n + p] = c * x - s * y;
        a[k * n + q] = s * x + c * y;
    }

    for (int k = 0; k < n; k++) {
        double x = a[p * n + k];
        double y = a[q * n + k];
        a[p * n + k] = c * x - s * y;
        a[q * n + k] = s * x + c * y;
        x = v[p * n + k];
        y = v[q * n + k];
        v[p * n + k] = c * x - s * y;
        v[q * n + k] = s * x + c * y;
    }
}

void pd_ik_eigen(double *values, double *vectors, double *a, int n)
{
    double trace = 0;

    for (int i = 0; i < n; i++) {
        trace += fabs(a[i * n + i]);
        for (int j = 0; j < n; j++) vectors[i * n + j] = i == j;
        for (int j = 0; j < i; j++) a[j * n + i] = a[i * n + j];
    }

    for (int sweep = 0; sweep < 30; sweep++) {
        double off_diagonal = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) off_diagonal += a[i * n + j] * a[i * n + j];
        if (!(off_diagonal > 1e-30 * trace * trace)) break;

        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++)
                if (a[p * n + q] != 0) rotate_dense(a, vectors, n, p, q);
    }

    for (int i = 0; i < n; i++) values[i] = a[i * n + i];
}
