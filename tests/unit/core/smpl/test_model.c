/* Tests a const model and its parts that are made when they are first needed. */
#include "core/smpl/body.h"
#include "core/smpl/derived_internal.h"
#include "core/smpl/data/half.h"
#include "core/smpl/measure/measure.h"
#include "tests/support/cylinders.h"
#include "tests/support/cmocka.h"
#include "tests/support/tiny_body.h"
#include "train/model/data_encode.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROW (27 * 6)

static char path[] = "/tmp/posed-test-model-XXXXXX";

static float *symmetric_values(const pd_smpl_data *d, int seed)
{
    float half[27 * 5], *row = malloc(ROW * sizeof *row);
    for (int i = 0; i < 27 * 5; i++) half[i] = (float)((i * seed) % 11 - 5) * 0x1p-9f;
    for (int e = 0; e < 27; e++) { /* on the axis joint 1 mirrors joint 2 */
        float sign = pd_smpl_mirror_sign(e / 3) * (e % 3 ? 1.0f : -1.0f);
        half[27 + e] = sign * half[e] + 0.0f;
        half[27 * 4 + e] = sign * half[27 * 3 + e] + 0.0f;
    }
    assert_true(pd_smpl_half_give(row, d, half));
    return row;
}

/* A model with joints and vertices on both sides and separate pose directions for DQS. Its file keeps one
 * side in 16 bits. */
static pd_smpl_data symmetric_body(void)
{
    static const int start[] = {0, 1, 2, 4}, joints[] = {1, 2, 1, 2}, mirror[] = {0, 2, 1, 3};
    static const uint16_t pattern[] = {2, 0, 1, 2};
    pd_smpl_data d = tiny_body(1);
    memcpy(d.mirror, mirror, sizeof mirror);
    strcpy(d.joint_names[1], "left_arm"), strcpy(d.joint_names[2], "right_arm");
    d.parents[2] = 0;
    free(d.sparse.pattern_start), free(d.sparse.pattern_joints), free(d.sparse.vertex_pattern);
    free(d.sparse.values);
    d.sparse.pattern_count = 3;
    d.sparse.pattern_start = tiny_copy(start, sizeof start);
    d.sparse.pattern_joints = tiny_copy(joints, sizeof joints);
    d.sparse.vertex_pattern = tiny_copy(pattern, sizeof pattern);
    d.sparse.values = symmetric_values(&d, 3);
    d.sparse.values_dqs = symmetric_values(&d, 7);
    return d;
}

static int write_model(void **state)
{
    (void)state;
    pd_smpl_data d = symmetric_body();
    int fd = mkstemp(path);
    if (fd < 0) return -1;
    close(fd);
    pd_status status = pd_train_data_save(&d, path, NULL);
    pd_smpl_data_deinit(&d);
    return status;
}

static int remove_model(void **state)
{
    (void)state;
    return unlink(path);
}

static void make_body(float vertices[3 * TINY_VERTICES], const pd_smpl_model *m, pd_smpl_skinning skinning)
{
    const float betas[] = {0.5f, -1}, rotation[] = {0.36f, 0.48f, -0.8f, -0.8f, 0.6f, 0, 0.48f, 0.64f, 0.6f};
    float rotations[9 * TINY_JOINTS];
    for (int k = 0; k < TINY_JOINTS; k++) memcpy(rotations + 9 * k, rotation, sizeof rotation);
    pd_smpl_body body = {.betas = betas, .beta_count = 2, .rotations = rotations, .vertices = vertices};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = skinning};
    pd_arena scratch;
    assert_int_equal(pd_smpl_job_check(&job, m, NULL), PD_OK);
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, m)));
    pd_smpl_job_run(&job, m, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
}

static void tiles_made_later_give_the_bits_of_tiles_made_at_once(void **state)
{
    (void)state;
    pd_smpl_data data;
    pd_smpl_model *later, *at_once;
    assert_int_equal(pd_smpl_data_load(&data, path, NULL), PD_OK);
    assert_non_null(data.sparse.values_dqs);
    assert_null(data.sparse.packed_dqs);
    assert_int_equal(pd_smpl_model_build(&at_once, &data, NULL), PD_OK);
    assert_int_equal(pd_smpl_model_load(&later, path, NULL), PD_OK);
    assert_non_null(at_once->derived->tiles_dqs);
    assert_null(later->derived->tiles_dqs);
    for (int s = 0; s < PD_SMPL_SKINNING_COUNT; s++) {
        float a[3 * TINY_VERTICES], b[3 * TINY_VERTICES];
        make_body(a, at_once, (pd_smpl_skinning)s);
        make_body(b, later, (pd_smpl_skinning)s);
        assert_memory_equal(a, b, sizeof a);
        if (s == PD_SMPL_LBS) assert_null(later->derived->tiles_dqs);
    }
    assert_non_null(later->derived->tiles_dqs);
    pd_smpl_model_release(later);
    pd_smpl_model_release(at_once);
}

static void memory_of_parts_made_later_is_counted_when_they_are_made(void **state)
{
    (void)state;
    pd_smpl_model *m;
    assert_int_equal(pd_smpl_model_load(&m, path, NULL), PD_OK);
    size_t before = pd_smpl_model_bytes(m);
    assert_int_equal(pd_smpl_model_prepare_dqs(m, NULL), PD_OK);
    assert_int_equal(pd_smpl_model_bytes(m), before + m->derived->tiles_dqs->bytes);
    const pd_smpl_tiles *made = m->derived->tiles_dqs;
    assert_int_equal(pd_smpl_model_prepare_dqs(m, NULL), PD_OK);
    assert_ptr_equal(m->derived->tiles_dqs, made);
    pd_smpl_model_release(m);
}

