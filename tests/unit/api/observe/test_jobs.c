/* Jobs from the request to the result, on a body of 200 vertices, with a host that keeps one job.
 * tests/unit/core/observe/take tests the fit on the shipped body. */
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

static int delete_job(void *ctx, const char *id, const pd_api_owner *who)
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

/* Returns frames of a person who stands and lifts a wrist. */
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
    asked("GET", "/v1/jobs/abc/result", NULL, NULL, 409, "not finished");
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

/* Returns the result of a job of six frames whose points all have this confidence. NULL: none is given. */
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

static void points_without_confidence_have_confidence_1(void **state)
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

/* A job's progress as an executor saw it before each task: how often it fell, was in each half, or was
 * outside the range. */
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
    const char *one = strchr(frames(12), '['), *end = strrchr(one, ']');
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

/* A body of two sensors, in a world whose z is up;
 * the second frame is the first turned by a quarter about it. */
static void a_job_fits_a_take_of_sensors(void **state)
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

static void an_impossible_job_is_refused(void **state)
{
    (void)state;
    asked("POST", "/v1/jobs", NULL, "{}", 400, "1 to 16 expected");
    asked("POST", "/v1/jobs", NULL, "{\"people\":[{}]}", 400,
          "several of markers, keypoints and orientations given; exactly one");
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

static void memory_for_reading_is_accounted(void **state)
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

/* Returns two people who stand before one camera, 1.4 m apart, in any order, as `figures` lists of [x, y]. */
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

static void people_of_a_crowd_are_told_apart_when_the_job_runs(void **state)
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

/* A job's progress as a second thread saw it until the job ended.
 * The number of readings depends on the machine. */
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
    asked("POST", "/v1/jobs", NULL, crowd(12, 2), 202, NULL);
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
    asked("POST", "/v1/jobs", NULL, crowd(3, 0), 400, "no person is seen in any of the 3 frames");
    asked("POST", "/v1/jobs", "up=z", crowd(3, 1), 400, "given with keypoints");
    asked("POST", "/v1/jobs", NULL, "{\"people\":[],\"crowd\":{}}", 400, "only one of the two allowed");

    pd_srv_memory_limit(&api_host_state.memory, PD_SRV_MEMORY_LEAST);
    pd_srv_memory_add(&api_host_state.memory, PD_API_MEMORY_STREAMS, PD_SRV_MEMORY_LEAST - (1 << 20));
    asked("POST", "/v1/jobs", NULL, crowd(12, 2), 503, "limits.memory");
    pd_srv_memory_give(&api_host_state.memory, PD_API_MEMORY_STREAMS, PD_SRV_MEMORY_LEAST - (1 << 20));
    pd_srv_memory_limit(&api_host_state.memory, 0);
}

/* Keypoints in space may be of any world: the same take in six worlds gives the same translation of the body,
 * and in a camera's axes without a word of the request too. */
static void keypoints_in_space_may_be_of_any_world(void **state)
{
    double wanted[3] = {0};

    (void)state;
    api_host_state.prior = priors_built(4, 2, 1);
    for (int i = -1; i <= PD_UP_COUNT; i++) {
        const bool said = i >= 0 && i < PD_UP_COUNT;
        const pd_up up = said ? (pd_up)i : i < 0 ? PD_UP_Y : PD_UP_MINUS_Y;
        json_t *request = json_loads(frames(3), 0, NULL), *row, *point;
        json_t *person = json_array_get(json_object_get(request, "people"), 0);
        json_t *rows = json_object_get(json_object_get(person, "keypoints"), "frames");
        size_t f, k;
        json_array_foreach(rows, f, row)
        {
            json_array_foreach(row, k, point)
            {
                double at[3];
                if (json_is_null(point)) continue;
                for (size_t c = 0; c < 3; c++) at[c] = json_number_value(json_array_get(point, c));
                pd_up_point_back(at, at, up);
                for (size_t c = 0; c < 3; c++) json_array_set_new(point, c, json_real(at[c]));
            }
        }
        char *text = json_dumps(request, 0), query[16], words[32];
        snprintf(query, sizeof query, "up=%s", said ? pd_up_names[up] : "auto");
        asked("POST", "/v1/jobs", query, text, 202, NULL);
        free(text);
        json_decref(request);
        pd_api_job_run(kept);
        if (pd_api_job_state_of(kept) != PD_API_JOB_DONE) fail_msg("%s: %s", query, kept->reason);
        snprintf(words, sizeof words, "\"up\":\"%s\"", pd_up_names[up]);
        asked("GET", "/v1/jobs/abc", NULL, NULL, 200, words);
        const float *at = kept->people[0].take.translations;
        for (int c = 0; c < 3; c++) {
            if (i < 0) wanted[c] = (double)at[c];
            if (fabs((double)at[c] - wanted[c]) > 0.02)
                fail_msg("%s: %g of %g at %d", query, (double)at[c], wanted[c], c);
        }
        asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
    }
}

