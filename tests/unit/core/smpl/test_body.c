/* Tests shaping, posing and skinning. The plain reference is compared with the kernels, forms of storage with
 * each other bit for bit, and bad jobs are refused with field, value and range. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/kernel/cpu.h"
#include "core/smpl/data/encode.h"
#include "core/smpl/pose.h"
#include "core/smpl/skin/tiles.h"
#include "tests/support/fixture.h"
#include "train/model/data_encode.h"

static pd_smpl_model *model;

static int make_model(void **state)
{
    (void)state;
    model = pd_fixture_model(&(pd_fixture){.vertices = 100, .soft = 2});
    return 0;
}

static int free_model(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

static void expect_failure(const pd_smpl_body *second, pd_status status, const char *where,
                           const char *detail)
{
    pd_smpl_body bodies[2] = {{0}, *second};
    pd_error err = {0};
    assert_int_equal(pd_smpl_job_check(&(pd_smpl_job){bodies, 2, PD_SMPL_LBS, NULL}, model, &err), status);
    assert_string_equal(err.where, where);
    if (!strstr(err.detail, detail)) fail_msg("\"%s\" lacks \"%s\"", err.detail, detail);
    assert_int_equal(pd_smpl_job_check(&(pd_smpl_job){bodies, 2, PD_SMPL_LBS, NULL}, model, NULL), status);
}

static void an_invalid_body_is_named_with_field_value_and_range(void **state)
{
    (void)state;
    float betas[11] = {0}, nan3[3] = {0, NAN, 0}, far[3] = {0, 0, 2e6f}, rotations[24 * 9] = {0}, out[300];
    expect_failure(&(pd_smpl_body){.betas = betas, .beta_count = 11}, PD_ERR_RANGE, "/bodies/1/betas",
                   "11 numbers; 0 to 10 allowed");
    expect_failure(&(pd_smpl_body){.betas = betas, .beta_count = -1}, PD_ERR_RANGE, "/bodies/1/betas", "-1");
    expect_failure(&(pd_smpl_body){.beta_count = 1}, PD_ERR_INVALID, "/bodies/1/betas", "missing");
    betas[2] = -100.5f;
    expect_failure(&(pd_smpl_body){.betas = betas, .beta_count = 3}, PD_ERR_RANGE, "/bodies/1/betas/2",
                   "-100.5; -100 to 100 allowed");
    betas[2] = 0;
    expect_failure(&(pd_smpl_body){.betas = nan3, .beta_count = 3}, PD_ERR_RANGE, "/bodies/1/betas/1", "nan");
    expect_failure(&(pd_smpl_body){.soft = betas, .soft_count = 3}, PD_ERR_RANGE, "/bodies/1/soft_tissue",
                   "0 to 2");
    expect_failure(&(pd_smpl_body){.translation = far}, PD_ERR_RANGE, "/bodies/1/translation/2", "2e+06");
    expect_failure(&(pd_smpl_body){.rotations = rotations}, PD_ERR_INVALID, "/bodies/1/rotations/0",
                   "not a rotation");
    expect_failure(&(pd_smpl_body){.normals = out}, PD_ERR_INVALID, "/bodies/1/normals", "without vertices");
}

static void a_mesh_job_without_bodies_or_with_an_unknown_skinning_is_refused_at_its_field(void **state)
{
    (void)state;
    pd_smpl_body body = {0};
    pd_error err = {0};
    assert_int_equal(pd_smpl_job_check(&(pd_smpl_job){&body, 0, PD_SMPL_LBS, NULL}, model, &err),
                     PD_ERR_RANGE);
    assert_string_equal(err.where, "/bodies");
    assert_int_equal(pd_smpl_job_check(&(pd_smpl_job){&body, 1, (pd_smpl_skinning)7, NULL}, model, &err),
                     PD_ERR_RANGE);
    assert_string_equal(err.where, "/skinning");
    assert_int_equal(pd_smpl_job_check(&(pd_smpl_job){&body, 1, PD_SMPL_SBS, NULL}, model, &err), PD_OK);
}

static void building_a_model_takes_ownership_of_its_arrays_even_when_it_fails(void **state)
{
    (void)state;
    pd_smpl_data data;
    pd_smpl_model *out = (pd_smpl_model *)1;
    pd_error err = {0};
    pd_fixture_data(&data, &(pd_fixture){.vertices = 50});
    data.parents[5] = 9;
    assert_int_not_equal(pd_smpl_model_build(&out, &data, &err), PD_OK);
    assert_null(out);
    assert_null(data.v_template);
    assert_true(err.where[0] && err.detail[0]);
}

static void a_retained_model_outlives_its_first_release(void **state)
{
    (void)state;
    pd_smpl_model *m = pd_fixture_model(&(pd_fixture){.vertices = 50});
    assert_ptr_equal(pd_smpl_model_retain(m), m);
    pd_smpl_model_release(m);
    assert_int_equal(m->vertex_count, 50);
    assert_true(pd_smpl_model_bytes(m) > 50 * 12);
    pd_smpl_model_release(m);
    pd_smpl_model_release(NULL);
}

/* Adds the arrays that measurements and descriptions need: a landmark, limits, a mirror. */
static void add_extras(pd_smpl_data *d)
{
    d->landmark_count = 1;
    d->landmarks = calloc(1, sizeof *d->landmarks);
    d->landmarks[0] = (pd_smpl_landmark){"crotch", 7};
    d->beta_limits = malloc((size_t)d->beta_count * sizeof *d->beta_limits);
    for (int i = 0; i < d->beta_count; i++) d->beta_limits[i] = 3;
    d->mirror = malloc((size_t)d->vertex_count * sizeof *d->mirror);
    for (int i = 0; i < d->vertex_count; i++) d->mirror[i] = i;
}

