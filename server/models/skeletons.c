#include "server/models/skeletons.h"

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

pd_srv_shelf *pd_srv_skeletons_new(void)
{
    static const pd_srv_shelf_kind kind = {"skeletons", "limits.skeletons", skeleton_id, retain_skeleton,
                                           release_skeleton};
    return pd_srv_shelf_new(&kind);
}
