/* MHR on the smallest model that has all its parts, number by number against what it made before: each parameter alone and all together, identity and expression, joints'
 * states, the file as it is written, and replies of the API about it. That it is MHR is for tests/unit/core/mhr and for other programs (tests/e2e).
 *
 * tests/golden/steps/mhr.txt: POSED_GOLDEN=write makes it anew. */
#include "tests/support/api_sums.h"
#include "tests/support/golden_lines.h"
#include "tests/support/mhr_make.h"

#include "core/mhr/body.h"
#include "core/mhr/pose.h"

#define TOLERANCE 1e-7

static void add_body(golden_lines *g, const char *name, pd_mhr_body body, const pd_mhr *m)
{
    float vertices[3 * MHR_TINY_VERTICES], joints[3 * MHR_TINY_JOINTS], normals[3 * MHR_TINY_VERTICES];
    double numbers[6 * MHR_TINY_VERTICES + 3 * MHR_TINY_JOINTS];
    int count = 0;
    pd_arena scratch;
    pd_error err;
    body.vertices = vertices, body.joints = joints, body.normals = normals;
    const pd_status status = pd_mhr_body_check(&body, m, &err);
    golden_lines_add(g, name, (double[]){status}, 1, 0.5);
    if (status) return;
    pd_arena_init(&scratch, pd_mhr_body_scratch_bytes(m));
    pd_mhr_body_run(&body, m, &scratch);
    assert_true(scratch.high <= scratch.size);
    for (int i = 0; i < 3 * MHR_TINY_VERTICES; i++) numbers[count++] = (double)vertices[i];
    for (int i = 0; i < 3 * MHR_TINY_VERTICES; i++) numbers[count++] = (double)normals[i];
    for (int i = 0; i < 3 * MHR_TINY_JOINTS; i++) numbers[count++] = (double)joints[i];
    golden_lines_add(g, "numbers", numbers, count, TOLERANCE);
    pd_arena_deinit(&scratch);
}

static void bodies_are_what_they_were(golden_lines *g, const pd_mhr *m)
{
    float all[8] = {0};
    for (int p = 0; p < m->parameter_count; p++) {
        static const float values[] = {-0.4f, 0.7f, 3.9f, 4.1f, 1e5f};
        for (int v = 0; v < 5; v++) {
            float one[8] = {0};
            one[p] = values[v];
            add_body(g, "alone", (pd_mhr_body){.parameters = one, .parameter_count = p + 1}, m);
        }
        all[p] = 0.3f * (float)(p + 1) * (p % 2 ? -1 : 1);
    }
    const float identity[2] = {1.5f, -0.5f}, expression[1] = {0.8f};
    pd_mhr_body body = {.parameters = all,
                        .parameter_count = m->parameter_count,
                        .identity = identity,
                        .identity_count = m->identity_count,
                        .expression = expression,
                        .expression_count = m->expression_count,
                        .translation = {1, 2, 3}};
    add_body(g, "all", body, m);
    body.is_plain = true;
    add_body(g, "plain", body, m);
    body.identity_count = 1, body.expression_count = 0;
    add_body(g, "fewer", body, m);
    body.identity_count = m->identity_count + 1;
    add_body(g, "more", body, m);
}

static void states_are_what_they_were(golden_lines *g, const pd_mhr *m)
{
    const float parameters[8] = {0.2f, 0.5f, -0.3f, 0.1f, 0.4f, -0.2f};
    double q[7 * MHR_TINY_JOINTS], world[PD_MHR_STATE * MHR_TINY_JOINTS], inverse[12];
    float after[12];
    pd_mhr_pose_joint_parameters(q, m, parameters);
    golden_lines_add(g, "q", q, 7 * MHR_TINY_JOINTS, TOLERANCE);
    pd_mhr_pose_rest(world, m);
    golden_lines_add(g, "rest", world, PD_MHR_STATE * MHR_TINY_JOINTS, TOLERANCE);
    pd_mhr_pose_world(world, m, q);
    golden_lines_add(g, "world", world, PD_MHR_STATE * MHR_TINY_JOINTS, TOLERANCE);
    for (int k = 0; k < MHR_TINY_JOINTS; k++) {
        double moved[12];
        pd_mhr_pose_inverse(inverse, world + PD_MHR_STATE * k);
        golden_lines_add(g, "inverse", inverse, 12, TOLERANCE);
        pd_mhr_pose_after(after, world + PD_MHR_STATE * k, m->inverse_bind + 12 * k);
        for (int i = 0; i < 12; i++) moved[i] = (double)after[i];
        golden_lines_add(g, "after", moved, 12, TOLERANCE);
    }
}

