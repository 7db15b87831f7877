#ifndef PD_IO_JSON_LOAD_H
#define PD_IO_JSON_LOAD_H
/* Parses JSON with jansson. Every JSON text that the program reads goes through these functions, which differ from json_loadb in five ways:
 *
 *     memory    running out of memory is reported as such; jansson's lexer reports a syntax error
 *     mark      a byte order mark (EF BB BF) at the beginning is skipped, as RFC 8259, section 8.1, allows
 *     wide      an error of syntax in UTF-16 or UTF-32 says that UTF-8 is expected
 *     errors    common causes (NaN, comments, commas at the end, single quotes, forms, YAML, gzip) are named, with what is expected
 *     integers  when an integer does not fit into 64 bits, all integers of that text are read as doubles (RFC 8259, section 6)
 *
 * Memory   the caller releases the tree with json_decref.   Threads  any.
 */
#include "core/base/size.h"

#include <jansson.h>
#include <stdbool.h>

/* Parses a text. `flags` are jansson's decoding flags. Returns NULL when it fails: memory ran out if *is_out_of_memory, otherwise *error (may be
 * NULL) describes the error of syntax. */
json_t *pd_json_load(pd_bytes text, size_t flags, json_error_t *error, bool *is_out_of_memory);
/* Reads and parses a file. Returns NULL when it fails; error->text then says why: the file cannot be read, memory ran out, or an error of syntax. */
json_t *pd_json_load_file(const char *path, size_t flags, json_error_t *error);

#endif
