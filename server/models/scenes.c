#include "server/models/scenes.h"

static const char *scene_id(const void *item)
{
    return ((const pd_api_scene *)item)->id;
}

static void *retain_scene(void *item)
{
    return pd_api_scene_retain(item);
}

static void release_scene(void *item)
{
    pd_api_scene_release(item);
}

pd_srv_shelf *pd_srv_scenes_new(void)
{
    static const pd_srv_shelf_kind kind = {"scenes", "stream.scenes", scene_id, retain_scene, release_scene};
    return pd_srv_shelf_new(&kind);
}
