/* Tests the splitting of command lines by the quoting rules of POSIX, and which part of a batch a process of
 * a launcher (Slurm, MPI) gets. */
#include "tests/support/cmocka.h"
#include "tools/base/batch.h"

#include <stdlib.h>
#include <string.h>

/* Splits a copy of `line` and compares the words with those expected, joined by '|'. */
static void splits_into(const char *line, const char *expected)
{
    char copy[200], joined[200] = "", *words[8];
    snprintf(copy, sizeof copy, "%s", line);
    const int count = pd_tool_batch_split(words, 8, copy);
    assert_true(count >= 0);
    for (int i = 0; i < count; i++) {
        if (i) strcat(joined, "|");
        strcat(joined, words[i]);
    }
    assert_string_equal(joined, expected);
}

/* The words are those of POSIX, Shell Command Language 2.2, Quoting. */
static void words_are_split_as_a_shell_splits_them(void **state)
{
    (void)state;
    splits_into("--betas 1,2 -o a.glb", "--betas|1,2|-o|a.glb");
    splits_into("  a\t b \r", "a|b");
    splits_into("'two words' \"and two\"", "two words|and two");
    splits_into("a\\ b 'c\\d' \"e\\\"f\" \"g\\h\"", "a b|c\\d|e\"f|g\\h");
    splits_into("x'y'\"z\"", "xyz");
    splits_into("'' \"\"", "|");
    splits_into("", "");
    splits_into("it\\'s", "it's");
}

static void an_open_quote_and_too_many_words_are_refused(void **state)
{
    (void)state;
    char *words[2], open[] = "a 'b", many[] = "a b c", fits[] = "a b";
    assert_int_equal(pd_tool_batch_split(words, 2, open), -1);
    assert_int_equal(pd_tool_batch_split(words, 2, many), -1);
    assert_int_equal(pd_tool_batch_split(words, 2, fits), 2);
}

static const char *const variables[] = {
    "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE",
    "SLURM_PROCID",         "SLURM_STEP_NUM_TASKS"};

static int forget_variables(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) unsetenv(variables[i]);
    return 0;
}

static const pd_tool_command command = {.name = "test", .words = "", .summary = "Test"};

static int share_of(int *rank, int *count, const char **source, const char *given)
{
    const pd_tool_args args = {.command = &command, .common = {.share = given}};
    return pd_tool_batch_share(rank, count, source, &args);
}

static void a_share_comes_from_the_option_then_from_the_launcher(void **state)
{
    (void)state;
    int rank, count;
    const char *source;
    assert_int_equal(share_of(&rank, &count, &source, NULL), 0);
    assert_true(rank == 0 && count == 1);

    for (int i = 0; i < 3; i++) {
        forget_variables(NULL);
        setenv(variables[2 * i], "3", 1), setenv(variables[2 * i + 1], "8", 1);
        assert_int_equal(share_of(&rank, &count, &source, NULL), 0);
        assert_true(rank == 3 && count == 8);
        assert_string_equal(source, variables[2 * i]);
        assert_int_equal(share_of(&rank, &count, &source, "1/2"), 0);
        assert_true(rank == 1 && count == 2);
    }
}

/* sbatch sets SLURM_PROCID=0 and SLURM_NTASKS for its script,
 * which is one process and has to do everything. */
static void a_batch_script_alone_is_no_step(void **state)
{
    (void)state;
    int rank, count;
    const char *source;
    setenv("SLURM_PROCID", "0", 1), setenv("SLURM_NTASKS", "64", 1);
    assert_int_equal(share_of(&rank, &count, &source, NULL), 0);
    assert_int_equal(count, 1);
    unsetenv("SLURM_NTASKS");
}

static void a_share_outside_of_its_count_is_refused(void **state)
{
    (void)state;
    int rank, count;
    const char *source;
    static const char *const wrong[] = {"2/2", "-1/2", "0/0", "1", "1/2x", "a/b", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(share_of(&rank, &count, &source, wrong[i]), 2);
    setenv("PMI_RANK", "4", 1), setenv("PMI_SIZE", "4", 1);
    assert_int_equal(share_of(&rank, &count, &source, NULL), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_split_as_a_shell_splits_them),
        cmocka_unit_test(an_open_quote_and_too_many_words_are_refused),
        cmocka_unit_test_setup(a_share_comes_from_the_option_then_from_the_launcher, forget_variables),
        cmocka_unit_test_setup(a_batch_script_alone_is_no_step, forget_variables),
        cmocka_unit_test_setup(a_share_outside_of_its_count_is_refused, forget_variables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
