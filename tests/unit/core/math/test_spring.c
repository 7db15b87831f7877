/* Compares the closed form of a critically damped spring with its equation, integrated by the fourth-order
 * Runge-Kutta method in small steps. */
#include "core/math/spring.h"

#include "tests/support/cmocka.h"

/* Integrates the equation in small steps by the fourth-order Runge-Kutta method. */
static void integrate(double *x, double *v, double w, double t, int steps)
{
    const double h = t / steps;
    for (int i = 0; i < steps; i++) {
        double a[4], b[4], dx = 0, dv = 0;
        for (int k = 0; k < 4; k++) {
            const double part = k == 0 ? 0 : k == 3 ? h : h / 2;
            const double at = *x + part * (k ? a[k - 1] : 0), by = *v + part * (k ? b[k - 1] : 0);
            a[k] = by, b[k] = -2 * w * by - w * w * at;
            dx += (k == 0 || k == 3 ? 1 : 2) * h / 6 * a[k];
            dv += (k == 0 || k == 3 ? 1 : 2) * h / 6 * b[k];
        }
        *x += dx, *v += dv;
    }
}

static void the_closed_form_solves_the_equation(void **state)
{
    (void)state;
    for (int i = 0; i < 24; i++) {
        const double w = 2 + i, t = 0.4 / (1 + i % 5), x0 = 0.3 - 0.05 * i, v0 = 2 * sin(i);
        double x = x0, v = v0, at = x0, by = v0;
        pd_spring(&x, &v, w, t);
        integrate(&at, &by, w, t, 2000);
        assert_near(x, at, 1e-9);
        assert_near(v, by, 1e-8);
    }
}

/* Two steps equal one step of the summed time. A spring that starts at rest does not overshoot. */
static void two_short_steps_of_a_spring_equal_one_long_step(void **state)
{
    (void)state;
    double x = 1, v = -3, at = 1, by = -3, from_rest = 1, speed = 0;
    pd_spring(&x, &v, 12, 0.05);
    pd_spring(&at, &by, 12, 0.02), pd_spring(&at, &by, 12, 0.03);
    assert_near(x, at, 1e-15);
    assert_near(v, by, 1e-14);

    for (int i = 0; i < 500; i++) {
        const double before = from_rest;
        pd_spring(&from_rest, &speed, 12, 1 / 60.0);
        assert_true(from_rest >= 0 && from_rest <= before && speed <= 0);
    }
    assert_true(from_rest < 1e-30);

    double half = 1, still = 0;
    pd_spring(&half, &still, 4, 1.678346990 / 4);
    assert_near(half, 0.5, 1e-9);
}

static void a_spring_of_a_vector_is_a_spring_for_each_number(void **state)
{
    (void)state;
    pd_vec3 x = {0.1, -0.2, 0.3}, v = {1, 0, -2};
    double one[3] = {0.1, -0.2, 0.3}, rate[3] = {1, 0, -2};
    pd_spring3(&x, &v, 7, 0.1);
    for (int c = 0; c < 3; c++) pd_spring(&one[c], &rate[c], 7, 0.1);
    assert_near(x.x, one[0], 1e-16);
    assert_near(x.y, one[1], 1e-16);
    assert_near(x.z, one[2], 1e-16);
    assert_near(v.x, rate[0], 1e-15);
    assert_near(v.y, rate[1], 1e-15);
    assert_near(v.z, rate[2], 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_closed_form_solves_the_equation),
        cmocka_unit_test(two_short_steps_of_a_spring_equal_one_long_step),
        cmocka_unit_test(a_spring_of_a_vector_is_a_spring_for_each_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
