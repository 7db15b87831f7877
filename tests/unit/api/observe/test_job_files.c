/* Jobs of optical markers, as a file in the body of the request and as JSON, on the shipped body.
 * tests/unit/core/observe/take tests the results of the fit. */
#include "api/observe/jobs_run.h"
#include "core/io/tensor/npz.h"
#include "tests/support/api_ask.h"
#include "tests/support/takes.h"

enum { FRAMES = 6 };

static pd_api_host host;
static pd_api_job *kept;
static takes walk;
static pd_buffer trc;

static pd_status keep_job(void *ctx, pd_api_job *job, bool *owner_full, pd_error *err)
{
    (void)ctx, (void)owner_full, (void)err;
    pd_api_job_release(kept);
    strcpy(job->id, "abc");
    kept = pd_api_job_retain(job);
    return PD_OK;
}

static pd_api_job *give_job(void *ctx, const char *id, const pd_api_owner *who)
{
    (void)ctx, (void)id, (void)who;
    return kept ? pd_api_job_retain(kept) : NULL;
}

static pd_api_call *ask(const char *method, const char *path, const char *query, const char *type,
                        pd_bytes body)
{
    pd_api_call *call = pd_api_decode(
        &(pd_api_request){.method = method, .path = path, .query = query, .content_type = type, .body = body},
        &host, &api_host_limits);
    api_finish(call);
    return call;
}

/* Posts the file with this query and type, and checks the status and the words of the reply. */
static void posted(const char *query, const char *type, pd_bytes body, int status, const char *words)
{
    pd_api_call *call = ask("POST", "/v1/jobs", query, type, body);
    json_t *reply = api_json(call);
    char *text = json_dumps(reply, JSON_COMPACT);
    if (api_status(call) != status || !strstr(text, words))
        fail_msg("%s: %d %s", query ? query : "", api_status(call), text);
    free(text);
    json_decref(reply);
    pd_api_call_release(call);
}

static void release_kept(void)
{
    pd_api_job_release(kept);
    kept = NULL;
    assert_int_equal(atomic_load(&api_host_state.memory.held[PD_API_MEMORY_JOBS]), 0);
}

static pd_bytes file_of(const pd_buffer *buffer)
{
    return (pd_bytes){buffer->data, buffer->size};
}

/* The media type, or without one the first bytes, make the body a file:
 * its rate and its markers are those of the take. */
static void a_file_of_markers_becomes_a_take(void **state)
{
    (void)state;
    static const char *const types[] = {"application/octet-stream", "APPLICATION/OCTET-STREAM", NULL};
    for (int i = 0; i < 3; i++) {
        posted("noise=0.004", types[i], file_of(&trc), 202, "\"status\":\"queued\"");
        assert_int_equal(kept->person_count, 1);
        const pd_api_job_person *p = &kept->people[0];
        assert_int_equal(p->file.marker_count, TAKES_MARKERS);
        assert_int_equal(p->take.frame_count, FRAMES);
        assert_near(p->take.rate, walk.file.rate, 1e-9);
        assert_near(p->marked.sigma, 0.004, 0);
        assert_false(p->marked.nameless);
        release_kept();
    }
}

/* The take is fitted; its result as .trc has the markers where they were, the others the body. */
static void a_result_as_trc_has_the_markers(void **state)
{
    (void)state;
    posted(NULL, "application/octet-stream", file_of(&trc), 202, "queued");
    pd_api_job_run(kept);
    if (pd_api_job_state_of(kept) != PD_API_JOB_DONE) fail_msg("%s", kept->reason);
    assert_true(kept->people[0].take.rms < 0.03);

    pd_api_call *call = ask("GET", "/v1/jobs/abc/result", "format=trc", NULL, (pd_bytes){0});
    const pd_api_reply *reply = pd_api_call_reply(call);
    pd_markers again;
    pd_error err;
    assert_int_equal(reply->status, 200);
    if (pd_markers_parse(&again, (pd_bytes){reply->body.data, reply->body.size}, "again", &err))
        fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(again.frame_count, FRAMES);
    assert_true(again.marker_count >= TAKES_MARKERS);
    for (int f = 0; f < FRAMES; f++)
        for (int c = 0; c < 3; c++)
            assert_near((double)again.positions[3 * f * again.marker_count + c],
                        (double)walk.file.positions[3 * f * TAKES_MARKERS + c], 2e-3);
    pd_markers_deinit(&again);
    pd_api_call_release(call);

    static const char *const formats[] = {"format=json", "format=npz", "format=bvh", "format=glb"};
    for (int i = 0; i < 4; i++) {
        call = ask("GET", "/v1/jobs/abc/result", formats[i], NULL, (pd_bytes){0});
        assert_int_equal(api_status(call), 200);
        assert_true(pd_api_call_reply(call)->body.capacity <=
                    pd_api_job_encode_bytes(kept, 0,
                                            (pd_api_format[]){PD_API_FORMAT_JSON, PD_API_FORMAT_NPZ,
                                                              PD_API_FORMAT_BVH, PD_API_FORMAT_GLB}[i]));
        pd_api_call_release(call);
    }
    release_kept();
}

