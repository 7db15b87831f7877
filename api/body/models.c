/* What is resident: the list, one model in full, loading it again. */
#include "api/http/service.h"

#include "api/http/call.h"
#include "api/body/measure.h"
#include "core/smpl/part.h"
#include "core/smpl/data/keypoint.h"
#include "core/anim/source.h"
#include "core/base/number.h"

#include <math.h>
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

void pd_api_json_number_or_null(pd_buffer *out, double value, const char *format)
{
    if (!isfinite(value))
        pd_buffer_text(out, "null");
    else
        pd_buffer_printf(out, format, value);
}

void pd_api_json_glb(pd_buffer *out, const pd_buffer *glb)
{
    pd_buffer_text(out, ",\"mesh\":{\"type\":\"model/gltf-binary\",\"base64\":\"");
    pd_buffer_base64(out, glb->data, glb->size);
    pd_buffer_text(out, "\"}");
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

static void weight(pd_buffer *out, size_t resident_bytes, uint64_t content_hash)
{
    pd_buffer_printf(out, ",\"resident_bytes\":%zu,\"content_hash\":\"%016llx\"", resident_bytes,
                     (unsigned long long)content_hash);
}

/* The members that the list and the description share; the object stays open. */
static void summary(pd_buffer *out, const pd_api_model *model)
{
    pd_buffer_text(out, "{\"id\":");
    pd_api_json_text(out, model->id);
    member(out, "kind", model->kind->name);
    pd_buffer_printf(out, ",\"default\":%s", model->is_default ? "true" : "false");
    if (model->resident) model->kind->summary(out, model->resident);
}

typedef struct list {
    pd_buffer *out;
    const pd_api_access *access;
    int count;
} list;

static void list_one(void *arg, const pd_api_model *model)
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

/* In the order of replies; and how many of each kind. */
static void keypoint_names(pd_buffer *out, const pd_smpl_model *m)
{
    const int count = pd_smpl_keypoints_count(&m->data, PD_SMPL_KEYPOINTS_CONTOUR);
    const int body = pd_smpl_keypoints_count(&m->data, PD_SMPL_KEYPOINTS_BODY);
    const int face = pd_smpl_keypoints_count(&m->data, PD_SMPL_KEYPOINTS_FACE);

    pd_buffer_printf(out, "\"keypoint_counts\":{\"body\":%d,\"face\":%d,\"contour\":%d},\"keypoint_names\":[",
                     body, face - body, count - face);
    for (int i = 0; i < count; i++) {
        char name[PD_SMPL_NAME_BYTES];
        pd_smpl_keypoints_name(name, &m->data, i);
        pd_buffer_printf(out, "%s\"%s\"", i ? "," : "", name);
    }
    pd_buffer_text(out, "],");
}

static void body_description(pd_buffer *out, const void *model)
{
    const pd_smpl_model *m = model;
    pd_buffer_printf(out,
                     ",\"vertex_count\":%d,\"joint_count\":%d,\"beta_count\":%d,\"face_count\":%d,"
                     "\"soft_tissue_count\":%d,\"pose_feature_count\":%d,\"expression_count\":%d,"
                     "\"hand_component_count\":%d,\"pose_parts\":[",
                     m->vertex_count, m->joint_count, m->beta_count, m->face_count, m->soft_count,
                     m->pose_feature_count, m->expression_count, m->data.hands[0].component_count);
    int first, joints, parts = 0;
    for (int part = 0; part < PD_SMPL_PART_COUNT; part++)
        if (pd_smpl_part_find(&first, &joints, m, (pd_smpl_part)part))
            pd_buffer_printf(out, "%s\"%s\"", parts++ ? "," : "", pd_smpl_part_name((pd_smpl_part)part));
    pd_buffer_text(out, "],\"expression_names\":[");
    for (int e = 0; m->data.expression_names && e < m->expression_count; e++) {
        if (e) pd_buffer_text(out, ",");
        pd_api_json_text(out, m->data.expression_names[e]);
    }
    pd_buffer_text(out, "],");
    keypoint_names(out, m);
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
    if (m->data.people) {
        pd_buffer_text(out, ",\"populations\":[");
        for (int p = 0; p < PD_SMPL_POPULATION_COUNT; p++)
            pd_buffer_printf(out, "%s\"%s\"", p ? "," : "", pd_smpl_population_names[p]);
        pd_buffer_text(out, "]");
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

/* Gaits, joints and credits of what moves characters. */
static void skeleton_json(pd_buffer *out, const pd_pfnn_network *n)
{
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

static void motion_description(pd_buffer *out, const void *model)
{
    const pd_pfnn_network *n = &((const pd_pfnn_model *)model)->network;
    pd_buffer_printf(out,
                     ",\"joint_count\":%d,\"input_count\":%d,\"hidden_count\":%d,\"output_count\":%d,"
                     "\"window_samples\":%d,\"window_step\":%d,\"frame_rate\":%g",
                     n->joint_count, n->x_dim, n->h_dim, n->y_dim, n->sample_count, n->sample_step,
                     (double)n->frame_rate);
    names_json(out, "styles", n->style_names, n->style_count);
    skeleton_json(out, n);
}

static void matching_description(pd_buffer *out, const void *model)
{
    const pd_pfnn_model *m = model;
    const pd_matching_database *d = &m->matching->database;
    pd_buffer_printf(out,
                     ",\"joint_count\":%d,\"frame_count\":%d,\"frame_rate\":%g,\"clip_count\":%d,"
                     "\"copy_count\":%d,\"entry_count\":%d,\"feature_count\":%d",
                     d->joint_count, d->frame_count, (double)d->frame_rate, d->clip_count, d->copy_count,
                     m->matching->index.entry_count, PD_MATCHING_FEATURES);
    skeleton_json(out, &m->network);
}

static void prior_description(pd_buffer *out, const void *model)
{
    const pd_ik_prior *p = model;
    pd_buffer_printf(out,
                     ",\"joint_count\":%d,\"number_count\":%d,\"component_count\":%d,\"direction_count\":%d",
                     p->joint_count, p->dim, p->component_count, p->rank);
    names_json(out, "styles", (const pd_model_name *)p->style_names, p->style_count);
    names_json(out, "joint_names", (const pd_model_name *)p->joint_names, p->joint_count);
    member(out, "credits", p->text.credits);
    pd_buffer_text(out, ",\"units\":{\"angle\":\"radian\"},\"frame\":\"gltf\"");
}

static void neural_description(pd_buffer *out, const void *model)
{
    const pd_ik_neural *n = model;
    char names[PD_IK_NEURAL_TRACKERS][PD_ANIM_NAME_BYTES];

    for (int i = 0; i < PD_IK_NEURAL_TRACKERS; i++)
        snprintf(names[i], sizeof names[i], "%s", pd_anim_smpl_names[pd_ik_neural_tracked[i]]);
    pd_buffer_printf(out, ",\"joint_count\":%d,\"input_count\":%d,\"hidden_count\":%d,\"block_count\":%d",
                     PD_IK_NEURAL_JOINTS, PD_IK_NEURAL_INPUTS, n->hidden, n->blocks);
    names_json(out, "trackers", (const char(*)[PD_ANIM_NAME_BYTES])names, PD_IK_NEURAL_TRACKERS);
    member(out, "credits", n->text.credits);
    pd_buffer_text(out, ",\"units\":{\"length\":\"metre\",\"angle\":\"radian\"},\"frame\":\"gltf\"");
}

/* ---- kinds of models ---- */

static pd_status body_load(void **out, const char *file, pd_error *err)
{
    pd_smpl_model *model = NULL;
    pd_status status = pd_smpl_model_load(&model, file, err);
    *out = model;
    return status;
}

static void body_retain(void *model)
{
    pd_smpl_model_retain(model);
}

static void body_release(void *model)
{
    pd_smpl_model_release(model);
}

static size_t body_bytes(const void *model)
{
    return pd_smpl_model_bytes(model);
}

static void body_summary(pd_buffer *out, const void *model)
{
    const pd_smpl_model *m = model;

    origin(out, m->data.text.name, m->data.text.licence, m->data.text.provenance);
    member(out, "gender", m->data.text.gender);
    weight(out, pd_smpl_model_bytes(m), m->content_hash);
}

static pd_status motion_load(void **out, const char *file, pd_error *err)
{
    pd_pfnn_model *model = NULL;
    pd_status status = pd_pfnn_model_load(&model, file, err);
    *out = model;
    return status;
}

static pd_status matching_load(void **out, const char *file, pd_error *err)
{
    pd_matching_model *matching;
    pd_pfnn_model *model = NULL;
    pd_status status = pd_matching_model_load(&matching, file, err);
    if (status == PD_OK) status = pd_pfnn_model_match(&model, matching, err);
    *out = model;
    return status;
}

static void motion_retain(void *model)
{
    pd_pfnn_model_retain(model);
}

static void motion_release(void *model)
{
    pd_pfnn_model_release(model);
}

static size_t motion_bytes(const void *model)
{
    return ((const pd_pfnn_model *)model)->resident_bytes;
}

static void motion_summary(pd_buffer *out, const void *model)
{
    const pd_pfnn_model *m = model;

    origin(out, m->network.text.name, m->network.text.licence, m->network.text.provenance);
    weight(out, m->resident_bytes, m->content_hash);
}

static pd_status prior_load(void **out, const char *file, pd_error *err)
{
    pd_ik_prior *prior = NULL;
    pd_status status = pd_ik_prior_load(&prior, file, err);
    *out = prior;
    return status;
}

static void prior_retain(void *model)
{
    pd_ik_prior_retain(model);
}

static void prior_release(void *model)
{
    pd_ik_prior_release(model);
}

static size_t prior_bytes(const void *model)
{
    return ((const pd_ik_prior *)model)->resident_bytes;
}

static void prior_summary(pd_buffer *out, const void *model)
{
    const pd_ik_prior *prior = model;

    origin(out, prior->text.name, prior->text.licence, prior->text.provenance);
    weight(out, prior->resident_bytes, prior->content_hash);
}

static pd_status neural_load(void **out, const char *file, pd_error *err)
{
    pd_ik_neural *network = NULL;
    pd_status status = pd_ik_neural_load(&network, file, err);
    *out = network;
    return status;
}

static void neural_retain(void *model)
{
    pd_ik_neural_retain(model);
}

static void neural_release(void *model)
{
    pd_ik_neural_release(model);
}

static size_t neural_bytes(const void *model)
{
    return ((const pd_ik_neural *)model)->resident_bytes;
}

static void neural_summary(pd_buffer *out, const void *model)
{
    const pd_ik_neural *network = model;

    origin(out, network->text.name, network->text.licence, network->text.provenance);
    weight(out, network->resident_bytes, network->content_hash);
}

static pd_status wardrobe_load(void **out, const char *file, pd_error *err)
{
    pd_wardrobe *wardrobe = NULL;
    pd_status status = pd_wardrobe_load(&wardrobe, file, err);
    *out = wardrobe;
    return status;
}

static void wardrobe_retain(void *model)
{
    pd_wardrobe_retain(model);
}

static void wardrobe_release(void *model)
{
    pd_wardrobe_release(model);
}

static size_t wardrobe_bytes(const void *model)
{
    return ((const pd_wardrobe *)model)->resident_bytes;
}

static void wardrobe_summary(pd_buffer *out, const void *model)
{
    const pd_wardrobe *w = model;

    origin(out, w->text.name, w->text.licence, w->text.provenance);
    weight(out, w->resident_bytes, w->content_hash);
}

static void wardrobe_description(pd_buffer *out, const void *model)
{
    const pd_wardrobe *w = model;
    pd_buffer_printf(out, ",\"item_count\":%d,\"texture_count\":%d", w->item_count, w->texture_count);
    member(out, "body_model", w->model);
    pd_buffer_text(out, ",\"items\":[");
    for (int i = 0; i < w->item_count; i++) {
        if (i) pd_buffer_text(out, ",");
        pd_api_json_text(out, w->items[i].name);
    }
    pd_buffer_text(out, "]");
    member(out, "credits", w->text.credits);
    pd_buffer_text(out, ",\"units\":{\"length\":\"metre\"},\"frame\":\"gltf\"");
}

static pd_status mhr_load(void **out, const char *file, pd_error *err)
{
    pd_mhr *mhr = NULL;
    pd_status status = pd_mhr_load(&mhr, file, err);
    *out = mhr;
    return status;
}

static void mhr_retain(void *model)
{
    pd_mhr_retain(model);
}

static void mhr_release(void *model)
{
    pd_mhr_release(model);
}

static size_t mhr_bytes(const void *model)
{
    return ((const pd_mhr *)model)->resident_bytes;
}

static void mhr_summary(pd_buffer *out, const void *model)
{
    const pd_mhr *m = model;

    origin(out, m->text.name, m->text.licence, m->text.provenance);
    weight(out, m->resident_bytes, m->content_hash);
}

static void mhr_description(pd_buffer *out, const void *model)
{
    const pd_mhr *m = model;
    pd_buffer_printf(out,
                     ",\"vertex_count\":%d,\"joint_count\":%d,\"face_count\":%d,\"parameter_count\":%d,"
                     "\"identity_count\":%d,\"expression_count\":%d,\"has_correctives\":%s",
                     m->vertex_count, m->joint_count, m->face_count, m->parameter_count, m->identity_count,
                     m->expression_count, m->corrective_dirs ? "true" : "false");
    names_json(out, "parameter_names", (const pd_model_name *)m->parameter_names, m->parameter_count);
    pd_buffer_text(out, ",\"parameter_limits\":[");
    for (int p = 0; p < m->parameter_count; p++) {
        const float *limit = m->limits + 2 * (size_t)p;
        pd_buffer_text(out, p ? "," : "");
        if (limit[0] <= -PD_MHR_NO_LIMIT || limit[1] >= PD_MHR_NO_LIMIT)
            pd_buffer_text(out, "null");
        else
            pd_api_json_floats(out, limit, 2);
    }
    pd_buffer_text(out, "],\"scale_parameters\":[");
    for (int p = 0, count = 0; p < m->parameter_count; p++) {
        if (!m->is_scale[p]) continue;
        pd_buffer_text(out, count++ ? "," : "");
        pd_api_json_text(out, m->parameter_names[p]);
    }
    pd_buffer_text(out, "]");
    names_json(out, "joint_names", (const pd_model_name *)m->joint_names, m->joint_count);
    pd_buffer_text(out, ",\"parents\":[");
    for (int k = 0; k < m->joint_count; k++) pd_buffer_printf(out, "%s%d", k ? "," : "", m->parents[k]);
    pd_buffer_text(out, "]");
    member(out, "credits", m->text.credits);
    pd_buffer_text(out, ",\"units\":{\"length\":\"metre\",\"angle\":\"radian\"},\"frame\":\"gltf\"");
}

static pd_status rig_start_load(void **out, const char *file, pd_error *err)
{
    pd_rig_start *start = NULL;
    pd_status status = pd_rig_start_load(&start, file, err);
    *out = start;
    return status;
}

static void rig_start_retain(void *model)
{
    pd_rig_start_retain(model);
}

static void rig_start_release(void *model)
{
    pd_rig_start_release(model);
}

static size_t rig_start_bytes(const void *model)
{
    return ((const pd_rig_start *)model)->resident_bytes;
}

static void rig_start_summary(pd_buffer *out, const void *model)
{
    const pd_rig_start *start = model;

    origin(out, start->text.name, start->text.licence, start->text.provenance);
    weight(out, start->resident_bytes, start->content_hash);
}

static void rig_start_description(pd_buffer *out, const void *model)
{
    const pd_rig_start *start = model;
    pd_buffer_printf(out, ",\"joint_count\":%d,\"map_numbers\":%d", PD_RIG_JOINTS, PD_RIG_MAP_NUMBERS);
    member(out, "credits", start->text.credits);
    pd_buffer_text(out, ",\"units\":{\"length\":\"height of the mesh\"},\"frame\":\"gltf\"");
}

static pd_status rig_net_load(void **out, const char *file, pd_error *err)
{
    pd_rig_net *net = NULL;
    pd_status status = pd_rig_net_load(&net, file, err);
    *out = net;
    return status;
}

static void rig_net_retain(void *model)
{
    pd_rig_net_retain(model);
}

static void rig_net_release(void *model)
{
    pd_rig_net_release(model);
}

static size_t rig_net_bytes(const void *model)
{
    return ((const pd_rig_net *)model)->resident_bytes;
}

static void rig_net_summary(pd_buffer *out, const void *model)
{
    const pd_rig_net *net = model;

    origin(out, net->text.name, net->text.licence, net->text.provenance);
    weight(out, net->resident_bytes, net->content_hash);
}

static void rig_net_description(pd_buffer *out, const void *model)
{
    const pd_rig_net *net = model;
    pd_buffer_printf(out, ",\"joint_count\":%d,\"number_count\":%d", PD_RIG_JOINTS, PD_RIG_NET_NUMBERS);
    member(out, "credits", net->text.credits);
    pd_buffer_text(out, ",\"units\":{\"length\":\"height of the mesh\"},\"frame\":\"gltf\"");
}

const pd_api_kind pd_api_kinds[PD_API_KIND_COUNT] = {
    [PD_API_KIND_BODY] = {"body", "default", "default", 0, body_load, body_retain, body_release, body_bytes,
                          body_summary, body_description},
    [PD_API_KIND_MOTION] = {"motion", PD_API_DEFAULT_MOTION, "motion", 1, motion_load, motion_retain,
                            motion_release, motion_bytes, motion_summary, motion_description},
    [PD_API_KIND_POSE_PRIOR] = {PD_IK_PRIOR_KIND, PD_API_DEFAULT_PRIOR, PD_IK_PRIOR_KIND, 0, prior_load,
                                prior_retain, prior_release, prior_bytes, prior_summary, prior_description},
    [PD_API_KIND_POSE_NETWORK] = {PD_IK_NEURAL_KIND, PD_API_DEFAULT_NEURAL, PD_IK_NEURAL_KIND, 0, neural_load,
                                  neural_retain, neural_release, neural_bytes, neural_summary,
                                  neural_description},
    [PD_API_KIND_MATCHING] = {PD_MATCHING_KIND, PD_API_DEFAULT_MATCHING, PD_MATCHING_KIND, 0, matching_load,
                              motion_retain, motion_release, motion_bytes, motion_summary,
                              matching_description},
    [PD_API_KIND_WARDROBE] = {PD_WARDROBE_KIND, PD_API_DEFAULT_WARDROBE, PD_WARDROBE_KIND, 0, wardrobe_load,
                              wardrobe_retain, wardrobe_release, wardrobe_bytes, wardrobe_summary,
                              wardrobe_description},
    [PD_API_KIND_MHR] = {PD_MHR_KIND, PD_API_DEFAULT_MHR, PD_MHR_KIND, 0, mhr_load, mhr_retain, mhr_release,
                         mhr_bytes, mhr_summary, mhr_description},
    [PD_API_KIND_RIG_START] = {PD_RIG_START_KIND, PD_API_DEFAULT_RIG, PD_RIG_START_KIND, 0, rig_start_load,
                               rig_start_retain, rig_start_release, rig_start_bytes, rig_start_summary,
                               rig_start_description},
    [PD_API_KIND_RIG_WEIGHTS] = {PD_RIG_NET_KIND, PD_API_DEFAULT_SKIN, PD_RIG_NET_KIND, 0, rig_net_load,
                                 rig_net_retain, rig_net_release, rig_net_bytes, rig_net_summary,
                                 rig_net_description},
};

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

/* On a worker: reading a file takes its time. */
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
    pd_api_access_check_name(call->access, call->id, &call->denied);
    call->run = reload;
}
