#include "api/motion/garments.h"

#include "api/http/call.h"
#include "api/http/reply_header.h"
#include "api/http/upload.h"
#include "core/io/surface/surface.h"
#include "core/wardrobe/combine.h"
#include "core/wardrobe/own.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Memory for the trees of the largest garment and of the skin, and for the garment itself. */
#define SKIN_BYTES (32u << 20)

/* X(name, slot, half as in pd_wardrobe_item) */
#define SLOTS(X)                                                                                             \
    X("outfit", OUTFIT, 0)                                                                                   \
    X("top", OUTFIT, 1 + PD_WARDROBE_HALF_TOP)                                                               \
    X("bottom", OUTFIT, 1 + PD_WARDROBE_HALF_BOTTOM)                                                         \
    X("shoes", SHOES, 0)                                                                                     \
    X("hat", HAT, 0)                                                                                         \
    X("glasses", GLASSES, 0)

#define SLOT_CHOICE(name, slot, half) "|" name
static const char slot_names[] = SLOTS(SLOT_CHOICE);
static const struct {
    const char *name;
    pd_wardrobe_slot slot;
    int half;
} slots[] = {
#define SLOT_ROW(name, slot, half) {name, PD_WARDROBE_##slot, half},
    SLOTS(SLOT_ROW)
#undef SLOT_ROW
};

typedef struct garment_values {
    int slot;
} garment_values;

const pd_api_field pd_api_garment_put_query_fields[] = {
    {.name = "slot",
     .type = PD_API_CHOICE,
     .offset = offsetof(garment_values, slot),
     .preset = "\"outfit\"",
     .choices = slot_names + 1,
     .doc = "Where the garment is worn: as an outfit from neck to ankle, as a top or a bottom that goes with "
            "the other half of any outfit, as shoes, a hat or glasses."},
    {0},
};

/* ---- replies ---- */

static const char *slot_of(const pd_wardrobe_item *item)
{
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
        if (slots[i].slot == item->slot && slots[i].half == item->half) return slots[i].name;
    return "";
}

static void garment_members(pd_buffer *out, const char *id, const pd_wardrobe_own *g)
{
    pd_buffer_text(out, "{\"id\":");
    pd_api_json_text(out, id);
    pd_buffer_printf(out,
                     ",\"slot\":\"%s\",\"vertex_count\":%d,\"face_count\":%d,\"material_count\":%d,"
                     "\"hidden_vertices\":%d,\"joints_found\":%d,\"median_mm\":%.1f,\"deep\":%.3f",
                     slot_of(&g->item), g->item.vertex_count, g->item.face_count, g->item.part_count,
                     g->item.hide_count, g->joint_count, 1e3 * (double)g->median, (double)g->deep);
    if (*g->note) {
        pd_buffer_text(out, ",\"note\":");
        pd_api_json_text(out, g->note);
    }

    pd_buffer_text(out, "}");
}

typedef struct list {
    pd_buffer *out;
    const pd_api_access *access;
    int count;
} list;

static void list_garment(void *arg, const char *id, const void *item)
{
    const pd_api_skeleton *s = item;
    list *l = arg;

    if (!s->garment || !pd_api_access_allows(l->access, PD_API_OBJECT_SKELETONS, id)) return;
    if (l->count++) pd_buffer_text(l->out, ",");
    garment_members(l->out, id, s->garment);
}

void pd_api_handle_garments(pd_api_call *call, const pd_api_request *request)
{
    list l = {pd_api_answer(call, 200, "application/json"), call->access, 0};

    (void)request;
    pd_api_fetch(call, PD_API_STORED_SKELETONS, NULL);
    pd_buffer_text(l.out, "{\"garments\":[");
    if (call->host->each_skeleton) call->host->each_skeleton(call->host->ctx, list_garment, &l);
    pd_buffer_text(l.out, "]}\n");
}

/* Returns a reference to the garment call->id, or NULL after refusing the call. */
static pd_api_skeleton *take_garment(pd_api_call *call)
{
    pd_api_skeleton *s = pd_api_take_skeleton(call, call->id);

    if (s && s->garment) return s;
    pd_api_skeleton_release(s);
    pd_api_refuse(call, 404, NULL, "no garment \"%.64s\"; GET /v1/garments lists them", call->id);

    return NULL;
}

void pd_api_handle_garment(pd_api_call *call, const pd_api_request *request)
{
    pd_api_skeleton *s = take_garment(call);

    if (!s) return;
    if (!pd_api_revised(call, request, s->revision, "garment")) {
        pd_buffer *out = pd_api_answer(call, 200, "application/json");
        garment_members(out, call->id, s->garment);
        pd_buffer_text(out, "\n");
    }

    pd_api_skeleton_release(s);
}

void pd_api_handle_garment_delete(pd_api_call *call, const pd_api_request *request)
{
    pd_api_skeleton *s = take_garment(call);

    if (!s) return;
    pd_api_skeleton_release(s);
    pd_api_handle_skeleton_delete(call, request);
}

