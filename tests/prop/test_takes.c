/* @heavy: takes over five seconds under ASan. */
/* Properties of whole takes by the API: markers with and without names, from a C3D file, keypoints in space
 * and from one to three cameras, sensors, two people in a film. Each job is done, each of its files is
 * answered in every format with numbers, and no reply is larger than the memory that was requested for it.
 * tests/unit/core/observe tests how near the bodies are to the truth. */
#include "tests/support/api_sums.h"

#include "api/observe/jobs_run.h"
#include "tests/support/c3d_make.h"
#include "tests/support/cameras.h"
#include "tests/support/takes.h"

enum { FRAMES = 12, CAMERAS = 3 };

static pd_api_host host;
static pd_api_job *kept;
static int jobs, done;

/* ---- a host that keeps one job */

static pd_status keep_job(void *ctx, pd_api_job *job, bool *owner_full, pd_error *err)
{
    (void)ctx, (void)err;
    *owner_full = false;
    pd_api_job_release(kept);
    strcpy(job->id, "one");
    kept = pd_api_job_retain(job);
    return PD_OK;
}

static pd_api_job *give_job(void *ctx, const char *id, const pd_api_owner *who)
{
    (void)ctx, (void)id, (void)who;
    return pd_api_job_retain(kept);
}

static const pd_api_limits limits = {.body_bytes = 4 << 20,
                                     .json_depth = 32,
                                     .json_memory = 64 << 20,
                                     .batch = 16,
                                     .ik_iterations = 1000,
                                     .ik_budget_ms = 1000000,
                                     .rollout_seconds = 30};

static void ask(const pd_api_request *request)
{
    api_sum s = {0};
    pd_api_call *call = pd_api_decode(request, &host, &limits);
    const size_t told = !call->done && call->run_bytes ? call->run_bytes(call, 1) : 0;
    const pd_api_reply *reply = api_finish(call);
    if (reply->status >= 400) fail_msg("%s: %.600s", request->path, (const char *)reply->body.data);
    if (told) assert_true(reply->body.size <= told); /* its memory was asked for before it was made */
    api_sum_reply(&s, reply);
    if (!s.count) fail_msg("%s?%s: no numbers", request->path, request->query ? request->query : "");
    pd_api_call_release(call);
}

/* Sends a job, runs it, and adds all of its results. */
static void run(pd_api_request request, const char *const *formats, int people)
{
    request.method = "POST", request.path = "/v1/jobs";
    ask(&request);
    pd_api_job_run(kept);
    jobs++;
    done += kept->state == PD_API_JOB_DONE;
    ask(&(pd_api_request){.method = "GET", .path = "/v1/jobs/one"});
    for (int p = 0; p < people && kept->state == PD_API_JOB_DONE; p++)
        for (const char *const *format = formats; *format; format++) {
            char query[64];
            snprintf(query, sizeof query, "format=%s&person=%d", *format, p);
            ask(&(pd_api_request){.method = "GET", .path = "/v1/jobs/one/result", .query = query});
        }
}

static void run_json(const char *query, json_t *document, const char *const *formats, int people)
{
    char *text = json_dumps(document, JSON_REAL_PRECISION(9));
    run((pd_api_request){.query = query,
                         .content_type = "application/json",
                         .body = {(const unsigned char *)text, strlen(text)}},
        formats, people);
    free(text);
    json_decref(document);
}

static const char *const all[] = {"json", "npz", "bvh", "glb", NULL}, *const plain[] = {"json", NULL},
                         *const with_trc[] = {"json", "trc", NULL};

/* ---- what is seen */

