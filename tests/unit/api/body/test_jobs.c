/* Jobs from the request to the result, on a body of 200 vertices, with a host that keeps one; core/observe/take itself is tested on the shipped one. */
#include "api/body/jobs.h"
#include "tests/support/api_ask.h"
#include "tests/support/priors.h"

static pd_api_host host;
static pd_api_job *kept;
static bool full;

static pd_status keep_job(void *ctx, pd_api_job *job, bool *owner_full, pd_error *err)
{
    (void)ctx;
    *owner_full = full;
    if (full) return pd_fail(err, PD_ERR_LIMIT, "limits.owner_jobs", "1 job of yours waits; 0 allowed");
    pd_api_job_release(kept);
    strcpy(job->id, "abc");
    kept = pd_api_job_retain(job);
    return PD_OK;
}

static pd_api_job *give_job(void *ctx, const char *id, const pd_api_owner *who)
{
    (void)ctx;
    (void)who;
    return kept && !strcmp(id, kept->id) ? pd_api_job_retain(kept) : NULL;
}

static bool delete_job(void *ctx, const char *id, const pd_api_owner *who)
{
    (void)ctx;
    (void)who;
    if (!kept || strcmp(id, kept->id)) return false;
    pd_api_job_release(kept);
    kept = NULL;
    return true;
}

static void each_job(void *ctx, const pd_api_owner *who, void (*visit)(void *arg, const pd_api_job *job),
                     void *arg)
{
    (void)ctx;
    (void)who;
    if (kept) visit(arg, kept);
}

static pd_api_call *ask(const char *method, const char *path, const char *query, const char *body)
{
    pd_api_request request = {.method = method, .path = path, .query = query};
    host = api_host_table;
    host.job_put = keep_job, host.job = give_job, host.job_delete = delete_job, host.each_job = each_job;
    if (body) request.body = (pd_bytes){(const unsigned char *)body, strlen(body)};
    pd_api_call *call = pd_api_decode(&request, &host, &api_host_limits);
    api_finish(call);
    return call;
}

static void asked(const char *method, const char *path, const char *query, const char *body, int status,
                  const char *words)
{
    pd_api_call *call = ask(method, path, query, body);
    const pd_api_reply *reply = pd_api_call_reply(call);
    assert_int_equal(reply->status, status);
    if (words) {
        char *text = calloc(reply->body.size + 1, 1);
        memcpy(text, reply->body.data, reply->body.size);
        if (!strstr(text, words)) fail_msg("%s not in %s", words, text);
        free(text);
    }
    pd_api_call_release(call);
}

/* Someone stands, and lifts a wrist from frame to frame. */
static const char *frames(int count)
{
    static char text[1 << 16];
    int used = snprintf(text, sizeof text,
                        "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[");
    for (int f = 0; f < count; f++)
        used +=
            snprintf(text + used, sizeof text - (size_t)used,
                     "%s[null,null,null,null,null,[0.17,1.4,0],[-0.17,1.4,0],[0.25,1.15,0],[-0.25,1.15,0],[0."
                     "25,%.3f,0.1],[-0.25,0.9,0.1],[0.09,0.9,0],[-0.09,0.9,0],[0.1,0.5,0.05],[-0.1,0.5,0.05],"
                     "[0.1,0.08,0],[-0.1,0.08,0]]",
                     f ? "," : "", 0.9 + 0.01 * f);
    snprintf(text + used, sizeof text - (size_t)used, "]}}]}");
    return text;
}

static void a_job_waits_is_done_and_gives_files(void **state)
{
    (void)state;
    api_host_state.prior = priors_built(4, 2, 1);
    asked("POST", "/v1/jobs", NULL, frames(6), 202, "\"status\":\"queued\"");
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "\"progress\":0");
    asked("GET", "/v1/jobs", NULL, NULL, 200, "{\"jobs\":[{\"id\":\"abc\"");
    asked("GET", "/v1/jobs/abc/result", NULL, NULL, 409, "not done");
    pd_api_job_run(kept);
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200,
          "\"status\":\"done\",\"progress\":1,\"people\":[{\"frames\":6");
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "{\"name\":\"nose\",\"rms\":null}");
    asked("GET", "/v1/jobs/abc/result", "format=json", NULL, 200, "\"rate\":30");
    asked("GET", "/v1/jobs/abc/result", "format=bvh", NULL, 200, "Frames: 6");
    asked("GET", "/v1/jobs/abc/result", "format=npz", NULL, 200, NULL);
    asked("GET", "/v1/jobs/abc/result", "format=glb", NULL, 200, NULL);
    asked("GET", "/v1/jobs/abc/result", "person=1", NULL, 400, "0 to 0 allowed");
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 404, NULL);
    asked("GET", "/v1/jobs/abc", NULL, NULL, 404, NULL);
    pd_ik_prior_release(api_host_state.prior);
    api_host_state.prior = NULL;
}

static void a_cancelled_job_ends_as_such(void **state)
{
    (void)state;
    asked("POST", "/v1/jobs", NULL, frames(3), 202, NULL);
    pd_cancel_set(&kept->cancel, PD_CANCEL_GONE);
    pd_api_job_run(kept);
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "\"status\":\"cancelled\"");
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
}

static void what_cannot_be_done_is_refused(void **state)
{
    (void)state;
    asked("POST", "/v1/jobs", NULL, "{}", 400, "1 to 16 expected");
    asked("POST", "/v1/jobs", NULL, "{\"people\":[{}]}", 400, "one of markers and keypoints");
    asked("POST", "/v1/jobs", NULL, "{\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[[null]]}}]}",
          400, "17 expected");
    asked("POST", "/v1/jobs", NULL,
          "{\"people\":[{\"markers\":{\"names\":[\"LFHD\",\"what\"],\"frames\":[[[0,0,0],null]]}}]}", 400,
          "at least 6");
    asked("POST", "/v1/jobs", NULL,
          "{\"people\":[{\"markers\":{\"names\":[\"LFHD\"],\"frames\":[[[0,1e9,0]]]}}]}", 400,
          "/people/0/markers/frames/0/0");
    asked("POST", "/v1/jobs", "model=nobody", frames(3), 404, "nobody");
    full = true;
    asked("POST", "/v1/jobs", NULL, frames(3), 429, "limits.owner_jobs");
    full = false;
    pd_api_call *call = api_ask("POST", "/v1/jobs", frames(3)); /* a host without jobs */
    assert_int_equal(api_status(call), 404);
    pd_api_call_release(call);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_waits_is_done_and_gives_files),
        cmocka_unit_test(a_cancelled_job_ends_as_such),
        cmocka_unit_test(what_cannot_be_done_is_refused),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
