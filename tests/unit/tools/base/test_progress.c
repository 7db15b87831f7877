/* A progress bar on a terminal is erased when the work ends. Only finished work is reported as done. Hidden
 * progress writes nothing. */
#include "tools/base/progress.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Returns what ten steps of a bar on a terminal write to stderr when the work ends as `is_done` says. */
static const char *shown(bool is_done)
{
    static char text[4096];
    pd_tool_progress progress;
    FILE *file = tmpfile();
    fflush(stderr);
    const int before = dup(2);
    dup2(fileno(file), 2);

    pd_tool_progress_begin(&progress, "labelling", 10);
    progress.terminal = 1;
    for (int i = 1; i <= 10; i++) {
        progress.shown_s = -1; /* as if the last line were a while ago */
        pd_tool_progress_step(&progress, i);
    }
    pd_tool_progress_leave(&progress, is_done);

    fflush(stderr);
    dup2(before, 2), close(before);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

static bool ends_with(const char *text, const char *end)
{
    return strlen(text) >= strlen(end) && !strcmp(text + strlen(text) - strlen(end), end);
}

static void a_bar_of_finished_work_says_done(void **state)
{
    (void)state;
    const char *text = shown(true);
    assert_non_null(strstr(text, "100 %"));
    assert_non_null(strstr(text, "\r\033[Klabelling: done in "));
}

static void a_bar_of_failed_work_is_erased_and_not_called_done(void **state)
{
    (void)state;
    const char *text = shown(false);
    assert_non_null(strstr(text, "100 %"));
    assert_true(ends_with(text, "\r\033[K"));
    assert_null(strstr(text, "done"));
}

static void hidden_progress_writes_nothing(void **state)
{
    (void)state;
    pd_tool_progress_hide(true);
    assert_string_equal(shown(true), "");
    assert_string_equal(shown(false), "");
    pd_tool_progress_hide(false);
    assert_non_null(strstr(shown(true), "done"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_bar_of_finished_work_says_done),
                                       cmocka_unit_test(a_bar_of_failed_work_is_erased_and_not_called_done),
                                       cmocka_unit_test(hidden_progress_writes_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
