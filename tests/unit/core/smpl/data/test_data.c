/* Tests files of body models: every form of storage is read back bit for bit, and every cut, changed byte or
 * wrong number is an error with its place or a checked model. */
#include "core/smpl/model.h"
#include "tests/support/fixture.h"
#include "train/model/data_encode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <unistd.h>

#include "core/smpl/data/half.h"
#include "core/smpl/data/encode.h"
#include "core/smpl/people/people.h"
#include "tests/support/tiny_body.h"

static void expect_same(const pd_smpl_data *a, const pd_smpl_data *b)
{
    size_t v = TINY_VERTICES, k = TINY_JOINTS;
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->joint_count, b->joint_count);
    assert_int_equal(a->beta_count, b->beta_count);
    assert_int_equal(a->face_count, b->face_count);
    assert_memory_equal(a->v_template, b->v_template, v * 12);
    assert_memory_equal(a->shapedirs, b->shapedirs, v * 12 * TINY_BETAS);
    assert_memory_equal(a->weights, b->weights, v * k * 4);
    assert_memory_equal(a->regressor_start, b->regressor_start, (k + 1) * sizeof(int));
    assert_memory_equal(a->regressor_vertex, b->regressor_vertex, 4 * sizeof(int));
    assert_memory_equal(a->regressor_weight, b->regressor_weight, 4 * sizeof(double));
    assert_memory_equal(a->parents, b->parents, k * sizeof(int));
    assert_memory_equal(a->faces, b->faces, TINY_FACES * 12);
    assert_memory_equal(a->joint_names, b->joint_names, k * PD_SMPL_NAME_BYTES);
    assert_memory_equal(a->mirror, b->mirror, v * sizeof(int));
    assert_memory_equal(a->beta_limits, b->beta_limits, TINY_BETAS * 4);
    assert_int_equal(a->landmark_count, b->landmark_count);
    assert_string_equal(a->landmarks[0].name, b->landmarks[0].name);
    assert_int_equal(a->landmarks[0].vertex, b->landmarks[0].vertex);
    assert_string_equal(a->text.gender, b->text.gender);
    assert_string_equal(a->text.licence, b->text.licence);
}

static pd_smpl_data round_trip(const pd_smpl_data *in, unsigned flags)
{
    pd_buffer file = {0};
    pd_error err = {0};
    pd_smpl_data out;
    assert_int_equal(pd_train_data_encode(&file, in, flags, &err), PD_OK);
    if (pd_smpl_data_parse(&out, file.data, file.size, "tiny", &err))
        fail_msg("%s: %s", err.where, err.detail);
    pd_buffer_deinit(&file);
    return out;
}

static void a_saved_model_reads_back_bit_for_bit(void **state)
{
    (void)state;
    for (int sparse = 0; sparse < 2; sparse++) {
        pd_smpl_data in = tiny_body(sparse), out = round_trip(&in, 0);
        expect_same(&in, &out);
        if (sparse) {
            assert_int_equal(out.sparse.value_count, in.sparse.value_count);
            assert_memory_equal(in.sparse.values, out.sparse.values, 4 * in.sparse.value_count);
            assert_null(out.posedirs);
        } else {
            assert_memory_equal(in.posedirs, out.posedirs, 4 * TINY_VERTICES * 3 * 18);
            assert_int_equal(out.sparse.pattern_count, 0);
        }
        pd_smpl_data_deinit(&in);
        pd_smpl_data_deinit(&out);
    }
}

/* Pose directions that depend on a beta, and others for DQS: once on a grid of 16 bits, once off it. */
static void pose_directions_by_beta_and_skinning_read_back_bit_for_bit(void **state)
{
    (void)state;
    for (int grid = 0; grid < 2; grid++) {
        pd_smpl_data in = tiny_body(1);
        size_t count = 2 * in.sparse.value_count;
        free(in.sparse.values);
        in.sparse.beta_terms = 1;
        in.sparse.values = tiny_ramp(count, grid ? 0x1p-9f : 1e-3f);
        in.sparse.values_dqs = tiny_ramp(count, grid ? 0x1p-11f : 2e-3f);
        in.sparse.values[5] = grid ? 0x1.fffcp-5f : 0.0317f; /* 32767 steps of 2^-19 */
        pd_smpl_data out = round_trip(&in, 0);
        assert_int_equal(out.sparse.beta_terms, 1);
        assert_int_equal(out.sparse.value_count, in.sparse.value_count);
        assert_memory_equal(in.sparse.values, out.sparse.values, 4 * count);
        assert_memory_equal(in.sparse.values_dqs, out.sparse.values_dqs, 4 * count);
        pd_smpl_data near = round_trip(&in, PD_SMPL_COMPACT);
        for (size_t i = 0; i < count; i++) {
            assert_true(fabsf(in.sparse.values[i] - near.sparse.values[i]) <= 0.07f / 65534);
            assert_true(fabsf(in.sparse.values_dqs[i] - near.sparse.values_dqs[i]) <= 0.07f / 65534);
        }
        pd_smpl_data_deinit(&in);
        pd_smpl_data_deinit(&out);
        pd_smpl_data_deinit(&near);
    }
}

