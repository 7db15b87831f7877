/* Every resident model is a skeleton: a body, whose betas give the bones their lengths, or a motion network. */
#include "api/ik.h"
#include "core/fit/skeleton.h"
#include "core/pfnn/figure.h"

#include <string.h>

typedef struct skeleton_values {
    const json_t *betas;
} skeleton_values;

const pd_api_field pd_api_skeleton_query_fields[] = {
    {.name = "betas",
     .type = PD_API_NUMBERS,
     .offset = offsetof(skeleton_values, betas),
     .min = -100,
     .max = 100,
     .preset = "[]",
     .example = "[1.5,-0.5]",
     .doc = "Shape coefficients; any count up to the model's, missing ones are 0."},
    {0},
};

typedef struct list {
    pd_buffer *out;
    int count;
} list;

static void list_one(void *arg, const pd_api_model *model)
{
    list *l = arg;

    const int joints = model->body     ? model->body->joint_count
                       : model->motion ? model->motion->network.joint_count
                                       : 0;
    if (!joints) return;
    pd_buffer_text(l->out, l->count++ ? ",{\"id\":" : "{\"id\":");
    pd_api_json_text(l->out, model->id);
    pd_buffer_printf(l->out, ",\"kind\":\"%s\",\"default\":%s,\"joint_count\":%d}", model->kind,
                     model->is_default ? "true" : "false", joints);
}

void pd_api_handle_skeletons(pd_api_call *call, const pd_api_request *request)
{
    list l = {pd_api_answer(call, 200, "application/json"), 0};

    (void)request;
    pd_buffer_text(l.out, "{\"skeletons\":[");
    call->host->each_model(call->host->ctx, list_one, &l);
    pd_buffer_text(l.out, "]}\n");
}

static void joint_json(pd_buffer *out, const pd_anim_skeleton *s, int k, pd_vec3 rest)
{
    const double offset[] = {s->offsets[k].x, s->offsets[k].y, s->offsets[k].z},
                 at[] = {rest.x, rest.y, rest.z};

    pd_buffer_text(out, "{\"name\":");
    pd_api_json_text(out, s->names[k]);
    pd_buffer_text(out, ",\"parent\":");
    if (s->parents[k] < 0)
        pd_buffer_text(out, "null");
    else
        pd_api_json_text(out, s->names[s->parents[k]]);
    pd_buffer_text(out, ",\"offset\":");
    pd_api_json_doubles(out, offset, 3);
    pd_buffer_text(out, ",\"rest\":");
    pd_api_json_doubles(out, at, 3);
    pd_buffer_text(out, "}");
}

static void skeleton_json(pd_api_call *call, const pd_anim_skeleton *skeleton)
{
    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];

    pd_anim_skeleton_forward(rest, NULL, skeleton, NULL, (pd_vec3){0});
    pd_buffer_text(out, "{\"id\":");
    pd_api_json_text(out, call->model.id);
    pd_buffer_text(out, ",\"frame\":\"gltf\",\"joints\":[");
    for (int k = 0; k < skeleton->joint_count; k++) {
        if (k) pd_buffer_text(out, ",");
        joint_json(out, skeleton, k, rest[k]);
    }
    pd_buffer_text(out, "]}\n");
}

static int read_betas(pd_smpl_body *body, pd_api_call *call, const pd_api_request *request)
{
    skeleton_values values = {0};
    pd_api_documents documents = {0};
    int good = pd_api_decode_fields(&values, &documents, call, request);

    if (good) {
        const pd_api_body_values shape = {.betas = values.betas, .ground = -1};
        good = pd_api_body_read(body, &shape, call->model.body, &call->pool, "", &call->problems);
    }
    pd_api_documents_release(&documents);
    return good;
}

/* A motion network's bones have no betas. */
static void motion_skeleton(pd_api_call *call, const pd_api_request *request)
{
    skeleton_values values = {0};
    pd_api_documents documents = {0};
    pd_pfnn_figure *figure = pd_api_pool_take(&call->pool, 1, sizeof *figure);
    pd_error err = {.status = PD_ERR_MEMORY};
    int good = pd_api_decode_fields(&values, &documents, call, request);

    if (good && values.betas)
        pd_api_note(&call->problems, PD_ERR_INVALID, "/betas", "a motion model's skeleton has none");
    else if (good && figure && pd_pfnn_figure_init(figure, call->model.motion, &err) == PD_OK)
        skeleton_json(call, &figure->skeleton);
    else if (good)
        pd_api_note_error(&call->problems, "", &err);
    pd_api_documents_release(&documents);
}

void pd_api_handle_skeleton(pd_api_call *call, const pd_api_request *request)
{
    pd_anim_skeleton skeleton;
    pd_smpl_body body = {0};
    pd_error err;

    if (!call->host->acquire(call->host->ctx, call->id, &call->model)) {
        pd_api_refuse(call, 404, NULL, "no model \"%.64s\"; GET /v1/skeletons lists them", call->id);
        return;
    }
    if (call->model.motion) {
        motion_skeleton(call, request);
        return;
    }
    if (!call->model.body) {
        pd_api_refuse(call, 409, NULL, "\"%.64s\" is a %s model without a skeleton", call->id,
                      call->model.kind);
        return;
    }
    if (!read_betas(&body, call, request)) return;
    if (pd_fit_skeleton_of(&skeleton, call->model.body, body.betas, body.beta_count, &err) == PD_OK)
        skeleton_json(call, &skeleton);
    else
        pd_api_note_error(&call->problems, "", &err);
}
