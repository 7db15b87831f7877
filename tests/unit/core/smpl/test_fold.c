/* Contact in the fold of a limb, on a tube with a joint in its middle. */
#include "tests/support/cmocka.h"

#include "core/math/rotation.h"
#include "core/smpl/fold.h"

#include <math.h>
#include <string.h>

enum { RINGS = 61, SIDES = 32, V = RINGS * SIDES, F = 2 * (RINGS - 1) * SIDES, K = 3 };
static const double radius = 0.05, step = 0.015;
#define NEAR 0.003 /* metres: on one line */

static double rest[3 * V], posed[3 * V], before[3 * V];
static float weights[V * K];
static uint32_t faces[3 * F];
static int parents[K] = {-1, 0, 1};
static const double joints[3 * K] = {-0.45, 0, 0, 0, 0, 0, 0.45, 0, 0};
static pd_smpl_data data = {.vertex_count = V,
                            .joint_count = K,
                            .face_count = F,
                            .weights = weights,
                            .parents = parents,
                            .faces = faces};
static pd_smpl_surface surface;
static pd_smpl_fold_sides sides;
static pd_smpl_folds folds;
static pd_arena scratch;
static float give[V];

static void make_tube(void)
{
    for (int r = 0; r < RINGS; r++)
        for (int s = 0; s < SIDES; s++) {
            double x = step * (r - RINGS / 2), phi = 2 * M_PI * s / SIDES, held = 0.5 + x / 0.07;
            int v = r * SIDES + s;
            rest[3 * v] = x, rest[3 * v + 1] = radius * cos(phi), rest[3 * v + 2] = radius * sin(phi);
            held = held < 0 ? 0 : held > 1 ? 1 : held;
            weights[K * v] = (float)(1 - held), weights[K * v + 1] = (float)held;
        }
    for (int r = 0, f = 0; r < RINGS - 1; r++)
        for (int s = 0; s < SIDES; s++) {
            uint32_t a = (uint32_t)(r * SIDES + s), b = (uint32_t)(r * SIDES + (s + 1) % SIDES);
            const uint32_t quad[6] = {a, b, b + SIDES, a, b + SIDES, a + SIDES};
            memcpy(faces + 3 * f, quad, sizeof quad), f += 2;
        }
}

static int setup(void **state)
{
    (void)state;
    pd_error err;
    make_tube();
    if (pd_smpl_surface_init(&surface, &data, rest, joints, &err) ||
        pd_smpl_fold_sides_init(&sides, &data, &surface, &err)) {
        print_error("%s: %s\n", err.where, err.detail);
        return 1;
    }
    for (int v = 0; v < V; v++) give[v] = surface.soft_index[v] >= 0;
    if (!pd_arena_init(&scratch, pd_smpl_folds_scratch_bytes(&data))) return 1;
    pd_smpl_folds_place(&folds, &sides, rest, joints, &scratch);
    for (int i = 0; i < folds.count; i++) pd_smpl_folds_fill(&folds, i, rest, give);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pd_arena_deinit(&scratch);
    pd_smpl_fold_sides_deinit(&sides);
    pd_smpl_surface_deinit(&surface);
    return 0;
}

/* Linear blend skinning of the tube with its joint rotated about z. */
static void bend(pd_smpl_pose *pose, double degrees)
{
    double r[9], rotvec[3] = {0, 0, degrees * M_PI / 180};
    pd_rot_from_axis_angle(r, rotvec);
    memset(pose, 0, sizeof *pose);
    pose->skin[0] = pd_xform_identity();
    pose->skin[1] = pose->skin[2] = pd_xform_make(r, (const double[3]){0, 0, 0});
    for (int v = 0; v < V; v++) {
        double moved[3];
        pd_xform_point(moved, &pose->skin[1], rest + 3 * v);
        for (int c = 0; c < 3; c++)
            posed[3 * v + c] =
                (double)weights[K * v] * rest[3 * v + c] + (double)weights[K * v + 1] * moved[c];
    }
    memcpy(before, posed, sizeof before);
}

