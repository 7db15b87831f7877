/* posed from its command line to its exit status, in a thread of this process: signals, messages to a service
 * manager, reloads. */
#include "server/daemon.h"

#include "server/base/clock.h"
#include "server/base/signals.h"
#include "server/http/connections.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define PATIENCE_MS 600000 /* nothing is judged by its time: what has not come by then never does */
#define DRAIN       "600"  /* seconds: nobody waits for their end here */

/* As in posed: libmicrohttpd reads its sockets with it. */
ssize_t recv(int fd, void *buffer, size_t size, int flags)
{
    return pd_srv_connections_receive(fd, buffer, size, flags);
}

static char config_path[] = "/tmp/posed-daemon-XXXXXX", log_path[] = "/tmp/posed-daemon-log-XXXXXX";
static int manager = -1; /* the socket of a service manager */
static char heard[256];

/* -- a daemon ------------------------------------------------------------ */

typedef struct daemon_run {
    pd_srv_command_line line;
    FILE *out, *errors;
    int code;
} daemon_run;

static pthread_t thread;
static bool is_running;
static daemon_run run;
static int port, printed; /* printed: what it writes to its output */

static void *daemon_main(void *arg)
{
    daemon_run *r = arg;
    r->code = pd_srv_daemon_run(&r->line, r->out, r->errors);
    return NULL;
}

static void write_config(const char *text)
{
    FILE *file = fopen(config_path, "w");
    assert_true(file && fputs(text, file) >= 0);
    fclose(file);
}

/* Waits for the next message to the service manager and returns it. Skips WATCHDOG=1. */
static const char *told(void)
{
    do {
        struct pollfd waits = {.fd = manager, .events = POLLIN};
        int ready;
        while ((ready = poll(&waits, 1, PATIENCE_MS)) < 0) assert_int_equal(errno, EINTR);
        assert_int_equal(ready, 1);
        const ssize_t n = read(manager, heard, sizeof heard - 1);
        heard[n < 0 ? 0 : n] = 0;
    } while (!strcmp(heard, "WATCHDOG=1"));
    return heard;
}

static char *environment[] = {"POSED_CONFIG=/tmp/posed-daemon-XXXXXX",
                              "POSED_LOG_FILE=/tmp/posed-daemon-log-XXXXXX",
                              "POSED_BUILTIN_MODELS=false",
                              "POSED_LISTEN=127.0.0.1:0",
                              "POSED_WORKERS=1",
                              "POSED_HTTP_THREADS=1",
                              "POSED_DRAIN_TIMEOUT=" DRAIN,
                              "POSED_LIMITS_HEAD_TIMEOUT=3600",
                              "POSED_LIMITS_BODY_TIMEOUT=3600",
                              "POSED_LIMITS_BODY_MIN_RATE=0",
                              NULL, /* room for two of a test's own */
                              NULL,
                              NULL};
enum { OWN = sizeof environment / sizeof *environment - 3 };

static int start(void **state)
{
    static char *argv[] = {"posed", NULL};
    int ends[2];
    char text[128] = "";
    (void)state;
    write_config("log: {level: info}\n");
    assert_int_equal(truncate(log_path, 0), 0);
    assert_int_equal(pipe(ends), 0);
    printed = ends[0];
    run = (daemon_run){.line = {1, argv, environment}, .out = fdopen(ends[1], "w"), .errors = stderr};
    assert_int_equal(pthread_create(&thread, NULL, daemon_main, &run), 0);
    is_running = true;
    assert_string_equal(told(), "READY=1");
    assert_true(read(printed, text, sizeof text - 1) > 0);
    assert_int_equal(sscanf(text, "posed listening on http://127.0.0.1:%d\n", &port), 1);
    return 0;
}

/* Waits for the end of the daemon and returns its exit status. */
static int ended(void)
{
    pthread_join(thread, NULL);
    is_running = false;
    fclose(run.out);
    close(printed);
    return run.code;
}

