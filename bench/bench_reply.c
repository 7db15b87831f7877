/* Processor time of whole replies, apart from sockets: bytes of a request to bytes of its reply. CSV:
 * row,cpu,bytes,median_us,least_us
 *
 *     bench_reply [seconds per row [row]]
 *
 * Models are the shipped ones, run from the project's folder; they are loaded from their files. Bodies turn
 * every joint and have every beta, another body in each request, so nothing is stored. One worker makes the
 * reply in a buffer that was in use before, as the daemon's are. Row `body` is the body alone, without a
 * reply: the part that no format can save. Row `limit_read` reads the model's packed blend shapes once from
 * end to end and computes nothing: a body with every joint turned reads most of these bytes, so that no such
 * reply can take less. */
#include "bench/rates.h"
#include "core/kernel/cpu.h"
#include "core/smpl/skin/tiles.h"
#include "tests/support/api_host.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST 4096 /* replies of a row, at most */

static const pd_api_limits limits = {.body_bytes = 1 << 20,
                                     .json_depth = 32,
                                     .json_memory = 16 << 20,
                                     .batch = 16,
                                     .ik_iterations = 1000,
                                     .ik_budget_ms = 1000000,
                                     .rollout_seconds = 30};

typedef struct row {
    const char *name, *method, *path, *query;
    enum { BODY, MEASURE, FIT, FIT_MORE, IK, PERSON, PORTRAIT } what;
    const char *more; /* further members of the body */
} row;

static const row rows[] = {
    {"bin", "POST", "/v1/models/other/mesh", "format=bin", BODY, ",\"include\":[\"vertices\"]"},
    {"json", "POST", "/v1/models/other/mesh", "format=json", BODY, ""},
    {"glb", "POST", "/v1/models/other/mesh", "format=glb", BODY, ",\"contact\":\"none\""},
    {"glb_quantized", "POST", "/v1/models/other/mesh", "format=glb&quantize=true", BODY,
     ",\"contact\":\"none\""},
    {"glb_soft_contact", "POST", "/v1/models/other/mesh", "format=glb", BODY, ""},
    {"measure", "POST", "/v1/models/other/measure", NULL, MEASURE, ""},
    {"fit_measurements", "POST", "/v1/models/other/fit", NULL, FIT, ""},
    {"fit_measurements_6", "POST", "/v1/models/other/fit", NULL, FIT_MORE, ""},
    {"fit_measurements_6_betas_4", "POST", "/v1/models/other/fit", NULL, FIT_MORE, ",\"beta_count\":4"},
    {"fit_measurements_6_hasty", "POST", "/v1/models/other/fit", NULL, FIT_MORE, ",\"iterations\":1"},
    {"ik_solve", "POST", "/v1/ik/solve", NULL, IK, ""},
    {"person_dressed_face", "GET", "/v1/models/default/mesh", "format=glb&rig=true&face=true", PERSON, ""},
    {"avatar", "GET", "/v1/models/default/mesh", "format=glb&profile=three", PERSON, ""},
    {"portrait_256", "GET", "/v1/models/default/portrait", "size=256", PERSON, ""},
    {"portrait_head", "GET", "/v1/models/default/portrait", "view=head", PERSON, ""},
    {"portrait_half", "GET", "/v1/models/default/portrait", "view=half", PERSON, ""},
    {"portrait_full", "GET", "/v1/models/default/portrait", "view=full", PERSON, ""},
};

