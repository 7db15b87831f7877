/* Tests that numbers of long arrays are written with the same text as single numbers. */
#include "core/base/text/number.h"
#include "core/base/rng.h"
#include "core/kernel/bytes/decimals.h"
#include "core/kernel/cpu.h"
#include "tests/support/cmocka.h"

#include <math.h>

/* Fails unless arrays of one version of the kernels have the texts of their numbers. */
static void check_texts(void)
{
    static const float special[] = {0,          -0.0f,      -1e-9f,     4.9e-7f,     5.1e-7f,    9.9999985f,
                                    9.999999f,  9.9999995f, 9.9999990f, -9.9999995f, 10,         0.1f,
                                    0.1234565f, 1.5e-6f,    2.5e-6f,    -2.5e-6f,    1234567.9f, 3e20f};
    enum { SPECIAL = sizeof special / sizeof *special, COUNT = 4000 };
    static float values[COUNT];
    pd_rng rng;
    pd_rng_init(&rng, 5);
    for (int i = 0; i < COUNT; i++) {
        const double size = pow(10, -9 + 10 * pd_rng_uniform(&rng)); /* to 10 */
        values[i] = (float)(pd_rng_uniform(&rng) < 0.5 ? size : -size);
        if (i % 50 < SPECIAL && i < COUNT / 2) values[i] = special[i % 50];
    }
    for (int count = 0; count < COUNT; count += count < 40 ? 1 : 997) {
        pd_buffer out = {0};
        assert_int_equal(pd_k_decimals_add(&out, values, (size_t)count, ';', "", NULL), PD_OK);
        size_t at = 0;
        for (int i = 0; i < count; i++) {
            char alone[PD_IO_NUMBER_BYTES];
            const size_t length = pd_io_number_fixed(alone, values[i], PD_IO_NUMBER_DIGITS);
            if (i) assert_int_equal(out.data[at++], ';');
            assert_true(at + length <= out.size);
            assert_memory_equal(out.data + at, alone, length);
            at += length;
        }
        assert_int_equal(at, out.size);
        pd_buffer_deinit(&out);
    }
}

/* Kernels write many numbers at a time if these are below 10. */
static void numbers_of_an_array_are_written_like_single_numbers(void **state)
{
    (void)state;
    static const char *const versions[] = {"ref", "avx2", "avx512"};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (pd_k_cpu_init(versions[i], NULL) == PD_OK) check_texts();
    pd_k_cpu_init(NULL, NULL);
}

static void numbers_that_are_not_finite_are_refused_with_their_index(void **state)
{
    (void)state;
    float values[20] = {0};
    pd_buffer out = {0};
    pd_error err;
    values[13] = NAN;
    assert_int_equal(pd_k_decimals_add(&out, values, 20, ',', "/x", &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/x/13");
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_an_array_are_written_like_single_numbers),
        cmocka_unit_test(numbers_that_are_not_finite_are_refused_with_their_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
