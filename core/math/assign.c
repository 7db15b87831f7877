#include "core/math/assign.h"

#include "core/base/assert.h"

#include <math.h>

/* Returns the number of columns with the added ones: each row has a column of its own for being left
 * unassigned, and paths begin at column 0. */
static size_t wide(int rows, int columns)
{
    return (size_t)rows + (size_t)columns + 1;
}

size_t pd_assign_scratch_bytes(int rows, int columns)
{
    return (2 * wide(rows, columns) + (size_t)rows + 1) * sizeof(double) +
           3 * wide(rows, columns) * sizeof(int);
}

/* Returns the cost of assigning a row to a column, both counted from 1. */
static double assign_cost_of(const double *cost, int row, int column, int rows, int columns, double leave)
{
    if (column <= columns) return cost[(size_t)(row - 1) * (size_t)columns + (size_t)column - 1];
    return column - columns == row && row <= rows ? leave : INFINITY;
}

bool pd_assign(int *column, const double *cost, int rows, int columns, double leave, void *scratch)
{
    PD_ASSERT(rows >= 0 && columns >= 0);
    const int all = (int)wide(rows, columns);
    double *price = scratch;
    double *near = price + all;
    double *yield = near + all; /* duals of columns and rows */
    int *owner = (int *)(yield + rows + 1);
    int *from = owner + all;
    int *closed = from + all;

    /* Nobody owns a column; all prices are 0. */
    for (int c = 0; c < all; c++) {
        price[c] = 0;
        owner[c] = 0;
    }

    for (int r = 0; r <= rows; r++) yield[r] = 0;

    for (int first = 1; first <= rows; first++) {
        int at = 0;
        owner[0] = first;
        for (int c = 0; c < all; c++) {
            near[c] = INFINITY;
            closed[c] = 0;
        }

        /* Dijkstra's search over the columns for the nearest one without an owner. */
        do {
            const int row = owner[at];
            PD_DEBUG_ASSERT(row >= 1 && row <= rows && !closed[at]);
            double least = INFINITY;
            int next = 0;
            closed[at] = 1;
            for (int c = 1; c < all; c++) {
                if (closed[c]) continue;
                const double far = assign_cost_of(cost, row, c, rows, columns, leave) - yield[row] - price[c];
                if (far < near[c]) {
                    near[c] = far;
                    from[c] = at;
                }

                if (near[c] < least) {
                    least = near[c];
                    next = c;
                }
            }

            if (!next) return false;

            /* Move the prices so that the closed columns keep the cost 0. */
            for (int c = 0; c < all; c++) {
                if (closed[c]) {
                    yield[owner[c]] += least;
                    price[c] -= least;
                } else
                    near[c] -= least;
            }

            at = next;
        } while (owner[at]);

        /* Shift the assignments along the path, from its end to `first`. */
        while (at) {
            PD_DEBUG_ASSERT(from[at] >= 0 && from[at] < all);
            owner[at] = owner[from[at]];
            at = from[at];
        }
    }

    /* Columns beyond the given ones stand for rows that are left out. */
    for (int r = 0; r < rows; r++) column[r] = -1;
    for (int c = 1; c <= columns; c++)
        if (owner[c]) column[owner[c] - 1] = c - 1;

    return true;
}