/* A model with a joint and a vertex on each side, and one of each on the axis. Its file stores one side. */
static void symmetric_pose_directions_are_stored_by_one_side(void **state)
{
    (void)state;
    static const int start[] = {0, 1, 2, 4}, joints[] = {1, 2, 1, 2};
    static const uint16_t pattern[] = {2, 0, 1, 2};
    static const int mirror[] = {0, 2, 1, 3};
    for (int broken = 0; broken < 2; broken++) {
        pd_buffer file = {0};
        pd_error err;
        pd_smpl_data in = tiny_body(1), out;
        memcpy(in.mirror, mirror, sizeof mirror);
        strcpy(in.joint_names[1], "left_arm"), strcpy(in.joint_names[2], "right_arm");
        in.parents[2] = 0;
        free(in.sparse.pattern_start), free(in.sparse.pattern_joints), free(in.sparse.vertex_pattern);
        in.sparse.pattern_count = 3;
        in.sparse.pattern_start = tiny_copy(start, sizeof start);
        in.sparse.pattern_joints = tiny_copy(joints, sizeof joints);
        in.sparse.vertex_pattern = tiny_copy(pattern, sizeof pattern);
        assert_int_equal(in.sparse.value_count, 27 * 6);
        float half[27 * 5], row[27 * 6];
        assert_int_equal(pd_smpl_half_count(&in), 27 * 5);
        for (int i = 0; i < 27 * 5; i++) half[i] = (float)(i % 5 - 2) * 0x1p-9f;
        for (int e = 0; e < 27; e++) { /* on the axis joint 1 mirrors joint 2 */
            float sign = pd_smpl_mirror_sign(e / 3) * (e % 3 ? 1.0f : -1.0f);
            half[27 + e] = sign * half[e] + 0.0f;
            half[27 * 4 + e] = sign * half[27 * 3 + e] + 0.0f;
        }
        assert_true(pd_smpl_half_give(row, &in, half));
        memcpy(in.sparse.values, row, sizeof row);
        if (broken) in.sparse.values[27 * 2 + 3] += 0x1p-9f;
        assert_int_equal(pd_smpl_half_take(half, &in, in.sparse.values), !broken);
        assert_int_equal(pd_train_data_encode(&file, &in, 0, &err), PD_OK);
        assert_int_equal(memmem(file.data, file.size, "posedirs.half", 13) != NULL, !broken);
        assert_int_equal(memmem(file.data, file.size, "posedirs.values", 15) != NULL, broken);
        assert_int_equal(pd_smpl_data_parse(&out, file.data, file.size, "tiny", &err), PD_OK);
        assert_memory_equal(out.sparse.values, in.sparse.values, sizeof row);
        pd_smpl_data_deinit(&out);
        if (!broken) { /* a file whose patterns are not symmetric cannot be mirrored */
            unsigned char *name = memmem(file.data, file.size, "left_arm", 8);
            memcpy(name, "lift_arm", 8);
            assert_int_equal(pd_smpl_data_parse(&out, file.data, file.size, "tiny", &err), PD_ERR_FORMAT);
            assert_non_null(strstr(err.where, "posedirs.half"));
        }
        pd_buffer_deinit(&file);
        pd_smpl_data_deinit(&in);
    }
}

/* Numbers on a grid of 16 bits are stored in two bytes each, without loss. */
static void pose_directions_on_a_grid_of_16_bits_take_two_bytes_a_number(void **state)
{
    (void)state;
    size_t sizes[2];
    for (int grid = 0; grid < 2; grid++) {
        pd_buffer file = {0};
        pd_smpl_data in = tiny_body(1);
        free(in.sparse.values);
        in.sparse.values = tiny_ramp(in.sparse.value_count, grid ? 0x1p-9f : 1e-3f);
        assert_int_equal(pd_train_data_encode(&file, &in, 0, NULL), PD_OK);
        sizes[grid] = file.size;
        pd_buffer_deinit(&file);
        pd_smpl_data_deinit(&in);
    }
    assert_true(sizes[1] + 27 * 6 * 2 < sizes[0] + 200); /* 200: another tensor in the header */
}

static void a_compact_model_is_near_the_original(void **state)
{
    (void)state;
    pd_smpl_data in = tiny_body(1), out = round_trip(&in, PD_SMPL_COMPACT);
    for (size_t i = 0; i < in.sparse.value_count; i++)
        assert_true(fabsf(in.sparse.values[i] - out.sparse.values[i]) <= 3e-3f / 32767);
    for (size_t i = 0; i < TINY_VERTICES * 3 * TINY_BETAS; i++)
        assert_true(fabsf(in.shapedirs[i] - out.shapedirs[i]) <= 0.03f / 2048);
    pd_smpl_data_deinit(&in);
    pd_smpl_data_deinit(&out);
}

static void a_saved_file_can_be_loaded_and_no_temporary_file_remains(void **state)
{
    (void)state;
    char folder[] = "/tmp/posed-test-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/tiny.safetensors", folder);
    pd_error err = {0};
    pd_smpl_data in = tiny_body(1), out;
    assert_int_equal(pd_train_data_save(&in, path, &err), PD_OK);
    assert_int_equal(pd_smpl_data_load(&out, path, &err), PD_OK);
    expect_same(&in, &out);
    unlink(path);
    assert_int_equal(rmdir(folder), 0);
    pd_smpl_data_deinit(&in);
    pd_smpl_data_deinit(&out);
}

