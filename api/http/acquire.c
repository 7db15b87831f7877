/* Acquires the models, scenes and skeletons that a call names, and refuses the call if there is none. */
#include "api/http/call.h"
#include "core/character/action/clip_set.h"

#include <stdbool.h>

typedef struct id_search {
    pd_edit_distance_search search;
    const pd_api_access *access;
    pd_api_object object; /* kind of object of which offer_id is called */
    unsigned ids;
} id_search;

/* Offers a model's id to the search for the nearest, if the key may use it. */
static void offer_model(void *arg, const pd_api_model *model)
{
    id_search *s = arg;

    if ((s->ids & PD_API_IDS_MODELS || pd_api_model_moves(model)) &&
        pd_api_access_allows(s->access, PD_API_OBJECT_MODELS, model->id))
        pd_edit_distance_offer(&s->search, model->id);
}

/* Offers the names of a model's clips. */
static void offer_emotes(void *arg, const pd_api_model *model)
{
    id_search *s = arg;
    const pd_character_clip_set *set = pd_api_model_clips(model);
    for (int i = 0; set && i < set->count; i++) pd_edit_distance_offer(&s->search, set->items[i].name);
}

/* Offers the id of a scene or skeleton to the search, if the key may use it. */
static void offer_id(void *arg, const char *id, const void *item)
{
    id_search *s = arg;
    (void)item;
    if (pd_api_access_allows(s->access, s->object, id)) pd_edit_distance_offer(&s->search, id);
}

void pd_api_id_hint(char out[PD_API_HINT_BYTES], const pd_api_host *host, const pd_api_access *access,
                    unsigned ids, const char *written)
{
    id_search s = {.search = pd_edit_distance_begin(written),
                   .access = access,
                   .object = PD_API_OBJECT_SKELETONS,
                   .ids = ids};

    if (ids & PD_API_IDS_MODELS) pd_edit_distance_offer(&s.search, "default");
    if (ids & (PD_API_IDS_MODELS | PD_API_IDS_MOTIONS)) host->each_model(host->ctx, offer_model, &s);
    if (ids & PD_API_IDS_SKELETONS && host->each_skeleton) host->each_skeleton(host->ctx, offer_id, &s);
    s.object = PD_API_OBJECT_SCENES;
    if (ids & PD_API_IDS_SCENES && host->each_scene) host->each_scene(host->ctx, offer_id, &s);
    s.object = PD_API_OBJECT_CLIPS;
    if (ids & PD_API_IDS_CLIPS && host->each_clip) host->each_clip(host->ctx, offer_id, &s);
    if (ids & PD_API_IDS_CLIPS) host->each_model(host->ctx, offer_emotes, &s);
    pd_api_hint(out, &s.search);
}

void pd_api_refuse_model(pd_api_call *call, const char *pointer, const char *id, unsigned ids)
{
    char hint[PD_API_HINT_BYTES];

    pd_api_id_hint(hint, call->host, call->access, ids, id);
    pd_api_refuse(call, 404, pointer, "no model \"%.64s\"%s%s GET /v1/models lists them", id, hint,
                  *hint ? "" : ";");
}

bool pd_api_take_model(pd_api_call *call, const char *id, pd_api_model *out)
{
    pd_error err;
    const bool taken = pd_api_reach_model(out, call->host, call->access, call->may_wait, id, &err);

    if (!taken) pd_api_note_missing(call, &err);
    return taken;
}

bool pd_api_note_missing(pd_api_call *call, const pd_error *err)
{
    switch (err->status) {
    case PD_ERR_WAIT: call->waits = true; return true;
    case PD_ERR_FORBIDDEN: call->denied = *err; return true;
    case PD_ERR_IO:
    case PD_ERR_MEMORY:
    case PD_ERR_BUSY:
        if (call->denied.status == PD_OK) call->denied = *err;
        return true;
    default: return false;
    }
}

bool pd_api_fetch(pd_api_call *call, pd_api_stored kind, const char *id)
{
    pd_error err = {0};

    if (!call->host->fetch || (call->condition.request && call->condition.request->restores)) return true;
    if (!call->may_wait) {
        call->waits = true;
        return false;
    }

    if (call->host->fetch(call->host->ctx, kind, id, &err) == PD_OK) return true;
    pd_api_note_missing(call, &err);

    return false;
}

bool pd_api_answer_deleted(pd_api_call *call, int gone, const char *what)
{
    if (gone > 0)
        pd_api_answer(call, 204, NULL);
    else if (gone == -1)
        pd_api_refuse(call, 403, NULL, "the %s \"%.64s\" belongs to another client", what, call->id);
    else if (gone == -2)
        pd_api_refuse(call, 412, NULL,
                      "the %s \"%.64s\" does not meet the conditions of If-Match or If-None-Match", what,
                      call->id);
    else if (gone == -3) {
        pd_api_refuse(call, 503, NULL,
                      "the %s \"%.64s\" cannot be deleted now, because the place that the daemons share "
                      "cannot be used; try again",
                      what, call->id);
        pd_api_header_set(&call->reply, "Retry-After", "1");
    }

    return gone != 0;
}

struct pd_api_scene *pd_api_take_scene(pd_api_call *call, const char *id)
{
    pd_error err;

    if (!pd_api_fetch(call, PD_API_STORED_SCENES, id)) return NULL;
    struct pd_api_scene *scene = pd_api_reach_scene(call->host, call->access, id, &err);

    if (err.status == PD_ERR_FORBIDDEN) call->denied = err;
    return scene;
}

struct pd_api_skeleton *pd_api_take_skeleton(pd_api_call *call, const char *id)
{
    pd_error err;

    if (!pd_api_fetch(call, PD_API_STORED_SKELETONS, id)) return NULL;
    struct pd_api_skeleton *skeleton = pd_api_reach_skeleton(call->host, call->access, id, &err);

    if (err.status == PD_ERR_FORBIDDEN) call->denied = err;
    return skeleton;
}

void pd_api_judge_model(pd_api_call *call, const pd_api_request *request)
{
    pd_api_model model;

    (void)request;
    if (pd_api_take_model(call, call->id, &model))
        pd_api_model_release(&model);
    else
        pd_api_refuse_model(call, NULL, call->id, PD_API_IDS_MODELS);
}

/* Acquires a body model, or with `or_mhr` also an MHR model, and refuses the call if there is none. */
static bool take_mesh_model(pd_api_call *call, const char *id, bool or_mhr)
{
    if (!pd_api_take_model(call, id, &call->model)) {
        pd_api_refuse_model(call, NULL, id, PD_API_IDS_MODELS);
        return false;
    }

    if (pd_api_model_body(&call->model) || (or_mhr && pd_api_model_mhr(&call->model))) return true;
    pd_api_refuse(call, 409, NULL, "\"%.64s\" is a %s model; a body model is needed", id,
                  call->model.kind->name);

    return false;
}

bool pd_api_take_body_model(pd_api_call *call, const char *id)
{
    return take_mesh_model(call, id, false);
}

bool pd_api_take_mesh_model(pd_api_call *call, const char *id)
{
    return take_mesh_model(call, id, true);
}