/* Which protocol a file without names has is found when the job runs; one with names has no use for it. */
static void markers_without_names_may_name_their_protocol(void **state)
{
    (void)state;
    pd_buffer nameless = {0};
    pd_error err;
    pd_model_name *names = calloc(TAKES_MARKERS, sizeof *names);
    for (int i = 0; i < TAKES_MARKERS; i++) {
        memcpy(names[i], walk.file.names[i], sizeof *walk.file.names);
        snprintf(walk.file.names[i], sizeof *walk.file.names, "U%02d", i);
    }
    assert_int_equal(pd_markers_write_trc(&nameless, &walk.file, "test", &err), PD_OK);
    for (int i = 0; i < TAKES_MARKERS; i++) memcpy(walk.file.names[i], names[i], sizeof *walk.file.names);
    free(names);

    static const char *const queries[] = {NULL, "protocol=cmu"};
    for (int i = 0; i < 2; i++) {
        posted(queries[i], NULL, file_of(&nameless), 202, "queued");
        assert_true(kept->people[0].marked.nameless);
        assert_ptr_equal(kept->people[0].marked.wanted, i ? pd_observe_protocol_of("cmu") : NULL);
        release_kept();
    }
    posted("protocol=mine", NULL, file_of(&nameless), 400, "\\\"mine\\\"; ");
    posted("protocol=cmu", NULL, file_of(&trc), 400, "has no effect without markers that have no names");
    assert_null(kept);
    pd_buffer_deinit(&nameless);
}

static void a_file_other_than_markers_is_refused(void **state)
{
    (void)state;
    const pd_bytes text = {(const unsigned char *)"hello", 5}, json = {(const unsigned char *)"{}", 2},
                   none = {0}, cut = {trc.data, trc.size / 2};
    posted(NULL, "application/octet-stream", text, 400, "take");
    posted(NULL, "application/octet-stream", none, 400, "\"detail\":\"take");
    posted(NULL, "application/octet-stream", json, 400, "\"detail\":\"take"); /* the type decides */
    posted(NULL, NULL, json, 400, "1 to 16 expected");                        /* the bytes do */
    posted(NULL, "application/json", json, 400, "1 to 16 expected");
    posted(NULL, "application/octet-stream", cut, 400, "take");
    posted("noise=2", NULL, file_of(&trc), 400, "2 metres; 0.0001 to 1 allowed");
    posted("noise=1e9", NULL, file_of(&trc), 400, "noise");
    posted("what=1", NULL, file_of(&trc), 400, "unknown parameter");
    assert_null(kept);
    assert_int_equal(atomic_load(&api_host_state.memory.held[PD_API_MEMORY_JOBS]), 0);
}

/* ---- estimates of other programs */

/* Writes a file of AMASS's form: SMPL parameters of a person who moves in a standing pose at half a metre a
 * second along x, 30 frames a second. */
