#ifndef PD_KERNEL_BYTES_DECIMALS_H
#define PD_KERNEL_BYTES_DECIMALS_H
/* Writes long arrays of numbers with six decimals, many at a time, with the texts of pd_io_numbers_fixed
 * (core/base/text/number.h).
 *
 * Memory   appends to the buffer.   Threads  pure functions.   Errors  those of pd_io_numbers_fixed.
 */
#include "core/base/buffer.h"

#include <stddef.h>

/* Appends `count` numbers with six decimals at most, a separator between each two. */
pd_status pd_k_decimals_add(pd_buffer *out, const float *values, size_t count, char separator,
                            const char *where, pd_error *err);

/* Writes numbers, each after a separator, eight at a time, and stops at the first eight of which one has a
 * size of 10 or more. Returns how many numbers were written; *end moves to the end of the text. The text
 * needs room for 16 bytes a number and PD_K_DECIMALS_SLACK. Only pd_k_decimals_add calls them. */
typedef size_t pd_k_decimals_fn(char **end, const float *values, size_t count, char separator);

#define PD_K_DECIMALS_SLACK 64 /* bytes that are written behind the end, at most */

#if defined(__x86_64__)
pd_k_decimals_fn pd_k_decimals_avx2;
/* Needs AVX-512 with VBMI2 (Ice Lake, Zen 4). */
pd_k_decimals_fn pd_k_decimals_avx512;
#endif

#endif
