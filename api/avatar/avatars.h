#ifndef PD_API_AVATAR_AVATARS_H
#define PD_API_AVATAR_AVATARS_H
/* Avatars that clients store by their choices, a few hundred bytes of JSON. The files are made when they are
 * requested.
 *
 *     POST   /v1/avatars              {"model":"person","random":7,"wear":"suit,..."}; answers with the id
 *     GET    /v1/avatars/ID           the choices
 *     GET    /v1/avatars/ID.glb       the file, made by the mesh route: its fields of avatars (avatar.h) are
 *                                     the query
 *     GET    /v1/avatars/ID.vrm       the same with profile=vrm
 *     GET    /v1/avatars/ID.png       a picture, made by the portrait route, whose fields are the query;
 *                                     ID.webp likewise
 *     GET    /v1/readyplayerme/ID.glb the file by the parameters of Ready Player Me's requests
 *                                     (api/avatar/rpm.h); ID.png and ID.jpg: a picture; ID.json: sex
 *
 * The id is a hash of the choices, the model and the client: the same client gets the same id for the same
 * choices, also after a restart. The ETag of a file is that of the mesh route: a hash of the choices, the
 * other fields of the request, the model and posed's version.
 *
 * Memory   Reference-counted (atomic).   Errors  The choices are checked by the mesh route when they are
 *                                                stored.
 */
#include "api/http/condition.h"
#include "api/http/routes.h"

#define PD_API_AVATAR_BYTES 4096 /* largest JSON of choices */

struct pd_api_avatar {
    int references; /* atomic */
    char id[PD_API_ID_BYTES];
    char revision[PD_API_REVISION_BYTES];
    uint64_t owner; /* pd_api_owner.id of the client that stored it */
    char model[PD_API_ID_BYTES];
    char *choices;           /* JSON object without "model"; owned */
    char *query;             /* choices as the query of GET .../mesh; owned */
    const pd_api_host *host; /* host that counts `held` bytes; NULL: not counted */
    size_t held;
};

/* Adds a reference and returns the avatar; _release removes one, and the last one frees it. */
pd_api_avatar *pd_api_avatar_retain(pd_api_avatar *avatar);
void pd_api_avatar_release(pd_api_avatar *avatar); /* avatar may be NULL */

pd_api_handler pd_api_handle_avatars, pd_api_handle_avatar_post, pd_api_handle_avatar,
    pd_api_handle_avatar_delete, pd_api_handle_rpm_avatar;
/* Cost of a file; 0 for the choices. */
pd_api_cost pd_api_avatar_cost;
extern const pd_api_field pd_api_avatar_choice_fields[];

#endif
