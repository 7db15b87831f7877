#ifndef PD_CFG_DOCUMENT_H
#define PD_CFG_DOCUMENT_H
/* A YAML document (or JSON, which is YAML) as a JSON tree that knows each value's line and column.
 *
 * Plain true, false, null and numbers are such; whatever is quoted is text. Keys may not come twice.
 *
 * Errors   ERR_FORMAT at "name:line:column"; limits: 4 million values (aliases count as often as they are used), 32 deep.
 * Memory   the tree belongs to the document; it may be changed through pd_cfg_document_json.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <jansson.h>

typedef struct pd_cfg_document pd_cfg_document;

/* One document whose root is a mapping. name: of the file, for messages. */
pd_status pd_cfg_document_parse(pd_cfg_document **out, pd_bytes bytes, const char *name, pd_error *err);
void pd_cfg_document_close(pd_cfg_document *document); /* NULL is fine */
json_t *pd_cfg_document_json(pd_cfg_document *document);
/* "name:line:column" of what a JSON pointer points to, or of the nearest thing above it. */
void pd_cfg_document_place(char *out, size_t out_bytes, const pd_cfg_document *document, const char *pointer);

#endif