static void the_content_hash_depends_on_every_array(void **state)
{
    (void)state;
    uint64_t hashes[12];
    for (int i = 0; i < 12; i++) {
        pd_smpl_data d;
        pd_smpl_model *m;
        pd_fixture_data(&d, &(pd_fixture){.vertices = 50,
                                          .soft = 1,
                                          .pose = i == 6 || i == 7 ? PD_FIXTURE_SPARSE : PD_FIXTURE_DENSE});
        add_extras(&d);
        if (i == 1) d.v_template[149] += 1e-6f;
        if (i == 2) d.posedirs[7] += 1e-6f;
        if (i == 3) d.softdirs[2] += 1e-6f;
        if (i == 4) d.joint_names[3][0] = 'S';
        if (i == 5) d.text.licence[0] = 'm';
        if (i == 7) d.sparse.values[3] += 1e-6f;
        if (i == 8) d.landmarks[0].vertex = 8;
        if (i == 9) d.landmarks[0].name[0] = 'C';
        if (i == 10) d.beta_limits[1] = 2;
        if (i == 11) d.mirror[3] = 4, d.mirror[4] = 3;
        assert_int_equal(pd_smpl_model_build(&m, &d, NULL), PD_OK);
        hashes[i] = m->content_hash;
        pd_smpl_model_release(m);
        for (int j = 0; j < i; j++) assert_true(hashes[i] != hashes[j]);
    }
}

