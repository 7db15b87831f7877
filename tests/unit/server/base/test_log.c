#include "server/base/log.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <jansson.h>

#include <cmocka.h>

static char path[64], text[1 << 20];
static const char *volatile nothing; /* NULL, which the compiler must not know */

static const char *written(void)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    return text;
}

static pd_srv_log *open_log(pd_srv_log_format format, pd_srv_level level)
{
    pd_srv_log *log;
    pd_error err = {0};
    snprintf(path, sizeof path, "/tmp/posed-log-%d", (int)getpid());
    unlink(path);
    assert_int_equal(pd_srv_log_open(&log, path, format, level, &err), PD_OK);
    return log;
}

static void a_json_line_reads_back_whatever_the_values_hold(void **state)
{
    (void)state;
    char huge[5000];
    memset(huge, '"', sizeof huge);
    huge[sizeof huge - 1] = 0;
    pd_srv_log *log = open_log(PD_SRV_LOG_JSON, PD_SRV_INFO);
    pd_srv_log_write(log, PD_SRV_INFO, "request", "path=%s status=%d bytes=%zu ms=%.3f none=%s big=%lld",
                     "a \"b\"\n\\\x01\xff", 200, (size_t)123456789012, 1.5, nothing, (long long)-5);
    pd_srv_log_write(log, PD_SRV_ERROR, "huge", "a=%s b=%s c=%s d=%s e=%s f=%s g=%s h=%s i=%d", huge, huge,
                     huge, huge, huge, huge, huge, huge, 1);
    pd_srv_log_close(log);
    char *line = (char *)written(), *end = strchr(line, '\n');
    *end = 0;
    json_t *read = json_loads(line, 0, NULL);
    assert_non_null(read);
    assert_string_equal(json_string_value(json_object_get(read, "message")), "request");
    assert_string_equal(json_string_value(json_object_get(read, "level")), "info");
    assert_int_equal(json_integer_value(json_object_get(read, "status")), 200);
    assert_true(json_integer_value(json_object_get(read, "bytes")) == 123456789012);
    assert_true(json_number_value(json_object_get(read, "ms")) == 1.5);
    assert_int_equal(json_integer_value(json_object_get(read, "big")), -5);
    assert_null(json_object_get(read, "none"));
    assert_string_equal(json_string_value(json_object_get(read, "path")), "a \"b\"\n\\\x01\xc3\xbf");
    json_decref(read);
    read = json_loads(end + 1, 0, NULL);
    assert_non_null(read);
    json_decref(read);
    unlink(path);
}

static void a_text_line_is_plain_and_quotes_what_is_not(void **state)
{
    (void)state;
    pd_srv_log *log = open_log(PD_SRV_LOG_TEXT, PD_SRV_INFO);
    pd_srv_log_write(log, PD_SRV_WARNING, "few things", "id=%s file=%s", "abc", "a b");
    pd_srv_log_write(log, PD_SRV_DEBUG, "not written", NULL);
    pd_srv_log_set_level(log, PD_SRV_DEBUG);
    pd_srv_log_write(log, PD_SRV_DEBUG, "written", NULL);
    pd_srv_log_close(log);
    const char *line = written();
    assert_non_null(strstr(line, " warn  few things id=abc file=\"a b\"\n"));
    assert_non_null(strstr(line, " debug written\n"));
    assert_null(strstr(line, "not written"));
    unlink(path);
}

static void a_full_disk_drops_lines_and_counts_them(void **state)
{
    (void)state;
    pd_srv_log *log;
    assert_int_equal(pd_srv_log_open(&log, "/dev/full", PD_SRV_LOG_AUTO, PD_SRV_INFO, NULL), PD_OK);
    for (int i = 0; i < 100; i++) pd_srv_log_write(log, PD_SRV_INFO, "line", "number=%d", i);
    for (int i = 0; i < 200 && pd_srv_log_dropped(log) < 100; i++) usleep(10000);
    assert_int_equal(pd_srv_log_dropped(log), 100);
    pd_srv_log_close(log);
}

