/* Tests the import of MHR from small FBX and npz files that the test writes. Every changed byte must give a
 * checked model or an error. */
#include "core/io/tensor/npz.h"
#include "core/mhr/body.h"
#include "tests/support/mhr_make.h"

#include <math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void the_content_of_the_files_is_in_the_model(void **state)
{
    (void)state;
    pd_mhr m = mhr_tiny();
    assert_int_equal(m.vertex_count, MHR_TINY_VERTICES);
    assert_int_equal(m.face_count, MHR_TINY_FACES); /* the quad is two */
    assert_int_equal(m.joint_count, MHR_TINY_JOINTS);
    assert_int_equal(m.identity_count, MHR_TINY_IDENTITY);
    assert_int_equal(m.expression_count, MHR_TINY_EXPRESSION);
    assert_string_equal(m.joint_names[3], "hand");
    assert_int_equal(m.parents[3], 2);
    assert_int_equal(pd_mhr_parameter(&m, "scale_arm"), 4);
    assert_int_equal(pd_mhr_parameter(&m, "scale"), -1);
    assert_int_equal(pd_mhr_joint(&m, "arm"), 2);
    assert_true(fabsf(m.prerotations[4 * 2 + 2] - sqrtf(0.5f)) < 1e-6f);
    const uint32_t fan[6] = {0, 1, 3, 0, 3, 2};
    assert_memory_equal(m.faces, fan, sizeof fan);
    for (int i = 0; i < 3 * MHR_TINY_VERTICES; i++) assert_true(m.vertices[i] == (float)mhr_tiny_vertices[i]);
    assert_true(m.identity_dirs[3 * 1] == 1 && m.identity_dirs[3 * (MHR_TINY_VERTICES + 5) + 1] == 2);
    assert_true(m.expression_dirs[3 * 6 + 2] == 3);
    assert_int_equal(m.skin.start[5] - m.skin.start[4], 2);
    pd_mhr_deinit(&m);
}

static void refused(double unit, double bind_y, int identity, const char *definition, const char *where,
                    const char *detail)
{
    pd_buffer fbx = {0};
    pd_mhr m;
    pd_error err = {0};
    mhr_tiny_fbx(&fbx, unit, bind_y);
    pd_tool_mhr_import_job job = mhr_tiny_job(&fbx);
    job.identity_count = identity;
    if (definition) job.definition.bytes = (pd_bytes){(const unsigned char *)definition, strlen(definition)};
    assert_int_not_equal(pd_tool_mhr_import(&m, &job, &err), PD_OK);
    assert_non_null(strstr(err.where, where));
    assert_non_null(strstr(err.detail, detail));
    assert_null(m.vertices);
    pd_buffer_deinit(&fbx);
}

static void files_that_do_not_fit_one_another_are_named(void **state)
{
    (void)state;
    refused(100, 30, 2, NULL, "tiny.fbx", "UnitScaleFactor 100; 1 (centimetres) expected");
    refused(1, 31, 2, NULL, "tiny.fbx", "bind pose");
    refused(1, 30, 45, NULL, "tiny.fbx", "3 blend shapes, of which 45 should be identity");
    refused(1, 30, 2, "Momentum Model Definition V1.0\n[ParameterTransform]\nknee.rx = 1 * bend\n",
            "tiny.model:3", "\"knee.rx\": the skeleton has no such joint");
}

static void every_byte_that_is_changed_leaves_a_model_that_is_checked_or_none(void **state)
{
    (void)state;
    pd_buffer fbx = {0};
    mhr_tiny_fbx(&fbx, 1, 30);
    for (size_t i = 27; i < fbx.size; i++) {
        pd_mhr m;
        const unsigned char kept = fbx.data[i];
        fbx.data[i] ^= 0x41;
        const pd_tool_mhr_import_job job = mhr_tiny_job(&fbx);
        if (pd_tool_mhr_import(&m, &job, NULL) == PD_OK) assert_int_equal(pd_mhr_finish(&m, NULL), PD_OK);
        pd_mhr_deinit(&m);
        fbx.data[i] = kept;
    }
    pd_buffer_deinit(&fbx);
}

static void add(pd_npz_writer *w, const char *name, pd_array array)
{
    pd_npz_add(w, name, &array);
}