static void the_hash_depends_on_every_bit_and_on_the_length(void **state)
{
    (void)state;
    unsigned char bytes[67] = {0};
    uint64_t plain = pd_hash64(bytes, 67, 0);
    assert_true(pd_hash64(bytes, 66, 0) != plain && pd_hash64(bytes, 67, 1) != plain);
    for (int bit = 0; bit < 67 * 8; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        assert_true(pd_hash64(bytes, 67, 0) != plain);
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
}

static void sparse_tiles_omit_zeros(void **state)
{
    (void)state;
    pd_smpl_model *dense = pd_fixture_model(&(pd_fixture){.vertices = 2000});
    pd_smpl_model *sparse = pd_fixture_model(&(pd_fixture){.vertices = 2000, .pose = PD_FIXTURE_SPARSE});
    size_t all = dense->tiles->tile_rows[dense->tiles->tile_count];
    size_t some = sparse->tiles->tile_rows[sparse->tiles->tile_count];
    assert_int_equal(all, 125 * (1 + 10 + 207));
    assert_true(some < all / 2);
    pd_smpl_model_release(dense), pd_smpl_model_release(sparse);
}

/* Computes `count` equal bodies in one job, and returns the vertices of all. The caller frees them. */
static float *equal_bodies(const pd_smpl_model *m, int count)
{
    static const float betas[] = {0.5f, -1.25f, 2};
    float rotations[24 * 9];
    const size_t numbers = 3 * (size_t)m->vertex_count;
    float *vertices = malloc((size_t)count * numbers * sizeof *vertices);
    pd_smpl_body *bodies = calloc((size_t)count, sizeof *bodies);
    static const float turn[] = {0.36f, 0.48f, -0.8f, -0.8f, 0.6f, 0, 0.48f, 0.64f, 0.6f};
    for (int k = 0; k < 24; k++) memcpy(rotations + 9 * k, turn, sizeof turn);
    for (int i = 0; i < count; i++)
        bodies[i] = (pd_smpl_body){.betas = betas,
                                   .beta_count = 3,
                                   .rotations = rotations,
                                   .vertices = vertices + (size_t)i * numbers};

    const pd_smpl_job job = {.bodies = bodies, .body_count = count};
    pd_arena scratch;
    assert_int_equal(pd_smpl_job_check(&job, m, NULL), PD_OK);
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, m)));
    pd_smpl_job_run(&job, m, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
    free(bodies);
    return vertices;
}

static void the_first_batch_makes_wide_rows_which_give_the_bits_of_narrow_ones(void **state)
{
    (void)state;
    pd_smpl_model *m = pd_fixture_model(&(pd_fixture){.vertices = 500, .pose = PD_FIXTURE_SPARSE});
    const pd_smpl_tiles *tiles = m->tiles;
    const int count = tiles->tile_count;
    assert_true(tiles->tile_narrow[count] > 0); /* there is something to unpack */

    /* One body reads the narrow rows. A batch makes the wide rows, which count as memory. */
    const size_t before = pd_smpl_model_bytes(m), bytes = 3 * 500 * sizeof(float);
    float *one = equal_bodies(m, 1);
    assert_null(tiles->wide);
    assert_int_equal(pd_smpl_model_bytes(m), before);
    float *many = equal_bodies(m, 9);
    assert_non_null(tiles->wide);
    assert_int_equal(pd_smpl_model_bytes(m), before + tiles->tile_rows[count] * PD_K_TILE * sizeof(float));
    for (size_t i = 0; i < 9; i++) assert_memory_equal(many + 3 * 500 * i, one, bytes);
    free(one), free(many);

    /* A tile has one of the two forms, and its rows are the same in both. */
    for (int t = 0; t < count; t++) {
        const bool is_narrow = tiles->tile_narrow[t + 1] > tiles->tile_narrow[t];
        assert_int_equal(tiles->tile_plain[t + 1] - tiles->tile_plain[t],
                         is_narrow ? 0 : tiles->tile_rows[t + 1] - tiles->tile_rows[t]);
        pd_smpl_tile_rows kept = pd_smpl_tile_open(tiles, t, NULL),
                          wide = pd_smpl_tile_open(tiles, t, tiles->wide);
        assert_memory_equal(kept.start, wide.start, PD_K_TILE * sizeof(float));
        for (int i = tiles->tile_block_start[t]; i < tiles->tile_block_start[t + 1]; i++) {
            const pd_k_run a = pd_smpl_tile_next(&kept, tiles, tiles->tile_blocks[i]),
                           b = pd_smpl_tile_next(&wide, tiles, tiles->tile_blocks[i]);
            for (int k = 0; k < a.count * PD_K_TILE; k++) assert_true(pd_smpl_run_number(&a, k) == b.rows[k]);
        }
    }
    pd_smpl_model_release(m);
}

