/* Derivatives of bodies (core/smpl/derivative.h): the forward derivative equals differences of the forward
 * pass, and the reverse one is its transpose. Each kind of model and each kind of pose is tried. */
#include "core/smpl/derivative.h"

#include "core/kernel/body/transposed.h"
#include "core/math/rotation.h"
#include "core/smpl/data/psd.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PERSON "models/person.safetensors"

typedef struct subject {
    pd_smpl_model *model;
    float *betas, *expression, *rotations, translation[3];
    double *d_betas, *d_expression, (*turns)[3], d_translation[3];
    pd_smpl_body body;
} subject;

static void *numbers(size_t count, size_t bytes)
{
    void *memory = calloc(count + 1, bytes);
    assert_non_null(memory);
    return memory;
}

/* A body of the model with a random shape, and a random direction. angle: largest rotation, radians. */
static void begin_subject(subject *s, pd_smpl_model *model, double angle, pd_rng *rng)
{
    const size_t joints = (size_t)model->joint_count;
    *s = (subject){.model = model,
                   .betas = numbers((size_t)model->beta_count, sizeof(float)),
                   .expression = numbers((size_t)model->expression_count, sizeof(float)),
                   .rotations = numbers(9 * joints, sizeof(float)),
                   .d_betas = numbers((size_t)model->beta_count, sizeof(double)),
                   .d_expression = numbers((size_t)model->expression_count, sizeof(double)),
                   .turns = numbers(joints, sizeof(double[3]))};
    pd_fixture_normals(s->betas, model->beta_count, 0.8, rng);
    for (int e = 0; e < model->expression_count; e++) s->expression[e] = (float)(0.5 * pd_rng_uniform(rng));
    pd_fixture_rotations(s->rotations, model->joint_count, angle, rng);
    for (int c = 0; c < 3; c++) s->translation[c] = (float)pd_rng_uniform(rng);

    for (int b = 0; b < model->beta_count; b++) s->d_betas[b] = pd_rng_uniform(rng) - 0.5;
    for (int e = 0; e < model->expression_count; e++) s->d_expression[e] = pd_rng_uniform(rng) - 0.5;
    for (size_t k = 0; k < joints; k++)
        for (int c = 0; c < 3; c++) s->turns[k][c] = pd_rng_uniform(rng) - 0.5;
    for (int c = 0; c < 3; c++) s->d_translation[c] = pd_rng_uniform(rng) - 0.5;
    s->body = (pd_smpl_body){.betas = s->betas,
                             .expression = s->expression,
                             .rotations = s->rotations,
                             .translation = s->translation,
                             .beta_count = model->beta_count,
                             .expression_count = model->expression_count};
}

static void end_subject(subject *s)
{
    free(s->betas);
    free(s->expression);
    free(s->rotations);
    free(s->d_betas);
    free(s->d_expression);
    free(s->turns);
}

