/* The operator's voice: text in, sound out; programs that fail, hang, write too much or do not exist are
 * named, and nothing of the daemon's environment or files is theirs. */
#include "server/work/voice.h"

#include "server/base/clock.h"
#include "tests/support/cmocka.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pd_srv_voice voice;
static pd_buffer wav;
static pd_error err;

/* Runs a shell's script as the program. */
static pd_status say(const char *script, const char *text, double timeout)
{
    static char shell[] = "/bin/sh", option[] = "-c";
    char *own = strdup(script);
    char *items[] = {shell, option, own};
    const pd_cfg cfg = {
        .speech_command = {.items = items, .count = 3}, .speech_timeout = timeout, .speech_processes = 1};
    pd_buffer_clear(&wav);
    err = (pd_error){0};
    const pd_status status = pd_srv_voice_say(&voice, &wav, text, &cfg, &err);
    free(own);
    return status;
}

static void the_text_goes_in_and_what_it_writes_comes_out(void **state)
{
    (void)state;
    assert_int_equal(say("tr a-z A-Z", "hello", 10), PD_OK);
    assert_true(wav.size == 5 && !memcmp(wav.data, "HELLO", 5));

    /* More than a pipe holds, in both directions, and a program that reads nothing. */
    char *text = malloc(1000001);
    memset(text, 'x', 1000000);
    text[1000000] = 0;
    assert_int_equal(say("cat", text, 10), PD_OK);
    assert_true(wav.size == 1000000 && wav.data[999999] == 'x');
    assert_int_equal(say("echo ok", text, 10), PD_OK);
    assert_true(wav.size == 3);
    free(text);
}

static void a_program_that_fails_is_named(void **state)
{
    (void)state;
    assert_int_equal(say("cat; exit 3", "a", 10), PD_ERR_IO);
    assert_string_equal(err.detail, "it ended with status 3");
    assert_int_equal(say("kill -9 $$", "a", 10), PD_ERR_IO);
    assert_string_equal(err.detail, "it was ended by signal 9");
    static char missing[] = "/nowhere/engine";
    char *items[] = {missing};
    const pd_cfg cfg = {
        .speech_command = {.items = items, .count = 1}, .speech_timeout = 1, .speech_processes = 1};
    assert_int_equal(pd_srv_voice_say(&voice, &wav, "a", &cfg, &err), PD_ERR_IO);
    assert_non_null(strstr(err.detail, "/nowhere/engine cannot be started: No such file"));
    assert_int_equal(pd_srv_voice_say(&voice, &wav, "a", &(pd_cfg){.speech_processes = 1}, &err),
                     PD_ERR_UNSUPPORTED);
    assert_int_equal(atomic_load(&voice.running), 0);
}

static void a_program_that_hangs_ends_with_its_children(void **state)
{
    (void)state;
    const int64_t start = pd_srv_now_us();
    assert_int_equal(say("sleep 100 & sleep 100", "a", 0.2), PD_ERR_IO);
    assert_non_null(strstr(err.detail, "speech.timeout"));
    assert_int_equal(say("exec >&-; sleep 100", "a", 0.2), PD_ERR_IO);
    assert_non_null(strstr(err.detail, "speech.timeout"));
    assert_int_equal(say("cat /dev/zero", "a", 60), PD_ERR_IO);
    assert_non_null(strstr(err.detail, "64 MB"));
    assert_true(pd_srv_now_us() - start < 60 * INT64_C(1000000));
}

static void as_many_as_may_run_at_a_time_do(void **state)
{
    (void)state;
    atomic_store(&voice.running, 1);
    assert_int_equal(say("cat", "a", 1), PD_ERR_BUSY);
    assert_non_null(strstr(err.detail, "speech.processes"));
    atomic_store(&voice.running, 0);
    assert_int_equal(say("cat", "a", 1), PD_OK);
}

static void it_has_neither_the_daemons_environment_nor_its_files(void **state)
{
    (void)state;
    setenv("POSED_SECRET_OF_A_TEST", "secret", 1);
    const int file = open("/proc/self/status", O_RDONLY); /* without O_CLOEXEC */
    assert_int_equal(say("env; ls -l /proc/$$/fd", "", 10), PD_OK);
    pd_buffer_add(&wav, "", 1);
    assert_null(strstr((const char *)wav.data, "POSED_SECRET"));
    assert_null(strstr((const char *)wav.data, "/status"));
    assert_non_null(strstr((const char *)wav.data, "PATH="));
    close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_text_goes_in_and_what_it_writes_comes_out),
        cmocka_unit_test(a_program_that_fails_is_named),
        cmocka_unit_test(a_program_that_hangs_ends_with_its_children),
        cmocka_unit_test(as_many_as_may_run_at_a_time_do),
        cmocka_unit_test(it_has_neither_the_daemons_environment_nor_its_files),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    pd_buffer_deinit(&wav);
    return failed;
}