static void loading_a_missing_file_fails_with_its_name(void **state)
{
    (void)state;
    pd_smpl_data data;
    pd_error err = {0};
    assert_int_equal(pd_smpl_data_load(&data, "/nowhere/body.pkl", &err), PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, "/nowhere/body.pkl");
    assert_null(data.v_template);
}

static void a_file_truncated_anywhere_is_refused(void **state)
{
    (void)state;
    pd_smpl_data in = tiny_body(1), out;
    pd_buffer file = {0};
    pd_error err = {0};
    assert_int_equal(pd_train_data_encode(&file, &in, 0, &err), PD_OK);
    for (size_t size = 0; size < file.size; size++) {
        unsigned char *cut = malloc(size ? size : 1);
        memcpy(cut, file.data, size);
        if (!pd_smpl_data_parse(&out, cut, size, "cut", &err)) fail_msg("%zu bytes were enough", size);
        assert_null(out.v_template);
        free(cut);
    }
    pd_buffer_deinit(&file);
    pd_smpl_data_deinit(&in);
}

/* Changes each byte of the file in turn. Loading must fail with an error or give a checked model. */
static void a_file_with_one_changed_byte_is_refused_or_gives_a_valid_model(void **state)
{
    (void)state;
    pd_smpl_data in = tiny_body(1), out;
    pd_buffer file = {0};
    pd_error err = {0};
    assert_int_equal(pd_train_data_encode(&file, &in, PD_SMPL_COMPACT, &err), PD_OK);
    for (size_t i = 0; i < file.size; i++) {
        unsigned char was = file.data[i];
        file.data[i] = (unsigned char)(was ^ (0x01 << i % 8));
        if (!pd_smpl_data_parse(&out, file.data, file.size, "bad", &err)) pd_smpl_data_deinit(&out);
        file.data[i] = 0xff;
        if (!pd_smpl_data_parse(&out, file.data, file.size, "bad", &err)) pd_smpl_data_deinit(&out);
        file.data[i] = was;
    }
    pd_buffer_deinit(&file);
    pd_smpl_data_deinit(&in);
}

/* Makes the tiny body with two expressions of its second half. */
static pd_smpl_data with_expressions(void)
{
    pd_smpl_data data = tiny_body(0);
    const size_t row = 6, numbers = row * TINY_VERTICES;
    data.expression_count = 2;
    data.expressiondirs = tiny_ramp(numbers, 0.25f);
    for (size_t i = 0; i < row * (TINY_VERTICES - TINY_VERTICES / 2); i++) data.expressiondirs[i] = 0;
    data.expressiondirs[numbers - 1] = -0.0f;
    return data;
}

static void expressions_that_move_some_vertices_store_only_those(void **state)
{
    (void)state;
    for (unsigned flags = 0; flags <= PD_SMPL_COMPACT; flags++) {
        pd_smpl_data data = with_expressions(), back;
        pd_buffer file = {0};
        pd_safetensors tensors;
        pd_error err = {0};
        assert_int_equal(pd_train_data_encode(&file, &data, flags, &err), PD_OK);
        assert_int_equal(pd_safetensors_parse(&tensors, file.data, file.size, "file", &err), PD_OK);
        assert_null(pd_safetensors_find(&tensors, "expressiondirs"));
        const pd_array *values = pd_safetensors_find(&tensors, "expressiondirs.values");
        assert_int_equal(values->count, 6 * (TINY_VERTICES / 2));
        assert_int_equal(values->dtype, flags ? PD_DTYPE_F16 : PD_DTYPE_F32);
        pd_safetensors_deinit(&tensors);

        if (pd_smpl_data_parse(&back, file.data, file.size, "file", &err))
            fail_msg("%s: %s", err.where, err.detail);
        assert_int_equal(back.expression_count, 2);
        for (size_t i = 0; i < 6 * TINY_VERTICES; i++)
            assert_float_equal(back.expressiondirs[i], data.expressiondirs[i],
                               flags ? 1e-3 * fabsf(data.expressiondirs[i]) : 0);
        assert_true(signbit(back.expressiondirs[6 * TINY_VERTICES - 1]));
        pd_smpl_data_deinit(&back), pd_smpl_data_deinit(&data), pd_buffer_deinit(&file);
    }
}

