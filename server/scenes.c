#include "server/scenes.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pd_srv_scenes {
    pthread_mutex_t lock;
    pd_api_scene **items;
    int count, capacity;
};

pd_srv_scenes *pd_srv_scenes_new(void)
{
    pd_srv_scenes *scenes = calloc(1, sizeof *scenes);
    if (scenes) pthread_mutex_init(&scenes->lock, NULL);
    return scenes;
}

void pd_srv_scenes_free(pd_srv_scenes *scenes)
{
    if (!scenes) return;
    for (int i = 0; i < scenes->count; i++) pd_api_scene_release(scenes->items[i]);
    free(scenes->items);
    pthread_mutex_destroy(&scenes->lock);
    free(scenes);
}

/* Under the lock: its place, or count. */
static int find(const pd_srv_scenes *scenes, const char *id)
{
    int i = 0;
    while (i < scenes->count && strcmp(scenes->items[i]->id, id)) i++;
    return i;
}

static pd_status make_room(pd_srv_scenes *scenes, int most, pd_error *err)
{
    if (scenes->count >= most)
        return pd_fail(err, PD_ERR_LIMIT, "", "%d scenes; at most %d are kept (stream.scenes)", scenes->count,
                       most);
    if (scenes->count < scenes->capacity) return PD_OK;
    int capacity = 2 * scenes->capacity + 8;
    void *grown = realloc(scenes->items, (size_t)capacity * sizeof(pd_api_scene *));
    if (!grown) return pd_fail(err, PD_ERR_MEMORY, "", "no memory for a scene");
    scenes->items = grown;
    scenes->capacity = capacity;
    return PD_OK;
}

pd_status pd_srv_scenes_put(pd_srv_scenes *scenes, pd_api_scene *scene, int most, int *is_new, pd_error *err)
{
    pd_api_scene *before = NULL;
    pthread_mutex_lock(&scenes->lock);
    int at = find(scenes, scene->id);
    *is_new = at == scenes->count;
    pd_status status = *is_new ? make_room(scenes, most, err) : PD_OK;
    if (status == PD_OK) {
        if (*is_new)
            scenes->count++;
        else
            before = scenes->items[at];
        scenes->items[at] = scene;
    }
    pthread_mutex_unlock(&scenes->lock);
    pd_api_scene_release(status == PD_OK ? before : scene);
    return status;
}

pd_api_scene *pd_srv_scenes_get(pd_srv_scenes *scenes, const char *id)
{
    pthread_mutex_lock(&scenes->lock);
    int at = find(scenes, id);
    pd_api_scene *scene = at < scenes->count ? pd_api_scene_retain(scenes->items[at]) : NULL;
    pthread_mutex_unlock(&scenes->lock);
    return scene;
}

int pd_srv_scenes_delete(pd_srv_scenes *scenes, const char *id)
{
    pthread_mutex_lock(&scenes->lock);
    int at = find(scenes, id);
    pd_api_scene *scene = at < scenes->count ? scenes->items[at] : NULL;
    if (scene) scenes->items[at] = scenes->items[--scenes->count];
    pthread_mutex_unlock(&scenes->lock);
    pd_api_scene_release(scene);
    return scene != NULL;
}

void pd_srv_scenes_each(pd_srv_scenes *scenes, void (*visit)(void *arg, const pd_api_scene *scene), void *arg)
{
    pthread_mutex_lock(&scenes->lock);
    for (int i = 0; i < scenes->count; i++) visit(arg, scenes->items[i]);
    pthread_mutex_unlock(&scenes->lock);
}
