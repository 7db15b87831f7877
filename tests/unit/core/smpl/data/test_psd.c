/* Tests sculpts that are driven by the pose: their weights, their effect on bodies,
 * and their storage in the file. */
#include "core/smpl/data/psd.h"
#include "train/model/data_encode.h"

#include "core/base/buffer.h"
#include "core/kernel/cpu.h"
#include "core/math/quat.h"
#include "core/smpl/body.h"
#include "core/smpl/data/encode.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { V = 300, K = 24, ELBOW = 18, SHOULDER = 16, OTHER = 19 };

static void at_rest(float *rotations)
{
    for (int i = 0; i < 9 * K; i++) rotations[i] = i % 9 % 4 == 0;
}

static void turn(float *rotations, int joint, double x, double y, double z)
{
    double m[9];
    pd_q_to_matrix(m, pd_q_from_rotvec(pd_vec3_make(x, y, z)));
    for (int i = 0; i < 9; i++) rotations[9 * joint + i] = (float)m[i];
}

/* Computes a direction of a few centimetres that differs with the seed. */
static const float *direction(uint64_t seed)
{
    static float out[3 * V];
    pd_rng rng;
    pd_rng_init(&rng, seed);
    pd_fixture_normals(out, 3 * V, 0.02, &rng);
    return out;
}

static pd_status add(pd_smpl_data *data, const char *name, const int *joints, int count,
                     const float *rotations, double width)
{
    pd_error err;
    return pd_smpl_psd_add(data,
                           &(pd_smpl_psd_sculpt){.name = name,
                                                 .direction = direction((uint64_t)strlen(name)),
                                                 .joints = joints,
                                                 .joint_count = count,
                                                 .rotations = rotations,
                                                 .width = width},
                           &err);
}

/* Adds three sculpts of one elbow, one of which also turns the shoulder, and one of the other elbow. */
static void with_sculpts(pd_smpl_data *data, const pd_fixture *fixture)
{
    static const int elbow[] = {ELBOW}, both[] = {SHOULDER, ELBOW}, other[] = {OTHER};
    float r[9 * K];
    pd_fixture_data(data, fixture);
    at_rest(r);
    turn(r, ELBOW, 0, -M_PI / 2, 0);
    assert_int_equal(add(data, "bent", elbow, 1, r, 0), PD_OK);
    turn(r, ELBOW, 0, -2.4, 0);
    assert_int_equal(add(data, "folded", elbow, 1, r, 0), PD_OK);
    at_rest(r);
    turn(r, OTHER, 0.3, 1.2, 0);
    assert_int_equal(add(data, "right", other, 1, r, 0), PD_OK);
    at_rest(r);
    turn(r, ELBOW, 0, -1, 0);
    turn(r, SHOULDER, 0, 0, 0.8);
    assert_int_equal(add(data, "raised,", both, 2, r, 0), PD_ERR_FORMAT); /* a comma */
    assert_int_equal(add(data, "raised-up", both, 2, r, 0), PD_OK);
}

static const pd_fixture plain = {.vertices = V, .soft = 2};

/* ---- weights */