static void files_are_what_they_were(golden_lines *g, const pd_mhr *m)
{
    for (int is_compact = 0; is_compact < 2; is_compact++) {
        pd_buffer file = {0};
        pd_mhr again;
        pd_error err;
        float limits[16];
        assert_int_equal(pd_mhr_encode(&file, m, is_compact, &err), PD_OK);
        assert_int_equal(pd_mhr_parse(&again, file.data, file.size, "file", &err), PD_OK);
        assert_int_equal(pd_mhr_finish(&again, &err), PD_OK);
        for (int i = 0; i < 2 * again.parameter_count; i++) limits[i] = fmaxf(-9, fminf(again.limits[i], 9));
        golden_lines_add(g, "file",
                         (double[]){(double)file.size, golden_weighted(again.vertices, 3 * MHR_TINY_VERTICES),
                                    golden_weighted(again.identity_dirs, 6 * MHR_TINY_VERTICES),
                                    golden_weighted(limits, 2 * (size_t)again.parameter_count),
                                    (double)again.resident_bytes},
                         5, TOLERANCE);
        pd_mhr_deinit(&again);
        pd_buffer_deinit(&file);
    }
}

static void replies_are_what_they_were(golden_lines *g)
{
#define MESH "/v1/models/mhr/mesh"
    static const char *const asked[][3] = {
        {"GET", "/v1/models/mhr", NULL},
        {"GET", "/v1/models/mhr/faces?format=bin", NULL},
        {"GET", MESH "?identity_coeffs=1,-2&format=json&include=joints,normals,faces", NULL},
        {"GET", MESH "?identity_coeffs=1&format=obj&digits=4", NULL},
        {"GET", MESH "?identity_coeffs=1&format=ply&frame=unreal", NULL},
        {"GET", MESH "?format=stl&ground=true", NULL},
        {"GET", MESH "?format=glb", NULL},
        {"GET", MESH "?format=npz&include=vertices", NULL},
        {"GET", "/v1/models/mhr/joints?identity_coeffs=0.5,0.5&format=bin&frame=unity", NULL},
        {"GET", "/v1/models/mhr/measure", NULL},
        {"POST", MESH "?format=bin", "{\"model_parameters\":{\"arm_bend\":0.5,\"scale_arm\":2}}"},
        {"POST", MESH "?format=bin",
         "{\"model_parameters\":[0.1,0.2,0.3,0.4,0.5,0.6],\"face_expr_coeffs\":[1]}"},
        {"POST", MESH "?format=bin", "{\"model_parameters\":[0.1,0.2],\"frame\":\"blender\"}"},
        {"POST", MESH "?format=json",
         "{\"bodies\":[{\"model_parameters\":{\"arm_bend\":1}},{\"translation\":[1,2,3]},{\"identity_"
         "coeffs\":[1,1]}]}"},
        {"POST", MESH "?format=json",
         "{\"sam3d\":{\"mhr_model_params\":[0,0.5,0,0,2,0],\"shape_params\":[1,0],\"expr_params\":[0],\"pred_"
         "cam_t\":["
         "0.5,1,4]},\"in_camera\":true}"},
        {"POST", MESH, "{\"model_parameters\":{\"arm_bend\":1e6}}"},
        {"POST", MESH, "{\"identity_coeffs\":[0,0,0]}"},
        {"POST", MESH, "{\"face_expr_coeffs\":[0,0,0]}"},
        {"POST", MESH, "{\"sam3d\":{\"mhr_model_params\":[0,0,0,0,0,0],\"shape_params\":[1]}}"},
        {"POST", "/v1/models/mhr/fit", "{\"measurements\":{\"height\":1.7}}"},
        {"GET", "/v1/skeletons/mhr", NULL},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        char name[96];
        api_sum s = {0};
        pd_api_call *call = api_ask(asked[i][0], asked[i][1], asked[i][2]);
        const pd_api_reply *reply = pd_api_call_reply(call);
        api_sum_reply(&s, reply);
        snprintf(name, sizeof name, "%s%.80s", asked[i][0], asked[i][1]);
        golden_lines_add(g, name, (double[]){reply->status, (double)s.count, s.places, s.others, s.words}, 5,
                         TOLERANCE);
        pd_api_call_release(call);
    }
}

static void mhr_is_what_it_was(void **state)
{
    golden_lines g;
    pd_mhr *m = malloc(sizeof *m);
    (void)state;
    *m = mhr_tiny();
    m->references = 1;
    api_host_state.mhr = m;
    golden_lines_begin(&g, "tests/golden/steps/mhr.txt");
    bodies_are_what_they_were(&g, m);
    states_are_what_they_were(&g, m);
    files_are_what_they_were(&g, m);
    replies_are_what_they_were(&g);
    golden_lines_end(&g);
    pd_mhr_release(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mhr_is_what_it_was)};
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
