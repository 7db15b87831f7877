/* What is resident: the list, one model in full, loading it again. */
#include "api/http/service.h"

#include "api/http/call.h"
#include "api/body/measure.h"
#include "core/anim/source.h"
#include "core/base/number.h"

#include <stdio.h>
#include <string.h>

void pd_api_json_floats(pd_buffer *out, const float *values, int count)
{
    pd_buffer_text(out, "[");
    for (int i = 0; i < count; i++) {
        char text[PD_IO_NUMBER_BYTES];
        if (i) pd_buffer_text(out, ",");
        pd_buffer_add(out, text, pd_io_number_shortest(text, values[i]));
    }
    pd_buffer_text(out, "]");
}

void pd_api_json_doubles(pd_buffer *out, const double *values, int count)
{
    pd_buffer_text(out, "[");
    for (int i = 0; i < count; i++) {
        char text[PD_IO_NUMBER_BYTES];
        if (i) pd_buffer_text(out, ",");
        pd_buffer_add(out, text, pd_io_number_fixed(text, (float)values[i], PD_IO_NUMBER_DIGITS));
    }
    pd_buffer_text(out, "]");
}

static void member(pd_buffer *out, const char *name, const char *text)
{
    pd_buffer_printf(out, ",\"%s\":", name);
    pd_api_json_text(out, text ? text : "");
}

static void origin(pd_buffer *out, const char *name, const char *licence, const char *provenance)
{
    member(out, "name", name);
    member(out, "licence", licence);
    member(out, "provenance", provenance);
}

static void weight(pd_buffer *out, const pd_api_model *model, uint64_t content_hash)
{
    pd_buffer_printf(out, ",\"resident_bytes\":%zu,\"content_hash\":\"%016llx\"", pd_api_model_bytes(model),
                     (unsigned long long)content_hash);
}

static void described(pd_buffer *out, const pd_api_model *model, const pd_model_text *text,
                      uint64_t content_hash)
{
    origin(out, text->name, text->licence, text->provenance);
    weight(out, model, content_hash);
}

/* The members that the list and the description share; the object stays open. */
static void summary(pd_buffer *out, const pd_api_model *model)
{
    pd_buffer_text(out, "{\"id\":");
    pd_api_json_text(out, model->id);
    member(out, "kind", model->kind);
    pd_buffer_printf(out, ",\"default\":%s", model->is_default ? "true" : "false");
    if (model->motion) described(out, model, &model->motion->network.text, model->motion->content_hash);
    if (model->prior) described(out, model, &model->prior->text, model->prior->content_hash);
    if (model->neural) described(out, model, &model->neural->text, model->neural->content_hash);
    if (!model->body) return;
    origin(out, model->body->data.text.name, model->body->data.text.licence,
           model->body->data.text.provenance);
    member(out, "gender", model->body->data.text.gender);
    weight(out, model, model->body->content_hash);
}

typedef struct list {
    pd_buffer *out;
    int count;
} list;

static void list_one(void *arg, const pd_api_model *model)
{
    list *l = arg;

    pd_buffer_text(l->out, l->count++ ? "," : "");
    summary(l->out, model);
    pd_buffer_text(l->out, "}");
}

void pd_api_handle_models(pd_api_call *call, const pd_api_request *request)
{
    list l = {pd_api_answer(call, 200, "application/json"), 0};

    (void)request;
    pd_buffer_text(l.out, "{\"models\":[");
    call->host->each_model(call->host->ctx, list_one, &l);
    pd_buffer_text(l.out, "]}\n");
}

void pd_api_json_skeleton(pd_buffer *out, const pd_smpl_model *m)
{
    pd_buffer_text(out, "\"joint_names\":[");
    for (int k = 0; k < m->joint_count; k++) {
        if (k) pd_buffer_text(out, ",");
        pd_api_json_text(out, m->data.joint_names[k]);
    }
    pd_buffer_text(out, "],\"parents\":[");
    for (int k = 0; k < m->joint_count; k++) pd_buffer_printf(out, "%s%d", k ? "," : "", m->data.parents[k]);
    pd_buffer_text(out, "]");
}

static void body_json(pd_buffer *out, const pd_smpl_model *m)
{
    pd_buffer_printf(out,
                     ",\"vertex_count\":%d,\"joint_count\":%d,\"beta_count\":%d,\"face_count\":%d,"
                     "\"soft_tissue_count\":%d,\"pose_feature_count\":%d,",
                     m->vertex_count, m->joint_count, m->beta_count, m->face_count, m->soft_count,
                     m->pose_feature_count);
    pd_api_json_skeleton(out, m);
    pd_buffer_text(out, ",\"rest_joints\":[");
    for (int k = 0; k < m->joint_count; k++) {
        if (k) pd_buffer_text(out, ",");
        pd_api_json_doubles(out, m->joint_template + 3 * k, 3);
    }
    pd_buffer_text(out, "]");
    if (m->data.beta_limits) {
        pd_buffer_text(out, ",\"beta_limits\":");
        pd_api_json_floats(out, m->data.beta_limits, m->beta_count);
    }
    pd_buffer_text(out, ",\"measurements\":");
    pd_api_json_definitions(out);
    member(out, "credits", m->data.text.credits);
    pd_buffer_text(
        out,
        ",\"units\":{\"length\":\"metre\",\"angle\":\"radian\",\"mass\":\"kilogram\"},\"frame\":\"gltf\"");
}

