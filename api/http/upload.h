#ifndef PD_API_UPLOAD_H
#define PD_API_UPLOAD_H
/* Handles common mistakes of uploads: a missing media type, a file of a similar format (FBX instead of GLB),
 * an invalid id.
 *
 * curl -T sends no Content-Type, curl -d and --data-binary send application/x-www-form-urlencoded, and many
 * clients send application/octet-stream for every file. For these three the media type is found from the
 * first bytes of the body.
 *
 * Memory   Returned texts are static.   Threads  Pure functions.
 */
#include "api/http/call.h"
#include "core/io/surface/bundle.h"

/* Returns whether a Content-Type says nothing about the body: NULL, application/x-www-form-urlencoded or
 * application/octet-stream. */
bool pd_api_type_is_open(const char *content_type);
/* Returns whether a list, separated by blanks, contains a media type. Parameters of the type are ignored.
 * Both may be NULL. */
bool pd_api_type_is_in(const char *list, const char *type);
/* Returns the media type of a request's body: the Content-Type, or, if that says nothing, the type that the
 * first bytes show. NULL: unknown. */
const char *pd_api_upload_type(const pd_api_request *request);
/* Returns whether a Content-Type is one of an archive, a .gltf, a .glb or JSON. */
bool pd_api_is_bundle_type(const char *content_type);
/* Returns whether a body is a ZIP archive with a model or a .gltf (core/io/surface/bundle.h), sent as such,
 * as model/gltf-binary, as JSON, or under a Content-Type that says nothing. */
bool pd_api_upload_is_bundle(const pd_api_request *request);
/* Opens a body that may be such an archive or .gltf, within limits.body_bytes, and counts its memory for the
 * call. What was taken in place of what the file says becomes warnings. endings: see pd_io_bundle_options. On
 * failure refuses the call and returns false. The caller closes *out. */
bool pd_api_open_bundle(pd_io_bundle *out, pd_api_call *call, pd_bytes body, const char *endings);
/* Returns the format of a body by its first bytes, for messages: "an FBX", "JSON". NULL: unknown. */
const char *pd_api_upload_noun(pd_bytes body);
/* Returns how a body of another format (FBX, a multipart form, ...) becomes an accepted one where a .glb is
 * expected; "" if there is no advice. */
const char *pd_api_upload_advice(const pd_api_request *request);
/* Refuses a body (415) and names its Content-Type, its format by its first bytes, and the media types that
 * are allowed. allowed: these, separated by blanks; NULL: those of the route.
 * purpose: follows "allowed"; "": nothing. */
void pd_api_refuse_media(pd_api_call *call, const pd_api_request *request, const char *allowed,
                         const char *purpose);
/* Checks that call->id is valid for a new object. If it is not, refuses the call with a suggestion of a valid
 * id and returns false. */
bool pd_api_take_new_id(pd_api_call *call);

#endif
