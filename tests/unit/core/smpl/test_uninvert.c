/* Tests that inverted triangles are turned back, on a flat sheet. */
#include "tests/support/cmocka.h"

#include "core/smpl/surface/mirror.h"
#include "core/smpl/uninvert.h"

#include <math.h>
#include <string.h>

enum { N = 12, V = N * N, F = 2 * (N - 1) * (N - 1), K = 2 };
static const double step = 0.01, part = 0.4;

static double rest[3 * V], posed[3 * V];
static float weights[V * K], wanted[3 * F];
static uint32_t faces[3 * F];
static int parents[K] = {-1, 0}, listed[F];
static unsigned char moves[V]; /* all but the rim */
static pd_quat rotations[V];
static pd_smpl_data data = {.vertex_count = V,
                            .joint_count = K,
                            .face_count = F,
                            .weights = weights,
                            .parents = parents,
                            .faces = faces};
static const pd_smpl_uninvert uninvert = {&data, listed, F, moves, NULL};

static int setup(void **state)
{
    (void)state;
    for (int i = 0; i < V; i++) {
        int x = i % N, y = i / N;
        rest[3 * i] = step * x, rest[3 * i + 1] = step * y;
        weights[K * i] = 1;
        moves[i] = x > 0 && y > 0 && x < N - 1 && y < N - 1;
    }
    for (int i = 0, f = 0; i < V - N; i++) {
        uint32_t a = (uint32_t)i;
        const uint32_t quad[6] = {a, a + 1, a + N + 1, a, a + N + 1, a + N};
        if (i % N == N - 1) continue;
        memcpy(faces + 3 * f, quad, sizeof quad), f += 2;
    }
    for (int f = 0; f < F; f++) listed[f] = f;
    return 0;
}

static void stand(pd_smpl_pose *pose)
{
    memset(pose, 0, sizeof *pose);
    for (int k = 0; k < K; k++) pose->skin[k] = pd_xform_identity();
    memcpy(posed, rest, sizeof posed);
    pd_smpl_uninvert_rotations(rotations, &data, pose);
    pd_smpl_uninvert_pose(wanted, &uninvert, rotations, rest);
}

/* Returns the smallest area of a triangle seen from above, as a fraction of its area at rest. */
static double least_area(void)
{
    double least = 1;
    for (int f = 0; f < F; f++) {
        const double *a = posed + 3 * faces[3 * f], *b = posed + 3 * faces[3 * f + 1],
                     *c = posed + 3 * faces[3 * f + 2];
        double area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        least = fmin(least, area / (step * step));
    }
    return least;
}

static void a_mesh_without_inverted_triangles_is_unchanged(void **state)
{
    (void)state;
    pd_smpl_pose pose;
    stand(&pose);
    assert_int_equal(pd_smpl_uninvert_run(posed, &uninvert, wanted, part), 0);
    assert_memory_equal(posed, rest, sizeof posed);
}

static void inverted_triangles_are_turned_back_and_keep_a_part_of_their_area(void **state)
{
    (void)state;
    pd_smpl_pose pose;
    stand(&pose);
    for (int y = 4; y < 8; y++) posed[3 * (N * y + 5)] += 2.5 * step; /* a pleat */
    assert_true(least_area() < -0.5);
    assert_true(pd_smpl_uninvert_find(NULL, &uninvert, wanted, posed) > 0);
    int rounds = 0;
    for (; rounds < 100 && least_area() < part - 0.05; rounds++)
        pd_smpl_uninvert_run(posed, &uninvert, wanted, part);
    print_message("%d rounds, least area %.2f\n", rounds, least_area());
    assert_true(least_area() >= part - 0.05);
    assert_int_equal(pd_smpl_uninvert_find(NULL, &uninvert, wanted, posed), 0);
}

static void vertices_of_the_rim_do_not_move(void **state)
{
    (void)state;
    pd_smpl_pose pose;
    stand(&pose);
    for (int i = 0; i < V; i++)
        if (moves[i]) posed[3 * i] -= 3 * step;
    for (int n = 0; n < 50; n++) pd_smpl_uninvert_run(posed, &uninvert, wanted, part);
    for (int i = 0; i < V; i++)
        if (!moves[i]) assert_memory_equal(posed + 3 * i, rest + 3 * i, 3 * sizeof *posed);
}

