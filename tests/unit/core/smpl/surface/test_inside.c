/* Tests points inside a surface, on two boxes of which one is pushed into the other. */
#include "tests/support/cmocka.h"

#include "core/smpl/surface/inside.h"
#include "tests/support/fixture.h"
#include "tests/support/winding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 8, SHEETS = 6, V = 2 * SHEETS * N * N, F = 2 * SHEETS * 2 * (N - 1) * (N - 1) };

static float rest[3 * V], posed[3 * V];
static uint32_t faces[3 * F];
static pd_smpl_data data = {.vertex_count = V, .face_count = F, .faces = faces};
static pd_arena scratch;
static pd_smpl_inside inside;
static int all[V], found[V];

/* Each side of a box is a separate sheet. Corners coincide. */
static void make_box(int box, float x)
{
    for (int sheet = 0; sheet < SHEETS; sheet++)
        for (int i = 0; i < N * N; i++) {
            int axis = sheet / 2, v = (box * SHEETS + sheet) * N * N + i;
            float *p = rest + 3 * v, s = sheet % 2 ? 0.1f : -0.1f, a = 0.2f * (float)(i % N) / (N - 1) - 0.1f,
                  b = 0.2f * (float)(i / N) / (N - 1) - 0.1f;
            p[axis] = s, p[(axis + 1) % 3] = a, p[(axis + 2) % 3] = b;
            p[0] += x;
        }
}

static int setup(void **state)
{
    (void)state;
    int f = 0;
    make_box(0, 0), make_box(1, 0.4f);
    for (int sheet = 0; sheet < 2 * SHEETS; sheet++)
        for (int i = 0; i < N * (N - 1); i++) {
            if (i % N == N - 1) continue;
            uint32_t a = (uint32_t)(sheet * N * N + i), n = N;
            const uint32_t out[6] = {a, a + 1, a + n + 1, a, a + n + 1, a + n},
                           in[6] = {a, a + n + 1, a + 1, a, a + n, a + n + 1};
            memcpy(faces + 3 * f, sheet % 2 ? out : in, sizeof out), f += 2;
        }
    for (int v = 0; v < V; v++) all[v] = v;
    if (!pd_arena_init(&scratch, pd_smpl_inside_scratch_bytes(&data))) return 1;
    pd_smpl_inside_take(&inside, &data, &scratch);
    pd_smpl_inside_rest(&inside, rest);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pd_arena_deinit(&scratch);
    return 0;
}

/* Moves the second box to the left by `way`, metres. */
static int push(float way)
{
    memcpy(posed, rest, sizeof posed);
    for (int v = V / 2; v < V; v++) posed[3 * v] -= way;
    pd_smpl_inside_surface(&inside, posed);
    return pd_smpl_inside_find(found, &inside, all, V);
}

static void separate_boxes_have_no_vertices_inside_each_other(void **state)
{
    (void)state;
    assert_int_equal(push(0), 0);
    assert_int_equal(push(0.15f), 0);
}

static void exactly_the_vertices_inside_the_other_box_are_found(void **state)
{
    (void)state;
    int count = push(0.23f), wanted = 0; /* 30 mm deep; the sides lie on each other and count as outside */
    for (int i = 0; i < count; i++) {
        const float *p = posed + 3 * found[i];
        float x = p[0] - (found[i] < V / 2 ? 0.17f : 0);
        assert_true(fabsf(x) < 0.1f && fabsf(p[1]) <= 0.1f && fabsf(p[2]) <= 0.1f);
    }
    for (int v = 0; v < V; v++) {
        const float *p = posed + 3 * v;
        wanted +=
            fabsf(p[0] - (v < V / 2 ? 0.17f : 0)) < 0.099f && fabsf(p[1]) < 0.099f && fabsf(p[2]) < 0.099f;
    }
    print_message("%d found, %d expected\n", count, wanted);
    assert_true(wanted > 0 && count >= wanted);
}

