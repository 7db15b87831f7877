/* The API when an allocation fails, for each allocation, alone and with all later ones: each request gets its
 * usual reply or a complete reply that memory is out. Nothing leaks,
 * and the next request gets its usual reply. */
#include "tests/support/api_sums.h"
#include "tests/support/failing_memory.h"

#include "api/observe/jobs_run.h"
#include "tests/support/avatar.h"
#include "tests/support/priors.h"
#include "tests/support/rigs.h"

typedef struct asked {
    const char *method, *target, *body,
        *type; /* type NULL: JSON; or "If-Match: ..." or "If-None-Match: ...", with JSON */
} asked;

#define JOINTS                                                                                               \
    "{\"left_hip\":[0.1,0,0],\"right_hip\":[-0.1,0.01,0],\"left_knee\":[0.12,-0.4,0.1],\"right_knee\":[-0."  \
    "12,-"                                                                                                   \
    "0.4,0],\"left_ankle\":[0.1,-0.8,0],\"neck\":[0,0.5,0],\"left_wrist\":[0.5,0.4,0.2]}"
#define HAND "\"position\":[0.4,0.3,0.4]"

/* In place of a body: the file of a character. */
#define FILE_OF_AVATAR "avatar"
static pd_buffer avatar;

/* A host that takes each job, which is done at once. */
static pd_api_host host;
static pd_api_job *sent;

static pd_status job_put(void *ctx, pd_api_job *job, bool *owner_full, pd_error *err)
{
    (void)ctx, (void)err;
    *owner_full = false;
    strcpy(job->id, "abc");
    sent = pd_api_job_retain(job);
    return PD_OK;
}

/* Stores no avatar: releases its reference. */
static pd_status avatar_put(void *ctx, pd_api_avatar *put, const pd_api_condition *condition, int *is_new,
                            pd_error *err)
{
    (void)ctx, (void)condition, (void)err;
    *is_new = true;
    pd_api_avatar_release(put);
    return PD_OK;
}