/* After a test that failed. */
static int end(void **state)
{
    (void)state;
    while (is_running && pthread_tryjoin_np(thread, NULL)) {
        kill(getpid(), SIGTERM);
        usleep(100000);
    }
    is_running = false;
    while (pd_srv_signals_next(0)) continue;
    for (char dropped[256]; recv(manager, dropped, sizeof dropped, MSG_DONTWAIT) > 0;) continue;
    return 0;
}

static int set_up(void **state)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    char name[64];
    (void)state;
    close(mkstemp(config_path));
    close(mkstemp(log_path));
    environment[0] = strdup(environment[0]);
    environment[1] = strdup(environment[1]);
    strcpy(strchr(environment[0], '/'), config_path);
    strcpy(strchr(environment[1], '/'), log_path);

    snprintf(name, sizeof name, "@posed-daemon-%d", (int)getpid());
    setenv("NOTIFY_SOCKET", name, 1);
    memcpy(at.sun_path + 1, name + 1, strlen(name + 1));
    manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    return bind(manager, (struct sockaddr *)&at,
                (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name)));
}

static int tear_down(void **state)
{
    (void)state;
    close(manager);
    unlink(config_path);
    unlink(log_path);
    free(environment[0]);
    free(environment[1]);
    return 0;
}

/* -- a client ------------------------------------------------------------ */

