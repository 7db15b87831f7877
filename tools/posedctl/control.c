/* posedctl control: prints the constants of the controller,
 * so that they can be edited and passed to other commands. */
#include "core/character/control/control_preset.h"
#include "tools/base/local.h"

#include <stdio.h>

static int run_control(const pd_tool_args *args)
{
    static const char *const names[] = {

#define NAME(id, name, text) name,
        PD_CHARACTER_PRESET_TABLE(NAME)
#undef NAME
            NULL};
    int preset = 0;
    pd_buffer text = {0};
    if (!pd_tool_choice(&preset, args, "preset", names)) return 2;

    const pd_character_control control = pd_character_control_preset((pd_character_preset)preset);
    pd_buffer_printf(
        &text,
        "# The controller's constants, preset %s. Lines that are left out are the preset's.\npreset: %s\n",
        names[preset], names[preset]);
    pd_character_control_write(&text, &control);
    int code = pd_tool_write(args, pd_tool_text(args, "o"), text.data, text.size);
    pd_buffer_deinit(&text);

    return code;
}

static const pd_tool_option options[] = {
    {"preset", "posed|original|paper|cinematic|game", "preset of the constants", "posed"},
    {"o", "FILE", "file to write [standard output]", NULL},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_control = {
    .name = "control",
    .words = "",
    .summary = "Print the constants of the motion controller",
    .details =
        "Prints a YAML table with the value, the range and the meaning of each constant. Edit it and pass it "
        "to\n"
        "posedctl rollout --control or posedctl measure --control, or put it into a script or a request as "
        "\"control\".\n"
        "docs/reference/motion.md has the same table.\n\n"
        "  posedctl control --preset original -o original.yaml\n"
        "  posedctl rollout --script examples/walk.yaml --control original.yaml -o walk.glb",
    .options = options,
    .run = run_control,
};
