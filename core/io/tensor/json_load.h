#ifndef PD_IO_JSON_LOAD_H
#define PD_IO_JSON_LOAD_H
/* jansson's json_loadb, and why it failed: its lexer says that a token is not there when there was no memory to keep it, which is no fault of
 * the text's. */
#include "core/base/size.h"

#include <jansson.h>
#include <stdbool.h>

/* NULL: *is_out_of_memory, or *error says what is wrong with the text. */
json_t *pd_json_load(pd_bytes text, size_t flags, json_error_t *error, bool *is_out_of_memory);

#endif
