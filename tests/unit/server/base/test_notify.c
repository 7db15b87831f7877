/* Tests the messages to systemd on a socket that the test opens, as sd_notify(3) describes them, and how
 * often the watchdog is fed. */
#include "server/base/notify.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static char text[256];

/* Opens a socket like that of systemd. name begins with '@' for an abstract one. */
static int listen_at(const char *name)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    memcpy(at.sun_path, name, strlen(name));
    if (*name == '@') at.sun_path[0] = 0;
    assert_int_equal(
        bind(fd, (struct sockaddr *)&at, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name))),
        0);
    setenv("NOTIFY_SOCKET", name, 1);
    return fd;
}

static const char *heard(int fd)
{
    const ssize_t n = recv(fd, text, sizeof text - 1, 0);
    text[n < 0 ? 0 : n] = 0;
    return text;
}

static void states_are_datagrams_to_the_named_socket(void **state)
{
    (void)state;
    char name[64];
    snprintf(name, sizeof name, "@posed-test-%d", (int)getpid());
    int fd = listen_at(name);
    pd_srv_notify("READY=1");
    assert_string_equal(heard(fd), "READY=1");
    close(fd);

    snprintf(name, sizeof name, "/tmp/posed-notify-%d", (int)getpid());
    fd = listen_at(name);
    pd_srv_notify("STOPPING=1");
    assert_string_equal(heard(fd), "STOPPING=1");
    close(fd);
    unlink(name);
    pd_srv_notify("READY=1"); /* nobody there: nothing happens */

    static const char *const bad[] = {"", "relative"};
    for (size_t i = 0; i < 2; i++) {
        setenv("NOTIFY_SOCKET", bad[i], 1);
        pd_srv_notify("READY=1");
    }
    unsetenv("NOTIFY_SOCKET");
    pd_srv_notify("READY=1");
}

static void the_watchdog_is_notified_at_most_four_times_in_its_interval(void **state)
{
    (void)state;
    char name[64];
    snprintf(name, sizeof name, "@posed-watch-%d", (int)getpid());
    int fd = listen_at(name), count = 0;
    pd_srv_notify_alive(1000000000);
    assert_string_equal(heard(fd), ""); /* no watchdog is asked for */
    setenv("WATCHDOG_USEC", "4000000", 1);
    for (int64_t now = 1000000000; now < 1010000000; now += 50000) {
        pd_srv_notify_alive(now);
        count += !strcmp(heard(fd), "WATCHDOG=1");
    }
    assert_int_equal(count, 10);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_are_datagrams_to_the_named_socket),
        cmocka_unit_test(the_watchdog_is_notified_at_most_four_times_in_its_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
