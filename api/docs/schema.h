#ifndef PD_API_DOCS_SCHEMA_H
#define PD_API_DOCS_SCHEMA_H
/* JSON schemas from tables of fields, for documents of the interface. */
#include "api/http/fields.h"

/* Writes the schema of an object with the fields of the tables, which end in NULL. is_reply: it lists the
 * members that are always there, and allows further ones; otherwise members that the tables lack are
 * forbidden, and only `required` has to be there (NULL: none). */
void pd_api_object_schema(pd_buffer *out, const pd_api_field *const *tables, int is_reply,
                          const char *required);

#endif
