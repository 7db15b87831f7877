/* Tests the modes of commands: each row names options that exist, and an option that the chosen mode does not
 * read is refused. */
#include "tools/base/field_option.h"
#include "tools/base/mode.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>

/* Commands with rows, as the program links them. */
/* clang-format off */
#define COMMANDS(X) \
    X(fit) \
    X(register) \
    X(ik) \
    X(clip) \
    X(play) \
    X(rollout) \
    X(render) \
    X(measure) \
    X(joints) \
    X(deform) \
    X(label) \
    X(evaluate) \
    X(augment) \
    X(import) \
    X(learn) \
    X(rig) \
    X(record) \
    X(watch) \
    X(swarm) \
    X(train_motion) \
    X(train_pose_network) \
    X(train_pose_prior)
/* clang-format on */
#define DECLARE(name) extern const pd_tool_command pd_tool_cmd_##name;
COMMANDS(DECLARE)
#define ROW(name) &pd_tool_cmd_##name,
static const pd_tool_command *const commands[] = {COMMANDS(ROW) NULL};

static const pd_tool_command *command_of(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (!strcmp(commands[i]->name, name)) return commands[i];
    fail_msg("no command %s", name);
    return NULL;
}

static void every_row_names_options_of_its_command(void **state)
{
    (void)state;
    for (const pd_tool_mode_row *row = pd_tool_mode_rows; row->command; row++) {
        const pd_tool_command *command = command_of(row->command);
        char text[1024], *rest = text, *word;
        snprintf(text, sizeof text, "%s", row->options);
        while ((word = strsep(&rest, " "))) {
            bool is_known = !*word;
            for (int i = 0; pd_tool_options(command)[i].name && !is_known; i++)
                is_known = !strcmp(pd_tool_options(command)[i].name, word);
            if (!is_known) fail_msg("%s %s: no option %s", row->command, row->mode, word);
        }
        assert_true(strlen(row->options) < sizeof text);
    }
}

static void a_mode_stands_once_and_beside_another(void **state)
{
    (void)state;
    for (const pd_tool_mode_row *row = pd_tool_mode_rows; row->command; row++) {
        int same = 0, others = 0;
        for (const pd_tool_mode_row *o = pd_tool_mode_rows; o->command; o++) {
            if (strcmp(o->command, row->command) != 0 || strcmp(o->aspect, row->aspect) != 0) continue;
            strcmp(o->mode, row->mode) ? others++ : same++;
        }
        assert_int_equal(same, 1);
        assert_true(others > 0);
    }
}

/* Returns the command line of fit with one option that has this value. */
static pd_tool_args given(const char *option)
{
    pd_tool_args args = {.command = &pd_tool_cmd_fit};
    for (int i = 0; pd_tool_options(args.command)[i].name; i++)
        if (!strcmp(pd_tool_options(args.command)[i].name, option)) args.values[i] = "1";
    return args;
}

static void options_without_effect_in_a_mode_are_refused(void **state)
{
    (void)state;
    const pd_tool_args fx = given("fx"), drift = given("drift"), output = given("o"), nothing = given("");
    assert_int_equal(pd_tool_mode(&fx, "input", "picture"), 0);
    assert_int_equal(pd_tool_mode(&fx, "input", "meshes"), 2);
    assert_int_equal(pd_tool_mode(&drift, "input", "sensors"), 0);
    assert_int_equal(pd_tool_mode(&drift, "input", "take"), 2);
    assert_int_equal(pd_tool_modes(&drift, "input", "take", "sensors"), 0);
    assert_int_equal(pd_tool_mode(&output, "input", "observations"), 0);
    assert_int_equal(pd_tool_mode(&nothing, "input", "observations"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_names_options_of_its_command),
        cmocka_unit_test(a_mode_stands_once_and_beside_another),
        cmocka_unit_test(options_without_effect_in_a_mode_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
