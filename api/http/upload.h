#ifndef PD_API_UPLOAD_H
#define PD_API_UPLOAD_H
/* Uploads as people send them: files without a media type, files of a neighbouring format, ids that are nearly ids.
 *
 * curl -T sends no Content-Type, curl -d and --data-binary send application/x-www-form-urlencoded, and many clients send
 * application/octet-stream for every file. With any of these the media type follows from the first bytes of the body.
 *
 * Memory   texts are static.   Threads  pure.
 */
#include "api/http/call.h"

/* Whether a Content-Type says nothing about the body: none, application/x-www-form-urlencoded or application/octet-stream. */
bool pd_api_type_is_open(const char *content_type);
/* The media type of a request's body: what it says or, where that says nothing, what its first bytes are. NULL: neither tells. */
const char *pd_api_upload_type(const pd_api_request *request);
/* What to do with a body that is of a neighbouring format (FBX, .gltf, a ZIP archive, a multipart form ...) where a .glb is expected; "": unknown. */
const char *pd_api_upload_advice(const pd_api_request *request);
/* Whether the call's id may be given to something new. False after refusing, with an id that would do. */
bool pd_api_take_new_id(pd_api_call *call);

#endif
