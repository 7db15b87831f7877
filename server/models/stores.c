#include "server/models/stores.h"

#include "server/base/clock.h"

#include <stddef.h>

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
                                                 .id_at = offsetof(pd_api_scene, id),
                                                 .revision_at = offsetof(pd_api_scene, revision),
                                                 .owner_at = offsetof(pd_api_scene, owner),
                                                 .retain = retain_scene,
                                                 .release = release_scene,
                                                 .now_us = pd_srv_now_us};

    return pd_srv_named_store_new(&kind);
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
                                                 .id_at = offsetof(pd_api_skeleton, id),
                                                 .revision_at = offsetof(pd_api_skeleton, revision),
                                                 .owner_at = offsetof(pd_api_skeleton, owner),
                                                 .retain = retain_skeleton,
                                                 .release = release_skeleton,
                                                 .now_us = pd_srv_now_us};

    return pd_srv_named_store_new(&kind);
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
                                                 .id_at = offsetof(pd_api_avatar, id),
                                                 .revision_at = offsetof(pd_api_avatar, revision),
                                                 .owner_at = offsetof(pd_api_avatar, owner),
                                                 .retain = retain_avatar,
                                                 .release = release_avatar,
                                                 .now_us = pd_srv_now_us};

    return pd_srv_named_store_new(&kind);
}

static void *retain_clip(void *item)
{
    return pd_api_clip_retain(item);
}

static void release_clip(void *item)
{
    pd_api_clip_release(item);
}

pd_srv_named_store *pd_srv_clips_new(void)
{
    static const pd_srv_named_store_kind kind = {.what = "clips",
                                                 .option = "stream.clips",
                                                 .owner_option = "stream.owner_clips",
                                                 .id_at = offsetof(pd_api_clip, id),
                                                 .revision_at = offsetof(pd_api_clip, revision),
                                                 .owner_at = offsetof(pd_api_clip, owner),
                                                 .retain = retain_clip,
                                                 .release = release_clip,
                                                 .now_us = pd_srv_now_us};

    return pd_srv_named_store_new(&kind);
}
