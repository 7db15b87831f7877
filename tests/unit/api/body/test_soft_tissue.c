/* Soft tissue from the request to the mesh: coefficients times the model's DMPL directions,
 * added before skinning. */
#include "tests/support/api_ask.h"

#include <math.h>

#define MESH "/v1/models/default/mesh"
enum { V = 200, K = 24, D = 3 };

/* Returns the data of the host's model. */
static pd_smpl_data host_data(void)
{
    pd_smpl_data data;
    pd_fixture_data(&data, &(pd_fixture){.vertices = V, .pose = PD_FIXTURE_SPARSE, .soft = D, .seed = 1});
    return data;
}

static void ask_vertices(double out[3 * V], const char *body)
{
    pd_api_call *call = api_ask("POST", MESH, body);
    assert_int_equal(api_status(call), 200);
    json_t *reply = api_json(call), *first = json_array_get(json_object_get(reply, "bodies"), 0);
    json_t *vertices = json_object_get(first, "vertices");
    assert_int_equal(json_array_size(vertices), 3 * V);
    for (size_t i = 0; i < 3 * V; i++) out[i] = json_number_value(json_array_get(vertices, i));
    json_decref(reply);
    pd_api_call_release(call);
}

static void coefficients_move_the_rest_shape_along_the_model_s_directions(void **state)
{
    (void)state;
    pd_smpl_data data = host_data();
    static const double delta[D] = {0.5, -1, 2};
    double still[3 * V], moved[3 * V], largest = 0;
    ask_vertices(still, "{\"include\":[\"vertices\"],\"digits\":7}");
    ask_vertices(moved, "{\"soft_tissue\":[0.5,-1,2],\"include\":[\"vertices\"],\"digits\":7}");
    for (size_t i = 0; i < 3 * V; i++) {
        double expected = 0;
        for (size_t d = 0; d < D; d++) expected += (double)data.softdirs[D * i + d] * delta[d];
        assert_near(moved[i] - still[i], expected, 1e-6);
        largest = fmax(largest, fabs(expected));
    }
    assert_true(largest > 1e-3);
    pd_smpl_data_deinit(&data);
}

static void soft_tissue_is_posed_with_the_rest_of_the_body(void **state)
{
    (void)state;
    static const char *const names[PD_SMPL_SKINNING_COUNT] = {"lbs", "dqs", "sbs"};
    pd_smpl_data data = host_data();
    float rotations[9 * K] = {0};
    const float betas[2] = {1, -0.5f}, soft[2] = {-1.5f, 0.75f};
    double expected[3 * V], got[3 * V];
    for (int i = 0; i < 3 * K; i++) rotations[9 * (i / 3) + 4 * (i % 3)] = 1;
    const float turn[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1}; /* a quarter about z */
    memcpy(rotations + 9 * 18, turn, sizeof turn);
    const pd_smpl_body body = {
        .betas = betas, .beta_count = 2, .soft = soft, .soft_count = 2, .rotations = rotations};
    for (int s = 0; s < PD_SMPL_SKINNING_COUNT; s++) {
        char request[1024];
        int used =
            snprintf(request, sizeof request,
                     "{\"betas\":[1,-0.5],\"soft_tissue\":[-1.5,0.75],\"skinning\":\"%s\",\"digits\":7,"
                     "\"include\":[\"vertices\"],\"pose\":[",
                     names[s]);
        for (int k = 0; k < K; k++)
            used += snprintf(request + used, sizeof request - (size_t)used, "%s[0,0,%s]", k ? "," : "",
                             k == 18 ? "1.5707963267948966" : "0");
        snprintf(request + used, sizeof request - (size_t)used, "]}");
        assert_int_equal(pd_smpl_body_ref(expected, NULL, &data, &body, (pd_smpl_skinning)s, NULL), PD_OK);
        ask_vertices(got, request);
        for (int i = 0; i < 3 * V; i++) assert_near(got[i], expected[i], 1e-5);
    }
    pd_smpl_data_deinit(&data);
}

static void a_model_without_directions_takes_no_coefficients(void **state)
{
    (void)state;
    api_refused("POST", "/v1/models/other/mesh", "{\"soft_tissue\":[1]}", 400, "/soft_tissue", "0 ");
    api_refused("POST", MESH, "{\"soft_tissue\":[1,2,3,4]}", 400, "/soft_tissue", "3 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coefficients_move_the_rest_shape_along_the_model_s_directions),
        cmocka_unit_test(soft_tissue_is_posed_with_the_rest_of_the_body),
        cmocka_unit_test(a_model_without_directions_takes_no_coefficients),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
