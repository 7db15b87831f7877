#ifndef PD_API_AVATAR_PORTRAIT_H
#define PD_API_AVATAR_PORTRAIT_H
/* Pictures of a body as PNG or WebP: from the fields of a body and of its clothes, and those of the picture,
 * to core/portrait.
 *
 * The fields of the picture are those of api/avatar/picture.h.
 *
 * Without a pose the arms hang and the hands are relaxed; without an expression the face is friendly.
 *
 * Memory   as every call (api/http/call.h); counted before it runs (pd_portrait_bytes).
 * Errors   each field at its pointer with its value and what is allowed.
 */
#include "api/body/body.h"

pd_api_handler pd_api_handle_portrait;
pd_api_cost pd_api_portrait_cost;
/* Fields of the figure, of the picture, and the format. */
extern const pd_api_field pd_api_portrait_wear_fields[], pd_api_portrait_fields[],
    pd_api_portrait_query_fields[];

#endif
