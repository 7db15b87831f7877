/* Estimates of a request's time and memory before it runs. The order of the queue and refusals depend on
 * them. The constants were measured elsewhere;
 * here the tests check how the estimates depend on the request. */
#include "api/body/mesh_encode.h"
#include "api/body/mesh_run.h"
#include "api/http/call.h"
#include "tests/support/api_ask.h"

#include <math.h>

#define TINY  "/v1/models/default/mesh"
#define OTHER "/v1/models/other/mesh"

typedef struct estimate {
    double ms, part_ms;
    size_t bytes;
    int weight;
} estimate;

static estimate of_request(const char *target, const char *body, const char *coding)
{
    pd_api_call *call = api_decode("POST", target, body, (pd_api_request){.accept_encoding = coding});
    if (pd_api_call_done(call))
        fail_msg("%s %s: %.*s", target, body, (int)pd_api_call_reply(call)->body.size,
                 (const char *)pd_api_call_reply(call)->body.data);
    const estimate out = {pd_api_call_cost(call), pd_api_call_part_cost(call),
                          call->run_bytes ? call->run_bytes(call, 1) : 0, pd_api_call_weight(call)};
    pd_api_call_release(call);
    return out;
}

static double ms(const char *target, const char *body)
{
    return of_request(target, body, NULL).ms;
}

static const char *bodies(int count, const char *each)
{
    static char text[4096];
    int used = snprintf(text, sizeof text, "{\"bodies\":[");
    for (int i = 0; i < count; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%s", i ? "," : "", each);
    snprintf(text + used, sizeof text - (size_t)used, "]}");
    return text;
}

/* Bodies cost the same each, by the vertices of their model (200 and 120). */
static void meshes_cost_by_bodies_and_vertices(void **state)
{
    (void)state;
    static const char *const formats[] = {"json", "bin", "npz", "obj", "ply", "stl", "glb"};
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        char target[64];
        snprintf(target, sizeof target, TINY "?format=%s", formats[f]);
        const estimate one = of_request(target, bodies(1, "{}"), NULL),
                       six = of_request(target, bodies(6, "{}"), NULL);
        assert_true(one.ms > 0);
        assert_near(six.ms, 6 * one.ms, 1e-9);
        assert_true(six.bytes > one.bytes && six.weight == 6 && one.weight == 1);
        assert_true(six.part_ms > 0 && six.part_ms <= six.ms);
        snprintf(target, sizeof target, OTHER "?format=%s", formats[f]);
        assert_near(ms(target, bodies(1, "{}")) / one.ms, 120.0 / 200, 1e-9);
    }
    const double joints = ms("/v1/models/default/joints", bodies(1, "{}"));
    assert_true(joints > 0);
    assert_near(ms("/v1/models/default/joints", bodies(5, "{}")), 5 * joints, 1e-9);
    assert_near(ms("/v1/models/other/joints", bodies(1, "{}")), joints, 1e-12); /* no surface is made */
}

/* Returns the bytes of a reply of so many bodies. */
static size_t reply_bytes(const char *target, int count, const char *fields)
{
    char body[256];
    snprintf(body, sizeof body, "{%s%.*s", fields, 200, bodies(count, "{}") + 1);
    pd_api_call *call = api_decode("POST", target, body, (pd_api_request){0});
    if (pd_api_call_done(call))
        fail_msg("%.*s", (int)pd_api_call_reply(call)->body.size,
                 (const char *)pd_api_call_reply(call)->body.data);
    const size_t bytes = pd_api_mesh_reply_bytes(call);
    pd_api_call_release(call);
    return bytes;
}

/* A body adds what its format has for it: STL 50 bytes a triangle; a binary PLY 3 or 6 floats and 4 bytes of
 * body and colour a vertex, and a count and 3 integers a triangle; raw numbers are floats. A level of detail
 * has 24 bytes a triangle. The model has 200 vertices. */
