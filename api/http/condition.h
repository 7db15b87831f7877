#ifndef PD_API_HTTP_CONDITION_H
#define PD_API_HTTP_CONDITION_H
/* Preconditions and ranges of requests (RFC 9110, 13 and 14).
 *
 *     GET, HEAD     If-Match          412 unless an ETag of the list is the representation's (strong comparison)
 *                   If-None-Match     304 when one is (weak comparison), or "*"
 *                   Range, If-Range   206 with the bytes, 416 when none of them exist. Of several ranges at once the field is ignored, as a
 *                                     server may do (14.2)
 *     PUT, DELETE   If-Match          412 unless the object exists and, for a list, has one of its ETags
 *                   If-None-Match     412 when it exists ("*"), or has one of the ETags
 *
 * Objects that clients put have a revision, a hash of what was put. The ETag of every representation of the object begins with it:
 * "REVISION" or "REVISION-VARIANT".
 */
#include "api/http/api.h"

#include <stdbool.h>
#include <stddef.h>

#define PD_API_REVISION_BYTES 33 /* with the zero */

/* Whether a list of entity tags has this one; "*" has every one. is_weak: W/ is ignored, else a weak tag equals none. */
bool pd_api_etag_listed(const char *list, const char *etag, bool is_weak);

/* The field that does not hold for an object, "If-Match" or "If-None-Match"; NULL: both hold. revision NULL: there is no such object;
 * "": there is, and it has no ETag. condition NULL: none. */
const char *pd_api_condition_fails(const pd_api_condition *condition, const char *revision);

typedef enum pd_api_range {
    PD_API_RANGE_WHOLE, /* no range, one that cannot be read, or several */
    PD_API_RANGE_PART,  /* *first and *size                              */
    PD_API_RANGE_NONE   /* no byte of it exists                          */
} pd_api_range;
/* Reads a Range field for a representation of `whole` bytes. */
pd_api_range pd_api_range_read(size_t *first, size_t *size, const char *range, size_t whole);

/* Of a reply to GET or HEAD whose body is complete: says that ranges are served, if it is a 200 with an ETag, and where `range` asks for one
 * (NULL: it does not) makes the reply a 206 or a 416. if_range may be NULL. */
void pd_api_range_apply(pd_api_reply *reply, const char *range, const char *if_range);

#endif
