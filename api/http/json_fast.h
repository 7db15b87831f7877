#ifndef PD_API_HTTP_JSON_FAST_H
#define PD_API_HTTP_JSON_FAST_H
/* A fast reader of the JSON that nearly all requests are made of.
 *
 * Accepts a part of JSON: objects without duplicate keys, arrays, literals, strings of printable ASCII without
 * escapes, numbers of at most 15 digits whose value is one exact multiplication or division away (Clinger 1990): the
 * result is the same tree that jansson makes. Everything else, errors included, gives NULL: the caller then
 * asks jansson, which also words the errors. A mesh request of 82 numbers takes 3.3 us in place of 19.
 */
#include "core/base/size.h"

#include <jansson.h>

/* depth_limit bounds the recursion; deeper gives NULL. The caller owns the result. */
json_t *pd_api_json_fast(pd_bytes text, int depth_limit);

#endif