/* Checks that the file of with_expressions is refused with these arrays in place of its part. */
static void expect_part_refused(const int *vertices, size_t count, size_t expressions, const char *also,
                                const char *where)
{
    pd_smpl_data data = with_expressions(), back;
    pd_buffer file = {0}, changed = {0};
    pd_safetensors tensors;
    pd_error err = {0};
    const size_t values_shape[3] = {count, 3, expressions};
    float *values = calloc(3 * count * expressions + 6 * TINY_VERTICES, sizeof *values);
    assert_int_equal(pd_train_data_encode(&file, &data, 0, &err), PD_OK);
    assert_int_equal(pd_safetensors_parse(&tensors, file.data, file.size, "file", &err), PD_OK);

    pd_safetensor *out = calloc((size_t)tensors.tensor_count + 1, sizeof *out);
    int n = 0;
    for (int i = 0; i < tensors.tensor_count; i++) {
        out[n] = tensors.tensors[i];
        if (!strcmp(out[n].name, "expressiondirs.vertices"))
            out[n].array = pd_array_of(PD_DTYPE_I32, vertices, 1, &count);
        if (!strcmp(out[n].name, "expressiondirs.values"))
            out[n].array = pd_array_of(PD_DTYPE_F32, values, 3, values_shape);
        n++;
    }
    if (also)
        out[n++] = (pd_safetensor){
            also, pd_array_of(PD_DTYPE_F32, values, 3, (const size_t[]){TINY_VERTICES, 3, 2})};
    const pd_safetensors_out what = {out, n, tensors.texts, tensors.text_count};
    assert_int_equal(pd_safetensors_write(&changed, &what, &err), PD_OK);

    assert_int_not_equal(pd_smpl_data_parse(&back, changed.data, changed.size, "file", &err), PD_OK);
    if (!strstr(err.where, where)) fail_msg("%s: %s; %s expected", err.where, err.detail, where);
    pd_safetensors_deinit(&tensors), pd_smpl_data_deinit(&data);
    pd_buffer_deinit(&file), pd_buffer_deinit(&changed);
    free(out), free(values);
}

static void an_invalid_list_of_moved_vertices_is_refused(void **state)
{
    (void)state;
    expect_part_refused((const int[]){2, 1}, 2, 2, NULL, "expressiondirs.vertices");
    expect_part_refused((const int[]){1, 1}, 2, 2, NULL, "expressiondirs.vertices");
    expect_part_refused((const int[]){0, TINY_VERTICES}, 2, 2, NULL, "expressiondirs.vertices");
    expect_part_refused((const int[]){-1, 1}, 2, 2, NULL, "expressiondirs.vertices");
    expect_part_refused((const int[]){1, 2}, 2, PD_SMPL_MAX_EXPRESSIONS + 1, NULL, "expressiondirs.values");
    expect_part_refused((const int[]){1, 2}, 2, 2, "expressiondirs", "expressiondirs.values");
}

static void replace_text(pd_buffer *file, const char *from, const char *to)
{
    unsigned char *at = memmem(file->data, file->size, from, strlen(from));
    assert_non_null(at);
    assert_int_equal(strlen(from), strlen(to));
    memcpy(at, to, strlen(to));
}

