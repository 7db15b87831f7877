#include "server/models/stores.h"

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

pd_srv_named_store *pd_srv_scenes_new(void)
{
    static const pd_srv_named_store_kind kind = {"scenes", "stream.scenes", scene_id, retain_scene,
                                                 release_scene};
    return pd_srv_named_store_new(&kind);
}

static const char *skeleton_id(const void *item)
{
    return ((const pd_api_skeleton *)item)->id;
}

static void *retain_skeleton(void *item)
{
    return pd_api_skeleton_retain(item);
}

static void release_skeleton(void *item)
{
    pd_api_skeleton_release(item);
}

pd_srv_named_store *pd_srv_skeletons_new(void)
{
    static const pd_srv_named_store_kind kind = {"skeletons", "limits.skeletons", skeleton_id,
                                                 retain_skeleton, release_skeleton};
    return pd_srv_named_store_new(&kind);
}
