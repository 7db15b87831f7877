/* Products with the Jacobian, whose columns are stored one after the other,
 * and the iteration count of the solvers. */
#include "core/ik/job/rows.h"
#include "core/base/assert.h"

#include <stdbool.h>
#include <string.h>

bool pd_ik_search_next(pd_ik_search *search, const pd_ik_problem *problem, int *here)
{
    PD_ASSERT(*here >= 0);
    if (*here >= search->most) return false;
    if (problem->job->keep_going && !problem->job->keep_going(problem->job->ctx)) {
        search->cut = 1;
        return false;
    }

    ++*here;
    search->used++;

    return true;
}

void pd_ik_rows_gram(double *a, const pd_ik_problem *p, int from, int to, double lambda)
{
    PD_ASSERT(from >= 0 && from <= to && to <= p->m);
    int m = to - from;
    memset(a, 0, (size_t)m * (size_t)m * sizeof *a);
    for (int i = 0; i < p->n; i++) {
        if (p->held[i]) continue;
        const double *j = p->jacobian + (size_t)i * (size_t)p->m + from;
        for (int r = 0; r < m; r++) {
            double jr = j[r];
            double *row = a + r * m;
            if (jr == 0) continue;
            for (int c = 0; c <= r; c++) row[c] += jr * j[c];
        }
    }

    for (int r = 0; r < m; r++) a[r * m + r] += lambda;
}

void pd_ik_rows_times(double *out, const pd_ik_problem *p, int from, int to, const double *v)
{
    PD_ASSERT(from >= 0 && from <= to && to <= p->m);
    memset(out, 0, (size_t)(to - from) * sizeof *out);
    for (int i = 0; i < p->n; i++) {
        if (p->held[i]) continue;
        const double *j = p->jacobian + (size_t)i * (size_t)p->m + from;
        for (int r = 0; r < to - from; r++) out[r] += j[r] * v[i];
    }
}

void pd_ik_rows_back(double *out, const pd_ik_problem *p, int from, int to, const double *y)
{
    PD_ASSERT(from >= 0 && from <= to && to <= p->m);
    for (int i = 0; i < p->n; i++) {
        const double *j = p->jacobian + (size_t)i * (size_t)p->m + from;
        double sum = 0;
        for (int r = 0; r < to - from && !p->held[i]; r++) sum += j[r] * y[r];
        out[i] = sum;
    }
}

void pd_ik_problem_nudge(pd_ik_problem *p, double part)
{
    for (int i = 0; i < p->n; i++) {
        if (p->node_of[i] < 0) continue;
        double half = p->inverse_half2[i] > 0 ? 1 / sqrt(p->inverse_half2[i]) : 1;
        double step = part * fmin(half, 1) * (i % 2 ? -1 : 1);

        /* Change the sign if the step would leave the range. */
        if (p->q[i] + step > p->high[i] || p->q[i] + step < p->low[i]) step = -step;
        p->q[i] += step;
    }

    pd_ik_problem_clamp(p);
}
