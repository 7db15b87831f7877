/* Tests that signals reach the thread that waits for them, whichever thread they interrupt, and in which
 * order they are reported. */
#include "server/base/signals.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int set_up(void **state)
{
    (void)state;
    return !pd_srv_signals_catch();
}

static void repeated_signals_of_a_kind_are_reported_once(void **state)
{
    (void)state;
    assert_int_equal(pd_srv_signals_next(0), 0);
    for (int i = 0; i < 100; i++) raise(SIGHUP); /* more than are read from the pipe at once */
    assert_int_equal(pd_srv_signals_next(0), SIGHUP);
    assert_int_equal(pd_srv_signals_next(0), 0);
    raise(SIGHUP);
    assert_int_equal(pd_srv_signals_next(0), SIGHUP);
}

static void signals_that_end_the_daemon_are_handled_first(void **state)
{
    (void)state;
    raise(SIGHUP);
    raise(SIGINT);
    raise(SIGTERM);
    assert_int_equal(pd_srv_signals_next(-1), SIGTERM);
    assert_int_equal(pd_srv_signals_next(-1), SIGINT); /* would wait for ever */
    assert_int_equal(pd_srv_signals_next(-1), SIGHUP);
    errno = EINTR; /* of a call before */
    assert_int_equal(pd_srv_signals_next(0), 0);

    raise(SIGHUP);
    raise(SIGTERM);
    assert_int_equal(pd_srv_signals_next(-1), SIGTERM);
    assert_int_equal(pd_srv_signals_next(-1), SIGHUP);
}

/* The default of SIGXFSZ ends the process: of a log by the limit of a file's size, for example. */
static void a_failed_write_does_not_end_the_process(void **state)
{
    (void)state;
    raise(SIGPIPE);
    raise(SIGXFSZ);
    assert_int_equal(pd_srv_signals_next(0), 0);
}

static void *raise_here(void *arg)
{
    while (!*(atomic_bool *)arg) usleep(1000);
    errno = 0;
    raise(SIGINT);
    return errno ? arg : NULL;
}

static void a_signal_that_lands_on_another_thread_wakes_the_one_that_waits(void **state)
{
    (void)state;
    static atomic_bool go;
    pthread_t thread;
    void *failed;
    assert_int_equal(pthread_create(&thread, NULL, raise_here, &go), 0);
    atomic_store(&go, true);
    assert_int_equal(pd_srv_signals_next(-1), SIGINT);
    pthread_join(thread, &failed);
    assert_null(failed); /* errno of who was interrupted stays */
}

static void ignore(int number)
{
    (void)number;
}

static pthread_t waiting;

/* Sends signals that the daemon does not handle, then one that it does. */
static void *disturb(void *nothing)
{
    for (int i = 0; i < 20; i++) {
        pthread_kill(waiting, SIGUSR1);
        usleep(1000);
    }
    raise(SIGINT);
    return nothing;
}

static void another_signal_does_not_end_the_wait(void **state)
{
    (void)state;
    const struct sigaction action = {.sa_handler = ignore};
    struct sigaction was;
    pthread_t thread;
    waiting = pthread_self();
    assert_int_equal(sigaction(SIGUSR1, &action, &was), 0);
    assert_int_equal(pthread_create(&thread, NULL, disturb, NULL), 0);
    assert_int_equal(pd_srv_signals_next(-1), SIGINT);
    pthread_join(thread, NULL);
    sigaction(SIGUSR1, &was, NULL);
}

static void a_reader_that_has_gone_is_an_error_of_the_write(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    assert_int_equal(write(ends[1], "x", 1), -1);
    assert_int_equal(errno, EPIPE);
    close(ends[1]);
}

static void a_mapped_file_that_is_cut_ends_the_process_with_its_cause(void **state)
{
    (void)state;
    char text[512] = "";
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (!child) {
        char name[] = "/tmp/posed_cut_XXXXXX";
        const int fd = mkstemp(name);
        unlink(name);
        signal(SIGBUS, SIG_DFL); /* cmocka and the sanitizers have handlers of their own */
        dup2(ends[1], STDERR_FILENO);
        if (!pd_srv_signals_catch() || ftruncate(fd, 4096)) _exit(1);
        const volatile char *mapped = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
        if (mapped == MAP_FAILED || ftruncate(fd, 0)) _exit(1);
        _exit(mapped[0]);
    }
    assert_true(child > 0);
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS);
    assert_true(read(ends[0], text, sizeof text - 1) > 0);
    assert_non_null(strstr(text, "a mapped file was cut while it was in use"));
    close(ends[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_write_does_not_end_the_process),
        cmocka_unit_test(repeated_signals_of_a_kind_are_reported_once),
        cmocka_unit_test(signals_that_end_the_daemon_are_handled_first),
        cmocka_unit_test(a_signal_that_lands_on_another_thread_wakes_the_one_that_waits),
        cmocka_unit_test(another_signal_does_not_end_the_wait),
        cmocka_unit_test(a_reader_that_has_gone_is_an_error_of_the_write),
        cmocka_unit_test(a_mapped_file_that_is_cut_ends_the_process_with_its_cause),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
