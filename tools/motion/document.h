#ifndef PD_TOOLS_MOTION_DOCUMENT_H
#define PD_TOOLS_MOTION_DOCUMENT_H
/* Reads a YAML document (or JSON, which is valid YAML) into a JSON tree, and finds the line and column of
 * each value for error messages.
 *
 * Unquoted true, false, null and numbers become JSON literals and numbers; a quoted value is always text. A
 * key may occur once in its mapping.
 *
 * Errors   PD_ERR_FORMAT with the place "name:line:column". Limits: 4 million values (an alias counts each
 *          time it is used), 32 levels.
 * Memory   The document owns the tree; callers may change the tree that pd_tool_document_json returns.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <jansson.h>

typedef struct pd_tool_document pd_tool_document;

/* Reads one document whose root is a mapping. `name` is the name of the file in messages.
 * On failure *out is NULL. */
pd_status pd_tool_document_parse(pd_tool_document **out, pd_bytes bytes, const char *name, pd_error *err);
void pd_tool_document_close(pd_tool_document *document); /* document may be NULL */
/* Returns the tree, which lives as long as the document. */
json_t *pd_tool_document_json(pd_tool_document *document);
/* Writes "name:line:column" of the value that a JSON pointer names; if there is no such value, of the nearest
 * enclosing one that exists. */
void pd_tool_document_place(char *out, size_t out_bytes, const pd_tool_document *document,
                            const char *pointer);

#endif
