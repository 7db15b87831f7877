#include "core/base/machine/pages.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* from linux/mman.h; the headers may be older than the kernel */
#endif
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

#define PAGE  4096
#define LEAST ((size_t)256 << 10) /* smaller blocks are not worth a call, and seldom fresh */

/* Gives advice on the pages that lie wholly within a block. */
static void advise(const void *block, size_t bytes, int advice)
{
    const uintptr_t from = ((uintptr_t)block + PAGE - 1) / PAGE * PAGE;
    const uintptr_t to = ((uintptr_t)block + bytes) / PAGE * PAGE;
    const int before = errno;
    if (bytes >= LEAST) madvise((void *)from, to - from, advice);
    errno = before;
}

void pd_pages_fetch(void *block, size_t bytes)
{
    advise(block, bytes, MADV_POPULATE_WRITE);
}

void pd_pages_read(const void *block, size_t bytes)
{
    advise(block, bytes, MADV_POPULATE_READ);
}

void pd_pages_leave(const void *block, size_t bytes)
{
    advise(block, bytes, MADV_DONTNEED);
}
