#ifndef PD_TESTS_API_HOST_H
#define PD_TESTS_API_HOST_H
/* A host of the API without sockets, for tests and fuzzers: two synthetic body models ("default" is "tiny")
 * and a motion model.
 */
#include "tests/support/fixture.h"

#include "core/character/action/clip_set.h"
#include "api/http/api.h"
#include "server/base/memory.h"
#include "server/models/stores.h"
#include "server/models/stores.h"

#include <stdio.h>
#include <string.h>

typedef struct api_host {
    pd_srv_memory memory; /* without a limit, unless a test sets one; nothing is held at the end */
    pd_smpl_model *tiny, *other;
    pd_srv_named_store *scenes, *skeletons;
    pd_pfnn_model *motion;         /* found as the default network when a test sets it; the test's */
    pd_pfnn_model *matching;       /* the same: as the default matching database                   */
    pd_ik_prior *prior;            /* the same: as the default pose prior                          */
    pd_wardrobe *wardrobe;         /* the same: as the default wardrobe                            */
    pd_ik_neural *neural;          /* the same: as the default pose network                        */
    pd_character_clip_set *emotes; /* the same: as the emotes */
    pd_mhr *mhr;                   /* found as "mhr" when a test sets it; the test's               */
    const char *on_disk;           /* id of a model that waits on disk; NULL: none */
    bool is_broken;                /* the model on disk cannot be loaded */
    const char *lacks;             /* what does not work although the server is ready; NULL: all works */
    int is_ready, reloads, reload_fails;
    double clock;
} api_host;

/* Finds a model as the default of its kind and by its id. */
static inline bool api_host_is(const char *id, const char *default_of_kind, const char *own)
{
    return !strcmp(id, default_of_kind) || !strcmp(id, own);
}

static inline pd_status api_host_acquire(void *ctx, const char *id, bool may_wait, pd_api_model *out,
                                         pd_error *err)
{
    api_host *h = ctx;
    if (h->on_disk && !strcmp(id, h->on_disk)) {
        if (!may_wait) return pd_fail(err, PD_ERR_WAIT, "", "model \"%s\" is being loaded", id);
        if (h->is_broken) return pd_fail(err, PD_ERR_IO, "", "model \"%s\" could not be loaded", id);
        h->on_disk = NULL;
    }

    if (api_host_is(id, PD_API_DEFAULT_MOTION, "motion") && h->motion) {
        *out = (pd_api_model){.id = "motion",
                              .file = "m.safetensors",
                              .kind = &pd_api_kinds[PD_API_KIND_MOTION],
                              .is_default = 1,
                              .resident = pd_pfnn_model_retain(h->motion)};
        return PD_OK;
    }
    if (api_host_is(id, PD_API_DEFAULT_MATCHING, "matching") && h->matching) {
        *out = (pd_api_model){.id = "matching",
                              .file = "d.safetensors",
                              .kind = &pd_api_kinds[PD_API_KIND_MATCHING],
                              .is_default = 1,
                              .resident = pd_pfnn_model_retain(h->matching)};
        return PD_OK;
    }
    if (api_host_is(id, PD_API_DEFAULT_CLIPS, "emotes") && h->emotes) {
        *out = (pd_api_model){.id = "emotes",
                              .file = "e.safetensors",
                              .kind = &pd_api_kinds[PD_API_KIND_CLIPS],
                              .is_default = 1,
                              .resident = pd_character_clip_set_retain(h->emotes)};
        return PD_OK;
    }
    if (api_host_is(id, PD_API_DEFAULT_WARDROBE, "clothes") && h->wardrobe) {
        *out = (pd_api_model){.id = "clothes",
                              .file = "w.safetensors",
                              .kind = &pd_api_kinds[PD_API_KIND_WARDROBE],
                              .is_default = 1,
                              .resident = pd_wardrobe_retain(h->wardrobe)};
        return PD_OK;
    }
    if (api_host_is(id, PD_API_DEFAULT_PRIOR, "likely") && h->prior) {
        *out = (pd_api_model){.id = "likely",
                              .file = "likely.safetensors",
                              .kind = &pd_api_kinds[PD_API_KIND_POSE_PRIOR],
                              .is_default = 1,
                              .resident = pd_ik_prior_retain(h->prior)};
        return PD_OK;
    }
    if (api_host_is(id, PD_API_DEFAULT_NEURAL, "trackers") && h->neural) {
        *out = (pd_api_model){.id = "trackers",
                              .file = "trackers.safetensors",
                              .kind = &pd_api_kinds[PD_API_KIND_POSE_NETWORK],
                              .is_default = 1,
                              .resident = pd_ik_neural_retain(h->neural)};
        return PD_OK;
    }
    if (!strcmp(id, "mhr") && h->mhr) {
        *out = (pd_api_model){.id = "mhr",
                              .file = "mhr.safetensors",
                              .kind = &pd_api_kinds[PD_API_KIND_MHR],
                              .is_default = 1,
                              .resident = pd_mhr_retain(h->mhr)};
        return PD_OK;
    }
    if (!strcmp(id, "walk")) {
        *out = (pd_api_model){
            .id = "walk", .file = "walk.safetensors", .kind = &pd_api_kinds[PD_API_KIND_MOTION]};
        return PD_OK;
    }
    if (!strcmp(id, "default") || !strcmp(id, "tiny"))
        *out = (pd_api_model){.id = "tiny",
                              .file = "tiny.safetensors",
                              .kind = &pd_api_kinds[PD_API_KIND_BODY],
                              .is_default = 1,
                              .resident = pd_smpl_model_retain(h->tiny)};
    else if (!strcmp(id, "other"))
        *out = (pd_api_model){.id = "other",
                              .file = "other.safetensors",
                              .kind = &pd_api_kinds[PD_API_KIND_BODY],
                              .resident = pd_smpl_model_retain(h->other)};
    else
        return pd_fail(err, PD_ERR_NOT_FOUND, "", "no model \"%s\"", id);
    return PD_OK;
}

