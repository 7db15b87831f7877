#ifndef PD_IO_JSON_LOAD_H
#define PD_IO_JSON_LOAD_H
/* jansson's json_loadb that tells syntax errors from a lack of memory, which jansson's lexer reports as a missing token. */
#include "core/base/size.h"

#include <jansson.h>
#include <stdbool.h>

/* NULL: *is_out_of_memory, or *error says what is wrong with the text. */
json_t *pd_json_load(pd_bytes text, size_t flags, json_error_t *error, bool *is_out_of_memory);

#endif