static void estimate_file(pd_buffer *out)
{
    static float poses[FRAMES][3 * SIGHT_JOINTS], trans[FRAMES][3], betas[10] = {0.5F, -0.25F};
    static const double rate[] = {30};
    pd_error err;
    for (int f = 0; f < FRAMES; f++) {
        poses[f][3 * 18 + 1] = -0.5F; /* the left elbow */
        trans[f][0] = 0.5F * (float)f / 30, trans[f][1] = 0.9F;
    }
    pd_npz_writer w = pd_npz_begin(out);
    const pd_array arrays[] = {PD_ARRAY(PD_DTYPE_F32, poses, FRAMES, 3 * SIGHT_JOINTS),
                               PD_ARRAY(PD_DTYPE_F32, trans, FRAMES, 3), PD_ARRAY(PD_DTYPE_F32, betas, 10),
                               PD_ARRAY(PD_DTYPE_F64, rate, 1)};
    static const char *const names[] = {"poses", "trans", "betas", "mocap_framerate"};
    for (int i = 0; i < 4; i++) pd_npz_add(&w, names[i], &arrays[i]);
    assert_int_equal(pd_npz_end(&w, &err), PD_OK);
}

static void an_estimate_of_another_program_is_fitted(void **state)
{
    (void)state;
    pd_buffer file = {0}, event = {0};
    const char *const type = "application/x-pickle";
    estimate_file(&file);
    posted("noise=1", "Application/X-Pickle; a=b", file_of(&file), 202, "queued");
    const pd_api_job_person *p = &kept->people[0];
    assert_int_equal(kept->person_count, 1);
    assert_int_equal(p->take.frame_count, FRAMES);
    assert_near(p->take.rate, 30, 1e-9);
    assert_string_equal(p->names[0], "pelvis");
    assert_string_equal(p->names[p->estimate.count / 2], "pelvis (orientation)");
    pd_api_job_run(kept);
    if (pd_api_job_state_of(kept) != PD_API_JOB_DONE) fail_msg("%s", kept->reason);
    for (int f = 1; f < FRAMES; f++) {
        const float *at = p->take.translations + 3 * f;
        assert_near((double)at[0], 0.5 * f / 30, 1e-3);
        assert_near((double)at[1], 0.9, 1e-3);
        assert_near((double)at[2], 0, 1e-3);
    }

    /* Body of a webhook (Standard Webhooks): type, timestamp, and the job as in the reply to a GET. */
    pd_api_job_event_json(&event, kept, "2026-01-02T03:04:05Z");
    json_t *told = json_loadb((const char *)event.data, event.size, JSON_REJECT_DUPLICATES, NULL);
    assert_string_equal(json_string_value(json_object_get(told, "type")), "job.done");
    assert_string_equal(json_string_value(json_object_get(told, "timestamp")), "2026-01-02T03:04:05Z");
    assert_string_equal(json_string_value(json_object_get(json_object_get(told, "data"), "id")), "abc");
    json_decref(told);
    pd_buffer_deinit(&event);
    release_kept();

    /* Fields that this format cannot have, and fields that only this format can have. */
    posted("noise=0.001", type, file_of(&file), 400, "0.001 degrees; 0.01 to 57 allowed");
    posted("noise=58", type, file_of(&file), 400, "58 degrees; 0.01 to 57 allowed");
    posted("set=smpl22", type, file_of(&file), 400, "has no effect on rotations of joints");
    posted("person=1", NULL, file_of(&trc), 400, "0 (Test) allowed, by number or name");
    posted("source_rate=30", NULL, file_of(&trc), 400,
           "has no effect without a body of application/x-pickle");
    posted("camera=true", NULL, file_of(&trc), 400, "has no effect without a body of application/x-pickle");
    posted(NULL, type, (pd_bytes){file.data, file.size / 2}, 400, "take");
    pd_buffer_deinit(&file);
}

static int setup(void **state)
{
    pd_error err;
    api_host_setup(state);
    pd_smpl_model_release(api_host_state.tiny);
    api_host_state.tiny = sight_model();
    host = api_host_table;
    host.job_put = keep_job, host.job = give_job;
    takes_open(&walk, api_host_state.tiny, FRAMES, 4);
    return pd_markers_write_trc(&trc, &walk.file, "test", &err) != PD_OK;
}

static int teardown(void **state)
{
    takes_close(&walk);
    pd_buffer_deinit(&trc);
    return api_host_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_of_markers_becomes_a_take),
        cmocka_unit_test(a_result_as_trc_has_the_markers),
        cmocka_unit_test(markers_without_names_may_name_their_protocol),
        cmocka_unit_test(a_file_other_than_markers_is_refused),
        cmocka_unit_test(an_estimate_of_another_program_is_fitted),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