static const asked requests[] = {
    {"GET", "/v1/models", NULL, NULL},
    {"GET", "/v1/models/default", NULL, NULL},
    {"GET", "/v1/models/default/faces?format=bin", NULL, NULL},
    {"GET", "/v1/models/default/mesh?betas=1,-0.5&format=json&include=joints,normals&digits=4", NULL, NULL},
    {"GET", "/v1/models/default/mesh?betas=1&format=npz", NULL, NULL},
    {"GET", "/v1/models/default/mesh?betas=1&format=bin&frame=unreal", NULL, NULL},
    {"GET", "/v1/models/default/mesh?betas=1&format=ply", NULL, NULL},
    {"GET", "/v1/models/default/mesh?betas=1&format=stl&ground=true", NULL, NULL},
    {"GET", "/v1/models/default/mesh?betas=1&format=obj&digits=3", NULL, NULL},
    {"GET", "/v1/models/default/mesh?betas=1&format=glb&rig=true", NULL, NULL},
    {"GET", "/v1/models/other/mesh?betas=1&format=glb&quantize=true", NULL, NULL},
    {"GET", "/v1/models/other/mesh?betas=1&skinning=dqs&format=bin", NULL, NULL},
    {"GET", "/v1/models/default/mesh?beta=1&digits=20&frame=maya", NULL, NULL},
    {"POST", "/v1/models/default/mesh?format=bin",
     "{\"bodies\":[{\"betas\":[1,-0.5],\"global_orient\":[0.1,0.2,0.3]},{\"translation\":[0,1,0],\"soft_"
     "tissue\":"
     "[0.5]}]}",
     NULL},
    {"POST", "/v1/models/default/mesh?format=json", "{\"bodies\":[{\"betas\":[1,\"x\"]},{\"betas\":[1e9]}]}",
     NULL},
    {"POST", "/v1/models/default/joints", "{\"betas\":[1],\"ground\":true,\"digits\":3}", NULL},
    {"POST", "/v1/models/other/measure", "{\"bodies\":[{\"betas\":[1]},{\"betas\":[-1]}]}", NULL},
    {"POST", "/v1/models/other/fit", "{\"measurements\":{\"height\":1.75}}", NULL},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"vertices\":{\"index\":[1,20,40,60],\"points\":[[0,0.2,0.1],[0.1,0.3,0.1],[0,0.1,0."
     "2],[0.1,"
     "-0.2,0.1]]},\"weights\":{\"pose\":0.5}}}",
     NULL},
    {"POST", "/v1/models/default/fit",
     "{\"observations\":{\"joints\":" JOINTS ",\"joints_noise\":0.01,\"floor\":-0.9},\"mesh\":\"glb\"}",
     NULL},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"keypoints\":{\"set\":{\"a\":{\"joints\":{\"left_hip\":1}},\"b\":{\"joints\":{"
     "\"right_"
     "hip\":1}},\"c\":{\"joints\":{\"neck\":1}},\"d\":{\"joints\":{\"left_knee\":1}},\"e\":{\"vertices\":{"
     "\"20\":1}}}"
     ",\"points\":{\"a\":[0.1,0,0],\"b\":[-0.1,0,0],\"c\":[0,0.5,0],\"d\":[0.1,-0.4,0.1],\"e\":[0,0.6,0]}}}}",
     NULL},
    {"POST", "/v1/models/default/fit",
     "{\"observations\":{\"orientations\":{\"sensors\":{\"pelvis\":[0,0,0,1],\"left_elbow\":[0,0,-0.38,0.92],"
     "\"right_knee\":[0.3,0,0,0.95]}}}}",
     NULL},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"joints\":{\"left_hp\":[0,0,0]}}}", NULL},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"model\":\"default\",\"people\":[{\"joints\":{\"frames\":[[[0,0,0]]]}}]}", NULL},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[[null,null,null,null,null,[0."
     "17,1.4,"
     "0],[-0.17,1.4,0],[0.25,1.15,0],[-0.25,1.15,0],[0.25,0.9,0.1],[-0.25,0.9,0.1],[0.09,0.9,0],[-0.09,0.9,0]"
     ",[0.1,0."
     "5,0.05],[-0.1,0.5,0.05],[0.1,0.08,0],[-0.1,0.08,0]]]}}]}",
     NULL},
    {"POST", "/v1/motions/rollout?format=json",
     "{\"seconds\":0.2,\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"walk\"}],\"reach\":[{\"t\":0.1,"
     "\"joint\":"
     "\"right_hand\",\"target\":[-0.3,1.2,0.4],\"anchor\":\"root\"}]}",
     NULL},
    {"POST", "/v1/motions/rollout?format=bvh", "{\"seconds\":0.2,\"follow\":{\"path\":[[0,0],[0,2],[2,4]]}}",
     NULL},
    {"POST", "/v1/motions/rollout?format=npz", "{\"seconds\":0.2,\"random\":{\"kind\":\"stick\"},\"seed\":3}",
     NULL},
    {"POST", "/v1/motions/rollout?format=glb", "{\"seconds\":0.2,\"script\":[{\"t\":0,\"move\":[0,1]}]}",
     NULL},
    {"POST", "/v1/motions/rollout?format=measure", "{\"seconds\":1,\"script\":[{\"t\":0,\"move\":[0,1]}]}",
     NULL},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"script\":[{\"t\":0,\"move\":[0,2],\"gait\":\"fly\"}]}",
     NULL},
    {"GET", "/v1/skeletons", NULL, NULL},
    {"GET", "/v1/skeletons/default?betas=1", NULL, NULL},
    {"PUT", "/v1/skeletons/arm",
     "{\"joints\":[{\"name\":\"shoulder\",\"offset\":[0,1.4,0]},{\"name\":\"elbow\",\"parent\":\"shoulder\","
     "\"offset\":"
     "[0.28,0,0]},{\"name\":\"wrist\",\"parent\":\"elbow\",\"offset\":[0.25,0,0]}]}",
     NULL},
    {"PUT", "/v1/skeletons/arm",
     "HIERARCHY\nROOT a\n{\n OFFSET 0 0 0\n CHANNELS 3 Zrotation Xrotation Yrotation\n JOINT b\n {\n  OFFSET "
     "0 1 0\n  "
     "CHANNELS 3 Zrotation Xrotation Yrotation\n  End Site\n  {\n   OFFSET 0 1 0\n  }\n "
     "}\n}\nMOTION\nFrames: 1\n"
     "Frame Time: 0.1\n0 0 0 0 0 0\n",
     "application/x-bvh"},
    {"POST", "/v1/ik/solve", "{\"targets\":[{\"joint\":\"left_wrist\"," HAND "}],\"solver\":\"fabrik\"}",
     NULL},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\"," HAND
     ",\"pole\":[0,0,-1]},{\"joint\":\"right_wrist\",\"position\":[-0."
     "4,0.3,0.4],\"weight\":0.5}],\"solver\":\"dls\",\"iterations\":5}",
     NULL},
    {"POST", "/v1/ik/solve",
     "{\"problems\":[{\"targets\":[{\"joint\":\"left_wrist\"," HAND
     "}],\"solver\":\"optimize\",\"iterations\":3},{\"targets\":[]},{\"targets\":[{\"joint\":\"head\","
     "\"orientation\":"
     "[0,0,0,1]}]}]}",
     NULL},
    {"POST", "/v1/ik/solve",
     "{\"joints\":[{\"name\":\"a\",\"offset\":[0,0,0]},{\"name\":\"b\",\"parent\":\"a\",\"offset\":[0,1,0]},{"
     "\"name\":"
     "\"c\",\"parent\":\"b\",\"offset\":[0,1,0]}],\"targets\":[{\"joint\":\"c\",\"position\":[1,1,0]}],"
     "\"joint_limits\":[{\"joint\":\"b\",\"kind\":\"hinge\",\"axis\":[0,0,1],\"range\":[0,2]}],\"solver\":"
     "\"ccd\"}",
     NULL},
    {"GET", "/v1/scenes", NULL, NULL},
    {"PUT", "/v1/scenes/yard",
     "{\"ground\":{\"kind\":\"hills\",\"seed\":1,\"side\":20},\"walls\":[{\"from\":[-2,3],\"to\":[2,3]}],"
     "\"jumps\":[{"
     "\"at\":[0,1],\"radius\":1}],\"crouches\":[{\"at\":[0,0],\"size\":[1,2]}]}",
     NULL},
    {"PUT", "/v1/scenes/yard?cell=0.5", "0 0.1 0.2\n0 0.1 0.3\n0 0 0\n", "text/plain"},
    {"PUT", "/v1/characters/mine", FILE_OF_AVATAR, "model/gltf-binary"},
    {"GET", "/v1/characters", NULL, NULL},
    {"GET", "/v1/scenes/none", NULL, NULL},
    {"POST", "/v1/tickets", NULL, NULL},
    {"GET", "/v1/version", NULL, NULL},
    {"GET", "/v1/nothing", NULL, NULL},
    {"GET", "/openapi.json", NULL, NULL},
    {"GET", "/docs", NULL, NULL},
    {"GET", "/samples", NULL, NULL},
    {"PUT", "/v1/scenes/yard", "{}", "If-None-Match: *"},
    {"PUT", "/v1/scenes/yard", "{}", "If-Match: \"a\""},
    {"GET", "/v1/models/default/mesh?betas=1&format=bin", NULL, "If-None-Match: \"a\", \"b\""},
    {"GET", "/v1/models/default/mesh?betas=1&format=glb&rig=true&correctives=2", NULL, NULL},
    {"POST", "/v1/models/default/mesh?format=glb", "{\"betas\":[1],\"contact\":\"exact\",\"levels\":[60]}",
     NULL},
    {"POST", "/v1/models/other/fit", "{\"people\":{\"count\":2}}", NULL},
    {"POST", "/v1/ik/solve",
     "{\"skeleton\":{\"joints\":[{\"name\":\"a\",\"offset\":[0,0,0]},{\"name\":\"b\",\"parent\":\"a\","
     "\"offset\":[0,1,0]}]},"
     "\"joint_positions\":[[0,0,0],[0,1,0]],\"twists\":[0,0.5]}",
     NULL},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\"," HAND
     "}],\"solver\":\"optimize\",\"iterations\":3,\"translation\":[0,0,0.1],"
     "\"couplings\":[{\"terms\":[{\"joint\":\"left_knee\"}],\"equals\":0.1}],\"mesh\":\"glb\"}",
     NULL},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\"," HAND
     "}],\"solver\":\"dls\",\"alternatives\":2,\"iterations\":3}",
     NULL},
    {"POST", "/v1/motions/rollout?format=npz",
     "{\"seconds\":0.1,\"script\":[{\"t\":0,\"move\":[0,1]}],\"betas\":[1]}", NULL},
    {"POST", "/v1/motions/rollout?format=glb",
     "{\"seconds\":0.1,\"script\":[{\"t\":0,\"move\":[0,1]}],\"betas\":[1]}", NULL},
    {"POST", "/v1/jobs",
     "{\"people\":[{\"markers\":{\"names\":[\"LFHD\",\"RFHD\",\"LBHD\",\"C7\"],\"frames\":[[[0.1,1.7,0.1],[-"
     "0.1,1.7,0.1],"
     "[0.1,1.7,-0.1],[0,1.5,-0.1]]]}}]}",
     NULL},
    {"POST", "/v1/jobs",
     "{\"people\":[{\"orientations\":{\"names\":[\"pelvis\",\"head\"],\"frames\":[[[0,0,0,1],[0,0,0,1]],[[0,"
     "0,0,1],[0,0.1,0,1]]]}}]}",
     NULL},
    {"DELETE", "/v1/scenes/none", NULL, "If-Match: \"a\""},
    {"POST", "/mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}", NULL},
    {"POST", "/mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", NULL},
    {"POST", "/mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"none\"}", NULL},
    {"POST", "/mcp", "{\"jsonrpc\":\"1\"}", NULL},
    {"POST", "/mcp", "{", NULL},
    {"POST", "/mcp",
     "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/"
     "call\",\"params\":{\"name\":\"list_models\",\"arguments\":{}}}",
     NULL},
    {"POST", "/mcp",
     "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/"
     "call\",\"params\":{\"name\":\"solve_ik\",\"arguments\":{\"targets\":[{\"joint\":\"left_wrist\","
     "\"position\":[0.4,0.3,0.4]}],\"iterations\":3}}}",
     NULL},
    {"POST", "/mcp",
     "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/"
     "call\",\"params\":{\"name\":\"walk_script\",\"arguments\":{\"seconds\":0.1,\"script\":[{\"t\":0,"
     "\"move\":[0,1]}]}}}",
     NULL},
    {"POST", "/mcp",
     "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/"
     "call\",\"params\":{\"name\":\"get_file_link\",\"arguments\":{\"id\":\"tiny\",\"betas\":[1,2]}}}",
     NULL},
    {"POST", "/mcp",
     "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/"
     "call\",\"params\":{\"name\":\"get_file_link\",\"arguments\":{\"id\":\"no\"}}}",
     NULL},
    {"POST", "/v1/avatars", "{\"model\":\"default\",\"betas\":[1],\"gender\":\"x\"}", NULL},
    {"POST", "/v1/avatars", "{\"model\":\"default\",\"betas\":[1]}", NULL},
    {"GET", "/v1/avatars", NULL, NULL},
    {"GET", "/v1/models/default/portrait?size=64&betas=1", NULL, NULL},
};