/* Half-precision rows are the rounding of float32 rows, and every kernel must read both alike. */
static void half_precision_rows_give_the_bits_of_float32_rows(void **state)
{
    (void)state;
    enum { ROWS = 5 };
    _Alignas(64) static float rows[ROWS * PD_K_TILE], start[PD_K_TILE], coefs[ROWS * PD_K_GROUP];
    _Alignas(64) static uint16_t half[ROWS * PD_K_TILE];
    _Alignas(64) static float a[PD_K_GROUP * PD_K_TILE], b[PD_K_GROUP * PD_K_TILE];
    pd_rng rng;
    pd_rng_init(&rng, 7);
    for (int i = 0; i < ROWS * PD_K_TILE; i++) {
        /* from 1e-7, which half precision holds as a subnormal, to 1 */
        half[i] =
            pd_half_from_float((float)(pd_rng_between(&rng, -1, 1) * pow(10, pd_rng_between(&rng, -7, 0))));
        rows[i] = pd_half_to_float(half[i]);
    }
    for (int i = 0; i < PD_K_TILE; i++) start[i] = (float)pd_rng_between(&rng, -1, 1);
    for (int i = 0; i < ROWS * PD_K_GROUP; i++) coefs[i] = (float)pd_rng_between(&rng, -5, 5);

    const pd_k_run wide = {.rows = rows, .count = ROWS}, narrow = {.half = half, .count = ROWS};
    for (pd_k_cpu cpu = 0; cpu < PD_K_CPU_COUNT; cpu++) {
        if (!pd_k_cpu_has(cpu)) continue;
        const char *const names[] = {"ref", "avx2", "avx512", "neon"};
        assert_int_equal(pd_k_cpu_init(names[cpu], NULL), PD_OK);
        for (int bodies = 1; bodies <= PD_K_GROUP; bodies++) {
            pd_k_body_get()->blend(a, start, &wide, 1, coefs, bodies, (const char *)rows);
            pd_k_body_get()->blend(b, start, &narrow, 1, coefs, bodies, (const char *)rows);
            assert_memory_equal(a, b, (size_t)bodies * PD_K_TILE * sizeof *a);
        }
    }
    pd_k_cpu_init(NULL, NULL);
}

/* Makes shape directions in half precision, as files store them.
 * The last three move the first 60 vertices only. */
