/* Tests buffers, arenas, errors and sizes. Printed texts are compared with snprintf. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

static void a_failure_names_place_value_and_range(void **state)
{
    (void)state;
    pd_error err = {0};
    assert_int_equal(pd_fail(&err, PD_ERR_RANGE, "/betas", "%d numbers; 0 to %d allowed", 17, 16),
                     PD_ERR_RANGE);
    pd_error_prefix(&err, "/bodies/3");
    assert_string_equal(err.where, "/bodies/3/betas");
    assert_string_equal(err.detail, "17 numbers; 0 to 16 allowed");
    assert_int_equal(pd_status_http(err.status), 400);
}

static void a_failure_without_an_error_still_returns_its_status(void **state)
{
    (void)state;
    assert_int_equal(pd_fail(NULL, PD_ERR_IO, NULL, "x"), PD_ERR_IO);
}

static void a_full_arena_returns_null_and_records_the_bytes_needed(void **state)
{
    (void)state;
    pd_arena arena;
    assert_true(pd_arena_init(&arena, 100));
    assert_non_null(pd_arena_take(&arena, 1, 65));
    assert_null(pd_arena_take(&arena, 1, 65));
    assert_int_equal(arena.high, 256);
    assert_null(pd_arena_take(&arena, SIZE_MAX / 2, 3));
    assert_true(pd_arena_reserve(&arena, arena.high));
    assert_non_null(pd_arena_take(&arena, 1, 65));
    void *second = pd_arena_take(&arena, 1, 65);
    assert_non_null(second);
    assert_int_equal((uintptr_t)second % PD_ARENA_ALIGN, 0);
    pd_arena_deinit(&arena);
}

static void sizes_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    size_t out = 7;
    assert_false(pd_size_mul(&out, SIZE_MAX, 2));
    assert_false(pd_size_add(&out, SIZE_MAX, 1));
    assert_int_equal(out, 7);
    assert_true(pd_size_mul(&out, 6, 7));
    assert_int_equal(out, 42);
}

static void a_buffer_grows_and_aligns(void **state)
{
    (void)state;
    pd_buffer buffer = {0};
    for (int i = 0; i < 1000; i++) pd_buffer_printf(&buffer, "%03d", i);
    pd_buffer_align(&buffer, 64, ' ');
    assert_int_equal(buffer.size, 3008);
    assert_memory_equal(buffer.data + 2997, "999    ", 7);
    assert_null(pd_buffer_extend(&buffer, SIZE_MAX));
    assert_true(buffer.failed);
    pd_buffer_deinit(&buffer);
}

static void texts_and_whole_numbers_are_appended_as_printf_would(void **state)
{
    (void)state;
    static const long long numbers[] = {0, 7, -7, 10, 1234567890, -99, LLONG_MAX, LLONG_MIN};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        pd_buffer out = {0}, expected = {0};
        pd_buffer_texts(&out, "{\"", "", "a\":", NULL);
        pd_buffer_integer(&out, numbers[i]);
        pd_buffer_printf(&expected, "{\"a\":%lld", numbers[i]);
        assert_int_equal(out.size, expected.size);
        assert_memory_equal(out.data, expected.data, out.size);
        pd_buffer_deinit(&out), pd_buffer_deinit(&expected);
    }
}

/* A text of any length is printed whole, whether or not it fits the present capacity. */
static void printed_texts_of_any_length_are_whole(void **state)
{
    (void)state;
    for (int length = 0; length < 700; length++) {
        pd_buffer out = {0};
        pd_buffer_printf(&out, "<%*d>", length, 5);
        pd_buffer_printf(&out, "%*d.", length, 6);
        const size_t first = (size_t)(length < 1 ? 1 : length) + 2;
        assert_int_equal(out.size, 2 * first - 1);
        assert_int_equal(out.data[first - 2], '5');
        assert_int_equal(out.data[first - 1], '>');
        assert_int_equal(out.data[out.size - 2], '6');
        assert_int_equal(out.data[out.size - 1], '.');
        pd_buffer_deinit(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_and_whole_numbers_are_appended_as_printf_would),
        cmocka_unit_test(printed_texts_of_any_length_are_whole),
        cmocka_unit_test(a_failure_names_place_value_and_range),
        cmocka_unit_test(a_failure_without_an_error_still_returns_its_status),
        cmocka_unit_test(a_full_arena_returns_null_and_records_the_bytes_needed),
        cmocka_unit_test(sizes_that_do_not_fit_are_refused),
        cmocka_unit_test(a_buffer_grows_and_aligns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