/* status 0: there was not even memory for a call, says_memory: the text does, or it could not be written (the
 * server writes one then). */
typedef struct answer {
    int status;
    api_sum sum;
    bool says_memory;
} answer;

static answer ask(const asked *a)
{
    const char *mark = strchr(a->target, '?');
    char path[128];
    snprintf(path, sizeof path, "%.*s", (int)(mark ? mark - a->target : (long)strlen(a->target)), a->target);
    const char *condition = a->type && !strncmp(a->type, "If-", 3) ? a->type : NULL;
    pd_api_request request = {
        .method = a->method,
        .path = path,
        .query = mark ? mark + 1 : NULL,
        .body = {(const unsigned char *)a->body, a->body ? strlen(a->body) : 0},
        .if_match = condition && !strncmp(condition, "If-Match: ", 10) ? condition + 10 : NULL,
        .if_none_match = condition && !strncmp(condition, "If-None-Match: ", 15) ? condition + 15 : NULL,
        .content_type = !a->body                ? NULL
                        : a->type && !condition ? a->type
                                                : "application/json",
    };
    if (a->body && !strcmp(a->body, FILE_OF_AVATAR)) request.body = (pd_bytes){avatar.data, avatar.size};
    answer out = {0};
    pd_arena scratch;
    pd_arena_init(&scratch, 0);
    pd_api_call *call = pd_api_decode(&request, &host, &api_host_limits);
    if (call && !pd_api_call_done(call)) pd_api_run(&call, 1, &scratch, &pd_executor_serial);
    if (sent) pd_api_job_run(sent);
    failing_memory_now.is_on = false;

    if (call) {
        const pd_api_reply *reply = pd_api_call_reply(call);
        assert_int_equal(pd_api_call_done(call), 1);
        out.status = reply->status;
        out.says_memory =
            reply->body.failed ||
            (reply->body.size && memmem(reply->body.data, reply->body.size, "out of memory", 13) != NULL);
        if (!reply->body.failed && reply->content_type) api_sum_reply(&out.sum, reply);
    }
    if (sent) {
        api_sum_number(&out.sum, sent->state);
        out.says_memory |= strstr(sent->reason, "out of memory") != NULL;
        pd_api_job_release(sent);
        sent = NULL;
    }
    pd_api_call_release(call);
    pd_arena_deinit(&scratch);
    return out;
}

