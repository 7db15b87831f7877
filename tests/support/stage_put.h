#ifndef PD_TESTS_STAGE_PUT_H
#define PD_TESTS_STAGE_PUT_H
/* Stores a scene and a character on the host of api_host.h, as a client does. */
#include "tests/support/api_ask.h"
#include "tests/support/avatar.h"

static inline void stage_put_avatar_of(const char *id, const avatar_spec *spec)
{
    pd_buffer file = {0};
    avatar_make(&file, spec);
    char path[64];
    snprintf(path, sizeof path, "/v1/characters/%s", id);
    const pd_api_request request = {
        .method = "PUT", .path = path, .content_type = "model/gltf-binary", .body = {file.data, file.size}};
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
    api_finish(call);
    if (api_status(call) != 201)
        fail_msg("%.*s", (int)pd_api_call_reply(call)->body.size, pd_api_call_reply(call)->body.data);
    pd_api_call_release(call);
    pd_buffer_deinit(&file);
}

static inline void stage_put_avatar(const char *id)
{
    stage_put_avatar_of(id, &(avatar_spec){.belly = 1});
}

static inline void stage_put_scene(const char *id)
{
    char path[64];
    snprintf(path, sizeof path, "/v1/scenes/%s", id);
    pd_api_call *call =
        api_ask("PUT", path, "{\"walls\":[{\"from\":[-3,4],\"to\":[3,4]}],\"seats\":[{\"at\":[2,2]}]}");
    if (api_status(call) != 201)
        fail_msg("%.*s", (int)pd_api_call_reply(call)->body.size, pd_api_call_reply(call)->body.data);
    pd_api_call_release(call);
}

#endif
