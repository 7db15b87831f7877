#ifndef PD_BASE_SIZE_H
#define PD_BASE_SIZE_H
/* Size arithmetic that cannot wrap: for every length that comes from a file or a request.
 * Both return 0 and leave *out unchanged when the result does not fit. */
#include <stddef.h>
#include <stdint.h>

static inline int pd_size_mul(size_t *out, size_t a, size_t b)
{
    if (b && a > SIZE_MAX / b) return 0;
    *out = a * b;
    return 1;
}

static inline int pd_size_add(size_t *out, size_t a, size_t b)
{
    if (a > SIZE_MAX - b) return 0;
    *out = a + b;
    return 1;
}

/* Borrowed bytes. */
typedef struct pd_bytes {
    const unsigned char *data;
    size_t size;
} pd_bytes;

#endif
