#ifndef PD_TESTS_FUZZ_API_ANSWER_H
#define PD_TESTS_FUZZ_API_ANSWER_H
/* Checks of the request fuzzers: every request gets a reply, never with status 500, and a reply of type JSON
 * parses as JSON. */
#include "tests/support/api_host.h"

#include "api/http/problem.h"

#include <jansson.h>
#include <stdlib.h>

static inline void answer_by(const pd_api_host *host, const pd_api_request *request)
{
    static pd_arena scratch;
    pd_api_call *call = pd_api_decode(request, host, &api_host_limits);
    const pd_api_reply *reply;

    if (!api_host_state.tiny) abort();
    if (!pd_api_call_done(call)) pd_api_run(&call, 1, &scratch, &pd_executor_serial);
    reply = pd_api_call_reply(call);
    if (!pd_api_call_done(call) || reply->status < 200 || reply->status == 500) abort();
    if (reply->content_type && strstr(reply->content_type, "json") &&
        !pd_api_header_get(reply, "Content-Encoding")) {
        json_t *parsed =
            json_loadb((const char *)reply->body.data, reply->body.size, JSON_REJECT_DUPLICATES, NULL);
        if (!parsed) abort();
        json_decref(parsed);
    }
    pd_api_call_release(call);
}

static inline void answer(const pd_api_request *request)
{
    answer_by(&api_host_table, request);
}

static inline void make_host(void)
{
    if (api_host_state.tiny) return;
    api_host_state =
        (api_host){.is_ready = 1, .scenes = pd_srv_scenes_new(), .skeletons = pd_srv_skeletons_new()};
    pd_srv_memory_init(&api_host_state.memory, api_host_resident);
    api_host_state.tiny =
        pd_fixture_model(&(pd_fixture){.vertices = 40, .pose = PD_FIXTURE_SPARSE, .soft = 3});
    api_host_state.other = pd_fixture_model(&(pd_fixture){.vertices = 32, .betas = 4, .seed = 2});
}

#endif
