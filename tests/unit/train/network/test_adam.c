/* Adam, compared with its equations in double, and the learning rate over a training. */
#include "train/network/adam.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"

#define COUNT 128

static void twenty_steps_follow_the_equations_of_the_paper(void **state)
{
    (void)state;
    _Alignas(64) float w[COUNT], m[COUNT] = {0}, v[COUNT] = {0}, g[COUNT];
    double w_ref[COUNT], m_ref[COUNT] = {0}, v_ref[COUNT] = {0};
    pd_rng rng;
    pd_rng_init(&rng, 4);
    for (int i = 0; i < COUNT; i++) w[i] = (float)pd_rng_normal(&rng), w_ref[i] = w[i];
    for (int t = 1; t <= 20; t++) {
        for (int i = 0; i < COUNT; i++) {
            g[i] = (float)((i % 3 ? 1 : 1e-4) * (pd_rng_normal(&rng) + 0.3));
            m_ref[i] = 0.9 * m_ref[i] + 0.1 * g[i];
            v_ref[i] = 0.999 * v_ref[i] + 0.001 * (double)g[i] * g[i];
            double m_hat = m_ref[i] / (1 - pow(0.9, t)), v_hat = v_ref[i] / (1 - pow(0.999, t));
            w_ref[i] -= 2e-3 * m_hat / (sqrt(v_hat) + 1e-8);
        }
        pd_train_adam(w, m, v, g, COUNT, 2e-3, t - 1);
    }
    for (int i = 0; i < COUNT; i++) assert_near(w[i], w_ref[i], 3e-6);
}

static void parameters_without_gradient_are_unchanged(void **state)
{
    (void)state;
    _Alignas(64) float w[64] = {1, -2, 3}, m[64] = {0}, v[64] = {0}, g[64] = {0};
    for (int t = 0; t < 5; t++) pd_train_adam(w, m, v, g, 64, 0.1, t);
    assert_near(w[0], 1, 0);
    assert_near(w[1], -2, 0);
    assert_near(w[3], 0, 0);
}

static void the_rate_warms_up_in_a_line_and_falls_in_half_a_cosine(void **state)
{
    (void)state;
    const pd_train_rate rate = {.top = 2e-3, .last = 0.005, .warm_up = 200, .steps = 1200};
    assert_near(pd_train_rate_at(&rate, 0), 1e-5, 1e-12);
    assert_near(pd_train_rate_at(&rate, 99), 1e-3, 1e-12);
    assert_near(pd_train_rate_at(&rate, 199), 2e-3, 1e-12);
    assert_near(pd_train_rate_at(&rate, 200), 2e-3, 1e-12);
    assert_near(pd_train_rate_at(&rate, 700), 2e-3 * (1 + 0.005) / 2, 1e-12);
    assert_near(pd_train_rate_at(&rate, 1200), 1e-5, 1e-12);
    assert_near(pd_train_rate_at(&rate, 5000), 1e-5, 1e-12);
    for (int s = 200; s < 1200; s++) assert_true(pd_train_rate_at(&rate, s) > pd_train_rate_at(&rate, s + 1));
}

static void the_warm_up_does_not_depend_on_the_budget(void **state)
{
    (void)state;
    const pd_train_rate little = {2e-3, 0.005, 200, 300}, much = {2e-3, 0.005, 200, 100000};
    for (int s = 0; s <= 200; s++) assert_true(pd_train_rate_at(&little, s) == pd_train_rate_at(&much, s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twenty_steps_follow_the_equations_of_the_paper),
        cmocka_unit_test(parameters_without_gradient_are_unchanged),
        cmocka_unit_test(the_rate_warms_up_in_a_line_and_falls_in_half_a_cosine),
        cmocka_unit_test(the_warm_up_does_not_depend_on_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