static void names_json(pd_buffer *out, const char *name, const pd_model_name *names, int count)
{
    pd_buffer_printf(out, ",\"%s\":[", name);
    for (int i = 0; i < count; i++) {
        if (i) pd_buffer_text(out, ",");
        pd_api_json_text(out, names[i]);
    }
    pd_buffer_text(out, "]");
}

static void motion_json(pd_buffer *out, const pd_pfnn_network *n)
{
    pd_buffer_printf(out,
                     ",\"joint_count\":%d,\"input_count\":%d,\"hidden_count\":%d,\"output_count\":%d,"
                     "\"window_samples\":%d,\"window_step\":%d,\"frame_rate\":%g",
                     n->joint_count, n->x_dim, n->h_dim, n->y_dim, n->sample_count, n->sample_step,
                     (double)n->frame_rate);
    names_json(out, "gaits", n->gait_names, n->gait_count);
    names_json(out, "joint_names", n->joint_names, n->joint_count);
    pd_buffer_text(out, ",\"parents\":[");
    for (int k = 0; k < n->joint_count; k++) pd_buffer_printf(out, "%s%d", k ? "," : "", n->parents[k]);
    pd_buffer_text(out, "]");
    pd_buffer_text(out, n->offsets ? ",\"offsets\":[" : "");
    for (int k = 0; n->offsets && k < n->joint_count; k++) {
        if (k) pd_buffer_text(out, ",");
        pd_api_json_floats(out, n->offsets + 3 * k, 3);
    }
    pd_buffer_text(out, n->offsets ? "]" : "");
    member(out, "credits", n->text.credits);
    pd_buffer_text(out, ",\"units\":{\"length\":\"metre\",\"angle\":\"radian\"},\"frame\":\"gltf\"");
}

static void prior_json(pd_buffer *out, const pd_ik_prior *p)
{
    pd_buffer_printf(out,
                     ",\"joint_count\":%d,\"number_count\":%d,\"component_count\":%d,\"direction_count\":%d",
                     p->joint_count, p->dim, p->component_count, p->rank);
    names_json(out, "styles", (const pd_model_name *)p->style_names, p->style_count);
    names_json(out, "joint_names", (const pd_model_name *)p->joint_names, p->joint_count);
    member(out, "credits", p->text.credits);
    pd_buffer_text(out, ",\"units\":{\"angle\":\"radian\"},\"frame\":\"gltf\"");
}

static void neural_json(pd_buffer *out, const pd_ik_neural *n)
{
    char names[PD_IK_NEURAL_TRACKERS][PD_ANIM_NAME_BYTES];

    for (int i = 0; i < PD_IK_NEURAL_TRACKERS; i++)
        snprintf(names[i], sizeof names[i], "%s", pd_anim_smpl_names[pd_ik_neural_tracked[i]]);
    pd_buffer_printf(out, ",\"joint_count\":%d,\"input_count\":%d,\"hidden_count\":%d,\"block_count\":%d",
                     PD_IK_NEURAL_JOINTS, PD_IK_NEURAL_INPUTS, n->hidden, n->blocks);
    names_json(out, "trackers", (const char(*)[PD_ANIM_NAME_BYTES])names, PD_IK_NEURAL_TRACKERS);
    member(out, "credits", n->text.credits);
    pd_buffer_text(out, ",\"units\":{\"length\":\"metre\",\"angle\":\"radian\"},\"frame\":\"gltf\"");
}

void pd_api_handle_model(pd_api_call *call, const pd_api_request *request)
{
    pd_buffer *out;

    (void)request;
    if (!call->host->acquire(call->host->ctx, call->id, &call->model)) {
        pd_api_refuse_model(call, NULL, call->id, PD_API_IDS_MODELS);
        return;
    }
    out = pd_api_answer(call, 200, "application/json");
    summary(out, &call->model);
    if (call->model.body) body_json(out, call->model.body);
    if (call->model.motion) motion_json(out, &call->model.motion->network);
    if (call->model.prior) prior_json(out, call->model.prior);
    if (call->model.neural) neural_json(out, call->model.neural);
    pd_buffer_text(out, "}\n");
}

/* On a worker: reading a file takes its time. */
static void reload(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    pd_error err;

    (void)scratch;
    (void)executor;
    switch (call->host->reload(call->host->ctx, call->id, &err)) {
    case PD_OK: break;
    case PD_ERR_NOT_FOUND: pd_api_refuse_model(call, NULL, call->id, PD_API_IDS_MODELS); return;
    default:
        pd_api_refuse(call, 500, NULL, "%.64s stays as it was: %s%s%s", call->id, err.where,
                      err.where[0] ? ": " : "", err.detail);
        return;
    }
    pd_buffer_text(pd_api_answer(call, 200, "application/json"), "{\"id\":");
    pd_api_json_text(&call->reply.body, call->id);
    pd_buffer_text(&call->reply.body, ",\"reloaded\":true}\n");
}

/* Not by acquire: a model that has not been loaded yet may be reloaded as well. */
void pd_api_handle_reload(pd_api_call *call, const pd_api_request *request)
{
    (void)request;
    call->run = reload;
}