static void shape_directions_are_kept_in_half_precision_for_the_tiles_that_they_move(void **state)
{
    (void)state;
    pd_smpl_data data = {0};
    pd_fixture_data(&data, &(pd_fixture){.vertices = 500, .pose = PD_FIXTURE_SPARSE});
    for (size_t v = 0; v < 500; v++)
        for (size_t i = 0; i < 30; i++) {
            float *number = &data.shapedirs[30 * v + i];
            *number = v >= 60 && i % 10 >= 7 ? 0 : pd_half_to_float(pd_half_from_float(*number));
        }
    pd_smpl_model *m;
    assert_int_equal(pd_smpl_model_build(&m, &data, NULL), PD_OK);
    const pd_smpl_tiles *tiles = m->tiles;
    int halves = 0;
    for (int t = 0; t < tiles->tile_count; t++) {
        assert_int_equal(tiles->tile_betas[t], t <= 60 / PD_K_LANES ? 10 : 7);
        assert_int_equal(tiles->tile_half[t], 1);
        pd_smpl_tile_rows rows = pd_smpl_tile_open(tiles, t, NULL);
        const pd_k_run run = pd_smpl_tile_next(&rows, tiles, 0);
        assert_int_equal(run.count, tiles->tile_betas[t]);
        if (!run.half) continue; /* a tile that rounding would move too far stays in float32 */
        halves++;
        for (int i = 0; i < run.count * PD_K_TILE; i++) {
            const int v = pd_smpl_lane_vertex(tiles, t, i % PD_K_LANES), c = i / PD_K_LANES % 3;
            assert_true(pd_smpl_run_number(&run, i) == m->data.shapedirs[(3 * v + c) * 10 + i / PD_K_TILE]);
        }
    }
    assert_true(halves > 0);

    /* One body reads them, a batch reads float32 rows: the bits are the same. */
    float *one = equal_bodies(m, 1), *many = equal_bodies(m, 9);
    for (size_t i = 0; i < 9; i++) assert_memory_equal(many + 1500 * i, one, 1500 * sizeof *one);
    free(one), free(many);
    pd_smpl_model_release(m);

    /* A number that half precision does not hold keeps its bits in a tile of float32 rows. */
    pd_fixture_data(&data, &(pd_fixture){.vertices = 500, .pose = PD_FIXTURE_SPARSE});
    data.shapedirs[0] = 0.1f;
    assert_int_equal(pd_smpl_model_build(&m, &data, NULL), PD_OK);
    assert_int_equal(m->tiles->tile_half[0], 0);
    pd_smpl_tile_rows rows = pd_smpl_tile_open(m->tiles, 0, NULL);
    assert_true(pd_smpl_tile_next(&rows, m->tiles, 0).rows[0] == 0.1f);
    pd_smpl_model_release(m);
}

static void an_unknown_or_missing_kernel_is_refused_by_name(void **state)
{
    (void)state;
    pd_error err = {0};
    assert_int_equal(pd_k_cpu_init("sse9", &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "\"sse9\"; ref, avx2, avx512 or neon allowed"));
    assert_int_equal(pd_k_cpu_init(pd_k_cpu_has(PD_K_CPU_NEON) ? "avx2" : "neon", &err), PD_ERR_UNSUPPORTED);
    assert_int_equal(pd_k_cpu_init("ref", &err), PD_OK);
    assert_string_equal(pd_k_cpu_name(), "ref");
    assert_int_equal(pd_k_cpu_init("", &err), PD_OK);
}

/* Makes a model with so many joints that each tile has 9 x 199 blocks of pose blend shapes. Those of every
 * second joint are used. */
enum { MANY_JOINTS = 200, MANY_VERTICES = 80, MANY_BETAS = 8 };

