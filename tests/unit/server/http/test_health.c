#include "server/http/health.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char proc[64];

/* A folder as /proc: the programs of process 1 and of this one, and the arguments of process 1. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_arguments_are_those_of_process_1_where_that_is_this_program,
                                  remove_proc),
        cmocka_unit_test_teardown(the_arguments_of_another_program_are_not_taken, remove_proc),
        cmocka_unit_test_teardown(arguments_that_are_cut_are_not_taken, remove_proc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
