#ifndef PD_BASE_NUMBER_H
#define PD_BASE_NUMBER_H
/* Numbers as text, fast: for JSON and OBJ.
 *
 * fixed     at most `digits` decimals (0 to 9), rounded to nearest, ties to even; the product of a float
 *           and 10^9 is exact in double, so the rounding is that of the float's true value. Trailing zeros
 *           and a bare point are left out ("1.5", "2"), negative zero is "0".
 * shortest  the shortest decimal that reads back to the same float, the closest one of that length
 *           (Giulietti, The Schubfach way to render doubles, 2021). Plain decimals from 1e-5 to 1e9, else
 *           1.5e-7. Negative zero is "-0": it must read back to the same bits.
 *
 * NaN and infinity are no JSON: the single-number functions must not be given them (they write "0"), the
 * array functions refuse them and name the index. The text is not terminated. Locale is not consulted.
 */
#include "core/base/buffer.h"

#define PD_IO_NUMBER_BYTES  64 /* of one number, at most */
#define PD_IO_NUMBER_DIGITS 6  /* a micrometre                       */

/* Both write at out (PD_IO_NUMBER_BYTES) and return the length. */
size_t pd_io_number_fixed(char *out, float value, int digits);
size_t pd_io_number_shortest(char *out, float value);

/* count numbers with separators between them ("1,2,3"; no brackets). ERR_INVALID names where/index when one
 * is not finite; ERR_RANGE when digits is not 0 to 9. */
pd_status pd_io_numbers_fixed(pd_buffer *out, const float *values, size_t count, int digits, char separator,
                              const char *where, pd_error *err);
pd_status pd_io_numbers_shortest(pd_buffer *out, const float *values, size_t count, char separator,
                                 const char *where, pd_error *err);
/* Up to count numbers of the text from its beginning, with white space between (strtod's: nan and inf too); how many there were. */
int pd_io_numbers_read(double *out, int count, const char *text);

/* A JSON string with its quotes: control characters, quotes and backslashes escaped. */
void pd_io_json_string(pd_buffer *out, const char *text);

#endif