static double off(const double *a, const double *b, const double n[3])
{
    double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]}, along = 0, sum = 0;
    for (int c = 0; c < 3; c++) along += d[c] * n[c], sum += d[c] * d[c];
    return sqrt(fmax(0, sum - along * along));
}

/* How deep the two sides are in each other: of vertices that lie on one line across the plane at half the angle. */
static double overlap(double degrees)
{
    double half = degrees * M_PI / 360, worst = 0, n[3] = {cos(half), sin(half), 0};
    for (int a = 0; a < V; a++)
        for (int b = 0; b < V; b++) {
            if (weights[K * a + 1] > 0.5f || weights[K * b + 1] <= 0.5f) continue;
            const double *p = posed + 3 * a, *q = posed + 3 * b;
            double deep = (p[0] - q[0]) * n[0] + (p[1] - q[1]) * n[1];
            if (deep > worst && off(p, q, n) < NEAR) worst = deep;
        }
    return worst;
}

static double part(const pd_smpl_pose *pose, int rounds)
{
    pd_smpl_fold_plane plane;
    double most = 0;
    pd_smpl_folds_pose(&plane, &folds, 0, pose);
    for (int n = 0; n < rounds; n++) pd_smpl_folds_part(posed, &folds, 0, &plane);
    for (int i = 0; i < 3 * V; i++) most = fmax(most, fabs(posed[i] - before[i]));
    return most;
}

static void a_limb_has_a_fold_at_its_joint_and_none_at_its_end(void **state)
{
    (void)state;
    assert_int_equal(folds.count, 1);
    assert_int_equal(folds.list[0].joint, 1);
    assert_near(folds.list[0].radius, radius, 1e-6);
    assert_near(folds.list[0].normal[0], 1, 1e-9);
    assert_true(folds.list[0].count > V / 3 && folds.list[0].face_count > F / 3);
}

static void a_straight_limb_stays_as_it_is(void **state)
{
    (void)state;
    pd_smpl_pose pose;
    bend(&pose, 0);
    assert_true(part(&pose, 3) == 0);
}

static void a_limb_that_hardly_bends_does_not_touch_itself(void **state)
{
    (void)state;
    pd_smpl_pose pose;
    bend(&pose, 25);
    print_message("25 degrees: %.2g m moved\n", part(&pose, 3));
    assert_true(part(&pose, 3) < 1e-4);
}

static void the_two_sides_of_a_folded_tube_part(void **state)
{
    (void)state;
    static const double degrees[3] = {90, 100, 115};
    for (int i = 0; i < 3; i++) {
        pd_smpl_pose pose;
        bend(&pose, degrees[i]);
        double deep = overlap(degrees[i]), moved = part(&pose, 20), left = overlap(degrees[i]);
        print_message("%.0f degrees: %.1f mm deep, %.1f after, %.1f moved\n", degrees[i], 1e3 * deep,
                      1e3 * left, 1e3 * moved);
        assert_true(deep > 0.01);
        assert_true(left < 0.006);
        assert_true(moved < deep);
    }
}

static void skin_that_gives_nothing_does_not_move(void **state)
{
    (void)state;
    pd_smpl_pose pose;
    bend(&pose, 150);
    part(&pose, 20);
    for (int v = 0; v < V; v++)
        if (surface.soft_index[v] < 0) assert_memory_equal(posed + 3 * v, before + 3 * v, 3 * sizeof *posed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limb_has_a_fold_at_its_joint_and_none_at_its_end),
        cmocka_unit_test(a_straight_limb_stays_as_it_is),
        cmocka_unit_test(a_limb_that_hardly_bends_does_not_touch_itself),
        cmocka_unit_test(the_two_sides_of_a_folded_tube_part),
        cmocka_unit_test(skin_that_gives_nothing_does_not_move),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
