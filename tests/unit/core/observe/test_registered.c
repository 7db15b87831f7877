/* Tests fits to registered meshes: the mesh of a known body is given back, and the kernel's rows are compared
 * with the Jacobian in double precision. */
#include "core/observe/registered.h"

#include "core/math/mat3.h"
#include "tests/support/sight_model.h"

enum { MOST = 600 };

typedef struct scene {
    pd_observe_registered set;
    pd_observe_state state;
    pd_arena memory, scratch;
    int vertices[MOST];
    float seen[3 * MOST];
} scene;

static void open_scene(scene *s, const pd_smpl_model *m, int count)
{
    float *nearest = malloc((size_t)m->vertex_count * sizeof *nearest);

    pd_observe_registered_chosen(s->vertices, count, m, nearest);
    free(nearest);
    assert_int_equal(pd_observe_registered_init(&s->set, m, s->vertices, count, NULL), PD_OK);
    assert_true(pd_arena_init(&s->memory, pd_observe_state_bytes(m)));
    assert_true(pd_observe_state_init(&s->state, m, &s->memory));
    assert_true(pd_arena_init(&s->scratch, pd_observe_registered_scratch_bytes(&s->set)));
}

static void close_scene(scene *s)
{
    pd_observe_registered_deinit(&s->set);
    pd_arena_deinit(&s->memory), pd_arena_deinit(&s->scratch);
}

static void see(scene *s, const pd_smpl_model *m, const sight_person *truth, double noise, uint64_t seed)
{
    float *all = malloc(3 * (size_t)m->vertex_count * sizeof *all);
    pd_rng rng;

    pd_rng_init(&rng, seed);
    sight_pose(all, NULL, m, truth);
    for (int i = 0; i < 3 * s->set.count; i++)
        s->seen[i] = all[3 * s->vertices[i / 3] + i % 3] + (float)(noise * pd_rng_normal(&rng));
    free(all);
}

/* Returns the mean distance of all vertices from the truth's, by the forward pass. */
static double off(const scene *s, const pd_smpl_model *m, const sight_person *truth)
{
    const size_t count = (size_t)m->vertex_count;
    float *a = malloc(3 * count * sizeof *a), *b = malloc(3 * count * sizeof *b);
    sight_person found = {0};
    double sum = 0;

    for (int i = 0; i < SIGHT_BETAS; i++) found.betas[i] = (float)s->state.betas[i];
    for (int i = 0; i < 9 * SIGHT_JOINTS; i++) found.rotations[i] = (float)s->state.rotations[i / 9][i % 9];
    for (int c = 0; c < 3; c++) found.translation[c] = (float)s->state.translation[c];
    sight_pose(a, NULL, m, truth), sight_pose(b, NULL, m, &found);
    for (size_t v = 0; v < count; v++) {
        double square = 0;
        for (size_t c = 0; c < 3; c++) square += pow((double)a[3 * v + c] - (double)b[3 * v + c], 2);
        sum += sqrt(square) / (double)count;
    }
    free(a), free(b);
    return sum;
}

static void run(scene *s, pd_observe_registered_job *job)
{
    job->state = &s->state, job->seen = s->seen;
    if (!(job->sigma > 0)) job->sigma = 1e-3;
    pd_arena_reset(&s->scratch);
    pd_observe_registered_run(job, &s->set, &s->scratch);
}

static void a_registered_mesh_is_recovered_at_any_position(void **state)
{
    scene s;

    (void)state;
    open_scene(&s, model, 600);
    for (uint64_t seed = 1; seed < 9; seed++) {
        sight_person truth;
        pd_observe_registered_job job = {0};
        sight_draw(&truth, seed < 5 ? 1 : 1.5, 1, seed);
        if (seed == 4) truth.translation[0] = 40;
        see(&s, model, &truth, 0, seed);
        run(&s, &job);
        assert_true(off(&s, model, &truth) < 1e-4);
        assert_true(job.rms < 1e-4);
    }
    close_scene(&s);
}

static void two_rounds_and_a_step_are_within_a_millimetre(void **state)
{
    double mean = 0;
    scene s;

    (void)state;
    open_scene(&s, model, 250);
    for (uint64_t seed = 1; seed < 13; seed++) {
        sight_person truth;
        pd_observe_registered_job job = {.rounds = 2, .steps = 1};
        sight_draw(&truth, 1, 1, seed);
        see(&s, model, &truth, 1e-3, seed);
        run(&s, &job);
        mean += off(&s, model, &truth) / 12;
    }
    print_message("%.3f mm\n", 1e3 * mean);
    assert_true(mean < 1e-3);
    close_scene(&s);
}

