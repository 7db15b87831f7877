#ifndef PD_API_HTTP_ASSETS_H
#define PD_API_HTTP_ASSETS_H
/* Serves the files of the page at / from memory. The server reads them at start.
 *
 * Each file is stored as it is, and also as gzip and as zstd where that is shorter. Each stored form has an ETag. Clients revalidate at each use
 * (Cache-Control: no-cache) and get a 304 for an unchanged file. Pages have a Content-Security-Policy; it allows WebAssembly if the files contain
 * the detector of "Mirror me" (pose.js).
 *
 * Memory   The table owns copies of all files. It does not change once the server listens.
 * Threads  Any number may read the table.
 */
#include "api/http/routes.h"

typedef struct pd_api_asset {
    char name[PD_API_ID_BYTES]; /* file name, "app.js" */
    const char *type;           /* media type, static; NULL: no type is known for the file name's ending */
    pd_buffer bytes[3]; /* content in each pd_api_coding; empty where the coding does not shorten it */
} pd_api_asset;

typedef struct pd_api_assets {
    pd_api_asset *list;
    int count;
} pd_api_assets;

/* Adds a copy of a file. PD_ERR_INVALID: the name is too long or its ending is not in the table of media types. PD_ERR_MEMORY. */
pd_status pd_api_assets_add(pd_api_assets *assets, const char *name, pd_bytes content, pd_error *err);
void pd_api_assets_deinit(pd_api_assets *assets);
/* Returns the file of this name, or NULL if there is none. `assets` may be NULL. */
const pd_api_asset *pd_api_assets_find(const pd_api_assets *assets, const char *name);

/* Answers the call with the file: 200 in the coding that the client accepts, or 304 when the client has this content. */
void pd_api_assets_answer(pd_api_call *call, const pd_api_request *request, const pd_api_asset *asset);

/* Sets the header Content-Security-Policy of a page: scripts, styles, pictures and connections only from this server, nothing inline. */
void pd_api_assets_policy(pd_api_reply *reply);

/* Handler of GET /web/{id}. The handler of GET / is in service.h. */
pd_api_handler pd_api_handle_asset;

#endif