static void the_distance_to_the_outside_is_the_depth_of_the_overlap(void **state)
{
    (void)state;
    int count = push(0.23f), middle = 0;
    pd_smpl_inside_sort(&inside, found, count);
    for (int i = 0; i < count; i++) {
        const float *p = posed + 3 * found[i];
        if (fabsf(p[1]) > 0.06f || fabsf(p[2]) > 0.06f) continue;
        pd_smpl_penetration w = pd_smpl_inside_penetration(&inside, found[i], -1);
        assert_true(w.face >= 0);
        assert_near((double)w.depth, 0.03, 1e-4);
        assert_int_equal(w.face < F / 2, found[i] >= V / 2);
        assert_near((double)(w.weights[0] + w.weights[1] + w.weights[2]), 1, 1e-5);
        assert_true(pd_smpl_inside_had_in_front(&inside, found[i], w.face));
        middle++;
    }
    assert_true(middle >= 8);
}

static void a_search_of_some_vertices_finds_only_those(void **state)
{
    (void)state;
    int count = push(0.23f), one[1] = {found[count / 2]}, other[1] = {0};
    assert_int_equal(pd_smpl_inside_find(one, &inside, one, 1), 1);
    assert_int_equal(pd_smpl_inside_find(other, &inside, other, 1), 0);
    assert_int_equal(pd_smpl_inside_find(other, &inside, other, 0), 0);
}

/* Returns whether the vertex's normal is behind one of its own triangles, between two of its sides: p b + q c
 * + r m with p, q > 0 > r. */
static bool is_shut(const pd_smpl_data *d, const float *points, uint32_t i)
{
    const pd_vec3 n = winding_vertex_normal(d, points, i);
    for (int f = 0; f < d->face_count; f++)
        for (int k = 0; k < 3; k++) {
            const uint32_t *t = d->faces + 3 * f;
            if (t[k] != i || pd_vec3_dot(n, winding_face_normal(points, t)) >= 0) continue;
            const pd_vec3 v = winding_point(points, i),
                          b = pd_vec3_sub(winding_point(points, t[(k + 1) % 3]), v),
                          c = pd_vec3_sub(winding_point(points, t[(k + 2) % 3]), v);
            const double bb = pd_vec3_dot(b, b), bc = pd_vec3_dot(b, c), cc = pd_vec3_dot(c, c),
                         nb = pd_vec3_dot(n, b), nc = pd_vec3_dot(n, c);
            if (cc * nb - bc * nc > 0 && bb * nc - bc * nb > 0) return true;
        }
    return false;
}

/* Computes the depth by every triangle, beginning where the winding number becomes zero along x. */
static double plain_depth(const pd_smpl_data *d, const float *p, const float *was, uint32_t i)
{
    pd_vec3 at = winding_lifted(d, p, i), normal = winding_vertex_normal(d, p, i);
    int end;
    if (is_shut(d, p, i)) return 1e-4;
    double depth =
        fmin((double)PD_SMPL_INSIDE_FARTHEST, fmin(winding_way_out(&end, d, p, at, pd_vec3_make(1, 0, 0)),
                                                   winding_way_out(&end, d, p, at, pd_vec3_make(-1, 0, 0)))) +
        2e-4;
    for (int f = 0; f < d->face_count; f++) {
        const uint32_t *t = d->faces + 3 * f;
        float w[3];
        pd_vec3 n = winding_face_normal(p, t), r = winding_face_normal(was, t);
        if (t[0] == i || t[1] == i || t[2] == i ||
            pd_vec3_dot(n, pd_vec3_sub(winding_point(p, i), winding_point(p, t[0]))) >= 0)
            continue;
        double now = winding_distance(w, p + 3 * i, p, t, false),
               before = winding_distance(w, was + 3 * i, was, t, true);
        bool was_front = pd_vec3_dot(r, pd_vec3_sub(winding_point(was, i), winding_point(was, t[0]))) >= 0;
        bool facing = pd_vec3_dot(n, normal) < 0;
        if (now < before / 2 || (facing && was_front)) depth = fmin(depth, now);
    }
    return depth;
}

