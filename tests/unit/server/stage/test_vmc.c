/* The sender by itself; what arrives is looked at in tests/e2e/vmc.py by a receiver written from the protocol. */
#include "server/stage/vmc.h"
#include "tests/support/cmocka.h"

static char *allowed[] = {"127.0.0.1:39539", "[::1]:0"};
static pd_srv_settings settings;

static pd_status open_vmc(const char *destination, pd_srv_vmc **out, pd_error *err)
{
    const pd_srv_vmc_request request = {destination, 1, 1};
    *err = (pd_error){0};
    return pd_srv_vmc_open(out, &request, &settings.cfg, err);
}

static void permit(int count)
{
    settings.cfg.stream_vmc_allow.items = allowed;
    settings.cfg.stream_vmc_allow.count = count;
}

static void expect_refused(const char *destination, pd_status status, const char *words)
{
    pd_srv_vmc *vmc;
    pd_error err;
    assert_int_equal(open_vmc(destination, &vmc, &err), status);
    assert_null(vmc);
    assert_string_equal(err.where, "/vmc");
    if (!strstr(err.detail, words)) fail_msg("%s: %s", destination, err.detail);
}

static void only_permitted_destinations_are_opened(void **state)
{
    (void)state;
    permit(0);
    expect_refused("127.0.0.1:39539", PD_ERR_INVALID, "off here");
    permit(2);
    expect_refused("127.0.0.1:39540", PD_ERR_INVALID, "is not permitted");
    expect_refused("127.0.0.2:39539", PD_ERR_INVALID, "is not permitted");
    expect_refused("[::ffff:127.0.0.1]:39539", PD_ERR_INVALID, "is not permitted");
    expect_refused("[::2]:39539", PD_ERR_INVALID, "is not permitted");
    expect_refused("[::1]:0", PD_ERR_RANGE, "1 to 65535");
    expect_refused("avatar.example:39539", PD_ERR_INVALID, "wrong address");
    expect_refused("127.0.0.1", PD_ERR_INVALID, "has no port");
    expect_refused("", PD_ERR_INVALID, "has no port");
}

static void a_destination_has_one_name_however_it_is_written(void **state)
{
    (void)state;
    pd_srv_vmc *vmc;
    pd_error err;
    permit(2);
    assert_int_equal(open_vmc("localhost:39539", &vmc, &err), PD_OK);
    assert_string_equal(pd_srv_vmc_destination(vmc), "127.0.0.1:39539");
    pd_srv_vmc_close(vmc);
    if (open_vmc("[0:0:0::1]:5", &vmc, &err) == PD_OK) /* a machine may have no IPv6 */
        assert_string_equal(pd_srv_vmc_destination(vmc), "[::1]:5");
    else
        assert_int_equal(err.status, PD_ERR_IO);
    pd_srv_vmc_close(vmc);
}

static void turns_are_counted_from_the_first_and_permissions_looked_up_again(void **state)
{
    (void)state;
    pd_srv_vmc *vmc;
    pd_error err;
    pd_srv_settings later = {0};
    const pd_srv_vmc_request request = {"127.0.0.1:39539", 3, 1};
    permit(2);
    assert_int_equal(pd_srv_vmc_open(&vmc, &request, &settings.cfg, &err), PD_OK);
    for (uint32_t tick = 4294967290u; tick != 6; tick++)
        pd_srv_vmc_send(vmc, NULL, &settings, tick, 0.1 * tick);
    pd_srv_vmc_counts counts = pd_srv_vmc_take_counts(vmc);
    assert_int_equal(counts.sent + counts.dropped, 4); /* of 12 ticks, over the end of the numbers */
    for (uint32_t tick = 6; tick < 18; tick++) pd_srv_vmc_send(vmc, NULL, &later, tick, 1);
    counts = pd_srv_vmc_take_counts(vmc);
    assert_int_equal(counts.sent + counts.dropped, 0);
    pd_srv_vmc_close(vmc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_permitted_destinations_are_opened),
        cmocka_unit_test(a_destination_has_one_name_however_it_is_written),
        cmocka_unit_test(turns_are_counted_from_the_first_and_permissions_looked_up_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