static void a_newer_major_version_is_refused_by_its_number(void **state)
{
    (void)state;
    pd_smpl_data in = tiny_body(1), out;
    pd_buffer file = {0};
    pd_error err = {0};
    assert_int_equal(pd_train_data_encode(&file, &in, 0, &err), PD_OK);
    replace_text(&file, "\"version\":\"1.0\"", "\"version\":\"1.9\"");
    assert_int_equal(pd_smpl_data_parse(&out, file.data, file.size, "v", &err), PD_OK);
    pd_smpl_data_deinit(&out);
    replace_text(&file, "\"version\":\"1.9\"", "\"version\":\"2.0\"");
    assert_int_equal(pd_smpl_data_parse(&out, file.data, file.size, "v", &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "newer posed"));
    replace_text(&file, "\"kind\":\"body\"", "\"kind\":\"bird\"");
    assert_int_equal(pd_smpl_data_parse(&out, file.data, file.size, "v", &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "v: __metadata__/kind");
    pd_buffer_deinit(&file);
    pd_smpl_data_deinit(&in);
}

static void expect_refused(pd_smpl_data *data, pd_status status, const char *where)
{
    pd_error err = {0};
    assert_int_equal(pd_smpl_data_check(data, &err), status);
    assert_string_equal(err.where, where);
    assert_true(err.detail[0] != 0);
    pd_smpl_data_deinit(data);
}

static void a_check_names_the_array_the_index_and_the_value(void **state)
{
    (void)state;
    pd_smpl_data d = tiny_body(1);
    d.v_template[5] = NAN;
    expect_refused(&d, PD_ERR_RANGE, "v_template[5]");
    d = tiny_body(1);
    d.sparse.values[7] = INFINITY;
    expect_refused(&d, PD_ERR_RANGE, "posedirs.values[7]");
    d = tiny_body(0);
    d.weights[0] = 1.5f, d.weights[1] = -0.5f;
    expect_refused(&d, PD_ERR_RANGE, "weights[0,1]");
    d = tiny_body(0);
    d.weights[0] = 0.9f;
    expect_refused(&d, PD_ERR_RANGE, "weights[0]");
    d = tiny_body(0);
    d.regressor_vertex[3] = TINY_VERTICES;
    expect_refused(&d, PD_ERR_RANGE, "J_regressor.vertex[3]");
    d = tiny_body(0);
    d.faces[4] = 9;
    expect_refused(&d, PD_ERR_RANGE, "faces[1,1]");
    d = tiny_body(0);
    d.mirror[2] = -1;
    expect_refused(&d, PD_ERR_RANGE, "mirror[2]");
    d = tiny_body(0);
    d.landmarks[0].vertex = 4;
    expect_refused(&d, PD_ERR_RANGE, "landmarks[0]");
    d = tiny_body(0);
    strcpy(d.joint_names[2], "joint_0");
    expect_refused(&d, PD_ERR_FORMAT, "joint_names[2]");
}

static void parents_in_a_circle_are_refused(void **state)
{
    (void)state;
    pd_smpl_data d = tiny_body(1);
    d.parents[1] = 2, d.parents[2] = 1;
    expect_refused(&d, PD_ERR_RANGE, "parents[1]");
    d = tiny_body(1);
    d.parents[0] = 0;
    expect_refused(&d, PD_ERR_RANGE, "parents[0]");
    d = tiny_body(1);
    d.parents[2] = -1;
    expect_refused(&d, PD_ERR_RANGE, "parents[2]");
}

static void dense_and_sparse_pose_directions_together_are_refused(void **state)
{
    (void)state;
    pd_smpl_data d = tiny_body(0);
    tiny_sparse(&d);
    expect_refused(&d, PD_ERR_FORMAT, "posedirs");
    d = tiny_body(1);
    d.sparse.pattern_joints[2] = 1;
    expect_refused(&d, PD_ERR_RANGE, "posedirs.pattern_joints[2]");
    d = tiny_body(1);
    d.sparse.vertex_pattern[1] = 2;
    expect_refused(&d, PD_ERR_RANGE, "posedirs.vertex_pattern[1]");
    d = tiny_body(1);
    d.sparse.value_count--;
    expect_refused(&d, PD_ERR_FORMAT, "posedirs.values");
    d = tiny_body(1);
    d.sparse.beta_terms = TINY_BETAS + 1;
    expect_refused(&d, PD_ERR_RANGE, "posedirs.beta_terms");
    d = tiny_body(1);
    d.sparse.values_dqs = tiny_ramp(d.sparse.value_count, 1e-3f);
    d.sparse.values_dqs[9] = INFINITY;
    expect_refused(&d, PD_ERR_RANGE, "posedirs.values_dqs[9]");
}

/* Changes one member of a valid body, compares the result of the check
 * with the expected one, and restores the member. */
#define CHANGED(member, value, status, place)                                                                \
    do {                                                                                                     \
        __typeof__(member) was = (member);                                                                   \
        pd_error err_ = {0};                                                                                 \
        (member) = (value);                                                                                  \
        pd_status got = pd_smpl_data_check(&d, &err_);                                                       \
        if (got != (status) || (got && strcmp(err_.where, place)))                                           \
            fail_msg("line %d: %d at \"%s\" (%s)", __LINE__, (int)got, err_.where, err_.detail);             \
        (member) = was;                                                                                      \
    } while (0)

static void a_model_without_a_required_array_is_refused_with_its_name(void **state)
{
    (void)state;
    pd_smpl_data d = tiny_body(1);
    CHANGED(d.v_template, NULL, PD_ERR_FORMAT, "v_template");
    CHANGED(d.shapedirs, NULL, PD_ERR_FORMAT, "shapedirs");
    CHANGED(d.expression_count, 1, PD_ERR_FORMAT, "expressiondirs");
    CHANGED(d.soft_count, 1, PD_ERR_FORMAT, "softdirs");
    CHANGED(d.weights, NULL, PD_ERR_FORMAT, "weights");
    CHANGED(d.regressor_start, NULL, PD_ERR_FORMAT, "J_regressor.start");
    CHANGED(d.regressor_vertex, NULL, PD_ERR_FORMAT, "J_regressor.vertex");
    CHANGED(d.regressor_weight, NULL, PD_ERR_FORMAT, "J_regressor.weight");
    CHANGED(d.parents, NULL, PD_ERR_FORMAT, "parents");
    CHANGED(d.faces, NULL, PD_ERR_FORMAT, "faces");
    CHANGED(d.joint_names, NULL, PD_ERR_FORMAT, "joint_names");
    CHANGED(d.landmarks, NULL, PD_ERR_FORMAT, "landmarks");
    CHANGED(d.sparse.pattern_start, NULL, PD_ERR_FORMAT, "posedirs");
    CHANGED(d.sparse.pattern_joints, NULL, PD_ERR_FORMAT, "posedirs");
    CHANGED(d.sparse.vertex_pattern, NULL, PD_ERR_FORMAT, "posedirs");
    CHANGED(d.sparse.values, NULL, PD_ERR_FORMAT, "posedirs");
    CHANGED(d.mirror, NULL, PD_OK, "");
    CHANGED(d.beta_limits, NULL, PD_OK, "");
    CHANGED(d.landmark_count, 0, PD_OK, "");
    pd_smpl_data_deinit(&d);
}

static void counts_and_indices_out_of_range_are_refused(void **state)
{
    (void)state;
    pd_smpl_data d = tiny_body(1);
    CHANGED(d.vertex_count, 0, PD_ERR_RANGE, "vertex_count");
    CHANGED(d.vertex_count, PD_SMPL_MAX_VERTICES + 1, PD_ERR_RANGE, "vertex_count");
    CHANGED(d.joint_count, 0, PD_ERR_RANGE, "joint_count");
    CHANGED(d.joint_count, PD_SMPL_MAX_JOINTS + 1, PD_ERR_RANGE, "joint_count");
    CHANGED(d.beta_count, -1, PD_ERR_RANGE, "beta_count");
    CHANGED(d.beta_count, PD_SMPL_MAX_BETAS + 1, PD_ERR_RANGE, "beta_count");
    CHANGED(d.beta_count, 0, PD_OK, "");
    CHANGED(d.expression_count, -1, PD_ERR_RANGE, "expression_count");
    CHANGED(d.expression_count, PD_SMPL_MAX_EXPRESSIONS + 1, PD_ERR_RANGE, "expression_count");
    CHANGED(d.face_count, 0, PD_ERR_RANGE, "face_count");
    CHANGED(d.face_count, 1, PD_OK, "");
    CHANGED(d.face_count, PD_SMPL_MAX_FACES + 1, PD_ERR_RANGE, "face_count");
    CHANGED(d.soft_count, -1, PD_ERR_RANGE, "soft_count");
    CHANGED(d.soft_count, PD_SMPL_MAX_SOFT + 1, PD_ERR_RANGE, "soft_count");
    CHANGED(d.landmark_count, -1, PD_ERR_RANGE, "landmark_count");
    CHANGED(d.landmark_count, TINY_VERTICES + 1, PD_ERR_RANGE, "landmark_count");
    CHANGED(d.parents[0], 0, PD_ERR_RANGE, "parents[0]");
    CHANGED(d.parents[0], -2, PD_ERR_RANGE, "parents[0]");
    CHANGED(d.parents[2], 2, PD_ERR_RANGE, "parents[2]");
    CHANGED(d.parents[2], 0, PD_OK, "");
    CHANGED(d.regressor_start[0], 1, PD_ERR_FORMAT, "J_regressor.start[0]");
    CHANGED(d.regressor_start[1], 4, PD_ERR_FORMAT, "J_regressor.start[2]");
    CHANGED(d.regressor_start[1], 3, PD_OK, "");
    CHANGED(d.regressor_vertex[0], -1, PD_ERR_RANGE, "J_regressor.vertex[0]");
    CHANGED(d.regressor_vertex[3], TINY_VERTICES - 1, PD_OK, "");
    CHANGED(d.regressor_weight[3], NAN, PD_ERR_RANGE, "J_regressor.weight[3]");
    CHANGED(d.faces[3 * TINY_FACES - 1], TINY_VERTICES, PD_ERR_RANGE, "faces[3,2]");
    CHANGED(d.faces[0], TINY_VERTICES - 1, PD_OK, "");
    CHANGED(d.mirror[0], TINY_VERTICES, PD_ERR_RANGE, "mirror[0]");
    CHANGED(d.mirror[3], 0, PD_OK, "");
    CHANGED(d.landmarks[0].vertex, -1, PD_ERR_RANGE, "landmarks[0]");
    CHANGED(d.landmarks[0].vertex, 3, PD_OK, "");
    CHANGED(d.landmarks[0].name[0], 0, PD_ERR_FORMAT, "landmarks[0]");
    CHANGED(d.joint_names[1][0], ' ', PD_ERR_FORMAT, "joint_names[1]");
    CHANGED(d.joint_names[1][3], ',', PD_ERR_FORMAT, "joint_names[1]");
    CHANGED(d.joint_names[1][6], '\x7f', PD_ERR_FORMAT, "joint_names[1]");
    CHANGED(d.joint_names[2][0], '~', PD_OK, "");
    CHANGED(d.joint_names[2][0], '!', PD_OK, "");
    CHANGED(d.joint_names[0][0], 0, PD_ERR_FORMAT, "joint_names[0]");
    char name[PD_SMPL_NAME_BYTES];
    memcpy(name, d.joint_names[2], sizeof name);
    memset(d.joint_names[2], 'x', sizeof name);
    CHANGED(d.face_count, 1, PD_ERR_FORMAT, "joint_names[2]"); /* no end */
    CHANGED(d.joint_names[2][PD_SMPL_NAME_BYTES - 1], 0, PD_OK, "");
    memcpy(d.joint_names[2], name, sizeof name);

    CHANGED(d.sparse.pattern_count, -1, PD_ERR_RANGE, "posedirs.pattern_count");
    CHANGED(d.sparse.pattern_count, 65537, PD_ERR_RANGE, "posedirs.pattern_count");
    CHANGED(d.sparse.beta_terms, -1, PD_ERR_RANGE, "posedirs.beta_terms");
    CHANGED(d.sparse.pattern_start[0], 1, PD_ERR_FORMAT, "posedirs.pattern_start[0]");
    CHANGED(d.sparse.pattern_start[1], 4, PD_ERR_FORMAT, "posedirs.pattern_start[1]");
    CHANGED(d.sparse.pattern_start[2], 0, PD_ERR_FORMAT, "posedirs.pattern_start[2]");
    CHANGED(d.sparse.pattern_joints[0], 0, PD_ERR_RANGE, "posedirs.pattern_joints[0]");
    CHANGED(d.sparse.pattern_joints[0], 2, PD_OK, "");
    CHANGED(d.sparse.pattern_joints[0], 3, PD_ERR_RANGE, "posedirs.pattern_joints[0]");
    CHANGED(d.sparse.vertex_pattern[3], 2, PD_ERR_RANGE, "posedirs.vertex_pattern[3]");
    CHANGED(d.sparse.value_count, d.sparse.value_count + 1, PD_ERR_FORMAT, "posedirs.values");
    CHANGED(d.weights[0], 0.9991f, PD_OK, "");
    CHANGED(d.weights[0], 1.0009f, PD_OK, "");
    CHANGED(d.weights[0], 0.9989f, PD_ERR_RANGE, "weights[0]");
    CHANGED(d.weights[0], 1.0011f, PD_ERR_RANGE, "weights[0]");
    CHANGED(d.weights[11], NAN, PD_ERR_RANGE, "weights[3,2]");
    CHANGED(d.weights[9], -1e-6f, PD_ERR_RANGE, "weights[3,0]");
    pd_smpl_data_deinit(&d);
}

/* The check reads many numbers at a time, so the number is placed first, last, and on either side of the end
 * of such a run. */
static void a_number_that_is_not_finite_is_found_at_any_index(void **state)
{
    (void)state;
    pd_smpl_data d;
    pd_fixture_data(&d, &(pd_fixture){.vertices = 100, .soft = 2, .betas = 3});
    float mean[PD_SMPL_HAND_ANGLES] = {0}, components[2 * PD_SMPL_HAND_ANGLES] = {0};
    const struct {
        const char *name;
        float *values;
        int count;
    } arrays[] = {{"v_template", d.v_template, 300},
                  {"shapedirs", d.shapedirs, 900},
                  {"softdirs", d.softdirs, 600},
                  {"posedirs", d.posedirs, 300 * 9 * 23},
                  {"hands.left_mean", mean, PD_SMPL_HAND_ANGLES},
                  {"hands.left_components", components, 2 * PD_SMPL_HAND_ANGLES},
                  {"hands.right_mean", mean, PD_SMPL_HAND_ANGLES},
                  {"hands.right_components", components, 2 * PD_SMPL_HAND_ANGLES}};
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++) {
        const int places[] = {
            0, 1, 62, 63, 64, 65, 127, 128, arrays[a].count - 65, arrays[a].count - 64, arrays[a].count - 1};
        d.hands[0] = d.hands[1] = (pd_smpl_hand){0};
        if (a > 3) d.hands[a > 5] = (pd_smpl_hand){2, mean, components};
        assert_int_equal(pd_smpl_data_check(&d, NULL), PD_OK);
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            char where[64];
            if (places[i] < 0 || places[i] >= arrays[a].count) continue;
            snprintf(where, sizeof where, "%s[%d]", arrays[a].name, places[i]);
            CHANGED(arrays[a].values[places[i]], i % 3 ? (i % 3 == 1 ? INFINITY : -INFINITY) : NAN,
                    PD_ERR_RANGE, where);
            CHANGED(arrays[a].values[places[i]], FLT_MAX, PD_OK, "");
        }
    }
    d.hands[1] = (pd_smpl_hand){2, NULL, components};
    CHANGED(d.face_count, 1, PD_ERR_FORMAT, "hands.right_components");
    d.hands[1] = (pd_smpl_hand){2, mean, NULL};
    CHANGED(d.face_count, 1, PD_ERR_FORMAT, "hands.right_components");
    d.hands[1] = (pd_smpl_hand){0, mean, NULL};
    CHANGED(d.face_count, 1, PD_OK, "");
    d.hands[0] = (pd_smpl_hand){46, mean, components};
    CHANGED(d.face_count, 1, PD_ERR_RANGE, "hands.left_components");
    d.hands[0] = d.hands[1] = (pd_smpl_hand){0};
    pd_smpl_data_deinit(&d);
}

