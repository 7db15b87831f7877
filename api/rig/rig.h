#ifndef PD_API_RIG_RIG_H
#define PD_API_RIG_RIG_H
/* A skeleton and weights for somebody's mesh: POST /v1/rig (core/rig/file.h).
 *
 *     GLB, OBJ or PLY in -> the rigged .glb, or JSON with the report, the same file and a picture in base64
 *
 * Memory   the file is copied into the call's pool; the body model that the template is made of is held until the call is released.
 */
#include "api/http/routes.h"
#include "core/rig/rig.h"

pd_api_handler pd_api_handle_rig;
pd_api_cost pd_api_rig_cost;
extern const pd_api_field pd_api_rig_query_fields[];

/* "chin=0,1.6,0.1;left_wrist=..." into markers, in the file's coordinates. false: *err names the one that is not a marker. */
bool pd_api_rig_markers(pd_rig_markers *out, const char *text, pd_error *err);

#endif
