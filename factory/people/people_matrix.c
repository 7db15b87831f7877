/* Small dense matrices. */
#include "factory/people/people_parts.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"

#include <stdbool.h>
#include <string.h>

pd_factory_matrix pd_factory_matrix_plain(const double *values, int rows, int columns)
{
    return (pd_factory_matrix){.values = values, .rows = rows, .columns = columns, .transposed = false};
}

pd_factory_matrix pd_factory_matrix_transposed(const double *values, int rows, int columns)
{
    return (pd_factory_matrix){.values = values, .rows = rows, .columns = columns, .transposed = true};
}

void pd_factory_matrix_multiply(double *out, pd_factory_matrix a, pd_factory_matrix b)
{
    PD_ASSERT((a.transposed ? a.rows : a.columns) == (b.transposed ? b.columns : b.rows));
    const int m = a.transposed ? a.columns : a.rows;
    const int k = a.transposed ? a.rows : a.columns;
    const int n = b.transposed ? b.rows : b.columns;
    pd_k_gemm(out, a.values, a.transposed, b.values, b.transposed, m, n, k, 1, 0);
}

bool pd_factory_matrix_factor(double *a, int n)
{
    PD_ASSERT(n > 0);
    if (!pd_k_cholesky(a, n)) return false;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) a[i * n + j] = 0;
    return true;
}

void pd_factory_matrix_invert_lower(double *out, const double *l, int n)
{
    memset(out, 0, (size_t)n * (size_t)n * sizeof *out);
    for (int c = 0; c < n; c++)
        for (int r = c; r < n; r++) {
            double sum = r == c ? 1 : 0;
            for (int k = c; k < r; k++) sum -= l[r * n + k] * out[k * n + c];
            out[r * n + c] = sum / l[r * n + r];
        }
}
