/* Tests packed body models: mapped ones compute the bits of the models that were packed,
 * and invalid bytes are refused. */
#include "core/smpl/pack.h"

#include "core/smpl/derived_internal.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include <stdlib.h>
#include <string.h>

/* Makes a pack of one model. */
static pd_bytes pack_of(const pd_smpl_model *model)
{
    pd_bytes bytes;
    pd_pack_writer *w = pd_pack_writer_new();
    assert_int_equal(pd_smpl_model_pack(w, model, "m", &(pd_pack_source){1, 1}, NULL), PD_OK);
    assert_int_equal(pd_pack_bytes(&bytes, w, NULL), PD_OK);
    pd_pack_writer_free(w);
    return bytes;
}

static pd_status map(pd_smpl_model **out, pd_bytes bytes, pd_error *err)
{
    pd_pack *pack;
    *out = NULL;
    pd_status status = pd_pack_parse(&pack, bytes, "pack", err);
    if (status != PD_OK) return status;
    status = pd_pack_model_count(pack) ? pd_smpl_model_map(out, pack, 0, err) : PD_ERR_FORMAT;
    pd_pack_release(pack); /* the model keeps it */
    return status;
}

/* Computes vertices, normals and joints of `count` bodies in different poses. */
static float *bodies_of(const pd_smpl_model *m, int count, pd_smpl_skinning skinning)
{
    const size_t v = 3 * (size_t)m->vertex_count, k = (size_t)m->joint_count, each = 2 * v + 3 * k;
    float *out = calloc((size_t)count * each, sizeof *out);
    float *rotations = calloc((size_t)count * 9 * k, sizeof *rotations);
    float betas[64], soft[64];
    pd_rng rng;
    pd_rng_init(&rng, 5);
    pd_fixture_normals(betas, 64, 1, &rng);
    pd_fixture_normals(soft, 64, 1, &rng);
    pd_smpl_body *bodies = calloc((size_t)count, sizeof *bodies);
    for (int i = 0; i < count; i++) {
        float *at = out + (size_t)i * each;
        pd_fixture_rotations(rotations + (size_t)i * 9 * k, m->joint_count, 1, &rng);
        bodies[i] = (pd_smpl_body){.betas = betas,
                                   .beta_count = m->beta_count,
                                   .soft = soft,
                                   .soft_count = m->soft_count,
                                   .rotations = rotations + (size_t)i * 9 * k,
                                   .vertices = at,
                                   .normals = at + v,
                                   .joints = at + 2 * v};
    }
    pd_smpl_job job = {.bodies = bodies, .body_count = count, .skinning = skinning};
    pd_arena scratch;
    assert_int_equal(pd_smpl_job_check(&job, m, NULL), PD_OK);
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, m)));
    pd_smpl_job_run(&job, m, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
    free(bodies), free(rotations);
    return out;
}

static const pd_fixture kinds[] = {
    {.vertices = 100},
    {.vertices = 100, .soft = 3, .pose = PD_FIXTURE_SPARSE, .beta_terms = 2, .dqs = 1},
    {.vertices = 90, .joints = 30, .pose = PD_FIXTURE_NO_POSE},
    {.vertices = 70, .betas = -1, .pose = PD_FIXTURE_QUATERNION},
};
#define KIND_COUNT (sizeof kinds / sizeof *kinds)

static void a_mapped_model_computes_the_bits_of_the_packed_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < KIND_COUNT; i++) {
        pd_smpl_model *m = pd_fixture_model(&kinds[i]), *mapped;
        pd_error err = {0};
        pd_bytes bytes = pack_of(m);
        if (map(&mapped, bytes, &err) != PD_OK) fail_msg("kind %zu: %s: %s", i, err.where, err.detail);
        assert_true(mapped->content_hash == m->content_hash);
        assert_true(mapped->mapped_bytes > pd_smpl_model_bytes(mapped)); /* the arrays are not copied */
        const size_t each = 6 * (size_t)m->vertex_count + 3 * (size_t)m->joint_count;
        for (int s = 0; s < PD_SMPL_SKINNING_COUNT; s++)
            for (int count = 1; count <= 9;
                 count += 8) { /* narrow rows, then float32 rows that are made of them */
                float *a = bodies_of(m, count, (pd_smpl_skinning)s),
                      *b = bodies_of(mapped, count, (pd_smpl_skinning)s);
                assert_memory_equal(a, b, (size_t)count * each * sizeof *a);
                free(a), free(b);
            }
        pd_smpl_model_release(m);
        pd_smpl_model_release(mapped);
        pd_pack_bytes_free(&bytes);
    }
}

