#ifndef PD_TOOLS_OBSERVE_SENSOR_FIT_H
#define PD_TOOLS_OBSERVE_SENSOR_FIT_H
/* posedctl fit SENSORS.csv: computes a motion from the orientations of inertial sensors
 * (core/io/mocap/orientations.h). */
#include "tools/base/command.h"

#include <stdbool.h>

/* Returns true when the file ends in .csv. */
bool pd_tool_is_sensors(const char *path);
/* Runs the fit and returns the exit status. */
int pd_tool_fit_sensors(const pd_tool_args *args);

#endif
