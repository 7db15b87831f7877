/* Tests axis-angles, quaternions, matrices and transforms against each other and against closed forms, at
 * angles where naive formulas fail: tiny, near pi, beyond. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "core/base/rng.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"
#include "core/math/xform.h"

static double apart(const double *a, const double *b, int count)
{
    double worst = 0;
    for (int i = 0; i < count; i++) {
        double d = fabs(a[i] - b[i]);
        if (!(d <= worst)) worst = d;
    }
    return worst;
}

static void random_axis(double out[3], pd_rng *rng)
{
    double n = 0;
    for (int c = 0; c < 3; c++) out[c] = pd_rng_normal(rng), n += out[c] * out[c];
    for (int c = 0; c < 3; c++) out[c] /= sqrt(n);
}

/* Angles at which naive formulas break: tiny, around the switch to series, near pi, beyond. */
static const double angles[] = {0,    1e-300, 1e-160, 1e-12,       1e-8,        9.9e-5,       1.01e-4,
                                1e-3, 0.5,    2,      M_PI - 1e-3, M_PI - 1e-7, M_PI - 1e-12, M_PI};
#define ANGLE_COUNT ((int)(sizeof angles / sizeof *angles))

static void axis_angle_survives_the_way_through_matrix_and_quaternion(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 1);
    for (int i = 0; i < ANGLE_COUNT * 200; i++) {
        double axis[3], r[3], m[9], back[3], t = angles[i % ANGLE_COUNT];
        random_axis(axis, &rng);
        for (int c = 0; c < 3; c++) r[c] = t * axis[c];
        pd_rot_from_axis_angle(m, r);
        assert_true(pd_rot_error(m) < 1e-14);
        pd_rot_to_axis_angle(back, m);
        pd_rot_from_axis_angle(m, back);
        if (t < M_PI - 1e-13) assert_true(apart(r, back, 3) < (t < 3 ? 1e-15 + 4e-14 * t : 1e-7));
        double again[9];
        pd_rot_from_axis_angle(again, r);
        assert_true(apart(m, again, 9) < 1e-14);
        pd_quat q = pd_q_from_rotvec(pd_vec3_make(r[0], r[1], r[2]));
        pd_q_to_matrix(again, q);
        assert_true(apart(m, again, 9) < 1e-14);
        pd_vec3 v = pd_q_to_rotvec(q);
        if (t < M_PI - 1e-13) assert_true(apart(r, (double[3]){v.x, v.y, v.z}, 3) < 1e-15 + 1e-14 * t);
    }
}

static void small_rotations_keep_their_relative_precision(void **state)
{
    (void)state;
    for (double t = 1e-12; t < 1e-2; t *= 3) {
        double r[3] = {t, -2 * t, .5 * t}, m[9], back[3];
        pd_rot_from_axis_angle(m, r);
        pd_rot_to_axis_angle(back, m);
        for (int c = 0; c < 3; c++) assert_true(fabs(back[c] / r[c] - 1) < 1e-13);
    }
}

static void a_turn_by_exactly_pi_gives_an_axis_of_positive_sign(void **state)
{
    (void)state;
    static const double half_turns[3][9] = {
        {1, 0, 0, 0, -1, 0, 0, 0, -1}, {-1, 0, 0, 0, 1, 0, 0, 0, -1}, {-1, 0, 0, 0, -1, 0, 0, 0, 1}};
    for (int i = 0; i < 3; i++) {
        double r[3], wanted[3] = {0};
        wanted[i] = M_PI;
        pd_rot_to_axis_angle(r, half_turns[i]);
        assert_true(apart(r, wanted, 3) < 1e-15);
    }
    pd_vec3 r = pd_q_to_rotvec((pd_quat){0, -.6, .8, 0});
    assert_true(r.y > 0 && r.z < 0);
}

static void rodrigues_agrees_with_the_closed_form(void **state)
{
    (void)state;
    double r[3] = {0, 0, M_PI / 6}, m[9], wanted[9] = {sqrt(.75), -.5, 0, .5, sqrt(.75), 0, 0, 0, 1};
    pd_rot_from_axis_angle(m, r);
    assert_true(apart(m, wanted, 9) < 1e-15);
}

static void a_zero_or_broken_quaternion_is_refused(void **state)
{
    (void)state;
    pd_quat out = {7, 7, 7, 7};
    assert_false(pd_q_unit(&out, (pd_quat){0, 0, 0, 0}));
    assert_false(pd_q_unit(&out, (pd_quat){0, NAN, 0, 1}));
    assert_false(pd_q_unit(&out, (pd_quat){0, INFINITY, 0, 1}));
    assert_true(out.x == 7);
    assert_true(pd_q_unit(&out, (pd_quat){0, 1e-200, 0, 1e-200}));
    assert_true(fabs(out.y - sqrt(.5)) < 1e-15);
    assert_true(pd_q_unit(&out, (pd_quat){1e300, 0, 1e300, 0}));
    assert_true(fabs(out.x - sqrt(.5)) < 1e-15);
    float q[12] = {0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0}, matrices[27];
    assert_int_equal(pd_rot_from_quat_array(matrices, q, 3), 1);
}