/* Adds sculpts that are driven by the pose, as in a model file. */
static void a_mapped_model_keeps_its_sculpts(void **state)
{
    (void)state;
    pd_smpl_model *m, *mapped;
    assert_int_equal(pd_smpl_model_load(&m, "tests/fuzz/corpus/safetensors/psd.safetensors", NULL), PD_OK);
    assert_true(m->data.psd.count > 0);
    pd_bytes bytes = pack_of(m);
    assert_int_equal(map(&mapped, bytes, NULL), PD_OK);
    assert_int_equal(mapped->data.psd.count, m->data.psd.count);
    assert_string_equal(mapped->data.psd.names[0], m->data.psd.names[0]);
    float *a = bodies_of(m, 9, PD_SMPL_LBS), *b = bodies_of(mapped, 9, PD_SMPL_LBS);
    assert_memory_equal(a, b, 9 * (6 * (size_t)m->vertex_count + 3 * (size_t)m->joint_count) * sizeof *a);
    free(a), free(b);
    pd_smpl_model_release(m), pd_smpl_model_release(mapped);
    pd_pack_bytes_free(&bytes);
}

/* Changes the numbers of a pack one after another and writes its hashes anew. The pack must be refused, or
 * its model must be computable. */
static void packs_with_changed_numbers_are_refused_or_can_be_computed(void **state)
{
    (void)state;
    for (size_t i = 0; i < KIND_COUNT; i++) {
        pd_smpl_model *m = pd_fixture_model(&kinds[i]);
        pd_bytes bytes = pack_of(m);
        pd_smpl_model_release(m);
        unsigned char *copy = aligned_alloc(64, (bytes.size + 63) / 64 * 64);
        int refused = 0;
        static const int32_t values[] = {-1, 0, 1, 255, 70000, INT32_MAX};
        for (size_t at = 0; at + 4 <= bytes.size; at += at < 8192 ? 4 : 4 * (97 + i)) {
            pd_smpl_model *mapped;
            memcpy(copy, bytes.data, bytes.size);
            memcpy(copy + at, &values[at / 4 % 6], 4);
            pd_pack_seal(copy, bytes.size);
            if (map(&mapped, (pd_bytes){copy, bytes.size}, NULL) != PD_OK) {
                refused++;
                continue;
            }
            free(bodies_of(mapped, 1, mapped->data.skinning));
            pd_smpl_model_release(mapped);
        }
        assert_true(refused > 100);
        free(copy);
        pd_pack_bytes_free(&bytes);
    }
}

static void a_retained_mapped_model_outlives_its_first_release(void **state)
{
    (void)state;
    pd_smpl_model *m = pd_fixture_model(&kinds[1]), *mapped;
    pd_bytes bytes = pack_of(m);
    pd_smpl_model_release(m);
    assert_int_equal(map(&mapped, bytes, NULL), PD_OK);
    assert_ptr_equal(pd_smpl_model_retain(mapped), mapped);
    pd_smpl_model_release(mapped);
    free(bodies_of(mapped, 1, PD_SMPL_DQS)); /* what is made at the first use is the model's own */
    assert_non_null(mapped->derived);
    pd_smpl_model_release(mapped);
    pd_pack_bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mapped_model_computes_the_bits_of_the_packed_one),
        cmocka_unit_test(a_mapped_model_keeps_its_sculpts),
        cmocka_unit_test(packs_with_changed_numbers_are_refused_or_can_be_computed),
        cmocka_unit_test(a_retained_mapped_model_outlives_its_first_release),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