static int dial(void)
{
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

static void say(int fd, const char *text)
{
    assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
}

/* Returns the status of the reply, 0 without one. Then the connection has ended and is no active request. */
static int status_of(int fd)
{
    char text[16] = "", dropped[4096];
    size_t got = 0;
    for (ssize_t n; got < 12 && (n = read(fd, text + got, 12 - got)) > 0;) got += (size_t)n;
    while (read(fd, dropped, sizeof dropped) > 0) continue;
    close(fd);
    return got == 12 ? atoi(text + 9) : 0;
}

static int answer_to(const char *request)
{
    int fd = dial();
    say(fd, request);
    return status_of(fd);
}

/* Returns whether the words are in the log, which is complete when the daemon has ended. */
static bool is_in_log(const char *words)
{
    static char text[1 << 16];
    FILE *file = fopen(log_path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return strstr(text, words) != NULL;
}

#define HOST    "Host: localhost\r\n"
#define HEALTHZ "GET /healthz HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n"
#define POST    "POST /v1/ik/solve HTTP/1.1\r\n" HOST "Connection: close\r\nContent-Length: %d\r\n\r\n"

/* Returns the status of a reply to a body of that many bytes: 400, because it is no object. */
static int answer_to_body(int bytes)
{
    char text[4096];
    snprintf(text, sizeof text, POST "%-*s", bytes, bytes, "[1]");
    return answer_to(text);
}

/* Begins a request and leaves a part of it out. */
static int begin_request(void)
{
    char head[256];
    int fd = dial();
    snprintf(head, sizeof head, POST "[", 3);
    say(fd, head);
    assert_int_equal(answer_to(HEALTHZ), 200); /* the door has passed that one on by now */
    return fd;
}

/* -- signals --------------------------------------------------------------- */

static void sigterm_and_sigint_end_the_daemon_with_status_0(void **state)
{
    static const struct {
        int number;
        const char *name;
    } rows[] = {{SIGTERM, "TERM"}, {SIGINT, "INT"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char words[64];
        long long us = 0;
        start(state);
        assert_int_equal(answer_to(HEALTHZ), 200);
        kill(getpid(), rows[i].number);
        assert_int_equal(sscanf(told(), "STOPPING=1\nEXTEND_TIMEOUT_USEC=%lld", &us), 1);
        assert_true(us > atoi(DRAIN) * 1000000LL); /* the drain and what comes after it */
        assert_int_equal(ended(), 0);
        snprintf(words, sizeof words, "\"signal\":\"%s\"", rows[i].name);
        assert_true(is_in_log("stopping") && is_in_log(words));
        assert_true(is_in_log("\"level\":\"info\",\"message\":\"drained\",\"unfinished\":0,"));
    }
}

static void running_requests_are_answered_before_the_end_whatever_is_signalled(void **state)
{
    start(state);
    int fd = begin_request();
    kill(getpid(), SIGTERM);
    told();
    kill(getpid(), SIGHUP); /* nothing to a daemon that stops */
    say(fd, "1]");
    assert_int_equal(status_of(fd), 400);
    assert_int_equal(ended(), 0);
    assert_true(is_in_log("\"unfinished\":0"));
    assert_false(is_in_log("reload by SIGHUP"));
}

static void a_second_signal_does_not_wait_for_what_is_under_way(void **state)
{
    for (int second = 0; second < 2; second++) {
        start(state);
        int fd = begin_request();
        kill(getpid(), SIGTERM);
        told();
        kill(getpid(), second ? SIGINT : SIGTERM);
        assert_int_equal(ended(), 0);
        assert_true(is_in_log("\"level\":\"warn\",\"message\":\"drained\",\"unfinished\":1,"));
        close(fd);
    }
}

/* -- requests on a kept connection ---------------------------------------------- */

/* Returns all bytes until the end. */
static const char *rest_of(int fd)
{
    static char text[1 << 14];
    size_t got = 0;
    for (ssize_t n; got + 1 < sizeof text && (n = read(fd, text + got, sizeof text - 1 - got)) > 0;)
        got += (size_t)n;
    text[got] = 0;
    close(fd);
    return text;
}

/* A proxy in front could read the bytes otherwise and treat the rest as another client's request. */
static void ambiguous_requests_are_refused_also_after_a_good_one(void **state)
{
#define KEPT "GET /healthz HTTP/1.1\r\n" HOST "\r\n"
    static char long_head[64 << 10];
    static const struct {
        const char *request, *status;
    } rows[] = {{"POST /v1/ik/solve HTTP/1.1\r\n" HOST
                 "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                 "HTTP/1.1 400 "},
                {"POST /v1/ik/solve HTTP/1.1\r\n" HOST "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
                 "HTTP/1.1 400 "},
                {"GET /healthz HTTP/1.1\r\n" HOST "no colon\r\n\r\n", "HTTP/1.1 400 "},
                {"GET /healthz HTTP/3.7\r\n" HOST "\r\n", "HTTP/1.1 505 "},
                {long_head, "HTTP/1.1 431 "}};
    enum { ROWS = sizeof rows / sizeof *rows };
    start(state);
    snprintf(long_head, sizeof long_head, "GET /healthz HTTP/1.1\r\n" HOST "X: %040000d\r\n\r\n", 0);
    for (int i = 0; i < 2 * ROWS; i++) {
        const char *request = rows[i / 2].request, *end = NULL;
        char kept[64 << 10];
        int fd = dial();
        if (i % 2) { /* in one piece with the good one */
            snprintf(kept, sizeof kept, KEPT "%s", request);
            say(fd, kept);
        } else {
            char first;
            say(fd, KEPT);
            assert_int_equal(read(fd, &first, 1), 1);
            say(fd, request);
        }
        const char *text = rest_of(fd);
        end = strstr(text, rows[i / 2].status);
        if (!strstr(text, "200 OK") || !end || !strstr(end, "Connection: close") ||
            strstr(end + 1, "\nHTTP/1.1 "))
            fail_msg("row %d: %s", i, text);
    }
    kill(getpid(), SIGTERM);
    told();
    assert_int_equal(ended(), 0);
}

/* -- reloads ------------------------------------------------------------------ */

static void reload(void)
{
    long long us = 0;
    const int64_t before = pd_srv_now_us();
    kill(getpid(), SIGHUP);
    assert_int_equal(sscanf(told(), "RELOADING=1\nMONOTONIC_USEC=%lld", &us), 1);
    assert_in_range(us, before, pd_srv_now_us());
    assert_string_equal(told(), "READY=1");
}

static void sighup_reads_the_configuration_again(void **state)
{
    start(state);
    assert_int_equal(answer_to_body(1025), 400);
    write_config("limits: {body_bytes: 1024}\n");
    reload();
    assert_int_equal(answer_to_body(1025), 413);
    write_config("limits: {body_bytes: 1025}\n");
    reload();
    assert_int_equal(answer_to_body(1025), 400);
    kill(getpid(), SIGTERM);
    told();
    assert_int_equal(ended(), 0);
    assert_true(is_in_log("reload by SIGHUP"));
}

static void a_configuration_with_an_error_is_named_in_the_log_and_not_taken_over(void **state)
{
    start(state);
    write_config("limits: {body_bytes: 1024, nonsense: 1}\n");
    reload();
    assert_int_equal(answer_to_body(1025), 400); /* as before */
    kill(getpid(), SIGTERM);
    told();
    assert_int_equal(ended(), 0);
    assert_true(is_in_log("configuration not taken over"));
    assert_true(is_in_log("nonsense"));
}

/* Returns the number of times that the words are in the log. */
static int count_in_log(const char *words)
{
    static char text[1 << 16];
    int count = 0;
    FILE *file = fopen(log_path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    for (const char *at = text; (at = strstr(at, words)); at += strlen(words)) count++;
    return count;
}

/* Each is a line of the log, at the start and at every reload. */
static void variables_that_are_no_options_are_warned_of(void **state)
{
    environment[OWN] = "POSED_ZEBRA=1";
    environment[OWN + 1] = "POSED_LOGLEVEL=info";
    start(state);
    reload();
    kill(getpid(), SIGTERM);
    told();
    environment[OWN] = environment[OWN + 1] = NULL;
    assert_int_equal(ended(), 0);
    assert_int_equal(count_in_log("\"level\":\"warn\",\"message\":\"configuration\",\"detail\":\"POSED_ZEBRA:"
                                  " is not an option and is ignored\"}\n"),
                     2);
    assert_int_equal(
        count_in_log("\"detail\":\"POSED_LOGLEVEL: is not an option and is ignored; did you mean "
                     "POSED_LOG_LEVEL?\"}\n"),
        2);
    assert_int_equal(count_in_log("\"message\":\"configuration\""), 4);
}

static void a_log_that_was_moved_away_is_opened_again_whatever_the_configuration_says(void **state)
{
    char moved[80];
    start(state);
    write_config("nonsense: 1\n");
    snprintf(moved, sizeof moved, "%s.1", log_path);
    assert_int_equal(rename(log_path, moved), 0); /* as logrotate does */
    reload();
    kill(getpid(), SIGTERM);
    told();
    assert_int_equal(ended(), 0);
    unlink(moved);
    assert_true(is_in_log("configuration not taken over"));
}

/* Replaces the look-up of a model file: that of the model "slow" waits until the test permits it. */
static sem_t is_looking, may_go_on;

int stat(const char *restrict path, struct stat *restrict about)
{
    if (strstr(path, "/slow.safetensors")) {
        sem_post(&is_looking);
        sem_wait(&may_go_on);
    }
    return fstatat(AT_FDCWD, path, about, 0);
}

static void a_configuration_waits_for_no_models(void **state)
{
    long long us = 0;
    sem_init(&is_looking, 0, 0);
    sem_init(&may_go_on, 0, 0);
    start(state);
    write_config("models: [{id: slow, file: /nowhere/slow.safetensors}]\n");
    kill(getpid(), SIGHUP);
    assert_int_equal(sscanf(told(), "RELOADING=1\nMONOTONIC_USEC=%lld", &us), 1);
    sem_wait(&is_looking);

    write_config("limits: {body_bytes: 1024}\n");
    kill(getpid(), SIGHUP);
    while (answer_to_body(1025) != 413) usleep(1000);
    assert_int_equal(recv(manager, heard, sizeof heard - 1, MSG_DONTWAIT), -1); /* one reload still */

    for (int i = 0; i < 32; i++) sem_post(&may_go_on); /* the file may be looked for several times */
    assert_string_equal(told(), "READY=1");
    kill(getpid(), SIGTERM);
    assert_memory_equal(told(), "STOPPING=1", 10);
    assert_int_equal(ended(), 0);
    assert_true(is_in_log("\"model not loaded\",\"id\":\"slow\"")); /* by the first; the second names none */
    assert_true(is_in_log("\"message\":\"models reloaded\",\"ok\":0"));
    assert_true(is_in_log("\"message\":\"models reloaded\",\"ok\":1"));
    sem_destroy(&is_looking);
    sem_destroy(&may_go_on);
}

static void a_watchdog_is_told_that_the_daemon_runs(void **state)
{
    setenv("WATCHDOG_USEC", "400000", 1);
    start(state);
    for (int i = 0; i < 2; i++) {
        struct pollfd waits = {.fd = manager, .events = POLLIN};
        while (poll(&waits, 1, PATIENCE_MS) < 0) assert_int_equal(errno, EINTR);
        heard[recv(manager, heard, sizeof heard - 1, MSG_DONTWAIT)] = 0;
        assert_string_equal(heard, "WATCHDOG=1");
    }
    kill(getpid(), SIGTERM);
    assert_memory_equal(told(), "STOPPING=1", 10);
    assert_int_equal(ended(), 0);
    unsetenv("WATCHDOG_USEC");
}

/* -- what does not serve --------------------------------------------------------- */

static char said[1 << 16], complained[4096];

/* Runs posed with these flags and returns the exit status.
 * said, complained: its standard output and error. */
static int run_with(char *first, char *second)
{
    char *argv[] = {"posed", first, second, NULL};
    FILE *out = fmemopen(said, sizeof said, "w"), *errors = fmemopen(complained, sizeof complained, "w");
    const pd_srv_command_line line = {second ? 3 : 2, argv, environment};
    memset(said, 0, sizeof said);
    memset(complained, 0, sizeof complained);
    const int code = pd_srv_daemon_run(&line, out, errors);
    fclose(out);
    fclose(errors);
    return code;
}

static void output_goes_to_stdout_and_errors_to_stderr(void **state)
{
    (void)state;
    write_config("log: {level: info}\n");
    assert_int_equal(run_with("--version", NULL), 0);
    assert_memory_equal(said, "posed ", 6);
    assert_string_equal(complained, "");
    assert_int_equal(run_with("--nonsense", NULL), 2);
    assert_string_equal(said, "");
    assert_non_null(strstr(complained, "--nonsense"));

    /* A disk without room is a failure, and is named. */
    static char *const asked[] = {"--version", "--help", "--print-config", "--check-config"};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        FILE *full = fopen("/dev/full", "w"), *errors = fmemopen(complained, sizeof complained, "w");
        char *argv[] = {"posed", asked[i], NULL};
        memset(complained, 0, sizeof complained);
        assert_int_equal(pd_srv_daemon_run(&(pd_srv_command_line){2, argv, environment}, full, errors), 1);
        fclose(full);
        fclose(errors);
        assert_string_equal(complained, "posed: standard output: No space left on device\n");
    }
}

static void a_check_finds_the_same_errors_as_a_start(void **state)
{
    (void)state;
    char keys[] = "/tmp/posed-daemon-keys-XXXXXX", flag[64];
    close(mkstemp(keys));
    snprintf(flag, sizeof flag, "--access-keys-file=%s", keys);
    write_config("log: {level: info}\n");
    assert_int_equal(run_with("--check-config", NULL), 0);
    assert_string_equal(said, "the configuration is good\n");
    assert_string_equal(complained, "");

    assert_int_equal(run_with("--check-config", flag), 2); /* nobody could come in */
    assert_non_null(strstr(complained, keys));
    assert_string_equal(said, "");
    FILE *file = fopen(keys, "w");
    fprintf(file, "# name scopes SHA-256\nshop read 123\n");
    fclose(file);
    assert_int_equal(run_with("--check-config", flag), 2);
    snprintf(flag, sizeof flag, "posed: %s:2: ", keys);
    assert_memory_equal(complained, flag, strlen(flag));
    unlink(keys);

    assert_int_equal(run_with("--check-config", "--log-file=/nowhere/posed.log"), 2);
    assert_string_equal(complained, "--log-file: /nowhere: No such file or directory\n");
    assert_int_equal(run_with("--check-config", "--log-file=/tmp"), 2);
    assert_string_equal(complained, "--log-file: /tmp: Is a directory\n");
    assert_int_equal(run_with("--check-config", "--log-file=/tmp/posed-not-there-yet.log"), 0);
    assert_int_equal(access("/tmp/posed-not-there-yet.log", F_OK), -1); /* and is not made */

    assert_int_equal(run_with("--check-config", "--tracing-endpoint=https://x:4318"), 2);
    assert_non_null(
        strstr(complained, "posed: tracing.endpoint: \"https://x:4318\"; http://HOST:PORT expected"));
    assert_string_equal(said, "");
    assert_int_equal(run_with("--check-config", "--tracing-endpoint=http://x:4318"), 0);
}

static void a_check_loads_the_models_that_the_configuration_names(void **state)
{
    (void)state;
    write_config("models: [{id: prior, file: models/pose-prior.safetensors}]\n");
    assert_int_equal(run_with("--check-config", NULL), 0);
    assert_string_equal(complained, "");

    write_config("models: [{id: prior, file: models/pose-prior.safetensors}, {id: a, file: README.md}, {id: "
                 "b, file: core}]\n");
    assert_int_equal(run_with("--check-config", NULL), 2);
    assert_string_equal(said, "");
    assert_memory_equal(complained, "posed: models: a: README.md: ", 29);
    assert_non_null(strstr(complained, "\nposed: models: b: core"));
    assert_null(strstr(complained, "prior"));
    write_config("models: [{id: a, file: nowhere.safetensors}]\n");
    assert_int_equal(run_with("--check-config", NULL), 2);
    assert_non_null(strstr(complained, "nowhere.safetensors: No such file"));
    write_config("log: {level: info}\n");
}

static void a_start_that_fails_says_why_and_whose_fault_it_is(void **state)
{
    (void)state;
    char taken[32];
    assert_int_equal(run_with("--listen", "0.0.0.0:0"), 2); /* the configuration's */
    assert_non_null(strstr(complained, "access.keys_file"));
    assert_string_equal(said, "");

    start(state);
    snprintf(taken, sizeof taken, "127.0.0.1:%d", port);
    assert_int_equal(run_with("--listen", taken), 1); /* the machine's */
    assert_memory_equal(complained, "posed: listen: ", 15);
    assert_non_null(strstr(complained, taken));
    assert_string_equal(said, "");

    snprintf(taken, sizeof taken, "--listen=127.0.0.1:%d", port);
    assert_int_equal(run_with("--healthcheck", taken), 0);
    kill(getpid(), SIGTERM);
    told();
    assert_int_equal(ended(), 0);
    assert_int_equal(run_with("--healthcheck", taken), 1); /* gone */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(sigterm_and_sigint_end_the_daemon_with_status_0, end),
        cmocka_unit_test_teardown(running_requests_are_answered_before_the_end_whatever_is_signalled, end),
        cmocka_unit_test_teardown(a_second_signal_does_not_wait_for_what_is_under_way, end),
        cmocka_unit_test_teardown(ambiguous_requests_are_refused_also_after_a_good_one, end),
        cmocka_unit_test_teardown(sighup_reads_the_configuration_again, end),
        cmocka_unit_test_teardown(a_configuration_with_an_error_is_named_in_the_log_and_not_taken_over, end),
        cmocka_unit_test_teardown(variables_that_are_no_options_are_warned_of, end),
        cmocka_unit_test_teardown(a_log_that_was_moved_away_is_opened_again_whatever_the_configuration_says,
                                  end),
        cmocka_unit_test_teardown(a_configuration_waits_for_no_models, end),
        cmocka_unit_test_teardown(a_watchdog_is_told_that_the_daemon_runs, end),
        cmocka_unit_test_teardown(output_goes_to_stdout_and_errors_to_stderr, end),
        cmocka_unit_test_teardown(a_check_finds_the_same_errors_as_a_start, end),
        cmocka_unit_test_teardown(a_check_loads_the_models_that_the_configuration_names, end),
        cmocka_unit_test_teardown(a_start_that_fails_says_why_and_whose_fault_it_is, end),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
