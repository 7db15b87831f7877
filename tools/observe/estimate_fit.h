#ifndef PD_TOOLS_OBSERVE_ESTIMATE_FIT_H
#define PD_TOOLS_OBSERVE_ESTIMATE_FIT_H
/* posedctl fit ESTIMATE.pkl: smooths the bodies that a program found in a film
 * (core/motion/gather/regressed.h) by a fit of the whole take. */
#include "tools/base/command.h"

#include <stdbool.h>

/* Returns true for one file that ends in .pkl, .pt or .pth. */
bool pd_tool_is_estimate(const pd_tool_args *args);
/* Runs the fit and returns the exit status. */
int pd_tool_fit_estimate(const pd_tool_args *args);

#endif
