#ifndef PD_API_HTTP_ROUTES_H
#define PD_API_HTTP_ROUTES_H
/* The table of routes: matching, 404 and 405 with Allow, OPTIONS, /openapi.json and /docs are made from it.
 *
 * A path pattern is literal segments and at most one {id}. Scopes and kinds of work are those of api.h.
 * A handler decodes the request into the call; for PD_API_NOW it fills the reply too.
 */
#include "api/http/fields.h"

typedef void pd_api_handler(pd_api_call *call, const pd_api_request *request);
typedef double pd_api_cost(const pd_api_call *call);

/* X(id, heading, one sentence) */
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

#define PD_API_TABLES_MAX 7 /* with the NULL */
typedef struct pd_api_route {
    const char *name; /* "POST /v1/models/{id}/mesh" */
    const char *method, *pattern;
    pd_api_scope scope;
    pd_api_work work;
    pd_api_handler *handler;
    /* Refuses what the handler will refuse whatever the body is, such as an id that does not exist; for clients that wait before they send it.
     * NULL: nothing is certain before the body is read. */
    pd_api_handler *judge;
    /* Milliseconds of processor time that the decoded call will take: of the order of what the server measures (posed_cost_*_seconds_total).
     * NULL: next to nothing. */
    pd_api_cost *cost;
    double make_ms; /* of work MAKE: milliseconds that decoding takes; 0: unknown, some take seconds */
    const pd_api_field *query[PD_API_TABLES_MAX]; /* tables of query parameters, up to a NULL */
    const pd_api_field *body[PD_API_TABLES_MAX];  /* tables of the JSON body's fields         */
    const char *operation;                        /* OpenAPI's operationId: getMesh                   */
    pd_api_group group;  /* the tag, and the heading in contents; routes of one stand together */
    const char *summary; /* a few words, for OpenAPI                         */
    const char *doc;     /* a paragraph                                      */
    const char *at;      /* an example of {id}; NULL without one             */
    int names; /* {id} is checked before the handler: 1 + pd_api_object; 0: the handler checks what it takes */
    const char *ask;     /* an example: the query of a GET, else the body; NULL: none needed */
    const char *takes;   /* media types of the body beside JSON, separated by spaces; or NULL */
    const char *replies; /* media types of 200, separated by spaces; NULL: no 200 */
    const char *reply;   /* schema of a 200 in JSON (replies.h), or NULL     */
    const char *errors;  /* statuses beyond 200, separated by spaces         */
} pd_api_route;

extern const pd_api_route pd_api_routes[]; /* api/routes.c */
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

/* What the daemon answered to a route's example, lists cut to their first elements (examples.c, written by
 * tests/e2e/openapi.sh); NULL when it was no JSON. */
const char *pd_api_route_example(const pd_api_route *route);
/* A line for a shell: "curl 'http://HOST/v1/models/default/mesh?betas=1.5,-0.5&format=glb' -o body.glb". */
void pd_api_route_curl(pd_buffer *out, const pd_api_route *route, const char *host);

/* OpenAPI 3.1, a readable page of it for who asked at this address (NULL: the default one), and the reference part
 * of docs/reference/api.md, from the tables. */
void pd_api_openapi(pd_buffer *out);
void pd_api_docs_page(pd_buffer *out, const pd_api_host *host, const char *at);
void pd_api_reference(pd_buffer *out);

#endif
