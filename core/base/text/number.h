#ifndef PD_BASE_TEXT_NUMBER_H
#define PD_BASE_TEXT_NUMBER_H
/* Writes float32 numbers as text for JSON and OBJ, faster than printf and independent of the locale.
 *
 * fixed     at most `digits` decimals (0 to 9), rounded to nearest, ties to even. The product of a float and
 *           10^9 is exact in double, so the float's true value is rounded. Trailing zeros and a point at the
 *           end are left out ("1.5", "2"); negative zero is "0".
 * shortest  the shortest decimal that reads back to the same float; among those of that length, the closest
 *           (Giulietti, The Schubfach way to render doubles, 2021). Plain decimals from 1e-5 to 1e9, else an
 *           exponent ("1.5e-7"). Negative zero is "-0", which reads back to the same bits.
 *
 * JSON has no NaN and no infinity. Functions of one number must not be given them (they write "0"). Functions
 * of arrays refuse them and name the index.
 */
#include "core/base/buffer.h"

#include <stdbool.h>

#define PD_IO_NUMBER_BYTES  64 /* room that the text of one number needs                  */
#define PD_IO_NUMBER_DIGITS 6  /* default decimals of lengths in metres: a micrometre     */

/* Write the text of one finite number to out (PD_IO_NUMBER_BYTES),
 * without a closing zero. Return its length. */
size_t pd_io_number_fixed(char *out, float value, int digits);
size_t pd_io_number_shortest(char *out, float value);

/* Append `count` numbers with a separator between each two ("1,2,3"), without brackets. ERR_INVALID at
 * "where/index" when a number is not finite; ERR_RANGE when digits is not 0 to 9; ERR_MEMORY. */
pd_status pd_io_numbers_fixed(pd_buffer *out, const float *values, size_t count, int digits, char separator,
                              const char *where, pd_error *err);
pd_status pd_io_numbers_shortest(pd_buffer *out, const float *values, size_t count, char separator,
                                 const char *where, pd_error *err);
/* Checks that all of `count` numbers are finite. ERR_INVALID at "where/index", with NaN or infinity, for the
 * first one that is not; where may be NULL. */
pd_status pd_io_numbers_check_finite(const float *values, size_t count, const char *where, pd_error *err);
/* Returns whether all of `count` numbers are 0 or -0. */
bool pd_io_numbers_are_zero(const float *values, size_t count);
/* Reads up to `count` numbers, separated by white space, from the beginning of a text; strtod's notations,
 * also nan and inf. Returns how many it read. */
int pd_io_numbers_read(double *out, int count, const char *text);

/* Appends a text as a JSON string in quotes; control characters, quotes and backslashes are escaped. */
void pd_io_json_string(pd_buffer *out, const char *text);

#endif
