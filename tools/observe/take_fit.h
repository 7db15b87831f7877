#ifndef PD_TOOLS_OBSERVE_TAKE_FIT_H
#define PD_TOOLS_OBSERVE_TAKE_FIT_H
/* posedctl fit TAKE.c3d: fits shape and motion of a person to optical markers,
 * and writes plots and sheets of the result. */
#include "tools/base/command.h"

#include <stdbool.h>

/* Returns true when the file is a recording of markers: .c3d, .trc, .tsv, or a .csv or .txt that a program of
 * a camera system exported. */
bool pd_tool_is_take(const char *path);
/* Runs posedctl fit on the input and returns the exit status. Reads the options model, o, json, noise, up,
 * plot, sheet, threads. */
int pd_tool_fit_take(const pd_tool_args *args);

#endif
