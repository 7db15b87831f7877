#ifndef PD_API_MOTION_SCENES_H
#define PD_API_MOTION_SCENES_H
/* Scenes by name: put, looked at, deleted over HTTP, and walked in by the stream's sessions.
 *
 * A scene is const once it is put; sessions that walk in it keep it when it is replaced.
 *
 *     PUT   application/json            {"ground":{...},"walls":[...],...} as a rollout's `scene` (scene.h)
 *           image/png                   a heightmap: ?cell=0.1&scale=10: black is 0, white `scale` metres; rows along +z
 *           text/plain                  a heightmap: a line of metres per row; ?cell=
 *           application/octet-stream    a heightmap: float32 little-endian, metres; ?columns=&cell=
 *     of a heightmap alone its middle is at 0 unless ?x= and ?z= say where its first corner is.
 *
 * Memory   counted references (atomic).
 */
#include "api/http/condition.h"
#include "api/http/routes.h"
#include "core/anim/scene.h"

struct pd_api_scene {
    int references; /* atomic */
    char id[PD_API_ID_BYTES];
    char revision[PD_API_REVISION_BYTES]; /* condition.h */
    uint64_t owner;                       /* pd_api_owner.id of who put it */
    pd_anim_scene scene;
    const pd_api_host *host; /* in whose account it counts until its last user has gone; NULL: in none */
    size_t held;
};

/* Takes *scene, which is empty afterwards, also on failure (NULL: memory is out). */
pd_api_scene *pd_api_scene_new(const char *id, pd_anim_scene *scene);
pd_api_scene *pd_api_scene_retain(pd_api_scene *scene);
void pd_api_scene_release(pd_api_scene *scene); /* NULL is fine */

pd_api_handler pd_api_handle_scenes, pd_api_handle_scene, pd_api_handle_scene_put, pd_api_handle_scene_delete,
    pd_api_judge_scene_put;
pd_api_cost pd_api_scene_cost;
extern const pd_api_field pd_api_scene_query_fields[], pd_api_scene_put_query_fields[];

#endif
