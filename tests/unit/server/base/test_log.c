/* Tests that log lines arrive whole and readable: JSON lines are parsed by jansson, numbers are compared with
 * printf, and full disks, full pipes and moved files are made by the test. */
#include "server/base/log.h"
#include "tests/support/checked_locks.h"

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <time.h>
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

static void a_text_line_is_plain_and_quotes_special_values(void **state)
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

static void a_full_disk_drops_lines_counts_them_and_is_told_on_standard_error(void **state)
{
    (void)state;
    pd_srv_log *log;
    char told[] = "/tmp/posed-log-stderr-XXXXXX", line[256] = "";
    const int error = dup(STDERR_FILENO), file = mkstemp(told);
    dup2(file, STDERR_FILENO);
    assert_int_equal(pd_srv_log_open(&log, "/dev/full", PD_SRV_LOG_AUTO, PD_SRV_INFO, NULL), PD_OK);
    for (int i = 0; i < 100; i++) pd_srv_log_write(log, PD_SRV_INFO, "line", "number=%d", i);
    while (pd_srv_log_dropped(log) < 100) usleep(1000);
    assert_int_equal(pd_srv_log_dropped(log), 100);
    assert_int_equal(pd_srv_log_dropped(NULL), 0);
    pd_srv_log_close(log);
    fflush(stderr);
    dup2(error, STDERR_FILENO);
    const ssize_t size = pread(file, line, sizeof line - 1, 0);
    close(error), close(file), unlink(told);
    assert_string_equal(
        line, "posed: log.file: /dev/full: No space left on device; lines are dropped until it can be "
              "written (posed_log_dropped_total)\n");
    assert_true(size > 0); /* once, for 100 lines */
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
    while (!pd_srv_log_dropped(log)) usleep(1000);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &any), 0);
    pd_srv_log_write(log, PD_SRV_INFO, "after", NULL);
    pd_srv_log_close(log);

    int bad = 0, after = 0, missing = 0;
    char *rest = NULL;
    for (char *line = strtok_r((char *)written(), "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        json_t *read = json_loads(line, 0, NULL);
        bad += !read;
        after += read && !strcmp(json_string_value(json_object_get(read, "message")), "after");
        missing += read && !strcmp(json_string_value(json_object_get(read, "message")),
                                   "lines of the log are missing");
        json_decref(read);
    }
    assert_int_equal(missing, 1); /* when the file can be written again */
    assert_int_equal(bad, 1);     /* the one that was cut, and no other was written into it */
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
    while (!strstr(written(), "before")) usleep(1000);
    rename(path, moved);
    assert_int_equal(pd_srv_log_reopen(log, NULL), PD_OK);
    pd_srv_log_write(log, PD_SRV_INFO, "after", NULL);
    pd_srv_log_close(log);
    assert_non_null(strstr(written(), "after"));
    assert_null(strstr(text, "before"));
    unlink(path);
    unlink(moved);
}

static void a_missing_folder_is_an_error(void **state)
{
    (void)state;
    pd_srv_log *log;
    pd_error err = {0};
    assert_int_equal(pd_srv_log_open(&log, "/nonexistent/log", PD_SRV_LOG_AUTO, PD_SRV_INFO, &err),
                     PD_ERR_IO);
    assert_string_equal(err.where, "/nonexistent/log");
}