static void outliers_hardly_change_a_robust_fit(void **state)
{
    sight_person truth;
    scene s;

    (void)state;
    open_scene(&s, model, 600);
    sight_draw(&truth, 1, 1, 3);
    see(&s, model, &truth, 0, 1);
    for (int i = 0; i < 600; i += 50) s.seen[3 * i] += 0.3f;
    pd_observe_registered_job plain = {0}, robust = {.robust = 0.02};
    run(&s, &plain);
    const double far = off(&s, model, &truth);
    run(&s, &robust);
    assert_true(off(&s, model, &truth) < 2e-4 && far > 2e-3);
    close_scene(&s);
}

/* What has no confidence may be anything, a number or none. */
static void unseen_points_do_not_count(void **state)
{
    sight_person truth;
    float confidence[600];
    scene s;

    (void)state;
    open_scene(&s, model, 600);
    sight_draw(&truth, 1, 1, 5);
    see(&s, model, &truth, 0, 1);
    for (int i = 0; i < 600; i++) confidence[i] = i % 3 != 0;
    for (int i = 0; i < 600; i += 3) s.seen[3 * i + 1] = i % 2 ? NAN : 7;
    pd_observe_registered_job job = {.confidence = confidence};
    run(&s, &job);
    assert_true(off(&s, model, &truth) < 2e-4);
    close_scene(&s);
}

static void keep_betas_leaves_the_betas_unchanged(void **state)
{
    sight_person truth;
    scene s;

    (void)state;
    open_scene(&s, model, 300);
    sight_draw(&truth, 1, 1, 6);
    see(&s, model, &truth, 0, 1);
    for (int b = 0; b < SIGHT_BETAS; b++) s.state.betas[b] = (double)truth.betas[b];
    pd_observe_registered_job job = {.keep_betas = true};
    run(&s, &job);
    assert_true(off(&s, model, &truth) < 1e-4);
    for (int b = 0; b < SIGHT_BETAS; b++) assert_true(s.state.betas[b] == (double)truth.betas[b]);
    close_scene(&s);
}

/* The kernel's rows against the body's own point and its Jacobian in double (body.h), for every version that
 * this processor has. */