/* ---- putting ---- */

/* Acquires the wardrobe and its body model. Refuses the call without them. */
static const pd_smpl_model *take_body(pd_api_model models[2], pd_api_call *call)
{
    const pd_wardrobe *w = pd_api_take_model(call, PD_API_DEFAULT_WARDROBE, &models[0])
                               ? pd_api_model_wardrobe(&models[0])
                               : NULL;
    const pd_smpl_model *body =
        w && pd_api_take_model(call, w->model, &models[1]) ? pd_api_model_body(&models[1]) : NULL;

    if (body && body->vertex_count == w->skin_vertex_count && pd_wardrobe_find(w, call->id) >= 0) {
        pd_api_refuse(call, 409, NULL, "\"%.64s\" is an item of the wardrobe; another id expected", call->id);
        return NULL;
    }

    if (body && body->vertex_count == w->skin_vertex_count) return body;
    pd_api_refuse(call, 404, NULL, "this server has no wardrobe for garments");

    return NULL;
}

/* Makes the garment of the body of the request. Returns NULL after refusing the call. */
static pd_api_skeleton *read_garment(pd_api_call *call, const pd_api_request *request,
                                     const pd_smpl_model *body)
{
    static const pd_anim_joint joint = {"garment", NULL, {0, 0, 0}};
    garment_values v = {.slot = 0};
    pd_api_problems *problems = &call->problems;
    pd_io_bundle bundle = {.file = request->body};
    pd_retarget_skin skin = {.root_turn = {0, 0, 0, 1}};
    pd_api_skeleton *made = NULL;
    pd_error err;

    problems->in_query = 1;
    json_t *query = pd_api_query_json(request->query, call->route->query, problems);
    const bool good = query && pd_api_fields_json(&v, query, call->route->query, "", problems);
    json_decref(query);
    problems->in_query = 0;
    if (!good || !pd_api_open_bundle(&bundle, call, request->body, NULL) ||
        !pd_api_hold(call, SKIN_BYTES + pd_io_surface_read_bytes(bundle.file, call->limits->json_memory))) {
        if (!call->done && problems->count) pd_api_refuse_all(call);
        pd_io_bundle_close(&bundle);
        return NULL;
    }

    pd_wardrobe_own *own = malloc(sizeof *own);
    const pd_wardrobe_own_job job = {.file = bundle.file,
                                     .json_memory = call->limits->json_memory,
                                     .name = call->id,
                                     .slot = slots[v.slot].slot,
                                     .half = slots[v.slot].half,
                                     .model = body};
    const pd_status status =
        own ? pd_wardrobe_own_make(own, &job, &err) : pd_fail(&err, PD_ERR_MEMORY, "", "out of memory");
    pd_io_bundle_close(&bundle);
    if (status == PD_OK && pd_anim_skeleton_init(&skin.skeleton, &joint, 1, &err) == PD_OK)
        made = pd_api_skeleton_new("", "garment", &skin);
    if (made) {
        made->garment = own;
        return made;
    }

    if (status == PD_OK) {
        pd_wardrobe_own_deinit(own);
        pd_api_refuse(call, 503, NULL, "out of memory");
    } else
        pd_api_refuse(call, status == PD_ERR_UNSUPPORTED ? 400 : pd_status_http(status), NULL, "%s%s%s",
                      err.where, *err.where ? ": " : "", err.detail);
    free(own);

    return NULL;
}

void pd_api_judge_garment_put(pd_api_call *call, const pd_api_request *request)
{
    static const char type[] = "model/gltf-binary";
    const char *given = request->content_type;

    if (!call->host->skeleton_put)
        pd_api_refuse(call, 404, NULL, "this server stores no garments");
    else if (!pd_api_type_is_open(given) && !pd_api_is_bundle_type(given) &&
             (strcspn(given, "; \t") != sizeof type - 1 || strncasecmp(given, type, sizeof type - 1)))
        pd_api_refuse_media(call, request, NULL, "");
    else
        pd_api_skeleton_may_be_put(call);
}

void pd_api_handle_garment_put(pd_api_call *call, const pd_api_request *request)
{
    pd_api_model models[2] = {{0}};

    pd_api_judge_garment_put(call, request);
    if (call->done || call->denied.status != PD_OK) return;
    const pd_smpl_model *body = take_body(models, call);
    pd_api_skeleton *made = body ? read_garment(call, request, body) : NULL;
    for (int i = 0; i < 2; i++) pd_api_model_release(&models[i]);
    if (!made) return;

    const int status = pd_api_skeleton_keep(call, made);
    if (status) {
        pd_buffer *out = pd_api_answer(call, status, "application/json");
        garment_members(out, call->id, made->garment);
        pd_buffer_text(out, "\n");
        pd_api_etag_of_stored(&call->reply, made->revision, "garment");
    }

    pd_api_skeleton_release(made);
}