static pd_smpl_data many_blocks(void)
{
    const int joints = MANY_JOINTS, vertices = MANY_VERTICES;
    pd_smpl_data d = {.vertex_count = vertices,
                      .joint_count = joints,
                      .beta_count = MANY_BETAS,
                      .face_count = vertices - 2};
    d.v_template = calloc(3 * (size_t)vertices, sizeof *d.v_template);
    d.shapedirs = calloc(3 * (size_t)vertices * MANY_BETAS, sizeof *d.shapedirs);
    d.weights = calloc((size_t)vertices * MANY_JOINTS, sizeof *d.weights);
    d.regressor_start = calloc(MANY_JOINTS + 1, sizeof *d.regressor_start);
    d.regressor_vertex = calloc(MANY_JOINTS, sizeof *d.regressor_vertex);
    d.regressor_weight = calloc(MANY_JOINTS, sizeof *d.regressor_weight);
    d.parents = calloc(MANY_JOINTS, sizeof *d.parents);
    d.faces = calloc(3 * (size_t)d.face_count, sizeof *d.faces);
    d.joint_names = calloc(MANY_JOINTS, PD_SMPL_NAME_BYTES);
    for (int v = 0; v < vertices; v++) {
        d.v_template[3 * v] = (float)v * 0.1f, d.v_template[3 * v + 1] = (float)(v * v % 7) * 0.1f;
        d.weights[v * MANY_JOINTS] = 1;
    }
    for (int i = 0; i < 3 * vertices * MANY_BETAS; i++) d.shapedirs[i] = (float)(i % 5 - 2) * 1e-3f;
    for (int f = 0; f < d.face_count; f++)
        for (int k = 0; k < 3; k++) d.faces[3 * f + k] = (uint32_t)(f + k);
    for (int k = 0; k < joints; k++) {
        d.regressor_start[k + 1] = k + 1, d.regressor_weight[k] = 1;
        d.parents[k] = k ? 0 : -1;
        snprintf(d.joint_names[k], PD_SMPL_NAME_BYTES, "joint_%d", k);
    }

    pd_smpl_sparse_dirs *s = &d.sparse;
    s->pattern_count = 1, s->beta_terms = MANY_BETAS;
    s->value_count = 27 * (MANY_JOINTS - 1) * MANY_VERTICES;
    s->pattern_start = calloc(2, sizeof *s->pattern_start);
    s->pattern_joints = calloc(MANY_JOINTS, sizeof *s->pattern_joints);
    s->vertex_pattern = calloc(MANY_VERTICES, sizeof *s->vertex_pattern);
    s->values = calloc((1 + MANY_BETAS) * s->value_count, sizeof *s->values);
    s->pattern_start[1] = MANY_JOINTS - 1;
    for (int k = 1; k < joints; k++) s->pattern_joints[k - 1] = k;
    for (size_t i = 0; i < (1 + MANY_BETAS) * s->value_count; i++)
        s->values[i] = (float)((int)(i * 7 % 11) - 5) * 1e-4f;
    return d;
}

static void a_model_with_many_blocks_equals_the_reference_when_every_second_joint_rests(void **state)
{
    (void)state;
    static const float quarter[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
    float betas[MANY_BETAS], rotations[9 * MANY_JOINTS], out[3 * MANY_VERTICES];
    double expected[3 * MANY_VERTICES];
    pd_smpl_data data = many_blocks(), copy = many_blocks();
    pd_smpl_model *m;
    pd_error err = {0};
    if (pd_smpl_model_build(&m, &copy, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    for (int b = 0; b < MANY_BETAS; b++) betas[b] = 1 + (float)b / 4;
    for (int i = 0; i < 9 * MANY_JOINTS; i++)
        rotations[i] = i / 9 % 2 ? quarter[i % 9] : (float)(i % 9 % 4 == 0);

    pd_smpl_body body = {.betas = betas, .beta_count = MANY_BETAS, .rotations = rotations, .vertices = out};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};
    pd_arena scratch;
    assert_int_equal(pd_smpl_job_check(&job, m, NULL), PD_OK);
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, m)));
    pd_smpl_job_run(&job, m, &scratch, &pd_executor_serial);
    assert_int_equal(pd_smpl_body_ref(expected, NULL, &data, &body, PD_SMPL_LBS, &err), PD_OK);
    for (int i = 0; i < 3 * MANY_VERTICES; i++)
        if (!(fabs((double)out[i] - expected[i]) < 1e-4))
            fail_msg("coordinate %d is %g, not %g", i, (double)out[i], expected[i]);

    pd_arena_deinit(&scratch);
    pd_smpl_model_release(m);
    pd_smpl_data_deinit(&data);
}

static void run_stage(float *vertices, float *joints, const float *betas, const float *rotations,
                      pd_smpl_stage stage)
{
    const pd_smpl_body body = {.betas = betas,
                               .beta_count = 3,
                               .rotations = rotations,
                               .vertices = vertices,
                               .joints = joints,
                               .stage = stage};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena scratch;
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
}

