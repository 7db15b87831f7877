/* Kinds of models: how each is loaded, counted and described. */
#include "core/character/action/clip_set.h"
#include "core/character/load.h"
#include "api/http/call.h"

#include "core/base/assert.h"
#include "api/body/measure.h"
#include "api/http/json_write.h"
#include "core/anim/source.h"
#include "core/ik/methods/prior_marginal.h"
#include "core/smpl/data/keypoint.h"
#include "core/smpl/pack.h"
#include "core/smpl/part/part.h"
#include "core/wardrobe/pack.h"

#include <stdio.h>

/* ---- members of replies ---- */

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

static void names_json(pd_buffer *out, const char *name, const pd_model_name *names, int count)
{
    PD_ASSERT(count >= 0 && (names || !count));
    pd_buffer_printf(out, ",\"%s\":[", name);
    for (int i = 0; i < count; i++) {
        if (i) pd_buffer_text(out, ",");
        pd_api_json_text(out, names[i]);
    }

    pd_buffer_text(out, "]");
}

static void parents_json(pd_buffer *out, const int *parents, int count)
{
    PD_ASSERT(count >= 0 && (parents || !count));
    pd_buffer_text(out, ",\"parents\":[");
    for (int k = 0; k < count; k++) pd_buffer_printf(out, "%s%d", k ? "," : "", parents[k]);
    pd_buffer_text(out, "]");
}

/* ---- counted models ---- */

/* The functions of a kind whose type is TYPE: KIND_load, which calls LOAD, _retain, _release and _bytes.
 * BYTES and, below, TEXT are of the model m. */
#define COUNTED(KIND, TYPE, LOAD, BYTES)                                                                     \
    static pd_status KIND##_load(void **out, const char *file, pd_error *err)                                \
    {                                                                                                        \
        TYPE *model = NULL;                                                                                  \
        pd_status status = LOAD(&model, file, err);                                                          \
        *out = model;                                                                                        \
        return status;                                                                                       \
    }                                                                                                        \
    static void KIND##_retain(void *model)                                                                   \
    {                                                                                                        \
        TYPE##_retain(model);                                                                                \
    }                                                                                                        \
    static void KIND##_release(void *model)                                                                  \
    {                                                                                                        \
        TYPE##_release(model);                                                                               \
    }                                                                                                        \
    static size_t KIND##_bytes(const void *model)                                                            \
    {                                                                                                        \
        const TYPE *m = model;                                                                               \
        return BYTES;                                                                                        \
    }

/* Functions of a row as COUNTED makes them, and the summary of a model that has a name, a licence, a
 * provenance and a content hash. */
#define COUNTED_WITH_TEXT(KIND, TYPE, LOAD, TEXT, BYTES)                                                     \
    COUNTED(KIND, TYPE, LOAD, BYTES)                                                                         \
    static void KIND##_summary(pd_buffer *out, const void *model)                                            \
    {                                                                                                        \
        const TYPE *m = model;                                                                               \
        origin(out, TEXT.name, TEXT.licence, TEXT.provenance);                                               \
        weight(out, BYTES, m->content_hash);                                                                 \
    }

COUNTED(body, pd_smpl_model, pd_smpl_model_load, pd_smpl_model_bytes(m))
COUNTED_WITH_TEXT(motion, pd_pfnn_model, pd_character_model_load, m->network.text, m->resident_bytes)
COUNTED_WITH_TEXT(prior, pd_ik_prior, pd_ik_prior_load, m->text, pd_ik_prior_bytes(m))
COUNTED_WITH_TEXT(neural, pd_ik_neural, pd_ik_neural_load, m->text, m->resident_bytes)
COUNTED(wardrobe, pd_wardrobe, pd_wardrobe_load, m->resident_bytes)
COUNTED_WITH_TEXT(mhr, pd_mhr, pd_mhr_load, m->text, m->resident_bytes)
COUNTED_WITH_TEXT(rig_start, pd_rig_start, pd_rig_start_load, m->text, m->resident_bytes)
COUNTED_WITH_TEXT(rig_net, pd_rig_net, pd_rig_net_load, m->text, m->resident_bytes)
COUNTED_WITH_TEXT(speech, pd_speech_net, pd_speech_net_load, m->text, m->resident_bytes)
COUNTED_WITH_TEXT(clips, pd_character_clip_set, pd_character_clip_set_load, m->text, m->resident_bytes)

