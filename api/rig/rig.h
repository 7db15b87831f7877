#ifndef PD_API_RIG_RIG_H
#define PD_API_RIG_RIG_H
/* POST /v1/rig: fits a skeleton and skinning weights to a mesh that the client sends (core/rig/file.h).
 *
 *     Input    a GLB, OBJ or PLY file
 *     Output   the rigged .glb file, or JSON with a report, that file and a picture, the last two in base64
 *
 * Memory   The file is copied into the call's pool. The body model from which the template is made is
 *          retained until the call is released.
 */
#include "api/http/routes.h"
#include "core/rig/rig.h"

pd_api_handler pd_api_handle_rig;
pd_api_cost pd_api_rig_cost;
extern const pd_api_field pd_api_rig_query_fields[];

/* Reads the query parameter `markers`, "chin=0,1.6,0.1;left_wrist=...", with positions in the file's
 * coordinates. Returns false if an entry is malformed; *err names it. */
bool pd_api_rig_markers(pd_rig_markers *out, const char *text, pd_error *err);

#endif
