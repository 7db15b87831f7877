#include "core/ik/dense.h"

#include <math.h>
#include <string.h>

#define SINGULAR 1e-14 /* of the diagonal: a smaller pivot is no pivot */

static inline int factor(double *a, int n)
{
    for (int j = 0; j < n; j++) {
        double d = a[j * n + j], least = SINGULAR * d;
        for (int k = 0; k < j; k++) d -= a[j * n + k] * a[j * n + k];
        if (!(d > least)) return 0;
        double inverse = 1 / sqrt(d);
        a[j * n + j] = inverse; /* the diagonal keeps 1 / l_jj: solving only multiplies */
        for (int i = j + 1; i < n; i++) {
            double s = a[i * n + j];
            for (int k = 0; k < j; k++) s -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = s * inverse;
        }
    }
    return 1;
}

static inline void substitute(double *x, const double *l, int n)
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

int pd_ik_cholesky(double *a, int n)
{
    return factor(a, n);
}

void pd_ik_cholesky_solve(double *x, const double *l, int n)
{
    substitute(x, l, n);
}

int pd_ik_cholesky6(double *a)
{
    return factor(a, 6);
}

void pd_ik_cholesky6_solve(double *x, const double *l)
{
    substitute(x, l, 6);
}

/* One rotation in the plane of p and q that makes a_pq zero (Golub and Van Loan, 8.5). */
static void rotate(double *a, double *v, int n, int p, int q)
{
    double apq = a[p * n + q];
    double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
    double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(1 + theta * theta));
    double c = 1 / sqrt(1 + t * t), s = t * c;
    for (int k = 0; k < n; k++) {
        double x = a[k * n + p], y = a[k * n + q];
        a[k * n + p] = c * x - s * y;
        a[k * n + q] = s * x + c * y;
    }
    for (int k = 0; k < n; k++) {
        double x = a[p * n + k], y = a[q * n + k];
        a[p * n + k] = c * x - s * y;
        a[q * n + k] = s * x + c * y;
        x = v[p * n + k], y = v[q * n + k];
        v[p * n + k] = c * x - s * y;
        v[q * n + k] = s * x + c * y;
    }
}

static double off_diagonal(const double *a, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) sum += a[i * n + j] * a[i * n + j];
    return sum;
}

void pd_ik_eigen(double *values, double *vectors, double *a, int n)
{
    double trace = 0;
    for (int i = 0; i < n; i++) {
        trace += fabs(a[i * n + i]);
        for (int j = 0; j < n; j++) vectors[i * n + j] = i == j;
        for (int j = 0; j < i; j++) a[j * n + i] = a[i * n + j];
    }
    for (int sweep = 0; sweep < 30 && off_diagonal(a, n) > 1e-30 * trace * trace; sweep++)
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++)
                if (a[p * n + q] != 0) rotate(a, vectors, n, p, q);
    for (int i = 0; i < n; i++) values[i] = a[i * n + i];
}