/* Follows figure 3 of the paper: T + B_S, T_P, and T_P skinned by a plain loop, which is the posed body. */
static void each_stage_of_a_body_follows_from_the_one_before(void **state)
{
    (void)state;
    float rest[300], shaped[300], corrected[300], posed[300], joints[72], rest_joints[72],
        betas[3] = {1, -2, 0.5f}, rotations[24 * 9];
    double apart = 0;
    pd_rng rng;
    pd_smpl_pose pose;
    pd_rng_init(&rng, 8);
    pd_fixture_rotations(rotations, 24, 0.5, &rng);
    run_stage(rest, rest_joints, betas, NULL, PD_SMPL_POSED);
    run_stage(shaped, joints, betas, rotations, PD_SMPL_SHAPED);
    assert_memory_equal(rest, shaped, sizeof rest);
    assert_memory_equal(joints, rest_joints, sizeof joints);
    run_stage(corrected, joints, betas, rotations, PD_SMPL_CORRECTED);
    assert_memory_equal(joints, rest_joints, sizeof joints);
    run_stage(posed, joints, betas, rotations, PD_SMPL_POSED);

    const pd_smpl_body body = {.betas = betas, .beta_count = 3, .rotations = rotations};
    pd_smpl_pose_chain(&pose, model, &body);
    for (int i = 0; i < 100; i++) {
        double sum[3] = {0}, at[3],
               p[3] = {(double)corrected[3 * i], (double)corrected[3 * i + 1], (double)corrected[3 * i + 2]};
        for (int k = 0; k < 24; k++) {
            pd_xform_point(at, &pose.skin[k], p);
            for (int c = 0; c < 3; c++) sum[c] += (double)model->data.weights[24 * i + k] * at[c];
        }
        for (int c = 0; c < 3; c++) {
            assert_true(fabs(sum[c] - (double)posed[3 * i + c]) < 1e-4);
            apart = fmax(apart, fabs((double)corrected[3 * i + c] - (double)shaped[3 * i + c]));
        }
    }
    assert_true(apart > 1e-3);
}

static void every_stage_equals_that_of_the_reference(void **state)
{
    (void)state;
    float vertices[300], joints[72], betas[3] = {-1, 0.5f, 2}, rotations[24 * 9];
    double wanted[300], wanted_joints[72];
    pd_error err;
    pd_rng rng;
    pd_smpl_data data;
    pd_fixture_data(&data, &(pd_fixture){.vertices = 100, .soft = 2});
    pd_rng_init(&rng, 9);
    pd_fixture_rotations(rotations, 24, 0.5, &rng);
    for (int stage = PD_SMPL_POSED; stage <= PD_SMPL_CORRECTED; stage++) {
        const pd_smpl_body body = {
            .betas = betas, .beta_count = 3, .rotations = rotations, .stage = (pd_smpl_stage)stage};
        run_stage(vertices, joints, betas, rotations, (pd_smpl_stage)stage);
        assert_int_equal(pd_smpl_body_ref(wanted, wanted_joints, &data, &body, PD_SMPL_LBS, &err), PD_OK);
        for (int i = 0; i < 300; i++) assert_true(fabs(wanted[i] - (double)vertices[i]) < 1e-4);
        for (int i = 0; i < 72; i++) assert_true(fabs(wanted_joints[i] - (double)joints[i]) < 1e-5);
    }
    pd_smpl_data_deinit(&data);
}

/* Compares every skinning and stage of a model whose pose blend shapes depend on quaternions, built and read
 * from a file. */
