/* Jobs from the request to the result, on a body of 200 vertices, with a host that keeps one; core/observe/take itself is tested on the shipped one. */
#include "api/observe/jobs_run.h"
#include "tests/support/api_ask.h"
#include "tests/support/priors.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>

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
    if (status == 429) assert_non_null(pd_api_header_get(reply, "Retry-After"));
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

/* The result of a job of six frames, whose points have this confidence each; NULL: none is given. */
static pd_buffer result_of(const char *confidence)
{
    char text[1 << 14];
    pd_buffer out = {0};
    int used = snprintf(text, sizeof text, "%s", frames(6)) - (int)strlen("}}]}");
    for (int f = 0; f < 6 && confidence; f++) {
        used += snprintf(text + used, sizeof text - (size_t)used, f ? ",[" : ",\"confidence\":[[");
        for (int i = 0; i < 17; i++)
            used += snprintf(text + used, sizeof text - (size_t)used, i ? ",%s" : "%s", confidence);
        used += snprintf(text + used, sizeof text - (size_t)used, "]");
    }
    snprintf(text + used, sizeof text - (size_t)used, confidence ? "]}}]}" : "}}]}");
    asked("POST", "/v1/jobs", NULL, text, 202, NULL);
    pd_api_job_run(kept);
    pd_api_call *call = ask("GET", "/v1/jobs/abc/result", "format=json", NULL);
    assert_int_equal(api_status(call), 200);
    pd_buffer_add(&out, pd_api_call_reply(call)->body.data, pd_api_call_reply(call)->body.size);
    pd_api_call_release(call);
    return out;
}

static void points_without_confidence_are_sure(void **state)
{
    (void)state;
    api_host_state.prior = priors_built(4, 2, 1);
    pd_buffer none = result_of(NULL), sure = result_of("1"), half = result_of("0.5");
    assert_true(none.size > 1000);
    assert_int_equal(none.size, sure.size);
    assert_memory_equal(none.data, sure.data, sure.size);
    assert_true(half.size != sure.size || memcmp(half.data, sure.data, sure.size) != 0);
    pd_buffer_deinit(&none), pd_buffer_deinit(&sure), pd_buffer_deinit(&half);
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
    pd_ik_prior_release(api_host_state.prior);
    api_host_state.prior = NULL;
}

/* What an executor saw of a job's progress before each piece of work: how often it fell, and how often it was in each half or outside the range. */
typedef struct progress_notes {
    int last, falls, first_half, second_half, outside;
} progress_notes;

static void note_and_run(void *ctx, pd_task *task, void *arg, int count)
{
    progress_notes *notes = ctx;
    const int permille = __atomic_load_n(&kept->permille, __ATOMIC_RELAXED);

    notes->falls += permille < notes->last;
    notes->first_half += permille > 0 && permille < 500;
    notes->second_half += permille > 500 && permille < 1000;
    notes->outside += permille < 0 || permille > 1000;
    notes->last = permille;
    for (int i = 0; i < count; i++) task(arg, i, 0);
}

/* The first of two people is the first half of the progress, the second the second half. */
static void progress_is_shared_by_the_people_of_a_job(void **state)
{
    static char text[1 << 16];
    progress_notes notes[2] = {{0}, {.last = 500}};
    const pd_executor noting[2] = {{note_and_run, &notes[0], 1}, {note_and_run, &notes[1], 1}};
    const char *one = strchr(frames(40), '['), *end = strrchr(one, ']');
    const int size = (int)(end - one) - 1;

    (void)state;
    snprintf(text, sizeof text, "{\"rate\":30,\"people\":[%.*s,%.*s]}", size, one + 1, size, one + 1);
    asked("POST", "/v1/jobs", NULL, text, 202, NULL);
    assert_int_equal(kept->person_count, 2);
    for (int i = 0; i < 2; i++) kept->people[i].take.executor = &noting[i];
    pd_api_job_run(kept);

    for (int i = 0; i < 2; i++) assert_int_equal(notes[i].falls, 0);
    assert_true(notes[0].first_half > 0 && notes[0].second_half == 0);
    assert_true(notes[1].second_half > 0 && notes[1].first_half == 0);
    assert_true(notes[0].outside == 0 && notes[1].outside == 0);
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "\"status\":\"done\",\"progress\":1,");
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
}

