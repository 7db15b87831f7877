#ifndef PD_API_AVATAR_OWN_PORTRAIT_H
#define PD_API_AVATAR_OWN_PORTRAIT_H
/* Pictures of characters that clients have put, with their own materials and textures, as PNG or WebP.
 *
 *     GET, POST   /v1/characters/{id}/portrait
 *
 * The picture has the fields of api/avatar/picture.h. A person has a stance, or a pose by SMPL's joints,
 * hands by name where the file has fingers, and blend shapes by the names of the file. An animal is drawn as
 * it is at rest. A field that has no effect is refused.
 *
 * Memory   as every call (api/http/call.h).
 * Errors   each field at its pointer with its value and what is allowed.
 */
#include "api/http/fields.h"
#include "api/http/call.h"

pd_api_handler pd_api_handle_own_portrait;
pd_api_cost pd_api_own_portrait_cost;
/* Fields of picture and figure, and the format. */
extern const pd_api_field pd_api_own_portrait_fields[], pd_api_own_portrait_query_fields[];

#endif
