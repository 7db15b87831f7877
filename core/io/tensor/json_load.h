#ifndef PD_IO_JSON_LOAD_H
#define PD_IO_JSON_LOAD_H
/* jansson's json_loadb, with three differences:
 *
 *     memory    a lack of memory is told from an error of syntax; jansson's lexer reports it as a missing token
 *     mark      a byte order mark (EF BB BF) before the text is skipped, as RFC 8259, 8.1, allows
 *     integers  one that 64 bits do not hold is read as a double (RFC 8259, 6), together with all others of its document
 */
#include "core/base/size.h"

#include <jansson.h>
#include <stdbool.h>

/* The text without the byte order mark of UTF-8 at its beginning, if there is one. */
pd_bytes pd_text_unmarked(pd_bytes text);
/* NULL: *is_out_of_memory, or *error says what is wrong with the text. */
json_t *pd_json_load(pd_bytes text, size_t flags, json_error_t *error, bool *is_out_of_memory);
/* The same of a file, and with a lack of memory as an error like others. */
json_t *pd_json_load_file(const char *path, size_t flags, json_error_t *error);

#endif
