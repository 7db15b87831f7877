/* Handlers of the models: the list, one model in full, loading a model again. */
#include "api/models/models.h"

#include "api/http/call.h"

/* Writes the members that the list and the description of a model share, and leaves the object open. */
static void summary(pd_buffer *out, const pd_api_model *model)
{
    pd_buffer_text(out, "{\"id\":");
    pd_api_json_text(out, model->id);
    pd_buffer_printf(out, ",\"kind\":\"%s\",\"default\":%s,\"resident\":%s", model->kind->name,
                     model->is_default ? "true" : "false", model->resident ? "true" : "false");
    pd_buffer_printf(out, ",\"mapped_bytes\":%zu", pd_api_model_mapped(model));
    if (model->resident) {
        model->kind->summary(out, model->resident);
        return;
    }

    /* Write the file's metadata of a model that is not loaded. */
    const char *const texts[][2] = {
        {"name", model->name}, {"licence", model->licence}, {"provenance", model->provenance}};
    for (int i = 0; i < 3; i++) {
        pd_buffer_printf(out, ",\"%s\":", texts[i][0]);
        pd_api_json_text(out, texts[i][1] ? texts[i][1] : "");
    }

    pd_buffer_text(out, ",\"resident_bytes\":0");
}

typedef struct list {
    pd_buffer *out;
    const pd_api_access *access;
    int count;
} list;

static void list_one_models(void *arg, const pd_api_model *model)
{
    list *l = arg;

    if (!pd_api_access_allows(l->access, PD_API_OBJECT_MODELS, model->id)) return;
    pd_buffer_text(l->out, l->count++ ? "," : "");
    summary(l->out, model);
    pd_buffer_text(l->out, "}");
}

void pd_api_handle_models(pd_api_call *call, const pd_api_request *request)
{
    list l = {pd_api_answer(call, 200, "application/json"), call->access, 0};

    (void)request;
    pd_buffer_text(l.out, "{\"models\":[");
    call->host->each_model(call->host->ctx, list_one_models, &l);
    pd_buffer_text(l.out, "]}\n");
}

void pd_api_handle_model(pd_api_call *call, const pd_api_request *request)
{
    pd_buffer *out;

    (void)request;
    if (!pd_api_take_model(call, call->id, &call->model)) {
        pd_api_refuse_model(call, NULL, call->id, PD_API_IDS_MODELS);
        return;
    }

    out = pd_api_answer(call, 200, "application/json");
    summary(out, &call->model);
    if (call->model.resident) call->model.kind->description(out, call->model.resident);
    pd_buffer_text(out, "}\n");
}

/* Reloads the model. Runs on a worker, because reading a file takes its time. */
static void reload(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    pd_error err;

    (void)scratch;
    (void)executor;
    switch (call->host->reload(call->host->ctx, call->id, call->access, &err)) {
    case PD_OK: break;
    case PD_ERR_FORBIDDEN: pd_api_refuse(call, 403, NULL, "%s", err.detail); return;
    case PD_ERR_NOT_FOUND: pd_api_refuse_model(call, NULL, call->id, PD_API_IDS_MODELS); return;
    default:
        pd_api_refuse(call, 500, NULL,
                      "the model %.64s was not reloaded, and the loaded one stays in use: %s%s%s", call->id,
                      err.where, err.where[0] ? ": " : "", err.detail);
        return;
    }

    pd_buffer_text(pd_api_answer(call, 200, "application/json"), "{\"id\":");
    pd_api_json_text(&call->reply.body, call->id);
    pd_buffer_text(&call->reply.body, ",\"reloaded\":true}\n");
}

/* Does not acquire the model, because a model that has not been loaded yet may be reloaded as well. */
void pd_api_handle_reload(pd_api_call *call, const pd_api_request *request)
{
    (void)request;
    pd_api_access_check_name(call->access, call->id, &call->denied);
    call->run = reload;
}
