#ifndef PD_API_HTTP_CONDITION_H
#define PD_API_HTTP_CONDITION_H
/* Evaluates preconditions and ranges of requests (RFC 9110, sections 13 and 14).
 *
 *     GET, HEAD     If-Match          412 unless the list has the ETag of the representation (strong
 *                                     comparison)
 *                   If-None-Match     304 if the list has it (weak comparison) or is "*"
 *                   Range, If-Range   206 with the bytes of the range, or 416 if none of them exist. A field
 *                                     with several ranges is ignored, which section 14.2 allows
 *     PUT, DELETE   If-Match          412 unless the object exists and the list has its ETag or is "*"
 *                   If-None-Match     412 if the object exists and the list has its ETag or is "*"
 *
 * Each object that a client put has a revision, a hash of its content. The ETags of all representations of
 * the object begin with the revision: "REVISION" or "REVISION-VARIANT".
 */
#include "api/http/api.h"

#include <stdbool.h>
#include <stddef.h>

#define PD_API_REVISION_BYTES 33 /* size of a revision: 32 hexadecimal digits and the zero */

/* Returns whether a list of entity tags contains `etag`; "*" contains every tag. With is_weak, the prefix W/
 * is ignored; otherwise a weak tag never matches. */
bool pd_api_etag_listed(const char *list, const char *etag, bool is_weak);

/* Returns the name of the header field that fails for an object, "If-Match" or "If-None-Match", or NULL if
 * none fails. revision NULL: the object does not exist; "": it exists and has no ETag. condition NULL: the
 * request has no precondition. */
const char *pd_api_condition_fails(const pd_api_condition *condition, const char *revision);

typedef enum pd_api_range {
    PD_API_RANGE_WHOLE, /* the whole representation: no range, a malformed one, or several */
    PD_API_RANGE_PART,  /* the bytes of *first and *size */
    PD_API_RANGE_NONE   /* no byte of the range exists: 416 */
} pd_api_range;
/* Reads the field Range for a representation of `whole` bytes. *first is the offset and *size the number of
 * bytes of a part. */
pd_api_range pd_api_range_read(size_t *first, size_t *size, const char *range, size_t whole);

/* Applies the field Range to a finished reply to GET or HEAD with its whole body. A 200 with an ETag gets the
 * header Accept-Ranges and, if `range` is not NULL and if_range (may be NULL) allows it, becomes a 206 or a
 * 416. Other replies stay as they are. */
void pd_api_range_apply(pd_api_reply *reply, const char *range, const char *if_range);

#endif
