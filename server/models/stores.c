#include "server/models/stores.h"

#include "server/base/clock.h"

static const char *scene_id(const void *item)
{
    return ((const pd_api_scene *)item)->id;
}

static const char *scene_revision(const void *item)
{
    return ((const pd_api_scene *)item)->revision;
}

static uint64_t scene_owner(const void *item)
{
    return ((const pd_api_scene *)item)->owner;
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
    static const pd_srv_named_store_kind kind = {.what = "scenes",
                                                 .option = "stream.scenes",
                                                 .owner_option = "stream.owner_scenes",
                                                 .id = scene_id,
                                                 .revision = scene_revision,
                                                 .owner = scene_owner,
                                                 .retain = retain_scene,
                                                 .release = release_scene,
                                                 .now_us = pd_srv_now_us};

    return pd_srv_named_store_new(&kind);
}

static const char *skeleton_id(const void *item)
{
    return ((const pd_api_skeleton *)item)->id;
}

static const char *skeleton_revision(const void *item)
{
    return ((const pd_api_skeleton *)item)->revision;
}

static uint64_t skeleton_owner(const void *item)
{
    return ((const pd_api_skeleton *)item)->owner;
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
    static const pd_srv_named_store_kind kind = {.what = "skeletons",
                                                 .option = "limits.skeletons",
                                                 .owner_option = "limits.owner_skeletons",
                                                 .id = skeleton_id,
                                                 .revision = skeleton_revision,
                                                 .owner = skeleton_owner,
                                                 .retain = retain_skeleton,
                                                 .release = release_skeleton,
                                                 .now_us = pd_srv_now_us};

    return pd_srv_named_store_new(&kind);
}

static const char *avatar_id(const void *item)
{
    return ((const pd_api_avatar *)item)->id;
}

static const char *avatar_revision(const void *item)
{
    return ((const pd_api_avatar *)item)->revision;
}

static uint64_t avatar_owner(const void *item)
{
    return ((const pd_api_avatar *)item)->owner;
}

static void *retain_avatar(void *item)
{
    return pd_api_avatar_retain(item);
}

static void release_avatar(void *item)
{
    pd_api_avatar_release(item);
}

pd_srv_named_store *pd_srv_avatars_new(void)
{
    static const pd_srv_named_store_kind kind = {.what = "avatars",
                                                 .option = "limits.avatars",
                                                 .owner_option = "limits.owner_avatars",
                                                 .id = avatar_id,
                                                 .revision = avatar_revision,
                                                 .owner = avatar_owner,
                                                 .retain = retain_avatar,
                                                 .release = release_avatar,
                                                 .now_us = pd_srv_now_us};

    return pd_srv_named_store_new(&kind);
}
