/* The listening socket: its URL, which a reload of the configuration reads while the daemon drains. */
#include "server/http/door.h"
#include "tests/support/cmocka.h"

#include <string.h>

static void the_url_names_the_port_and_remains_after_the_close(void **state)
{
    (void)state;
    pd_cfg cfg = {.limits_head_bytes = 8192, .limits_head_timeout = 1, .limits_connections = 4};
    pd_srv_door *door;
    char before[128], after[128], expected[128];
    assert_int_equal(pd_srv_door_open(&door, &cfg, "127.0.0.1:0", NULL), PD_OK);
    pd_srv_door_url(door, before, sizeof before);
    snprintf(expected, sizeof expected, "http://127.0.0.1:%d", pd_srv_door_port(door));
    assert_string_equal(before, expected);
    assert_in_range(pd_srv_door_port(door), 1, 65535);

    pd_srv_door_close(door);
    pd_srv_door_url(door, after, sizeof after);
    assert_string_equal(after, before);
    pd_srv_door_free(door);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_url_names_the_port_and_remains_after_the_close)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
