#ifndef PD_TOOLS_MOTION_SIDE_INFO_H
#define PD_TOOLS_MOTION_SIDE_INFO_H
/* posedctl clip info of files that are not skeletons in motion: the original PFNN's side files (core/io/mocap/sidecar.h: .phase, .gait,
 * _footsteps.txt, other .txt: heights), and AMASS-like .npz, described by their arrays alone, without a body. */
#include "tools/base/command.h"

#include <stdbool.h>

/* By the file's name. */
bool pd_tool_is_side_file(const char *path);
/* One line on standard output. Returns the exit code. */
int pd_tool_side_info(const pd_tool_args *args, const char *path);

#endif
