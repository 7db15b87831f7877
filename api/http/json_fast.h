#ifndef PD_API_HTTP_JSON_FAST_H
#define PD_API_HTTP_JSON_FAST_H
/* Parses the simple JSON of most requests faster than jansson does.
 *
 * Accepts a subset of JSON: objects without duplicate keys, arrays, literals, strings of printable ASCII without escapes, and numbers of at most 15
 * digits that one exact multiplication or division converts (Clinger 1990). The tree is then equal to the one of jansson. For any other text, also an
 * erroneous one, returns NULL; the caller then parses the text with jansson, whose errors name the place.
 *
 * Measured on a mesh request of 82 numbers: 3.3 us, jansson 19 us.
 */
#include "core/base/size.h"

#include <jansson.h>

/* Returns a new reference, or NULL: not in the subset, nested deeper than depth_limit, or out of memory. */
json_t *pd_api_json_fast(pd_bytes text, int depth_limit);

#endif
