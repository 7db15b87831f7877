#ifndef PD_API_DOCS_REPLIES_H
#define PD_API_DOCS_REPLIES_H
/* The members of JSON replies, as tables in the form of those of requests (fields.h): /openapi.json has one schema a row
 * of the list, /docs and docs/reference/api.md a table. tests/e2e/openapi.py asks every route and compares its answer with it:
 * a member that is missing here, or only here, fails.
 *
 * A field without `optional` is in every reply. Replies may get more members later: clients ignore those that they
 * do not know.
 */
#include "api/http/fields.h"

#define PD_API_REPLY_TABLES 4 /* with the NULL */

typedef struct pd_api_reply_schema {
    const char *name;                                /* as in #/components/schemas                       */
    const char *doc;                                 /* one sentence                                     */
    const pd_api_field *fields[PD_API_REPLY_TABLES]; /* of an object, up to a NULL; or                   */
    const char *schema;                              /* JSON schema text of anything else, in braces     */
} pd_api_reply_schema;

extern const pd_api_reply_schema pd_api_reply_schemas[];
extern const int pd_api_reply_schema_count;
/* The row of that name; NULL when there is none. */
const pd_api_reply_schema *pd_api_reply_schema_find(const char *name);

#endif
