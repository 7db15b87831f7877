/* Skin weights by heat, by transfer and by both, on a tube with two bones. */
#include "core/rig/skin/weights.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

enum { RINGS = 41, AROUND = 16, N = RINGS * AROUND };

static const double upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* Makes a closed tube along y from 0 to 1; bones from 0 to .5 and from .5 to 1. */
static void make_tube(pd_rig_mesh *m)
{
    static float v[3 * (N + 2)];
    static uint32_t f[6 * RINGS * AROUND];
    int faces = 0;
    for (int r = 0; r < RINGS; r++)
        for (int a = 0; a < AROUND; a++) {
            const double turn = 2 * 3.14159265358979 * a / AROUND;
            float *p = v + 3 * (r * AROUND + a);
            p[0] = (float)(0.08 * sin(turn)), p[1] = (float)r / (RINGS - 1), p[2] = (float)(0.08 * cos(turn));
        }
    v[3 * N] = v[3 * N + 1] = v[3 * N + 2] = v[3 * N + 3] = v[3 * N + 5] = 0, v[3 * N + 4] = 1;
    for (int r = 0; r < RINGS; r++)
        for (int a = 0; a < AROUND; a++) {
            const uint32_t b = (uint32_t)((a + 1) % AROUND), p = (uint32_t)(r * AROUND + a),
                           q = (uint32_t)(r * AROUND) + b;
            if (r + 1 < RINGS) {
                const uint32_t quad[6] = {p, q, p + AROUND, q, q + AROUND, p + AROUND};
                memcpy(f + 3 * faces, quad, sizeof quad);
                faces += 2;
            }
            if (r == 0 || r == RINGS - 1) {
                const uint32_t cap[3] = {r ? p : q, r ? q : p, (uint32_t)(N + (r > 0))};
                memcpy(f + 3 * faces++, cap, sizeof cap);
            }
        }
    assert_int_equal(pd_rig_mesh_init(m, v, N + 2, f, faces, upright, NULL), PD_OK);
    assert_int_equal(m->border_edges, 0);
    assert_int_equal(m->turned_islands, 0);
}

static const pd_rig_segment bones[3] = {
    {{0, 0, 0}, {0, .5, 0}}, {{0, .5, 0}, {0, 1, 0}}, {{.2, 0, 0}, {.2, 1, 0}}};

/* Returns a source whose lower half has bone 0 and upper half bone 1. */
static pd_rig_source make_source(const pd_rig_mesh *m)
{
    static int influences[N + 2][4];
    static double weights[N + 2][4];
    for (int i = 0; i < m->vertex_count; i++) {
        influences[i][0] = m->points[3 * i + 1] > 0.5;
        weights[i][0] = 1;
    }
    return (pd_rig_source){(const double(*)[3])m->points, (const double(*)[3])m->normals,
                           (const int(*)[4])influences, (const double(*)[4])weights, m->vertex_count};
}

static void the_weight_of_a_bone_falls_steadily_along_the_limb(void **state)
{
    float *dense = malloc((N + 2) * 2 * sizeof *dense);
    pd_rig_mesh m;
    (void)state;
    make_tube(&m);
    const pd_rig_weights_job job = {.mesh = &m, .bones = bones, .bone_count = 2, .method = PD_RIG_BY_HEAT};
    assert_int_equal(pd_rig_heat(dense, &job, NULL), 0);
    float before = 2;
    for (int r = 0; r < RINGS; r++) {
        const float *row = dense + 2 * m.welded[r * AROUND];
        assert_near((double)(row[0] + row[1]), 1, 1e-5);
        assert_true(row[0] < before);
        before = row[0];
    }
    assert_near((double)dense[2 * m.welded[RINGS / 2 * AROUND]], 0.5, 0.02);
    assert_true(dense[0] > 0.99f);
    free(dense);
    pd_rig_mesh_deinit(&m);
}

/* The third bone lies nearer to one side, but transfer has never heard of it. */
static void the_gate_keeps_a_foreign_bone_out(void **state)
{
    float *dense = malloc((N + 2) * 3 * sizeof *dense), *transfer = malloc((N + 2) * 3 * sizeof *transfer);
    pd_rig_segment near[3];
    pd_rig_mesh m;
    (void)state;
    make_tube(&m);
    memcpy(near, bones, sizeof near);
    near[2].from[0] = near[2].to[0] = 0.1;
    const pd_rig_weights_job job = {
        .mesh = &m, .source = make_source(&m), .bones = near, .bone_count = 3, .method = PD_RIG_BY_HEAT};
    assert_int_equal(pd_rig_transfer(transfer, NULL, &job, NULL), PD_OK);
    assert_int_equal(pd_rig_heat(dense, &job, NULL), 0);
    float most = 0;
    for (int i = 0; i < m.vertex_count; i++) most = fmaxf(most, dense[3 * i + 2]);
    assert_true(most > 0.9f);
    assert_int_equal(pd_rig_heat(dense, &job, transfer), 0);
    for (int i = 0; i < m.vertex_count; i++) assert_true(dense[3 * i + 2] < 1e-6f);
    free(dense), free(transfer);
    pd_rig_mesh_deinit(&m);
}