/* Numbers that the log writes by hand are printf's. */
static void numbers_are_those_of_printf(void **state)
{
    (void)state;
    static const long long whole[] = {0, 1, -1, 9, 10, -10, 99, 12345678901LL, INT64_MAX, INT64_MIN};
    static const double reals[] = {0,      0.25,      -0.25,        1.0 / 3,   -2.0 / 3, 0.9994,
                                   0.9996, 999999999, -999999999.5, 12.5,      -0.0004,  0.0006,
                                   100,    1e-9,      123.0625,     0.1250001, 0.75};
    pd_srv_log *log = open_log(PD_SRV_LOG_TEXT, PD_SRV_INFO);
    char expected[512];
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        pd_srv_log_write(log, PD_SRV_INFO, "n", "a=%lld b=%zu c=%d end=%d", whole[i], (size_t)whole[i] / 2,
                         (int)(whole[i] % 1000000007), 7);
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        pd_srv_log_write(log, PD_SRV_INFO, "r", "a=%.1f b=%.3f c=%.6f d=%.0f e=%f end=%d", reals[i], reals[i],
                         reals[i], reals[i] * 0.99, reals[i], 7);
    pd_srv_log_write(log, PD_SRV_INFO, "r", "a=%.1f b=%.1f", 1e9, -1e300); /* beyond what it writes: 0 */
    pd_srv_log_close(log);

    char *rest = NULL, *line = strtok_r((char *)written(), "\n", &rest);
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++, line = strtok_r(NULL, "\n", &rest)) {
        snprintf(expected, sizeof expected, "info  n a=%lld b=%zu c=%d end=7", whole[i], (size_t)whole[i] / 2,
                 (int)(whole[i] % 1000000007));
        assert_string_equal(line + 13, expected);
    }
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++, line = strtok_r(NULL, "\n", &rest)) {
        double got[5], digits[5] = {0.1, 0.001, 1e-6, 1, 0.001};
        int end = 0;
        assert_int_equal(sscanf(line + 13, "info  r a=%lf b=%lf c=%lf d=%lf e=%lf end=%d", got, got + 1,
                                got + 2, got + 3, got + 4, &end),
                         6);
        for (int k = 0; k < 5; k++) {
            double off = got[k] - reals[i] * (k == 3 ? 0.99 : 1);
            assert_true(off <= 0.501 * digits[k] && off >= -0.501 * digits[k]);
        }
        snprintf(expected, sizeof expected, "%.6f", reals[i]);
        assert_non_null(strstr(line, expected));
        assert_int_equal(end, 7);
    }
    assert_non_null(strstr(line, "a=0.0 b=0.0"));
    unlink(path);
}

/* Text of any length: whole up to 400 and some bytes, else its beginning
 * and three points, never cut within an escape. */
static void a_value_of_any_length_stays_one_value(void **state)
{
    (void)state;
    char value[1400];
    for (int kind = 0; kind < 4; kind++) {
        pd_srv_log *log = open_log(PD_SRV_LOG_JSON, PD_SRV_INFO);
        for (size_t n = 0; n < sizeof value; n += n < 380 ? 95 : n < 640 ? 1 : 150) {
            for (size_t i = 0; i < n; i++)
                value[i] = kind == 0 ? 'x' : kind == 1 ? '"' : kind == 2 ? '\x7f' : (char)('a' + i % 26);
            if (kind == 3)
                for (size_t i = 5; i < n; i += 11) value[i] = '\\';
            value[n] = 0;
            pd_srv_log_write(log, PD_SRV_INFO, "v", "n=%zu value=%s after=%d", n, value, 5);
        }
        pd_srv_log_close(log);
        char *rest = NULL;
        size_t lines = 0, cut = 0;
        for (char *line = strtok_r((char *)written(), "\n", &rest); line;
             line = strtok_r(NULL, "\n", &rest), lines++) {
            json_t *read = json_loads(line, 0, NULL);
            assert_non_null(read);
            assert_int_equal(json_integer_value(json_object_get(read, "after")), 5);
            size_t n = (size_t)json_integer_value(json_object_get(read, "n"));
            const char *got = json_string_value(json_object_get(read, "value"));
            for (size_t i = 0; i < n; i++)
                value[i] = kind == 0 ? 'x' : kind == 1 ? '"' : kind == 2 ? '\x7f' : (char)('a' + i % 26);
            if (kind == 3)
                for (size_t i = 5; i < n; i += 11) value[i] = '\\';
            value[n] = 0;
            size_t length = strlen(got);
            if (strcmp(got, value) != 0) {
                assert_true(length >= 3 && length < n + 3);
                assert_string_equal(got + length - 3, "...");
                assert_memory_equal(got, value, length - 3);
                assert_true(n > (kind == 2 ? 80 : kind == 1 ? 240 : 400));
                cut++;
            } else {
                assert_true(n < 512);
            }
            json_decref(read);
        }
        assert_true(cut > 5 && lines > 250);
        unlink(path);
    }
}

static void text_values_are_quoted_where_they_must_be(void **state)
{
    (void)state;
    pd_srv_log *log = open_log(PD_SRV_LOG_TEXT, PD_SRV_INFO);
    pd_srv_log_write(log, PD_SRV_INFO, "t", "a=%s b=%s c=%s d=%s e=%s f=%s g=%s", "~!", "a=b", "", "\"",
                     "\x7f", "\t", "tab\xc3");
    pd_srv_log_write(log, PD_SRV_INFO, "t", "a=%s  b=%s", "one", "two"); /* more than one blank between */
    pd_srv_log_write(log, PD_SRV_INFO, "t", "no fields");
    pd_srv_log_write(log, PD_SRV_INFO, "t", "one=word");
    pd_srv_log_close(log);
    assert_non_null(
        strstr(written(),
               " info  t a=~! b=\"a=b\" c=\"\" d=\"\\\"\" e=\"\\u007f\" f=\"\\u0009\" g=\"tab\\u00c3\"\n"));
    assert_non_null(strstr(text, " info  t a=one b=two\n"));
    assert_non_null(strstr(text, " info  t\n"));
    unlink(path);
}