static inline void api_host_each(void *ctx, void (*visit)(void *arg, const pd_api_model *model), void *arg)
{
    static const char *const ids[] = {"tiny", "other", "walk"};

    for (int i = 0; i < 3; i++) {
        pd_api_model model = {.id = ids[i], .kind = &pd_api_kinds[PD_API_KIND_BODY]};
        api_host_acquire(ctx, ids[i], false, &model, NULL); /* one on disk is visited without being loaded */
        visit(arg, &model);
        pd_api_model_release(&model);
    }
}

static inline pd_status api_host_reload(void *ctx, const char *id, const pd_api_access *access, pd_error *err)
{
    api_host *h = ctx;

    if (strcmp(id, "default") && strcmp(id, "tiny"))
        return pd_fail(err, PD_ERR_NOT_FOUND, "models", "no model \"%s\"", id);
    if (pd_api_access_check(access, PD_API_OBJECT_MODELS, "tiny", "", err) != PD_OK) return PD_ERR_FORBIDDEN;
    h->reloads++;
    if (h->reload_fails) return pd_fail(err, PD_ERR_FORMAT, "tiny.safetensors:8", "cut off");
    return PD_OK;
}

static inline int api_host_ready(void *ctx, char *reason, size_t reason_bytes)
{
    const api_host *h = ctx;

    if (!h->is_ready) snprintf(reason, reason_bytes, "draining");
    if (h->lacks) snprintf(reason, reason_bytes, "%s", h->lacks);
    return h->is_ready;
}

static inline void api_host_metrics(void *ctx, pd_buffer *out)
{
    (void)ctx;
    pd_buffer_text(out, "posed_up 1\n");
}

/* who: name of the client as text, or an identity of the server, which starts with the name. */
static inline pd_status api_host_ticket(void *ctx, const void *who, char out[64], pd_error *err)
{
    (void)ctx;
    (void)err;
    snprintf(out, 64, "ticket-of-%s", who && *(const char *)who ? (const char *)who : "nobody");
    return PD_OK;
}

static inline size_t api_host_resident(void)
{
    return 0;
}

static inline int api_host_memory_take(void *ctx, pd_api_memory_use use, size_t bytes)
{
    return pd_srv_memory_take(&((api_host *)ctx)->memory, use, bytes);
}

static inline void api_host_memory_add(void *ctx, pd_api_memory_use use, size_t bytes)
{
    pd_srv_memory_add(&((api_host *)ctx)->memory, use, bytes);
}

static inline void api_host_memory_give(void *ctx, pd_api_memory_use use, size_t bytes)
{
    pd_srv_memory_give(&((api_host *)ctx)->memory, use, bytes);
}

static inline double api_host_now(void *ctx)
{
    api_host *h = ctx;

    return h->clock += 1e-6;
}