static bool equal(answer a, answer b)
{
    return a.status == b.status && a.sum.count == b.sum.count && a.sum.places == b.sum.places &&
           a.sum.others == b.sum.others && a.sum.words == b.sum.words;
}

/* Deletes the object that a PUT stored. */
static void forget(const asked *a)
{
    if (strcmp(a->method, "PUT")) return;
    const asked deletes = {"DELETE", a->target, NULL, NULL};
    ask(&deletes);
}

static long fail_each(const asked *a, bool goes_on)
{
    const answer whole = ask(a);
    forget(a);
    for (long n = 1;; n++) {
        const long blocks = failing_memory_blocks();
        failing_memory_now = (failing_memory){.is_on = true, .goes_on = goes_on, .fails_at = n};
        const answer got = ask(a);
        const long failed = failing_memory_now.failed;
        forget(a);
        if (failing_memory_blocks() != blocks)
            fail_msg("%s %s: allocation %ld fails and %ld blocks are left over", a->method, a->target, n,
                     failing_memory_blocks() - blocks);
        if (!failed) {
            assert_true(equal(got, whole));
            return n - 1;
        }
        const bool is_known = got.status == 503 || got.status == whole.status;
        if (got.status && (!got.says_memory || !is_known) && !equal(got, whole))
            fail_msg("%s %s: allocation %ld fails and it is answered %d", a->method, a->target, n,
                     got.status);
    }
}