/* Takes of which one thing is wrong: the first error, with its pointer and its words. */
#define ROW17                                                                                                \
    "[null,null,null,null,null,[1,1],[2,2],[3,3],[4,4],[5,5],[6,6],[7,7],[8,8],[9,9],[10,9],[11,9],[12,9]]"
#define CAMERA "\"camera\":{\"fx\":1000,\"cx\":500,\"cy\":500}"
#define POSED                                                                                                \
    "\"camera\":{\"fx\":1000,\"cx\":500,\"cy\":500,\"rotation\":[1,0,0,0,-1,0,0,0,-1],\"translation\":[0,1," \
    "4]}"
#define VIEW(rest)   "{" CAMERA ",\"frames\":[" ROW17 "]" rest "}"
#define KEYS(inner)  "{\"people\":[{\"keypoints\":{\"set\":\"coco17\"" inner "}}]}"
#define MARKS(inner) "{\"people\":[{\"markers\":{" inner "}}]}"
#define AT           "/people/0/keypoints"
static const struct {
    const char *query, *body, *pointer, *words;
} wrong_takes[] = {
    {NULL, "{\"people\":[{\"keypoints\":{\"frames\":[]}}]}", AT "/set", "missing"},
    {NULL, KEYS(""), AT,
     "frames is required, as a list; confidence, if given, has to be a list of the same form"},
    {NULL, KEYS(",\"frames\":7"), AT, "frames is required"},
    {NULL, KEYS(",\"frames\":[" ROW17 "]"), AT "/camera", "missing; points of two numbers need a camera"},
    {NULL, KEYS(",\"frames\":[" ROW17 "],\"confidence\":3"), AT, "confidence, if given, has to be a list"},
    {NULL, KEYS(",\"frames\":[" ROW17 "],\"confidence\":[]"), AT, "confidence has 0 rows; 1 expected"},
    {NULL, KEYS(",\"frames\":[" ROW17 "],\"confidence\":[[1]]"), AT "/confidence/0", "1 points; 17 expected"},
    {NULL, KEYS(",\"frames\":[" ROW17 "],\"confidence\":[[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2]]"),
     AT "/confidence/0/16", "0 to 1"},
    {NULL, KEYS(",\"frames\":[[[1],0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]"), AT "/frames/0/0",
     "2 or 3 numbers or null expected"},
    {NULL, KEYS(",\"frames\":[[[1,2],[1,2,3],0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]"), AT "/frames/0/1",
     "2 numbers or null expected"},
    {NULL, KEYS(",\"frames\":[[[1,2,3],[1,2],0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]"), AT "/frames/0/1",
     "3 numbers or null expected"},
    {NULL, KEYS(",\"frames\":[[[1,2,\"x\"],0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]"), AT "/frames/0/0",
     "coordinate 2: a string; a number from"},
    {NULL, KEYS(",\"views\":[" VIEW("") "]"), AT, "1 views; 2 to 16 expected"},
    {NULL, KEYS(",\"frames\":[],\"views\":[" VIEW("") "," VIEW("") "]"), AT,
     "views and frames given; only one of the two allowed"},
    {NULL, KEYS("," CAMERA ",\"views\":[" VIEW("") "," VIEW("") "]"), AT, "only one of the two"},
    {NULL, KEYS(",\"confidence\":[],\"views\":[" VIEW("") "," VIEW("") "]"), AT, "only one of the two"},
    {NULL, KEYS(",\"views\":[" VIEW("") ",{" CAMERA ",\"frames\":[]}]"), AT "/views/1",
     "0 frames; 1 expected, as the first camera has"},
    {NULL, KEYS(",\"views\":[" VIEW("") ",{" CAMERA "}]"), AT "/views/1", "frames is required"},
    {NULL, KEYS(",\"views\":[" VIEW("") ",{\"frames\":[" ROW17 "]}]"), AT "/views/1/camera", "missing"},
    {NULL, KEYS(",\"views\":[" VIEW("") ",{" CAMERA ",\"frames\":[[]]}]"), AT "/views/1/frames/0",
     "0 points; 17 expected"},
    {NULL,
     KEYS(",\"views\":[" VIEW("") ",{" CAMERA ",\"frames\":[[[1,2,3],0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]}]"),
     AT "/views/1/frames/0/0", "2 numbers or null expected"},
    {NULL,
     KEYS(",\"views\":[" VIEW("") "," VIEW(",\"confidence\":[[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,-1]]") "]"),
     AT "/views/1/confidence/0/16", "0 to 1"},
    {NULL, KEYS(",\"views\":[" VIEW("") ",{" POSED ",\"frames\":[" ROW17 "]}]"), AT "/views", ""},
    {"noise=2", "COCO", "/noise", "2 metres; 0.0001 to 1 allowed"},
    {NULL, MARKS("\"names\":[\"LFHD\"]"), "/people/0/markers",
     "names and frames are required; both have to be lists"},
    {NULL, MARKS("\"names\":7,\"frames\":[]"), "/people/0/markers", "both have to be lists"},
    {NULL, MARKS("\"names\":[\"LFHD\"],\"frames\":[[]]"), "/people/0/markers/frames/0",
     "0 points; 1 expected"},
    {NULL, MARKS("\"names\":[7],\"frames\":[[null]]"), "/people/0/markers", "name 0 is not text"},
    {NULL, MARKS("\"names\":[\"LFHD\"],\"frames\":[[[1,2]]]"), "/people/0/markers/frames/0/0",
     "3 numbers or null expected"},
    {"noise=2", MARKS("\"names\":[\"LFHD\"],\"frames\":[[null]]"), "/noise", "2 metres; 0.0001 to 1 allowed"},
    {"protocol=what", MARKS("\"names\":[\"LFHD\"],\"frames\":[[null]]"), "/protocol", "\"what\"; "},
    {"protocol=cmu", "COCO", "/protocol", "has no effect without markers that have no names"},
};

