#ifndef PD_TOOLS_OBSERVE_TAKE_FIT_H
#define PD_TOOLS_OBSERVE_TAKE_FIT_H
/* posedctl fit TAKE.c3d: a person's shape and motion from optical markers, and what to look at of it. */
#include "tools/base/command.h"

#include <stdbool.h>

/* The file is a take of markers: .c3d or .trc. */
bool pd_tool_is_take(const char *path);
/* What posedctl fit does with one; returns the exit code. Of the command's options: model, o, json, noise, up, plot, sheet, threads. */
int pd_tool_fit_take(const pd_tool_args *args);

#endif