/* The time of a line is the clock's, to the millisecond, in either format. */
static void lines_have_the_time_at_which_they_were_written(void **state)
{
    (void)state;
    for (int json = 0; json < 2; json++) {
        struct timespec before[60], after[60];
        pd_srv_log *log = open_log(json ? PD_SRV_LOG_JSON : PD_SRV_LOG_TEXT, PD_SRV_INFO);
        for (int i = 0; i < 60; i++) {
            clock_gettime(CLOCK_REALTIME, &before[i]);
            pd_srv_log_write(log, PD_SRV_INFO, "tick", NULL);
            clock_gettime(CLOCK_REALTIME, &after[i]);
            usleep(17300);
        }
        pd_srv_log_close(log);
        char *rest = NULL, *line = strtok_r((char *)written(), "\n", &rest);
        for (int i = 0; i < 60; i++, line = strtok_r(NULL, "\n", &rest)) {
            struct tm utc;
            gmtime_r(&before[i].tv_sec, &utc);
            int day = 0, h, m, s, ms;
            const char *clock = json ? strchr(line, 'T') + 1 : line;
            if (json) assert_int_equal(sscanf(line, "{\"time\":\"%*d-%*d-%dT", &day), 1);
            assert_int_equal(sscanf(clock, "%2d:%2d:%2d.%3d", &h, &m, &s, &ms), 4);
            long long at = ((h * 60LL + m) * 60 + s) * 1000 + ms,
                      from = ((utc.tm_hour * 60LL + utc.tm_min) * 60 + utc.tm_sec) * 1000 +
                             before[i].tv_nsec / 1000000;
            long long span = (after[i].tv_sec - before[i].tv_sec) * 1000LL + after[i].tv_nsec / 1000000 -
                             before[i].tv_nsec / 1000000;
            long long off = (at - from + 86400000) % 86400000;
            assert_true(off >= 0 && off <= span);
            if (json) assert_true(day == utc.tm_mday || off);
            assert_int_equal(clock[12], json ? 'Z' : ' ');
        }
        unlink(path);
    }
}

static void *write_many(void *arg)
{
    for (int i = 0; i < 400; i++) pd_srv_log_write(arg, PD_SRV_INFO, "from a thread", "number=%d", i);
    return NULL;
}

/* Four threads at once, and a reader that takes a pipe's bytes late:
 * every line arrives whole, each thread's in order. */
static void lines_of_many_threads_arrive_whole_through_a_slow_pipe(void **state)
{
    (void)state;
    int ends[2];
    char name[32], line[256];
    pd_srv_log *log;
    pthread_t threads[4];
    assert_int_equal(pipe(ends), 0);
    assert_true(fcntl(ends[1], F_SETPIPE_SZ, 4096) > 0); /* less than what is written at once */
    snprintf(name, sizeof name, "/proc/self/fd/%d", ends[1]);
    assert_int_equal(pd_srv_log_open(&log, name, PD_SRV_LOG_JSON, PD_SRV_INFO, NULL), PD_OK);
    for (int t = 0; t < 4; t++) assert_int_equal(pthread_create(&threads[t], NULL, write_many, log), 0);
    FILE *in = fdopen(ends[0], "r");
    int seen[400] = {0};
    for (int i = 0; i < 1600; i++) {
        assert_non_null(fgets(line, sizeof line, in));
        json_t *read = json_loads(line, 0, NULL);
        assert_non_null(read);
        seen[json_integer_value(json_object_get(read, "number"))]++;
        json_decref(read);
        if (i % 200 == 0) usleep(2000);
    }
    for (int i = 0; i < 400; i++) assert_int_equal(seen[i], 4);
    for (int t = 0; t < 4; t++) pthread_join(threads[t], NULL);
    assert_int_equal(pd_srv_log_dropped(log), 0);
    pd_srv_log_close(log);
    fclose(in);
    close(ends[1]);
}

