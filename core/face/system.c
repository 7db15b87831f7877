#include "core/face/system.h"

#include "core/base/assert.h"

#include <stdlib.h>
#include <string.h>

/* Bounds of a factor by rows: surfaces of 60,000 vertices have 60 entries and 15,000 operations a row. */
#define ENTRIES_MOST    400.0
#define OPERATIONS_MOST 300000.0

static int compare_system_rows(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

bool pd_face_system_make(pd_face_system *out, const pd_face_mesh *mesh)
{
    const size_t n = (size_t)mesh->count, entries = n + (size_t)mesh->near_start[mesh->count] + 1;

    *out = (pd_face_system){.mesh = mesh,
                            .start = malloc((n + 1) * sizeof *out->start),
                            .row = malloc(entries * sizeof *out->row),
                            .value = malloc(entries * sizeof *out->value),
                            .scratch = malloc(3 * n * sizeof *out->scratch)};
    if (!out->start || !out->row || !out->value || !out->scratch) {
        pd_face_system_deinit(out);
        return false;
    }

    /* Columns: the diagonal, then neighbours with larger numbers. */
    int used = 0;
    for (int v = 0; v < mesh->count; v++) {
        out->start[v] = used;
        out->row[used++] = v;
        for (int k = mesh->near_start[v]; k < mesh->near_start[v + 1]; k++)
            if (mesh->near[k] > v) out->row[used++] = mesh->near[k];
        qsort(out->row + out->start[v], (size_t)(used - out->start[v]), sizeof *out->row,
              compare_system_rows);
    }
    out->start[mesh->count] = used;
    pd_face_system_clear(out);

    return true;
}

void pd_face_system_deinit(pd_face_system *system)
{
    free(system->start);
    free(system->row);
    free(system->value);
    free(system->scratch);
    pd_k_sparse_deinit(&system->factor);
    *system = (pd_face_system){0};
}

void pd_face_system_clear(pd_face_system *system)
{
    memset(system->value, 0, (size_t)system->start[system->mesh->count] * sizeof *system->value);
    pd_k_sparse_deinit(&system->factor);
}

void pd_face_system_add(pd_face_system *system, int i, int j, double value)
{
    const int low = i < j ? i : j, high = i < j ? j : i;
    int first = system->start[low], end = system->start[low + 1];

    /* Rows of a column ascend. */
    while (end - first > 1) {
        const int middle = first + (end - first) / 2;
        if (system->row[middle] <= high)
            first = middle;
        else
            end = middle;
    }
    PD_ASSERT(system->row[first] == high);
    system->value[first] += value;
}

void pd_face_system_spring(pd_face_system *system, int i, int j, double weight)
{
    pd_face_system_add(system, i, i, weight);
    pd_face_system_add(system, j, j, weight);
    pd_face_system_add(system, i, j, -weight);
}

bool pd_face_system_factor(pd_face_system *system)
{
    const double n = system->mesh->count;
    const pd_k_sparse_bound most = {ENTRIES_MOST * (n + 1000), OPERATIONS_MOST * (n + 1000)};

    return pd_k_sparse_factor_within(&system->factor, system->mesh->count, system->start, system->row,
                                     system->value, &most) != 0;
}

void pd_face_system_solve(double (*b)[3], pd_face_system *system)
{
    pd_k_sparse_solve3(b[0], &system->factor, system->scratch);
}
