/* Tests the metrics of the process, which are read from /proc. The values are compared with what the system
 * calls say of this process, and with files that the test writes in the format of proc(5). */
#include "server/base/process.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static void the_kernels_figures_of_this_process_are_read(void **state)
{
    (void)state;
    pd_srv_process p, with_one_more;
    struct rlimit limit;
    struct rusage usage;
    pd_srv_process_read(&p);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);

    assert_true(p.most_descriptors == (double)limit.rlim_cur || isinf(p.most_descriptors));
    assert_true(p.open_descriptors >= 3 && p.open_descriptors <= p.most_descriptors);
    assert_true(p.cpu_seconds > 0 &&
                p.cpu_seconds <= (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1));
    assert_true(p.resident_bytes > 1e5 && p.resident_bytes <= p.virtual_bytes);
    assert_true(p.start_seconds <= (double)time(NULL) + 1 && p.start_seconds > (double)time(NULL) - 3600);
    assert_true(p.threads == 1);

    const int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    pd_srv_process_read(&with_one_more);
    close(fd);
    assert_true(with_one_more.open_descriptors == p.open_descriptors + 1);
}

/* However much of a second has gone when it is asked. */
static void the_start_time_of_a_process_does_not_change(void **state)
{
    (void)state;
    pd_srv_process first, later;
    pd_srv_process_read(&first);
    for (int i = 0; i < 3; i++) {
        usleep(130000);
        pd_srv_process_read(&later);
        assert_true(fabs(later.start_seconds - first.start_seconds) < 0.1);
    }
}

/* proc(5): the program's name stands in parentheses and may hold any byte. */
static void the_name_of_the_program_does_not_matter(void **state)
{
    (void)state;
    double threads = 0, start = 0;
    const char *rest = "S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 7 18 4711 20 21\n";
    static const char *const names[] = {"(posed)", "(a b)", "(a) S 9 9 9 (b)", "())"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[200];
        snprintf(text, sizeof text, "42 %s %s", names[i], rest);
        assert_true(pd_srv_process_stat(&threads, &start, text));
        assert_true(threads == 7 && start == 4711);
    }
    assert_false(pd_srv_process_stat(&threads, &start, ""));
    assert_false(pd_srv_process_stat(&threads, &start, "42 (posed) S 1 2 3"));
}

/* Returns the number after a metric's name, INFINITY for +Inf. */
static double sample_of(const char *text, const char *name)
{
    char line[64];
    snprintf(line, sizeof line, "\n%s ", name);
    const char *at = strstr(text, line);
    if (!at) fail_msg("no %s in %s", name, text);
    at += strlen(line);
    return strncmp(at, "+Inf\n", 5) ? atof(at) : INFINITY;
}

static void a_read_file_is_written_again_unchanged(void **state)
{
    (void)state;
    pd_srv_process p;
    struct rlimit was;
    assert_int_equal(getrlimit(RLIMIT_AS, &was), 0);
    for (int is_bound = 0; is_bound < 2; is_bound++) {
        const struct rlimit limit = {is_bound ? (rlim_t)1 << 47 : RLIM_INFINITY, was.rlim_max};
        if (is_bound && was.rlim_max != RLIM_INFINITY) break;
        if (setrlimit(RLIMIT_AS, &limit)) break; /* whose limit is lower already */
        pd_buffer out = {0};
        pd_srv_process_read(&p);
        pd_srv_process_write(&out);
        pd_buffer_add(&out, "", 1);
        const char *text = (char *)out.data;
        assert_true(sample_of(text, "process_virtual_memory_max_bytes") == (is_bound ? 0x1p47 : INFINITY));
        assert_true(sample_of(text, "process_max_fds") == p.most_descriptors);
        assert_true(sample_of(text, "process_open_fds") == p.open_descriptors);
        assert_true(sample_of(text, "process_threads") == 1);
        assert_true(fabs(sample_of(text, "process_start_time_seconds") - p.start_seconds) < 0.1);
        assert_true(sample_of(text, "process_cpu_seconds_total") >= p.cpu_seconds - 1e-6);
        assert_true(fabs(sample_of(text, "process_virtual_memory_bytes") - p.virtual_bytes) < 0x1p24);
        assert_true(fabs(sample_of(text, "process_resident_memory_bytes") - p.resident_bytes) < 0x1p24);
        pd_buffer_deinit(&out);
    }
    setrlimit(RLIMIT_AS, &was);
}

static void each_metric_of_the_process_has_help_and_type(void **state)
{
    (void)state;
    static const char *const names[] = {"process_cpu_seconds_total counter",
                                        "process_start_time_seconds gauge",
                                        "process_resident_memory_bytes gauge",
                                        "process_virtual_memory_bytes gauge",
                                        "process_open_fds gauge",
                                        "process_max_fds gauge"};
    pd_buffer text = {0};
    pd_srv_process_write(&text);
    pd_buffer_add(&text, "", 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char line[80];
        snprintf(line, sizeof line, "# TYPE %s\n", names[i]);
        const char *at = strstr((char *)text.data, line);
        assert_non_null(at);
        const int size = (int)strcspn(names[i], " ");
        assert_int_equal(strncmp(at + strlen(line), names[i], (size_t)size), 0); /* its sample follows */
        snprintf(line, sizeof line, "# HELP %.*s ", size, names[i]);
        assert_non_null(strstr((char *)text.data, line));
    }
    pd_buffer_deinit(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kernels_figures_of_this_process_are_read),
        cmocka_unit_test(the_start_time_of_a_process_does_not_change),
        cmocka_unit_test(the_name_of_the_program_does_not_matter),
        cmocka_unit_test(each_metric_of_the_process_has_help_and_type),
        cmocka_unit_test(a_read_file_is_written_again_unchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
