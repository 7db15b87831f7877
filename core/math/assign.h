#ifndef PD_MATH_ASSIGN_H
#define PD_MATH_ASSIGN_H
/* Who goes with whom: the assignment of rows to columns of least cost (Kuhn 1955, by shortest augmenting paths: Jonker and Volgenant 1987).
 *
 *     minimise  sum_i cost(i, column_i)        every row has one column, no two rows the same
 *
 * A row may be left out at a price: `leave`, INFINITY where none must be. A pair that cannot be has the cost INFINITY. It takes at most
 * rows^2 (rows + columns) steps.
 *
 * Shapes   cost (R,C) row-major, finite or INFINITY, of any sign.
 * Memory   scratch is the caller's: _scratch_bytes, aligned for doubles.   Threads  pure.
 */
#include <stdbool.h>
#include <stddef.h>

size_t pd_assign_scratch_bytes(int rows, int columns);
/* column (R): of each row, -1 where it is left out. false: a row that must not be left out has no column; column is undefined then. */
bool pd_assign(int *column, const double *cost, int rows, int columns, double leave, void *scratch);

#endif
