/* posedctl: the table of its commands. A new one is a row here and a file of its name (tools/posedctl, or the
 * folder of its subject). */
#include "tools/base/command.h"

#include <stddef.h>

/* X(name): in the order of the help; a line each, so that two people can add one. */
/* clang-format off */
#define COMMANDS(X) \
    X(mesh)         \
    X(joints)       \
    X(measure)      \
    X(fit)          \
    X(register)     \
    X(ik)           \
    X(render)       \
    X(rollout)      \
    X(rig)          \
    X(face)         \
    X(control)      \
    X(clip)         \
    X(augment)      \
    X(label)        \
    X(import)       \
    X(export)       \
    X(convert)      \
    X(import_character) \
    X(export_fbx) \
    X(inspect)      \
    X(pack)         \
    X(sparsify)     \
    X(sculpt)       \
    X(train_pose_network) \
    X(train_pose_prior)  \
    X(train_poses)  \
    X(train_speech) \
    X(train_matching) \
    X(train_motion) \
    X(learn)        \
    X(deform)       \
    X(evaluate)     \
    X(watch)        \
    X(vmc)          \
    X(record)       \
    X(play)         \
    X(swarm)        \
    X(bench)        \
    X(completion)
/* clang-format on */

#define DECLARE(name) extern const pd_tool_command pd_tool_cmd_##name;
COMMANDS(DECLARE)

int main(int argc, char **argv)
{
#define ROW(name) &pd_tool_cmd_##name,
    static const pd_tool_command *const commands[] = {COMMANDS(ROW) NULL};
    return pd_tool_main(argc, argv, commands);
}
