/* Files of learned starts: writing and reading back in half precision, and refusals that name the tensor. */
#include "core/rig/start.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void a_written_start_reads_back_equal(void **state)
{
    pd_rig_start start, again;
    pd_buffer once = {0}, twice = {0};
    pd_error err;
    (void)state;

    assert_int_equal(pd_rig_start_init(&start, &err), PD_OK);
    start.weights[0][7] = 0.5f, start.weights[1][PD_RIG_MAP_NUMBERS * PD_RIG_MAP_JOINTS - 1] = -2;
    start.bias[0][3] = 0.25f, start.bias[1][65] = 1.5f;
    start.text.name = strdup("small");
    assert_int_equal(pd_rig_start_encode(&once, &start, &err), PD_OK);
    assert_true(once.size < 2 << 20);
    assert_int_equal(pd_rig_start_parse(&again, once.data, once.size, "file", &err), PD_OK);
    assert_near((double)again.weights[0][7], 0.5, 0);
    assert_near((double)again.weights[1][PD_RIG_MAP_NUMBERS * PD_RIG_MAP_JOINTS - 1], -2, 0);
    assert_near((double)again.bias[0][3], 0.25, 0);
    assert_near((double)again.bias[1][65], 1.5, 0);
    assert_string_equal(again.text.name, "small");
    assert_int_not_equal(again.content_hash, 0);
    assert_int_equal(pd_rig_start_encode(&twice, &again, &err), PD_OK);
    assert_int_equal(twice.size, once.size);
    assert_memory_equal(twice.data, once.data, once.size);
    pd_rig_start_deinit(&again);

    /* cut short, of another kind, not finite */
    assert_int_not_equal(pd_rig_start_parse(&again, once.data, once.size / 2, "file", &err), PD_OK);
    char *kind = memmem(once.data, once.size, PD_RIG_START_KIND, strlen(PD_RIG_START_KIND));
    assert_non_null(kind);
    kind[0] = 'p';
    assert_int_equal(pd_rig_start_parse(&again, once.data, once.size, "file", &err), PD_ERR_UNSUPPORTED);
    pd_buffer_clear(&twice);
    start.bias[1][2] = NAN;
    assert_int_equal(pd_rig_start_encode(&twice, &start, &err), PD_OK);
    assert_int_equal(pd_rig_start_parse(&again, twice.data, twice.size, "file", &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "file: next_bias");
    pd_rig_start_deinit(&start);
    pd_buffer_deinit(&once), pd_buffer_deinit(&twice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_written_start_reads_back_equal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
