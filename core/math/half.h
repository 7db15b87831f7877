#ifndef PD_MATH_HALF_H
#define PD_MATH_HALF_H
/* Numbers of half precision (IEEE 754 binary16): 11 significant bits, at most 65504.
 *
 * Threads  pure functions.   Memory  none.   Errors  none: NaN stays NaN, infinity stays infinity.
 */
#include <stdint.h>

/* Converts a half-precision number (IEEE 754 binary16), exactly. */
float pd_half_to_float(uint16_t half);
/* Rounds to half precision, to nearest, ties to even. Magnitudes beyond 65504 become infinity. */
uint16_t pd_half_from_float(float value);

#endif
