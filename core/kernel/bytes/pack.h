#ifndef PD_KERNEL_BYTES_PACK_H
#define PD_KERNEL_BYTES_PACK_H
/* Packs numbers into as many bytes as each needs (core/io/fields/fields.h says for what).
 *
 * A number that is not 0 is written as its bytes up to the highest one that is not 0, little-endian. Its
 * length less one is written, too. A mask says which numbers are 0.
 *
 * Memory   the caller owns all.   Threads  pure functions.   Errors  none.
 */
#include <stddef.h>
#include <stdint.h>

#define PD_K_PACK_GROUP 8  /* numbers that are packed together              */
#define PD_K_PACK_SLACK 64 /* bytes that are written behind the end, at most */

/* Places of the next number. */
typedef struct pd_k_packed {
    unsigned char *bytes;   /* room for 8 a number and PD_K_PACK_SLACK                */
    unsigned char *lengths; /* (numbers that are not 0) 0 to 7; room for one a number and PD_K_PACK_SLACK */
    unsigned char *mask;    /* (groups) bit i: number i of the group is not 0         */
} pd_k_packed;

/* Packs `groups` groups of numbers and moves the places on. */
typedef void pd_k_pack_fn(pd_k_packed *to, const uint64_t *numbers, size_t groups);

/* Returns the version for this processor. */
pd_k_pack_fn *pd_k_pack_get(void);

pd_k_pack_fn pd_k_pack_ref;
#if defined(__x86_64__)
/* Needs AVX-512 with VBMI2 (Ice Lake, Zen 4) and what comes with it. */
pd_k_pack_fn pd_k_pack_avx512;
#endif

#endif
