/* Tests the health check of a container: the arguments of process 1 are found, and the exit code follows the
 * reply of a server that the test plays. */
#include "server/http/health.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static char proc[64];

/* Makes a folder like /proc: the programs of process 1 and of this one, and the arguments of process 1. */
static void make_proc(const char *first, const char *own, const char *arguments, size_t size)
{
    char path[128];
    strcpy(proc, "/tmp/posed-proc-XXXXXX");
    assert_non_null(mkdtemp(proc));
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", proc, i ? "self" : "1");
        assert_int_equal(mkdir(path, 0700), 0);
        snprintf(path, sizeof path, "%s/%s/exe", proc, i ? "self" : "1");
        assert_int_equal(symlink(i ? own : first, path), 0);
    }
    snprintf(path, sizeof path, "%s/1/cmdline", proc);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fwrite(arguments, 1, size, file);
    fclose(file);
}

static int remove_proc(void **state)
{
    (void)state;
    static const char *const names[] = {"1/exe", "1/cmdline", "self/exe", "1", "self", ""};
    char path[128];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", proc, names[i]);
        remove(path);
    }
    return 0;
}

static void the_arguments_are_those_of_process_1_where_that_is_this_program(void **state)
{
    (void)state;
    static const char line[] = "/usr/bin/posed\0--listen\0"
                               "0.0.0.0:9000";
    pd_buffer out = {0};
    make_proc("/usr/bin/posed", "/usr/bin/posed", line, sizeof line);
    assert_int_equal(pd_srv_health_arguments(&out, proc), 3);
    assert_memory_equal(out.data, line, sizeof line);
    pd_buffer_deinit(&out);
}

static void the_arguments_of_another_program_are_not_taken(void **state)
{
    (void)state;
    static const char line[] = "/sbin/init\0--listen";
    pd_buffer out = {0};
    make_proc("/sbin/init", "/usr/bin/posed", line, sizeof line);
    assert_int_equal(pd_srv_health_arguments(&out, proc), 0);
    pd_buffer_deinit(&out);
}

static void arguments_that_are_cut_are_not_taken(void **state)
{
    (void)state;
    pd_buffer out = {0};
    make_proc("/usr/bin/posed", "/usr/bin/posed", "/usr/bin/posed\0--lis", 20);
    assert_int_equal(pd_srv_health_arguments(&out, proc), 0);
    assert_int_equal(pd_srv_health_arguments(&out, "/nowhere"), 0);
    pd_buffer_deinit(&out);
}

/* ---- a daemon of which only the answer is there ---- */

typedef struct answerer {
    int listener, port;
    const char *reply;
    char got[256]; /* the request */
    pthread_t thread;
} answerer;

static void *answer(void *arg)
{
    answerer *a = arg;
    size_t size = 0;
    const int fd = accept(a->listener, NULL, NULL);
    while (!strstr(a->got, "\r\n\r\n")) {
        const ssize_t n = recv(fd, a->got + size, sizeof a->got - 1 - size, 0);
        if (n <= 0) break;
        size += (size_t)n;
    }
    (void)!send(fd, a->reply, strlen(a->reply), MSG_NOSIGNAL);
    close(fd);
    return NULL;
}

static void listen_with(answerer *a, const char *reply, bool is_v6)
{
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr *at = is_v6 ? (void *)&v6 : (void *)&v4;
    socklen_t size = is_v6 ? sizeof v6 : sizeof v4;
    *a = (answerer){.reply = reply, .listener = socket(at->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    if (is_v6 && bind(a->listener, at, size)) skip(); /* a machine without IPv6 */
    if (!is_v6) assert_int_equal(bind(a->listener, at, size), 0);
    assert_int_equal(listen(a->listener, 1), 0);
    getsockname(a->listener, at, &size);
    a->port = ntohs(is_v6 ? v6.sin6_port : v4.sin_port);
    assert_int_equal(pthread_create(&a->thread, NULL, answer, a), 0);
}

/* Returns the exit code of the health check of a daemon at `host` that answers with `reply`. */
static int checked(const char *host, const char *reply, bool is_v6)
{
    answerer a;
    char listen_at[64];
    listen_with(&a, reply, is_v6);
    snprintf(listen_at, sizeof listen_at, "%s:%d", host, a.port);
    const int code = pd_srv_health_check(listen_at);
    pthread_join(a.thread, NULL);
    close(a.listener);
    assert_string_equal(a.got, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    return code;
}

/* Exit code 0 for a reply of 200, 1 for another, a cut or no reply, 2 for an invalid address. */
static void a_daemon_is_healthy_when_it_answers_200(void **state)
{
    (void)state;
    static const struct {
        const char *reply;
        int code;
    } rows[] = {
        {"HTTP/1.1 200 OK\r\n\r\n", 0},
        {"HTTP/1.1 200", 0},
        {"HTTP/1.1 503 Busy\r\n\r\n", 1},
        {"HTTP/1.1 201 OK\r\n\r\n", 1},
        {"HTTP/1.0 200 OK\r\n", 1},
        {"HTTP/1.1 20", 1},
        {"", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(checked("127.0.0.1", rows[i].reply, false), rows[i].code);
    assert_int_equal(checked("localhost", rows[0].reply, false), 0);
    assert_int_equal(checked("0.0.0.0", rows[0].reply, false), 0); /* listens at all addresses */

    static const char *const none[] = {"", "127.0.0.1", "127.0.0.1:x", "example.org:80"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) assert_int_equal(pd_srv_health_check(none[i]), 2);
}

static void a_daemon_with_an_ipv6_address_is_asked_there(void **state)
{
    (void)state;
    assert_int_equal(checked("[::1]", "HTTP/1.1 200 OK\r\n", true), 0);
    assert_int_equal(checked("[::]", "HTTP/1.1 200 OK\r\n", true), 0);
    assert_int_equal(checked("[::1]", "HTTP/1.1 500 X\r\n", true), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_arguments_are_those_of_process_1_where_that_is_this_program,
                                  remove_proc),
        cmocka_unit_test_teardown(the_arguments_of_another_program_are_not_taken, remove_proc),
        cmocka_unit_test_teardown(arguments_that_are_cut_are_not_taken, remove_proc),
        cmocka_unit_test(a_daemon_is_healthy_when_it_answers_200),
        cmocka_unit_test(a_daemon_with_an_ipv6_address_is_asked_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
