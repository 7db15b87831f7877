#ifndef PD_KERNEL_DECIMALS_H
#define PD_KERNEL_DECIMALS_H
/* Writes long arrays of numbers with six decimals, many at a time, with the texts of pd_io_numbers_fixed (core/base/number.h).
 *
 * Memory   appends to the buffer.   Threads  pure functions.   Errors  those of pd_io_numbers_fixed.
 */
#include "core/base/buffer.h"

#include <stddef.h>

/* Appends `count` numbers with six decimals at most, a separator between each two. */
pd_status pd_k_decimals_add(pd_buffer *out, const float *values, size_t count, char separator,
                            const char *where, pd_error *err);

/* Writes numbers, each after a separator, in eights as long as the sizes of all eight are below 10. Returns how many; *end moves to the end of the text. Room for 16 bytes a
 * number. For _add. */
size_t pd_k_decimals_avx2(char **end, const float *values, size_t count, char separator);

#endif