static inline pd_status api_host_scene_put(void *ctx, pd_api_scene *scene, const pd_api_condition *condition,
                                           int *is_new, pd_error *err)
{
    return pd_srv_named_store_put(((api_host *)ctx)->scenes, scene, condition,
                                  &(pd_srv_named_store_limits){4, 4, INT64_MAX}, is_new, err);
}

static inline pd_api_scene *api_host_scene(void *ctx, const char *id)
{
    return pd_srv_named_store_get(((api_host *)ctx)->scenes, id);
}

static inline int api_host_scene_delete(void *ctx, const char *id, const pd_api_owner *who,
                                        const pd_api_condition *condition)
{
    return pd_srv_named_store_delete(((api_host *)ctx)->scenes, id, who, condition);
}

static inline void api_host_each_scene(void *ctx, void (*visit)(void *arg, const char *id, const void *scene),
                                       void *arg)
{
    pd_srv_named_store_each(((api_host *)ctx)->scenes, visit, arg);
}

static inline pd_status api_host_skeleton_put(void *ctx, pd_api_skeleton *skeleton,
                                              const pd_api_condition *condition, int *is_new, pd_error *err)
{
    return pd_srv_named_store_put(((api_host *)ctx)->skeletons, skeleton, condition,
                                  &(pd_srv_named_store_limits){4, 4, INT64_MAX}, is_new, err);
}

static inline pd_api_skeleton *api_host_skeleton(void *ctx, const char *id)
{
    return pd_srv_named_store_get(((api_host *)ctx)->skeletons, id);
}

static inline int api_host_skeleton_delete(void *ctx, const char *id, const pd_api_owner *who,
                                           const pd_api_condition *condition)
{
    return pd_srv_named_store_delete(((api_host *)ctx)->skeletons, id, who, condition);
}

static inline void
api_host_each_skeleton(void *ctx, void (*visit)(void *arg, const char *id, const void *skeleton), void *arg)
{
    pd_srv_named_store_each(((api_host *)ctx)->skeletons, visit, arg);
}

static api_host api_host_state;
static const pd_api_host api_host_table = {.ctx = &api_host_state,
                                           .memory_take = api_host_memory_take,
                                           .memory_add = api_host_memory_add,
                                           .memory_give = api_host_memory_give,
                                           .acquire = api_host_acquire,
                                           .each_model = api_host_each,
                                           .reload = api_host_reload,
                                           .ready = api_host_ready,
                                           .metrics = api_host_metrics,
                                           .ticket = api_host_ticket,
                                           .scene_put = api_host_scene_put,
                                           .scene = api_host_scene,
                                           .scene_delete = api_host_scene_delete,
                                           .each_scene = api_host_each_scene,
                                           .skeleton_put = api_host_skeleton_put,
                                           .skeleton = api_host_skeleton,
                                           .skeleton_delete = api_host_skeleton_delete,
                                           .each_skeleton = api_host_each_skeleton,
                                           .now = api_host_now};
static const pd_api_limits api_host_limits = {.body_bytes = 1 << 20,
                                              .json_depth = 32,
                                              .json_memory = 4 << 20,
                                              .batch = 16,
                                              .ik_iterations = 1000,
                                              .ik_budget_ms = 100,
                                              .rollout_seconds = 30};

static inline int api_host_setup(void **state)
{
    (void)state;
    api_host_state = (api_host){.is_ready = 1};
    pd_srv_memory_init(&api_host_state.memory, api_host_resident);
    api_host_state.tiny =
        pd_fixture_model(&(pd_fixture){.vertices = 200, .pose = PD_FIXTURE_SPARSE, .soft = 3, .seed = 1});
    api_host_state.other = pd_fixture_model(&(pd_fixture){.vertices = 120, .betas = 4, .seed = 2});
    api_host_state.scenes = pd_srv_scenes_new();
    api_host_state.skeletons = pd_srv_skeletons_new();
    return 0;
}

static inline int api_host_teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(api_host_state.tiny);
    pd_smpl_model_release(api_host_state.other);
    pd_srv_named_store_free(api_host_state.scenes);
    pd_srv_named_store_free(api_host_state.skeletons);
    for (int use = 0; use < PD_API_MEMORY_COUNT; use++)
        if (atomic_load(&api_host_state.memory.held[use])) {
            fprintf(stderr, "%zu bytes of use %d were not given back\n",
                    atomic_load(&api_host_state.memory.held[use]), use);
            return 1;
        }
    return 0;
}

#endif