/* Makes closed surfaces of one piece, with 420 or 1,200 vertices, that are folded into themselves. */
static void inside_tests_and_depths_equal_a_plain_reference(void **state)
{
    (void)state;
    for (int vertices = 420; vertices <= 1200; vertices += 780)
        for (int kind = 0; kind < 3; kind++) {
            pd_smpl_data d;
            pd_arena room;
            pd_smpl_inside s;
            int count = 0, deep = 0, shut = 0, doubtful = 0;
            pd_fixture_data(&d, &(pd_fixture){.vertices = vertices, .seed = 5, .pose = PD_FIXTURE_NO_POSE});
            float *p = malloc(3 * (size_t)vertices * sizeof *p);
            int *asked = malloc(2 * (size_t)vertices * sizeof *asked), *got = asked + vertices;
            winding_deform(p, d.v_template, vertices, kind);
            for (int i = 0; i < vertices; i++) asked[i] = vertices - 1 - i;
            assert_true(pd_arena_init(&room, pd_smpl_inside_scratch_bytes(&d)));
            pd_smpl_inside_take(&s, &d, &room);
            pd_smpl_inside_rest(&s, d.v_template);
            pd_smpl_inside_surface(&s, p);
            int found_count = pd_smpl_inside_find(got, &s, asked, vertices);
            pd_smpl_inside_sort(&s, got, found_count);
            for (int i = 0; i < vertices; i++) { /* found in the order in which they were asked about */
                bool is = winding_about(&d, p, winding_lifted(&d, p, (uint32_t)asked[i])) > 0;
                bool said = count < found_count && got[count] == asked[i];
                count += said;
                doubtful += is != said; /* rays run a little aside of what is 0.1 mm above a vertex */
                if (!is || !said) continue;
                pd_smpl_penetration w = pd_smpl_inside_penetration(&s, asked[i], -1);
                double depth = plain_depth(&d, p, d.v_template, (uint32_t)asked[i]);
                doubtful +=
                    fabs((double)w.depth - depth) > (w.face >= 0 ? 2e-5 : 1e-4); /* or at a threshold */
                deep += w.face >= 0;
                shut += is_shut(&d, p, (uint32_t)asked[i]);
                if (w.face >= 0)
                    assert_near((double)w.depth,
                                winding_distance(w.weights, p + 3 * asked[i], p, d.faces + 3 * w.face, true),
                                1e-6);
            }
            assert_int_equal(count, found_count);
            print_message("%d vertices, fold %d: %d inside, %d deep, %d shut, %d in doubt\n", vertices, kind,
                          count, deep, shut, doubtful);
            assert_true(doubtful <= 1 + count / 100);
            assert_true(deep > 20);
            free(p), free(asked);
            pd_arena_deinit(&room);
            pd_smpl_data_deinit(&d);
        }
}

/* Moves one box into the other and out again in steps: first the whole box,
 * then a few of its vertices at a time. */
