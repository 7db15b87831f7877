#ifndef PD_API_HTTP_ASSETS_H
#define PD_API_HTTP_ASSETS_H
/* Serves the files of the page at /. The server lists them at the start; the first request for a file reads
 * it, later ones are answered from memory.
 *
 * Each file is stored as it is, and also as gzip and as zstd where that is shorter. Each stored form has an
 * ETag. Clients revalidate at each use (Cache-Control: no-cache) and get a 304 for an unchanged file. Pages
 * have a Content-Security-Policy; it allows WebAssembly if the files contain the detector of "Mirror me"
 * (pose.js).
 *
 * Memory   The table owns copies of the files that were asked for. Its list does not change once the server
 *          listens.
 * Threads  Any number may use the table. A file is read only where the thread may wait (pd_api_request);
 *          threads that need a file at the same time may each read it, and the first that is finished
 *          publishes its copy.
 */
#include "api/http/routes.h"

/* Content of a file in each pd_api_coding; empty where the coding does not shorten it. */
typedef struct pd_api_asset_content {
    pd_buffer bytes[3];
} pd_api_asset_content;

typedef struct pd_api_asset {
    char name[PD_API_ID_BYTES];    /* file name, "app.js" */
    const char *type;              /* media type, static; NULL: no type is known for the file name's ending */
    char *path;                    /* path of the file; NULL: the content was added */
    size_t size;                   /* bytes of the file when it was listed */
    pd_api_asset_content *content; /* atomic; NULL: not read yet */
} pd_api_asset;

typedef struct pd_api_assets {
    pd_api_asset *list;
    int count;
} pd_api_assets;

/* Lists a file, which is read at its first request. PD_ERR_INVALID, PD_ERR_MEMORY as below. */
pd_status pd_api_assets_list(pd_api_assets *assets, const char *name, const char *path, size_t size,
                             pd_error *err);
/* Adds a copy of a file. PD_ERR_INVALID: the name is too long or its ending is not in the table of media
 * types. PD_ERR_MEMORY. */
pd_status pd_api_assets_add(pd_api_assets *assets, const char *name, pd_bytes content, pd_error *err);
void pd_api_assets_deinit(pd_api_assets *assets);
/* Returns the file of this name, or NULL if there is none. `assets` may be NULL. */
pd_api_asset *pd_api_assets_find(const pd_api_assets *assets, const char *name);
/* Returns the content of a file, which it reads if nobody did. NULL: it could not be read (PD_ERR_IO,
 * PD_ERR_MEMORY in *err). */
const pd_api_asset_content *pd_api_assets_read(pd_api_asset *asset, pd_error *err);

/* Answers the call with the file: 200 in the coding that the client accepts, or 304 when the client has this
 * content. A file that was not read yet makes the call wait (pd_api_call_waits) where the thread may not. */
void pd_api_assets_answer(pd_api_call *call, const pd_api_request *request, pd_api_asset *asset);

/* Sets the header Content-Security-Policy of a page: scripts, styles, pictures and connections only from this
 * server, nothing inline. */
void pd_api_assets_policy(pd_api_reply *reply);

/* Handler of GET /web/{id}. The handler of GET / is in service.h. */
pd_api_handler pd_api_handle_asset;

#endif
