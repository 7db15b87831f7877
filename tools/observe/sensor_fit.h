#ifndef PD_TOOLS_OBSERVE_SENSOR_FIT_H
#define PD_TOOLS_OBSERVE_SENSOR_FIT_H
/* posedctl fit of what inertial sensors read: a file of orientations (core/io/mocap/orientations.h) to a motion. */
#include "tools/base/command.h"

#include <stdbool.h>

/* By the file's ending, .csv. */
bool pd_tool_is_sensors(const char *path);
/* The command's exit code. */
int pd_tool_fit_sensors(const pd_tool_args *args);

#endif
