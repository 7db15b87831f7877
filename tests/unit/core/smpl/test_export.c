/* Tests that encoders get the same numbers that a run of the body gives. */
#include "core/smpl/export.h"

#include "core/base/rng.h"
#include "tests/support/default_model.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

static void a_rig_has_the_shaped_rest_body_and_the_root_of_the_posed_one(void **state)
{
    (void)state;
    enum { BODIES = 3 };
    size_t v = (size_t)model->vertex_count, k = (size_t)model->joint_count;
    static float betas[BODIES][3] = {{1, -0.5f, 2}, {0, 0, 0}, {-2, 1, 0.3f}},
                 at[BODIES][3] = {{1, 2, 3}, {0, 0, 0}, {-4, 0.5f, 0}};
    float *rotations = calloc(BODIES * 9 * k, sizeof *rotations), *rest = malloc(3 * v * sizeof *rest),
          *normals = malloc(3 * v * sizeof *normals);
    float *joints = malloc(3 * k * sizeof *joints), *posed = malloc(3 * k * sizeof *posed);
    pd_smpl_body bodies[BODIES];
    pd_arena scratch = {0}, own;
    pd_smpl_export out;
    for (size_t i = 0; i < BODIES * k; i++) /* all rotated about x, each by its own angle */
        rotations[9 * i] = 1, rotations[9 * i + 4] = rotations[9 * i + 8] = cosf(0.01f * (float)i),
                      rotations[9 * i + 7] = sinf(0.01f * (float)i),
                      rotations[9 * i + 5] = -rotations[9 * i + 7];
    for (int b = 0; b < BODIES; b++)
        bodies[b] = (pd_smpl_body){.betas = betas[b],
                                   .beta_count = b == 1 ? 0 : 3,
                                   .rotations = b == 1 ? NULL : rotations + 9 * k * (size_t)b,
                                   .translation = at[b],
                                   .ground = b == 2};
    pd_smpl_job job = {bodies, BODIES, PD_SMPL_DQS, NULL};
    assert_int_equal(pd_smpl_export_rig(&out, &job, model, &scratch, &pd_executor_serial, NULL), PD_OK);
    for (int b = 0; b < BODIES; b++) {
        const pd_io_glb_pose *pose = &out.poses[b];
        pd_smpl_body one = {.betas = betas[b],
                            .beta_count = bodies[b].beta_count,
                            .vertices = rest,
                            .normals = normals,
                            .joints = joints};
        pd_smpl_job alone = {&one, 1, PD_SMPL_DQS, NULL};
        assert_true(pd_arena_init(
            &own, pd_smpl_job_scratch_bytes(&(pd_smpl_job){NULL, 1, PD_SMPL_DQS, NULL}, model)));
        pd_smpl_job_run(&alone, model, &own, &pd_executor_serial);
        assert_memory_equal(pose->rest, rest, 3 * v * sizeof *rest);
        assert_memory_equal(pose->rest_normals, normals, 3 * v * sizeof *normals);
        assert_memory_equal(pose->rest_joints, joints, 3 * k * sizeof *joints);
        assert_ptr_equal(pose->rotations, bodies[b].rotations);
        one = bodies[b];
        one.joints = posed;
        pd_arena_reset(&own);
        pd_smpl_job_run(&alone, model, &own, &pd_executor_serial);
        assert_memory_equal(pose->root, posed, 3 * sizeof *posed);
        for (int i = 0; i < model->beta_count; i++)
            assert_near((double)pose->betas[i], i < bodies[b].beta_count ? (double)betas[b][i] : 0, 0);
        assert_null(bodies[b].vertices); /* the caller's bodies are left alone */
        pd_arena_deinit(&own);
    }
    assert_true(fabs((double)out.poses[2].root[1] - 0.5) > 0.1); /* it was put on the ground */
    pd_smpl_export_deinit(&out);
    assert_null(out.poses);
    pd_arena_deinit(&scratch);
    free(rotations), free(rest), free(normals), free(joints), free(posed);
}

static void the_exported_skeleton_and_mesh_equal_those_of_the_model(void **state)
{
    (void)state;
    pd_io_mesh_body body = {0};
    pd_io_glb_rig rig = pd_smpl_export_skeleton(model);
    pd_io_mesh mesh = pd_smpl_export_mesh(model, &body, 1, PD_FRAME_UNITY);
    assert_int_equal(rig.joint_count, model->joint_count);
    assert_int_equal(rig.beta_count, model->beta_count);
    assert_int_equal(rig.shapedirs_stride, model->beta_count);
    assert_ptr_equal(rig.parents, model->data.parents);
    assert_ptr_equal(rig.weights, model->data.weights);
    assert_ptr_equal(rig.shapedirs, model->data.shapedirs);
    assert_ptr_equal(rig.beta_limits, model->data.beta_limits);
    assert_string_equal(rig.names[1], "left_hip");
    assert_int_equal(mesh.vertex_count, model->vertex_count);
    assert_int_equal(mesh.face_count, model->face_count);
    assert_ptr_equal(mesh.faces, model->data.faces);
    assert_ptr_equal(mesh.bodies, &body);
    assert_int_equal(mesh.body_count, 1);
    assert_int_equal(mesh.frame, PD_FRAME_UNITY);
    assert_string_equal(mesh.model, "default");
    assert_string_equal(mesh.licence, model->data.text.licence);
}

