#ifndef PD_BASE_SIZE_H
#define PD_BASE_SIZE_H
/* Size arithmetic that detects overflow, for lengths that come from a file or a request; and the type of borrowed bytes. */
#include <stddef.h>
#include <stdint.h>

/* *out = a b. Returns 0 and leaves *out unchanged when the product overflows. */
static inline int pd_size_mul(size_t *out, size_t a, size_t b)
{
    if (b && a > SIZE_MAX / b) return 0;
    *out = a * b;
    return 1;
}

/* *out = a + b. Returns 0 and leaves *out unchanged when the sum overflows. */
static inline int pd_size_add(size_t *out, size_t a, size_t b)
{
    if (a > SIZE_MAX - b) return 0;
    *out = a + b;
    return 1;
}

/* A range of bytes that somebody else owns. The function that takes one says how long the bytes must stay valid. */
typedef struct pd_bytes {
    const unsigned char *data;
    size_t size;
} pd_bytes;

#endif