static void rows_are_the_bodys_jacobian(void **state)
{
    enum { COUNT = 40 };
    const pd_k_registered *const versions[] = {
        &pd_k_registered_ref,
#if defined(__x86_64__)
        pd_k_cpu_has(PD_K_CPU_AVX2) ? &pd_k_registered_avx2 : NULL,
        pd_k_cpu_has(PD_K_CPU_AVX512) ? &pd_k_registered_avx512 : NULL
#endif
    };
    (void)state;
    const int wide = 16, columns = 96, joints = SIGHT_JOINTS;
    scene s;
    sight_person p;

    sight_draw(&p, 1, 1, 8);
    open_scene(&s, model, COUNT);
    for (int i = 0; i < 9 * joints; i++) s.state.rotations[i / 9][i % 9] = (double)p.rotations[i];
    for (int b = 0; b < SIGHT_BETAS; b++) s.state.betas[b] = (double)p.betas[b];

    pd_arena arena;
    size_t bytes = pd_observe_body_bytes(model);
    for (int i = 0; i < COUNT; i++) bytes += pd_observe_vertex_bytes(model, s.vertices[i]);
    assert_true(pd_arena_init(&arena, bytes));
    pd_observe_body body;
    pd_observe_vertex compiled[COUNT];
    const pd_observe_layout layout = pd_observe_layout_of(joints, SIGHT_BETAS, false, false);
    assert_true(pd_observe_body_init(&body, model, &arena));
    pd_observe_body_pose(&body, &s.state);
    pd_observe_body_slopes(&body, &layout);
    for (int i = 0; i < COUNT; i++)
        assert_true(pd_observe_vertex_compile(&compiled[i], model, s.vertices[i], &arena));

    for (size_t n = 0; n < sizeof versions / sizeof *versions; n++) {
        if (!versions[n]) continue;
        static _Alignas(64) float world[12 * SIGHT_JOINTS], place[4 * SIGHT_JOINTS],
            feature[9 * SIGHT_JOINTS * 17], shaped[4 * COUNT], at[4 * COUNT], rows[3 * COUNT * 96],
            slopes[48 * SIGHT_JOINTS], lever[48 * SIGHT_JOINTS], hung[4 * SIGHT_JOINTS];
        pd_k_registered_job job = s.set.tables;
        for (int k = 0; k < joints; k++)
            for (int c = 0; c < 3; c++) {
                const double *g = body.world[k].m + 4 * c;
                for (int i = 0; i < 3; i++) world[12 * k + 4 * c + i] = (float)g[i];
                world[12 * k + 4 * c + 3] = (float)(g[3] - pd_dot3(g, body.rest[k]));
                place[4 * k + c] = (float)g[3];
            }
        assert_false(s.set.by_quaternion);
        for (int i = 0; i < 9 * joints; i++) feature[i] = p.rotations[i] - (float)(i % 9 % 4 == 0);
        for (int t = 1; 9 * joints * t < s.set.features; t++)
            for (int i = 0; i < 9 * joints; i++) feature[9 * joints * t + i] = p.betas[t - 1] * feature[i];
        for (int i = 0; i < 4 * COUNT; i++) {
            shaped[i] = s.set.rest[i];
            for (int b = 0; b < SIGHT_BETAS && i % 4 < 3; b++)
                shaped[i] += job.shape[(3 * (i / 4) + i % 4) * wide + b] * p.betas[b];
        }
        job.columns = columns, job.world = world, job.place = place, job.feature = feature,
        job.shaped = shaped;
        job.at = at, job.rows = rows, job.slopes = slopes, job.lever = lever, job.hung = hung;
        versions[n]->chain(&job);
        versions[n]->rows(&job);
        for (int i = 0; i < COUNT; i++) {
            const pd_observe_part part = {true, s.vertices[i], 1};
            const pd_observe_vertex *own = &compiled[i];
            const pd_observe_place_of where = {.parts = &part, .compiled = &own, .part_count = 1};
            double x[3], jacobian[3 * SIGHT_JOINTS + 3 + SIGHT_BETAS][3];
            pd_observe_point(x, &body, &s.state, &where);
            pd_observe_point_jacobian(jacobian, &body, &s.state, &layout, &where);
            for (int c = 0; c < 3; c++) {
                assert_near((double)at[4 * i + c], x[c], 2e-6);
                for (int b = 0; b < SIGHT_BETAS;
                     b++) /* blend shapes that grow with betas are left out here */
                    assert_near((double)rows[(3 * i + c) * columns + b], jacobian[layout.beta + b][c], 2e-3);
            }
        }
        /* Rotations: against the same point of a body that is rotated by a little in the world. */
        for (int k = 0; k < joints; k += 4)
            for (int a = 0; a < 3; a++) {
                const double step = 1e-4;
                double kept[9], spin[3] = {0}, by[9], turned[9], back[9],
                                above[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
                spin[a] = step;
                memcpy(kept, s.state.rotations[k], sizeof kept);
                if (k) pd_xform_rotation(above, &body.world[model->data.parents[k]]);
                pd_rot_from_axis_angle(by, spin);
                for (int i = 0; i < 9; i++) back[i] = above[3 * (i % 3) + i / 3];
                pd_rot_mul(turned, by, above);
                pd_rot_mul(by, back, turned);
                pd_rot_mul(turned, by, kept);
                memcpy(s.state.rotations[k], turned, sizeof turned);
                pd_observe_body_pose(&body, &s.state);
                for (int i = 0; i < COUNT; i++) {
                    const pd_observe_part part = {true, s.vertices[i], 1};
                    pd_observe_vertex still = compiled[i];
                    const pd_observe_vertex *own = &still;
                    const pd_observe_place_of where = {.parts = &part, .compiled = &own, .part_count = 1};
                    double x[3];
                    pd_observe_point(x, &body, &s.state, &where);
                    for (int c = 0; c < 3; c++) /* its blend shapes move it besides, which rows leave out */
                        assert_near((double)rows[(3 * i + c) * columns + wide + 3 * k + a],
                                    (x[c] - (double)at[4 * i + c]) / step, 0.06);
                }
                memcpy(s.state.rotations[k], kept, sizeof kept);
                pd_observe_body_pose(&body, &s.state);
            }
    }
    pd_arena_deinit(&arena);
    close_scene(&s);
}

static void a_vertex_that_does_not_exist_is_reported(void **state)
{
    const int vertices[2] = {3, 13380};
    pd_observe_registered set;
    pd_error err;

    (void)state;
    assert_int_equal(pd_observe_registered_init(&set, model, vertices, 2, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "number 1 is 13380; 0 to 13379 allowed"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_registered_mesh_is_recovered_at_any_position),
        cmocka_unit_test(two_rounds_and_a_step_are_within_a_millimetre),
        cmocka_unit_test(outliers_hardly_change_a_robust_fit),
        cmocka_unit_test(unseen_points_do_not_count),
        cmocka_unit_test(keep_betas_leaves_the_betas_unchanged),
        cmocka_unit_test(rows_are_the_bodys_jacobian),
        cmocka_unit_test(a_vertex_that_does_not_exist_is_reported),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
