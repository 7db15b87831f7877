#ifndef PD_TOOLS_OBSERVE_MESH_FIT_H
#define PD_TOOLS_OBSERVE_MESH_FIT_H
/* posedctl fit body.ply: a body from registered meshes, which have the model's topology: OBJ, PLY, or npz with vertices (N,V,3), NaN where one was not seen, as
 * posedctl register writes it. Several files, or a folder of them in the order of their numbers, are one person. */
#include "tools/base/command.h"

#include <stdbool.h>

/* The first word is such a file, or a folder with some. */
bool pd_tool_is_meshes(const pd_tool_args *args);
/* What posedctl fit does with them; returns the exit code. Of the command's options: model, o, json, noise, fps, plot, sheet, threads. */
int pd_tool_fit_meshes(const pd_tool_args *args);

#endif