static void files_grow_by_the_size_of_a_body_in_their_format(void **state)
{
    (void)state;
    pd_api_call *call = api_decode("POST", TINY, "{}", (pd_api_request){0});
    const size_t V = 200, F = (size_t)pd_api_model_body(&call->model)->face_count;
    pd_api_call_release(call);
    const struct {
        const char *target, *fields;
        size_t each;
    } rows[] = {{TINY "?format=stl", "", 50 * F},
                {TINY "?format=ply", "\"include\":[\"vertices\"],", 16 * V + 13 * F},
                {TINY "?format=ply", "\"include\":[\"vertices\",\"normals\"],", 28 * V + 13 * F},
                {TINY "?format=bin", "\"include\":[\"vertices\"],", 12 * V},
                {TINY "?format=bin", "\"include\":[\"vertices\",\"normals\"],", 24 * V},
                {TINY "?format=npz", "\"include\":[\"vertices\"],", 12 * V}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t two = reply_bytes(rows[i].target, 2, rows[i].fields),
                     five = reply_bytes(rows[i].target, 5, rows[i].fields);
        assert_int_equal(five - two, 3 * rows[i].each);
    }

    static const char *const levels[] = {"400", "400,300", "400,300,200", "400,300,200,100"};
    for (int i = 1; i < 4; i++) {
        char fewer[64], more[64];
        snprintf(fewer, sizeof fewer, "\"levels\":[%s],", levels[i - 1]);
        snprintf(more, sizeof more, "\"levels\":[%s],", levels[i]);
        assert_int_equal(reply_bytes(TINY "?format=glb", 1, more) - reply_bytes(TINY "?format=glb", 1, fewer),
                         24 * (400 - 100 * (size_t)i));
    }
}