/* A body of two sensors, in a world whose z is up; the second frame is the first turned by a quarter about it. */
static void sensors_are_a_take_too(void **state)
{
    const char *body =
        "{\"rate\":30,\"people\":[{\"orientations\":{\"names\":[\"pelvis\",\"box\",\"LeftForeArm\"],"
        "\"frames\":[[[0,0,0,1],null,[0,1,0,0]],[[0,0,0.7071068,0.7071068],null,[-0.7071068,0.7071068,0,0]]]%"
        "s}}]}";
    char text[512];

    (void)state;
    snprintf(text, sizeof text, body, ",\"facing\":30");
    asked("POST", "/v1/jobs", NULL, text, 202, NULL);
    assert_int_equal(kept->people[0].take.place_count, 2);
    assert_false(kept->people[0].finds_facing);
    pd_api_job_run(kept);
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "\"rms_degrees\":");
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "\"facing\":30,\"walked\":true");
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "{\"name\":\"LeftForeArm\",\"rms\":");
    snprintf(text, sizeof text, body, "");
    asked("POST", "/v1/jobs", NULL, text, 202, NULL);
    assert_true(kept->people[0].finds_facing);
    pd_api_job_run(kept);
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "\"status\":\"done\"");
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
    snprintf(text, sizeof text, body, ",\"calibration\":[0,2]");
    asked("POST", "/v1/jobs", NULL, text, 400, "frames 0 to 2; 0 to 1 allowed");
    snprintf(text, sizeof text, body, ",\"calibration\":[0,1]");
    asked("POST", "/v1/jobs", NULL, text, 400, "moves by");
    snprintf(text, sizeof text, body, ",\"pose\":\"a\"");
    asked("POST", "/v1/jobs", NULL, text, 400, "/people/0/orientations/pose");
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
    asked("POST", "/v1/jobs", NULL, "{\"people\":[{}]}", 400, "one of markers, keypoints and orientations");
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

/* {"people":[{"markers":{"names":["",...],"frames":[row,...]}}]} */
static char *markers_text(int names, int rows, const char *cell, int cells)
{
    char *text = malloc(200 + 3 * (size_t)names + (size_t)rows * (3 + (strlen(cell) + 1) * (size_t)cells));
    char *at = text;
    at += sprintf(at, "{\"people\":[{\"markers\":{\"names\":[");
    for (int i = 0; i < names; i++) at += sprintf(at, i ? ",\"\"" : "\"\"");
    at += sprintf(at, "],\"frames\":[");
    for (int f = 0; f < rows; f++) {
        at += sprintf(at, f ? ",[" : "[");
        for (int i = 0; i < cells; i++) at += sprintf(at, i ? ",%s" : "%s", cell);
        at += sprintf(at, "]");
    }
    sprintf(at, "]}}]}");
    return text;
}

static long most_resident_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void rows_are_looked_at_before_memory_is_taken_for_them(void **state)
{
    char *text = markers_text(4096, 8000, "", 0);
    const long before = most_resident_kib();

    (void)state;
    asked("POST", "/v1/jobs", NULL, text, 400, "0 points; 4096 expected");
    assert_true(most_resident_kib() - before < 100 << 10); /* 375 MiB of places that nobody sent */
    free(text);
}

static void what_reading_takes_is_in_the_account(void **state)
{
    char *text = markers_text(4096, 15, "null", 4096);

    (void)state;
    pd_srv_memory_limit(&api_host_state.memory, PD_SRV_MEMORY_LEAST);
    pd_srv_memory_add(&api_host_state.memory, PD_API_MEMORY_STREAMS, PD_SRV_MEMORY_LEAST - (1 << 20));
    asked("POST", "/v1/jobs", NULL, text, 503, "limits.memory");
    pd_srv_memory_give(&api_host_state.memory, PD_API_MEMORY_STREAMS, PD_SRV_MEMORY_LEAST - (1 << 20));
    pd_srv_memory_limit(&api_host_state.memory, 0);
    free(text);
}