/* Writes two units: the first reads how far the arm is turned (R00 - 1), the second R10. */
static void correctives(pd_buffer *first, pd_buffer *second, size_t features, size_t vertices)
{
    uint8_t mask[2 * 12] = {0};
    const int64_t at[4] = {0, 1, 0, 1};
    const float by[2] = {-2, 1};
    float dirs[2 * 3 * MHR_TINY_VERTICES] = {0};
    dirs[3 * 5 + 1] = 4;                       /* unit 0 lifts vertex 5 */
    dirs[3 * (MHR_TINY_VERTICES + 5) + 2] = 8; /* unit 1 brings it forward */

    pd_npz_writer w = pd_npz_begin(first);
    add(&w, "posedirs_sparse_mask", PD_ARRAY(PD_DTYPE_U8, mask, 2, features));
    add(&w, "0.sparse_indices", PD_ARRAY(PD_DTYPE_I64, at, 2, 2));
    add(&w, "0.sparse_weight", PD_ARRAY(PD_DTYPE_F32, by, 2));
    assert_int_equal(pd_npz_end(&w, NULL), PD_OK);
    w = pd_npz_begin(second);
    add(&w, "corrective_blendshapes", PD_ARRAY(PD_DTYPE_F32, dirs, 2, vertices, 3));
    assert_int_equal(pd_npz_end(&w, NULL), PD_OK);
}

static void correctives_of_another_skeleton_or_level_are_named(void **state)
{
    (void)state;
    pd_buffer fbx = {0}, first = {0}, second = {0}, narrow = {0}, other = {0};
    pd_mhr m;
    pd_error err = {0};
    mhr_tiny_fbx(&fbx, 1, 30);
    correctives(&first, &second, 12, MHR_TINY_VERTICES);
    correctives(&narrow, &other, 10, MHR_TINY_VERTICES - 1);
    pd_tool_mhr_import_job job = mhr_tiny_job(&fbx);

    job.blendshapes = (pd_tool_mhr_source){"second.npz", {second.data, second.size}};
    assert_int_equal(pd_tool_mhr_import(&m, &job, &err), PD_ERR_INVALID);
    job.activation = (pd_tool_mhr_source){"first.npz", {narrow.data, narrow.size}};
    assert_int_equal(pd_tool_mhr_import(&m, &job, &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "for 10 numbers; 12 expected"));
    job.activation.bytes = (pd_bytes){first.data, first.size};
    job.blendshapes.bytes = (pd_bytes){other.data, other.size};
    assert_int_equal(pd_tool_mhr_import(&m, &job, &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "has 36 numbers; 42 expected"));

    job.blendshapes.bytes = (pd_bytes){second.data, second.size};
    assert_int_equal(pd_tool_mhr_import(&m, &job, &err), PD_OK);
    assert_int_equal(m.activation.row_count, 2);
    float plain[3 * MHR_TINY_VERTICES], corrected[3 * MHR_TINY_VERTICES];
    const float bend[2] = {0, 0.5f};
    pd_arena scratch;
    pd_arena_init(&scratch, 2 * pd_mhr_body_scratch_bytes(&m));
    pd_mhr_body body = {.vertices = plain, .parameters = bend, .parameter_count = 2, .is_plain = true};
    pd_mhr_body_run(&body, &m, &scratch);
    body.vertices = corrected, body.is_plain = false;
    pd_mhr_body_run(&body, &m, &scratch);
    /* (4 max(0, -2 (cos .5 - 1)), 8 max(0, sin .5)) cm, y turned by arm and hand: .5 + .25 */
    const double lift = -2 * (cos(0.5) - 1) * 0.04, ahead = 8 * sin(0.5) * 0.01;
    assert_true(fabs((double)(corrected[15] - plain[15]) + lift * sin(0.75)) < 1e-6);
    assert_true(fabs((double)(corrected[16] - plain[16]) - lift * cos(0.75)) < 1e-6);
    assert_true(fabs((double)(corrected[17] - plain[17]) - ahead) < 1e-6);
    assert_true(corrected[3 * 4] == plain[3 * 4]);

    pd_arena_deinit(&scratch);
    pd_mhr_deinit(&m);
    pd_buffer_deinit(&fbx), pd_buffer_deinit(&first), pd_buffer_deinit(&second);
    pd_buffer_deinit(&narrow), pd_buffer_deinit(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_content_of_the_files_is_in_the_model),
        cmocka_unit_test(files_that_do_not_fit_one_another_are_named),
        cmocka_unit_test(every_byte_that_is_changed_leaves_a_model_that_is_checked_or_none),
        cmocka_unit_test(correctives_of_another_skeleton_or_level_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