/* Each additional output adds its own cost, independently of the others. */
static void additional_outputs_are_added_when_requested(void **state)
{
    (void)state;
    static const struct {
        const char *format, *field;
    } rows[] = {{"glb", "\"quantize\":true"},
                {"glb", "\"rig\":true,\"contact\":\"none\""},
                {"json", "\"contact\":\"exact\""},
                {"bin", "\"contact\":\"soft\""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char target[64], body[128];
        snprintf(target, sizeof target, TINY "?format=%s", rows[i].format);
        snprintf(body, sizeof body, "{%s}", rows[i].field);
        const double plain = ms(target, "{\"contact\":\"none\"}");
        assert_true(ms(target, body) > plain);
    }
    const double plain = ms(TINY "?format=glb", "{\"contact\":\"none\"}"),
                 rig = ms(TINY "?format=glb", "{\"contact\":\"none\",\"rig\":true}"),
                 quantize = ms(TINY "?format=glb", "{\"contact\":\"none\",\"quantize\":true}"),
                 both = ms(TINY "?format=glb", "{\"contact\":\"none\",\"rig\":true,\"quantize\":true}");
    assert_near(both - plain, (rig - plain) + (quantize - plain), 1e-9);
    const double packed = of_request(TINY "?format=json", "{}", "gzip").ms,
                 loose = ms(TINY "?format=json", "{}");
    assert_true(packed > loose);
}

/* A part of limits.contact_budget_ms is never more than contact's own estimate. */
static void contact_costs_no_more_than_its_budget(void **state)
{
    (void)state;
    double costs[5];
    static const double budgets[] = {0, 10, 1e6, 0.5, 1}; /* none, little, more than it takes */
    for (int i = 0; i < 5; i++) {
        pd_api_limits limits = api_host_limits;
        limits.contact_budget_ms = budgets[i];
        const char body[] = "{\"contact\":\"exact\"}";
        const pd_api_request request = {
            .method = "POST", .path = TINY, .body = {(const unsigned char *)body, sizeof body - 1}};
        pd_api_call *call = pd_api_decode(&request, &api_host_table, &limits);
        costs[i] = pd_api_call_cost(call);
        pd_api_call_release(call);
    }
    assert_near(costs[0], costs[2], 1e-12);
    assert_true(costs[1] < costs[0] / 2);
    assert_true(costs[3] < costs[4] && costs[4] < costs[1]);
    assert_near((costs[1] - costs[4]) / (costs[4] - costs[3]), 9 / 0.5,
                1e-6); /* all of the budget, and no more */
}

static void measurements_cost_by_bodies(void **state)
{
    (void)state;
    const double one = ms("/v1/models/other/measure", bodies(1, "{}"));
    assert_true(one > 0);
    assert_near(ms("/v1/models/other/measure", bodies(7, "{}")), 7 * one, 1e-9);
}

/* Each measurement adds the same cost to a fit of the shape, betas add none,
 * and a small number of iterations bounds it. */
static void fits_cost_by_measurements_and_iterations(void **state)
{
    (void)state;
    const double
        two = ms("/v1/models/default/fit", "{\"measurements\":{\"height\":1.75,\"chest_girth\":1}}"),
        three = ms("/v1/models/default/fit",
                   "{\"measurements\":{\"height\":1.75,\"chest_girth\":1,\"waist_girth\":0.8}}"),
        four =
            ms("/v1/models/default/fit",
               "{\"measurements\":{\"height\":1.75,\"chest_girth\":1,\"waist_girth\":0.8,\"hip_girth\":1}}"),
        one = ms("/v1/models/default/fit", "{\"measurements\":{\"height\":1.75}}"),
        few = ms("/v1/models/default/fit", "{\"measurements\":{\"height\":1.75},\"beta_count\":2}"),
        hasty = ms("/v1/models/default/fit", "{\"iterations\":1,\"measurements\":{\"height\":1.75,\"chest_"
                                             "girth\":1,\"waist_girth\":0.8,\"hip_girth\":1}}");
    assert_true(two > one);
    assert_near(three - two, two - one, 1e-9);
    assert_near(four - three, two - one, 1e-9);
    assert_near(few, one, 1e-12);
    assert_true(one < hasty && hasty < four);
}

/* Returns the cost of one iteration of a fit. A small number of iterations bounds the fit;
 * each measures the body. */
static double per_iteration(const char *measurements)
{
    double of[2];
    for (int i = 0; i < 2; i++) {
        char body[400];
        snprintf(body, sizeof body, "{\"iterations\":%d,\"measurements\":{%s}}", i + 1, measurements);
        of[i] = ms("/v1/models/default/fit", body);
    }
    return of[1] - of[0];
}

static void an_iteration_of_a_fit_costs_by_its_measurements(void **state)
{
    (void)state;
#define FOUR "\"height\":1.75,\"chest_girth\":1,\"waist_girth\":0.8,\"hip_girth\":1"
#define SIX  FOUR ",\"neck_girth\":0.4,\"thigh_girth\":0.6"
    const double four = per_iteration(FOUR), six = per_iteration(SIX),
                 eight = per_iteration(SIX ",\"calf_girth\":0.4,\"wrist_girth\":0.2");
    assert_true(four > 0 && six > four);
    assert_near(eight - six, six - four, 1e-9);
}

#define POINTS                                                                                               \
    "\"points\":[null,null,null,null,null,[0.17,1.4,0],[-0.17,1.4,0],[0.25,1.15,0],[-0.25,1.15,0],[0.25,0."  \
    "9,0.1],[-0.25,0.9,"                                                                                     \
    "0.1],[0.09,0.9,0],[-0.09,0.9,0],[0.1,0.5,0.05],[-0.1,0.5,0.05],[0.1,0.08,0],[-0.1,0.08,0]]"
#define PIXELS                                                                                               \
    "\"points\":[null,null,null,null,null,[367,360],[283,360],[385,420],[265,420],[387,480],[263,480],[347," \
    "485],[303,485],["                                                                                       \
    "349,585],[301,585],[350,690],[300,690]]"

static void observations_cost_more_in_a_picture_and_with_a_mesh(void **state)
{
    (void)state;
    const double space = ms("/v1/models/default/fit",
                            "{\"observations\":{\"keypoints\":{\"set\":\"coco17\"," POINTS "}}}"),
                 mesh = ms("/v1/models/default/fit",
                           "{\"mesh\":\"glb\",\"observations\":{\"keypoints\":{\"set\":\"coco17\"," POINTS
                           "}}}"),
                 picture = ms("/v1/models/default/fit",
                              "{\"observations\":{\"keypoints\":{\"set\":\"coco17\"," PIXELS
                              "},\"camera\":{\"fx\":1000,\"cx\":325,\"cy\":500}}}"),
                 fewer =
                     ms("/v1/models/default/fit",
                        "{\"observations\":{\"joints\":{\"left_hip\":[0.1,0,0],\"right_hip\":[-0.1,0.01,0],"
                        "\"left_knee\":[0.12,-0.4,0.1],"
                        "\"right_knee\":[-0.12,-0.4,0],\"left_ankle\":[0.1,-0.8,0],\"neck\":[0,0.5,0]}}}");
    assert_true(picture > 2 * space);
    assert_true(mesh > space);
    assert_true(fewer < space);
}

/* Pixels cost alike, and the figure costs something: squares of 128, 256 and 512 are as 1 to 4 to 16. */
static void portraits_cost_by_pixels(void **state)
{
    (void)state;
    double of[3];
    for (int i = 0; i < 3; i++) {
        char body[32];
        snprintf(body, sizeof body, "{\"size\":[%d,%d]}", 128 << i, 128 << i);
        of[i] = ms("/v1/models/default/portrait", body);
    }
    assert_near((of[2] - of[1]) / (of[1] - of[0]), 4, 1e-9);
    assert_true(of[0] > (of[1] - of[0]) / 3); /* more than its pixels */
    assert_near(ms("/v1/models/default/portrait", "{\"size\":[128,512]}"), of[1], 1e-9);
}

#define TARGET "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.4,0.3,0.4]}]"

static void problems_cost_one_by_one_and_no_more_than_their_budget(void **state)
{
    (void)state;
    const double one = ms("/v1/ik/solve", TARGET ",\"solver\":\"dls\"}"),
                 three = ms("/v1/ik/solve",
                            "{\"solver\":\"dls\",\"problems\":[" TARGET "}," TARGET "}," TARGET "}]}"),
                 brief = ms("/v1/ik/solve", TARGET ",\"solver\":\"dls\",\"budget_ms\":0.01}"),
                 mesh = ms("/v1/ik/solve", TARGET ",\"solver\":\"dls\",\"mesh\":\"glb\"}"),
                 no_time = ms("/v1/ik/solve", TARGET ",\"solver\":\"optimize\",\"budget_ms\":0.01}");
    assert_true(one > 0);
    assert_near(three, 3 * one, 1e-9);
    assert_true(brief < one && brief > 0.01); /* reading and writing take time whatever the solver may take */
    assert_near(no_time, brief, 1e-9);
    assert_true(mesh > one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_cost_by_bodies_and_vertices),
        cmocka_unit_test(files_grow_by_the_size_of_a_body_in_their_format),
        cmocka_unit_test(additional_outputs_are_added_when_requested),
        cmocka_unit_test(contact_costs_no_more_than_its_budget),
        cmocka_unit_test(measurements_cost_by_bodies),
        cmocka_unit_test(fits_cost_by_measurements_and_iterations),
        cmocka_unit_test(an_iteration_of_a_fit_costs_by_its_measurements),
        cmocka_unit_test(observations_cost_more_in_a_picture_and_with_a_mesh),
        cmocka_unit_test(portraits_cost_by_pixels),
        cmocka_unit_test(problems_cost_one_by_one_and_no_more_than_their_budget),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