static void *ask(void *model)
{
    return (void *)(uintptr_t)pd_smpl_model_tiles_for(model, 1);
}

static void concurrent_threads_get_the_same_tiles(void **state)
{
    (void)state;
    for (int round = 0; round < 50; round++) {
        pthread_t threads[4];
        void *got[4];
        pd_smpl_model *m;
        assert_int_equal(pd_smpl_model_load(&m, path, NULL), PD_OK);
        for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&threads[i], NULL, ask, m), 0);
        for (int i = 0; i < 4; i++) assert_int_equal(pthread_join(threads[i], &got[i]), 0);
        for (int i = 0; i < 4; i++) assert_ptr_equal(got[i], m->derived->tiles_dqs);
        pd_smpl_model_release(m);
    }
}

static void a_model_without_separate_pose_directions_for_dqs_has_one_set_of_tiles(void **state)
{
    (void)state;
    pd_smpl_data data = tiny_body(1);
    pd_smpl_model *m;
    assert_int_equal(pd_smpl_model_build(&m, &data, NULL), PD_OK);
    assert_ptr_equal(pd_smpl_model_tiles_for(m, 1), m->tiles);
    pd_smpl_model_release(m);
}

/* Returns a copy in memory that nothing can write to. */
static const pd_smpl_model *read_only(const pd_smpl_model *model)
{
    pd_smpl_model *page =
        mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(page, MAP_FAILED);
    *page = *model;
    assert_int_equal(mprotect(page, sizeof *page, PROT_READ), 0);
    return page;
}

static void a_model_in_read_only_memory_serves_every_skinning_and_contact(void **state)
{
    (void)state;
    pd_smpl_model *m;
    assert_int_equal(pd_smpl_model_load(&m, path, NULL), PD_OK);
    const pd_smpl_model *fixed = read_only(m);

    for (int s = 0; s < PD_SMPL_SKINNING_COUNT; s++) {
        float a[3 * TINY_VERTICES], b[3 * TINY_VERTICES];
        make_body(a, fixed, (pd_smpl_skinning)s);
        make_body(b, m, (pd_smpl_skinning)s);
        assert_memory_equal(a, b, sizeof a);
    }
    assert_ptr_not_equal(pd_smpl_model_tiles_for(fixed, 1), m->tiles);
    assert_non_null(pd_smpl_model_contact(fixed, PD_SMPL_CONTACT_EXACT, NULL));
    assert_ptr_equal(pd_smpl_model_contact(fixed, PD_SMPL_CONTACT_EXACT, NULL),
                     pd_smpl_model_contact(m, PD_SMPL_CONTACT_EXACT, NULL));

    pd_smpl_model_release(m);
    munmap((void *)(uintptr_t)fixed, sizeof *fixed);
}

static void a_model_in_read_only_memory_can_be_measured(void **state)
{
    (void)state;
    double values[PD_SMPL_MEASURE_COUNT];
    const pd_smpl_measure_job job = {.values = values, .body_count = 1};
    pd_smpl_data data;
    pd_smpl_model *m;
    cyl_data(&data);
    assert_int_equal(pd_smpl_model_build(&m, &data, NULL), PD_OK);

    const pd_smpl_model *fixed = read_only(m);
    assert_int_equal(pd_smpl_measure_check(&job, fixed, NULL), PD_OK);
    pd_smpl_model_release(m);
    munmap((void *)(uintptr_t)fixed, sizeof *fixed);
}

/* A model with one joint has no pose features, by whose number tiles are divided. */
static void a_model_with_one_joint_can_have_soft_tissue_and_expressions(void **state)
{
    (void)state;
    pd_smpl_data data = tiny_body(0);
    const size_t coordinates = 3 * TINY_VERTICES;
    free(data.posedirs);
    data.posedirs = NULL, data.joint_count = 1, data.soft_count = data.expression_count = 1;
    for (int v = 0; v < TINY_VERTICES; v++) data.weights[v] = 1;
    data.softdirs = tiny_ramp(coordinates, 0.5f), data.expressiondirs = tiny_ramp(coordinates, 0.25f);

    pd_smpl_model *model;
    pd_error err = {0};
    const float template[] = {data.v_template[4], data.softdirs[4], data.expressiondirs[4]};
    if (pd_smpl_model_build(&model, &data, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);

    float vertices[3 * TINY_VERTICES];
    const pd_smpl_body body = {.soft = (const float[]){2},
                               .soft_count = 1,
                               .expression = (const float[]){-4},
                               .expression_count = 1,
                               .vertices = vertices};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena scratch;
    pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model));
    assert_int_equal(pd_smpl_job_check(&job, model, &err), PD_OK);
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    assert_float_equal(vertices[4], template[0] + 2 * template[1] - 4 * template[2], 1e-6);

    pd_arena_deinit(&scratch);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_with_one_joint_can_have_soft_tissue_and_expressions),
        cmocka_unit_test(tiles_made_later_give_the_bits_of_tiles_made_at_once),
        cmocka_unit_test(memory_of_parts_made_later_is_counted_when_they_are_made),
        cmocka_unit_test(concurrent_threads_get_the_same_tiles),
        cmocka_unit_test(a_model_without_separate_pose_directions_for_dqs_has_one_set_of_tiles),
        cmocka_unit_test(a_model_in_read_only_memory_serves_every_skinning_and_contact),
        cmocka_unit_test(a_model_in_read_only_memory_can_be_measured),
    };
    return cmocka_run_group_tests(tests, write_model, remove_model);
}