static void the_weight_of_a_single_sculpt_equals_its_closed_form(void **state)
{
    (void)state;
    static const int elbow[] = {ELBOW};
    pd_smpl_data data;
    float r[9 * K], weight;
    double *map;
    pd_fixture_data(&data, &plain);
    at_rest(r);
    turn(r, ELBOW, 0, -M_PI / 2, 0);
    assert_int_equal(add(&data, "bent", elbow, 1, r, 0), PD_OK);
    assert_int_equal(pd_smpl_psd_solve(&map, &data.psd, NULL), PD_OK);

    /* The width is the distance to rest, 2 sin 45 degrees; Phi is [[1, p], [p, 1]] with p = exp(-1/2). */
    assert_near(data.psd.widths[0], sqrt(2), 1e-6);
    const double p = exp(-0.5);
    static const double degrees[] = {0, 20, 45, 90, 135, 160, -45};
    for (int i = 0; i < 7; i++) {
        const double angle = degrees[i] * M_PI / 180, own = 2 * sin((angle - M_PI / 2) / 2),
                     rest = 2 * sin(angle / 2),
                     wanted = (exp(-own * own / 4) - p * exp(-rest * rest / 4)) / (1 - p * p);
        turn(r, ELBOW, 0, -angle, 0);
        pd_smpl_psd_weights(&weight, &data.psd, map, r);
        assert_near(weight, wanted, 1e-5);
    }

    /* These are the values in the comment of the header. */
    turn(r, ELBOW, 0, -M_PI / 4, 0);
    pd_smpl_psd_weights(&weight, &data.psd, map, r);
    assert_near(weight, 0.54, 0.005);
    turn(r, ELBOW, 0, -3 * M_PI / 4, 0);
    pd_smpl_psd_weights(&weight, &data.psd, map, r);
    assert_near(weight, 0.96, 0.005);
    free(map);
    pd_smpl_data_deinit(&data);
}

static void a_sculpt_has_weight_one_in_its_pose_and_zero_at_rest_and_in_other_poses_of_its_group(void **state)
{
    (void)state;
    pd_smpl_data data;
    float r[9 * K], weights[4];
    double *map;
    with_sculpts(&data, &plain);
    const pd_smpl_psd *psd = &data.psd;
    assert_int_equal(pd_smpl_psd_solve(&map, psd, NULL), PD_OK);
    assert_int_equal(psd->count, 4);
    assert_int_equal(psd->group_count, 2);

    at_rest(r);
    pd_smpl_psd_weights(weights, psd, map, r);
    for (int n = 0; n < 4; n++) assert_near(weights[n], 0, 1e-6);
    pd_smpl_psd_weights(weights, psd, map, NULL);
    for (int n = 0; n < 4; n++) assert_true(weights[n] == 0);

    const float *poses = psd->poses;
    for (int g = 0; g < psd->group_count; g++)
        for (int e = psd->group_start[g]; e < psd->group_start[g + 1]; e++) {
            at_rest(r);
            for (int j = psd->joint_start[g]; j < psd->joint_start[g + 1]; j++, poses += 4) {
                double m[9];
                pd_q_to_matrix(m, (pd_quat){poses[0], poses[1], poses[2], poses[3]});
                for (int i = 0; i < 9; i++) r[9 * psd->joints[j] + i] = (float)m[i];
            }
            pd_smpl_psd_weights(weights, psd, map, r);
            for (int n = 0; n < 4; n++) assert_near(weights[n], n == e, 2e-5);
        }
    free(map);
    pd_smpl_data_deinit(&data);
}

static void opposite_quaternions_count_as_the_same_pose(void **state)
{
    (void)state;
    const float a[4] = {0.6f, 0, 0, 0.8f}, b[4] = {-0.6f, 0, 0, -0.8f}, c[4] = {0, 0, 0, -1};
    assert_near(pd_smpl_psd_distance2(a, b, 1), 0, 1e-6);
    assert_near(pd_smpl_psd_distance2(c, NULL, 1), 0, 0);
    assert_near(pd_smpl_psd_distance2(a, NULL, 1), 4 * 0.36, 1e-6); /* 4 sin^2 of half the angle */
}

/* ---- bodies */

