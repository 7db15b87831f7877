/* The VMC sender alone. tests/e2e/vmc.py checks the datagrams with a receiver
 * that was written from the protocol. */
#include "server/stage/vmc.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

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
    expect_refused("127.0.0.1:39539", PD_ERR_INVALID, "not permitted on this server");
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

/* The lowest free descriptor is 0 where standard input is closed: it is one like any other. */
static void without_standard_input_there_is_a_socket_too(void **state)
{
    (void)state;
    pd_srv_vmc *vmc;
    pd_error err;
    permit(2);
    const int kept = dup(0);
    close(0);
    const pd_status opened = open_vmc("127.0.0.1:39539", &vmc, &err);
    pd_srv_vmc_close(vmc);
    const int is_free = dup(0) < 0;
    if (kept >= 0) dup2(kept, 0), close(kept);
    assert_int_equal(opened, PD_OK);
    assert_true(is_free); /* and it is closed */
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

/* Returns the argument of /VMC/Ext/T, in the form of OSC 1.0: the address and ",f" in blocks of four bytes,
 * then a float, the most significant byte first. */
static float time_in(const char *bytes, size_t size)
{
    static const char mark[] = "/VMC/Ext/T\0\0,f\0";
    const unsigned char *at = memmem(bytes, size, mark, sizeof mark);
    assert_non_null(at);
    at += sizeof mark;
    const uint32_t bits = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    float out;
    memcpy(&out, &bits, sizeof out);
    return out;
}

/* Opens a receiver on a free port of 127.0.0.1 or ::1. Returns -1 if the machine has no such address. */
static int listen_on(int family, int *port)
{
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    struct sockaddr *at = family == AF_INET ? (struct sockaddr *)&in : (struct sockaddr *)&in6;
    socklen_t length = family == AF_INET ? sizeof in : sizeof in6;
    const int fd = socket(family, SOCK_DGRAM, 0);
    if (fd < 0) return -1;
    if (bind(fd, at, length) || getsockname(fd, at, &length)) {
        close(fd);
        return -1;
    }
    *port = ntohs(family == AF_INET ? in.sin_port : in6.sin6_port);
    return fd;
}

static void datagrams_arrive_at_the_requested_address_and_port(void **state)
{
    (void)state;
    static const int families[] = {AF_INET, AF_INET6};
    for (int f = 0; f < 2; f++) {
        pd_srv_vmc *vmc;
        pd_error err;
        char to[64], bytes[2048];
        int port = 0;
        const int fd = listen_on(families[f], &port);
        if (fd < 0) continue;
        snprintf(to, sizeof to, f ? "[::1]:%d" : "127.0.0.1:%d", port);
        allowed[0] = to;
        permit(2);
        assert_int_equal(open_vmc(to, &vmc, &err), PD_OK);
        assert_string_equal(pd_srv_vmc_destination(vmc), to);
        pd_srv_vmc_send(vmc, NULL, &settings, 7, 0.5);
        assert_int_equal(pd_srv_vmc_take_counts(vmc).sent, 1);

        struct pollfd waits = {.fd = fd, .events = POLLIN};
        assert_int_equal(poll(&waits, 1, -1), 1);
        const ssize_t got = recv(fd, bytes, sizeof bytes, 0);
        assert_true(got > 16 && !memcmp(bytes, "#bundle", 8));
        assert_near((double)time_in(bytes, (size_t)got), 0, 0); /* its time begins with the first tick */

        pd_srv_vmc_send(vmc, NULL, &settings, 8, 0.75);
        assert_int_equal(poll(&waits, 1, -1), 1);
        const ssize_t next = recv(fd, bytes, sizeof bytes, 0);
        assert_near((double)time_in(bytes, (size_t)next), 0.25, 1e-6);
        pd_srv_vmc_close(vmc);
        close(fd);
    }
    allowed[0] = "127.0.0.1:39539";
}

/* A datagram socket may not be connected to the broadcast address before it asks for that (ip(7): EACCES). */
static void an_address_without_a_server_is_reported(void **state)
{
    (void)state;
    pd_srv_vmc *vmc;
    pd_error err;
    const int before = dup(0);
    close(before);
    allowed[0] = "255.255.255.255:9";
    permit(1);
    assert_int_equal(open_vmc("255.255.255.255:9", &vmc, &err), PD_ERR_IO);
    assert_null(vmc);
    assert_string_equal(err.where, "/vmc");
    assert_string_equal(err.detail, "this server cannot send to 255.255.255.255:9");
    const int after = dup(0);
    close(after);
    assert_int_equal(after, before); /* the socket is closed */
    allowed[0] = "127.0.0.1:39539";
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_permitted_destinations_are_opened),
        cmocka_unit_test(a_destination_has_one_name_however_it_is_written),
        cmocka_unit_test(without_standard_input_there_is_a_socket_too),
        cmocka_unit_test(turns_are_counted_from_the_first_and_permissions_looked_up_again),
        cmocka_unit_test(datagrams_arrive_at_the_requested_address_and_port),
        cmocka_unit_test(an_address_without_a_server_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