static void an_empty_model_is_refused(void **state)
{
    (void)state;
    pd_smpl_data d = {0};
    expect_refused(&d, PD_ERR_RANGE, "vertex_count");
    d = tiny_body(0);
    free(d.faces);
    d.faces = NULL;
    expect_refused(&d, PD_ERR_FORMAT, "faces");
}

static void normalising_weights_twice_gives_the_same_bits_as_once(void **state)
{
    (void)state;
    pd_smpl_data data, again;
    pd_smpl_model *first, *second;
    pd_error err;
    pd_fixture_data(&data, &(pd_fixture){.vertices = 2000, .influences = 4});
    assert_int_equal(pd_smpl_model_build(&first, &data, &err), PD_OK);
    size_t count = (size_t)first->vertex_count * (size_t)first->joint_count;
    pd_fixture_data(&again, &(pd_fixture){.vertices = 2000, .influences = 4});
    memcpy(again.weights, first->data.weights, count * sizeof *again.weights);
    assert_int_equal(pd_smpl_model_build(&second, &again, &err), PD_OK);
    assert_memory_equal(first->data.weights, second->data.weights, count * sizeof *again.weights);
    pd_smpl_model_release(first);
    pd_smpl_model_release(second);
}

static void a_joint_is_found_by_its_name_or_as_the_heaviest_of_a_vertex(void **state)
{
    (void)state;
    float weights[] = {0.2f, 0.5f, 0.3f, 0.4f, 0.2f, 0.4f, 0, 0, 1};
    char names[3][PD_SMPL_NAME_BYTES] = {"pelvis", "spine1", "spine"};
    pd_smpl_data d = {.vertex_count = 3, .joint_count = 3, .weights = weights, .joint_names = names};

    assert_int_equal(pd_smpl_joint_find(&d, "pelvis"), 0);
    assert_int_equal(pd_smpl_joint_find(&d, "spine"), 2);
    assert_int_equal(pd_smpl_joint_find(&d, "spine2"), -1);
    assert_int_equal(pd_smpl_joint_find(&d, ""), -1);
    d.joint_names = NULL;
    assert_int_equal(pd_smpl_joint_find(&d, "pelvis"), -1);

    assert_int_equal(pd_smpl_vertex_joint(&d, 0), 1);
    assert_int_equal(pd_smpl_vertex_joint(&d, 1), 0); /* the first of equal ones */
    assert_int_equal(pd_smpl_vertex_joint(&d, 2), 2);
}

