#ifndef PD_API_ROUTES_H
#define PD_API_ROUTES_H
/* The table of routes: matching, 404 and 405 with Allow, OPTIONS, /openapi.json and /docs are made from it.
 *
 * A path pattern is literal segments and at most one {id}. Scopes and kinds of work are those of api.h.
 * A handler decodes the request into the call; for PD_API_NOW it fills the reply too.
 */
#include "api/fields.h"

typedef void pd_api_handler(pd_api_call *call, const pd_api_request *request);

#define PD_API_TABLES_MAX 6 /* with the NULL */
typedef struct pd_api_route {
    const char *name; /* "POST /v1/models/{id}/mesh" */
    const char *method, *pattern;
    pd_api_scope scope;
    pd_api_work work;
    pd_api_handler *handler;
    const pd_api_field *query[PD_API_TABLES_MAX]; /* tables of query parameters, up to a NULL */
    const pd_api_field *body[PD_API_TABLES_MAX];  /* tables of the JSON body's fields         */
    const char *summary;                          /* a few words, for OpenAPI                 */
    const char *doc;                              /* a paragraph                              */
    const char *replies;                          /* media types of 200, separated by spaces          */
    const char *example;                          /* a 200 in JSON, or NULL                           */
    const char *errors;                           /* statuses beyond 200, separated by spaces         */
} pd_api_route;

extern const pd_api_route pd_api_routes[];
extern const int pd_api_route_count;

#define PD_API_ID_BYTES 72
typedef struct pd_api_found {
    const pd_api_route *route; /* NULL: none                                        */
    int path_known;            /* the path exists under another method              */
    char id[PD_API_ID_BYTES];  /* the decoded {id}, "" when the pattern has none    */
    char allow[64];            /* "GET, HEAD, OPTIONS" when the path is known       */
} pd_api_found;
pd_api_found pd_api_find_route(const char *method, const char *path);
/* "; did you mean /v1/models/default/mesh?" for a path that no pattern matches; "" when nothing is near. */
void pd_api_path_hint(char out[PD_API_HINT_BYTES], const char *path);

/* OpenAPI 3.1, a readable page of it, and the reference part of docs/api.md, from the tables. */
void pd_api_openapi(pd_buffer *out);
void pd_api_docs_page(pd_buffer *out);
void pd_api_reference(pd_buffer *out);

#endif
