/* Tests the command line of posedctl: spellings of options, fallbacks, ranges and exit codes. A wrong usage
 * must end with 2 before anything runs. */
#include "tests/support/cmocka.h"
#include "tools/base/command.h"
#include "tools/base/local.h"
#include "tools/base/pool.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static struct {
    int ran, count, flag, words;
    double ratio, girth;
    float list[4];
    float betas[3];
    int list_count, beta_count, choice;
    char word[32];
} seen;

static int run(const pd_tool_args *args)
{
    static const char *const choices[] = {"red", "green", NULL};
    seen.ran++;
    if (!pd_tool_int(&seen.count, args, "count", 1, 10) ||
        !pd_tool_double(&seen.ratio, args, "ratio", 0, 1) ||
        !pd_tool_floats(seen.list, &seen.list_count, args, "list", 4) ||
        !pd_tool_betas(seen.betas, &seen.beta_count, args, 3) ||
        !pd_tool_choice(&seen.choice, args, "colour", choices))
        return 2;
    seen.flag = pd_tool_flag(args, "flag");
    if (!pd_tool_double(&seen.girth, args, "hip_girth", 0, 3)) return 2;
    seen.words = args->word_count;
    if (args->word_count) snprintf(seen.word, sizeof seen.word, "%s", args->words[0]);
    return 0;
}

#define CHOICES                                                                                              \
    "red|green|a-name-that-is-so-long-that-no-column-and-no-array-of-a-hundred-characters-can-hold-all-of-"  \
    "it"
static const pd_tool_option options[] = {{"count", "N", "how many", "3"},
                                         {"ratio", "R", "part", NULL},
                                         {"list", "LIST", "numbers", NULL},
                                         {"betas", "LIST", "shape", NULL},
                                         {"colour", CHOICES, "which", "green"},
                                         {"flag", NULL, "yes", NULL},
                                         {"o", "FILE", "out", NULL},
                                         {"hip_girth", "M", "a field's name", NULL},
                                         PD_TOOL_END};
static const pd_tool_command plain = {
    .name = "plain", .words = "", .summary = "takes no words", .options = options, .run = run};
static const pd_tool_command worded = {
    .name = "worded", .words = "FILE...", .summary = "takes words", .options = options, .run = run};

/* Runs posedctl with the given line, split at spaces; what it prints goes to `place`. */
static int call_into(const char *place, const char *line)
{
    static const pd_tool_command *const commands[] = {&plain, &worded, NULL};
    char text[256], *argv[16] = {0};
    int argc = 0;
    memset(&seen, 0, sizeof seen);
    snprintf(text, sizeof text, "posedctl %s", line);
    for (char *word = strtok(text, " "); word && argc < 15; word = strtok(NULL, " ")) argv[argc++] = word;
    fflush(stdout), fflush(stderr);
    int out = dup(1), err = dup(2);
    assert_non_null(freopen("/dev/null", "w", stderr));
    FILE *null = fopen(place, "w");
    dup2(fileno(null), 1);
    int code = pd_tool_main(argc, argv, commands);
    fflush(stdout), fflush(stderr);
    clearerr(stdout);
    dup2(out, 1), dup2(err, 2);
    fclose(null), close(out), close(err);
    return code;
}

static int call(const char *line)
{
    return call_into("/dev/null", line);
}

static void options_are_read_in_every_spelling(void **state)
{
    (void)state;
    assert_int_equal(call("worded a.pkl --count 7 --ratio=0.25 --list 1,-2.5,3e-1 --flag -o x -- --b"), 0);
    assert_int_equal(seen.count, 7);
    assert_true(seen.ratio == 0.25 && seen.flag && seen.list_count == 3 && seen.list[1] == -2.5f);
    assert_int_equal(seen.words, 2);
    assert_string_equal(seen.word, "a.pkl");
    assert_int_equal(seen.choice, 1);
}

static void underscores_of_a_field_are_dashes_on_the_command_line(void **state)
{
    (void)state;
    assert_int_equal(call("plain --hip-girth 0.9"), 0);
    assert_true(seen.girth == 0.9);
    assert_int_equal(call("plain --hip_girth=0.8"), 0);
    assert_true(seen.girth == 0.8);
    assert_int_equal(call("plain --hip-girt 0.9"), 2);
    assert_int_equal(call("plain --hip-girths 0.9"), 2);
}

static void an_omitted_value_has_its_fallback(void **state)
{
    (void)state;
    assert_int_equal(call("plain"), 0);
    assert_true(seen.count == 3 && seen.ratio == 0 && !seen.flag && seen.list_count == 0);
}

static void wrong_usage_ends_with_2_before_anything_runs(void **state)
{
    (void)state;
    static const char *const lines[] = {"",
                                        "nonsense",
                                        "plain --bogus",
                                        "plain -count 3",
                                        "plain --o x",
                                        "plain --count",
                                        "plain --count 3 --count 4",
                                        "plain --flag=1",
                                        "plain word"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_int_equal(call(lines[i]), 2);
        assert_int_equal(seen.ran, 0);
    }
}