static void the_file_of_a_body_equals_the_encoding_of_its_vertices_and_normals(void **state)
{
    (void)state;
    const size_t points = 3 * (size_t)model->vertex_count;
    const float betas[2] = {1, -2}, moved[3] = {1, 2, 3};
    float *vertices = malloc(points * sizeof *vertices), *normals = malloc(points * sizeof *normals);
    float joints[2][3 * PD_SMPL_MAX_JOINTS];
    pd_smpl_body body = {.betas = betas, .beta_count = 2, .translation = moved, .joints = joints[0]};
    pd_arena scratch = {0};
    pd_buffer file = {0}, expected = {0};
    assert_int_equal(pd_smpl_export_glb(&file, &body, model, &scratch, &pd_executor_serial, NULL), PD_OK);
    assert_null(body.vertices);
    assert_true(file.size < pd_smpl_export_glb_bytes(model));
    assert_true(2 * file.size > pd_smpl_export_glb_bytes(model)); /* faces are as narrow as they can be */

    pd_smpl_body plain = body;
    plain.vertices = vertices, plain.normals = normals, plain.joints = joints[1];
    pd_arena_reset(&scratch);
    pd_smpl_job_run(&(pd_smpl_job){&plain, 1, PD_SMPL_LBS, NULL}, model, &scratch, &pd_executor_serial);
    const pd_io_mesh_body drawn = {.vertices = vertices, .normals = normals};
    const pd_io_mesh mesh = pd_smpl_export_mesh(model, &drawn, 1, PD_FRAME_GLTF);
    assert_int_equal(pd_io_glb_write(&expected, &(pd_io_glb){.mesh = &mesh}, NULL), PD_OK);
    assert_int_equal(file.size, expected.size);
    assert_memory_equal(file.data, expected.data, file.size);
    assert_memory_equal(joints[0], joints[1], 3 * (size_t)model->joint_count * sizeof(float));

    pd_buffer_deinit(&file), pd_buffer_deinit(&expected), pd_arena_deinit(&scratch);
    free(vertices), free(normals);
}

static void listed_expressive_vertices_are_those_that_expressions_move_and_change_no_byte(void **state)
{
    (void)state;
    pd_smpl_model *person;
    assert_int_equal(pd_smpl_model_load(&person, "models/person.safetensors", NULL), PD_OK);
    const size_t v = (size_t)person->vertex_count, row = 3 * (size_t)person->expression_count;
    assert_true(row > 0);
    const unsigned char *moved = pd_smpl_model_expressive(person);
    assert_non_null(moved);
    assert_ptr_equal(pd_smpl_model_expressive(person), moved);
    size_t count = 0;
    for (size_t i = 0; i < v; i++) {
        bool any = false;
        for (size_t n = 0; n < row; n++) any |= person->data.expressiondirs[i * row + n] != 0;
        assert_int_equal(moved[i], any);
        count += any;
    }
    assert_true(count > v / 20 && count < v); /* a face, and not the whole body */

    /* The file is the same with and without the list. */
    const pd_smpl_body body = {0};
    pd_smpl_export out;
    pd_arena scratch = {0};
    pd_buffer file[2] = {{0}};
    const char *names[PD_SMPL_MAX_EXPRESSIONS];
    assert_int_equal(pd_smpl_export_rig(&out, &(pd_smpl_job){&body, 1, PD_SMPL_LBS, NULL}, person, &scratch,
                                        &pd_executor_serial, NULL),
                     PD_OK);
    pd_smpl_export_expressions(&out.rig, names, person);
    assert_ptr_equal(out.rig.moved, moved);
    const pd_io_mesh_body drawn = {.vertices = out.poses[0].rest, .normals = out.poses[0].rest_normals};
    const pd_io_mesh mesh = pd_smpl_export_mesh(person, &drawn, 1, PD_FRAME_GLTF);
    for (int i = 0; i < 2; i++, out.rig.moved = NULL)
        assert_int_equal(
            pd_io_glb_write(&file[i], &(pd_io_glb){.mesh = &mesh, .rig = &out.rig, .poses = out.poses}, NULL),
            PD_OK);
    assert_int_equal(file[0].size, file[1].size);
    assert_memory_equal(file[0].data, file[1].data, file[0].size);
    pd_buffer_deinit(&file[0]), pd_buffer_deinit(&file[1]);
    pd_smpl_export_deinit(&out), pd_arena_deinit(&scratch);
    pd_smpl_model_release(person);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rig_has_the_shaped_rest_body_and_the_root_of_the_posed_one),
        cmocka_unit_test(the_exported_skeleton_and_mesh_equal_those_of_the_model),
        cmocka_unit_test(listed_expressive_vertices_are_those_that_expressions_move_and_change_no_byte),
        cmocka_unit_test(the_file_of_a_body_equals_the_encoding_of_its_vertices_and_normals),
    };
    return cmocka_run_group_tests(tests, default_model_setup, default_model_teardown);
}
