#ifndef PD_API_HTTP_ASSETS_H
#define PD_API_HTTP_ASSETS_H
/* The files of the page at /: read by the server at start, served by the api from memory.
 *
 * Each is kept as it is, as gzip and as zstd (where that is shorter), with an ETag of its content per coding; a client asks again
 * each time (Cache-Control: no-cache) and gets 304. Pages come with a Content-Security-Policy; those of files allow WebAssembly where the
 * detector of "Mirror me" (pose.js) is among them.
 *
 * Memory   the table owns copies of everything; it is const once the server listens. Threads: any may read.
 */
#include "api/http/routes.h"

typedef struct pd_api_asset {
    char name[PD_API_ID_BYTES]; /* "app.js"                                      */
    const char *type;           /* static; NULL: no type is known for its ending */
    pd_buffer bytes[3];         /* by pd_api_coding; empty: not shorter          */
} pd_api_asset;

typedef struct pd_api_assets {
    pd_api_asset *list;
    int count;
} pd_api_assets;

/* ERR_INVALID: an ending that is not in the table of types, or a name that is too long; ERR_MEMORY. */
pd_status pd_api_assets_add(pd_api_assets *assets, const char *name, pd_bytes content, pd_error *err);
void pd_api_assets_deinit(pd_api_assets *assets);
/* NULL assets are an empty table. */
const pd_api_asset *pd_api_assets_find(const pd_api_assets *assets, const char *name);

/* Answers the call with the file: 200 in the coding that the client accepts, or 304 when it has this content. */
void pd_api_assets_answer(pd_api_call *call, const pd_api_request *request, const pd_api_asset *asset);

/* The header that every page comes with: scripts, styles, pictures and connections of this server only, nothing inline. */
void pd_api_assets_policy(pd_api_reply *reply);

/* Answers the call with the file: 200 in the coding that the client accepts, or 304 when it has this content. */
void pd_api_assets_answer(pd_api_call *call, const pd_api_request *request, const pd_api_asset *asset);

/* GET /web/{id}. GET / is in service.h. */
pd_api_handler pd_api_handle_asset;

#endif
