#ifndef PD_TOOLS_OBSERVE_MESH_FIT_H
#define PD_TOOLS_OBSERVE_MESH_FIT_H
/* posedctl fit body.ply: fits a body to registered meshes, which have the model's topology: OBJ, PLY, or npz
 * with vertices (N,V,3), NaN where one was not seen, as posedctl register writes it. Several files, or a
 * folder of them in the order of their numbers, are one person. */
#include "tools/base/command.h"

#include <stdbool.h>

/* Returns true when the first argument is such a file, or a folder that has some. */
bool pd_tool_is_meshes(const pd_tool_args *args);
/* Runs posedctl fit on the input and returns the exit status. Reads the options model, o, json, noise, fps,
 * plot, sheet, threads. */
int pd_tool_fit_meshes(const pd_tool_args *args);

#endif
