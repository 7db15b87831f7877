/* Tests request ids: they do not repeat, not even after a restart, and an id of the client is taken only if
 * it is safe to log. */
#include "server/http/request_id.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <sys/wait.h>
#include <unistd.h>

static void request_ids_do_not_repeat_and_foreign_ones_must_be_sane(void **state)
{
    (void)state;
    char a[65], b[65], long_one[100];
    pd_srv_request_id(a, NULL);
    pd_srv_request_id(b, "");
    assert_int_equal(strlen(a), 16);
    assert_string_not_equal(a, b);
    pd_srv_request_id(a, "Trace-1.2_3");
    assert_string_equal(a, "Trace-1.2_3");
    for (const char *c = " /\"\n\x7f\xc3:;"; *c; c++) { /* none of these may reach a log line */
        const char given[] = {'a', *c, 0};
        pd_srv_request_id(a, given);
        assert_int_equal(strlen(a), 16);
    }
    pd_srv_request_id(a, "two words");
    assert_int_equal(strlen(a), 16);
    memset(long_one, 'a', sizeof long_one);
    long_one[64] = 0;
    pd_srv_request_id(a, long_one);
    assert_int_equal(strlen(a), 64);
    long_one[64] = 'a';
    long_one[65] = 0;
    pd_srv_request_id(a, long_one);
    assert_int_equal(strlen(a), 16);
}

/* Returns the first id of a new process. Called before this process has made one. */
static void first_id(char out[17])
{
    int ends[2];
    char id[65] = "";
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (!child) {
        pd_srv_request_id(id, NULL);
        _exit(write(ends[1], id, 16) != 16);
    }
    assert_int_equal(read(ends[0], out, 16), 16);
    out[16] = 0;
    waitpid(child, NULL, 0);
    close(ends[0]), close(ends[1]);
}

static void a_server_that_starts_again_has_other_ids(void **state)
{
    (void)state;
    char a[17], b[17];
    first_id(a), first_id(b);
    assert_string_not_equal(a, b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_server_that_starts_again_has_other_ids),
        cmocka_unit_test(request_ids_do_not_repeat_and_foreign_ones_must_be_sane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
