#include "core/base/pages.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* of linux/mman.h, in kernels before the headers */
#endif

#define PAGE  4096
#define LEAST ((size_t)256 << 10) /* less is not worth a call, and is seldom fresh */

void pd_pages_fetch(void *block, size_t bytes)
{
    uintptr_t from = ((uintptr_t)block + PAGE - 1) / PAGE * PAGE,
              to = ((uintptr_t)block + bytes) / PAGE * PAGE;
    int before = errno;
    if (bytes >= LEAST) madvise((void *)from, to - from, MADV_POPULATE_WRITE);
    errno = before;
}