/* Writes the body of a request, or completes its query. */
static void write_request(char *body, size_t size, const row *r, int i, pd_rng *rng)
{
    size_t used = 0;
    *body = 0;
    if (r->what == BODY || r->what == MEASURE) {
        used += (size_t)snprintf(body + used, size - used, "{\"betas\":[");
        for (int b = 0; b < 10; b++)
            used += (size_t)snprintf(body + used, size - used, "%s%.3f", b ? "," : "",
                                     2 * pd_rng_uniform(rng) - 1);
        if (r->what == BODY) used += (size_t)snprintf(body + used, size - used, "],\"pose\":[");
        for (int k = 0; r->what == BODY && k < 72; k++)
            used += (size_t)snprintf(body + used, size - used, "%s%.4f", k ? "," : "",
                                     0.8 * pd_rng_uniform(rng) - 0.4);
        snprintf(body + used, size - used, "]%s}", r->more);
    } else if (r->what == FIT) {
        snprintf(body, size, "{\"measurements\":{\"height\":%.3f,\"waist_girth\":%.3f}}",
                 1.6 + 0.3 * pd_rng_uniform(rng), 0.7 + 0.3 * pd_rng_uniform(rng));
    } else if (r->what == FIT_MORE) {
        snprintf(
            body, size,
            "{\"measurements\":{\"height\":%.3f,\"waist_girth\":%.3f,\"hip_girth\":%.3f,\"chest_girth\":%.3f,"
            "\"thigh_girth\":%.3f,\"arm_length\":%.3f}%s}",
            1.6 + 0.2 * pd_rng_uniform(rng), 0.8 + 0.1 * pd_rng_uniform(rng),
            0.95 + 0.1 * pd_rng_uniform(rng), 0.95 + 0.1 * pd_rng_uniform(rng),
            0.55 + 0.05 * pd_rng_uniform(rng), 0.5 + 0.05 * pd_rng_uniform(rng), r->more);
    } else if (r->what == IK) {
        snprintf(
            body, size,
            "{\"skeleton\":\"other\",\"targets\":[{\"joint\":\"left_wrist\",\"position\":[%.3f,%.3f,%.3f]}]}",
            0.3 + 0.2 * pd_rng_uniform(rng), 1.1 + 0.2 * pd_rng_uniform(rng), 0.3 * pd_rng_uniform(rng));
    } else {
        snprintf(body, size, "%s&random=%d", r->query, 1000 + i);
    }
}

/* Makes one reply. Returns its processor time in seconds. */
static double reply(pd_buffer *kept, pd_arena *scratch, size_t *bytes, const row *r, int i, pd_rng *rng)
{
    static char text[8192];
    write_request(text, sizeof text, r, i, rng);
    const bool has_body = !strcmp(r->method, "POST");
    const double begin = bench_now(CLOCK_THREAD_CPUTIME_ID);
    const pd_api_request request = {.method = r->method,
                                    .path = r->path,
                                    .query = has_body ? r->query : text,
                                    .body = {(const unsigned char *)text, has_body ? strlen(text) : 0},
                                    .may_wait = true};
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &limits);
    if (!call) abort();
    pd_api_reply *out = pd_api_call_reply(call);
    if (!pd_api_call_done(call)) {
        if (!out->body.data) out->body = *kept, *kept = (pd_buffer){0};
        pd_api_run(&call, 1, scratch, &pd_executor_serial);
    }
    const double took = bench_now(CLOCK_THREAD_CPUTIME_ID) - begin;
    if (out->status != 200) {
        fprintf(stderr, "%s: %d %.300s\n", r->name, out->status, (const char *)out->body.data);
        exit(1);
    }
    *bytes = out->body.size;
    if (!kept->data) {
        *kept = out->body, out->body = (pd_buffer){0};
        pd_buffer_clear(kept);
    }
    const double before = bench_now(CLOCK_THREAD_CPUTIME_ID);
    pd_api_call_release(call);
    return took + bench_now(CLOCK_THREAD_CPUTIME_ID) - before;
}

/* Replies of one row until the time is over, and at least five. */
static void measure(const row *r, double seconds)
{
    static double took[MOST];
    pd_buffer kept = {0};
    pd_arena scratch;
    pd_rng rng;
    size_t bytes = 0;
    double sum = 0;
    int count = 0;
    pd_arena_init(&scratch, 0);
    pd_rng_init(&rng, 1);
    for (int warm = 0; warm < 3; warm++) reply(&kept, &scratch, &bytes, r, warm, &rng);
    for (; count < MOST && (count < 5 || sum < seconds); count++)
        sum += took[count] = reply(&kept, &scratch, &bytes, r, 10 + count, &rng);
    qsort(took, (size_t)count, sizeof *took, bench_by_value);
    printf("reply_%s,%s,%zu,%.1f,%.1f\n", r->name, pd_k_cpu_name(), bytes, 1e6 * took[count / 2],
           1e6 * took[0]);
    fflush(stdout);
    pd_arena_deinit(&scratch);
    pd_buffer_deinit(&kept);
}

