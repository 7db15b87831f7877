#include "core/base/pages.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* from linux/mman.h; the headers may be older than the kernel */
#endif

#define PAGE  4096
#define LEAST ((size_t)256 << 10) /* smaller blocks are not worth a call, and seldom fresh */

void pd_pages_fetch(void *block, size_t bytes)
{
    uintptr_t from = ((uintptr_t)block + PAGE - 1) / PAGE * PAGE,
              to = ((uintptr_t)block + bytes) / PAGE * PAGE;
    int before = errno;
    if (bytes >= LEAST) madvise((void *)from, to - from, MADV_POPULATE_WRITE);
    errno = before;
}
