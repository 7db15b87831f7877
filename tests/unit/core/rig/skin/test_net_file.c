/* Files of learned skin weights: writing and reading back, and refusals that name the tensor. */
#include "core/rig/skin/net.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void a_written_network_reads_back_equal(void **state)
{
    pd_rig_net net, again;
    pd_buffer once = {0}, twice = {0};
    pd_error err;
    (void)state;

    assert_int_equal(pd_rig_net_init(&net, &err), PD_OK);
    for (int i = 0; i < PD_RIG_NET_NUMBERS; i++) net.all[i] = 0.01f * (float)(i % 997);
    net.text.name = strdup("small");
    assert_int_equal(pd_rig_net_encode(&once, &net, &err), PD_OK);
    assert_int_equal(pd_rig_net_parse(&again, once.data, once.size, "file", &err), PD_OK);
    assert_memory_equal(again.all, net.all, PD_RIG_NET_NUMBERS * sizeof *net.all);
    assert_string_equal(again.text.name, "small");
    assert_int_not_equal(again.content_hash, 0);
    assert_int_equal(pd_rig_net_encode(&twice, &again, &err), PD_OK);
    assert_int_equal(twice.size, once.size);
    assert_memory_equal(twice.data, once.data, once.size);
    pd_rig_net_deinit(&again);

    /* cut short, of another kind, too large, not a number */
    assert_int_not_equal(pd_rig_net_parse(&again, once.data, once.size / 2, "file", &err), PD_OK);
    char *kind = memmem(once.data, once.size, PD_RIG_NET_KIND, strlen(PD_RIG_NET_KIND));
    assert_non_null(kind);
    kind[0] = 'p';
    assert_int_equal(pd_rig_net_parse(&again, once.data, once.size, "file", &err), PD_ERR_UNSUPPORTED);
    static const float bad[2] = {101, NAN};
    for (int i = 0; i < 2; i++) {
        pd_buffer_clear(&twice);
        net.tensors[PD_RIG_NET_CHAIN][5] = bad[i];
        assert_int_equal(pd_rig_net_encode(&twice, &net, &err), PD_OK);
        assert_int_equal(pd_rig_net_parse(&again, twice.data, twice.size, "file", &err), PD_ERR_RANGE);
        assert_string_equal(err.where, "file: chain");
        assert_non_null(strstr(err.detail, "-100 to 100"));
    }
    pd_rig_net_deinit(&net);
    pd_buffer_deinit(&once), pd_buffer_deinit(&twice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_written_network_reads_back_equal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