static pd_status body_map(void **out, struct pd_pack *pack, int number, pd_error *err)
{
    pd_smpl_model *model = NULL;
    const pd_status status = pd_smpl_model_map(&model, pack, number, err);
    *out = model;
    return status;
}

static size_t body_mapped(const void *model)
{
    return ((const pd_smpl_model *)model)->mapped_bytes;
}

static pd_status wardrobe_map(void **out, struct pd_pack *pack, int number, pd_error *err)
{
    pd_wardrobe *wardrobe = NULL;
    const pd_status status = pd_wardrobe_map(&wardrobe, pack, number, err);
    *out = wardrobe;
    return status;
}

static size_t wardrobe_mapped(const void *model)
{
    return ((const pd_wardrobe *)model)->mapped_bytes;
}

static void body_summary(pd_buffer *out, const void *model)
{
    const pd_smpl_model *m = model;

    origin(out, m->data.text.name, m->data.text.licence, m->data.text.provenance);
    member(out, "gender", m->data.text.gender);
    weight(out, pd_smpl_model_bytes(m) + m->mapped_bytes, m->content_hash);
}

static void wardrobe_summary(pd_buffer *out, const void *model)
{
    const pd_wardrobe *w = model;
    origin(out, w->text.name, w->text.licence, w->text.provenance);
    weight(out, w->resident_bytes + w->mapped_bytes, w->content_hash);
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

/* ---- descriptions ---- */

/* Writes the names of keypoints in the order of replies, and the number of each kind. */
static void keypoint_names(pd_buffer *out, const pd_smpl_model *m)
{
    const int count = pd_smpl_keypoints_count(&m->data, PD_SMPL_KEYPOINTS_CONTOUR);
    const int body = pd_smpl_keypoints_count(&m->data, PD_SMPL_KEYPOINTS_BODY);
    const int face = pd_smpl_keypoints_count(&m->data, PD_SMPL_KEYPOINTS_FACE);

    pd_buffer_printf(out,
                     ",\"keypoint_counts\":{\"body\":%d,\"face\":%d,\"contour\":%d},\"keypoint_names\":[",
                     body, face - body, count - face);
    for (int i = 0; i < count; i++) {
        char name[PD_SMPL_NAME_BYTES];
        pd_smpl_keypoints_name(name, &m->data, i);
        pd_buffer_printf(out, "%s\"%s\"", i ? "," : "", name);
    }

    pd_buffer_text(out, "]");
}

static void body_description(pd_buffer *out, const void *model)
{
    const pd_smpl_model *m = model;

    /* Counts. */
    pd_buffer_printf(out,
                     ",\"vertex_count\":%d,\"joint_count\":%d,\"beta_count\":%d,\"face_count\":%d,"
                     "\"soft_tissue_count\":%d,\"soft_dynamics\":\"%s\",\"pose_feature_count\":%d,"
                     "\"skinning\":\"%s\",\"expression_count\":%d,"
                     "\"hand_component_count\":%d,\"pose_parts\":[",
                     m->vertex_count, m->joint_count, m->beta_count, m->face_count, m->soft_count,
                     !m->data.soft.mode_count ? "none"
                     : m->data.soft.is_modal  ? "oscillators"
                                              : "learned",
                     m->pose_feature_count, pd_smpl_skinning_name(m->data.skinning), m->expression_count,
                     m->data.hands[0].component_count);

    /* Names: of parts, expressions, keypoints and joints. */
    int first, joints;
    int parts = 0;
    for (int part = 0; part < PD_SMPL_PART_COUNT; part++)
        if (pd_smpl_part_find(&first, &joints, m, (pd_smpl_part)part))
            pd_buffer_printf(out, "%s\"%s\"", parts++ ? "," : "", pd_smpl_part_name((pd_smpl_part)part));
    pd_buffer_text(out, "],\"feature_names\":[");
    for (int f = 0; f < m->data.feature_count; f++) {
        if (f) pd_buffer_text(out, ",");
        pd_api_json_text(out, m->data.feature_names[f]);
    }

    pd_buffer_text(out, "],\"expression_names\":[");
    for (int e = 0; m->data.expression_names && e < m->expression_count; e++) {
        if (e) pd_buffer_text(out, ",");
        pd_api_json_text(out, m->data.expression_names[e]);
    }

    if (pd_smpl_has_silence(m)) pd_buffer_text(out, ",\"" PD_SMPL_SILENCE "\"");

    pd_buffer_text(out, "]");
    keypoint_names(out, m);
    pd_buffer_text(out, ",\"joint_names\":[");
    for (int k = 0; k < m->joint_count; k++) {
        if (k) pd_buffer_text(out, ",");
        pd_api_json_text(out, m->data.joint_names[k]);
    }

    pd_buffer_text(out, "]");

    /* The skeleton at rest. */
    parents_json(out, m->data.parents, m->joint_count);
    pd_buffer_text(out, ",\"rest_joints\":[");
    for (int k = 0; k < m->joint_count; k++) {
        if (k) pd_buffer_text(out, ",");
        pd_api_json_doubles(out, m->joint_template + 3 * k, 3);
    }

    pd_buffer_text(out, "]");

    /* Write the limits of betas, and the measurements that they are. */
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

    for (int n = 0; n < m->data.psd.count; n++) {
        pd_buffer_text(out, n ? "," : ",\"sculpts\":[");
        pd_api_json_text(out, m->data.psd.names[n]);
    }

    if (m->data.psd.count) pd_buffer_text(out, "]");
    pd_buffer_text(out, ",\"measurements\":");
    pd_api_json_definitions(out);
    member(out, "credits", m->data.text.credits);
    pd_buffer_text(
        out,
        ",\"units\":{\"length\":\"metre\",\"angle\":\"radian\",\"mass\":\"kilogram\"},\"frame\":\"gltf\"");
}

/* Writes gaits, joints and credits of a model that moves characters. */
static void skeleton_json(pd_buffer *out, const pd_pfnn_network *n)
{
    names_json(out, "gaits", n->gait_names, n->gait_count);
    names_json(out, "joint_names", n->joint_names, n->joint_count);
    parents_json(out, n->parents, n->joint_count);
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
    parents_json(out, m->parents, m->joint_count);
    member(out, "credits", m->text.credits);
    pd_buffer_text(out, ",\"units\":{\"length\":\"metre\",\"angle\":\"radian\"},\"frame\":\"gltf\"");
}

static void rig_start_description(pd_buffer *out, const void *model)
{
    const pd_rig_start *start = model;
    pd_buffer_printf(out, ",\"joint_count\":%d,\"map_numbers\":%d", PD_RIG_JOINTS, PD_RIG_MAP_NUMBERS);
    member(out, "credits", start->text.credits);
    pd_buffer_text(out, ",\"units\":{\"length\":\"height of the mesh\"},\"frame\":\"gltf\"");
}

static void rig_net_description(pd_buffer *out, const void *model)
{
    const pd_rig_net *net = model;
    pd_buffer_printf(out, ",\"joint_count\":%d,\"number_count\":%d", PD_RIG_JOINTS, PD_RIG_NET_NUMBERS);
    member(out, "credits", net->text.credits);
    pd_buffer_text(out, ",\"units\":{\"length\":\"height of the mesh\"},\"frame\":\"gltf\"");
}

static void speech_description(pd_buffer *out, const void *model)
{
    const pd_speech_net *net = model;
    pd_buffer_printf(out, ",\"rate\":%d,\"viseme_count\":%d", PD_SPEECH_RATE, PD_SPEECH_VISEMES);
    member(out, "credits", net->text.credits);
    pd_buffer_text(out, ",\"units\":{\"rate\":\"samples a second\"},\"frame\":\"gltf\"");
}

static void clips_description(pd_buffer *out, const void *model)
{
    const pd_character_clip_set *set = model;

    pd_buffer_printf(out, ",\"clip_count\":%d,\"frame_rate\":%g,\"clips\":[", set->count,
                     PD_CHARACTER_CLIP_RATE);
    for (int i = 0; i < set->count; i++) {
        pd_buffer_text(out, i ? "," : "");
        pd_api_json_text(out, set->items[i].name);
    }

    pd_buffer_text(out, "]");
    member(out, "credits", set->text.credits);
    pd_buffer_text(out, ",\"units\":{\"length\":\"metre\",\"angle\":\"radian\"},\"frame\":\"gltf\"");
}

/* ---- the table ---- */

#define FUNCTIONS(KIND)                                                                                      \
    KIND##_load, KIND##_retain, KIND##_release, KIND##_bytes, KIND##_summary, KIND##_description
#define NOT_MAPPED NULL, NULL

const pd_api_kind pd_api_kinds[PD_API_KIND_COUNT] = {
    [PD_API_KIND_BODY] = {"body", "default", "default", 0, FUNCTIONS(body), body_map, body_mapped},
    [PD_API_KIND_MOTION] = {"motion", PD_API_DEFAULT_MOTION, "motion", 1, FUNCTIONS(motion), NOT_MAPPED},
    [PD_API_KIND_POSE_PRIOR] = {PD_IK_PRIOR_KIND, PD_API_DEFAULT_PRIOR, PD_IK_PRIOR_KIND, 0, FUNCTIONS(prior),
                                NOT_MAPPED},
    [PD_API_KIND_POSE_NETWORK] = {PD_IK_NEURAL_KIND, PD_API_DEFAULT_NEURAL, PD_IK_NEURAL_KIND, 0,
                                  FUNCTIONS(neural), NOT_MAPPED},
    [PD_API_KIND_MATCHING] = {PD_MATCHING_KIND, PD_API_DEFAULT_MATCHING, PD_MATCHING_KIND, 0, matching_load,
                              motion_retain, motion_release, motion_bytes, motion_summary,
                              matching_description, NOT_MAPPED},
    [PD_API_KIND_WARDROBE] = {PD_WARDROBE_KIND, PD_API_DEFAULT_WARDROBE, PD_WARDROBE_KIND, 0,
                              FUNCTIONS(wardrobe), wardrobe_map, wardrobe_mapped},
    [PD_API_KIND_MHR] = {PD_MHR_KIND, PD_API_DEFAULT_MHR, PD_MHR_KIND, 0, FUNCTIONS(mhr), NOT_MAPPED},
    [PD_API_KIND_RIG_START] = {PD_RIG_START_KIND, PD_API_DEFAULT_RIG, PD_RIG_START_KIND, 0,
                               FUNCTIONS(rig_start), NOT_MAPPED},
    [PD_API_KIND_RIG_WEIGHTS] = {PD_RIG_NET_KIND, PD_API_DEFAULT_SKIN, PD_RIG_NET_KIND, 0, FUNCTIONS(rig_net),
                                 NOT_MAPPED},
    [PD_API_KIND_SPEECH] = {PD_SPEECH_NET_KIND, PD_API_DEFAULT_SPEECH, PD_SPEECH_NET_KIND, 0,
                            FUNCTIONS(speech), NOT_MAPPED},
    [PD_API_KIND_CLIPS] = {PD_CHARACTER_CLIP_SET_KIND, PD_API_DEFAULT_CLIPS, "emotes", 0, FUNCTIONS(clips),
                           NOT_MAPPED},
};
