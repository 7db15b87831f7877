/* Tests that a failed assertion names its place and ends the process,
 * and that its condition is evaluated once. */
#include "core/base/assert.h"

#include "tests/support/cmocka.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int pipe_of_child[2];

static void tell(const char *condition, const char *file, int line)
{
    dprintf(pipe_of_child[1], "%s|%s|%d", condition, file, line);
}

static void a_failed_assertion_is_reported_with_its_place_and_ends_the_process(void **state)
{
    (void)state;
    char told[256] = "";
    int status, count = 3;

    PD_ASSERT(count == 3);
    assert_int_equal(pipe(pipe_of_child), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        const struct rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        signal(SIGABRT, SIG_DFL);
        pd_assert_log = tell;
        PD_ASSERT(count > 3);
        _exit(0);
    }
    close(pipe_of_child[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_true(read(pipe_of_child[0], told, sizeof told - 1) > 0);
    assert_non_null(strstr(told, "count > 3|tests/unit/core/base/test_assert.c|"));
    close(pipe_of_child[0]);
}

static void the_condition_is_evaluated_once(void **state)
{
    (void)state;
    int looked = 0;
    PD_ASSERT(++looked);
    assert_int_equal(looked, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_assertion_is_reported_with_its_place_and_ends_the_process),
        cmocka_unit_test(the_condition_is_evaluated_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