/* A file of at most 300 bytes, then of any size: as a disk that is full and then is not. */
static void a_line_that_a_full_disk_cut_ends_before_the_next_begins(void **state)
{
    (void)state;
    struct rlimit any, few = {300, RLIM_INFINITY};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &any), 0);
    few.rlim_max = any.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    pd_srv_log *log = open_log(PD_SRV_LOG_JSON, PD_SRV_INFO);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    for (int i = 0; i < 10; i++) pd_srv_log_write(log, PD_SRV_INFO, "before", "number=%d", i);
    for (int i = 0; i < 1000 && !pd_srv_log_dropped(log); i++) usleep(10000);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &any), 0);
    pd_srv_log_write(log, PD_SRV_INFO, "after", NULL);
    pd_srv_log_close(log);

    int bad = 0, after = 0;
    char *rest = NULL;
    for (char *line = strtok_r((char *)written(), "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        json_t *read = json_loads(line, 0, NULL);
        bad += !read;
        after += read && !strcmp(json_string_value(json_object_get(read, "message")), "after");
        json_decref(read);
    }
    assert_int_equal(bad, 1); /* the one that was cut, and no other was written into it */
    assert_int_equal(after, 1);
    unlink(path);
}

static void more_lines_than_fit_are_dropped_not_waited_for(void **state)
{
    (void)state;
    int ends[2];
    char name[32];
    assert_int_equal(pipe(ends), 0);
    snprintf(name, sizeof name, "/proc/self/fd/%d", ends[1]);
    pd_srv_log *log;
    assert_int_equal(pd_srv_log_open(&log, name, PD_SRV_LOG_TEXT, PD_SRV_INFO, NULL), PD_OK);
    for (int i = 0; i < 20000; i++)
        pd_srv_log_write(log, PD_SRV_INFO, "a line that nobody reads", "number=%d", i);
    assert_true(pd_srv_log_dropped(log) > 1000);
    close(ends[0]); /* the writer wakes up with EPIPE */
    pd_srv_log_close(log);
    close(ends[1]);
}

static void a_moved_file_is_opened_again_under_its_name(void **state)
{
    (void)state;
    char moved[80];
    pd_srv_log *log = open_log(PD_SRV_LOG_TEXT, PD_SRV_INFO);
    snprintf(moved, sizeof moved, "%s.1", path);
    pd_srv_log_write(log, PD_SRV_INFO, "before", NULL);
    for (int i = 0; i < 1000 && !strstr(written(), "before"); i++) usleep(10000);
    rename(path, moved);
    assert_int_equal(pd_srv_log_reopen(log, NULL), PD_OK);
    pd_srv_log_write(log, PD_SRV_INFO, "after", NULL);
    pd_srv_log_close(log);
    assert_non_null(strstr(written(), "after"));
    assert_null(strstr(text, "before"));
    unlink(path);
    unlink(moved);
}

static void a_folder_that_is_not_there_is_an_error(void **state)
{
    (void)state;
    pd_srv_log *log;
    pd_error err = {0};
    assert_int_equal(pd_srv_log_open(&log, "/nonexistent/log", PD_SRV_LOG_AUTO, PD_SRV_INFO, &err),
                     PD_ERR_IO);
    assert_string_equal(err.where, "/nonexistent/log");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_json_line_reads_back_whatever_the_values_hold),
        cmocka_unit_test(a_text_line_is_plain_and_quotes_what_is_not),
        cmocka_unit_test(a_full_disk_drops_lines_and_counts_them),
        cmocka_unit_test(a_line_that_a_full_disk_cut_ends_before_the_next_begins),
        cmocka_unit_test(more_lines_than_fit_are_dropped_not_waited_for),
        cmocka_unit_test(a_moved_file_is_opened_again_under_its_name),
        cmocka_unit_test(a_folder_that_is_not_there_is_an_error),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