/* Beside it, beyond either end, and of a bone that is a point. */
static void the_nearest_point_stays_on_the_segment(void **state)
{
    static const pd_rig_segment bone = {{1, 2, 3}, {1, 2, 7}}, point = {{1, 2, 3}, {1, 2, 3}};
    static const double rows[4][3] = {{4, 6, 4}, {4, 6, 1}, {4, 6, 8}, {4, 6, 4}},
                        nearest[4][3] = {{1, 2, 4}, {1, 2, 3}, {1, 2, 7}, {1, 2, 3}},
                        squares[4] = {25, 29, 26, 26};
    (void)state;
    for (int i = 0; i < 4; i++) {
        double at[3];
        assert_near(pd_rig_segment_nearest(at, rows[i], i == 3 ? &point : &bone), squares[i], 1e-12);
        for (int c = 0; c < 3; c++) assert_near(at[c], nearest[i][c], 1e-12);
    }
}

static void a_quarter_of_the_mix_is_heat(void **state)
{
    pd_rig_weights mixed, plain, hot;
    pd_rig_mesh m;
    (void)state;
    make_tube(&m);
    pd_rig_weights_job job = {
        .mesh = &m, .source = make_source(&m), .bones = bones, .bone_count = 2, .method = PD_RIG_BY_MIX};
    assert_int_equal(pd_rig_weights_run(&mixed, &job, NULL), PD_OK);
    job.method = PD_RIG_BY_TEMPLATE;
    assert_int_equal(pd_rig_weights_run(&plain, &job, NULL), PD_OK);
    job.method = PD_RIG_BY_HEAT;
    assert_int_equal(pd_rig_weights_run(&hot, &job, NULL), PD_OK);
    for (int i = 0; i < m.vertex_count; i++) {
        double of[3] = {0};
        const pd_rig_weights *all[3] = {&mixed, &plain, &hot};
        for (int k = 0; k < 3; k++)
            for (int s = 0; s < 4; s++) of[k] += all[k]->bones[i][s] == 0 ? (double)all[k]->values[i][s] : 0;
        assert_near(of[0], 0.75 * of[1] + 0.25 * of[2], 1e-5);
        assert_true(mixed.values[i][0] >= mixed.values[i][1]);
    }
    pd_rig_weights_deinit(&mixed), pd_rig_weights_deinit(&plain), pd_rig_weights_deinit(&hot);
    pd_rig_mesh_deinit(&m);
}

/* At a quarter of the tube the upper bone is .25 above and the axis .08 inside:
 * .08^-4 beside (.25^2 + .08^2)^-2. */
static void the_nearer_bone_has_more_weight_by_distance(void **state)
{
    float *dense = malloc((N + 2) * 2 * sizeof *dense);
    pd_rig_mesh m;
    (void)state;
    make_tube(&m);
    const pd_rig_weights_job job = {.mesh = &m, .bones = bones, .bone_count = 2};
    pd_rig_distance(dense, &job);
    const float *row = dense + 2 * m.welded[RINGS / 4 * AROUND];
    const double near = pow(0.08, -4), far = pow(0.25 * 0.25 + 0.08 * 0.08, -2);
    assert_near((double)row[0], near / (near + far), 1e-4);
    assert_near((double)(row[0] + row[1]), 1, 1e-6);
    free(dense);
    pd_rig_mesh_deinit(&m);
}

/* The third bone lies outside the tube. No path inside reaches it,
 * so it gets no weight; by plain distance it would. */
static void distances_to_bones_are_measured_inside_the_mesh(void **state)
{
    float *dense = malloc((N + 2) * 3 * sizeof *dense);
    pd_rig_mesh m;
    (void)state;
    make_tube(&m);
    const pd_rig_weights_job job = {.mesh = &m, .bones = bones, .bone_count = 3};
    pd_rig_distance(dense, &job);
    const size_t beside = 3 * (size_t)m.welded[RINGS / 4 * AROUND + AROUND / 4];
    assert_true(dense[beside + 2] > 0.05f);
    assert_int_equal(pd_rig_geodesic(dense, &job, NULL), PD_OK);
    for (int i = 0; i < m.vertex_count; i++) {
        assert_true(dense[3 * i + 2] == 0);
        assert_near((double)(dense[3 * i] + dense[3 * i + 1]), 1, 1e-6);
    }
    assert_true(dense[beside] > 0.9f);
    free(dense);
    pd_rig_mesh_deinit(&m);
}

static void without_a_template_auto_is_heat(void **state)
{
    pd_rig_weights hot, own;
    pd_rig_mesh m;
    (void)state;
    make_tube(&m);
    pd_rig_weights_job job = {.mesh = &m, .bones = bones, .bone_count = 2, .method = PD_RIG_BY_HEAT};
    uint64_t *allowed = malloc((size_t)m.vertex_count * sizeof *allowed);
    for (int i = 0; i < m.vertex_count; i++) allowed[i] = 3;
    job.allowed = allowed;
    assert_int_equal(pd_rig_weights_run(&hot, &job, NULL), PD_OK);
    job.method = PD_RIG_BY_AUTO;
    assert_int_equal(pd_rig_weights_run(&own, &job, NULL), PD_OK);
    assert_memory_equal(own.values, hot.values, (size_t)m.vertex_count * sizeof *own.values);
    pd_rig_weights_deinit(&own), pd_rig_weights_deinit(&hot);
    free(allowed);
    pd_rig_mesh_deinit(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_weight_of_a_bone_falls_steadily_along_the_limb),
        cmocka_unit_test(the_gate_keeps_a_foreign_bone_out),
        cmocka_unit_test(a_quarter_of_the_mix_is_heat),
        cmocka_unit_test(the_nearer_bone_has_more_weight_by_distance),
        cmocka_unit_test(distances_to_bones_are_measured_inside_the_mesh),
        cmocka_unit_test(without_a_template_auto_is_heat),
        cmocka_unit_test(the_nearest_point_stays_on_the_segment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
