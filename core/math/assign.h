#ifndef PD_MATH_ASSIGN_H
#define PD_MATH_ASSIGN_H
/* Solves the assignment problem: pairs rows with columns at the least total cost (Kuhn 1955; by shortest
 * augmenting paths, Jonker and Volgenant 1987).
 *
 *     minimise  sum_i cost(i, column_i)        each row has one column or none; no column has two rows
 *
 * A row without a column costs `leave`; with `leave` INFINITY every row must have a column. INFINITY in
 * `cost` forbids a pair. The solver takes at most rows^2 (rows + columns) steps.
 *
 * Shapes   R rows, C columns; cost (R,C) row-major, finite or INFINITY, of any sign.
 * Memory   allocates nothing; the caller passes scratch, aligned for doubles.   Threads  pure functions.
 */
#include <stdbool.h>
#include <stddef.h>

/* Returns the bytes of scratch that pd_assign needs. */
size_t pd_assign_scratch_bytes(int rows, int columns);
/* Writes the column of each row to column (R), -1 for a row without one. Returns false, with `column`
 * undefined, when `leave` is INFINITY and some row can have no column. */
bool pd_assign(int *column, const double *cost, int rows, int columns, double leave, void *scratch);

#endif