static void updating_moved_vertices_equals_building_the_surface_again(void **state)
{
    (void)state;
    static unsigned char moves[V];
    static int other[V];
    pd_arena room;
    pd_smpl_inside fresh;
    int most = 0, parts = 0;
    for (int v = 0; v < V; v++) moves[v] = v >= V / 2 + N;
    assert_true(pd_arena_init(&room, pd_smpl_inside_scratch_bytes(&data)));
    pd_smpl_inside_take(&fresh, &data, &room);
    pd_smpl_inside_rest(&fresh, rest);
    push(0);
    pd_smpl_inside_watch(&inside, moves);
    for (int step = 0; step < 48; step++) {
        if (step < 12) memcpy(posed, rest, sizeof posed);
        for (int v = 0; v < V; v++) {
            if (!moves[v]) continue;
            if (step < 12)
                posed[3 * v] -= 0.05f * (float)(step < 6 ? step : 11 - step),
                    posed[3 * v + 1] += 0.003f * (float)step;
            else if (v % 29 == step % 29)
                posed[3 * v] -= 0.13f, posed[3 * v + 2] += 0.01f;
        }
        pd_smpl_inside_moved(&inside, posed);
        pd_smpl_inside_surface(&fresh, posed);
        const int count = pd_smpl_inside_find(found, &inside, all, V);
        assert_int_equal(pd_smpl_inside_find(other, &fresh, all, V), count);
        assert_memory_equal(found, other, (size_t)count * sizeof *found);
        assert_memory_equal(inside.normals, fresh.normals, 3 * V * sizeof *fresh.normals);
        assert_memory_equal(inside.box, fresh.box, 6 * F * sizeof *fresh.box);

        pd_smpl_inside_sort(&inside, found, count);
        pd_smpl_inside_sort(&fresh, found, count);
        for (int i = 0; i < count; i++) {
            const pd_smpl_penetration a = pd_smpl_inside_penetration(&inside, found[i], -1),
                                      b = pd_smpl_inside_penetration(&fresh, found[i], -1);
            /* A partial search keeps the triangle of the previous search if several are equally near. */
            if (step < 12) assert_memory_equal(&a, &b, sizeof a);
            assert_near((double)a.depth, (double)b.depth, 2.5e-6);
            assert_int_equal(a.face < 0, b.face < 0);
        }

        /* A guess decides only between triangles that are equally near. */
        pd_smpl_inside_sort(&fresh, found, count);
        for (int i = 0, guess = -1; i < count; i++) {
            const pd_smpl_penetration a = pd_smpl_inside_penetration(&inside, found[i], -1),
                                      c = pd_smpl_inside_penetration(&fresh, found[i], guess);
            assert_near((double)c.depth, (double)a.depth, 2.5e-6);
            assert_int_equal(c.face < 0, a.face < 0);
            guess = a.face;
        }
        most = count > most ? count : most;
        parts += inside.moved_count > 0;
    }
    assert_true(parts > 30);
    print_message("%d of %d triangles computed again, %d vertices inside at most\n", inside.dirty_face_count,
                  F, most);
    assert_true(most > 50 && inside.dirty_face_count < F * 2 / 3);
    assert_true(inside.work_ns < fresh.work_ns); /* with fewer comparisons */
    pd_arena_deinit(&room);
}

/* Such a vertex must not make the search for the size of the cubes endless. */
static void a_vertex_that_is_not_finite_does_not_hang_sorting_or_the_search(void **state)
{
    (void)state;
    const float none[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f};
    for (size_t k = 0; k < sizeof none / sizeof *none; k++)
        for (int v = 0; v < V; v += V - 1) {
            int count = push(0.23f);
            assert_true(count > 0);
            for (int c = 0; c < 3; c++) posed[3 * v + c] = none[k];
            pd_smpl_inside_surface(&inside, posed);
            count = pd_smpl_inside_find(found, &inside, all, V);
            pd_smpl_inside_sort(&inside, found, count);
            for (int i = 0; i < count; i++) {
                const pd_smpl_penetration w = pd_smpl_inside_penetration(&inside, found[i], -1);
                assert_true(w.face >= -1 && w.face < F);
            }
        }
}

/* If no vertex is finite, one cube holds all of them. */
static void a_surface_without_finite_vertices_is_sorted(void **state)
{
    (void)state;
    push(0);
    for (int i = 0; i < 3 * V; i++) posed[i] = NAN;
    pd_smpl_inside_surface(&inside, posed);
    pd_smpl_inside_sort(&inside, found, pd_smpl_inside_find(found, &inside, all, V));
    assert_int_equal(inside.size[0] * inside.size[1] * inside.size[2], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separate_boxes_have_no_vertices_inside_each_other),
        cmocka_unit_test(exactly_the_vertices_inside_the_other_box_are_found),
        cmocka_unit_test(the_distance_to_the_outside_is_the_depth_of_the_overlap),
        cmocka_unit_test(inside_tests_and_depths_equal_a_plain_reference),
        cmocka_unit_test(a_search_of_some_vertices_finds_only_those),
        cmocka_unit_test(updating_moved_vertices_equals_building_the_surface_again),
        cmocka_unit_test(a_vertex_that_is_not_finite_does_not_hang_sorting_or_the_search),
        cmocka_unit_test(a_surface_without_finite_vertices_is_sorted),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