static void each_wrong_take_is_refused_at_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong_takes / sizeof *wrong_takes; i++) {
        const char *body = strcmp(wrong_takes[i].body, "COCO") ? wrong_takes[i].body : frames(3);
        pd_api_call *call = ask("POST", "/v1/jobs", wrong_takes[i].query, body);
        json_t *reply = api_json(call), *first = json_array_get(json_object_get(reply, "errors"), 0);
        const char *pointer = json_string_value(json_object_get(first, "pointer")),
                   *detail = json_string_value(json_object_get(first, "detail"));
        if (!pointer) pointer = json_string_value(json_object_get(first, "parameter"));
        if (api_status(call) != 400 || !pointer || strcmp(pointer, wrong_takes[i].pointer) ||
            !strstr(detail, wrong_takes[i].words))
            fail_msg("row %zu: %.*s", i, (int)pd_api_call_reply(call)->body.size,
                     (const char *)pd_api_call_reply(call)->body.data);
        json_decref(reply);
        pd_api_call_release(call);
        assert_int_equal(atomic_load(&api_host_state.memory.held[PD_API_MEMORY_JOBS]), 0);
    }
}

/* Returns a person who walks round a circle before two cameras of 1000 pixels focal length, 90 degrees apart
 * about the vertical; is_placed: their poses are in the request. */