/* Measures the body alone: vertices, or vertices and normals, in the same poses. */
static void measure_body(const char *name, bool has_normals, double seconds)
{
    static double took[MOST];
    const pd_smpl_model *model = api_host_state.other;
    const size_t joints = (size_t)model->joint_count, points = 3 * (size_t)model->vertex_count;
    float betas[10], *numbers = calloc(9 * joints + 2 * points, sizeof *numbers);
    pd_arena scratch;
    pd_rng rng;
    double sum = 0;
    int count = 0;
    if (!numbers) abort();
    pd_arena_init(&scratch, 0);
    pd_rng_init(&rng, 1);
    for (; count < MOST && (count < 5 || sum < seconds); count++) {
        pd_fixture_normals(betas, 10, 1, &rng);
        pd_fixture_rotations(numbers, (int)joints, 0.4f, &rng);
        pd_smpl_body body = {
            .betas = betas, .beta_count = 10, .rotations = numbers, .vertices = numbers + 9 * joints};
        if (has_normals) body.normals = body.vertices + points;
        const pd_smpl_job job = {.bodies = &body, .body_count = 1};
        if (!pd_arena_reserve(&scratch, pd_smpl_job_scratch_bytes(&job, model))) abort();
        const double begin = bench_now(CLOCK_THREAD_CPUTIME_ID);
        pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
        sum += took[count] = bench_now(CLOCK_THREAD_CPUTIME_ID) - begin;
    }
    qsort(took, (size_t)count, sizeof *took, bench_by_value);
    printf("%s,%s,%zu,%.1f,%.1f\n", name, pd_k_cpu_name(), points * sizeof(float) * (has_normals ? 2 : 1),
           1e6 * took[count / 2], 1e6 * took[0]);
    pd_arena_deinit(&scratch);
    free(numbers);
}

/* Returns the xor of all numbers of 8 bytes, a line of the cache at a time. */
#if defined(__x86_64__)
__attribute__((target_clones(
    "default", "avx2", "avx512f"))) /* loads as wide as the processor has: narrower ones read more slowly */
#endif
static uint64_t
read_all(const void *block, size_t bytes)
{
    typedef uint64_t line __attribute__((vector_size(64)));
    const line *at = block;
    line sums[2] = {{0}, {0}};
    for (size_t n = bytes / sizeof sums; n > 0; n--, at += 2) sums[0] ^= at[0], sums[1] ^= at[1];
    uint64_t sum = 0;
    for (int i = 0; i < 8; i++) sum ^= sums[0][i] ^ sums[1][i];
    return sum;
}

/* Measures the time to read the packed blend shapes of the model of measure_body. */
static void measure_limit(double seconds)
{
    static double took[MOST];
    const pd_smpl_tiles *tiles = api_host_state.other->tiles;
    const size_t narrow = tiles->tile_narrow[tiles->tile_count],
                 plain = tiles->tile_plain[tiles->tile_count] * PD_K_TILE * sizeof(float);
    double sum = 0;
    volatile uint64_t kept = 0;
    int count = 0;
    for (; count < MOST && (count < 5 || sum < seconds); count++) {
        const double begin = bench_now(CLOCK_THREAD_CPUTIME_ID);
        kept ^= read_all(tiles->narrow, narrow) ^ read_all(tiles->plain, plain);
        sum += took[count] = bench_now(CLOCK_THREAD_CPUTIME_ID) - begin;
    }
    qsort(took, (size_t)count, sizeof *took, bench_by_value);
    printf("limit_read,%s,%zu,%.1f,%.1f\n", pd_k_cpu_name(), narrow + plain, 1e6 * took[count / 2],
           1e6 * took[0]);
}

static void load(pd_status status, const pd_error *err)
{
    if (status == PD_OK) return;
    fprintf(stderr, "%s: %s\n", err->where, err->detail);
    exit(1);
}

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? atof(argv[1]) : 1;
    const char *only = argc > 2 ? argv[2] : NULL;
    api_host *h = &api_host_state;
    void *state = NULL;
    pd_error err = {0};
    load(pd_k_cpu_init(getenv("POSED_KERNELS"), &err), &err);

    api_host_setup(&state);
    pd_smpl_model_release(h->tiny), pd_smpl_model_release(h->other);
    h->tiny = h->other = NULL;
    load(pd_smpl_model_load(&h->other, "models/default.safetensors", &err), &err);
    load(pd_smpl_model_load(&h->tiny, "models/person.safetensors", &err), &err);
    load(pd_wardrobe_load(&h->wardrobe, "models/wardrobe.safetensors", &err), &err);

    printf("row,cpu,bytes,median_us,least_us\n");
    if (!only || !strcmp(only, "body")) {
        measure_limit(seconds);
        measure_body("body", false, seconds);
        measure_body("body_normals", true, seconds);
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!only || !strcmp(only, rows[i].name)) measure(&rows[i], seconds);
    pd_wardrobe_release(h->wardrobe);
    return api_host_teardown(&state);
}
