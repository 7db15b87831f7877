#ifndef PD_API_MOTION_SCENES_H
#define PD_API_MOTION_SCENES_H
/* Scenes that clients put under an id, read, delete, and use in sessions of the stream and in roll-outs.
 *
 * A scene does not change once it is put. A session retains its scene, so that it stays valid when a client
 * replaces it.
 *
 *     PUT   application/json            {"ground":{...},"walls":[...],...} as a rollout's `scene` (scene.h)
 *           image/png                   a heightmap: ?cell=0.1&scale=10: black is 0, white `scale` metres;
 *                                       rows along +z
 *           text/plain                  a heightmap: a line of metres per row; ?cell=
 *           application/octet-stream    a heightmap: float32 little-endian, metres; ?columns=&cell=
 *     The centre of a heightmap is at 0, 0 unless ?x= and ?z= give the position of its first corner.
 *
 * Memory   Reference-counted (atomic).
 */
#include "api/http/condition.h"
#include "api/http/routes.h"
#include "core/anim/scene/scene.h"

struct pd_api_scene {
    int references; /* atomic */
    char id[PD_API_ID_BYTES];
    char revision[PD_API_REVISION_BYTES]; /* condition.h */
    uint64_t owner;                       /* pd_api_owner.id of the client that put the scene */
    pd_anim_scene scene;
    /* host that counts `held` bytes until the last reference is released; NULL: not counted */
    const pd_api_host *host;
    size_t held;
};

/* Creates a scene. Takes the contents of *scene, which is empty afterwards, also on failure. Returns NULL if
 * allocation failed. */
pd_api_scene *pd_api_scene_new(const char *id, pd_anim_scene *scene);
pd_api_scene *pd_api_scene_retain(pd_api_scene *scene);
void pd_api_scene_release(pd_api_scene *scene); /* scene may be NULL */

pd_api_handler pd_api_handle_scenes, pd_api_handle_scene, pd_api_handle_scene_put, pd_api_handle_scene_delete,
    pd_api_judge_scene_put;
pd_api_cost pd_api_scene_cost;
extern const pd_api_field pd_api_scene_query_fields[], pd_api_scene_put_query_fields[];

#endif