static void scratch_is_given_back_and_results_are_counted(void **state)
{
    pd_srv_memory *memory = &api_host_state.memory;
    pd_cancel cancel = {0};
    pd_buffer out = {0};
    pd_error err;

    (void)state;
    asked("POST", "/v1/jobs", NULL, frames(6), 202, NULL);
    const size_t before = atomic_load(&memory->held[PD_API_MEMORY_JOBS]);
    pd_api_job_run(kept);
    const size_t after = atomic_load(&memory->held[PD_API_MEMORY_JOBS]);
    assert_true(after > 0 && after < 100 << 10 && before > 4 * after);

    for (int format = PD_API_FORMAT_JSON; format <= PD_API_FORMAT_BVH; format++) {
        if (pd_api_job_encode(&out, kept, 0, (pd_api_format)format, NULL, &err)) continue; /* of a mesh */
        assert_true(out.capacity <= pd_api_job_encode_bytes(kept, 0, (pd_api_format)format));
        pd_buffer_deinit(&out);
    }
    pd_cancel_set(&cancel, PD_CANCEL_GONE); /* nobody waits any more: no frame is written */
    assert_int_equal(pd_api_job_encode(&out, kept, 0, PD_API_FORMAT_JSON, &cancel, &err), PD_OK);
    pd_buffer_add(&out, "", 1);
    assert_null(strstr((const char *)out.data, "pose"));
    pd_buffer_deinit(&out);

    pd_srv_memory_limit(memory, PD_SRV_MEMORY_LEAST);
    const size_t full_but = PD_SRV_MEMORY_LEAST - after - (20 << 10);
    pd_srv_memory_add(memory, PD_API_MEMORY_STREAMS, full_but);
    asked("GET", "/v1/jobs/abc/result", "format=json", NULL, 503, "limits.memory");
    pd_srv_memory_give(memory, PD_API_MEMORY_STREAMS, full_but);
    asked("GET", "/v1/jobs/abc/result", "format=json", NULL, 200, "pose");
    pd_srv_memory_limit(memory, 0);

    kept->people[0].take.rate = -1;
    asked("GET", "/v1/jobs/abc/result", "format=bvh", NULL, 400, "clip: -1 frames a second");
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
    assert_int_equal(atomic_load(&memory->held[PD_API_MEMORY_JOBS]), 0);
}

/* Two who stand before one camera, 1.4 m apart, in any order; figures lists of [x, y]. */
static const char *crowd(int count, int figures)
{
    static char text[1 << 17];
    int used =
        snprintf(text, sizeof text,
                 "{\"rate\":30,\"crowd\":{\"set\":\"coco17\",\"views\":[{\"camera\":{\"fx\":1000,\"cx\":500,"
                 "\"cy\":500},\"frames\":[");
    for (int f = 0; f < count; f++) {
        used += snprintf(text + used, sizeof text - (size_t)used, f ? ",[" : "[");
        for (int i = 0; i < figures; i++) {
            const int x = (i + f) % 2 ? 675 : 325;
            used += snprintf(
                text + used, sizeof text - (size_t)used,
                "%s[null,null,null,null,null,[%d,360],[%d,360],[%d,420],[%d,420],[%d,480],[%d,480],[%d,"
                "485],[%d,485],[%d,585],[%d,585],[%d,690],[%d,690]]",
                i ? "," : "", x + 42, x - 42, x + 60, x - 60, x + 62, x - 62, x + 22, x - 22, x + 24, x - 24,
                x + 25, x - 25);
        }
        used += snprintf(text + used, sizeof text - (size_t)used, "]");
    }
    snprintf(text + used, sizeof text - (size_t)used, "]}]}}");
    return text;
}

static void who_is_who_in_a_crowd_is_found_when_it_runs(void **state)
{
    pd_srv_memory *memory = &api_host_state.memory;

    (void)state;
    asked("POST", "/v1/jobs", NULL, crowd(12, 2), 202, "\"status\":\"queued\"");
    assert_int_equal(kept->person_count, 0);
    const size_t before = atomic_load(&memory->held[PD_API_MEMORY_JOBS]);
    pd_api_job_run(kept);
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200,
          "\"people\":[{\"frames\":12,\"first\":0,\"seen\":12,\"shared\":0,\"rms\":null");
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "\"left_out\":0");
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "{\"name\":\"left_ankle\",\"rms\":");
    assert_int_equal(kept->person_count, 2);
    const double side[2] = {(double)*kept->people[0].take.translations,
                            (double)*kept->people[1].take.translations};
    assert_true(side[0] * side[1] < 0 && fabs(side[0] - side[1]) > 0.5); /* each stays who they are */
    asked("GET", "/v1/jobs/abc/result", "format=json&person=1", NULL, 200, "\"rate\":30");
    asked("GET", "/v1/jobs/abc/result", "person=2", NULL, 400, "0 to 1 allowed");

    const size_t after = atomic_load(&memory->held[PD_API_MEMORY_JOBS]);
    assert_true(after > 0 && before > 4 * after); /* room for 16 people and the figures is given back */
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
    assert_int_equal(atomic_load(&memory->held[PD_API_MEMORY_JOBS]), 0);
}