static void six_numbers_make_the_matrix_they_came_from(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 2);
    for (int i = 0; i < 100; i++) {
        double r[3], m[9], d[6], back[9];
        random_axis(r, &rng);
        for (int c = 0; c < 3; c++) r[c] *= 3;
        pd_rot_from_axis_angle(m, r);
        pd_rot_to_6d(d, m);
        for (int c = 0; c < 6; c++) d[c] *= 1 + (c > 2) * .5; /* lengths do not matter */
        assert_true(pd_rot_from_6d(back, d));
        assert_true(apart(m, back, 9) < 1e-14);
    }
    double out[9];
    assert_false(pd_rot_from_6d(out, (double[6]){1, 2, 3, 2, 4, 6}));
    assert_false(pd_rot_from_6d(out, (double[6]){0, 0, 0, 2, 4, 6}));
}

static void mirrors_and_skewed_matrices_are_far_from_rotations(void **state)
{
    (void)state;
    assert_true(pd_rot_error((double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1}) == 0);
    assert_true(pd_rot_error((double[9]){-1, 0, 0, 0, 1, 0, 0, 0, 1}) == 2);
    assert_true(pd_rot_error((double[9]){NAN, 0, 0, 0, 1, 0, 0, 0, 1}) == 2);
    assert_true(fabs(pd_rot_error((double[9]){1, .1, 0, 0, 1, 0, 0, 0, 1}) - .1) < 1e-12);
}

static void slerp_takes_the_short_way_at_constant_speed(void **state)
{
    (void)state;
    pd_quat a = pd_q_from_rotvec(pd_vec3_make(0, .2, 0)), b = pd_q_from_rotvec(pd_vec3_make(0, 1.4, 0));
    for (int sign = -1; sign <= 1; sign += 2)
        for (double t = 0; t <= 1; t += .125) {
            pd_quat other = {sign * b.x, sign * b.y, sign * b.z, sign * b.w};
            assert_true(fabs(pd_q_to_rotvec(pd_q_slerp(a, other, t)).y - (.2 + 1.2 * t)) < 1e-14);
        }
    assert_true(pd_q_angle(pd_q_slerp(a, a, .3), a) < 1e-15);
}

static void quaternions_multiply_as_their_matrices_do(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 3);
    double a[3], b[3], ma[9], mb[9], m[9], n[9];
    const pd_vec3 v = {1, 2, 3};
    random_axis(a, &rng), random_axis(b, &rng);
    pd_quat q = pd_q_mul(pd_q_from_rotvec(pd_vec3_make(a[0], a[1], a[2])),
                         pd_q_from_rotvec(pd_vec3_make(b[0], b[1], b[2])));
    pd_rot_from_axis_angle(ma, a), pd_rot_from_axis_angle(mb, b);
    pd_rot_mul(m, ma, mb), pd_q_to_matrix(n, q);
    assert_true(apart(m, n, 9) < 1e-15);
    pd_vec3 rotated = pd_q_rotate(q, v),
            x = pd_vec3_make(m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
                             m[6] * v.x + m[7] * v.y + m[8] * v.z);
    assert_true(pd_vec3_distance(rotated, x) < 1e-14);
    assert_true(pd_vec3_distance(pd_q_rotate(pd_q_conjugate(q), rotated), v) < 1e-14);
}

static void a_transform_times_its_inverse_is_the_identity(void **state)
{
    (void)state;
    double r[9], p[3] = {1, -2, .5}, q[3];
    pd_rot_from_axis_angle(r, (double[3]){.3, -1, 2});
    pd_xform a = pd_xform_make(r, (double[3]){4, 5, 6}), b = pd_xform_inverse(&a);
    pd_xform i = pd_xform_mul(&a, &b), identity = pd_xform_identity();
    assert_true(apart(i.m, identity.m, 12) < 1e-14);
    pd_xform_point(q, &a, p), pd_xform_point(q, &b, q);
    assert_true(apart(p, q, 3) < 1e-14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axis_angle_survives_the_way_through_matrix_and_quaternion),
        cmocka_unit_test(small_rotations_keep_their_relative_precision),
        cmocka_unit_test(a_turn_by_exactly_pi_gives_an_axis_of_positive_sign),
        cmocka_unit_test(rodrigues_agrees_with_the_closed_form),
        cmocka_unit_test(a_zero_or_broken_quaternion_is_refused),
        cmocka_unit_test(six_numbers_make_the_matrix_they_came_from),
        cmocka_unit_test(mirrors_and_skewed_matrices_are_far_from_rotations),
        cmocka_unit_test(slerp_takes_the_short_way_at_constant_speed),
        cmocka_unit_test(quaternions_multiply_as_their_matrices_do),
        cmocka_unit_test(a_transform_times_its_inverse_is_the_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