static void values_out_of_range_end_with_2(void **state)
{
    (void)state;
    static const char *const lines[] = {"plain --count 0",    "plain --count 11",       "plain --count 3x",
                                        "plain --ratio nan",  "plain --ratio 1.1",      "plain --list 1,,2",
                                        "plain --list 1,2,x", "plain --list 1,2,3,4,5", "plain --colour blue",
                                        "plain --list 1,",    "plain --ratio 1e999"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) assert_int_equal(call(lines[i]), 2);
}

static void betas_have_the_range_that_requests_have(void **state)
{
    (void)state;
    assert_int_equal(call("plain --betas -100,100,1.5"), 0);
    assert_true(seen.beta_count == 3 && seen.betas[0] == -100 && seen.betas[2] == 1.5f);
    assert_int_equal(call("plain --betas 0,100.5"), 2);
    assert_int_equal(call("plain --betas -1000"), 2);
    assert_int_equal(call("plain --betas 0,0,0,0"), 2);
}

static void help_ends_with_0_and_runs_nothing(void **state)
{
    (void)state;
    assert_int_equal(call("--help"), 0);
    assert_int_equal(call("plain --help"), 0);
    assert_int_equal(call("plain --bogus --help"), 0);
    assert_int_equal(seen.ran, 0);

    /* a full disk */
    assert_int_equal(call_into("/dev/full", "--help"), 1);
    assert_int_equal(call_into("/dev/full", "plain --help"), 1);
}

static void version_is_that_of_the_file_and_names_the_commit(void **state)
{
    (void)state;
    char name[] = "/tmp/posedctl-version-XXXXXX", text[256] = "", version[64] = "", begin[96];
    const int file = mkstemp(name);
    FILE *source = fopen("VERSION", "r");
    assert_non_null(source);
    assert_int_equal(fscanf(source, "%63s", version), 1);
    fclose(source);
    snprintf(begin, sizeof begin, "posedctl %s (", version);
    assert_int_equal(call_into(name, "--version"), 0);
    assert_true(pread(file, text, sizeof text - 1, 0) > 0);
    assert_memory_equal(text, begin, strlen(begin));
    assert_string_equal(text + strlen(text) - 2, ")\n");
    assert_int_equal(call_into("/dev/full", "--version"), 1);
    close(file), unlink(name);
}

static void help_shows_long_choices_whole(void **state)
{
    (void)state;
    char name[] = "/tmp/posedctl-help-XXXXXX", text[4096] = "";
    const int file = mkstemp(name);
    assert_int_equal(call_into(name, "plain --help"), 0);
    assert_true(pread(file, text, sizeof text - 1, 0) > 0);
    assert_non_null(strstr(text, "\n  --colour " CHOICES "\n                            which [green]\n"));
    assert_non_null(strstr(text, "\n  --count N                 how many [3]\n"));
    close(file), unlink(name);
}

static void query_values_are_percent_encoded(void **state)
{
    (void)state;
    pd_buffer query = {0};
    pd_tool_query_add(&query, "soft-tissue", "1,-2.5");
    pd_tool_query_add(&query, "a", "x&y=+ %");
    pd_buffer_add(&query, "", 1);
    assert_string_equal((char *)query.data, "soft_tissue=1,-2.5&a=x%26y%3D%2B%20%25");
    pd_buffer_deinit(&query);
}

typedef struct tally {
    atomic_int hits[1000], overlapping[8], clashes;
} tally;

static void count_task(void *arg, int index, int worker)
{
    tally *t = arg;
    if (atomic_fetch_add(&t->overlapping[worker], 1)) atomic_fetch_add(&t->clashes, 1);
    atomic_fetch_add(&t->hits[index], 1);
    atomic_fetch_sub(&t->overlapping[worker], 1);
}

static void a_pool_runs_every_task_once_and_workers_never_share_a_number(void **state)
{
    (void)state;
    tally *t = calloc(1, sizeof *t);
    pd_tool_pool *pool = pd_tool_pool_create(4);
    assert_int_equal(pd_tool_pool_executor(pool)->worker_count, 4);
    for (int round = 0; round < 50; round++)
        pd_execute(pd_tool_pool_executor(pool), count_task, t, 1000 - round);
    pd_execute(pd_tool_pool_executor(pool), count_task, t, 0);
    for (int i = 0; i < 950; i++) assert_int_equal(t->hits[i], 50);
    assert_int_equal(t->clashes, 0);
    pd_tool_pool_release(pool);
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_read_in_every_spelling),
        cmocka_unit_test(underscores_of_a_field_are_dashes_on_the_command_line),
        cmocka_unit_test(an_omitted_value_has_its_fallback),
        cmocka_unit_test(wrong_usage_ends_with_2_before_anything_runs),
        cmocka_unit_test(values_out_of_range_end_with_2),
        cmocka_unit_test(betas_have_the_range_that_requests_have),
        cmocka_unit_test(help_ends_with_0_and_runs_nothing),
        cmocka_unit_test(version_is_that_of_the_file_and_names_the_commit),
        cmocka_unit_test(help_shows_long_choices_whole),
        cmocka_unit_test(query_values_are_percent_encoded),
        cmocka_unit_test(a_pool_runs_every_task_once_and_workers_never_share_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