/* Makes standard error a pipe of 4096 bytes, whose writes do not block. */
static int narrow_stderr(int *kept)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_true(fcntl(ends[1], F_SETPIPE_SZ, 4096) == 4096);
    assert_int_equal(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    *kept = dup(STDERR_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
    return ends[0];
}

static void widen_stderr(int kept)
{
    dup2(kept, STDERR_FILENO);
    close(kept);
}

/* Reads on until so many bytes have come. */
static size_t read_from(int fd, size_t at, size_t bytes)
{
    while (at < bytes) {
        ssize_t n = read(fd, text + at, bytes - at);
        if (n <= 0) break;
        at += (size_t)n;
    }
    text[at] = 0;
    return at;
}

/* Writes a line of so many bytes, its end included, as text. */
static void write_long(pd_srv_log *log, size_t bytes)
{
    enum { HEAD = sizeof "00:00:00.000 info  " - 1 };
    char message[4096];
    memset(message, 'm', bytes - HEAD - 1);
    message[bytes - HEAD - 1] = 0;
    pd_srv_log_write(log, PD_SRV_INFO, message, NULL);
}

/* Wherever the first piece ends, within a line, before its end or behind it. */
static void lines_that_go_out_in_pieces_are_counted_once(void **state)
{
    (void)state;
    for (size_t first = 2019; first < 2023; first++) {
        int kept, ours = narrow_stderr(&kept);
        pd_srv_log *log;
        const pd_status opened = pd_srv_log_open(&log, NULL, PD_SRV_LOG_TEXT, PD_SRV_INFO, NULL);
        write_long(log, first);
        write_long(log, 4097 - 2020); /* with a first line of 2020 bytes the last end alone is left over */
        write_long(log, 100);
        const size_t got = read_from(ours, 0, first + 4097 - 2020 + 100);
        const uint64_t dropped = pd_srv_log_dropped(log);
        pd_srv_log_close(log);
        widen_stderr(kept);
        close(ours);

        assert_int_equal(opened, PD_OK);
        assert_int_equal(dropped, 0);
        assert_int_equal(got, first + 4097 - 2020 + 100);
        assert_true(text[first - 1] == '\n' && text[first + 4097 - 2020 - 1] == '\n' &&
                    text[got - 1] == '\n');
    }
}

/* If the reader of a full pipe does not read for a second, lines without room are dropped.
 * Later lines are whole. */
static void bytes_that_a_full_pipe_refuses_for_a_second_are_dropped(void **state)
{
    (void)state;
    int kept, ours = narrow_stderr(&kept);
    pd_srv_log *log;
    const pd_status opened = pd_srv_log_open(&log, "", PD_SRV_LOG_TEXT, PD_SRV_INFO, NULL);
    for (int i = 0; i < 3; i++) write_long(log, 2000);
    while (!pd_srv_log_dropped(log)) usleep(1000);
    const uint64_t dropped = pd_srv_log_dropped(log);
    int held = 0; /* two whole lines, and up to 96 bytes of the third */
    ioctl(ours, FIONREAD, &held);
    size_t got = read_from(ours, 0, (size_t)held);
    pd_srv_log_write(log, PD_SRV_INFO, "after", NULL);
    pd_srv_log_close(log);
    widen_stderr(kept);
    got = read_from(ours, got, sizeof text - 1);
    close(ours);

    assert_int_equal(opened, PD_OK);
    assert_int_equal(dropped, 1);
    const char *after = strstr(text, " info  after\n");
    assert_true(after && after + strlen(after) == text + got);
    assert_true(held >= 4000 && after - text >= 4000 + 12 && after[-13] == '\n'); /* the cut line has ended */
    assert_true(text[1999] == '\n' && text[3999] == '\n');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_json_line_reads_back_whatever_the_values_hold),
        cmocka_unit_test(a_text_line_is_plain_and_quotes_special_values),
        cmocka_unit_test(a_full_disk_drops_lines_counts_them_and_is_told_on_standard_error),
        cmocka_unit_test(a_line_that_a_full_disk_cut_ends_before_the_next_begins),
        cmocka_unit_test(more_lines_than_fit_are_dropped_not_waited_for),
        cmocka_unit_test(a_moved_file_is_opened_again_under_its_name),
        cmocka_unit_test(numbers_are_those_of_printf),
        cmocka_unit_test(a_value_of_any_length_stays_one_value),
        cmocka_unit_test(text_values_are_quoted_where_they_must_be),
        cmocka_unit_test(lines_have_the_time_at_which_they_were_written),
        cmocka_unit_test(lines_of_many_threads_arrive_whole_through_a_slow_pipe),
        cmocka_unit_test(lines_that_go_out_in_pieces_are_counted_once),
        cmocka_unit_test(bytes_that_a_full_pipe_refuses_for_a_second_are_dropped),
        cmocka_unit_test(a_missing_folder_is_an_error),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