/* Writes rows of frames, with null for a number that is not finite. */
static json_t *rows_of(const float *at, int frames, int places)
{
    json_t *rows = json_array();
    for (int f = 0; f < frames; f++) {
        json_t *row = json_array();
        for (int i = 0; i < places; i++) {
            const float *x = at + 3 * (f * places + i);
            json_array_append_new(row, isnan(x[0])
                                           ? json_null()
                                           : json_pack("[f,f,f]", (double)x[0], (double)x[1], (double)x[2]));
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

static void open_take(takes *t)
{
    pd_rng rng;
    pd_rng_init(&rng, 4);
    takes_open(t, api_host_state.tiny, FRAMES, 5);
    for (int i = 0; i < 3 * FRAMES * TAKES_MARKERS; i++)
        t->file.positions[i] += (float)(0.002 * pd_rng_normal(&rng));
    for (int f = 3; f < 7; f++)
        for (int c = 0; c < 3; c++) t->file.positions[3 * (f * TAKES_MARKERS + 9) + c] = NAN;
}

static void markers_are_fitted(void)
{
    takes t;
    open_take(&t);
    for (int named = 0; named < 2; named++) {
        json_t *names = json_array();
        for (int i = 0; i < TAKES_MARKERS; i++)
            json_array_append_new(names, json_string(named ? strchr(t.file.names[i], ':') + 1 : ""));
        run_json("noise=0.003",
                 json_pack("{s:i,s:[{s:{s:o,s:o}}]}", "rate", 60, "people", "markers", "names", names,
                           "frames", rows_of(t.file.positions, FRAMES, TAKES_MARKERS)),
                 named ? all : with_trc, 1);
    }

    /* the same in a file of millimetres with z up */
    const char *labels[TAKES_MARKERS];
    double positions[FRAMES * TAKES_MARKERS * 3];
    pd_buffer file = {0};
    for (int i = 0; i < TAKES_MARKERS; i++) labels[i] = t.file.names[i];
    for (int i = 0; i < FRAMES * TAKES_MARKERS; i++) {
        const float *x = t.file.positions + 3 * i;
        positions[3 * i] = 1000 * (double)x[0], positions[3 * i + 1] = -1000 * (double)x[2],
                      positions[3 * i + 2] = 1000 * (double)x[1];
    }
    const c3d_take c3d = {.processor = C3D_INTEL,
                          .units = "mm",
                          .up = "+Z",
                          .first_frame = 1,
                          .frame_count = FRAMES,
                          .marker_count = TAKES_MARKERS,
                          .rate = 60,
                          .labels = labels,
                          .positions = positions};
    c3d_make(&file, &c3d);
    run((pd_api_request){.query = "noise=0.004",
                         .content_type = "application/octet-stream",
                         .body = {file.data, file.size}},
        plain, 1);
    pd_buffer_deinit(&file);
    takes_close(&t);
}

/* Returns one person's keypoints in each frame: in space, or in the camera's picture with confidences. */
static json_t *frames_seen(const pd_observe_camera *camera, int frames, double aside, bool confidences)
{
    json_t *rows = json_array();
    pd_rng rng;
    pd_rng_init(&rng, 7);
    for (int f = 0; f < frames; f++) {
        sight_person now;
        sight what;
        json_t *row = json_array();
        sight_draw(&now, 0.4 + 0.03 * f, 0, 6);
        now.translation[0] = (float)(aside + 0.01 * f), now.translation[1] = 1, now.translation[2] = 0;
        sight_set(&what, api_host_state.tiny, &now, "coco17", 0);
        for (int i = 0; i < what.count; i++) {
            double pixel[2];
            if (camera) cameras_see(pixel, camera, what.seen[i].at, 1.5, &rng);
            const double sure = f == 4 && i == 9 ? 0 : 0.5 + 0.5 * pd_rng_uniform(&rng);
            if (confidences)
                json_array_append_new(row, json_real(sure));
            else if (camera)
                json_array_append_new(row, json_pack("[f,f]", pixel[0], pixel[1]));
            else
                json_array_append_new(
                    row, json_pack("[f,f,f]", what.seen[i].at[0], what.seen[i].at[1], what.seen[i].at[2]));
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *camera_json(const pd_observe_camera *c, bool is_placed)
{
    json_t *camera = json_pack("{s:f,s:f,s:f,s:f,s:i,s:i}", "fx", c->fx, "fy", c->fy, "cx", c->cx, "cy",
                               c->cy, "width", 1920, "height", 1080);
    if (!is_placed) return camera;
    json_t *rotation = json_array(), *translation = json_array();
    for (int i = 0; i < 9; i++) json_array_append_new(rotation, json_real(c->rotation[i]));
    for (int i = 0; i < 3; i++) json_array_append_new(translation, json_real(c->translation[i]));
    json_object_set_new(camera, "rotation", rotation);
    json_object_set_new(camera, "translation", translation);
    return camera;
}

static void keypoints_are_fitted(void)
{
    pd_observe_camera cameras[CAMERAS];
    cameras_ring(cameras, CAMERAS, 1.7);
    run_json(NULL,
             json_pack("{s:i,s:[{s:{s:s,s:o,s:o}}]}", "rate", 30, "people", "keypoints", "set", "coco17",
                       "frames", frames_seen(NULL, FRAMES, 0, false), "confidence",
                       frames_seen(NULL, FRAMES, 0, true)),
             plain, 1);

    json_t *lens = camera_json(&cameras[0], false);
    json_object_set_new(lens, "distortion", json_pack("[f,f,f,f]", 0.02, -0.01, 0.001, 0.002));
    run_json("noise=3",
             json_pack("{s:i,s:[{s:{s:s,s:o,s:o}}]}", "rate", 30, "people", "keypoints", "set", "coco17",
                       "camera", lens, "frames", frames_seen(&cameras[0], FRAMES, 0, false)),
             plain, 1);

    for (int placed = 0; placed < 2; placed++) {
        json_t *views = json_array();
        for (int c = 0; c < CAMERAS; c++)
            json_array_append_new(views,
                                  json_pack("{s:o,s:o,s:o}", "camera", camera_json(&cameras[c], placed),
                                            "frames", frames_seen(&cameras[c], FRAMES, 0, false),
                                            "confidence", frames_seen(&cameras[c], FRAMES, 0, true)));
        run_json(NULL,
                 json_pack("{s:i,s:[{s:{s:s,s:o}}]}", "rate", 30, "people", "keypoints", "set", "coco17",
                           "views", views),
                 plain, 1);
    }
}

static void a_film_of_two_is_parted(void)
{
    pd_observe_camera cameras[2];
    json_t *views = json_array();
    cameras_ring(cameras, 2, 1.2);
    for (int c = 0; c < 2; c++) {
        json_t *one = frames_seen(&cameras[c], FRAMES, -0.6, false),
               *other = frames_seen(&cameras[c], FRAMES, 0.6, false), *frames = json_array();
        for (int f = 0; f < FRAMES; f++)
            json_array_append_new(frames, json_pack("[O,O]", json_array_get(f % 2 ? one : other, (size_t)f),
                                                    json_array_get(f % 2 ? other : one, (size_t)f)));
        json_decref(one), json_decref(other);
        json_array_append_new(
            views, json_pack("{s:o,s:o}", "camera", camera_json(&cameras[c], true), "frames", frames));
    }
    run_json(NULL, json_pack("{s:i,s:{s:s,s:o}}", "rate", 30, "crowd", "set", "coco17", "views", views),
             plain, 2);
}

/* Two moments do not determine the facing of a person, so the request gives it. */
static void sensors_are_read(void)
{
    static const char body[] =
        "{\"rate\":30,\"people\":[{\"orientations\":{\"names\":[\"pelvis\",\"box\",\"LeftForeArm\","
        "\"right_knee\"],\"frames\":[[[0,0,0,1],null,[0,1,0,0],[0.1,0,0,0.995]],[[0,0,0.7071068,0.7071068],"
        "null,[-0.7071068,0.7071068,0,0],null]],\"drift\":3,\"facing\":30}}]}";
    run((pd_api_request){.query = "up=z&noise=2",
                         .content_type = "application/json",
                         .body = {(const unsigned char *)body, sizeof body - 1}},
        all, 1);
}

static void a_take_of_each_kind_is_fitted_and_answered_in_every_format(void **state)
{
    (void)state;
    host = api_host_table;
    host.job_put = keep_job, host.job = give_job;
    markers_are_fitted();
    keypoints_are_fitted();
    a_film_of_two_is_parted();
    sensors_are_read();
    pd_api_job_release(kept);

    /* Markers without names cannot be told apart in a take as short as this. */
    assert_int_equal(jobs, 9);
    assert_int_equal(done, jobs - 1);
}

static int load(void **state)
{
    api_host *h = &api_host_state;
    api_host_setup(state);
    pd_smpl_model_release(h->tiny);
    h->tiny = NULL;
    return pd_smpl_model_load(&h->tiny, "models/default.safetensors", NULL) != PD_OK ||
           pd_ik_prior_load(&h->prior, "models/pose-prior.safetensors", NULL) != PD_OK;
}

static int unload(void **state)
{
    pd_ik_prior_release(api_host_state.prior);
    return api_host_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_take_of_each_kind_is_fitted_and_answered_in_every_format)};
    return cmocka_run_group_tests(tests, load, unload);
}
