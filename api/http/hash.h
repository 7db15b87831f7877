#ifndef PD_API_HTTP_HASH_H
#define PD_API_HTTP_HASH_H
/* Hashes for ETags and revisions: 128 bits, not cryptographic. A hash depends on the order in which data are
 * added.
 *
 * An ETag must depend on everything that decides the bytes of the reply, also on what is added to a job next
 * year. So the members of a job are listed once by PD_FIELDS (core/io/fields/fields.h), in the order of the
 * struct: I32, BOOL, F64, U64 and PARTS are added to the hash, SKIP is not and says why. A member that the
 * list lacks does not compile.
 *
 *     #define OUTFIT(X, T)             \
 *         X(T, I32, hair, 0, 7)        part of the ETag; asserted to be from 0 to 7 \
 *         X(T, SKIP, surface)          not part of it: it follows from the others
 *     PD_FIELDS(outfit, OUTFIT)        defines outfit_fields
 *     pd_api_hash_fields(&hash, &outfit_fields, &job->outfit);
 *
 * Threads  Pure functions.
 */
#include "core/io/fields/fields.h"

#include <stddef.h>
#include <stdint.h>

typedef struct pd_api_hash {
    uint64_t a, b;
} pd_api_hash;

pd_api_hash pd_api_hash_begin(void);
void pd_api_hash_add(pd_api_hash *hash, const void *bytes, size_t size);
void pd_api_hash_int(pd_api_hash *hash, long long value);
void pd_api_hash_text(pd_api_hash *hash, const char *text); /* text may be NULL: "" */
/* Adds the members of a struct that its table does not skip. */
void pd_api_hash_fields(pd_api_hash *hash, const pd_fields *table, const void *object);

#endif
