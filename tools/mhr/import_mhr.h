#ifndef PD_TOOLS_MHR_IMPORT_MHR_H
#define PD_TOOLS_MHR_IMPORT_MHR_H
/* posedctl import of MHR's files: the mesh is a binary FBX; the definition and the pose correctives are named
 * by options or stand beside it under the names that MHR gives them. */
#include "tools/base/command.h"

#include <stdbool.h>

/* Returns true when the file is a binary FBX. */
bool pd_tool_is_fbx(const char *path);
/* Runs the import and returns the exit status. Options: o, definition, activation, blendshapes, identity,
 * compact, name, licence, credits. */
int pd_tool_import_mhr(const pd_tool_args *args, const char *path);

#endif