static const char *two_views(int count, bool is_placed)
{
    static char text[1 << 18];
    static const double points[17][3] = {
        {0, 1.65, 0.1},    {0.03, 1.68, 0.08}, {-0.03, 1.68, 0.08}, {0.07, 1.66, 0},  {-0.07, 1.66, 0},
        {0.17, 1.4, 0},    {-0.17, 1.4, 0},    {0.25, 1.15, 0},     {-0.25, 1.15, 0}, {0.25, 0.9, 0.1},
        {-0.25, 0.9, 0.1}, {0.09, 0.9, 0},     {-0.09, 0.9, 0},     {0.1, 0.5, 0.05}, {-0.1, 0.5, 0.05},
        {0.1, 0.08, 0},    {-0.1, 0.08, 0}};
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"views\":[");
    for (int c = 0; c < 2; c++) {
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%s{\"camera\":{\"fx\":1000,\"cx\":500,\"cy\":500", c ? "," : "");
        /* rows: right, down, forward of the camera */
        if (is_placed)
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     ",\"rotation\":[%s],\"translation\":[0,1, 4]",
                                     c ? "0,0,-1,0,-1,0,-1,0,0" : "1,0,0,0,-1,0,0,0,-1");
        used += (size_t)snprintf(text + used, sizeof text - used, "},\"frames\":[");
        for (int f = 0; f < count; f++) {
            used += (size_t)snprintf(text + used, sizeof text - used, f ? ",[" : "[");
            for (int i = 0; i < 17; i++) {
                const double a = 0.11 * f,
                             swing = 0.2 * sin(0.9 * f) *
                                     (i == 9 || i == 16    ? 1
                                      : i == 10 || i == 15 ? -1
                                                           : 0),
                             px = points[i][0], py = points[i][1] + (i >= 9 ? fabs(swing) : 0),
                             pz = points[i][2] + swing,
                             x = 0.8 * sin(0.4 * a * 3) + cos(a) * px + sin(a) * pz,
                             z = 0.8 * cos(0.31 * a * 3) - sin(a) * px + cos(a) * pz, y = 1 - py;
                const double right = c ? -z : x, ahead = 4 - (c ? x : z);
                used += (size_t)snprintf(text + used, sizeof text - used, "%s[%.2f,%.2f]", i ? "," : "",
                                         500 + 1000 * right / ahead, 500 + 1000 * y / ahead);
            }
            used += (size_t)snprintf(text + used, sizeof text - used, "]");
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "]}");
    }
    snprintf(text + used, sizeof text - used, "]}}]}");
    return text;
}

/* Cameras whose poses the request has are used as they are;
 * without poses they are found, 90 degrees apart as they were. */
static void cameras_without_a_pose_are_calibrated_by_the_job(void **state)
{
    (void)state;
    for (int is_placed = 0; is_placed < 2; is_placed++) {
        asked("POST", "/v1/jobs", NULL, two_views(is_placed ? 6 : 24, is_placed), 202, NULL);
        const pd_api_job_person *p = &kept->people[0];
        assert_int_equal(p->camera_count, 2);
        assert_int_equal(p->calibrate, !is_placed);
        assert_int_equal(p->take.place_count % 2, 0);
        assert_string_equal(p->names[0], p->names[p->take.place_count / 2]);
        pd_api_job_run(kept);
        if (pd_api_job_state_of(kept) != PD_API_JOB_DONE) fail_msg("%d: %s", is_placed, kept->reason);
        double along = 0; /* of the two directions ahead */
        for (int k = 6; k < 9; k++) along += p->cameras[0].rotation[k] * p->cameras[1].rotation[k];
        assert_near(along, 0, is_placed ? 1e-9 : 0.05);
        asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "\"status\":\"done\",\"progress\":1,");
        asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
        assert_int_equal(atomic_load(&api_host_state.memory.held[PD_API_MEMORY_JOBS]), 0);
    }

    /* Somebody who does not move tells nothing of where the cameras are: the job fails and says why, or is
     * cancelled before. */
    asked("POST", "/v1/jobs", NULL, two_views(1, false), 202, NULL);
    pd_api_job_run(kept);
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "\"status\":\"failed\"");
    assert_memory_equal(kept->reason, "/people/0", 9);
    asked("GET", "/v1/jobs/abc/result", NULL, NULL, 409, "not finished");
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
    asked("POST", "/v1/jobs", NULL, two_views(24, false), 202, NULL);
    pd_cancel_set(&kept->cancel, PD_CANCEL_GONE);
    pd_api_job_run(kept);
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "\"status\":\"cancelled\"");
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
}

/* The request two_views(6, true) with other words of the same length
 * where they occur last, run to its end. */