/* What a second thread sees of a job's progress until it ends. How much it sees depends on the machine; what it sees must be right. */
typedef struct progress_watch {
    int least, most, falls;
} progress_watch;

static void *watch(void *arg)
{
    progress_watch *w = arg;
    int last = 0;

    while (pd_api_job_state_of(kept) <= PD_API_JOB_RUNNING) {
        const int permille = __atomic_load_n(&kept->permille, __ATOMIC_RELAXED);
        w->falls += permille < last;
        w->least = permille < w->least ? permille : w->least;
        w->most = permille > w->most ? permille : w->most;
        last = permille;
        sched_yield();
    }
    return NULL;
}

static void progress_of_a_crowd_rises_from_0_to_1(void **state)
{
    progress_watch seen = {0};
    pthread_t watcher;

    (void)state;
    asked("POST", "/v1/jobs", NULL, crowd(40, 2), 202, NULL);
    assert_int_equal(pthread_create(&watcher, NULL, watch, &seen), 0);
    pd_api_job_run(kept);
    pthread_join(watcher, NULL);
    assert_int_equal(kept->person_count, 2);
    assert_int_equal(seen.falls, 0);
    assert_true(seen.least >= 0 && seen.most <= 1000);
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "\"status\":\"done\",\"progress\":1,");
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
}

static void a_crowd_is_cancelled_and_refused_as_any_job(void **state)
{
    (void)state;
    asked("POST", "/v1/jobs", NULL, crowd(12, 2), 202, NULL);
    pd_cancel_set(&kept->cancel, PD_CANCEL_GONE);
    pd_api_job_run(kept);
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "\"status\":\"cancelled\"");
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
    assert_int_equal(atomic_load(&api_host_state.memory.held[PD_API_MEMORY_JOBS]), 0);

    asked("POST", "/v1/jobs", NULL, crowd(1, 65), 400, "65 figures; 0 to 64 allowed");
    asked("POST", "/v1/jobs", NULL, crowd(3, 0), 400, "nobody is seen in 3 frames");
    asked("POST", "/v1/jobs", "up=z", crowd(3, 1), 400, "up is for markers");
    asked("POST", "/v1/jobs", NULL, "{\"people\":[],\"crowd\":{}}", 400, "one of both expected");

    pd_srv_memory_limit(&api_host_state.memory, PD_SRV_MEMORY_LEAST);
    pd_srv_memory_add(&api_host_state.memory, PD_API_MEMORY_STREAMS, PD_SRV_MEMORY_LEAST - (1 << 20));
    asked("POST", "/v1/jobs", NULL, crowd(12, 2), 503, "limits.memory");
    pd_srv_memory_give(&api_host_state.memory, PD_API_MEMORY_STREAMS, PD_SRV_MEMORY_LEAST - (1 << 20));
    pd_srv_memory_limit(&api_host_state.memory, 0);
}

static void up_is_for_markers(void **state)
{
    (void)state;
    asked("POST", "/v1/jobs", "up=z", frames(3), 400, "up is for markers");
    asked("POST", "/v1/jobs", "up=auto", frames(3), 202, NULL);
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_waits_is_done_and_gives_files),
        cmocka_unit_test(points_without_confidence_are_sure),
        cmocka_unit_test(progress_is_shared_by_the_people_of_a_job),
        cmocka_unit_test(sensors_are_a_take_too),
        cmocka_unit_test(a_cancelled_job_ends_as_such),
        cmocka_unit_test(what_cannot_be_done_is_refused),
        cmocka_unit_test(rows_are_looked_at_before_memory_is_taken_for_them),
        cmocka_unit_test(what_reading_takes_is_in_the_account),
        cmocka_unit_test(scratch_is_given_back_and_results_are_counted),
        cmocka_unit_test(who_is_who_in_a_crowd_is_found_when_it_runs),
        cmocka_unit_test(progress_of_a_crowd_rises_from_0_to_1),
        cmocka_unit_test(a_crowd_is_cancelled_and_refused_as_any_job),
        cmocka_unit_test(up_is_for_markers),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