static void the_expected_normals_rotate_with_the_joints(void **state)
{
    (void)state;
    pd_smpl_pose pose;
    stand(&pose);
    const double over[9] = {1, 0, 0, 0, -1, 0, 0, 0, -1}, none[3] = {0, 0, 0};
    for (int k = 0; k < K; k++) pose.skin[k] = pd_xform_make(over, none);
    pd_smpl_uninvert_rotations(rotations, &data, &pose);
    pd_smpl_uninvert_pose(wanted, &uninvert, rotations, rest);
    for (int f = 0; f < uninvert.face_count; f++) assert_near(wanted[3 * f + 2], -step * step, 1e-9);
    for (int i = 0; i < V; i++) posed[3 * i + 1] = -rest[3 * i + 1];
    assert_int_equal(pd_smpl_uninvert_run(posed, &uninvert, wanted, part), 0);
}

/* The mirrored sheet has x negated. Its squares are cut along the other diagonal,
 * so its triangles are in another order. */
static void the_mirrored_sheet_gets_the_mirrored_result(void **state)
{
    (void)state;
    static double turned[3 * V], start[3 * V];
    static uint32_t both[6 * F];
    static float both_wanted[6 * F];
    static int all[2 * F], face_mirror[2 * F];
    pd_smpl_pose pose;
    stand(&pose);
    for (int i = 0; i < V; i++)
        if (moves[i])
            start[3 * i] = posed[3 * i] + step * 2 * sin(1.7 * i), start[3 * i + 1] = posed[3 * i + 1];
        else
            memcpy(start + 3 * i, posed + 3 * i, 3 * sizeof *start);

    /* Make one mesh of both sheets, in which triangle f and its mirror image have shuffled indices. */
    for (int f = 0; f < F; f++) {
        const int at = (f * 37) % F, image = F + (f * 53) % F;
        for (int k = 0; k < 3; k++) {
            const int v = (int)faces[3 * f + 2 - k];
            both[3 * at + k] = faces[3 * f + k];
            both[3 * image + k] = (uint32_t)(v / N * N + N - 1 - v % N);
        }
        face_mirror[at] = image, face_mirror[image] = at;
    }
    pd_smpl_data two = data;
    two.faces = both, two.face_count = 2 * F;
    pd_smpl_mirror_order(all, face_mirror, 2 * F);
    const pd_smpl_uninvert pairs = {&two, all, 2 * F, moves, face_mirror};
    pd_smpl_uninvert_pose(both_wanted, &pairs, rotations, rest);

    double most = 0, moved = 0;
    for (int i = 0; i < V; i++) {
        const int m = i / N * N + N - 1 - i % N;
        posed[3 * i] = start[3 * i], posed[3 * i + 1] = start[3 * i + 1], posed[3 * i + 2] = 0;
        turned[3 * m] = step * (N - 1) - start[3 * i], turned[3 * m + 1] = start[3 * i + 1],
                   turned[3 * m + 2] = 0;
    }
    for (int n = 0; n < 5; n++) {
        assert_true(pd_smpl_uninvert_run(posed, &pairs, both_wanted, part) > 0);
        pd_smpl_uninvert_run(turned, &pairs, both_wanted, part);
    }
    for (int i = 0; i < V; i++) {
        const int m = i / N * N + N - 1 - i % N;
        most = fmax(most, fabs(step * (N - 1) - turned[3 * m] - posed[3 * i]));
        most = fmax(most, fabs(turned[3 * m + 1] - posed[3 * i + 1]));
        moved = fmax(moved, fabs(posed[3 * i] - start[3 * i]));
    }
    print_message("%.2g m apart, %.2g moved\n", most, moved);
    assert_true(moved > step / 2 && most < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_without_inverted_triangles_is_unchanged),
        cmocka_unit_test(inverted_triangles_are_turned_back_and_keep_a_part_of_their_area),
        cmocka_unit_test(vertices_of_the_rim_do_not_move),
        cmocka_unit_test(the_expected_normals_rotate_with_the_joints),
        cmocka_unit_test(the_mirrored_sheet_gets_the_mirrored_result),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
