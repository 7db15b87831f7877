#ifndef PD_TOOLS_MOTION_SIDE_INFO_H
#define PD_TOOLS_MOTION_SIDE_INFO_H
/* Describes files for posedctl clip info that are not motions of a skeleton: the original PFNN's side files
 * (core/io/mocap/sidecar.h: .phase, .gait, _footsteps.txt, other .txt: heights), and AMASS-like .npz,
 * described by their arrays alone, without a body. */
#include "tools/base/command.h"

#include <stdbool.h>

/* Returns true when the name of the file is one of these. */
bool pd_tool_is_side_file(const char *path);
/* Prints one line. Returns the exit status. */
int pd_tool_side_info(const pd_tool_args *args, const char *path);

#endif