/* Vertices and joints of the body at `step` along the direction. */
static void at_step(float *vertices, float *joints, const subject *s, double step)
{
    const pd_smpl_model *model = s->model;
    subject moved = *s;
    const size_t rotations = 9 * (size_t)model->joint_count;
    moved.betas = numbers((size_t)model->beta_count, sizeof(float));
    moved.expression = numbers((size_t)model->expression_count, sizeof(float));
    moved.rotations = numbers(rotations, sizeof(float));
    for (int b = 0; b < model->beta_count; b++)
        moved.betas[b] = (float)((double)s->betas[b] + step * s->d_betas[b]);
    for (int e = 0; e < model->expression_count; e++)
        moved.expression[e] = (float)((double)s->expression[e] + step * s->d_expression[e]);
    for (int k = 0; k < model->joint_count; k++) {
        double turn[3], left[9], own[9];
        for (int c = 0; c < 3; c++) turn[c] = step * s->turns[k][c];
        for (int i = 0; i < 9; i++) own[i] = (double)s->rotations[9 * k + i];
        pd_rot_from_axis_angle(left, turn);
        pd_rot_mul(own, left, own);
        for (int i = 0; i < 9; i++) moved.rotations[9 * k + i] = (float)own[i];
    }
    for (int c = 0; c < 3; c++)
        moved.translation[c] = (float)((double)s->translation[c] + step * s->d_translation[c]);

    pd_smpl_body body = s->body;
    body.betas = moved.betas, body.expression = moved.expression, body.rotations = moved.rotations;
    body.translation = moved.translation, body.vertices = vertices, body.joints = joints;
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_error err;
    pd_arena scratch = {0};
    if (pd_smpl_job_check(&job, model, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
    free(moved.betas);
    free(moved.expression);
    free(moved.rotations);
}

/* Compares the forward derivative with a difference of sixth order in 60 h dy = 45 (y(h) - y(-h)) - 9 (y(2h)
 * - y(-2h)) + (y(3h) - y(-3h)). A smaller step would show the rounding of float32 rotations. least:
 * derivatives below it, in metres, are compared with an error of 1e-4 times it. */
static void agrees_with_differences(const subject *s, double least)
{
    const double h = 0.03;
    const double steps[6] = {h, -h, 2 * h, -2 * h, 3 * h, -3 * h};
    const size_t v = 3 * (size_t)s->model->vertex_count, j = 3 * (size_t)s->model->joint_count;
    float *points[6], *joints[6], *dv = numbers(v, sizeof(float)), *dj = numbers(j, sizeof(float));
    pd_arena scratch = {0};
    for (int i = 0; i < 6; i++) {
        points[i] = numbers(v, sizeof(float));
        joints[i] = numbers(j, sizeof(float));
        at_step(points[i], joints[i], s, steps[i]);
    }

    pd_smpl_direction along = {s->d_betas, s->d_expression, s->turns, {0}};
    memcpy(along.translation, s->d_translation, sizeof along.translation);
    assert_true(pd_arena_init(&scratch, pd_smpl_derivative_bytes(s->model)));
    pd_smpl_derivative_forward(dv, dj, &s->body, s->model, &along, &scratch, &pd_executor_serial);
    assert_int_equal(scratch.used, 0);
    assert_true(scratch.high <= pd_smpl_derivative_bytes(s->model));

    double most = 0, worst = 0;
    for (size_t i = 0; i < v + j; i++) {
        float *const *from = i < v ? points : joints;
        const size_t at = i < v ? i : i - v;
        const double expected =
            (45 * ((double)from[0][at] - (double)from[1][at]) -
             9 * ((double)from[2][at] - (double)from[3][at]) + (double)from[4][at] - (double)from[5][at]) /
            (60 * h);
        const double found = (double)(i < v ? dv : dj)[at];
        most = fmax(most, fabs(expected));
        worst = fmax(worst, fabs(found - expected));
    }
    if (!(worst <= 1e-4 * fmax(most, least))) fail_msg("%g of %g", worst, most);

    for (int i = 0; i < 6; i++) {
        free(points[i]);
        free(joints[i]);
    }
    free(dv);
    free(dj);
    pd_arena_deinit(&scratch);
}

/* gy . (J dx) = (J^T gy) . dx, for random gy. */
static void is_transposed(const subject *s, pd_rng *rng)
{
    const pd_smpl_model *m = s->model;
    const size_t v = 3 * (size_t)m->vertex_count, j = 3 * (size_t)m->joint_count;
    float *dv = numbers(v, sizeof(float)), *dj = numbers(j, sizeof(float));
    float *gv = numbers(v, sizeof(float)), *gj = numbers(j, sizeof(float));
    double *by_betas = numbers((size_t)m->beta_count, sizeof(double));
    double *by_expression = numbers((size_t)m->expression_count, sizeof(double));
    double(*by_turns)[3] = numbers((size_t)m->joint_count, sizeof *by_turns);
    pd_smpl_direction along = {s->d_betas, s->d_expression, s->turns, {0}};
    pd_smpl_direction out = {by_betas, by_expression, by_turns, {0}};
    pd_arena scratch = {0};
    memcpy(along.translation, s->d_translation, sizeof along.translation);
    assert_true(pd_arena_init(&scratch, pd_smpl_derivative_bytes(m)));
    pd_smpl_derivative_forward(dv, dj, &s->body, m, &along, &scratch, &pd_executor_serial);

    for (int part = 1; part <= 3; part++) { /* vertices, joints, both */
        pd_fixture_normals(gv, (int)v, 1, rng);
        pd_fixture_normals(gj, (int)j, 1, rng);
        pd_smpl_derivative_reverse(&out, &s->body, m, part & 1 ? gv : NULL, part & 2 ? gj : NULL, &scratch,
                                   &pd_fixture_shuffled);
        double left = 0, right = 0, size = 0;
        for (size_t i = 0; i < v && part & 1; i++) left += (double)gv[i] * (double)dv[i];
        for (size_t i = 0; i < v && part & 1; i++) size += fabs((double)gv[i] * (double)dv[i]);
        for (size_t i = 0; i < j && part & 2; i++) left += (double)gj[i] * (double)dj[i];
        for (size_t i = 0; i < j && part & 2; i++) size += fabs((double)gj[i] * (double)dj[i]);
        for (int b = 0; b < m->beta_count; b++) right += by_betas[b] * s->d_betas[b];
        for (int e = 0; e < m->expression_count; e++) right += by_expression[e] * s->d_expression[e];
        for (int k = 0; k < m->joint_count; k++)
            for (int c = 0; c < 3; c++) right += by_turns[k][c] * s->turns[k][c];
        for (int c = 0; c < 3; c++) right += out.translation[c] * s->d_translation[c];
        if (!(fabs(left - right) <= 2e-6 * size))
            fail_msg("part %d: %g and %g of %g", part, left, right, size);
    }

    free(dv);
    free(dj);
    free(gv);
    free(gj);
    free(by_betas);
    free(by_expression);
    free(by_turns);
    pd_arena_deinit(&scratch);
}

static const pd_fixture fixtures[] = {
    {.vertices = 500, .soft = 2},
    {.vertices = 100, .joints = 4, .pose = PD_FIXTURE_NO_POSE},
    {.vertices = 333, .betas = -1, .pose = PD_FIXTURE_SPARSE},
    {.vertices = 200, .pose = PD_FIXTURE_SPARSE, .beta_terms = 2},
    {.vertices = 200, .pose = PD_FIXTURE_QUATERNION},
    {.vertices = 33, .joints = 40, .influences = 8},
};

static void derivatives_of_every_kind_of_model_are_right(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof fixtures / sizeof *fixtures; i++) {
        pd_smpl_model *model = pd_fixture_model(&fixtures[i]);
        for (int pose = 0; pose < 3; pose++) {
            static const double angles[] = {0, 0.4, 2.5}; /* 0: at rest */
            pd_rng rng;
            subject s;
            pd_rng_init(&rng, 10 * i + (size_t)pose);
            begin_subject(&s, model, angles[pose], &rng);
            agrees_with_differences(&s, 0.1);
            is_transposed(&s, &rng);
            if (!pose) {
                s.body.rotations = NULL; /* the same as identities */
                is_transposed(&s, &rng);
            }
            end_subject(&s);
        }
        pd_smpl_model_release(model);
    }
}

/* Our own model has expressions and sculpts that the pose drives. */
static void derivatives_of_the_shipped_person_are_right(void **state)
{
    (void)state;
    pd_smpl_model *model;
    pd_error err;
    pd_rng rng;
    if (pd_smpl_model_load(&model, PERSON, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_rng_init(&rng, 5);
    for (int pose = 0; pose < 2; pose++) {
        subject s;
        begin_subject(&s, model, pose ? 0.9 : 0, &rng);
        agrees_with_differences(&s, 0.1);
        is_transposed(&s, &rng);
        s.body.no_sculpts = true;
        agrees_with_differences(&s, 0.1);
        is_transposed(&s, &rng);
        end_subject(&s);
    }
    pd_smpl_model_release(model);
}

/* A direction of the translation alone moves all vertices and joints by it. */
static void a_translation_moves_everything_alike(void **state)
{
    (void)state;
    pd_smpl_model *model = pd_fixture_model(&fixtures[0]);
    pd_rng rng;
    subject s;
    pd_rng_init(&rng, 3);
    begin_subject(&s, model, 1, &rng);
    memset(s.d_betas, 0, (size_t)model->beta_count * sizeof(double));
    memset(s.turns, 0, (size_t)model->joint_count * sizeof *s.turns);
    const pd_smpl_direction along = {s.d_betas, s.d_expression, s.turns, {0.25, -2, 3}};
    float *dv = numbers(3 * (size_t)model->vertex_count, sizeof(float)), dj[3 * 24];
    pd_arena scratch = {0};
    assert_true(pd_arena_init(&scratch, pd_smpl_derivative_bytes(model)));
    pd_smpl_derivative_forward(dv, dj, &s.body, model, &along, &scratch, &pd_fixture_threads);
    for (int i = 0; i < 3 * model->vertex_count; i++)
        assert_near((double)dv[i], along.translation[i % 3], 1e-6);
    for (int i = 0; i < 3 * 24; i++) assert_near((double)dj[i], along.translation[i % 3], 1e-6);
    free(dv);
    pd_arena_deinit(&scratch);
    end_subject(&s);
    pd_smpl_model_release(model);
}

/* The Jacobian relates a change of a rotation vector to a rotation from the left,
 * for small and large angles. */
static void the_left_jacobian_relates_vectors_to_rotations(void **state)
{
    (void)state;
    static const double vectors[][3] = {{0, 0, 0},    {1e-5, 0, 0}, {0.009, 0.003, 0}, {0.0101, 0, 0},
                                        {0.5, -1, 2}, {0, 3.1, 0},  {4, 4, -4}};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        for (int c = 0; c < 3; c++) {
            const double h = 1e-5;
            double jacobian[9], ahead[3], behind[3], to[9], from[9], inverse[9], turn[9], vector[3];
            pd_rot_left_jacobian(jacobian, vectors[i]);
            memcpy(ahead, vectors[i], sizeof ahead);
            memcpy(behind, vectors[i], sizeof behind);
            ahead[c] += h, behind[c] -= h;
            pd_rot_from_axis_angle(to, ahead);
            pd_rot_from_axis_angle(from, behind);
            for (int r = 0; r < 3; r++)
                for (int k = 0; k < 3; k++) inverse[3 * r + k] = from[3 * k + r];
            pd_rot_mul(turn, to, inverse);
            pd_rot_to_axis_angle(vector, turn);
            for (int r = 0; r < 3; r++) assert_near(vector[r] / (2 * h), jacobian[3 * r + c], 1e-6);
        }
}

/* Each version of the kernel gives the same sums, for rows in each of their forms. */
static void every_version_of_the_transposed_kernels_agrees(void **state)
{
    (void)state;
#if defined(__x86_64__)
    enum { ROWS = 11, JOINTS = 5, ENTRIES = 7, LANES = PD_K_TRANSPOSED_LANES };
    static _Alignas(64) float rows[ROWS * PD_K_TILE], weights[ENTRIES * PD_K_LANES],
        table[JOINTS * PD_K_LBS_ROW];
    static _Alignas(64) float tile[PD_K_TILE], rest[PD_K_TILE], back[2][PD_K_TILE];
    static _Alignas(64) float sums[2][3 * ROWS * LANES], joints[2][JOINTS * PD_K_LBS_ROW * LANES];
    static _Alignas(64) uint16_t half[ROWS * PD_K_TILE];
    static _Alignas(64) int16_t narrow[ROWS * PD_K_TILE];
    static const int32_t index[ENTRIES] = {0, 1, 4, 2, 3, 1, 0};
    float scales[ROWS];
    pd_rng rng;
    if (!pd_k_cpu_has(PD_K_CPU_AVX2)) skip();
    pd_rng_init(&rng, 8);
    pd_fixture_normals(rows, ROWS * PD_K_TILE, 1, &rng);
    pd_fixture_normals(weights, ENTRIES * PD_K_LANES, 1, &rng);
    pd_fixture_normals(table, JOINTS * PD_K_LBS_ROW, 1, &rng);
    pd_fixture_normals(tile, PD_K_TILE, 1, &rng);
    pd_fixture_normals(rest, PD_K_TILE, 1, &rng);
    for (int i = 0; i < ROWS * PD_K_TILE; i++) {
        half[i] = (uint16_t)(0x3000 + (pd_rng_next(&rng) & 0x8fff)); /* finite, of either sign */
        narrow[i] = (int16_t)pd_rng_next(&rng);
    }
    for (int i = 0; i < ROWS; i++) scales[i] = ldexpf(1, -15 - i);

    const pd_k_run runs[] = {{.rows = rows, .feature = 0, .count = ROWS},
                             {.half = half, .feature = ROWS, .count = ROWS},
                             {.narrow = narrow, .scales = scales, .feature = 2 * ROWS, .count = ROWS}};
    const pd_k_skin skin = {index, weights, ENTRIES};
    const pd_k_transposed *const versions[2] = {&pd_k_transposed_ref, &pd_k_transposed_avx2};
    for (int v = 0; v < 2; v++)
        for (int twice = 0; twice < 2; twice++) {
            memcpy(back[v], tile, sizeof tile);
            versions[v]->blend(sums[v], tile, runs, 3);
            versions[v]->lbs(joints[v], back[v], rest, &skin, table);
        }
    for (int i = 0; i < 3 * ROWS * LANES; i++)
        assert_near((double)sums[0][i], (double)sums[1][i], 1e-5 * (1 + fabs((double)sums[0][i])));
    for (int i = 0; i < JOINTS * PD_K_LBS_ROW * LANES; i++)
        assert_near((double)joints[0][i], (double)joints[1][i], 1e-5);
    for (int i = 0; i < PD_K_TILE; i++) assert_near((double)back[0][i], (double)back[1][i], 1e-5);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_of_every_kind_of_model_are_right),
        cmocka_unit_test(derivatives_of_the_shipped_person_are_right),
        cmocka_unit_test(a_translation_moves_everything_alike),
        cmocka_unit_test(the_left_jacobian_relates_vectors_to_rotations),
        cmocka_unit_test(every_version_of_the_transposed_kernels_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
