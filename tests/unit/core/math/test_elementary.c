/* Compares the elementary functions with libm's in long double, and their bits with a constant. */
#include "core/math/elementary.h"

#include "core/base/hash.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"

#include <float.h>
#include <math.h>

#define DRAWS 200000

/* Distance from the exact value, in units in the last place of the exact value. */
static double units_off(double value, long double exact)
{
    const double size = fabs((double)exact);
    const double unit = nextafter(size, INFINITY) - size;
    return (double)(fabsl((long double)value - exact) / (long double)unit);
}

typedef struct row {
    const char *name;
    double (*ours)(double);
    long double (*exact)(long double);
    double low, high; /* arguments are drawn between these */
    double most;      /* units in the last place */
} row;

static const row rows[] = {
    {"sin", pd_sin, sinl, -10, 10, 2},
    {"sin of many turns", pd_sin, sinl, -1e6, 1e6, 2},
    {"cos", pd_cos, cosl, -10, 10, 2},
    {"cos of many turns", pd_cos, cosl, -1e6, 1e6, 2},
    {"tan", pd_tan, tanl, -10, 10, 3},
    {"asin", pd_asin, asinl, -1, 1, 3},
    {"acos", pd_acos, acosl, -1, 1, 3},
    {"atan", pd_atan, atanl, -4, 4, 2},
    {"atan of much", pd_atan, atanl, -1e6, 1e6, 2},
    {"exp", pd_exp, expl, -5, 5, 2},
    {"exp of much", pd_exp, expl, -700, 700, 2},
    {"expm1", pd_expm1, expm1l, -1, 1, 3},
    {"expm1 of little", pd_expm1, expm1l, -1e-6, 1e-6, 2},
    {"expm1 of much", pd_expm1, expm1l, -50, 50, 3},
    {"log", pd_log, logl, 0, 3, 2},
    {"log near one", pd_log, logl, 0.999, 1.001, 2},
    {"log of much", pd_log, logl, 0, 1e300, 2},
    {"tanh", pd_tanh, tanhl, -2, 2, 3},
    {"tanh of much", pd_tanh, tanhl, -30, 30, 3},
};

static void functions_of_one_argument_are_libms_to_three_units_in_the_last_place(void **state)
{
    pd_rng rng;
    (void)state;
    pd_rng_init(&rng, 1);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double worst = 0, at = 0;
        for (int n = 0; n < DRAWS; n++) {
            const double x = pd_rng_between(&rng, rows[i].low, rows[i].high);
            const double off = units_off(rows[i].ours(x), rows[i].exact((long double)x));
            if (off > worst) worst = off, at = x;
        }
        if (worst > rows[i].most) fail_msg("%s(%.17g) is off by %g units", rows[i].name, at, worst);
    }
}

static void functions_of_two_arguments_are_libms_to_a_few_units_in_the_last_place(void **state)
{
    pd_rng rng;
    (void)state;
    pd_rng_init(&rng, 2);

    for (int n = 0; n < DRAWS; n++) {
        const double x = pd_rng_between(&rng, -2, 2);
        const double y = pd_rng_between(&rng, -2, 2) * (n % 3 ? 1 : 1e-5);
        const double base = pd_rng_between(&rng, 0, 2);
        const long double exponent = (long double)y * logl((long double)base);
        assert_true(units_off(pd_atan2(y, x), atan2l(y, x)) < 3);
        assert_true(units_off(pd_hypot(y, x), hypotl(y, x)) < 2);
        assert_true(units_off(pd_pow(base, y), expl(exponent)) < 3 + 2 * fabs((double)exponent));
    }
}

static void special_arguments_have_the_results_of_libm(void **state)
{
    static const double values[] = {0,       -0.0,  1,      -1,       0.5,       1e-310,
                                    -1e-310, 1e300, -1e300, INFINITY, -INFINITY, NAN};
    const int count = sizeof values / sizeof *values;
    (void)state;

    for (int i = 0; i < count; i++) {
        const double x = values[i];
        const double pairs[][2] = {
            {pd_exp(x), exp(x)},   {pd_expm1(x), expm1(x)}, {pd_log(x), log(x)},   {pd_asin(x), asin(x)},
            {pd_acos(x), acos(x)}, {pd_atan(x), atan(x)},   {pd_tanh(x), tanh(x)},
        };
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
            const double ours = pairs[k][0], theirs = pairs[k][1];
            if (isnan(theirs)) {
                assert_true(isnan(ours));
                continue;
            }
            assert_true(ours == theirs || fabs(ours - theirs) <= 4 * DBL_EPSILON * fabs(theirs));
            assert_int_equal(signbit(ours) != 0, signbit(theirs) != 0);
        }
        for (int j = 0; j < count; j++) {
            const double ours = pd_atan2(x, values[j]), theirs = atan2(x, values[j]);
            if (isnan(theirs))
                assert_true(isnan(ours));
            else
                assert_true(ours == theirs || fabs(ours - theirs) <= 4 * DBL_EPSILON * fabs(theirs));
        }
    }
    assert_true(isnan(pd_sin(INFINITY)) && isnan(pd_cos(NAN)) && isnan(pd_acos(1.5)));
    assert_true(pd_pow(0, 2) == 0 && pd_pow(0, 0) == 1 && isinf(pd_pow(0, -1)) && isnan(pd_pow(-1, 2)));
    assert_true(pd_cos(0) == 1 && pd_sin(0) == 0 && pd_exp(0) == 1 && pd_log(1) == 0);
}

static void the_smaller_and_the_larger_of_two_ignore_a_nan(void **state)
{
    (void)state;
    assert_true(pd_fmin(1, 2) == 1 && pd_fmax(1, 2) == 2 && pd_fmin(NAN, 2) == 2 && pd_fmin(2, NAN) == 2);
    assert_true(pd_fmax(NAN, 2) == 2 && pd_fmax(2, NAN) == 2 && isnan(pd_fmax(NAN, NAN)));
    assert_true(signbit(pd_fmin(0.0, -0.0)) && !signbit(pd_fmin(-0.0, 0.0)));
    assert_true(pd_fminf(1, 2) == 1 && pd_fmaxf(1, NAN) == 1);
}

/* The hash was computed on x86_64 by gcc 12. Every compiler and machine, and WebAssembly, must give it. */
static void every_machine_gives_the_same_bits(void **state)
{
    uint64_t hash = 0;
    pd_rng rng;
    (void)state;
    pd_rng_init(&rng, 3);

    for (int n = 0; n < 20000; n++) {
        const double x = pd_rng_between(&rng, -20, 20), y = pd_rng_between(&rng, -1, 1);
        const double values[] = {pd_sin(x),         pd_cos(x),  pd_tan(x),      pd_asin(y),
                                 pd_acos(y),        pd_atan(x), pd_exp(x),      pd_expm1(y),
                                 pd_log(fabs(x)),   pd_tanh(x), pd_atan2(y, x), pd_hypot(x, y),
                                 pd_pow(fabs(x), y)};
        hash = pd_hash64(values, sizeof values, hash);
    }
    assert_true(hash == 0xa18618094a95254au);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_one_argument_are_libms_to_three_units_in_the_last_place),
        cmocka_unit_test(functions_of_two_arguments_are_libms_to_a_few_units_in_the_last_place),
        cmocka_unit_test(special_arguments_have_the_results_of_libm),
        cmocka_unit_test(the_smaller_and_the_larger_of_two_ignore_a_nan),
        cmocka_unit_test(every_machine_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