static void try_all(const asked *a)
{
    failing_memory_begin(false);
    const answer whole = ask(a);
    forget(a);
    const long once = fail_each(a, false), on = fail_each(a, true);
    print_message("%d %s %s: %ld %ld allocations\n", whole.status, a->method, a->target, once, on);
}

static void a_request_without_memory_is_refused_and_keeps_none(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) try_all(&requests[i]);
}

static void a_crowd_without_memory_is_refused_and_keeps_none(void **state)
{
    char text[1 << 14];
    (void)state;
    FILE *file = fopen("tests/fuzz/corpus/jobs/crowd_unplaced", "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    const asked job = {"POST", "/v1/jobs", text, NULL};
    failing_memory_begin(false);
    print_message("%ld allocations\n", fail_each(&job, false));
}

static int setup(void **state)
{
    api_host_setup(state);
    api_host_state.motion = rigs_model(8, 3);
    api_host_state.prior = priors_built(4, 2, 1);
    host = api_host_table;
    host.job_put = job_put;
    host.avatar_put = avatar_put;
    avatar_make(&avatar, &(avatar_spec){.vrm = 2});
    return 0;
}

static int teardown(void **state)
{
    pd_pfnn_model_release(api_host_state.motion);
    pd_ik_prior_release(api_host_state.prior);
    pd_buffer_deinit(&avatar);
    return api_host_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_request_without_memory_is_refused_and_keeps_none),
                                       cmocka_unit_test(a_crowd_without_memory_is_refused_and_keeps_none)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