static void run(const pd_smpl_model *model, pd_smpl_body *bodies, int count, pd_smpl_skinning skinning)
{
    pd_arena scratch = {0};
    const pd_smpl_job job = {bodies, count, skinning, NULL};
    assert_true(pd_arena_reserve(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
}

static void bodies_with_sculpts_are_within_ten_micrometres_of_the_reference(void **state)
{
    (void)state;
    static const pd_fixture fixtures[] = {
        {.vertices = V, .soft = 2},
        {.vertices = V, .pose = PD_FIXTURE_SPARSE, .beta_terms = 1, .dqs = 1},
        {.vertices = V, .pose = PD_FIXTURE_NO_POSE, .betas = -1}};
    static const char *const cpus[] = {"ref", "avx2", "avx512", "neon"};
    for (int c = 0; c < 4; c++) {
        if (pd_k_cpu_init(cpus[c], NULL)) continue;
        for (int f = 0; f < 3; f++)
            for (int s = 0; s < PD_SMPL_SKINNING_COUNT; s++) {
                enum { N = 9 };
                static float rotations[N][9 * K], vertices[N][3 * V];
                static double wanted[3 * V];
                pd_smpl_data data, copy;
                pd_smpl_body bodies[N];
                pd_smpl_model *model;
                pd_rng rng;
                with_sculpts(&data, &fixtures[f]);
                with_sculpts(&copy, &fixtures[f]);
                assert_int_equal(pd_smpl_model_build(&model, &copy, NULL), PD_OK);
                pd_rng_init(&rng, 5);
                for (int i = 0; i < N; i++) {
                    pd_fixture_rotations(rotations[i], K, 1.5, &rng);
                    bodies[i] = (pd_smpl_body){
                        .rotations = rotations[i], .vertices = vertices[i], .no_sculpts = i == 4};
                }
                run(model, bodies, N, (pd_smpl_skinning)s);
                for (int i = 0; i < N; i++) {
                    assert_int_equal(
                        pd_smpl_body_ref(wanted, NULL, &data, &bodies[i], (pd_smpl_skinning)s, NULL), PD_OK);
                    for (int v = 0; v < 3 * V; v++) assert_near(vertices[i][v], wanted[v], 1e-5);
                }
                pd_smpl_model_release(model);
                pd_smpl_data_deinit(&data);
            }
    }
    pd_k_cpu_init(NULL, NULL);
}

static void a_sculpt_moves_vertices_by_its_displacement_and_moves_no_joint(void **state)
{
    (void)state;
    static float rotations[9 * K], with[3 * V], without[3 * V], joints[2][3 * K];
    pd_smpl_data data;
    pd_smpl_model *model;
    with_sculpts(&data, &plain);
    assert_int_equal(pd_smpl_model_build(&model, &data, NULL), PD_OK);
    at_rest(rotations);
    turn(rotations, ELBOW, 0, -M_PI / 2, 0);

    /* In the pose of "bent" the corrected mesh before skinning has exactly the displacement. */
    pd_smpl_body body = {
        .rotations = rotations, .vertices = with, .joints = joints[0], .stage = PD_SMPL_CORRECTED};
    run(model, &body, 1, PD_SMPL_LBS);
    body.no_sculpts = true, body.vertices = without, body.joints = joints[1];
    run(model, &body, 1, PD_SMPL_LBS);
    const float *wanted = direction(strlen("bent"));
    for (int i = 0; i < 3 * V; i++) assert_near(with[i] - without[i], wanted[i], 1e-6);
    assert_memory_equal(joints[0], joints[1], sizeof joints[0]);

    /* The mesh at rest has no displacement. */
    body.no_sculpts = false, body.stage = PD_SMPL_SHAPED, body.vertices = with;
    run(model, &body, 1, PD_SMPL_LBS);
    body.no_sculpts = true, body.vertices = without;
    run(model, &body, 1, PD_SMPL_LBS);
    assert_memory_equal(with, without, sizeof with);
    pd_smpl_model_release(model);
}

/* ---- groups, checks, files */

static void sculpts_that_share_a_joint_form_one_group(void **state)
{
    (void)state;
    pd_smpl_data data;
    with_sculpts(&data, &plain);
    const pd_smpl_psd *psd = &data.psd;
    assert_string_equal(psd->names[0], "right");
    assert_string_equal(psd->names[1], "bent");
    assert_string_equal(psd->names[3], "raised-up");
    assert_int_equal(psd->joint_start[1], 1);
    assert_int_equal(psd->joint_start[2], 3);
    assert_int_equal(psd->joints[1], SHOULDER);
    assert_int_equal(psd->joints[2], ELBOW);

    /* "bent" did not contain the shoulder, which counts as at rest. Its displacement is kept. */
    static const float rest[4] = {0, 0, 0, 1};
    assert_memory_equal(psd->poses + 4, rest, sizeof rest);
    const float *bent = direction(strlen("bent"));
    for (int i = 0; i < 3 * V; i++) assert_true(psd->dirs[4 * i + 1] == bent[i]);
    pd_smpl_data_deinit(&data);
}

static void a_failed_addition_leaves_the_model_unchanged(void **state)
{
    (void)state;
    static const int elbow[] = {ELBOW};
    pd_smpl_data data;
    float r[9 * K];
    with_sculpts(&data, &plain);
    at_rest(r);
    assert_int_equal(add(&data, "none", elbow, 1, r, 0), PD_ERR_INVALID); /* the rest pose */
    assert_int_equal(add(&data, "none", elbow, 0, r, 0), PD_ERR_INVALID); /* no joint      */
    turn(r, ELBOW, 0, -M_PI / 2, 0);
    assert_int_equal(add(&data, "again", elbow, 1, r, 0), PD_ERR_INVALID); /* the pose of "bent" */
    turn(r, ELBOW, 0, -1.8, 0);
    assert_int_equal(add(&data, "bent", elbow, 1, r, 0), PD_ERR_INVALID); /* its name */
    assert_int_equal(add(&data, "wide", elbow, 1, r, 9), PD_ERR_RANGE);   /* its width */
    assert_int_equal(data.psd.count, 4);
    assert_int_equal(data.psd.group_count, 2);
    assert_int_equal(pd_smpl_data_check(&data, NULL), PD_OK);
    pd_smpl_data_deinit(&data);
}

static void widths_that_make_weights_too_large_are_refused(void **state)
{
    (void)state;
    static const int elbow[] = {ELBOW};
    pd_smpl_data data;
    pd_error err;
    double *map;
    float r[9 * K];
    pd_fixture_data(&data, &plain);
    at_rest(r);
    for (int i = 1; i <= 12; i++) {
        char name[8];
        snprintf(name, sizeof name, "s%d", i);
        turn(r, ELBOW, 0, -0.02 * i, 0);
        assert_int_equal(add(&data, name, elbow, 1, r, 8), PD_OK);
    }
    assert_int_equal(pd_smpl_psd_solve(&map, &data.psd, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "psd.widths");
    assert_null(map);
    data.psd.widths[0] = 0.02f;
    assert_int_equal(pd_smpl_psd_solve(&map, &data.psd, &err), PD_OK);
    free(map);
    pd_smpl_data_deinit(&data);
}

static void encode(pd_buffer *file, const pd_smpl_data *data)
{
    pd_error err;
    assert_int_equal(pd_smpl_data_check(data, &err), PD_OK);
    assert_int_equal(pd_train_data_encode(file, data, 0, &err), PD_OK);
}

static void sculpts_read_back_from_a_file_unchanged(void **state)
{
    (void)state;
    pd_smpl_data in, out;
    pd_buffer file = {0};
    pd_error err;
    with_sculpts(&in, &plain);
    encode(&file, &in);
    assert_int_equal(pd_smpl_data_parse(&out, file.data, file.size, "file", &err), PD_OK);
    const pd_smpl_psd *a = &in.psd, *b = &out.psd;
    assert_int_equal(b->count, 4);
    assert_int_equal(b->group_count, 2);
    assert_memory_equal(a->dirs, b->dirs, 12 * V * sizeof(float));
    assert_memory_equal(a->names, b->names, 4 * sizeof *a->names);
    assert_memory_equal(a->group_start, b->group_start, 3 * sizeof(int));
    assert_memory_equal(a->joint_start, b->joint_start, 3 * sizeof(int));
    assert_memory_equal(a->joints, b->joints, 3 * sizeof(int));
    assert_memory_equal(a->widths, b->widths, 2 * sizeof(float));
    assert_int_equal(pd_smpl_psd_pose_count(a), 7);
    assert_memory_equal(a->poses, b->poses, 28 * sizeof(float));

    /* Another version of the interpolation is refused: byte 1 of the text becomes 2. */
    char *version = memmem(file.data, file.size, "\"psd_version\":\"1\"", 17);
    assert_non_null(version);
    version[15] = '2';
    pd_smpl_data other;
    assert_int_equal(pd_smpl_data_parse(&other, file.data, file.size, "file", &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.where, "psd_version"));
    pd_buffer_deinit(&file);
    pd_smpl_data_deinit(&in);
    pd_smpl_data_deinit(&out);
}

static void wrong_numbers_are_refused_with_their_place(void **state)
{
    (void)state;
    pd_smpl_data data;
    pd_error err;
    with_sculpts(&data, &plain);
    pd_smpl_psd *psd = &data.psd;

#define REFUSED(place, wrong, PLACE_IN_ERROR)                                                                \
    do {                                                                                                     \
        const __typeof__(place) kept = place;                                                                \
        place = wrong;                                                                                       \
        assert_int_not_equal(pd_smpl_data_check(&data, &err), PD_OK);                                        \
        assert_string_equal(err.where, PLACE_IN_ERROR);                                                      \
        place = kept;                                                                                        \
    } while (0)
    REFUSED(psd->count, 200, "psd");
    REFUSED(psd->group_count, 5, "psd.group_start");
    REFUSED(psd->group_start[0], 1, "psd.group_start");
    REFUSED(psd->group_start[1], 0, "psd.group_start[1]");
    REFUSED(psd->group_start[2], 3, "psd.group_start");
    REFUSED(psd->joint_start[1], -1, "psd.joint_start[1]");
    REFUSED(psd->joints[1], K, "psd.joints[1]");
    REFUSED(psd->joints[2], SHOULDER, "psd.joints[2]");
    REFUSED(psd->joints[0], ELBOW, "psd.joints[2]");
    REFUSED(psd->widths[1], 0, "psd.widths[1]");
    REFUSED(psd->widths[1], NAN, "psd.widths[1]");
    REFUSED(psd->poses[3], 2, "psd.poses[0]");
    REFUSED(psd->dirs[7], INFINITY, "psd.values");
    REFUSED(psd->names[2][0], 0, "psd_names[2]");
    REFUSED(psd->names[2][0], ' ', "psd_names[2]");
    REFUSED(psd->joints, NULL, "psd");
    assert_int_equal(pd_smpl_data_check(&data, &err), PD_OK);
    memcpy(psd->names[1], psd->names[2], sizeof psd->names[1]);
    assert_int_equal(pd_smpl_data_check(&data, &err), PD_ERR_FORMAT);
    pd_smpl_data_deinit(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_weight_of_a_single_sculpt_equals_its_closed_form),
        cmocka_unit_test(
            a_sculpt_has_weight_one_in_its_pose_and_zero_at_rest_and_in_other_poses_of_its_group),
        cmocka_unit_test(opposite_quaternions_count_as_the_same_pose),
        cmocka_unit_test(bodies_with_sculpts_are_within_ten_micrometres_of_the_reference),
        cmocka_unit_test(a_sculpt_moves_vertices_by_its_displacement_and_moves_no_joint),
        cmocka_unit_test(sculpts_that_share_a_joint_form_one_group),
        cmocka_unit_test(a_failed_addition_leaves_the_model_unchanged),
        cmocka_unit_test(widths_that_make_weights_too_large_are_refused),
        cmocka_unit_test(sculpts_read_back_from_a_file_unchanged),
        cmocka_unit_test(wrong_numbers_are_refused_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
