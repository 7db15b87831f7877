#ifndef PD_BASE_SIZE_H
#define PD_BASE_SIZE_H
/* Size arithmetic that detects overflow, for counts of elements or bytes that come from a file or a request;
 * and a view of borrowed bytes. Any thread. */
#include <stddef.h>
#include <stdint.h>

/* Computes *out = a b and returns 1. Returns 0, with *out unchanged, when the product exceeds SIZE_MAX. */
static inline int pd_size_mul(size_t *out, size_t a, size_t b)
{
    if (b && a > SIZE_MAX / b) return 0;
    *out = a * b;
    return 1;
}

/* Computes *out = a + b and returns 1. Returns 0, with *out unchanged, when the sum exceeds SIZE_MAX. */
static inline int pd_size_add(size_t *out, size_t a, size_t b)
{
    if (a > SIZE_MAX - b) return 0;
    *out = a + b;
    return 1;
}

/* A range of `size` bytes that somebody else owns; data may be NULL when size is 0. The function that takes
 * one says how long they must stay valid. */
typedef struct pd_bytes {
    const unsigned char *data;
    size_t size;
} pd_bytes;

#endif
