/* Tests contact in the fold of a limb, on a tube with a joint in its middle. */
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

/* Skins the tube by linear blend skinning with its joint rotated about z. */
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

/* Returns by how much the two sides overlap, from vertices that lie
 * on one line across the plane at half the angle. */
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
    for (int n = 0; n < rounds; n++) {
        pd_smpl_folds_measure(&folds, 0, posed, &plane);
        pd_smpl_folds_part(posed, &folds, 0, &plane);
    }
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

static void a_straight_limb_is_unchanged(void **state)
{
    (void)state;
    pd_smpl_pose pose;
    bend(&pose, 0);
    assert_true(part(&pose, 3) == 0);
}

static void a_slightly_bent_limb_has_no_contact(void **state)
{
    (void)state;
    pd_smpl_pose pose;
    bend(&pose, 25);
    print_message("25 degrees: %.2g m moved\n", part(&pose, 3));
    assert_true(part(&pose, 3) < 1e-4);
}

static void the_two_sides_of_a_folded_tube_are_separated(void **state)
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

/* The share is 1 up to 1.4 radii from the axis, 0 from 2.2 on, and linear between; along the axis the bounds
 * are 3 and 4.5 radii. */
static void shares_decrease_linearly_with_the_distance_from_the_axis(void **state)
{
    (void)state;
    static const struct {
        double along, off, share; /* radii */
    } rows[] = {{0, 0, 1},   {0, 1.4, 1}, {0, 1.6, 0.75},    {0, 1.8, 0.5},    {0, 2.2, 0},
                {0, 3, 0},   {3, 0, 1},   {-3, 1, 1},        {3.75, 0, 0.5},   {-3.75, 1.2, 0.5},
                {4.5, 0, 0}, {-6, 0, 0},  {3.375, 1.8, 0.5}, {3.75, 1.6, 0.5}, {4.2, 1.6, 0.2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int turn = 0; turn < 5; turn++) {
            const double p[3] = {radius * rows[i].along, radius * rows[i].off * cos(turn),
                                 radius * rows[i].off * sin(turn)};
            assert_near(pd_smpl_folds_share(&folds, 0, p), rows[i].share, 1e-6);
        }
}

/* Finds members by a plain loop: vertices that are near enough and not far on the other side. Faces have
 * three members of one side. */
static void each_side_of_a_fold_has_its_own_members_and_faces(void **state)
{
    (void)state;
    const pd_smpl_fold *c = &folds.list[0];
    static int number[V];
    int at = c->first, face = c->first_face, wrong = 0;
    for (int v = 0; v < V; v++) {
        const double *x = rest + 3 * v, along = x[0] / radius, far = hypot(x[1], x[2]) / radius;
        double side = weights[K * v + 1] > 0.5f ? 1 : -1,
               share = fmin(1, fmin((2.2 - far) / 0.8, (4.5 - fabs(along)) / 1.5));
        number[v] = -1;
        if (share <= 1e-9 || side * along < -0.7) continue;
        number[v] = at;
        const pd_smpl_fold_member *m = &folds.members[at++];
        assert_int_equal(m->vertex, v);
        assert_near((double)m->side, side, 0);
        assert_near((double)m->share, share * (double)give[v], 1e-5);
        assert_near((double)m->wrong, side * x[0] < 0 ? x[0] : 0, 1e-7);
        wrong += m->wrong != 0;
    }
    assert_int_equal(at, c->first + c->count);
    for (int f = 0; f < F; f++) {
        int k[3];
        for (int i = 0; i < 3; i++) k[i] = number[faces[3 * f + i]];
        if (k[0] < 0 || k[1] < 0 || k[2] < 0) continue;
        if (folds.members[k[0]].side != folds.members[k[1]].side ||
            folds.members[k[0]].side != folds.members[k[2]].side)
            continue;
        assert_memory_equal(folds.faces[face++], k, sizeof k);
    }
    assert_int_equal(face, c->first_face + c->face_count);
    print_message("%d members, %d on the wrong side\n", c->count, wrong);
}

/* In one round every member moves by half of the distance by which the other side's surface lies beyond it at
 * the centre of its cell. The test finds that distance by trying every triangle. */
static void a_member_moves_by_half_of_the_overlap_at_its_cell(void **state)
{
    (void)state;
    for (int degrees = -115; degrees <= 100; degrees += 215) {
        pd_smpl_pose pose;
        pd_smpl_fold_plane plane;
        const pd_smpl_fold *c = &folds.list[0];
        static double height[V];
        double half = degrees * M_PI / 360, sign = degrees < 0 ? -1 : 1;
        const double m[3] = {cos(half), sin(half), 0}, u[3] = {0, 0, sign},
                     v[3] = {sign * sin(half), -sign * cos(half), 0};
        const double cell = 9 * radius / PD_SMPL_FOLD_MAP;
        int moved = 0;
        bend(&pose, degrees);
        pd_smpl_folds_pose(&plane, &folds, 0, &pose);
        for (int i = 0; i < 3; i++) {
            assert_near(plane.axes[0][i], u[i], 1e-12);
            assert_near(plane.axes[1][i], v[i], 1e-12);
            assert_near(plane.axes[2][i], m[i], 1e-12);
            assert_near(plane.center[i], 0, 1e-12);
        }
        assert_near(plane.half_cos, cos(half), 1e-12);
        assert_near(plane.cell, cell, 1e-9);
        pd_smpl_folds_measure(&folds, 0, posed, &plane);
        pd_smpl_folds_part(posed, &folds, 0, &plane);

        for (int k = 0; k < c->count; k++) {
            const double *x = before + 3 * folds.members[c->first + k].vertex;
            height[k] = m[0] * x[0] + m[1] * x[1] - (double)folds.members[c->first + k].wrong * cos(half);
        }
        for (int k = 0; k < c->count; k++) {
            const pd_smpl_fold_member *one = &folds.members[c->first + k];
            const double *x = before + 3 * one->vertex, *now = posed + 3 * one->vertex;
            double side = (double)one->side, other = side > 0 ? -INFINITY : INFINITY;
            const double q[2] = {floor(u[2] * x[2] / cell + 48) + 0.5,
                                 floor((v[0] * x[0] + v[1] * x[1]) / cell + 48) + 0.5};
            for (int f = c->first_face; f < c->first_face + c->face_count; f++) {
                const int *t = folds.faces[f];
                double p[3][2], area[3], sum = 0, h = 0;
                if ((double)folds.members[t[0]].side == side) continue;
                for (int i = 0; i < 3; i++) {
                    const double *y = before + 3 * folds.members[t[i]].vertex;
                    p[i][0] = u[2] * y[2] / cell + 48, p[i][1] = (v[0] * y[0] + v[1] * y[1]) / cell + 48;
                }
                for (int i = 0; i < 3; i++) {
                    const double *a = p[(i + 1) % 3], *b = p[(i + 2) % 3];
                    area[i] = (a[0] - q[0]) * (b[1] - q[1]) - (a[1] - q[1]) * (b[0] - q[0]);
                    sum += area[i];
                }
                if (fabs(sum) < 1e-9 || area[0] / sum < 0 || area[1] / sum < 0 || area[2] / sum < 0) continue;
                for (int i = 0; i < 3; i++) h += area[i] / sum * height[t[i] - c->first];
                other = side > 0 ? fmax(other, h) : fmin(other, h);
            }
            double overlap = isinf(other) ? 0 : fmax(0, side * (other - height[k]));
            for (int i = 0; i < 3; i++)
                assert_near(now[i] - x[i], (double)one->share * side * overlap / 2 * m[i], 1e-6);
            moved += overlap > 1e-4 && one->share > 0;
        }
        print_message("%d degrees: %d moved\n", degrees, moved);
        assert_true(moved > 30);
    }
}

static void rigid_skin_does_not_move(void **state)
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
        cmocka_unit_test(a_straight_limb_is_unchanged),
        cmocka_unit_test(a_slightly_bent_limb_has_no_contact),
        cmocka_unit_test(the_two_sides_of_a_folded_tube_are_separated),
        cmocka_unit_test(shares_decrease_linearly_with_the_distance_from_the_axis),
        cmocka_unit_test(each_side_of_a_fold_has_its_own_members_and_faces),
        cmocka_unit_test(a_member_moves_by_half_of_the_overlap_at_its_cell),
        cmocka_unit_test(rigid_skin_does_not_move),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
