#include "server/http/connections.h"

#include "tests/support/cmocka.h"

#include <sys/socket.h>
#include <unistd.h>

typedef struct pair {
    pd_srv_metrics *metrics;
    pd_srv_connections *connections;
    pd_srv_connection *connection;
    int ours, theirs;
} pair;

static pair open_pair(void)
{
    pair p = {.metrics = pd_srv_metrics_new()};
    pd_error err;
    int ends[2];

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    p.ours = ends[0];
    p.theirs = ends[1];
    assert_int_equal(pd_srv_connections_start(&p.connections, p.metrics, &err), PD_OK);
    p.connection = pd_srv_connections_add(p.connections, p.ours, NULL);
    assert_non_null(p.connection);
    return p;
}

static void close_pair(pair *p)
{
    pd_srv_connections_remove(p->connections, p->connection);
    pd_srv_connections_stop(p->connections);
    pd_srv_metrics_free(p->metrics);
    close(p->ours);
    close(p->theirs);
}

static void a_connection_is_busy_in_every_phase_but_idle(void **state)
{
    (void)state;
    pair p = open_pair();

    for (int phase = PD_SRV_HEAD; phase <= PD_SRV_IDLE; phase++) {
        assert_int_equal(pd_srv_connection_enter(p.connection, (pd_srv_phase)phase, INT64_MAX), 1);
        assert_int_equal(pd_srv_connections_busy(p.connections), phase != PD_SRV_IDLE);
    }
    close_pair(&p);
}

static void an_idle_connection_with_an_unread_request_is_busy(void **state)
{
    (void)state;
    pair p = open_pair();
    char byte;

    pd_srv_connection_enter(p.connection, PD_SRV_IDLE, INT64_MAX);
    assert_int_equal(write(p.theirs, "G", 1), 1);
    assert_int_equal(pd_srv_connections_busy(p.connections), 1);
    assert_int_equal(read(p.ours, &byte, 1), 1);
    assert_int_equal(pd_srv_connections_busy(p.connections), 0);
    shutdown(p.theirs, SHUT_WR); /* an end is no request */
    assert_int_equal(pd_srv_connections_busy(p.connections), 0);
    close_pair(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_connection_is_busy_in_every_phase_but_idle),
        cmocka_unit_test(an_idle_connection_with_an_unread_request_is_busy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