static void models_with_quaternion_blend_shapes_equal_the_reference(void **state)
{
    (void)state;
    float betas[4] = {-1, 0.5f, 2, 1}, rotations[24 * 9], vertices[300], joints[72], again[300];
    double wanted[300], wanted_joints[72];
    pd_error err;
    pd_rng rng;
    pd_smpl_data data, copy;
    pd_buffer file = {0};
    const pd_fixture kind = {.vertices = 100, .pose = PD_FIXTURE_QUATERNION};
    pd_fixture_data(&data, &kind);
    pd_rng_init(&rng, 11);
    pd_fixture_rotations(rotations, 24, 3, &rng);

    assert_int_equal(pd_train_data_encode(&file, &data, 0, &err), PD_OK);
    assert_int_equal(pd_smpl_data_parse(&copy, file.data, file.size, "q.safetensors", &err), PD_OK);
    assert_int_equal(copy.pose_features, PD_SMPL_QUATERNION_FEATURES);
    pd_buffer_deinit(&file);
    pd_smpl_model *made = pd_fixture_model(&kind), *read;
    assert_int_equal(pd_smpl_model_build(&read, &copy, &err), PD_OK);
    assert_int_equal(made->pose_feature_count, 96);
    assert_true(made->content_hash == read->content_hash);

    double apart = 0;
    for (int skinning = PD_SMPL_LBS; skinning < PD_SMPL_SKINNING_COUNT; skinning++)
        for (int stage = PD_SMPL_POSED; stage <= PD_SMPL_CORRECTED; stage++)
            for (int m = 0; m < 2; m++) {
                const pd_smpl_body body = {.betas = betas,
                                           .beta_count = 4,
                                           .rotations = rotations,
                                           .vertices = m ? again : vertices,
                                           .joints = joints,
                                           .stage = (pd_smpl_stage)stage};
                const pd_smpl_job job = {&body, 1, (pd_smpl_skinning)skinning, NULL};
                pd_arena scratch;
                assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, made)));
                pd_smpl_job_run(&job, m ? read : made, &scratch, &pd_executor_serial);
                pd_arena_deinit(&scratch);
                assert_int_equal(
                    pd_smpl_body_ref(wanted, wanted_joints, &data, &body, (pd_smpl_skinning)skinning, &err),
                    PD_OK);
                for (int i = 0; i < 300; i++)
                    assert_true(fabs(wanted[i] - (double)body.vertices[i]) < (skinning ? 1e-4 : 1e-5));
                for (int i = 0; i < 72; i++) assert_true(fabs(wanted_joints[i] - (double)joints[i]) < 1e-5);
                if (m) assert_memory_equal(vertices, again, sizeof again);
            }
    for (int i = 0; i < 300; i++) apart = fmax(apart, fabs((double)vertices[i] - (double)data.v_template[i]));
    assert_true(apart > 1e-3);
    pd_smpl_model_release(made);
    pd_smpl_model_release(read);
    pd_smpl_data_deinit(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_with_quaternion_blend_shapes_equal_the_reference),
        cmocka_unit_test(a_model_with_many_blocks_equals_the_reference_when_every_second_joint_rests),
        cmocka_unit_test(each_stage_of_a_body_follows_from_the_one_before),
        cmocka_unit_test(every_stage_equals_that_of_the_reference),
        cmocka_unit_test(an_invalid_body_is_named_with_field_value_and_range),
        cmocka_unit_test(a_mesh_job_without_bodies_or_with_an_unknown_skinning_is_refused_at_its_field),
        cmocka_unit_test(building_a_model_takes_ownership_of_its_arrays_even_when_it_fails),
        cmocka_unit_test(a_retained_model_outlives_its_first_release),
        cmocka_unit_test(the_content_hash_depends_on_every_array),
        cmocka_unit_test(the_hash_depends_on_every_bit_and_on_the_length),
        cmocka_unit_test(sparse_tiles_omit_zeros),
        cmocka_unit_test(the_first_batch_makes_wide_rows_which_give_the_bits_of_narrow_ones),
        cmocka_unit_test(half_precision_rows_give_the_bits_of_float32_rows),
        cmocka_unit_test(shape_directions_are_kept_in_half_precision_for_the_tiles_that_they_move),
        cmocka_unit_test(an_unknown_or_missing_kernel_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, make_model, free_model);
}
