#ifndef PD_API_HTTP_ROUTES_H
#define PD_API_HTTP_ROUTES_H
/* The table of routes. Matching, the answers 404, 405 and to OPTIONS, /openapi.json and /docs are made from
 * it.
 *
 * The pattern of a path has literal segments and at most one {id}.
 */
#include "api/http/fields.h"

/* Decodes a request into call->job, or notes errors,
 * or (always for PD_API_NOW) fills the reply and sets call->done. */
typedef void pd_api_handler(pd_api_call *call, const pd_api_request *request);
/* Returns the estimated processor time of a decoded call in milliseconds. */
typedef double pd_api_cost(const pd_api_call *call);

/* Groups of routes in the docs: X(id, heading, description) */
#define PD_API_GROUP_TABLE(X)                                                                                \
    X(SERVICE, "Service",                                                                                    \
      "Start page, health and readiness of the server, metrics, and the description of this interface.")     \
    X(MODELS, "Models", "Resident models and the topology of their meshes.")                                 \
    X(BODIES, "Bodies",                                                                                      \
      "Vertices, joints and measurements of bodies from betas and a pose, and fits of bodies to "            \
      "measurements and observations.")                                                                      \
    X(IK, "Inverse kinematics", "Skeletons, and the solving of joint rotations for targets.")                \
    X(MOTION, "Motion",                                                                                      \
      "Motions of characters by a motion network or matching database: from a script, or live.")             \
    X(SCENES, "Scenes", "Scenes of ground, walls and areas in which characters walk.")                       \
    X(ACCESS, "Access", "One-time tickets for WebSockets from browsers.")
typedef enum pd_api_group {
#define PD_API_GROUP_ENUM(id, heading, doc) PD_API_GROUP_##id,
    PD_API_GROUP_TABLE(PD_API_GROUP_ENUM)
#undef PD_API_GROUP_ENUM
        PD_API_GROUP_COUNT
} pd_api_group;
typedef struct pd_api_group_info {
    const char *heading, *doc;
} pd_api_group_info;
extern const pd_api_group_info pd_api_groups[PD_API_GROUP_COUNT];

#define PD_API_TABLES_MAX 7 /* tables of fields of one route, with the NULL at the end */
typedef struct pd_api_route {
    const char *name; /* method and pattern: "POST /v1/models/{id}/mesh" */
    const char *method, *pattern;
    pd_api_scope scope; /* scope that a key needs (api.h) */
    pd_api_work work;   /* kind of work (api.h) */
    pd_api_handler *handler;
    /* Refuses a request that the handler would refuse with any body, for example one with an unknown id;
     * called before the body is read. NULL: the body decides. */
    pd_api_handler *judge;
    /* Estimates the processor time of the decoded call, near the value that the server measures
     * (posed_cost_*_seconds_total). NULL: under a millisecond. */
    pd_api_cost *cost;
    double make_ms; /* work MAKE: milliseconds that decoding takes; 0: unknown, up to seconds */
    const pd_api_field *query[PD_API_TABLES_MAX]; /* tables of query parameters, ending in NULL */
    /* The query is ignored: pages, files, health and metrics, to which browsers, caches and monitors add
     * parameters of their own. */
    bool any_query;
    const pd_api_field *body[PD_API_TABLES_MAX]; /* tables of the fields of a JSON body, ending in NULL */
    const char *operation;                       /* operationId in OpenAPI: getMesh */
    pd_api_group group;  /* group in the docs; routes of a group stand next to each other in the table */
    const char *summary; /* a few words, for OpenAPI */
    const char *doc;     /* description, a paragraph */
    const char *at;      /* example of {id}; NULL: the pattern has no {id} */
    /* 1 + pd_api_object: access to the object {id} is checked before the handler;
     * 0: the handler checks access itself */
    int names;
    const char *ask;   /* example: query of a GET, body of other methods; NULL: the route needs none */
    const char *takes; /* media types of the body besides JSON, separated by spaces; NULL: none */
    /* media types of a 200, separated by spaces; NULL: the route has no 200 with a body */
    const char *replies;
    const char *reply; /* name of the schema of a JSON 200 (replies.h); NULL: none */
    /* header fields of posed's own (PD_API_HEADER_TABLE) that a reply may have,
     * separated by spaces; NULL: none */
    const char *headers;
    const char *errors; /* statuses other than 200, separated by spaces */
} pd_api_route;

extern const pd_api_route pd_api_routes[]; /* api/routes.c */
extern const int pd_api_route_count;

#define PD_API_ID_BYTES 72 /* size of an id from a path, with the zero */
typedef struct pd_api_found {
    const pd_api_route *route; /* NULL: no route matches */
    int path_known;            /* 1: the path exists, perhaps with another method */
    char id[PD_API_ID_BYTES];  /* the decoded {id}; "" if the pattern has none */
    char allow[64];            /* value of the header Allow, "GET, HEAD, OPTIONS", if the path is known */
} pd_api_found;
/* Finds the route of a method and a path (percent-encoded, without the query). */
pd_api_found pd_api_find_route(const char *method, const char *path);
/* Writes a hint for a path that no pattern matches, "; did you mean /v1/models/default/mesh?";
 * "" if no path is similar. */
void pd_api_path_hint(char out[PD_API_HINT_BYTES], const char *path);

/* Returns the reply of the daemon to a route's example, with lists cut to their first elements (examples.c,
 * which tests/e2e/openapi.sh --write makes); NULL if the reply is not JSON. */
const char *pd_api_route_example(const pd_api_route *route);
/* Appends the example as a shell command: "curl
 * 'http://HOST/v1/models/default/mesh?betas=1.5,-0.5&format=glb' -o body.glb". */
void pd_api_route_curl(pd_buffer *out, const pd_api_route *route, const char *host);
/* Returns the words before the list of a route's declared statuses: "Other statuses" if the route also
 * answers with 200 and a body, else "Statuses". */
const char *pd_api_route_statuses(const pd_api_route *route);

/* The following functions append text that is made from the tables. */
void pd_api_openapi(pd_buffer *out);  /* OpenAPI 3.1, /openapi.json */
void pd_api_asyncapi(pd_buffer *out); /* AsyncAPI 3.0 of the stream, /asyncapi.json */
void pd_api_docs_page(pd_buffer *out, const pd_api_host *host,
                      const char *at); /* /docs, with examples for the address `at`, or the default if NULL */
/* Appends a JSON schema: an object with the fields of `tables`, and with a required text `id` if at (an
 * example of it) is not NULL. */
void pd_api_arguments_schema(pd_buffer *out, const pd_api_field *const *tables, const char *at);
void pd_api_llms(pd_buffer *out);      /* /llms.txt */
void pd_api_reference(pd_buffer *out); /* the generated part of docs/reference/api.md */

#endif