/* The shipped model has priors of people, expressions, hands and landmarks,
 * which the small models above lack. */
static void people_legs_and_expressions_of_person_survive_saving_and_loading(void **state)
{
    (void)state;
    pd_smpl_data person;
    pd_error err = {0};
    assert_int_equal(pd_smpl_data_load(&person, "models/person.safetensors", &err), PD_OK);
    assert_true(person.people_count > 0 && person.leg_count > 0 && person.expression_count > 0);
    for (int is_compact = 0; is_compact < 2; is_compact++) {
        pd_smpl_data again;
        pd_buffer file = {0};
        if (pd_train_data_encode(&file, &person, is_compact ? PD_SMPL_COMPACT : 0, &err) != PD_OK ||
            pd_smpl_data_parse(&again, file.data, file.size, "file", &err) != PD_OK)
            fail_msg("%s: %s", err.where, err.detail);
        const size_t numbers = pd_smpl_people_numbers(person.beta_count);
        assert_int_equal(again.people_count, person.people_count);
        assert_memory_equal(again.people, person.people,
                            (size_t)person.people_count * numbers * sizeof *person.people);
        assert_int_equal(again.leg_count, person.leg_count);
        assert_memory_equal(again.legs, person.legs, (size_t)person.leg_count * sizeof *person.legs);
        assert_int_equal(again.expression_count, person.expression_count);
        assert_memory_equal(again.expression_names, person.expression_names,
                            (size_t)person.expression_count * PD_SMPL_NAME_BYTES);
        assert_memory_equal(again.expressiondirs, person.expressiondirs,
                            3 * (size_t)person.vertex_count * (size_t)person.expression_count *
                                sizeof *person.expressiondirs);
        for (int h = 0; h < 2; h++) {
            const size_t components = (size_t)person.hands[h].component_count;
            assert_int_equal(again.hands[h].component_count, components);
            assert_memory_equal(again.hands[h].components, person.hands[h].components,
                                components * PD_SMPL_HAND_ANGLES * sizeof(float));
        }
        pd_buffer_deinit(&file);
        pd_smpl_data_deinit(&again);
    }
    pd_smpl_data_deinit(&person);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_saved_model_reads_back_bit_for_bit),
        cmocka_unit_test(pose_directions_by_beta_and_skinning_read_back_bit_for_bit),
        cmocka_unit_test(symmetric_pose_directions_are_stored_by_one_side),
        cmocka_unit_test(pose_directions_on_a_grid_of_16_bits_take_two_bytes_a_number),
        cmocka_unit_test(a_compact_model_is_near_the_original),
        cmocka_unit_test(a_saved_file_can_be_loaded_and_no_temporary_file_remains),
        cmocka_unit_test(loading_a_missing_file_fails_with_its_name),
        cmocka_unit_test(a_file_truncated_anywhere_is_refused),
        cmocka_unit_test(a_file_with_one_changed_byte_is_refused_or_gives_a_valid_model),
        cmocka_unit_test(expressions_that_move_some_vertices_store_only_those),
        cmocka_unit_test(an_invalid_list_of_moved_vertices_is_refused),
        cmocka_unit_test(a_newer_major_version_is_refused_by_its_number),
        cmocka_unit_test(a_check_names_the_array_the_index_and_the_value),
        cmocka_unit_test(parents_in_a_circle_are_refused),
        cmocka_unit_test(dense_and_sparse_pose_directions_together_are_refused),
        cmocka_unit_test(a_model_without_a_required_array_is_refused_with_its_name),
        cmocka_unit_test(counts_and_indices_out_of_range_are_refused),
        cmocka_unit_test(a_number_that_is_not_finite_is_found_at_any_index),
        cmocka_unit_test(an_empty_model_is_refused),
        cmocka_unit_test(normalising_weights_twice_gives_the_same_bits_as_once),
        cmocka_unit_test(a_joint_is_found_by_its_name_or_as_the_heaviest_of_a_vertex),
        cmocka_unit_test(people_legs_and_expressions_of_person_survive_saving_and_loading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
