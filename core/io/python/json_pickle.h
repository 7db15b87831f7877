#ifndef PD_IO_PYTHON_JSON_PICKLE_H
#define PD_IO_PYTHON_JSON_PICKLE_H
/* Writes JSON as a pickle of the same objects, so that one reader (stored.h) reads both.
 *
 * An object becomes a dict, a text a str, null None. An array of numbers, or a nested one all of whose rows
 * have one length, becomes an array of numpy with elements of float64; any other array becomes a list.
 *
 * Limits   PD_JSON_PICKLE_DEPTH levels of nesting.
 * Errors   where is "name:line". ERR_FORMAT, ERR_LIMIT, ERR_MEMORY.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>

#define PD_JSON_PICKLE_DEPTH 32

/* Returns whether the bytes begin as JSON of an object or an array. */
bool pd_json_pickle_is(pd_bytes text);
/* Appends the pickle to out. */
pd_status pd_json_pickle(pd_buffer *out, pd_bytes text, const char *name, pd_error *err);

#endif
