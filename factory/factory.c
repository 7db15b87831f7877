/* posed-factory: the table of the commands that made the shipped models. factory/README.md says which command
 * made which file. */
#include "tools/base/command.h"

#include <stddef.h>

/* X(name): in the order of the help; one line each, so that two people can add one. */
/* clang-format off */
#define COMMANDS(X) \
    X(train_body)   \
    X(train_person) \
    X(train_pose_shapes) \
    X(train_part_shapes) \
    X(train_people) \
    X(train_faces) \
    X(train_hands) \
    X(train_tissue) \
    X(train_wardrobe) \
    X(train_skin) \
    X(train_cloth) \
    X(wardrobe) \
    X(train_rig_penalties) \
    X(train_rig_start) \
    X(train_rig_weights) \
    X(rig_measure) \
    X(train_ranges) \
    X(cut_clips) \
    X(cut_cycles) \
    X(train_landmarks) \
    X(learn_data) \
    X(draw_subjects)
/* clang-format on */

#define DECLARE(name) extern const pd_tool_command pd_tool_cmd_##name;
COMMANDS(DECLARE)

int main(int argc, char **argv)
{
#define ROW(name) &pd_tool_cmd_##name,
    static const pd_tool_command *const commands[] = {COMMANDS(ROW) NULL};
    pd_tool_set_program("posed-factory", "makes the models that are shipped with posed");
    return pd_tool_main(argc, argv, commands);
}
