#ifndef PD_TOOLS_TRAIN_MOTION_MEASURE_H
#define PD_TOOLS_TRAIN_MOTION_MEASURE_H
/* Measures of motions beside what they are held to (motion_bounds.h), as a table or JSON. */
#include "tools/base/command.h"

/* args->words are scripts, or npz of `posedctl rollout --format measure`. Options that the command needs: model, json, markdown, check,
 * skip, threads. Returns the exit code: 1 when --check finds a bound missed. */
int pd_tool_motion_measure(const pd_tool_args *args);

#endif