static void run_views_with(const char *words, const char *instead)
{
    static char text[1 << 18];
    snprintf(text, sizeof text, "%s", two_views(6, true));
    assert_int_equal(strlen(words), strlen(instead));
    char *at = strstr(text, words), *last = NULL;
    for (; at; at = strstr(at + 1, words)) last = at;
    assert_non_null(last);
    memcpy(last, instead, strlen(instead));
    asked("POST", "/v1/jobs", NULL, text, 202, NULL);
    pd_api_job_run(kept);
}

static void a_camera_that_is_wrong_is_named(void **state)
{
    (void)state;
    run_views_with("\"fx\":1000", "\"fx\":1000");
    pd_buffer text = {0};
    pd_api_job_json(&text, kept, true);
    pd_buffer_add(&text, "", 1);
    assert_null(strstr((const char *)text.data, "misses the points"));
    pd_buffer_deinit(&text);
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);

    run_views_with("\"fx\":1000", "\"fx\":2000");
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "the body misses the points of camera ");
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);

    run_views_with("[0,1, 4]", "[0,1,-4]");
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200,
          "the person would stand behind a camera or too close to it");
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
}

/* Two trackers with orientations and positions: of each place an orientation and a position. */
static void trackers_have_two_places_each(void **state)
{
    (void)state;
    const char *body =
        "{\"rate\":30,\"people\":[{\"orientations\":{\"names\":[\"head\",\"left_wrist\",\"right_wrist\"],"
        "\"frames\":[[[0,0,0,1],[0,0,0,1],[0,0,0,1]],[[0,0,0,1],[0,0,0,1],[0,0,0,1]],[[0,0,0,1],[0,0,0,1],[0,"
        "0,0,1]]],"
        "\"positions\":[[[0,1.6,0],[0.6,1.4,0],[-0.6,1.4,0]],[[0,1.6,0],null,[-0.6,1.4,0]],[[0,1.6,0],[0.6,1."
        "4,0],%s]]}}]}";
    char text[1024];
    snprintf(text, sizeof text, body, "[-0.6,1.4,0]");
    asked("POST", "/v1/jobs", "up=y", text, 202, NULL);
    const pd_api_job_person *p = &kept->people[0];
    assert_int_equal(p->take.place_count, 6);
    assert_string_equal(p->names[0], "head (orientation)");
    assert_string_equal(p->names[4], "left_wrist");
    pd_api_job_run(kept);
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "\"status\":\"done\"");
    asked("GET", "/v1/jobs/abc", NULL, NULL, 200, "{\"name\":\"right_wrist (orientation)\",\"rms\":");
    asked("GET", "/v1/jobs/abc/result", "format=json", NULL, 200, "\"rate\":30");
    asked("GET", "/v1/jobs/abc/result", "format=trc", NULL, 400, "trc holds optical markers");
    asked("DELETE", "/v1/jobs/abc", NULL, NULL, 204, NULL);
    snprintf(text, sizeof text, body, "[1]");
    asked("POST", "/v1/jobs", "up=y", text, 400, "/people/0/orientations/positions/2");
    assert_int_equal(atomic_load(&api_host_state.memory.held[PD_API_MEMORY_JOBS]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_waits_is_done_and_gives_files),
        cmocka_unit_test(points_without_confidence_have_confidence_1),
        cmocka_unit_test(progress_is_shared_by_the_people_of_a_job),
        cmocka_unit_test(a_job_fits_a_take_of_sensors),
        cmocka_unit_test(a_cancelled_job_ends_as_such),
        cmocka_unit_test(an_impossible_job_is_refused),
        cmocka_unit_test(rows_are_looked_at_before_memory_is_taken_for_them),
        cmocka_unit_test(memory_for_reading_is_accounted),
        cmocka_unit_test(scratch_is_given_back_and_results_are_counted),
        cmocka_unit_test(people_of_a_crowd_are_told_apart_when_the_job_runs),
        cmocka_unit_test(progress_of_a_crowd_rises_from_0_to_1),
        cmocka_unit_test(a_crowd_is_cancelled_and_refused_as_any_job),
        cmocka_unit_test(keypoints_in_space_may_be_of_any_world),
        cmocka_unit_test(each_wrong_take_is_refused_at_its_place),
        cmocka_unit_test(cameras_without_a_pose_are_calibrated_by_the_job),
        cmocka_unit_test(a_camera_that_is_wrong_is_named),
        cmocka_unit_test(trackers_have_two_places_each),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
