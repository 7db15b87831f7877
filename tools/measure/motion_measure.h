#ifndef PD_TOOLS_MEASURE_MOTION_MEASURE_H
#define PD_TOOLS_MEASURE_MOTION_MEASURE_H
/* Prints measures of motions beside their bounds (motion_bounds.h) and the bands of people (motion_bands.h),
 * as a table or JSON. */
#include "tools/base/command.h"

/* args->words are scripts, or npz of `posedctl rollout --format measure`. Options that the command needs:
 * model, json, markdown, check, figures, bands, skip, threads.
 * Returns the exit code: 1 when --check finds a bound missed. */
int pd_tool_motion_measure(const pd_tool_args *args);
/* Computes the bands of --capture FOLDER and writes them to -o or as a table;
 * options held-out and threads. */
int pd_tool_motion_bands_make(const pd_tool_args *args);

#endif
