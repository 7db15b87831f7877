#ifndef PD_API_DOCS_REPLIES_H
#define PD_API_DOCS_REPLIES_H
/* Tables of the members of JSON replies, in the form of the tables of requests (fields.h). /openapi.json has
 * a schema for each row of the list; /docs and docs/reference/api.md have a table. tests/e2e/openapi.py sends
 * a request to each route and fails if a member of the reply is not in its table, or a member of the table
 * that is not optional is not in the reply.
 *
 * Later versions may add members to a reply, so clients ignore members that they do not know.
 */
#include "api/http/fields.h"

#define PD_API_REPLY_TABLES 4 /* tables of one schema, with the NULL at the end */

typedef struct pd_api_reply_schema {
    const char *name;                                /* name of the schema in #/components/schemas */
    const char *doc;                                 /* description in one sentence */
    const pd_api_field *fields[PD_API_REPLY_TABLES]; /* tables of the members of an object, ending in NULL */
    const char *schema; /* JSON schema in braces of a reply that is not an object; otherwise NULL */
} pd_api_reply_schema;

extern const pd_api_reply_schema pd_api_reply_schemas[];
extern const int pd_api_reply_schema_count;
/* Returns the schema of this name, or NULL. */
const pd_api_reply_schema *pd_api_reply_schema_find(const char *name);

#endif
